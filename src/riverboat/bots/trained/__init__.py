"""Bots that play what was trained: a blueprint as it is, with search, or tilted against an opponent."""
