"""Duels: what one strategy wins from another, many hands side by side."""
