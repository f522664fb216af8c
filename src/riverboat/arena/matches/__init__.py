"""Matches: hands between bots, in series, on many processes, with files to go on from."""
