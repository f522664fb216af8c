"""What the sampled engine learns, measured by the full-width engine, and what its options promise."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from riverboat.abstraction import SequenceTables
from riverboat.cards.card import Deck
from riverboat.cards.range import Range
from riverboat.errors import SolverError
from riverboat.evaluation import evaluate_strategy, exploitability
from riverboat.games import Game, Menu, build_tree, kuhn, leduc, menu_from_table
from riverboat.solvers import (
    SAMPLED_RULES,
    FullWidth,
    RankBuckets,
    Sampled,
    SampledRule,
    game_setup,
    sampled_rule,
)
from riverboat.solvers.sampled.engine import DEALS_AT_ONCE, FEW, MET
from riverboat.solvers.update_rules.averaging import UNIFORM
from riverboat.solvers.update_rules.rules import (
    CFRPlus,
    FictitiousPlay,
    LinearCFR,
    PredictiveCFRPlus,
    PrunedCFR,
)
from riverboat.solvers.update_rules.sampled_rule_table import rule_table

NO_LIMIT = Game(
    "small", 2, (5, 5), (0, 0), (1, 1), "no-limit", (0, 0), min_bet=1, deck=Deck("JQKA", "hs"),
    hole_cards=1, board_cards=(0, 1), ranking="two-card",
)  # fmt: skip
TWO_CARDS = replace(NO_LIMIT, deck=Deck("QKA", "dhs"), hole_cards=2, ranking="three-card")
POT = menu_from_table({"every": {"bets": "100%", "raises": "100%"}, "all_in": "never"})


def menu_of(game: Game) -> Menu:
    return Menu() if game.betting == "limit" else POT


def sampled(
    game: Game,
    rule: str | SampledRule = "mccfr",
    *,
    rows: str = "own",
    joined: str = "never",
    **options: object,
) -> Sampled:
    tree = build_tree(game, menu_of(game), rows=rows, joined_from=joined)
    deals = SequenceTables.of(RankBuckets(game), game)
    return Sampled(tree, deals, rule=rule, **({"threads": 1, "seed": 1} | options))  # type: ignore[arg-type]


def error_of(solver: Sampled) -> float:
    game = solver.game
    return exploitability(game, solver.strategy(RankBuckets(game)), menu=menu_of(game))


def errors(solver: Sampled, *iterations: int) -> list[float]:
    found = []
    for count in iterations:
        solver.run(count - solver.iterations)
        found.append(error_of(solver))
    return found


def all_numbers(solver: Sampled) -> list[np.ndarray]:
    return [np.array(solver.engine.row(row)) for row in range(solver.tree.rows)]


def same(a: Sampled, b: Sampled) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(all_numbers(a), all_numbers(b), strict=True))


# --- convergence -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "last"), [("mccfr", 6), ("mccfr+", 5), ("outcome", 6), ("chance", 5), ("public", 4)]
)
def test_leduc_converges_as_one_over_the_square_root(rule: str, last: int) -> None:
    """The theory's bound; every tenfold of iterations counts as one point."""
    powers = np.arange(2 if last < 5 else 3, last + 1)
    found = errors(sampled(leduc(), rule), *(10**powers).tolist())
    slope = np.polyfit(powers, np.log10(found), 1)[0]
    assert -0.75 < slope < -0.4, (slope, found)


@pytest.mark.parametrize("game", [kuhn(), NO_LIMIT], ids=lambda game: game.name)
@pytest.mark.parametrize(
    "rule",
    [
        sampled_rule("mccfr"),
        sampled_rule("mccfr+"),
        sampled_rule("linear", epoch=5_000),
        sampled_rule("discounted", epoch=5_000),
        sampled_rule("pluribus", epoch=5_000, prune_below=-300.0, floor=-310.0),
        sampled_rule("mccfr", average="snapshots", snapshot_every=200),
        sampled_rule("outcome"),
        sampled_rule("chance"),
        sampled_rule("public"),
    ],
    ids=lambda rule: str(rule_table(rule)),
)
def test_every_rule_learns(game: Game, rule: SampledRule) -> None:
    early, late = errors(sampled(game, rule), 1_000, 20_000 if rule.sampling == "public" else 100_000)
    assert late < (0.1 if game is NO_LIMIT else 0.02)
    assert late < 0.5 * early


def test_public_chance_without_a_board_is_plain_cfr() -> None:
    """Known values of CFR with alternating updates."""
    assert errors(sampled(kuhn(), "public"), 100, 1_000) == pytest.approx([8.23e-3, 9.38e-4], rel=2e-3)


def test_a_hand_of_public_sampling_counts_as_several_visits() -> None:
    """It has met all hands of the opponent; strategies are averaged as they are."""
    solver = sampled(leduc(), "public")
    solver.run(200)
    row = 0
    np.testing.assert_allclose(solver.visits(row), MET * solver.averages(row).sum(axis=1), rtol=1e-6)
    assert solver.visits(row).sum() == pytest.approx(MET * 5 * 200, rel=1e-3)  # five hands beside a board
    assert solver.survey().visits == pytest.approx(
        sum(solver.visits(row).sum() for row in range(solver.tree.rows)), rel=1e-4
    )
    snapshots = sampled(leduc(), sampled_rule("public", average="snapshots", snapshot_every=100))
    snapshots.run(200)
    assert snapshots.visits(row).tolist() == pytest.approx([2, 2, 2])


def test_nobody_gains_in_kuhn_of_three() -> None:
    game = kuhn(players=3)
    solver = sampled(game)
    worst = []
    for iterations in (1_000, 30_000, 500_000):
        solver.run(iterations - solver.iterations)
        worst.append(max(evaluate_strategy(game, solver.strategy(RankBuckets(game))).gains))
    assert worst[2] < 0.005
    assert worst[2] < worst[1] / 2 < worst[0] / 4


@pytest.mark.parametrize("rule", ["mccfr", "chance", "public"])
def test_ranges_are_those_of_the_full_width_engine(rule: str) -> None:
    ranges = (Range("AA:0.5,KQs,QQ"), Range("KK:0.25,AQs,AKo"))
    setup = game_setup(TWO_CARDS, POT, ranges=ranges)
    solver = sampled(TWO_CARDS, rule, ranges=ranges)
    solver.run(30_000 if rule == "public" else 100_000)
    found = evaluate_strategy(setup, solver.strategy(RankBuckets(TWO_CARDS)))
    assert found.exploitability < 0.02
    plain = sampled(TWO_CARDS, rule)
    plain.run(10_000)
    assert evaluate_strategy(setup, plain.strategy(RankBuckets(TWO_CARDS))).exploitability > 0.1


def test_joined_trees_forget_how_the_pot_grew() -> None:
    joined = sampled(NO_LIMIT, joined="round-2")
    assert joined.tree.nodes < sampled(NO_LIMIT).tree.nodes
    assert errors(joined, 100_000)[0] < 0.08


def test_shared_rows_end_where_the_full_width_engine_does() -> None:
    """It forgets what was bet before the board, so both end far from equilibrium, at the same place."""
    solver = sampled(leduc(), rows="round-actions")
    full = FullWidth(solver.tree, rule="cfr", ties=RankBuckets(leduc()), threads=1)
    full.run(1_000)
    assert errors(solver, 100_000)[0] == pytest.approx(full.accuracy().exploitability, rel=0.2)


# --- options -----------------------------------------------------------------------------------------------


def test_pruning_saves_visits_and_changes_nothing_else() -> None:
    plain, pruned = sampled(leduc()), sampled(leduc(), SampledRule(prune_below=-3_000.0, floor=-3_300.0))
    assert errors(pruned, 200_000)[0] < 1.5 * errors(plain, 200_000)[0]
    assert pruned.node_visits < 0.99 * plain.node_visits


def test_what_is_left_out_counts_when_it_is_looked_at() -> None:
    """With eager pruning, too: counted once and not for all the times it is left out, the error is four times this."""
    plain, pruned = sampled(leduc()), sampled(leduc(), SampledRule(prune_below=-300.0, floor=-600.0))
    assert errors(pruned, 200_000)[0] < 1.6 * errors(plain, 200_000)[0]
    assert pruned.node_visits < 0.95 * plain.node_visits


@pytest.mark.parametrize("floor", [0.0, -30.0])
@pytest.mark.parametrize("sampling", ["external", "outcome", "chance", "public"])
def test_regrets_stop_at_the_floor(sampling: str, floor: float) -> None:
    rule = sampled_rule("mccfr", floor=floor) if floor else sampled_rule("mccfr+")
    solver = sampled(leduc(), replace(rule, sampling=sampling))
    solver.run(2_000)
    lowest = min(float(solver.regrets(row).min()) for row in range(solver.tree.rows))
    assert lowest == floor * leduc().big_blind


def replayed(rule: SampledRule, pause: int, times: int, at_pause: Callable[[Sampled, int], None]) -> Sampled:
    """A run of the rule whose pauses are done here in Python."""
    solver = sampled(kuhn(), rule)
    for epoch in range(1, times + 1):
        solver.run(pause)
        at_pause(solver, epoch)
    return solver


@pytest.mark.parametrize("name", ["linear", "discounted"])
def test_discounts_multiply_whole_epochs(name: str) -> None:
    rule = sampled_rule(name, epoch=256, last_epoch=3)
    alpha, beta, gamma = {"linear": (1, 1, 1), "discounted": (1.5, 0.5, 2)}[name]

    def discount(solver: Sampled, epoch: int) -> None:
        if epoch > 3:
            return
        up, down = epoch**alpha, epoch**beta
        for row in range(solver.tree.rows):
            numbers = solver.engine.row(row)
            regrets = numbers[:, :2]
            regrets *= np.where(regrets > 0, up / (up + 1), down / (down + 1)).astype(np.float32)
            numbers[:, 2:4] *= np.float32((epoch / (epoch + 1)) ** gamma)

    solver = sampled(kuhn(), rule)
    solver.run(5 * 256)
    assert same(solver, replayed(SampledRule(), 256, 5, discount))


def test_linear_epochs_weigh_as_their_number() -> None:
    kept = np.array([SAMPLED_RULES["linear"].factors(epoch) for epoch in range(1, 11)])[:, 0]
    weights = np.array([kept[epoch:].prod() for epoch in range(10)])  # of the epochs 1 to 10, after the tenth
    np.testing.assert_allclose(weights / weights[0], np.arange(1, 11))


def test_snapshots_add_current_strategies() -> None:
    rule = SampledRule(average="snapshots", snapshot_every=256)
    sums: dict[int, np.ndarray] = {}

    def snapshot(solver: Sampled, _: int) -> None:
        for row in range(solver.tree.rows):
            positive = np.maximum(solver.regrets(row).astype(np.float64), 0)
            total = positive.sum(axis=1, keepdims=True)
            sums[row] = sums.get(row, 0) + np.where(total > 0, positive / np.maximum(total, 1e-9), 0.5)

    replayed(replace(rule, snapshot_every=10**9), 256, 4, snapshot)
    solver = sampled(kuhn(), rule)
    solver.run(4 * 256)
    assert solver.average == "snapshots"
    for row, expected in sums.items():
        np.testing.assert_allclose(solver.averages(row), expected, atol=1e-5)


def test_sixteen_bits_are_nearly_as_good_while_visits_are_few() -> None:
    """Rounding at random keeps sums right on average; over many more visits its noise is what is left."""
    wide, narrow = sampled(leduc()), sampled(leduc(), precision=16)
    assert errors(narrow, 20_000)[0] < 1.5 * errors(wide, 20_000)[0]
    assert error_of(narrow) != error_of(wide)
    assert errors(narrow, 200_000)[0] < 0.1


# --- runs --------------------------------------------------------------------------------------------------


def test_sixteen_bits_count_small_steps_of_snapshots_and_discounts_on_average() -> None:
    """The rounding of a number is drawn anew each time: 4,000 snapshots of 1/4 are 1,000, give or take the noise."""
    solver = sampled(kuhn(), precision=16)
    solver.run(1280)
    for row in range(solver.tree.rows):
        table = solver.engine.row(row)
        table[...] = 0
        table[:, :2] = np.array([1.0, 3.0], np.float32).view(np.uint32) >> 16
    for step in range(4_000):
        solver.engine.add_snapshot(1.0, step, 1)
    sums = np.concatenate([solver.averages(row) for row in range(solver.tree.rows)])
    assert sums.mean(axis=0) == pytest.approx([1000, 3000], rel=0.1)
    assert (np.abs(sums - [1000, 3000]) < 0.5 * sums.mean(axis=0)).all()
    for step in range(200):
        solver.engine.discount(1.0, 1.0, 0.99, step, 1)
    left = np.concatenate([solver.averages(row) for row in range(solver.tree.rows)]) / sums
    assert np.log(left.mean()) == pytest.approx(200 * np.log(0.99), abs=0.1)
    assert (np.abs(np.log(left) - 200 * np.log(0.99)) < 0.2).all()


@pytest.mark.parametrize("rule", ["mccfr", "outcome", "chance", "public"])
@pytest.mark.parametrize("precision", [32, 16])
def test_one_thread_repeats_to_the_bit(rule: str, precision: int) -> None:
    whole, cut, other = (sampled(leduc(), rule, precision=precision, seed=seed) for seed in (4, 4, 5))
    for solver in (whole, other):
        solver.run(10 * DEALS_AT_ONCE)
    for blocks in (1, 6, 3):
        cut.run(blocks * DEALS_AT_ONCE)
    assert same(whole, cut)
    assert whole.node_visits == cut.node_visits
    assert not same(whole, other)


@pytest.mark.parametrize("threads", [1, 4])
def test_threads_lose_few_steps_on_the_smallest_table(threads: int) -> None:
    """Each iteration averages the root once; threads that meet in a cell may lose a step."""
    solver = sampled(leduc(), threads=threads)
    assert errors(solver, 100_000)[0] < 0.06
    averaged = float(solver.visits(int(solver.tree.row[0])).sum())
    assert (averaged == pytest.approx(100_000, rel=1e-3)) if threads == 1 else (80_000 < averaged < 100_100)


@pytest.mark.parametrize("rule", ["mccfr", "public"])
def test_ctrl_c_stops_a_run(rule: str) -> None:
    solver = sampled(leduc(), rule, threads=2)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.run(10**12)
    timer.join()


def too_few_counted() -> SequenceTables:
    """Tables whose largest bucket would lie outside of the engine's table."""
    deals = SequenceTables.of(RankBuckets(kuhn()), kuhn())
    return replace(deals, counts=(2,))


def test_progress_is_told_iterations() -> None:
    told: list[tuple[int, int]] = []
    sampled(kuhn()).run(100_000, progress=lambda *pair: told.append(pair))
    assert told[-1] == (100_000, 100_000)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sampled(kuhn(players=3), "public"), "public chance sampling is for two players"),
        (lambda: sampled(leduc(), "publik"), "did you mean 'public'"),
        (lambda: sampled(leduc(), ranges=(None, None)), "ranges are of two cards"),
        (lambda: sampled(TWO_CARDS, ranges=(None,)), "1 ranges for 2 seats"),
        (lambda: sampled(TWO_CARDS, ranges=(Range("AsAh"), Range("AhAd"))).run(1), "no deal fits the ranges"),
        (lambda: sampled(leduc(), precision=8), "precision is 8"),
        (lambda: sampled(leduc(), seed=-1), "seed is -1"),
        (lambda: sampled(leduc()).run(-1), "iterations is -1"),
        (
            lambda: Sampled(build_tree(kuhn(), Menu()), too_few_counted()),
            "bucket 2 is in .* round 0; .* 0 to 1",
        ),
        (lambda: SampledRule(floor="0"), "floor is '0'"),  # type: ignore[arg-type]
        (
            lambda: SampledRule(floor=0.0),
            "floor is 0.0; it is a number of big blinds below 0.*update=CFRPlus",
        ),
        (lambda: SampledRule("linear"), "update is 'linear'; it is an update rule"),  # type: ignore[arg-type]
        (lambda: SampledRule(LinearCFR()), "epoch is 0 and the update LinearCFR.* multiplies"),
        (lambda: SampledRule(PredictiveCFRPlus(), epoch=5), "neither predict, answer nor prune"),
        (lambda: SampledRule(PrunedCFR()), "neither predict, answer nor prune"),
        (lambda: SampledRule(FictitiousPlay()), "neither predict, answer nor prune"),
        (
            lambda: SampledRule(CFRPlus(averaging=UNIFORM), prune_below=-1.0),
            "prune_below is -1.0 and floor 0.0",
        ),
        (lambda: SampledRule(explore="x"), "explore is 'x'"),  # type: ignore[arg-type]
    ],
)
def test_errors_name_the_value(make: Callable[[], object], message: str) -> None:
    with pytest.raises(SolverError, match=message):
        make()


def test_hands_that_never_come_by_choice_play_by_their_regrets() -> None:
    solver = sampled(leduc())
    solver.run(1280)
    avoided = 0
    for row in range(solver.tree.rows):
        played, regrets = solver.probabilities(row), np.maximum(solver.regrets(row), 0)
        never = (solver.visits(row) == 0) & (regrets.sum(axis=1) > 0)
        np.testing.assert_allclose(
            played[never], regrets[never] / regrets[never].sum(axis=1, keepdims=True), rtol=1e-5
        )
        seen = solver.visits(row) >= FEW
        np.testing.assert_allclose(
            played[seen], solver.averages(row)[seen] / solver.visits(row)[seen, None], rtol=1e-5
        )
        avoided += int(never.sum())
    assert avoided > 10


# --- hands that tremble ----------------------------------------------------------------------------------------


def test_hands_that_tremble_find_the_equilibrium_of_hands_that_do_not() -> None:
    """Values count as often as strategies come there; a tenth of all draws by mistake would cost far more than this."""
    shaky = sampled(leduc(), sampled_rule("linear", epoch=10_000, tremble=0.2), seed=3, threads=1)
    believed = sampled(
        leduc(), sampled_rule("linear", epoch=10_000, tremble=0.2, least_belief=1.0), seed=3, threads=1
    )
    lost = []
    for solver in (shaky, believed):
        solver.run(1_000_000)
        lost.append(evaluate_strategy(leduc(), solver.strategy(RankBuckets(leduc()))).exploitability)
    assert lost[0] < 0.02
    assert lost[1] > 2 * lost[0]


def test_answers_to_what_nobody_does_are_learnt_if_hands_tremble() -> None:
    """Who is raised all-in by a hand that never does so learns nothing more of it, unless it happens by mistake."""
    menu = menu_from_table({"every": {"bets": "100% a", "raises": "a"}})
    game = replace(NO_LIMIT, stacks=(40, 40))
    rows = {}
    for tremble in (0.0, 0.05):
        tree = build_tree(game, menu)
        deals = SequenceTables.of(RankBuckets(game), game)
        solver = Sampled(tree, deals, rule=sampled_rule("mccfr", tremble=tremble), seed=1, threads=1)
        solver.run(200_000)
        row = int(tree.row[tree.walk((39,))])  # all-in at once, for twenty pots
        rows[tremble] = np.abs(solver.regrets(row)).sum()
    assert rows[0.05] > 5 * rows[0.0]


@pytest.mark.parametrize("tremble", [-0.1, 0.6, float("nan")])
def test_bad_trembles(tremble: float) -> None:
    with pytest.raises(SolverError, match="tremble is"):
        sampled_rule("mccfr", tremble=tremble)
    with pytest.raises(SolverError, match="external sampling only"):
        sampled_rule("outcome", tremble=0.02)
