"""What a strategy is: asked what everybody can see, it answers how each hand is played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import GameError, SolverError
from riverboat.games.action import CALL, FOLD
from riverboat.games.game import Game
from riverboat.games.line import write_line
from riverboat.games.streets import street_names
from riverboat.games.table import Table
from riverboat.solvers.options import Option

if TYPE_CHECKING:
    from riverboat.solvers.solution import Solution

Floats = npt.NDArray[np.float64]

NEAR: Final = 1e-6
"""Probabilities may miss a sum of 1 by this much, which is rounding in 32 bits."""


@dataclass(frozen=True, eq=False)
class PublicState:
    """A decision as everybody at the table sees it, and the hands that who acts may hold.

    table: the betting so far; do not play on it. board: the cards on the table. hands: uint8[hands, hole cards], the
    higher card first. options: what can be done.
    """

    table: Table
    board: tuple[int, ...]
    hands: npt.NDArray[np.uint8]
    options: tuple[Option, ...]

    @property
    def game(self) -> Game:
        """The rules."""
        return self.table.game

    @property
    def seat(self) -> int:
        """Who acts."""
        assert self.table.actor is not None
        return self.table.actor

    @property
    def actions(self) -> tuple[str, ...]:
        """The options as tokens of a betting line."""
        return tuple(option.token for option in self.options)

    @cached_property
    def line(self) -> str:
        """The betting line from the start of the hand, with the cards of its later streets."""
        return write_line(self.game, self.table.taken, card_names(self.board))


class Strategy(Protocol):
    """Whatever answers a `PublicState` with probabilities, [hands, actions], whose rows sum to 1.

    A `Solution` does, and so does any function. This one bets the king and nothing else:

    >>> from riverboat.cards.card import parse_cards
    >>> def honest(state):
    ...     king = state.hands[:, 0] == parse_cards("Ks")[0]
    ...     best = np.where(king, len(state.options) - 1, 0)
    ...     return np.eye(len(state.options))[best]
    >>> from riverboat.solvers import evaluate_strategy
    >>> [round(gain, 3) for gain in evaluate_strategy("kuhn", honest).gains]
    [0.167, 0.333]
    """

    def __call__(self, state: PublicState, /) -> npt.ArrayLike:
        """Return the probability of each option for each hand."""
        ...


def uniform(state: PublicState) -> Floats:
    """Take every action alike often.

    >>> from riverboat.solvers import exploitability
    >>> round(exploitability("leduc", uniform), 6)
    2.373611
    """
    return np.full((len(state.hands), len(state.options)), 1 / len(state.options))


def always_call(state: PublicState) -> Floats:
    """Check and call, whatever is held."""
    return _always(state, CALL)


def always_fold(state: PublicState) -> Floats:
    """Check where nothing is to be paid, else fold."""
    return _always(state, FOLD)


def _always(state: PublicState, wanted: int) -> Floats:
    actions = [option.action for option in state.options]
    answer = np.zeros((len(state.hands), len(actions)))
    answer[:, actions.index(wanted if wanted in actions else CALL)] = 1.0
    return answer


# --- asking ------------------------------------------------------------------------------------------------


def ask(strategy: Strategy, state: PublicState) -> Floats:
    """Return what a strategy plays, float64[hands, actions], rows sum to 1; a `SolverError` if it makes no sense."""
    if not callable(strategy):
        raise SolverError(
            f"{strategy!r} is not a strategy; give a Solution or a function of a PublicState such as uniform"
        )
    try:
        answer = np.asarray(strategy(state), np.float64)
    except (TypeError, ValueError) as problem:
        if isinstance(problem, SolverError | GameError):
            raise
        raise SolverError(f"the strategy failed {where(state)}: {problem}") from problem
    expected = (len(state.hands), len(state.options))
    if answer.shape != expected:
        raise SolverError(
            f"the strategy answered an array of shape {answer.shape} {where(state)}; it must be {expected}, a row for "
            f"each hand and a column for each of {', '.join(state.actions)}"
        )
    total = answer.sum(axis=1)
    wrong = ~((answer >= 0).all(axis=1) & (np.abs(total - 1) <= NEAR))  # NaN is wrong too
    if wrong.any():
        hand = int(np.argmax(wrong))
        raise SolverError(
            f"the strategy plays {card_names(state.hands[hand].tolist())} {where(state)} with {answer[hand].tolist()}; "
            f"probabilities of {', '.join(state.actions)} are from 0 up and add up to 1, such as "
            f"{uniform(state)[hand].tolist()}"
        )
    return np.asarray(answer / total[:, None])


def where(state: PublicState) -> str:
    """Return the place of a state in words.

    >>> from riverboat.games import leduc
    >>> where(PublicState(Table(leduc()), (), np.zeros((1, 1), np.uint8), ()))
    'at the start'
    """
    line = f"after {state.line!r}" if state.line else "at the start"
    return f"{line} on {card_names(state.board)}" if state.board else line


# --- solutions ---------------------------------------------------------------------------------------------


def solution_answer(solution: Solution, state: PublicState) -> Floats:
    """Return what a solution plays; a `SolverError` if it has no answer: another game, line, board, action or hand."""
    setup, solver = solution.setup, solution.solver
    if state.game != setup.game:
        raise SolverError(
            f"the solution of {setup.game.name!r} is asked about {state.game.name!r} with other rules; it plays the "
            "game that was solved"
        )
    if state.table.round not in solution.kept_rounds:
        street = street_names(setup.game)[state.table.round]
        raise SolverError(f"the file of the solution has no {street}; save it without drop={street!r}")
    try:
        node = solution.tree.walk(tuple(state.table.taken))
    except GameError as problem:
        raise SolverError(f"the solution does not know the line {state.line!r}: {problem}") from None
    if solution.tree.choices(node) != [option.action for option in state.options]:
        raise SolverError(
            f"{where(state)} there are {', '.join(state.actions)}, and the solution knows the actions "
            f"{solution.tree.choices(node)} in chips (-1 folds, 0 checks or calls); solve it with the same sizes"
        )
    board = solution.walker.find(_deals(solution, state))
    hands = _places(solver.hands[solver.player_at(node)].cards, state)
    return solution.walker.strategy(node, board)[hands]


def _deals(solution: Solution, state: PublicState) -> list[tuple[int, ...]]:
    """The cards of each street after the first of the solution."""
    root = parse_cards(solution.setup.board)
    if set(state.board[: len(root)]) != set(root):
        raise SolverError(
            f"the solution begins on {card_names(root)} and is asked about the board {card_names(state.board)}"
        )
    deals, begin = [], len(root)
    for count in state.game.board_cards[solution.tree.root.round + 1 : state.table.round + 1]:
        deals.append(state.board[begin : begin + count])
        begin += count
    return deals


def _places(cards: npt.NDArray[np.uint8], state: PublicState) -> npt.NDArray[np.intp]:
    """Where the hands of a state are among the cards of a solution."""
    places = np.full((52, 52), -1, np.intp)
    places[cards[:, 0], cards[:, -1]] = places[cards[:, -1], cards[:, 0]] = np.arange(len(cards))
    found = places[state.hands[:, 0], state.hands[:, -1]]
    if (found < 0).any():
        hand = state.hands[int(np.argmin(found))].tolist()
        raise SolverError(
            f"the solution has no strategy for {card_names(hand)} {where(state)}: the hand was not in the range"
        )
    return found
