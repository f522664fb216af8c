"""What the client and the dealer of the computer poker competition say to each other, beside the states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from riverboat.errors import HistoryError, MatchError
from riverboat.games.histories.acpc import standard_game
from riverboat.games.histories.acpc_betting import parse_acpc_betting, write_acpc_betting
from riverboat.games.rules.action import CALL, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.game_file import read_game
from riverboat.games.rules.gamedef import read_gamedef
from riverboat.games.rules.presets import kuhn, leduc
from riverboat.games.rules.table import Table

VERSION: Final = "VERSION:2.0.0"
"""The first line of a client, with dots: the protocol's paper has colons, which the real dealer refuses."""

_ACTION: Final = re.compile(r"([fcrbk])([0-9]{0,10})", re.IGNORECASE)


def acpc_game(name: str, players: int) -> Game:
    """Return the game of a match: limit, nolimit, kuhn, leduc, a gamedef file, or a file of ours in TOML.

    >>> acpc_game("nolimit", 2).stacks, acpc_game("limit", 3).blinds, acpc_game("kuhn", 3).deck.ranks
    ((20000, 20000), (5, 10, 0), 'TJQK')
    """
    word = name.lower().replace("-", "")
    if word in ("limit", "nolimit"):
        return standard_game(players, limit=word == "limit")
    if word == "kuhn":
        return kuhn(players)
    if word != "leduc" and not Path(name).is_file():
        raise MatchError(f"'{name}' is no game; give limit, nolimit, kuhn, leduc, or the file of a gamedef")
    game = leduc() if word == "leduc" else read_game(name) if name.endswith(".toml") else read_gamedef(name)
    if game.players != players:
        raise MatchError(f"'{game.name}' is for {game.players} players, and here are {players}")
    return game


def is_version(line: str) -> bool:
    """Whether a first line is of a client that we understand: version 2.0 of the protocol.

    >>> is_version("VERSION:2.0.0"), is_version("VERSION:2:0:0"), is_version("VERSION:2.1.0")
    (True, False, False)
    """
    return re.fullmatch(r"VERSION:2\.0\.[0-9]{1,6}", line.strip(), re.IGNORECASE) is not None


def write_answer(game: Game, actions: Sequence[Action], action: Action) -> str:
    """Return an action as the competition writes it: raises of no-limit games count the whole hand.

    >>> from riverboat.games import nolimit_holdem
    >>> write_answer(nolimit_holdem(), (300, 0), 600), write_answer(nolimit_holdem(), (300,), 0)
    ('r900', 'c')
    """
    before = write_acpc_betting(game, actions)
    return write_acpc_betting(game, (*actions, action))[len(before) :].rstrip("/")


def read_answer(game: Game, actions: Sequence[Action], text: str) -> tuple[Action, str]:
    """Return the action of an answer, and what was wrong with it.

    As with the real dealer a raise of another size becomes the nearest legal one, and all else that is not legal a
    call.

    >>> from riverboat.games import nolimit_holdem
    >>> read_answer(nolimit_holdem(), (), "r120"), read_answer(nolimit_holdem(), (0,), "f")[0]
    ((200, "'r120' is not legal; taken as r200"), 0)
    """
    said = _ACTION.fullmatch(text.strip())
    betting = write_acpc_betting(game, actions)
    if said is not None:
        with suppress(HistoryError):
            return parse_acpc_betting(betting + said[0], game)[-1], ""
    action = _nearest_raise(game, actions, said[2]) if said is not None and said[1] in "rRbB" else CALL
    return action, f"{text[:40]!r} is not legal; taken as {write_answer(game, actions, action)}"


def _nearest_raise(game: Game, actions: Sequence[Action], chips: str) -> Action:
    table = Table(game)
    for action in actions:
        act(table, action)
    seat, legal = table.actor, table.legal_actions
    if seat is None or not legal.max_raise_to:
        return CALL
    earlier = table.put_in[seat] - table.bets[seat]
    return min(max(int(chips or 0) - earlier, legal.min_raise_to or 0), legal.max_raise_to)
