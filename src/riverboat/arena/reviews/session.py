"""A whole session reviewed: hands come one after the other, and only sums and the worst decisions are kept."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from itertools import islice
from threading import Event
from typing import Final

from riverboat.arena.reviews.full_ring import without_early_folds
from riverboat.arena.reviews.link import explorer_link
from riverboat.arena.reviews.report import LeakReport, Worst, badness
from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import number as check_number
from riverboat.errors import HistoryError
from riverboat.games.histories.formats import HistoryFormat
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.stream import each_hand
from riverboat.games.rules.game import Game
from riverboat.search.opening import open_search
from riverboat.solvers import Strategy
from riverboat.strategy import open_strategy, shipped_strategies
from riverboat.strategy.review import Reviewed, review

HEADS_UP, RING = "headsup", "sixmax"
"""Who judges hands of two players, and of more, unless a strategy is named."""
THINK_SECONDS: Final = 0.5
"""Of a subgame that is solved for EVs: short, since one has many."""
_LOOKED_AT: Final = 500  # hands that tell who the hero is
_MOST_SUSPECTS: Final = (
    5000  # hands that may be searched; with half a second each more than anybody waits for
)
_NAMED: Final = 8  # players that an error names

Progress = Callable[[int, int], object]


def review_session(
    source: str | os.PathLike[str],
    hero: str | None = None,
    strategy: str | Strategy | None = None,
    *,
    search_seconds: float = 0.0,
    think_seconds: float = THINK_SECONDS,
    format: HistoryFormat | None = None,
    game: Game | None = None,
    link: str | None = None,
    progress: Progress | None = None,
    watch: Callable[[LeakReport], object] | None = None,
    stop: Event | None = None,
) -> LeakReport:
    """Review the hands of one player in a file, a folder or a text of any format that is read.

    hero: his name; by default whose cards the history tells. strategy: who judges, by name, file or itself; by default
    `headsup` hands of two players and `sixmax` the others. search_seconds: so long subgames are solved for the EVs of
    turns and rivers, at first those where most seems lost; a strategy that knows EVs itself needs none. think_seconds:
    for each. format, game: as in `read_hands`. link: what the page calls the strategy, if it is not its name.
    progress(done, total): in bytes, then in milliseconds of the search. watch(report) hears of it now and then. Ctrl-C
    or stop ends it; what was found so far is returned.

    >>> from riverboat.games import hands_text
    >>> from riverboat.arena import play_match
    >>> hands = play_match(["fish", "shark"], 20, keep_every=1, seed=1).records
    >>> found = review_session(hands_text(hands, "pokerstars")[0], "fish")
    >>> found.hands, found.strategies, found.all.judged > 20
    (20, ('headsup',), True)
    """
    check_number("search_seconds", search_seconds, HistoryError, least=0, example=60, kind="seconds")
    check_number("think_seconds", think_seconds, HistoryError, over=0, example=0.5, kind="seconds")
    name = hero if hero is not None else guess_hero(source, format, game)
    session = _Session(name, Judges(strategy, link), stop or Event(), watch)
    began = time.monotonic()
    try:
        session.read(each_hand(source, format, game=game, progress=progress))
        if search_seconds and not session.report.stopped:
            session.search(search_seconds, think_seconds, progress)
    except KeyboardInterrupt:
        session.report.stopped = session.report.stopped or session.doing
    session.report.seconds = time.monotonic() - began
    session.report.strategies = tuple(session.judges.used)
    session.check_found()
    return session.report


def guess_hero(
    source: str | os.PathLike[str], format: HistoryFormat | None = None, game: Game | None = None
) -> str:
    """Return whose cards a history tells: the player it was dealt to, else who shows most often."""
    dealt, known, names = Counter[str](), Counter[str](), Counter[str]()
    for hand in islice(each_hand(source, format, game=game), _LOOKED_AT):
        if isinstance(hand, Hand):
            names.update(hand.names)
            dealt.update([hand.names[hand.hero]] if hand.hero is not None else [])
            known.update(name for name, cards in zip(hand.names, hand.hole_cards, strict=True) if cards)
    if dealt:
        return dealt.most_common(1)[0][0]
    best = known.most_common(2)
    if best and (len(best) == 1 or best[0][1] > best[1][1]):
        return best[0][0]
    if not names:
        raise HistoryError(
            "no hand of it can be read, so nobody can be reviewed; see what is wrong with `hands replay`"
        )
    raise HistoryError(f"the history does not say whose it is; name a hero, such as {_some(names)}")


def _some(names: Counter[str]) -> str:
    shown = ", ".join(name for name, _ in names.most_common(_NAMED))
    return f"{shown} and {len(names) - _NAMED:,} more" if len(names) > _NAMED else shown


class Judges:
    """Who judges a hand: one strategy, or by how many play it; each is opened when it is first needed."""

    def __init__(self, given: str | Strategy | None, link: str | None = None) -> None:
        self.given, self.link = given, link
        self.used: list[str] = []
        self._open: dict[str, Strategy] = {}

    def of(self, hand: Hand, think_seconds: float = 0.0) -> tuple[str, Strategy]:
        """Return the name of who judges a hand, and him, as one who thinks if seconds are given."""
        if isinstance(self.given, Strategy):
            name = self.given.name
        else:
            name = self.given or (HEADS_UP if hand.game.players == 2 else RING)
        key = f"{name} {think_seconds}"
        if key not in self._open:
            self._open[key] = self._opened(name, think_seconds)
        if name not in self.used:
            self.used.append(name)
        return name, self._open[key]

    def _opened(self, name: str, think_seconds: float) -> Strategy:
        if think_seconds and not isinstance(self.given, Strategy):
            return open_search(name, seconds=think_seconds)
        return self.given if isinstance(self.given, Strategy) else open_strategy(name)

    def can_search(self) -> bool:
        """Whether one who thinks can be made of who judges."""
        return not isinstance(self.given, Strategy) and not (self.given or "").startswith("search:")

    def link_name(self, name: str) -> str | None:
        """What the page calls a strategy; None if it does not show it."""
        if self.link is not None:
            return self.link
        plain = name.removeprefix("search:").partition("(")[0]
        return plain if plain in shipped_strategies() else None


@dataclass
class _Session:
    """A review under way. suspects: hands by how much seems to be lost in them, a heap."""

    hero: str
    judges: Judges
    stop: Event
    watch: Callable[[LeakReport], object] | None
    doing: str = "reading"
    suspects: list[tuple[float, int, Hand]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.report = LeakReport(self.hero, ())
        self.names: Counter[str] = Counter()
        self.count = 0

    def read(self, found: Iterator[object]) -> None:
        """Judge hands as they come."""
        for one in found:
            self.count += 1
            if isinstance(one, Hand):
                self._hand(one)
            else:
                self.report.problem(one)  # type: ignore[arg-type]
            if self._pauses():
                return

    def _pauses(self) -> bool:
        if self.watch is not None and self.count % 100 == 0:
            self.report.strategies = tuple(self.judges.used)
            self.watch(self.report)
        if self.stop.is_set():
            self.report.stopped = self.doing
        return self.stop.is_set()

    def _hand(self, hand: Hand) -> None:
        report = self.report
        if self.hero not in hand.names:
            report.other_hands += 1
            self.names.update(hand.names)
            return
        report.hands += 1
        seat = hand.names.index(self.hero)
        if not hand.hole_cards[seat]:
            report.unknown_cards += 1
            return
        name, strategy = self.judges.of(hand)
        hand = without_early_folds(hand, seat, strategy.game.players)
        seat = hand.names.index(self.hero)
        decisions = list(review(hand, strategy, seat))
        for one in decisions:
            report.add(one)
            self._keep(one, name, self.count)
        report.habits.add(hand, seat, {one.number: one for one in decisions})
        suspicion = max((_suspicion(one) for one in decisions), default=0.0)
        if suspicion:
            entry = (suspicion, self.count, hand)
            if len(self.suspects) < _MOST_SUSPECTS:
                heappush(self.suspects, entry)
            else:
                heappushpop(self.suspects, entry)

    def _keep(self, one: Reviewed, name: str, number: int) -> None:
        if self.report.is_among_worst(one):
            link = self.judges.link_name(name)
            told = {
                "number": number,
                **one.to_dict(),
                "judge": name,
                "explore": None if link is None else explorer_link(one, link),
            }
            self.report.keep(Worst(badness(one), number, told))

    def search(self, seconds: float, think_seconds: float, progress: Progress | None) -> None:
        """Solve subgames for EVs while there is time, those first where most seems to be lost."""
        if not self.judges.can_search():
            return
        self.doing, began = "searching", time.monotonic()
        for done, (_, number, hand) in enumerate(sorted(self.suspects, reverse=True)):
            spent = time.monotonic() - began
            if progress is not None:
                share = max(spent / seconds, done / len(self.suspects))
                progress(round(1000 * min(1.0, share) * seconds), round(1000 * seconds))
            if spent >= seconds or self._pauses():
                return
            self._search_hand(number, hand, think_seconds)
            self.report.searched += 1

    def _search_hand(self, number: int, hand: Hand, think_seconds: float) -> None:
        seat = hand.names.index(self.hero)
        name, plain = self.judges.of(hand)
        _, thinks = self.judges.of(hand, think_seconds)
        before = {one.number: one for one in review(hand, plain, seat)}
        found = {one.number: one for one in review(hand, thinks, seat)}
        self.report.drop(number)
        for place, one in before.items():
            searched = found.get(place)
            if searched is not None and searched.loss is not None:
                self.report.find_ev(searched, one.is_mistake)
                self._keep(searched, name, number)
            else:
                self._keep(one, name, number)

    def check_found(self) -> None:
        """Raise if the hero did not play at all."""
        if self.report.hands or self.report.stopped:
            return
        if not self.names:
            first = f": {self.report.problems[0]}" if self.report.problems else ""
            raise HistoryError(f"no hand could be read{first}")
        raise HistoryError(
            f"{self.hero!r} does not play in these hands; who does: {_some(self.names)}"
            f"{did_you_mean(self.hero, tuple(self.names))}"
        )


def _suspicion(one: Reviewed) -> float:
    """What may be lost, as far as frequencies tell: the distance times the pot, where a search may know more."""
    if one.distance is None or one.loss is not None or one.street not in ("turn", "river"):
        return 0.0
    return one.distance * one.pot_bb
