"""The cards of a game as dealers of the computer poker competition name them.

A gamedef gives every game the highest ranks and suits. Our Kuhn and Leduc have names of their own for the same cards,
from the jack or the ten to the king; here one becomes the other, rank by rank and suit by suit.
"""

from __future__ import annotations

from functools import lru_cache

from riverboat.errors import HistoryError
from riverboat.games.rules.game import Game
from riverboat.games.rules.gamedef import competition_deck


def to_dealer(cards: str, game: Game) -> str:
    """Return our cards in the dealer's names; those of a whole deck are the same.

    >>> from riverboat.games import kuhn, limit_holdem
    >>> to_dealer("KsTs", kuhn(players=3)), to_dealer("KsTs", limit_holdem())
    ('AsJs', 'KsTs')
    """
    return _renamed(cards, _names(game))


def from_dealer(cards: str, game: Game) -> str:
    """Return the dealer's cards in the names of the game.

    >>> from riverboat.games import leduc
    >>> from_dealer("AhQs", leduc())
    'KhJs'
    """
    names = _names(game)
    return _renamed(cards, {theirs: ours for ours, theirs in names.items()})


@lru_cache(maxsize=64)
def _names(game: Game) -> dict[str, str]:
    """Our cards and the dealer's; empty where they are called the same, or where the names carry a meaning."""
    theirs = competition_deck(game)
    if game.deck == theirs or game.ranking not in ("one-card", "two-card"):
        return {}
    return {
        rank + suit: high_rank + high_suit
        for rank, high_rank in zip(game.deck.ranks, theirs.ranks, strict=True)
        for suit, high_suit in zip(game.deck.suits, theirs.suits, strict=True)
    }


def _renamed(cards: str, names: dict[str, str]) -> str:
    if not names:
        return cards
    try:
        return "".join(names[cards[at : at + 2]] for at in range(0, len(cards), 2))
    except KeyError as card:
        raise HistoryError(f"{card} is not of this game, whose cards are {' '.join(names)}") from None
