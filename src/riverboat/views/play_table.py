"""The table of `play` in a terminal: what happened, who sits where with what, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import rich.console
from rich.panel import Panel
from rich.rule import Rule

from riverboat.base.drawing import Drawn, draws
from riverboat.bots.human import Console, Human, Marked
from riverboat.bots.view import View
from riverboat.cards.card import card_names
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import FOLD
from riverboat.games.rules.positions import position_names
from riverboat.views.page import Page
from riverboat.views.recorded_hands import ending_lines, play_lines
from riverboat.views.shapes import CardRow, Cell, Line, Note, Rows

_HELP: Final = (
    ("f", "fold", "r 6", "bet, or raise to, 6 big blinds on this street"),
    ("c, k", "call or check", "r 75%", "bet or raise by three quarters of the pot"),
    ("a", "all-in", "?", "this help, and the table again"),
    ("q", "leave the table", "", ""),
)


@draws(View)
def draw_table(view: View, names: tuple[str, ...] = ()) -> Page:
    """Return all seats with stacks and bets, the board and the pot, and what can be done. names: by seat."""
    unit = view.game.big_blind
    folded = {move.seat for move in view.history if move.action == FOLD}
    rows: list[tuple[Cell, ...]] = []
    for seat, position in enumerate(position_names(view.game.players)):
        own, name = seat == view.seat, names[seat] if names else ""
        bet = f"{view.bets[seat] / unit:g}" if view.bets[seat] else ""
        texts = (position, name, f"{view.stacks[seat] / unit:g}", bet)
        held = CardRow(card_names(view.cards)) if own else Note("" if seat in folded else "▮▮", "dim")
        rows.append((*(Note(text, "dim") if seat in folded else text for text in texts), held))
    board = CardRow(card_names(view.board)) if view.board else Note("no board yet", "dim")
    return Page(
        Rows(("", "", ">stack", ">bet", ""), tuple(rows), strong=frozenset({view.seat})),
        Note(""),
        Line((board, Note(f"pot {view.pot / unit:g} bb", "bold"))),
        Note(_choices(view)),
    )


def _choices(view: View) -> str:
    """What can be done, as one types it."""
    unit = view.game.big_blind
    words = [f"f fold  c call {view.call / unit:g}" if view.call else "c check"]
    if view.max_raise_to:
        least, most = view.min_raise_to / unit, view.max_raise_to / unit
        words.append(f"r {least:g} to {most:g}" if least < most else f"r {least:g}")
        words.append("a all-in" if view.max_raise_to - view.bets[view.seat] == view.stack else "")
    return "  ".join(filter(None, [*words, "? help  q leave"]))


@draws(Human, "screen")
class TableScreen:
    """A `Screen` on a console; it knows how much of a hand it has told."""

    def __init__(self, human: Human, console: Console | None = None) -> None:
        self.console = console or rich.console.Console(highlight=False)
        self._told = 0  # lines of this hand

    def begin(self, number: int) -> None:
        """Begin a hand."""
        self._told = 0
        self.console.print(Page(Note(""), Note(f"Hand {number}", "bold")))

    def follow(self, hand: Hand) -> None:
        """Tell what happened in the hand since it was told last."""
        lines = play_lines(hand)
        if lines[self._told :]:
            self.console.print(Page(*lines[self._told :]))
        self._told = len(lines)

    def ask_move(self, view: View, names: tuple[str, ...]) -> None:
        """Show the table, and what can be done."""
        self.console.print(Panel(draw_table(view, names), expand=False, border_style="green"))

    def help(self) -> None:
        """Say what can be typed."""
        rows = tuple((key, Note(what, "dim"), other, Note(more, "dim")) for key, what, other, more in _HELP)
        self.console.print(Page(Rows(("", "", "", ""), rows)))

    def refuse(self, problem: str) -> None:
        """Say what is wrong with what was typed."""
        self.console.print(Page(Note(problem, "warning")))

    def end(self, hand: Hand) -> None:
        """Tell the rest of the hand, the showdown and who won what."""
        self.follow(hand)
        self.console.print(Page(*ending_lines(hand)))

    def sum_up(self, decisions: Sequence[Marked]) -> None:
        """Say how many of one's decisions were mistakes, and what they cost where that is known."""
        mistakes = [one for one in decisions if one.is_mistake]
        lost = sum(one.loss_bb or 0.0 for one in mistakes)
        cost = f", {lost:.1f} bb" if lost else ""
        if not decisions:
            return
        many = f"{len(mistakes)} mistake{'s' * (len(mistakes) != 1)}{cost}" if mistakes else "no mistake"
        count = f"{len(decisions)} decision{'s' * (len(decisions) != 1)}"
        self.console.print(Page(Note(f"{many} in {count}: type s to see", "warning" if mistakes else "good")))

    def look_at(self, thing: Drawn) -> None:
        """Show something else below a line."""
        self.console.print(Rule(style="dim"), thing)
