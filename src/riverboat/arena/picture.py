"""Pictures of results, drawn by matplotlib in the colours of our pages."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riverboat.base.files import check_folder, write_whole
from riverboat.errors import MatchError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS: Final = ("svg", "png", "pdf")
"""What a picture can be, as its name ends."""
COLOURS: Final = ("#eab308", "#3b82f6", "#22c55e", "#ef4444", "#a855f7", "#f97316", "#06b6d4", "#ec4899")
LIGHT, FADED, LINE, DARK = "#fafafa", "#a1a1aa", "#3f3f46", "#18181b"
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
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "riverboat",  # names inside the file that do not change
}


def check_picture(file: str | os.PathLike[str]) -> None:
    """Raise unless a picture can be drawn into such a file; worth asking before a long match.

    >>> check_picture("curve.gif")
    Traceback (most recent call last):
    ...
    riverboat.errors.MatchError: 'curve.gif' is no picture that we draw; name it .svg, .png or .pdf, such as curve.svg
    """
    path = Path(file)
    if path.suffix[1:].lower() not in KINDS:
        raise MatchError(
            f"'{path}' is no picture that we draw; name it .svg, .png or .pdf, such as {path.stem}.svg"
        )
    check_folder(path)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MatchError("a picture needs matplotlib: pip install 'riverboat[charts]'") from None


@contextmanager
def picture(file: str | os.PathLike[str], panels: int = 1) -> Iterator[Sequence[Axes]]:
    """Give empty panels side by side to draw in, and write the picture when the block is left.

    The same drawing gives the same bytes.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with picture(f"{folder}/line.svg") as [panel]:
    ...         _ = panel.plot([0, 1], [0, 1])
    ...     Path(f"{folder}/line.svg").read_text(encoding="utf-8").count("<svg ")
    1
    """
    check_picture(file)
    from cycler import cycler
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    style: dict[Any, Any] = {**_STYLE, "axes.prop_cycle": cycler(color=COLOURS)}
    with rc_context(style):
        figure = Figure(figsize=(_SIZE[0] * panels, _SIZE[1]))
        yield figure.subplots(1, panels, squeeze=False)[0]
        kind, drawn = Path(file).suffix[1:].lower(), io.BytesIO()
        dates = {"svg": "Date", "pdf": "CreationDate"}
        figure.savefig(drawn, format=kind, dpi=150, metadata={dates[kind]: None} if kind in dates else None)
    write_whole(file, [drawn.getvalue()])


def mark(panel: Axes, x: float, label: str) -> None:
    """Draw an upright dashed line with a label, such as a published optimum."""
    panel.axvline(x, color=FADED, linestyle="--", linewidth=1)
    panel.annotate(
        label, (x, 1), (4, -10), xycoords=("data", "axes fraction"), textcoords="offset points", color=FADED
    )
