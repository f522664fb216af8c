"""PHH, the Poker Hand History standard: read and written."""
