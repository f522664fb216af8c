"""Rules: the one description of a game, its presets and files, and the table that plays it."""
