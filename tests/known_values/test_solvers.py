"""Exact and published values of small games and of push/fold, from the full-width engine."""

from __future__ import annotations

from functools import cache

import pytest

from riverboat.cards.card import card_names
from riverboat.games import Game, Menu, build_tree, kuhn, leduc, nolimit_holdem, rhode_island
from riverboat.solvers import FullWidth

LEDUC_VALUE = -0.085606424078


def solved(game: Game, rule: str, iterations: int) -> FullWidth:
    solver = FullWidth(build_tree(game, Menu()), rule=rule)
    solver.run(iterations)
    return solver


def interval(solver: FullWidth) -> tuple[float, float]:
    """Between these is the value of the game for player 0: what either player's average makes sure of."""
    best = solver.accuracy().best
    return -best[1], best[0]


def test_kuhn() -> None:
    uniform = solved(kuhn(), "cfr", 0).accuracy()
    assert uniform.values == pytest.approx((0.125, -0.125), abs=1e-15)
    assert 2 * uniform.exploitability == pytest.approx(11 / 12, abs=1e-14)
    low, high = interval(solved(kuhn(), "pdcfr+", 1000))
    assert low - 1e-14 <= -1 / 18 <= high + 1e-14
    assert high - low < 1e-12


def test_leduc() -> None:
    assert 2 * solved(leduc(), "cfr", 0).accuracy().exploitability == pytest.approx(4.747222, abs=5e-7)
    low, high = interval(solved(leduc(), "dcfr", 15_000))
    assert low <= LEDUC_VALUE <= high
    assert high - low < 2e-5


def test_rhode_island() -> None:
    """Antes of 5 chips; a few seconds say the value to half a chip."""
    solver = FullWidth(build_tree(rhode_island(), Menu()), rule="dcfr", precision=32)
    classes = [
        sum(len(solver.game.board_hands(number, board, 0)[0]) for board in range(len(solver.boards(number))))
        for number in range(3)
    ]
    assert classes == [13, 325, 9_997]
    assert [len(solver.boards(number)) for number in range(3)] == [1, 13, 325]
    solver.run(40)
    low, high = interval(solver)
    assert low < high < 0  # who acts first loses
    assert solver.accuracy().exploitability == pytest.approx((high - low) / 2, abs=1e-4)
    assert high - low < 1


# --- heads-up push/fold, no ante: the deepest stack in big blinds at which a hand is pushed or called -----------------

PUSHED = {"Ks2s": 19.3, "Qs2s": 12.7, "Js2s": 8.5, "Ks2h": 11.6, "3s2h": 1.4, "5s3s": 12.9}
CALLED = {"Ks2s": 10.7, "As2h": 15.8, "2s2h": 15.0}


@cache
def push_fold(tenths: int) -> tuple[dict[str, float], dict[str, float]]:
    """How often each hand is pushed by the button and called by the big blind, at a stack in tenths of a big blind."""
    game = nolimit_holdem(stacks=10 * tenths, small_blind=50, big_blind=100)
    tree = build_tree(game, Menu(limps="none"))
    solver = FullWidth(tree, rule="dcfr")
    solver.run(1500)
    assert solver.accuracy().exploitability < 1e-4  # a millionth of a big blind
    found = []
    for node in (0, tree.step(0, 10 * tenths)):
        cards, probabilities = solver.strategy(node)
        names = [card_names(hand) for hand in cards.tolist()]
        found.append(dict(zip(names, probabilities[:, -1].tolist(), strict=True)))
    return found[0], found[1]


@pytest.mark.parametrize(("hand", "deepest"), PUSHED.items())
def test_pushed_hands(hand: str, deepest: float) -> None:
    assert push_fold(round(10 * deepest))[0][hand] > 0.5
    assert push_fold(round(10 * deepest) + 1)[0][hand] < 0.5


@pytest.mark.parametrize(("hand", "deepest"), CALLED.items())
def test_called_hands(hand: str, deepest: float) -> None:
    assert push_fold(round(10 * deepest))[1][hand] > 0.5
    assert push_fold(round(10 * deepest) + 1)[1][hand] < 0.5


@pytest.mark.parametrize(
    ("stack", "pushed"), [(12.9, True), (3.8, True), (3.7, False), (2.5, False), (2.4, True)]
)
def test_the_gap_of_five_three_suited(stack: float, pushed: bool) -> None:
    assert (push_fold(round(10 * stack))[0]["5s3s"] > 0.5) == pushed
