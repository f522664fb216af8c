"""What players call hands on a board: made hands from the straight flush to no pair, and draws."""

from riverboat.cards.kinds.draws import DRAWS, draws_on
from riverboat.cards.kinds.made import MADE, made_on

__all__ = ["DRAWS", "MADE", "draws_on", "made_on"]
