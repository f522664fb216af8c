"""Above which win rate should Angry Fish raise against Fish? A figure of the CPJC poker bot (2024), which found 0.65.

python examples/angry_fish_threshold.py [--full]: 20 games a point, or 50,000, each played in both seats.
"""

import typer
from rich import print

from riverboat.arena import sweep

GRID = [round(0.05 * step, 2) for step in range(21)]


def main(full: bool = False, picture: str = "angry-fish.svg", processes: int = 1) -> None:
    found = sweep(
        "angry-fish",
        ["fish"],
        {"raise_above": GRID},
        games=50_000 if full else 20,
        duplicate=True,
        processes=processes,
        checkpoint=f"{picture}.json",
        resume=True,
    )
    found.chart(picture, marked={"theirs": [0.65]})
    print(found)
    top = found.peak()
    print(f"top of the curve: {top.mean:.3f} ± {top.half_width:.3f}")


if __name__ == "__main__":
    typer.run(main)
