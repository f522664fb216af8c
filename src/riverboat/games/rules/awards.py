"""Who gets which pot at the end of a hand, also when some cards were never shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from riverboat.cards.ranking import ranking
from riverboat.errors import GameError
from riverboat.games.rules.table import Table


@dataclass(frozen=True)
class Award:
    """One pot: its chips, the seats that could win it, and what each winner gets of it."""

    chips: int
    seats: tuple[int, ...]
    shares: dict[int, int]


def uncalled_bet(table: Table) -> tuple[int, int]:
    """Return the seat that gets chips back that nobody called, and how many; (-1, 0) without any.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> table.raise_to(300)
    >>> table.fold()
    >>> uncalled_bet(table)
    (1, 200)
    """
    back = table.pot - sum(chips for chips, _ in table.pots)
    if not back:
        return -1, 0
    paid, antes = table.put_in, table.game.antes
    if len(set(antes)) > 1:  # dead money, no bets
        paid = [
            chips - min(ante, stack)
            for chips, ante, stack in zip(paid, antes, table.game.stacks, strict=True)
        ]
    return max(range(len(paid)), key=lambda seat: paid[seat]), back


def award_pots(table: Table, mucked: Sequence[int] = ()) -> tuple[Award, ...]:
    """Return the pots of a finished hand with who gets what, the main pot first.

    A seat that mucked gets nothing that somebody who showed plays for, whatever it held. Odd chips go one by one to
    the winners in seat order.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem(), hole_cards=["AsAh", ""], board="2c7d9hJcQd")
    >>> for _ in range(8):
    ...     table.check_or_call()
    >>> award_pots(table, mucked=[1])
    (Award(chips=200, seats=(0, 1), shares={0: 200}),)
    """
    if not table.is_showdown:
        (winner,) = table.in_hand
        return tuple(Award(chips, (winner,), {winner: chips}) for chips, _ in table.pots)
    awards, strength = [], dict[int, int]()
    for chips, seats in table.pots:
        best = _best(table, [seat for seat in seats if seat not in mucked] or seats, strength)
        awards.append(Award(chips, tuple(seats), _split(chips, best)))
    return tuple(awards)


def award_boards(table: Table, boards: Sequence[str], mucked: Sequence[int] = ()) -> tuple[Award, ...]:
    """Return the pots where the rest of the board was dealt more than once: each board decides an equal part of each.

    Odd chips go with the first boards.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem(), hole_cards=["AsAh", "KsKh"])
    >>> for _ in range(8):
    ...     table.check_or_call()
    >>> award_boards(table, ["2c7d9hJcQd", "2c7d9hJcKd"])
    (Award(chips=200, seats=(0, 1), shares={0: 100, 1: 100}),)
    """
    runs = []
    for board in boards:
        table.deal_board(board)
        runs.append(award_pots(table, mucked))
    whole = []
    for pot in zip(*runs, strict=True):
        shares = dict[int, int]()
        for run, award in enumerate(pot):
            chips = award.chips // len(runs) + (run < award.chips % len(runs))
            for seat, part in _split(chips, list(award.shares)).items():
                shares[seat] = shares.get(seat, 0) + part
        whole.append(Award(pot[0].chips, pot[0].seats, shares))
    return tuple(whole)


def not_collected(awards: Sequence[Award], got: Mapping[int, int], players: int) -> list[int]:
    """Return by seat what it won and did not get, which is rake; negative where it got more than it won."""
    lack = [-got.get(seat, 0) for seat in range(players)]
    for award in awards:
        for seat, chips in award.shares.items():
            lack[seat] += chips
    return lack


def _split(chips: int, winners: Sequence[int]) -> dict[int, int]:
    share, odd = divmod(chips, len(winners))
    return {seat: share + (place < odd) for place, seat in enumerate(winners)}


def _best(table: Table, seats: list[int], strength: dict[int, int]) -> list[int]:
    """Return the seats with the best hand, ascending; strength keeps what was found for the next pot."""
    if len(seats) == 1:
        return seats
    for seat in seats:
        if seat not in strength:
            strength[seat] = _strength(table, seat)
    highest = max(strength[seat] for seat in seats)
    return [seat for seat in seats if strength[seat] == highest]


def _strength(table: Table, seat: int) -> int:
    cards, board, needed = table.hole_cards[seat], table.board, sum(table.game.board_cards)
    if len(board) != needed:
        raise GameError(f"the board needs {needed} cards for a showdown; {len(board)} are known")
    if not cards:
        raise GameError(
            f"the hole cards of seat {seat} are unknown, and it is not among those that mucked; "
            "who wins cannot be said"
        )
    return ranking(table.game.ranking).evaluate(cards + board)
