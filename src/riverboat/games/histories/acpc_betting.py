"""Betting strings of the Annual Computer Poker Competition: `cr300c/cr900f`.

`f` folds, `c` checks or calls, `r` raises; in no-limit games a raise carries the chips its player then has in over
the whole hand, and a `/` begins each round, also those that an all-in leaves without betting.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from riverboat.base.pointed_error import pointed_error
from riverboat.errors import GameError, HistoryError
from riverboat.games.histories.recorder import is_needless_check
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.gamedef import blinds_for_antes
from riverboat.games.rules.table import Table

_TOKEN = re.compile(r"([fcrbkFCRBK])([0-9]{0,10})|/")
_GLUED = re.compile(r"(?:[fcrbk][0-9]*){2,}", re.IGNORECASE)


def is_acpc_betting(text: str) -> bool:
    """Whether a text can only be such a string: nothing but its letters, two actions without a space somewhere.

    >>> is_acpc_betting("cr300c/"), is_acpc_betting("c r3 c /"), is_acpc_betting("c")
    (True, False, False)
    """
    pieces = text.strip().split("/")
    return any(map(_GLUED.fullmatch, pieces)) and all(
        not piece or re.fullmatch(r"(?:[fcrbkFCRBK][0-9]*)+", piece) for piece in pieces
    )


def parse_acpc_betting(text: str, game: Game) -> tuple[Action, ...]:
    """Return the actions of a betting string; also read are `b` for `r`, `k` for `c`, and upper case.

    >>> from riverboat.games import limit_holdem, nolimit_holdem
    >>> parse_acpc_betting("cc/r250c/cc/cc", nolimit_holdem(stack_bb=200))
    (0, 0, 150, 0, 0, 0, 0, 0)
    >>> parse_acpc_betting("crc/r", limit_holdem())
    (0, 20, 0, 10)
    """
    _check_antes(game)
    table, actions, slashes, position = Table(game), list[Action](), 0, 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        try:
            if match is None:
                raise HistoryError("not an action; actions are f, c, r and, in no-limit games, r with chips")
            if match[0] == "/":
                slashes += 1
                if slashes > table.round:
                    raise HistoryError("a round begins, but the one before is not over")
            else:
                if slashes < table.round and not table.is_over:
                    raise HistoryError("the round is over; '/' begins the next one")
                action = _action(match, table)
                if action is not None:
                    act(table, action)
                    actions.append(action)
        except (GameError, HistoryError) as problem:
            end = match.end() if match else position + 1
            reason = f"'{text[position:end]}': {problem}"
            raise pointed_error(text, position, end, reason, HistoryError) from None
        position = match.end()
    return tuple(actions)


def write_acpc_betting(game: Game, actions: Sequence[Action]) -> str:
    """Return the betting string of the actions.

    >>> from riverboat.games import nolimit_holdem
    >>> write_acpc_betting(nolimit_holdem(stack_bb=200), (20000, 0))
    'r20000c///'
    """
    _check_antes(game)
    table, text, round_ = Table(game), "", 0
    for action in actions:
        seat, before = table.actor, list(table.put_in)
        bets = table.bets
        act(table, action)
        if action == FOLD:
            text += "f"
        elif action == CALL:
            text += "c"
        elif game.betting == "limit":
            text += "r"
        else:
            assert seat is not None  # an action was taken
            text += f"r{before[seat] + action - bets[seat]}"
        if not table.is_over or table.is_showdown:
            text += "/" * (table.round - round_)
        round_ = table.round
    return text


def _check_antes(game: Game) -> None:
    if any(game.antes) and not blinds_for_antes(game):
        raise HistoryError(f"'{game.name}' has antes {game.antes}; the competition's strings know none")


def _action(match: re.Match[str], table: Table) -> Action | None:
    """Return the action; None for a call that nobody has to make, as all others are all in."""
    letter, digits = match[1].lower(), match[2]
    if letter in "fck":
        if digits:
            raise HistoryError("only a raise carries chips")
        if letter == "f":
            return FOLD
        return None if is_needless_check(table) else CALL
    if table.game.betting == "limit":
        if digits:
            raise HistoryError("in a limit game a raise carries no chips")
        table.verify_raise()
        return int(table.legal_actions.min_raise_to or 0)
    if not digits:
        raise HistoryError(
            "in a no-limit game a raise carries the chips of its player in the whole hand, such as r300"
        )
    table.verify_raise()
    seat = table.actor
    assert seat is not None  # verified
    earlier = table.put_in[seat] - table.bets[seat]
    to = int(digits) - earlier
    if to <= 0:
        raise HistoryError(
            f"the seat put in {earlier} in earlier rounds; a raise is to more than that in the whole hand"
        )
    try:
        table.verify_raise_to(to)
    except GameError:
        legal = table.legal_actions
        raise HistoryError(
            f"seat {seat} may raise to {(legal.min_raise_to or 0) + earlier} up to "
            f"{(legal.max_raise_to or 0) + earlier}, chips of the whole hand"
        ) from None
    return to
