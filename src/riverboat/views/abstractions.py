"""Card abstractions: how good one is, how its buckets are spread over EHS, and the buckets of a hand.

In a chart of a street all deals lie along the bottom, from the weakest bucket to the strongest, each bucket as wide as
its share. Upwards goes EHS: a line for the mean of each bucket, and around it a band that holds 80 percent of its
hands. A thin band is a good abstraction of strength; steps are buckets that are large.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

from riverboat.abstraction.report.abstraction_report import AbstractionReport, BucketReport, StreetReport
from riverboat.abstraction.report.hand_buckets import HandBuckets
from riverboat.base.drawing import draws
from riverboat.base.memory import bytes_text
from riverboat.views.page import Page
from riverboat.views.shapes import CardRow, Cell, Chart, Curve, Line, Note, Panels, Rows, Shape


@draws(AbstractionReport)
def draw_abstraction_report(report: AbstractionReport) -> Page:
    """Return the measures of each street, some buckets with their hands, and what was only sampled."""
    size = f", {bytes_text(report.nbytes)}" if report.nbytes else ""
    measures = Rows(
        ("street", ">classes", ">buckets", ">balance", ">spread", ">|error|", ">nearby", ">distance"),
        tuple(_measures(street) for street in report.streets),
        title=f"{report.name}{size}",
    )
    hands = Rows(
        ("street", ">bucket", ">share", ">EHS", ">10-90 %", "nearest", "farthest", ">EHS"),
        tuple(_bucket(street.street, one) for street in report.streets for one in street.shown),
        title="hands nearest to and farthest from the centroid",
    )
    notes = [Note(note, "dim") for street in report.streets for note in _sample_notes(street)]
    return Page(measures, *([hands] if hands.rows else []), *notes, more=_charts(report))


@draws(AbstractionReport, "chart")
def draw_buckets_over_strength(report: AbstractionReport) -> Page:
    """Return a chart of each street: how its buckets are spread over EHS."""
    return Page(Note(report.name, "bold"), *_charts(report))


@draws(HandBuckets)
def draw_hand_buckets(buckets: HandBuckets) -> Page:
    """Return a row for each street."""
    rows = tuple(
        (
            one.street,
            f"bucket {one.bucket:,} of {one.buckets:,}",
            Line(tuple(CardRow(cards) for cards in one.cards.split())),
        )
        for one in buckets
    )
    return Page(Rows(("", "", ""), rows))


# --- parts -------------------------------------------------------------------------------------------------


def _measures(street: StreetReport) -> tuple[str, ...]:
    measures = (street.ehs_spread, street.ehs_error, street.neighbours, street.distance)
    sizes = (f"{street.classes:,}", _used(street), f"{street.balance:.2f}")
    return (street.street, *sizes, *("-" if value is None else f"{value:.4f}" for value in measures))


def _bucket(street: str, one: BucketReport) -> tuple[Cell, ...]:
    return (
        street,
        str(one.bucket),
        f"{one.share:.2%}",
        f"{one.ehs:.3f}",
        f"{_short(one.low)}-{_short(one.high)}",
        one.nearest,
        one.farthest,
        f"{one.farthest_ehs:.3f}",
    )


def _sample_notes(street: StreetReport) -> list[str]:
    """What of a street was measured on a sample."""
    if street.sampled:
        return [
            f"{street.street}: a sample of {street.sampled:,} deals; buckets it missed do not count as used"
        ]
    if street.distance_sampled:
        return [f"{street.street}: distance from a sample of {street.distance_sampled:,} deals"]
    return []


def _used(street: StreetReport) -> str:
    """How many buckets hold a hand, such as `200` or `198/200`."""
    return f"{street.used:,}" + ("" if street.used == street.buckets else f"/{street.buckets:,}")


def _short(share: float) -> str:
    return "1.0" if share >= 0.995 else f"{share:.2f}".removeprefix("0")


def _charts(report: AbstractionReport) -> tuple[Shape, ...]:
    charts = tuple(_chart(street) for street in report.streets if street.listed)
    return (Panels(charts, across=2) if charts else Note("hand strength is not defined here", "dim"),)


def _chart(street: StreetReport) -> Chart:
    total = sum(one.share for one in street.listed)
    ends = [0.0, *accumulate(one.share / total for one in street.listed)]
    sample = "; a sample" if street.sampled else ""
    error = "" if street.ehs_error is None else f", mean |error| {street.ehs_error:.4f}"
    return Chart(
        (
            Curve(
                "mean, and 80 % of a bucket's hands",
                [edge for pair in pairwise(ends) for edge in pair],
                _steps([one.ehs for one in street.listed]),
                _steps([min(one.low, one.ehs) for one in street.listed]),
                _steps([max(one.high, one.ehs) for one in street.listed]),
                tooltips=tuple(tip for one in street.listed for tip in (_tooltip(one), "")),
            ),
        ),
        x=f"share of deals, weakest bucket first{sample}",
        y="EHS",
        title=f"{street.street}: {_used(street)} buckets{error}",
        least=0.0,
        most=1.0,
    )


def _steps(values: list[float]) -> list[float]:
    """Each value twice: at the left and at the right end of its bucket."""
    return [value for value in values for _ in range(2)]


def _tooltip(one: BucketReport) -> str:
    return (
        f"bucket {one.bucket}: {one.share:.2%} of deals, EHS {one.ehs:.3f} ({one.low:.3f} to {one.high:.3f}), such as "
        f"{one.nearest}; farthest {one.farthest}, {one.farthest_ehs:.3f}"
    )
