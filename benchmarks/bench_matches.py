"""Matches between bots beside PyPokerEngine, whose players are driven from Python.

What bounds a native hand of bots that sample: 100 deals for each decision, each with an evaluation for every hand in it
(1.5 ns in a batch) and at least one random number. Before the flop against one opponent the chances are known, and only
the number is drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from pypokerengine.api.game import setup_config, start_poker
from pypokerengine.players import BasePokerPlayer

from riverboat.arena import play_match
from riverboat.arena.matches.options import Mode
from riverboat.bots import Bot, BotLike, View
from timing import Row

ROUNDS = 5
PEER_HANDS = 20


class Caller(Bot):
    """Calls, from Python, and counts how often it was asked; its own time is small and counts as the arena's."""

    asked = 0

    def act(self, view: View) -> int:
        Caller.asked += 1
        return 0


class PeerCaller(BasePokerPlayer):  # type: ignore[misc]
    """The same in PyPokerEngine."""

    def declare_action(self, valid_actions, hole_card, round_state):  # type: ignore[no-untyped-def]
        return valid_actions[1]["action"], valid_actions[1]["amount"]

    def receive_game_start_message(self, game_info) -> None: ...  # type: ignore[no-untyped-def]
    def receive_round_start_message(self, count, hole_card, seats) -> None: ...  # type: ignore[no-untyped-def]
    def receive_street_start_message(self, street, round_state) -> None: ...  # type: ignore[no-untyped-def]
    def receive_game_update_message(self, action, round_state) -> None: ...  # type: ignore[no-untyped-def]
    def receive_round_result_message(self, winners, hand_info, round_state) -> None: ...  # type: ignore[no-untyped-def]


def least_processor_time(play: Callable[[], object]) -> float:
    """Return the least processor time of some rounds: other programs on the machine count little."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        play()
        times.append(time.process_time() - start)
    return min(times)


def hands_per_second(
    bots: Sequence[BotLike], hands: int, mode: Mode = "reset", *, trust: bool = False
) -> float:
    found = []

    def play() -> None:
        freeze_out = mode == "freeze-out"
        count = {"games": hands // 5} if freeze_out else {"hands": hands}
        found.append(play_match(bots, mode=mode, trust=trust, **count).hands)

    seconds = least_processor_time(play)
    return found[0] / seconds


def peer_hands_per_second(players: int) -> float:
    def play() -> None:
        config = setup_config(max_round=PEER_HANDS, initial_stack=10_000, small_blind_amount=50)
        for seat in range(players):
            config.register_player(f"p{seat}", PeerCaller())
        start_poker(config, verbose=0)

    return PEER_HANDS / least_processor_time(play)


def rows() -> list[Row]:
    found = []
    for players, hands in ((2, 3000), (6, 1000)):
        peer = peer_hands_per_second(players)
        Caller.asked = 0
        python = hands_per_second([Caller] * players, hands, trust=True)
        decisions = Caller.asked / ROUNDS / hands
        cost = 1e6 / python / decisions
        assert cost < 10, f"the arena takes {cost} microseconds for a decision"
        native = hands_per_second(["fish"] * players, 20 * hands)
        assert native > (200_000 if players == 2 else 50_000), native
        found += [
            Row(f"{players} callers, native", "hands", native, "PyPokerEngine", peer),
            Row(f"{players} callers in Python", "hands", python, "PyPokerEngine", peer),
            Row(
                f"decisions of {players} callers in Python",
                "decisions",
                1e6 / cost,
                note=f"{cost:.2g} µs each",
            ),
        ]
    matches: tuple[tuple[str, list[str], int, Mode], ...] = (
        ("shark v fish", ["shark", "fish"], 10_000, "reset"),
        ("shark v fish, freeze-outs", ["shark", "fish"], 10_000, "freeze-out"),
        ("honest v all-in, freeze-outs", ["honest", "all-in"], 10_000, "freeze-out"),
        ("two sharks", ["shark", "shark"], 4_000, "reset"),
        ("shark among five fish", ["shark", *["fish"] * 5], 4_000, "reset"),
        ("six sharks", ["shark"] * 6, 400, "reset"),
        ("six at random", ["random"] * 6, 4_000, "reset"),
    )
    found += [
        Row(f"{name}, native", "hands", hands_per_second(bots, hands, mode))
        for name, bots, hands, mode in matches
    ]
    return found
