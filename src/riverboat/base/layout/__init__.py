"""How arrays lie in a file: the header that tells of them, and blocks that are compressed."""
