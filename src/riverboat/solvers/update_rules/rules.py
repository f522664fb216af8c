"""The CFR family as update rules: what becomes of the regrets of one information set in iteration t = 1, 2, ...

A rule says three things. `add`: the new stored regret from the old one R and the regret r of this iteration. `target`:
what the next strategy is proportional to, by its positive part. `keep_average`: how much of the average is left when
the strategy played in iteration t is added to it. All else is the same for all of them and stands in
`reference/cfr.py`.

How strategies are averaged is a unit of its own (`averaging.py`) and can be changed in every rule, as in
`CFRPlus(averaging=Delayed(100))`. Constants may follow a `Schedule`.

For the native engine every rule is a few numbers for each iteration, its `Factors`. They lead to the same strategies;
where all regrets of a rule grow by a common factor, the engine's stay small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from riverboat.base.arguments import did_you_mean
from riverboat.errors import RiverboatError, SolverError
from riverboat.solvers.update_rules.averaging import LINEAR, UNIFORM, Averaging, Power
from riverboat.solvers.update_rules.schedule import Number, Schedule, number_at

Row = list[float]
"""A number for each action of one information set."""


class Factors(NamedTuple):
    """One iteration as the native engine does it.

    R ← R · (keep_positive where R > 0, else keep_negative) + r, then max(R, 0) if `floor`. The next strategy is from R,
    or from R · keep_predicted + r if `predict`. The average S ← S · keep_average + reach × strategy. With `respond` the
    next strategy is the best answer to the opponent's average instead. With `prune` actions are left out for as long as
    they cannot be worth playing.
    """

    keep_positive: float = 1.0
    keep_negative: float = 1.0
    floor: bool = False
    predict: bool = False
    keep_predicted: float = 1.0
    keep_average: float = 1.0
    respond: bool = False
    prune: bool = False


class UpdateRule(Protocol):
    """What a rule must be able to do; lists have a number for each action."""

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return the stored regret after iteration t."""
        ...

    def target(self, regret: Row, instant: Row, t: int) -> Row:
        """Return what the strategy of iteration t + 1 is proportional to, from the stored regret after t."""
        ...

    def keep_average(self, t: int) -> float:
        """Return what is left of the average, a sum, when the strategy of iteration t is added to it."""
        ...

    def factors(self, t: int) -> Factors:
        """Return what the native engine does in iteration t."""
        ...


def discount(power: Number, t: int, offset: float = 1.0) -> float:
    """Return tᵖ/(tᵖ + offset), the factor for regrets that were stored after iteration t.

    >>> discount(1.5, 4), discount(0, 4), discount(1.5, 0)
    (0.8888888888888888, 0.5, 0.0)
    """
    if t == 0:
        return 0.0
    base: float = t ** number_at(power, t)
    return base / (base + offset)


@dataclass(frozen=True)
class CFR:
    """R ← R + r; every iteration counts alike. Zinkevich, Johanson, Bowling and Piccione 2007.

    >>> CFR().add([1.0, -2.0], [0.5, 0.5], t=3)
    [1.5, -1.5]
    """

    averaging: Averaging = field(default=UNIFORM, kw_only=True)

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return R + r."""
        return [R + r for R, r in zip(regret, instant, strict=True)]

    def target(self, regret: Row, instant: Row, t: int) -> Row:
        """Return R."""
        return regret

    def keep_average(self, t: int) -> float:
        """Return what the averaging keeps."""
        return self.averaging.keep(t)

    def factors(self, t: int) -> Factors:
        """Return R + r."""
        return Factors(keep_average=self.keep_average(t))


@dataclass(frozen=True)
class CFRPlus(CFR):
    """R ← [R + r]⁺; iteration t has weight t. Tammelin 2014, with linear averaging and no delay.

    >>> CFRPlus().add([1.0, 0.0], [0.5, -0.5], t=3)
    [1.5, 0.0]
    """

    averaging: Averaging = field(default=LINEAR, kw_only=True)

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return [R + r]⁺."""
        return [max(R + r, 0.0) for R, r in zip(regret, instant, strict=True)]

    def factors(self, t: int) -> Factors:
        """Return [R + r]⁺."""
        return Factors(floor=True, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class LinearCFR(CFR):
    """R ← R + t·r; iteration t has weight t. Brown and Sandholm 2019, LCFR.

    The same strategies as `DiscountedCFR(1, 1, averaging=LINEAR)`, whose regrets are smaller by the factor t + 1.

    >>> LinearCFR().add([1.0, -2.0], [0.5, 0.5], t=3)
    [2.5, -0.5]
    """

    averaging: Averaging = field(default=LINEAR, kw_only=True)

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return R + t·r."""
        return [R + t * r for R, r in zip(regret, instant, strict=True)]

    def factors(self, t: int) -> Factors:
        """Return R·(t − 1)/t + r: the regrets over t."""
        return Factors((t - 1) / t, (t - 1) / t, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class DiscountedCFR(CFR):
    """R ← (R + r)·d, d = tᵅ/(tᵅ + 1) if R + r > 0 and tᵝ/(tᵝ + 1) if not; weight t². Brown and Sandholm 2019, DCFR.

    First add, then discount. As strategies do not change when all positive regrets of a set shrink alike, it is the
    same to discount by the factor of t − 1 and then add. The authors recommend 1.5 and 0.

    >>> DiscountedCFR().add([1.0, -2.0], [1.0, 1.0], t=1)
    [1.0, -0.5]
    """

    alpha: Number = 1.5
    beta: Number = 0.0
    averaging: Averaging = field(default=Power(2.0), kw_only=True)

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return (R + r)·d."""
        positive, negative = discount(self.alpha, t), discount(self.beta, t)
        sums = (R + r for R, r in zip(regret, instant, strict=True))
        return [total * (positive if total > 0 else negative) for total in sums]

    def factors(self, t: int) -> Factors:
        """Return R·d + r with the d of t − 1."""
        positive, negative = discount(self.alpha, t - 1), discount(self.beta, t - 1)
        return Factors(positive, negative, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class DiscountedCFRPlus(CFR):
    """R ← [R·d + r]⁺, d = (t − 1)ᵅ/((t − 1)ᵅ + 1.5); weight t⁴. Xu and others 2024, DCFR+.

    First discount, then add. alpha 1.5, the weight t⁴ and the offset 1.5 are the constants of our figures.

    >>> DiscountedCFRPlus().add([2.0, 1.0], [1.0, -1.0], t=2)
    [1.8, 0.0]
    """

    alpha: Number = 1.5
    offset: float = 1.5
    averaging: Averaging = field(default=Power(4.0), kw_only=True)

    def discount(self, t: int) -> float:
        """Return the factor for regrets that were stored after iteration t."""
        return discount(self.alpha, t, self.offset)

    def add(self, regret: Row, instant: Row, t: int) -> Row:
        """Return [R·d + r]⁺ with the factor of t − 1."""
        d = self.discount(t - 1)
        return [max(R * d + r, 0.0) for R, r in zip(regret, instant, strict=True)]

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

    averaging: Averaging = field(default=Power(2.0), kw_only=True)

    def target(self, regret: Row, instant: Row, t: int) -> Row:
        """Return R + r, R being already the regret after this iteration."""
        return [R + r for R, r in zip(regret, instant, strict=True)]

    def factors(self, t: int) -> Factors:
        """Return [R + r]⁺, predicting r again."""
        return Factors(floor=True, predict=True, keep_average=self.keep_average(t))


@dataclass(frozen=True)
class PredictiveDiscountedCFRPlus(DiscountedCFRPlus):
    """R ← [R·d + r]⁺, d = (t − 1)ᵅ/((t − 1)ᵅ + 1); weight t⁵. Xu and others 2024, PDCFR+.

    The next strategy is from [R·d' + r]⁺, d' = tᵅ/(tᵅ + 1): what `add` would store in the next iteration if its regret
    were that of this one. alpha 2.3 and the weight t⁵ are the constants of our figures.

    >>> rule = PredictiveDiscountedCFRPlus()
    >>> rule.add([2.0, 1.0], [1.0, -1.0], t=2), rule.target([2.0, 0.0], [1.0, -1.0], t=1)
    ([2.0, 0.0], [2.0, -1.0])
    """

    alpha: Number = 2.3
    offset: float = 1.0
    averaging: Averaging = field(default=Power(5.0), kw_only=True)

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
class PrunedCFR(CFR):
    """CFR that leaves actions out for as long as they cannot be worth playing. Brown and Sandholm 2015, RBP.

    An action that no hand plays on a board is not walked if its regrets would stay negative even if it won all that can
    be won after it and the decision lost all that can be lost. That is then what it is counted as, so that its regrets
    rise and its turn comes again. Nothing below it changes meanwhile, so the average must be uniform.
    """

    def __post_init__(self) -> None:
        if self.averaging != UNIFORM:
            raise SolverError(f"averaging is {self.averaging!r}; pruning needs the uniform average, UNIFORM")

    def factors(self, t: int) -> Factors:
        """Return R + r, and prune."""
        return super().factors(t)._replace(prune=True)


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


def hs_dcfr(iterations: int = 1000, gamma: float = 30.0) -> DiscountedCFR:
    """Return DCFR with hyper-parameter schedules. Zhang, McAleer and Sandholm 2024, eq. 4, HS-DCFR(30) or (15).

    Over the planned iterations alpha goes from 1 to 4, beta from −1 to −3 and the exponent of the average, which starts
    very high, from gamma to gamma − 5.

    >>> rule = hs_dcfr()
    >>> [round(factor, 4) for factor in rule.factors(501)[:2]], round(rule.keep_average(500), 4)
    ([1.0, 0.0], 0.9464)
    """
    return DiscountedCFR(
        Schedule(1.0, 4.0, iterations),
        Schedule(-1.0, -3.0, iterations),
        averaging=Power(Schedule(gamma, gamma - 5, iterations)),
    )


def hs_pcfr_plus(iterations: int = 1000, gamma: float = 30.0) -> PredictiveCFRPlus:
    """Return PCFR+ with the same schedule for its average, its only constant. The same work, HS-PCFR+(30) or (15).

    >>> hs_pcfr_plus(200, gamma=15)
    PredictiveCFRPlus(averaging=Power(gamma=Schedule(start=15, end=10, iterations=200)))
    """
    return PredictiveCFRPlus(averaging=Power(Schedule(gamma, gamma - 5, iterations)))


RULES: Final[dict[str, UpdateRule]] = {
    "cfr": CFR(),
    "cfr+": CFRPlus(),
    "linear": LinearCFR(),
    "dcfr": DiscountedCFR(),
    "pcfr+": PredictiveCFRPlus(),
    "pdcfr+": PredictiveDiscountedCFRPlus(),
    "dcfr+": DiscountedCFRPlus(),
    "dcfr-t3": DiscountedCFR(averaging=Power(3.0)),
    "hs-dcfr": hs_dcfr(),
    "hs-pcfr+": hs_pcfr_plus(),
    "rbp": PrunedCFR(),
    "fp": FictitiousPlay(),
}
"""The rules by name, with their default constants."""

SPOT_RULE: Final = "dcfr-t3"
"""The rule for hold'em spots: few iterations to 0.3 and 0.1 % of the pot in all of `benchmarks/bench_rules.py`."""

GAME_RULE: Final = "dcfr+"
"""The rule for other games: the fewest iterations in Rhode Island hold'em."""


def update_rule(rule: str | UpdateRule, *, needs: Sequence[str] = ("factors",)) -> UpdateRule:
    """Return a rule by name, or a rule of somebody's own as it is.

    needs: what it must be able to do for who asks. The native engines play its `factors`, the reference its `add`,
    `target` and `keep_average`.

    >>> update_rule("dcfr")
    DiscountedCFR(averaging=Power(gamma=2.0), alpha=1.5, beta=0.0)
    >>> update_rule(3)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.SolverError: 3 is not an update rule: it has no `factors`; ...
    """
    if isinstance(rule, str):
        if rule not in RULES:
            raise RiverboatError(
                f"{rule!r} is not an update rule; there are {', '.join(RULES)}{did_you_mean(rule, RULES)}"
            )
        return RULES[rule]
    if isinstance(rule, type):
        raise SolverError(f"{rule.__name__} is the class of a rule; give a rule, such as {rule.__name__}()")
    missing = [name for name in needs if not callable(getattr(rule, name, None))]
    if missing:
        named = " and no ".join(f"`{name}`" for name in missing)
        raise SolverError(f"{rule!r} is not an update rule: it has no {named}; {_NEEDS}")
    if "factors" in needs:
        try:
            first = rule.factors(1)
        except TypeError as problem:
            raise SolverError(
                f"`factors` of {rule!r} cannot be asked for iteration 1: {problem}; {_NEEDS}"
            ) from None
        if not isinstance(first, Factors):
            raise SolverError(
                f"`factors` of {rule!r} returns {first!r}; it must return `Factors`, as in {_EXAMPLE}"
            )
    return rule


_EXAMPLE: Final = "Factors(keep_positive=0.95, floor=True, keep_average=(t - 1) / t)"
_NEEDS: Final = (
    "a rule has add(regret, instant, t), target(regret, instant, t) and keep_average(t), and for the native engines "
    f"factors(t), which returns for example {_EXAMPLE}; `class Mine(CFRPlus)` begins with all four"
)
