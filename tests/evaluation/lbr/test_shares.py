"""Shares of the pot against every hand, held to `rb.equity`."""

from __future__ import annotations

import numpy as np
import pytest

import riverboat as rb
from riverboat.cards.card import HAND_CARDS, card_names, parse_cards
from riverboat.evaluation.lbr.shares import Shares
from riverboat.games import nolimit_holdem
from riverboat.games.rules.presets import preset


@pytest.mark.parametrize("board", ["", "Ks7d2s", "Ks7d2s9s", "Ks7d2s9s2h"])
@pytest.mark.parametrize("game", ["nolimit-holdem", "short-deck"])
def test_hold_em_and_short_deck(game: str, board: str) -> None:
    if game == "short-deck":
        board = board.replace("2", "8")
        if not board:
            pytest.skip("376,992 boards are for nobody one by one")
    held = "AsQd"
    rules = nolimit_holdem() if game == "nolimit-holdem" else preset(game)
    shares = Shares(rules).against(tuple(parse_cards(held)), tuple(parse_cards(board)))
    taken = set(parse_cards(held)) | set(parse_cards(board))
    for number in np.random.default_rng(4).permutation(1326)[:40].tolist():
        cards = HAND_CARDS[number].tolist()
        if taken & set(cards) or not set(cards) <= set(rules.deck.cards):
            assert shares[number] == 0
            continue
        ranking = "holdem" if game == "nolimit-holdem" else "short-deck"
        found = rb.equity(held, card_names(cards), board=board, ranking=ranking)
        assert shares[number] == pytest.approx(found[0].equity, abs=1e-9)


def test_small_games_are_counted() -> None:
    shares = Shares(preset("leduc")).against(tuple(parse_cards("Ks")), ())
    queen, king = parse_cards("QhKh")
    assert shares[queen] == pytest.approx((1 + 2 + 0) / 4)  # Kh, both jacks, but not Qs, of four cards
    assert shares[king] == 0.5
