"""The coin toss of Brown and Sandholm 2017: every kind of subgame solving on a game that can be done by hand.

A coin is tossed; player 0 sees it. He sells it, for 0.5 if it is heads and -0.5 if tails, or plays: then player 1
guesses, or forfeits. Player 0 loses 1 if the guess is right and wins 1 otherwise. The subgame is that guess. The
blueprint of player 1 guesses heads by 1/2, tails by 1/4 and forfeits by 1/4, so playing is worth 0 with heads and 1/2
with tails. With heads guessed by q, and nothing forfeited, it is worth 1 - 2q and 2q - 1.
"""

from __future__ import annotations

import pytest

from riverboat.games import kuhn
from riverboat.solvers.reference import Chance, Decision, InformationSet, ReferenceCFR, Terminal, Tree
from riverboat.solvers.reference.gadgets import maxmargin_gadget, resolve_gadget

GUESSES = ("heads", "tails", "forfeit")
SOLD = (0.5, -0.5)
BLUEPRINT = (0.5, 0.25, 0.25)


def guessed(coin: int) -> Decision:
    pays = [-1.0 if guess == coin else 1.0 for guess in range(3)]
    return Decision(1, 0, tuple(Terminal((chips, -chips)) for chips in pays))


def subgame(chances: tuple[float, float] = (0.5, 0.5)) -> Tree:
    """The guess alone. chances: how likely the coin is heads or tails where somebody plays."""
    info = InformationSet(1, "", "", "play", GUESSES)
    return Tree(
        kuhn(), Chance(chances, (guessed(0), guessed(1))), (info,), 6
    )  # of the game only its seats are asked


def values(guess: list[float] | tuple[float, ...]) -> tuple[float, float]:
    """What playing is worth to player 0, with heads and with tails."""
    heads, tails, forfeit = guess
    return tails + forfeit - heads, heads + forfeit - tails


def whole_game(guess: list[float]) -> float:
    """What player 0 wins by his best answer."""
    return sum(max(sold, played) for sold, played in zip(SOLD, values(guess), strict=True)) / 2


def solve(tree: Tree) -> list[float]:
    solver = ReferenceCFR(tree, "cfr+")
    solver.run(5_000)
    return solver.average_strategy()[0]


def maxmargin(instead: tuple[float, float]) -> list[float]:
    return solve(maxmargin_gadget(subgame(), 0, (0, 1), [instead]))


def with_gifts(played: tuple[float, float]) -> tuple[float, float]:
    """Alternatives and what was given up by not selling."""
    heads, tails = (instead + max(0.0, sold - instead) for sold, instead in zip(SOLD, played, strict=True))
    return heads, tails


def test_the_blueprint() -> None:
    assert values(BLUEPRINT) == (0.0, 0.5)
    assert whole_game(list(BLUEPRINT)) == 0.5


def test_maxmargin_guesses_heads_by_five_eighths() -> None:
    """The published figure: both coins have the margin 1/4, and player 0 wins 3/8 by selling heads."""
    guess = maxmargin(values(BLUEPRINT))
    assert guess == pytest.approx([5 / 8, 3 / 8, 0], abs=2e-3)
    assert values(guess) == pytest.approx((-1 / 4, 1 / 4), abs=4e-3)
    assert whole_game(guess) == pytest.approx(3 / 8, abs=4e-3)


def test_resolving_only_holds_what_the_blueprint_holds() -> None:
    guess = solve(resolve_gadget(subgame(), 0, (0, 1), [values(BLUEPRINT)]))
    heads, tails = values(guess)
    assert heads < 0.01
    assert tails < 0.51
    assert whole_game(guess) < 0.51


def test_reach_maxmargin_gives_back_what_selling_would_have_won() -> None:
    """With heads 1/2 is given up by playing, so both coins have 1/2 instead: the guess is even, 1/4 to player 0."""
    instead = with_gifts(values(BLUEPRINT))
    assert instead == (0.5, 0.5)
    guess = maxmargin(instead)
    assert guess == pytest.approx([1 / 2, 1 / 2, 0], abs=2e-3)
    assert whole_game(guess) == pytest.approx(1 / 4, abs=4e-3)


def test_reach_maxmargin_again_and_again_comes_to_the_equilibrium() -> None:
    """Each solution is the next one's blueprint; heads by 1/4 and tails by 3/4 is the end, worth 0 to player 0."""
    guess = list(BLUEPRINT)
    worth = [whole_game(guess)]
    for _ in range(10):
        guess = maxmargin(with_gifts(values(guess)))
        worth.append(whole_game(guess))
        assert worth[-1] < worth[-2] + 1e-3
    assert guess == pytest.approx([1 / 4, 3 / 4, 0], abs=5e-3)
    assert worth[-1] == pytest.approx(0, abs=0.01)


def test_a_right_estimate_finds_the_equilibrium_at_once() -> None:
    """Alternatives that are the values of the equilibrium, 1/2 and -1/2, leave one safe guess: 1/4 and 3/4."""
    assert maxmargin((0.5, -0.5)) == pytest.approx([1 / 4, 3 / 4, 0], abs=2e-3)


def test_unsafe_solving_believes_who_plays() -> None:
    """If heads is thought to be played by 3 in 4, guessing heads is best; who plays tails alone then wins 1."""
    guess = solve(subgame((0.75, 0.25)))
    assert guess[0] > 0.99
    assert whole_game(guess) > 0.7


def test_a_value_taken_off_all_leaves_changes_nothing() -> None:
    """Payoffs less one value of the entry, as some write safe solving, move no regret: that is unsafe solving."""
    tree = subgame((0.75, 0.25))
    assert isinstance(tree.root, Chance)
    shifted = maxmargin_gadget(tree, 0, (0, 0), [[0.3]])  # one "hand" for both coins: nothing is chosen
    plain, less = ReferenceCFR(tree, "cfr+"), ReferenceCFR(shifted, "cfr+")
    for solver in (plain, less):
        solver.run(50)
    assert less.average_strategy()[0] == pytest.approx(plain.average_strategy()[0], abs=1e-12)
