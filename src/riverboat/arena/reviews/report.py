"""A leak report: one player's decisions beside a strategy's, worst first, and by position, street and situation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from heapq import heappush, heapreplace
from typing import Any, Final

from riverboat.arena.reviews.habits import BesideStrategy
from riverboat.base.drawing import Drawn
from riverboat.games.histories.formats import BadHand
from riverboat.games.rules.positions import position_names
from riverboat.strategy.review import MISTAKE_DISTANCE, MISTAKE_LOSS, Reviewed
from riverboat.strategy.situations import POTS, SITUATIONS

DIMENSIONS: Final = {
    "position": (*position_names(10), "OOP", "IP"),
    "street": ("preflop", "flop", "turn", "river"),
    "situation": SITUATIONS,
    "pot": POTS,
}
"""By what decisions are told apart, and the order of the names."""

MOST_PROBLEMS: Final = 100
"""Broken hands that are named; the others are counted."""
MOST_WORST: Final = 100
"""Decisions that are told one by one."""


@dataclass
class Group:
    """Decisions alike. judged: those that the strategy answers; distance: their sum. by_ev, lost_bb: those with EVs."""

    decisions: int = 0
    judged: int = 0
    mistakes: int = 0
    distance: float = 0.0
    by_ev: int = 0
    lost_bb: float = 0.0

    def add(self, one: Reviewed) -> None:
        """Count a decision."""
        self.decisions += 1
        if one.distance is not None:
            self.judged += 1
            self.distance += one.distance
            self.mistakes += one.is_mistake
            self._add_ev(one)

    def find_ev(self, one: Reviewed, was_mistake: bool) -> None:
        """Count what a decision cost that was judged by frequency before."""
        self.mistakes += one.is_mistake - was_mistake
        self._add_ev(one)

    def _add_ev(self, one: Reviewed) -> None:
        if one.loss_bb is not None:
            self.by_ev += 1
            self.lost_bb += one.loss_bb

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "decisions": self.decisions,
            "judged": self.judged,
            "mistakes": self.mistakes,
            "mistake_share": self.mistakes / self.judged if self.judged else None,
            "mean_distance": self.distance / self.judged if self.judged else None,
            "judged_by_ev": self.by_ev,
            "ev_lost_bb": self.lost_bb if self.by_ev else None,
        }


@dataclass
class Reason:
    """Why decisions could not be judged, in the words of the first of them."""

    words: str
    count: int = 0


@dataclass(order=True)
class Worst:
    """A decision among the worst. badness: what they are sorted by; see `badness`. told: it in plain values."""

    badness: tuple[bool, float, float, float]
    number: int
    told: dict[str, Any] = field(compare=False)


def badness(one: Reviewed) -> tuple[bool, float, float, float]:
    """Return what the worst decisions are sorted by: mistakes first, then EV lost, then the distance, then the pot."""
    return one.is_mistake, one.loss_bb or 0.0, one.distance or 0.0, one.pot_bb


@dataclass
class LeakReport(Drawn):
    """What a review of many hands found, as far as it came.

    hands: those that the player played; other_hands: those he did not. problems: the first that could not be read;
    broken: how many there are. unknown_cards: of his hands. searched: hands that were solved again for EVs. stopped: it
    was stopped before the end, `searching` if only the search for EVs was.
    """

    hero: str
    strategies: tuple[str, ...]
    hands: int = 0
    other_hands: int = 0
    unknown_cards: int = 0
    problems: list[BadHand] = field(default_factory=list)
    broken: int = 0
    searched: int = 0
    stopped: str = ""
    seconds: float = 0.0
    all: Group = field(default_factory=Group)
    groups: dict[str, dict[str, Group]] = field(default_factory=lambda: {name: {} for name in DIMENSIONS})
    habits: BesideStrategy = field(default_factory=BesideStrategy)
    reasons: dict[str, Reason] = field(default_factory=dict)
    _heap: list[Worst] = field(default_factory=list)

    # --- counting ------------------------------------------------------------------------------------------------

    def add(self, one: Reviewed) -> None:
        """Count a decision."""
        for group in self._groups_of(one):
            group.add(one)
        if one.decision is None:
            key = re.sub(r"[0-9.]+", "#", one.problem)
            self.reasons.setdefault(key, Reason(one.problem)).count += 1

    def find_ev(self, one: Reviewed, was_mistake: bool) -> None:
        """Count what a decision cost that was counted before."""
        for group in self._groups_of(one):
            group.find_ev(one, was_mistake)

    def _groups_of(self, one: Reviewed) -> list[Group]:
        names = (one.position, one.street, one.situation.name, one.situation.pot)
        named = zip(self.groups.values(), names, strict=True)
        return [self.all, *(by.setdefault(name, Group()) for by, name in named if name)]

    def is_among_worst(self, one: Reviewed) -> bool:
        """Whether a decision belongs to the worst so far, so that it is worth to be told."""
        bad = badness(one)
        return (
            one.distance is not None
            and bad[2] > 0
            and (len(self._heap) < MOST_WORST or bad > self._heap[0].badness)
        )

    def keep(self, worst: Worst) -> None:
        """Keep one of the worst; the best of them goes if there are too many."""
        (heappush if len(self._heap) < MOST_WORST else heapreplace)(self._heap, worst)

    def drop(self, number: int) -> None:
        """Forget the decisions of a hand among the worst, since they are judged again."""
        self._heap = sorted(worst for worst in self._heap if worst.number != number)

    def problem(self, bad: BadHand) -> None:
        """Count a hand that cannot be read."""
        self.broken += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(bad)

    # --- telling -------------------------------------------------------------------------------------------------

    @property
    def worst(self) -> list[dict[str, Any]]:
        """The worst decisions, the worst first, as plain values: those of `Reviewed.to_dict`, and which hand it was."""
        return [worst.told for worst in sorted(self._heap, reverse=True)]

    def by(self, dimension: str) -> dict[str, Group]:
        """Return the groups of a dimension, in the order of a hand; see `DIMENSIONS`."""
        order = DIMENSIONS[dimension]
        found = self.groups[dimension]
        return {name: found[name] for name in sorted(found, key=order.index)}

    @property
    def judged_by(self) -> str:
        """What decisions were judged by, in words."""
        known, judged = self.all.by_ev, self.all.judged
        if not known:
            return "how often the strategy does what was done; no EVs were asked for or known"
        if known == judged:
            return "EV lost against the best option"
        return f"EV lost, known of {known:,} of {judged:,} decisions; else how often the strategy does what was done"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as `--json` prints them."""
        return {
            "hero": self.hero,
            "strategies": list(self.strategies),
            "hands": self.hands,
            "other_hands": self.other_hands,
            "unknown_cards": self.unknown_cards,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
            "judged_by": self.judged_by,
            "searched_hands": self.searched,
            "mistake_distance": MISTAKE_DISTANCE,
            "mistake_loss_pots": MISTAKE_LOSS,
            **self.all.to_dict(),
            "habits": self.habits.to_dict(),
            "by": {
                dimension: {name: group.to_dict() for name, group in self.by(dimension).items()}
                for dimension in DIMENSIONS
            },
            "worst": self.worst,
            "not_judged": [{"reason": one.words, "decisions": one.count} for one in self._sorted_reasons()],
            "broken": self.broken,
            "problems": [
                {"file": bad.file, "number": bad.number, "line": bad.line, "reason": bad.reason}
                for bad in self.problems
            ],
        }

    def _sorted_reasons(self) -> list[Reason]:
        return sorted(self.reasons.values(), key=lambda one: -one.count)

    def __repr__(self) -> str:
        return f"<LeakReport of {self.hero!r}: {self.hands:,} hands, {self.all.mistakes:,} mistakes>"
