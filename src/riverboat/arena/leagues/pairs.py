"""The matches of two bots, which leagues and ratings play alike."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace

from riverboat.arena.leagues.learning import runs_of, together
from riverboat.arena.matches.batch import Played
from riverboat.arena.matches.options import MatchOptions
from riverboat.arena.matches.setting import Setting
from riverboat.bots import BotLike, mix


def pair_matches(
    bots: Sequence[BotLike], names: Sequence[str], asked: MatchOptions, *, runs: int, seed: int
) -> list[Setting]:
    """Return the matches that bots at one table play: one, or several runs if any of them learns.

    names: of the bots, from which with the seed the cards follow; they depend on nobody who is not at the table.
    """
    own = mix(seed, zlib.crc32(" ".join(names).encode()))
    match = Setting(tuple(bots), replace(asked, seed=own))
    return runs_of(match, runs) if any(match.learning) else [match]


def pair_result(matches: Sequence[Setting], found: Sequence[Played]) -> Played:
    """Return what such matches found, as one."""
    return together(found) if any(matches[0].learning) else found[0]
