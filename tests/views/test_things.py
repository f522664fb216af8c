"""Things that draw themselves: in a terminal, in a notebook and as SVG."""

import io
import re
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from rich.console import Console
from rich.text import Text
from tests.views.pictures import size_of, text_boxes

import riverboat as rb
from riverboat.base.drawing import drawing
from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.evaluation import exact_piece, sample_pieces
from riverboat.games import build_tree, read_config
from riverboat.strategy import first_in
from riverboat.strategy.first_in import FirstIn
from riverboat.views.shapes import Grid
from riverboat.views.strategies.hands import all_hands_grid, hand_rows

THINGS = {
    "range": lambda: rb.Range("QQ+,AKs:0.5"),
    "decision": lambda: rb.open("sixmax").query("AsKd", "f f r2.5 f"),
    "decision of a class": lambda: rb.open("sixmax").query("AKo"),
    "all hands": lambda: rb.open("sixmax").grid("f f r2.5 f"),
    "opens": lambda: first_in(rb.open("sixmax")),
    "blueprint": lambda: rb.open("sixmax"),
    "one-file blueprint": lambda: rb.open("headsup"),
    "solved decision": lambda: spot().query("AsKs", "k"),
    "solved hands": lambda: spot().grid("k"),
    "spot": lambda: spot(),
    "leduc": lambda: leduc(),
    "leduc, a node": lambda: leduc().grid("k b"),
    "leduc, one hand": lambda: leduc().query("Ks", "k b"),
    "kuhn": lambda: rb.solve("kuhn", iterations=100),
    "tree": lambda: leduc().tree,
    "piece": lambda: exact_piece(spot(), "", "QsJh2h5c9d", threads=1),
    "pieces": lambda: sample_pieces(rb.open("headsup"), "river", count=4, hands=200, seed=1, threads=1),
    "tree of hold'em": lambda: build_tree(read_config("hu-fcpa"), joined_from="flop"),
}


@cache
def leduc() -> rb.Solution:
    return rb.solve("leduc", iterations=200)


@cache
def spot() -> rb.Solution:
    return rb.solve_spot(
        board="QsJh2h5c9d", oop="QQ+,AK,JTs", ip="TT+,AKs", pot=180, stack=910, iterations=50, threads=1
    )


def printed(what: object, width: int = 80, colours: str | None = None) -> str:
    console = Console(
        file=io.StringIO(),
        width=width,
        color_system=colours,
        force_terminal=colours is not None,  # type: ignore[arg-type]
    )
    console.print(what)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("name", THINGS)
def test_it_draws_itself_everywhere(name: str) -> None:
    thing = THINGS[name]()
    for colours in (None, "truecolor"):
        for width in (80, 60):
            text = re.sub(r"\x1b\[[0-9;]*m", "", printed(thing, width, colours))
            assert text.strip()
            assert all(len(line) <= width for line in text.splitlines())
    assert thing._repr_html_().startswith("<style>")
    picture = thing.to_svg()
    width, height = size_of(picture)
    boxes = text_boxes(picture)
    assert boxes or name == "range"
    assert all(box.left >= 0 and box.right <= width and box.bottom <= height for box in boxes)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_a_decision_in_a_pipe() -> None:
    lines = [line.rstrip() for line in printed(spot().query("QhQd", "k")).splitlines()]
    assert lines[0] == "Q♥ Q♦  Qs Jh 2h 5c 9d  after k: IP to act, pot 180"
    assert re.fullmatch(r"k +check +[\d.]+% +EV [\d.]+ *█*[▏▎▍▌▋▊▉]?", lines[1])
    assert lines[-1].startswith("EV ")


def test_a_spot_in_big_blinds_is_worth_big_blinds() -> None:
    answer = rb.solve_spot(
        board="QsJh2h5c9d", oop="QQ+,AK,JTs", ip="TT+,AKs", pot=5.5, stack=97.5, iterations=20, threads=1
    ).query("QhQd", "k")
    of_hand = [float(ev) for ev in re.findall(r"EV ([\d.]+) bb", printed(answer))]
    assert of_hand == pytest.approx([ev / 100 for ev in (*answer.action_evs, answer.ev)], abs=0.0051)


def test_one_card_games_have_a_row_by_rank() -> None:
    grid = leduc().grid("k b").grid()
    assert isinstance(grid, Grid)
    assert [cell.label for cell in grid.cells] == ["K", "Q", "J"]
    assert grid.columns == 3
    jack = sum(leduc().grid("k b").probability(hand, "f") for hand in ("Js", "Jh")) / 2
    assert grid.cells[2].bars[-1][1] == pytest.approx(jack)
    assert grid.cells[2].note == f"{100 * (1 - jack):.0f}%"


def test_suits_have_rows_where_they_differ() -> None:
    hands = leduc().grid("k b")
    strategy = hands.strategy.copy()
    strategy[hands.index("Ks")] = np.roll(strategy[hands.index("Ks")], 1)
    other = type(hands)(hands.at, strategy, hands.reach)
    assert [cell.label for cell in all_hands_grid(other).cells] == ["K♠", "Q♠", "J♠", "K♥", "Q♥", "J♥"]


def test_the_square_is_that_of_the_169_classes() -> None:
    hands = rb.open("sixmax").grid()
    grid = all_hands_grid(hands)
    assert tuple(cell.label for cell in grid.cells) == CLASS_NAMES
    for name in ("AA", "AKs", "AKo", "72o", "T9s"):
        played = dict(grid.cells[CLASS_NAMES.index(name)].bars)
        for option, share in zip(hands.options, hands.strategy[hands.index(name)], strict=True):
            assert played[option.colour] == pytest.approx(share)


def test_a_pure_fold_has_no_other_colour_in_a_terminal() -> None:
    hands = rb.open("sixmax").grid("f f r2.5 f")
    grid = all_hands_grid(hands)
    folds = [cell.label for cell in grid.cells if cell.bars and cell.bars[-1][1] > 0.99]
    assert "72o" in folds
    row = printed(grid, colours="truecolor").splitlines()[1 + CLASS_NAMES.index("72o") // 13]
    cell = next(part for part in row.split(" \x1b") if "72o" in part)
    assert cell.count("48;2;") == 1
    assert "48;2;59;130;246m72o" in cell


def test_hands_by_name() -> None:
    hands = spot().grid()
    rows = hand_rows(hands, ["AsKs", "QhQd"])
    assert len(rows.rows) == 2
    assert rows.heads[:4] == ("hand", "weight", "EV", "equity")
    assert "A♠ K♠" in printed(rows)


def test_opening_ranges_of_all_positions_in_one_picture() -> None:
    raises = np.zeros((2, 169))
    raises[0, 0], raises[1, :13] = 1.0, 0.5
    calls = np.zeros((2, 169))
    calls[1, 13] = 0.25
    ranges = FirstIn(("BTN", "SB"), raises, calls)
    piped = [line.split() for line in printed(ranges).splitlines()]
    assert piped[:3] == [["BTN"], ["A", *CLASS_NAMES[:13]], ["100", *["·"] * 12]]
    assert piped.index(["SB"]) > 26
    assert ["0/25", *["·"] * 12] in piped
    lines = [Text.from_ansi(line).plain for line in printed(ranges, colours="truecolor").splitlines()]
    assert lines[0].split() == ["BTN", "SB"]
    assert lines[1].split() == ["A", "█············", "A", "▒▒▒▒▒▒▒▒▒▒▒▒▒"]
    assert lines[2].split() == ["K", "·············", "K", "░············"]
    assert lines[14].split() == ["raise", "0.5%", "raise", "2.0%"]
    texts = [box.text for box in text_boxes(ranges.to_svg())]
    assert {"BTN", "SB", "raise 0.5%", "call 0.2%"} <= set(texts)
    assert ranges.to_svg().count('class="cell"') == 2 * 169


def test_a_betting_tree_counts_what_lies_below() -> None:
    lines = printed(rb.solve("kuhn", iterations=1).tree).splitlines()
    assert [re.split(r" {2,}", line.strip()) for line in lines[2:]] == [
        ["betting", "pot", "then", "decisions"],
        ["to begin", "2", "OOP, round-1", "4"],
        ["check", "2", "IP, round-1", "2"],
        ["check", "2", "showdown"],
        ["bet 1", "3", "OOP, round-1", "1"],
        ["fold", "3", "IP wins"],
        ["call 1", "4", "showdown"],
        ["bet 1", "3", "IP, round-1", "1"],
        ["fold", "3", "OOP wins"],
        ["call 1", "4", "showdown"],
    ]
    assert len(printed(leduc().tree).splitlines()) <= 44


def test_a_strategy_of_many_files_names_its_facts_in_80_columns() -> None:
    text = printed(rb.open("sixmax"))
    assert "…" not in text
    for name in ("config", "begins after", "iterations", "700,000,000", "began with"):
        assert name in text


def test_what_nothing_draws_is_told() -> None:
    with pytest.raises(TypeError, match="draws the picture of a int"):
        drawing(3)
