"""The kernels of the sampled engine, run by a processor, do what the C++ engine does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from tests.solvers.gpu.emulated import EmulatedCard
from tests.solvers.gpu.sampled_games import (
    JAM,
    MANY,
    NO_LIMIT,
    error_of,
    flop_game,
    flop_tables,
    numbers,
    pure_play,
    sampled,
)

from riverboat.abstraction import BoardTables
from riverboat.abstraction.gs.ordered_tables import OrderedTables, ordered_rows
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.range import Range
from riverboat.cards.ranking import ranking
from riverboat.errors import SolverError
from riverboat.games import Menu, build_tree, kuhn, leduc, limit_holdem, nolimit_holdem
from riverboat.solvers import Sampled, SampledRule, sampled_rule
from riverboat.solvers.gpu.sampled_card import SampledCard
from riverboat.solvers.gpu.sampled_deals import CardDealer, HostDealer

# --- deals ------------------------------------------------------------------------------------------------------


def dealt(card: EmulatedCard, solver: Sampled, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Cards and deals as the kernel deals them."""
    walker = SampledCard(solver, solver.engine)
    assert isinstance(walker.dealer, CardDealer)
    players, width = solver.game.players, 2 * solver.game.players + solver.deals.boards[-1]
    parts = 1 if solver.against is None else 2
    out = card.zeros(count * players * (1 + parts * solver.game.rounds), np.uint32)
    cards = card.zeros(count * width, np.uint8)
    walker.dealer.deal(out, 0, count, cards)
    walker.dealer.check()
    return cards.reshape(count, width), out.reshape(count, -1)


def all_streets(seed: int) -> BoardTables:
    rng = np.random.default_rng(seed)
    sizes = (1, 1_755, 16_432, 134_459)
    tables = tuple(np.frombuffer(rng.bytes(1326 * boards), np.uint8) for boards in sizes)
    return BoardTables(tables, (256,) * 4, (0, 3, 4, 5), name="random")


@pytest.mark.parametrize("remembers", [False, True])
def test_deals_have_the_buckets_of_the_tables_and_the_order_of_the_evaluator(
    emulated: EmulatedCard, remembers: bool
) -> None:
    game = nolimit_holdem(3, stacks=(500, 500, 500)) if not remembers else flop_game()
    deals = flop_tables().remembering() if remembers else all_streets(3)
    cards, found = dealt(emulated, Sampled(build_tree(game, JAM), deals, device="cuda", threads=1), 1_000)
    assert all(len(set(row)) == cards.shape[1] for row in cards.tolist())
    np.testing.assert_array_equal(found[:, 3:], deals.lookup(cards).reshape(len(cards), -1))
    evaluate = ranking("holdem").evaluate
    for row, strengths in zip(cards.tolist(), found[:, :3].tolist(), strict=True):
        known = [evaluate(row[2 * seat : 2 * seat + 2] + row[6:]) for seat in range(3)]
        assert [np.sign(a - b) for a, b in product(strengths, strengths)] == [
            np.sign(a - b) for a, b in product(known, known)
        ]


def in_order(seed: int) -> OrderedTables:
    rng, boards = np.random.default_rng(seed), (0, 3, 4, 5)
    tables = tuple(np.frombuffer(rng.bytes(1326 * ordered_rows(cards)), np.uint8) for cards in boards)
    pairs = rng.integers(0, 5_000, 256 * 256).astype(
        np.uint16
    )  # by bucket of the turn and number of the river
    return OrderedTables(tables, (256, 256, 256, 5_000), boards, name="random", pairs=pairs)


def test_buckets_that_know_the_turn_are_those_of_their_tables(emulated: EmulatedCard) -> None:
    tree, deals, others = build_tree(limit_holdem(), Menu()), all_streets(4), in_order(3)
    solver = Sampled(tree, deals, against=pure_play(tree, others, (0, 1)), device="cuda", threads=1)
    cards, found = dealt(emulated, solver, 1_000)
    np.testing.assert_array_equal(found[:, 2:10], deals.lookup(cards).reshape(len(cards), -1))
    np.testing.assert_array_equal(found[:, 10:], others.lookup(cards).reshape(len(cards), -1))


def test_a_strategy_that_stays_has_its_own_buckets_in_a_deal(emulated: EmulatedCard) -> None:
    deals, others = flop_tables(), flop_tables(7, (11, 13))
    tree = build_tree(flop_game(), JAM)
    solver = Sampled(tree, deals, against=pure_play(tree, others, (0,)), device="cuda", threads=1)
    cards, found = dealt(emulated, solver, 300)
    np.testing.assert_array_equal(found[:, 3:9], deals.lookup(cards).reshape(300, -1))
    np.testing.assert_array_equal(found[:, 9:], others.lookup(cards).reshape(300, -1))


def test_ranges_are_dealt_by_weight_and_card_removal(emulated: EmulatedCard) -> None:
    ranges = [Range("AsKs:0.5,AsAh,7c7d:0.25"), None, Range("AsAd:0.5,KsKh,2c2d")]
    game = flop_game()
    solver = Sampled(build_tree(game, JAM), flop_tables(), ranges=ranges, device="cuda", threads=1)
    cards, _ = dealt(emulated, solver, 20_000)
    seen = Counter((tuple(sorted(row[:2])), tuple(sorted(row[4:6]))) for row in cards.tolist())
    odds = {}
    for i, j in product(*(np.flatnonzero(held.weights).tolist() for held in (ranges[0], ranges[2]))):
        one, two = (tuple(sorted(HAND_CARDS[k].tolist())) for k in (i, j))
        if not set(one) & set(two):
            odds[one, two] = float(ranges[0].weights[i] * ranges[2].weights[j])
    assert set(seen) == set(odds)
    for pair, weight in odds.items():
        mean = 20_000 * weight / sum(odds.values())
        assert abs(seen[pair] - mean) < 5 * mean**0.5
    assert all(len(set(row)) == 9 for row in cards.tolist())


def test_ranges_that_do_not_fit_together_are_told(emulated: EmulatedCard) -> None:
    ranges = [Range("AsAh"), None, Range("AsKs")]
    tree = build_tree(flop_game(), JAM)
    solver = Sampled(tree, flop_tables(), ranges=ranges, device="cuda", threads=1)
    with pytest.raises(SolverError, match="no deal fits the ranges of all seats; widen them"):
        solver.run(10)


def test_other_games_are_dealt_by_the_native_engine(emulated: EmulatedCard) -> None:
    solver = sampled(leduc(), device="cuda")
    walker = SampledCard(solver, solver.engine)
    assert isinstance(walker.dealer, HostDealer)
    out = emulated.zeros(200 * 6, np.uint32)
    walker.dealer.deal(out, 100, 200)
    whole = solver.engine.deal(0, 384, 1, 1)
    np.testing.assert_array_equal(out.reshape(200, 6)[28:156], whole[128:256])  # blocks of 128 begin alike
    assert set(whole[:, 2:].reshape(-1, 2, 2)[..., 0].reshape(-1).tolist()) == {0, 1, 2}


# --- ends -------------------------------------------------------------------------------------------------------


def plain_payoffs(put_in: list[int], in_hand: int, strengths: list[int]) -> list[float]:
    """Pot by pot: what everybody has put in up to the least of who may still win."""
    left, net = list(map(float, put_in)), [-float(chips) for chips in put_in]
    seats = [seat for seat in range(len(put_in)) if in_hand >> seat & 1]
    while any(left[seat] > 0 for seat in seats):
        able = [seat for seat in seats if left[seat] > 0]
        level = min(left[seat] for seat in able)
        pot = sum(min(chips, level) for chips in left)
        best = max(strengths[seat] for seat in able)
        winners = [seat for seat in able if strengths[seat] == best]
        left = [max(chips - level, 0) for chips in left]
        for seat in winners:
            net[seat] += pot / len(winners)
    return net


@pytest.mark.parametrize("stacks", [(1000, 2000, 3000), (3000, 1000, 1000), (500, 500, 500)])
def test_side_pots_are_shared_as_rules_say(emulated: EmulatedCard, stacks: tuple[int, ...]) -> None:
    solver = Sampled(build_tree(flop_game(3, stacks), JAM), flop_tables(), device="cuda", threads=1)
    walker = SampledCard(solver, solver.engine)
    tree = solver.tree
    for strengths in product(range(3), repeat=3):
        found = walker.end_values(np.array(strengths, np.uint32))
        for end, values in enumerate(found.tolist()):
            put_in = tree.end_put_in.reshape(-1, 3)[end].tolist()
            expected = plain_payoffs(put_in, int(tree.end_in_hand[end]), list(strengths))
            assert values == pytest.approx(expected), (end, strengths)


# --- walks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [kuhn(3), leduc(), NO_LIMIT], ids=lambda game: game.name)
@pytest.mark.parametrize(
    "rule",
    [
        SampledRule(),
        sampled_rule("mccfr+"),
        sampled_rule("linear", epoch=256),
        sampled_rule("discounted", epoch=256, last_epoch=2),
        SampledRule(average="snapshots", snapshot_every=256),
        SampledRule(floor=-3.0),
    ],
    ids=["mccfr", "mccfr+", "linear", "discounted", "snapshots", "floor"],
)
def test_against_pure_play_every_number_is_that_of_the_native_engine(
    emulated: EmulatedCard, game: Any, rule: SampledRule
) -> None:
    """Nothing is drawn then but the cards, which are the same: so regrets and averages are, too, up to rounding."""
    native = sampled(game, rule)
    fixed = pure_play(native.tree, native.deals, tuple(range(game.players)))
    solvers = [
        Sampled(native.tree, native.deals, rule=rule, against=fixed, device=device, threads=1)
        for device in ("cpu", "cuda")
    ]
    for solver in solvers:
        solver.run(1_024)
    assert solvers[0].node_visits == solvers[1].node_visits
    lowest = -np.inf if rule.lowest_regret is None else rule.lowest_regret * game.big_blind
    for here, there in zip(*map(numbers, solvers), strict=True):
        np.testing.assert_allclose(there, here, rtol=2e-5, atol=2e-3)
        assert there.min() >= lowest


def test_many_choices_are_walked_by_fours(emulated: EmulatedCard) -> None:
    native = sampled(replace(NO_LIMIT, stacks=(12, 12)), menu=MANY)
    assert native.tree.row_choices.max() > 4
    fixed = pure_play(native.tree, native.deals, (0, 1))
    solvers = [
        Sampled(native.tree, native.deals, against=fixed, device=device, threads=1)
        for device in ("cpu", "cuda")
    ]
    for solver in solvers:
        solver.run(512)
    for here, there in zip(*map(numbers, solvers), strict=True):
        np.testing.assert_allclose(there, here, rtol=2e-5, atol=2e-3)


@pytest.mark.parametrize(
    "rule", ["mccfr", "mccfr+", "linear", "discounted", "snapshots", "pruned", "tremble"]
)
@pytest.mark.parametrize("game", [leduc(), NO_LIMIT], ids=lambda game: game.name)
def test_every_rule_learns_as_the_native_engine_does(emulated: EmulatedCard, game: Any, rule: str) -> None:
    rules = {
        "linear": sampled_rule("linear", epoch=5_000),
        "discounted": sampled_rule("discounted", epoch=5_000),
        "snapshots": SampledRule(average="snapshots", snapshot_every=500),
        "pruned": SampledRule(prune_below=-300.0, floor=-600.0),
        "tremble": SampledRule(tremble=(0.01, 0.02)),
    }
    chosen = rules.get(rule, rule)
    here, there = (error_of(sampled(game, chosen, device=device), 100_000) for device in ("cpu", "cuda"))
    assert 0.5 * here < there < 1.6 * here


def test_pruning_saves_visits(emulated: EmulatedCard) -> None:
    plain, pruned = (
        sampled(leduc(), rule, device="cuda")
        for rule in (SampledRule(), SampledRule(prune_below=-300.0, floor=-600.0))
    )
    for solver in (plain, pruned):
        solver.run(200_000)
    assert pruned.node_visits < 0.95 * plain.node_visits


def test_trembling_hands_meet_what_nobody_does(emulated: EmulatedCard) -> None:
    """A choice with a regret far below 0 is never drawn by hands that do not tremble."""

    def learnt(tremble: float) -> float:
        solver = sampled(kuhn(), SampledRule(tremble=tremble, least_belief=1.0), device="cuda")
        for row in range(solver.tree.rows):
            solver.engine.row(row)[:, :2] = [1e6, -1e6]
            solver.engine.mark_seen(row)
        solver.run(2_000)
        after_a_bet = int(solver.tree.row[solver.tree.walk((1,))])
        return float(np.abs(solver.regrets(after_a_bet) - np.float32([1e6, -1e6])).sum())

    assert learnt(0.0) == 0
    assert learnt(0.2) > 100


def test_averages_that_would_lose_steps_are_halved(emulated: EmulatedCard, monkeypatch: Any) -> None:
    monkeypatch.setattr("riverboat.solvers.gpu.sampled_card._LARGEST_AVERAGE", 4096.0)
    solver = sampled(kuhn(), device="cuda")
    solver.run(60_000)
    assert 2000 < max(float(solver.averages(row).max()) for row in range(4)) < 3 * 4096
    assert error_of(solver, 60_000) < 0.02


def test_ranges_lead_where_they_lead_the_native_engine(emulated: EmulatedCard) -> None:
    """What a seat does with 20 % of hands against whoever has folded others."""
    game, ranges = flop_game(), [None, Range("22+,A2s+,KTs+"), Range("A2o-A9o,K2o+")]
    tree, deals = build_tree(game, JAM), flop_tables(2, (169, 1))
    solvers = [
        Sampled(tree, deals, ranges=ranges, device=device, threads=1, seed=1) for device in ("cpu", "cuda")
    ]
    for solver in solvers:
        solver.run(60_000)
    rows = [int(tree.row[node]) for node in range(tree.nodes) if tree.round[node] == 0]
    for row in rows[:2]:  # those that are met all the time
        here, there = (solver.averages(row).sum(axis=0) / solver.averages(row).sum() for solver in solvers)
        np.testing.assert_allclose(here, there, atol=0.01)
