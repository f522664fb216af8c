"""Tables: buckets of all classes of hands, in memory and in files."""
