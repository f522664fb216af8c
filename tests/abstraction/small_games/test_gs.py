"""GS2 and GS3: budgets against HiGHS, clusters against brute force, histograms against real cards, games solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, permutations, product

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from riverboat.abstraction import CardAbstraction, KMedians, divide_budget, gameshrink, gs2, gs3
from riverboat.abstraction.small_games.gs2 import gs2_buckets, squared_error
from riverboat.abstraction.small_games.gs3 import distance_error, gs3_buckets, potentials
from riverboat.abstraction.small_games.signal_abstraction import SignalAbstraction
from riverboat.abstraction.small_games.signal_tree import SignalTree
from riverboat.abstraction.small_games.signals import Signals
from riverboat.cards.card import Deck
from riverboat.cards.ranking import ranking
from riverboat.errors import AbstractionError
from riverboat.games import Game, Menu, build_tree, flop_holdem, kuhn, leduc, rhode_island
from riverboat.solvers.full_width.engine import FullWidth

Array = np.ndarray


def small(ranks: str, suits: str) -> Game:
    """Rhode Island with fewer cards."""
    return replace(rhode_island(), name="small", deck=Deck(ranks, suits))


@cache
def made_by(method, game: Game, counts: tuple[int, ...]) -> SignalAbstraction:  # type: ignore[no-untyped-def]
    return method(game, counts)


@cache
def signals_of(ranks: str, suits: str) -> Signals:
    return Signals.of(SignalTree(small(ranks, suits)))


# --- the budget ----------------------------------------------------------------------------------------------


def by_highs(errors: Sequence[Sequence[float]], budget: int) -> float:
    """The integer program as published: a 0-1 variable for each parent and number of children."""
    sizes = [len(of_parent) for of_parent in errors]
    one_each = np.zeros((len(errors), sum(sizes)))
    for parent, begin in enumerate(np.cumsum([0, *sizes[:-1]])):
        one_each[parent, begin : begin + sizes[parent]] = 1
    children = np.concatenate([np.arange(1, size + 1) for size in sizes])
    found = milp(
        np.concatenate(errors),
        integrality=np.ones(sum(sizes)),
        bounds=Bounds(0, 1),
        constraints=[LinearConstraint(one_each, 1, 1), LinearConstraint(children[None], 0, budget)],
    )
    assert found.success
    return float(found.fun)


def total(errors: Sequence[Sequence[float]], children: Sequence[int]) -> float:
    return sum(of_parent[k - 1] for of_parent, k in zip(errors, children, strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_budgets_are_divided_as_by_highs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    parents = int(rng.integers(1, 12))
    errors = [rng.random(rng.integers(1, 9)).tolist() for _ in range(parents)]  # neither falling nor convex
    budget = int(rng.integers(parents, 4 * parents + 1))
    children = divide_budget(errors, budget)
    assert sum(children) <= budget
    assert total(errors, children) == pytest.approx(by_highs(errors, budget), abs=1e-9)


def test_budgets_are_not_greedy() -> None:
    """One more child at a time would go to the first parent twice and miss what the second gains from three."""
    assert divide_budget([[5, 4, 3], [9, 9, 0]], 4) == [1, 3]


def test_equally_good_answers_take_the_fewest_children() -> None:
    assert divide_budget([[1, 1, 1], [0, 0]], 5) == [1, 1]
    assert divide_budget([[1.0, 0.0, 0.0]], 3) == [2]


def test_bad_budgets() -> None:
    for errors, budget, message in [
        ([[1.0], [2.0]], 1, "a budget of 1 is not enough for 2 parents"),
        ([[1.0]], 1.5, "a budget of 1.5 is not enough"),
        ([[1.0], []], 3, r"the errors of parent 1 are \[\]"),
        ([[float("nan")]], 3, r"the errors of parent 0 are \[nan\]"),
    ]:
        with pytest.raises(AbstractionError, match=message):
            divide_budget(errors, budget)  # type: ignore[arg-type]


# --- clusters in L1 ------------------------------------------------------------------------------------------


def l1_error(points: Array, weights: Array, labels: Array) -> float:
    """The error with the best centre of each cluster, found among the coordinates of its points."""
    error = 0.0
    for label in set(labels.tolist()):
        rows, mass = points[labels == label], weights[labels == label]
        error += sum(min(float(mass @ abs(axis - at)) for at in axis) for axis in rows.T)
    return error


def test_medians_are_nearly_always_the_best_of_all_clusterings() -> None:
    rng = np.random.default_rng(1)
    shares = []
    for _ in range(10):
        points, weights = rng.dirichlet(np.ones(4), 6), rng.random(6) + 0.1
        for k in (2, 3):
            every = (np.array([0, *labels]) for labels in product(range(k), repeat=5))
            best = min(l1_error(points, weights, labels) for labels in every)
            shares.append(l1_error(points, weights, KMedians(points, weights, most=k).labels(k)) / best)
    assert min(shares) > 1 - 1e-12
    assert np.mean(np.isclose(shares, 1)) >= 0.8
    assert max(shares) < 1.1


def test_no_point_is_nearer_to_another_median() -> None:
    rng = np.random.default_rng(2)
    points, weights = rng.dirichlet(np.ones(6), 200), rng.random(200)
    clusters = KMedians(points, weights, most=20)
    for k in (1, 5, 20):
        labels = clusters.labels(k)
        assert set(labels.tolist()) == set(range(k))
        centres = []
        for label in range(k):
            rows, mass = points[labels == label], weights[labels == label]
            costs = np.array([[mass @ abs(axis - at) for at in axis] for axis in rows.T])
            centres.append(rows[costs.argmin(axis=1), np.arange(6)])
        away = abs(points[:, None] - np.array(centres)).sum(axis=2)
        assert (away[np.arange(200), labels] <= away.min(axis=1) + 1e-9).mean() > 0.99


def test_equal_points_are_one_and_weights_count() -> None:
    points = [[0.0], [0.0], [1.0], [1.2], [5.0]]
    clusters = KMedians(points, most=5)
    assert clusters.most == clusters.distinct == 4
    assert clusters.labels(4).tolist() == [0, 0, 1, 2, 3]
    light, heavy = (KMedians(points, [1, 1, 1, 1, w], most=2).labels(2).tolist() for w in (0.01, 1))
    assert light != heavy == [0, 0, 0, 0, 1]
    with pytest.raises(AbstractionError, match="k is 5; it must be a whole number from 1 to 4"):
        clusters.labels(5)


# --- signals and histograms, from real cards -----------------------------------------------------------------


def deals(game: Game, cards: int) -> Iterator[tuple[int, ...]]:
    return permutations(game.deck.cards, cards)


def strength_of(game: Game, seen: tuple[int, ...]) -> float:
    """The probability of winning from own card and board so far, by dealing everything that may come."""
    points = []
    for rest in permutations([card for card in game.deck.cards if card not in seen], 4 - len(seen)):
        own, *board = (*seen, *rest[:-1])
        mine, other = ranking(game.ranking).evaluate_batch(
            np.array([[own, *board], [rest[-1], *board]], np.uint8)
        )
        points.append(0.5 if mine == other else float(mine > other))
    return float(np.mean(points))


def test_signals_are_those_of_real_cards() -> None:
    game = small("2QKA", "hs")
    tree = SignalTree(game)
    signals = Signals.of(tree)
    for level in range(3):
        ids = [int(tree.indexer.index_batch(np.array([d], np.uint8))[0]) for d in deals(game, level + 1)]
        counted = Counter(ids)
        expected = [counted[node] / len(ids) for node in range(tree.sizes[level])]
        assert signals.probabilities[level] == pytest.approx(np.array(expected))
        for deal, node in list(zip(deals(game, level + 1), ids, strict=True))[::7]:
            assert signals.strengths[level][node] == pytest.approx(strength_of(game, deal))


def test_histograms_are_those_of_real_cards() -> None:
    """With a bin for every strength, a histogram counts the strengths of all cards that may come."""
    game = small("2QKA", "hs")
    tree = SignalTree(game)
    nodes = np.arange(tree.sizes[1])
    found = potentials(Signals.of(tree), 1, nodes, tree.sizes)
    histograms = []
    for node in nodes:
        own, flop = tree.indexer.cards(1, int(node))
        turns = [card for card in game.deck.cards if card not in (own, flop)]
        histograms.append(Counter(round(strength_of(game, (own, flop, turn)), 9) for turn in turns))
    values = sorted({value for histogram in histograms for value in histogram})
    expected = [[histogram[value] / 6 for value in values] for histogram in histograms]
    assert found == pytest.approx(np.array(expected))


def test_histograms_count_only_what_follows() -> None:
    signals = signals_of("2QKA", "hs")
    alone = potentials(signals, 1, np.array([0]), (4, 1, 2))
    assert alone.shape == (1, 2)
    assert alone.sum() == pytest.approx(1)


# --- GS2 and GS3 ---------------------------------------------------------------------------------------------


def intervals(ordered: Array, k: int) -> Iterator[Array]:
    """All ways to cut points in order into k intervals, as labels."""
    for cuts in combinations(range(1, len(ordered)), k - 1):
        yield np.searchsorted(cuts, np.arange(len(ordered)), side="right")


@pytest.mark.parametrize("budget", [3, 4, 6, 8])
def test_gs2_has_the_least_error_of_all_divisions(budget: int) -> None:
    """Brute force over every number of children of every parent and every division of its strengths."""
    signals = signals_of("2KA", "hs")
    found = gs2_buckets(signals, (3, budget, budget))
    parents = found[0][signals.parents[0]]
    points, weights = signals.strengths[1], signals.probabilities[1]
    choices = []
    for parent in range(3):
        inside = np.flatnonzero(parents == parent)
        inside = inside[np.argsort(points[inside])]
        choices.append(
            {
                k: min(squared_error(points[inside], weights[inside], cut) for cut in intervals(inside, k))
                for k in range(1, len(inside) + 1)
            }
        )
    best = min(
        sum(choice[k] for choice, k in zip(choices, ks, strict=True))
        for ks in product(*choices)
        if sum(ks) <= budget
    )
    assert squared_error(points, weights, found[1]) == pytest.approx(best, abs=1e-15)


@pytest.mark.parametrize("method", [gs2, gs3])
@pytest.mark.parametrize(
    ("game", "counts"),
    [(rhode_island(), (13, 25, 125)), (small("345678", "cdh"), (3, 10, 40))],
    ids=["all", "small"],
)
def test_buckets_are_as_many_as_allowed_and_inside_those_before(method, game, counts) -> None:  # type: ignore[no-untyped-def]
    made = made_by(method, game, counts)
    assert isinstance(made, CardAbstraction)
    assert made.counts == counts
    rng = np.random.default_rng(8)
    dealt = np.array([rng.permutation(game.deck.cards)[:3] for _ in range(20_000)], np.uint8)
    by_round = [made.lookup(number, np.ascontiguousarray(dealt[:, : number + 1])) for number in range(3)]
    for before, now in pairwise(by_round):
        assert len(set(zip(now.tolist(), before.tolist(), strict=True))) == len(set(now.tolist()))
    assert np.array_equal(made.buckets(2, dealt[0, 1:].tolist(), dealt[:1, :1]), by_round[2][:1])


def joined(one: SignalAbstraction, other: SignalAbstraction, number: int) -> int:
    """How many different pairs of classes signals have: as many as `one` has classes if it is the finer one."""
    tree = SignalTree(one.game)
    cards = tree.indexer.cards_batch(number, np.arange(tree.sizes[number]))
    return len(
        set(zip(one.lookup(number, cards).tolist(), other.lookup(number, cards).tolist(), strict=True))
    )


def test_potential_becomes_lossless_and_strength_does_not() -> None:
    """As Gilpin and Sandholm 2008 report. At the last showdown both take a tie for half a win, so
    some classes with equal strength but more ties are one."""
    lossless = gameshrink(rhode_island())
    potential, strength = (method(rhode_island(), (13, 205, 1774)) for method in (gs3, gs2))
    assert potential.counts == (13, 205, 1751)
    assert strength.counts == (13, 204, 1748)
    assert joined(lossless, potential, 1) == 205
    assert joined(lossless, potential, 2) == joined(lossless, strength, 2) == 1774


def test_gs3_divides_better_than_evenly() -> None:
    """Errors of what was chosen are less than those of equally many children for every parent."""
    signals, sizes = signals_of("23789TQA", "cdhs"), (8, 24, 60)
    found = gs3_buckets(signals, sizes, sizes)
    chosen = even = 0.0
    for parent in range(8):
        group = np.flatnonzero(found[0][signals.parents[0]] == parent)
        points, weights = potentials(signals, 1, group, sizes), signals.probabilities[1][group]
        labels = np.unique(found[1][group], return_inverse=True)[1].ravel()
        chosen += distance_error(points, weights, labels)
        even += distance_error(points, weights, KMedians(points, weights, most=3).labels(3))
    assert found[1].max() == 23
    assert chosen < 0.99 * even


def test_games_of_one_street_and_of_leduc() -> None:
    assert gs2(kuhn(), (2,)).counts == gs3(kuhn(), (2,)).counts == (2,)
    for method in (gs2, gs3):
        made = method(leduc(), (3, 9))
        assert made.counts == gameshrink(leduc()).counts == (3, 7)
        assert joined(gameshrink(leduc()), made, 1) == 7


@pytest.mark.parametrize("method", [gs2, gs3])
def test_solved(method) -> None:  # type: ignore[no-untyped-def]
    """Without a loss against GameShrink's classes, the solution is the same."""

    def solve(ties: SignalAbstraction) -> FullWidth:
        solver = FullWidth(build_tree(leduc(), Menu()), rule="cfr+", ties=ties)
        solver.run(200)
        return solver

    made, lossless = solve(method(leduc(), (3, 7))).accuracy(), solve(gameshrink(leduc())).accuracy()
    assert made.values == pytest.approx(lossless.values, rel=1e-9)
    assert made.exploitability == pytest.approx(lossless.exploitability, rel=1e-9)
    coarse = solve(method(leduc(), (1, 2))).accuracy()
    assert coarse.exploitability > made.exploitability


def test_rhode_island_is_solved() -> None:
    ties = made_by(gs3, rhode_island(), (13, 25, 125))
    solver = FullWidth(build_tree(rhode_island(), Menu()), rule="dcfr+", ties=ties)
    solver.run(2)
    assert solver.ties is not None
    assert solver.ties.counts == ((13, 13), (25, 25), (125, 125))


def test_bad_counts() -> None:
    cases = [
        (leduc(), (3,), "has 1 numbers; 'leduc' needs 2"),
        (leduc(), (0, 4), "asks for 0 buckets where there may be 1 to 3"),
        (leduc(), (4, 4), "asks for 4 buckets where there may be 1 to 3"),
        (leduc(), (3, 2), "asks for 2 buckets where there may be 3 to 15"),
        (leduc(), (3, 4.5), "asks for 4.5 buckets"),
        (flop_holdem(), (15, 225), "showdowns; a signal tree takes at most"),
        ("leduc", (3, 4), "'leduc' is not a game"),
    ]
    for method in (gs2, gs3):
        for game, counts, message in cases:
            with pytest.raises(AbstractionError, match=message):
                method(game, counts)  # type: ignore[arg-type]
    with pytest.raises(AbstractionError, match="has 1 numbers"):
        gs3(leduc(), (3, 4), bins=(3,))
    with pytest.raises(AbstractionError, match="seed is -1; it must be a whole number"):
        gs3(leduc(), (3, 4), seed=-1)
