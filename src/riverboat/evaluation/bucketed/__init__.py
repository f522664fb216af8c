"""The exact best answer to a strategy of buckets in a game too large for one walk: one flop at a time."""
