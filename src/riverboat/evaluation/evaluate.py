"""How good strategies are in a whole game: exact values, best answers and matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.base.progress import Progress
from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import SolverError
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu
from riverboat.solvers.asking.options import Option, options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import NEAR, Floats, StrategyLike, ask, where
from riverboat.solvers.full_width.engine import PLAYERS, SAME_SUITS, FullWidth, Precision, Renaming
from riverboat.solvers.full_width.real_boards import rename_cards, symmetries
from riverboat.solvers.full_width.setup import GameLike, GameSetup, game_setup
from riverboat.solvers.reference.tree import Tree, build_tree
from riverboat.solvers.reference.values import best_response, expected_values
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.spots.spot import SpotSetup

Evaluated: TypeAlias = "GameLike | GameSetup | SpotSetup"
Strategies: TypeAlias = "StrategyLike | Sequence[StrategyLike]"


@dataclass(frozen=True)
class Evaluation:
    """How good the strategies of all players are, in chips.

    values: what each player wins on average. best: what he would win with the best answer while the others keep to
    their strategies.
    """

    values: tuple[float, ...]
    best: tuple[float, ...]

    @property
    def gains(self) -> tuple[float, ...]:
        """What each player would gain by his best answer; all are 0 in equilibrium."""
        return tuple(best - value for best, value in zip(self.best, self.values, strict=True))

    @property
    def nash_conv(self) -> float:
        """The sum of the gains."""
        return sum(self.gains)

    @property
    def exploitability(self) -> float:
        """The mean of the gains."""
        return self.nash_conv / len(self.values)


@dataclass(frozen=True)
class HeadToHead:
    """What the first of two strategies wins from the second on average, in chips.

    seats: as player 0 and as player 1.
    """

    seats: tuple[float, float]

    @property
    def mean(self) -> float:
        """Over both seats."""
        return sum(self.seats) / 2


def evaluate_strategy(
    game: Evaluated,
    strategy: Strategies,
    *,
    menu: Menu | None = None,
    trust_suits: bool = False,
    precision: Precision = 64,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Return what strategies win in a whole game and what the best answers to them would win; exact.

    game: as in `solve`, or a `GameSetup` or `SpotSetup`. strategy: one that plays all seats, or one for each player in
    order of seats. progress: called with how many questions are asked and how many there are.

    Two players: every decision on every board is asked, then the full-width engine walks the game. It takes suits
    that make no difference for the same. If a strategy tells them apart anyway, the engine keeps them apart, with up to
    24 times the memory. trust_suits: ask on one of the boards that differ in suits only, up to 24 times fewer
    questions; a strategy that is seen to tell suits apart is refused then. precision: bits of a stored probability.

    Locks of a setup bind the solver, not the evaluation: best answers here are free, those of `Solution.exploitability`
    keep to the locks.

    More players: limit games with up to 200,000 ends, by plain enumeration.

    >>> from riverboat.games import kuhn
    >>> from riverboat.solvers import always_call, uniform
    >>> result = evaluate_strategy("kuhn", uniform)
    >>> round(result.values[0], 6), round(result.nash_conv * 12, 6)
    (0.125, 11.0)
    >>> [round(gain, 3) for gain in evaluate_strategy(kuhn(players=3), [uniform, uniform, always_call]).gains]
    [0.542, 0.708, 0.448]
    """
    setup = _setup(game, menu)
    players = len(setup.root.in_hand)
    played = _one_each(strategy, players)
    if players > 2:
        return _enumerated(setup, played)
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
        _fill(solver, played, setup, trust_suits, progress)
    except _SuitsDifferError as problem:
        if trust_suits:
            raise SolverError(f"{problem}, or be evaluated with trust_suits=False") from None
        solver = engine([SAME_SUITS])
        _fill(solver, played, setup, trust_suits, progress)
    accuracy = solver.accuracy()
    return Evaluation(accuracy.values, accuracy.best)


def exploitability(game: Evaluated, strategy: Strategies, *, menu: Menu | None = None) -> float:
    """Return what players would gain by the best answers, on average over the seats, in chips; exact.

    More about it is in `evaluate_strategy`.

    >>> from riverboat.solvers import solve, uniform
    >>> round(exploitability("kuhn", uniform) * 24, 6)
    11.0
    >>> exploitability("leduc", solve("leduc", target=0.01)) < 0.01
    True
    """
    return evaluate_strategy(game, strategy, menu=menu).exploitability


def head_to_head(
    game: Evaluated,
    first: StrategyLike,
    second: StrategyLike,
    *,
    menu: Menu | None = None,
    trust_suits: bool = False,
    precision: Precision = 64,
    threads: int | None = None,
) -> HeadToHead:
    """Return what one strategy wins from another in a two-player game, in either seat and over both; exact.

    The options are those of `evaluate_strategy`.

    >>> from riverboat.solvers import always_call, always_fold, solve
    >>> head_to_head("leduc", always_call, always_fold).mean  # nobody ever bets
    0.0
    >>> head_to_head("leduc", solve("leduc", target=0.01), always_fold).mean > 0.3
    True
    """
    setup = _setup(game, menu)
    if len(setup.root.in_hand) != 2:
        raise SolverError(
            f"{setup.game.name!r} has {len(setup.root.in_hand)} players; head to head is for two, such as 'leduc'"
        )

    def values(pair: list[StrategyLike]) -> tuple[float, ...]:
        return evaluate_strategy(
            setup, pair, trust_suits=trust_suits, precision=precision, threads=threads
        ).values

    return HeadToHead((values([first, second])[0], values([second, first])[1]))


def _setup(game: Evaluated, menu: Menu | None) -> GameSetup:
    if isinstance(game, GameSetup | SpotSetup):
        if menu is not None:
            raise SolverError("a setup has its own menu; leave menu out, or give a game")
        return game.game_setup() if isinstance(game, SpotSetup) else game
    return game_setup(game, menu)


def _one_each(strategy: Strategies, players: int) -> list[StrategyLike]:
    if not isinstance(strategy, Sequence):
        return [strategy] * players
    if len(strategy) != players:
        raise SolverError(
            f"there are {len(strategy)} strategies for {players} players; give one for each, or one for all"
        )
    return list(strategy)


# --- two players: the full-width engine ----------------------------------------------------------------------


class _SuitsDifferError(SolverError):
    """A strategy plays what the engine takes for the same in two ways."""


@dataclass(frozen=True)
class _Board:
    """A board that the engine keeps, and the same board in other suits.

    hands, classes: of both players. others: the cards of each of the same boards and the renaming that makes them.
    """

    round: int
    number: int
    cards: tuple[int, ...]
    hands: tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]
    classes: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]
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
    done, total = 0, sum(nodes[n] * len(solver.boards(n)) for n in _rounds(solver))
    for board in _boards(solver, trust):
        first = int(tree.first_node[board.round])
        for node in range(first, first + nodes[board.round]):
            player = solver.player_at(node)
            solution = solved[player]
            if solution is not None and board.round in solution.rounds_at_hand:
                rows = solution.policy.rows(node, board.number)
            else:
                rows = _rows(strategies[player], *decisions[node], board, player)
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
            first, second = (game.board_hands(number, place, player) for player in PLAYERS)
            yield _Board(
                number,
                place,
                cards,
                (first[2], second[2]),
                (first[3].astype(np.intp), second[3].astype(np.intp)),
                others,
            )


def _in_order(
    dealt: Sequence[int], root: Sequence[int], streets: Sequence[tuple[int, int]]
) -> tuple[int, ...]:
    """A board with the root's cards as they were given, and those of each later street ascending."""
    later = (card for begin, end in streets for card in sorted(dealt[begin:end]))
    return (*root, *later)


def _rows(
    strategy: StrategyLike, table: Table, options: tuple[Option, ...], board: _Board, player: int
) -> Floats:
    """Ask a strategy on a board, and on all that are the same in other suits; float64[actions, classes]."""
    hands, classes = board.hands[player], board.classes[player]
    state = PublicState(table, board.cards, hands, options)
    answer = ask(strategy, state)
    first = np.unique(classes, return_index=True)[1]
    _check_same(answer[first][classes], answer, state, state, hands[first][classes])
    for cards, renaming in board.others.items():
        renamed = -np.sort(-rename_cards(hands, renaming).astype(np.int16), axis=1)
        other = PublicState(table, cards, renamed.astype(np.uint8), options)
        _check_same(answer, ask(strategy, other), state, other, hands)
    return np.ascontiguousarray(answer[first].T)


def _check_same(
    first: Floats, second: Floats, here: PublicState, there: PublicState, hands: npt.NDArray[np.uint8]
) -> None:
    """Raise an error unless hands are played as those that they become in other suits."""
    differs = (np.abs(first - second) > NEAR).any(axis=1)
    if differs.any():
        hand = int(np.argmax(differs))
        raise _SuitsDifferError(
            f"the strategy plays {card_names(hands[hand].tolist())} {where(here)} with {first[hand].tolist()} and "
            f"{card_names(there.hands[hand].tolist())} {where(there)} with {second[hand].tolist()}; the two differ in "
            "suits only, which neither the first board nor a range tells apart, and must be played alike"
        )


# --- more players: plain enumeration -------------------------------------------------------------------------


def _enumerated(setup: GameSetup, strategies: Sequence[StrategyLike]) -> Evaluation:
    game = setup.game
    plain = GameSetup(setup.config) == setup and not setup.config.start and game.betting == "limit"
    if not plain:
        raise SolverError(
            f"{len(setup.root.in_hand)} players are evaluated in whole limit games without board, ranges and rake, "
            "such as kuhn(players=3)"
        )
    tree = build_tree(game)
    rows = _reference_rows(tree, strategies)
    best = tuple(best_response(tree, rows, seat)[0] for seat in range(game.players))
    return Evaluation(expected_values(tree, rows), best)


def _reference_rows(tree: Tree, strategies: Sequence[StrategyLike]) -> list[list[float]]:
    """Ask the strategies about all information sets, those that differ in the hand only at once."""
    alike: dict[tuple[str, str], list[int]] = {}
    for number, info in enumerate(tree.info_sets):
        alike.setdefault((info.line, info.board), []).append(number)
    rows: list[list[float]] = [[]] * len(tree.info_sets)
    for (line, board), numbers in alike.items():
        infos = [tree.info_sets[number] for number in numbers]
        table = _table_after(tree.game, line)
        hands = np.array([sorted(parse_cards(info.hole), reverse=True) for info in infos], np.uint8)
        options = options_at(table, [_action(token) for token in infos[0].actions])
        state = PublicState(table, tuple(parse_cards(board)), hands, options)
        for number, row in zip(numbers, ask(strategies[state.seat], state).tolist(), strict=True):
            rows[number] = row
    return rows


def _table_after(game: Game, line: str) -> Table:
    table = Table(game)
    for token in line.replace("/", "").split():
        act(table, _action(token))
    return table


def _action(token: str) -> Action:
    """Read a token of the reference, whose amounts are chips."""
    if token in ("k", "c"):
        return CALL
    return FOLD if token == "f" else int(token[1:])
