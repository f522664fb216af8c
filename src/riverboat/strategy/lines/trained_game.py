"""Which trained game answers a question, and what must be assumed for that.

The real table keeps its own stacks, blinds and antes; the trained game is walked beside it, and bets are compared as
fractions of the pot. So what has to match is who acts when:

| the real game has | it is played as |
|---|---|
| as many players | the trained games of the next effective stacks below and above, blended |
| fewer players, three or more | the trained game after as many folds: the first positions are the ones missing |
| two players, before the flop | small blind against big blind after all others fold |
| other antes or blinds | those of the trained game |

Anything else is refused with the reason. A stack s between two trained ones, a and b, is played as b with the share
log(s/a) / log(b/a) and as a with the rest: play changes about as much from 20 to 40 big blinds as from 40 to 80. Games
can be blended if they tell hands apart alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from riverboat.errors import StrategyError
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.strategy.file.strategy_table import StrategyTable

SHORTEST, DEEPEST = 20, 200
"""Effective stacks in big blinds between which a game of another stack is thought near enough to answer. Half of the
shortest and twice the deepest trained stack always are."""

_SAME: Final = 1.02  # stacks within two percent are the same
_LEAST_SHARE: Final = 0.05  # of a neighbour: less would not be seen


class Depth(NamedTuple):
    """An effective stack that was trained, in big blinds, and the share that it has in answers."""

    stack: float
    share: float


@dataclass(frozen=True)
class TrainedGame:
    """A trained game for a real one.

    seats: by real seat, the seat in the trained game. folds: how many folds go before the real line. stack: the real
    effective one, in big blinds. depth: that of the game, and its share in answers.
    """

    file: StrategyTable
    seats: tuple[int, ...]
    folds: int
    real: Game
    stack: float
    depth: Depth

    def check_stack(self) -> None:
        """Raise a `StrategyError` if the stack is too far from the trained one for an honest answer."""
        trained = self.depth.stack
        least, most = min(SHORTEST, trained / 2), max(DEEPEST, 2 * trained)
        if not _is_same(self.stack, trained) and not least <= self.stack <= most:
            raise StrategyError(
                f"the effective stack is {self.stack:g} big blinds; the strategy was trained at {trained:g} and "
                f"answers for {least:g} to {most:g}"
            )


def assumed(games: Sequence[TrainedGame]) -> tuple[str, ...]:
    """Return what must be assumed where these games answer together, in words."""
    main = games[0]
    return tuple(
        _assumed(main.real, main.file.config.game, main.folds, main.stack, [game.depth for game in games])
    )


def usable_files(files: Sequence[StrategyTable], game: Game) -> list[StrategyTable]:
    """Return the files whose games can stand for a real one; a `StrategyError` says why there is none."""
    usable = [file for file in files if _is_alike(file.config.game, game)]
    if not usable:
        raise StrategyError(_no_game(files, game))
    players = min(file.config.game.players for file in usable)
    return [file for file in usable if file.config.game.players == players]


def trained_games(
    files: Sequence[StrategyTable], table: Table, actions: tuple[Action, ...], first: int | None = None
) -> tuple[TrainedGame, ...]:
    """Return the finest trained game that covers a line at each depth next to the real one, the nearest first.

    files: those of `usable_files`. table: the real one, after the actions. first: a game must begin at or before this
    many actions of the line.
    """
    game, players = table.game, files[0].config.game.players
    folds = players - game.players
    if folds and game.players == 2 and table.round > 0:
        raise StrategyError(
            f"two players after the flop act in another order than the blinds of the game of {players} that was "
            "trained; open a heads-up strategy beside it"
        )
    stack, seats = _effective_stack(table), _seats(game.players, players)
    line = (FOLD,) * folds + actions
    most = len(line) if first is None else first + folds
    covering = [file for file in files if len(file.start) <= most and _begins(line, file, game)]
    if not covering:
        starts = ", ".join(repr(file.config.start) for file in files)
        raise StrategyError(f"no game that was trained covers the line; they begin after {starts}")
    finest: dict[float, StrategyTable] = {}
    for file in sorted(covering, key=lambda file: len(file.start)):
        finest[_stack_bb(file.config.game)] = file
    depths = _depths(stack, sorted(finest))
    main = finest[depths[0].stack]
    if len(depths) > 1 and finest[depths[1].stack].cards_print != main.cards_print:
        depths = [Depth(depths[0].stack, 1.0)]
    return tuple(TrainedGame(finest[depth.stack], seats, folds, game, stack, depth) for depth in depths)


def _depths(stack: float, known: Sequence[float]) -> list[Depth]:
    """Return the trained stacks next to one, with their shares, the larger share first; known: from short to deep.

    >>> [[(one.stack, round(one.share, 3)) for one in _depths(stack, [20, 40, 100])] for stack in (10, 30, 40.5)]
    [[(20, 1.0)], [(40, 0.585), (20, 0.415)], [(40, 1.0)]]
    """
    below, above = [one for one in known if one <= stack], [one for one in known if one > stack]
    if not below or not above:
        return [Depth(below[-1] if below else above[0], 1.0)]
    near, far = below[-1], above[0]
    share = math.log(stack / near) / math.log(far / near)
    both = sorted((Depth(near, 1 - share), Depth(far, share)), key=lambda depth: -depth.share)
    alone = both[1].share < _LEAST_SHARE or any(_is_same(stack, depth.stack) for depth in both)
    return [Depth(both[0].stack, 1.0)] if alone else both


def _is_same(stack: float, other: float) -> bool:
    return 1 / _SAME <= stack / other <= _SAME


def _is_alike(trained: Game, real: Game) -> bool:
    same = ("betting", "hole_cards", "board_cards", "deck", "ranking")
    if any(getattr(trained, name) != getattr(real, name) for name in same):
        return False
    if trained.betting == "limit" and trained != real:
        return False  # amounts are part of the rules there
    return trained.players >= real.players and _acts_first(trained, real)


def _acts_first(trained: Game, real: Game) -> bool:
    """Whether the betting begins with the same seat, which a straddle changes."""
    seats = _seats(real.players, trained.players)
    missing = trained.players - real.players
    if missing == 0:
        return trained.first_to_act == real.first_to_act
    expected = (trained.first_to_act[0] + missing) % trained.players
    return seats[real.first_to_act[0]] == expected


def _seats(real: int, trained: int) -> tuple[int, ...]:
    """By real seat, the trained one: the blinds and the last positions are there, the first are missing."""
    if real == 2 and trained > 2:
        return (1, 0)  # heads-up seat 0 is the big blind
    return tuple(seat if seat < 2 else seat + trained - real for seat in range(real))


def _effective_stack(table: Table) -> float:
    """Return the effective stack of who is to act, in big blinds."""
    assert table.actor is not None
    start, game = table.game.stacks, table.game
    others = [start[seat] for seat in table.in_hand if seat != table.actor]
    return min(start[table.actor], max(others)) / game.big_blind


def _stack_bb(game: Game) -> float:
    return max(game.stacks) / game.big_blind


def _begins(line: tuple[Action, ...], file: StrategyTable, real: Game) -> bool:
    unit, real_unit = file.config.game.big_blind, real.big_blind
    return len(line) >= len(file.start) and all(
        action == taken if taken <= CALL else action * real_unit == taken * unit
        for taken, action in zip(line, file.start, strict=False)
    )


def _assumed(real: Game, trained: Game, folds: int, stack: float, depths: Sequence[Depth]) -> list[str]:
    words = []
    if folds:
        words.append(
            f"{real.players} players are played as {trained.players} after {folds} fold{'s' if folds > 1 else ''}"
        )
    played = " or ".join(
        f"{depth.stack:g} bb{f' ({depth.share:.0%})' if len(depths) > 1 else ''}" for depth in depths
    )
    if not _is_same(stack, depths[0].stack):
        words.append(f"the effective stack of {stack:g} bb is played as {played}")
    elif len(set(real.stacks)) > 1 and len(set(trained.stacks)) == 1:
        words.append(f"all stacks are played as {played}")
    if _in_bb(real.antes, real) != _in_bb(trained.antes, trained):
        words.append("antes are left out" if any(real.antes) else "antes are added as in training")
    if _in_bb(real.blinds, real) != _in_bb(trained.blinds, trained):
        blinds = "/".join(f"{blind / trained.big_blind:g}" for blind in trained.blinds if blind)
        words.append(f"the blinds are played as {blinds} bb")
    return words


def _in_bb(chips: tuple[int, ...], game: Game) -> list[float]:
    return sorted({amount / game.big_blind for amount in chips if amount})


def _no_game(files: Sequence[StrategyTable], real: Game) -> str:
    games = [file.config.game for file in files]
    most = max(game.players for game in games)
    if real.players > most:
        return f"{real.players} players are too many: the strategy was trained for {most}, and answers for 2 to {most}"
    if (
        any(
            trained.betting == real.betting
            and trained.board_cards == real.board_cards
            and trained.deck == real.deck
            for trained in games
        )
        and real.betting == "no-limit"
    ):
        return (
            f"{real.name!r} has another order of acting than the trained game (first to act {real.first_to_act}); a "
            "straddle does that: leave it out"
        )
    names = ", ".join(sorted({game.name for game in games}))
    return f"the strategy plays {names} and is asked about {real.name!r}, which has other rules"
