"""Where should Shark fold, and where raise, against Fish? A figure of the CPJC poker bot (2024): it found 0.1 and 0.6.

python examples/shark_surface.py [GAMES] [PICTURE.svg]: 500 games a point by default, each played in both seats.
"""

import sys
from pathlib import Path

from rich import print

from riverboat.arena import sweep

GRID = [round(0.05 * step, 2) for step in range(21)]


def main(games: int = 500, picture: str = "shark.svg") -> None:
    found = sweep(
        "shark",
        ["fish"],
        {"fold_up_to": GRID, "raise_above": GRID},
        games=games,
        duplicate=True,
        checkpoint=f"{picture}.json",
    )
    Path(picture).write_text(found.chart(), encoding="utf-8")
    print(found)


if __name__ == "__main__":
    main(*(int(word) if word.isdigit() else word for word in sys.argv[1:]))
