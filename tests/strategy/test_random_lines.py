"""Random play of 2 to 6 players with stacks of 20 to 200 big blinds: the shipped strategies answer every decision."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import riverboat as rb
from riverboat.games import Game, Table, nolimit_holdem
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.strategy import Blueprint

BOARD = "AsKdQh2c7s"
LOST = "the trained game cannot follow this line"


def random_game(rng: random.Random) -> Game:
    players, big_blind = rng.randint(2, 6), rng.choice([2, 10, 100])
    stacks = [rng.choice([20, 25, 40, 60, 100, 150, 200, rng.uniform(20, 200)]) for _ in range(players)]
    if rng.random() < 0.3:
        stacks = stacks[:1] * players
    chips = tuple(round(stack * big_blind) for stack in stacks)
    ante = rng.choice([0, big_blind // 2])
    return nolimit_holdem(players, stacks=chips, ante=ante, small_blind=big_blind // 2, big_blind=big_blind)


def random_action(table: Table, rng: random.Random) -> Action:
    legal, chance = table.legal_actions, rng.random()
    if chance < 0.12 and table.can_fold():
        return FOLD
    if chance < 0.65 or legal.min_raise_to is None or legal.max_raise_to is None:
        return CALL
    amount = legal.max_raise_to if chance < 0.72 else round(table.pot * rng.uniform(0.3, 1.5))
    return min(legal.max_raise_to, max(legal.min_raise_to, amount))


def decisions(game: Game, rng: random.Random) -> Iterator[Table]:
    table = Table(game)
    while not table.is_over:
        yield table
        act(table, random_action(table, rng))


@pytest.fixture(scope="module")
def strategies() -> tuple[Blueprint, Blueprint]:
    return rb.open("headsup"), rb.open("sixmax")


def test_no_decision_is_refused(strategies: tuple[Blueprint, Blueprint]) -> None:
    rng, asked, lost = random.Random(7), 0, 0
    for _ in range(125):
        game = random_game(rng)
        strategy = strategies[game.players > 2]
        for table in decisions(game, rng):
            board = BOARD[: 2 * sum(game.board_cards[: table.round + 1])]
            found = strategy.at(tuple(table.taken), board, game=game).line
            assert found.mix.strategy.sum(axis=1) == pytest.approx(np.ones(len(found.mix.strategy)), abs=1e-4)
            assert CALL in found.mix.actions or FOLD in found.mix.actions
            for action in found.mix.actions:
                act(table.copy(), action)  # legal at the real table
            asked += 1
            lost += any(LOST in words for words in found.assumed)
    assert asked > 1000
    assert 2 < lost < asked / 20


def test_a_line_that_the_trained_stacks_end(strategies: tuple[Blueprint, Blueprint]) -> None:
    line, stacks = "r100 c r150 c f", (150, 150, 100, 150, 150)  # at 100 big blinds nobody has the other 50
    answer = strategies[1].query("AsAh", line=line, stack_bb=stacks)
    assert LOST in " ".join(answer.assumed)
    assert not answer.well_trained
    assert dict(zip(answer.actions, answer.probabilities, strict=True))["f"] < 0.1
    held = strategies[1].range("CO", line, stack_bb=stacks)  # the call of 100 still tells
    assert held.weight("AsAh") > held.weight("7s2h") == 0


def test_bots_play_on_with_any_stacks(strategies: tuple[Blueprint, Blueprint]) -> None:
    rng, cards, board = random.Random(5), (51, 46), (0, 5, 10, 15, 20)
    for _ in range(100):
        players = rng.randint(2, 6)
        stacks = tuple(round(100 * rng.choice([0.3, 1, 1.5, 8, 15, 300, 1000])) for _ in range(players))
        game = nolimit_holdem(players, stacks=stacks)
        for table in decisions(game, rng):
            dealt = board[: sum(game.board_cards[: table.round + 1])]
            actions, shares = strategies[players > 2].play(cards, tuple(table.taken), dealt, game)
            assert sum(shares) == pytest.approx(1)
            for action in actions:
                act(table.copy(), action)
    with pytest.raises(rb.RiverboatError, match="trained at 10 and answers for 5 to 200"):
        strategies[0].query("AsAh", stack_bb=3)
