"""How players play: VPIP, raises, aggression, showdowns, by player and position."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from riverboat.arena.styles.chances import STATS, Counts, count_hand
from riverboat.base.checks import instance
from riverboat.base.drawing import Drawn
from riverboat.base.frames import DataFrame, data_frame
from riverboat.errors import HistoryError
from riverboat.evaluation.intervals import Share
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.positions import position_names, seat_names

_ORDER: Final = (*position_names(10), "OOP", "IP")


@dataclass(frozen=True)
class Habits:
    """The hands of a player, all or in one position, and the shares of `STATS` by name."""

    hands: int
    shares: dict[str, Share]

    def __getitem__(self, name: str) -> Share:
        return self.shares[name]

    @property
    def aggression_factor(self) -> tuple[float, float, float]:
        """Bets and raises for each call after the flop, with the ends of its interval; infinite without a call."""
        share = self.shares["aggression_factor"]
        mean, low, high = (_odds(part) for part in (share.mean, share.low, share.high))
        return mean, low, high

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        factor = [value if math.isfinite(value) else None for value in self.aggression_factor]
        told = {name: share.to_dict() for name, share in self.shares.items()}
        told["aggression_factor"] |= dict(zip(("ratio", "low", "high"), factor, strict=True))
        del told["aggression_factor"]["share"]
        return {"hands": self.hands, **told}


@dataclass(frozen=True)
class PlayerStyle:
    """How one player plays, in all hands and by the name of the seat."""

    name: str
    all: Habits
    by_position: dict[str, Habits]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        positions = {name: habits.to_dict() for name, habits in self.by_position.items()}
        return {"name": self.name, **self.all.to_dict(), "by_position": positions}


@dataclass(frozen=True)
class Style(Drawn):
    """How all players of some hands play, those with most hands first. hands: how many were counted."""

    hands: int
    players: tuple[PlayerStyle, ...]

    def __repr__(self) -> str:
        return f"<Style of {len(self.players):,} players in {self.hands:,} hands>"

    def __getitem__(self, name: str) -> PlayerStyle:
        for player in self.players:
            if player.name == name:
                return player
        some = ", ".join(player.name for player in self.players[:5])
        raise HistoryError(f"{name!r} did not play in these hands; who did are, for example, {some}")

    def only(self, names: Iterable[str]) -> Style:
        """Return the same hands with some of the players."""
        return replace(self, players=tuple(self[name] for name in names))

    def to_pandas(self) -> DataFrame:
        """Return a row for each player and position: hands, and the share of each number; position "" is all."""
        return data_frame(
            {
                "player": player.name,
                "position": position,
                "hands": habits.hands,
                **{name: share.mean for name, share in habits.shares.items() if name != "aggression_factor"},
                "aggression_factor": habits.aggression_factor[0],
            }
            for player in self.players
            for position, habits in {"": player.all, **player.by_position}.items()
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as `--json` prints them."""
        return {"hands": self.hands, "players": [player.to_dict() for player in self.players]}


def style(hands: Iterable[Hand]) -> Style:
    """Count how players play over finished hands; `STATS` says what each number means.

    Players are told apart by their names. A position is a place from the button; hands at tables of different sizes
    share the names of their seats. Intervals are those of chances that do not depend on each other.

    >>> from riverboat.arena import play_match
    >>> found = style(play_match(["fish", "all-in"], 100, keep_every=1).records)
    >>> found["all-in"].all["pfr"].mean, found["fish"].by_position["BTN"]["vpip"]
    (1.0, Share(count=50, of=50))
    """
    cells: dict[tuple[str, str], tuple[int, Counts]] = {}
    number = 0
    instance("hands", hands, Iterable, HistoryError, example="read_hands('session.txt').hands")
    for number, hand in enumerate(hands, 1):
        instance("a hand", hand, Hand, HistoryError, example="those of read_hands('session.txt').hands")
        if not hand.is_over:
            raise HistoryError(f"hand {number} is not over; styles are counted over finished hands")
        for name, position, counts in zip(hand.names, seat_names(hand.game), count_hand(hand), strict=True):
            before, sums = cells.get((name, position), (0, 0))
            cells[name, position] = (before + 1, sums + counts)
    if not number:
        raise HistoryError(
            "there are no hands to count; give some, such as those of read_hands('session.txt')"
        )
    places: dict[str, dict[str, tuple[int, Counts]]] = {}
    for (name, position), cell in cells.items():
        places.setdefault(name, {})[position] = cell
    players = [
        PlayerStyle(
            name,
            _habits(
                sum(hands for hands, _ in by.values()), np.sum([counts for _, counts in by.values()], axis=0)
            ),
            {position: _habits(*by[position]) for position in sorted(by, key=_ORDER.index)},
        )
        for name, by in places.items()
    ]
    return Style(number, tuple(sorted(players, key=lambda player: -player.all.hands)))


def _habits(hands: int, counts: Counts) -> Habits:
    rows = counts.tolist()
    return Habits(hands, {name: Share(*row) for name, row in zip(STATS, rows, strict=True)})


def _odds(share: float) -> float:
    return share / (1 - share) if share != 1 else math.inf
