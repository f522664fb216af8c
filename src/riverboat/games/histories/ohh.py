"""Open Hand History, OHH 1.4.7: hands as JSON objects, with a blank line between them.

Amounts are chips that an action puts in. Read are limit and no-limit hold'em, cash and tournament; money in cents.
The pots must come out as the file says. What the format has no field for is left out when writing or, where it
would change the hand, an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from riverboat.base.checks import integer
from riverboat.errors import HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.money import Amount
from riverboat.games.histories.story import STREETS as BOARD
from riverboat.games.histories.story import Story
from riverboat.games.rules.game import MAX_CHIPS

PLAY_MONEY = ("XPM", "PPC", "Chips", "")
"""Currencies that stand for play chips; the first is written."""
POSTS = {
    "Post Ante": "ante",
    "Post SB": "small",
    "Post BB": "big",
    "Post Extra Blind": "late",
    "Straddle": "straddle",
    "Post Dead": "dead",
}
STREETS = ("Preflop", "Flop", "Turn", "River")
_PASSED_OVER = ("Added Chips", "Sits Down", "Stands Up", "Payout")
_CARDS = ("Dealt Cards", "Shows Cards", "Mucks Cards")
_VERBS = {"Fold": "folds", "Check": "checks", "Call": "calls", "Bet": "adds", "Raise": "adds"}
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
        currency = _get(ohh, "currency", str, "")
        self.tournament = bool(ohh.get("tournament"))
        self.rounds = [_Round(part) for part in _list(ohh, "rounds")]
        self.story = Story(limit=limit == "FL", button=_get(ohh, "dealer_seat", int))
        self.story.about = self._about("" if currency in PLAY_MONEY or self.tournament else currency)
        self.story.table_name = _label(ohh, "table_name")
        self.story.table_size = _get(ohh, "table_size", int, 0)
        self.story.played_at = _time(_get(ohh, "start_date_utc", str, ""))

    def _about(self, currency: str) -> dict[str, str]:
        ohh = self.ohh
        info = _get(ohh, "tournament_info", dict, {}) if self.tournament else {}
        return {
            "hand_id": _label(ohh, "game_number"),
            "site": _label(ohh, "site_name"),
            "time_zone": "UTC" if _get(ohh, "start_date_utc", str, "") else "",
            "currency": currency,
            "tournament": _label(info, "tournament_number"),
            "buy_in": _label(info, "_buy_in"),
            "level": _label(info, "_level"),
        }

    def hand(self) -> Hand:
        story = self.story
        self.names: dict[int | str, str] = {}
        for player in _list(self.ohh, "players"):
            key = _id(player, "id")
            if key in self.names:
                raise HistoryError("two players have the same id")
            self.names[key] = _get(player, "name", str)
            story.sit(self.names[key], _get(player, "seat", int), _plain(_decimal(player, "starting_stack")))
        hero = self.ohh.get("hero_player_id")
        story.hero = None if hero is None else self.names.get(_id(self.ohh, "hero_player_id"))
        for part in self.rounds:
            if part.cards:
                self._deal(part)
            for action in part.actions:
                self._action(part, action)
        self._stakes()
        self._pots()
        return story.hand()

    def _deal(self, part: _Round) -> None:
        if part.street not in STREETS[1:]:
            raise HistoryError(
                f"there are cards on the {part.street!r}; they come on {', '.join(STREETS[1:])}"
            )
        try:
            self.story.deal(STREETS.index(part.street), part.cards)
        except HistoryError as problem:
            raise HistoryError(f"{part.street}: {problem}") from None

    def _action(self, part: _Round, action: _Action) -> None:
        story, kind = self.story, action.kind
        if kind in _PASSED_OVER:
            return
        if action.player not in self.names:
            raise HistoryError(f"player {action.player!r} acts, but is not among the players")
        name, where = self.names[action.player], f"{part.street}, action {action.number}, {kind}"
        if kind in POSTS:
            before = sum(
                chips for who, what, chips in story.posts if who == name and what in ("small", "big")
            )
            amount = _plain(action.amount) + (before if kind == "Straddle" else 0)
            story.post(name, POSTS[kind], amount)
        elif kind in _CARDS:
            try:
                story.hold(name, action.cards)
            except HistoryError as problem:
                raise HistoryError(f"{where}: {problem}") from None
            story.shown.update([name] if kind == "Shows Cards" else [])
        elif kind not in _VERBS:
            raise HistoryError(f"{where}: not an action of hold'em; those are {', '.join(_VERBS)}")
        elif (
            part.street not in STREETS
            or sum(BOARD[: STREETS.index(part.street) + 1]) != len(story.boards[0]) // 2
        ):
            raise HistoryError(f"{where}: the board is {story.boards[0] or 'empty'} on the {part.street}")
        else:
            story.act(where, name, _VERBS[kind], _plain(action.amount))

    def _stakes(self) -> None:
        story, ohh = self.story, self.ohh
        named = [
            _plain(_decimal(ohh, key, Decimal(0)))
            for key in ("small_blind_amount", "big_blind_amount", "ante_amount")
        ]
        big = named[1] or max((chips for _, kind, chips in story.posts if kind == "big"), default=0)
        story.stakes = (big, 2 * big) if story.limit else (named[0], big)
        story.ante = named[2]

    def _pots(self) -> None:
        story, pots = self.story, _list(self.ohh, "pots")
        if not pots:
            story.collected = {}
            return
        story.total = _plain(sum((_decimal(pot, "amount") for pot in pots), Decimal(0)))
        story.drop = _plain(_decimal(self.ohh, "_drop", Decimal(0)))
        for pot in pots:
            for win in _list(pot, "player_wins"):
                if _id(win, "player_id") not in self.names:
                    raise HistoryError(f"player {win['player_id']!r} wins, but took no part")
                story.collect(self.names[_id(win, "player_id")], _plain(_decimal(win, "win_amount")))


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


def _plain(value: Decimal) -> Amount:
    """An amount without zeros behind the point, whole where it is."""
    value = value.normalize()
    return int(value) if value == value.to_integral_value() and abs(value) < MAX_CHIPS else value


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
    cards = data.get("cards") or None
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
