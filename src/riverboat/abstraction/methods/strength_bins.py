"""Bins of hand strength between given edges: a rule that needs no table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import BucketArray
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.methods.street_strengths import CHUNK, street_strengths
from riverboat.abstraction.tables.table_abstraction import smallest_type
from riverboat.base.checks import is_number
from riverboat.cards.card import hand_indices
from riverboat.cards.strength import ehs
from riverboat.errors import AbstractionError


@dataclass(frozen=True)
class StrengthBins:
    """Bins of expected hand strength, exact: a hand is in the bin of as many edges as it reaches.

    edges: strengths between 0 and 1, ascending; n edges make n + 1 bins, whether or not hands fall into all of them.
    After the hand strength of the CPJC poker bot, which estimates it by simulation.

    >>> StrengthBins((0.5, 0.7)).on_board(Street(0), [], np.array([[51, 50], [3, 20], [47, 43]], np.uint8)).tolist()
    [2, 0, 1]
    """

    edges: tuple[float, ...]

    def __post_init__(self) -> None:
        given = self.edges
        valid = isinstance(given, list | tuple) and all(is_number(edge) and 0 < edge < 1 for edge in given)
        if not valid or not given or any(one >= other for one, other in pairwise(given)):
            raise AbstractionError(
                f"edges is {given!r}; it must be numbers between 0 and 1, ascending, such as [0.4, 0.5, 0.6]"
            )
        object.__setattr__(self, "edges", tuple(float(edge) for edge in given))  # TOML gives a list

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the bin of every class."""
        strengths = street_strengths(street.board_cards, work.threads, work.progress)
        table = np.empty(street.classes, smallest_type(len(self.edges) + 1))
        for begin in range(0, street.classes, CHUNK):
            part = slice(begin, begin + CHUNK)
            table[part] = self._bins(strengths.ehs(part))
        return Buckets(table, len(self.edges) + 1)

    def bucket_count(self, street: Street) -> int:
        """Return the number of bins."""
        return len(self.edges) + 1

    def on_board(self, street: Street, board: Sequence[int], hands: npt.NDArray[np.uint8]) -> BucketArray:
        """Return the bin of each hand."""
        return self._bins(ehs(board=list(board), threads=1)[hand_indices(hands)])

    def bucket_name(self, street: Street, bucket: int) -> str:
        """Return the number of a bin; the weakest is 1."""
        return str(bucket + 1)

    def _bins(self, strengths: np.ndarray) -> BucketArray:
        return np.searchsorted(self.edges, strengths, side="right").astype(np.uint32)
