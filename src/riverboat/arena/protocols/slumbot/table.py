"""The server's side of Slumbot's API without the network: hands of clients against a bot of ours."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import partial
from typing import Any

from riverboat.arena.matches.seated import Faults, merge_faults
from riverboat.arena.protocols.away_bot import AwayBot, Elsewhere
from riverboat.arena.protocols.dealing import Dealing
from riverboat.arena.protocols.slumbot.sessions import Quotas, Sessions
from riverboat.arena.protocols.slumbot.words import SLUMBOT_GAME, read_word, write_betting
from riverboat.bots import BlueprintBot, BotLike, make_bot
from riverboat.cards.card import card_name, card_names
from riverboat.errors import MatchError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import act
from riverboat.games.rules.table import Table
from riverboat.strategy import open_strategy


class SlumbotTables:
    """Answers the verbs of all clients, one after the other; each has a table and a bot of its own.

    Cards come from the system's entropy, and no hand tells of another; with a told seed they depend on it, on how many
    clients came before, and on the number of the hand. The client is the big blind first, then in turns. quotas: how
    many may play; who is new is refused then, and nobody who plays is sent away.

    >>> tables = SlumbotTables("all-in")
    >>> hand = tables.answer("new_hand", {})
    >>> hand["client_pos"], hand["action"], hand["board"]
    (0, 'b20000', [])
    >>> tables.answer("act", {"token": hand["token"], "incr": "f"})["winnings"]
    -100
    """

    def __init__(
        self,
        bot: BotLike = "blueprint:headsup",
        *,
        time_limit: float = 2.0,
        quotas: Quotas = Quotas(),  # noqa: B008  # frozen
        seed: int | None = None,
    ) -> None:
        self._bot, self._dealing, self._time_limit = bot, Dealing(seed), time_limit
        self._came = 0
        self._past = [0, 0]  # hands and chips of those who are gone
        self._faults: Faults = {}
        self._sessions: Sessions[_Session] = Sessions(quotas, self._leave)
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
        """What the bot did so far."""
        with self._turn:
            faults = dict(self._faults)
            sessions = self._sessions.all()
            for session in sessions:
                merge_faults(faults, session.away.faults)
            hands = self._past[0] + sum(session.hands for session in sessions)
            return Elsewhere(hands, -self._past[1] - sum(session.total for session in sessions), faults)

    def answer(self, verb: str, body: Mapping[str, Any], client: str = "") -> dict[str, Any]:
        """Answer `new_hand`, `act` or `login`, which takes any name; an error says what cannot be done.

        client: its address, for the quotas.
        """
        if verb not in ("login", "new_hand", "act"):
            raise MatchError(f"there is no verb {verb[:40]!r}; verbs are login, new_hand and act")
        with self._turn:
            token = body.get("token")
            if token is None and verb != "act":
                token = self._sessions.open(client, self._session)
            session = self._sessions.get(token) if isinstance(token, str) else None
            if session is None:
                raise MatchError(f"token {_brief(token)!r} is not known; new_hand without one gives one")
            if verb == "new_hand":
                session.new_hand()
            elif verb == "act":
                session.act(body.get("incr"))
            return {"token": token} | (session.state() if verb != "login" else {})

    def _session(self) -> _Session:
        self._came += 1
        return _Session(self._bot, self._dealing, self._came, self._time_limit)

    def _leave(self, session: _Session) -> None:
        """Remember what was won of one who is gone."""
        self._past[0] += session.hands
        self._past[1] += session.total
        merge_faults(self._faults, session.away.faults)


class _Session:
    """The hands of one client."""

    def __init__(self, bot: BotLike, dealing: Dealing, number: int, time_limit: float) -> None:
        self.away = AwayBot(bot, seed=partial(dealing.number, "bot", number), time_limit=time_limit)
        self.total = self.hands = 0
        self._dealing, self._number, self._begun = dealing, number, 0
        self._table: Table | None = None
        self._client = 1
        self._old = ""

    def new_hand(self) -> None:
        """Deal; a hand that was left costs the client what it put in."""
        if self._table is not None and not self._table.is_over:
            self.hands += 1
            self.total -= self._table.put_in[self._client]
        self._client, self._old = 1 - self._client, ""
        self._table = Table(SLUMBOT_GAME)
        self._dealing.deal(self._table, "hand", self._number, self._begun)
        self._begun += 1
        self.away.start_hand(SLUMBOT_GAME, 1 - self._client)
        self._go_on(self._table)

    def act(self, word: object) -> None:
        """Take the client's action, and play until it is to act again."""
        table = self._table
        if table is None or table.is_over:
            raise MatchError("no hand is being played; new_hand deals one")
        if not isinstance(word, str):
            raise MatchError(f"incr is {_brief(word)!r}; it must be an action: k, c, f or b200")
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


def _brief(value: object) -> str:
    """What a client sent in place of text, in a few letters; deep lists and long numbers have none."""
    try:
        return str(value)[:40]
    except (ValueError, RecursionError):
        return type(value).__name__


def _names(cards: list[int]) -> list[str]:
    return [card_name(card) for card in cards]
