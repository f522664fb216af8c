"""PyPokerEngine: its players here, and ours there."""
