"""How the sampled engine learns: what a walk sees, what regrets may become, and how strategies are averaged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import instance, is_number, number, one_of, whole
from riverboat.errors import SolverError
from riverboat.solvers.update_rules.averaging import UNIFORM
from riverboat.solvers.update_rules.rules import CFR, CFRPlus, DiscountedCFR, Factors, LinearCFR, UpdateRule

SamplingName = Literal["external", "outcome", "chance", "public"]
SAMPLINGS: Final[tuple[SamplingName, ...]] = get_args(SamplingName)
"""In the order of the native enum."""

AverageName = Literal["updates", "snapshots"]
AVERAGES: Final[tuple[AverageName, ...]] = get_args(AverageName)


@dataclass(frozen=True)
class SampledRule:
    """A variant of Monte-Carlo CFR.

    update: the rule of the CFR family, one of `rules.py`, whose iterations are epochs here: after epoch
    k, up to `last_epoch`, regrets and averages are multiplied by its factors of k + 1. One that keeps regrets from
    falling below 0, as `CFRPlus` does, does so in every step. Rules that predict, answer or prune are not for samples.

    epoch: so many iterations. 0 for rules that multiply by nothing.

    sampling: "external", "outcome", "chance" or, for two players, "public"; see docs/research/sampled.md.

    floor: regrets do not fall below it, in big blinds. A large negative one keeps an action that was bad from staying
    out for ever (Brown and Sandholm 2019, Pluribus). None: none but that of the update.

    prune_below: external sampling leaves out choices whose regret is below so many big blinds, all but one time in
    `prune_every` (Pluribus: 20), which counts for all of them. Choices that end the hand and those on the last street
    are always looked at. None: nothing is left out.

    average: "updates": every walk adds the strategies of the opponents it meets, which weighs them by reach. With it a
    cell's averages add up to the visits, weighted as its iterations are (public sampling: to a fifth of them).
    "snapshots": every `snapshot_every` iterations the strategies of all cells are added, as Pluribus does after the
    first street.

    explore: outcome sampling: the chance that who learns plays at random.

    tremble: external sampling: the chance that somebody else takes any of his choices, all alike, in place of one by
    his strategy. So every line is met now and then and its answer goes on being learnt; without it the answer to what
    nobody does any more stays what it was when that was given up. What a walk that trembled brings is multiplied by the
    share that strategies have in what was drawn, so values are those of hands that do not tremble. One number, or one
    for each street.

    least_belief: the least share of a draw by which regrets are multiplied. Where a bet is made by some hands, it is
    answered as theirs: one that never makes it counts at most so much of what a hand that does counts. Where it is made
    by none, as if all made it by mistake (Selten 1975). With 1 all mistakes are believed.
    """

    update: UpdateRule = CFR()  # noqa: RUF009  # frozen
    epoch: int = 0
    last_epoch: int = 100
    sampling: SamplingName = "external"
    floor: float | None = None
    prune_below: float | None = None
    prune_every: int = 20
    average: AverageName = "updates"
    snapshot_every: int = 100_000
    explore: float = 0.6
    tremble: float | tuple[float, ...] = 0.0
    least_belief: float = 0.02

    def __post_init__(self) -> None:
        one_of("sampling", self.sampling, SAMPLINGS, SolverError)
        one_of("average", self.average, AVERAGES, SolverError)
        for name in ("prune_every", "snapshot_every"):
            whole(name, getattr(self, name), SolverError, least=1, example=1_000_000)
        for name in ("epoch", "last_epoch"):
            whole(name, getattr(self, name), SolverError, example=1_000_000)
        self._check_update()
        self._check_regrets()
        kind = "a chance, so that everything is tried,"
        number("explore", self.explore, SolverError, over=0, most=1, example=0.6, kind=kind)
        if isinstance(self.tremble, list):
            object.__setattr__(self, "tremble", tuple(self.tremble))  # TOML gives a list
        for chance in self.tremble if isinstance(self.tremble, tuple) else (self.tremble,):
            number(
                "tremble", chance, SolverError, least=0, most=0.5, example=0.02, kind="a chance up to a half"
            )
        number(
            "least_belief",
            self.least_belief,
            SolverError,
            over=0,
            most=1,
            example=0.02,
            kind="a share up to 1",
        )
        if self.tremble and self.sampling != "external":
            raise SolverError(
                f"tremble is {self.tremble!r} and sampling {self.sampling!r}; hands tremble in external sampling only"
            )

    def _check_update(self) -> None:
        if not hasattr(self.update, "factors"):
            raise SolverError(f"update is {self.update!r}; it is an update rule, such as LinearCFR()")
        first = self.update.factors(1)
        if first.predict or first.respond or first.prune:
            raise SolverError(
                f"update is {self.update!r}; samples are for rules that neither predict, answer nor prune, such as "
                "LinearCFR()"
            )
        if self.epoch == 0 and _multiplies(self.update.factors(2)):
            raise SolverError(
                f"epoch is 0 and the update {self.update!r} multiplies after every epoch; give its iterations, such as "
                "epoch=1_000_000"
            )

    def _check_regrets(self) -> None:
        if self.floor is not None and (not is_number(self.floor) or self.floor >= 0):
            raise SolverError(
                f"floor is {self.floor!r}; it is a number of big blinds below 0, such as -100000; regrets that stay "
                "above 0 are CFR+, update=CFRPlus(averaging=UNIFORM)"
            )
        if self.floor is not None and self.lowest_regret != self.floor:
            raise SolverError(
                f"floor is {self.floor!r} and the update {self.update!r} keeps regrets from falling below 0; leave the "
                "floor out, or give an update without one, such as CFR()"
            )
        if self.prune_below is not None:
            kind = "a number of big blinds"
            number("prune_below", self.prune_below, SolverError, most=0, example=-50_000, kind=kind)
        lowest = self.lowest_regret
        if lowest is not None and self.prune_below is not None and self.prune_below <= lowest:
            raise SolverError(
                f"prune_below is {self.prune_below} and floor {lowest}; regrets never fall below the floor, so "
                "nothing would be left out: prune above it"
            )

    def trembles(self, rounds: int) -> list[float]:
        """Return the chance that others play at random, by round.

        >>> SampledRule(tremble=(0.02, 0.1)).trembles(2), SampledRule(tremble=0.02).trembles(3)
        ([0.02, 0.1], [0.02, 0.02, 0.02])
        """
        given = self.tremble if isinstance(self.tremble, tuple) else (self.tremble,) * rounds
        if len(given) != rounds:
            raise SolverError(
                f"tremble is {self.tremble!r}, {len(given)} numbers for {rounds} rounds; give one for each, or one "
                "number"
            )
        return list(given)

    @property
    def lowest_regret(self) -> float | None:
        """What regrets do not fall below, in big blinds: 0 if the update says so, or the floor."""
        return 0.0 if self.update.factors(1).floor else self.floor

    def factors(self, epoch: int) -> tuple[float, float, float] | None:
        """Return what positive regrets, negative regrets and averages are multiplied by after an epoch, from 1 on.

        >>> SAMPLED_RULES["linear"].factors(3)
        (0.75, 0.75, 0.75)
        """
        found = self.update.factors(epoch + 1)
        if epoch > self.last_epoch or not _multiplies(found):
            return None
        return found.keep_positive, found.keep_negative, found.keep_average


def _multiplies(factors: Factors) -> bool:
    return (factors.keep_positive, factors.keep_negative, factors.keep_average) != (1.0, 1.0, 1.0)


SAMPLED_RULES: Final[dict[str, SampledRule]] = {
    "mccfr": SampledRule(),
    "mccfr+": SampledRule(CFRPlus(averaging=UNIFORM)),
    "linear": SampledRule(LinearCFR(), epoch=1_000_000),
    "discounted": SampledRule(DiscountedCFR(1.5, 0.5), epoch=1_000_000),
    "pluribus": SampledRule(
        LinearCFR(), epoch=1_000_000, last_epoch=40, floor=-31_000.0, prune_below=-30_000.0
    ),
    "outcome": SampledRule(sampling="outcome"),
    "chance": SampledRule(sampling="chance"),
    "public": SampledRule(sampling="public"),
}
"""Rules by name. Epochs are of a million iterations; `replace` a rule's `epoch` for shorter runs."""


def sampled_rule(rule: str | SampledRule, **changes: Any) -> SampledRule:
    """Return a rule by name, or as it is, with changes.

    >>> sampled_rule("linear", sampling="outcome", epoch=5_000).factors(1)
    (0.5, 0.5, 0.5)
    """
    if isinstance(rule, str):
        if rule not in SAMPLED_RULES:
            near = did_you_mean(rule, SAMPLED_RULES)
            raise SolverError(f"{rule!r} is not a sampled rule; there are {', '.join(SAMPLED_RULES)}{near}")
        rule = SAMPLED_RULES[rule]
    instance("rule", rule, SampledRule, SolverError, example="'mccfr'")
    return replace(rule, **changes)
