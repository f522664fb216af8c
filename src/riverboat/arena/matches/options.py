"""How a match is played: the options that matches, leagues and sweeps hand on as one thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypedDict

from riverboat.arena.matches.clock import Clock
from riverboat.base.checks import flag, one_of, whole
from riverboat.errors import MatchError
from riverboat.games.rules.game import Game

Mode: TypeAlias = Literal["reset", "carried", "freeze-out"]
MODES: Final = ("reset", "carried", "freeze-out")


@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """What a match is besides its bots; None is filled in for them by `Setting`.

    hands: deals, by default 1,000; in freeze-outs the most hands of a game, by default 10. game: by default no-limit
    hold'em with 100 big blinds; in freeze-outs with 10, of blinds 5 and 10. stack_bb: other big blinds in that game.
    mode: "reset" begins every hand with the stacks of the game. "carried" keeps them through a series, and who has
    nothing left buys in again. "freeze-out" plays `games` games until one bot has all chips, or to the last hand: then
    most chips win, and those with equally many share.
    duplicate: play each deal once for every way to turn the table, so that all bots get the same cards.
    series: deals (or games) after which bots are made afresh; by default 1,000 (25, native bots 1,000), or the whole
    match if any bot learns. Then samples are not independent, and intervals are a guide only.
    time_limit: seconds for a decision, of the processor or asleep; waiting for a processor does not count.
    memory_gb: gibibytes that a bot of somebody else may take. trust: play such bots in this process, which is quick;
    but there they see everything, and can stop it. strict: stop at the first thing that a bot does wrong.
    aivat: take out the luck that the strategies of blueprints explain (see `riverboat.evaluation.aivat_of`); some tens
    of milliseconds a hand.
    keep_every: keep every so many-th hand of a series. seed: of cards and bots, by default 0; in a match with bots of
    somebody else a large one from the system's entropy, as who knows the seed knows all cards.

    >>> MatchOptions(hands=100, mode="carry")
    Traceback (most recent call last):
    riverboat.errors.MatchError: mode is 'carry'; it must be one of reset, carried, freeze-out; did you mean 'carried'?
    """

    hands: int | None = None
    game: Game | None = None
    stack_bb: float | None = None
    mode: Mode = "reset"
    games: int = 500
    duplicate: bool = False
    series: int | None = None
    time_limit: float = 2.0
    memory_gb: float = 2.0
    trust: bool = False
    strict: bool = False
    aivat: bool = False
    keep_every: int = 0
    seed: int | None = None

    def __post_init__(self) -> None:
        one_of("mode", self.mode, MODES, MatchError)
        for what, least in (("hands", 1), ("games", 1), ("series", 1), ("keep_every", 0), ("seed", 0)):
            value = getattr(self, what)
            if value is not None or what not in ("hands", "series", "seed"):
                whole(what, value, MatchError, least=least, example=1000)
        flag("aivat", self.aivat, MatchError)
        if self.aivat and self.mode == "freeze-out":
            raise MatchError("AIVAT counts chips, and freeze-outs are won or lost; play with mode='reset'")
        Clock(self.time_limit)  # refuses what is no time
        if not 0.1 <= self.memory_gb < 2**20:
            raise MatchError(f"memory_gb is {self.memory_gb!r}; it must be gibibytes from 0.1 on, such as 2")
        if self.game is not None and self.stack_bb is not None:
            raise MatchError(
                f"the game {self.game.name!r} has its stacks, {self.game.stacks}; leave stack_bb out, or the game"
            )
        if self.mode != "reset" and self.game is not None and len(set(self.game.stacks)) > 1:
            raise MatchError(
                f"the mode is {self.mode}, and the game begins with {self.game.stacks}; stacks must begin alike"
            )


class LeagueArguments(TypedDict, total=False):
    """The options that `play_league` takes by name besides those in its signature; see `MatchOptions`."""

    game: Game | None
    stack_bb: float | None
    series: int | None
    time_limit: float
    memory_gb: float
    trust: bool
    strict: bool
    seed: int | None


class SweepArguments(LeagueArguments, total=False):
    """Those of `sweep`."""

    games: int
    duplicate: bool


class MatchArguments(SweepArguments, total=False):
    """Those of `play_match`."""

    mode: Mode
    aivat: bool
