"""Grids: structure, colours and the text a terminal gets."""

import io
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from rich.console import Console
from rich.table import Table

from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.cards.range import Range
from riverboat.errors import RiverboatError
from riverboat.views.colours import EMPTY, WEIGHT
from riverboat.views.shapes import Grid, GridCell

RED, GREEN, BLUE = "#ef4444", "#22c55e", "#3b82f6"
SVG = "{http://www.w3.org/2000/svg}"
RANGE = Range("77+,A9s+,A5s-A2s:0.5,KTs+,QTs+,JTs,T9s:0.05,98s:0.25,AJo+,KQo:0.75")

# The trailing blanks matter to no one, so both sides are stripped.
GOLDEN = """
AA    AKs   AQs   AJs   ATs   A9s   A8s   A7s   A6s   A5s   A4s   A3s   A2s
100   100   100   100   100   100   ·     ·     ·     50    50    50    50
AKo   KK    KQs   KJs   KTs   K9s   K8s   K7s   K6s   K5s   K4s   K3s   K2s
100   100   100   100   100   ·     ·     ·     ·     ·     ·     ·     ·
AQo   KQo   QQ    QJs   QTs   Q9s   Q8s   Q7s   Q6s   Q5s   Q4s   Q3s   Q2s
100   75    100   100   100   ·     ·     ·     ·     ·     ·     ·     ·
AJo   KJo   QJo   JJ    JTs   J9s   J8s   J7s   J6s   J5s   J4s   J3s   J2s
100   ·     ·     100   100   ·     ·     ·     ·     ·     ·     ·     ·
ATo   KTo   QTo   JTo   TT    T9s   T8s   T7s   T6s   T5s   T4s   T3s   T2s
·     ·     ·     ·     100   5     ·     ·     ·     ·     ·     ·     ·
A9o   K9o   Q9o   J9o   T9o   99    98s   97s   96s   95s   94s   93s   92s
·     ·     ·     ·     ·     100   25    ·     ·     ·     ·     ·     ·
"""


def printed(what: object, width: int = 80, colours: str | None = None, **options: object) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=colours, force_terminal=True, **options)  # type: ignore[arg-type]
    console.print(what)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def strategy_grid(*shares: float) -> Grid:
    bars = tuple(zip((RED, GREEN, BLUE), shares, strict=True))
    cells = tuple(GridCell(name, bars, tooltip=f"{name} <b>") for name in CLASS_NAMES)
    return Grid(cells, "Flop & turn", "by action", ((RED, "Bet"), (GREEN, "Check"), (BLUE, "Fold")))


def test_golden_text_without_colours() -> None:
    lines = [line.rstrip() for line in printed(RANGE).splitlines()]
    assert lines[:12] == GOLDEN.strip("\n").splitlines()
    assert lines[26:] == ["146.2 combos, 11.0 % of hands"]


@pytest.mark.parametrize(("width", "used"), [(80, 77), (200, 77), (77, 77), (76, 51), (51, 51)])
@pytest.mark.parametrize("colours", [None, "truecolor", "256", "standard"])
def test_fits_the_terminal(width: int, used: int, colours: str | None) -> None:
    lines = plain(printed(RANGE, width, colours)).splitlines()
    cells = 26 if colours is None else 13  # without colours a line of labels and one of numbers
    assert {len(line) for line in lines[:cells]} == {used}
    assert len(lines) == cells + 1


def test_colours_fill_cells_in_proportion() -> None:
    first_row, *_ = printed(RANGE, colours="truecolor").splitlines()
    yellow, grey = "48;2;234;179;8m", "48;2;63;63;70m"
    assert re.search(rf"{yellow}AKs  \x1b", first_row)
    assert re.search(rf"{grey}A8s  \x1b", first_row)
    assert re.search(rf"{yellow}A5s?\x1b.*?{grey}s?50\x1b", first_row)


def test_every_cell_sets_both_colours() -> None:
    for code in re.findall(
        r"\x1b\[([0-9;]+)m[^\x1b]*[AKQJT2-9]", printed(RANGE, colours="truecolor").rsplit("\n", 2)[0]
    ):
        assert "38;2" in code
        assert "48;2" in code


def test_no_color_is_read_from_the_text() -> None:
    text = printed(RANGE, colours="truecolor", no_color=True)
    assert "\x1b" not in text
    assert text == printed(RANGE)


@pytest.mark.parametrize(
    "shares",
    [
        (0.2, 0.3, 0.5),
        (1.0, 0.0, 0.0),
        (0.98, 0.01, 0.01),
        (0.0, 0.0, 0.3),
        (0.34, 0.33, 0.33),
        (0.004, 0.0, 0.996),
    ],
)
def test_stacked_bars_in_a_terminal(shares: tuple[float, float, float]) -> None:
    text = printed(strategy_grid(*shares), colours="truecolor")
    first_row = text.splitlines()[1]
    for colour, share in zip(("239;68;68", "34;197;94", "59;130;246"), shares, strict=True):
        assert (f"48;2;{colour}m" in first_row) == (share * 5 >= 0.5)  # five columns a cell
    assert plain(text).splitlines()[0] == "Flop & turn"
    assert plain(text).splitlines()[-1] == "■ Bet  ■ Check  ■ Fold"


def test_more_bars_than_columns() -> None:
    bars = tuple((f"#0000{i:02x}", 1 / 8) for i in range(8))
    grid = Grid(tuple(GridCell(name, bars) for name in CLASS_NAMES))
    assert {len(line) for line in plain(printed(grid, colours="truecolor")).splitlines()} == {77}


def test_grids_stand_side_by_side_in_a_table() -> None:
    table = Table.grid(padding=1)
    table.add_row(RANGE, Range("22+"))
    assert "AKs" in printed(table, width=160)


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.cells: list[dict[str, str | None]] = []
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if dict(attrs).get("class") == "rb-cell":
            self.cells.append(dict(attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html() -> None:
    page = Page()
    html = RANGE._repr_html_()
    page.feed(html)
    assert len(page.cells) == 169
    assert page.cells[0]["title"] == "AA: 6 of 6 combos, 100 %"
    assert WEIGHT in (page.cells[0]["style"] or "")
    assert f"{WEIGHT} 0% 50%,{EMPTY} 50% 100%" in (page.cells[9]["style"] or "")
    assert "146.2 combos, 11.0 % of hands" in page.text
    assert "script" not in page.tags
    assert "http" not in html


def test_html_and_svg_escape_text() -> None:
    grid = strategy_grid(0.2, 0.3, 0.5)
    for text in (grid.to_html(), grid.to_svg()):
        assert "Flop &amp; turn" in text
        assert "AKs &lt;b&gt;" in text
        assert "Check" in text


def test_svg() -> None:
    root = ElementTree.fromstring(RANGE.to_svg("Open & raise"))
    cells = root.findall(f".//{SVG}g[@class='cell']")
    assert len(cells) == 169
    assert [cell.findtext(f"{SVG}text") for cell in cells if not cell.findall(f"{SVG}svg")][:2] == [
        "AA",
        "AKs",
    ]
    assert cells[0].findtext(f"{SVG}title") == "AA: 6 of 6 combos, 100 %"
    assert [rect.get("fill") for rect in cells[9].findall(f"{SVG}rect")] == [EMPTY, WEIGHT]
    assert [rect.get("width") for rect in cells[9].findall(f"{SVG}rect")] == ["44", "22"]
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts[0] == "Open & raise"
    assert texts[-1] == "146.2 combos, 11.0 % of hands"


def test_empty_range_can_be_drawn() -> None:
    empty = RANGE - RANGE
    assert "0.0 combos, 0.0 % of hands" in printed(empty)
    assert empty.to_svg().count(WEIGHT) == 0


def test_grids_of_any_shape() -> None:
    row = Grid((GridCell("K", ((RED, 1.0),), "100%"), GridCell("Q"), GridCell("J", (), "0%")), columns=3)
    assert printed(row).split() == ["K", "Q", "J", "100", "·", "0"]
    named = Grid((GridCell("a"), GridCell("b")), columns=1, across=("x",), down=("one", "two"))
    assert printed(named).split() == ["x", "one", "a", "·", "two", "b", "·"]
    for picture in (named.to_svg(), named.to_html()):
        assert all(f">{name}<" in picture for name in ("x", "one", "two", "a", "b"))


def test_notes_that_colours_tell_stand_only_without_them() -> None:
    grid = Grid((GridCell("AA", ((RED, 1.0),), "100%"), GridCell("KK", ((BLUE, 0.5),), "50%")), columns=2)
    assert "100" in printed(grid)
    for picture in (plain(printed(grid, colours="truecolor")), grid.to_svg(), grid.to_html()):
        assert "50" in picture
    assert "100" not in plain(printed(grid, colours="truecolor"))
    assert ">100%<" not in grid.to_svg()


def test_bad_grids() -> None:
    with pytest.raises(RiverboatError, match="every row must be full"):
        Grid((GridCell("AA"),))
    with pytest.raises(RiverboatError, match="3 names stand beside 2"):
        Grid((GridCell("AA"), GridCell("KK")), columns=2, across=("a", "b", "c"))
    for bars in (
        (("red", 0.5),),
        ((RED, 1.5),),
        ((RED, -0.1),),
        ((RED, float("nan")),),
        ((RED, 0.6), (BLUE, 0.6)),
    ):
        with pytest.raises(RiverboatError, match="cell AA"):
            GridCell("AA", bars)
