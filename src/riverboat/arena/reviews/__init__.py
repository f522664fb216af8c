"""Reviews: the hands of one player beside a strategy, and where he leaves it."""
