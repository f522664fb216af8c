"""What the betting rounds of a game are called."""

from __future__ import annotations

from itertools import accumulate

from riverboat.base.arguments import did_you_mean
from riverboat.errors import MenuError
from riverboat.games.rules.game import Game

_HOLDEM = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}


def street_names(game: Game) -> tuple[str, ...]:
    """Return the names by round: those of hold'em where they fit, otherwise `round-1`, `round-2` and so on.

    They fit games of two hole cards by the number of cards on the board, so a game that begins on the flop has the
    streets flop, turn and river.

    >>> from riverboat.games import flop_holdem, leduc, nolimit_holdem
    >>> street_names(nolimit_holdem()), street_names(flop_holdem()), street_names(leduc())
    (('preflop', 'flop', 'turn', 'river'), ('preflop', 'flop'), ('round-1', 'round-2'))
    """
    boards = tuple(accumulate(game.board_cards))
    if game.hole_cards == 2 and len(set(boards)) == len(boards) and set(boards) <= set(_HOLDEM):
        return tuple(_HOLDEM[board] for board in boards)
    return tuple(f"round-{number + 1}" for number in range(game.rounds))


def street_round(game: Game, name: str) -> int:
    """Return the round of a street by its name.

    >>> from riverboat.games import nolimit_holdem
    >>> street_round(nolimit_holdem(), "turn")
    2
    """
    names = street_names(game)
    if name not in names:
        raise MenuError(
            f"{name!r} is not a street of {game.name!r}; it has {', '.join(names)}{did_you_mean(name, names)}"
        )
    return names.index(name)
