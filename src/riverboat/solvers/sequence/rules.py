"""Any small game as a sequence form: a function that says what comes after what, a matrix, or any other walk."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import shown, whole
from riverboat.errors import SolverError
from riverboat.solvers.sequence.form import SequenceForm, SparsePayoffs
from riverboat.solvers.sequence.sequences import EMPTY, Sequences

State = TypeVar("State")
MOST_ENDS: Final = 5_000_000
"""Ends of a game that is walked in Python: some minutes."""

_NEAR: Final = 1e-6  # probabilities may miss a sum of 1 by this much


@dataclass(frozen=True)
class End:
    """The game is over. payoff: of the first player; the second loses it."""

    payoff: float


@dataclass(frozen=True)
class Chance:
    """Something happens by chance: what may, and how likely it is."""

    chances: Mapping[Hashable, float]


@dataclass(frozen=True)
class Turn:
    """A player, 0 or 1, chooses one of `moves` and knows no more than `knows`."""

    player: int
    knows: Hashable
    moves: Sequence[Hashable]


History = tuple[Any, ...]
Rules = Callable[[History], End | Chance | Turn]


def form_of_rules(rules: Rules, name: str = "game", *, max_ends: int = MOST_ENDS) -> SequenceForm:
    """Return the form of a game that is told as a function: from what has happened to what comes next.

    rules: takes a history, the moves and chances so far as a tuple, and returns an `End`, a `Chance` or a `Turn`. Kuhn
    poker is ten lines:

    >>> from itertools import permutations
    >>> def kuhn(history):
    ...     if not history:
    ...         return Chance({deal: 1 / 6 for deal in permutations((1, 2, 3), 2)})
    ...     cards, line = history[0], "".join(history[1:])
    ...     if line in ("kk", "bc", "kbc"):
    ...         return End((1 if line == "kk" else 2) * (1 if cards[0] > cards[1] else -1))
    ...     if line.endswith("f"):
    ...         return End(1 if line == "bf" else -1)
    ...     player = len(line) % 2
    ...     return Turn(player, (cards[player], line), "fc" if line.endswith("b") else "kb")
    >>> form = form_of_rules(kuhn, "kuhn")
    >>> form
    <SequenceForm 'kuhn': 13 and 13 sequences, 6 and 6 information sets, 30 entries>
    >>> from riverboat.solvers.sequence import solve_form
    >>> round(solve_form(form, "cfr+", iterations=2000).value * 18, 3)
    -1.0
    """
    if not callable(rules):
        raise SolverError(
            f"the rules are {rules!r}; give a function of a history, a tuple of moves and chances"
        )

    def step(history: History) -> Step[History]:
        now = rules(history)
        if isinstance(now, End):
            return Step(payoff=now.payoff)
        if isinstance(now, Chance):
            return Step(
                chances=tuple(now.chances.values()), children=[(*history, what) for what in now.chances]
            )
        if isinstance(now, Turn):
            return Step(
                player=now.player,
                knows=now.knows,
                moves=tuple(map(str, now.moves)),
                children=[(*history, move) for move in now.moves],
            )
        raise SolverError(f"after {history!r} the rules say {now!r}; they return an End, a Chance or a Turn")

    return form_of_steps((), step, name, max_ends=max_ends)


def form_of_matrix(payoffs: npt.ArrayLike, name: str = "matrix game") -> SequenceForm:
    """Return the form of a game of one simultaneous move. payoffs: float64[moves of the first, moves of the second].

    >>> form_of_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], "rock-paper-scissors").lp_rows
    6
    """
    try:
        matrix = np.asarray(payoffs, np.float64)
    except (TypeError, ValueError):
        raise SolverError(
            f"payoffs are {shown(payoffs)}; give rows of numbers, such as [[1, -1], [-1, 1]]"
        ) from None
    if matrix.ndim != 2 or not matrix.size or not np.isfinite(matrix).all():
        raise SolverError(
            f"payoffs have the shape {matrix.shape}; give a row of numbers for each move of the first player, such as "
            "[[1, -1], [-1, 1]]"
        )
    rows, columns = matrix.shape
    at = np.indices(matrix.shape, np.int32).reshape(2, -1) + 1
    sides = (Sequences([EMPTY], [1, rows + 1]), Sequences([EMPTY], [1, columns + 1]))
    moves = tuple(tuple(str(move) for move in range(len(side) - 1)) for side in sides)
    sparse = SparsePayoffs((rows + 1, columns + 1), at[0], at[1], matrix.ravel())
    return SequenceForm(name, sides, sparse, lambda player, _: ("the only move", moves[player]))


# --- any walk ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step(Generic[State]):
    """What comes at a state: an end (payoff), chances, or the turn of a player; children in order."""

    payoff: float | None = None
    chances: tuple[float, ...] = ()
    player: int = 0
    knows: Hashable = None
    moves: tuple[str, ...] = ()
    children: Sequence[State] = ()


@dataclass
class _Side:
    """One player, as far as he was met: his sets by what he knows, each with its parent, moves and place."""

    places: dict[Hashable, int] = field(default_factory=dict)
    parents: list[tuple[int, int]] = field(
        default_factory=list
    )  # the set and the move before; (-1, 0) for none
    moves: list[tuple[str, ...]] = field(default_factory=list)


_NONE: Final = (-1, 0)


def form_of_steps(
    root: State, step: Callable[[State], Step[State]], name: str, *, max_ends: int = MOST_ENDS
) -> SequenceForm:
    """Return the form of a game that is walked state by state from its root."""
    whole("max_ends", max_ends, SolverError, least=1, example=100_000)
    sides = (_Side(), _Side())
    ends: list[tuple[tuple[int, int], tuple[int, int], float]] = []
    stack: list[tuple[State, tuple[int, int], tuple[int, int], float]] = [(root, _NONE, _NONE, 1.0)]
    while stack:
        state, first, second, likely = stack.pop()
        now = step(state)
        if now.payoff is not None:
            _check_finite(now.payoff, name)
            ends.append((first, second, likely * now.payoff))
            if len(ends) > max_ends:
                raise SolverError(
                    f"{name!r} has more than {max_ends:,} ends; the form is for smaller games, such as kuhn: "
                    "raise max_ends, with patience and memory, or cut the game, as max_moves does for OpenSpiel's"
                )
        elif now.chances:
            _check_chances(now, name)
            for chance, child in zip(now.chances, now.children, strict=True):
                if chance > 0:
                    stack.append((child, first, second, likely * chance))
        else:
            number = _met(sides, now, (first, second), name)
            for move, child in enumerate(now.children):
                taken = (number, move)
                stack.append(
                    (child, taken, second, likely) if now.player == 0 else (child, first, taken, likely)
                )
    made = tuple(_sequences(side) for side in sides)
    shape = (len(made[0][0]), len(made[1][0]))
    rows = np.array([made[0][1](end[0]) for end in ends], np.int32)
    columns = np.array([made[1][1](end[1]) for end in ends], np.int32)
    payoffs = SparsePayoffs(shape, rows, columns, np.array([end[2] for end in ends], np.float64))
    names = [{made[p][2][place]: knows for knows, place in sides[p].places.items()} for p in (0, 1)]
    moves = [{made[p][2][place]: moves for place, moves in enumerate(sides[p].moves)} for p in (0, 1)]
    return SequenceForm(
        name,
        (made[0][0], made[1][0]),
        payoffs,
        lambda player, number: (_text(names[player][number]), moves[player][number]),
    )


def _met(
    sides: tuple[_Side, _Side], now: Step[State], before: tuple[tuple[int, int], tuple[int, int]], name: str
) -> int:
    """Return the number of the set of a turn; raise if the player had known more before, or has other moves."""
    if now.player not in (0, 1):
        raise SolverError(f"player {now.player} is to move in {name!r}; the form is for two players, 0 and 1")
    if not now.moves or len(now.moves) != len(now.children):
        raise SolverError(f"{_text(now.knows)!r} of {name!r} has no moves; a turn has one or more")
    side, parent = sides[now.player], before[now.player]
    number = side.places.setdefault(now.knows, len(side.places))
    if number == len(side.parents):
        side.parents.append(parent)
        side.moves.append(now.moves)
    elif side.moves[number] != now.moves:
        raise SolverError(
            f"in {_text(now.knows)!r} of {name!r} player {now.player} has the moves {side.moves[number]} and elsewhere "
            f"{now.moves}; who knows the same has the same moves"
        )
    elif side.parents[number] != parent:
        raise SolverError(
            f"in {_text(now.knows)!r} of {name!r} player {now.player} has forgotten what he knew or did; the sequence "
            "form needs perfect recall"
        )
    return number


def _sequences(side: _Side) -> tuple[Sequences, Callable[[tuple[int, int]], int], list[int]]:
    """Return a player's sequences, the sequence after a set and a move, and where each set went.

    Sets are numbered by their depth, so that all come after their parents.
    """
    depth: list[int] = []
    for number in range(len(side.parents)):
        _depth_of(side, depth, number)
    order = sorted(range(len(depth)), key=depth.__getitem__)
    place = [0] * len(order)
    for new, old in enumerate(order):
        place[old] = new
    first = np.cumsum([1, *(len(side.moves[old]) for old in order)])

    def sequence(taken: tuple[int, int]) -> int:
        return EMPTY if taken == _NONE else int(first[place[taken[0]]]) + taken[1]

    parents = np.array([sequence(side.parents[old]) for old in order], np.int32)
    return Sequences(parents, first), sequence, place


def _depth_of(side: _Side, depth: list[int], number: int) -> None:
    """Note how many sets come before one. Sets are met after those before them, so these are known."""
    before = side.parents[number][0]
    depth.append(0 if before < 0 else depth[before] + 1)


def _check_finite(payoff: float, name: str) -> None:
    if not np.isfinite(payoff):
        raise SolverError(f"an end of {name!r} pays {payoff}; payoffs are finite numbers")


def _check_chances(now: Step[State], name: str) -> None:
    if min(now.chances) < 0 or abs(sum(now.chances) - 1) > _NEAR:
        raise SolverError(
            f"chances of {name!r} are {list(now.chances)[:6]}; they are from 0 up and add up to 1, such as [0.5, 0.5]"
        )


def _text(knows: Hashable) -> str:
    return knows if isinstance(knows, str) else repr(knows)
