"""`solve_form`: a sequence form to equilibrium, by any method, with bounds that prove how near it is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import check_threads
from riverboat.base.progress import Progress
from riverboat.errors import SolverError
from riverboat.solvers.runs.looks import EveryLook, LooksToTarget, NoLooks
from riverboat.solvers.runs.run import Goal, Look, Run, Stop
from riverboat.solvers.sequence.egt import ExcessiveGap
from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.lp import LinearProgram
from riverboat.solvers.sequence.method import Method, Plans
from riverboat.solvers.sequence.mirror import OptimisticMirror, PrimalDual
from riverboat.solvers.sequence.regret import Regret
from riverboat.solvers.sequence.sequences import Floats
from riverboat.solvers.sequence.smoothing import IteratedSmoothing

DEFAULT_TARGET: Final = 0.001
"""Chips of exploitability, as for rules."""

FIRST_ORDER: Final[dict[str, type[Method]]] = {
    "egt": ExcessiveGap,
    "smoothing": IteratedSmoothing,
    "omd": OptimisticMirror,
    "pdhg": PrimalDual,
}
REGRET_RULES: Final = ("cfr", "cfr+", "dcfr", "pcfr+")
METHODS: Final = ("lp", *FIRST_ORDER, *REGRET_RULES)

_DISTANCES: Final = {name: {"distance": name} for name in ("entropy", "euclidean")}
_VARIANTS: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "lp": {
        **{name: {"side": name} for name in ("primal", "dual")},
        **{name: {"algorithm": name} for name in ("simplex", "ipm", "pdlp")},
    },
    "egt": {**_DISTANCES, "aggressive": {"aggressive": True}, "balanced": {"balanced": True}},
    **dict.fromkeys(("smoothing", "omd", "pdhg"), _DISTANCES),
}


@dataclass(frozen=True)
class MethodName:
    """A method and its variants, read from text such as "lp:ipm", "egt:euclidean:aggressive" or "cfr+".

    >>> MethodName.read("egt:euclidean")
    MethodName(name='egt', options={'distance': 'euclidean'})
    >>> MethodName.read("egt:euclid")
    Traceback (most recent call last):
    ...
    riverboat.errors.SolverError: 'euclid' is not a variant of 'egt'; there are entropy, euclidean, aggressive, \
balanced; did you mean 'euclidean'?
    """

    name: str
    options: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> MethodName:
        """Read a method with its variants."""
        name, *words = str(text).split(":")
        if name not in METHODS:
            raise SolverError(
                f"{name!r} is not a method; there are {', '.join(METHODS)}{did_you_mean(name, METHODS)}"
            )
        known = _VARIANTS.get(name, {})
        options: dict[str, Any] = {}
        for word in words:
            if word not in known:
                told = f"there are {', '.join(known)}" if known else "it has none"
                raise SolverError(f"{word!r} is not a variant of {name!r}; {told}{did_you_mean(word, known)}")
            options |= known[word]
        return cls(name, options)

    def make(self, form: SequenceForm, threads: int) -> Method:
        """Return a first-order method for a form."""
        if self.name in REGRET_RULES:
            return Regret(form, rule=self.name, threads=threads)
        return FIRST_ORDER[self.name](form, **self.options, threads=threads)


@dataclass(frozen=True, repr=False)
class FormSolution:
    """Plans of both players, and the bounds that they prove.

    bounds: what the first player wins at least with his plan, and at most against the second's. looks: exploitability
    over time. stopped: what ended the run, or "optimal".
    """

    form: SequenceForm
    method: str
    plans: Plans
    bounds: tuple[float, float]
    iterations: int
    seconds: float
    looks: tuple[Look, ...]
    stopped: Stop
    target: float | None = None

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return sum(self.bounds) / 2

    @property
    def gap(self) -> float:
        """What is between the bounds: NashConv."""
        return self.bounds[1] - self.bounds[0]

    @property
    def exploitability(self) -> float:
        """Half of the gap."""
        return self.gap / 2

    def probabilities(self, player: int) -> Floats:
        """Return how a player acts, by sequence; uniform where his plan never comes."""
        return self.form.players[player].probabilities(self.plans[player])

    def strategy(self, player: int) -> dict[str, dict[str, float]]:
        """Return how a player acts in each information set, by names.

        >>> from riverboat.solvers.sequence import form_of_game
        >>> solution = solve_form(form_of_game("kuhn"), "pdhg", target=1e-9)
        >>> {action: round(often, 3) for action, often in solution.strategy(1)["Ks after 'b'"].items()}
        {'f': 0.0, 'c': 1.0}
        """
        of, probabilities = self.form.players[player], self.probabilities(player).tolist()
        found = {}
        for number in range(of.sets):
            name, actions = self.form.label(player, number)
            begin = int(of.first[number])
            found[name] = dict(zip(actions, probabilities[begin : begin + len(actions)], strict=True))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values."""
        return {
            "game": self.form.name,
            "method": self.method,
            "iterations": self.iterations,
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
            "target": self.target,
            "value": self.value,
            "lower": self.bounds[0],
            "upper": self.bounds[1],
            "gap": self.gap,
            "exploitability": self.exploitability,
            "looks": [[look.iterations, round(look.seconds, 3), look.exploitability] for look in self.looks],
        }

    def __repr__(self) -> str:
        return (
            f"<FormSolution of {self.form.name!r} by {self.method}: value from {self.bounds[0]:.9g} to "
            f"{self.bounds[1]:.9g}, gap {self.gap:.3g}, {self.iterations:,} iterations>"
        )


def solve_form(
    form: SequenceForm,
    method: str = "lp",
    *,
    iterations: int | None = None,
    target: float | None = None,
    max_seconds: float | None = None,
    looks_every: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    watch: Callable[[Look], object] | None = None,
    stop: threading.Event | None = None,
) -> FormSolution:
    """Solve a sequence form.

    method: "lp", "egt", "smoothing", "omd", "pdhg", "cfr", "cfr+", "dcfr" or "pcfr+", with variants after colons:
    "lp:ipm", "lp:dual:pdlp", "egt:euclidean:aggressive". It stops at the first of so many `iterations`, an
    exploitability of `target` chips, which is half of the gap, and `max_seconds`; without iterations and target, at
    0.001 chips. A linear program goes to its end, or as long as max_seconds. The rest is as in `solve`.

    >>> from riverboat.solvers.sequence import form_of_matrix
    >>> solution = solve_form(form_of_matrix([[2, -1], [-1, 1]], "pennies"), "cfr+", target=1e-4)
    >>> round(solution.value, 3), solution.stopped
    (0.2, 'target')
    """
    asked = MethodName.read(method)
    if not isinstance(form, SequenceForm):
        raise SolverError(f"{form!r} is not a sequence form; make one, such as form_of_game('leduc')")
    limit = check_threads(threads, SolverError)
    if asked.name == "lp":
        Goal(iterations, target, max_seconds)
        found = LinearProgram(**asked.options).solve(form, max_seconds=max_seconds, threads=threads)
        bounds = form.bounds(found.x, found.y, threads=limit)
        look = Look(max(found.steps, 1), found.seconds, (bounds[1] - bounds[0]) / 2)
        if watch is not None:
            watch(look)
        why: Stop = "optimal" if found.is_best else "time"
        return FormSolution(
            form, method, (found.x, found.y), bounds, found.steps, found.seconds, (look,), why, target
        )
    if iterations is None and target is None:
        target = DEFAULT_TARGET
    engine, goal = asked.make(form, limit), Goal(iterations, target, max_seconds)

    def look_at(run: Run[Look]) -> Look:
        lower, upper = engine.bounds
        return Look(engine.iterations, run.tick(), (upper - lower) / 2)

    schedule = (
        EveryLook(looks_every)
        if looks_every is not None
        else NoLooks()
        if target is None
        else LooksToTarget(target)
    )
    run = Run(
        engine,
        goal,
        look_at,
        schedule,
        looks_last=looks_every is not None,
        progress=progress,
        watch=watch,
        stop=stop,
    )
    stopped = run.run()
    plans = engine.plans
    return FormSolution(
        form,
        method,
        plans,
        form.bounds(*plans, threads=limit),
        engine.iterations,
        run.seconds,
        tuple(run.looks),
        stopped,
        target,
    )
