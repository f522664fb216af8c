"""What a player does with his chances, and what a strategy does with the very same ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from riverboat.arena.styles.chances import BETS, STATS, Chance, hand_chances
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, FOLD
from riverboat.strategy.review import Reviewed

COMPARED: Final = ("vpip", "pfr", "three_bet", "fold_to_three_bet", "c_bet", "fold_to_c_bet", "aggression")
"""The numbers of `STATS` that a decision tells."""


@dataclass
class Compared:
    """One number of a style. of: chances whose decisions the strategy answers; done: how often the player did it there;
    expected: how often the strategy would have, by its probabilities."""

    done: float = 0.0
    of: float = 0.0
    expected: float = 0.0
    expected_of: float = 0.0

    @property
    def share(self) -> float | None:
        """The player's."""
        return self.done / self.of if self.of else None

    @property
    def expected_share(self) -> float | None:
        """The strategy's."""
        return self.expected / self.expected_of if self.expected_of else None


@dataclass
class BesideStrategy:
    """The numbers by name.

    What counts once a hand is done by a strategy that does it at the first chance, or passes it as the player did and
    does it later: at each chance its probability counts by the part that has not done it yet. From where the player has
    done it the others are not seen, and nothing more is counted. Aggression is bets and raises of all turns after the
    flop that are no checks; of the strategy, the probabilities of both.
    """

    numbers: dict[str, Compared] = field(default_factory=lambda: {name: Compared() for name in COMPARED})

    def add(self, hand: Hand, seat: int, reviewed: dict[int, Reviewed]) -> None:
        """Count a hand. reviewed: the player's decisions, by the number of the action."""
        left: dict[str, float] = {}
        for number, (step, chances) in enumerate(hand_chances(hand)):
            one = reviewed.get(number)
            if step.seat != seat or one is None or one.decision is None:
                continue
            kinds = step_kinds(one)
            for chance in chances:
                if chance.once and chance.name in self.numbers:
                    self._once(chance, left, step.kind in chance.kinds, kinds)
            if step.round:
                self._aggression(step.kind, kinds)

    def _once(self, chance: Chance, left: dict[str, float], done: bool, kinds: dict[str, float]) -> None:
        number, part = self.numbers[chance.name], left.get(chance.name)
        if part is None:
            number.of += 1
            number.expected_of += 1
            part = 1.0
        if part < 0:
            return  # the player has done it
        often = sum(kinds.get(kind, 0.0) for kind in chance.kinds)
        number.done += done
        number.expected += part * often
        left[chance.name] = -1.0 if done else part * (1 - often)

    def _aggression(self, kind: str, kinds: dict[str, float]) -> None:
        number = self.numbers["aggression"]
        number.of += kind != "check"
        number.done += kind in BETS
        number.expected_of += 1 - kinds.get("check", 0.0)
        number.expected += kinds.get("bet", 0.0) + kinds.get("raise", 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            name: {
                "label": label_of(name),
                "short": STATS[name].short,
                "done": STATS[name].done,
                "chance": STATS[name].chance,
                "player": one.share,
                "strategy": one.expected_share,
                "chances": one.of,
            }
            for name, one in self.numbers.items()
        }


def step_kinds(reviewed: Reviewed) -> dict[str, float]:
    """Return how often the strategy folds, checks, calls, bets and raises at a decision."""
    assert reviewed.decision is not None
    kinds: dict[str, float] = {}
    pairs = zip(reviewed.decision.options, reviewed.decision.probabilities, strict=True)
    for option, share in pairs:
        if option.action == FOLD:
            kind = "fold"
        elif option.action == CALL:
            kind = "call" if reviewed.step.to_call else "check"
        else:
            kind = "raise" if reviewed.step.highest else "bet"
        kinds[kind] = kinds.get(kind, 0.0) + share
    return kinds


def label_of(name: str) -> str:
    """Return what a habit is called in full.

    >>> [label_of(name) for name in ("vpip", "three_bet", "fold_to_c_bet", "aggression")]
    ['VPIP', '3-bet', 'fold to c-bet', 'aggression']
    """
    words = name.replace("three_bet", "3-bet").replace("c_bet", "c-bet").replace("_", " ")
    return words.upper() if name in ("vpip", "pfr") else words
