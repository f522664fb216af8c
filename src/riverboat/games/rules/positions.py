"""What players call the seats: SB, BB, UTG, HJ, CO, BTN."""

from __future__ import annotations

from riverboat.base.checks import integer, whole
from riverboat.errors import GameError
from riverboat.games.rules.game import Game

_EARLY = ("UTG", "UTG1", "UTG2", "UTG3")
_LATE = ("LJ", "HJ", "CO", "BTN")


def position_names(players: int) -> tuple[str, ...]:
    """Return the names by seat, counted back from the button; from six players on, the first to act is UTG.

    >>> position_names(6)
    ('SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN')
    >>> position_names(2), position_names(4), position_names(9)[2:5]
    (('BB', 'BTN'), ('SB', 'BB', 'CO', 'BTN'), ('UTG', 'UTG1', 'UTG2'))
    """
    players = whole("players", players, GameError, least=2, most=10, example=6)
    if players == 2:
        return ("BB", "BTN")
    others = players - 2
    late = others if players < 6 else min(others - 1, len(_LATE))
    return ("SB", "BB", *_EARLY[: others - late], *_LATE[-late:])


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of a game's seats; two who play without blinds, as after the flop, are out of and in position.

    >>> from riverboat.games import leduc, nolimit_holdem
    >>> seat_names(nolimit_holdem()), seat_names(leduc())
    (('BB', 'BTN'), ('OOP', 'IP'))
    """
    return ("OOP", "IP") if game.players == 2 and not any(game.blinds) else position_names(game.players)


def seat_number(seat: int | str, game: Game) -> int:
    """Return the number of a seat that is given by number or by name.

    >>> from riverboat.games import leduc, nolimit_holdem
    >>> seat_number("BTN", nolimit_holdem(players=6)), seat_number("ip", leduc()), seat_number(1, leduc())
    (5, 1, 1)
    """
    names = seat_names(game)
    for known in (names, position_names(game.players)):
        if isinstance(seat, str) and seat.upper() in known:
            return known.index(seat.upper())
    number = integer(seat)
    if number is not None and 0 <= number < game.players:
        return number
    raise GameError(
        f"{seat!r} is not a seat; with {game.players} players they are {', '.join(names)}, or 0 to {game.players - 1}"
    )
