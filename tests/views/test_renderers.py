"""Renderers: every shape in every place; nothing overlaps or leaves a picture."""

import io
import re
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console
from tests.views.pictures import SVG, size_of, text_boxes

from riverboat.errors import RiverboatError
from riverboat.views.page import Page
from riverboat.views.shapes import (
    Bar,
    CardRow,
    Chart,
    Curve,
    Grid,
    GridCell,
    Key,
    Line,
    Note,
    Panels,
    Rows,
    Shape,
)

COLOURS = ("#3b82f6", "#22c55e", "#f59e0b", "#f97316", "#ef4444", "#dc2626", "#b91c1c", "#7f1d1d")
LONG = tuple(
    (colour, name)
    for colour, name in zip(
        COLOURS,
        (
            "fold 12.5%",
            "call 1,250 12.5%",
            *(f"raise to {1000 * i:,} ({i}00%) 12.5%" for i in range(2, 7)),
            "all-in",
        ),
        strict=True,
    )
)
GRID = Grid(
    tuple(GridCell("AKs", tuple((colour, 0.125) for colour in COLOURS), "88%") for _ in range(169)),
    "QsJh2h5c  after f f r2.5 f c f / k b33% c / k b75% r300%: BTN to act, pot 123.5 bb, 45.5 bb to call, in words",
    "numbers: percent that does not fold",
    LONG,
)
CHART = Chart(
    (
        Curve(
            "a bot with quite a long name", [1, 2, 3, 4], [1.0, 8.0, -3.0, 2.0], [0, 7, -4, 1], [2, 9, -2, 3]
        ),
        *(Curve(f"another bot, number {i}, with a name", [1, 4], [i, -i], marks=True) for i in range(7)),
    ),
    x="hands against each opponent",
    y="big blinds won, mean over opponents",
    title="League of 8 bots",
    marked=(("published optimum", 1.0), ("ours", 3.9)),
)
ROWS = Rows(
    ("hand", ">equity", "", ""),
    (
        (CardRow("AsKh"), "81.2%", Key("#22c55e", "call"), Bar((("#22c55e", 0.812),))),
        (
            Note("QdQc", "dim"),
            "18.8%",
            Line((CardRow("2c"), "x")),
            Bar((("#ef4444", 0.25), ("#22c55e", 0.5))),
        ),
    ),
    title="who <wins> & why",
    strong=frozenset({1}),
)
SHAPES: dict[str, Shape] = {
    "note": Note("a note that is so long that no picture holds it in one line " * 4, "warning"),
    "cards": CardRow("AsKhQdJc"),
    "bar": Bar((("#22c55e", 0.3),)),
    "key": Key("#22c55e", "call"),
    "line": Line((Note("board", "dim"), CardRow("QsJh2h"), *(Key(*key) for key in LONG))),
    "rows": ROWS,
    "grid": GRID,
    "chart": CHART,
    "log": Chart((Curve("", [1, 10, 1e6], [1e-3, 0, 5]),), log_x=True, log_y=True, percent=True),
    "empty chart": Chart(()),
    "panels": Panels((CHART, CHART, CHART, CHART)),
    "small grids": Panels(
        tuple(Grid(GRID.cells, f"seat {i}", "raise 17.8%\ncall 3%", small=True) for i in range(5))
    ),
}


def printed(what: object, width: int = 80, **options: object) -> str:
    console = Console(file=io.StringIO(), width=width, **options)  # type: ignore[arg-type]
    console.print(what)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("name", SHAPES)
def test_texts_stay_inside_the_picture_and_apart(name: str) -> None:
    picture = SHAPES[name].to_svg()
    width, height = size_of(picture)
    boxes = text_boxes(picture)
    for box in boxes:
        assert box.left >= 0, box
        assert box.top >= 0, box
        assert box.right <= width, box
        assert box.bottom <= height, box
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other), (one, other)


@pytest.mark.parametrize("actions", [1, 2, 5, 8])
@pytest.mark.parametrize("columns", [3, 13])
def test_legends_wrap(actions: int, columns: int) -> None:
    grid = Grid(GRID.cells[: 13 * columns], legend=LONG[:actions], columns=columns)
    boxes = [box for box in text_boxes(grid.to_svg()) if box.text in {name for _, name in LONG}]
    assert len(boxes) == actions
    assert all(not one.overlaps(other) for one, other in combinations(boxes, 2))
    assert (len({box.top for box in boxes}) > 1) == (actions > 2)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("colours", [None, "truecolor"])
def test_every_shape_fits_a_terminal(name: str, width: int, colours: str | None) -> None:
    text = printed(SHAPES[name], width, color_system=colours, force_terminal=colours is not None)
    assert text.strip()
    assert ("\x1b" in text) == (colours is not None) or name in ("bar", "empty chart")
    for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines():
        assert len(line) <= width


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_a_page_fragment(name: str) -> None:
    html = SHAPES[name]._repr_html_()
    assert html.startswith("<style>")
    assert "<script" not in html
    assert "http" not in html
    ElementTree.fromstring(
        f"<body>{html.replace('&nbsp;', ' ')}</body>".replace("<br>", "<br/>")
    )  # closes what it opens


def test_a_table_in_a_terminal() -> None:
    lines = [line.rstrip() for line in printed(ROWS, color_system=None).splitlines()]
    assert lines == [
        "who <wins> & why",
        "hand   equity",
        "A♠ K♥   81.2%  call   ██████████████████████████",
        "QdQc    18.8%  2♣  x  ████████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓",
    ]


def test_a_chart_in_a_pipe_has_signs_and_numbers() -> None:
    chart = Chart((Curve("one", [0, 10], [0, 100]), Curve("two", [0, 10], [100, 0])), x="hands", y="won")
    lines = printed(chart, color_system=None).splitlines()
    assert lines[0].strip() == "won"
    assert lines[1].startswith("100 ┤○")
    assert lines[1].endswith("●")
    assert lines[-1].strip() == "● one  ○ two"
    assert lines[-2].split() == ["0", "hands", "10"]


def test_a_chart_has_a_band_a_line_and_ticks_in_svg() -> None:
    root = ElementTree.fromstring(CHART.to_svg())
    assert len(root.findall(f".//{SVG}polygon")) == 1
    assert len(root.findall(f".//{SVG}polyline")) == 8
    assert len(root.findall(f".//{SVG}circle")) == 14
    texts = {text.text for text in root.iter(f"{SVG}text")}
    assert {"-5", "0", "5", "1", "2", "3", "4", "published optimum"} <= texts


def test_pages_stand_shapes_below_each_other() -> None:
    page = Page(Note("above", "bold"), ROWS, Note("below"))
    text = printed(page, color_system=None)
    assert text.index("above") < text.index("equity") < text.index("below")
    assert text_boxes(page.to_svg())[0].text == "above"
    assert page.to_html() == page._repr_html_()


def test_svg_golden() -> None:
    assert Key("#22c55e", "call").to_svg() == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 78 55" width="78" height="55" role="img" '
        "aria-label=\"a picture of riverboat\" font-family=\"Inter, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, "
        'sans-serif">\n<rect width="78" height="55" rx="12" fill="#18181b"/>\n<g transform="translate(18 18)">'
        '<rect y="3" width="11" height="11" rx="2" fill="#22c55e"/><g transform="translate(17 0)">'
        '<text y="13" font-size="13" fill="#fafafa">call</text></g></g>\n</svg>\n'
    )


def test_rows_must_be_full() -> None:
    with pytest.raises(RiverboatError, match="a row of 1 cells stands under 2 columns"):
        Rows(("a", "b"), (("x",),))


def test_a_curve_of_arrays_is_drawn_as_one_of_lists() -> None:
    xs = [0.0, 1.0, 2.0]
    told = ("a", "b", "c")
    listed = Curve("", xs, xs, xs, [x + 1 for x in xs], tooltips=told)
    arrays = Curve("", np.array(xs), np.array(xs), np.array(xs), np.array(xs) + 1, tooltips=told)  # type: ignore[arg-type]
    assert Chart((arrays,)).to_svg() == Chart((listed,)).to_svg()
