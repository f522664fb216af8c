"""How good strategies are in a whole game: exact values, best answers and matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from riverboat.base.progress import Progress
from riverboat.cards.card import parse_cards
from riverboat.errors import SolverError
from riverboat.evaluation.filled import filled_engine
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import StrategyLike, ask
from riverboat.solvers.full_width.engine import Precision
from riverboat.solvers.full_width.setup import GameLike, GameSetup, game_setup
from riverboat.solvers.reference.tree import Tree, build_tree
from riverboat.solvers.reference.values import best_response, expected_values
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
    solver = filled_engine(
        setup, played, trust_suits=trust_suits, precision=precision, threads=threads, progress=progress
    )
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
