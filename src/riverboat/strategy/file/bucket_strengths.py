"""How strong the hands of a bucket are, for who must choose the best of several buckets."""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.strength import ehs
from riverboat.games.rules.game import Game

_BUCKETS: Final = 4
_HANDS: Final = 200
"""A board for so many buckets, and so many of its hands: some fifty for each bucket. Many boards, as buckets that stand
for a kind of board are not seen on others: of all river hands of 500 buckets 18 % are in one that 24 boards with all
their hands do not show, and 2 % in one that 125 do not. Unseen buckets have no share, and nobody knows their strength.
"""
_LEAST, _MOST = 24, 1000  # boards; one takes some 6 ms of a processor on the flop, less later


class BucketStrengths(NamedTuple):
    """By bucket: the mean strength of its hands against a random one, and how often it is dealt, 0 if never seen."""

    mean: npt.NDArray[np.float64]
    share: npt.NDArray[np.float64]


def bucket_strengths(cards: CardAbstraction, number: int, game: Game) -> BucketStrengths:
    """Return the strengths of the buckets of a round of hold'em, from a sample of boards that is always the same.

    >>> from riverboat.abstraction import Lossless
    >>> from riverboat.games import nolimit_holdem
    >>> game = nolimit_holdem()
    >>> found = bucket_strengths(Lossless(((2,),), game.deck), 0, game)
    >>> round(float(found.mean.max()), 4), round(float(found.share.sum()), 6)
    (0.852, 1.0)
    """
    shown = list(accumulate(game.board_cards))[number]
    rng = np.random.default_rng(number)
    sums, counts = np.zeros(cards.count(number)), np.zeros(cards.count(number))
    boards = min(max(cards.count(number) // _BUCKETS, _LEAST), _MOST) if shown else 1
    for _ in range(boards):
        board = tuple(rng.choice(52, shown, replace=False).tolist())
        held = np.flatnonzero(~np.isin(HAND_CARDS, board).any(axis=1))
        if shown:
            held = rng.choice(held, _HANDS, replace=False)
        found = cards.buckets(number, board, HAND_CARDS[held])
        sums += np.bincount(found, np.asarray(ehs(None, board))[held], len(sums))
        counts += np.bincount(found, minlength=len(counts))
    mean = np.divide(sums, counts, out=np.zeros(len(sums)), where=counts > 0)
    return BucketStrengths(mean, counts / counts.sum())
