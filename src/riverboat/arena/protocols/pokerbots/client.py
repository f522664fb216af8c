"""A bot of ours in the engine of MIT pokerbots."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from riverboat.arena.protocols.away_bot import AwayBot, Elsewhere, check_seen, moves, reason
from riverboat.arena.protocols.pokerbots.codec import POKERBOTS_GAME, Codec
from riverboat.arena.protocols.sparing_log import SparingLog
from riverboat.arena.protocols.text_lines import ClosedError, TextLines, connect
from riverboat.bots import BotLike, HandEnd
from riverboat.cards.card import parse_cards
from riverboat.errors import MatchError, RiverboatError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game

_SILENCE_S: Final = 3600.0


def play_pokerbots(
    host: str,
    port: int,
    bot: BotLike,
    *,
    game: Game = POKERBOTS_GAME,
    codec: Codec = Codec(),  # noqa: B008  # frozen
    time_limit: float = 2.0,
    seed: int | None = None,
    log: Callable[[str], object] = print,
) -> Elsewhere:
    """Connect a bot to an engine, play until it quits, and return what the bot won."""
    with AwayBot(bot, seed=seed, time_limit=time_limit) as away:
        lines = TextLines(connect(host, port))
        try:
            return PokerbotsClient(away, game, codec, log).play(lines)
        finally:
            lines.close()


class PokerbotsClient:
    """The bot's side of a match: hears a line, answers with a word.

    In trouble it says check, which the engine takes for a fold where a check is not legal.
    """

    def __init__(
        self,
        away: AwayBot,
        game: Game = POKERBOTS_GAME,
        codec: Codec = Codec(),  # noqa: B008  # frozen
        log: Callable[[str], object] = print,
    ) -> None:
        self._away, self._game, self._codec, self._log = away, game, codec, SparingLog(log)
        self._hand: Hand | None = None  # None: not begun, or lost track of
        self._hands = self._chips = 0

    def play(self, lines: TextLines) -> Elsewhere:
        """Answer until the engine quits."""
        try:
            while (answer := self.hear(lines.read(_SILENCE_S))) is not None:
                lines.write(answer)
        except ClosedError:
            self._log.tell("", "the engine left without a word")
        finally:
            self._log.close()
        return Elsewhere(self._hands, self._chips, self._away.faults)

    def hear(self, line: str) -> str | None:
        """Return the answer to a line; None if it says to quit."""
        over = False
        try:
            for kind, value in self._codec.read(line):
                if kind == "quit":
                    return None
                if kind == "delta":
                    over = True
                self._take(kind, value)
            if not over and self._hand is not None:
                return self._decide(self._hand)
        except (RiverboatError, ValueError) as problem:
            self._hand = None
            self._log.tell("", f"lost track at {line[:80]!r}: {reason(problem)}")
        return self._codec.check

    def _take(self, kind: str, value: str) -> None:
        if kind == "seat":
            if value not in ("0", "1"):
                raise MatchError(f"there is no player {value!r}; it must be 0 or 1")
            self._hand = Hand(self._game, hero=1 - int(value))
            self._away.start_hand(self._game, 1 - int(value))
            return
        if kind == "":
            raise MatchError(f"a clause has an unknown letter before {value[:20]!r}; is it another year's?")
        hand = self._hand
        if kind == "delta":
            self._hands += 1
            self._chips += int(value)
        if hand is None or kind == "clock":
            return
        assert hand.hero is not None
        if kind in ("hand", "shown"):
            cards = ["", ""] if kind == "hand" else list(hand.hole_cards)
            cards[hand.hero if kind == "hand" else 1 - hand.hero] = value.replace(",", "")
            self._hand = replace(hand, hole_cards=tuple(cards))
        elif kind == "board":
            self._hand = replace(hand, board=value.replace(",", ""))
        elif kind == "delta":
            self._end(hand, int(value))
        elif not hand.is_over:  # with everybody all in the engine asks for checks to the river
            self._hand = replace(hand, actions=(*hand.actions, _action(kind, value)))

    def _decide(self, hand: Hand) -> str:
        table = hand.table()
        if table.is_over:
            return self._codec.check
        if table.actor != hand.hero:
            raise MatchError("it is the other's turn, and we are asked")
        check_seen(hand)
        action = self._away.act_in(hand)
        if action == FOLD:
            return self._codec.fold
        if action == CALL:
            return self._codec.call if table.to_call else self._codec.check
        return f"{self._codec.raise_to}{action}"

    def _end(self, hand: Hand, delta: int) -> None:
        assert hand.hero is not None
        self._hand = None
        known = tuple(tuple(parse_cards(cards)) for cards in hand.hole_cards)
        shown = known if known[1 - hand.hero] else ((), ())
        payoffs = (delta, -delta) if hand.hero == 0 else (-delta, delta)
        board = tuple(parse_cards(hand.board))
        self._away.end_hand(HandEnd(self._game, hand.hero, payoffs, shown, board, moves(hand)))


def _action(kind: str, value: str) -> Action:
    if kind == "raise_to":
        if not re.fullmatch("[0-9]{1,9}", value) or value == "0":
            raise MatchError(f"{value[:20]!r} is not an amount to raise to, such as 6")
        return int(value)
    return FOLD if kind == "fold" else CALL
