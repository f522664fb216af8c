"""The cursor: a point of a hand as a strategy follows it, action by action.

It carries the real table and where the strategy stands in its own game together. Whatever follows a hand stands on it:
questions, grids, ranges, bots, reviews. A line is read once, token by token, at the tables it is played at.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import number
from riverboat.cards.card import CardsLike, card_names, parse_cards
from riverboat.cards.range import Range
from riverboat.errors import CardError, GameError, StrategyError
from riverboat.games.histories.acpc import read_acpc
from riverboat.games.histories.acpc_betting import is_acpc_betting, parse_acpc_betting
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.line import action_token, follow_line, write_line
from riverboat.games.histories.phh.read import read_phh
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.positions import seat_names, seat_number
from riverboat.games.rules.presets import nolimit_holdem
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.games.trees.translation import translate
from riverboat.solvers.asking.decision import AllHands, Decision
from riverboat.solvers.asking.options import Option
from riverboat.solvers.asking.public_state import PublicState

LineLike: TypeAlias = "str | Sequence[Action] | Hand"
"""A betting line, an ACPC betting string or state, PHH text, a `Hand`, or actions."""

StackBB: TypeAlias = "float | Sequence[float] | None"
"""Stacks in big blinds: of everybody, or by seat, which also says how many play."""

_EXAMPLE: Final = "QsJh2h5c9d"  # a board
_NUMBERS: Final = (int, float, np.integer, np.floating)


class Cursor(ABC):
    """A point of a hand, and what a strategy plays there; `Strategy.start` and `Strategy.at` make one.

    A cursor does not change: `act` and `deal` return the next one.
    """

    @property
    @abstractmethod
    def table(self) -> Table:
        """The real table; do not play on it."""

    @property
    @abstractmethod
    def board(self) -> tuple[int, ...]:
        """The cards that were dealt so far."""

    @property
    @abstractmethod
    def options(self) -> tuple[Option, ...]:
        """What the strategy may do here, in real chips."""

    @property
    @abstractmethod
    def state(self) -> PublicState:
        """The decision as everybody sees it, with all hands that may be held and all that the strategy may do."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What an answer here rests on, in words; nothing if it is the strategy's own at this very point."""
        return ()

    def meant(self, action: Action, word: str) -> Action:
        """Return the action that a word of a line stands for; `action` is what it says in chips."""
        return action

    def offering(self, action: Action) -> Self:
        """Return the same point with an action among the options, if the strategy can put it there; else this one."""
        return self

    # --- going on ------------------------------------------------------------------------------------------------

    def act(self, action: Action | str) -> Self:
        """Return the point after an action of who is to act: chips, -1 to fold, 0 to check or call, or a word.

        >>> import riverboat as rb
        >>> rb.open("sixmax").at("f f").act("r2.5").act(-1).query("AsKd").state.position
        'SB'
        """
        if isinstance(action, str):
            return follow_line(action, self)
        self.check_goes_on()
        return self._after(action)

    def deal(self, cards: CardsLike) -> Self:
        """Return the same point with more cards on the board."""
        dealt, table = parse_cards(cards), self.table
        room = sum(table.game.board_cards[: table.round + 1]) - len(self.board)
        if len(dealt) > room:
            shown = card_names(self.board) or "no board"
            raise CardError(f"{card_names(dealt)} cannot be dealt on {shown}: {room or 'no'} cards come here")
        parse_cards([*self.board, *dealt])  # each card once
        return self._with(tuple(dealt))

    @abstractmethod
    def _after(self, action: Action) -> Self:
        """The point after an action."""

    @abstractmethod
    def _with(self, cards: tuple[int, ...]) -> Self:
        """The same point with more cards."""

    # --- asking ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def query(self, hand: str) -> Decision:
        """Return how a hand is played here."""

    @abstractmethod
    def grid(self) -> AllHands:
        """Return how every hand is played here."""

    @abstractmethod
    def reach(self, seat: int) -> npt.NDArray[np.float64]:
        """Return how often a seat comes here with each hand, by its own choices: float64[1326], or by card [52]."""

    def likely_reach(self, seat: int) -> tuple[npt.NDArray[np.float64], bool]:
        """Return the reach of a seat, and whether the line tells it; if no hand plays so, every hand is as likely.

        For who must act whatever was done: stacks and lines may be any.
        """
        reach = self.reach(seat)
        return (reach, True) if reach.any() else (np.ones(len(reach)), False)

    def range(self, seat: int | str) -> Range:
        """Return the range of a seat: each hand by how often it would have come here.

        What others did does not count; their cards are not taken out. A seat that has folded has the range it folded.
        """
        self.check()
        game = self.table.game
        if game.hole_cards != 2:
            raise StrategyError(f"a range is of two-card hands; {game.name!r} deals one card")
        number = seat_number(seat, game)
        reach = self.reach(number)
        if not reach.any():
            line = write_line(game, self.table.taken)
            raise StrategyError(
                f"seat {number} never plays {line!r} with any hand; there is no range after it"
            )
        return Range.from_weights(np.minimum(reach, 1.0))

    # --- whether it can be asked -----------------------------------------------------------------------------

    def check_turn(self, seat: int | str) -> None:
        """Raise unless it is the turn of that seat, or of that position."""
        table = self.table
        if seat_number(seat, table.game) != table.actor:
            assert table.actor is not None
            name = seat_names(table.game)[table.actor]
            raise StrategyError(f"it is not the turn of {seat!r}: {name} (seat {table.actor}) is to act")

    is_checked = False  # what can be asked once can be asked again

    def check(self) -> None:
        """Raise unless somebody is to act and the board is that of the street."""
        if self.is_checked:
            return
        self.check_goes_on()
        table, game, board = self.table, self.table.game, self.board
        needed = sum(game.board_cards[: table.round + 1])
        if len(board) != needed:
            raise StrategyError(_wrong_board(table, board, needed))
        strange = [card for card in board if card not in game.deck.cards]
        if strange:
            raise CardError(f"the card {card_names(strange[:1])} is not in the deck of {game.name!r}")
        self.is_checked = True

    def check_goes_on(self) -> None:
        """Raise if the hand is over."""
        table = self.table
        if table.is_over:
            raise StrategyError(
                f"after {write_line(table.game, table.taken)!r} the hand is over; ask at a point where somebody is to "
                "act"
            )

    def __repr__(self) -> str:
        line = write_line(self.table.game, self.table.taken, card_names(self.board))
        return f"<{type(self).__name__} {line!r} on {card_names(self.board) or 'no board'}>"


def _wrong_board(table: Table, board: Sequence[int], needed: int) -> str:
    game = table.game
    street = (
        f"on the {street_names(game)[table.round]}, where {needed}" if needed else "before the flop, where no"
    )
    has = f"{len(board)} card{'s' * (len(board) > 1)} ({card_names(board)})" if board else "no cards"
    shown = [*board, *(card for card in parse_cards(_EXAMPLE) if card not in board)][:needed]
    example = f"; give {needed}, such as {card_names(shown)}" if needed else "; leave the board out"
    return f"after {write_line(game, table.taken)!r} the hand is {street} cards lie; the board has {has}{example}"


# --- following a line ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trace:
    """The way of a line. at: the point after it, where the hand may be over or cards may be missing. before: the points
    at which each action of the line was taken. swapped: sizes that the strategy lacks, each with what it is."""

    at: Cursor
    before: tuple[Cursor, ...]
    swapped: tuple[tuple[str, str], ...] = ()

    @property
    def cards_missing(self) -> int:
        """How many cards the board lacks for the street that is played."""
        table = self.at.table
        if table.is_over:
            return 0
        return max(0, sum(table.game.board_cards[: table.round + 1]) - len(self.at.board))


@dataclass
class _Dealing:
    """Follows a line on a cursor, and lays the cards of a board that was given apart before each street is played.

    swapped: what it was done with sizes that the strategy lacks; None to refuse them, as a strategy does.
    """

    at: Cursor
    given: list[int]
    before: tuple[Cursor, ...] = ()
    swapped: list[tuple[str, str]] | None = None

    @property
    def table(self) -> Table:
        return self.at.table

    @property
    def board(self) -> tuple[int, ...]:
        return self.at.board

    def meant(self, action: Action, word: str) -> Action:
        at = self._dealt()
        try:
            return at.meant(action, word)
        except GameError:
            sizes = [option.action for option in at.options if option.action > CALL]
            if self.swapped is None or action <= CALL or not sizes:
                raise
            found = translate(action, [FOLD, *sizes], at.table, method="pseudo-harmonic-deterministic")
            self.swapped.append((action_token(at.table, action), action_token(at.table, found)))
            return found

    def act(self, action: Action) -> _Dealing:
        at = self._dealt()
        return replace(self, at=at.act(action), before=(*self.before, at))

    def deal(self, cards: Sequence[int]) -> _Dealing:
        return replace(self, at=self.at.deal(cards))

    def _dealt(self) -> Cursor:
        """The cursor with the cards of its street on the board, if they were given."""
        table, known = self.at.table, len(self.at.board)
        needed = sum(table.game.board_cards[: table.round + 1])
        return self.at.deal(self.given[known:needed]) if known < needed <= len(self.given) else self.at


def follow(start: Cursor, line: LineLike, board: CardsLike) -> Cursor:
    """Play a line from where a cursor stands and return the point after it, where somebody is to act; see `trace`."""
    at = trace(start, line, board).at
    at.check_goes_on()
    return at


def trace(start: Cursor, line: LineLike, board: CardsLike, *, swaps: bool = False) -> Trace:
    """Play a line from where a cursor stands and return the points it came through.

    line: text may begin where the cursor stands or at the start of the hand; actions and records begin at the start.
    board: the cards on the table at the end of the line, if they do not stand in it. swaps: whether sizes in a text
    that the strategy lacks, as solutions do, are taken as the likelier of the sizes around them.
    """
    given = parse_cards(board)
    if isinstance(line, Hand):
        inside, line = parse_cards(line.board), line.actions
        _check_same(inside, given)
        given = given or inside
    first = start.board
    if given and set(given[: len(first)]) != set(first):
        raise CardError(
            f"the strategy begins on {card_names(first)} and is asked about the board {card_names(given)}"
        )
    swapped = list[tuple[str, str]]() if swaps else None
    at = _Dealing(start, [*first, *given[len(first) :]], swapped=swapped)
    begun, game = tuple(start.table.taken), start.table.game
    if isinstance(line, str) and not is_acpc_betting(line):
        at = follow_line(line, at, whole=True)
    else:
        actions = parse_acpc_betting(line, game) if isinstance(line, str) else _chip_actions(line)
        if actions[: len(begun)] != begun:
            told = write_line(game, begun)
            raise StrategyError(f"the line does not begin with {told!r}, where the strategy begins")
        for action in actions[len(begun) :]:
            at = at.act(action)
    inside = list(at.board)
    _check_same(inside, at.given if given else [])
    if at.table.is_over:  # cards that come after it do not matter
        return Trace(at.at, at.before, tuple(swapped or ()))
    needed = sum(game.board_cards[: at.table.round + 1])
    if len(at.given) > needed:
        raise StrategyError(_wrong_board(at.table, at.given, needed))
    last = at.at.deal(at.given[len(inside) :]) if len(at.given) > len(inside) else at.at
    return Trace(last, at.before, tuple(swapped or ()))


def _chip_actions(line: Sequence[Action]) -> tuple[Action, ...]:
    try:
        return tuple(index(action) for action in line)
    except TypeError:
        raise StrategyError(
            f"the line is {line!r}; give text, such as 'f f r2.5', or actions in chips, such as [-1, -1, 250]"
        ) from None


def _check_same(inside: list[int], given: list[int]) -> None:
    both = min(len(inside), len(given))
    if inside[:both] != given[:both]:
        raise CardError(
            f"the line has the cards {card_names(inside)} and the board is {card_names(given)}; give one of them"
        )


# --- reading what is asked ---------------------------------------------------------------------------------------


def read_record(line: LineLike) -> LineLike:
    """Return the `Hand` that a text is the record of, if it is one, else the line as it is."""
    if isinstance(line, str):
        text = line.strip()
        if text.startswith(("STATE:", "MATCHSTATE:")):
            return read_acpc(text)
        if "variant" in text:
            return read_phh(text)
    return line


def real_game(default: Game, game: Game | None, stack_bb: StackBB) -> Game:
    """Return the game that a question is about: the given one or the default, with these stacks."""
    base = default if game is None else game
    if stack_bb is None:
        return base
    unit = base.big_blind
    if isinstance(stack_bb, _NUMBERS):
        return replace(base, stacks=(_chips(stack_bb, unit),) * base.players)
    chips = tuple(_chips(stack, unit) for stack in stack_bb)
    if len(chips) == base.players:
        return replace(base, stacks=chips)
    if game is not None:
        raise StrategyError(
            f"stack_bb is {len(chips)} numbers; the game has {base.players} players: give one for each"
        )
    return nolimit_holdem(
        len(chips), stacks=chips, small_blind=min(filter(None, base.blinds), default=1), big_blind=unit
    )


def _chips(stack: float, unit: int) -> int:
    return round(
        number("a stack", stack, StrategyError, over=0, example=40, kind="a number of big blinds") * unit
    )
