"""The report in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.base.memory import bytes_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from riverboat.abstraction.report.abstraction_report import AbstractionReport, StreetReport


def report_tables(report: AbstractionReport) -> RenderableType:
    """Return the measures of each street, some buckets with their hands, and what was only sampled."""
    from rich.console import Group

    size = f", {bytes_text(report.nbytes)}" if report.nbytes else ""
    measures = _table(
        f"{report.name}{size}",
        ("street", "classes", "buckets", "balance", "spread", "|error|", "nearby", "distance"),
    )
    hands = _table(
        "hands nearest to and farthest from the centroid",
        ("street", "bucket", "share", "EHS", "10-90 %", "nearest", "farthest", "EHS"),
    )
    for street in report.streets:
        measures.add_row(*_measures(street))
        for one in street.shown:
            hands.add_row(
                street.street,
                str(one.bucket),
                f"{one.share:.2%}",
                f"{one.ehs:.3f}",
                f"{_short(one.low)}-{_short(one.high)}",
                one.nearest,
                one.farthest,
                f"{one.farthest_ehs:.3f}",
            )
    notes = [note for street in report.streets for note in sample_notes(street)]
    return Group(measures, *([hands] if hands.row_count else []), *notes)


def sample_notes(street: StreetReport) -> list[str]:
    """Return what of a street was measured on a sample."""
    if street.sampled:
        return [
            f"{street.street}: a sample of {street.sampled:,} deals; buckets it missed do not count as used"
        ]
    if street.distance_sampled:
        return [f"{street.street}: distance from a sample of {street.distance_sampled:,} deals"]
    return []


def used_text(street: StreetReport) -> str:
    """Return how many buckets hold a hand, such as `200` or `198/200`."""
    return f"{street.used:,}" + ("" if street.used == street.buckets else f"/{street.buckets:,}")


def _measures(street: StreetReport) -> list[str]:
    measures = (street.ehs_spread, street.ehs_error, street.neighbours, street.distance)
    sizes = (f"{street.classes:,}", used_text(street), f"{street.balance:.2f}")
    return [street.street, *sizes, *("-" if value is None else f"{value:.4f}" for value in measures)]


def _short(share: float) -> str:
    return "1.0" if share >= 0.995 else f"{share:.2f}".removeprefix("0")


def _table(title: str, columns: tuple[str, ...]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(
        title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False
    )
    for column in columns:
        table.add_column(column, justify="left" if column in ("street", "nearest", "farthest") else "right")
    return table
