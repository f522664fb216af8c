"""One description for every poker game of the family, from Kuhn to ten-handed no-limit hold'em."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from riverboat.base.checks import integer
from riverboat.cards.card import FULL_DECK, Deck
from riverboat.cards.ranking import ALIASES, ranking
from riverboat.errors import CardError, GameError

MAX_PLAYERS = 10
MAX_ROUNDS = 4
MAX_CHIPS = 2**30
"""Chips on the table, all players together, stay below this: the native state keeps 32-bit numbers."""


@dataclass(frozen=True)
class Game:
    """The rules of one game: cards, betting, forced bets, stacks and how hands are ranked.

    Seats are numbered in order of acting after the first round: in ring games 0 is the small blind, 1 the big blind
    and the last the button; heads-up 0 is the big blind and 1 the small blind and button. All chips are whole numbers.

    players: 2 to 10. deck, hole_cards: what is dealt to each player. board_cards: cards put on the board before each
    betting round, so its length is the number of rounds; hold'em is (0, 3, 1, 1).
    betting: "no-limit" or "limit".
    raise_sizes: limit: what a bet or raise adds, by round. max_raises: limit: bets and raises allowed by round; blinds
    do not count as one. Both are empty in no-limit games.
    min_bet: no-limit: the smallest bet, and the smallest raise until somebody raises by more; 0 in limit games.
    stacks: chips before the hand, by seat.
    antes: by seat, posted first. Antes that all pay alike are matched like bets: who is too short wins only as much
    from each other player. Antes that some pay for the table (a big-blind ante is an ante of one seat) are dead money:
    everybody plays for all of it.
    blinds: live bets by seat, posted after the antes; straddles are blinds too.
    first_to_act: the seat that acts first, by round, or the next one that still can.
    ranking: the name of the ranking, see `riverboat.cards.ranking`.
    """

    name: str
    players: int
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    antes: tuple[int, ...]
    betting: Literal["limit", "no-limit"]
    first_to_act: tuple[int, ...]
    raise_sizes: tuple[int, ...] = ()
    max_raises: tuple[int, ...] = ()
    min_bet: int = 0
    deck: Deck = FULL_DECK
    hole_cards: int = 2
    board_cards: tuple[int, ...] = (0, 3, 1, 1)
    ranking: str = "holdem"

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranking", ALIASES.get(self.ranking, self.ranking))
        _check_players_and_chips(self)
        _check_cards(self)
        _check_betting(self)

    @property
    def rounds(self) -> int:
        """The number of betting rounds."""
        return len(self.board_cards)

    @property
    def big_blind(self) -> int:
        """The unit in which amounts are shown: the big blind, or the ante of games without blinds."""
        return self.min_bet or max(self.blinds) or max(self.antes)

    def amount(self, chips: float, decimals: int | None = None) -> str:
        """Return chips as they are shown: in big blinds where one is known, else in chips.

        Games with blinds have one, and spots whose smallest bet is more than a chip. decimals: None for all there are.

        >>> from riverboat.games import nolimit_holdem, spot
        >>> nolimit_holdem().amount(250), spot(pot=550, min_bet=100).amount(550), spot(pot=180).amount(180)
        ('2.5 bb', '5.5 bb', '180')
        >>> nolimit_holdem().amount(12345.6, decimals=2), nolimit_holdem().amount(-0.1, decimals=2)
        ('123.46 bb', '0.00 bb')
        """
        known = any(self.blinds) or self.min_bet > 1
        shown = chips / self.big_blind if known else chips
        text = (
            f"{shown:.10g}" if decimals is None else f"{round(shown, decimals) + 0.0:,.{decimals}f}"
        )  # no -0.00
        return text + (" bb" if known else "")


def _check_players_and_chips(game: Game) -> None:
    if integer(game.players) is None or not 2 <= game.players <= MAX_PLAYERS:
        raise GameError(f"a game has 2 to {MAX_PLAYERS} players, not {game.players!r}")
    for what, least in (("stacks", 1), ("blinds", 0), ("antes", 0)):
        _check_numbers(game, what, game.players, "players", least)
    if sum(game.stacks) >= MAX_CHIPS:
        raise GameError(
            f"the stacks add up to {sum(game.stacks):,} chips; they must stay below {MAX_CHIPS:,}"
        )
    if not any(game.blinds) and not any(game.antes):
        raise GameError("nobody posts anything; give a blind or an ante, such as blinds=(1, 2)")


def _check_cards(game: Game) -> None:
    if not isinstance(game.board_cards, tuple) or not 1 <= game.rounds <= MAX_ROUNDS:
        raise GameError(
            f"board_cards {game.board_cards!r} must be a tuple of 1 to {MAX_ROUNDS} numbers: (0, 3, 1, 1)"
        )
    _check_numbers(game, "board_cards", game.rounds, "rounds", 0)
    if integer(game.hole_cards) is None or game.hole_cards < 1:
        raise GameError(
            f"hole_cards is {game.hole_cards!r}; a player gets a whole number of cards, such as 2"
        )
    dealt = game.players * game.hole_cards + sum(game.board_cards)
    if dealt > game.deck.size:
        raise GameError(
            f"{game.players} players and the board need {dealt} cards; the deck has {game.deck.size}"
        )
    _check_ranking(game)
    _check_numbers(game, "first_to_act", game.rounds, "rounds", 0, game.players - 1)


def _check_ranking(game: Game) -> None:
    try:
        ranks = ranking(game.ranking)
    except CardError as problem:
        raise GameError(str(problem)) from None
    held = game.hole_cards + sum(game.board_cards)
    if held not in ranks.sizes:
        sizes = ", ".join(str(size) for size in ranks.sizes)
        raise GameError(f"a player ends with {held} cards; the ranking '{game.ranking}' takes {sizes}")
    if not set(game.deck.cards) <= set(ranks.deck.cards):
        raise GameError(f"the deck holds cards that the ranking '{game.ranking}' does not know: {game.deck}")


def _check_betting(game: Game) -> None:
    if game.betting == "no-limit":
        if integer(game.min_bet) is None or not 1 <= game.min_bet < MAX_CHIPS:
            raise GameError(
                f"min_bet is {game.min_bet!r}; a no-limit game needs a smallest bet, such as the big blind"
            )
        if game.raise_sizes or game.max_raises:
            raise GameError("raise_sizes and max_raises belong to limit games; leave them out")
        return
    if game.betting != "limit":
        raise GameError(f"betting is {game.betting!r}; it must be 'limit' or 'no-limit'")
    if game.min_bet:
        raise GameError("min_bet belongs to no-limit games; a limit game has raise_sizes and max_raises")
    _check_numbers(game, "raise_sizes", game.rounds, "rounds", 1)
    _check_numbers(game, "max_raises", game.rounds, "rounds", 0)


def _check_numbers(game: Game, what: str, count: int, of: str, least: int, most: int = MAX_CHIPS - 1) -> None:
    """Check a tuple of `count` whole numbers from `least` to `most`."""
    numbers = getattr(game, what)
    if not isinstance(numbers, tuple) or len(numbers) != count:
        raise GameError(
            f"{what} is {numbers!r}; it must be a tuple of {count} numbers, as there are {count} {of}"
        )
    for place, number in enumerate(numbers):
        if integer(number) is None or not least <= number <= most:
            limit = (
                f"from {least} to {most:,}"
                if most < MAX_CHIPS - 1
                else f"from {least} up, below {MAX_CHIPS:,}"
            )
            seat = "seat" if of == "players" else "round"
            raise GameError(f"{what}: {seat} {place} has {number!r}; it must be a whole number {limit}")
