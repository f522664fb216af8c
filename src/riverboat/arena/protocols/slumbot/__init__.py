"""Slumbot's protocol."""
