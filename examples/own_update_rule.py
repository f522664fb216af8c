"""Write an update rule, let `check_solver` prove it, and race it against those that ship."""

from dataclasses import dataclass, field

import riverboat as rb
from riverboat.errors import SolverError
from riverboat.solvers.update_rules.averaging import Averaging, Power
from riverboat.solvers.update_rules.rules import CFRPlus, Factors
from riverboat.testing import check_solver


@dataclass(frozen=True)
class Fading(CFRPlus):
    """R ← [R·keep + r]⁺: what was regretted long ago counts less and less."""

    keep: float = 0.95

    def add(self, regret: list[float], instant: list[float], t: int) -> list[float]:
        """Return the regrets after iteration t: for people, and for the plain reference solver."""
        return [max(R * self.keep_at(t) + r, 0.0) for R, r in zip(regret, instant, strict=True)]

    def factors(self, t: int) -> Factors:
        """Return the same as numbers: what the native engine does in iteration t."""
        return Factors(keep_positive=self.keep_at(t), floor=True, keep_average=self.keep_average(t))

    def keep_at(self, t: int) -> float:
        return self.keep


@dataclass(frozen=True)
class SlowFading(Fading):
    """The same, but it forgets less and less: t² / (t² + 3); later iterations count more, too."""

    averaging: Averaging = field(default=Power(4.0), kw_only=True)

    def keep_at(self, t: int) -> float:
        return t**2 / (t**2 + 3)


def main() -> None:
    for rule in (Fading(), SlowFading()):
        try:
            kuhn, leduc = check_solver(rule)
            print(
                f"{rule}\n  is sound: {kuhn.exploitability[2]:.2g} in Kuhn, {leduc.exploitability[2]:.2g} in Leduc"
            )
        except SolverError as problem:
            print(f"{rule}\n  is not: {problem}")

    counts = (25, 50, 100, 200, 400)
    print("\nexploitability of Leduc in thousandths of a chip, after iterations:", *counts)
    for rule in (Fading(), SlowFading(), "cfr+", "dcfr", "dcfr+", "pcfr+"):
        found = [rb.solve("leduc", rule, iterations=count).exploitability * 1000 for count in counts]
        name = rule if isinstance(rule, str) else type(rule).__name__
        print(f"  {name:<10}", *(f"{value:8.2f}" for value in found))


if __name__ == "__main__":
    main()
