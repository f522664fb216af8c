"""Ratings: a database of tables between bots that every new one joins, and what follows from it."""
