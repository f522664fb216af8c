"""Equity and whole boards beside poker_equity and eval7.

The limit of a heads-up enumeration: about 42,000 settlements stand for 1,712,304 boards, each two table loads per
player and a comparison, some 10 ns. Of a river board: 91 to 276 pairs of card kinds to evaluate and count, then 1,326
stores; 2 to 4 microseconds.
"""

from __future__ import annotations

import eval7
import numpy as np
import poker_equity

import riverboat as rb
from riverboat import _core
from timing import Row, race

RANKS = "23456789TJQKA"


def eval7_random() -> eval7.HandRange:
    classes = ",".join(f"{rank}2s+,{rank}2o+" for rank in RANKS[1:])
    hands = eval7.HandRange(f"22+,{classes}")
    assert len(hands) == 1326
    return hands


def rows() -> list[Row]:
    found = []
    exact = lambda: rb.equity("AsKs", "QhQd", method="exact")  # noqa: E731
    peer = lambda: poker_equity.exact_from_text("holdem", ["AsKs", "QhQd"])  # noqa: E731
    assert abs(exact().equities[0] - peer()["players"][0]["equity"]) < 1e-12
    ours, theirs = race(exact, peer, rounds=4)
    found.append(Row("AsKs v QhQd, enumerated", "calls", 1 / ours, "poker_equity", 1 / theirs))
    table = race(lambda: rb.equity("AsKs", "QhQd"))[0]
    found.append(Row("AsKs v QhQd, from the table", "calls", 1 / table, "poker_equity", 1 / theirs))

    river = lambda: rb.equity("AsKs", "random", board="QsJh2h3c4d")  # noqa: E731
    hand, board = (
        [eval7.Card("As"), eval7.Card("Ks")],
        [eval7.Card(c) for c in ("Qs", "Jh", "2h", "3c", "4d")],
    )
    villain = eval7_random()
    peer = lambda: eval7.py_hand_vs_range_exact(hand, villain, board)  # noqa: E731
    assert abs(river().equities[0] - peer()) < 1e-6
    ours, theirs = race(river, peer)
    found.append(Row("hand v random on the river", "calls", 1 / ours, "eval7", 1 / theirs))

    flop = race(lambda: rb.equity("TT+,AQs+,KQs", "22+,A2s+,KTs+", board="QsJh2h", threads=1))[0]
    found.append(Row("range v range on a flop", "calls", 1 / flop))
    preflop = race(lambda: rb.equity("TT+,AQs+,KQs", "22+,A2s+,KTs+"))[0]
    found.append(Row("range v range preflop, from the table", "calls", 1 / preflop))

    boards = np.argsort(np.random.default_rng(1).random((2000, 52)), axis=1)[:, :5].astype(np.uint8)
    counts = _core.board_win_tie(boards, 1)
    assert counts[0].sum(axis=1).max() <= 990
    seconds = race(lambda: _core.board_win_tie(boards, 1))[0] / len(boards)
    found.append(Row("win/tie/lose of all hands on a river board", "boards", 1 / seconds))
    one = [int(card) for card in boards[0]]
    strengths = race(lambda: _core.board_strengths(one))[0]
    found.append(Row("strength of all 1,326 hands on a board, one call", "boards", 1 / strengths))
    samples = race(lambda: rb.equity(*["random"] * 6, samples=200_000, threads=1))[0]
    found.append(Row("six random hands, sampled", "deals", 200_000 / samples))
    return found
