"""Up to which win rate should Honest fold against All-In? A figure of the CPJC poker bot (2024), which found 0.375.

Its win rates come from 100 sampled deals; exact ones move the optimum.
python examples/honest_threshold.py [--full]: 20 games a point, or 100,000, each played in both seats.
"""

import typer
from rich import print

from riverboat.arena import SweepResult, picture, sweep
from riverboat.arena.picture import mark
from riverboat.arena.sweeps.sweep_view import draw_curve

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

    with picture(file, panels=2) as [whole, near]:
        for panel in (whole, near):
            for rates, found in sweeps.items():
                draw_curve(panel, found, rates)
            mark(panel, 0.375, "theirs")
        whole.set_title("honest against all-in")
        near.set(title="near the top", xlim=(0.29, 0.56), ylim=(0.495, 0.55))
        near.legend()


if __name__ == "__main__":
    typer.run(main)
