"""All-ins before the flop between classes of hands: exact for two and three players."""
