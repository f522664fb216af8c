"""Jam or fold for two, three and four players against plain loops over all deals and the rules of the games room.

Players hold one of five hands, whose strengths on one board are known. Nothing of the solvers is used to judge them:
chips come from real tables, chances and best answers from loops. Stacks are odd on purpose: blinds that are all-in,
antes that leave next to nothing, no small blind.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
import pytest
from tests.tournament.cards import all_deals, few_cards

from riverboat import _core
from riverboat.games import Table, nolimit_holdem
from riverboat.tournament.jam_fold.dealt import DealtJam
from riverboat.tournament.jam_fold.hand import JamFoldHand
from riverboat.tournament.jam_fold.two import TwoJam

BOARD = "2c7d9hJcQd"
HANDS = ["AsAh", "KsKh", "TsTc", "8s8h", "6s6h"]
HANDS_DEALT = len(HANDS)
TWO, THREE = few_cards(HANDS_DEALT)
ENGINES = {
    2: TwoJam(TWO),
    3: _core.ThreeJam(THREE),
    4: DealtJam(*all_deals(HANDS_DEALT, 4), classes=HANDS_DEALT),
}

CASES = [
    ((40, 40), 0, 1, 2),
    ((9, 31), 3, 1, 2),
    ((30, 1), 0, 1, 2),  # the big blind is all-in with less than the small blind
    ((2, 30), 1, 1, 2),  # the small blind is all-in after its ante
    ((14, 9, 22), 0, 1, 2),
    ((14, 1, 9), 0, 1, 2),
    ((3, 20, 2), 2, 1, 2),  # the button has one chip after its ante, the big blind none
    ((12, 12, 12), 1, 0, 2),  # no small blind
    ((10, 8, 6, 12), 0, 1, 2),
    ((10, 2, 6, 1), 1, 1, 2),
]


@cache
def chips(
    stacks: tuple[int, ...], blinds: tuple[int, int], ante: int, jams: int, held: tuple[int, ...]
) -> tuple[float, ...]:
    """What everybody wins at a real table, in a hundredth of its chips: who jams is all-in, the others fold."""
    players = len(stacks)
    seats = [*range(players - 2, players), *range(players - 2)] if players > 2 else [1, 0]
    game = nolimit_holdem(
        players,
        stacks=[100 * stacks[seat] for seat in seats],
        small_blind=100 * blinds[0],
        big_blind=100 * blinds[1],
        ante=100 * ante,
    )
    table = Table(game, hole_cards=[HANDS[held[seat]] for seat in seats], board=BOARD)
    while not table.is_over:
        most = table.legal_actions.max_raise_to
        if jams >> seats[table.actor] & 1 and table.round == 0:
            table.raise_to(most) if most else table.check_or_call()
        elif table.to_call > 0:
            table.fold()
        else:
            table.check_or_call()
    return tuple(table.payoffs[seats.index(seat)] / 100 for seat in range(players))


def judged(
    hand: JamFoldHand, blinds: tuple[int, int], ante: int, strategy: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Values and gains of the best answers, from all deals and all ends one by one."""
    players = hand.players
    deals = list(permutations(range(HANDS_DEALT), players))
    worth = np.zeros(players)
    jam, fold = np.zeros((2, hand.rows, HANDS_DEALT))
    for held in deals:
        for jams in range(2**players):
            chance = [1.0] * players
            for seat in range(players):
                p = strategy[hand.row(seat, jams & (2**seat - 1)), held[seat]]
                chance[seat] = p if jams >> seat & 1 else 1 - p
            won = chips(tuple(map(int, hand.stacks)), blinds, ante, jams, held)
            worth += np.prod(chance) * np.array(won) / len(deals)
            for seat in range(players):
                others = np.prod([chance[other] for other in range(players) if other != seat])
                place = hand.row(seat, jams & (2**seat - 1)), held[seat]
                (jam if jams >> seat & 1 else fold)[place] += others * won[seat] / len(deals)
    gain = np.maximum(jam, fold) - strategy * jam - (1 - strategy) * fold
    gain[hand.forced] = 0.0
    return worth, np.bincount(hand.seat_of_row, gain.sum(axis=1), players)


@pytest.mark.parametrize(("stacks", "ante", "small", "big"), CASES)
def test_nobody_gains_by_plain_loops(stacks: tuple[int, ...], ante: int, small: int, big: int) -> None:
    hand = JamFoldHand(np.array(stacks, dtype=float), float(small), float(big), float(ante))
    values, game = hand.end_values(), ENGINES[hand.players]
    start = np.full((hand.rows, HANDS_DEALT), 0.5)
    start[hand.forced] = 1.0
    found = game.solve(values, start, hand.forced.tolist(), False, 3000, 1e-3, 20, 0.0)
    strategy = np.asarray(found[0])
    worth, gains = judged(hand, (small, big), ante, strategy)
    assert worth == pytest.approx(np.einsum("eo,eos->s", game.ends(strategy), values), abs=1e-4)
    assert gains.max() < 0.01
    assert gains == pytest.approx(found[1], abs=1e-4)


def test_who_has_no_choice_wins_the_same_whatever_he_does() -> None:
    """Rows that are called forced have no choice in the rules, and only those."""
    for stacks, ante, small, big in CASES:
        hand = JamFoldHand(np.array(stacks, dtype=float), float(small), float(big), float(ante))
        deals = list(permutations(range(HANDS_DEALT), hand.players))[::7]
        for row in np.flatnonzero(hand.forced).tolist():
            seat = int(hand.seat_of_row[row])
            before = row - (2**seat - 1)
            for later in range(2 ** (hand.players - seat - 1)):
                rest = before | later << (seat + 1)
                for held in deals:
                    one, other = (
                        chips(stacks, (small, big), ante, jams, held) for jams in (rest, rest | 1 << seat)
                    )
                    assert one[seat] == other[seat]
