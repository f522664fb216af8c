"""What a blueprint answers: beside how hands are played, what the answer rests on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from riverboat.games.rules.positions import seat_names
from riverboat.solvers.asking.decision import AllHands, Answer, Decision, Point
from riverboat.strategy.file.strategy_table import Source
from riverboat.strategy.file.trained_rows import WELL_TRAINED
from riverboat.strategy.lines.board_buckets import BoardBuckets
from riverboat.strategy.lines.branches import Translated
from riverboat.strategy.lines.pot_odds import PotOdds
from riverboat.strategy.lines.state_key import has_names, state_key
from riverboat.strategy.lines.trained_line import TrainedLine

_BY_ODDS: Final = (
    "it is the last decision: hands that are not well trained call if that is worth its price against the ranges that "
    "the line tells"
)


class TrainedPoint(Point, Protocol):
    """Where a blueprint answers: a `BlueprintCursor`."""

    line: TrainedLine

    @property
    def buckets(self) -> BoardBuckets:
        """The buckets of all hands on the board."""
        ...


class Trained(Answer):
    """An answer from a trained game, which may be another than the real one."""

    at: TrainedPoint

    @property
    def translated(self) -> tuple[Translated, ...]:
        """Which real bets were played as which menu sizes, with which weights."""
        return self.at.line.translated

    odds: PotOdds | None

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed, in words."""
        return (*self.at.line.assumed, *self._odds_words())

    def _odds_words(self) -> tuple[str, ...]:
        """How hands that are not well trained are played, if any was, in a last decision."""
        if self.odds is None:
            return ()
        names = seat_names(self.at.table.game)
        unknown = [
            f"{names[seat]} never plays so; what no hand does tells nothing of the range"
            for seat in self.odds.unknown
        ]
        return (_BY_ODDS, *unknown)

    @property
    def source(self) -> Source:
        """Whose row the answer is: "node" is the node's own; "class" and "shape" are means over nodes like it."""
        return self.at.line.mix.source

    @property
    def trained_game(self) -> str:
        """The name of the trained game that answers: the finest that covers the line."""
        return self.at.line.found.file.config.name

    @property
    def has_names(self) -> bool:
        """Whether hands have names in the trained game, as feature strings are."""
        return has_names(self.at.line.mix.file) and not self.at.line.gone.is_lost

    def state_of(self, bucket: int) -> str:
        """Return what training called this decision with a bucket."""
        if self.at.line.gone.is_lost:
            return str(bucket)
        return state_key(self.at.line.mix.file, self.at.line.gone.branches[0].table, bucket)

    def trained_dict(self) -> dict[str, Any]:
        """Return what the answer rests on as plain values."""
        return {
            "strategy": self.trained_game,
            "source": self.source,
            "translated": [{"real": one.real, "played_as": dict(one.played_as)} for one in self.translated],
            "assumed": list(self.assumed),
        }


@dataclass(frozen=True, eq=False, repr=False)
class TrainedDecision(Trained, Decision):
    """How one hand is played.

    bucket: of the hand in the card abstraction. visits: about how often training visited this bucket here, or the mean
    bucket if the file has no more. number: of the hand. odds: if they decided, as in the last decision of a hand that
    is not well trained.
    """

    bucket: int
    visits: int
    number: int
    odds: PotOdds | None = None

    @property
    def well_trained(self) -> bool:
        """Whether the answer is of the node itself and was visited 100 times or more."""
        return self.source == "node" and self.visits >= WELL_TRAINED

    @property
    def key(self) -> str:
        """What training called this decision and hand, such as `P2;S8-tf1f;aa/rc/pr`; see `state_key`.

        Hands that have no names are numbers, and so are all where the trained game cannot follow the line.
        """
        return self.state_of(self.bucket)

    @property
    def notes(self) -> tuple[str, ...]:
        """The hand and how well it is trained, what was translated and assumed."""
        trained = "" if self.well_trained else " (not well trained)"
        state = f"state {self.key}" if self.has_names else f"bucket {self.bucket:,}"
        return (f"{state}, about {self.visits:,} visits{trained}", *super().notes, *self._priced())

    def _priced(self) -> tuple[str, ...]:
        if self.odds is None:
            return ()
        unit = self.at.table.game.big_blind
        price, worth = self.odds.price / unit, self.odds.worth(self.number) / unit
        return (f"a call costs {price:.4g} bb and wins back {worth:.4g} bb on average", *self._odds_words())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        trained: dict[str, Any] = {
            "bucket": self.bucket,
            "visits": self.visits,
            "well_trained": self.well_trained,
        }
        if self.has_names:
            trained["key"] = self.key
        return {**super().to_dict(), **self.trained_dict(), **trained}


@dataclass(frozen=True, eq=False, repr=False)
class TrainedHands(Trained, AllHands):
    """How every hand is played. odds: those of hands that are not well trained, in the last decision of a hand."""

    at: TrainedPoint
    odds: PotOdds | None = None

    @cached_property
    def visits(self) -> npt.NDArray[np.int64]:
        """About how often training visited the bucket of each hand here: int64[hands]."""
        return np.asarray(self.at.line.mix.visits_by_bucket()[self._buckets])

    @cached_property
    def well_trained(self) -> npt.NDArray[np.bool_]:
        """Which hands were visited 100 times or more, at the node itself: bool[hands]."""
        return np.asarray(~self.at.line.mix.thin[self._buckets])

    @property
    def _buckets(self) -> npt.NDArray[np.int32]:
        return self.at.buckets.many(np.flatnonzero(self.at.buckets.held))

    @property
    def notes(self) -> tuple[str, ...]:
        """What was translated and assumed."""
        return (*super().notes, *self._odds_words())

    def to_dict(self, *, evs: bool | None = None) -> dict[str, Any]:
        """Return everything as plain values; hands by their names."""
        return {**super().to_dict(evs=evs), **self.trained_dict()}


@dataclass(frozen=True, eq=False)
class Batch(Trained):
    """How many hands are played at one point: probabilities float32[hands, options], buckets int32[hands]."""

    probabilities: npt.NDArray[np.float32]
    buckets: npt.NDArray[np.int32]
    odds: PotOdds | None = None
