"""PettingZoo, the real package: its own tests of an environment, and its hands beside our table's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from riverboat.arena import play_match
from riverboat.arena.protocols import NumberedActions, PolicyBot, observed, pettingzoo_env
from riverboat.bots import View, make_bot
from riverboat.errors import GameError, MenuError
from riverboat.games import Game, Hand, Table, kuhn, leduc, limit_holdem, nolimit_holdem
from riverboat.games.rules.action import act
from riverboat.testing import check_bot

GAMES: list[Game | int] = [
    2, 3, 10, kuhn(), leduc(), limit_holdem(), nolimit_holdem(3, stacks=(120, 90, 7000), ante=10)
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.filterwarnings("ignore:Observation")  # it wants arrays, and with a mask there are two
def test_its_own_tests_pass(game: Game | int) -> None:
    api_test(pettingzoo_env(game), num_cycles=60)
    seed_test(lambda: pettingzoo_env(game), num_cycles=20)


def played(env: Any, rng: random.Random) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Play a hand with random actions; yield each before it is done."""
    for agent in env.agent_iter():
        seen, _, over, truncated, _ = env.last()
        assert not truncated
        action = None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        if action is not None:
            yield agent, seen, action
        env.step(action)


@pytest.mark.parametrize("players", [2, 6])
def test_rewards_are_the_chips_of_the_hand(players: int) -> None:
    """The hand is played again at a table with the cards that agents saw."""
    env, rng = pettingzoo_env(players, sizes=["33%", "75%", "150%", "a"]), random.Random(3)
    first_seats = set()
    for hand in range(40):
        env.reset(seed=5) if hand == 0 else env.reset()
        cards: dict[int, tuple[int, ...]] = {}
        seats: dict[str, int] = {}
        for agent in env.agents:
            view = env.view(agent)
            seats[agent] = view.seat
            cards[view.seat] = view.cards
        first_seats.add(seats["player_0"])
        for agent, seen, action in played(env, rng):
            view = env.view(agent)
            table = Hand(view.game, view.actions).table()
            assert seats[agent] == table.actor
            legal = env.unwrapped.by_number.legal(table)
            assert action in legal
            assert np.flatnonzero(seen["action_mask"]).tolist() == list(legal)
            assert len(set(legal.values())) == len(legal)
            assert all(number < 2 or table.can_raise_to(to) for number, to in legal.items())
            others = [other for other in env.agents if other != agent]
            assert not any(env.observe(other)["action_mask"].any() for other in others)
        done = env.unwrapped._table
        hole_cards = [cards[seat] for seat in range(players)]
        again = Table(env.unwrapped.game, hole_cards=hole_cards, board=done.board)
        for action in done.taken:
            act(again, action)
        assert env.unwrapped.payoffs == {agent: again.payoffs[seat] for agent, seat in seats.items()}
        assert sum(again.payoffs) == 0
    assert first_seats == set(range(players))


def test_a_hand_step_by_step() -> None:
    """The golden transcript: who may do what, what is done, and what comes of it."""
    env, rng, said = pettingzoo_env(3), random.Random(4), list[Any]()
    env.reset(seed=4)
    for agent, seen, action in played(env, rng):
        said.append((agent, seen["action_mask"].tolist(), action))
    assert said == GOLDEN
    assert env.unwrapped.payoffs == {"player_0": -100, "player_1": 10100, "player_2": -10000}


GOLDEN = [
    ("player_1", [1, 1, 1, 1, 1], 1),
    ("player_2", [1, 1, 1, 1, 1], 2),
    ("player_0", [1, 1, 1, 1, 1], 0),
    ("player_1", [1, 1, 1, 1, 1], 3),
    ("player_2", [1, 1, 1, 1, 1], 3),
    ("player_1", [1, 1, 1, 1, 1], 1),
    ("player_2", [0, 1, 1, 1, 1], 1),
    ("player_1", [0, 1, 1, 1, 1], 1),
    ("player_2", [0, 1, 1, 1, 1], 1),
    ("player_1", [0, 1, 1, 1, 1], 4),
    ("player_2", [1, 1, 0, 0, 0], 1),
]


def test_the_last_rewards_are_those_of_the_hand() -> None:
    env, rng = pettingzoo_env(3), random.Random(1)
    for _ in range(10):
        env.reset()
        got = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            got[agent] += reward
            env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        assert got == {agent: won / 100 for agent, won in env.unwrapped.payoffs.items()}


def test_observations_tell_no_cards_of_others_and_all_else() -> None:
    game = nolimit_holdem(3, stacks=(1000, 2000, 3000))
    stacks, bets = (1000, 1700, 2900), (0, 200, 0)
    view = View(game, 1, (0, 51), (4, 5, 6), 1, stacks, bets, 400, (0, 1), 0, 0, 0, (), 0)
    seen = observed(view)
    assert np.flatnonzero(seen[:104]).tolist() == [0, 51, 56, 57, 58]
    assert seen[104:108].tolist() == [0, 1, 0, 0]
    assert seen[108:111].tolist() == [0, 1, 0]
    own, left, right = seen[111:123].reshape(3, 4)
    assert own == pytest.approx([1, 1700 / 6000, 200 / 6000, 100 / 6000])
    assert left == pytest.approx([0, 2900 / 6000, 0, 100 / 6000])
    assert right == pytest.approx([1, 1000 / 6000, 0, 0])
    assert seen[123:] == pytest.approx([400 / 6000, 0])


def test_a_bot_of_ours_can_sit_in_the_environment_and_a_policy_in_the_arena() -> None:
    """Who goes all-in does so in both, chip for chip."""
    env, bot = pettingzoo_env(2), make_bot("all-in")
    env.reset(seed=1)
    agent = env.agent_selection
    legal = env.unwrapped.by_number.legal(env.unwrapped._table)
    assert bot.act(env.view(agent)) == legal[4]

    def all_in(seen: dict[str, Any]) -> int:
        return int(np.flatnonzero(seen["action_mask"])[-1])

    ours = play_match(["all-in", "honest(samples=5)"], 60, seed=4).bots[0].won
    theirs = play_match([lambda: PolicyBot(all_in), "honest(samples=5)"], 60, seed=4).bots[0]
    assert theirs.won == ours
    assert theirs.faults == {}
    check_bot(lambda: PolicyBot(all_in), hands=5)


def test_what_is_wrong_is_told() -> None:
    env = pettingzoo_env(2)
    env.reset()
    for action in (5, -1, None, 99, "much", 1.5, [], {}, "x" * 70_000, 10**400, np.zeros(3)):
        with pytest.raises(GameError, match="is not legal now; legal are 0, 1, 2, 3, 4"):
            env.step(action)
    with pytest.raises(GameError, match="2 to 10 players, not 11"):
        pettingzoo_env(11)
    with pytest.raises(MenuError, match="much"):
        pettingzoo_env(2, sizes=["much"])
    with pytest.raises(GameError, match="render_mode is 'rgb'"):
        pettingzoo_env(2, render_mode="rgb")


def test_the_hand_as_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo_env(2, render_mode="ansi")
    env.reset()
    env.step(1)
    assert env.render() == "c"
    loud = pettingzoo_env(2, render_mode="human")
    loud.reset()
    loud.step(3)
    assert capsys.readouterr().out == "r3\n"


def test_numbers_of_limit_and_small_games() -> None:
    assert NumberedActions(limit_holdem()).legal(Table(limit_holdem())) == {0: -1, 1: 0, 2: 20}
    assert NumberedActions(kuhn()).legal(Table(kuhn())) == {1: 0, 2: 1}
    short = nolimit_holdem(stack_bb=2)
    assert NumberedActions(short).legal(Table(short)) == {0: -1, 1: 0, 2: 200}  # all three sizes are all-in
