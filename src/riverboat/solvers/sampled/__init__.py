"""The sampled engine: hands dealt at random, any number of players."""
