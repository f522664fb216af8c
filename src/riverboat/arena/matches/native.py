"""Series between bots that all have a native form, in native code: hand for hand the same."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.arena.matches.draws import Draws
from riverboat.arena.matches.options import MODES
from riverboat.arena.matches.series_record import SeriesRecord
from riverboat.arena.matches.setting import Setting, seat_game
from riverboat.bots import make_bot
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.preflop import BOARDS, preflop_table
from riverboat.games.rules.table import native_rules


def native_bots(setting: Setting) -> list[_core.BotRule] | None:
    """Return the native forms of all bots, if all have one and no hands are kept or looked into."""
    if setting.options.keep_every or setting.options.aivat or setting.has_guests:
        return None
    rules = [make_bot(bot).native() for bot in setting.bots]
    return [rule for rule in rules if rule is not None] if None not in rules else None


def play_native(setting: Setting, units: range, bots: list[_core.BotRule]) -> SeriesRecord:
    """Play a series."""
    game, count = setting.game, len(bots)
    fewest = 2 if setting.is_freeze_out else count
    tables = [native_rules(seat_game(game, game.stacks[:seats])) for seats in range(fewest, count + 1)]
    kind, key = MODES.index(setting.options.mode), Draws.of_seed(setting.seed).key
    rounds = []
    games_won = np.zeros((len(units), count))
    for rotation in range(setting.rotations):
        won, adjusted, seat, players, unit, games, (hands, pairs, pots, cards) = _core.play_series(
            tables, bots, kind, setting.hands, key, units.start, len(units), rotation
        )
        if len(hands):
            shares = pots * _preflop_equities(cards)
            adjusted[hands[:, None], pairs] += np.stack([shares, -shares], axis=1)
        rounds.append((won, adjusted, seat, players, unit))
        if len(games):
            games_won += games.reshape(games_won.shape)
    won, adjusted, seat, players, unit = (np.concatenate(parts) for parts in zip(*rounds, strict=True))
    return SeriesRecord(
        len(units), won, adjusted, seat, players, unit, games_won / setting.rotations, [{} for _ in bots]
    )


def _preflop_equities(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Return the equity of the first of two hands in each row of four cards, from the table of match-ups."""
    table, index = preflop_table(), _pairs().index_batch(cards)
    found: npt.NDArray[np.float64] = (table.wins[index] + table.ties[index] / 2) / BOARDS
    return found


@cache
def _pairs() -> HandIndexer:
    return HandIndexer((2, 2))
