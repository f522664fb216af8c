"""Potential-aware distances: two hands are near if the hands they may become on the next round are.

On the last round hands differ by their strength. Before it a hand is the histogram of the buckets it may fall into
with the next card, and the distance of two hands is the earth mover's distance of their histograms, with the distance
of the next round's buckets as ground distance (Gilpin, Sandholm and Sørensen 2007; with the earth mover's distance,
Ganzfried and Sandholm 2014). So a hand that is decided by the turn differs from one that is decided by the river, even
where both end with the same strengths equally often, which a distance of final strengths cannot see.

`next_histograms` is that step for any abstraction of the next round. `final_distance` and `potential_aware_distance`
compare two hands without any abstraction: each card to come is a bucket of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riverboat.abstraction.clustering.histograms import Histograms
from riverboat.abstraction.clustering.transport import Method, emd_1d, emd_many
from riverboat.cards.card import CardsLike, card_names, parse_cards
from riverboat.cards.card_arrays import card_rows
from riverboat.cards.strength import strength_histogram
from riverboat.errors import AbstractionError

Lookup = Callable[[NDArray[np.uint8]], ArrayLike]
"""The buckets of many deals, uint8[n, hole + board cards] -> [n], as `CardAbstraction.lookup` gives for a round."""

_HANDS_AT_ONCE = 1 << 14  # times 47 cards to come, six bytes each: some 5 MB


def next_histograms(cards: ArrayLike, lookup: Lookup, deck: Sequence[int] = range(52)) -> Histograms:
    """Return how often each hand falls into each bucket of the next round, over all cards that can come.

    cards: the deals, uint8[n, hole + board cards], hole cards first; lookup: the buckets with one more board card at
    the end; deck: the card ids that can come. Equal buckets are merged, so a flop hand has at most 47.

    >>> by_rank = lambda deals: deals[:, -1] // 4  # the rank of the new card
    >>> [part.tolist()[:4] for part in next_histograms([[51, 50, 0, 5, 10]], by_rank)[0]]
    [[0, 1, 2, 3], [3.0, 3.0, 3.0, 4.0]]
    """
    deals = card_rows(cards)
    pack = np.array(deck, np.uint8)
    live = (deals[:, :, None] != pack).all(axis=1)  # [n, deck]
    to_come = len(pack) - deals.shape[1]
    good = live.sum(axis=1) == to_come
    if len(deals) == 0 or to_come < 1 or not good.all():
        row = deals[~good][0].tolist() if not good.all() else deals.shape
        raise AbstractionError(
            f"the deals {row} must be different cards of a deck that has more; give [n, cards], such as "
            "[[51, 50, 0, 5, 10]]"
        )
    found = []
    for first in range(0, len(deals), _HANDS_AT_ONCE):
        part = deals[first : first + _HANDS_AT_ONCE]
        new = np.broadcast_to(pack, live[first : first + len(part)].shape)[live[first : first + len(part)]]
        rows = np.column_stack([np.repeat(part, to_come, axis=0), new])
        found.append(np.asarray(lookup(rows)).reshape(-1, to_come))
    return Histograms.from_samples(np.concatenate(found))


def final_distance(
    hand: CardsLike, board: CardsLike, other_hand: CardsLike, other_board: CardsLike, *, bins: int = 50
) -> float:
    """Return the earth mover's distance of the final strengths of two hands on the flop or turn, in bins.

    Strength on the river falls into `bins` equal parts of 0 to 1, so a distance of 1 moves all weight by 1 / bins.

    >>> round(final_distance("TcQd", "7h9hQh", "5c9d", "3d5d7d"), 3)  # Ganzfried and Sandholm 2014: 0.559
    0.559
    """
    ends = [
        strength_histogram(h, b, bins=bins, street="river")
        for h, b in ((hand, board), (other_hand, other_board))
    ]
    return float(emd_1d(*ends))


def potential_aware_distance(
    hand: CardsLike,
    board: CardsLike,
    other_hand: CardsLike,
    other_board: CardsLike,
    *,
    bins: int = 50,
    method: Method = "exact",
) -> float:
    """Return the potential-aware distance of two hands on the flop, in bins of final strength.

    The earth mover's distance between the turn cards of one and those of the other, where two turns are as far apart as
    the earth mover's distance of their final strengths. Never below `final_distance`.

    >>> round(potential_aware_distance("TcQd", "7h9hQh", "5c9d", "3d5d7d"), 3)
    4.367
    """
    first, second = (_turns(h, b, bins) for h, b in ((hand, board), (other_hand, other_board)))
    each = Histograms.from_samples(np.arange(len(first))[None])
    return float(emd_many(each, each, emd_1d(first, second), method=method, threads=1)[0, 0])


def _turns(hand: CardsLike, board: CardsLike, bins: int) -> NDArray[np.int64]:
    """Final strengths after every turn card, in ascending order of the cards: [47, bins]."""
    flop, hole = parse_cards(board), parse_cards(hand)
    if len(flop) != 3:
        raise AbstractionError(
            f"the board '{card_names(flop)}' has {len(flop)} cards; give a flop such as '7h9hQh'"
        )
    live = [card for card in range(52) if card not in flop and card not in hole]
    return np.stack([strength_histogram(hole, [*flop, card], bins=bins, street="river") for card in live])
