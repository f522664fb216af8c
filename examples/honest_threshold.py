"""Up to which win rate should Honest fold against All-In? A figure of the CPJC poker bot (2024), which found 0.375.

python examples/honest_threshold.py [GAMES] [PICTURE.svg]: 500 games a point by default, each played in both seats.
"""

import sys
from pathlib import Path

from rich import print

from riverboat.arena import sweep

GRID = [round(0.025 * step, 3) for step in range(41)]


def main(games: int = 500, picture: str = "honest.svg") -> None:
    found = sweep(
        "honest", ["all-in"], {"fold_up_to": GRID}, games=games, duplicate=True, checkpoint=f"{picture}.json"
    )
    Path(picture).write_text(found.chart(marked=(0.375, "theirs")), encoding="utf-8")
    print(found)


if __name__ == "__main__":
    main(*(int(word) if word.isdigit() else word for word in sys.argv[1:]))
