"""Stacks after a hand of jam or fold: side pots, short blinds, heads."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat import _core
from riverboat.games import Table, nolimit_holdem
from riverboat.tournament.jam_fold.hand import JamFoldHand
from riverboat.tournament.whole.check.hands import Rules, posted, pots

BOARD = "2c7d9hJcQd"
HOLE = ["AsAh", "KsKh", "TsTc", "8s8h"]  # places 0, 1, 2, 3 on the board


@given(st.lists(st.integers(1, 40), min_size=2, max_size=4), st.integers(0, 15), st.integers(0, 3))
@settings(max_examples=60)
def test_pots_are_those_of_the_real_table(stacks: list[int], jams: int, ante: int) -> None:
    """Both implementations of ours against the rules of the games room, which pay whole chips, here by the hundred."""
    players = len(stacks)
    stacks = [stack + ante for stack in stacks]  # everybody can pay the ante
    jams &= 2**players - 1
    hand = JamFoldHand(np.array(stacks, dtype=float), 1.0, 2.0, float(ante))
    seats = list(range(players - 2, players)) + list(range(players - 2)) if players > 2 else [1, 0]
    game = nolimit_holdem(
        players,
        stacks=[100 * stacks[seat] for seat in seats],
        small_blind=100,
        big_blind=200,
        ante=100 * ante,
    )
    table = Table(game, hole_cards=[HOLE[seat] for seat in seats], board=BOARD)
    turn = {seat: number for number, seat in enumerate(seats)}
    while not table.is_over:
        seat = seats[table.actor]
        most = table.legal_actions.max_raise_to
        if jams >> seat & 1 and table.round == 0:
            table.raise_to(most) if most else table.check_or_call()
        elif table.to_call > 0:
            table.fold()
        else:
            table.check_or_call()
    after, _ = _core.settle_jams(hand.stacks, hand.posted, jams, np.arange(players, dtype=np.uint8))
    expected = [stacks[seat] + table.payoffs[turn[seat]] / 100 for seat in range(players)]
    assert after == pytest.approx(expected)
    rules = Rules(((Fraction(1), Fraction(2)),), (1.0,), Fraction(ante))
    checked, _ = pots(tuple(stacks), posted(tuple(stacks), rules, 0), jams, range(players))
    assert [float(stack) for stack in checked] == pytest.approx(expected)


def test_heads_go_with_the_last_pot_that_one_played_for() -> None:
    hand = JamFoldHand(np.array([30.0, 20.0, 10.0]))
    _, heads = _core.settle_jams(hand.stacks, hand.posted, 0b111, np.array([1, 2, 0], np.uint8))
    assert heads.tolist() == [
        [0, 1, 0],
        [0, 0, 0],
        [0, 0, 0],
    ]  # the short one wins the main pot, the long one a head
    _, heads = _core.settle_jams(hand.stacks, hand.posted, 0b111, np.array([0, 0, 1], np.uint8))
    assert heads[:, 2].tolist() == [0.5, 0.5, 0.0]
