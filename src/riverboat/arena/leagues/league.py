"""Leagues: every bot plays every other, and the table is scored as the competitions do."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, compress
from typing import Any, Final, Unpack

import numpy as np

from riverboat.arena.leagues.learning import RUNS
from riverboat.arena.leagues.pairs import pair_matches, pair_result
from riverboat.arena.matches.batch import Played, mean_of, play_batch
from riverboat.arena.matches.checkpoint import check_drawn_seed
from riverboat.arena.matches.options import LeagueArguments, MatchOptions
from riverboat.arena.matches.setting import Setting, chosen_seed, distinct_names, game_of
from riverboat.base.arguments import check_arguments
from riverboat.base.checks import whole
from riverboat.base.drawing import Drawn, drawing
from riverboat.base.frames import DataFrame, data_frame
from riverboat.bots import BotLike
from riverboat.errors import MatchError
from riverboat.evaluation.intervals import Figure
from riverboat.evaluation.sign_test import sign_test

SERIES: Final = 50
"""Series of a pair, as many as GS2 played against each opponent."""


@dataclass(frozen=True)
class LeagueResult(Drawn):
    """The matches of all pairs.

    names: the bots. pairs: by the numbers of two bots, the lower first. duplicate, seed: as asked. learners: the
    numbers of bots that learn. A pair with one of them was played several times over, see `play_league`: each time is
    a series, and the interval is that of their results.
    """

    names: tuple[str, ...]
    pairs: dict[tuple[int, int], Played]
    duplicate: bool
    seed: int
    learners: frozenset[int] = frozenset()

    def __repr__(self) -> str:
        won = ", ".join(f"{self.names[bot]} {self.bankroll(bot)}" for bot in self.by_bankroll())
        return f"<LeagueResult of {self.hands:,} hands: {won} bb/100, all-in adjusted>"

    @property
    def hands(self) -> int:
        """Hands of all pairs together."""
        return sum(played.hands for played in self.pairs.values())

    def won(self, bot: int, other: int) -> Figure:
        """What a bot wins from another in bb/100, all-in adjusted."""
        played = self.pairs[min(bot, other), max(bot, other)]
        return played.adjusted[bot > other]

    def bankroll(self, bot: int, among: Sequence[int] | None = None) -> Figure:
        """The mean of what a bot wins from all others, or from some, in bb/100."""
        return mean_of([self.won(bot, other) for other in self._all(among) if other != bot])

    def by_bankroll(self, among: Sequence[int] | None = None) -> list[int]:
        """Return the bots by total bankroll, the best first; equals in the order they were named."""
        chosen = self._all(among)
        return sorted(chosen, key=lambda bot: -self.bankroll(bot, chosen).mean)

    @cached_property
    def run_off(self) -> list[int]:
        """The bots by instant run-off, the best first.

        The bot with the least bankroll leaves, the bankrolls of the rest are counted anew without it, and so on: who
        exploits weak players gains less than in total bankroll (the rule of the Annual Computer Poker Competition).
        """
        left, order = list(range(len(self.names))), list[int]()
        while len(left) > 1:
            order.append(self.by_bankroll(left)[-1])
            left.remove(order[-1])
        return [*left, *reversed(order)]

    def series(self, bot: int, other: int) -> tuple[int, int]:
        """How many series a bot won against another, and lost; equal ones count for neither."""
        played, side = self.pairs[min(bot, other), max(bot, other)], bot > other
        results = [row[side] for row in played.by_series]
        return sum(won > 0 for won in results), sum(won < 0 for won in results)

    def runs(self, bot: int, other: int) -> int:
        """How often two bots played all their deals: once, or several times if one of them learns."""
        played = self.pairs[min(bot, other), max(bot, other)]
        return len(played.by_series) if self.learners & {bot, other} else 1

    def p_value(self, bot: int, other: int) -> float:
        """The sign test of the series of two bots."""
        return sign_test(*self.series(bot, other))

    def over_hands(self, bot: int) -> tuple[list[int], list[float]]:
        """Return hands played against each opponent, and the mean winnings so far in big blinds.

        A pair that was played several times counts as their mean, in equal steps: how a bot learns is not in it, but in
        `learning_curve`.
        """
        mine = [(pair, played) for pair, played in self.pairs.items() if bot in pair]
        count = max(len(played.by_series) for _, played in mine)
        hands = max(played.hands // self.runs(*pair) for pair, played in mine)
        parts = np.arange(1, count + 1) / count
        mean = np.zeros(count)
        for pair, played in mine:
            won = np.cumsum([row[pair.index(bot)] for row in played.by_series]) / self.runs(*pair)
            after = np.arange(1, len(won) + 1) / len(won)
            mean += np.interp(parts, [0.0, *after], [0.0, *won]) / len(mine)
        return [round(hands * part) for part in parts.tolist()], mean.tolist()

    def chart(self, file: str | os.PathLike[str]) -> None:
        """Draw the winnings over the hands into a file: .svg, or with `riverboat[charts]` .png and .pdf."""
        drawing(self, "chart").save(file)

    def to_pandas(self) -> DataFrame:
        """Return a row for each pair: what the first wins from the second in bb/100, all-in adjusted, and series."""
        return data_frame(
            {
                "bot": self.names[bot],
                "other": self.names[other],
                "hands": played.hands,
                "adjusted_bb_per_100": self.won(bot, other).mean,
                "adjusted_half_width": self.won(bot, other).half_width,
                "series_won": self.series(bot, other)[0],
                "series_lost": self.series(bot, other)[1],
                "p_value": self.p_value(bot, other),
                "runs": self.runs(bot, other),
            }
            for (bot, other), played in self.pairs.items()
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as `--json` prints them."""
        return {
            "bots": list(self.names),
            "hands": self.hands,
            "duplicate": self.duplicate,
            "seed": self.seed,
            "bankroll": {name: self.bankroll(bot).to_dict() for bot, name in enumerate(self.names)},
            "by_bankroll": [self.names[bot] for bot in self.by_bankroll()],
            "by_run_off": [self.names[bot] for bot in self.run_off],
            "pairs": [
                {
                    "bots": [self.names[bot], self.names[other]],
                    "hands": played.hands,
                    "adjusted_bb_per_100": self.won(bot, other).to_dict(),
                    "bb_per_100": played.won[0].to_dict(),
                    "series_won": list(self.series(bot, other)),
                    "p_value": self.p_value(bot, other),
                    "runs": self.runs(bot, other),
                    "lost_decisions": list(played.lost_decisions),
                }
                for (bot, other), played in self.pairs.items()
            ],
        }

    def _all(self, among: Sequence[int] | None) -> Sequence[int]:
        return range(len(self.names)) if among is None else among


def play_league(
    bots: Sequence[BotLike],
    hands: int = 5000,
    *,
    runs: int = RUNS,
    duplicate: bool = True,
    processes: int = 1,
    progress: Callable[[int, int], object] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    **options: Unpack[LeagueArguments],
) -> LeagueResult:
    """Play every bot against every other, heads-up with stacks reset, and return the table.

    hands: deals for each pair; in duplicate play each is played twice. options: game, stack_bb, series, time_limit and
    seed, as in `MatchOptions`. By default the deals of a pair are cut into 50 series. Each pair plays deals of its own,
    so that pairs are independent.
    runs: a bot that learns keeps what it has learned through all deals of a pair, which then is one series. Such a pair
    is played so many times, with other cards and by bots made afresh; its figures are means over these runs and its
    intervals those of so many independent results.
    progress: called with the matches done and all. checkpoint, resume: a file for the matches that are over, also those
    of smaller leagues; see `play_batch`.

    >>> league = play_league(["fold", "fish", "all-in"], 100, series=10)
    >>> str(league.won(0, 2)), league.series(2, 0), round(league.p_value(2, 0), 4)
    ('-75.0 ± 0.0', (10, 0), 0.002)
    >>> [league.names[bot] for bot in league.run_off][-1]
    'fold'
    """
    check_arguments(play_league, LeagueArguments, options, MatchError)
    if len(bots) < 2:
        raise MatchError(f"a league has 2 bots or more, not {len(bots)}; try: fish shark honest")
    asked = MatchOptions(hands=hands, games=1, duplicate=duplicate, **options)
    # All spelled out: a file knows a pair whichever way its game and series were asked for.
    only = game_of(bots) if asked.game is None else None
    game = Setting(tuple(bots[:2]), asked if only is None else replace(asked, game=only)).game
    asked = replace(asked, game=game, stack_bb=None, series=_series(hands, asked.series))
    whole("runs", runs, MatchError, least=1, example=RUNS)
    names, seed = distinct_names(bots), chosen_seed(asked.seed, bots, trust=asked.trust)
    if asked.seed is None:
        check_drawn_seed(checkpoint, seed)
    learners: set[int] = set()
    numbers = list(combinations(range(len(bots)), 2))
    matches: list[list[Setting]] = []
    for one, other in numbers:
        pair = pair_matches((bots[one], bots[other]), (names[one], names[other]), asked, seed=seed, runs=runs)
        matches.append(pair)
        learners.update(compress((one, other), pair[0].learning))
    played = iter(
        play_batch(
            [match for pair in matches for match in pair],
            processes=processes,
            progress=progress,
            checkpoint=checkpoint,
            resume=resume,
        )
    )
    pairs = {
        pair: pair_result(settings, [next(played) for _ in settings])
        for pair, settings in zip(numbers, matches, strict=True)
    }
    return LeagueResult(names, pairs, duplicate, seed, frozenset(learners))


def _series(hands: int, series: int | None) -> int:
    """Return the deals of a series; all series must be equal, or the sign test would count unequal things."""
    if series is None:
        if hands % SERIES:
            raise MatchError(
                f"{hands} hands cannot be cut into {SERIES} equal series; take {hands - hands % SERIES or SERIES} "
                "hands, or give the deals of a series"
            )
        return hands // SERIES
    if hands % series:
        raise MatchError(
            f"{hands} hands cannot be cut into equal series of {series}; take {hands - hands % series or series} hands"
        )
    return series
