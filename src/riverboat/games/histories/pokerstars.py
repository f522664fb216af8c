"""Hands in the text of PokerStars, the format that trackers exchange; also the look-alike that GGPoker exports.

Cash games and tournaments of limit and no-limit hold'em are read, with antes, straddles, dead and late blinds, side
pots and rake. Amounts of money are read in cents. Players who took no part are left out; the others are put in our
order, left of the button first. The pots must come out as the text says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from riverboat.errors import GameError, HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.money import CENTS, Amount, amount_of, decimals_of, to_chips
from riverboat.games.histories.posts import Posts, game_of_posts, usual_or_made_caps
from riverboat.games.histories.recorder import Recorder
from riverboat.games.rules.awards import not_collected

SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP"}
"""The signs of money and the currencies they stand for."""

_NUMBER = r"([0-9][0-9,]{0,14}(?:\.[0-9]{1,9})?)"
_AMOUNT = rf"[$€£]?{_NUMBER}"
_START = re.compile(r"^\ufeff?(PokerStars\b.*?|Poker) (?:Hand|Game) #([^\s:]+): *(.*)$")
_TOURNAMENT = re.compile(r"Tournament #([^\s,]+), *(.*)$")
_GAME = re.compile(r"Hold'em (No Limit|Limit)\b(.*)$")
_LEVEL = re.compile(r"Level ?([0-9IVXLCDM]+)")
_STAKES = re.compile(rf"\(([$€£]?){_NUMBER}/{_AMOUNT}(?: ([A-Z]{{3}}))?")
_DATE = re.compile(r"- ([0-9]{4}/[0-9]{1,2}/[0-9]{1,2} [0-9]{1,2}:[0-9]{2}:[0-9]{2})(?: ([A-Za-z]{1,5})\b)?")
_TABLE = re.compile(r"^Table '(.*)'(?: ([0-9]{1,3})-max)?.* Seat #([0-9]{1,3}) is the button$")
_SEAT = re.compile(rf"^Seat ([0-9]{{1,3}}): (.+) \({_AMOUNT} in chips\b.*\)")
_STREET = re.compile(r"^\*\*\* (.*?) \*\*\*(?: \[([^\]]*)\])?(?: \[([^\]]*)\])?")
_DEALT = re.compile(r"^Dealt to (.+) \[([^\]]*)\]$")
_ACTION = re.compile(r"^(.+): (posts|straddle|folds|checks|calls|bets|raises|shows|mucks)\b ?(.*)$")
_PAID = re.compile(rf"^{_AMOUNT}( and is all-in)?$")
_RAISED = re.compile(rf"^{_AMOUNT} to {_AMOUNT}( and is all-in)?$")
_POSTED = re.compile(rf"^(.*?) ?{_AMOUNT}( and is all-in)?$")
_SHOWN = re.compile(r"^\[([^\]]*)\]")
_COLLECTED = re.compile(rf"^(.+) collected {_AMOUNT} from (?:pot|main pot|side pot(?:-[0-9]+)?)$")
_TOTAL = re.compile(rf"^Total pot {_AMOUNT}")
_TAKEN = re.compile(rf"\| [A-Za-z ]+ {_AMOUNT}")
_RESULT = re.compile(r"^Seat ([0-9]{1,3}): .* (mucked|showed) \[([^\]]*)\]")
_STREETS = {"FLOP": 3, "TURN": 1, "RIVER": 1}
_POST_KINDS = {
    "small blind": "small",
    "big blind": "big",
    "small & big blinds": "both",
    "the ante": "ante",
    "straddle": "straddle",
}


def split_pokerstars(text: str) -> Iterator[tuple[int, str]]:
    """Yield the hands with the numbers of their first lines; hands stand apart by blank lines, or begin by a header."""
    first, lines = 0, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.rstrip("\r")
        begins = not line.strip() or (lines and _START.match(line))
        if begins and lines:
            yield first, "\n".join(lines)
            lines = []
        if line.strip():
            if not lines:
                first = number
            lines.append(line)
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
    story = _Story()
    lines = text.split("\n")
    story.head(lines[0].rstrip("\r"))
    for number, line in enumerate(lines[1:], start=2):
        story.number = number
        try:
            story.line(line.rstrip())
        except HistoryError as problem:
            raise HistoryError(f"line {number} of the hand, '{line.strip()[:60]}': {problem}") from None
    if not story.summary:
        raise HistoryError("there is no '*** SUMMARY ***'; the history may be cut off")
    return story.hand()


@dataclass
class _Story:
    """What the lines of a hand tell, before it is put in order."""

    about: dict[str, str] = field(default_factory=dict)
    limit: bool = False
    stakes: tuple[Amount, Amount] = (0, 0)
    played_at: datetime | None = None
    table: tuple[str, int, int] | None = None
    chairs: dict[str, int] = field(default_factory=dict)
    stacks: dict[str, Amount] = field(default_factory=dict)
    posts: list[tuple[str, str, Amount, bool]] = field(default_factory=list)
    acts: list[tuple[int, int, str, str, Amount]] = field(default_factory=list)
    number: int = 1
    holes: dict[str, str] = field(default_factory=dict)
    dealt: list[str] = field(default_factory=list)
    board: str = ""
    shown: set[str] = field(default_factory=set)
    results: dict[int, tuple[bool, str]] = field(default_factory=dict)
    collected: dict[str, Amount] = field(default_factory=dict)
    total: Amount | None = None
    taken: Amount = 0
    summary: bool = False

    # --- reading the lines ---------------------------------------------------------------------------------

    def head(self, line: str) -> None:
        start = _START.match(line)
        if start is None:
            raise HistoryError(
                f"'{line.strip()[:60]}' does not begin a hand; a hand begins like "
                '"PokerStars Hand #12:  Hold\'em No Limit ($0.05/$0.10 USD) - 2026/07/17 21:32:37 ET"'
            )
        self.about = {"site": "GGPoker" if start[1] == "Poker" else "PokerStars", "hand_id": start[2]}
        rest = start[3]
        if tournament := _TOURNAMENT.match(rest):
            self.about["tournament"], rest = tournament[1], tournament[2]
        game = _GAME.search(rest)
        stakes = game and _STAKES.search(game[2])
        if game is None or stakes is None:
            raise HistoryError(
                f"'{rest[:60]}' names no hold'em game with its stakes; read are limit and no-limit"
            )
        if tournament:
            self.about["buy_in"] = rest[: game.start()].strip()
            if level := _LEVEL.search(game[2]):
                self.about["level"] = level[1]
        self.limit = game[1] == "Limit"
        self.stakes = (_amount(stakes[2]), _amount(stakes[3]))
        self.about["currency"] = stakes[4] or SYMBOLS.get(stakes[1], "")
        if date := _DATE.search(game[2]):
            self.about["time_zone"] = date[2] or ""
            try:
                self.played_at = datetime.strptime(date[1], "%Y/%m/%d %H:%M:%S")
            except ValueError:
                raise HistoryError(f"'{date[1]}' is not a date and time") from None

    def line(self, line: str) -> None:
        if self.summary:
            self._summary_line(line)
        elif ' said, "' in line:
            return  # people chat at the table
        elif match := _ACTION.match(line):
            self._action(match[1], match[2], match[3].rstrip())
        elif match := _STREET.match(line):
            self._street(match)
        elif match := _SEAT.match(line):
            if match[2] in self.chairs or int(match[1]) in self.chairs.values():
                raise HistoryError("this chair or this player was named before")
            self.chairs[match[2]] = int(match[1])
            self.stacks[match[2]] = _amount(match[3])
        elif match := _DEALT.match(line):
            self._hold(match[1], match[2])
            self.dealt.append(match[1])
        elif match := _COLLECTED.match(line):
            self.collected[match[1]] = self.collected.get(match[1], 0) + _amount(match[2])
        elif self.table is None and (match := _TABLE.match(line)):
            self.table = (match[1], int(match[2] or 0), int(match[3]))

    def _summary_line(self, line: str) -> None:
        if match := _TOTAL.match(line):
            self.total = _amount(match[1])
            self.taken = sum(_amount(text) for text in _TAKEN.findall(line))
        elif match := _RESULT.match(line):
            self.results[int(match[1])] = (match[2] == "showed", match[3].replace(" ", ""))

    def _street(self, match: re.Match[str]) -> None:
        name = match[1]
        if name == "SUMMARY":
            self.summary = True
        elif name in _STREETS:
            cards = (match[3] or match[2] or "").replace(" ", "")
            if len(cards) != 2 * _STREETS[name]:
                raise HistoryError(
                    f"the {name.lower()} is {_STREETS[name]} cards in brackets, such as [2c 7d 9h]"
                )
            if match[3] and match[2].replace(" ", "") != self.board:
                raise HistoryError(f"the board before it was [{self.board}]")
            self.board += cards
        elif name.startswith(("FIRST ", "SECOND ")):
            raise HistoryError("the board was run twice, which a hand cannot hold")

    def _action(self, name: str, verb: str, tail: str) -> None:
        if name not in self.chairs:
            raise HistoryError(f"no seat line names '{name}'")
        if verb in ("posts", "straddle"):
            posted = _POSTED.match(tail if verb == "posts" else f"straddle {tail}")
            kind = _POST_KINDS.get(posted[1].removeprefix("a ").removesuffix(" of")) if posted else None
            if posted is None or kind is None:
                raise HistoryError(f"not a post; posts are {', '.join(_POST_KINDS)}, each with an amount")
            self.posts.append((name, kind, _amount(posted[2]), bool(posted[3])))
        elif verb == "shows":
            cards = _SHOWN.match(tail)
            if cards and len(cards[1].split()) == 2:  # one card may be shown after the hand, for fun
                self._hold(name, cards[1])
                self.shown.add(name)
        elif verb in ("folds", "checks", "mucks"):
            if verb != "mucks":
                self.acts.append((self.number, len(self.board) // 2, name, verb, 0))
        else:
            paid = (_RAISED if verb == "raises" else _PAID).match(tail)
            if paid is None:
                example = "raises $0.20 to $0.30" if verb == "raises" else f"{verb} $0.20"
                raise HistoryError(f"'{verb} {tail}' is not complete; valid is, for example, '{example}'")
            amount = _amount(paid[2] if verb == "raises" else paid[1])
            self.acts.append((self.number, len(self.board) // 2, name, verb, amount))

    def _hold(self, name: str, text: str) -> None:
        cards = text.replace(" ", "")
        if name not in self.chairs:
            raise HistoryError(f"no seat line names '{name}'")
        if sorted(_pairs(self.holes.setdefault(name, cards))) != sorted(_pairs(cards)):
            raise HistoryError(f"{name} shows {cards}, but holds {self.holes[name]}")

    # --- putting it in order -------------------------------------------------------------------------------

    def hand(self) -> Hand:
        if self.table is None:
            raise HistoryError(
                "no line says where the button is, such as \"Table 'Halley' 6-max Seat #4 is the button\""
            )
        table_name, size, button = self.table
        took_part = {name for name, *_ in self.posts} | {name for _, _, name, *_ in self.acts}
        names = sorted(took_part, key=lambda name: (self.chairs[name] - button - 1) % 1000)
        if len(names) < 2:
            raise HistoryError(f"{len(names)} players took part; a hand needs two or more")
        decimals = self._decimals()
        seat_of = {name: seat for seat, name in enumerate(names)}
        posts = Posts(
            stakes=(to_chips(self.stakes[0], decimals), to_chips(self.stakes[1], decimals)),
            limit=self.limit,
            posted=[
                (seat_of[name], kind, to_chips(paid, decimals), all_in)
                for name, kind, paid, all_in in self.posts
            ],
            stacks=tuple(to_chips(self.stacks[name], decimals) for name in names),
        )
        recorder = Recorder(game_of_posts(posts), names)
        self._play(recorder, seat_of, decimals)
        for name, chair in self.chairs.items():
            if chair in self.results and name in seat_of:
                showed, cards = self.results[chair]
                self._hold(name, cards)
                self.shown.update([name] if showed else [])
        table = recorder.table
        mucked = (
            [seat for seat in table.in_hand if names[seat] not in self.shown] if table.is_showdown else []
        )
        hand = Hand(
            usual_or_made_caps(table.game, recorder.actions),
            tuple(recorder.actions),
            tuple(self.holes.get(name, "") for name in names),
            self.board,
            tuple(names),
            mucked=tuple(mucked),
            seat_numbers=tuple(self.chairs[name] for name in names),
            button=button,
            table_size=size,
            hero=seat_of.get(self.dealt[0]) if len(self.dealt) == 1 else None,
            table_name=table_name,
            played_at=self.played_at,
            decimals=decimals,
            **self.about,  # type: ignore[arg-type]  # all of them text
        )
        return self._with_rakes(hand)

    def _decimals(self) -> int:
        amounts = [*self.stakes, *self.stacks.values(), *(post[2] for post in self.posts)]
        amounts += [act[4] for act in self.acts] + list(self.collected.values())
        return decimals_of(amounts, least=CENTS if self.about["currency"] else 0)

    def _play(self, recorder: Recorder, seat_of: dict[str, int], decimals: int) -> None:
        for number, cards, name, verb, amount in self.acts:
            try:
                self._act(recorder, cards, seat_of[name], verb, to_chips(amount, decimals))
            except HistoryError as problem:
                raise HistoryError(f"line {number} of the hand: {problem}") from None
        recorder.check_over()

    def _act(self, recorder: Recorder, cards: int, seat: int, verb: str, chips: int) -> None:
        table, name = recorder.table, recorder.names[seat]
        if not table.is_over and cards != sum(table.game.board_cards[: table.round + 1]):
            raise HistoryError(
                f"{name} {verb}, but the board of {cards} cards does not belong to the betting so far"
            )
        if verb == "folds":
            recorder.fold(seat)
        elif verb == "checks":
            recorder.check(seat)
        elif verb == "calls":
            recorder.call(seat, chips)
        else:
            recorder.raise_to(seat, chips)

    def _with_rakes(self, hand: Hand) -> Hand:
        """Compare the pots; what the winners did not collect is rake."""
        try:
            awards = hand.awards
        except GameError as problem:
            raise HistoryError(f"who wins cannot be said: {problem}") from None
        total, taken = sum(award.chips for award in awards), to_chips(self.taken, hand.decimals)
        cards = sum(hand.game.board_cards[: hand.table().round + 1])
        if len(hand.board) != 2 * cards:
            raise HistoryError(
                f"the board is {hand.board or 'empty'}, but the betting reaches one of {cards} cards"
            )
        if self.total is not None and to_chips(self.total, hand.decimals) != total:
            raise HistoryError(
                f"the total pot is said to be {self.total}, but the actions make {total} chips"
            )
        got = {}
        for name, amount in self.collected.items():
            if name not in hand.names:
                raise HistoryError(f"{name} collected {amount}, but took no part")
            got[hand.names.index(name)] = to_chips(amount, hand.decimals)
        lack = not_collected(awards, got, hand.game.players)
        if min(lack) < -len(awards) or (self.total is not None and sum(lack) != taken):
            raise HistoryError(
                f"the players are said to have collected {_listed(self.collected)}; "
                f"by the rules, {taken} chips of rake aside, they lack {lack}"
            )
        for seat, chips in enumerate(lack):  # an odd chip that went to another winner than ours
            if chips < 0:
                lack[lack.index(max(lack))] += chips
                lack[seat] = 0
        return replace(hand, rakes=tuple(lack)) if any(lack) else hand


def _amount(text: str) -> Amount:
    return amount_of(text) or 0  # its pattern was matched


def _pairs(cards: str) -> list[str]:
    return [cards[i : i + 2] for i in range(0, len(cards), 2)]


def _listed(collected: dict[str, Amount]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in collected.items()) or "nothing"
