"""What PyPokerEngine 1.0.1 says of a round, as our bots see it.

Its rules are its own: heads-up the small blind is not the dealer and acts first on every street, the smallest raise is
by the last amount that was added (with blinds of 1 and 2, to 3), and one who cannot raise by that much cannot raise.
So nothing is replayed: what a view says is taken from its messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from riverboat.base.streets import STREETS
from riverboat.bots import Move, View
from riverboat.cards.card import card_name, parse_cards
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game

Message: TypeAlias = Mapping[str, Any]
"""A message of PyPokerEngine, or a part of one."""

_POSTED: Final = ("ANTE", "SMALLBLIND", "BIGBLIND")


def read_cards(cards: list[str]) -> tuple[int, ...]:
    """Return cards that are written suit first.

    >>> read_cards(["CA", "H2"]), write_cards(read_cards(["CA", "H2"]))
    ((48, 2), ['CA', 'H2'])
    """
    return tuple(parse_cards("".join(card[1] + card[0].lower() for card in cards)))


def write_cards(cards: tuple[int, ...]) -> list[str]:
    """Return cards suit first."""
    return [name[1].upper() + name[0] for name in map(card_name, cards)]


@dataclass(frozen=True)
class Round:
    """One round: the game with the stacks at its start, and who sits where by our count: the small blind is seat 0."""

    game: Game
    uuids: tuple[str, ...]
    names: tuple[str, ...]

    @staticmethod
    def begin(state: Message) -> Round:
        """Read the round off a state of its first street."""
        paid = _paid(state)
        small = state["small_blind_amount"]
        ante = max((entry["amount"] for _, entry in _entries(state) if entry["action"] == "ANTE"), default=0)
        first = state["small_blind_pos"]
        chairs = state["seats"][first:] + state["seats"][:first]
        seats = [seat for seat in chairs if seat["stack"] + paid.get(seat["uuid"], 0) > 0]
        players = len(seats)
        game = Game(
            "pypokerengine",
            players,
            stacks=tuple(seat["stack"] + paid.get(seat["uuid"], 0) for seat in seats),
            blinds=(small, 2 * small, *(0,) * (players - 2)),
            antes=(ante,) * players,
            betting="no-limit",
            first_to_act=(2 % players, 0, 0, 0),
            min_bet=2 * small,
        )
        uuids = tuple(seat["uuid"] for seat in seats)
        return Round(game, uuids, tuple(str(seat["name"]) for seat in seats))

    def view(self, uuid: str, cards: list[str], state: Message, valid: list[Any], seed: int) -> View:
        """Return what the player who is asked sees."""
        by_uuid = {seat["uuid"]: seat for seat in state["seats"]}
        bets = dict.fromkeys(self.uuids, 0)
        for street, entry in _entries(state):
            if street == state["street"] and "amount" in entry and entry["action"] != "ANTE":
                bets[entry["uuid"]] = entry["amount"]
        seat, stack = self.uuids.index(uuid), by_uuid[uuid]["stack"]
        raises = valid[2]["amount"]
        return View(
            self.game,
            seat,
            read_cards(cards),
            read_cards(state["community_card"]),
            STREETS.index(state["street"]),
            tuple(by_uuid[one]["stack"] for one in self.uuids),
            tuple(bets.values()),
            sum(_paid(state).values()),
            tuple(i for i, one in enumerate(self.uuids) if by_uuid[one]["state"] != "folded"),
            min(valid[1]["amount"] - bets[uuid], stack),
            max(raises["min"], 0),
            max(raises["max"], 0),
            self.history(state),
            seed,
        )

    def history(self, state: Message) -> tuple[Move, ...]:
        """Return all actions so far; blinds and antes are none."""
        return tuple(
            Move(STREETS.index(street), self.uuids.index(entry["uuid"]), _action(entry))
            for street, entry in _entries(state)
            if entry["action"] not in _POSTED
        )

    def payoffs(self, state: Message) -> tuple[int, ...]:
        """Return the net chips by seat from the state after the round."""
        stacks = {seat["uuid"]: seat["stack"] for seat in state["seats"]}
        return tuple(stacks[uuid] - had for uuid, had in zip(self.uuids, self.game.stacks, strict=True))


def _entries(state: Message) -> Iterator[tuple[str, Message]]:
    for street in STREETS:
        for entry in state["action_histories"].get(street, ()):
            yield street, entry


def _action(entry: Message) -> Action:
    return (
        {"FOLD": FOLD, "CALL": CALL}[entry["action"]] if entry["action"] != "RAISE" else int(entry["amount"])
    )


def _paid(state: Message) -> dict[str, int]:
    """Chips in the middle, by player."""
    paid: dict[str, int] = {}
    for _, entry in _entries(state):
        chips = entry["amount"] if entry["action"] in _POSTED else entry.get("paid", 0)
        paid[entry["uuid"]] = paid.get(entry["uuid"], 0) + chips
    return paid
