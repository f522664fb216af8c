"""Pictures in files: SVG by ourselves; PNG and PDF of charts and grids by matplotlib, in the same colours."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riverboat.base.files import check_folder, write_whole
from riverboat.errors import RiverboatError
from riverboat.views.colours import DARK, EMPTY, FADED, LIGHT, LINE, text_on
from riverboat.views.renderers.svg import svg_page
from riverboat.views.renderers.svg_chart import curve_colour
from riverboat.views.shapes import Chart, Grid, Note, Panels, Shape

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS: Final = ("svg", "png", "pdf")
"""What a picture can be, as its name ends."""
_SIZE: Final = (7.6, 4.2)  # inches of one panel
_STYLE: Final = {
    **dict.fromkeys(["figure.facecolor", "axes.facecolor", "savefig.facecolor"], DARK),
    **dict.fromkeys(["text.color", "axes.labelcolor"], LIGHT),
    **dict.fromkeys(["xtick.color", "ytick.color"], FADED),
    **dict.fromkeys(["axes.edgecolor", "grid.color"], LINE),
    **dict.fromkeys(["axes.spines.top", "axes.spines.right", "legend.frameon"], False),
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "figure.constrained_layout.use": True,
}


def check_picture(file: str | os.PathLike[str]) -> None:
    """Raise unless a picture can be drawn into such a file; worth asking before a long match.

    >>> check_picture("curve.gif")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: 'curve.gif' is no picture that we draw; name it .svg, .png or .pdf, ...
    """
    path = Path(file)
    kind = _kind(path)
    if kind not in KINDS:
        raise RiverboatError(
            f"'{path}' is no picture that we draw; name it .svg, .png or .pdf, such as {path.stem}.svg"
        )
    check_folder(path)
    if kind == "svg":
        return
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise RiverboatError(
            f"a .{kind} needs matplotlib: pip install 'riverboat[charts]', or name it {path.stem}.svg"
        ) from None


def save_picture(shapes: Sequence[Shape], file: str | os.PathLike[str]) -> None:
    """Write shapes as the kind of picture that the file is named for; the same shapes give the same bytes."""
    check_picture(file)
    kind = _kind(Path(file))
    write_whole(file, [svg_page(shapes).encode() if kind == "svg" else _figure(shapes, kind)])


def _kind(path: Path) -> str:
    return path.suffix[1:].lower()


def _figure(shapes: Sequence[Shape], kind: str) -> bytes:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    drawn, across = _panels(shapes)
    rows = -(-len(drawn) // across)
    with rc_context(dict[Any, Any](_STYLE)):
        figure = Figure(figsize=(_SIZE[0] * across, _SIZE[1] * rows))
        for panel, shape in zip(figure.subplots(rows, across, squeeze=False).flat, drawn, strict=False):
            _draw_chart(panel, shape) if isinstance(shape, Chart) else _draw_grid(panel, shape)
        for panel in figure.axes[len(drawn) :]:
            panel.set_axis_off()
        out = io.BytesIO()
        figure.savefig(out, format=kind, dpi=150, metadata={"CreationDate": None} if kind == "pdf" else None)
    return out.getvalue()


def _panels(shapes: Sequence[Shape]) -> tuple[list[Chart | Grid], int]:
    """Return the charts and grids, and how many stand beside each other."""
    drawn: list[Chart | Grid] = []
    across = 1
    for shape in shapes:
        if isinstance(shape, Panels):
            drawn, across = [*drawn, *shape.shapes], max(across, min(shape.across, len(shape.shapes)))
        elif isinstance(shape, Chart | Grid):
            drawn.append(shape)
        elif not isinstance(shape, Note):
            raise RiverboatError(
                f"only charts and grids become .png or .pdf, not {type(shape).__name__}; use .svg"
            )
    return drawn, across


def _draw_chart(panel: Axes, chart: Chart) -> None:
    for number, curve in enumerate(chart.curves):
        colour = curve_colour(chart, number)
        look = {"linewidth": 0.5, "alpha": 0.25} if curve.faint else {"linewidth": 2}
        style = "o-" if curve.marks else "-"
        label = curve.name or None
        panel.plot(
            curve.xs, curve.ys, style, color=colour, markersize=4, label=label, zorder=2 - number, **look
        )
        if curve.low is not None and curve.high is not None:
            panel.fill_between(curve.xs, curve.low, curve.high, color=colour, alpha=0.18, linewidth=0)
    panel.set(title=chart.title, xlabel=chart.x, ylabel=chart.y)
    panel.set_xscale("log" if chart.log_x else "linear")
    panel.set_yscale("log" if chart.log_y else "linear")
    panel.set_ylim(chart.least, chart.most)
    if chart.percent:
        panel.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.4g}%")
    for name, place in chart.marked:
        panel.axvline(place, color=FADED, linestyle="--", linewidth=1)
        panel.annotate(
            name,
            (place, 1),
            (4, -10),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            color=FADED,
        )
    if any(curve.name for curve in chart.curves):
        panel.legend()


def _draw_grid(panel: Axes, grid: Grid) -> None:
    from matplotlib.patches import Patch, Rectangle

    for row, cells in enumerate(grid.rows):
        for column, cell in enumerate(cells):
            left = float(column)
            for colour, share in cell.filled:
                panel.add_patch(
                    Rectangle((left, row), share, 1, facecolor=colour, edgecolor=DARK, linewidth=0.5)
                )
                left += share
            ground = cell.filled[0][0]
            ink = LIGHT if ground == EMPTY else text_on(ground)
            panel.text(column + 0.5, row + 0.5, cell.label, ha="center", va="center", color=ink)
    panel.set(xlim=(0, grid.columns), ylim=(len(grid.rows), 0), title=grid.title, xlabel=grid.footer)
    panel.set_xticks([column + 0.5 for column in range(len(grid.across))], grid.across)
    panel.set_yticks([row + 0.5 for row in range(len(grid.down))], grid.down)
    panel.tick_params(length=0)
    panel.grid(visible=False)
    if grid.legend:
        patches = [Patch(color=colour, label=name) for colour, name in grid.legend]
        panel.legend(handles=patches, loc="upper left", bbox_to_anchor=(1, 1))
