"""What is counted of a hand: chances to do something, and whether it was done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

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
    "fold_to_c_bet": Stat("FCB", "folded", "faced the first bet of the flop, by who raised last before it"),
    "showdown": Stat("WTSD", "was in at the showdown", "was in when the flop came"),
    "won_showdown": Stat("W$SD", "got a pot or a part of one", "showdowns whose result is known"),
}
"""The numbers of a style; the streets of other games than hold'em count as its: the second is the flop."""

_ROW: Final = {name: row for row, name in enumerate(STATS)}
Counts = npt.NDArray[np.int64]
"""How often it was done, and the chances: int64[stats, 2]."""


BETS: Final = frozenset({"bet", "raise"})
_PUT_IN: Final = BETS | {"call"}
_FOLD: Final = frozenset({"fold"})


class Chance(NamedTuple):
    """A chance that a turn gives. name: of `STATS`. kinds: of steps that do it. once: it counts once a hand."""

    name: str
    kinds: frozenset[str]
    once: bool = True


def count_hand(hand: Hand) -> Counts:
    """Return the counts of a finished hand by seat: int64[seats, stats, 2].

    >>> from riverboat.games import nolimit_holdem
    >>> hand = Hand(nolimit_holdem(), (250, 0, 0, 300, -1))  # a raise, a call; check, bet, fold
    >>> counts = count_hand(hand)
    >>> {name: counts[1, _ROW[name]].tolist() for name in ("vpip", "pfr", "three_bet", "c_bet", "showdown")}
    {'vpip': [1, 1], 'pfr': [1, 1], 'three_bet': [0, 0], 'c_bet': [1, 1], 'showdown': [0, 1]}
    """
    counting = _Counting(hand.game.players)
    for step, chances in hand_chances(hand):
        for chance in chances:
            counting.note(step.seat, chance.name, step.kind in chance.kinds, once=chance.once)
        if step.kind == "fold":
            counting.folded[min(step.round, 1)].add(step.seat)
    counting.ending(hand)
    return counting.counts


def hand_chances(hand: Hand) -> Iterator[tuple[Step, list[Chance]]]:
    """Yield the steps of a hand, each with the chances that its turn gave, whatever was made of them.

    >>> from riverboat.games import nolimit_holdem
    >>> [[chance.name for chance in chances] for _, chances in hand_chances(Hand(nolimit_holdem(), (250, -1)))]
    [['vpip', 'pfr'], ['vpip', 'pfr', 'three_bet']]
    """
    raisers: list[int] = []
    bettors: list[int] = []
    for step in hand.steps():
        if step.round == 0:
            yield step, list(_before_flop(step, raisers))
            raisers += [step.seat] if step.kind in BETS else []
        else:
            yield step, list(_after_flop(step, raisers, bettors))
            bettors += [step.seat] if step.kind in BETS else []


def _before_flop(step: Step, raisers: list[int]) -> Iterator[Chance]:
    """The chances of a turn on the first street. raisers: who raised before the flop, one entry for each raise."""
    yield Chance("vpip", _PUT_IN)
    yield Chance("pfr", BETS)
    if len(raisers) == 1 and raisers[0] != step.seat and step.can_raise:
        yield Chance("three_bet", BETS)
    if len(raisers) == 2 and raisers[0] == step.seat:
        yield Chance("fold_to_three_bet", _FOLD)


def _after_flop(step: Step, raisers: list[int], bettors: list[int]) -> Iterator[Chance]:
    """The chances of a turn on a later street; aggression counts no checks, which is told by what was done."""
    if step.kind != "check":
        yield Chance("aggression", BETS, once=False)
        if step.kind != "fold":
            yield Chance("aggression_factor", BETS, once=False)
    if step.round == 1 and raisers:
        if step.highest == 0 and raisers[-1] == step.seat:
            yield Chance("c_bet", BETS)
        if bettors == [raisers[-1]]:
            yield Chance("fold_to_c_bet", _FOLD)


class _Counting:
    """The counts of a hand as it goes on."""

    def __init__(self, players: int) -> None:
        self.counts: Counts = np.zeros((players, len(STATS), 2), np.int64)
        self.folded: list[set[int]] = [set(), set()]  # before the flop, after it

    def note(self, seat: int, name: str, done: bool, *, once: bool = True) -> None:
        """Count a chance; once: only the first of the hand, which is done if any of them is."""
        row = self.counts[seat, _ROW[name]]
        row += (done, 1)
        if once:
            np.minimum(row, 1, out=row)

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
