"""Feature keys the slow way: from the definitions, with sets and every choice of five cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from riverboat.abstraction import FeatureRules
from riverboat.cards.card import RANKS

NAMES = ["H", "P", "PP", "T", "S", "F", "FH", "Q", "SF"]
ACE = 12


def key_of(hole: list[int], board: list[int], rules: FeatureRules) -> str:
    if not board:
        low, high = sorted(hole)
        return RANKS[low // 4] + RANKS[high // 4] + ("s" if low % 4 == high % 4 else "u")
    category, ranks = max(made(five) for five in combinations(hole + board, 5))
    name = NAMES[category]
    named = 2 if name in ("PP", "FH") else 1
    kicker = best_kicker(name, ranks[named:], hole, board) if rules.kicker else ""
    suits, pairs, trips = table(board)
    flags = tell(rules.suits, suits, 3) + tell(rules.top, top_held(name, ranks, hole, board))
    flags += tell(rules.pairs, pairs) + "ft"[trips]
    text = name + "".join(RANKS[rank] for rank in ranks[:named]) + kicker + "-" + flags
    if not rules.draws or len(board) == 5:
        return text
    if category >= 5:
        return text + "-" + ("0" if rules.suits == "count" else "f") + "0"
    return text + "-" + tell(rules.suits, flush_draw(hole, board), 4) + str(straight_draw(hole, board))


def tell(how: str, value: int, least: int = 1) -> str:
    return str(value) if how == "count" else "ft"[value >= least]


def made(five: tuple[int, ...]) -> tuple[int, list[int]]:
    counts = Counter(card // 4 for card in five)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush, top = len({card % 4 for card in five}) == 1, straight_top(set(counts))
    if top is not None:
        return (8 if flush else 4), [top]
    if flush:
        return 5, ranks
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), ranks


def straight_top(ranks: set[int]) -> int | None:
    values = ranks | ({-1} if ACE in ranks else set())
    return max((top for top in range(3, 13) if set(range(top - 4, top + 1)) <= values), default=None)


def table(board: list[int]) -> tuple[int, int, bool]:
    values = Counter(card // 4 for card in board).values()
    return max(Counter(card % 4 for card in board).values()), list(values).count(2), 3 in values


def in_play(name: str, cards: list[int], everything: list[int]) -> set[int]:
    """Return the ranks of cards that may be part of the made hand: those of the flush suit if it is a flush."""
    if name not in ("F", "SF"):
        return {card // 4 for card in cards}
    suit = Counter(card % 4 for card in everything).most_common(1)[0][0]
    return {card // 4 for card in cards if card % 4 == suit}


def top_held(name: str, ranks: list[int], hole: list[int], board: list[int]) -> int:
    if name in ("P", "PP", "T", "FH", "Q"):
        return [card // 4 for card in hole].count(ranks[0])
    order = [ranks[0], ranks[0] - 1] if name in ("S", "SF") else ranks[:2]
    shared = in_play(name, board, hole + board)
    own = in_play(name, hole, hole + board) - shared
    return 0 if order[0] not in own else 1 if order[1] not in own else 2


def best_kicker(name: str, kickers: list[int], hole: list[int], board: list[int]) -> str:
    own = in_play(name, hole, hole + board) - in_play(name, board, hole + board)
    playing = own & set(kickers)
    return RANKS[max(playing)] if playing else ""


def flush_draw(hole: list[int], board: list[int]) -> int:
    most = max(sum(card % 4 == suit for card in hole + board) for suit in {card % 4 for card in hole})
    return most if most + 5 - len(board) >= 5 else 0


def straight_draw(hole: list[int], board: list[int]) -> int:
    """Try every card that may come."""
    good = set()
    now = straight_top({card // 4 for card in hole + board}) or 0
    for card in set(range(52)) - set(hole + board):
        mine = straight_top({other // 4 for other in [*hole, *board, card]}) or 0
        tables = straight_top({other // 4 for other in [*board, card]}) or 0
        if mine > max(now, tables):
            good.add(card // 4)
    return min(len(good), 2)
