"""GS1 and GS2: beliefs, rivers that were watched, buckets of a turn, and small builds that play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import riverboat as rb
from riverboat import _core
from riverboat.abstraction.card_abstraction import HOLDEM
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.bots import make_bot
from riverboat.bots.classic import shelf
from riverboat.bots.classic.deals import draw_deals
from riverboat.bots.classic.limit import GAME, part_tree
from riverboat.bots.classic.parts import PartedStrategy
from riverboat.bots.classic.two_phase_bots import GS1, GS2
from riverboat.bots.classic.two_phases.counted import CountedSignals, Worths, rolled_out
from riverboat.bots.classic.two_phases.first_phase import TREMBLE, FirstPhase, form_with_leaves
from riverboat.bots.classic.two_phases.gs1 import Gs1Build, solve_gs1
from riverboat.bots.classic.two_phases.gs2 import rivers_worth
from riverboat.bots.classic.two_phases.river_model import BINS, RiverModel, last_raiser, river_tree
from riverboat.bots.classic.two_phases.turn_buckets import TurnBoard, TurnBuckets
from riverboat.cards.card import HAND_CARDS, hand_indices, parse_cards
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import BotError
from riverboat.games import Table, nolimit_holdem
from riverboat.games.rules.action import act
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.sequence import form_of_game
from riverboat.solvers.sequence.anytime import solve_anytime
from riverboat.solvers.sequence.game_form import payoffs_of_signals

BOARD = tuple(parse_cards("Ah7d2c Ks"))


@pytest.fixture(scope="module")
def tables() -> tuple[np.ndarray, np.ndarray]:
    """Three classes of hole cards, each with two on the flop that mean nothing."""
    preflop = (np.arange(169) % 3).astype(np.uint16)
    flop = HandIndexer((2, 3))
    every = np.arange(flop.size(1))
    hole = flop.index_batch(np.ascontiguousarray(flop.cards_batch(1, every)[:, :2]))
    return preflop, (2 * preflop[hole] + every % 2).astype(np.uint16)


@pytest.fixture(scope="module")
def first(tables: tuple[np.ndarray, np.ndarray]) -> FirstPhase:
    return solve_gs1(tables, Gs1Build(boards=64, pairs=8, iterations=40, seed=3), threads=1)


@pytest.fixture
def file(first: FirstPhase, tmp_path: Path) -> Path:
    path = tmp_path / "small.bot"
    shelf.write_arrays(path, first.arrays(), kind="bot gs2", version=1, compress=True)
    return path


# --- the first phase ---------------------------------------------------------------------------------------------


def test_counted_pairs_are_seated_both_ways_and_join_to_those_of_the_round_before(
    tables: tuple[np.ndarray, np.ndarray],
) -> None:
    buckets = TableAbstraction(tables, (3, 6), HOLDEM[:2])
    signals = CountedSignals.count_deals(part_tree(rounds=2).game, buckets, (3, 6), rolled_out, 40, 6, seed=2)
    assert signals.met == pytest.approx(signals.met.T)
    assert signals.worth[0] == pytest.approx(-signals.worth[0].T)
    assert signals.parents(0, 1).tolist() == [0, 0, 1, 1, 2, 2]
    plain = np.zeros((3, 3))
    for deals in draw_deals(40, 6, seed=2):
        one, other = (buckets.lookup(0, hands) for hands in (deals.first, deals.second))
        np.add.at(plain, (one, other), 1)
        np.add.at(plain, (other, one), 1)
    pairs = signals.pairs(0)
    found = np.zeros((3, 3))
    found[pairs.first, pairs.second] = pairs.met
    assert found == pytest.approx(plain / plain.sum())


def test_beliefs_follow_bayes_and_stay_where_nobody_would_have_acted_so(first: FirstPhase) -> None:
    line, flop = (1, 0, 0, 1, 0), BOARD[:3]
    reach = first.reach(line, flop)
    assert reach.sum(axis=1) == pytest.approx([1, 1])
    assert not reach[:, np.isin(HAND_CARDS, flop).any(axis=1)].any()
    hands = hand_indices([parse_cards("QsQd"), parse_cards("8h3s")])
    cards = HAND_CARDS[hands]
    pre, post = (first.buckets.buckets(n, flop[: 3 * n], cards) for n in (0, 1))

    def often(before: tuple[int, ...], action: int, buckets: np.ndarray, legal: int) -> np.ndarray:
        return (1 - TREMBLE) * first.chances(before, buckets)[:, action + 1] + TREMBLE / legal

    button = often((), 1, pre, 3) * often((1, 0, 0), 1, post, 2)
    blind = often((1,), 0, pre, 3) * often((1, 0), 0, post, 2) * often((1, 0, 0, 1), 0, post, 3)
    assert reach[1, hands[0]] / reach[1, hands[1]] == pytest.approx(button[0] / button[1])
    assert reach[0, hands[0]] / reach[0, hands[1]] == pytest.approx(blind[0] / blind[1])
    never = [rows.copy() for rows in first.played]
    never[0][first.nodes[()]] = [0.5, 0.5, 0.0]
    off_path = FirstPhase(first.tables, (never[0], never[1]), first.bounds)
    assert off_path.reach((1, 0), flop)[1][~np.isin(HAND_CARDS, flop).any(axis=1)] == pytest.approx(1 / 1176)


def test_rivers_are_counted_by_strength_and_situation(small: PartedStrategy) -> None:
    model = RiverModel.count(small, 64, 8, seed=1)
    assert model.counts.shape == (3, 10, BINS, 3)
    assert model.counts.sum() > 200
    tree = river_tree()
    for node in range(tree.nodes):
        legal = {min(action, 1) + 1 for action in tree.choices(node)}
        for action in range(3):
            assert (model.chances[:, node, :, action].max() > 0) == (action in legal)
    assert model.chances.sum(axis=3) == pytest.approx(1)
    assert [
        last_raiser(line) for line in ((0, 0, 0, 0, 0, 0), (0, 0, 1, 0, 1, 0), (1, 0, 0, 0, 1, 1, 0))
    ] == [0, 1, 2]


def test_what_a_river_is_worth_is_what_playing_it_pays() -> None:
    """The big blind always bets and never folds; the button calls with the better half of its hands, else folds."""
    counts = np.zeros((3, 10, BINS, 3))
    counts[:, 0, :, 2] = 1e9
    counts[:, 2, : BINS // 2, 0] = counts[:, 2, BINS // 2 :, 1] = 1e9
    share, more = RiverModel(counts).worth()
    assert share[1, 3, 2] == pytest.approx([1, 1, 1], abs=1e-6)  # folded, whoever is better
    assert more[1, 3, 2] == pytest.approx([0, 0, 0], abs=1e-6)
    assert share[2, 3, 15] == pytest.approx([-1, 0, 1], abs=1e-6)  # called
    assert more[2, 3, 15] == pytest.approx([-20, 0, 20], abs=1e-5)


def test_leaves_that_nobody_bets_on_are_roll_outs(tables: tuple[np.ndarray, np.ndarray]) -> None:
    checked = np.zeros((3, 10, BINS, 3))
    checked[:, :2, :, 1] = 1e12
    worths = rivers_worth(RiverModel(checked))
    deals = next(draw_deals(20, 4, seed=6))
    for as_dealt, rolled in zip(worths(deals), rolled_out(deals), strict=True):
        assert as_dealt[:3] == pytest.approx(np.repeat(rolled, 3, axis=0), abs=1e-9)
    buckets = TableAbstraction(tables, (3, 6), HOLDEM[:2])
    tree = part_tree(rounds=3)

    def counted(worths: Worths) -> CountedSignals:
        return CountedSignals.count_deals(tree.game, _Halves(buckets), (3, 6, 12), worths, 40, 6, seed=2)

    with_leaves = form_with_leaves(tree, counted(worths), "small")
    plain = payoffs_of_signals(tree, counted(rolled_out))
    rng = np.random.default_rng(0)
    plan = with_leaves.players[1].plan(with_leaves.players[1].probabilities(rng.random(plain.shape[1])))
    assert with_leaves.payoffs.times(plan) == pytest.approx(plain.times(plan), abs=1e-6)


class _Halves:
    """Buckets of the turn inside those of the flop: by whether the turn's card is high."""

    def __init__(self, before: TableAbstraction) -> None:
        self._before = before

    def lookup(self, number: int, cards: np.ndarray, /) -> np.ndarray:
        if number < 2:
            return self._before.lookup(number, cards)
        return 2 * self._before.lookup(1, np.ascontiguousarray(cards[:, :5])) + (cards[:, 5] >= 26)


# --- the second phase --------------------------------------------------------------------------------------------


def test_bucket_pairs_are_those_of_all_hands_that_share_no_card() -> None:
    rng = np.random.default_rng(4)
    hands, n = HAND_CARDS[rng.permutation(1326)[:90]], 5
    strengths = rng.integers(-1, 12, (2, 90)).astype(np.int32)
    buckets = rng.integers(0, n, (2, 90)).astype(np.int32)
    first, second = rng.random((2, 90))
    met, won = np.zeros(n * n), np.zeros(n * n)
    _core.add_bucket_pairs(hands, strengths, buckets, first, second, n, met, won)
    plain = np.zeros((2, n, n))
    for strength, bucket in zip(strengths, buckets, strict=True):
        for i, j in np.argwhere((strength[:, None] >= 0) & (strength >= 0)):
            if not set(hands[i].tolist()) & set(hands[j].tolist()):
                often = first[i] * second[j]
                plain[:, bucket[i], bucket[j]] += often, often * np.sign(strength[i] - strength[j])
    assert met.reshape(n, n) == pytest.approx(plain[0])
    assert won.reshape(n, n) == pytest.approx(plain[1])
    with pytest.raises(ValueError, match="a bucket is not among"):
        _core.add_bucket_pairs(hands, strengths, buckets + n, first, second, n, met, won)


def test_both_kinds_of_turn_buckets_remember(first: FirstPhase) -> None:
    on = TurnBoard.of(BOARD)
    for buckets in (TurnBuckets.by_means(on, (6, 20)), TurnBuckets.by_leaders(on, (0.2, 0.3))):
        at, hand = np.nonzero(on.free)
        assert (buckets.parents[buckets.river[at, hand]] == buckets.turn[hand]).all()
        assert (buckets.turn >= 0).sum() == 1128
        aces, air = hand_indices([parse_cards("AsAd"), parse_cards("4h3s")])
        assert buckets.turn[aces] != buckets.turn[air]
        met, won = buckets.pairs(first.reach((0, 0, 0, 0), BOARD[:3]))
        assert met.sum() == pytest.approx(1)
        assert (np.abs(won) <= met + 1e-12).all()
    assert TurnBuckets.by_means(on, (6, 20)).counts == (6, 20)


def test_a_program_that_runs_out_of_time_leaves_sound_plans() -> None:
    pytest.importorskip("highspy")
    leduc = form_of_game("leduc")
    early, late = solve_anytime(leduc, 0), solve_anytime(leduc, 120)
    assert (early.is_best, early.turns) == (False, 0)
    assert early.bounds == pytest.approx(leduc.bounds(*early.plans))
    assert early.bounds[1] - early.bounds[0] < 0.2
    assert late.is_best
    assert late.bounds == pytest.approx((-0.085606, -0.085606), abs=1e-6)


# --- at the table ------------------------------------------------------------------------------------------------


def test_they_sit_down_and_play_as_their_strategies_say(file: Path) -> None:
    name = f"gs2(file={file},steps=5)"
    result = rb.play_match([name, "honest"], 10, duplicate=True, seed=4)
    assert [bot.faults for bot in result.bots] == [{}, {}]
    bot = make_bot(name)
    assert isinstance(bot, GS2)
    table = Table(GAME)
    for action in (20, 0, 0, 10, 0, 0):
        act(table, action)
    options = options_at(table, [0, 20])
    hands = np.array([hand for hand in HAND_CARDS[::97] if not set(hand.tolist()) & set(BOARD)], np.uint8)
    rows = bot.strategy(PublicState(table, BOARD, hands, options))
    assert rows.shape == (len(hands), 2)
    assert rows.sum(axis=1) == pytest.approx(1)
    alone = bot.strategy.chances((1, 0, 0, 1, 0, 0), BOARD, hands[3:4])
    assert alone[0, 1:] == pytest.approx(rows[3])


def test_a_build_is_opened_as_it_was(first: FirstPhase) -> None:
    again = FirstPhase.of_arrays(first.arrays())
    assert again.bounds == first.bounds
    assert again.reach((1, 0, 0, 0), BOARD[:3]).tolist() == first.reach((1, 0, 0, 0), BOARD[:3]).tolist()


def test_what_they_cannot_do_is_told(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BotError, match="GS2 plays heads-up limit hold'em, not 'nolimit-holdem'"):
        rb.play_match([f"gs2(file={file})", "fish"], 2, game=nolimit_holdem())
    with pytest.raises(BotError, match="budget is -1; it must be seconds from 0 up"):
        make_bot(f"gs2(file={file},budget=-1)")
    with pytest.raises(BotError, match="method is 'simplex'; it is 'lp' or 'first-order'"):
        make_bot(f"gs2(file={file},method=simplex)")
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path / "cache"))
    for bot in (GS1, GS2):
        with pytest.raises(BotError, match=rf"run `riverboat bots build {bot.name}`"):
            bot()


def test_what_a_build_needs_is_built_before(
    first: FirstPhase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path / "cache"))
    made: list[str] = []

    def recipe(name: str, needs: tuple[str, ...]) -> shelf.Recipe:
        def build(**given: object) -> FirstPhase:
            made.append(name)
            assert all(other in given for other in needs)
            return first

        return shelf.Recipe(build, FirstPhase.arrays, FirstPhase.of_arrays, "no time", needs)

    monkeypatch.setitem(shelf.RECIPES, "sparbot", recipe("sparbot", ()))
    monkeypatch.setitem(shelf.RECIPES, "gs2", recipe("gs2", ("sparbot",)))
    shelf.build_bot("gs2")
    shelf.build_bot("gs2")
    assert made == ["sparbot", "gs2", "gs2"]
