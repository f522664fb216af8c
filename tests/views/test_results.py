"""Results, recorded hands, plans, reports and logs draw themselves: in a terminal, in a notebook and as SVG."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console
from tests.views.pictures import SVG, size_of, text_boxes

import riverboat as rb
from riverboat.abstraction import TableAbstraction, build_abstraction, gs2, report_abstraction
from riverboat.abstraction.report.abstraction_report import AbstractionReport
from riverboat.abstraction.report.hand_buckets import hand_buckets
from riverboat.arena import LeagueResult, LearningCurve, Point, SweepResult, play_league, play_match
from riverboat.arena.matches.hand_store import FoundHand, FoundHands
from riverboat.bots.view import View
from riverboat.cards.card import Deck
from riverboat.evaluation import Figure
from riverboat.games import Hand, leduc, nolimit_holdem, read_hands
from riverboat.games.trees.plan import plan
from riverboat.solvers import solve_many, spot_setup
from riverboat.strategy.review import review
from riverboat.training import TrainingLog, TrainingReport
from riverboat.views.abstractions import draw_buckets_over_strength
from riverboat.views.arena.leagues import draw_league_chart
from riverboat.views.play_table import draw_table
from riverboat.views.shapes import CardRow, Chart, Note, Panels, Rows

SESSION = Path(__file__).parents[2] / "examples" / "session.txt"
BOTS = ["shark", "fish", "honest", "all-in", "fold", "angry-fish"]


@cache
def league() -> LeagueResult:
    return play_league([*BOTS, "fish", "killer"], 50, series=10)


@cache
def abstraction_report() -> AbstractionReport:
    return report_abstraction(gs2(leduc(), (2, 4)))


def points(*places: tuple[float, ...]) -> tuple[Point, ...]:
    return tuple(Point(place, Figure(sum(place) / 10, 0.05), 1) for place in places)


def training_log() -> TrainingLog:
    watch = {"BTN AsAh": {"f": 0.0, "c": 0.25, "r3": 0.7, "a": 0.05}}
    first = TrainingReport("", 1.0, 1_000_000, 9e5, 5, 12, 640, 0.25, 0.5, watch)
    return TrainingLog([first, replace(first, seconds=60.0, iterations=10**7, positive_regret=0.1)], "laptop")


def reviewed() -> object:
    hand = Hand(leduc(), (0, 0), ("Ks", "Js"))
    return next(iter(review(hand, rb.solve("leduc", iterations=50))))


def found_hands() -> FoundHands:
    one = FoundHand(17, 16, 0, 1, 0, "BB", "angry-fish", "AsKs", "QsJh2h5c9d", 2, 200.0, -100.0, -95.5)
    return FoundHands([one, replace(one, number=18, cards="AsAh", board="", showdown=0)], 200)


THINGS: dict[str, Callable[[], object]] = {
    "equity": lambda: rb.equity("AsKs", "QhQd", "QQ+", board="2c3c4d", dead="5d", samples=1000),
    "plan": lambda: plan("hu-fcpa", buckets=(169, 200, 200, 200)),
    "hand": lambda: read_hands(SESSION).hand(1),
    "hand that goes on": lambda: Hand(nolimit_holdem(6), (250,)),
    "history": lambda: read_hands(SESSION),
    "found hands": found_hands,
    "match": lambda: play_match(BOTS, 24),
    "match of ten": lambda: play_match([*BOTS, *["fish"] * 4], 20),
    "freeze-out": lambda: play_match(["shark", "fish"], mode="freeze-out", games=4),
    "league": league,
    "sweep": lambda: SweepResult("b", ("a",), ("x",), points((2,), (1,)), "games won"),
    "map": lambda: SweepResult("b", ("a",), ("x", "y"), points((0, 1), (1, 1), (0, 2)), "bb/100"),
    "sweep over three": lambda: SweepResult("b", ("a",), ("x", "y", "z"), points((1, 2, 3)), "bb/100"),
    "learning curve": lambda: LearningCurve(("a", "b"), np.array([[0.0, 1, 3], [0, 1, 7]])),
    "training log": training_log,
    "training report": lambda: training_log()[0],
    "abstraction": abstraction_report,
    "buckets": lambda: hand_buckets(build_abstraction('[preflop]\nmethod = "kmeans"\nbuckets = 8'), "AsKs"),
    "report": lambda: solve_many(
        spot_setup(board="2c2d2h2s3c", oop="AA", ip="KK", pot=9, stack=9), ["QsJh2h5c9d"]
    ),
    "review": reviewed,
}


def printed(what: object, width: int = 80, colours: str | None = None) -> str:
    console = Console(
        file=io.StringIO(),
        width=width,
        color_system=colours,
        force_terminal=colours is not None,  # type: ignore[arg-type]
        highlight=False,
    )
    console.print(what)
    return re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue())  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", THINGS)
def test_it_draws_itself_everywhere(name: str) -> None:
    thing = THINGS[name]()
    for colours in (None, "truecolor"):
        text = printed(thing, 80, colours)
        assert text.strip()
        assert "…" not in text  # eighty columns are enough
        assert all(len(line) <= 80 for line in text.splitlines())
    assert thing._repr_html_().startswith("<style>")  # type: ignore[attr-defined]
    picture = thing.to_svg()  # type: ignore[attr-defined]
    width, height = size_of(picture)
    boxes = text_boxes(picture)
    assert boxes
    assert all(box.left >= 0 and box.right <= width and box.bottom <= height for box in boxes)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_figures_by_position_stand_above_their_intervals() -> None:
    result = play_match(["shark", "fish"], 10)
    lines = [line.split() for line in printed(result).splitlines()]
    assert lines[0][:2] == ["10", "hands,"]
    place = lines.index(["bot", "BB", "BTN"])
    shark = [str(result.bots[0].by_position[seat][2]).split(" ", 1) for seat in ("BB", "BTN")]
    assert lines[place + 1] == ["shark", *(mean for mean, _ in shark)]
    assert lines[place + 2] == " ".join(interval for _, interval in shark).split()


def test_a_league_tells_every_pair() -> None:
    text = printed(league())
    order = league().by_bankroll()
    for bot in order:
        for other in order:
            if bot != other:
                assert str(league().won(bot, other)).split(" ", 1)[0] in text
    (won, lost), name = league().series(order[0], order[-1]), league().names[order[0]]
    assert re.search(rf"{re.escape(name)}.* {won} of {won + lost}", text)
    [chart] = draw_league_chart(league()).shapes
    assert isinstance(chart, Chart)
    assert [curve.name for curve in chart.curves] == [league().names[bot] for bot in order]
    hands, big_blinds = league().over_hands(order[0])
    assert (chart.curves[0].xs, chart.curves[0].ys) == ([0, *hands], [0.0, *big_blinds])


def test_the_table_as_a_player_sees_it() -> None:
    view = View(
        nolimit_holdem(), 1, (51, 50), (), 0, (9900, 9950), (100, 50), 150, (0, 1), 50, 200, 10000, (), 7
    )
    rows, _, board, choices = draw_table(view, ("fish", "you")).shapes
    assert isinstance(rows, Rows)
    assert rows.rows[0] == ("BB", "fish", "99", "1", Note("▮▮", "dim"))
    assert rows.rows[1] == ("BTN", "you", "99.5", "0.5", CardRow("AsAh"))
    assert rows.strong == {1}
    assert "no board yet  pot 1.5 bb" in printed(board)
    assert choices == Note("f fold  c call 0.5  r 2 to 100  a all-in  ? help  q leave")


def test_buckets_over_strength_are_as_wide_as_their_share(tmp_path: Path) -> None:
    report = abstraction_report()
    _, panels = draw_buckets_over_strength(report).shapes
    assert isinstance(panels, Panels)
    for street, chart in zip(report.streets, panels.shapes, strict=True):
        assert isinstance(chart, Chart)
        [curve] = chart.curves
        assert np.diff(curve.xs)[::2] == pytest.approx([one.share for one in street.listed])
        assert curve.ys[::2] == curve.ys[1::2] == [one.ehs for one in street.listed]
        assert curve.high is not None
        assert list(curve.high[::2]) == [max(one.high, one.ehs) for one in street.listed]
    report.chart(tmp_path / "leduc.svg")
    picture = ElementTree.parse(tmp_path / "leduc.svg").getroot()
    told = [title.text or "" for title in picture.iter(f"{SVG}title")]
    listed = [one for street in report.streets for one in street.listed]
    assert len(told) == len(listed)
    assert all(f"farthest {one.farthest}" in text for one, text in zip(listed, told, strict=True))


def test_an_abstraction_without_strength_says_so() -> None:
    tables = TableAbstraction((np.array([0, 0, 1], np.uint16),), (2,), ((1,),), Deck("JQK", "hs"))
    assert "not defined" in report_abstraction(tables).to_svg()


def test_many_hands_are_listed_in_part() -> None:
    history = read_hands(SESSION)
    many = replace(history, hands=history.hands[:1] * 45, numbers=tuple(range(45)))
    lines = printed(many).splitlines()
    assert len(lines) == 1 + 40 + 1
    assert lines[-1].startswith("and 5 more")


def test_a_report_from_a_log_is_drawn_though_its_shares_are_rounded() -> None:
    watch = {"BTN Js after b": {"f": 0.64666, "c": 0.24847, "r": 0.10487}}
    report = TrainingReport("", 1.0, 1_000_000, 9e5, 5, 12, 640, 0.25, 0.5, watch)
    read = TrainingReport(**report.to_dict())
    assert sum(read.watch["BTN Js after b"].values()) > 1 + 5e-5
    assert "r 10%" in read.to_html()


def test_in_a_shell_results_take_a_line() -> None:
    match = play_match(["fold", "fish"], 20)
    fold, fish = (bot.adjusted for bot in match.bots)
    assert repr(match) == f"<MatchResult of 20 hands: fold {fold}, fish {fish} bb/100, all-in adjusted>"
    league = play_league(["fish", "fold", "random"], 50)
    assert repr(league).startswith("<LeagueResult of 300 hands: ")
    swept = rb.arena.sweep("angry-fish", ["fish"], {"raise_above": [0.3, 0.6]}, games=10)
    assert repr(swept).startswith("<SweepResult of 'angry-fish' against fish: best of 2 raise_above 0.")
    assert repr(rb.equity("AsKs", "QhQd")) == "<EquityResult: 46.21%, 53.79%, table>"
    assert repr(rb.equity("AA", "KK", board="2c3c4h")).startswith("<EquityResult on 2c3c4h: ")
