"""The best answer to a player who does not look at his cards: exact, in games of any size up to hold'em."""
