"""What is counted of a hand: chances to do something, and whether it was done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.errors import RiverboatError
from riverboat.games.histories.hand import Hand, Step


@dataclass(frozen=True)
class Stat:
    """One number of a style. short: its usual name. done, chance: what counts as done, and as a chance to do it."""

    short: str
    done: str
    chance: str


STATS: Final = {
    "vpip": Stat("VPIP", "called, bet or raised before the flop", "hands with a turn before the flop"),
    "pfr": Stat("PFR", "raised before the flop", "the same"),
    "three_bet": Stat("3-bet", "re-raised", "faced the first raise before the flop and could raise"),
    "fold_to_three_bet": Stat("F3B", "folded", "made the first raise before the flop and faced the second"),
    "aggression_factor": Stat(
        "AF", "bets and raises after the flop", "those and calls; shown as bets to calls"
    ),
    "aggression": Stat("AFq", "bets and raises after the flop", "those, calls and folds; not checks"),
    "c_bet": Stat("c-bet", "bet", "raised last before the flop, had a turn on it before anybody had bet"),
    "showdown": Stat("WTSD", "was in at the showdown", "was in when the flop came"),
    "won_showdown": Stat("W$SD", "got a pot or a part of one", "showdowns whose result is known"),
}
"""The numbers of a style; the streets of other games than hold'em count as its: the second is the flop."""

_ROW: Final = {name: row for row, name in enumerate(STATS)}
Counts = npt.NDArray[np.int64]
"""How often it was done, and the chances: int64[stats, 2]."""


def count_hand(hand: Hand) -> Counts:
    """Return the counts of a finished hand by seat: int64[seats, stats, 2].

    >>> from riverboat.games import nolimit_holdem
    >>> hand = Hand(nolimit_holdem(), (250, 0, 0, 300, -1))  # a raise, a call; check, bet, fold
    >>> counts = count_hand(hand)
    >>> {name: counts[1, _ROW[name]].tolist() for name in ("vpip", "pfr", "three_bet", "c_bet", "showdown")}
    {'vpip': [1, 1], 'pfr': [1, 1], 'three_bet': [0, 0], 'c_bet': [1, 1], 'showdown': [0, 1]}
    """
    counting = _Counting(hand.game.players)
    for step in hand.steps():
        counting.before_flop(step) if step.round == 0 else counting.after_flop(step)
    counting.ending(hand)
    return counting.counts


class _Counting:
    """A hand as it goes on. raisers: who raised before the flop, one entry for each raise."""

    def __init__(self, players: int) -> None:
        self.counts: Counts = np.zeros((players, len(STATS), 2), np.int64)
        self.raisers: list[int] = []
        self.folded: list[set[int]] = [set(), set()]  # before the flop, after it

    def note(self, seat: int, name: str, done: bool, *, once: bool = True) -> None:
        """Count a chance; once: only the first of the hand, which is done if any of them is."""
        row = self.counts[seat, _ROW[name]]
        row += (done, 1)
        if once:
            np.minimum(row, 1, out=row)

    def before_flop(self, step: Step) -> None:
        """A turn on the first street."""
        seat, raises = step.seat, step.kind in ("bet", "raise")
        self.note(seat, "vpip", raises or step.kind == "call")
        self.note(seat, "pfr", raises)
        if len(self.raisers) == 1 and self.raisers[0] != seat and step.can_raise:
            self.note(seat, "three_bet", raises)
        if len(self.raisers) == 2 and self.raisers[0] == seat:
            self.note(seat, "fold_to_three_bet", step.kind == "fold")
        if raises:
            self.raisers.append(seat)
        elif step.kind == "fold":
            self.folded[0].add(seat)

    def after_flop(self, step: Step) -> None:
        """A turn on a later street."""
        seat, raises = step.seat, step.kind in ("bet", "raise")
        if step.kind == "fold":
            self.folded[1].add(seat)
        if step.kind != "check":
            self.note(seat, "aggression", raises, once=False)
            if step.kind != "fold":
                self.note(seat, "aggression_factor", raises, once=False)
        if step.round == 1 and step.highest == 0 and self.raisers and self.raisers[-1] == seat:
            self.note(seat, "c_bet", raises)

    def ending(self, hand: Hand) -> None:
        """Who saw the flop and the showdown, and who won there."""
        seats = set(range(hand.game.players))
        saw, left = seats - self.folded[0], seats - self.folded[0] - self.folded[1]
        is_showdown = len(left) > 1
        if len(saw) > 1 and hand.game.rounds > 1:
            for seat in saw:
                self.note(seat, "showdown", is_showdown and seat in left)
        if is_showdown and (winners := _winners(hand)) is not None:
            for seat in left:
                self.note(seat, "won_showdown", seat in winners)


def _winners(hand: Hand) -> Iterable[int] | None:
    """Return the seats that got chips out of a pot; None where cards are unknown that decide it."""
    try:
        return {seat for award in hand.awards for seat, chips in award.shares.items() if chips > 0}
    except RiverboatError:
        return None
