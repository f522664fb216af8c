"""Open the six-handed strategy that ships and ask it: one hand, all hands, a range, a hand that was really played."""

from pathlib import Path

from rich import print

import riverboat as rb
from riverboat.strategy import first_in, review

# A line says what was done, bets and raises *to* big blinds: two folds, a raise to 2.5, a fold; the small blind acts.
LINE = "f f r2.5 f"
SESSION = Path(__file__).parent / "session.txt"


def main() -> None:
    strategy = rb.open("sixmax")  # a name, or the path of a file
    print(strategy.query("AsKd", LINE))

    # After the flop the board comes with the line, and percent of the pot will do for a bet.
    flop = strategy.query("AsKd", "f f r2.5 f c f / k b33%", board="Kh8d3c")
    print(f"\non Kh8d3c, after a check and a bet of a third of the pot: {flop}")

    # All hands at once: an array of probabilities, [hands, options].
    grid = strategy.grid(LINE)
    print(f"\n{grid}")
    print(f"AKo calls {grid.probability('AsKd', 'c'):.0%}, 76s {grid.probability('7s6s', 'c'):.0%}")

    # What somebody holds after a line is a Range, as any other.
    opened = strategy.range("CO", "f f r2.5")
    print(f"the cut-off raises {opened.fraction:.1%} to 2.5, aces {opened.weight('AsAh'):.0%} of the time")

    print("\nhow often each position raises first:")
    opens = first_in(strategy)
    print("  " + ", ".join(f"{position} {opens.frequency(position):.0%}" for position in opens.positions))

    hand = rb.games.read_hands(SESSION).hands[0]
    print(f"\nhand {hand.hand_id} of a session, decision by decision:")
    for one in review(hand, strategy):
        print(f"  {one.name} played {one.token}, the strategy {one.decision}")


if __name__ == "__main__":
    main()
