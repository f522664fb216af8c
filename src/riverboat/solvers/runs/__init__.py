"""Runs: the loop that drives either engine to its goal."""
