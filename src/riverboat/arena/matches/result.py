"""What a match found: winnings with intervals, by position, adjusted, and what went wrong."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from riverboat.arena.matches.seated import Faults
from riverboat.arena.matches.setting import Setting
from riverboat.arena.matches.tally import Tally
from riverboat.base.drawing import Drawn, drawing
from riverboat.base.frames import DataFrame, data_frame
from riverboat.evaluation.intervals import Figure, Moments
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.positions import position_names, seat_names


@dataclass(frozen=True)
class BotResult:
    """How one bot did, in big blinds per 100 hands.

    adjusted: with all-in pots shared by equity. by_position: hands, won and adjusted by the name of the seat.
    games_won: the part of freeze-outs that it won. faults: decisions it lost, by kind: how many, and the first message.
    """

    name: str
    won: Figure
    adjusted: Figure
    by_position: dict[str, tuple[int, Figure, Figure]]
    games_won: Figure | None
    faults: Faults

    @property
    def lost_decisions(self) -> int:
        """How many of its calls failed."""
        return sum(count for count, _ in self.faults.values())

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "name": self.name,
            "bb_per_100": self.won.to_dict(),
            "adjusted_bb_per_100": self.adjusted.to_dict(),
            "by_position": {
                name: {"hands": hands, "bb_per_100": won.to_dict(), "adjusted_bb_per_100": adjusted.to_dict()}
                for name, (hands, won, adjusted) in self.by_position.items()
            },
            "games_won": None if self.games_won is None else self.games_won.to_dict(),
            "faults": {
                kind: {"count": count, "first": first} for kind, (count, first) in self.faults.items()
            },
        }


@dataclass(frozen=True)
class MatchResult(Drawn):
    """The result of a match, whole or so far.

    hands: played, in all rotations. units, of_units: deals or games, played and asked for. records: the hands that were
    to be kept. course: after so many hands, what each bot had won, in big blinds, all-in adjusted; a few points
    of every series; what was played before a match went on is one line of it.
    """

    setting: Setting
    bots: tuple[BotResult, ...]
    hands: int
    units: int
    of_units: int
    records: tuple[Hand, ...] = ()
    course: tuple[tuple[int, tuple[float, ...]], ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        won = ", ".join(f"{bot.name} {bot.adjusted}" for bot in self.bots)
        return f"<MatchResult of {self.hands:,} hands: {won} bb/100, all-in adjusted>"

    @property
    def widest(self) -> float:
        """The widest half interval of the adjusted figures, in big blinds per 100 hands."""
        return max(bot.adjusted.half_width for bot in self.bots)

    def chart(self, file: str | os.PathLike[str]) -> None:
        """Draw the winnings over the hands into a file: .svg, or with `riverboat[charts]` .png and .pdf."""
        drawing(self, "chart").save(file)

    def to_pandas(self) -> DataFrame:
        """Return a row for each bot: bb/100, raw and all-in adjusted, with half of the 95 % intervals."""
        return data_frame(
            (
                {
                    "bot": bot.name,
                    "bb_per_100": bot.won.mean,
                    "half_width": bot.won.half_width,
                    "adjusted_bb_per_100": bot.adjusted.mean,
                    "adjusted_half_width": bot.adjusted.half_width,
                    **({} if bot.games_won is None else {"games_won": bot.games_won.mean}),
                    "lost_decisions": bot.lost_decisions,
                }
                for bot in self.bots
            ),
            index="bot",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as `--json` prints them."""
        return {
            "hands": self.hands,
            "mode": self.setting.options.mode,
            "duplicate": self.setting.options.duplicate,
            "seed": self.setting.seed,
            "bots": [bot.to_dict() for bot in self.bots],
        }


def match_result(
    setting: Setting,
    tally: Tally,
    records: tuple[Hand, ...] = (),
    course: tuple[tuple[int, tuple[float, ...]], ...] = (),
) -> MatchResult:
    """Return the figures of a tally."""
    unit = setting.game.big_blind
    per_sample = 100 / unit * tally.units * tally.rotations / max(tally.hands, 1)
    seats = dict(zip(position_names(setting.game.players), seat_names(setting.game), strict=True))
    bots = tuple(
        BotResult(
            name,
            _figure(tally.won, bot, per_sample),
            _figure(tally.adjusted, bot, per_sample),
            {
                seats.get(position, position): (
                    int(won.count[bot]),
                    _figure(won, bot, 100 / unit),
                    _figure(adjusted, bot, 100 / unit),
                )
                for position, (won, adjusted) in tally.by_position.items()
                if won.count[bot]
            },
            _figure(tally.games_won, bot, 1.0) if setting.is_freeze_out else None,
            dict(tally.faults[bot]),
        )
        for bot, name in enumerate(setting.names)
    )
    return MatchResult(setting, bots, tally.hands, tally.units, setting.units, records, course)


def _figure(moments: Moments, bot: int, scale: float) -> Figure:
    return Figure(float(moments.mean[bot]) * scale, float(moments.half_width[bot]) * scale)
