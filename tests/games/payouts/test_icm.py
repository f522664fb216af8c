"""What stacks are worth in prizes."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat import _core
from riverboat.errors import PayoutError
from riverboat.games.payouts.finishes import finish_chances, prizes_after
from riverboat.games.payouts.icm import icm
from riverboat.tournament.jam_fold.hand import make_hand

stack_lists = st.lists(st.integers(1, 10_000), min_size=2, max_size=6)


def by_orders(stacks: list[float], places: int) -> np.ndarray:
    """Harville's chances from all orders of finishing, one by one."""
    chances = np.zeros((len(stacks), places))
    for order in permutations(range(len(stacks))):
        chance, left = 1.0, sum(stacks)
        for player in order:
            chance *= stacks[player] / left
            left -= stacks[player]
        for place in range(places):
            chances[order[place], place] += chance
    return chances


@given(stack_lists)
@settings(max_examples=25)
def test_harville_is_the_sum_over_orders(stacks: list[int]) -> None:
    places = max(1, len(stacks) - 1)
    assert finish_chances(np.array(stacks), places) == pytest.approx(by_orders(stacks, places), abs=1e-12)


@given(stack_lists, st.sampled_from(["harville", "weitzman"]))
@settings(max_examples=25)
def test_prizes_are_all_handed_out_and_more_chips_are_worth_more(stacks: list[int], model: str) -> None:
    prizes = [50.0, 30.0, 20.0][: len(stacks)]
    found = icm(stacks, prizes, model=model)  # type: ignore[arg-type]
    assert found.equities.sum() == pytest.approx(sum(prizes))
    order = np.argsort(stacks)
    assert (np.diff(found.equities[order]) > -1e-9).all()


def test_known_values() -> None:
    assert icm([5000, 3000, 2000], [50, 30, 20]).equities == pytest.approx([1075 / 28, 131 / 4, 202 / 7])
    # Two players: chips are chances to win, by both models.
    for model in ("harville", "weitzman"):
        assert icm([3, 1], [1], model=model).equities == pytest.approx([0.75, 0.25])  # type: ignore[arg-type]
    assert icm([1, 1, 1, 1], [4, 3, 2, 1]).equities == pytest.approx([2.5] * 4)


def test_weitzman_of_three_by_hand() -> None:
    # Out first by one over chips: 1/5, 1/3, 1/2 of 31/30. The others share, then two play by chips.
    first_out = np.array([6, 10, 15]) / 31
    wins = first_out[1] * 6.5 / 10 + first_out[2] * 6 / 10
    assert icm([5, 3, 2], [1], model="weitzman").equities[0] == pytest.approx(wins)


def test_samples_agree_with_the_count() -> None:
    exact, sampled = (icm([8, 4, 2, 1], [50, 30, 20], samples=n, seed=3) for n in (None, 50_000))
    assert sampled.standard_errors is not None
    assert (abs(exact.equities - sampled.equities) < 5 * sampled.standard_errors).all()
    many = icm([1.0] * 30, [10, 5], samples=2000)
    assert many.equities.sum() == pytest.approx(15)


def test_bubble_factors() -> None:
    # Winner takes all: chips are money. A satellite's bubble: equal stacks risk all and win little.
    factors = icm([5, 3, 2], [1]).bubble_factors()
    assert factors[~np.eye(3, dtype=bool)] == pytest.approx(np.ones(6))
    satellite = icm([10, 10, 10, 10, 10], [1, 1, 1, 1])
    assert satellite.risk_premiums()[0, 1] > 0.29
    assert np.isnan(satellite.bubble_factors()[0, 0])


def test_deals_share_all_prizes() -> None:
    found = icm([90, 5, 5], [50, 30, 20])
    for for_winner in (0.0, 10.0):
        for shares in found.deal(for_winner=for_winner).values():
            assert shares.sum() == pytest.approx(100 - for_winner)
            assert shares.max() <= 50 - for_winner + 1e-9 or for_winner == 0
    assert found.deal()["chips"].max() <= 50


def test_bounties_are_all_won() -> None:
    found = icm([5, 3, 2], [50, 30, 20], bounties=[1, 2, 3])
    assert found.bounties is not None
    assert found.bounties.sum() == pytest.approx(6)
    even = icm([1, 1], [1], bounties=10)  # the winner has both heads
    assert even.totals == pytest.approx([10.5, 10.5])


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=2, max_size=5))
@settings(max_examples=30)
def test_native_prizes_after_a_hand_are_those_of_python(hand: list[tuple[int, int]]) -> None:
    before, after = (np.array(column, dtype=float) for column in zip(*hand, strict=True))
    after[0] += 1
    payouts = np.array([50.0, 30.0, 20.0])[: len(hand)]
    assert _core.prizes_after(before, after, payouts) == pytest.approx(prizes_after(before, after, payouts))


@pytest.mark.parametrize(
    ("stacks", "payouts", "words"),
    [
        ([5, 0], [1], "player 2 has 0"),
        ([5, float("nan")], [1], "which is no number"),
        ([5], [1], "has 1 numbers"),
        ("5,3", [1], "give a list of numbers"),
        (b"\xff\xff", [1], "give a list of numbers"),
        ([5, 3], b"\xff", "give a list of numbers"),
        ([1e-320, 3, 2], [1], "times the smallest"),
        ([1e308, 1e308], [1], "times the smallest"),
        ([5, 3], [30, 50], "payouts rise from 30 to 50"),
        ([5, 3], [50, 30, 20], "3 prizes for 2 players"),
        ([5, 3], [0, 0], "no prize"),
        ([5, 3], [1, -1], "-1"),
    ],
)
def test_bad_input_is_told(stacks: list[float], payouts: list[float], words: str) -> None:
    with pytest.raises(PayoutError, match=words):
        icm(stacks, payouts)


def test_bytes_are_no_numbers() -> None:
    for wrong in (
        lambda: icm([5, 3], [2], bounties=b"\xff"),  # type: ignore[arg-type]
        lambda: make_hand(b"\xff"),
        lambda: make_hand([5, 3], payouts=b"\xff"),
    ):
        with pytest.raises(PayoutError, match="give a list of numbers"):
            wrong()


def weitzman_by_hand(stacks: list[float], places: int) -> np.ndarray:
    """Who is out next, by one over his chips, one after the other; the others share what he had."""
    chances = np.zeros((len(stacks), places))

    def go(left: dict[int, float], chance: float) -> None:
        if len(left) == 1:
            chances[next(iter(left)), 0] += chance
            return
        total = sum(1 / chips for chips in left.values())
        for out, chips in left.items():
            if len(left) <= places:
                chances[out, len(left) - 1] += chance / chips / total
            rest = {one: more + chips / (len(left) - 1) for one, more in left.items() if one != out}
            go(rest, chance / chips / total)

    go(dict(enumerate(stacks)), 1.0)
    return chances


@given(st.lists(st.integers(1, 10_000), min_size=2, max_size=5))
@settings(max_examples=15)
def test_weitzman_is_the_sum_over_orders(stacks: list[int]) -> None:
    places = len(stacks) - 1
    expected = weitzman_by_hand([float(stack) for stack in stacks], places)
    assert finish_chances(np.array(stacks), places, "weitzman") == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(0, 20)), min_size=2, max_size=5))
@settings(max_examples=15)
def test_heads_are_the_sum_over_orders(players: list[tuple[int, int]]) -> None:
    """A head goes to one of those who finish above, by chips; the winner keeps his own."""
    stacks, heads = (list(column) for column in zip(*players, strict=True))
    won = np.zeros(len(stacks))
    for order in permutations(range(len(stacks))):
        chance, left = 1.0, float(sum(stacks))
        for player in order:
            chance *= stacks[player] / left
            left -= stacks[player]
        won[order[0]] += chance * heads[order[0]]
        for place, player in enumerate(order[1:], start=1):
            above = sum(stacks[other] for other in order[:place])
            for other in order[:place]:
                won[other] += chance * heads[player] * stacks[other] / above
    found = icm(stacks, [1.0], bounties=heads)
    assert found.bounties == pytest.approx(won)


def test_twenty_players_are_counted() -> None:
    found = icm(list(range(1, 21)), [10, 6, 4, 2, 1])
    assert found.standard_errors is None
    assert found.equities.sum() == pytest.approx(23)
    assert found.finishes[:, 0] == pytest.approx(np.arange(1, 21) / 210)
    # The second place by hand: somebody else wins, then he is first of the rest.
    second = sum(j / 210 * 20 / (210 - j) for j in range(1, 20))
    assert found.finishes[19, 1] == pytest.approx(second)
