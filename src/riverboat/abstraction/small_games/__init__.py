"""Abstraction of small games: GameShrink, GS2 and GS3 over trees of signals."""
