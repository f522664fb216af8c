"""How does the best raise threshold of Angry Fish fall with the number of Fish at the table?

A figure of the CPJC poker bot (2024), which fits N^(-1/4) through the optima against 1 to 8 Fish.
python examples/opponents.py [GAMES] [PICTURE.svg]: 500 games a point by default.
"""

import sys
from pathlib import Path

import numpy as np

from riverboat.arena import SweepResult, sweep
from riverboat.arena.chart import Curve, Frame, line_chart

GRID = [round(0.2 + 0.05 * step, 2) for step in range(13)]
OPPONENTS = range(1, 9)


def centre(found: SweepResult) -> float:
    """The mean of all thresholds that may be the best: steadier than the highest of noisy points."""
    return float(np.mean([point.values[0] for point in found.as_good]))


def main(games: int = 500, picture: str = "opponents.svg") -> None:
    curves, best = [], []
    for others in OPPONENTS:
        found = sweep(
            "angry-fish(scaling=none)",
            ["fish"] * others,
            {"raise_above": GRID},
            games=games,
            checkpoint=f"{picture}.json",
        )
        best.append(centre(found))
        curves.append(
            Curve(
                str(others),
                GRID,
                [point.figure.mean for point in found.points],
                [point.figure.half_width for point in found.points],
            )
        )
        low, high = found.as_good[0].values[0], found.as_good[-1].values[0]
        print(
            f"{others} fish: best {found.best.values[0]:.2f}, as good {low:.2f} to {high:.2f}, mean {best[-1]:.3f}"
        )
    frame = Frame(
        "angry-fish against 1 to 8 fish", "raise_above", "games won, ± 95 %", y_tick="{:.0%}".format
    )
    Path(picture).write_text(line_chart(frame, curves), encoding="utf-8")
    for name, count in (("opponents", np.array(OPPONENTS)), ("players", np.array(OPPONENTS) + 1)):
        power, start = np.polyfit(np.log(count), np.log(best), 1)
        off = np.abs(np.exp(start) * count**power - best).max()
        print(f"N {name}: {np.exp(start):.2f} N^{power:.2f}, off by at most {off:.3f}")


if __name__ == "__main__":
    main(*(int(word) if word.isdigit() else word for word in sys.argv[1:]))
