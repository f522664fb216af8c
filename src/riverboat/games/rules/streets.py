"""What the betting rounds of a game are called."""

from __future__ import annotations

from itertools import accumulate

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import instance
from riverboat.base.streets import round_names
from riverboat.errors import GameError, MenuError
from riverboat.games.rules.game import Game


def street_names(game: Game) -> tuple[str, ...]:
    """Return the names by round; see `round_names`.

    >>> from riverboat.games import flop_holdem, leduc, nolimit_holdem
    >>> street_names(nolimit_holdem()), street_names(flop_holdem()), street_names(leduc())
    (('preflop', 'flop', 'turn', 'river'), ('preflop', 'flop'), ('round-1', 'round-2'))
    """
    instance("game", game, Game, GameError, example="leduc()")
    return round_names(game.hole_cards, tuple(accumulate(game.board_cards)))


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
