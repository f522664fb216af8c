"""Open Hand History, OHH 1.4.7: hands as JSON objects, with a blank line between them.

Amounts are chips that an action puts in. Read are limit and no-limit hold'em, cash and tournament; money in cents.
The pots must come out as the file says. What the format has no field for is left out when writing or, where it
would change the hand, an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from riverboat.base.checks import integer
from riverboat.errors import CardError, GameError, HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.money import CENTS, decimals_of, to_chips
from riverboat.games.histories.posts import Posts, game_of_posts, usual_or_made_caps
from riverboat.games.histories.recorder import Recorder
from riverboat.games.rules.awards import not_collected

PLAY_MONEY = ("XPM", "PPC", "Chips", "")
"""Currencies that stand for play chips; the first is written."""
POSTS = {
    "Post Ante": "ante",
    "Post SB": "small",
    "Post BB": "big",
    "Post Extra Blind": "big",
    "Straddle": "straddle",
    "Post Dead": "dead",
}
STREETS = ("Preflop", "Flop", "Turn", "River")
_PASSED_OVER = ("Added Chips", "Sits Down", "Stands Up")
_PLAYED = ("Fold", "Check", "Call", "Bet", "Raise")
_BEGINS = re.compile(r"^\{", re.MULTILINE)


def split_ohh(text: str) -> Iterator[tuple[int, str]]:
    """Yield the hands with the numbers of their first lines; also where each stands on one line of its own."""
    line = 1
    for paragraph in re.split(r"(\n[ \t\r]*(?=\n))", text.lstrip("\ufeff")):
        if paragraph.strip():
            for start, part in _objects(paragraph):
                yield line + paragraph.count("\n", 0, start) + _leading_lines(part), part
        line += paragraph.count("\n")


def read_ohh(text: str) -> Hand:
    """Read one hand, `{"ohh": {...}}`."""
    try:
        data = json.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as problem:
        raise HistoryError(f"not valid JSON, or cut off: {problem}") from None
    ohh = data.get("ohh", data) if isinstance(data, dict) else data
    if not isinstance(ohh, dict):
        raise HistoryError(f'{str(data)[:40]!r} is not a hand; a hand is an object, {{"ohh": {{...}}}}')
    return _Reader(ohh).hand()


class _Reader:
    """Reads the object of one hand."""

    def __init__(self, ohh: Mapping[str, Any]) -> None:
        self.ohh = ohh
        limit = _get(_get(ohh, "bet_limit", dict), "bet_type", str)
        if ohh.get("game_type") != "Holdem" or limit not in ("NL", "FL"):
            raise HistoryError(
                f"the game is {ohh.get('game_type')!r} {limit!r}; read are 'Holdem' with 'NL' and 'FL'"
            )
        self.limit = limit == "FL"
        currency = _get(ohh, "currency", str, "")
        self.tournament = bool(ohh.get("tournament"))
        self.currency = "" if currency in PLAY_MONEY or self.tournament else currency
        self.rounds = [_Round(part) for part in _list(ohh, "rounds")]
        self.players = {_id(player, "id"): player for player in _list(ohh, "players")}
        if len(self.players) != len(_list(ohh, "players")):
            raise HistoryError("two players have the same id")
        amounts = [_decimal(player, "starting_stack") for player in self.players.values()]
        amounts += [action.amount for part in self.rounds for action in part.actions]
        amounts += [
            _decimal(ohh, key, Decimal(0))
            for key in ("small_blind_amount", "big_blind_amount", "ante_amount")
        ]
        self.decimals = decimals_of(
            (amount.normalize() for amount in amounts), least=CENTS if self.currency else 0
        )

    def hand(self) -> Hand:
        ohh, button = self.ohh, _get(self.ohh, "dealer_seat", int)
        took_part = {action.player for part in self.rounds for action in part.actions if action.takes_part}
        for player in took_part:
            if player not in self.players:
                raise HistoryError(f"player {player!r} acts, but is not among the players")
        chair = {player: _get(self.players[player], "seat", int) for player in took_part}
        order = sorted(took_part, key=lambda player: (chair[player] - button - 1) % 1000)
        if len(order) < 2:
            raise HistoryError(f"{len(order)} players took part; a hand needs two or more")
        self.seat_of = {player: seat for seat, player in enumerate(order)}
        self.names = tuple(_get(self.players[player], "name", str) for player in order)
        self.holes = [""] * len(order)
        self.shown: set[int] = set()
        recorder = Recorder(game_of_posts(self._posts(order)), self.names)
        board = self._play(recorder)
        recorder.check_over()
        table = recorder.table
        mucked = [seat for seat in table.in_hand if seat not in self.shown] if table.is_showdown else []
        info = _get(ohh, "tournament_info", dict, {}) if self.tournament else {}
        hand = Hand(
            usual_or_made_caps(table.game, recorder.actions),
            tuple(recorder.actions),
            tuple(self.holes),
            board,
            self.names,
            mucked=tuple(mucked),
            seat_numbers=tuple(chair[player] for player in order),
            button=button,
            table_size=_get(ohh, "table_size", int, 0),
            hero=self.seat_of.get(_id(ohh, "hero_player_id", 0)),
            hand_id=_label(ohh, "game_number"),
            site=_label(ohh, "site_name"),
            table_name=_label(ohh, "table_name"),
            played_at=_time(_get(ohh, "start_date_utc", str, "")),
            time_zone="UTC" if _get(ohh, "start_date_utc", str, "") else "",
            currency=self.currency,
            decimals=self.decimals,
            tournament=_label(info, "tournament_number"),
            buy_in=_label(info, "_buy_in"),
            level=_label(info, "_level"),
        )
        return self._with_rakes(hand)

    def _posts(self, order: list[int | str]) -> Posts:
        posted, left = [], {}
        for player in order:
            left[player] = self._chips(_decimal(self.players[player], "starting_stack"))
        stacks = tuple(left[player] for player in order)
        for part in self.rounds:
            for action in part.actions:
                if kind := POSTS.get(action.kind):
                    chips = self._chips(action.amount)
                    left[action.player] -= chips
                    posted.append((self.seat_of[action.player], kind, chips, left[action.player] <= 0))
        named = [
            self._chips(_decimal(self.ohh, key, Decimal(0)))
            for key in ("small_blind_amount", "big_blind_amount", "ante_amount")
        ]
        big = named[1] or max((chips for _, kind, chips, _ in posted if kind == "big"), default=0)
        stakes = (big, 2 * big) if self.limit else (named[0], big)
        return Posts(stakes, self.limit, posted, stacks, named[2])

    def _play(self, recorder: Recorder) -> str:
        board = ""
        for part in self.rounds:
            if part.cards:
                board += part.cards
            for action in part.actions:
                try:
                    self._take(recorder, part, action, len(board) // 2)
                except (HistoryError, CardError) as problem:
                    raise HistoryError(
                        f"{part.street}, action {action.number}, {action.kind}: {problem}"
                    ) from None
        return board

    def _take(self, recorder: Recorder, part: _Round, action: _Action, cards: int) -> None:
        if action.kind in POSTS or action.kind in _PASSED_OVER:
            return
        seat = self.seat_of.get(action.player)
        if seat is None:
            return  # dealt in, but never asked: not in the hand
        if action.kind in ("Dealt Cards", "Shows Cards", "Mucks Cards"):
            if action.cards and self.holes[seat] not in ("", action.cards):
                raise HistoryError(f"the cards are {action.cards}, but they were {self.holes[seat]}")
            self.holes[seat] = action.cards or self.holes[seat]
            self.shown.update([seat] if action.kind == "Shows Cards" else [])
            return
        table = recorder.table
        if action.kind not in _PLAYED:
            raise HistoryError(f"not an action of hold'em; those are {', '.join(_PLAYED)}")
        if not table.is_over and (
            part.street != STREETS[table.round] or cards != sum(table.game.board_cards[: table.round + 1])
        ):
            raise HistoryError(f"the betting is on the {STREETS[table.round].lower()}")
        chips = self._chips(action.amount)
        if action.kind == "Fold":
            recorder.fold(seat)
        elif action.kind == "Check":
            recorder.check(seat)
        elif action.kind == "Call":
            recorder.call(seat, chips)
        else:
            recorder.raise_to(seat, table.bets[seat] + chips)

    def _with_rakes(self, hand: Hand) -> Hand:
        """Compare the pots; what the winners did not get is rake."""
        try:
            awards = hand.awards
        except GameError as problem:
            raise HistoryError(f"who wins cannot be said: {problem}") from None
        pots = _list(self.ohh, "pots")
        if not pots:
            return hand
        said = sum(self._chips(_decimal(pot, "amount")) for pot in pots)
        total = sum(award.chips for award in awards)
        if said != total:
            raise HistoryError(f"the pots are said to hold {said} chips, but the actions make {total}")
        got: dict[int, int] = {}
        for pot in pots:
            for win in _list(pot, "player_wins"):
                seat = self.seat_of.get(_id(win, "player_id"))
                if seat is None:
                    raise HistoryError(f"player {win['player_id']!r} wins, but took no part")
                got[seat] = got.get(seat, 0) + self._chips(_decimal(win, "win_amount"))
        lack = not_collected(awards, got, hand.game.players)
        if min(lack) < 0:
            raise HistoryError(
                f"somebody is said to win more than by the rules; the players lack {lack} chips"
            )
        return replace(hand, rakes=tuple(lack)) if any(lack) else hand

    def _chips(self, amount: Decimal) -> int:
        return to_chips(amount, self.decimals)


class _Action:
    """One action of a round."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise HistoryError(f"{str(data)[:40]!r} is not an action; an action is an object")
        self.kind = _get(data, "action", str)
        self.number = data.get("action_number", "?")
        self.player = _id(data, "player_id")
        self.amount = _decimal(data, "amount", Decimal(0))
        self.cards = _cards(data)
        if self.amount < 0:
            raise HistoryError(f"action {self.number}: the amount is {self.amount}; it must be 0 or more")

    @property
    def takes_part(self) -> bool:
        return self.kind in POSTS or self.kind in _PLAYED


class _Round:
    """One round: its street, its cards and its actions."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise HistoryError(f"{str(data)[:40]!r} is not a round; a round is an object")
        self.street = _get(data, "street", str)
        self.cards = _cards(data)
        self.actions = [_Action(action) for action in _list(data, "actions")]


# --- fields by type ----------------------------------------------------------------------------------------


def _get(data: Mapping[str, Any], key: str, kind: type[Any], default: Any = None) -> Any:
    value = data.get(key, default)
    value = default if value is None else value
    if not isinstance(value, kind) or isinstance(value, bool):
        missing = f"'{key}' is missing" if key not in data else f"'{key}' is {str(value)[:40]!r}"
        raise HistoryError(
            f"{missing}; it must be {'text' if kind is str else 'a number' if kind is int else 'an object'}"
        )
    return value


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list) or (
        key in ("players", "pots", "player_wins") and not all(isinstance(v, dict) for v in value)
    ):
        raise HistoryError(f"'{key}' is {str(value)[:40]!r}; it must be a list of objects")
    return value


def _decimal(data: Mapping[str, Any], key: str, default: Decimal | None = None) -> Decimal:
    value = data.get(key, default)
    value = default if value is None else value
    if (chips := integer(value)) is not None:
        value = Decimal(chips)
    if not isinstance(value, Decimal) or not value.is_finite():
        raise HistoryError(f"'{key}' is {str(value)[:40]!r}; it must be an amount, such as 100 or 0.50")
    return value


def _id(data: Mapping[str, Any], key: str, default: int | None = None) -> int | str:
    value = data.get(key, default)
    found = value if isinstance(value, str) else integer(value)
    if found is None:
        raise HistoryError(f"'{key}' is {str(value)[:40]!r}; it must be the id of a player")
    return found


def _label(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    return str(value).strip() if isinstance(value, str) or integer(value) is not None else ""


def _cards(data: Mapping[str, Any]) -> str:
    cards = data.get("cards")
    if cards is None:
        return ""
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise HistoryError(f"'cards' is {str(cards)[:40]!r}; it must be a list such as ['As', 'Kd']")
    return "".join(cards)


def _time(text: str) -> datetime | None:
    if not text:
        return None
    try:
        when = datetime.fromisoformat(text)
        when = when.astimezone(UTC) if when.tzinfo else when
        return when.replace(tzinfo=None, microsecond=0)
    except (ValueError, OverflowError):
        raise HistoryError(
            f"start_date_utc is '{text[:40]}'; it must be a time like 2026-07-17T21:32:37Z"
        ) from None


def _objects(paragraph: str) -> Iterator[tuple[int, str]]:
    starts = [match.start() for match in _BEGINS.finditer(paragraph)]
    if len(starts) < 2 or _is_whole(paragraph):
        yield 0, paragraph
        return
    starts[0] = 0
    for start, end in zip(starts, [*starts[1:], len(paragraph)], strict=True):
        yield start, paragraph[start:end]


def _is_whole(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _leading_lines(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n")
