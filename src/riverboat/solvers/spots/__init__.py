"""Spots after the flop: from words or files to solutions, one board or many."""
