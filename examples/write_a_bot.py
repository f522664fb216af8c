"""Write a bot, let `check_bot` look for mistakes, and measure it: a match with an interval, then a small league."""

from rich import print

import riverboat as rb
from riverboat.arena import play_league
from riverboat.bots import Bot, View, win_rate
from riverboat.errors import BotError
from riverboat.testing import check_bot


class PotOdds(Bot):
    """Calls when the price is right, and bets the pot with strong hands. Its arguments are its parameters."""

    def __init__(self, margin: float = 0.1, strong: float = 0.75) -> None:
        self.margin, self.strong = margin, strong

    def act(self, view: View) -> int:
        strength = win_rate(view, samples=200)  # against random hands of all who are still in
        if strength > self.strong:
            return view.raise_to(view.call + view.pot)
        price = view.call / (view.pot + view.call)  # what a call puts in of the pot that it makes
        return 0 if strength > price + self.margin else view.fold


class Tight(PotOdds):
    """The same with other defaults."""

    def __init__(self, margin: float = 0.3) -> None:
        super().__init__(margin)


class Careless(PotOdds):
    """Bets the pot whether or not that is legal."""

    def act(self, view: View) -> int:
        return view.pot


def main() -> None:
    print(f"{check_bot(PotOdds, hands=10)} hands at tables of all kinds, and nothing wrong")
    try:
        check_bot(Careless, hands=10)
    except BotError as problem:
        print(f"found: {problem}")

    # Duplicate: each deal is played in both seats, so that luck with the cards falls out.
    match = rb.play_match([PotOdds, "shark"], hands=500, duplicate=True, seed=1)
    print(match)

    league = play_league([PotOdds, Tight, "shark"], 200)
    print(league)


if __name__ == "__main__":
    main()
