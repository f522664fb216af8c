"""One hand between bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riverboat import _core
from riverboat.arena.matches.seated import Seated
from riverboat.bots import HandEnd, HandStart, Move, View
from riverboat.bots.randomness import drawn, seat_seed
from riverboat.games.rules.table import Table


class PlayedHand(NamedTuple):
    """What happened: all actions, net chips by seat, and the round of the last action."""

    history: tuple[Move, ...]
    payoffs: tuple[int, ...]
    last_round: int


def play_hand(table: Table, seated: Sequence[Seated], names: tuple[str, ...], seed: int) -> PlayedHand:
    """Play the hand that was dealt at the table; seed: of the numbers that bots draw."""
    game = table.game
    for seat, one in enumerate(seated):
        if one.hears_start:
            one.start_hand(HandStart(game, seat, names))
    cards = tuple(map(tuple, table.hole_cards))
    seeds = [seat_seed(seed, seat) for seat in range(game.players)]
    history: list[Move] = []
    while (seat := table.actor) is not None:  # type: ignore[assignment]
        seen = _core.look(table)
        view = View(game, seat, cards[seat], *seen, tuple(history), drawn(seeds[seat], len(history)))
        history.append(Move(view.round, seat, seated[seat].act(view, table)))
    played = PlayedHand(tuple(history), tuple(table.payoffs), history[-1].round if history else 0)
    if any(one.hears_end for one in seated):
        _tell_end(table, seated, cards, played)
    return played


def _tell_end(
    table: Table, seated: Sequence[Seated], cards: tuple[tuple[int, ...], ...], played: PlayedHand
) -> None:
    """Tell those who want to hear it how the hand ended."""
    shows = set(table.in_hand) if table.is_showdown else set()
    shown = tuple(held if seat in shows else () for seat, held in enumerate(cards))
    board = tuple(table.board)
    for seat, one in enumerate(seated):
        if one.hears_end:
            one.end_hand(HandEnd(table.game, seat, played.payoffs, shown, board, played.history))
