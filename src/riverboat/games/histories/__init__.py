"""Histories: hands that were played, betting lines, and the formats of other programs."""
