"""AIVAT: what was won, without the luck that known strategies and the cards explain."""
