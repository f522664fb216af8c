"""Make card abstractions: of hold'em by a method that ships, of Leduc by your own, whose loss is measured exactly."""

from collections.abc import Callable, Sequence

import numpy as np

import riverboat as rb
from riverboat.abstraction import build_abstraction, report_abstraction
from riverboat.abstraction.report.hand_buckets import hand_buckets

# A config names a method for each street; this one puts the 169 starting hands into eight buckets by their strength.
EIGHT = """
name = "eight"
[preflop]
method = "kmeans"
of = "ehs"
buckets = 8
"""


class LeducBuckets:
    """An abstraction is two methods: how many buckets a round has, and the bucket of each hand on a board.

    label: what is told apart, from the rank held and the rank on the board, None before it is dealt.
    """

    def __init__(self, label: Callable[[int, int | None], object]) -> None:
        self.label, ranks = label, range(9, 12)  # J, Q and K, counted from the two
        shown = ([None], ranks)
        self.labels = [sorted({label(own, board) for own in ranks for board in boards}) for boards in shown]

    def count(self, number: int) -> int:
        return len(self.labels[number])

    def buckets(self, number: int, board: Sequence[int], hands: np.ndarray) -> np.ndarray:
        shown = board[0] // 4 if board else None  # a card is 4 * rank + suit
        own = (hands[:, 0] // 4).tolist()
        return np.array([self.labels[number].index(self.label(rank, shown)) for rank in own], np.uint32)


LEDUC = {
    "everything but suits": lambda own, board: (own, board or 0),
    "the own rank, and whether it pairs": lambda own, board: (own, own == board),
    "a king or not, and whether it pairs": lambda own, board: (own == 11, own == board),
    "the own rank alone": lambda own, board: own,
}


def main() -> None:
    eight = build_abstraction(EIGHT)
    for hand in ("AsAh", "AsKs", "9s8s", "7s2h"):
        print(
            f"hold'em: {hand} is in bucket {hand_buckets(eight, hand)[0].bucket} of 0 to {eight.count(0) - 1}"
        )
    print(
        f"a hand's strength is {report_abstraction(eight).streets[0].ehs_error:.3f} off its bucket's on average"
    )

    print("\nLeduc, solved within an abstraction; what can be won from that in the whole game, chips a hand:")
    for name, label in LEDUC.items():
        cards = LeducBuckets(label)
        solution = rb.solve("leduc", ties=cards, iterations=2000)
        counts = f"{cards.count(0)} and {cards.count(1)} buckets"
        print(f"  {name:<36} {counts:<16} {solution.exploitability:.4f}")
    # The second tells more apart than the third and loses more: a finer abstraction is not always a better one (Waugh,
    # Schnizlein, Bowling and Szafron 2009, Abstraction pathologies in extensive games).


if __name__ == "__main__":
    main()
