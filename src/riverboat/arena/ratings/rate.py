"""Rating bots: what is missing is played, and all are rated."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, TypedDict, Unpack

import riverboat
from riverboat.arena.leagues.learning import RUNS
from riverboat.arena.leagues.pairs import pair_matches, pair_result
from riverboat.arena.matches.batch import play_batch
from riverboat.arena.matches.options import MatchOptions
from riverboat.arena.matches.setting import chosen_seed, is_guest
from riverboat.arena.ratings.database import RatingsFile, TableResult
from riverboat.arena.ratings.entry import Entry, entry_of
from riverboat.arena.ratings.ratings import Ratings
from riverboat.base.arguments import check_arguments
from riverboat.base.checks import check_seed, number, shown, whole
from riverboat.errors import MatchError, RiverboatError
from riverboat.evaluation.intervals import NORMAL_95, Figure
from riverboat.games.rules.game import MAX_PLAYERS

HANDS: Final = 2000
"""Deals of a table, each played in every seating."""


class RatingArguments(TypedDict, total=False):
    """The options that `rate_bots` hands on to matches; see `MatchOptions`."""

    time_limit: float
    memory_gb: float
    trust: bool


def rate_bots(
    bots: Sequence[str] = (),
    database: str | os.PathLike[str] = "ratings.sqlite",
    *,
    players: int = 2,
    stack_bb: float = 100,
    hands: int = HANDS,
    runs: int = RUNS,
    seed: int | None = None,
    processes: int = 1,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[RatingArguments],
) -> Ratings:
    """Let bots join a database of ratings: what is missing between all bots in it is played, and all are rated.

    bots: by name; without any, nothing is played. database: a file, made if it is not there. players, stack_bb: of the
    tables, of no-limit hold'em; a file holds tables of all kinds, and each kind has ratings of its own. Heads-up every
    two bots meet once. With more players each sits alone among copies of the other.
    hands: deals of a table, each played in every seating; a table with fewer deals than asked for is played anew. runs:
    how often a table with a bot that learns is played, see `play_league`. options: time_limit, memory_gb and trust, as
    `MatchOptions` tells.
    progress: called with the tables done and all. Each table is kept when it is over: who is stopped goes on by asking
    again, and several processes may fill one file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = rate_bots(["fold", "all-in"], folder + "/ratings.sqlite", hands=50)
    ...     ratings = rate_bots(["fish"], folder + "/ratings.sqlite", hands=50)
    >>> len(ratings.tables), [ratings.names[bot] for bot in ratings.order][-1]
    (3, 'fold')
    """
    check_arguments(rate_bots, RatingArguments, options, MatchError)
    whole("players", players, MatchError, least=2, most=MAX_PLAYERS, example=6)
    whole("hands", hands, MatchError, least=2, example=HANDS)
    whole("runs", runs, MatchError, least=2, example=RUNS)
    whole("processes", processes, MatchError, least=1, example=2)
    if seed is not None:
        check_seed(seed, MatchError)
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise MatchError(f"bots are {shown(bots)}; they are a list of names, such as ['shark', 'fish']")
    stack_bb = float(number("stack_bb", stack_bb, MatchError, over=0, example=100))
    file = RatingsFile(database)
    asked = MatchOptions(hands=hands, stack_bb=stack_bb, duplicate=True, **options)
    if bots:
        missing = list(_missing(_joined(bots, file, players, stack_bb), file, players, stack_bb, hands))
        for done, (bot, other) in enumerate(missing, 1):
            file.keep(_play(bot, other, players, asked, runs, seed, processes))
            if progress is not None:
                progress(done, len(missing))
    results = file.results(players, stack_bb)
    if not results:
        raise MatchError(
            f"'{file.path}' has no tables of {players} players with {stack_bb:g} big blinds; name two bots or more, "
            "such as shark honest"
        )
    return Ratings.of_results(players, stack_bb, results)


def _joined(bots: Sequence[str], file: RatingsFile, players: int, stack_bb: float) -> list[Entry]:
    """Return those who are there and can still play, and behind them the new ones."""
    new = list(dict.fromkeys(entry_of(bot) for bot in bots))
    there = {
        entry: None
        for one in file.results(players, stack_bb)
        for entry in (one.bot, one.other)
        if entry not in new
    }
    found = list(dict.fromkeys([*filter(_can_play, there), *new]))
    if len(found) < 2:
        raise MatchError(f"{found[0].name} is alone in '{file.path}'; name another bot to play, such as fish")
    return found


def _can_play(entry: Entry) -> bool:
    """Whether a bot is still what it was: a strategy that was trained anew plays no more as it did."""
    try:
        return entry_of(entry.name) == entry
    except RiverboatError:
        return False


def _missing(
    entries: Sequence[Entry], file: RatingsFile, players: int, stack_bb: float, hands: int
) -> Iterator[tuple[Entry, Entry]]:
    """Yield the tables that are not there with as many deals; each bot meets all before it: none stands apart."""
    there = {(one.bot, one.other) for one in file.results(players, stack_bb) if one.deals >= hands}
    for place, new in enumerate(entries):
        for old in entries[:place]:
            both = [tuple(sorted((old, new)))] if players == 2 else [(new, old), (old, new)]
            yield from (table for table in both if table not in there)  # type: ignore[misc]


def _play(
    bot: Entry, other: Entry, players: int, asked: MatchOptions, runs: int, seed: int | None, processes: int
) -> TableResult:
    names = (bot.name, *(other.name,) * (players - 1))
    told = chosen_seed(seed, names, trust=asked.trust)
    matches = pair_matches(names, names, asked, runs=runs, seed=told)
    found = pair_result(matches, play_batch(matches, processes=processes))
    mean, variance = _moments(found.adjusted[0])
    raw_mean, raw_variance = _moments(found.won[0])
    return TableResult(
        players=players,
        stack_bb=float(asked.stack_bb or 0),
        bot=bot,
        other=other,
        deals=matches[0].hands,
        hands=found.hands,
        runs=len(matches),
        mean=mean,
        variance=variance,
        raw_mean=raw_mean,
        raw_variance=raw_variance,
        lost_decisions=sum(found.lost_decisions),
        seed="" if any(is_guest(name, asked) for name in names) else str(told),
        version=riverboat.__version__,
        played_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _moments(figure: Figure) -> tuple[float, float]:
    """The mean and its variance; of a learning bot such that the interval is Student's."""
    return figure.mean, (figure.half_width / NORMAL_95) ** 2
