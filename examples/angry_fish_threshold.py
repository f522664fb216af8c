"""Above which win rate should Angry Fish raise against Fish? A figure of the CPJC poker bot (2024), which found 0.65.

python examples/angry_fish_threshold.py [GAMES] [PICTURE.svg]: 500 games a point by default, each played in both seats.
"""

import sys
from pathlib import Path

from rich import print

from riverboat.arena import sweep

GRID = [round(0.05 * step, 2) for step in range(21)]


def main(games: int = 500, picture: str = "angry-fish.svg") -> None:
    found = sweep(
        "angry-fish",
        ["fish"],
        {"raise_above": GRID},
        games=games,
        duplicate=True,
        checkpoint=f"{picture}.json",
    )
    Path(picture).write_text(found.chart(marked=(0.65, "theirs")), encoding="utf-8")
    print(found)


if __name__ == "__main__":
    main(*(int(word) if word.isdigit() else word for word in sys.argv[1:]))
