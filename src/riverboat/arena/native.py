"""Series between bots that all have a native form, in native code: hand for hand the same."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.arena.series_record import SeriesRecord
from riverboat.arena.setting import Setting
from riverboat.bots import make_bot
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.preflop import BOARDS, preflop_table
from riverboat.games.table import native_rules


def native_bots(setting: Setting) -> list[_core.BotRule] | None:
    """Return the native forms of all bots, if all have one and the match is of a kind that runs natively."""
    if setting.stacks != "reset" or setting.keep_every:
        return None
    rules = [make_bot(bot).native() for bot in setting.bots]
    return [rule for rule in rules if rule is not None] if None not in rules else None


def play_native(setting: Setting, units: range, bots: list[_core.BotRule]) -> SeriesRecord:
    """Play a series."""
    count, players = len(units), len(bots)
    rounds = []
    for rotation in range(setting.rotations):
        won, adjusted, places, stakes, cards = _core.play_deals(
            native_rules(setting.game), bots, setting.seed % 2**64, units.start, count, rotation
        )
        if len(places):
            adjusted[places, 0] = stakes * (2 * _preflop_equities(cards) - 1)
            adjusted[places, 1] = -adjusted[places, 0]
        turned = rotation + np.array(units)[:, None]
        seat = (np.arange(players) - turned) % players
        rounds.append((np.take_along_axis(won, seat, 1), np.take_along_axis(adjusted, seat, 1), seat))
    won, adjusted, seat = (np.concatenate(parts) for parts in zip(*rounds, strict=True))
    return SeriesRecord(
        count,
        won.astype(np.int64),
        adjusted,
        seat.astype(np.int8),
        np.full(len(won), players, np.int8),
        np.tile(np.arange(count), setting.rotations),
        np.zeros((count, players)),
        [{} for _ in bots],
    )


def _preflop_equities(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Return the equity of the first of two hands in each row of four cards, from the table of match-ups."""
    table, index = preflop_table(), _pairs().index_batch(cards)
    found: npt.NDArray[np.float64] = (table.wins[index] + table.ties[index] / 2) / BOARDS
    return found


@cache
def _pairs() -> HandIndexer:
    return HandIndexer((2, 2))
