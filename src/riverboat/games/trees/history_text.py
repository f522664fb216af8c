"""What was done so far as one word, as the information sets of published programs are named.

The CPJC poker bot names an information set `P1;1/3;aa/cc/1r2rc`: who is to act, the hand, the history. Its history has
a part for each street, after one for the antes: `f` folds, `c` checks or calls, `1r` raises by a dollar. Ours has the
blinds as antes, and the number before an `r` is what is raised to on the street, in big blinds.

CFR_Poker keeps letters instead: the last of each player on each street. Trees that share rows by letters (`Rows`) have
those here: a letter for each player in the order P1, P2, …, and `-` for who has not acted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.games.trees.rows import Rows

NOTHING: Final = "-"
"""Of a player who has not acted."""


def player_name(game: Game, seat: int) -> str:
    """Return what a seat is called in the order of the first street: P1 is who acts first there.

    >>> from riverboat.games import nolimit_holdem
    >>> player_name(nolimit_holdem(), 1), player_name(nolimit_holdem(6), 2), player_name(nolimit_holdem(6), 1)
    ('P1', 'P1', 'P6')
    """
    return f"P{_order(game).index(seat) + 1}"


def action_text(game: Game, action: Action) -> str:
    """Return the word of an action.

    >>> from riverboat.games import nolimit_holdem
    >>> [action_text(nolimit_holdem(), action) for action in (-1, 0, 250)]
    ['f', 'c', '2.5r']
    """
    if action == FOLD:
        return "f"
    return "c" if action == CALL else f"{action / game.big_blind:.10g}r"


def history_text(game: Game, taken: Sequence[Action], rows: Rows = Rows()) -> str:  # noqa: B008  # it is frozen
    """Return a history as far as a tree with these rows keeps it.

    >>> from riverboat.games import nolimit_holdem
    >>> taken = [0, 0, 200, 400, 0]
    >>> history_text(nolimit_holdem(), taken), history_text(nolimit_holdem(), taken, Rows("last-per-round"))
    ('aa/cc/2r4rc/', 'aa/cp/RC/--')
    """
    table, streets = Table(game), [list[tuple[int, str]]() for _ in range(game.rounds)]
    raised: list[set[int]] = [set() for _ in streets]  # who has raised on which street
    for action in taken:
        seat, street = table.actor, table.round
        assert seat is not None
        done = streets[street]
        if not rows.has_letters:
            done.append((seat, action_text(game, action)))
        else:
            letter = _letter(table, action, rows, raised[street])
            sized = rows.key == "round-actions" and action > CALL  # it tells sizes apart
            done.append((seat, letter + f"{action / game.big_blind:.10g}" * sized))
            if action > CALL:
                raised[street].add(seat)
        act(table, action)
    now = table.round
    antes = "a" * sum(blind > 0 or ante > 0 for blind, ante in zip(game.blinds, game.antes, strict=True))
    return "/".join([antes, *_kept(game, streets[: now + 1], rows)])


def _letter(table: Table, action: Action, rows: Rows, raised: set[int]) -> str:
    """The letter of an action. raised: who has raised on this street."""
    if action > CALL:
        return "R" if raised else "r"
    if action == FOLD:
        return "p"
    if not table.to_call:
        return "c" if rows.check == "call" else "p"
    return "C" if table.actor in raised else "c"


def _kept(game: Game, streets: list[list[tuple[int, str]]], rows: Rows) -> list[str]:
    """The parts of a history: all words, those of this street, or the last letter of everybody."""
    if not rows.has_letters:
        return ["".join(word for _, word in street) for street in streets]
    if rows.key == "round-actions":
        return ["".join(letter for _, letter in streets[-1])]
    parts = [[done for street in streets for done in street]] if rows.key == "last-action" else streets
    order = _order(game)
    return ["".join(dict(part).get(seat, NOTHING) for seat in order) for part in parts]


def _order(game: Game) -> list[int]:
    first = game.first_to_act[0]
    return [(first + step) % game.players for step in range(game.players)]
