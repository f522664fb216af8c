"""Subgames of three and more players, and the cards of who has folded."""
