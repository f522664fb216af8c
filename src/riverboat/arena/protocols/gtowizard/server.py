"""A stand-in for the server of the GTO Wizard benchmark: real hands by our rules, against a bot of ours."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from riverboat.arena.protocols.away_bot import AwayBot, reason
from riverboat.arena.protocols.dealing import Dealing
from riverboat.arena.protocols.gtowizard.words import GAME_NAME, OPPONENT, write_history
from riverboat.arena.protocols.http.hosted import Hosted
from riverboat.arena.protocols.http.server import Answer, HttpServer, Request
from riverboat.arena.protocols.slumbot.words import SLUMBOT_GAME, read_word
from riverboat.arena.protocols.text_lines import listen
from riverboat.bots import BotLike, make_bot
from riverboat.cards.card import card_names
from riverboat.errors import RiverboatError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import act
from riverboat.games.rules.table import Table

_AT_ONCE: Final = 20  # hands of a client; then it has to end one
_STREETS: Final = ("preflop", "flop", "turn", "river")


class GtoWizardServer(Hosted):
    """Answers `POST /hands` and `POST /hands/N/act` as the benchmark does, for who has the key.

    For trying a client out: the opponent is a bot of ours, and `aivat_score` is what was won, as nobody here knows
    better.

    >>> with GtoWizardServer("fish", key="open sesame") as server:
    ...     server.url  # doctest: +ELLIPSIS
    'http://127.0.0.1:...'
    """

    def __init__(
        self,
        bot: BotLike = "blueprint:headsup",
        *,
        key: str,
        port: int = 0,
        seed: int | None = None,
        log: Callable[[str], object] = print,
    ) -> None:
        self._bot, self._key, self._dealing = bot, key, Dealing(seed)
        self._hands: dict[int, _Dealt] = {}
        self._dealt = 0
        self._turn = threading.Lock()
        make_bot(bot)  # what cannot be made shows now
        self._http = HttpServer(listen(port), self._answer, log, failed="detail")

    @property
    def url(self) -> str:
        """Where clients find it."""
        host, port = self._http.address
        return f"http://{host}:{port}"

    @property
    def open_hands(self) -> int:
        """Hands that were dealt and are not over."""
        return len(self._hands)

    def _answer(self, request: Request) -> Answer:
        if request.headers.get("x-api-key") != self._key:
            return 401, {"detail": "Invalid API key"}
        path = request.path.strip("/").split("/")
        with self._turn:
            if path == ["hands"]:
                return self._deal(request.body)
            if len(path) == 3 and path[0] == "hands" and path[2] == "act" and path[1].isdecimal():
                return self._act(int(path[1][:18]), request.body)
        return 404, {"detail": "Not Found"}

    def _deal(self, body: Mapping[str, Any]) -> Answer:
        if body.get("game_name") != GAME_NAME:
            return 422, {"detail": f"game_name must be {GAME_NAME!r}"}
        if len(self._hands) >= _AT_ONCE:
            return 409, {"detail": f"maximum number of concurrent hands allowed is {_AT_ONCE}"}
        self._dealt += 1
        hand = _Dealt(self._dealt, self._bot, self._dealing)
        hand.go_on()
        return self._told(hand)

    def _act(self, number: int, body: Mapping[str, Any]) -> Answer:
        hand = self._hands.get(number)
        if hand is None:
            known = 0 < number <= self._dealt
            return (
                (409, {"detail": "the hand is over"}) if known else (404, {"detail": "there is no such hand"})
            )
        try:
            hand.act(body.get("action"), body.get("amount"))
        except RiverboatError as problem:
            return 400, {"detail": reason(problem)}
        return self._told(hand)

    def _told(self, hand: _Dealt) -> Answer:
        if hand.table.is_over:
            self._hands.pop(hand.number, None)
        else:
            self._hands[hand.number] = hand
        return 200, hand.told()


class _Dealt:
    """One hand; the client is the big blind in odd ones."""

    def __init__(self, number: int, bot: BotLike, dealing: Dealing) -> None:
        self.number, self.client = number, (number + 1) % 2
        self._away = AwayBot(bot, seed=partial(dealing.number, "bot", number))
        self.table = Table(SLUMBOT_GAME)
        dealing.deal(self.table, "hand", number)
        self._away.start_hand(SLUMBOT_GAME, 1 - self.client)

    def act(self, action: object, amount: object) -> None:
        """Take the client's action, and play until it is to act again."""
        word = f"b{amount}" if action == "b" else str(action)[:20]
        act(self.table, read_word(self.table.taken, word))
        self.go_on()

    def go_on(self) -> None:
        """Let our bot act as long as it is its turn."""
        ours = 1 - self.client
        while self.table.actor == ours:
            cards = tuple(
                card_names(held) if seat == ours else "" for seat, held in enumerate(self.table.hole_cards)
            )
            seen = Hand(SLUMBOT_GAME, tuple(self.table.taken), cards, self.table.board_text, hero=ours)
            act(self.table, self._away.act_in(seen))

    def told(self) -> dict[str, Any]:
        """Return what the client is told."""
        table, over = self.table, self.table.is_over
        raises = None
        if not over and (legal := table.legal_actions).max_raise_to:
            raises = {"min": legal.min_raise_to, "max": legal.max_raise_to}
        words = [] if over else ["f", "c"] if table.to_call else ["k"]
        won = float(table.payoffs[self.client]) if over else None
        return {
            "hand_id": self.number,
            "game": {
                "game_id": 1,
                "game_name": GAME_NAME,
                "game_format": "HUNL",
                "starting_stack": 20000,
                "blinds": [100.0, 50.0],
                "stack_reset_per_hand": True,
            },
            "game_state": {
                "street": _STREETS[table.round],
                "common_pot": table.pot - sum(table.bets),
                "total_pot": table.pot,
                "board_cards": table.board_text,
                "is_hand_over": over,
                "players": [self._player(1 - self.client), self._player(self.client)],
                "legal_actions": [*words, "b"] if raises else words,
                "raise_range": raises,
                "action_history": write_history(table.taken),
                "has_gto_wizard_folded": over and 1 - self.client not in table.in_hand,
                "winnings": won,
                "aivat_score": won,
            },
        }

    def _player(self, seat: int) -> dict[str, Any]:
        seen = seat == self.client or (self.table.is_over and self.table.is_showdown)
        return {
            "name": "client" if seat == self.client else OPPONENT,
            "stack": self.table.stacks[seat],
            "position": "BB" if seat == 0 else "BTN",
            "hole_cards": card_names(self.table.hole_cards[seat]) if seen else None,
        }
