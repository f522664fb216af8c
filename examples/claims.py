"""Claims of the CPJC poker bot (2024) about its bots, in freeze-outs of ten hands with stacks of ten big blinds.

python examples/claims.py [--full]: 50 games, or 100,000, each played in both seats.
"""

import typer

from riverboat.arena import play_match

CLAIMS = {
    "fish beats honest at 0.5": ("fish", "honest(0.5)"),
    "angry fish at 0.65 beats fish": ("angry-fish(0.65)", "fish"),
    "shark at 0.1 / 0.6 beats fish": ("shark(0.1,0.6)", "fish"),
    "honest at 0.375 has a slight edge over all-in": ("honest(0.375)", "all-in"),
    "honest at 0.45, which the odds of the pot say": ("honest(0.45)", "all-in"),
    "shark at 0.375 / 1.0 is tuned against all-in": ("shark(0.375,1.0)", "all-in"),
}


def main(full: bool = False, processes: int = 1) -> None:
    for claim, bots in CLAIMS.items():
        games = 100_000 if full else 50
        match = play_match(bots, mode="freeze-out", games=games, duplicate=True, processes=processes)
        won = match.bots[0].games_won
        print(f"{claim}: it wins {won.mean:.1%} ± {won.half_width:.1%} of {2 * games:,} games")


if __name__ == "__main__":
    typer.run(main)
