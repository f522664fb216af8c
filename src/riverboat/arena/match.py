"""Matches: many hands between bots, on one or many processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from riverboat.arena.checkpoint import Checkpoint
from riverboat.arena.hand_writer import INDEX, HandWriter
from riverboat.arena.keeping import Keeper
from riverboat.arena.native import native_bots
from riverboat.arena.processes import check_processes, spread
from riverboat.arena.result import MatchResult, match_result
from riverboat.arena.series import play_series
from riverboat.arena.setting import SERIES, Setting, Stacks
from riverboat.arena.tally import Tally
from riverboat.bots import BotLike
from riverboat.errors import MatchError
from riverboat.games.game import Game
from riverboat.games.hand import Hand
from riverboat.games.presets import nolimit_holdem

_LEAST_UNITS: Final = 1000  # samples before an interval is believed enough to stop a match
_NATIVE_GAMES: Final = 1000  # in a series of freeze-outs that take a few milliseconds


def play_match(
    bots: Sequence[BotLike],
    hands: int | None = None,
    *,
    game: Game | None = None,
    stacks: Stacks = "reset",
    games: int = 500,
    duplicate: bool = False,
    seed: int = 0,
    until: float | None = None,
    processes: int = 1,
    series: int | None = None,
    time_limit: float = 2.0,
    keep_every: int = 0,
    checkpoint: str | os.PathLike[str] | None = None,
    save: str | os.PathLike[str] | None = None,
    progress: Callable[[MatchResult], object] | None = None,
) -> MatchResult:
    """Play a match between 2 to 10 bots and return the winnings.

    hands: deals, 1,000 by default; in duplicate play each is played in every seating. game: by default no-limit hold'em
    with 100 big blinds. The button moves on with every hand.
    stacks: "reset" begins every hand with the stacks of the game. "carried" keeps them through a series, and who has
    nothing left buys in again. "freeze-out" plays `games` games of at most `hands` hands (10) until one bot has all
    chips, by default with stacks of 100 and blinds of 5 and 10; most chips win, and those with equally many share.
    duplicate: play each deal once for every way to turn the table, so that all bots get the same cards.
    until: stop when all 95 % intervals are as narrow as this many bb/100 on each side (all-in adjusted, after 1,000
    deals at least). processes: the result does not depend on them. With more than one, a script of yours must start
    under `if __name__ == "__main__":`, as always with processes in Python.
    series: deals (or games) after which bots are made afresh; by default 1,000 (25, native bots 1,000), or the whole
    match if any bot learns. Then samples are not independent, and intervals are a guide only.
    time_limit: seconds for a decision. keep_every: keep every so many-th hand of a series in `records`.
    checkpoint: a file to which the sums are written now and then; if it is there, the match goes on from it.
    save: a folder to which hands are written as they come, all or every so many-th, with an index (see `HandStore`);
    they are then not in `records`.
    progress: called with the result so far after every series.

    >>> result = play_match(["fold", "all-in"], hands=100)
    >>> result.bots[0].won.mean  # half a big blind on the button, a whole one in the big blind
    -75.0
    """
    every = keep_every or int(save is not None)
    setting = _setting(bots, hands, game, stacks, games, duplicate, seed, series, time_limit, every)
    if until is not None and not until > 0:
        raise MatchError(f"until is {until!r}; it must be bb/100 over 0, such as 5")
    check_processes(processes, bots)
    if checkpoint is not None and every and save is None:
        raise MatchError("a match with a checkpoint keeps no hands in memory; give a folder: save='hands'")
    file = None if checkpoint is None else Checkpoint(checkpoint, setting)
    done, tally = (0, Tally(len(setting.bots), setting.rotations)) if file is None else file.load()
    keeper = Keeper(setting, file, None if save is None else _writer(save, setting, done, file))
    records: list[Hand] = []
    whole = True
    try:
        end = done if _is_narrow(setting, tally, until) else setting.parts
        for record in spread(partial(play_series, setting), range(done, end), processes):
            whole = False  # Ctrl-C in here must not leave half of a series in the file
            keeper.add(done, record, tally.hands)
            tally.add(record)
            done += 1
            whole = True
            if save is None:
                records += record.hands
            keeper.save(done, tally)
            if progress is not None:
                progress(match_result(setting, tally))
            if _is_narrow(setting, tally, until):
                break
    finally:
        if whole:
            keeper.save(done, tally, now=True)
    return match_result(setting, tally, tuple(records))


def _writer(
    folder: str | os.PathLike[str], setting: Setting, done: int, file: Checkpoint | None
) -> HandWriter:
    """Return what writes the hands; a match that is played from the start must not take the place of another."""
    if file is None and (Path(folder) / INDEX).exists():
        raise MatchError(
            f"'{folder}' has the hands of a match; choose another folder, or go on with that match by its checkpoint"
        )
    return HandWriter(folder, setting, done)


def _setting(
    bots: Sequence[BotLike],
    hands: int | None,
    game: Game | None,
    stacks: Stacks,
    games: int,
    duplicate: bool,
    seed: int,
    series: int | None,
    time_limit: float,
    keep_every: int,
) -> Setting:
    """Fill in the defaults."""
    freeze_out = stacks == "freeze-out"
    if game is None and 2 <= len(bots) <= 10:
        chips = {"stacks": 100, "small_blind": 5, "big_blind": 10} if freeze_out else {}
        game = nolimit_holdem(len(bots), **chips)  # type: ignore[arg-type]
    setting = Setting(
        tuple(bots),
        game or nolimit_holdem(),
        (10 if freeze_out else 1000) if hands is None else hands,
        games,
        stacks,
        duplicate,
        seed,
        SERIES.get(stacks, 1) if series is None else series,
        time_limit,
        keep_every,
    )
    if series is not None:
        return setting
    if setting.check_bots():
        return setting.with_series(setting.units)
    if freeze_out and native_bots(setting) is not None:
        return setting.with_series(_NATIVE_GAMES)
    return setting


def _is_narrow(setting: Setting, tally: Tally, until: float | None) -> bool:
    """Return whether the intervals are as narrow as asked; this is looked at in order, whatever runs ahead."""
    return until is not None and tally.units >= _LEAST_UNITS and match_result(setting, tally).widest <= until
