"""Methods: one way to make the buckets of a street each."""
