"""Win rates: the share of the pot that a hand wins at the showdown against random hands."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from riverboat import _core
from riverboat.base.checks import whole
from riverboat.bots.view import View
from riverboat.cards.strength import ehs
from riverboat.errors import BotError
from riverboat.games.rules.table import native_rules

EXACT: Final = 0
"""As a number of samples: the exact rate."""
_MANY: Final = 10_000  # samples where an exact rate would take too long; the standard error is 0.005 or less

Scaling: TypeAlias = Literal["opponents", "players", "none"]
SCALINGS: Final = ("opponents", "players", "none")


def win_rate(view: View, samples: int = 100, opponents: int | None = None) -> float:
    """Return the win rate of the own hand against the opponents still in, by sampled deals; ties count in part.

    samples: `EXACT` (0) is exact against one opponent in hold'em, where it is EHS; else it takes 10,000 samples.
    opponents: how many random hands, if not as many as are still in.

    >>> from riverboat.games import nolimit_holdem
    >>> view = View(nolimit_holdem(), 1, (51, 50), (), 0, (9900, 9950), (100, 50), 150, (0, 1), 50, 200, 10000, (), 7)
    >>> round(win_rate(view, EXACT), 4), abs(win_rate(view, 10_000) - 0.852) < 0.02
    (0.852, True)
    """
    game, opponents = view.game, view.opponents if opponents is None else opponents
    if samples == EXACT:
        if (
            opponents == 1
            and game.ranking == "holdem"
            and game.hole_cards == 2
            and sum(game.board_cards) == 5
        ):
            return float(ehs(view.cards, view.board))
        samples = _MANY
    return _core.win_rate(native_rules(game), view.cards, view.board, opponents, samples, view.seed)


def threshold_factor(opponents: int, scaling: Scaling) -> float:
    """Return by how much a threshold found heads-up is smaller against several opponents: N^−1/4, 1 heads-up.

    The source (the CPJC poker bot, 2024) fits the best raise threshold of Angry Fish by N^−1/4 and means by N the
    players at the table in its text and the opponents in its figure. "opponents": N is their number. "players": N is
    one more, over the two of heads-up. We count those still in the hand, as the win rate does; among Fish, who never
    fold, that is the table.

    >>> [round(threshold_factor(8, scaling), 3) for scaling in SCALINGS]
    [0.595, 0.687, 1.0]
    """
    if scaling == "none":
        return 1.0
    many = opponents if scaling == "opponents" else (opponents + 1) / 2
    return float(many**-0.25)


def strength_bin(rate: float, bins: int) -> int:
    """Return which of equal parts of 0..1 a win rate falls into.

    >>> strength_bin(0.39, 5), strength_bin(1.0, 5)
    (1, 4)
    """
    return min(int(rate * bins), bins - 1)


def check_samples(samples: object) -> None:
    """Raise unless a number of samples is one."""
    kind = "a whole number of deals, 0 for exact rates,"
    whole("samples", samples, BotError, most=10**9, example=100, kind=kind)
