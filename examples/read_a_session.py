"""A session from a history file: what could be read, who won how much, and how one hand went."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

from riverboat import games

SESSION = Path(__file__).parent / "session.txt"


def main() -> None:
    history = games.read_hands(SESSION)
    print(f"{len(history)} hands read, {len(history.problems)} not")
    for problem in history.problems:
        print(f"  {problem}")
    won: Counter[str] = Counter()
    for hand in history:
        for name, chips in zip(hand.names, hand.payoffs, strict=True):
            won[name] += Fraction(chips, hand.game.big_blind)
    for name, big_blinds in won.most_common():
        print(f"{name}: {float(big_blinds):+.2f} bb")
    last = history.hands[-1]
    print(f"hand {last.hand_id}: {games.write_line(last.game, last.actions, last.board)}")


if __name__ == "__main__":
    main()
