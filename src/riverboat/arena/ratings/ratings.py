"""Ratings of all bots that have played at tables of one kind."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from riverboat.arena.matches.batch import mean_of
from riverboat.arena.ratings.database import TableResult
from riverboat.arena.ratings.entry import Entry
from riverboat.arena.ratings.fit import Fit, connected, least_squares
from riverboat.base.drawing import Drawn
from riverboat.base.frames import DataFrame, data_frame
from riverboat.evaluation.intervals import NORMAL_95, Figure


@dataclass(frozen=True)
class Ratings(Drawn):
    """All bots of tables of one kind.

    players, stack_bb: of the tables. entries: the bots. tables: by the number of one bot and that of the other, who has
    all other seats; heads-up each pair is there once.
    """

    players: int
    stack_bb: float
    entries: tuple[Entry, ...]
    tables: dict[tuple[int, int], TableResult]

    @classmethod
    def of_results(cls, players: int, stack_bb: float, results: list[TableResult]) -> Ratings:
        """Return the ratings of what was played."""
        entries = tuple(sorted({entry for one in results for entry in (one.bot, one.other)}))
        number = {entry: place for place, entry in enumerate(entries)}
        tables = {(number[one.bot], number[one.other]): one for one in results}
        return cls(players, stack_bb, entries, tables)

    def __repr__(self) -> str:
        rated = ", ".join(f"{self.names[bot]} {self.rating(bot)}" for bot in self.order[:5])
        return f"<Ratings of {len(self.entries)} bots from {len(self.tables)} tables: {rated}>"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the bots are called: where a strategy was there in several forms, with the begin of its digest."""
        said = [entry.name for entry in self.entries]
        return tuple(
            f"{entry.name}@{entry.digest[:6]}" if said.count(entry.name) > 1 else entry.name
            for entry in self.entries
        )

    @property
    def hands(self) -> int:
        """Hands of all tables."""
        return sum(table.hands for table in self.tables.values())

    @cached_property
    def fit(self) -> Fit:
        """The ratings by least squares, and what they leave unexplained."""
        won = [table.mean for table in self.tables.values()]
        variances = [table.variance for table in self.tables.values()]
        return least_squares(len(self.entries), list(self.tables), won, variances)

    @cached_property
    def groups(self) -> list[frozenset[int]]:
        """The bots that tables connect; ratings of different groups are not comparable."""
        return connected(len(self.entries), list(self.tables))

    def rating(self, bot: int) -> Figure:
        """What a bot is rated, in bb/100: over another it wins about the difference; the mean of all is 0."""
        return Figure(float(self.fit.strengths[bot]), NORMAL_95 * float(self.fit.errors[bot]))

    @cached_property
    def order(self) -> list[int]:
        """The bots by rating, the best first; equals in the order of their names."""
        return sorted(range(len(self.entries)), key=lambda bot: -round(float(self.fit.strengths[bot]), 9))

    def won(self, bot: int, other: int) -> Figure | None:
        """What a bot wins where another has all other seats, in bb/100, all-in adjusted; None if they never met so."""
        if (bot, other) in self.tables:
            return _figure(self.tables[bot, other])
        if self.players == 2 and (other, bot) in self.tables:
            found = _figure(self.tables[other, bot])
            return Figure(-found.mean, found.half_width)
        return None

    def field(self, bot: int) -> Figure | None:
        """The mean of what a bot wins from each of those it met; None if it has only sat at the tables of others."""
        figures = [found for other in range(len(self.entries)) if (found := self.won(bot, other)) is not None]
        return mean_of(figures) if figures else None

    def residual(self, bot: int, other: int) -> float:
        """What a bot won from another beyond what their ratings say."""
        return float(self.fit.residuals[list(self.tables).index((bot, other))])

    @property
    def unexplained(self) -> float:
        """The part of all squared winnings that ratings do not explain: circles of who beats whom, and noise."""
        all_of = sum(table.mean**2 for table in self.tables.values())
        return float((self.fit.residuals**2).sum() / all_of) if all_of else 0.0

    def to_pandas(self) -> DataFrame:
        """Return a row for each bot, the best first."""
        return data_frame(self._rows(), index="bot")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as `--json` prints them."""
        return {
            "players": self.players,
            "stack_bb": self.stack_bb,
            "hands": self.hands,
            "unexplained": self.unexplained,
            "groups": [sorted(self.names[bot] for bot in group) for group in self.groups],
            "bots": self._rows(),
            "tables": [
                {
                    "bot": self.names[bot],
                    "other": self.names[other],
                    "deals": table.deals,
                    "hands": table.hands,
                    "runs": table.runs,
                    "adjusted_bb_per_100": _figure(table).to_dict(),
                    "bb_per_100": Figure(table.raw_mean, NORMAL_95 * math.sqrt(table.raw_variance)).to_dict(),
                    "residual": self.residual(bot, other),
                    "lost_decisions": table.lost_decisions,
                    "seed": table.seed or None,
                    "version": table.version,
                    "played_at": table.played_at,
                }
                for (bot, other), table in self.tables.items()
            ],
        }

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for place, bot in enumerate(self.order, 1):
            rating, field = self.rating(bot), self.field(bot)
            rows.append(
                {
                    "place": place,
                    "bot": self.names[bot],
                    "digest": self.entries[bot].digest,
                    "rating": rating.mean,
                    "rating_half_width": rating.half_width,
                    "field": None if field is None else field.mean,
                    "field_half_width": None if field is None else field.half_width,
                    "tables": sum(bot in pair for pair in self.tables),
                }
            )
        return rows


def _figure(table: TableResult) -> Figure:
    return Figure(table.mean, NORMAL_95 * math.sqrt(table.variance))
