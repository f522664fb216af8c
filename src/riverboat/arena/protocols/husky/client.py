"""A bot of ours at a server of Husky hold'em."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Final

from riverboat.arena.protocols.away_bot import UNREADABLE, AwayBot, Elsewhere, reason
from riverboat.arena.protocols.husky.table import HuskyTable
from riverboat.arena.protocols.sparing_log import SparingLog
from riverboat.arena.protocols.text_lines import ClosedError, TextLines, connect
from riverboat.bots import BotLike, HandEnd
from riverboat.cards.card import parse_cards
from riverboat.errors import MatchError
from riverboat.games.rules.action import CALL, FOLD, Action

PORT: Final = 5000
STACK: Final = 10_000
"""The server's port, and the chips that everybody begins a game with."""

_LONGEST: Final = 1 << 20
_SILENCE_S: Final = 3600.0


class _Kind(IntEnum):
    CONNECT = 0
    GAME_START = 2
    REQUEST = 4
    ANSWER = 5
    GAME_END = 7
    STATE = 9


class _Word(IntEnum):
    FOLD = 1
    CHECK = 2
    CALL = 3
    RAISE = 4
    ALL_IN = 5


def play_husky(
    host: str,
    port: int,
    bot: BotLike,
    *,
    stack: int = STACK,
    time_limit: float = 2.0,
    seed: int | None = None,
    log: Callable[[str], object] = print,
) -> Elsewhere:
    """Connect a bot to a server, play until it closes the connection, and return what the bot won.

    The chips are those that the server scores. It takes 5 s for no answer at all.
    """
    with AwayBot(bot, seed=seed, time_limit=time_limit) as away:
        lines = TextLines(connect(host, port), end="", longest=_LONGEST)  # an answer has no line break there
        try:
            return HuskyClient(away, stack, log).play(lines)
        finally:
            lines.close()


class HuskyClient:
    """The client's side: hears a line of JSON, and answers requests."""

    def __init__(self, away: AwayBot, stack: int = STACK, log: Callable[[str], object] = print) -> None:
        self._away, self._stack, self._log = away, stack, SparingLog(log)
        self._id: object = None
        self._table: HuskyTable | None = None  # None: between games, or lost track of
        self._games = self._chips = 0

    def play(self, lines: TextLines) -> Elsewhere:
        """Answer until the server closes."""
        try:
            while True:
                answer = self.hear(lines.read(_SILENCE_S))
                if answer is not None:
                    lines.write(answer)
        except ClosedError:
            return Elsewhere(self._games, self._chips, self._away.faults)
        finally:
            self._log.close()

    def hear(self, line: str) -> str | None:
        """Return the answer to a line, if it asks for one; a request in a hand that was lost track of is a fold."""
        kind: object = None
        try:
            envelope = json.loads(line)
            kind, message = envelope["type"], envelope.get("message")
            return self._take(kind, message)
        except UNREADABLE as problem:
            self._table = None if kind in (_Kind.GAME_START, _Kind.STATE) else self._table
            self._log.tell("", f"passed over {line[:80]!r}: {reason(problem)}")
        return self._said(_Word.FOLD, 0) if kind == _Kind.REQUEST else None

    def _take(self, kind: object, message: Any) -> str | None:
        if kind == _Kind.CONNECT:
            self._id = message
        elif kind == _Kind.GAME_START:
            self._table = HuskyTable.begin(str(self._id), message, self._stack)
            self._away.start_hand(self._table.game, self._table.seat, self._table.ids)
        elif kind == _Kind.STATE and self._table is not None:
            self._table.hear(message)
        elif kind == _Kind.REQUEST:
            return self._decide(message)
        elif kind == _Kind.GAME_END:
            self._games += 1
            self._chips += int(message["player_score"])
            self._end(message)
        return None

    def _decide(self, message: Mapping[str, Any]) -> str | None:
        if str(message.get("player_id", self._id)) != str(self._id):
            return None
        table = self._table
        if table is None:
            raise MatchError("an action is asked for, and no hand is known")
        if table.owes_blind:  # older servers wait for the blinds, newer ones post them
            return self._said(_Word.RAISE, table.owes_blind)
        view = table.view(self._away.seed(len(table.history)))
        return self._answer(self._away.act(view), view.call, view.stack, view.bets[view.seat])

    def _answer(self, action: Action, call: int, stack: int, bet: int) -> str:
        """Amounts are chips that an action adds."""
        if action == FOLD:
            return self._said(_Word.FOLD, 0)
        adds = call if action == CALL else action - bet
        if not adds:
            return self._said(_Word.CHECK, 0)
        if adds >= stack:
            return self._said(_Word.ALL_IN, stack)
        return self._said(_Word.CALL if action == CALL else _Word.RAISE, adds)

    def _end(self, message: Mapping[str, Any]) -> None:
        table, self._table = self._table, None
        if table is not None:
            scores, hands = message.get("all_scores") or {}, message.get("active_players_hands") or {}
            payoffs = tuple(int(scores.get(one, 0)) for one in table.ids)
            shown = tuple(tuple(parse_cards("".join(hands.get(one, ())))) for one in table.ids)
            history = tuple(table.history)
            self._away.end_hand(HandEnd(table.game, table.seat, payoffs, shown, table.board, history))

    def _said(self, word: _Word, amount: int) -> str:
        answer = {"player_id": self._id, "action": int(word), "amount": amount}
        return json.dumps({"type": int(_Kind.ANSWER), "message": answer})
