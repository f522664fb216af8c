"""Prizes: what stacks are worth in money, by models of who finishes where."""
