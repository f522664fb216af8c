"""How does the best raise threshold of Angry Fish fall with the number of Fish at the table?

A figure of the CPJC poker bot (2024), which draws N^(-1/4) through the optima against 1 to 8 Fish.
python examples/opponents.py [--full]: against 1, 2 and 4 Fish with 50 games a point, or against all with 50,000.
"""

import typer

from riverboat.arena import sweep
from riverboat.evaluation import power_law
from riverboat.views.page import Page
from riverboat.views.shapes import Chart, Curve, Panels
from riverboat.views.sweeps import sweep_chart

GRID = [round(0.05 * step, 2) for step in range(2, 17)]


def main(full: bool = False, file: str = "opponents.svg", processes: int = 1) -> None:
    fish = list(range(1, 9)) if full else [1, 2, 4]
    players = [others + 1 for others in fish]
    sweeps = [
        sweep(
            "angry-fish(scaling=none)",
            ["fish"] * others,
            {"raise_above": GRID},
            games=50_000 if full else 50,
            processes=processes,
            checkpoint=f"{file}.json",
            resume=True,
        )
        for others in fish
    ]
    tops = [found.peak(reach=0.2) for found in sweeps]
    for others, found, top in zip(fish, sweeps, tops, strict=True):
        low, high = found.as_good[0].values[0], found.as_good[-1].values[0]
        best = f"best of the grid {found.best.values[0]:.2f}, as good {low:.2f} to {high:.2f}"
        print(f"{others} fish: {best}; top of the curve {top.mean:.3f} ± {top.half_width:.3f}")
    laws = {"opponents": power_law(fish, tops), "players": power_law(players, tops)}
    for name, law in laws.items():
        print(f"N {name}: {law}, points off by {law.misfit:.1f} standard errors")

    by_fish = {str(others): found for others, found in zip(fish, sweeps, strict=True)}
    means, lows, highs = ([getattr(top, name) for top in tops] for name in ("mean", "low", "high"))
    best = Chart(
        (
            Curve("tops, ± 95 %", fish, means, lows, highs, marks=True),
            Curve(f"N opponents: {laws['opponents']}", fish, laws["opponents"].at(fish)),
            Curve(f"N players: {laws['players']}", fish, laws["players"].at(players)),
            Curve("theirs: 0.65 N^(-1/4)", fish, [0.65 * others**-0.25 for others in fish]),
        ),
        x="fish",
        y="raise_above",
        title="best threshold",
    )
    Page(Panels((sweep_chart(by_fish, title="angry-fish against so many fish"), best), across=2)).save(file)


if __name__ == "__main__":
    typer.run(main)
