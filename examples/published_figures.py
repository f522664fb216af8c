"""Five figures and the claims of the CPJC poker bot (2024), played again in its setting; see docs/bots/sweeps.md.

python examples/published_figures.py angry-fish [--full] [--file angry-fish.svg] [--processes 8]

Without `--full` each figure takes seconds and shows the way, not the truth; with it, as many games as the page shows.
Heads-up, each deal is played in both seats.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import typer
from rich import print

from riverboat.arena import SweepResult, learning_curve, play_match, sweep
from riverboat.evaluation import power_law
from riverboat.games import nolimit_holdem
from riverboat.views.arena.sweeps import learning_chart, sweep_chart
from riverboat.views.page import Page
from riverboat.views.shapes import Chart, Curve, Panels


class Asked(NamedTuple):
    """How a figure is to be played."""

    full: bool
    file: str
    processes: int

    def sweep(self, bot: str, against: list[str], over: dict[str, list[float]], games: int) -> SweepResult:
        return sweep(
            bot,
            against,
            over,
            games=games,
            duplicate=len(against) == 1,
            processes=self.processes,
            checkpoint=f"{self.file}.json",
            resume=True,
        )

    def draw(self, *charts: Chart) -> None:
        Page(Panels(charts, across=2)).save(self.file)


def steps(size: float, first: int, last: int) -> list[float]:
    return [round(size * step, 3) for step in range(first, last + 1)]


def angry_fish(asked: Asked) -> None:
    """Above which win rate should Angry Fish raise against Fish? They found 0.65."""
    games = 50_000 if asked.full else 20
    found = asked.sweep("angry-fish", ["fish"], {"raise_above": steps(0.05, 0, 20)}, games)
    found.chart(asked.file, marked={"theirs": [0.65]})
    top = found.peak()
    print(found, f"top of the curve: {top.mean:.3f} ± {top.half_width:.3f}")


def shark(asked: Asked) -> None:
    """Where should Shark fold, and where raise, against Fish? They found 0.1 and 0.6."""
    shark_surface(asked, "fish", steps(0.05, 0, 20), [0.1, 0.6])


def shark_all_in(asked: Asked) -> None:
    """The same against All-In, where their text ends at 0.375 and 1.0."""
    shark_surface(asked, "all-in", steps(0.025, 10, 24), [0.375, 1.0])


def shark_surface(asked: Asked, against: str, folds: list[float], theirs: list[float]) -> None:
    over = {"fold_up_to": folds, "raise_above": steps(0.05, 0, 20)}
    found = asked.sweep("shark", [against], over, 20_000 if asked.full else 1)
    found.chart(asked.file, marked={"theirs": theirs})
    print(found)


def honest(asked: Asked) -> None:
    """Up to which win rate should Honest fold against All-In? They found 0.375; exact win rates move the optimum."""
    games = 100_000 if asked.full else 10
    sweeps = {
        "100 samples": asked.sweep("honest", ["all-in"], {"fold_up_to": steps(0.025, 0, 40)}, games),
        "exact": asked.sweep("honest(samples=0)", ["all-in"], {"fold_up_to": steps(0.025, 12, 22)}, games),
    }
    for found in sweeps.values():
        print(found)
        if asked.full:
            top = found.peak(reach=0.1)
            print(f"top of the curve: {top.mean:.3f} ± {top.half_width:.3f}")
    near = {
        rates: replace(found, points=tuple(one for one in found.points if 0.3 <= one.values[0] <= 0.55))
        for rates, found in sweeps.items()
    }
    asked.draw(
        sweep_chart(sweeps, title="honest against all-in", marked={"theirs": 0.375}),
        sweep_chart(near, title="near the top", marked={"theirs": 0.375}),
    )


def opponents(asked: Asked) -> None:
    """How does the best threshold of Angry Fish fall with the number of Fish? They draw N^(-1/4), 1 to 8 Fish."""
    fish = list(range(1, 9)) if asked.full else [1, 2, 4]
    players = [others + 1 for others in fish]
    bot, over = "angry-fish(scaling=none)", {"raise_above": steps(0.05, 2, 16)}
    sweeps = [asked.sweep(bot, ["fish"] * others, over, 50_000 if asked.full else 50) for others in fish]
    tops = [found.peak(reach=0.2) for found in sweeps]
    for others, found, top in zip(fish, sweeps, tops, strict=True):
        low, high = found.as_good[0].values[0], found.as_good[-1].values[0]
        best = f"best of the grid {found.best.values[0]:.2f}, as good {low:.2f} to {high:.2f}"
        print(f"{others} fish: {best}; top of the curve {top.mean:.3f} ± {top.half_width:.3f}")
    laws = {"opponents": power_law(fish, tops), "players": power_law(players, tops)}
    for name, law in laws.items():
        print(f"N {name}: {law}, points off by {law.misfit:.1f} standard errors")
    means, lows, highs = ([getattr(top, name) for top in tops] for name in ("mean", "low", "high"))
    best_threshold = Chart(
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
    by_fish = {str(others): found for others, found in zip(fish, sweeps, strict=True)}
    asked.draw(sweep_chart(by_fish, title="angry-fish against so many fish"), best_threshold)


def killer(asked: Asked) -> None:
    """How fast does Killer learn to beat Fish and Shark? They show 3,000 hands each: it converges in 500 to 1,000."""
    hands, parts = 3000, (0, 250, 500, 1000, 1500, 2000, 2500, 3000)
    game = nolimit_holdem(2, stacks=1000, small_blind=5, big_blind=10)
    runs = 400 if asked.full else 3
    charts = []
    for opponent in ("fish", "shark"):
        bots = ["killer", opponent]
        curve = learning_curve(bots, hands, runs=runs, game=game, processes=asked.processes)
        charts.append(learning_chart(curve, marked={"500": 500, "1000": 1000}))
        print(f"killer against {opponent}, bb/100")
        for start, end in pairwise(parts):
            print(f"  hands {start} to {end}: {curve.won(start, end)}")
        ends = curve.big_blinds[:, -1]
        lose = (ends < 0).sum()
        print(f"  after {hands} hands: {ends.min():.0f} to {ends.max():.0f} bb, {lose} runs lose")
    asked.draw(*charts)


CLAIMS = {
    "fish beats honest at 0.5": ("fish", "honest(0.5)"),
    "angry fish at 0.65 beats fish": ("angry-fish(0.65)", "fish"),
    "shark at 0.1 / 0.6 beats fish": ("shark(0.1,0.6)", "fish"),
    "honest at 0.375 has a slight edge over all-in": ("honest(0.375)", "all-in"),
    "honest at 0.45, which the odds of the pot say": ("honest(0.45)", "all-in"),
    "shark at 0.375 / 1.0 is tuned against all-in": ("shark(0.375,1.0)", "all-in"),
}


def claims(asked: Asked) -> None:
    """What they say about their bots, in freeze-outs of ten hands with stacks of ten big blinds."""
    games = 100_000 if asked.full else 50
    for claim, bots in CLAIMS.items():
        match = play_match(bots, mode="freeze-out", games=games, duplicate=True, processes=asked.processes)
        won = match.bots[0].games_won
        print(f"{claim}: it wins {won.mean:.1%} ± {won.half_width:.1%} of {2 * games:,} games")


FIGURES: dict[str, Callable[[Asked], None]] = {
    "angry-fish": angry_fish,
    "shark": shark,
    "shark-all-in": shark_all_in,
    "honest": honest,
    "opponents": opponents,
    "killer": killer,
    "claims": claims,
}


def main(
    figure: str = typer.Argument("claims"), full: bool = False, file: str = "", processes: int = 1
) -> None:
    if figure not in FIGURES:
        raise typer.BadParameter(f"{figure!r} is not a figure; there are {', '.join(FIGURES)}")
    FIGURES[figure](Asked(full, file or f"{figure}.svg", processes))


if __name__ == "__main__":
    typer.run(main)
