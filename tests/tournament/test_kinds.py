"""Whole tournaments of other kinds: four players, bounties, antes, rising blinds, blinds off the grid."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from tests.tournament.cards import all_deals, few_cards

from riverboat import _core
from riverboat.errors import RiverboatError
from riverboat.games import Table as RealTable
from riverboat.games import nolimit_holdem
from riverboat.tournament import Inner, Tournament, TournamentReport, check_afterwards, icm, solve_tournament
from riverboat.tournament.equities.orders import orders_of
from riverboat.tournament.jam_fold.dealt import DealtJam
from riverboat.tournament.jam_fold.hand import who_plays_on
from riverboat.tournament.jam_fold.two import TwoJam
from riverboat.tournament.whole.check.cards import Cards, Dealt, Table, deal
from riverboat.tournament.whole.check.hands import Rules, follow
from riverboat.tournament.whole.roads import roads

TWO, THREE = few_cards(6)
HELD, ORDERS = all_deals(6, 4)
ENGINES = {2: TwoJam(TWO), 3: _core.ThreeJam(THREE), 4: DealtJam(HELD, ORDERS, classes=6)}
CARDS: dict[int, Cards] = {
    2: Table(TWO, orders_of(2)),
    3: Table(THREE, orders_of(3)),
    4: Dealt(HELD, 10 - HELD.astype(int), 6),
}
HARD = Inner(80, 150, 1e-7, times=1)

KINDS = {
    "four players": Tournament(4, 2100),
    "bounties": Tournament(3, 1800, bounty=15.0),
    "antes": Tournament(3, 2400, 300, 300, 600, ante=300),
    "rising blinds": Tournament(
        2, 2400, 300, 100, 300, (1.0,), rises=((300, 600), (600, 1200)), hands_per_level=3
    ),
    "blinds off the grid": Tournament(3, 2400, 400, 100, 300),
    "a satellite": Tournament(3, 1800, payouts=(1.0, 1.0)),
}


def solved(setting: Tournament, algorithm: str = "pi-fp") -> TournamentReport:
    found = solve_tournament(
        setting, algorithm, rounds=10, target=1e-4, inner=HARD, engines=ENGINES, threads=1
    )
    return check_afterwards(found, cards=CARDS)


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_gains_by_leaving(kind: str) -> None:
    found = solved(KINDS[kind])
    assert found.check is not None
    assert found.check.worst < 2e-3


@pytest.mark.parametrize("kind", KINDS)
def test_roads_are_those_of_the_check(kind: str) -> None:
    """Two implementations that share nothing: what every end pays at once, and where it leads with which chance."""
    setting = KINDS[kind]
    rules = Rules(
        tuple((Fraction(a, setting.step), Fraction(b, setting.step)) for a, b in setting.levels),
        tuple(setting.prizes.tolist()),
        Fraction(setting.ante, setting.step),
        setting.bounty,
        1 - 1 / setting.hands_per_level,
    )
    rng = np.random.default_rng(3)
    values = rng.random(int(setting.offsets[-1]))
    for state in rng.choice(len(setting.states), 5):
        road, stacks = roads(setting, int(state)), setting.states[state]
        for at, (jams, places) in enumerate(setting.hand(int(state)).outcomes[1]):
            told = follow((setting.level_of(int(state)), stacks), rules, jams, places)
            worth = np.array(told.won)
            for chance, (level, to), left in told.leads:
                begin = setting.offsets[setting.number_of[to] + level * len(setting.layouts)]
                worth[left] += chance * values[begin : begin + len(left)]
            assert road.values(values)[at] == pytest.approx(worth)


def test_deals_agree_with_the_table_for_three() -> None:
    held, orders = all_deals(6, 3)
    rng = np.random.default_rng(1)
    values, strategy = rng.normal(size=(8, 13, 3)), rng.random((7, 6))
    values[4], strategy[3] = values[0], 0.0  # the last seat has nothing to decide when all fold
    some, exact = DealtJam(held, orders, classes=6), _core.ThreeJam(THREE)
    assert some.ends(strategy) == pytest.approx(exact.ends(strategy), abs=1e-6)
    rows = [0, 1, 2, 4, 5, 6]
    assert some.advantages(values, strategy)[rows] == pytest.approx(
        exact.advantages(values, strategy)[rows], abs=1e-6
    )
    by_ends = np.einsum("rceo,eos->rcs", some.coefficients(strategy), values)
    seats = [0, 1, 1, 2, 2, 2]
    for row, seat in zip(rows, seats, strict=True):
        assert by_ends[row, :, seat] == pytest.approx(some.advantages(values, strategy)[row], abs=1e-6)


def test_dealt_hands_are_those_of_the_deck() -> None:
    """The solver's deals and those of the check, made by different code, hold and win the same."""
    held, orders = (np.asarray(made) for made in _core.deal_hands(4, 60_000, 3))
    places = np.array(orders_of(4))[orders]
    other = deal(4, 60_000, seed=4)
    for mine, theirs in (
        (held, other._held),
        (places == 0, other._strengths == other._strengths.max(axis=1)[:, None]),
    ):
        assert mine.mean(axis=0) == pytest.approx(theirs.mean(axis=0), rel=0.02)
    suited = (held // 13 < held % 13).mean()
    assert suited == pytest.approx(12 / 51, abs=0.005)


def test_the_button_goes_round_as_at_a_real_table() -> None:
    """Three hands of four players who all fold: everybody pays each blind in turn."""
    stacks, seats = [20.0] * 4, [0, 1, 2, 3]
    for _ in range(4):
        game = nolimit_holdem(
            4, stacks=[int(2 * stacks[seat]) for seat in (2, 3, 0, 1)], small_blind=1, big_blind=2
        )
        table = RealTable(game, hole_cards=["AsAh", "KsKh", "TsTc", "8s8h"], board="2c7d9hJcQd")
        for _ in range(3):
            table.fold()
        stacks = [stacks[seat] + table.payoffs[(2, 3, 0, 1).index(seat)] / 2 for seat in range(4)]
        order = who_plays_on(stacks)
        stacks, seats = [stacks[seat] for seat in order], [seats[seat] for seat in order]
    assert stacks == [20.0] * 4
    assert seats == [0, 1, 2, 3]
    assert who_plays_on([3, 3, 3, 0]) == [2, 0, 1]  # the big blind is out: the small blind has the button
    assert who_plays_on([3, 0, 0, 3]) == [3, 0]


def test_bounties_are_all_paid_and_make_calls_wider() -> None:
    setting = KINDS["bounties"]
    with_heads, without = solved(setting), solved(Tournament(3, 1800))
    assert with_heads.value(600, 600, 600).sum() == pytest.approx(100 + 3 * 15, abs=0.1)
    assert with_heads.value(900, 900).sum() == pytest.approx(80 + 2 * 15, abs=0.1)
    model = icm([2, 2, 2], [50, 30, 20], bounties=15).totals
    assert with_heads.icm_value(600, 600, 600) == pytest.approx(model)
    calls = [found.strategy(600, 300, 900)[4:].mean() for found in (with_heads, without)]
    assert calls[0] >= calls[1]


def test_the_last_level_is_the_tournament_without_rises() -> None:
    setting = KINDS["rising blinds"]
    found = solved(setting)
    last = solved(Tournament(2, 2400, 300, 600, 1200, (1.0,)))
    for stacks in ((300, 2100), (1200, 1200), (1800, 600)):
        assert found.value(*stacks, level=2) == pytest.approx(last.value(*stacks), abs=1e-3)
        assert found.value(*stacks).sum() == pytest.approx(1, abs=1e-3)
    assert found.value(1200, 1200) != pytest.approx(found.value(1200, 1200, level=2), abs=1e-4)


def test_a_checkpoint_knows_the_kind(tmp_path: object) -> None:
    words = {"inner": Inner(2, 2, 0.0), "engines": ENGINES, "threads": 1, "checkpoint": f"{tmp_path}/run"}
    solve_tournament(KINDS["bounties"], "vi-fp", rounds=1, **words)  # type: ignore[arg-type]
    with pytest.raises(RiverboatError, match="another run"):
        solve_tournament(Tournament(3, 1800), "vi-fp", rounds=1, resume=True, **words)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"players": 11}, "players is 11; .*such as 3"),
        ({"chips": float("nan")}, "chips is nan.* such as 300"),
        ({"payouts": (50, float("nan"))}, "no number; give such as"),
        ({"payouts": (4, 3, 2, 1)}, "4 prizes for 3 players; give at most 3, such as"),
        ({"payouts": (1, 1, 1)}, "nothing to play for; give such as"),
        ({"ante": -1}, "ante is -1"),
        ({"bounty": float("inf")}, "bounty is inf"),
        ({"bounty": 5, "small_blind": 100}, "multiples of the step .* give such as 300"),
        ({"rises": (600, 1200)}, r"rises is .* such as \(\(500, 1000\)"),
        ({"rises": ((900, 600),)}, "small_blind 900 is not below big_blind 600"),
        ({"small_blind": 600}, "small_blind 600 is not below big_blind 600.* such as 300 and 600"),
        ({"rises": "600/1200"}, "rises is"),
        ({"hands_per_level": 0.5}, "hands_per_level is 0.5"),
        ({"players": 4, "chips": 30_000}, "states, over 20,000; take a larger step"),
    ],
)
def test_bad_tournaments_are_told(words: dict[str, object], told: str) -> None:
    with pytest.raises(RiverboatError, match=told):
        Tournament(**words)  # type: ignore[arg-type]
