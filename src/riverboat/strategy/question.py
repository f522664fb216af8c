"""What is asked: a game, what was done in it and the cards on the table, from any spelling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np

from riverboat.cards.card import CardsLike, card_names, parse_cards
from riverboat.errors import CardError, StrategyError
from riverboat.games.acpc import read_acpc
from riverboat.games.action import Action, act
from riverboat.games.game import Game
from riverboat.games.hand import Hand
from riverboat.games.line import parse_line, write_line
from riverboat.games.phh import read_phh
from riverboat.games.positions import position_names
from riverboat.games.presets import nolimit_holdem
from riverboat.games.streets import street_names
from riverboat.games.table import Table

LineLike: TypeAlias = "str | Sequence[Action] | Hand"
"""A betting line, an ACPC betting string or state, PHH text, a `Hand`, or actions."""

Stacks: TypeAlias = "float | Sequence[float] | None"
"""Stacks in big blinds: of everybody, or by seat, which also says how many play."""

_NUMBERS: Final = (int, float, np.integer, np.floating)


@dataclass(frozen=True)
class Question:
    """A point in a hand: the game, the actions and the board."""

    game: Game
    actions: tuple[Action, ...]
    board: tuple[int, ...] = ()

    def table(self) -> Table:
        """Return a table at this point; a `StrategyError` if nobody is to act there."""
        table = Table(self.game)
        for action in self.actions:
            act(table, action)
        if table.is_over:
            raise StrategyError(
                f"after {self.line!r} the hand is over; ask at a point where somebody is to act"
            )
        return table

    @property
    def line(self) -> str:
        """The betting line, without the cards."""
        return write_line(self.game, self.actions)


def read_question(
    line: LineLike, board: CardsLike, default: Game, game: Game | None = None, stacks: Stacks = None
) -> Question:
    """Read a line and a board. The game is that of the record, the given one, or the default with these stacks."""
    rules = _game(default, game, stacks)
    record = line if isinstance(line, Hand) else _record(line)
    if isinstance(record, Hand):
        if game is not None or stacks is not None:
            raise StrategyError("the record of a hand has its own game; leave game and stacks out")
        rules, actions, inside = record.game, record.actions, parse_cards(record.board)
    elif isinstance(line, str):
        read = parse_line(line, rules)
        actions, inside = read.actions, parse_cards(read.board)
    else:
        assert not isinstance(line, Hand)
        actions, inside = tuple(int(action) for action in line), []
    given = parse_cards(board)
    if inside and given and inside != given[: len(inside)]:
        raise CardError(
            f"the line has the cards {card_names(inside)} and the board is {card_names(given)}; give one of them"
        )
    return Question(rules, actions, tuple(given or inside))


def check_board(question: Question, table: Table) -> tuple[int, ...]:
    """Return the board; raise unless it is that of the street."""
    game, board = question.game, question.board
    needed = sum(game.board_cards[: table.round + 1])
    if len(board) != needed:
        street = (
            f"on the {street_names(game)[table.round]}, where {needed}"
            if needed
            else "before the flop, where no"
        )
        has = f"{len(board)} card{'s' * (len(board) > 1)} ({card_names(board)})" if board else "no cards"
        example = (
            f"; give {needed}, such as {'QsJh2h5c9d'[: 2 * needed]}" if needed else "; leave the board out"
        )
        raise StrategyError(
            f"after {question.line!r} the hand is {street} cards lie; the board has {has}{example}"
        )
    strange = [card for card in board if card not in game.deck.cards]
    if strange:
        raise CardError(f"the card {card_names(strange[:1])} is not in the deck of {game.name!r}")
    return board


def check_seat(seat: int | str | None, table: Table) -> None:
    """Raise unless it is the turn of that seat, or of that position."""
    if seat is None:
        return
    names = position_names(table.game.players)
    if seat_number(seat, table.game) != table.actor:
        assert table.actor is not None
        raise StrategyError(
            f"it is not the turn of {seat!r}: {names[table.actor]} (seat {table.actor}) is to act"
        )


def seat_number(seat: int | str, game: Game) -> int:
    """Return the number of a seat that is given by number or by position.

    >>> seat_number("BTN", nolimit_holdem(players=6)), seat_number(1, nolimit_holdem())
    (5, 1)
    """
    names = position_names(game.players)
    if isinstance(seat, str) and seat.upper() in names:
        return names.index(seat.upper())
    if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and 0 <= seat < game.players:
        return int(seat)
    raise StrategyError(
        f"{seat!r} is not a seat; with {game.players} players they are {', '.join(names)}, or 0 to {game.players - 1}"
    )


def _record(line: str | Sequence[Action]) -> Hand | None:
    """Return the hand that a text is the record of, if it is one."""
    if isinstance(line, str):
        text = line.strip()
        if text.startswith(("STATE:", "MATCHSTATE:")):
            return read_acpc(text)
        if "variant" in text:
            return read_phh(text)
    return None


def _game(default: Game, game: Game | None, stacks: Stacks) -> Game:
    if stacks is None:
        return default if game is None else game
    base = default if game is None else game
    unit = base.big_blind
    if isinstance(stacks, _NUMBERS):
        return replace(base, stacks=(_chips(stacks, unit),) * base.players)
    chips = tuple(_chips(stack, unit) for stack in stacks)
    if len(chips) == base.players:
        return replace(base, stacks=chips)
    if game is not None:
        raise StrategyError(
            f"stacks are {len(chips)} numbers; the game has {base.players} players: give one for each"
        )
    return nolimit_holdem(
        len(chips), stacks=chips, small_blind=min(filter(None, base.blinds), default=1), big_blind=unit
    )


def _chips(stack: float, unit: int) -> int:
    if isinstance(stack, bool) or not isinstance(stack, _NUMBERS) or not 0 < stack < math.inf:
        raise StrategyError(f"a stack is {stack!r}; it must be a number of big blinds, such as 40")
    return round(stack * unit)
