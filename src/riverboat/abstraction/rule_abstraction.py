"""Abstractions that follow from their config alone: no table to build, to load or to ship."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, TypeGuard

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import HOLDEM, BucketArray, Groups, lookup_by_board
from riverboat.abstraction.config import AbstractionConfig, AnyConfig, read_abstraction_config
from riverboat.abstraction.methods.method import NamedRule, Rule, Street
from riverboat.abstraction.storage import Arrays, Facts, Stored
from riverboat.cards.card import FULL_DECK, Deck
from riverboat.errors import AbstractionError


@dataclass(frozen=True)
class RuleAbstraction:
    """Hold'em hands in the buckets of a config whose methods are rules: bins, features and lossless.

    A hand is looked at when it is asked for. That takes microseconds for features, and for bins what the strengths of
    all hands on the board take: milliseconds on the flop.

    >>> from riverboat.abstraction import read_abstraction_config
    >>> features = RuleAbstraction(read_abstraction_config("features"))
    >>> features.count(1), features.buckets(0, [], np.array([[1, 0]], np.uint8)).tolist()
    (6430, [0])
    """

    config: AbstractionConfig

    STORED_AS: ClassVar[str] = "rules"

    def __post_init__(self) -> None:
        check_rule(self.config)

    @property
    def name(self) -> str:
        """The name of its config."""
        return self.config.name

    @property
    def deck(self) -> Deck:
        """The full deck."""
        return FULL_DECK

    @property
    def groups(self) -> Groups:
        """Hold'em's, up to the last street of the config."""
        return HOLDEM[: len(self.config.methods)]

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        return self._rule(number).bucket_count(Street(number))

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board."""
        return self._rule(number).on_board(Street(number), board, hands)

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each deal, board by board."""
        return lookup_by_board(self, number, cards)

    def bucket_name(self, number: int, bucket: int, /) -> str:
        """Return the name of a bucket: a feature key, the number of a bin from 1 up, or the bucket's own number."""
        rule = self._rule(number)
        return rule.bucket_name(Street(number), bucket) if isinstance(rule, NamedRule) else str(bucket)

    def stored(self) -> Stored:
        """Return what a file holds of it."""
        return Stored(self.STORED_AS, {"config": self.config.to_toml()}, {})

    @classmethod
    def from_stored(cls, facts: Facts, arrays: Arrays) -> Self:
        """Return it from what `stored` gave."""
        return cls(check_rule(read_abstraction_config(facts["config"])))

    def _rule(self, number: int) -> Rule:
        if not 0 <= number < len(self.config.methods):
            raise AbstractionError(
                f"round {number!r} does not exist; the rounds are 0 to {len(self.config.methods) - 1}"
            )
        method = self.config.methods[number]
        assert isinstance(method, Rule)
        return method


def is_rule(config: object) -> TypeGuard[AbstractionConfig]:
    """Return whether all methods of a config are rules, so that `RuleAbstraction` answers for it."""
    return isinstance(config, AbstractionConfig) and all(isinstance(m, Rule) for m in config.methods)


def check_rule(config: AnyConfig) -> AbstractionConfig:
    """Return a config whose methods are all rules, or raise."""
    if not is_rule(config):
        raise AbstractionError(
            f"{config.name!r} has methods that need tables; build them with build_abstraction, or use bins, features "
            "or lossless on every street"
        )
    return config
