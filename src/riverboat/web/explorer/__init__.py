"""Asking strategies: what is done, held and worth after a line on a board."""
