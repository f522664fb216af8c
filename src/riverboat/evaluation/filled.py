"""The full-width engine with any strategies as its averages: every decision asked on every board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from riverboat.base.progress import Progress
from riverboat.cards.card import card_names
from riverboat.errors import SolverError
from riverboat.games.rules.action import act
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.options import Option, options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Floats, StrategyLike, ask, first_difference, where
from riverboat.solvers.asking.twice import AskedTwice
from riverboat.solvers.full_width.engine import PLAYERS, SAME_SUITS, FullWidth, Precision, Renaming
from riverboat.solvers.full_width.real_boards import rename_cards, symmetries
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.solutions.solution import Solution


def filled_engine(
    setup: GameSetup,
    strategies: Sequence[StrategyLike],
    *,
    trust_suits: bool = False,
    precision: Precision = 64,
    threads: int | None = None,
    progress: Progress | None = None,
) -> FullWidth:
    """Return an engine of a two-player setup whose averages are the strategies of the two; see `evaluate_strategy`."""
    if precision == 16:
        raise SolverError("precision is 16; strategies are evaluated in 64 or 32 bits")

    def engine(renamings: Sequence[Renaming]) -> FullWidth:
        return FullWidth(
            setup.tree,
            board=setup.board,
            ranges=setup.ranges,
            rake=setup.rake,
            rule="cfr",
            precision=precision,
            renamings=renamings,
            threads=threads,
        )

    solver = engine(setup.found_locks.renamings)
    try:
        _fill(solver, strategies, setup, trust_suits, progress)
    except _SuitsDifferError as problem:
        if trust_suits:
            raise SolverError(f"{problem}, or be evaluated with trust_suits=False") from None
        solver = engine([SAME_SUITS])
        _fill(solver, strategies, setup, trust_suits, progress)
    return solver


def asked_rows(
    solver: FullWidth, strategy: StrategyLike, players: Sequence[int] = PLAYERS
) -> Iterator[tuple[int, int, Floats]]:
    """Yield what a strategy plays at every decision of some players: node, board, float64[actions, classes].

    What differs in suits only is taken to be played alike.
    """
    tree, decisions, twice = solver.tree, _decisions(solver), AskedTwice()
    for board in _boards(solver, trust=True):
        for node in range(*tree.first_node[board.round : board.round + 2].tolist()):
            player = solver.player_at(node)
            if player in players:
                yield node, board.number, _rows(twice, strategy, *decisions[node], board, player)


class _SuitsDifferError(SolverError):
    """A strategy plays what the engine takes for the same in two ways."""


@dataclass(frozen=True)
class _Board:
    """A board that the engine keeps, and the same board in other suits.

    hands, classes: of both players. firsts: a hand of each class; None where every hand is the class of its number, as
    when no two suits are alike. others: the cards of each of the same boards and the renaming that makes them.
    """

    round: int
    number: int
    cards: tuple[int, ...]
    hands: tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]
    classes: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]
    firsts: tuple[npt.NDArray[np.intp] | None, npt.NDArray[np.intp] | None]
    others: dict[tuple[int, ...], Renaming] = field(default_factory=dict)


def _fill(
    solver: FullWidth,
    strategies: Sequence[StrategyLike],
    setup: GameSetup,
    trust: bool,
    progress: Progress | None,
) -> None:
    """Make strategies the averages of an engine of a setup.

    Solutions of the setup whose engine joins the same suits have the same boards and classes of hands: their rows are
    copied.
    """
    tree, decisions = solver.tree, _decisions(solver)
    nodes = np.diff(tree.first_node).tolist()
    solved = [s if isinstance(s, Solution) and _is_alike(s, setup, solver) else None for s in strategies]
    twice = AskedTwice()
    done, total = 0, sum(nodes[n] * len(solver.boards(n)) for n in _rounds(solver))
    for board in _boards(solver, trust):
        first = int(tree.first_node[board.round])
        for node in range(first, first + nodes[board.round]):
            player = solver.player_at(node)
            solution = solved[player]
            if solution is not None and board.round in solution.rounds_at_hand:
                rows = solution.policy.rows(node, board.number)
            else:
                rows = _rows(twice, strategies[player], *decisions[node], board, player)
            solver.set_rows(node, board.number, rows)
            done += 1
            if progress is not None:
                progress(done, total)


def _is_alike(solution: Solution, setup: GameSetup, solver: FullWidth) -> bool:
    return solution.setup == setup and solution.solver.renamings == solver.renamings


def _rounds(solver: FullWidth) -> range:
    """The betting rounds with decisions."""
    return range(int(solver.game.first_round), int(solver.tree.round.max()) + 1)


def _decisions(solver: FullWidth) -> list[tuple[Table, tuple[Option, ...]]]:
    """Return the betting and the options at each node."""
    tree = solver.tree
    tables = {0: tree.root}
    decisions = []
    for node in range(tree.nodes):  # children come after their parents
        table, choices = tables.pop(node), tree.choices(node)
        decisions.append((table, options_at(table, choices)))
        children = tree.child[tree.first_choice[node] : tree.first_choice[node + 1]].tolist()
        for action, child in zip(choices, children, strict=True):
            if child >= 0:
                tables[child] = table.copy()
                act(tables[child], action)
    return decisions


def _boards(solver: FullWidth, trust: bool) -> Iterator[_Board]:
    """Yield the engine's boards of all rounds."""
    game, tree = solver.game, solver.tree
    renamings = symmetries(solver)[: 1 if trust else None]
    begins = np.cumsum([0, *tree.game.board_cards])
    for number in _rounds(solver):
        streets = list(pairwise(begins[int(game.first_round) + 1 : number + 2].tolist()))
        for place, dealt in enumerate(solver.boards(number)):
            cards, *same = (
                _in_order([card // 4 * 4 + to[card % 4] for card in dealt], solver.board, streets)
                for to in renamings
            )
            others = dict(zip(same, renamings[1:], strict=True))
            others.pop(cards, None)
            (first, of_first), (second, of_second) = (
                game.board_hands(number, place, player)[2:] for player in PLAYERS
            )
            classes = of_first.astype(np.intp), of_second.astype(np.intp)
            firsts = _first_hands(classes[0]), _first_hands(classes[1])
            yield _Board(number, place, cards, (first, second), classes, firsts, others)


def _first_hands(classes: npt.NDArray[np.intp]) -> npt.NDArray[np.intp] | None:
    """The first hand of each class; None if hands are the classes."""
    if np.array_equal(classes, np.arange(len(classes))):
        return None
    return np.unique(classes, return_index=True)[1]


def _in_order(
    dealt: Sequence[int], root: Sequence[int], streets: Sequence[tuple[int, int]]
) -> tuple[int, ...]:
    """A board with the root's cards as they were given, and those of each later street ascending."""
    later = (card for begin, end in streets for card in sorted(dealt[begin:end]))
    return (*root, *later)


def _rows(
    twice: AskedTwice,
    strategy: StrategyLike,
    table: Table,
    options: tuple[Option, ...],
    board: _Board,
    player: int,
) -> Floats:
    """Ask a strategy on a board, and on all that are the same in other suits; float64[actions, classes]."""
    hands, classes, first = board.hands[player], board.classes[player], board.firsts[player]
    state = PublicState(table, board.cards, hands, options)
    answer = twice.ask(strategy, state)
    if first is not None:
        _check_same(answer[first][classes], answer, state, state, hands[first][classes])
    for cards, renaming in board.others.items():
        renamed = -np.sort(-rename_cards(hands, renaming).astype(np.int16), axis=1)
        other = PublicState(table, cards, renamed.astype(np.uint8), options)
        _check_same(answer, ask(strategy, other), state, other, hands)
    return np.ascontiguousarray((answer if first is None else answer[first]).T)


def _check_same(
    first: Floats, second: Floats, here: PublicState, there: PublicState, hands: npt.NDArray[np.uint8]
) -> None:
    """Raise an error unless hands are played as those that they become in other suits."""
    if (hand := first_difference(first, second)) is not None:
        raise _SuitsDifferError(
            f"the strategy plays {card_names(hands[hand].tolist())} {where(here)} with {first[hand].tolist()} and "
            f"{card_names(there.hands[hand].tolist())} {where(there)} with {second[hand].tolist()}; the two differ in "
            "suits only, which neither the first board nor a range tells apart, and must be played alike"
        )
