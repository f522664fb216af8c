"""Recorded hands: the seats, every street with its pot, the showdown and the results; and lists of hands."""

from __future__ import annotations

from typing import Final

from riverboat.arena.matches.hand_store import FoundHands
from riverboat.base.drawing import draws
from riverboat.cards.card import parse_cards
from riverboat.cards.ranking import ranking
from riverboat.errors import RiverboatError
from riverboat.games.histories.formats import HandHistory
from riverboat.games.histories.hand import Hand, Step
from riverboat.games.histories.line import write_line
from riverboat.games.histories.money import short_amount
from riverboat.games.rules.awards import uncalled_bet
from riverboat.games.rules.positions import position_names
from riverboat.solvers.asking.options import BET_COLOURS, CALL_COLOUR, FOLD_COLOUR
from riverboat.views.page import Page
from riverboat.views.shapes import CardRow, Cell, Key, Line, Note, Rows, Shape

_STREETS = {
    1: ("Betting",),
    2: ("First round", "Second round"),
    3: ("First round", "Second round", "Third round"),
}
_HOLDEM: Final = ("Preflop", "Flop", "Turn", "River")
_GAMES: Final = {
    "nolimit-holdem": "no-limit hold'em",
    "limit-holdem": "limit hold'em",
    "short-deck": "short deck",
}
_VERBS: Final = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}
_COLOURS: Final = {
    "fold": FOLD_COLOUR,
    "check": CALL_COLOUR,
    "call": CALL_COLOUR,
    "bet": BET_COLOURS[2],
    "raise": BET_COLOURS[2],
}
_LISTED: Final = 40  # hands of a list


@draws(Hand)
def draw_hand(hand: Hand) -> Page:
    """Return who sat where, what was played and who won what."""
    head = (Note(headline(hand), "bold"), _seats(hand), Note(""))
    return Page(*head, *play_lines(hand), *ending_lines(hand))


@draws(HandHistory)
def draw_history(history: HandHistory) -> Page:
    """Return a list of the hands, and how many more there are."""
    hands = list(zip(history.numbers, history.hands, strict=True))
    table = Rows(
        (">hand", "id", "line", ">pot", "winner"),
        tuple((str(number), *_summary(hand)) for number, hand in hands[:_LISTED]),
    )
    more = len(hands) - _LISTED
    return Page(
        table, *([Note(f"and {more:,} more; hand(N), or --hand N, shows one", "dim")] if more > 0 else [])
    )


@draws(FoundHands)
def draw_found_hands(found: FoundHands) -> Page:
    """Return a row for each hand as one of its seats saw it."""
    rows = tuple(
        (
            str(one.number),
            one.bot,
            one.position,
            CardRow(one.cards),
            CardRow(one.board),
            str(one.showdown) if one.showdown else "",
            f"{one.pot:,.1f}",
            f"{one.won:+,.1f}",
        )
        for one in found
    )
    columns = (">hand", "bot", "", "cards", "board", ">showdown", ">pot", ">won")
    return Page(
        Rows(columns, rows), Note(f"{len(found):,} of {found.of:,} hands; amounts in big blinds", "dim")
    )


def headline(hand: Hand) -> str:
    """Return who played what and when, in one line.

    >>> from riverboat.games import nolimit_holdem
    >>> headline(Hand(nolimit_holdem(), hand_id="7"))
    "hand 7, no-limit hold'em 50/100, 2 players"
    """
    game = hand.game
    words = [f"hand {hand.hand_id}"] if hand.hand_id else []
    if hand.site:
        words.append(hand.site)
    blinds = [blind for blind in sorted(game.blinds) if blind] or [max(game.antes)]
    stakes = "/".join(short_amount(blind, hand.decimals) for blind in blinds)
    words.append(f"{_GAMES.get(game.name, game.name)} {stakes}{f' {hand.currency}' if hand.currency else ''}")
    if hand.tournament:
        words.append(f"tournament {hand.tournament}")
    words.append(f"{game.players} players")
    if hand.played_at:
        words.append(f"{hand.played_at:%Y-%m-%d %H:%M}{f' {hand.time_zone}' if hand.time_zone else ''}")
    return ", ".join(words)


def play_lines(hand: Hand) -> list[Shape]:
    """Return a line for every street and action; those of a hand that goes on begin with those it has so far."""
    lines: list[Shape] = [_street(hand, 0, hand.table(0).pot)]
    round_ = 0
    for step in hand.steps():
        while round_ < step.round:
            round_ += 1
            lines.append(_street(hand, round_, step.pot))
        lines.append(_action(hand, step))
    end = hand.table()
    seat, back = uncalled_bet(end) if end.is_over else (-1, 0)
    if back:
        words = f"{_of(hand, seat, 'takes')} {_bb(hand, back)} bb back that nobody called"
        lines.append(_inner(Note(f"{_player(hand, seat)} {words}", "dim")))
    while round_ < end.round:
        round_ += 1
        lines.append(_street(hand, round_, end.pot - back))
    return lines


def ending_lines(hand: Hand) -> list[Shape]:
    """Return the showdown and the results, or who is to act."""
    table = hand.table()
    if not table.is_over:
        return [_inner(Note(f"{_player(hand, table.actor or 0)} is to act", "dim"))]
    lines: list[Shape] = []
    for run, board in enumerate(hand.more_boards, start=2):
        lines.append(Line((Note(f"Board {run}", "bold"), CardRow(board))))
    if table.is_showdown:
        lines.append(Note("Showdown", "bold"))
        lines += [_shown(hand, seat) for seat in table.showdown_order]
    lines.append(Note("Result", "bold"))
    try:
        results = hand.payoffs
    except RiverboatError as problem:
        return [*lines, _inner(Note(f"unknown: {problem}", "dim"))]
    for seat, won in enumerate(results):
        if won:
            told = f"{_player(hand, seat)} {'+' * (won > 0)}{_bb(hand, won)} bb"
            lines.append(_inner(Note(told, "good" if won > 0 else "plain")))
    taken, given = (sum(max(sign * rake, 0) for rake in hand.rakes) for sign in (1, -1))
    if taken:
        lines.append(_inner(Note(f"rake {_bb(hand, taken)} bb", "dim")))
    if given:
        lines.append(_inner(Note(f"the house adds {_bb(hand, given)} bb", "dim")))
    return lines


# --- parts -------------------------------------------------------------------------------------------------


def _seats(hand: Hand) -> Rows:
    rows: list[tuple[Cell, ...]] = []
    for seat, position in enumerate(position_names(hand.game.players)):
        cards = hand.hole_cards[seat]
        name = Note(hand.names[seat], "bold" if seat == hand.hero else "plain")
        held = CardRow(cards) if cards else Note("?", "dim")
        rows.append((position, name, f"{_bb(hand, hand.game.stacks[seat])} bb", held))
    return Rows(("", "player", ">stack", "cards"), tuple(rows))


def _street(hand: Hand, round_: int, pot: int) -> Line:
    is_holdem = hand.game.board_cards[:2] == (0, 3)
    names = _HOLDEM if is_holdem else _STREETS.get(hand.game.rounds, _HOLDEM)
    board: list[Cell] = []
    if hand.game.board_cards[round_]:
        shown = "".join(hand.board_by_round[: round_ + 1])
        board.append(CardRow(shown) if shown else Note("?", "dim"))
    return Line((Note(names[round_], "bold"), *board, Note(f"pot {_bb(hand, pot)} bb", "dim")))


def _action(hand: Hand, step: Step) -> Line:
    words = _VERBS[step.kind]
    if step.kind in ("bet", "raise"):
        words += f" {_bb(hand, step.to)} bb"
    elif step.kind == "call":
        words += f" {_bb(hand, step.paid)} bb"
    words += " and is all-in" * step.all_in
    told = f"{_player(hand, step.seat)} {_of(hand, step.seat, words)}"
    return _inner(Key(_COLOURS[step.kind], told))


def _shown(hand: Hand, seat: int) -> Line:
    cards = hand.hole_cards[seat]
    verb = _of(hand, seat, "mucks" if seat in hand.mucked else "shows")
    pieces: list[Cell] = [f"{_player(hand, seat)} {verb}"]
    if cards:
        pieces.append(CardRow(cards))
        held, ranks = parse_cards(cards + hand.board), ranking(hand.game.ranking)
        if len(held) == hand.game.hole_cards + sum(hand.game.board_cards):
            pieces.append(Note(ranks.describe(ranks.evaluate(held)), "dim"))
    return _inner(*pieces)


def _summary(hand: Hand) -> tuple[str, str, str, str]:
    """A hand of a list: its id, its line, its pot and who won how much, the amounts in big blinds."""
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


def _inner(*pieces: Cell) -> Line:
    """What belongs to the bold line above."""
    return Line(pieces, inner=True)


def _of(hand: Hand, seat: int, words: str) -> str:
    """What a player does: "folds" and so on, but "fold" if the player is you."""
    if hand.names[seat] != "you":
        return words
    verb, _, rest = words.replace("and is all-in", "and are all-in").partition(" ")
    return f"{verb.removesuffix('s')} {rest}".rstrip()


def _player(hand: Hand, seat: int) -> str:
    positions = position_names(hand.game.players)
    return f"{positions[seat]:<{max(map(len, positions))}} {hand.names[seat]}"


def _bb(hand: Hand, chips: int) -> str:
    """Chips in big blinds, to a hundredth."""
    return f"{chips / hand.game.big_blind:.2f}".rstrip("0").rstrip(".")
