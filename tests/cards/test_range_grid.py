"""The 13 x 13 grid: structure, colours and the text a terminal gets."""

import io
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from rich.console import Console
from rich.table import Table

from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.cards.range import Range
from riverboat.cards.range_grid import EMPTY_COLOUR, WEIGHT_COLOUR, Grid, GridCell
from riverboat.errors import RiverboatError

RED, GREEN, BLUE = "#ef4444", "#22c55e", "#3b82f6"
SVG = "{http://www.w3.org/2000/svg}"
RANGE = Range("77+,A9s+,A5s-A2s:0.5,KTs+,QTs+,JTs,T9s:0.05,98s:0.25,AJo+,KQo:0.75")

# The trailing blanks matter to no one, so both sides are stripped.
GOLDEN = """
AA    AKs   AQs   AJs   ATs   A9s    ·     ·     ·    A5s50 A4s50 A3s50 A2s50
AKo   KK    KQs   KJs   KTs    ·     ·     ·     ·     ·     ·     ·     ·
AQo   KQo75 QQ    QJs   QTs    ·     ·     ·     ·     ·     ·     ·     ·
AJo    ·     ·    JJ    JTs    ·     ·     ·     ·     ·     ·     ·     ·
 ·     ·     ·     ·    TT    T9s 5  ·     ·     ·     ·     ·     ·     ·
 ·     ·     ·     ·     ·    99    98s25  ·     ·     ·     ·     ·     ·
 ·     ·     ·     ·     ·     ·    88     ·     ·     ·     ·     ·     ·
 ·     ·     ·     ·     ·     ·     ·    77     ·     ·     ·     ·     ·
 ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·
 ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·
 ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·
 ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·
 ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·
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
    assert lines == [*GOLDEN.strip("\n").splitlines(), "146.2 combos, 11.0 % of hands"]


@pytest.mark.parametrize(("width", "used"), [(80, 77), (200, 77), (77, 77), (76, 51), (51, 51)])
@pytest.mark.parametrize("colours", [None, "truecolor", "256", "standard"])
def test_fits_the_terminal(width: int, used: int, colours: str | None) -> None:
    lines = plain(printed(RANGE, width, colours)).splitlines()
    assert {len(line) for line in lines[:13]} == {used}
    assert len(lines) == 14


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
    "shares", [(0.2, 0.3, 0.5), (1.0, 0.0, 0.0), (0.98, 0.01, 0.01), (0.0, 0.0, 0.3), (0.34, 0.33, 0.33)]
)
def test_stacked_bars_in_a_terminal(shares: tuple[float, float, float]) -> None:
    text = printed(strategy_grid(*shares), colours="truecolor")
    first_row = text.splitlines()[1]
    for colour, share in zip(("239;68;68", "34;197;94", "59;130;246"), shares, strict=True):
        assert (f"48;2;{colour}m" in first_row) == (share > 0)
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
        if dict(attrs).get("class") == "rb-grid-cell":
            self.cells.append(dict(attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html() -> None:
    page = Page()
    html = RANGE._repr_html_()
    page.feed(html)
    assert len(page.cells) == 169
    assert page.cells[0]["title"] == "AA: 6 of 6 combos, 100 %"
    assert WEIGHT_COLOUR in (page.cells[0]["style"] or "")
    assert f"{WEIGHT_COLOUR} 0% 50%,{EMPTY_COLOUR} 50% 100%" in (page.cells[9]["style"] or "")
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
    cells = root.findall(f"{SVG}g")
    assert len(cells) == 169
    assert [cell.findtext(f"{SVG}text") for cell in cells if not cell.findall(f"{SVG}svg")][:2] == [
        "AA",
        "AKs",
    ]
    assert cells[0].findtext(f"{SVG}title") == "AA: 6 of 6 combos, 100 %"
    assert [rect.get("fill") for rect in cells[9].findall(f"{SVG}rect")] == [EMPTY_COLOUR, WEIGHT_COLOUR]
    assert [rect.get("width") for rect in cells[9].findall(f"{SVG}rect")] == ["44", "22"]
    texts = [element.text for element in root.findall(f"{SVG}text")]
    assert texts == ["Open & raise", "146.2 combos, 11.0 % of hands"]


def test_empty_range_can_be_drawn() -> None:
    empty = RANGE - RANGE
    assert "0.0 combos, 0.0 % of hands" in printed(empty)
    assert empty.to_svg().count(WEIGHT_COLOUR) == 0


def test_bad_grids() -> None:
    with pytest.raises(RiverboatError, match="it needs 169"):
        Grid((GridCell("AA"),))
    for bars in (
        (("red", 0.5),),
        ((RED, 1.5),),
        ((RED, -0.1),),
        ((RED, float("nan")),),
        ((RED, 0.6), (BLUE, 0.6)),
    ):
        with pytest.raises(RiverboatError, match="cell AA"):
            GridCell("AA", bars)
