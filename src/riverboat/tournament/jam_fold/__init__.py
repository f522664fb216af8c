"""Jam or fold before the flop: one hand for two to ten players."""
