"""What should Shark do against whom? Its thresholds and the size of its raises, swept against one bot after the other.

python examples/best_answers.py [--full] [--processes 8]

The CPJC poker bot (2024) tuned its bots against Fish and All-In only, with the smallest raises, and then took the mean
of the smallest and the largest without looking. Freeze-outs as theirs, each deal in both seats. The best of many noisy
points is too high on average, so that it plays once more with other cards, as do their thresholds with their raises.
"""

import typer

from riverboat.arena import play_match, sweep
from riverboat.arena.sweeps.sweep import with_parameters
from riverboat.evaluation import Figure

OPPONENTS = ("fish", "all-in", "honest", "angry-fish", "shark", "mike", "random")
THEIRS = {"smallest raises": (0.1, 0.6, 0.0), "mean raises": (0.1, 0.6, 0.5), "all-in": (0.1, 0.6, 1.0)}
OVER = {
    "fold_up_to": [0.1, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6],
    "raise_above": [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
    "sizing": [0.0, 0.25, 0.5, 0.75, 1.0],
}


def won(values: tuple[float, ...], opponent: str, games: int, processes: int) -> Figure:
    bots = with_parameters("shark", tuple(OVER), values), opponent
    match = play_match(bots, mode="freeze-out", games=games, duplicate=True, seed=1, processes=processes)
    assert match.bots[0].games_won is not None
    return match.bots[0].games_won


def main(full: bool = False, processes: int = 1) -> None:
    games, last, grid = (
        (2000, 20_000, OVER) if full else (4, 20, {name: values[::3] for name, values in OVER.items()})
    )
    print(f"{2 * games:,} games a point, {2 * last:,} for the best")
    for opponent in OPPONENTS if full else OPPONENTS[:3]:
        found = sweep("shark", [opponent], grid, games=games, duplicate=True, processes=processes)
        best = found.best.values
        good = [{point.values[i] for point in found.as_good} for i in range(len(OVER))]
        print(
            f"{opponent}: best",
            ", ".join(f"{name} {value:g}" for name, value in zip(OVER, best, strict=True)),
        )
        print(
            "  as good:",
            ", ".join(f"{name} {min(v):g} to {max(v):g}" for name, v in zip(OVER, good, strict=True)),
        )
        for name, values in {"best": best, **THEIRS}.items():
            figure = won(values, opponent, last, processes)
            print(f"  {name}: {figure.mean:.1%} ± {figure.half_width:.1%} of games")


if __name__ == "__main__":
    typer.run(main)
