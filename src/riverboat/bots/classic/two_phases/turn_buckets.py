"""Buckets of all hands on one turn and its rivers; those of the river remember those of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.clustering.kmeans_1d import kmeans_1d
from riverboat.abstraction.gs.deals import SCORES
from riverboat.abstraction.gs.leaders import join_leaders
from riverboat.abstraction.gs.strength_cuts import LineChoices, divide_lines, interval
from riverboat.cards.card import HAND_CARDS, NUM_CARDS, NUM_HANDS
from riverboat.cards.evaluator import evaluate_batch
from riverboat.cards.strength import win_tie_batch
from riverboat.solvers.sequence.sequences import Floats, Places

Ints = npt.NDArray[np.int64]
_NO_BUCKET = -1
_CHILDREN = 24  # the most buckets of the river that one of the turn may be divided into


class TurnBoard(NamedTuple):
    """Hands on a turn. rivers: uint8[48], the cards that may come. free: bool[48, 1326], who may be held there.

    scores: int64[48, 1326], 2 wins + ties against all hands on each river.
    """

    board: tuple[int, ...]
    rivers: npt.NDArray[np.uint8]
    free: npt.NDArray[np.bool_]
    scores: Ints

    @classmethod
    def of(cls, board: Sequence[int]) -> Self:
        """Look at all rivers."""
        rivers = np.setdiff1d(np.arange(NUM_CARDS), board).astype(np.uint8)
        boards = np.array([(*board, river) for river in rivers.tolist()], np.uint8)
        scores = win_tie_batch(boards, threads=1).astype(np.int64) @ np.array([2, 1])
        held = (HAND_CARDS[None, :, :, None] == boards[:, None, None, :]).any(axis=(2, 3))
        return cls(tuple(board), rivers, ~held, scores)

    @property
    def hands(self) -> Ints:
        """The hands that may be held on the turn: int64[1128]."""
        return np.flatnonzero(self.free.any(axis=0))

    @property
    def strengths(self) -> npt.NDArray[np.int32]:
        """How strong hands are on each river, -1 of those that cannot be held: int32[48, 1326]."""
        found = np.full(self.free.shape, -1, np.int32)
        at, hand = np.nonzero(self.free)
        boards = np.broadcast_to(np.array(self.board, np.uint8), (len(at), len(self.board)))
        cards = np.hstack([HAND_CARDS[hand], boards, self.rivers[at][:, None]])
        found[at, hand] = evaluate_batch(np.ascontiguousarray(cards), threads=1)
        return found


@dataclass(frozen=True, eq=False)
class TurnBuckets:
    """Buckets on one turn: turn int64[1326], river int64[48, 1326], -1 where no hand is; parents of the river's."""

    on: TurnBoard
    turn: Ints
    river: Ints
    parents: Places

    @property
    def counts(self) -> tuple[int, int]:
        """Buckets of the turn and of the river."""
        return int(self.turn.max()) + 1, len(self.parents)

    def lookup(self, board: Sequence[int], hands: Ints) -> Ints:
        """Return the bucket of hands, by their index, on the turn or on one of its rivers."""
        if len(board) == 4:
            return self.turn[hands]
        return np.asarray(self.river[int(np.flatnonzero(self.on.rivers == board[4])[0]), hands])

    # --- two ways ------------------------------------------------------------------------------------------------

    @classmethod
    def by_means(cls, on: TurnBoard, counts: tuple[int, int]) -> Self:
        """As GS2 does: k-means of the chance to win, and on the river as many parts of each bucket as help most."""
        hands = on.hands
        labels = kmeans_1d(on.scores[:, hands].sum(axis=0).astype(float), counts[0]).labels
        turn = np.full(NUM_HANDS, _NO_BUCKET, np.int64)
        turn[hands] = labels
        of_hand = np.broadcast_to(turn, on.scores.shape)[on.free]
        seen = np.bincount(of_hand * SCORES + on.scores[on.free], minlength=(labels.max() + 1) * SCORES)
        choices = [LineChoices.of(of, len(of_hand), _CHILDREN) for of in seen.reshape(-1, SCORES)]
        cuts, firsts = divide_lines(choices, counts[1])
        places = np.arange(SCORES)
        by_score = np.stack(
            [first + interval(of, places) for of, first in zip(cuts, firsts[:-1], strict=True)]
        )
        return cls._made(on, turn, by_score)

    @classmethod
    def by_leaders(cls, on: TurnBoard, thresholds: tuple[float, float]) -> Self:
        """As GS1 does, by lossy GameShrink: hands join the first before them whose rivers can be matched cheaply."""
        hands = on.hands
        rivers = np.sort(on.scores.T[hands][on.free.T[hands]].reshape(len(hands), -1), axis=1) / (SCORES - 1)
        turn = np.full(NUM_HANDS, _NO_BUCKET, np.int64)
        turn[hands] = join_leaders(rivers, thresholds[0])
        by_score = np.zeros((int(turn.max()) + 1, SCORES), np.int64)
        first = 0
        for bucket, row in enumerate(by_score):
            scores = on.scores[on.free & (turn == bucket)]
            values, order = np.unique(scores, return_index=True)
            by_order = values[np.argsort(order)]  # as they come
            row[by_order] = first + join_leaders(by_order[:, None] / (SCORES - 1), thresholds[1])
            first = int(row.max()) + 1
        return cls._made(on, turn, by_score)

    @classmethod
    def _made(cls, on: TurnBoard, turn: Ints, by_score: Ints) -> Self:
        river = np.full(on.scores.shape, _NO_BUCKET, np.int64)
        at, hand = np.nonzero(on.free)
        river[at, hand] = by_score[turn[hand], on.scores[at, hand]]
        parents = np.zeros(int(river.max()) + 1, np.int32)
        parents[river[at, hand]] = turn[hand]
        return cls(on, turn, river, parents)

    # --- who meets whom --------------------------------------------------------------------------------------------

    def pairs(self, reach: Floats) -> tuple[Floats, Floats]:
        """Return how often buckets of the river meet, and that times how much more often the first wins: float64[n, n].

        reach: float64[2, 1326], how likely either player has each hand. Exact: all hands that share no card, on all
        rivers.
        """
        n = len(self.parents)
        met, won = np.zeros(n * n), np.zeros(n * n)
        first, second = np.ascontiguousarray(reach)
        _core.add_bucket_pairs(
            HAND_CARDS, self.on.strengths, self.river.astype(np.int32), first, second, n, met, won
        )
        total = met.sum()
        return np.maximum(met, 0).reshape(n, n) / total, won.reshape(n, n) / total
