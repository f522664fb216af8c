"""Vexbot: watches one opponent, and plays what wins most from one who goes on so.

Billings, Davidson, Schauenberg, Burch, Bowling, Holte, Schaeffer and Szafron 2004, "Game-tree search with adaptation in
stochastic imperfect-information games".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

import numpy as np

from riverboat.base.checks import is_number, whole
from riverboat.bots.classic.context_tree import BINS, Levels, situations
from riverboat.bots.classic.limit import SMALL_BET, line_of
from riverboat.bots.classic.limit_bot import LimitBot
from riverboat.bots.classic.miximax import Miximax
from riverboat.bots.view import HandEnd, View
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.strength import RIVER_OPPONENTS, ehs, win_tie_batch
from riverboat.errors import BotError
from riverboat.games.rules.action import FOLD, Action
from riverboat.solvers.sequence.sequences import Floats

_BELIEF: Final = {True: (0.2, 0.5, 0.3), False: (0.0, 0.5, 0.5)}
"""Fold, call and raise of an unknown opponent, whether he may fold or not: loose, so that it tries to bet for value."""

_DRAWN: Final = {0: 1000, 3: 100}
"""Ends of the board that are drawn to tell a hand's future, by the cards that lie there; rivers are all looked at."""

_BEST: Final = 2 * RIVER_OPPONENTS


@dataclass
class Vexbot(LimitBot):
    """Plays limit hold'em by what it sees of its one opponent: frequencies of actions, and hands that are shown.

    credit: how many observations a coarser situation counts for. softness: small bets by which an action may be worse
    and still be taken 0.37 times as often as the best, so that it keeps trying. every: hands after which it makes up
    its mind anew, which takes some milliseconds.
    """

    credit: float = 10.0
    softness: float = 0.05
    every: int = 10
    learns: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for what in ("credit", "softness"):
            value = getattr(self, what)
            if not is_number(value) or not value > 0:
                raise BotError(f"{what} is {value!r}; it must be a number above 0, such as 0.5")
        whole("every", self.every, BotError, least=1, example=10)
        known = situations()
        belief = np.array([_BELIEF[bool(choice >= 0)] for choice in known.choices[:, 0]])
        self._actions = Levels(known.node_levels, belief, self.credit)
        evenly = np.full((2 * len(known.shown), BINS), 1 / BINS)
        self._hands = Levels(known.shown_levels, evenly, self.credit)
        self._played, self._mind = 0, self._made_up()

    def act(self, view: View) -> Action:
        """Take what wins most from the opponent that was seen; nearly as good actions are taken now and then."""
        self.check_game(view.game)
        node = situations().nodes[line_of(view.actions)]
        found = self._mind.values(node, view.seat, bins_of(view.cards, view.board))
        weights = np.exp((found - found.max()) / (self.softness * SMALL_BET))
        place = int(np.searchsorted(np.cumsum(weights / weights.sum())[:-1], view.uniform(), side="right"))
        return self.chosen(view, place + FOLD)

    def end_hand(self, end: HandEnd) -> None:
        """Note what the opponent did, and the hand that he showed."""
        known, line = situations(), line_of([move.action for move in end.history])
        for taken, move in enumerate(end.history):
            if move.seat != end.seat:
                self._actions.add(known.nodes[line[:taken]], line[taken] - FOLD)
        his = 1 - end.seat
        if end.shown[his] and line in known.shown:
            row = his * len(known.shown) + known.shown[line]
            self._hands.add(row, _bin(float(ehs(end.shown[his], end.board))))
        self._played += 1
        if self._played % self.every == 0:
            self._mind = self._made_up()

    def _made_up(self) -> Miximax:
        """Make up one's mind about the opponent."""
        plays = self._actions.estimate() * (situations().choices >= 0)
        shown = self._hands.estimate()
        below = np.cumsum(shown, axis=1) - shown
        beats = (2 * below + shown - 1).reshape(2, -1, BINS)
        return Miximax(plays / plays.sum(axis=1, keepdims=True), beats)


def bins_of(cards: tuple[int, ...], board: tuple[int, ...]) -> Floats:
    """Return how likely a hand ends in each bin of strength on the river: float64[BINS].

    On the turn over all rivers, before over drawn ends of the board, the same for the same cards; before the flop suits
    do not matter.

    >>> int(bins_of((51, 50), (49, 48, 0, 1, 2)).argmax()), bool(bins_of((51, 50), ())[10:].sum() > 0.9)  # aces
    (19, True)
    """
    if len(board) == 5:
        return np.asarray(np.eye(BINS)[_bin(float(ehs(cards, board)))])
    if not board:
        cards = tuple(HandIndexer((2,)).cards(0, HandIndexer((2,)).index(cards)))
    return _histogram(tuple(sorted(cards)), board)


@lru_cache(maxsize=4096)
def _histogram(cards: tuple[int, ...], board: tuple[int, ...]) -> Floats:
    rng = np.random.default_rng([*cards, *board])
    left = np.setdiff1d(np.arange(52), [*cards, *board])
    if len(board) == 4:
        ends = left[:, None]
    else:
        decks = rng.random((_DRAWN[len(board)], len(left)), np.float32).argsort(axis=1)
        ends = left[decks[:, : 5 - len(board)]]
    boards = np.hstack([np.broadcast_to(board, (len(ends), len(board))), ends]).astype(np.uint8)
    hand = max(cards) * (max(cards) - 1) // 2 + min(cards)
    scores = win_tie_batch(boards, threads=1)[:, hand] @ np.array([2, 1])
    bins = np.minimum(scores * BINS // _BEST, BINS - 1)
    return np.asarray(np.bincount(bins, minlength=BINS) / len(bins))


def _bin(strength: float) -> int:
    return min(int(strength * BINS), BINS - 1)
