"""Equity against brute force by other evaluators, and the laws it must keep."""

import math
import warnings
from itertools import combinations, product

import numpy as np
import poker_equity
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from riverboat import _core
from riverboat.cards.card import HAND_CARDS, card_names, hand_index, parse_cards
from riverboat.cards.equity import equity
from riverboat.cards.equity_result import EquityResult
from riverboat.cards.range import Range

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # eval7 is older than today's Python
    import eval7

CARDS = [(int(hi), int(lo)) for hi, lo in HAND_CARDS]


def brute_force(players: list[Range], board: list[int], dead: list[int]) -> list[dict[str, object]]:
    """Deal every hand and every board, and let phevaluator (1 is best) settle each."""
    n = len(players)
    share, win, tie, total = np.zeros(n), np.zeros(n), np.zeros(n), 0.0
    hand_share, hand_total = np.zeros((n, 1326)), np.zeros((n, 1326))
    held = [np.flatnonzero(p.weights).tolist() for p in players]
    live = [card for card in range(52) if card not in board and card not in dead]
    for rest in combinations(live, 5 - len(board)):
        full = [*board, *rest]
        taken = {*full, *dead}
        strength = {
            h: evaluate_cards(*CARDS[h], *full) for h in set().union(*held) if taken.isdisjoint(CARDS[h])
        }
        for hands in product(*[[h for h in hs if h in strength] for hs in held]):
            if len({card for h in hands for card in CARDS[h]}) < 2 * n:
                continue
            weight = float(np.prod([p.weights[h] for p, h in zip(players, hands, strict=True)]))
            best = min(strength[h] for h in hands)
            winners = [p for p, h in enumerate(hands) if strength[h] == best]
            total += weight
            for p, h in enumerate(hands):
                hand_total[p, h] += weight
            for p in winners:
                share[p] += weight / len(winners)
                hand_share[p, hands[p]] += weight / len(winners)
                (win if len(winners) == 1 else tie)[p] += weight
    with np.errstate(invalid="ignore"):
        by_hand = hand_share / hand_total
    return [
        {"equity": share[p] / total, "win": win[p] / total, "tie": tie[p] / total, "by_hand": by_hand[p]}
        for p in range(n)
    ]


def check(result: EquityResult, expected: list[dict[str, object]], tolerance: float = 1e-12) -> None:
    for player, right in zip(result.players, expected, strict=True):
        found = {"equity": player.equity, "win": player.win, "tie": player.tie}
        for what, value in found.items():
            assert value == pytest.approx(right[what], abs=tolerance), what
        if "by_hand" in right:
            np.testing.assert_allclose(player.by_hand, right["by_hand"], atol=tolerance, rtol=0)


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AsKs", "QhQd"], "QsJh2h3c", ""),
        (["AsKs", "QhQd"], "QsJh2h3c4d", ""),
        (["AsKs", "AdKd"], "QsJsTh2c", ""),  # free rolls
        (["2c3d", "2d3c"], "AsKsQsJsTs", ""),  # everybody plays the board
        (["AsKs", "QhQd", "JcTc"], "Qs9c8c2h", ""),
        (["AcKc", "QdQh", "JsTs", "6h6d"], "9s8s6c", "2c2d2h2s3c3d3h3s4c4d4h4s"),  # a flop
        (["AsKs", "QQ,JJ:0.3,AKo:0.8"], "Js7h2h3c", ""),
        (["AsKs", "QQ,JJ:0.3,AKo:0.8"], "Js7h2h3c", "QcQdAh"),
        (["99+,AK", "AsKs"], "Js7h2h3cKd", "Kh"),
        (["TT+,AQs:0.35,98s", "77-55,ATs+,KQo:0.9"], "Th7h2h3h", ""),
        (["TT+,AQs:0.35", "TT+,AKo:0.15"], "AcAdTh3hTs", "KsKd"),
        (["AA,KK:0.5", "AKs,QQ:0.25", "AKs,QQ"], "Ks7s2d3c", "Qc"),
        (["AsAh", "AKs,KK:0.7", "AKs,JTs:0.2"], "Qs9s2d3c8s", ""),
        (["AsAh,AdAc:0.1", "KsKh", "AsKs:0.5,QsJs"], "2s3s4s5s", ""),
    ],
)
def test_brute_force_agrees(players: list[str], board: str, dead: str) -> None:
    result = equity(*players, board=board, dead=dead, method="exact")
    assert (result.method, result.board, result.dead) == ("exact", board, dead)
    check(result, brute_force([Range(p) for p in players], parse_cards(board), parse_cards(dead)))


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AsKs", "QhQd"], "", ""),
        (["7h6h", "7s2d"], "", "6c6d"),
        (["AsKs", "QhQd", "JcTc"], "", "2c"),
        (["AcAd", "AhAs", "KcQc"], "", ""),
        (["5d5c", "AsKd", "JhTh"], "5h9h2s", ""),
        (["AsKs", "AhKh", "AdKd", "AcKc"], "QsJh2h", ""),
    ],
)
def test_poker_equity_agrees(players: list[str], board: str, dead: str) -> None:
    expected = poker_equity.exact_from_text("holdem", players, board=board, dead=dead)
    check(equity(*players, board=board, dead=dead), expected["players"])
    check(equity(*players, board=board, dead=dead, method="exact"), expected["players"])
    assert equity(*players, board=board, dead=dead).deals == expected["samples"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of its parser
@pytest.mark.parametrize("board", ["QsJh2h3c4d", "8s9sTsJsQc", "2c2d2h2s7c"])
def test_eval7_agrees_on_the_river(board: str) -> None:
    text = "QQ-88,AK,T9s,54s"
    cards = [eval7.Card(board[i : i + 2]) for i in range(0, 10, 2)]
    hand = [eval7.Card("As"), eval7.Card("Kd")]
    expected = eval7.py_hand_vs_range_exact(hand, eval7.HandRange(text), cards)
    assert equity("AsKd", text, board=board).equities[0] == pytest.approx(expected, abs=1e-7)  # float32


# --- laws ---------------------------------------------------------------------------------------------------

classes = st.sampled_from(["AA", "KK", "22", "AKs", "AKo", "QJs", "T9o", "76s", "A5s", "JJ", "55", "K2o"])
texts = st.lists(
    st.tuples(classes, st.sampled_from(["", ":0.5", ":0.1", ":0.35"])), min_size=1, max_size=4
).map(lambda parts: ",".join(name + weight for name, weight in parts))
deck = st.permutations(range(52))


@settings(max_examples=150, deadline=None)
@given(texts, texts, deck, st.sampled_from([4, 5]), st.integers(0, 3), st.permutations(range(4)))
def test_laws_of_two_ranges(
    first: str, second: str, cards: list[int], known: int, out: int, suits: list[int]
) -> None:
    board, dead = cards[:known], cards[known : known + out]
    ranges = [Range(first), Range(second)]
    assume(_core.count_deals(np.stack([r.without(board + dead).weights for r in ranges]), 1))
    result = equity(*ranges, board=board, dead=dead)
    one, two = result.players
    assert one.equity + two.equity == pytest.approx(1, abs=1e-12)
    assert one.win + one.tie + two.win == pytest.approx(1, abs=1e-12)
    assert one.equity == pytest.approx(one.win + one.tie / 2, abs=1e-12)

    swapped = equity(*ranges[::-1], board=board, dead=dead)
    assert swapped.equities == pytest.approx(result.equities[::-1], abs=1e-12)

    scaled = equity(ranges[0] * 0.3, ranges[1] * 0.07, board=board, dead=dead)
    assert scaled.equities == pytest.approx(result.equities, abs=1e-12)

    # Every way to enumerate gives the same by hand.
    weights = np.stack([r.without(board + dead).weights for r in ranges])
    dealt = _core.multiway_exact(weights, board, dead, 1, None)
    swept = _core.range_equity(*weights, board, dead, 1, None)
    for player, deals, (wins, ties, total) in zip(result.players, dealt.players, swept, strict=True):
        own = player.hands.weights
        assert deals.shares / 2520 / dealt.deals == pytest.approx(player.equity, abs=1e-12)
        assert (wins + ties / 2) @ own / (total @ own) == pytest.approx(player.equity, abs=1e-12)
        possible = deals.hand_deals > 0
        assert np.array_equal(possible, ~np.isnan(player.by_hand))
        by_hand = deals.hand_shares[possible] / 2520 / deals.hand_deals[possible]
        np.testing.assert_allclose(player.by_hand[possible], by_hand, atol=1e-12)
        mean = np.average(player.by_hand[possible], weights=deals.hand_deals[possible])
        assert mean == pytest.approx(player.equity, abs=1e-12)

    def relabelled(some: list[int]) -> list[int]:
        return [card // 4 * 4 + suits[card % 4] for card in some]

    turned = np.array([hand_index(*relabelled([hi, lo])) for hi, lo in CARDS])
    moved = [Range.from_weights(r.weights[np.argsort(turned)]) for r in ranges]
    other = equity(*moved, board=relabelled(board), dead=relabelled(dead))
    assert other.equities == pytest.approx(result.equities, abs=1e-12)


@settings(max_examples=100, deadline=None)
@given(deck, st.integers(2, 10), st.sampled_from([0, 3, 4, 5]), st.permutations(range(4)))
def test_laws_of_known_hands(cards: list[int], count: int, known: int, suits: list[int]) -> None:
    board, rest = cards[:known], cards[known:]
    hands = [card_names(rest[2 * i : 2 * i + 2]) for i in range(count)]
    result = equity(*hands, board=board, method="exact")
    assert sum(result.equities) == pytest.approx(1, abs=1e-12)
    assert equity(*hands[::-1], board=board, method="exact").equities == result.equities[::-1]
    other = [card // 4 * 4 + suits[card % 4] for card in cards]
    names = [card_names(other[known + 2 * i : known + 2 * i + 2]) for i in range(count)]
    assert equity(*names, board=other[:known], method="exact").equities == result.equities
    if known == 5:
        strengths = [evaluate_cards(*parse_cards(hand), *board) for hand in hands]
        best = [s == min(strengths) for s in strengths]
        assert result.equities == pytest.approx([b / sum(best) for b in best], abs=1e-12)
    if count == 2 and known == 0:
        assert equity(*hands, method="table").equities == result.equities


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from(["AA,72o:0.1", "AsKs", "QJs:0.4,55", "AKo:0.1"]),
    st.sampled_from(["AKs,QQ", "AcKd", "JTs"]),
)
def test_table_and_enumeration_agree_before_the_flop(first: str, second: str) -> None:
    table, exact = equity(first, second), equity(first, second, method="exact")
    assert (table.method, exact.method) == ("table", "exact")
    for by_table, by_deals in zip(table.players, exact.players, strict=True):
        for what in ("equity", "win", "tie"):
            assert getattr(by_table, what) == pytest.approx(getattr(by_deals, what), abs=1e-12)
        np.testing.assert_allclose(by_table.by_hand, by_deals.by_hand, atol=1e-12)


def test_hands_that_the_other_range_blocks_are_nan() -> None:
    for weights in np.random.default_rng(1).random((50, 4)).round(3).tolist():
        villain = "AsJs:{},KsQs:{},As9s:{},Ks2s:{}".format(*weights)
        result = equity("AsKs,2c2d", villain, board="3h4h5d8c9d")
        assert np.flatnonzero(~np.isnan(result.players[0].by_hand)).tolist() == [0]


# --- samples ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AsKs", "QhQd"], "", ""),
        (["random", "AKs"], "", ""),
        (["QQ+,AK:0.2", "JTs,55:0.7"], "Js7h2h", "Kd"),
        (["AsKs", "QhQd", "JcTc"], "", ""),
        (["AA,KK:0.1", "AK", "AQs,77:0.3"], "As7h2h", ""),
        (["random:0.1,AA", "KK"], "", ""),  # every hand, but not alike
        (["QQ+", "QQ+"], "", ""),  # one draw in three is thrown back
    ],
)
def test_samples_lie_around_the_exact_answer(players: list[str], board: str, dead: str) -> None:
    exact = equity(*players, board=board, dead=dead)
    sampled = equity(*players, board=board, dead=dead, samples=200_000, seed=3)
    assert (sampled.method, sampled.deals) == ("sampled", 200_000)
    assert exact.method != "sampled"
    for right, found in zip(exact.players, sampled.players, strict=True):
        assert 0 < found.standard_error < 0.0012
        assert abs(found.equity - right.equity) < 5 * found.standard_error
        assert found.win == pytest.approx(right.win, abs=0.006)
        assert found.tie == pytest.approx(right.tie, abs=0.006)
        seen = ~np.isnan(found.by_hand)
        assert not np.isnan(right.by_hand[seen]).any()
    assert sum(sampled.equities) == pytest.approx(1, abs=1e-12)


def test_the_reported_standard_error_is_right() -> None:
    exact = equity("AsKs", "QhQd").equities[0]
    runs = [equity("AsKs", "QhQd", samples=2000, seed=seed, threads=1).players[0] for seed in range(400)]
    deviations = np.array([(run.equity - exact) / run.standard_error for run in runs])
    assert abs(deviations.mean()) < 0.2  # four standard errors of the mean
    assert 0.87 < deviations.std() < 1.13


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**63), st.integers(1, 50_000))
def test_a_seed_gives_one_answer_on_any_number_of_threads(seed: int, samples: int) -> None:
    ask = {"samples": samples, "seed": seed}
    one = equity("AsKs", "QQ:0.3,22", "random", threads=1, **ask)
    two = equity("AsKs", "QQ:0.3,22", "random", threads=2, **ask)
    assert one.to_dict() == two.to_dict()
    for first, second in zip(one.players, two.players, strict=True):
        assert np.array_equal(first.by_hand, second.by_hand, equal_nan=True)
    if samples > 1000:
        assert one.equities != equity("AsKs", "QQ:0.3,22", "random", samples=samples, seed=seed + 1).equities


@pytest.mark.parametrize("target", [0.01, 0.001])
def test_sampling_goes_on_until_the_standard_error_is_met(target: float) -> None:
    for seed in range(5):
        result = equity("AsKs", "random", "QQ", board="2c3c4d", standard_error=target, seed=seed)
        assert max(player.standard_error for player in result.players) <= target
    assert equity("AsKs", "QQ", method="sampled").players[0].standard_error <= 0.0005


def test_no_deal_is_drawn_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    streams: list[int] = []
    native = _core.multiway_sampled

    def recorded(*args: object) -> object:
        streams.append(args[5])
        return native(*args)

    monkeypatch.setattr(_core, "multiway_sampled", recorded)
    for seed in range(3):
        equity("AsKs", "QQ", standard_error=0.001, seed=seed)
    assert len(set(streams)) == len(streams) >= 6


def test_six_random_hands_are_equal() -> None:
    result = equity(*["random"] * 6, samples=300_000)
    assert result.method == "sampled"
    for player in result.players:
        assert abs(player.equity - 1 / 6) < 5 * player.standard_error
        aces = player.by_hand[np.flatnonzero(Range("AA").weights)].mean()
        assert aces == pytest.approx(0.4925, abs=0.03)  # six-handed


def test_ten_players() -> None:
    hands = ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h", "8s8h", "7s7h", "6s6h", "5s5h"]
    exact = equity(*hands)
    assert (exact.method, exact.deals) == ("exact", 201_376)  # C(32, 5)
    assert sum(exact.equities) == pytest.approx(1, abs=1e-12)
    assert max(exact.equities) == exact.equities[0]
    sampled = equity(*hands, samples=200_000)
    for right, found in zip(exact.players, sampled.players, strict=True):
        assert abs(right.equity - found.equity) < 5 * found.standard_error
    ranges = equity(
        "AA", "KK", "QQ", "JJ", "TT", "99", "88", "77", "66", "random", board="2c3d4h", samples=20_000
    )
    assert len(ranges.players) == 10
    assert sum(ranges.equities) == pytest.approx(1, abs=1e-12)


def test_progress_and_what_it_raises() -> None:
    calls: list[tuple[int, int]] = []
    equity("random", "random", board="2c3d4h", threads=1, progress=lambda *call: calls.append(call))
    assert all(0 <= done <= total for done, total in calls)
    assert calls[-1] == (math.comb(49, 2), math.comb(49, 2))  # boards
    equity("AA", "KK", "QQ", samples=100_001, progress=lambda *call: calls.append(call))
    assert calls[-1] == (100_001, 100_001)  # deals

    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        equity("random", "random", "random", samples=3_000_000, progress=stop, threads=2)
    with pytest.raises(RuntimeError, match="enough"):  # a chunk of this would take years
        equity(*["random"] * 6, method="exact", progress=stop, threads=2)


def test_a_hand_may_be_given_as_card_ids() -> None:
    assert equity([51, 47], (42, 41)).equities == equity("AsKs", "QhQd").equities


def test_a_result_is_a_row_of_players() -> None:
    result = equity("AsKs", "QhQd", "22")
    assert len(result) == 3
    assert [player.equity for player in result] == list(result.equities)
    assert result[0].equity == result.equity
