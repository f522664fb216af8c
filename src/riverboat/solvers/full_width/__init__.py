"""The full-width engine: all hands at every public node."""
