"""EHS and EHS² of every hand on a flop: made hands come first by the mean, draws gain by the square."""

import numpy as np

import riverboat as rb
from riverboat.cards import hand_name

FLOP = "Qs7h2h"


def listed(hands: np.ndarray, values: np.ndarray) -> str:
    return ", ".join(f"{hand_name(hand)} {values[hand]:.3f}" for hand in hands.tolist())


def main() -> None:
    ehs, squared = (
        rb.ehs(board=FLOP),
        rb.ehs_squared(board=FLOP),
    )  # float64[1326] each, NaN where a hand meets the flop
    live = np.flatnonzero(~np.isnan(ehs))
    order = live[np.argsort(-ehs[live], kind="stable")]
    print(f"{FLOP}: {len(live)} hands, mean strength {ehs[live].mean():.3f}")
    print(f"strongest: {listed(order[:4], ehs)}")
    print(f"weakest:   {listed(order[-4:], ehs)}")

    spread = np.sqrt(squared - ehs**2)  # how far the final strength lies from its mean
    widest = live[np.argsort(-spread[live], kind="stable")][:4]
    print(f"most is still open for: {listed(widest, spread)}")


if __name__ == "__main__":
    main()
