"""A player at the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from riverboat.bots.bot import Bot
from riverboat.bots.view import HandEnd, HandStart, Move, View
from riverboat.cards.card import card_names
from riverboat.cards.equity_view import card_text
from riverboat.errors import RiverboatError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.hand_view import ending_lines, play_lines
from riverboat.games.histories.line import parse_line, write_line
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.positions import position_names

NAME: Final = "you"
_HELP: Final = """\
f      fold                 r 6    bet, or raise to, 6 big blinds on this street
c, k   call or check        r 75%  bet or raise by three quarters of the pot
a      all-in               ?      this help, and the table again
q      leave the table"""


class LeftTableError(BaseException):
    """The human leaves. No `Exception`, so that the arena does not take it for a fault of a bot."""


class Human(Bot):
    """Shows the table as a player sees it, and asks what to do.

    ask: reads a line after a prompt, by default `input`; its `EOFError` leaves the table. console: where to show.
    between: called after every hand with its record, such as to ask whether to go on. records: the hands so far with
    the cards that were seen. won: chips by hand, in big blinds.

    >>> from riverboat.arena import play_match
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
        self.console = console or Console(highlight=False)
        self.records: list[Hand] = []
        self.won: list[float] = []
        self._ask, self._between = ask, between
        self._names: tuple[str, ...] = ()
        self._cards: tuple[int, ...] = ()
        self._told = 0  # lines of this hand that were shown

    def ask(self, prompt: str) -> str:
        """Ask for a line; leave the table on `q`, or when there is nobody to answer."""
        try:
            answer = self._ask(prompt).strip()
        except EOFError:
            raise LeftTableError from None
        if answer.lower() in ("q", "quit"):
            raise LeftTableError
        return answer

    def start_hand(self, start: HandStart) -> None:
        """Count the hand."""
        self._names, self._cards, self._told = start.names, (), 0
        self.console.print(Text(f"\nHand {len(self.records) + 1}", style="bold"))

    def act(self, view: View) -> Action:
        """Show what happened and the table, and ask until the answer is legal."""
        self._cards = view.cards
        self._tell(self._hand(view.game, view.seat, view.history, {}, view.board))
        self.console.print(table_view(view, self._names))
        while True:
            answer = self.ask("> ")
            try:
                if answer and answer != "?":
                    return read_action(answer, view)
                self.console.print(Text(_HELP, style="dim"))
                self.console.print(table_view(view, self._names))
            except RiverboatError as problem:
                said = str(problem).splitlines()[0].partition(" (at character")[0]
                self.console.print(Text(said, style="red"))

    def end_hand(self, end: HandEnd) -> None:
        """Show the rest, the showdown and who won what."""
        seen = {seat: cards for seat, cards in enumerate(end.shown) if cards}
        hand = self._hand(end.game, end.seat, end.history, seen, end.board)
        self._tell(hand)
        self.console.print(*ending_lines(hand), sep="\n")
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

    def _tell(self, hand: Hand) -> None:
        lines = play_lines(hand)
        self.console.print(*lines[self._told :], sep="\n")
        self._told = len(lines)


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
    return parse_line(f"{before} {token}", view.game).actions[-1]


def table_view(view: View, names: tuple[str, ...]) -> RenderableType:
    """Return the table for a terminal: all seats with stacks and bets, the board and the pot, and what can be done."""
    unit, rows = view.game.big_blind, Grid(box=None, pad_edge=False, header_style="dim")
    for column in ("", "", "stack", "bet", ""):
        rows.add_column(column, justify="right" if column else "left")
    folded = {move.seat for move in view.history if move.action == FOLD}
    for seat, position in enumerate(position_names(view.game.players)):
        own = seat == view.seat
        cards = card_text(card_names(view.cards)) if own else Text("" if seat in folded else "▮▮", "dim")
        bet = f"{view.bets[seat] / unit:g}" if view.bets[seat] else ""
        style = "dim" if seat in folded else "bold" if own else ""
        rows.add_row(position, names[seat], f"{view.stacks[seat] / unit:g}", bet, cards, style=style)
    board = card_text(card_names(view.board)) if view.board else Text("no board yet", style="dim")
    middle = Text("  ").join([board, Text(f"pot {view.pot / unit:g} bb", style="bold yellow")])
    return Panel(Group(rows, Text(), middle, Text(_choices(view))), expand=False, border_style="green")


def _choices(view: View) -> str:
    """What can be done, as one types it."""
    unit = view.game.big_blind
    words = [f"f fold  c call {view.call / unit:g}" if view.call else "c check"]
    if view.max_raise_to:
        least, most = view.min_raise_to / unit, view.max_raise_to / unit
        words.append(f"r {least:g} to {most:g}" if least < most else f"r {least:g}")
        words.append("a all-in" if view.max_raise_to - view.bets[view.seat] == view.stack else "")
    return "  ".join(filter(None, [*words, "? help  q leave"]))
