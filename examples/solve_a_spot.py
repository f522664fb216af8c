"""Solve a turn to a thousandth of the pot, walk it, and ask what a mistake costs."""

from rich import print

import riverboat as rb

SPOT = {
    "board": "Ks8h4d2c",
    "oop": "QQ-77,AKs,AQs,KQs,KJs,QJs,JTs,98s,AKo",
    "ip": "KK,88,44,AKs-ATs,KQs-KTs,A5s,A4s,QJs,JTs,T9s,76s,AKo,KQo",
    "pot": 60,
    "stack": 170,
    "sizes": "50% 100% | 3x",  # bets | raises
}


def main() -> None:
    spot = rb.solve_spot(**SPOT, target_pot_percent=0.1)
    print(spot)
    print(f"of a pot of 60 the first player gets {spot.evs[0]:.1f}, the second {spot.evs[1]:.1f}")

    # Every node answers as a trained strategy does, and knows what hands are worth.
    bet = spot.grid("k b50%")  # checked to the second player, who bets half of the pot
    print(bet)
    queens = spot.query("QcQd", "k b50%")
    for action, ev in zip(queens.actions, queens.action_evs, strict=True):
        print(f"  queens: {action} is worth {ev:+.1f} chips, {queens.ev - ev:.1f} less than what they do")

    # What the ranges become, line by line, goes on into the next street.
    print(f"who bets holds {spot.range('IP', 'k b50%').combos:.0f} combos of {spot.range('IP').combos:.0f}")
    river = spot.grid("k b50% c / k", board="Ks8h4d2c7h")
    print(f"on a 7h river, checked to again: {river}")


if __name__ == "__main__":
    main()
