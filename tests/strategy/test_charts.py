"""Charts of a shipped strategy: which lines there are, what they are called, and that exports say what is asked."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

import riverboat as rb
from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.errors import StrategyError
from riverboat.games import Table, nolimit_holdem
from riverboat.games.histories.line import parse_line
from riverboat.games.rules.action import act
from riverboat.strategy.charts import Charts, charts_of
from riverboat.strategy.charts.kinds import ALWAYS, KINDS, kind_of, line_words
from riverboat.views.strategies.charts import write_charts


@pytest.fixture(scope="module")
def charts() -> Charts:
    return charts_of(rb.open("sixmax"), share=0.005)


def table_after(line: str, players: int = 6) -> Table:
    game = nolimit_holdem(players)
    table = Table(game)
    for action in parse_line(line, game).actions:
        act(table, action)
    return table


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("", "first in", "UTG first in"),
        ("f f f f", "first in", "SB first in"),
        ("r2.5 f f f f", "against an open", "BB after UTG raises to 2.5 bb"),
        ("r2.5 f r8 f f f", "against a 3-bet", "UTG after UTG raises to 2.5 bb, CO raises to 8 bb"),
        ("r2.5 f r8", "cold against a 3-bet", "BTN after UTG raises to 2.5 bb, CO raises to 8 bb"),
        ("r2.5 c", "open and callers", "CO after UTG raises to 2.5 bb, HJ calls"),
        ("r2.5 c r10", "other reraised pots", "BTN after UTG raises to 2.5 bb, HJ calls, CO raises to 10 bb"),
        ("f f f f c", "blind against blind", "BB after SB limps"),
        ("f f f f c r3", "blind against blind", "SB after SB limps, BB raises to 3 bb"),
        ("f f f f a", "blind against blind", "BB after SB goes all-in for 100 bb"),
        ("c f", "limped pots", "CO after UTG limps"),
        ("c r4", "limped pots", "CO after UTG limps, HJ raises to 4 bb"),
        (
            "r2 r6 r14",
            "against a 4-bet",
            "BTN after UTG raises to 2 bb, HJ raises to 6 bb, CO raises to 14 bb",
        ),
        ("r2 r6 f f f f r14 r30", "against a 5-bet and more", None),
    ],
)
def test_what_lines_are_called(line: str, kind: str, words: str | None) -> None:
    table = table_after(line)
    assert kind_of(table) == kind
    assert words is None or line_words(table) == words


def test_positions_are_all_there(charts: Charts) -> None:
    lines = {chart.line for chart in charts.charts}
    assert {" ".join("f" * folds) for folds in range(5)} <= lines
    for folds in range(4):  # everybody behind an open, with nobody between
        opened = " ".join(["f"] * folds + ["r2.5"])
        assert {" ".join([opened, *["f"] * more]) for more in range(5 - folds)} <= lines
    assert "r2.5 r8.75 f f f f" in lines  # under the gun against the next one
    assert [KINDS.index(chart.kind) for chart in charts.charts] == sorted(
        KINDS.index(c.kind) for c in charts.charts
    )


def test_what_is_not_looked_up_comes_often_enough(charts: Charts) -> None:
    rare = [chart for chart in charts.charts if chart.share < 0.005]
    assert rare
    assert all(chart.kind in ALWAYS for chart in rare)
    more = charts_of(rb.open("sixmax"), share=0.002)
    assert {chart.line for chart in charts.charts} < {chart.line for chart in more.charts}


def test_shares_are_products_of_what_seats_do(charts: Charts) -> None:
    opens, reply = charts.find("f f f"), charts.find("f f f r2.5")
    assert opens is not None
    assert reply is not None
    assert reply.share == pytest.approx(opens.share * opens.frequencies["r2.5"], rel=1e-6)
    utg, against, answer = (charts.find(line) for line in ("", "r2.5", "r2.5 r8.75 f f f f"))
    assert utg is not None
    assert against is not None
    assert answer is not None
    assert answer.hands.reach == pytest.approx(utg.hands.strategy[:, utg.hands.actions.index("r2.5")])
    assert answer.share < against.share * against.frequencies["r8.75"]


def test_a_table_and_json_say_what_is_asked(charts: Charts) -> None:
    rows = list(csv.DictReader(io.StringIO(charts.to_csv())))
    found = [row for row in rows if row["line"] == "f f f r2.5 f" and row["hand"] == "A5s"]
    asked = rb.open("sixmax").query("As5s", "f f f r2.5 f")
    assert [float(row["probability"]) for row in found] == pytest.approx(asked.probabilities, abs=1e-4)
    assert [row["action"] for row in found] == list(asked.actions)
    data = json.loads(json.dumps(charts.to_dict()))
    chart = next(one for one in data["charts"] if one["line"] == "f f f r2.5 f")
    assert len(chart["hands"]) == len(CLASS_NAMES)
    assert chart["hands"]["A5s"]["c"] == pytest.approx(asked.probability("c"), abs=1e-4)


def test_a_folder_of_pictures(charts: Charts, tmp_path: Path) -> None:
    few = Charts(charts.name, charts.least, charts.charts[:7])
    page = write_charts(few, tmp_path / "charts", ("It rests on <little>.",), {"iterations": 7})
    text = page.read_text()
    pictures = re.findall(r'href="([^"]+\.svg)"', text)
    assert pictures == [chart.file_name for chart in few.charts]
    assert {path.name for path in page.parent.glob("*.svg")} == set(pictures)
    assert "It rests on &lt;little&gt;." in text
    assert (page.parent / "about.txt").read_text() == "It rests on <little>.\n"
    picture = (page.parent / "utg-first.svg").read_text()
    assert picture.startswith("<svg")
    assert "UTG first in" in picture
    assert "AKs" in picture
    assert json.loads((page.parent / "charts.json").read_text())["rests_on"] == {"iterations": 7}


def test_file_names_are_one_for_each_line(charts: Charts) -> None:
    assert len({chart.file_name for chart in charts.charts}) == len(charts.charts)


def test_other_games_have_no_charts() -> None:
    with pytest.raises(StrategyError, match=r"charts are of hold'em from before the flop; 'leduc'"):
        charts_of(rb.solve("leduc", iterations=1))
    with pytest.raises(StrategyError, match=r"share is 0; .* such as 0\.001"):
        charts_of(rb.open("headsup"), share=0)
