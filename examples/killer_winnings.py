"""How fast does Killer learn to beat Fish and Shark? A figure of the CPJC poker bot (2024).

It shows one run of 3,000 hands against each, stacks of 1,000 reset after every hand, and claims that Killer converges
in 500 to 1,000 hands.
python examples/killer_winnings.py [--full]: 3 runs, or 400, against each.
"""

from itertools import pairwise

import typer

from riverboat.arena import learning_curve
from riverboat.games import nolimit_holdem
from riverboat.views.page import Page
from riverboat.views.shapes import Panels
from riverboat.views.sweeps import learning_chart

HANDS = 3000
STEPS = (0, 250, 500, 1000, 1500, 2000, 2500, 3000)
GAME = nolimit_holdem(2, stacks=1000, small_blind=5, big_blind=10)


def main(full: bool = False, file: str = "killer.svg", processes: int = 1) -> None:
    charts = []
    for opponent in ("fish", "shark"):
        bots = ["killer", opponent]
        curve = learning_curve(bots, HANDS, runs=400 if full else 3, game=GAME, processes=processes)
        charts.append(learning_chart(curve, marked={"500": 500, "1000": 1000}))
        print(f"killer against {opponent}, bb/100")
        for start, end in pairwise(STEPS):
            print(f"  hands {start} to {end}: {curve.won(start, end)}")
        ends = curve.big_blinds[:, -1]
        print(f"  after {HANDS} hands: {ends.min():.0f} to {ends.max():.0f} bb, {(ends < 0).sum()} runs lose")
    Page(Panels(tuple(charts), across=2)).save(file)


if __name__ == "__main__":
    typer.run(main)
