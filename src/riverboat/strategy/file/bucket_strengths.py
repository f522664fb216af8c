"""How strong the hands of a bucket are, for who must choose the best of several buckets."""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.boards.with_boards import WithBoards
from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.strength import ehs
from riverboat.games.rules.game import Game

_BUCKETS: Final = 4
"""Buckets for each board. Many boards, few hands of each: a bucket that stands for a kind of board is not seen on
others, and a few hands tell its strength. With 500 buckets and 24 boards 18 % of all river hands were in one unseen.
"""
_LEAST: Final = 24
_MOST: Final = {3: 60, 4: 125, 5: 125}
"""Boards, by cards that lie there. A flop takes 6 ms of a processor, others that for some bots; a decision has 2 s."""
_HANDS: Final = 25_000  # of all boards together


class BucketStrengths(NamedTuple):
    """By bucket: the mean strength of its hands against a random one, and how often it is dealt, 0 if never seen."""

    mean: npt.NDArray[np.float64]
    share: npt.NDArray[np.float64]


def bucket_strengths(cards: CardAbstraction, number: int, game: Game) -> BucketStrengths:
    """Return the strengths of the buckets of a round of hold'em, from a sample of boards that is always the same.

    A bucket of hands counts as equally strong on all kinds of boards, of which few are in the sample.

    >>> from riverboat.abstraction import Lossless
    >>> from riverboat.games import nolimit_holdem
    >>> game = nolimit_holdem()
    >>> found = bucket_strengths(Lossless(((2,),), game.deck), 0, game)
    >>> round(float(found.mean.max()), 4), round(float(found.share.sum()), 6)
    (0.852, 1.0)
    """
    if isinstance(cards, WithBoards):
        mean, share = bucket_strengths(cards.of, number, game)
        kinds = cards.kinds.count(number)
        return BucketStrengths(np.tile(mean, kinds), np.tile(share / kinds, kinds))
    shown = list(accumulate(game.board_cards))[number]
    rng = np.random.default_rng(number)
    sums, counts = np.zeros(cards.count(number)), np.zeros(cards.count(number))
    boards = min(max(cards.count(number) // _BUCKETS, _LEAST), _MOST[shown]) if shown else 1
    for _ in range(boards):
        board = tuple(rng.choice(52, shown, replace=False).tolist())
        held = np.flatnonzero(~np.isin(HAND_CARDS, board).any(axis=1))
        held = rng.permutation(held)[: _HANDS // boards]
        found = cards.buckets(number, board, HAND_CARDS[held])
        sums += np.bincount(found, np.asarray(ehs(None, board))[held], len(sums))
        counts += np.bincount(found, minlength=len(counts))
    mean = np.divide(sums, counts, out=np.zeros(len(sums)), where=counts > 0)
    return BucketStrengths(mean, counts / counts.sum())
