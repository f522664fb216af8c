"""No abstraction but suits, as a method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import HOLDEM, BucketArray
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.table_abstraction import smallest_type


@dataclass(frozen=True)
class LosslessClasses:
    """Every class of hands up to suits is a bucket of its own: 169 before the flop."""

    def build(self, street: Street, work: Work) -> Buckets:
        """Return each class as its own bucket."""
        return Buckets(np.arange(street.classes, dtype=smallest_type(street.classes)), street.classes)

    def bucket_count(self, street: Street) -> int:
        """Return the number of classes."""
        return street.classes

    def on_board(self, street: Street, board: Sequence[int], hands: npt.NDArray[np.uint8]) -> BucketArray:
        """Return the class of each hand."""
        return Lossless(HOLDEM).buckets(street.number, board, hands)
