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
from riverboat.evaluation.intervals import NORMAL_95, Figure, Moments, sequence_errors
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.positions import position_names, seat_names


@dataclass(frozen=True)
class BotResult:
    """How one bot did, in big blinds per 100 hands.

    adjusted: with all-in pots shared by equity. aivat: without the luck that known strategies and the cards explain, if
    it was asked for. by_position: hands, won and adjusted by the name of the seat.
    games_won: the part of freeze-outs that it won. faults: decisions it lost, by kind: how many, and the first message.
    """

    name: str
    won: Figure
    adjusted: Figure
    by_position: dict[str, tuple[int, Figure, Figure]]
    games_won: Figure | None
    faults: Faults
    aivat: Figure | None = None

    @property
    def best(self) -> Figure:
        """The figure with least luck in it."""
        return self.adjusted if self.aivat is None else self.aivat

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
            **({} if self.aivat is None else {"aivat_bb_per_100": self.aivat.to_dict()}),
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
    of every series; what was played before a match went on is one line of it. at_every_look: whether the intervals are
    of the kind that one may stop by.
    """

    setting: Setting
    bots: tuple[BotResult, ...]
    hands: int
    units: int
    of_units: int
    records: tuple[Hand, ...] = ()
    course: tuple[tuple[int, tuple[float, ...]], ...] = field(default=(), compare=False)
    at_every_look: bool = False

    def __repr__(self) -> str:
        won = ", ".join(f"{bot.name} {bot.best}" for bot in self.bots)
        how = "AIVAT" if self.setting.options.aivat else "all-in adjusted"
        return f"<MatchResult of {self.hands:,} hands: {won} bb/100, {how}>"

    @property
    def widest(self) -> float:
        """The widest half interval of the figures with least luck, in big blinds per 100 hands."""
        return max(bot.best.half_width for bot in self.bots)

    @property
    def is_sure(self) -> bool:
        """Whether it is sure who wins most: his interval lies above all others."""
        first, *others = sorted((bot.best for bot in self.bots), key=lambda figure: -figure.mean)
        return all(first.low > other.high for other in others)

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
                    **(
                        {}
                        if bot.aivat is None
                        else {"aivat_bb_per_100": bot.aivat.mean, "aivat_half_width": bot.aivat.half_width}
                    ),
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
            "intervals": "at every look" if self.at_every_look else "at the end",
            "bots": [bot.to_dict() for bot in self.bots],
        }


def match_result(
    setting: Setting,
    tally: Tally,
    records: tuple[Hand, ...] = (),
    course: tuple[tuple[int, tuple[float, ...]], ...] = (),
    *,
    at_every_look: bool = False,
) -> MatchResult:
    """Return the figures of a tally. at_every_look: with intervals by which one may stop, see `sequence_errors`."""
    unit = setting.game.big_blind
    per_sample = 100 / unit * tally.units * tally.rotations / max(tally.hands, 1)
    seats = dict(zip(position_names(setting.game.players), seat_names(setting.game), strict=True))
    # Heads-up the two intervals are one; among more all must hold together.
    alpha = 0.05 / (1 if len(setting.bots) == 2 else len(setting.bots))
    errors = sequence_errors(tally.units, alpha) if at_every_look else NORMAL_95

    def figure(moments: Moments, bot: int, scale: float, errors: float = NORMAL_95) -> Figure:
        return Figure(float(moments.mean[bot]) * scale, errors * float(moments.error[bot]) * scale)

    bots = tuple(
        BotResult(
            name,
            figure(tally.won, bot, per_sample, errors),
            figure(tally.adjusted, bot, per_sample, errors),
            {
                seats.get(position, position): (
                    int(won.count[bot]),
                    figure(won, bot, 100 / unit),
                    figure(adjusted, bot, 100 / unit),
                )
                for position, (won, adjusted) in tally.by_position.items()
                if won.count[bot]
            },
            figure(tally.games_won, bot, 1.0) if setting.is_freeze_out else None,
            dict(tally.faults[bot]),
            figure(tally.aivat, bot, per_sample, errors) if setting.options.aivat else None,
        )
        for bot, name in enumerate(setting.names)
    )
    return MatchResult(setting, bots, tally.hands, tally.units, setting.units, records, course, at_every_look)
