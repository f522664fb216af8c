"""Up to which win rate should Honest fold against All-In? A figure of the CPJC poker bot (2024), which found 0.375.

python examples/honest_threshold.py [--full]: 20 games a point, or 2,000, each played in both seats.
"""

import typer
from rich import print

from riverboat.arena import sweep

GRID = [round(0.025 * step, 3) for step in range(41)]


def main(full: bool = False, picture: str = "honest.svg", processes: int = 1) -> None:
    found = sweep(
        "honest",
        ["all-in"],
        {"fold_up_to": GRID},
        games=2000 if full else 20,
        duplicate=True,
        processes=processes,
        checkpoint=f"{picture}.json",
    )
    found.chart(picture, marked={"theirs": [0.375]})
    print(found)


if __name__ == "__main__":
    typer.run(main)
