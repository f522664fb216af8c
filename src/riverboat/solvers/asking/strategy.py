"""What a strategy is, and the one face by which it is asked, whatever it was made by."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from riverboat.base.arguments import check_arguments
from riverboat.cards.card import CardsLike, card_names
from riverboat.cards.range import Range
from riverboat.errors import GameError, SolverError, StrategyError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game
from riverboat.solvers.asking.cursor import (
    Cursor,
    LineLike,
    StackBB,
    Trace,
    follow,
    read_record,
    real_game,
    trace,
)
from riverboat.solvers.asking.decision import AllHands, Decision
from riverboat.solvers.asking.public_state import PublicState

Floats = npt.NDArray[np.float64]

NEAR: Final = 1e-6
"""Probabilities may miss a sum of 1 by this much, which is rounding in 32 bits."""


class RealGame(TypedDict, total=False):
    """The game that is really played, if it is not the one that a strategy was made for.

    stack_bb: big blinds of everybody, or by seat.
    """

    game: Game | None
    stack_bb: StackBB


class Asked(RealGame, total=False):
    """What may be said with a question. seat: refuse unless it is the turn of this seat or position."""

    seat: int | str | None


class Strategy(ABC):
    """How all seats of a game are played: a solution, a blueprint, later a network or a searching player.

    All are asked with the same words. hand: two cards, such as AsKd; before the flop a class, such as AKo, will do.
    line: what was done, as in `f f r2.5 f / k b33%`, an ACPC betting string or state, PHH text, a `Hand`, or actions in
    chips. board: the cards on the table, which may stand in the line as well. For the rest see `Asked`.

    >>> import riverboat as rb
    >>> strategy = rb.open("sixmax")
    >>> strategy.query("AsAh", "f f r2.5 f").probability("f")
    0.0
    >>> strategy.range("CO", "f f r2.5").weight("7s2h")  # what the cut-off opens
    0.0
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """What it is called."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game that lines are read in, unless another is given."""

    @abstractmethod
    def start(self, game: Game | None = None) -> Cursor:
        """Return a cursor where the strategy begins, in the real game."""

    @abstractmethod
    def __call__(self, state: PublicState, /) -> Floats:
        """Return the probabilities of a state's options for its hands: float64[hands, options]."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return what it is and what made it, as plain values."""

    @abstractmethod
    def verify(self) -> None:
        """Read all of its files and compare their checksums."""

    def forget(self) -> None:  # noqa: B027 - most remember nothing
        """Forget what was found out for earlier questions, and give its memory back; answers stay what they are."""

    # --- asking --------------------------------------------------------------------------------------------------

    def at(self, line: LineLike = "", board: CardsLike = "", **asked: Unpack[Asked]) -> Cursor:
        """Return the point after a line, where somebody is to act."""
        check_arguments(self.query, Asked, asked, StrategyError)
        cursor = self._follow(line, board, game=asked.get("game"), stack_bb=asked.get("stack_bb"))
        cursor.check()
        if (seat := asked.get("seat")) is not None:
            cursor.check_turn(seat)
        return cursor

    def trace(
        self, line: LineLike = "", board: CardsLike = "", *, swaps: bool = False, **real: Unpack[RealGame]
    ) -> Trace:
        """Return the points that a line comes through; at its end the hand may be over, or cards may be missing.

        swaps: whether sizes that a solution's tree lacks are taken as the likelier ones around them.

        >>> import riverboat as rb
        >>> way = rb.open("sixmax").trace("f f r2.5 f c f /")
        >>> [point.state.position for point in way.before], way.cards_missing
        (['UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'], 3)
        """
        check_arguments(self.trace, RealGame, real, StrategyError)
        return trace(*self._asked(line, board, real.get("game"), real.get("stack_bb")), swaps=swaps)

    def _follow(
        self, line: LineLike, board: CardsLike, *, game: Game | None = None, stack_bb: StackBB = None
    ) -> Cursor:
        """Return the point after a line, unchecked."""
        return follow(*self._asked(line, board, game, stack_bb))

    def _asked(
        self, line: LineLike, board: CardsLike, game: Game | None, stack_bb: StackBB
    ) -> tuple[Cursor, LineLike, CardsLike]:
        """Where a question begins, and its line and board."""
        line = read_record(line)
        if isinstance(line, Hand):
            if game is not None or stack_bb is not None:
                raise StrategyError("the record of a hand has its own game; leave game and stack_bb out")
            game = line.game
        elif game is not None or stack_bb is not None:
            game = real_game(self.game, game, stack_bb)
        return self.start(game), line, board

    def query(
        self, hand: str, line: LineLike = "", board: CardsLike = "", **asked: Unpack[Asked]
    ) -> Decision:
        """Return how a hand is played after a line."""
        return self.at(line, board, **asked).query(hand)

    def grid(self, line: LineLike = "", board: CardsLike = "", **asked: Unpack[Asked]) -> AllHands:
        """Return how every hand is played after a line; printed, it is the 13 x 13 grid."""
        return self.at(line, board, **asked).grid()

    def range(
        self, seat: int | str, line: LineLike = "", board: CardsLike = "", **real: Unpack[RealGame]
    ) -> Range:
        """Return the range of a seat after a line: each hand by how often it would have come here.

        What others did does not count; their cards are not taken out. A seat that has folded has the range it folded.
        """
        return self.at(line, board, **real).range(seat)

    def play(
        self, cards: tuple[int, ...], taken: tuple[Action, ...], board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], Sequence[float]]:
        """Return the actions of a hand after a line and their probabilities: `query` for bots.

        cards, board: ids. taken: the line, in chips.
        """
        decision = self.query(card_names(cards), taken, board, game=game)
        return tuple(option.action for option in decision.options), decision.probabilities

    def play_all(
        self, hands: npt.NDArray[np.uint8], taken: tuple[Action, ...], board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], Floats]:
        """Return the actions after a line and how often each hand takes them, float64[hands, actions]: `play` for many.

        hands: uint8[hands, hole cards], the higher card first; none may meet the board.
        """
        at = self.at(taken, board, game=game)
        state = PublicState(at.table, board, hands, at.options)
        return tuple(option.action for option in at.options), ask(self, state)


StrategyLike: TypeAlias = Callable[[PublicState], npt.ArrayLike]
"""Whatever answers a `PublicState` with probabilities, [hands, options], whose rows sum to 1: a `Strategy`, or any
function. This one bets the king and nothing else:

>>> from riverboat.cards.card import parse_cards
>>> def honest(state):
...     king = state.hands[:, 0] == parse_cards("Ks")[0]
...     best = np.where(king, len(state.options) - 1, 0)
...     return np.eye(len(state.options))[best]
>>> from riverboat.evaluation import evaluate_strategy
>>> [round(gain, 3) for gain in evaluate_strategy("kuhn", honest).gains]
[0.167, 0.333]
"""


def uniform(state: PublicState) -> Floats:
    """Take every action alike often.

    >>> from riverboat.evaluation import exploitability
    >>> round(exploitability("leduc", uniform), 6)
    2.373611
    """
    return np.full((len(state.hands), len(state.options)), 1 / len(state.options))


def always_call(state: PublicState) -> Floats:
    """Check and call, whatever is held."""
    return _always(state, CALL)


def always_fold(state: PublicState) -> Floats:
    """Check where nothing is to be paid, else fold."""
    return _always(state, FOLD)


def _always(state: PublicState, wanted: int) -> Floats:
    actions = [option.action for option in state.options]
    answer = np.zeros((len(state.hands), len(actions)))
    answer[:, actions.index(wanted if wanted in actions else CALL)] = 1.0
    return answer


# --- asking ------------------------------------------------------------------------------------------------


def ask(strategy: StrategyLike, state: PublicState) -> Floats:
    """Return what a strategy plays, float64[hands, actions], rows sum to 1; a `SolverError` if it makes no sense."""
    if not callable(strategy):
        raise SolverError(
            f"{strategy!r} is not a strategy; give a Solution, a Blueprint or a function of a PublicState such as "
            "uniform"
        )
    try:
        answer = np.asarray(strategy(state), np.float64)
    except (TypeError, ValueError) as problem:
        if isinstance(problem, SolverError | GameError):
            raise
        raise SolverError(f"the strategy failed {where(state)}: {problem}") from problem
    expected = (len(state.hands), len(state.options))
    if answer.shape != expected:
        raise SolverError(
            f"the strategy answered an array of shape {answer.shape} {where(state)}; it must be {expected}, a row for "
            f"each hand and a column for each of {', '.join(state.actions)}"
        )
    total = answer.sum(axis=1)
    right = np.abs(total - 1) <= NEAR  # NaN is wrong too
    if not (right.all() and (answer >= 0).all()):
        hand = int(np.argmin(right & (answer >= 0).all(axis=1)))
        raise SolverError(
            f"the strategy plays {card_names(state.hands[hand].tolist())} {where(state)} with {answer[hand].tolist()}; "
            f"probabilities of {', '.join(state.actions)} are from 0 up and add up to 1, such as "
            f"{uniform(state)[hand].tolist()}"
        )
    return np.asarray(answer / total[:, None])


def first_difference(one: Floats, other: Floats) -> int | None:
    """Return the first hand that two answers play differently, beyond rounding; None if there is none.

    >>> first_difference(np.array([[0.5, 0.5], [0.0, 1.0]]), np.array([[0.5, 0.5], [1.0, 0.0]]))
    1
    """
    differs = (np.abs(one - other) > NEAR).any(axis=1)
    return int(np.argmax(differs)) if differs.any() else None


def where(state: PublicState) -> str:
    """Return the place of a state in words.

    >>> from riverboat.games import Table, leduc
    >>> where(PublicState(Table(leduc()), (), np.zeros((1, 1), np.uint8), ()))
    'at the start'
    """
    line = f"after {state.line!r}" if state.line else "at the start"
    return f"{line} on {card_names(state.board)}" if state.board else line
