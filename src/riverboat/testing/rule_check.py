"""A contract check for update rules: the form that people read and the form that the engine plays are one rule."""

from __future__ import annotations

import math
import random
from typing import Final

from riverboat.errors import SolverError
from riverboat.solvers.reference.cfr import regret_matching
from riverboat.solvers.update_rules.rules import Factors, Row, UpdateRule, update_rule

_ROWS, _ITERATIONS = 60, 40
_NEAR: Final = 1e-9
"""Nine digits: both forms get the same numbers, so that no more than rounding lies between them."""


def check_rule(rule: str | UpdateRule, *, seed: int = 0) -> None:
    """Raise a `SolverError` unless a rule's `factors` lead where its `add`, `target` and `keep_average` lead.

    Both forms are given the same regrets of random decisions and must play the same strategies. Decisions of a small
    game will not do: their payoffs are so round that regrets are often nothing at all, and then the last bit decides
    whether a hand plays one action or all of them alike. Random ones are never that close.

    >>> from dataclasses import dataclass
    >>> from riverboat.solvers.update_rules.rules import CFRPlus, Factors
    >>> @dataclass(frozen=True)
    ... class Forgetful(CFRPlus):
    ...     def factors(self, t):
    ...         return Factors(keep_positive=0.9, floor=True, keep_average=self.keep_average(t))
    >>> check_rule("cfr+")
    >>> check_rule(Forgetful())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.SolverError: Forgetful(averaging=Power(gamma=1.0)), iteration 3: `add` and `target` play ...
    """
    found = update_rule(rule, needs=("add", "target", "keep_average", "factors"))
    for t in range(2, _ITERATIONS + 1):  # before the first there is nothing to keep
        ours, theirs = found.keep_average(t), found.factors(t).keep_average
        if not math.isclose(ours, theirs, rel_tol=_NEAR, abs_tol=_NEAR):
            raise SolverError(
                f"{found!r}, iteration {t}: `keep_average` is {ours:.10g}, and that of its `factors` is {theirs:.10g}"
            )
    if not found.factors(1).respond:  # a best answer is not made from regrets
        rng = random.Random(seed)
        for _ in range(_ROWS):
            _check_decision(found, rng)


def _check_decision(rule: UpdateRule, rng: random.Random) -> None:
    """Play one random decision for some iterations by both forms."""
    actions, scale = rng.randint(2, 4), 10 ** rng.uniform(-3, 3)
    regret, kept = [0.0] * actions, [0.0] * actions
    strategy = [1 / actions] * actions
    for t in range(1, _ITERATIONS + 1):
        values = [rng.gauss(0, scale) for _ in range(actions)]
        value = sum(p * v for p, v in zip(strategy, values, strict=True))
        instant = [v - value for v in values]
        regret = _row("add", rule.add(regret, instant, t), actions)
        strategy = regret_matching(_row("target", rule.target(regret, instant, t), actions))
        kept, played = _by_factors(rule.factors(t), kept, instant)
        if not all(abs(a - b) <= _NEAR for a, b in zip(strategy, played, strict=True)):  # nor if one is NaN
            raise SolverError(
                f"{rule!r}, iteration {t}: `add` and `target` play {_rounded(strategy)}, and `factors` plays "
                f"{_rounded(played)}, after the same regrets; see `Factors` for what its numbers do"
            )


def _by_factors(factors: Factors, regret: Row, instant: Row) -> tuple[Row, Row]:
    """Return the regret and the strategy after an iteration as the native engine makes them."""
    after = [
        R * (factors.keep_positive if R > 0 else factors.keep_negative) + r
        for R, r in zip(regret, instant, strict=True)
    ]
    if factors.floor:
        after = [max(R, 0.0) for R in after]
    if not factors.predict:
        return after, regret_matching(after)
    target = [R * factors.keep_predicted + r for R, r in zip(after, instant, strict=True)]
    return after, regret_matching(target)


def _row(method: str, answer: Row, actions: int) -> Row:
    """Return what a rule answered if it is a number for each action."""
    if not hasattr(answer, "__len__") or len(answer) != actions:
        raise SolverError(
            f"`{method}` returns {answer!r}; it must return {actions} numbers, one for each action"
        )
    return answer


def _rounded(row: Row) -> Row:
    return [round(probability, 10) for probability in row]
