"""Depth-limited solving: subgames that stop at the end of a street, and what the rest is worth there."""
