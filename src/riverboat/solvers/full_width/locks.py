"""Locks: strategies that are fixed before a game is solved, so that all else is found around them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import instance
from riverboat.cards.card import HAND_CARDS, card_names, hand_indices
from riverboat.cards.range import Range
from riverboat.errors import SolverError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.private_hands import PrivateHands
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.tree_cursor import TreeCursor, find_choice, tree_cursor
from riverboat.solvers.full_width.checked import two_seats
from riverboat.solvers.full_width.engine import FullWidth, Renaming
from riverboat.solvers.full_width.real_boards import rename_cards, renamed

Floats = npt.NDArray[np.float64]
Mix: TypeAlias = "Mapping[str, float] | Sequence[Sequence[float]] | Floats"
Deals = tuple[frozenset[int], ...]
"""The cards of each street after the first of a tree."""

_EXAMPLE = "k b33%: f 0.4, c 0.6 @ AA,KK"
_NEAR_ONE = 0.002
"""Probabilities may be rounded to three digits; they are divided by their sum."""


@dataclass(frozen=True)
class Lock:
    """A fixed strategy at one decision.

    line: where; the cards of later streets say on which board, and where they are left out it is on all of them. mix:
    the probability of each action by its token, for every hand alike, others are 0; or [hands, actions], a row for each
    hand of who acts as `Solution.grid` has them, of all that fit the tree's first board if cards are left out. hands:
    only these, as a range; cards such as `K` or `Kh` in games with one hole card; all of them if nothing is said.

    >>> lock = Lock("k b33%", {"f": 0.4, "c": 0.6}, hands="AA,KK")
    >>> str(lock)
    'k b33%: f 0.4, c 0.6 @ AA,KK'
    >>> Lock.parse(str(lock)) == lock
    True
    >>> Lock("k", {"k": 0.5})
    Traceback (most recent call last):
    ...
    riverboat.errors.SolverError: lock 'k: k 0.5': probabilities sum to 0.5; they must sum to 1, as in 'k: k 1'
    """

    line: str
    mix: Mix
    hands: Range | str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "line", " ".join(self.line.split()))
        object.__setattr__(self, "hands", str(self.hands).strip())
        if isinstance(self.mix, Mapping):
            object.__setattr__(self, "mix", dict(self.mix))
            self._check(list(self.mix.values()))
            return
        try:
            rows = np.asarray(self.mix, np.float64)
        except (TypeError, ValueError):  # no numbers, or rows of several lengths
            rows = np.empty(0)
        if rows.ndim != 2:
            raise SolverError(
                f"lock '{self.line}': the mix must be a table such as {{'k': 1}}, or a row for each hand"
            )
        object.__setattr__(
            self, "mix", tuple(map(tuple, rows.tolist()))
        )  # plain, so that locks can be compared
        for row in rows.tolist():
            self._check(row)

    def _check(self, row: list[float]) -> None:
        example = "as in 'k: k 1'"
        if not all(isinstance(p, int | float) and math.isfinite(p) and p >= 0 for p in row):
            raise self.error(f"{row} are not probabilities from 0 to 1, {example}")
        if abs(sum(row) - 1) > _NEAR_ONE:
            raise self.error(f"probabilities sum to {sum(row):g}; they must sum to 1, {example}")

    @classmethod
    def parse(cls, text: str) -> Lock:
        """Read `LINE: ACTION PROBABILITY, ACTION PROBABILITY @ HANDS`; without `@` it is for all hands.

        >>> Lock.parse(": b50% 1").mix  # the first decision of the tree
        {'b50%': 1.0}
        """
        instance("a lock", text, str, SolverError, example=f"'{_EXAMPLE}'")
        line, colon, rest = text.partition(":")
        mix, _, hands = rest.partition("@")
        try:
            pairs = [part.split() for part in mix.split(",")]
            numbers = {word: float(number) for word, number in pairs}
        except ValueError:
            numbers = {}
        if not colon or not numbers or len(numbers) < len(pairs) or ("@" in rest and not hands.strip()):
            raise SolverError(
                f"{text!r} is not a lock; write 'LINE: ACTION PROBABILITY, ...', as in '{_EXAMPLE}'"
            )
        return cls(line, numbers, hands)

    def __str__(self) -> str:
        if isinstance(self.mix, Mapping):
            mix = ", ".join(f"{word} {_digits(number)}" for word, number in self.mix.items())
        else:
            mix = f"{len(self.mix)} rows"
        return f"{self.line}: {mix}" + (f" @ {self.hands}" if self.hands else "")

    def error(self, problem: object) -> SolverError:
        """Return an error that names the lock."""
        return SolverError(f"lock '{self}': {problem}")

    def to_toml(self) -> str | dict[str, Any]:
        """Return it as a value of a TOML table: its text, or a table if it has a row for each hand."""
        if isinstance(self.mix, Mapping):
            return str(self)
        return {"line": self.line, "mix": self.mix, "hands": self.hands}

    @classmethod
    def from_toml(cls, value: str | Mapping[str, Any]) -> Lock:
        """Read what `to_toml` gave."""
        return cls.parse(value) if isinstance(value, str) else cls(**value)


def _digits(number: float) -> str:
    """All digits that a number needs to be read as the same."""
    return repr(float(number)).removesuffix(".0")


LockLike: TypeAlias = "Lock | str"


def read_locks(locks: Sequence[LockLike]) -> tuple[Lock, ...]:
    """Return locks from what people give: `Lock`s, or text that `Lock.parse` reads."""
    if isinstance(locks, str | Lock):
        raise SolverError(f"locks is {str(locks)!r}; give a list, as in ['{_EXAMPLE}']")
    instance("locks", locks, Iterable, SolverError, example=f"['{_EXAMPLE}']")
    return tuple(lock if isinstance(lock, Lock) else Lock.parse(lock) for lock in locks)


@dataclass(frozen=True)
class _Found:
    """A lock in a tree: the boards that begin with these deals, float64[hands, actions], NaN where it is free."""

    lock: Lock
    place: TreeCursor
    deals: Deals
    rows: Floats

    def can_follow(self, start: TreeCursor) -> bool:
        """Whether a hand at `start` can still come to the lock."""
        deals = tuple(map(frozenset, start.deals))
        length = min(len(deals), len(self.deals))
        on_line = start.node == self.place.node or start.node in (node for node, _ in self.place.path)
        return on_line and self.deals[:length] == deals[:length]


class FoundLocks:
    """The locks of a setup in its tree. Where two meet, the later one holds."""

    def __init__(
        self,
        tree: BettingTree,
        board: list[int],
        hands: tuple[PrivateHands, PrivateHands],
        locks: Sequence[Lock],
    ) -> None:
        self._tree, self._board, self._hands = tree, board, hands
        self._seats = two_seats(tree)
        self._found = [self._find(lock) for lock in locks]
        self._at: dict[int, list[_Found]] = {}
        for found in self._found:
            self._at.setdefault(found.place.node, []).append(found)

    def rows(self, node: int, deals: Deals) -> Floats | None:
        """Return what is fixed at a node on a board: float64[hands, actions], NaN for hands that are free."""
        rows: Floats | None = None
        for found in self._at.get(node, ()):
            if deals[: len(found.deals)] == found.deals:
                rows = found.rows if rows is None else np.where(np.isnan(found.rows), rows, found.rows)
        return rows

    @cached_property
    def renamings(self) -> list[Renaming]:
        """The renamings of suits that leave the locks as they are: boards and hands that they join may share a row.

        None are named where nothing is locked, as `FullWidth` takes it.
        """
        if not self._found:
            return []
        every = [(a, b, c, d) for a, b, c, d in permutations(range(4))]
        kept = [renaming for renaming in every if self._is_kept(renaming)]
        return [renaming for renaming in kept if _inverse(renaming) in kept]

    def put_on(self, solver: FullWidth) -> None:
        """Lock the decisions of a solver, which joins nothing that the locks tell apart."""
        for node in self._at:
            number, player = int(self._tree.round[node]), solver.player_at(node)
            places = _places(self._hands[player].cards)
            for index, board in enumerate(solver.boards(number)):
                rows = self.rows(node, tuple(map(frozenset, solver.tree.deals(number, board))))
                if rows is None:
                    continue
                _, _, cards, class_of = solver.game.board_hands(number, index, player)
                if not len(cards):
                    continue  # the board holds a card of each of his hands
                own = rows[[places[tuple(hand)] for hand in cards.tolist()]]
                by_class = np.zeros((rows.shape[1], int(class_of.max()) + 1))
                by_class[:, class_of] = own.T
                solver.lock(node, index, np.nan_to_num(by_class), ~np.isnan(by_class[0]))

    def after(self, start: TreeCursor) -> tuple[Lock, ...]:
        """Return the locks from the first decision of a street on, as a tree that begins there takes them."""
        return tuple(self._moved(found, start) for found in self._found if found.can_follow(start))

    def _moved(self, found: _Found, start: TreeCursor) -> Lock:
        lock, place = found.lock, found.place
        dealt = [card for deal in max(start.deals, place.deals, key=len) for card in deal]
        line = write_line(self._tree.game, place.table.taken, card_names([*self._board, *dealt]))
        if isinstance(lock.mix, Mapping):
            return Lock(line, lock.mix, lock.hands)
        cards = self._hands[self._player_at(place.node)].cards
        rows = found.rows[~np.isin(cards, dealt).any(axis=1)]
        return Lock(line, np.where(np.isnan(rows), 1 / rows.shape[1], rows), lock.hands)

    def _player_at(self, node: int) -> int:
        return self._seats.index(int(self._tree.actor[node]))

    # --- finding -------------------------------------------------------------------------------------------------

    def _find(self, lock: Lock) -> _Found:
        tree = self._tree
        place = tree_cursor(tree, self._board, lock.line)
        player = self._player_at(place.node)
        cards = self._hands[player].cards
        dealt = [card for deal in place.deals for card in deal]
        fits = ~np.isin(cards, dealt).any(axis=1)
        chosen = fits & _chosen(lock, cards)
        if not chosen.any():
            raise lock.error(f"player {player}, who acts there, holds none of these hands")
        if outside := _outside(lock, cards, [*self._board, *dealt]):
            warnings.warn(
                f"lock '{lock}' names hands that player {player} does not hold: {outside}", stacklevel=2
            )
        rows = np.full((len(cards), len(tree.choices(place.node))), np.nan)
        if isinstance(lock.mix, Mapping):
            rows[chosen] = 0.0
            for word, probability in lock.mix.items():
                rows[chosen, find_choice(place, word)] += probability
        else:
            given = np.array(lock.mix)
            if given.shape != (int(fits.sum()), rows.shape[1]):
                raise lock.error(
                    f"the mix is {' x '.join(map(str, given.shape))}; there are {int(fits.sum())} hands and "
                    f"{rows.shape[1]} actions"
                )
            rows[fits] = given
            rows[~chosen] = np.nan
        rows /= rows.sum(axis=1, keepdims=True)
        return _Found(lock, place, tuple(map(frozenset, place.deals)), rows)

    def _is_kept(self, renaming: Renaming) -> bool:
        order = [_order(hands.cards, renaming) for hands in self._hands]
        if order[0] is None or order[1] is None:
            return False  # not a symmetry of the ranges
        for node, locks in self._at.items():
            moved_hands = order[self._player_at(node)]
            for deals in {found.deals for found in locks}:
                here = self.rows(node, deals)
                there = self.rows(
                    node, tuple(frozenset(renamed(c, renaming) for c in deal) for deal in deals)
                )
                if (
                    here is None
                    or there is None
                    or not np.array_equal(here, there[moved_hands], equal_nan=True)
                ):
                    return False
        return True


def _chosen(lock: Lock, cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Which hands a lock names."""
    if not lock.hands:
        return np.ones(len(cards), np.bool_)
    if cards.shape[1] == 1:
        names = str(lock.hands).replace(",", " ").split()
        return np.array(
            [card_names(hand) in names or card_names(hand)[0] in names for hand in cards.tolist()]
        )
    weights = np.asarray(Range(lock.hands).weights)[hand_indices(cards)]
    if ((weights > 0) & (weights < 1)).any():
        raise lock.error("a hand is locked or not; leave weights such as ':0.5' out")
    return np.asarray(weights > 0)


def _outside(lock: Lock, cards: npt.NDArray[np.uint8], dealt: Sequence[int]) -> str:
    """Hands that a lock names and nobody holds, though no card of theirs lies on the board, as a range."""
    if not lock.hands or cards.shape[1] == 1:
        return ""
    weights = np.array(Range(lock.hands).weights)
    weights[hand_indices(cards)] = 0
    weights[np.isin(HAND_CARDS, dealt).any(axis=1)] = 0
    return str(Range.from_weights(weights)) if weights.any() else ""


def _places(cards: npt.NDArray[np.uint8]) -> dict[tuple[int, ...], int]:
    return {tuple(hand): place for place, hand in enumerate(cards.tolist())}


def _order(cards: npt.NDArray[np.uint8], renaming: Renaming) -> list[int] | None:
    """The place of each hand with its suits renamed; None if one is not there."""
    places = _places(cards)
    moved = -np.sort(-rename_cards(cards, renaming).astype(np.int64), axis=1)
    found = [places.get(tuple(hand), -1) for hand in moved.tolist()]
    return None if -1 in found else found


def _inverse(renaming: Renaming) -> Renaming:
    a, b, c, d = (renaming.index(suit) for suit in range(4))
    return a, b, c, d
