"""Jam or fold for two, three and more players."""

import numpy as np
import pytest
from tests.tournament.cards import few_cards

from riverboat import _core
from riverboat.errors import RiverboatError, TournamentError
from riverboat.tournament import icm, make_hand, pushfold
from riverboat.tournament.equities.three_way import chances, has_table
from riverboat.tournament.jam_fold.two import TwoJam

TWO, THREE = few_cards(7)


def plain_values(values: np.ndarray, chances: np.ndarray, strategy: np.ndarray) -> np.ndarray:
    """What three seats win, from all deals and all ends one by one."""
    worth = np.zeros(3)
    for a, b, order, c in np.argwhere(chances > 0):
        for jams in range(8):
            chance = float(chances[a, b, order, c])
            for seat, card in enumerate((a, b, c)):
                p = strategy[2**seat - 1 + (jams & (2**seat - 1)), card]
                chance *= p if jams >> seat & 1 else 1 - p
            worth += chance * values[jams, order]
    return worth


def test_three_players_are_those_of_plain_sums() -> None:
    game = _core.ThreeJam(THREE)
    rng = np.random.default_rng(1)
    values, strategy = rng.normal(size=(8, 13, 3)), rng.random((7, 7))
    values[4] = values[0]  # the last seat has nothing to decide when all fold
    worth = plain_values(values, THREE, strategy)
    assert np.einsum("eo,eos->s", game.ends(strategy), values) == pytest.approx(worth, abs=1e-6)
    advantages = game.advantages(values, strategy)
    by_ends = np.einsum("rceo,eos->rcs", game.coefficients(strategy), values)
    seats = [0, 1, 1, 2, 2, 2, 2]
    for row, card in ((0, 2), (1, 3), (2, 0), (4, 5), (5, 1), (6, 6)):
        up, down = strategy.copy(), strategy.copy()
        up[row, card], down[row, card] = 1.0, 0.0
        gain = plain_values(values, THREE, up)[seats[row]] - plain_values(values, THREE, down)[seats[row]]
        assert advantages[row, card] == pytest.approx(gain, abs=1e-6)
        assert by_ends[row, card, seats[row]] == pytest.approx(gain, abs=1e-6)


@pytest.mark.parametrize("fictitious", [False, True])
def test_gains_go_to_nothing(fictitious: bool) -> None:
    hand = make_hand([8, 6, 5], payouts=[50, 30, 20])
    values, locked = hand.end_values(), hand.forced.tolist()
    start = np.full((7, 7), 0.5)
    few, many = (
        _core.ThreeJam(THREE).solve(values, start, locked, fictitious, rounds, 0.0, 1000, 0.0)
        for rounds in (10, 1000)
    )
    assert max(many[1]) < 0.02
    assert max(many[1]) < max(few[1]) / 3


@pytest.mark.parametrize("stack", [4.0, 9.0, 20.0])
def test_zero_one_jam_fold_has_its_closed_form(stack: float) -> None:
    """Hands as numbers from 0 to 1, blinds 1/2 and 1, stack S: jam the best 3S/(S+1)^2, call the best 3/(2(S+1))."""
    cards = 300
    two = np.zeros((3, cards, cards))
    two[0], two[1] = np.triu(np.ones((cards, cards)), 1), np.tril(np.ones((cards, cards)), -1)
    two[2] = np.eye(cards)
    two /= cards * cards
    hand = make_hand(stack, 2)
    found = TwoJam(two).solve(
        hand.end_values(), np.full((3, cards), 0.5), hand.forced.tolist(), False, 3000, 0.0, 0, 0.0
    )
    jam, call = found[0][0].mean(), found[0][2].mean()
    assert jam == pytest.approx(3 * stack / (stack + 1) ** 2, abs=0.01)
    assert call == pytest.approx(3 / (2 * (stack + 1)), abs=0.01)
    assert max(found[1]) < 1e-4


def test_two_players_agree_from_both_starts_and_by_both_rules() -> None:
    found = pushfold(10)
    assert found.starts_differ < 1e-4
    assert found.values.sum() == pytest.approx(0, abs=1e-12)
    other = pushfold(10, rule="fp", target=1e-3, both_starts=False)
    assert other.values == pytest.approx(found.values, abs=2e-3)
    # What jamming brings over folding changes its sign where the strategy does.
    sure = abs(found.advantages[0]) > 0.01
    assert ((found.advantages[0] > 0) == (found.strategy[0] > 0.5))[sure].all()


def test_prizes_linear_in_chips_give_the_chip_game() -> None:
    chips, prizes = pushfold(8, 2), pushfold(8, 2, payouts=[16.0])  # one prize for two: chips are money
    assert prizes.values - 8 == pytest.approx(chips.values, abs=1e-4)
    assert prizes.strategy[0] == pytest.approx(chips.strategy[0], abs=0.05)


def test_sampled_deals_come_near_the_exact_answer() -> None:
    exact = pushfold(8, both_starts=False)
    found = pushfold(8, method="sampled", deals=400_000, iterations=60, both_starts=False)
    assert found.standard_errors is not None
    assert found.gain_bounds is not None
    assert found.values == pytest.approx(exact.values, abs=0.06)
    assert (found.gain_bounds[0] < 0.1).all()
    assert (found.gain_bounds[1] < 0.15).all()
    sure = abs(exact.advantages[0]) > 0.25
    assert ((found.strategy[0] > 0.5) == (exact.strategy[0] > 0.5))[sure].mean() > 0.97


def test_luck_is_not_counted_as_gain() -> None:
    """Four players, many small batches: answers found on other deals gain next to nothing."""
    found = pushfold(10, 4, deals=600_000, iterations=150, both_starts=False)
    assert found.gain_bounds is not None
    assert found.gain_bounds[0].max() < 0.01
    assert found.values.sum() == pytest.approx(0, abs=1e-9)


def test_samples_do_not_depend_on_threads() -> None:
    one, two = (
        pushfold(6, 4, deals=20_000, iterations=2, both_starts=False, seed=5, threads=threads)
        for threads in (1, 2)
    )
    assert (one.strategy == two.strategy).all()
    assert (one.values == two.values).all()


def test_ten_players_and_bounties() -> None:
    found = pushfold(6, 10, payouts=[50, 30, 20], bounties=2, deals=2048, iterations=2, both_starts=False)
    assert found.strategy.shape == (1023, 169)
    assert found.values.sum() == pytest.approx(120)


def test_who_posts_all_he_has_has_no_choice() -> None:
    hand = make_hand([10, 0.4, 0.8])
    assert hand.forced.tolist() == [False, True, True, True, True, True, True]
    assert hand.worth(0b110, (0, 0, 1)).tolist() == pytest.approx([0, 0.4, -0.4])
    found = make_hand([10.0, 0.9])  # the big blind is all-in, and the small blind must call 0.4 more
    assert found.worth(0b10, (0, 1)).tolist() == pytest.approx([-0.5, 0.5])


@pytest.mark.parametrize(
    ("stacks", "options", "words"),
    [
        (10, {"players": 11}, "players is 11"),
        ([10] * 11, {}, "11"),
        ([10, 0], {}, "player 2 has 0"),
        ([10, 0.1], {"ante": 0.125}, "does not cover the ante"),
        ([10, float("nan")], {}, "no number"),
        (10, {"payouts": [1, 2]}, "payouts rise"),
        (10, {"payouts": [3, 2, 1]}, "3 prizes for 2 players"),
        (10, {"bounties": 1}, "bounties belong to prizes"),
        ([10, 10], {"players": 3}, "2 numbers for 3 players"),
        (10, {"rule": "cfr"}, "rule is 'cfr'"),
        (10, {"players": 4, "method": "exact"}, "use 'sampled'"),
        (10, {"ante": -1}, "ante is -1"),
    ],
)
def test_bad_input_is_told(stacks: object, options: dict[str, object], words: str) -> None:
    with pytest.raises(RiverboatError, match=words):
        pushfold(stacks, **options)  # type: ignore[arg-type]


def test_a_missing_table_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    chances.cache_clear()
    assert not has_table()
    with pytest.raises(TournamentError, match="--build-table"):
        chances()
    assert pushfold(10, 3, deals=4096, iterations=2, both_starts=False).method == "sampled"


def test_icm_of_the_room_is_that_of_games() -> None:
    assert icm([3, 1], [1]).equities.tolist() == [0.75, 0.25]
