"""A raiser's range against a caller's on a flop: who is ahead, and which hands carry each range."""

import numpy as np

import riverboat as rb
from riverboat.cards import hand_name

BOARD = "Ks8h4d"
RAISER = rb.Range("66+,A8s+,A5s-A3s,K9s+,QTs+,JTs,T9s,98s,ATo+,KJo+,QJo")
CALLER = rb.Range("JJ-22,AJs-A2s,K9s-K6s,KTs:0.5,Q9s+,J9s+,T8s+,97s+,86s+,75s+,AJo-ATo,KJo-KTo,QJo")


def hands_by_equity(player: rb.cards.PlayerEquity) -> list[int]:
    """The hands that can be held on this board, the strongest first."""
    held = np.flatnonzero(~np.isnan(player.by_hand))
    return held[np.argsort(-player.by_hand[held], kind="stable")].tolist()


def main() -> None:
    result = rb.equity(RAISER, CALLER, board=BOARD)
    print(f"{BOARD}, {result.method}")
    for name, player in zip(("raiser", "caller"), result.players, strict=True):
        hands = hands_by_equity(player)
        weight = player.hands.weights[hands]
        strong = weight[player.by_hand[hands] > 0.75].sum() / weight.sum()
        best, worst = (", ".join(hand_name(hand) for hand in part) for part in (hands[:3], hands[-3:]))
        print(f"{name}: {player.equity:.1%} of the pot; {strong:.1%} of its hands are over 75 %")
        print(f"  best {best}; worst {worst}")


if __name__ == "__main__":
    main()
