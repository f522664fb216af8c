"""What one strategy wins from another."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from riverboat.base.checks import whole
from riverboat.errors import MatchError
from riverboat.evaluation.blocks import play_blocks
from riverboat.evaluation.duels.setting import COLUMNS, DuelSetting
from riverboat.evaluation.intervals import Figure, Moments
from riverboat.games.rules.game import Game
from riverboat.solvers.asking.strategy import Strategy


@dataclass(frozen=True)
class Duel:
    """What the first of two strategies won, bb/100 with 95 % intervals over deals; won: raw. aivat: without luck."""

    players: tuple[str, str]
    game: str
    deals: int
    seed: int
    won: Figure
    aivat: Figure | None

    @property
    def hands(self) -> int:
        """Hands that were played: every deal in both seats."""
        return 2 * self.deals

    def __str__(self) -> str:
        by_aivat = "" if self.aivat is None else f", by AIVAT {self.aivat}"
        return f"{self.players[0]} v {self.players[1]}: {self.won} bb/100{by_aivat} over {self.hands:,} hands"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "players": list(self.players),
            "game": self.game,
            "hands": self.hands,
            "seed": self.seed,
            "bb_per_100": self.won.to_dict(),
            "aivat_bb_per_100": None if self.aivat is None else self.aivat.to_dict(),
        }


def duel(
    first: str | Strategy,
    second: str | Strategy,
    deals: int = 1000,
    *,
    begin: int = 0,
    game: Game | None = None,
    tables: str | None = None,
    aivat: bool = True,
    seed: int = 0,
    processes: int = 1,
    together: int = 1,
    watch: Callable[[Duel], object] | None = None,
    stop: threading.Event | None = None,
) -> Duel:
    """Play deals between two strategies of hold'em heads-up, each in both seats, and return what the first won.

    For strategies that think: hands are played side by side, so that the subgames they need are solved at once. Bots of
    any kind meet in `play_match`.

    first, second: names or files, or strategies. begin: the number of the first deal. game: the real one, if it is not
    the first's own. tables: of the buckets of all hands. aivat: also estimate what was won without luck; both
    strategies are known. processes: the result does not depend on them; more than one needs names or files. together:
    deals that a process plays side by side.

    >>> result = duel("headsup", "headsup", 2)
    >>> result.hands, result.aivat.half_width < result.won.half_width
    (4, True)
    """
    whole("deals", deals, MatchError, least=1, example=1000)
    whole("begin", begin, MatchError, least=0, example=1000)
    whole("processes", processes, MatchError, least=1, example=2)
    whole("together", together, MatchError, least=1, example=64)
    if processes > 1 and not (isinstance(first, str) and isinstance(second, str)):
        raise MatchError(
            "other processes open the strategies themselves; give names or files, such as 'headsup'"
        )
    setting = DuelSetting((first, second), game, tables, aivat, seed)
    _ = setting.real_game
    moments = Moments(COLUMNS)
    for won in play_blocks(setting, range(begin, begin + deals), together, processes, MatchError):
        moments.add(won)
        if watch is not None:
            watch(_result(setting, moments))
        if stop is not None and stop.is_set():
            break
    return _result(setting, moments)


def _result(setting: DuelSetting, moments: Moments) -> Duel:
    won, aivat = (
        Figure(float(mean), float(width))
        for mean, width in zip(moments.mean, moments.half_width, strict=True)
    )
    first, second = (player if isinstance(player, str) else player.name for player in setting.players)
    return Duel(
        (first, second),
        setting.real_game.name,
        int(moments.count[0]),
        setting.seed,
        won,
        aivat if setting.aivat else None,
    )
