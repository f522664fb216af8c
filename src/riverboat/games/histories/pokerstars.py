"""Hands in the text of PokerStars, the format that trackers exchange, and in the dialects of it that others export.

Cash games and tournaments of limit and no-limit hold'em are read, with antes, straddles, dead and late blinds, side
pots, boards that are run more than once, cash drops and rake. Amounts of money are read in cents. Players who took no
part are left out; the others are put in our order, left of the button first. The pots must come out as the text says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from riverboat.errors import HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.money import Amount, amount_of
from riverboat.games.histories.story import Story

SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP"}
"""The signs of money and the currencies they stand for."""

SITES = {
    "PokerStars": "PokerStars",
    "Poker": "GGPoker",
    "PokerMaster": "PokerMaster",
    "PokerBros": "PokerBros",
    "Full Tilt": "Full Tilt",
}
"""How the first line of each dialect begins, and the site it comes from."""
PHRASES = {
    "small blind": "small",
    "big blind": "big",
    "small & big blinds": "both",
    "ante": "ante",
    "straddle": "straddle",
    "button blind": "small",
    "missed blind": "dead",
    "dead": "dead",
    "dead blind": "dead",
    "small blind dead": "dead",
}
"""What is posted, in the words of all dialects."""

_NUMBER = r"([0-9][0-9,]{0,14}(?:\.[0-9]{1,9})?)"
_AMOUNT = rf"[$€£¥₹]?{_NUMBER}"
_SITE = "|".join(sorted(SITES, key=len, reverse=True))
START = re.compile(rf"^\ufeff?[ \t]*({_SITE})(?: [^#:]*?)? (?:Hand|Game) #([^\s:]+): *(.*)$", re.MULTILINE)
"""The first line of a hand."""
_TOURNAMENT = re.compile(r"(?:\{[^}]*\} *)?Tournament #([^\s,]+), *(.*)$")
_GAME = re.compile(r"(?<!\+ )Hold'em (No Limit|Limit)\b(.*)$")
_LEVEL = re.compile(r"Level ?([0-9IVXLCDM]+)")
_STAKES = re.compile(rf"[(,] ?([$€£¥₹]?){_NUMBER}/{_AMOUNT}(?: ([A-Z]{{3}}))?")
_DATE = re.compile(r"- ([0-9]{4}/[0-9]{1,2}/[0-9]{1,2} [0-9]{1,2}:[0-9]{2}:[0-9]{2})(?: ([A-Za-z]{1,5})\b)?")
_TABLE = re.compile(r"^Table (?:ID )?'(.*)'(?: ([0-9]{1,3})-[Mm]ax)?.* Seat #([0-9]{1,3}) is the button$")
_SEAT = re.compile(rf"^Seat ([0-9]{{1,3}}): (.+) \({_AMOUNT} in chips\b.*\)")
_STREET = re.compile(r"^\*\*\* (.*?) \*\*\*(?: \[([^\]]*)\])?(?: \[([^\]]*)\])?")
_DEALT = re.compile(r"^Dealt to (.+) \[([^\]]*)\]$")
_ACTION = re.compile(r"^(.+): (posts|straddle|folds|checks|calls|bets|raises|shows|mucks)\b ?(.*)$")
_PAID = re.compile(rf"^{_AMOUNT}( and is all-in)?$")
_RAISED = re.compile(rf"^(?:{_AMOUNT} )?to {_AMOUNT}( and is all-in)?$")
_POSTED = re.compile(rf"^(?:an? |the )?(.*?)(?: of)? ?{_AMOUNT}( and is all-in)?$")
_SHOWN = re.compile(r"^\[([^\]]*)\]")
_COLLECTED = re.compile(rf"^(.+) collected {_AMOUNT} from (?:pot|main pot|side pot(?:-[0-9]+)?)$")
_DROP = re.compile(rf"^Cash Drop to Pot *: *total {_AMOUNT}")
_RETURNED = re.compile(rf"^Uncalled bet \({_AMOUNT}\) returned to (.+)$")
_TOTAL = re.compile(rf"^Total pot {_AMOUNT}")
_TAKEN = re.compile(rf"\| [A-Za-z ]+ {_AMOUNT}")
_RESULT = re.compile(r"^Seat ([0-9]{1,3}): .* (mucked|showed) \[([^\]]*)\]")
_BETWEEN = re.compile(r"\*{3,} *# *[0-9]+ *\*{3,}")
_RUNS = ("FIRST ", "SECOND ", "THIRD ")
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_IN_A_SUMMARY = re.compile(r"^(?:Total pot|Board|Hand was|FIRST Board|SECOND Board|THIRD Board|Seat [0-9]+:)")
_REFUSED = {
    r"\bCap\b": "a cap game: nobody puts in more than the cap, which our rules do not know",
    r"Hold'em Pot Limit|PL Hold'em": "pot-limit hold'em, which our rules do not know",
    r"6\+ ?Hold'em|Short ?Deck": "short deck",
    r"Omaha|PLO|Courchevel|Stud|Razz|Draw|Badugi|Lowball|Irish": "another game than hold'em",
}
"""What else headlines name, and why such hands are not read."""


def split_pokerstars(text: str) -> Iterator[tuple[int, str]]:
    """Yield the hands with the numbers of their first lines; each begins with a headline.

    What else stands alone, between blank lines after a hand's summary, is yielded too: it may be a spoilt hand.
    """
    first, lines, done, blank = 0, list[str](), True, False
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.strip()
        if not line or _BETWEEN.fullmatch(line):
            blank = True
            continue
        begins = START.match(line)
        alone = blank and done and not _IN_A_SUMMARY.match(line)
        if lines and (begins or alone):
            yield first, "\n".join(lines)
            lines = []
        if not lines:
            first, done = number, not begins
        lines.append(line)
        done, blank = done or line.startswith("*** SUMMARY"), False
    if lines:
        yield first, "\n".join(lines)


def read_pokerstars(text: str) -> Hand:
    """Read one hand.

    >>> hand = read_pokerstars('''PokerStars Hand #12:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/07/17 21:32:37 ET
    ... Table 'Halley' 6-max Seat #4 is the button
    ... Seat 2: Ann ($10 in chips)
    ... Seat 4: Bob ($8.50 in chips)
    ... Bob: posts small blind $0.05
    ... Ann: posts big blind $0.10
    ... *** HOLE CARDS ***
    ... Dealt to Ann [As Ks]
    ... Bob: raises $0.20 to $0.30
    ... Ann: folds
    ... Uncalled bet ($0.20) returned to Bob
    ... Bob collected $0.20 from pot
    ... *** SUMMARY ***
    ... Total pot $0.20 | Rake $0''')
    >>> hand.names, hand.game.stacks, hand.decimals, hand.actions, hand.payoffs
    (('Ann', 'Bob'), (1000, 850), 2, (30, -1), (-10, 10))
    """
    reader = _Reader()
    lines = text.split("\n")
    reader.head(lines[0].rstrip("\r"))
    for number, line in enumerate(lines[1:], start=2):
        reader.number = number
        try:
            reader.line(line.strip())
        except HistoryError as problem:
            raise HistoryError(f"line {number} of the hand, '{line.strip()[:60]}': {problem}") from None
    return reader.hand()


class _Reader:
    """Takes the lines of a hand one by one."""

    def __init__(self) -> None:
        self.story = Story()
        self.number = 1
        self.in_summary = False
        self.dealt: list[str] = []

    def head(self, line: str) -> None:
        start = START.match(line)
        if start is None:
            raise HistoryError(
                f"'{line.strip()[:60]}' does not begin a hand; a hand begins like "
                '"PokerStars Hand #12:  Hold\'em No Limit ($0.05/$0.10 USD) - 2026/07/17 21:32:37 ET"'
            )
        about = {"site": SITES[start[1]], "hand_id": start[2]}
        rest = start[3]
        if tournament := _TOURNAMENT.match(rest):
            about["tournament"], rest = tournament[1], tournament[2]
        game = _GAME.search(rest)
        stakes = game and _STAKES.search(game[2])
        for words, why in _REFUSED.items():
            if re.search(words, rest if game is None or "Cap" in words else ""):
                raise HistoryError(f"'{rest[:60]}' is {why}; read are limit and no-limit hold'em")
        if game is None or stakes is None:
            raise HistoryError(
                f"'{rest[:60]}' names no hold'em game with its stakes; read are limit and no-limit"
            )
        if tournament:
            about["buy_in"] = rest[: game.start()].strip()
            if level := _LEVEL.search(game[2]):
                about["level"] = level[1]
        about["currency"] = stakes[4] or SYMBOLS.get(stakes[1], "")
        self.story.limit = game[1] == "Limit"
        self.story.stakes = (_amount(stakes[2]), _amount(stakes[3]))
        if date := _DATE.search(game[2]):
            about["time_zone"] = date[2] or ""
            try:
                self.story.played_at = datetime.strptime(date[1], "%Y/%m/%d %H:%M:%S")
            except ValueError:
                raise HistoryError(f"'{date[1]}' is not a date and time") from None
        self.story.about = about

    def line(self, line: str) -> None:
        story = self.story
        if self.in_summary:
            self._summary_line(line)
        elif ' said, "' in line:
            return  # people chat at the table
        elif match := _ACTION.match(line):
            self._action(match[1], match[2], match[3].rstrip())
        elif match := _STREET.match(line):
            self._street(match)
        elif match := _SEAT.match(line):
            story.sit(match[2], int(match[1]), _amount(match[3]))
        elif match := _DEALT.match(line):
            story.hold(match[1], match[2].replace(" ", ""))
            self.dealt.append(match[1])
        elif match := _COLLECTED.match(line):
            story.collect(match[1], _amount(match[2]))
        elif match := _RETURNED.match(line):
            story.returned[match[2]] = _amount(match[1])
        elif match := _DROP.match(line):
            story.drop = _amount(match[1])
        elif story.button is None and (match := _TABLE.match(line)):
            story.table_name, story.table_size, story.button = match[1], int(match[2] or 0), int(match[3])

    def hand(self) -> Hand:
        story = self.story
        if not self.in_summary:
            raise HistoryError("there is no '*** SUMMARY ***'; the history may be cut off")
        if story.button is None:
            raise HistoryError(
                "no line says where the button is, such as \"Table 'Halley' 6-max Seat #4 is the button\""
            )
        story.hero = self.dealt[0] if len(self.dealt) == 1 else None
        return story.hand()

    def _summary_line(self, line: str) -> None:
        story = self.story
        if match := _TOTAL.match(line):
            story.total = _amount(match[1])
            taken = _TAKEN.findall(line)
            story.taken, story.rounding = sum(map(_amount, taken)), max(len(taken) - 1, 0)
        elif match := _RESULT.match(line):
            for name, chair in story.chairs.items():
                if chair == int(match[1]):
                    story.hold(name, match[3].replace(" ", ""))
                    story.shown.update([name] if match[2] == "showed" else [])

    def _street(self, match: re.Match[str]) -> None:
        name, run = match[1], 0
        for number, words in enumerate(_RUNS):
            if name.startswith(words):
                name, run = name.removeprefix(words), number
        if name == "SUMMARY":
            self.in_summary = True
        elif name in _STREETS:
            cards, before = (match[3] or match[2] or "").replace(" ", ""), match[2] if match[3] else ""
            self.story.deal(_STREETS[name], cards, before.replace(" ", ""), run=run)

    def _action(self, name: str, verb: str, tail: str) -> None:
        story = self.story
        story.check_seated(name)
        if verb in ("posts", "straddle"):
            posted = _POSTED.match(tail if verb == "posts" else f"straddle {tail}")
            kind = PHRASES.get(posted[1]) if posted else None
            if posted is None or kind is None:
                raise HistoryError(f"not a post; posts are {', '.join(PHRASES)}, each with an amount")
            story.post(name, kind, _amount(posted[2]))
        elif verb == "shows":
            if cards := _SHOWN.match(tail):
                story.hold(name, cards[1].replace(" ", ""))
                story.shown.add(name)
        elif verb in ("folds", "checks"):
            story.act(f"line {self.number} of the hand", name, verb)
        elif verb != "mucks":
            paid = (_RAISED if verb == "raises" else _PAID).match(tail)
            if paid is None:
                example = "raises $0.20 to $0.30" if verb == "raises" else f"{verb} $0.20"
                raise HistoryError(f"'{verb} {tail}' is not complete; valid is, for example, '{example}'")
            amount = _amount(paid[2] if verb == "raises" else paid[1])
            story.act(f"line {self.number} of the hand", name, verb, amount)


def _amount(text: str) -> Amount:
    return amount_of(text) or 0  # its pattern was matched
