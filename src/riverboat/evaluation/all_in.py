"""Results without the luck of cards that came after the last decision."""

from __future__ import annotations

from riverboat import _core
from riverboat.cards.card import FULL_DECK, hand_index
from riverboat.cards.preflop import BOARDS, preflop_table
from riverboat.games.rules.table import Table


def adjusted_payoffs(table: Table, last_round: int) -> tuple[float, ...]:
    """Return net chips by seat; if all were all-in before the last card, what each pot is worth on average.

    The mean is over all boards that can come given every hole card that was dealt, folded ones included: nothing after
    the last action depends on a choice, so the expectation of the figures stays the same and their variance falls.
    Before the flop among three and more players it is over 256 boards, which the hole cards choose; a 256th of the luck
    stays. Games other than hold'em keep their results.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem(), hole_cards=["AsAh", "KsKh"], board="2c7d9hJcQd")
    >>> table.raise_to(10_000)
    >>> table.check_or_call()
    >>> [round(chips) for chips in adjusted_payoffs(table, 0)], table.payoffs
    ([6527, -6527], [10000, -10000])
    """
    game = table.game
    known = sum(game.board_cards[: last_round + 1])
    whole = sum(game.board_cards)
    is_holdem = (
        game.ranking == "holdem" and game.deck.size == FULL_DECK.size and game.hole_cards == 2 and whole == 5
    )
    if not table.is_showdown or known == whole or not is_holdem:
        return tuple(table.payoffs)
    first = None
    if game.players == 2 and known == 0:
        wins, ties = preflop_table().counts(*(hand_index(*held) for held in table.hole_cards))
        first = (wins + ties / 2) / BOARDS
    return tuple(_core.adjusted_payoffs(table, known, first))
