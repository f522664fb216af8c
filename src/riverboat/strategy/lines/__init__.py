"""Lines: a real betting line, and how it is played in the trained game."""
