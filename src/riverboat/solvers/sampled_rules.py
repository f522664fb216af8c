"""How the sampled engine learns: what a walk sees, what regrets may become, and how strategies are averaged."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal, get_args

from riverboat.arguments import did_you_mean
from riverboat.errors import SolverError

SamplingName = Literal["external", "outcome", "chance", "public"]
SAMPLINGS: Final[tuple[SamplingName, ...]] = get_args(SamplingName)
"""In the order of the native enum."""

AverageName = Literal["updates", "snapshots"]
AVERAGES: Final[tuple[AverageName, ...]] = get_args(AverageName)


@dataclass(frozen=True)
class SampledRule:
    """A variant of Monte-Carlo CFR.

    sampling: "external", "outcome", "chance" or, for two players, "public"; see docs/sampled.md.

    floor: regrets do not fall below it, in big blinds. 0 is MCCFR+, the sampled form of Tammelin's CFR+ 2014. A large
    negative one keeps an action that was bad from staying out for ever (Brown and Sandholm 2019, Pluribus). None: none.

    prune_below: external sampling leaves out choices whose regret is below so many big blinds, all but one time in
    `prune_every` (Pluribus: 20), which counts for all of them. Choices that end the hand and those on the last street
    are always looked at. None: nothing is left out.

    discount_every: an epoch of so many iterations. After epoch k, up to `discount_until`, positive regrets are
    multiplied by kᵅ/(kᵅ + 1), negative ones by kᵝ/(kᵝ + 1), averages by (k/(k + 1))ᵞ: discounted CFR (Brown and
    Sandholm 2019, "Solving imperfect-information games via discounted regret minimization"), whose iterations are
    epochs here. α = β = γ = 1 is linear CFR. 0: no discounts.

    average: "updates": every walk adds the strategies of the opponents it meets, which weighs them by reach. With it a
    cell's averages add up to the visits, weighted as its iterations are. "snapshots": every `snapshot_every` iterations
    the strategies of all cells are added, as Pluribus does after the first street.

    explore: outcome sampling: the chance that who learns plays at random.
    """

    sampling: SamplingName = "external"
    floor: float | None = None
    prune_below: float | None = None
    prune_every: int = 20
    discount_every: int = 0
    discount_until: int = 100
    alpha: float = 1.0
    beta: float = 1.0
    gamma: float = 1.0
    average: AverageName = "updates"
    snapshot_every: int = 100_000
    explore: float = 0.6

    def __post_init__(self) -> None:
        if self.sampling not in SAMPLINGS:
            near = did_you_mean(self.sampling, SAMPLINGS)
            raise SolverError(f"{self.sampling!r} is not a sampling; there are {', '.join(SAMPLINGS)}{near}")
        if self.average not in AVERAGES:
            raise SolverError(f"average is {self.average!r}; it is 'updates' or 'snapshots'")
        for name in ("alpha", "beta", "gamma"):
            if not _is_number(getattr(self, name)):
                raise SolverError(f"{name} is {getattr(self, name)!r}; it is a number, such as 1.5")
        for name, example in (("floor", -100_000), ("prune_below", -50_000)):
            value = getattr(self, name)
            if value is not None and (not _is_number(value) or value > 0):
                raise SolverError(
                    f"{name} is {value!r}; it is a number of big blinds up to 0, such as {example}"
                )
        if self.floor is not None and self.prune_below is not None and self.prune_below <= self.floor:
            raise SolverError(
                f"prune_below is {self.prune_below} and floor {self.floor}; regrets never fall below the floor, so "
                "nothing would be left out: prune above it"
            )
        for name in ("prune_every", "snapshot_every"):
            _check_whole(name, getattr(self, name), 1)
        for name in ("discount_every", "discount_until"):
            _check_whole(name, getattr(self, name), 0)
        if not _is_number(self.explore) or not 0 < self.explore <= 1:
            raise SolverError(
                f"explore is {self.explore!r}; it is a chance above 0, so that everything is tried, such as 0.6"
            )

    def factors(self, epoch: int) -> tuple[float, float, float] | None:
        """Return what positive regrets, negative regrets and averages are multiplied by after an epoch, from 1 on.

        >>> SAMPLED_RULES["linear"].factors(3)
        (0.75, 0.75, 0.75)
        """
        if epoch > self.discount_until:
            return None
        up, down = epoch**self.alpha, epoch**self.beta
        return up / (up + 1), down / (down + 1), (epoch / (epoch + 1)) ** self.gamma

    def to_dict(self) -> dict[str, Any]:
        """Return what differs from plain MCCFR, for a config."""
        plain = asdict(SampledRule())
        return {key: value for key, value in asdict(self).items() if value != plain[key]}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _check_whole(name: str, value: object, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise SolverError(f"{name} is {value!r}; it is a whole number from {least} up, such as 1000000")


SAMPLED_RULES: Final[dict[str, SampledRule]] = {
    "mccfr": SampledRule(),
    "mccfr+": SampledRule(floor=0.0),
    "linear": SampledRule(discount_every=1_000_000),
    "discounted": SampledRule(discount_every=1_000_000, alpha=1.5, beta=0.5, gamma=2.0),
    "pluribus": SampledRule(
        floor=-31_000.0, prune_below=-30_000.0, discount_every=1_000_000, discount_until=40
    ),
    "outcome": SampledRule(sampling="outcome"),
    "chance": SampledRule(sampling="chance"),
    "public": SampledRule(sampling="public"),
}
"""Rules by name. Epochs are of a million iterations; `replace` a rule's `discount_every` for shorter runs."""


def sampled_rule(rule: str | SampledRule, **changes: Any) -> SampledRule:
    """Return a rule by name, or as it is, with changes.

    >>> sampled_rule("mccfr+", sampling="outcome")
    SampledRule(sampling='outcome', floor=0.0, prune_below=None, prune_every=20, discount_every=0, discount_until=100, \
alpha=1.0, beta=1.0, gamma=1.0, average='updates', snapshot_every=100000, explore=0.6)
    """
    if isinstance(rule, str):
        if rule not in SAMPLED_RULES:
            near = did_you_mean(rule, SAMPLED_RULES)
            raise SolverError(f"{rule!r} is not a sampled rule; there are {', '.join(SAMPLED_RULES)}{near}")
        rule = SAMPLED_RULES[rule]
    return replace(rule, **changes)
