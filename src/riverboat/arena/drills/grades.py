"""What can be answered at a decision, and how good an answer is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Final, Literal, TypeAlias

from riverboat.base.checks import one_of
from riverboat.errors import StrategyError
from riverboat.games.rules.action import CALL, FOLD, nearest_action
from riverboat.solvers.asking.decision import Decision
from riverboat.solvers.asking.options import ALL_IN_COLOUR, Option

Difficulty: TypeAlias = Literal["simple", "grouped", "exact"]
DIFFICULTIES: Final = ("simple", "grouped", "exact")
"""Bets of all sizes as one; small (up to half the pot), medium (up to the pot), large and all-in; every size alone."""

Class: TypeAlias = Literal["Best", "Correct", "Inaccuracy", "Wrong", "Blunder"]
CLASSES: Final[tuple[Class, ...]] = ("Best", "Correct", "Inaccuracy", "Wrong", "Blunder")
RIGHT: Final = ("Best", "Correct")
"""What a streak goes on with."""

MIXED: Final = 0.035
"""What is done at least so often is part of the mix; below it is an inaccuracy."""
NEVER: Final = 0.005
"""What is done less often counts as never done: training leaves so much."""
CLEAR: Final = 0.95
"""Where one thing is done so often, what is never done is a blunder."""
LOSSES: Final = (0.005, 0.02, 0.1)
"""Parts of the pot up to which a loss of EV is correct, an inaccuracy, wrong; beyond, a blunder. Spots are solved to
about the first."""


@dataclass(frozen=True)
class Choice:
    """Something that can be answered. id: by which it is. options: the places of what it stands for."""

    id: str
    name: str
    options: tuple[int, ...]


@dataclass(frozen=True)
class Grade:
    """How good an answer is. share: how often the strategy does it. by: what the class rests on, EV or frequency.

    ev_loss: chips that it loses against the best answer, None where EVs are not known. shares, evs: of all choices.
    """

    name: Class
    by: Literal["ev", "frequency"]
    share: float
    ev_loss: float | None
    best: str
    shares: tuple[float, ...]
    evs: tuple[float, ...] | None

    @property
    def is_right(self) -> bool:
        """Whether a streak goes on."""
        return self.name in RIGHT


@dataclass(frozen=True)
class Played:
    """How a hand is played: how often each option is taken, and their EVs; None for all, nan for one not known."""

    shares: tuple[float, ...]
    evs: tuple[float, ...] | None = None

    @classmethod
    def of(cls, decision: Decision) -> Played:
        """Return what a strategy or solution says."""
        return cls(decision.probabilities, decision.action_evs if decision.has_values else None)

    @classmethod
    def by(cls, searched: Decision, options: Sequence[Option]) -> Played:
        """Return what a search found, as the options of a strategy: its bets are counted as those of the nearest size.

        The EV of an option is that of the same action, with a size no more than a quarter off.
        """
        own, found = [option.action for option in options], [option.action for option in searched.options]
        shares = [0.0] * len(own)
        for action, share in zip(found, searched.probabilities, strict=True):
            nearest = nearest_action(action, own)
            shares[own.index(nearest if nearest in own else own[0])] += share
        evs = []
        for action in own:
            nearest = nearest_action(action, found)
            near = nearest == action or (nearest > CALL < action and abs(nearest - action) <= action / 4)
            evs.append(searched.action_evs[found.index(nearest)] if near and nearest in found else nan)
        return cls(tuple(shares), tuple(evs))


def choices(options: Sequence[Option], difficulty: Difficulty) -> tuple[Choice, ...]:
    """Return what can be answered, in the order of the options.

    >>> from riverboat.games import Table, nolimit_holdem
    >>> from riverboat.solvers.asking.options import options_at
    >>> options = options_at(Table(nolimit_holdem()), [-1, 0, 200, 300, 10_000])
    >>> [choice.name for choice in choices(options, "simple")]
    ['fold', 'call 0.5 bb', 'raise']
    >>> [choice.id for choice in choices(options, "grouped")]
    ['f', 'c', 'small', 'medium', 'all-in']
    """
    one_of("difficulty", difficulty, DIFFICULTIES, StrategyError)
    found: dict[str, tuple[str, list[int]]] = {}
    for place, option in enumerate(options):
        key, name = _group(option, difficulty)
        found.setdefault(key, (name, []))[1].append(place)
    return tuple(Choice(key, name, tuple(places)) for key, (name, places) in found.items())


def _group(option: Option, difficulty: Difficulty) -> tuple[str, str]:
    if option.action in (FOLD, CALL) or difficulty == "exact":
        return option.token, option.name
    verb = "raise" if option.name.startswith("raise") else "bet"
    if option.colour == ALL_IN_COLOUR:
        verb = "bet" if option.name.startswith("bet") else "raise"
    if difficulty == "simple":
        return "b", verb
    if option.colour == ALL_IN_COLOUR:
        return "all-in", "all-in"
    size = "small" if option.percent <= 50 else "medium" if option.percent <= 100 else "large"
    return size, f"{verb} {size}"


def grade(answers: Played, offered: Sequence[Choice], answer: str, pot: int) -> Grade:
    """Return how good an answer is, by its id. pot: chips in the middle.

    By EV where that of the answer is known, else by how often the strategy does it.
    """
    one_of("choice", answer, tuple(choice.id for choice in offered), StrategyError)
    given = next(place for place, choice in enumerate(offered) if choice.id == answer)
    shares = tuple(sum(answers.shares[at] for at in choice.options) for choice in offered)
    evs = None if answers.evs is None else tuple(_best_ev(answers.evs, choice) for choice in offered)
    most = max(range(len(shares)), key=shares.__getitem__)
    if evs is None or isnan(evs[given]):
        return Grade(
            _by_share(shares, given), "frequency", shares[given], None, offered[most].id, shares, None
        )
    best = max((at for at in range(len(evs)) if not isnan(evs[at])), key=evs.__getitem__)
    loss = max(0.0, evs[best] - evs[given])
    name = _by_loss(loss / max(pot, 1), is_mixed=shares[given] >= MIXED, is_most=given in (most, best))
    return Grade(name, "ev", shares[given], loss, offered[best].id, shares, evs)


def _best_ev(evs: Sequence[float], choice: Choice) -> float:
    """The EV of a choice: of its best option; nan where none is known."""
    return max((evs[at] for at in choice.options if not isnan(evs[at])), default=nan)


def _by_share(shares: Sequence[float], given: int) -> Class:
    share, most = shares[given], max(shares)
    if share == most:
        return "Best"
    if share >= MIXED:
        return "Correct"
    if share >= NEVER:
        return "Inaccuracy"
    return "Blunder" if most >= CLEAR else "Wrong"


def _by_loss(loss: float, *, is_mixed: bool, is_most: bool) -> Class:
    correct, inaccuracy, wrong = LOSSES
    if loss < correct:
        return "Best" if is_most else "Correct"
    if loss < inaccuracy:
        return "Correct" if is_mixed else "Inaccuracy"
    return "Wrong" if loss < wrong else "Blunder"
