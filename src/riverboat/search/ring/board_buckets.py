"""Buckets of one board, made in milliseconds for one subgame.

Where the subgame begins almost nothing is lost: hands are told by their ranks and by the suits that may still make a
flush, 91 classes on a river without one and some 200 to 350 with one. On later streets, hands are told by how many
hands of the players' own ranges they beat, beside what card came. Pluribus keeps the street it searches lossless and
has 500 buckets on those after it (Brown and Sandholm 2019); so many are made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.tables.deal_tables import smallest_number
from riverboat.abstraction.tables.hand_tables import RUNOUTS, HandTables, runout_row
from riverboat.cards.card import FULL_DECK, HAND_CARDS, NUM_HANDS, card_names
from riverboat.cards.strength import ehs, win_tie_batch
from riverboat.games.rules.game import Game

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BINS: Final = 25
"""Classes of strength beside each kind of card on later streets: with 13 to 26 kinds, about Pluribus's 500 buckets."""

_FLUSH: Final = 3  # cards of a suit on a whole board that make one possible
_OTHER: Final = 4  # any suit that makes none


def board_tables(
    game: Game, board: Sequence[int], field: Floats, players: int, bins: int = BINS
) -> HandTables:
    """Return the buckets of a subgame that begins on a board.

    field: float64[hands], how likely a player is to hold each hand, which strengths are measured against. players: in
    the hand. bins: of strength on later streets. Games of one hole card, or of another deck, lose nothing.

    >>> from riverboat.games import nolimit_holdem
    >>> from riverboat.cards.card import parse_cards
    >>> board_tables(nolimit_holdem(), parse_cards("QsJh2d5c9d"), np.ones(1326), 3)
    HandTables('QsJh2d5c9d': 1 / 1 / 1 / 91)
    """
    boards, known = tuple(accumulate(game.board_cards)), len(board)
    is_holdem = game.hole_cards == 2 and game.deck == FULL_DECK and boards == (0, 3, 4, 5)
    hands = NUM_HANDS if game.hole_cards == 2 else 52
    tables: list[Ints] = []
    for shown in boards:
        if shown < known:
            tables.append(np.zeros(hands, np.int64))
        elif not is_holdem:
            tables.append(np.arange(RUNOUTS[shown - known] * hands))
        elif shown == known:
            tables.append(hand_classes(board))
        else:
            tables.append(_later(tuple(board), shown - known, field, players, bins))
    counts = tuple(int(table.max()) + 1 for table in tables)
    numbers = tuple(table.astype(smallest_number(count)) for table, count in zip(tables, counts, strict=True))
    return HandTables(numbers, counts, boards, game.hole_cards, game.deck, card_names(board), known=known)


def hand_classes(board: Sequence[int]) -> Ints:
    """Return the class of each hand on a board: int64[1326], numbered from 0.

    A hand is its ranks with the suits of which one more card, or none, makes three on the board; all other suits are
    one. On a flop, two cards of a suit that lies there once are told apart from others, too: both cards to come may
    make their flush. What is lost are cards that only others need.
    """
    missing = 5 - len(board)
    seen = np.bincount([card % 4 for card in board], minlength=4)
    suits = HAND_CARDS % 4
    front = np.where(seen + min(missing, 1) >= _FLUSH, np.arange(4), _OTHER)
    kind = (5 * (HAND_CARDS // 4) + front[suits]).astype(np.int64)
    both = (suits[:, 0] == suits[:, 1]) & (seen[suits[:, 0]] + missing == _FLUSH) & (missing == 2)
    code = 2 * (65 * kind.min(axis=1) + kind.max(axis=1)) + both
    free = ~np.isin(HAND_CARDS, board).any(axis=1)
    classes = np.zeros(NUM_HANDS, np.int64)
    classes[free] = np.unique(code[free], return_inverse=True)[1]
    return classes


def _later(board: tuple[int, ...], missing: int, field: Floats, players: int, bins: int) -> Ints:
    """Buckets of a street on which one or two cards have come: int64[runouts * 1326]."""
    kinds = _card_kinds(board)
    rests = list(combinations([card for card in range(52) if card not in board], missing))
    runouts = [(*board, *rest) for rest in rests]
    # Of two cards either may have come first: the kind of one of them stands for both.
    kind = np.unique([max(kinds[card] for card in rest) for rest in rests], return_inverse=True)[1]
    shares = shares_beaten(_scores(runouts), field, runouts)
    # To win against all, a hand must beat each: so the top is told more finely, the more players there are.
    worth = (shares + shares ** (players - 1)) / 2
    strength = np.minimum((worth * bins).astype(np.int64), bins - 1)
    table = np.zeros((RUNOUTS[missing], NUM_HANDS), np.int64)
    table[[runout_row(rest) for rest in rests]] = kind[:, None] * bins + strength
    return table.reshape(-1)


def _card_kinds(board: Sequence[int]) -> Ints:
    """The kind of each card that may come next: its rank, and whether it is the third of its suit or more."""
    seen = np.bincount([card % 4 for card in board], minlength=4)
    cards = np.arange(52)
    suit = np.where(seen[cards % 4] >= _FLUSH - 1, cards % 4, _OTHER)
    return np.asarray(5 * (cards // 4) + suit, np.int64)


def _scores(boards: Sequence[tuple[int, ...]]) -> Floats:
    """How strong hands are on each board, on rivers by whom they beat and before by what they may become."""
    if len(boards[0]) == 5:
        counts = win_tie_batch(np.array(boards, np.uint8)).astype(np.float64)
        return np.asarray(counts[:, :, 0] + counts[:, :, 1] / 2)
    return np.asarray(np.nan_to_num(np.array([ehs(None, board) for board in boards])))


def shares_beaten(scores: Floats, field: Floats, boards: Sequence[tuple[int, ...]]) -> Floats:
    """Return how much of a field each hand beats, equal ones by half: float64[boards, hands].

    scores: float64[boards, hands], higher is better. field: float64[hands].
    """
    blocked = np.stack([np.isin(HAND_CARDS, board).any(axis=1) for board in boards])
    weights = np.where(blocked, 0.0, field)
    order = np.argsort(scores, axis=1, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=1)
    ends = np.cumsum(np.take_along_axis(weights, order, axis=1), axis=1)
    begins = np.concatenate([np.zeros((len(scores), 1)), ends[:, :-1]], axis=1)
    new = np.concatenate([np.ones((len(scores), 1), np.bool_), ranked[:, 1:] > ranked[:, :-1]], axis=1)
    weaker = np.maximum.accumulate(np.where(new, begins, 0.0), axis=1)
    last = np.concatenate([new[:, 1:], np.ones((len(scores), 1), np.bool_)], axis=1)
    backwards = np.where(last, ends, np.inf)[:, ::-1]
    not_stronger = np.minimum.accumulate(backwards, axis=1)[:, ::-1]
    shares = np.empty_like(scores)
    total = np.maximum(ends[:, -1:], 1e-300)
    np.put_along_axis(shares, order, (weaker + not_stronger) / 2 / total, axis=1)
    return shares
