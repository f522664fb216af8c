"""Jam or fold for any number of players by deals at random: CFR over batches of them, every decision of each deal.

Regrets and averages are weighted by the iteration, and regrets are kept whole: to cut them at 0, as CFR+ does with
exact ones, counts the luck of a batch as gain. With four players, 10 big blinds and 8 million deals the cut cost 0.02
big blinds a seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from riverboat import _core
from riverboat.cards.hand_class import CLASS_SIZES, NUM_CLASSES
from riverboat.tournament.jam_fold.hand import JamFoldHand, better_hands, strengths
from riverboat.tournament.jam_fold.result import JamFold

_BLOCK: Final = 1024  # deals that share a stream of random numbers, in native code
_JUDGED: Final = 0.25  # of the deals: for values and gains of what was found
_SHARES: Final = CLASS_SIZES / CLASS_SIZES.sum()


def solve_by_deals(
    hand: JamFoldHand,
    *,
    rule: str,
    iterations: int,
    deals: int,
    both_starts: bool = True,
    seed: int = 0,
    threads: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> JamFold:
    """Return strategies after so many batches of deals, judged on deals that they were not made from.

    deals: in all batches of one run.
    """
    judged = _blocks(int(deals * _JUDGED))
    runs = 2 if both_starts else 1
    total = runs * iterations
    tell = progress or (lambda done, of: None)

    def sums(
        strategy: np.ndarray, first: int, count: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
        made: tuple[np.ndarray, np.ndarray, np.ndarray, float] = _core.sample_jams(
            hand.stacks, hand.posted, hand.payouts, hand.bounties, strategy, seed, first, count, threads, None
        )
        return made

    def run(now: np.ndarray, number: int) -> np.ndarray:
        batch = _blocks(max(1, deals // iterations))
        now[hand.forced] = 1.0
        mean, jam, fold = now.copy(), np.zeros_like(now), np.zeros_like(now)
        weight = 0.0
        for iteration in range(1, iterations + 1):
            first = (number * iterations + iteration) * batch
            better = sums(np.ascontiguousarray(mean if rule == "fp" else now), first, batch)[0]
            step = 1.0 if rule == "fp" else float(iteration)
            weight += step
            if rule == "fp":
                now = np.where(better > 0, 1.0, np.where(better < 0, 0.0, mean))
            else:
                jam, fold = jam + step * (1 - now) * better, fold - step * now * better
                up, down = np.maximum(0, jam), np.maximum(0, fold)
                now = np.divide(up, up + down, out=now.copy(), where=up + down > 0)
            now[hand.forced] = 1.0
            mean += (now - mean) * step / weight
            tell(number * iterations + iteration, total)
        return mean

    strategy = run(better_hands(hand, strengths()), 0)
    beyond = 2**40  # deals that no run uses
    chosen, values, squares, count = sums(strategy, beyond, judged)
    other, more, more_squares, _ = sums(strategy, 2 * beyond, judged)
    mean = (values + more) / (2 * count)
    spread = np.sqrt(np.maximum(0, (squares + more_squares) / (2 * count) - mean**2) / (2 * count))
    differ = float("nan")
    if both_starts:
        again = sums(run(np.zeros((hand.rows, NUM_CLASSES)), 1), beyond, judged)[1]
        differ = float(abs(again - values).max() / count)
    low, high = (
        gains_of(hand, strategy, pick, use) / count for pick, use in ((chosen, other), (other, other))
    )
    result = JamFold(
        hand,
        strategy,
        np.full((hand.rows, NUM_CLASSES), np.nan),
        mean,
        np.maximum(0, low),
        "sampled",
        rule,
        iterations,
        differ,
        spread,
        np.stack([np.maximum(0, low), high]),
        deals,
    )
    reach = result.reached()[:, None] * _SHARES * 2 * count
    np.divide(
        chosen + other, reach, out=result.advantages, where=reach > 50
    )  # of fewer deals nothing can be said
    return result


def gains_of(hand: JamFoldHand, strategy: np.ndarray, chosen: np.ndarray, judged: np.ndarray) -> np.ndarray:
    """Return what each seat wins by jamming where `chosen` says so, judged by `judged`, over what it does."""
    gain = (np.where(chosen > 0, judged, 0) - strategy * judged).sum(axis=1)
    gain[hand.forced] = 0.0
    return np.bincount(hand.seat_of_row, gain, hand.players)


def _blocks(deals: int) -> int:
    """Whole blocks: deals are the same however they are cut into batches."""
    return max(1, round(deals / _BLOCK)) * _BLOCK
