"""Up to which win rate should Honest fold against All-In? A figure of the CPJC poker bot (2024), which found 0.375.

Its win rates come from 100 sampled deals; exact ones move the optimum.
python examples/honest_threshold.py [--full]: 20 games a point, or 100,000, each played in both seats.
"""

from dataclasses import replace

import typer
from rich import print

from riverboat.arena import SweepResult, sweep
from riverboat.views.page import Page
from riverboat.views.shapes import Panels
from riverboat.views.sweeps import sweep_chart

GRID = [round(0.025 * step, 3) for step in range(41)]
NEAR = [value for value in GRID if 0.3 <= value <= 0.55]


def main(full: bool = False, file: str = "honest.svg", processes: int = 1) -> None:
    def play(bot: str, grid: list[float]) -> SweepResult:
        return sweep(
            bot,
            ["all-in"],
            {"fold_up_to": grid},
            games=100_000 if full else 20,
            duplicate=True,
            processes=processes,
            checkpoint=f"{file}.json",
            resume=True,
        )

    sweeps = {"100 samples": play("honest", GRID), "exact": play("honest(samples=0)", NEAR)}
    for found in sweeps.values():
        print(found)
        if full:
            top = found.peak(reach=0.1)
            print(f"top of the curve: {top.mean:.3f} ± {top.half_width:.3f}")

    near = {
        rates: replace(found, points=tuple(point for point in found.points if point.values[0] in NEAR))
        for rates, found in sweeps.items()
    }
    charts = [
        sweep_chart(shown, title=title, marked={"theirs": 0.375})
        for title, shown in (("honest against all-in", sweeps), ("near the top", near))
    ]
    Page(Panels(tuple(charts), across=2)).save(file)


if __name__ == "__main__":
    typer.run(main)
