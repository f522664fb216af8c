"""Prizes, jam/fold and whole tournaments, drawn."""
