"""Ratings: the ranking, what everybody wins from everybody, and where ratings do not tell the truth."""

from __future__ import annotations

from typing import Final

from riverboat.arena.ratings.ratings import Ratings
from riverboat.base.drawing import draws
from riverboat.views.arena.leagues import winnings
from riverboat.views.page import Page
from riverboat.views.shapes import Note, Rows

_MOST: Final = 5  # tables that are told of where ratings are wrong


@draws(Ratings)
def draw_ratings(ratings: Ratings) -> Page:
    """Return the ranking, all tables, and the largest residuals."""
    seats = "heads-up" if ratings.players == 2 else f"one among {ratings.players - 1} of the other"
    title = f"{ratings.hands:,} hands, {seats}, {ratings.stack_bb:g} bb; bb/100, all-in adjusted; ± is 95 %"
    tables = winnings(ratings.names, ratings.order, ratings.won, "row wins from column")
    return Page(Note(title), _ranking(ratings), *tables, *_circles(ratings), *_warnings(ratings))


def _ranking(ratings: Ratings) -> Rows:
    rows = []
    for place, bot in enumerate(ratings.order, 1):
        field, tables = ratings.field(bot), sum(bot in pair for pair in ratings.tables)
        cells = (
            ratings.names[bot],
            str(ratings.rating(bot)),
            "" if field is None else str(field),
            f"{tables}",
        )
        rows.append((str(place), *cells))
    return Rows((">", "bot", ">rating", ">against the field", ">tables"), tuple(rows))


def _circles(ratings: Ratings) -> list[Rows | Note]:
    """The tables that ratings explain worst."""
    if len(ratings.entries) < 3:
        return []
    strengths = ratings.fit.strengths
    worst = sorted(ratings.tables, key=lambda pair: -abs(ratings.residual(*pair)))[:_MOST]
    rows = tuple(
        (
            f"{ratings.names[bot]} from {ratings.names[other]}",
            f"{ratings.tables[bot, other].mean:+.1f}",
            f"{strengths[bot] - strengths[other]:+.1f}",
            f"{ratings.residual(bot, other):+.1f}",
        )
        for bot, other in worst
    )
    note = f"{ratings.unexplained:.0%} of what was won, squared, no ratings explain: who beats whom goes in circles"
    return [Rows(("furthest from the ratings", ">wins", ">rated", ">more"), rows), Note(note, "dim")]


def _warnings(ratings: Ratings) -> list[Note]:
    lost = [
        Note(
            f"{ratings.names[bot]} and {ratings.names[other]} lost {table.lost_decisions:,} decisions",
            "warning",
        )
        for (bot, other), table in ratings.tables.items()
        if table.lost_decisions
    ]
    apart = [
        Note(
            f"not comparable with the others yet: {', '.join(ratings.names[bot] for bot in sorted(group))}",
            "warning",
        )
        for group in sorted(ratings.groups, key=len, reverse=True)[1:]
    ]
    return [*lost, *apart]
