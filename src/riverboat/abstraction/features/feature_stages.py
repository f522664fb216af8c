"""How a feature key comes about, step by step, as the document tells it."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.abstraction.features.feature_rules import check_deal, feature_key
from riverboat.abstraction.features.feature_text import CATEGORIES, FeatureKey
from riverboat.cards.card import RANKS, CardsLike, card_names
from riverboat.cards.evaluator import best_cards
from riverboat.cards.hand_rank import MADE_OF


def feature_stages(hand: CardsLike, board: CardsLike) -> tuple[str, str, str, str]:
    """Return the cards, the ranks with F_b, the made hand with the rest of the table, and the key.

    The third step adds H_S and still lists the cards on the table that the made hand does not use; in the last they
    give way to P and ToK, and on flop and turn the draws come.

    >>> feature_stages("5s7c", "4s6d8dTdTh")
    ('5s7c-4s6d8dTdTh', '57-468TT-t', 'S8-TT-tf', 'S8-tf1f')
    """
    own, table = check_deal(hand, board, least=3)
    key = FeatureKey.parse(feature_key(own, table))
    name, flags = str(key).split("-")[:2]
    return (
        f"{card_names(own)}-{card_names(table)}",
        f"{_ranks(own)}-{_ranks(table)}-{flags[0]}",
        f"{name}-{_ranks(_unused(key, own, table))}-{flags[:2]}",
        str(key),
    )


def _unused(key: FeatureKey, hole: list[int], table: list[int]) -> list[int]:
    """Return the cards on the table that the made hand does not use; of equal ranks it uses the table's first."""
    made = best_cards(hole + table)[: MADE_OF[CATEGORIES.index(key.category)]]
    if key.category in ("F", "SF"):
        return [card for card in table if card not in made]
    needed, rest = [card // 4 for card in made], []
    for card in table:
        if card // 4 in needed:
            needed.remove(card // 4)
        else:
            rest.append(card)
    return rest


def _ranks(cards: Sequence[int]) -> str:
    return "".join(RANKS[card // 4] for card in sorted(cards))
