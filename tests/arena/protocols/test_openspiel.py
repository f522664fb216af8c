"""OpenSpiel, the real package: our bots and strategies play universal_poker, chip for chip as in our arena."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.bots.policy import PolicyBot
from tests.arena.protocols.hears import Hears

import riverboat as rb
from riverboat.arena.matches.clock import Clock
from riverboat.arena.matches.play_hand import play_hand
from riverboat.arena.matches.seated import Seated
from riverboat.arena.protocols import openspiel_bot, openspiel_game, openspiel_policy
from riverboat.bots import Bot, View, mix
from riverboat.bots.randomness import uniform
from riverboat.errors import MatchError
from riverboat.games import Game, Table
from riverboat.games.rules.action import act

HUNL = pyspiel.hunl_game_string("fullgame")
FCPA = pyspiel.hunl_game_string("fcpa")
LIMIT = pyspiel.hulh_game_string("fcpa")
SIX = (
    "universal_poker(betting=nolimit,numPlayers=6,numRounds=4,blind=50 100 0 0 0 0,firstPlayer=3 1 1 1,numSuits=4,"
    "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=2000 3000 2000 2000 2000 2000,bettingAbstraction=fullgame)"
)


class Fixed(Bot):
    """Plays by what it sees alone, so that it plays the same at any table."""

    def act(self, view: View) -> int:
        seen = mix(*sorted(view.cards), *sorted(view.board), *view.actions, view.seat)
        draw = uniform(seen)
        return view.fold if draw < 0.1 else 0 if draw < 0.6 else view.sized(uniform(seen, 1) ** 6)


class Listens(Fixed, Hears):
    """The same, and keeps how hands ended."""


def replayed(state: Any, game: Game) -> list[int]:
    """Play the history of a state at our table, from their numbers of actions, and return the chips."""
    cards = [step.action for step in state.full_history() if step.player < 0]
    players = game.players
    hole = [cards[2 * seat : 2 * seat + 2] for seat in range(players)]
    table = Table(game, hole_cards=hole)
    board = cards[2 * players :]
    for step in state.full_history():
        if step.player >= 0:
            assert table.actor == step.player
            chips = step.action - (table.put_in[step.player] - table.bets[step.player])
            size = table.legal_actions.min_raise_to if game.betting == "limit" else chips
            act(table, {0: -1, 1: 0}.get(step.action, size or 0))
    if table.is_showdown:
        table.deal_board(board)
    return table.payoffs


@pytest.mark.parametrize("text", [HUNL, LIMIT, SIX], ids=["no-limit", "limit", "six"])
def test_chips_are_those_of_our_table(text: str) -> None:
    theirs = pyspiel.load_game(text)
    game = openspiel_game(theirs)
    bots = [Listens() for _ in range(game.players)]
    seats = [openspiel_bot(lambda bot=bot: bot, number) for number, bot in enumerate(bots)]  # type: ignore[misc]
    lengths = set()
    for hand in range(60):
        state = theirs.new_initial_state()
        returns = pyspiel.evaluate_bots(state, seats, hand)
        assert state.is_terminal()
        assert returns == pytest.approx(replayed(state, game), abs=0.9)  # it splits pots in parts of chips
        assert returns == replayed(state, game) or game.players > 2
        lengths.add(len(state.full_history()))
        for bot in bots:
            if bot.ends and bot.views:
                end = bot.ends.pop()
                assert list(end.payoffs) == replayed(state, game)
                assert all(shown == () or len(shown) == 2 for shown in end.shown)
            bot.views.clear()
    assert all(seat.away.faults == {} for seat in seats)
    assert len(lengths) > 5


def test_a_hand_word_by_word() -> None:
    """The golden transcript of a hand between two of our bots."""
    state = pyspiel.load_game(HUNL).new_initial_state()
    returns = pyspiel.evaluate_bots(state, [openspiel_bot(Fixed, player) for player in range(2)], 10)
    assert (state.to_struct().acpc_state.splitlines()[0], returns) == GOLDEN


GOLDEN = ("STATE:0:r315c/cr9338c/r10498c/cr10598f:Qc2d|TcJh/8c4s4h/Qd/4c", [-10498.0, 10498.0])


def test_who_is_asked_out_of_turn_says_so() -> None:
    state = pyspiel.load_game(HUNL).new_initial_state()
    with pytest.raises(MatchError, match="player 1 is asked, and player -1 is to act"):
        openspiel_bot("fish", 1).step(state)
    for card in (0, 1, 2, 3):
        state.apply_action(card)
    with pytest.raises(MatchError, match="player 0 is asked, and player 1 is to act"):
        openspiel_bot("fish", 0).step(state)


def test_the_arena_plays_the_same_hands() -> None:
    """The same cards and bots at both tables."""
    theirs = pyspiel.load_game(HUNL)
    game = openspiel_game(theirs)
    table, clock = Table(game), Clock(2.0)
    totals = np.zeros(2)
    for deal in range(60):
        table.restart(deal)
        cards = [card for held in table.hole_cards for card in held]
        ours = play_hand(table, [Seated(Fixed(), clock), Seated(Fixed(), clock)], ("a", "b"), 0)
        full = Table(game, deal)
        while not full.is_over:
            full.check_or_call()
        cards += full.board
        state = theirs.new_initial_state()
        seats = [openspiel_bot(Fixed, player) for player in range(2)]
        while not state.is_terminal():
            player = state.current_player()
            state.apply_action(cards.pop(0) if state.is_chance_node() else seats[player].step(state))
        assert state.returns() == list(ours.payoffs)
        totals += state.returns()
    assert totals[0] != 0


@pytest.mark.parametrize("text", [FCPA, HUNL, LIMIT], ids=["fcpa", "no-limit", "limit"])
def test_against_their_random_bot(text: str) -> None:
    game = pyspiel.load_game(text)
    seat = openspiel_bot("angry-fish(samples=10)", 1, seed=3)
    random_bot = pyspiel.make_uniform_random_bot(0, 5)
    won = [
        pyspiel.evaluate_bots(game.new_initial_state(), [random_bot, seat], hand)[1] for hand in range(100)
    ]
    assert seat.away.faults == {}
    assert np.mean(won) > 0 or text == FCPA  # where a random player is all-in at once, and luck decides


def test_raises_become_those_of_the_game() -> None:
    """Over the blinds of 50 and 100, fcpa has a raise to 300 and one all-in."""
    game = pyspiel.load_game(FCPA)
    for to, action in ((200, 2), (300, 2), (9000, 2), (10_500, 3), (20_000, 3), (0, 1)):
        state = game.new_initial_state()
        for card in (0, 1, 2, 3):
            state.apply_action(card)
        assert openspiel_bot(lambda to=to: Hears(to), 1).step(state) == action  # type: ignore[misc]


def test_a_strategy_is_a_policy() -> None:
    game = pyspiel.load_game(FCPA)
    policy = openspiel_policy("headsup", game)
    rng = random.Random(4)
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            found = policy.action_probabilities(state)
            assert list(found) == state.legal_actions()
            assert sum(found.values()) == pytest.approx(1)
            state.apply_action(rng.choice([1, 1, *state.legal_actions()]))
    state = game.new_initial_state()
    for card in (51, 50, 47, 46):  # aces and kings: the button, player 1, has the kings
        state.apply_action(card)
    asked = rb.open("headsup").query("KsKh", game=openspiel_game(game))
    found = policy.action_probabilities(state)
    assert found[0] == pytest.approx(asked.probabilities[0])
    assert found[1] == pytest.approx(asked.probabilities[1])
    bots = [pyspiel.make_uniform_random_bot(0, 1), PolicyBot(1, np.random.RandomState(2), policy)]
    for hand in range(20):
        assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, hand)) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("kuhn_poker", "is not universal_poker"),
        ("universal_poker", "only hold'em is played here"),
        (LIMIT.replace("maxRaises=3 4 4 4,", ""), "maxRaises is"),
    ],
)
def test_other_games_are_refused(text: str, reason: str) -> None:
    with pytest.raises(MatchError, match=reason):
        openspiel_game(pyspiel.load_game(text))
