"""Work that takes longer than an answer: a library of entries, a queue in it, and one process that works it off."""
