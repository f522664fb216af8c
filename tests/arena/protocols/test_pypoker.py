"""PyPokerEngine, the real package: our bots finish games in its engine, and its players in our arena."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.arena.protocols.hears import Hears

from riverboat.arena import play_match
from riverboat.arena.protocols import (
    PyPokerBot,
    openspiel_bot,
    openspiel_policy,
    pettingzoo_env,
    pypoker_player,
)
from riverboat.bots import Bot, View
from riverboat.errors import BotError
from riverboat.games import nolimit_holdem

pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed")

from pypokerengine.api.game import setup_config, start_poker
from pypokerengine.players import BasePokerPlayer


class Watches(Hears):
    """Plays at random by the numbers of the view, and keeps what it sees."""

    def act(self, view: View) -> int:
        super().act(view)
        draw = view.uniform()
        return view.fold if draw < 0.2 else 0 if draw < 0.6 else view.sized(view.uniform(1) ** 4)


def play(
    bots: list[Any], rounds: int, stack: int = 200, small: int = 5, ante: int = 0
) -> list[dict[str, Any]]:
    config = setup_config(max_round=rounds, initial_stack=stack, small_blind_amount=small, ante=ante)
    for number, bot in enumerate(bots):
        config.register_player(f"n{number}", bot)
    random.seed(7)  # its cards, and who is called what
    return start_poker(config, verbose=0)["players"]


@pytest.mark.parametrize(("players", "ante"), [(2, 0), (3, 2), (6, 0), (9, 1)])
def test_our_bots_finish_games_in_its_engine(players: int, ante: int) -> None:
    bots = [Watches() for _ in range(players)]
    guests = [pypoker_player(lambda bot=bot: bot, seed=i) for i, bot in enumerate(bots)]  # type: ignore[misc]
    result = play(guests, 40, stack=2000, ante=ante)
    assert sum(player["stack"] for player in result) <= 2000 * players  # it takes the chips of who cannot pay
    assert all(away.away.faults == {} for away in guests)
    for bot in bots:
        assert len(bot.starts) == len(bot.ends) > 0
        for end in bot.ends:
            assert sum(end.payoffs) == 0
        for view in bot.views:
            assert len(view.cards) == 2
            assert len(view.board) == (0, 3, 4, 5)[view.round]
            assert sum(view.stacks) + view.pot == sum(view.game.stacks)
            assert view.call == min(max(view.bets) - view.bets[view.seat], view.stack)
            assert view.seat in view.in_hand
            assert view.max_raise_to in (0, view.stack + view.bets[view.seat])
    assert len({end.payoffs for bot in bots for end in bot.ends}) > 5
    assert any(view.round == 3 for bot in bots for view in bot.views)


def test_the_history_is_that_of_the_engine() -> None:
    """Heads-up its small blind is not the dealer, and acts first on all streets."""
    bots = [Watches(), Watches()]
    play([pypoker_player(lambda bot=bot: bot) for bot in bots], 10, small=1)  # type: ignore[misc]
    first = [view for bot in bots for view in bot.views if not view.history]
    assert first
    assert all((view.seat, view.call, view.min_raise_to) == (0, 1, 3) for view in first)
    flops = [view for bot in bots for view in bot.views if view.round == 1]
    assert any(view.seat == 0 and view.history[-1].round == 0 for view in flops)


SESSION = json.loads((Path(__file__).parent / "pypoker_session.json").read_text(encoding="utf-8"))


def test_two_rounds_word_by_word() -> None:
    """The golden transcript: all that the engine says to a player of ours, with its answers."""
    said: list[Any] = []
    players = [pypoker_player("fish"), pypoker_player("angry-fish(samples=5)")]
    for name in {message[0] for message, _ in SESSION}:

        def heard(*message: Any, name: str = name, hear: Any = getattr(players[0], name)) -> Any:  # noqa: B008
            kept = json.loads(json.dumps(message))  # the engine goes on with its objects
            answer = hear(*message)
            said.append([[name, *kept], answer])
            return answer

        setattr(players[0], name, heard)
    play(players, 2)
    text = json.dumps(said)
    for number, player in enumerate(players):
        text = text.replace(player.uuid, f"n{number}")
    assert json.loads(text) == SESSION


def test_named_bots_play() -> None:
    result = play([pypoker_player(name) for name in ("shark(samples=10)", "fish", "all-in", "fold")], 5)
    assert len(result) == 4


class Broken(Bot):
    def act(self, view: View) -> int:
        return 10**9


def test_a_bot_that_does_wrong_folds_and_the_game_goes_on() -> None:
    broken = pypoker_player(Broken)
    result = play([broken, pypoker_player("fish")], 10)
    assert broken.away.faults["illegal action"][0] >= 10
    assert sum(player["stack"] for player in result) == 400


class Theirs(BasePokerPlayer):  # type: ignore[misc]
    """One of theirs: plays by its own numbers, and keeps what it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Any] = []
        self.draw = random.Random(1)

    def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> tuple[str, int]:
        self.heard.append(("ask", valid_actions, hole_card, round_state))
        raises = valid_actions[2]["amount"]
        word = self.draw.choice(["fold", "call", "call", "raise"])
        if word == "raise" and raises["min"] > 0:
            return "raise", self.draw.randint(raises["min"], raises["max"])
        return ("fold", 0) if word == "fold" else ("call", valid_actions[1]["amount"])

    def receive_game_start_message(self, game_info: Any) -> None:
        self.heard.append(("game", game_info))

    def receive_round_start_message(self, round_count: Any, hole_card: Any, seats: Any) -> None:
        self.heard.append(("round", round_count, hole_card, seats))

    def receive_street_start_message(self, street: Any, round_state: Any) -> None:
        self.heard.append(("street", street))

    def receive_game_update_message(self, action: Any, round_state: Any) -> None:
        self.heard.append(("update", action))

    def receive_round_result_message(self, winners: Any, hand_info: Any, round_state: Any) -> None:
        self.heard.append(("result", winners, round_state))


@pytest.mark.parametrize("players", [2, 6])
def test_their_players_in_our_arena(players: int) -> None:
    theirs = Theirs()
    game = nolimit_holdem(players, stacks=200, small_blind=5, big_blind=10)
    others = ["random"] * (players - 1)
    result = play_match([lambda: PyPokerBot(theirs), *others], 200, game=game, seed=3, trust=True)
    assert result.bots[0].faults == {}
    kinds = [one[0] for one in theirs.heard]
    assert kinds[0] == "game"
    assert kinds.count("round") == kinds.count("result") > 100
    for _, valid, cards, state in (one for one in theirs.heard if one[0] == "ask"):
        assert [one["action"] for one in valid] == ["fold", "call", "raise"]
        assert all(card[0] in "CDHS" and card[1] in "23456789TJQKA" for card in cards)
        assert sum(seat["stack"] for seat in state["seats"]) + state["pot"]["main"]["amount"] == 200 * players
        paid = [entry for entries in state["action_histories"].values() for entry in entries]
        chips = sum(entry.get("paid", entry.get("amount", 0)) for entry in paid)
        assert chips == state["pot"]["main"]["amount"]
        highest = max(
            (entry.get("amount", 0) for entry in state["action_histories"].get(state["street"], [])),
            default=0,
        )
        assert valid[1]["amount"] <= highest


def test_their_player_hears_a_hand_word_by_word() -> None:
    """The golden transcript of the other side."""

    class Caller(Theirs):
        def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> tuple[str, int]:
            self.heard.append(("ask", [one["amount"] for one in valid_actions]))
            return "call", valid_actions[1]["amount"]

    theirs = Caller()
    game = nolimit_holdem(stacks=200, small_blind=5, big_blind=10)
    play_match([lambda: PyPokerBot(theirs), Raises], 1, game=game, seed=3, trust=True)
    told = [one[:2] if one[0] in ("street", "update", "ask", "round") else one[:1] for one in theirs.heard]
    assert told == HEARD


class Raises(Bot):
    def act(self, view: View) -> int:
        return view.raise_to(25) if not view.board else view.sized(1)


HEARD: list[Any] = [
    ("game",),
    ("round", 1),
    ("street", "preflop"),
    ("update", {"player_uuid": "Raises", "action": "raise", "amount": 25}),
    ("ask", [0, 25, {"min": 40, "max": 200}]),
    ("update", {"player_uuid": "<lambda>", "action": "call", "amount": 25}),
    ("street", "flop"),
    ("ask", [0, 0, {"min": 10, "max": 175}]),
    ("update", {"player_uuid": "<lambda>", "action": "call", "amount": 0}),
    ("update", {"player_uuid": "Raises", "action": "raise", "amount": 175}),
    ("ask", [0, 175, {"min": -1, "max": -1}]),
    ("update", {"player_uuid": "<lambda>", "action": "call", "amount": 175}),
    ("street", "turn"),
    ("street", "river"),
    ("result",),
]


def test_their_player_wins_what_the_same_bot_of_ours_wins() -> None:
    """A caller of theirs is our fish, card for card."""

    class Caller(Theirs):
        def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> tuple[str, int]:
            return "call", valid_actions[1]["amount"]

    theirs = play_match([lambda: PyPokerBot(Caller()), "random"], 100, seed=2).bots[0].won.mean
    assert theirs == play_match(["fish", "random"], 100, seed=2).bots[0].won.mean


@pytest.mark.parametrize("answer", ["call", None, ("dance", 3), ("raise", "much"), ("raise", 10**9), ()])
def test_nonsense_of_theirs_is_counted(answer: Any) -> None:
    class Talks(Theirs):
        def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> Any:
            return answer

    assert play_match([lambda: PyPokerBot(Talks()), "fish"], 5).bots[0].faults


@pytest.mark.parametrize("name", ["pypokerengine", "pyspiel", "open_spiel", "pettingzoo"])
def test_a_package_that_is_missing_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    for part in [part for part in sys.modules if part.startswith(f"{name}.")]:
        monkeypatch.setitem(sys.modules, part, None)
    calls: dict[str, Any] = {
        "pypokerengine": lambda: pypoker_player("fish"),
        "pyspiel": lambda: openspiel_bot("fish", 0),
        "open_spiel": lambda: openspiel_policy("headsup", None),
        "pettingzoo": pettingzoo_env,
    }
    with pytest.raises(BotError, match="is not installed; try: pip install"):
        calls[name]()
