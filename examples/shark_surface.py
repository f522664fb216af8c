"""Where should Shark fold, and where raise? A figure of the CPJC poker bot (2024): 0.1 and 0.6 against Fish.

Its text adds that against All-In it ends at 0.375 and 1.0.
python examples/shark_surface.py [--against all-in] [--full]: 1 game a point, or 20,000, each played in both seats.
"""

import typer
from rich import print

from riverboat.arena import sweep

GRID = [round(0.05 * step, 2) for step in range(21)]
FINE = [round(0.025 * step, 3) for step in range(10, 25)]
THEIRS = {"fish": (0.1, 0.6), "all-in": (0.375, 1.0)}


def main(against: str = "fish", full: bool = False, picture: str = "shark.svg", processes: int = 1) -> None:
    found = sweep(
        "shark",
        [against],
        {"fold_up_to": GRID if against == "fish" else FINE, "raise_above": GRID},
        games=20_000 if full else 1,
        duplicate=True,
        processes=processes,
        checkpoint=f"{picture}.json",
        resume=True,
    )
    found.chart(picture, marked={"theirs": THEIRS[against]})
    print(found)


if __name__ == "__main__":
    typer.run(main)
