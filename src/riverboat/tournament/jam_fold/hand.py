"""One hand of jam or fold: who posts what, and what the ends are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from riverboat import _core
from riverboat.base.checks import integer, is_number, number, shown
from riverboat.errors import TournamentError
from riverboat.games.payouts.checked import checked_bounties, checked_payouts, checked_stacks
from riverboat.games.rules.positions import position_names
from riverboat.tournament.equities.orders import orders_of
from riverboat.tournament.equities.pairs import pair_chances

MOST_PLAYERS: Final = 10


@dataclass(frozen=True, eq=False)
class JamFoldHand:
    """Stacks in order of acting, so the last two post the blinds; heads-up the first is the button and small blind.

    Amounts are in any unit; `pushfold` takes big blinds. Antes are posted first, by all alike. Who posts all he has is
    all-in. payouts: by place, or empty to play for chips. bounties: the price of each head, or empty.
    """

    stacks: np.ndarray
    small_blind: float = 0.5
    big_blind: float = 1.0
    ante: float = 0.0
    payouts: np.ndarray = field(default_factory=lambda: np.zeros(0))
    bounties: np.ndarray = field(default_factory=lambda: np.zeros(0))

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.stacks)

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """Names of the seats in order of acting, such as BTN, SB, BB."""
        if self.players == 2:
            return ("SB", "BB")
        names = position_names(self.players)
        return (*names[2:], *names[:2])

    @cached_property
    def posted(self) -> np.ndarray:
        """What everybody has put in before anybody acts."""
        blinds = np.zeros(self.players)
        blinds[-2:] = self.small_blind, self.big_blind
        antes = np.minimum(self.stacks, self.ante)
        return np.asarray(antes + np.minimum(self.stacks - antes, blinds))

    @property
    def rows(self) -> int:
        """Rows of a strategy: seat s after the set m of jams before it is row 2^s - 1 + m."""
        return int(2**self.players - 1)

    def row(self, seat: int, jams: int) -> int:
        """Return the row of a seat after a set of jams, bit by bit.

        >>> JamFoldHand(np.array([10.0, 10, 10])).row(2, 0b01)
        4
        """
        return int(2**seat - 1 + jams)

    @cached_property
    def seat_of_row(self) -> np.ndarray:
        """The seat that acts, by row."""
        return np.repeat(np.arange(self.players), 2 ** np.arange(self.players))

    @cached_property
    def forced(self) -> np.ndarray:
        """Rows without a choice, bool[rows]: who is all-in by posting, and the last seat when all others folded."""
        all_in = self.posted >= self.stacks
        rows: np.ndarray = all_in[self.seat_of_row]
        rows[self.row(self.players - 1, 0)] = True
        return rows

    def row_name(self, row: int) -> str:
        """Return what happened before a row, in words.

        >>> hand = JamFoldHand(np.array([10.0, 10, 10]))
        >>> [hand.row_name(row) for row in (0, 2, 4)]
        ['BTN first in', 'SB after BTN jams', 'BB after BTN jams']
        """
        seat = int(self.seat_of_row[row])
        jams = row - (2**seat - 1)
        names = [self.positions[one] for one in range(seat) if jams >> one & 1]
        if not names:
            return f"{self.positions[seat]} first in"
        listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        return f"{self.positions[seat]} after {listed} jam{'s' if len(names) == 1 else ''}"

    def worth(self, jams: int, places: Sequence[int]) -> np.ndarray:
        """Return what an end is worth to every seat: chips won, or prizes and bounties.

        places: of the hands that are in, 0 the best.

        >>> JamFoldHand(np.array([10.0, 10])).worth(0b11, (0, 1)).tolist()
        [10.0, -10.0]
        """
        order = np.array(places, dtype=np.uint8)
        ends = _core.jams_worth(self.stacks, self.posted, self.payouts, self.bounties, jams, order)
        return np.asarray(ends)

    @cached_property
    def outcomes(self) -> tuple[np.ndarray, list[tuple[int, tuple[int, ...]]]]:
        """What can come of the hand: its number by set of jams and order of all strengths; a set and an order of each.

        Of those who are not in the hand strengths do not matter, so that few ends are different.

        >>> numbers, ends = JamFoldHand(np.array([10.0, 10])).outcomes
        >>> numbers.tolist(), len(ends)
        ([[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 4, 5]], 6)
        """
        orders = np.array(orders_of(self.players))
        numbers = np.zeros((2**self.players, len(orders)), dtype=np.intp)
        ends: list[tuple[int, tuple[int, ...]]] = []
        for jams in range(2**self.players):
            inside = _core.jams_in_hand(self.stacks, self.posted, jams)
            seats = [seat for seat in range(self.players) if inside >> seat & 1]
            better = (orders[:, seats, None] > orders[:, None, seats]).sum(axis=2)  # who is better, of these
            _, first, which = np.unique(better, axis=0, return_index=True, return_inverse=True)
            numbers[jams] = len(ends) + _in_order_of(first)[which.reshape(-1)]
            ends += [(jams, tuple(orders[one].tolist())) for one in sorted(first.tolist())]
        return numbers, ends

    def end_values(self) -> np.ndarray:
        """Return the worth of all ends, float64[sets of jams, orders, players], for up to six players."""
        numbers, ends = self.outcomes
        return np.asarray(np.array([self.worth(jams, places) for jams, places in ends])[numbers])

    @property
    def unit(self) -> str:
        """What values are counted in."""
        return "prize money" if len(self.payouts) else "bb"


def make_hand(
    stacks: float | Sequence[float],
    players: int | None = None,
    *,
    small_blind: float = 0.5,
    ante: float = 0.0,
    payouts: Sequence[float] | None = None,
    bounties: float | Sequence[float] | None = None,
) -> JamFoldHand:
    """Return a hand in big blinds, checked. stacks: one number for all, or one each in order of acting.

    >>> make_hand([15, 10, 5], payouts=[50, 30, 20]).positions
    ('BTN', 'SB', 'BB')
    >>> make_hand(10, 11)
    Traceback (most recent call last):
    ...
    riverboat.errors.TournamentError: players is 11; jam/fold is solved for 2 to 10, such as 3
    """
    if is_number(stacks):
        count = 2 if players is None else _checked_players(players)
        chips = checked_stacks([stacks] * count)
    else:
        chips = checked_stacks(stacks)  # type: ignore[arg-type]  # a list, or it raises
        _checked_players(len(chips) if players is None else players)
        if players is not None and players != len(chips):
            raise TournamentError(
                f"stacks are {len(chips)} numbers for {players} players; give one for each, or one for all"
            )
        _checked_players(len(chips))
    if number("small_blind", small_blind, TournamentError, least=0, example=0.5) >= 1:
        raise TournamentError(  # it could check, and the big blind would act after it
            f"small_blind is {small_blind:g} of a big blind; it must be below 1, such as 0.5"
        )
    number("ante", ante, TournamentError, least=0, example=0.125)
    if chips.min() <= ante:
        raise TournamentError(
            f"a stack of {chips.min():g} does not cover the ante of {ante:g}; stacks must be over it, such as 5"
        )
    prizes = np.zeros(0) if payouts is None else checked_payouts(payouts, len(chips))
    heads = np.zeros(0) if bounties is None else checked_bounties(bounties, len(chips))
    if len(heads) and not len(prizes):
        raise TournamentError("bounties belong to prizes; give payouts too, such as payouts=[50, 30, 20]")
    return JamFoldHand(chips, float(small_blind), 1.0, float(ante), prizes, heads)


def who_plays_on(after: Sequence[float]) -> list[int]:
    """Return the seats that have chips after a hand, in order of acting in the next one.

    The button moves to the next player who is still in. No button and no blind is dead.

    >>> who_plays_on([5, 0, 3]), who_plays_on([1, 1, 1, 1]), who_plays_on([0, 2, 2, 2])
    ([2, 0], [1, 2, 3, 0], [2, 3, 1])
    """
    players = len(after)
    button = max(0, players - 3)
    around = [(button + 1 + step) % players for step in range(players)]
    left = [seat for seat in around if after[seat] > 0]  # from the new button on
    return left[3:] + left[:3]


def strengths() -> np.ndarray:
    """Return how often each class wins against any hand, float64[169]."""
    pairs = pair_chances()
    return np.asarray(pairs[0].sum(axis=1) / pairs.sum(axis=(0, 2)))


def better_hands(hand: JamFoldHand, strength: np.ndarray) -> np.ndarray:
    """Return a strategy to begin with: the better half jams first in, the better quarter after one jam, and so on.

    Few hands jam after others, so that solvers see few ends; what is worth it comes by itself.
    """
    rank = (strength[:, None] < strength).mean(axis=1)  # the share of classes that are better
    jams = np.array([(row - 2 ** int(seat) + 1).bit_count() for row, seat in enumerate(hand.seat_of_row)])
    return np.asarray((rank < 0.5 ** (jams[:, None] + 1)).astype(float))


def _in_order_of(first: np.ndarray) -> np.ndarray:
    """Numbers of things by where they come first."""
    numbers = np.empty(len(first), dtype=np.intp)
    numbers[np.argsort(first)] = np.arange(len(first))
    return numbers


def _checked_players(players: object) -> int:
    count = integer(players)
    if count is None or not 2 <= count <= MOST_PLAYERS:
        raise TournamentError(
            f"players is {shown(players)}; jam/fold is solved for 2 to {MOST_PLAYERS}, such as 3"
        )
    return count
