"""GS2 and GS3 for hold'em: deals, kernels and streets against plain Python on a sample, recall, files, refusals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from riverboat import _core, ehs, win_tie_lose
from riverboat.abstraction import (
    HOLDEM_IN_ORDER,
    CardAbstraction,
    GS2Config,
    GS3Config,
    RecallAbstraction,
    TableAbstraction,
    build_abstraction,
    kmeans_1d,
    open_abstraction,
    read_abstraction_config,
)
from riverboat.abstraction import build as build_module
from riverboat.abstraction.gs import deals as deals_module
from riverboat.abstraction.gs.deals import SCORES, HoldemDeals, turn_table
from riverboat.abstraction.gs.holdem import gs_street, hole_potentials, river_counts
from riverboat.abstraction.gs.potentials import HistogramChoices, cumulated, flop_potentials, river_bins
from riverboat.abstraction.gs.recall_abstraction import river_scores
from riverboat.abstraction.gs.strength_cuts import LineChoices, interval
from riverboat.abstraction.methods.flop_histograms import FLOP_CLASSES, with_next_card
from riverboat.abstraction.methods.method import Buckets
from riverboat.abstraction.small_games.gs2 import gs2_buckets, squared_error
from riverboat.abstraction.small_games.gs3 import distance_error
from riverboat.abstraction.small_games.signals import Signals
from riverboat.cards.card import Deck
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError, FileFormatError

Array = np.ndarray
SMALL = GS3Config(8, 20, 60, (6, 6, 6), river=240, bins=(5, 6, 7), training=1000)


@cache
def flop_hands() -> Array:
    rng = np.random.default_rng(4)
    return np.array([rng.permutation(52)[:5] for _ in range(60)], np.uint8)


@cache
def deals() -> HoldemDeals:
    return HoldemDeals.of(flop_hands())


def streets_of(config: GS2Config, threads: int = 2) -> list[Buckets]:
    built: list[Buckets] = []
    for number in range(config.streets):
        built.append(gs_street(config, deals(), number, built[-1] if built else None, threads))
    return built


# --- deals -----------------------------------------------------------------------------------------------------


def test_strengths_are_expected_hand_strengths() -> None:
    for i in range(0, 60, 20):
        hand, flop = flop_hands()[i, :2].tolist(), flop_hands()[i, 2:].tolist()
        assert deals().flop_strengths[i] / (47 * 46 * 1980) == pytest.approx(ehs(hand, flop))
        turn = int(with_next_card(flop_hands()[i : i + 1])[0, 30, -1])
        assert deals().turn_strengths[deals().rows[i, 30]] / (46 * 1980) == pytest.approx(
            ehs(hand, [*flop, turn])
        )
    classes = HandIndexer((2, 3))
    assert deals().hole.tolist() == [classes.index(hand[:2].tolist()) for hand in flop_hands()]
    weights, strengths = deals().weights, deals().flop_strengths
    for hole in deals().hole[:5]:
        inside = deals().hole == hole
        assert deals().hole_strengths[hole] == pytest.approx(
            np.average(strengths[inside], weights=weights[inside])
        )


def test_scores_are_counted_and_binned_as_in_plain_python() -> None:
    rng = np.random.default_rng(1)
    flops, labels = np.array([3, 8, 21]), rng.integers(0, 2, (3, 47)).astype(np.uint16)
    counts = np.zeros((2, SCORES), np.int64)
    deals().count_scores(flops, labels, counts)
    expected: Counter[tuple[int, int]] = Counter()
    for flop, of_flop in zip(flops, labels, strict=True):
        for row, label in zip(deals().rows[flop], of_flop, strict=True):
            for score in deals().scores[row].tolist():
                expected[int(label), score] += int(deals().weights[flop])
    assert {(g, s): int(counts[g, s]) for g, s in np.argwhere(counts).tolist()} == dict(expected)
    every = np.zeros((len(deals()), 47), np.uint16)
    assert river_counts(deals(), every, 1).sum() == deals().weights.sum() * 47 * 46
    bin_of_score = rng.integers(0, 5, SCORES).astype(np.uint8)
    found = deals().histograms(deals().rows[7], bin_of_score, 5)
    for row, histogram in zip(deals().rows[7], found, strict=True):
        assert histogram.tolist() == np.bincount(bin_of_score[deals().scores[row]], minlength=16).tolist()


def test_tables_of_turns_are_by_the_class_that_keeps_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    part = slice(700_000, 700_500)
    hands = HandIndexer((2, 3)).cards_batch(1, np.arange(part.start, part.stop))
    monkeypatch.setattr(deals_module, "flop_blocks", lambda threads=None: [(part, hands)])
    labels = np.zeros((FLOP_CLASSES, 47), np.uint16)
    turns = with_next_card(hands).reshape(-1, 6)
    last = HandIndexer((2, 3, 1)).index_batch(turns)
    labels[part] = (last * 31 % 1009).reshape(-1, 47)
    table = turn_table(labels)
    assert table.shape == (55_190_538,)
    assert np.array_equal(table[last], labels[part].ravel())


# --- clusters --------------------------------------------------------------------------------------------------


def test_all_cuts_are_those_of_one_number_of_clusters() -> None:
    rng = np.random.default_rng(2)
    values, mass = np.unique(rng.integers(0, 300, 80)).astype(float), rng.random(300)
    mass = mass[: len(values)]
    choices = LineChoices(values, mass, 12)
    away = LineChoices(values, mass, 12, squared=False)
    for k in range(1, 13):
        labels = kmeans_1d(values, k, weights=mass).labels
        assert np.array_equal(interval(choices.cuts(k), values), labels)
        means = [np.average(values[labels == c], weights=mass[labels == c]) for c in range(k)]
        assert choices.errors[k - 1] == pytest.approx(squared_error(values, mass, labels))
        assert away.errors[k - 1] == pytest.approx(mass @ abs(values - np.array(means)[labels]))
    assert len(LineChoices(values[:3], mass[:3], 12).errors) == 3


def histograms(count: int, bins: int, seed: int) -> tuple[Array, Array]:
    """Cumulated histograms of nine kinds, and weights."""
    rng = np.random.default_rng(seed)
    kinds = rng.dirichlet(np.ones(bins), 9)
    rows = np.array([rng.multinomial(46, kinds[rng.integers(9)]) for _ in range(count)])
    padded_rows = np.pad(rows, ((0, 0), (0, 16 - bins))).astype(np.uint8)
    return cumulated(padded_rows), rng.random(count) + 0.1


def distances(rows: Array, centres: Array, means: bool) -> Array:
    """By L₁, or by squares: [rows, centres]."""
    away = abs(rows[:, None].astype(int) - centres.astype(int))
    return np.asarray((away**2 if means else away).sum(axis=2))


def centre_of(rows: Array, weights: Array, means: bool) -> Array:
    """The rounded mean, or the least value of each bin that half of the weight does not exceed."""
    if means:
        return np.array([int(value + 0.5) for value in np.average(rows, axis=0, weights=weights)])
    found = []
    for line in rows.T:
        order = np.argsort(line, kind="stable")
        reached = np.cumsum(weights[order]) >= weights.sum() / 2
        found.append(int(line[order[np.argmax(reached)]]))
    return np.array(found)


@pytest.mark.parametrize("means", [False, True], ids=["medians", "means"])
def test_centres_and_errors_are_those_of_plain_python(means: bool) -> None:
    rows, weights = histograms(300, 7, 5)
    choices = HistogramChoices.of(rows, weights, 12, np.random.default_rng(3), means)
    assert choices.errors[-1] < choices.errors[0] / 2
    assert choices.centres[0, 0].tolist() == centre_of(rows, weights, means).tolist()
    for k in (1, 2, 5, 12):
        centres, labels = choices.centres[k - 1, :k].astype(int), choices.labels(rows, k)
        place = np.argsort(np.argsort(-centres.sum(axis=1), kind="stable"))
        assert np.array_equal(labels, place[distances(rows, centres, means).argmin(axis=1)])
        assert (np.diff(centres, axis=1) >= 0).all()  # a centre is a cumulated histogram itself
        assert (centres[:, -1] == 46).all()
        error = distance_error(rows / 46, weights, labels.astype(int))
        assert choices.errors[k - 1] == pytest.approx(error / weights.sum())
        # One more move would not lower the error.
        moved = np.array([centre_of(rows[labels == c], weights[labels == c], means) for c in range(k)])
        now, then = (weights @ distances(rows, at, means).min(axis=1) for at in (centres, moved))
        assert then >= now - 1e-9


def test_the_weakest_children_come_first() -> None:
    rows, weights = histograms(200, 7, 1)
    choices = HistogramChoices.of(rows, weights, 6, np.random.default_rng(0))
    labels = choices.labels(rows, 6)
    heights = [float(rows[labels == c].sum(axis=1).mean()) for c in range(6)]
    assert heights == sorted(heights, reverse=True)


def median_cost(rows: Array, weights: Array, labels: Array) -> float:
    """The L1 distances from the medians of the clusters."""
    cost = 0.0
    for c in set(labels.tolist()):
        inside, mass = rows[labels == c], weights[labels == c]
        cost += float(mass @ abs(inside.astype(int) - centre_of(inside, mass, False)).sum(axis=1))
    return cost


def test_clusters_are_as_good_as_the_best_of_several_random_starts() -> None:
    """Within 2 % of the best of five on the mean, and better than one of them."""
    to_best, to_one = [], []
    for seed in range(4):
        rows, weights = histograms(200, 7, seed)
        rng = np.random.default_rng(seed)
        choices = HistogramChoices.of(rows, weights, 12, rng)
        for k in (3, 6, 12):
            others = []
            for _ in range(5):
                centres = rows[rng.choice(len(rows), k, replace=False)].astype(int)
                for _ in range(10):
                    labels = distances(rows, centres, False).argmin(axis=1)
                    for c in set(labels.tolist()):
                        centres[c] = centre_of(rows[labels == c], weights[labels == c], False)
                others.append(median_cost(rows, weights, labels))
            found = median_cost(rows, weights, choices.labels(rows, k))
            to_best.append(found / min(others))
            to_one.append(found / np.mean(others))
    assert np.mean(to_best) < 1.02
    assert np.mean(to_one) < 0.98


def test_clusters_stop_when_all_rows_are_centres() -> None:
    rows = np.repeat(histograms(6, 4, 1)[0], 5, axis=0)
    choices = HistogramChoices.of(rows, np.ones(30), 20, np.random.default_rng(0))
    assert len(choices.errors) == 6
    assert choices.errors[-1] == 0
    assert len(set(choices.labels(rows, 6).tolist())) == 6


def test_kernels_refuse_arrays_that_do_not_fit() -> None:
    rows = np.zeros((3, 16), np.uint8)
    with pytest.raises(ValueError, match="do not fit"):
        _core.nearest_counts(rows, np.zeros((2, 8), np.uint8), False, 1)
    with pytest.raises(ValueError, match="do not fit"):
        _core.count_clusters(rows, np.ones(2), 2, np.zeros((1, 4)), False)


# --- streets ---------------------------------------------------------------------------------------------------


def same_partition(one: Array, other: Array) -> bool:
    pairs = set(zip(one.ravel().tolist(), other.ravel().tolist(), strict=True))
    return len(pairs) == len(set(one.ravel().tolist())) == len(set(other.ravel().tolist()))


def test_gs2_is_that_of_small_games() -> None:
    """The same buckets as `gs2_buckets`, which takes the sample as a list of signals."""
    sample, config = deals(), GS2Config(6, 20, 70, (60, 60))
    held = np.flatnonzero(sample.hole_weights)
    turn_weights = np.repeat(sample.weights, 47).astype(float)
    signals = Signals(
        children=(),
        parents=(np.searchsorted(held, sample.hole), np.repeat(np.arange(60), 47)),
        probabilities=(
            sample.hole_weights[held] / sample.weights.sum(),
            sample.weights / sample.weights.sum(),
            turn_weights / turn_weights.sum(),
        ),
        strengths=(
            sample.hole_strengths[held] / (47 * 46 * 1980),
            sample.flop_strengths / (47 * 46 * 1980),
            sample.turn_strengths[sample.rows.ravel()] / (46 * 1980),
        ),
    )
    expected, found = gs2_buckets(signals, config.counts), streets_of(config)
    assert [street.count for street in found] == list(config.counts)
    assert same_partition(found[0].table[held], expected[0])
    assert same_partition(found[1].table, expected[1])
    assert same_partition(found[2].table, expected[2])


def test_flop_histograms_are_those_of_plain_python() -> None:
    """With a cluster for every different turn, a flop hand's histogram counts its turns."""
    flops = np.array([2, 11, 30, 31])
    bin_of_score = river_bins(deals(), flops, 2)
    seen = np.concatenate([deals().scores[deals().rows[flop]].ravel() for flop in flops])
    weights = np.repeat(deals().weights[flops], 47 * 46)
    assert np.array_equal(bin_of_score[seen], kmeans_1d(seen.astype(float), 2, weights=weights).labels)
    counted = [
        Counter(int((bin_of_score[deals().scores[row]] == 1).sum()) for row in deals().rows[flop])
        for flop in flops
    ]
    kinds = sorted(
        {kind for of_flop in counted for kind in of_flop}
    )  # more rivers in the upper bin are stronger
    expected = np.cumsum([[of_flop[kind] for kind in kinds] for of_flop in counted], axis=1)
    found = flop_potentials(deals(), flops, (1, 64, 2), 10**6, np.random.default_rng(0))
    assert np.array_equal(found[:, : len(kinds)], expected)
    assert (found[:, len(kinds) :] == 47).all()


def test_hole_cards_lead_where_their_flops_do() -> None:
    """Cumulated along clusters in order of strength, as far apart as these are; a hand weighs by strength squared."""
    labels = (np.arange(len(deals())) % 4).astype(np.uint16)
    points, weights, held = hole_potentials(deals(), labels)
    counts, strengths = deals().weights, deals().flop_strengths / (47 * 46 * 1980)
    means = np.array([np.average(strengths[labels == c], weights=counts[labels == c]) for c in range(4)])
    order = np.argsort(means)
    for place in range(0, len(held), 9):
        inside = deals().hole == held[place]
        total = counts[inside].sum()
        shares = [counts[inside & (labels == c)].sum() / total for c in order]
        assert points[place] == pytest.approx(np.cumsum(shares)[:3] * np.diff(means[order]))
        mean = np.average(strengths[inside], weights=counts[inside])
        assert weights[place] == pytest.approx(total * mean**2)


def test_gs3_tells_all_hole_cards_apart_that_it_may() -> None:
    held = int(np.count_nonzero(deals().hole_weights))
    found = gs_street(replace(SMALL, preflop=held, flop=60, turn=60, bins=(60, 60, 20)), deals(), 0, None)
    assert found.count == held > 40


@pytest.mark.parametrize("config", [GS2Config(8, 20, 60), SMALL], ids=["gs2", "gs3"])
def test_buckets_lie_inside_those_of_the_street_before(config: GS2Config) -> None:
    built = streets_of(config)
    assert [street.count for street in built] == list(config.counts)
    before = built[0].table[deals().hole]
    for street in built[1:3]:
        now = street.table.reshape(60, -1)
        pairs = set(
            zip(now.ravel().tolist(), np.repeat(before, now.size // len(before)).tolist(), strict=True)
        )
        assert len(pairs) == street.count == len(set(now.ravel().tolist()))
        before = street.table.ravel()
    if config.streets == 4:
        river = built[3].table
        assert (np.diff(river.astype(int), axis=1) >= 0).all()
        assert (river[1:, 0] == river[:-1, -1] + 1).all()
        assert river[-1, -1] == built[3].count - 1


def test_gs3_turns_join_the_nearest_centre_and_errors_decide() -> None:
    """More children for a parent lower its error; the budget is spent where a plain search would spend it."""
    wide, narrow = (streets_of(replace(SMALL, turn=count))[2] for count in (60, 21))
    assert wide.count == 60
    assert narrow.count == 21
    flops = streets_of(SMALL)[1]
    children = np.array([len(set(narrow.table[flops.table == f].ravel().tolist())) for f in range(20)])
    assert sorted(children.tolist()) == [1] * 19 + [2]


def test_buckets_do_not_depend_on_threads_but_on_the_seed() -> None:
    one, three, other = streets_of(SMALL, 1), streets_of(SMALL, 3), streets_of(replace(SMALL, seed=7))
    assert all(np.array_equal(a.table, b.table) for a, b in zip(one, three, strict=True))
    assert not all(np.array_equal(a.table, b.table) for a, b in zip(one, other, strict=True))
    means = streets_of(replace(SMALL, centres="means"))
    assert not all(np.array_equal(a.table, b.table) for a, b in zip(one, means, strict=True))


# --- the abstraction and its file ------------------------------------------------------------------------------


@cache
def recalled() -> RecallAbstraction:
    flop = np.arange(FLOP_CLASSES, dtype=np.uint32)
    turn = np.arange(55_190_538, dtype=np.uint32)
    tables = tuple(table.astype(np.uint16) for table in (np.arange(169) % 3, flop % 7, turn % 11))
    cuts = np.sort(np.random.default_rng(0).integers(1, 1980, (11, 4)), axis=1)
    river = np.stack([5 * i + interval(of_turn, np.arange(SCORES)) for i, of_turn in enumerate(cuts)])
    config = SMALL.to_toml()
    made = TableAbstraction(tables, (3, 7, 11), HOLDEM_IN_ORDER[:3], name="made", config=config)
    return RecallAbstraction(made, river.astype(np.uint16), 55)


def test_lookups_on_the_river() -> None:
    made, rng = recalled(), np.random.default_rng(6)
    assert isinstance(made, CardAbstraction)
    dealt = np.array([rng.permutation(52)[:7] for _ in range(40)], np.uint8)
    found = made.lookup(3, dealt)
    index = HandIndexer((2, 3, 1))
    for deal, bucket in zip(dealt, found.tolist(), strict=True):
        wins, ties, _ = win_tie_lose(deal[:2].tolist(), deal[2:].tolist())
        parent = index.index(deal[:6].tolist()) % 11
        assert bucket == made.river[parent, 2 * wins + ties]
        assert made.buckets(3, deal[2:].tolist(), deal[None, :2]).tolist() == [bucket]
    assert np.array_equal(made.lookup(2, dealt[:, :6].copy()), index.index_batch(dealt[:, :6].copy()) % 11)
    together = np.concatenate([dealt[:1, [*swap, 2, 3, 4, 5, 6]] for swap in ([0, 1], [1, 0])])
    assert len(set(river_scores(together).tolist())) == 1
    assert (made.count(3), made.counts, made.rounds) == (55, (3, 7, 11, 55), 4)
    with pytest.raises(AbstractionError, match="round 4 is not in this abstraction"):
        made.count(4)
    with pytest.raises(ValueError, match="appears twice"):
        made.lookup(3, np.array([[1, 2, 3, 4, 5, 6, 6]], np.uint8))


def test_a_file_holds_it_and_refuses_damage(tmp_path: Path) -> None:
    made, path = recalled(), tmp_path / "made"
    made.save(path)
    again = open_abstraction(path)
    assert isinstance(again, RecallAbstraction)
    assert repr(again) == "RecallAbstraction('made': preflop 3, flop 7, turn 11, river 55)"
    assert read_abstraction_config(again.config) == replace(SMALL, name="gs3")
    dealt = np.array([[51, 50, 3, 8, 30, 31, 7]], np.uint8)
    assert np.array_equal(again.lookup(3, dealt), made.lookup(3, dealt))
    with pytest.raises(AbstractionError, match="the deck asked for has ranks 'JQK'"):
        open_abstraction(path, deck=Deck("JQK", "hs"), verify=False)
    with path.open("r+b") as file:
        file.seek(-9, 2)
        file.write(b"\x01")
    with pytest.raises(FileFormatError, match=r"'river_by_score' of .* is damaged"):
        open_abstraction(path)


def test_tables_that_do_not_fit() -> None:
    made = recalled()
    for river, count, message in [
        (made.river[:5], 55, r"is uint16\[5, 1981\]; it must be uint16\[11, 1981\]"),
        (made.river.astype(np.uint32), 55, r"is uint32\[11, 1981\]"),
        (made.river, 54, "a river hand is in bucket 54; buckets are 0 to 53"),
    ]:
        with pytest.raises(AbstractionError, match=message):
            RecallAbstraction(made.earlier, river, count)
    two = TableAbstraction(made.earlier.tables[:2], (3, 7), HOLDEM_IN_ORDER[:2])
    with pytest.raises(AbstractionError, match="the tables are of the rounds"):
        RecallAbstraction(two, made.river, 55)


def test_a_stopped_build_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = [(169,), (FLOP_CLASSES,), (FLOP_CLASSES, 47), (1, SCORES)]
    built: list[tuple[int, int | None]] = []
    told: list[tuple[int, int]] = []

    def street(config, deals, number, before, threads, progress):  # type: ignore[no-untyped-def]
        built.append((number, before and before.count))
        if number == 2 and len(built) < 4:
            raise KeyboardInterrupt
        return Buckets(np.zeros(shapes[number], np.uint16), 1)

    monkeypatch.setattr(build_module, "gs_street", street)
    monkeypatch.setattr(build_module.HoldemDeals, "all", lambda threads, progress: deals())
    monkeypatch.setattr(build_module, "turn_table", lambda labels, threads: np.zeros(55_190_538, np.uint16))
    config = GS3Config(1, 1, 1, river=1)
    with pytest.raises(KeyboardInterrupt):
        build_abstraction(config, tmp_path / "gs3")
    with pytest.raises(AbstractionError, match="holds streets of another config"):
        build_abstraction(replace(config, seed=1), tmp_path / "gs3")
    made = build_abstraction(config, tmp_path / "gs3", progress=lambda *done: told.append(done))
    assert built == [(0, None), (1, 1), (2, 1), (2, 1), (3, 1)]
    assert told == sorted(told)
    assert told[-1] == (1000, 1000)
    assert isinstance(made, RecallAbstraction)
    assert [path.name for path in tmp_path.iterdir()] == ["gs3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[gs2]\npreflop = 0", "preflop is 0; it must be a whole number from 1 to 169, such as 15$"),
        ("[gs2]\npreflop = 170", "preflop is 170"),
        ("[gs2]\nflop = 14", "flop is 14; it must be a whole number from 15 to 65,535, such as 225"),
        ("[gs3]\nriver = 70000", "river is 70000; .* to 65,535"),
        ("[gs3]\nriver = 2.5", "river is 2.5"),
        ("[gs2]\nriver = 5", "'river' is not a setting of \\[gs2\\]; it takes preflop, flop, turn, children"),
        ("[gs2]\nchildren = 5", r"children is 5; it must be 2 whole numbers, such as \[64, 32\]"),
        ("[gs3]\nchildren = [1, 0, 1]", "children is 0; it must be a whole number from 1"),
        ("[gs3]\nbins = [1, 1, 256]", "bins is 256; .* to 255"),
        ("[gs3]\ntraining = 0", "training is 0"),
        ('[gs3]\ncentres = "median"', "centres is 'median'; it must be one of medians, means; did you mean"),
        ("seed = -1\n[gs3]", "seed is -1"),
        ("seed = 1\n[gs2]", r"'seed' cannot stand beside \[gs2\]"),
        ('[gs3]\n[flop]\nmethod = "lossless"', r"'flop' cannot stand beside \[gs3\]"),
        ("gs3 = 4", r"gs3 is 4; give a table such as \[gs3\] with turn = 4800"),
        ("gs4 = 4", "'gs4' is not a key of a config.*did you mean"),
    ],
)
def test_bad_configs(text: str, message: str) -> None:
    with pytest.raises(AbstractionError, match=message):
        read_abstraction_config(text)
