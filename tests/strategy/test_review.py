"""One hand looked at afterwards: sizes, costs, situations."""

from __future__ import annotations

import pytest

import riverboat as rb
from riverboat.games import Hand, nolimit_holdem, spot
from riverboat.solvers.asking.strategy import Strategy
from riverboat.strategy.review import Reviewed, review
from riverboat.strategy.situations import situations

HALF_POT = Hand(nolimit_holdem(), (250, 0, 0, 250, -1), ("7d2c", "AsKd"), "Kh7c2d")


@pytest.fixture(scope="module")
def headsup() -> Strategy:
    return rb.open("headsup")


def test_a_bet_is_judged_by_its_action_and_the_nearest_size(headsup: Strategy) -> None:
    bet = list(review(HALF_POT, headsup, seat=1))[-1]
    asked = headsup.query("AsKd", "r2.5 c / k", "Kh7c2d")
    assert "b2.5" not in asked.actions  # so that there is something to match
    sizes = {float(token[1:]): token for token in asked.actions if token[0] == "b"}
    nearest = sizes[min(sizes, key=lambda size: abs(size - 2.5))]
    assert bet.judged_as is not None
    assert bet.judged_as.token == nearest
    assert bet.probability == asked.probability(nearest) > 0
    assert bet.share == pytest.approx(1 - asked.probability("k"))
    assert not bet.is_mistake


def test_only_the_decisions_of_a_seat_whose_cards_are_known(headsup: Strategy) -> None:
    assert [one.name for one in review(HALF_POT, headsup)] == ["p2", "p1", "p1", "p2", "p1"]
    assert [one.token for one in review(HALF_POT, headsup, seat=0)] == ["c", "k", "f"]
    blind = Hand(HALF_POT.game, HALF_POT.actions, ("", "AsKd"), HALF_POT.board)
    assert [one.token for one in review(blind, headsup)] == ["r2.5", "b2.5"]


def test_what_the_strategy_never_does_is_a_mistake(headsup: Strategy) -> None:
    folded = next(review(Hand(nolimit_holdem(), (-1,), ("", "AsAh")), headsup))
    assert folded.is_mistake
    assert folded.distance == pytest.approx(1, abs=1e-3)
    assert folded.loss is None
    assert folded.best is not None
    assert folded.best.action >= 0


def test_folding_the_nuts_costs_the_pot_and_the_bet() -> None:
    game = spot("2c3d4h9sTd", 100, 50)
    solved = rb.solve_spot(
        board="2c3d4h9sTd", oop="AA", ip="KK", pot=100, stack=50, sizes="50%", iterations=200
    )
    hand = Hand(game, (0, 50, -1), ("AsAh", "KsKh"), "2c3d4h9sTd")
    check, bet, fold = review(hand, solved)
    assert fold.loss == pytest.approx(150, abs=0.5)  # aces always win here: the pot of 100 and the bet
    assert fold.is_mistake
    assert fold.best is not None
    assert fold.best.action >= 0
    assert bet.loss == pytest.approx(50, abs=1)
    assert not check.is_mistake


def test_a_search_solves_the_bet_that_was_made() -> None:
    strategy = rb.open("search:headsup(iterations=20)")
    hand = Hand(
        nolimit_holdem(), (250, 0, 0, 0, 0, 0, 0, 437, -1), ("7d3c", "9s8s"), "Kh7c2d5s9h"
    )  # an odd size, that no tree has
    bet = list(review(hand, strategy, seat=1))[-1]
    assert bet.decision is not None
    assert bet.decision.has_values
    assert bet.judged_as is not None
    assert bet.judged_as.action == bet.action == 437
    assert bet.loss is not None
    assert bet.loss < 300


def test_a_strategy_that_cannot_follow_says_why() -> None:
    hand = Hand(nolimit_holdem(stack_bb=1000), (250, -1), ("", "AsKd"))
    (one,) = review(hand, rb.open("headsup"))
    assert one.decision is None
    assert "effective stack is 1000" in one.problem
    assert one.distance is None
    assert one.loss is None
    assert not one.is_mistake
    assert one.to_dict()["judged_by"] is None


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("f f f r3 c c / k k b50% f c", "c-bet chance|facing a c-bet|facing a c-bet"),
        ("c c c c r6 f f f c f / k k / b50% c", "nobody has bet|facing a bet"),
        ("r2.5 f r10 f f f c / k b20% c / k b20% f", "before the raiser|barrel chance|facing a barrel"),
        ("r2.5 c f f f c / b50% r150% f", "before the raiser|facing a bet|facing a raise"),
        ("r2.5 c c f f f", "facing an open and callers|facing an open and callers"),
        ("c c r4 r12 r40", "over limpers|over limpers|facing an open|facing a 3-bet"),
    ],
)
def test_situations_have_the_names_that_players_use(line: str, names: str) -> None:
    game = nolimit_holdem(6)
    found = [one.name for one in situations(Hand(game, rb.games.parse_line(line, game).actions))]
    assert any(found[start : start + names.count("|") + 1] == names.split("|") for start in range(len(found)))


def test_it_draws_what_it_cost() -> None:
    from rich.console import Console

    shown = Console(width=100, record=True, quiet=True)
    bet: Reviewed = list(review(HALF_POT, rb.open("headsup"), seat=1))[-1]
    with shown.capture() as text:
        shown.quiet = False
        shown.print(bet)
    assert "p2 played b2.5, judged as bet 1.65 bb (33%), which the strategy does" in text.get()


def test_no_action_costs_more_than_giving_up_after_it() -> None:
    strategy = rb.open("search:headsup(iterations=2)")  # hardly solved
    hand = Hand(nolimit_holdem(), (250, 0, 0, 0, 0, 1000, -1), ("7d3c", "9s8s"), "Kh7c2d5s")
    bet = list(review(hand, strategy, seat=1))[-1]
    assert bet.decision is not None
    assert bet.loss is not None
    assert bet.loss <= max(bet.decision.action_evs) + 1000
