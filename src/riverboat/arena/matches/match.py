"""Matches: many hands between bots, on one or many processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Literal, Unpack

from riverboat.arena.matches.checkpoint import Checkpoint, check_drawn_seed
from riverboat.arena.matches.hand_writer import INDEX, HandWriter
from riverboat.arena.matches.keeper import Keeper
from riverboat.arena.matches.options import MatchArguments, MatchOptions
from riverboat.arena.matches.processes import check_processes, spread
from riverboat.arena.matches.result import MatchResult, match_result
from riverboat.arena.matches.series import play_series
from riverboat.arena.matches.setting import Setting
from riverboat.arena.matches.tally import Course, Tally
from riverboat.base.arguments import check_arguments
from riverboat.base.checks import is_number
from riverboat.base.sealed_json import check_checkpoint
from riverboat.bots import BotLike
from riverboat.errors import MatchError
from riverboat.games.histories.hand import Hand

_LEAST_UNITS: Final = 1000  # samples before an interval is believed enough to stop a match


def play_match(
    bots: Sequence[BotLike],
    hands: int | None = None,
    *,
    until: float | Literal["sure"] | None = None,
    keep_every: int = 0,
    save: str | os.PathLike[str] | None = None,
    processes: int = 1,
    progress: Callable[[int, int], object] | None = None,
    watch: Callable[[MatchResult], object] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    **options: Unpack[MatchArguments],
) -> MatchResult:
    """Play a match between 2 to 10 bots and return the winnings. The button moves on with every hand.

    hands: deals, 1,000 by default; in freeze-outs the most hands of a game, 10. options: game, stack_bb, mode, games,
    duplicate, series, time_limit, memory_gb, trust, strict, aivat and seed, as `MatchOptions` tells.
    Bots of somebody else, from a file or of a class that is not Riverboat's, play in processes of their own.
    until: stop when all 95 % intervals are as narrow as this many bb/100 on each side, or "sure": when the interval of
    one bot lies above all others (by AIVAT if asked for, else all-in adjusted; after 1,000 deals at least). Intervals
    are then those that hold at every look, some half wider (`riverboat.evaluation.sequence_errors`).
    keep_every: keep every so many-th hand of a series in `records`. save: a folder to which they are written instead as
    they come, all unless keep_every says otherwise, with an index (see `HandStore`).
    processes: the result does not depend on them. With more than one, a script of yours must start under
    `if __name__ == "__main__":`, as always with processes in Python.
    progress: called with the deals (or games) done and all after every series, watch: with the result so far.
    checkpoint: a file to which the sums are written now and then. resume: go on from it if it is there.

    >>> result = play_match(["fold", "all-in"], hands=100)
    >>> result.bots[0].won.mean  # half a big blind on the button, a whole one in the big blind
    -75.0
    """
    check_arguments(play_match, MatchArguments, options, MatchError)
    every = keep_every or int(save is not None)
    setting = Setting(tuple(bots), MatchOptions(hands=hands, keep_every=every, **options))
    if until is not None and until != "sure" and not (is_number(until) and until > 0):
        raise MatchError(f"until is {until!r}; it must be bb/100 over 0, such as 5, or 'sure'")
    result_of = partial(match_result, setting, at_every_look=until is not None)
    check_processes(processes, setting.bots)
    parts = setting.parts  # may make the bots: what is wrong with one shows before a file is written
    keeper, done, tally = _begin(setting, save, checkpoint, resume, told_seed=options.get("seed") is not None)
    records: list[Hand] = []
    course = Course(tally, setting.game.big_blind)
    whole = True
    try:
        end = done if _is_enough(result_of(tally), until) else parts
        for record in spread(partial(play_series, setting), range(done, end), processes):
            whole = False  # Ctrl-C in here must not leave half of a series in the file
            keeper.add(done, record, tally.hands)
            tally.add(record)
            course.add(record)
            done += 1
            whole = True
            if save is None:
                records += record.hands
            keeper.save(done, tally)
            if progress is not None:
                progress(tally.units, setting.units)
            if watch is not None:
                watch(result_of(tally))
            if _is_enough(result_of(tally), until):
                break
    finally:
        if whole:
            keeper.save(done, tally, now=True)
    return result_of(tally, tuple(records), tuple(course.points))


def _begin(
    setting: Setting,
    save: str | os.PathLike[str] | None,
    checkpoint: str | os.PathLike[str] | None,
    resume: bool,
    *,
    told_seed: bool,
) -> tuple[Keeper, int, Tally]:
    """Return what writes files, how many series are done already, and their sums."""
    if checkpoint is not None and setting.options.keep_every and save is None:
        raise MatchError("a match with a checkpoint keeps no hands in memory; give a folder: save='hands'")
    if not told_seed:
        check_drawn_seed(checkpoint, setting.seed)
    done, tally = 0, Tally(len(setting.bots), setting.rotations)
    file = None
    check_checkpoint(checkpoint, resume, "a match", MatchError)
    if checkpoint is not None:
        file = Checkpoint(checkpoint, setting)
        done, tally = file.read()
    hands = None
    if save is not None:
        if not resume and (Path(save) / INDEX).exists():  # the hands of another match, or of this one before
            raise MatchError(
                f"'{save}' has the hands of a match; choose another folder, or go on with that match by its checkpoint"
            )
        hands = HandWriter(save, setting, done)
    return Keeper(setting, file, hands), done, tally


def _is_enough(result: MatchResult, until: float | str | None) -> bool:
    """Return whether a match may stop; this is looked at in order, whatever runs ahead."""
    if until is None or result.units < _LEAST_UNITS:
        return False
    return result.is_sure if isinstance(until, str) else result.widest <= until
