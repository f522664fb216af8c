"""The server's side of Slumbot's API without the network: hands of clients against a bot of ours."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from typing import Any, Final

from riverboat.arena.matches.seated import Faults, merge_faults
from riverboat.arena.protocols.away_bot import AwayBot, Elsewhere
from riverboat.arena.protocols.slumbot.words import SLUMBOT_GAME, read_word, write_betting
from riverboat.bots import BlueprintBot, BotLike, make_bot, mix
from riverboat.cards.card import card_name, card_names
from riverboat.errors import MatchError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import act
from riverboat.games.rules.table import Table
from riverboat.strategy import open_strategy

_SESSIONS: Final = 1000  # clients that are remembered; then the oldest is forgotten
_DEALS, _DRAWS = 1, 2  # streams of random numbers: of the cards, of the bot


class SlumbotTables:
    """Answers the verbs of all clients, one after the other; each has a table and a bot of its own.

    Cards depend on the seed, on how many clients came before, and on the number of the hand. The client is the big
    blind first, then in turns.

    >>> tables = SlumbotTables("all-in")
    >>> hand = tables.answer("new_hand", {})
    >>> hand["client_pos"], hand["action"], hand["board"]
    (0, 'b20000', [])
    >>> tables.answer("act", {"token": hand["token"], "incr": "f"})["winnings"]
    -100
    """

    def __init__(self, bot: BotLike = "blueprint:headsup", *, time_limit: float = 2.0, seed: int = 0) -> None:
        self._bot, self._seed, self._time_limit = bot, seed, time_limit
        self._came = 0
        self._sessions: dict[str, _Session] = {}
        self._turn = threading.Lock()
        make_bot(bot)  # what cannot be made shows now

    @property
    def assumed(self) -> tuple[str, ...]:
        """What a strategy that was trained for another game takes this one for."""
        bot = make_bot(self._bot)
        if not isinstance(bot, BlueprintBot):
            return ()
        return open_strategy(bot.strategy).at(game=SLUMBOT_GAME).notes

    @property
    def played(self) -> Elsewhere:
        """What the bot did against those who are remembered."""
        faults: Faults = {}
        sessions = list(self._sessions.values())  # others may come meanwhile
        for session in sessions:
            merge_faults(faults, session.away.faults)
        hands = sum(session.hands for session in sessions)
        return Elsewhere(hands, -sum(session.total for session in sessions), faults)

    def answer(self, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Answer `new_hand`, `act` or `login`, which takes any name; an error says what cannot be done."""
        if verb not in ("login", "new_hand", "act"):
            raise MatchError(f"there is no verb {verb[:40]!r}; verbs are login, new_hand and act")
        with self._turn:
            token = body.get("token")
            if token is None and verb != "act":
                token = self._open()
            session = self._sessions.get(token) if isinstance(token, str) else None
            if session is None:
                raise MatchError(f"token {str(token)[:40]!r} is not known; new_hand without one gives one")
            if verb == "new_hand":
                session.new_hand()
            elif verb == "act":
                session.act(body.get("incr"))
            return {"token": token} | (session.state() if verb != "login" else {})

    def _open(self) -> str:
        if len(self._sessions) >= _SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        token = secrets.token_hex(16)
        seed = mix(self._seed, self._came)
        self._came += 1
        self._sessions[token] = _Session(self._bot, seed, self._time_limit)
        return token


class _Session:
    """The hands of one client."""

    def __init__(self, bot: BotLike, seed: int, time_limit: float) -> None:
        self.away = AwayBot(bot, seed=mix(seed, _DRAWS), time_limit=time_limit)
        self.total = self.hands = 0
        self._seed, self._begun = seed, 0
        self._table: Table | None = None
        self._client = 1
        self._old = ""

    def new_hand(self) -> None:
        """Deal; a hand that was left costs the client what it put in."""
        if self._table is not None and not self._table.is_over:
            self.hands += 1
            self.total -= self._table.put_in[self._client]
        self._client, self._old = 1 - self._client, ""
        self._table = Table(SLUMBOT_GAME, mix(self._seed, self._begun, _DEALS))
        self._begun += 1
        self.away.start_hand(SLUMBOT_GAME, 1 - self._client)
        self._go_on(self._table)

    def act(self, word: object) -> None:
        """Take the client's action, and play until it is to act again."""
        table = self._table
        if table is None or table.is_over:
            raise MatchError("no hand is being played; new_hand deals one")
        if not isinstance(word, str):
            raise MatchError(f"incr is {str(word)[:40]!r}; it must be an action: k, c, f or b200")
        action = read_word(table.taken, word)
        self._old = write_betting(table.taken)
        act(table, action)
        self._go_on(table)

    def state(self) -> dict[str, Any]:
        """Return what the client may see."""
        table, seat = self._table, self._client
        assert table is not None  # a hand was dealt
        seen = {
            "old_action": self._old,
            "action": write_betting(table.taken),
            "client_pos": seat,
            "hole_cards": _names(table.hole_cards[seat]),
            "board": _names(table.board),
        }
        if not table.is_over:
            return seen
        won = table.payoffs[seat]
        return seen | {
            "bot_hole_cards": _names(table.hole_cards[1 - seat]),
            "winnings": won,
            "won_pot": table.pot * ((won > 0) - (won < 0)),
            "baseline_winnings": 0,
            "session_num_hands": self.hands,
            "session_total": self.total,
            "session_baseline_total": 0,
        }

    def _go_on(self, table: Table) -> None:
        ours = 1 - self._client
        while table.actor == ours:
            act(table, self.away.act_in(self._hand(table, showdown=False)))
        if table.is_over:
            self.hands += 1
            self.total += table.payoffs[self._client]
            self.away.end_of(self._hand(table, showdown=table.is_showdown))

    def _hand(self, table: Table, *, showdown: bool) -> Hand:
        """The hand as our bot sees it."""
        ours = 1 - self._client
        cards = tuple(
            card_names(held) if showdown or seat == ours else "" for seat, held in enumerate(table.hole_cards)
        )
        return Hand(SLUMBOT_GAME, tuple(table.taken), cards, table.board_text, hero=ours)


def _names(cards: list[int]) -> list[str]:
    return [card_name(card) for card in cards]
