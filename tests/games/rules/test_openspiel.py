"""Random heads-up hands beside OpenSpiel's universal_poker, which counts a raise over the whole hand.

Its limit games do not look at stacks (players go on betting below zero), so the limit hands here are deep.
"""

from __future__ import annotations

import random

import pyspiel
import pytest

from riverboat.games import Game, Table

HOLDEM = (
    "numPlayers=2,numRounds=4,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1"
)
HANDS = 400


def limit(stack: int) -> tuple[Game, str]:
    game = Game(
        "limit", 2, (stack, stack), (10, 5), (0, 0), "limit", (1, 0, 0, 0), (10, 10, 20, 20), (3, 4, 4, 4)
    )
    return game, (f"universal_poker(betting=limit,{HOLDEM},stack={stack} {stack},blind=10 5,"
                  "raiseSize=10 10 20 20,maxRaises=3 4 4 4)")  # fmt: skip


def no_limit(first: int, second: int) -> tuple[Game, str]:
    game = Game("no-limit", 2, (first, second), (2, 1), (0, 0), "no-limit", (1, 0, 0, 0), min_bet=2)
    return game, (
        f"universal_poker(betting=nolimit,{HOLDEM},stack={first} {second},blind=2 1,bettingAbstraction=fullgame)"
    )


def deal(state: pyspiel.State, cards: list[int]) -> None:
    while state.is_chance_node():
        state.apply_action(cards.pop(0))


def their_raises(state: pyspiel.State, table: Table) -> tuple[int | None, int | None]:
    """Their raise actions as our street-level amounts, lowest and highest."""
    before = table.put_in[table.actor] - table.bets[table.actor]
    raises = [action for action in state.legal_actions() if action > 1]
    if not raises:
        return None, None
    if table.game.betting == "limit":  # one action, without its size
        return table.legal_actions.min_raise_to, table.legal_actions.max_raise_to
    assert raises == list(range(raises[0], raises[-1] + 1))
    return raises[0] - before, raises[-1] - before


def replay(game: Game, state: pyspiel.State, rng: random.Random) -> None:
    cards = rng.sample(range(52), 9)
    table = Table(game, hole_cards=[cards[:2], cards[2:4]], board=cards[4:])
    deal(state, cards)
    raising = rng.random()
    while not table.is_over:
        legal = table.legal_actions
        assert state.current_player() == table.actor
        assert (0 in state.legal_actions()) == legal.can_fold
        low, high = their_raises(state, table)
        assert (low, high) == (legal.min_raise_to, legal.max_raise_to)
        if low is not None and rng.random() < raising:
            amount = rng.choice((low, low, high, rng.randint(low, high)))
            before = table.put_in[table.actor] - table.bets[table.actor]
            state.apply_action(2 if game.betting == "limit" else amount + before)
            table.raise_to(amount)
        elif legal.can_fold and rng.random() < 0.2:
            state.apply_action(0)
            table.fold()
        else:
            state.apply_action(1)
            table.check_or_call()
        deal(state, cards)
    assert state.is_terminal()
    assert state.returns() == table.payoffs


@pytest.mark.parametrize(
    ("game", "text"),
    [limit(1200), no_limit(200, 200), no_limit(20, 20), no_limit(3, 3), no_limit(50, 200), no_limit(200, 31)],
)
def test_same_decisions_and_results(game: Game, text: str) -> None:
    theirs, rng = pyspiel.load_game(text), random.Random(game.stacks[0])
    for _ in range(HANDS):
        replay(game, theirs.new_initial_state(), rng)
