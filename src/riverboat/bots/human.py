"""A player at the keyboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, Protocol

from riverboat.base.drawing import Drawn, drawing
from riverboat.bots.bot import Bot
from riverboat.bots.view import HandEnd, HandStart, Move, View
from riverboat.cards.card import card_names
from riverboat.errors import HistoryError, RiverboatError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.line import parse_line, write_line
from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.game import Game

NAME: Final = "you"


class LeftTableError(BaseException):
    """The human leaves. No `Exception`, so that the arena does not take it for a fault of a bot."""


class Console(Protocol):
    """What a game is shown on, such as a console of rich."""

    def print(self, *things: Any) -> object:
        """Show things below each other."""
        ...


class Marked(Protocol):
    """A decision that a strategy has judged: `riverboat.strategy.review.Reviewed`."""

    @property
    def is_mistake(self) -> bool:
        """Whether the strategy would not have done it."""
        ...

    @property
    def loss_bb(self) -> float | None:
        """What it cost, if that is known."""
        ...


class Screen(Protocol):
    """How a human sees the game; `views.play_table` draws it."""

    def begin(self, number: int) -> None:
        """Begin a hand."""
        ...

    def follow(self, hand: Hand) -> None:
        """Tell what happened in the hand since it was told last."""
        ...

    def ask_move(self, view: View, names: tuple[str, ...]) -> None:
        """Show the table, and what can be done."""
        ...

    def help(self) -> None:
        """Say what can be typed."""
        ...

    def refuse(self, problem: str) -> None:
        """Say what is wrong with what was typed."""
        ...

    def end(self, hand: Hand) -> None:
        """Tell the rest of the hand, the showdown and who won what."""
        ...

    def look_at(self, thing: Drawn) -> None:
        """Show something else."""
        ...

    def sum_up(self, decisions: Sequence[Marked]) -> None:
        """Say how many decisions of a hand were mistakes."""
        ...


class Human(Bot):
    """Shows the table as a player sees it, and asks what to do.

    ask: reads a line after a prompt, by default `input`; its `EOFError` leaves the table. console: where to show, by
    default the terminal. between: called after every hand with its record, such as to ask whether to go on. records:
    the hands so far with the cards that were seen. won: chips by hand, in big blinds. faults: decisions that bots lost,
    by name. marks: own decisions that were judged.

    >>> from riverboat.arena import play_match
    >>> from rich.console import Console
    >>> answers = iter("r 3,c,?,c,q".split(","))
    >>> human = Human(ask=lambda prompt: next(answers), console=Console(quiet=True))
    >>> play_match([lambda: human, "fish"], 5, seed=1)
    Traceback (most recent call last):
    ...
    riverboat.bots.human.LeftTableError
    >>> human.records  # left on the turn of the first hand
    []
    """

    timed: ClassVar[bool] = False

    def __init__(
        self,
        ask: Callable[[str], str] = input,
        console: Console | None = None,
        between: Callable[[Hand], object] | None = None,
    ) -> None:
        self.screen: Screen = drawing(self, "screen", console=console)
        self.records: list[Hand] = []
        self.won: list[float] = []
        self.faults: Counter[str] = Counter()
        self.marks: list[Marked] = []
        self._ask, self._between = ask, between
        self._names: tuple[str, ...] = ()
        self._cards: tuple[int, ...] = ()

    def ask(self, prompt: str) -> str:
        """Ask for a line; leave the table on `q`, or when there is nobody to answer."""
        try:
            answer = self._ask(prompt).strip()
        except EOFError:
            raise LeftTableError from None
        if answer.lower() in ("q", "quit"):
            raise LeftTableError
        return answer

    def hear_fault(self, name: str, kind: str, message: str) -> None:
        """Say that a bot lost a decision, and how."""
        self.faults[name] += 1
        self.screen.refuse(f"{name} lost a decision, and checked or folded instead: {kind}, {message}")

    def start_hand(self, start: HandStart) -> None:
        """Count the hand."""
        self._names, self._cards = start.names, ()
        self.screen.begin(len(self.records) + 1)

    def act(self, view: View) -> Action:
        """Show what happened and the table, and ask until the answer is legal."""
        self._cards = view.cards
        self.screen.follow(self._hand(view.game, view.seat, view.history, {}, view.board))
        self.screen.ask_move(view, self._names)
        while True:
            answer = self.ask("> ")
            try:
                if answer and answer != "?":
                    return read_action(answer, view)
                self.screen.help()
                self.screen.ask_move(view, self._names)
            except RiverboatError as problem:
                self.screen.refuse(str(problem).splitlines()[0].partition(" (at character")[0])

    def end_hand(self, end: HandEnd) -> None:
        """Show the rest, the showdown and who won what."""
        seen = {seat: cards for seat, cards in enumerate(end.shown) if cards}
        hand = self._hand(end.game, end.seat, end.history, seen, end.board)
        self.screen.end(hand)
        self.records.append(hand)
        self.won.append(end.payoffs[end.seat] / end.game.big_blind)
        if self._between is not None:
            self._between(hand)

    def _hand(
        self,
        game: Game,
        seat: int,
        history: tuple[Move, ...],
        cards: dict[int, tuple[int, ...]],
        board: tuple[int, ...],
    ) -> Hand:
        seen = {seat: self._cards, **cards}
        held = tuple(card_names(seen.get(one, ())) for one in range(game.players))
        actions = tuple(move.action for move in history)
        return Hand(game, actions, held, card_names(board), self._names, hero=seat)


def read_action(text: str, view: View) -> Action:
    """Read what a player typed: a token of a betting line, with or without a blank in it.

    >>> from riverboat.games import nolimit_holdem
    >>> view = View(nolimit_holdem(), 1, (51, 50), (), 0, (9900, 9950), (100, 50), 150, (0, 1), 50, 200, 10000, (), 7)
    >>> [read_action(text, view) for text in ("f", "c", "r 6", "r50%", "a")]
    [-1, 0, 600, 200, 10000]
    >>> read_action("r 1", view)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.HistoryError: 'r1': 1 bb (100 chips) is not a legal amount for seat 1; legal: f, c, r2 to r100...
    """
    token = "".join(text.lower().split())
    if token in ("c", "k", "call", "check"):
        return CALL
    if token in ("f", "fold"):
        return view.fold  # nobody folds for nothing
    if token in ("a", "all-in", "allin") and 0 < view.stack <= view.call:
        return CALL
    before = write_line(view.game, view.actions)
    actions = parse_line(f"{before} {token}", view.game).actions
    if len(actions) != len(view.history) + 1:  # nothing, or the end of a street, or several at once
        raise HistoryError(f"{text[:50]!r} is not one action; give such as f, c, r6, r50% or a")
    return actions[-1]
