"""The CFR family as update rules: what becomes of the regrets of one information set in iteration t = 1, 2, ...

A rule says three things. `add`: the new stored regret from the old one R and the regret r of this iteration. `target`:
what the next strategy is proportional to, by its positive part. `weight`: how much the strategy played in iteration t
counts in the average. All else is the same for all of them and stands in `reference/cfr.py`.

For the native engine every rule is a few numbers for each iteration, its `Factors`. They lead to the same strategies;
where all regrets of a rule grow by a common factor, the engine's stay small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from riverboat.errors import RiverboatError, SolverError
from riverboat.games.sources import did_you_mean

Row = list[float]
"""A number for each action of one information set."""


class Factors(NamedTuple):
    """One iteration as the native engine does it.

    R ← R · (keep_positive where R > 0, else keep_negative) + r, then max(R, 0) if `floor`. The next strategy is from R,
    or from R · keep_predicted + r if `predict`. The average S ← S · keep_average + reach × strategy. With `respond` the
    next strategy is the best answer to the opponent's average instead.
    """

    keep_positive: float = 1.0
    keep_negative: float = 1.0
    floor: bool = False
    predict: bool = False
    keep_predicted: float = 1.0
    keep_average: float = 1.0
    respond: bool = False


class UpdateRule(Protocol):
    """What a rule must be able to do; lists have a number for each action."""

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return the stored regret after iteration t."""
        ...

    def target(self, regret: Row, instant: Row, t: int) -> Row:
        """Return what the strategy of iteration t + 1 is proportional to, from the stored regret after t."""
        ...

    def weight(self, t: int) -> float:
        """Return the weight of iteration t in the average strategy."""
        ...

    def factors(self, t: int) -> Factors:
        """Return what the native engine does in iteration t."""
        ...


@dataclass(frozen=True)
class CFR:
    """R ← R + r; every iteration counts alike. Zinkevich, Johanson, Bowling and Piccione 2007.

    >>> CFR().add([1.0, -2.0], [0.5, 0.5], t=3)
    [1.5, -1.5]
    """

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return R + r."""
        return [R + r for R, r in zip(regret, instant, strict=True)]

    def target(self, regret: Row, instant: Row, t: int) -> Row:
        """Return R."""
        return regret

    def weight(self, t: int) -> float:
        """Return 1."""
        return 1.0

    def keep_average(self, t: int) -> float:
        """Return the weight of iteration t − 1 for a weight of 1 in iteration t."""
        return self.weight(t - 1) / self.weight(t) if t > 1 else 0.0

    def factors(self, t: int) -> Factors:
        """Return R + r."""
        return Factors(keep_average=self.keep_average(t))


@dataclass(frozen=True)
class CFRPlus(CFR):
    """R ← [R + r]⁺; iteration t has weight t. Tammelin 2014, with linear averaging and no delay.

    >>> CFRPlus().add([1.0, 0.0], [0.5, -0.5], t=3)
    [1.5, 0.0]
    """

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return [R + r]⁺."""
        return [max(R + r, 0.0) for R, r in zip(regret, instant, strict=True)]

    def weight(self, t: int) -> float:
        """Return t."""
        return float(t)

    def factors(self, t: int) -> Factors:
        """Return [R + r]⁺."""
        return Factors(floor=True, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class LinearCFR(CFR):
    """R ← R + t·r; iteration t has weight t. Brown and Sandholm 2019, LCFR.

    The same strategies as `DiscountedCFR(1, 1, 1)`, whose regrets are smaller by the factor t + 1.

    >>> LinearCFR().add([1.0, -2.0], [0.5, 0.5], t=3)
    [2.5, -0.5]
    """

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return R + t·r."""
        return [R + t * r for R, r in zip(regret, instant, strict=True)]

    def weight(self, t: int) -> float:
        """Return t."""
        return float(t)

    def factors(self, t: int) -> Factors:
        """Return R·(t − 1)/t + r: the regrets over t."""
        return Factors((t - 1) / t, (t - 1) / t, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class DiscountedCFR(CFR):
    """R ← (R + r)·d, d = tᵅ/(tᵅ + 1) if R + r > 0 and tᵝ/(tᵝ + 1) if not; weight tᵞ. Brown and Sandholm 2019, DCFR.

    First add, then discount. As strategies do not change when all positive regrets of a set shrink alike, it is the
    same to discount by the factor of t − 1 and then add. The authors recommend 1.5, 0, 2.

    >>> DiscountedCFR().add([1.0, -2.0], [1.0, 1.0], t=1)
    [1.0, -0.5]
    """

    alpha: float = 1.5
    beta: float = 0.0
    gamma: float = 2.0

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return (R + r)·d."""
        positive, negative = t**self.alpha / (t**self.alpha + 1), t**self.beta / (t**self.beta + 1)
        sums = (R + r for R, r in zip(regret, instant, strict=True))
        return [total * (positive if total > 0 else negative) for total in sums]

    def weight(self, t: int) -> float:
        """Return tᵞ."""
        return float(t**self.gamma)

    def factors(self, t: int) -> Factors:
        """Return R·d + r with the d of t − 1."""
        last = t - 1
        positive, negative = (
            last**power / (last**power + 1) if last else 0.0 for power in (self.alpha, self.beta)
        )
        return Factors(positive, negative, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class DiscountedCFRPlus(CFR):
    """R ← [R·d + r]⁺, d = (t − 1)ᵅ/((t − 1)ᵅ + 1.5); weight tᵞ. Xu and others 2024, DCFR+.

    First discount, then add. alpha 1.5, gamma 4 and the offset 1.5 are the constants of our figures.

    >>> DiscountedCFRPlus().add([2.0, 1.0], [1.0, -1.0], t=2)
    [1.8, 0.0]
    """

    alpha: float = 1.5
    gamma: float = 4.0
    offset: float = 1.5

    def discount(self, t: int) -> float:
        """Return the factor for regrets that were stored after iteration t."""
        return float(t**self.alpha / (t**self.alpha + self.offset))

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return [R·d + r]⁺ with the factor of t − 1."""
        d = self.discount(t - 1)
        return [max(R * d + r, 0.0) for R, r in zip(regret, instant, strict=True)]

    def weight(self, t: int) -> float:
        """Return tᵞ."""
        return float(t**self.gamma)

    def factors(self, t: int) -> Factors:
        """Return [R·d + r]⁺."""
        return Factors(self.discount(t - 1), floor=True, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class PredictiveCFRPlus(CFRPlus):
    """R ← [R + r]⁺, and the next strategy from [R + r]⁺ once more; weight t². Farina, Kroer and Sandholm 2021, PCFR+.

    The prediction is that the regret of the next iteration will be that of this one.

    >>> PredictiveCFRPlus().target([1.5, 0.0], [0.5, -0.5], t=3)
    [2.0, -0.5]
    """

    gamma: float = 2.0

    def target(self, regret: Row, instant: Row, t: int) -> Row:
        """Return R + r, R being already the regret after this iteration."""
        return [R + r for R, r in zip(regret, instant, strict=True)]

    def weight(self, t: int) -> float:
        """Return tᵞ."""
        return float(t**self.gamma)

    def factors(self, t: int) -> Factors:
        """Return [R + r]⁺, predicting r again."""
        return Factors(floor=True, predict=True, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class PredictiveDiscountedCFRPlus(DiscountedCFRPlus):
    """R ← [R·d + r]⁺, d = (t − 1)ᵅ/((t − 1)ᵅ + 1); weight tᵞ. Xu and others 2024, PDCFR+.

    The next strategy is from [R·d' + r]⁺, d' = tᵅ/(tᵅ + 1): what `add` would store in the next iteration if its regret
    were that of this one. alpha 2.3 and gamma 5 are the constants of our figures.

    >>> rule = PredictiveDiscountedCFRPlus()
    >>> rule.add([2.0, 1.0], [1.0, -1.0], t=2), rule.target([2.0, 0.0], [1.0, -1.0], t=1)
    ([2.0, 0.0], [2.0, -1.0])
    """

    alpha: float = 2.3
    gamma: float = 5.0
    offset: float = 1.0

    def target(self, regret: Row, instant: Row, t: int) -> Row:
        """Return R·d' + r with the factor of t."""
        d = self.discount(t)
        return [R * d + r for R, r in zip(regret, instant, strict=True)]

    def factors(self, t: int) -> Factors:
        """Return [R·d + r]⁺, predicting r again."""
        keep = self.discount(t - 1)
        return Factors(
            keep, floor=True, predict=True, keep_predicted=self.discount(t), keep_average=self.keep_average(t)
        )


@dataclass(frozen=True)
class FictitiousPlay(CFR):
    """The next strategy is the best answer to the opponent's average. Heinrich, Lanctot and Silver 2015, XFP.

    Strategies are averaged as plans, each by the reach that it gives its own player. (A listing in circulation lets the
    best answer replace the average; the method needs the mean.) Only the full-width engine plays it: "regrets" hold the
    best answer as ones and zeros.
    """

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Refuse: the regrets of an iteration are against the current strategy, not against the average."""
        raise SolverError(
            "fictitious play answers averages, so it is not a rule for regrets; use the full-width engine"
        )

    def factors(self, t: int) -> Factors:
        """Return the best answer to the average."""
        return Factors(respond=True, keep_average=self.keep_average(t))


RULES: Final[dict[str, UpdateRule]] = {
    "cfr": CFR(),
    "cfr+": CFRPlus(),
    "linear": LinearCFR(),
    "dcfr": DiscountedCFR(),
    "pcfr+": PredictiveCFRPlus(),
    "pdcfr+": PredictiveDiscountedCFRPlus(),
    "dcfr+": DiscountedCFRPlus(),
    "fp": FictitiousPlay(),
}
"""The rules by name, with their default constants."""


def update_rule(name: str) -> UpdateRule:
    """Return a rule by name.

    >>> update_rule("dcfr")
    DiscountedCFR(alpha=1.5, beta=0.0, gamma=2.0)
    """
    if name not in RULES:
        raise RiverboatError(
            f"{name!r} is not an update rule; there are {', '.join(RULES)}{did_you_mean(name, RULES)}"
        )
    return RULES[name]
