"""A hand drawn in a terminal street by street, and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from riverboat.cards.card import parse_cards
from riverboat.cards.equity_view import card_text
from riverboat.cards.ranking import ranking
from riverboat.errors import RiverboatError
from riverboat.games.histories.line import write_line
from riverboat.games.histories.money import short_amount
from riverboat.games.rules.awards import uncalled_bet
from riverboat.games.rules.positions import position_names

if TYPE_CHECKING:
    from rich.console import RenderableType

    from riverboat.games.histories.hand import Hand, Step

_STREETS = {
    1: ("Betting",),
    2: ("First round", "Second round"),
    3: ("First round", "Second round", "Third round"),
}
_HOLDEM = ("Preflop", "Flop", "Turn", "River")
_VERBS = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}
_STYLES = {"fold": "#3b82f6", "check": "#22c55e", "call": "#22c55e", "bet": "#ef4444", "raise": "#ef4444"}
"""The colours of actions that solvers use: fold blue, check and call green, bet and raise red."""


def hand_view(hand: Hand) -> RenderableType:
    """Return the hand for a terminal: the seats, every street with its pot, the showdown and the results."""
    parts: list[RenderableType] = [Text(headline(hand), style="bold"), _seats(hand), Text()]
    parts += play_lines(hand)
    parts += ending_lines(hand)
    return Group(*parts)


def headline(hand: Hand) -> str:
    """Return who played what and when, in one line.

    >>> from riverboat.games import Hand, nolimit_holdem
    >>> headline(Hand(nolimit_holdem(), hand_id="7"))
    "hand 7, no-limit hold'em 50/100, 2 players"
    """
    game = hand.game
    words = [f"hand {hand.hand_id}"] if hand.hand_id else []
    if hand.site:
        words.append(hand.site)
    names = {
        "nolimit-holdem": "no-limit hold'em",
        "limit-holdem": "limit hold'em",
        "short-deck": "short deck",
    }
    blinds = [blind for blind in sorted(game.blinds) if blind] or [max(game.antes)]
    stakes = "/".join(_amount(hand, blind) for blind in blinds)
    words.append(f"{names.get(game.name, game.name)} {stakes}{f' {hand.currency}' if hand.currency else ''}")
    if hand.tournament:
        words.append(f"tournament {hand.tournament}")
    words.append(f"{game.players} players")
    if hand.played_at:
        words.append(f"{hand.played_at:%Y-%m-%d %H:%M}{f' {hand.time_zone}' if hand.time_zone else ''}")
    return ", ".join(words)


def summary_row(hand: Hand) -> tuple[str, str, str, str]:
    """Return a hand for a list: its id, its line, its pot and who won how much, the amounts in big blinds."""
    table = hand.table()
    try:
        winners = ", ".join(
            f"{hand.names[seat]} +{_bb(hand, won)}" for seat, won in enumerate(hand.payoffs) if won > 0
        )
    except RiverboatError:
        winners = "?"
    _, back = uncalled_bet(table)
    line = write_line(hand.game, hand.actions)
    return hand.hand_id, line, f"{_bb(hand, table.pot - (back if table.is_over else 0))} bb", winners


def hand_data(hand: Hand) -> dict[str, object]:
    """Return the hand as plain values, as `--json` prints it; results that cannot be said are None."""
    try:
        payoffs: list[int] | None = list(hand.payoffs)
    except RiverboatError:
        payoffs = None
    positions = position_names(hand.game.players)
    return {
        "hand_id": hand.hand_id,
        "site": hand.site,
        "played_at": hand.played_at.isoformat() if hand.played_at else None,
        "time_zone": hand.time_zone,
        "game": hand.game.name,
        "big_blind": hand.game.big_blind,
        "currency": hand.currency,
        "decimals": hand.decimals,
        "players": [
            {
                "name": hand.names[seat],
                "position": positions[seat],
                "seat_number": hand.seat_numbers[seat],
                "stack": hand.game.stacks[seat],
                "blind": hand.game.blinds[seat],
                "ante": hand.game.antes[seat],
                "cards": hand.hole_cards[seat],
                "mucked": seat in hand.mucked,
                "hero": seat == hand.hero,
                "rake": hand.rakes[seat],
                "payoff": payoffs[seat] if payoffs else None,
            }
            for seat in range(hand.game.players)
        ],
        "board": hand.board,
        "line": write_line(hand.game, hand.actions),
        "actions": [
            {
                "street": step.round,
                "seat": step.seat,
                "action": step.kind,
                "to": step.to,
                "paid": step.paid,
                "pot": step.pot,
                "all_in": step.all_in,
            }
            for step in hand.steps()
        ],
        "is_over": hand.is_over,
    }


# --- parts -------------------------------------------------------------------------------------------------


def _seats(hand: Hand) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for column in ("", "player", "stack", "cards"):
        grid.add_column(column, justify="right" if column == "stack" else "left")
    for seat, position in enumerate(position_names(hand.game.players)):
        stack, cards = hand.game.stacks[seat], hand.hole_cards[seat]
        name = Text(hand.names[seat], style="bold" if seat == hand.hero else "")
        grid.add_row(
            position, name, f"{_bb(hand, stack)} bb", card_text(cards) if cards else Text("?", "dim")
        )
    return grid


def play_lines(hand: Hand) -> list[RenderableType]:
    """Return a line for every street and action; those of a hand that goes on begin with those it has so far."""
    parts: list[RenderableType] = []
    table, round_ = hand.table(0), 0
    parts.append(_street(hand, 0, table.pot))
    for step in hand.steps():
        while round_ < step.round:
            round_ += 1
            parts.append(_street(hand, round_, step.pot))
        parts.append(_action(hand, step))
    end = hand.table()
    seat, back = uncalled_bet(end) if end.is_over else (-1, 0)
    if back:
        parts.append(
            Text(
                f"  {_player(hand, seat)} {_of(hand, seat, 'takes')} {_bb(hand, back)} bb back that nobody called",
                "dim",
            )
        )
    while round_ < end.round:
        round_ += 1
        parts.append(_street(hand, round_, end.pot - back))
    return parts


def _street(hand: Hand, round_: int, pot: int) -> Text:
    rounds = hand.game.rounds
    names = _STREETS.get(rounds, _HOLDEM) if hand.game.board_cards[:2] != (0, 3) else _HOLDEM
    text = Text(names[round_], style="bold")
    if hand.game.board_cards[round_]:
        shown = "".join(hand.board_by_round[: round_ + 1])
        text += Text("  ") + (card_text(shown) if shown else Text("?", "dim"))
    return text + Text(f"  pot {_bb(hand, pot)} bb", "dim")


def _action(hand: Hand, step: Step) -> Text:
    words = _VERBS[step.kind]
    if step.kind in ("bet", "raise"):
        words += f" {_bb(hand, step.to)} bb"
    elif step.kind == "call":
        words += f" {_bb(hand, step.paid)} bb"
    words += " and is all-in" * step.all_in
    return Text(f"  {_player(hand, step.seat)} ") + Text(_of(hand, step.seat, words), _STYLES[step.kind])


def ending_lines(hand: Hand) -> list[RenderableType]:
    """Return the showdown and the results, or who is to act."""
    table = hand.table()
    if not table.is_over:
        return [Text(f"  {_player(hand, table.actor or 0)} is to act", "dim")]
    parts: list[RenderableType] = []
    if table.is_showdown:
        parts.append(Text("Showdown", "bold"))
        parts += [_shown(hand, seat) for seat in table.showdown_order]
    parts.append(Text("Result", "bold"))
    try:
        results = hand.payoffs
    except RiverboatError as problem:
        return [*parts, Text(f"  unknown: {problem}", "dim")]
    for seat, won in enumerate(results):
        if won:
            style = "#22c55e" if won > 0 else ""
            parts.append(
                Text(f"  {_player(hand, seat)} ") + Text(f"{'+' * (won > 0)}{_bb(hand, won)} bb", style)
            )
    if any(hand.rakes):
        parts.append(Text(f"  rake {_bb(hand, sum(hand.rakes))} bb", "dim"))
    return parts


def _shown(hand: Hand, seat: int) -> Text:
    cards = hand.hole_cards[seat]
    text = Text(f"  {_player(hand, seat)} {_of(hand, seat, 'mucks' if seat in hand.mucked else 'shows')}")
    if cards:
        text += Text(" ") + card_text(cards)
        held = parse_cards(cards + hand.board)
        ranks = ranking(hand.game.ranking)
        if len(held) == hand.game.hole_cards + sum(hand.game.board_cards):
            text += Text(f"  {ranks.describe(ranks.evaluate(held))}", "dim")
    return text


def _of(hand: Hand, seat: int, words: str) -> str:
    """What a player does: "folds" and so on, but "fold" if the player is you."""
    if hand.names[seat] != "you":
        return words
    verb, _, rest = words.replace("and is all-in", "and are all-in").partition(" ")
    return f"{verb.removesuffix('s')} {rest}".rstrip()


def _player(hand: Hand, seat: int) -> str:
    position = position_names(hand.game.players)[seat]
    width = max(map(len, position_names(hand.game.players)))
    return f"{position:<{width}} {hand.names[seat]}"


def _bb(hand: Hand, chips: int) -> str:
    """Chips in big blinds, to a hundredth."""
    return f"{chips / hand.game.big_blind:.2f}".rstrip("0").rstrip(".")


def _amount(hand: Hand, chips: int) -> str:
    return short_amount(chips, hand.decimals)
