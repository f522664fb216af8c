"""Hands in the logs of PokerNow: tables of entries, `entry,at,order`, the newest first.

No-limit hold'em is read, with antes, straddles, missed blinds, dead buttons, bomb pots and boards that are run twice.
Amounts are chips, or in cents where they have a point. Players are called by their names; `"bob @ aBcD123"` is bob,
unless two at the table are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime

from riverboat.errors import HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.money import Amount, amount_of
from riverboat.games.histories.story import Story

START = re.compile(
    r"-- starting hand #([0-9]+) +(?:\(id: ([^)\s]*)\) +)?\(?([^()]*)\)? +\((dealer: .*|dead button|.*)\) --"
)
"""The entry that begins a hand: its number, its id, the game and the dealer."""

_END = re.compile(r"-- ending hand #[0-9]+ --")
_NUMBER = r"\$?([0-9][0-9,]{0,14}(?:\.[0-9]{1,9})?)"
_PLAYER = r'"(.+? @ [^"\s]+)"'
_SEATED = re.compile(rf"#([0-9]{{1,3}}) {_PLAYER} \({_NUMBER}\)")
_ACTION = re.compile(rf"{_PLAYER} (folds|checks|calls|bets|raises to)(?: {_NUMBER})?(?: and go all in)?")
_POSTED = re.compile(rf"{_PLAYER} posts an? (.+?) of {_NUMBER}(?: and go all in)?")
_BOMB = re.compile(rf"{_PLAYER} [a-z ]+ {_NUMBER}(?: and go all in)? \(bomb pot bet\)")
_SHOWN = re.compile(rf"{_PLAYER} shows an? (.*?)\.?")
_COLLECTED = re.compile(rf"{_PLAYER} collected {_NUMBER} from pot\b.*")
_BOARD = re.compile(r"(Flop|Turn|River)( \(second run\))?: *(.*?) *\[(.*)\]")
_HELD = re.compile(r"Your hand is (.*)")
_CARD = re.compile(r"(10|[2-9TJQKA])([♣♦♥♠cdhs])")
_SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_STREETS = {"Flop": 1, "Turn": 2, "River": 3}
_VERBS = {"calls": "calls to", "raises to": "raises"}
_GAME = "No Limit Texas Hold'em"
_POSTS = {
    "small blind": "small",
    "big blind": "big",
    "ante": "ante",
    "straddle": "straddle",
    "missing small blind": "dead",
    "missed small blind": "dead",
    "missing big blind": "late",
    "missed big blind": "late",
}


def split_pokernow(text: str) -> Iterator[tuple[int, str]]:
    """Yield the hands in the order they were played, as rows oldest first, with the line where each begins.

    What a player shows after the hand belongs to it.
    """
    line, rows, order = 0, list[list[str]](), _rows(text)
    for number, row in order:
        if START.match(row[0]):
            if rows:
                yield line, _text(rows)
            line, rows = number, [row]
        elif rows:
            rows.append(row)
    if rows:
        yield line, _text(rows)


def read_pokernow(text: str) -> Hand:
    """Read one hand: its rows, oldest first."""
    reader = _Reader()
    for number, row in enumerate(_parsed(text), start=1):
        try:
            reader.entry(number, row[0].rstrip())
        except HistoryError as problem:
            raise HistoryError(f"entry {number} of the hand, '{row[0][:60]}': {problem}") from None
        if number == 1 and len(row) > 1:
            reader.story.played_at = _time(row[1])
    return reader.hand()


class _Reader:
    """Takes the entries of a hand one by one."""

    def __init__(self) -> None:
        self.story = Story()
        self.dealer = ""
        self.mine = ""
        self.names: dict[str, str] = {}
        self.ended = False

    def entry(self, number: int, entry: str) -> None:
        story, where = self.story, f"entry {number} of the hand"
        if number == 1:
            self._head(entry)
        elif entry.startswith("Player stacks:"):
            self._seats(entry)
        elif match := _ACTION.fullmatch(entry):
            story.act(where, self._name(match[1]), _VERBS.get(match[2], match[2]), _amount(match[3]))
        elif match := _POSTED.fullmatch(entry):
            if match[2] not in _POSTS:
                raise HistoryError(f"'{match[2]}' is not a post; posts are {', '.join(_POSTS)}")
            story.post(self._name(match[1]), _POSTS[match[2]], _amount(match[3]))
        elif match := _BOMB.fullmatch(entry):
            story.post(self._name(match[1]), "ante", _amount(match[2]))
        elif match := _BOARD.fullmatch(entry):
            cards, before = "".join(_cards(match[4])), "".join(_cards(match[3]))
            story.deal(_STREETS[match[1]], cards, before, run=1 if match[2] else 0)
        elif match := _SHOWN.fullmatch(entry):
            story.hold(self._name(match[1]), "".join(_cards(match[2])))
            story.shown.add(self._name(match[1]))
        elif match := _COLLECTED.fullmatch(entry):
            story.collect(self._name(match[1]), _amount(match[2]))
        elif match := _HELD.fullmatch(entry):
            self.mine = "".join(_cards(match[1]))
        elif _END.fullmatch(entry):
            self.ended = True

    def hand(self) -> Hand:
        story = self.story
        if not self.ended:
            raise HistoryError("there is no '-- ending hand --'; the log may be cut off")
        story.table_size = max(10, *story.chairs.values(), 0)
        story.button = self._button()
        story.taken = 0  # there is no rake
        self._find_hero()
        first = next((act for act in story.acts if act.verb != "folds"), None)
        if first is not None and first.verb == "calls to":
            story.stakes = (0, first.amount)  # the log tells no stakes, and the blind may be short
        return story.hand()

    def _head(self, entry: str) -> None:
        start = START.match(entry)
        if start is None:
            raise HistoryError(
                f"'{entry[:60]}' does not begin a hand; a hand begins like "
                '"-- starting hand #7 (id: ab1)  (No Limit Texas Hold\'em) (dealer: "bob @ aBcD123") --"'
            )
        if start[3] != _GAME:
            raise HistoryError(f"'{start[3]}' is another game than no-limit hold'em, which is read")
        self.story.about = {"site": "PokerNow", "hand_id": start[2] or start[1], "time_zone": "UTC"}
        dealer = re.fullmatch(rf"dealer: {_PLAYER}", start[4])
        self.dealer = dealer[1] if dealer else ""

    def _seats(self, entry: str) -> None:
        seated = [(match[2], int(match[1]), _amount(match[3])) for match in _SEATED.finditer(entry)]
        short = [_plain(player.rpartition(" @ ")[0]) for player, _, _ in seated]
        for (player, chair, stack), name in zip(seated, short, strict=True):
            self.names[player] = name if name and short.count(name) == 1 else _plain(player)
            self.story.sit(self.names[player], chair, stack)

    def _name(self, player: str) -> str:
        if player not in self.names:
            raise HistoryError(f"'{player}' is not among the player stacks")
        return self.names[player]

    def _button(self) -> int:
        """The dealer's chair; where the button is dead, the one before the blinds, or heads-up the small blind's."""
        story = self.story
        if self.dealer:
            return story.chairs[self._name(self.dealer)]
        blinds = [story.chairs[name] for name, kind, _ in story.posts if kind in ("small", "big")]
        if not blinds:
            raise HistoryError("the button is dead and nobody posted a blind, so nothing says who acts first")
        if len({name for name, *_ in story.posts} | {act.name for act in story.acts}) == 2:
            return blinds[0]
        return blinds[0] - 1 or story.table_size

    def _find_hero(self) -> None:
        """Whose log it is stands nowhere; it is told where somebody shows the cards that are mine."""
        mine = sorted(_pairs(self.mine))
        holders = [name for name, cards in self.story.holes.items() if sorted(_pairs(cards)) == mine]
        if mine and holders:
            self.story.hero = holders[0]


# --- rows and cards ----------------------------------------------------------------------------------------


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows with their line numbers, oldest first."""
    reader = csv.reader(io.StringIO(text))
    found, line = list[tuple[int, list[str]]](), 1
    try:
        for row in reader:
            if row and row[0] != "entry":
                found.append((line, row))
            line = reader.line_num + 1
    except csv.Error as problem:
        raise HistoryError(f"line {line} is no row of a table: {problem}") from None
    found.reverse()
    if all(len(row) > 2 and row[2].isdecimal() and len(row[2]) < 30 for _, row in found):
        found.sort(key=lambda one: int(one[1][2]))
    return found


def _parsed(text: str) -> Iterator[list[str]]:
    try:
        yield from (row for row in csv.reader(io.StringIO(text)) if row)
    except csv.Error as problem:
        raise HistoryError(f"not rows of a table: {problem}") from None


def _text(rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _cards(text: str) -> list[str]:
    found = []
    for word in text.replace(",", " ").split():
        card = _CARD.fullmatch(word)
        if card is None:
            raise HistoryError(f"'{word[:20]}' is not a card, such as 10♥ or A♠")
        found.append(card[1].replace("10", "T") + _SUITS.get(card[2], card[2]))
    return found


def _pairs(cards: str) -> list[str]:
    return [cards[i : i + 2] for i in range(0, len(cards), 2)]


def _plain(name: str) -> str:
    """A name without what cannot be printed."""
    return "".join(letter for letter in name if letter.isprintable()).strip()


def _amount(text: str | None) -> Amount:
    return amount_of(text or "") or 0


def _time(text: str) -> datetime | None:
    try:
        when = datetime.fromisoformat(text)
        return (when.astimezone(UTC) if when.tzinfo else when).replace(tzinfo=None, microsecond=0)
    except (ValueError, OverflowError):
        raise HistoryError(f"'{text[:40]}' is not a time like 2024-01-20T22:49:35.140Z") from None
