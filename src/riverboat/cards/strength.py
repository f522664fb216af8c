"""How strong a hand is against one random hand: on the river, expected over the cards to come, and how it spreads.

Hand strength (HS) on a complete board is (wins + ties / 2) / 990 against the 990 hands of the other 45 cards. Before
the river EHS is its mean over all cards to come and EHS² the mean of its square (Johanson 2007, ch. 2), which favours
hands that can become very strong. All of it is exact. Each function answers for one hand, or without a hand for
all 1326 on the board at once, which costs the same: hands that meet the board are NaN, or zero counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from riverboat import _core
from riverboat.base.checks import check_threads, one_of, whole
from riverboat.base.progress import Progress
from riverboat.cards.card import (
    HAND_CARDS,
    NUM_CARDS,
    NUM_HANDS,
    CardsLike,
    card_names,
    hand_index,
    parse_cards,
)
from riverboat.cards.card_arrays import integer_array
from riverboat.cards.hand_class import CLASS_OF_HAND
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.preflop_strength import class_mean, preflop_strength
from riverboat.errors import CardError, RiverboatError

RIVER_OPPONENTS = 990
"""Hands that an opponent can hold on the river: C(45, 2)."""

_MAX_SCORE = 2 * RIVER_OPPONENTS  # the native score is 2 wins + ties


def win_tie_lose(hand: CardsLike | None = None, board: CardsLike = "") -> np.ndarray:
    """Return how many of the 990 opposing hands a hand beats, ties and loses to on the river.

    uint16[3] for one hand, uint16[1326, 3] for all.

    >>> win_tie_lose("AsKs", "QsJh2h3c4d").tolist()
    [356, 9, 625]
    """
    cards = _board(board, (5,))
    row = _row(hand, cards)
    pairs = _core.board_win_tie(np.array([cards], np.uint8), 1)[0]
    counts = np.column_stack([pairs, RIVER_OPPONENTS - pairs.sum(axis=1, dtype=np.uint16)])
    counts[_meets(cards)] = 0
    picked: np.ndarray = counts[row]
    return picked


def win_tie_batch(boards: ArrayLike, threads: int | None = None) -> np.ndarray:
    """Return wins and ties of all hands on many river boards: uint8[N, 5] -> uint16[N, 1326, 2].

    About four microseconds a board on one core. Hands that meet the board have {0, 0}.
    """
    example = "give boards as card ids [N, 5], such as [[51, 34, 17, 8, 3]]"
    given = integer_array(boards, 2, example)
    if given.shape[1] != 5:
        raise CardError(f"boards of shape {given.shape} do not have five cards each; {example}")
    bad = (given < 0) | (given > 51)
    twice = (np.diff(np.sort(given, axis=1), axis=1) == 0).any(axis=1)
    if bad.any() or twice.any():
        row = int(np.flatnonzero(bad.any(axis=1) | twice)[0])
        raise CardError(f"row {row}, {given[row].tolist()}, is not five different card ids from 0 to 51")
    return _core.board_win_tie(np.ascontiguousarray(given, np.uint8), check_threads(threads, CardError))


def ehs(hand: CardsLike | None = None, board: CardsLike = "", *, threads: int | None = None) -> Any:
    """Return expected hand strength: a float for one hand, float64[1326] (read-only) for all.

    >>> round(ehs("AsAh"), 6), round(ehs("AsKs", "QsJh2h"), 6)
    (0.852037, 0.619077)
    """
    return _moment("mean", hand, board, threads)


def ehs_squared(hand: CardsLike | None = None, board: CardsLike = "", *, threads: int | None = None) -> Any:
    """Return the mean square of the final hand strength: a float, or float64[1326] (read-only) for all hands.

    >>> round(ehs_squared("AsAh"), 6)
    0.737211
    """
    return _moment("square", hand, board, threads)


def strength_histogram(
    hand: CardsLike | None = None,
    board: CardsLike = "",
    *,
    bins: int = 50,
    street: Literal["next", "river"] = "next",
    threads: int | None = None,
    progress: Progress | None = None,
) -> np.ndarray:
    """Return how often the strength falls into each of `bins` equal parts of 0..1 later on.

    street="next": EHS after the next card (the three cards of the flop), one count per card or flop.
    street="river": HS on the river, one count per way the board can end.
    int64[bins] for one hand, int64[1326, bins] for all. Before the flop "next" takes some ten seconds.

    >>> strength_histogram("AsKs", "QsJh2h3c", bins=4).tolist()
    [0, 26, 10, 10]
    """
    cards = _board(board, (0, 3, 4))
    row = _row(hand, cards)
    whole("bins", bins, RiverboatError, least=1, most=10_000, example=50)
    one_of("street", street, ("next", "river"), RiverboatError)
    workers = check_threads(threads, CardError)
    if street == "river":
        counts = _river_histogram(cards, bins, workers, progress)
    elif cards:
        counts = _next_histogram(cards, bins, workers)
    else:
        counts = _flop_histogram(bins, workers, progress)
    picked: np.ndarray = counts[row]
    return picked


# --- over the cards to come ------------------------------------------------------------------------------------


def _moment(
    which: Literal["mean", "square"], hand: CardsLike | None, board: CardsLike, threads: int | None
) -> Any:
    cards = _board(board, (0, 3, 4, 5))
    row = _row(hand, cards)
    answer = _moments(tuple(sorted(cards)), check_threads(threads, CardError))[which][row]
    return answer if hand is None else float(answer)


@lru_cache(maxsize=256)
def _moments(cards: tuple[int, ...], workers: int) -> dict[str, np.ndarray]:
    scores, squares = _score_sums(cards, workers)
    boards = math.comb(50 - len(cards), 5 - len(cards))
    moments = {}
    for which, sums, unit in (("mean", scores, _MAX_SCORE), ("square", squares, _MAX_SCORE**2)):
        values = sums / (boards * unit)
        values[_meets(cards)] = np.nan
        values.flags.writeable = False
        moments[which] = values
    return moments


def _score_sums(cards: tuple[int, ...], workers: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the sums of scores and of their squares over all boards to come, before the flop from a table."""
    if not cards:
        table = preflop_strength()
        return (2 * table.wins + table.ties)[CLASS_OF_HAND], table.squares[CLASS_OF_HAND]
    rolled = _core.rollout(cards, 0, False, workers, None)
    return rolled.scores, rolled.squares


def _river_histogram(cards: list[int], bins: int, workers: int, progress: Progress | None) -> np.ndarray:
    counts = _core.rollout(cards, bins, False, workers, progress).histogram
    return counts.astype(np.int64) if cards else class_mean(counts)[CLASS_OF_HAND]


def _next_histogram(cards: list[int], bins: int, workers: int) -> np.ndarray:
    scores = _core.rollout(cards, 0, True, workers, None).next_scores  # [52, 1326]
    boards = math.comb(49 - len(cards), 4 - len(cards))  # completions once hand and next card are known
    possible = ~_meets(cards) & ~_holds_card()
    possible[cards] = False
    return _counted(scores, boards, possible, bins)


def _flop_histogram(bins: int, workers: int, progress: Progress | None) -> np.ndarray:
    indexer = HandIndexer((3,))
    flops = indexer.cards_batch(0, np.arange(indexer.size(0)))
    ways = indexer.weight_batch(0, np.arange(indexer.size(0)))
    counts = np.zeros((NUM_HANDS, bins), np.int64)
    for done, (flop, weight) in enumerate(zip(flops.tolist(), ways.tolist(), strict=True)):
        scores = _core.rollout(flop, 0, False, workers, None).scores
        counts += weight * _counted(scores[None], math.comb(47, 2), ~_meets(flop)[None], bins)
        if progress is not None:
            progress(done + 1, len(flops))
    by_hand: np.ndarray = class_mean(counts)[CLASS_OF_HAND]
    return by_hand


def _counted(scores: np.ndarray, boards: int, possible: np.ndarray, bins: int) -> np.ndarray:
    """Count strengths by hand: score sums over `boards` boards, [n, 1326] -> int64[1326, bins]."""
    n, hands = np.nonzero(possible)
    # In whole numbers, so that a strength on a bin's edge falls on its right side.
    found = np.minimum(scores[n, hands].astype(np.int64) * bins // (boards * _MAX_SCORE), bins - 1)
    return np.bincount(hands * bins + found, minlength=NUM_HANDS * bins).reshape(-1, bins)


# --- input -----------------------------------------------------------------------------------------------------


def _board(board: CardsLike, sizes: tuple[int, ...]) -> list[int]:
    cards = parse_cards(board)
    if len(cards) not in sizes:
        allowed = ", ".join(str(size) for size in sizes)
        raise CardError(f"the board '{card_names(cards)}' has {len(cards)} cards; it must have {allowed}")
    return cards


def _meets(cards: Sequence[int]) -> np.ndarray:
    """bool[1326]: the hands that share a card with these."""
    meets: np.ndarray = np.logical_or.reduce(np.isin(HAND_CARDS, cards), axis=1)
    return meets


@cache
def _holds_card() -> np.ndarray:
    """bool[52, 1326]: the hands that hold each card."""
    return np.stack([_meets([card]) for card in range(NUM_CARDS)])


def _row(hand: CardsLike | None, board: list[int]) -> int | slice:
    """Return the row of a hand, or all rows for None; checked before the work, which may take seconds."""
    if hand is None:
        return slice(None)
    cards = parse_cards(hand)
    if len(cards) != 2:
        raise CardError(
            f"the hand '{card_names(cards)}' has {len(cards)} cards; a hand has two, such as 'AsKs', and the board "
            "comes after it: ehs('AsKs', 'QsJh2h'), or for all hands ehs(board='QsJh2h')"
        )
    both = [card for card in cards if card in board]
    if both:
        raise CardError(f"{card_names(both)} is in the hand '{card_names(cards)}' and on the board")
    return hand_index(*cards)
