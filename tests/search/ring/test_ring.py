"""Subgames of several players: solved from a point of a hand, they keep what an equilibrium has."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import riverboat as rb
from riverboat.abstraction import Lossless, SequenceTables
from riverboat.cards.card import HAND_CARDS, Deck, parse_cards
from riverboat.cards.range import Range
from riverboat.errors import SolverError, StrategyError
from riverboat.evaluation import evaluate_strategy, exact_piece
from riverboat.evaluation.pieces.piece import judged_piece
from riverboat.games import Game, Menu, build_tree, kuhn
from riverboat.games.histories.line import parse_line
from riverboat.search.ring.board_buckets import board_tables, hand_classes, shares_beaten
from riverboat.search.ring.bunching import bunching
from riverboat.search.ring.gains import ring_gains
from riverboat.search.ring.solution import RingSolution
from riverboat.search.ring.solve import RingOptions, solve_ring
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import StrategyLike
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.update_rules.sampled_rules import sampled_rule
from riverboat.strategy import Blueprint, strategy_of

LEDUC_3 = Game(
    "leduc-3", 3, (13,) * 3, (0,) * 3, (1,) * 3, "limit", (0, 0), raise_sizes=(2, 4), max_raises=(1, 1),
    deck=Deck("JQK", "hs"), hole_cards=1, board_cards=(0, 1), ranking="two-card",
)  # fmt: skip
RIVER = "f f r2.5 f c c / k k k / k k k / k"
BOARD = "QsJh2d5c9d"


@cache
def learnt(game: Game, iterations: int) -> Blueprint:
    lossless = Lossless.of(game)
    rule = sampled_rule("linear", epoch=iterations // 40)
    solver = Sampled(
        build_tree(game, Menu()), SequenceTables.of(lossless, game), rule=rule, seed=1, threads=1
    )
    solver.run(iterations)
    return strategy_of(solver, lossless)


def grafted(strategy: Blueprint, solution: RingSolution) -> StrategyLike:
    """The strategy, and the solution wherever it has learnt something."""
    begun, subgame = tuple(solution.subgame.tree.root.taken), solution.subgame

    def played(state: PublicState) -> np.ndarray:
        taken, shown = tuple(state.table.taken), tuple(state.board[: len(subgame.board)])
        if taken[: len(begun)] != begun or shown != subgame.board:
            return strategy(state)
        behind = subgame.is_behind_leaf(subgame.node_after(taken))
        return strategy(state) if behind else solution(state)

    return played


@pytest.mark.parametrize("line", ["k", "k k"])
def test_a_part_of_three_player_kuhn_that_is_solved_again_keeps_the_equilibrium(line: str) -> None:
    strategy = learnt(kuhn(3), 400_000)
    solution = solve_ring(strategy, line, "", RingOptions(iterations=200_000, cut="decision"))
    assert (
        max(evaluate_strategy(kuhn(3), grafted(strategy, solution)).gains) < 0.006
    )  # of an ante; 0.002 before
    gains = ring_gains(solution, iterations=50_000)
    assert gains.percent < 0.5
    assert sum(gains.values) == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("line", ["k k k / k", "b c c /"])
def test_so_does_the_second_street_of_a_leduc_of_three(line: str) -> None:
    strategy = learnt(LEDUC_3, 1_000_000)
    before = evaluate_strategy(LEDUC_3, strategy).gains
    solution = solve_ring(strategy, line, "Ks", RingOptions(iterations=100_000))
    after = evaluate_strategy(LEDUC_3, grafted(strategy, solution)).gains
    assert max(after) < max(before) + 0.02
    assert ring_gains(solution, iterations=100_000).percent < 1


def test_depth_limited_solving_of_the_first_street_comes_near_and_knowing_nothing_behind_it_does_not() -> (
    None
):
    strategy = learnt(LEDUC_3, 1_000_000)
    limited = solve_ring(strategy, "k", "", RingOptions(iterations=300_000, depth="leaves"))
    near = evaluate_strategy(LEDUC_3, grafted(strategy, limited)).gains
    untrained = solve_ring(strategy, "k", "", RingOptions(iterations=0, depth="leaves"))
    far = evaluate_strategy(LEDUC_3, grafted(strategy, untrained)).gains
    assert sum(near) < 0.6 < 2 < sum(far)
    with pytest.raises(StrategyError, match="lies behind them"):
        limited.grid("k k k", "Ks")


def test_two_players_on_a_river_agree_with_the_full_width_engine() -> None:
    """The sampled solution of a six-handed hand with two left, judged exactly at full width."""
    strategy, line, board = rb.open("sixmax"), "f f r2.5 f f c / k b75% c / k b75% c /", "QsJh2d5c9d"
    options = RingOptions(iterations=300_000, folded=False)
    solution = solve_ring(strategy, line, board, options)
    assert len(solution.subgame.tree.root.in_hand) == 2
    weights = [solution.subgame.weights[seat] for seat in solution.subgame.tree.root.in_hand]
    first, second = (Range.from_weights(held / held.max()) for held in weights if held is not None)
    setup = GameSetup(solution.subgame.tree.config, board, (first, second))
    piece = judged_piece(setup, solution, trust_suits=False)
    assert piece.percent < 1  # of the pot
    full = rb.solvers.FullWidth(setup.tree, board=board, ranges=(first, second))
    full.run(300)
    exact = [
        value + setup.root.put_in[seat]
        for value, seat in zip(full.accuracy().values, piece.seats, strict=True)
    ]
    assert piece.evs == pytest.approx(exact, abs=0.01 * setup.pot)
    assert exact_piece(strategy, line, board).percent > 3 * piece.percent  # than the blueprint itself


def test_the_same_seed_and_iterations_have_the_same_answer() -> None:
    strategy = rb.open("sixmax")
    one, same, other = (
        solve_ring(strategy, RIVER, BOARD, RingOptions(iterations=5_000, seed=seed)).grid(RIVER).strategy
        for seed in (1, 1, 2)
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_what_was_really_done_is_in_the_tree_and_the_own_part_of_it_stays() -> None:
    strategy, line = rb.open("sixmax"), "f f r2.5 f c c / k k k / k b3.17 c r11.01"
    options = RingOptions(iterations=4_000)
    before = "f f r2.5 f c c / k k k / k"
    first = solve_ring(strategy, before, BOARD[:8], options)
    second = solve_ring(strategy, line, BOARD[:8], options, fixed=first)
    tree = second.subgame.tree
    assert tree.walk(parse_line(line, tree.game).actions) >= 0  # to the chip
    assert second.grid("f f r2.5 f c c / k k k / k b3.17 c r11.01").position == "BB"
    acted, again = first.grid(before), second.grid(before)
    bet = again.actions.index("b3.17")
    assert again.strategy[:, bet].max() < 1e-6  # the first solution did not have that bet
    checked = acted.strategy[:, acted.actions.index("k")]
    assert np.abs(again.strategy[:, again.actions.index("k")] - checked).max() < 1e-5


def test_a_line_that_cannot_have_happened_is_played_on_from_what_is_known() -> None:
    strategy = learnt(kuhn(3), 400_000)
    solution = solve_ring(strategy, "b c", "", RingOptions(iterations=2_000, cut="decision"))
    assert solution.grid("b c").strategy.shape == (4, 2)
    sixmax = rb.open("sixmax")
    line = "f f a c c f / "  # three all-in before the flop: nobody acts
    with pytest.raises(rb.RiverboatError):
        solve_ring(sixmax, line, "QsJh2d", RingOptions(iterations=100))


@pytest.mark.parametrize("stacks", [(0.5, 1, 0.03, 1, 100, 500), (500,) * 6])
def test_any_stacks_can_be_searched(stacks: tuple[float, ...]) -> None:
    strategy = rb.open("sixmax")
    game = strategy.game
    real = replace(game, stacks=tuple(max(1, round(stack * game.big_blind)) for stack in stacks))
    at = strategy.start(real)
    while at.table.round == 0:
        at = at.act(0)
    at = at.deal("QsJh2d")
    solution = solve_ring(strategy, at, options=RingOptions(iterations=256, depth="end"))
    assert np.allclose(solution(solution.start().state).sum(axis=1), 1)


def test_budgets() -> None:
    strategy = rb.open("sixmax")
    nothing = solve_ring(strategy, RIVER, BOARD, RingOptions(seconds=0))
    assert nothing.iterations == 0
    assert np.ptp(nothing.grid(RIVER).strategy) < 1e-6
    stop = threading.Event()
    stop.set()
    assert solve_ring(strategy, RIVER, BOARD, RingOptions(seconds=60), stop=stop).iterations == 0
    some = solve_ring(strategy, RIVER, BOARD, RingOptions(seconds=0.3))
    assert some.iterations > 0
    assert some.seconds >= 0.3
    with pytest.raises(SolverError, match="needs a budget"):
        RingOptions()
    with pytest.raises(SolverError, match="cut"):
        RingOptions(seconds=1, cut="hand")  # type: ignore[arg-type]


def test_buckets_of_a_board_tell_hands_apart_that_differ() -> None:
    board = parse_cards("QsJs2s5c9d")
    classes = hand_classes(board)
    at = {name: classes[list(map(set, HAND_CARDS.tolist())).index(set(parse_cards(name)))] for name in (
        "AsKs", "AcKc", "AdKh", "AsKd")}  # fmt: skip
    assert at["AcKc"] == at["AdKh"]
    assert len({at["AsKs"], at["AcKc"], at["AsKd"]}) == 3
    strengths = np.array(
        [0 if set(hand) & set(board) else rb.evaluate([*hand, *board]) for hand in HAND_CARDS.tolist()]
    )
    for number in range(classes.max() + 1):
        assert len({strength for strength in strengths[classes == number].tolist() if strength}) <= 1
    tables = board_tables(rb.open("sixmax").game, parse_cards("QsJs2s"), np.ones(1326), 3, 10)
    assert tables.counts[0] == 1
    assert all(count <= 52 * 10 for count in tables.counts[2:])


def test_shares_beaten_by_counting() -> None:
    rng = np.random.default_rng(2)
    scores, field = rng.integers(0, 50, (2, 1326)).astype(float), rng.random(1326)
    boards = [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)]
    found = shares_beaten(scores, field, boards)
    for row, board in enumerate(boards):
        left = field * ~np.isin(HAND_CARDS, board).any(axis=1)
        for hand in (0, 17, 1325):
            beaten = (
                left[scores[row] < scores[row, hand]].sum() + left[scores[row] == scores[row, hand]].sum() / 2
            )
            assert found[row, hand] == pytest.approx(beaten / left.sum())


def test_bunching_of_one_folded_seat_is_exact() -> None:
    board, rng = parse_cards("QsJh2d"), np.random.default_rng(1)
    folded = rng.random(1326) * ~np.isin(HAND_CARDS, board).any(axis=1)
    found = bunching([folded], board, deals=400_000)
    free = ~np.isin(HAND_CARDS, board).any(axis=1)
    exact = np.array([folded[~np.isin(HAND_CARDS, hand).any(axis=1)].sum() for hand in HAND_CARDS]) * free
    exact /= exact[free].mean()
    assert np.abs(found.hands - exact)[free].max() < 0.005
    nobody = bunching([], board)
    assert (nobody.hands[free] == 1).all()
    assert nobody.hands[~free].max() == 0
    with pytest.raises(SolverError, match="holds no hand"):
        bunching([np.zeros(1326)])
