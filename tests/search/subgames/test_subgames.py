"""Ranges, menus and cuts: what a subgame is made of."""

import numpy as np
import pytest

import riverboat as rb
from riverboat.cards.card import parse_cards
from riverboat.games import Table, nolimit_holdem
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.search.subgames.cost import carried_cells, cells_within
from riverboat.search.subgames.menus import LADDER, Rung, raises_before, rung_menu
from riverboat.search.subgames.ranges import Ranges, after_action, meetings, on_board, told_ranges
from riverboat.search.subgames.subgame import cut_subgame

RIVER = tuple(parse_cards("Kh7c2d5s9h"))
TURN = RIVER[:4]
EVERY = Ranges((np.ones(1326), np.ones(1326)))


def table_after(*actions: int, game: rb.games.Game | None = None) -> Table:
    table = Table(game or nolimit_holdem())
    for action in actions:
        table.record(action)
    return table


def test_ranges_are_the_strategys_own_reach() -> None:
    cursor = rb.open("headsup").at("r2.5 c / k b50% c / k", "Kh7c2d5s")
    told = told_ranges(cursor, (0, 1))
    for seat in (0, 1):
        assert np.array_equal(told.weights[seat], cursor.reach(seat))
    held = on_board(told, TURN, cursor.table.game, (0, 1))
    assert all(weights.max() == 1 for weights in held.weights)
    assert not held.notes
    cards = hand_cards_of(cursor.table.game)
    assert all(not np.isin(cards[weights > 0], TURN).any() for weights in held.weights)


def test_a_line_that_no_hand_plays_is_told_and_widened() -> None:
    cursor = rb.open("headsup").at("r2.5 c / k b50% c / k", "Kh7c2d5s")
    reach, told = cursor.likely_reach(0)
    assert told
    assert reach.any()
    before = np.array([1.0, 0.5, 0.0])
    after, notes = after_action(before, np.array([0.0, 0.0, 1.0]), "BTN")
    assert np.array_equal(after, before)
    assert "BTN never plays so" in notes[0]


def test_ranges_that_the_board_empties_are_widened() -> None:
    game, cards = nolimit_holdem(), hand_cards_of(nolimit_holdem())
    only = np.zeros(1326)
    only[
        np.flatnonzero(
            (cards == parse_cards("KhKd")).all(axis=1) | (cards == parse_cards("KdKh")).all(axis=1)
        )
    ] = 1
    assert only.sum() == 1
    held = on_board(Ranges((only, np.ones(1326))), RIVER, game, (0, 1))
    assert held.sizes == (1081, 1081)
    assert "leaves BB no hand" in held.notes[0]
    other = np.zeros(1326)
    other[np.flatnonzero((cards == parse_cards("AsAd")).all(axis=1))] = 1
    met = on_board(Ranges((other, other)), RIVER, game, (0, 1))
    assert met.sizes == (1081, 1081)
    assert "held together" in met.notes[-1]


def test_meetings_are_the_pairs_without_a_common_card() -> None:
    rng = np.random.default_rng(1)
    cards = hand_cards_of(nolimit_holdem())
    first, second = (np.where(rng.random(1326) < 0.03, rng.random(1326), 0.0) for _ in range(2))
    plain = sum(
        first[i] * second[j]
        for i in np.flatnonzero(first)
        for j in np.flatnonzero(second)
        if not set(cards[i].tolist()) & set(cards[j].tolist())
    )
    assert meetings(first, second, cards) == pytest.approx(plain)


@pytest.mark.parametrize("rung", LADDER, ids=str)
@pytest.mark.parametrize("bet", [100, 137, 501, 9750])
def test_the_bet_that_was_made_is_there_to_the_chip(rung: Rung, bet: int) -> None:
    table = table_after(250, 0, 0, 0)
    assert bet in rung_menu(rung, table, bet).choices(table)
    table.record(bet)
    assert raises_before(table) == 0
    if bet == 137:
        for raised in (274, 411, 548, 685, 822):  # the smallest raises, over and over
            assert raised in rung_menu(rung, table, raised).choices(table)
            table.record(raised)


def test_the_finest_menu_that_the_seconds_carry() -> None:
    table = table_after(250, 0, 0, 0, 0, 0)
    assert table.round == 3
    river = cut_subgame(table, RIVER, EVERY, seconds=0.2)
    assert river is not None
    assert river.rung == LADDER[0]
    turn = table_after(250, 0, 0, 0)
    found = [cut_subgame(turn, TURN, EVERY, seconds=seconds) for seconds in (0.01, 1.0, 4, 1000)]
    assert found[0] is None
    places = [LADDER.index(one.rung) for one in found[1:] if one is not None]
    assert places == sorted(places, reverse=True)
    assert places[-1] == 0
    assert places[0] > 0
    for one in found[1:]:
        assert one is not None
        tree, game = one.setup.tree, one.setup.game
        boards = np.where(tree.round == 2, 1, 48)
        exact = float((np.diff(tree.first_choice) * boards).sum() * np.mean(one.ranges.sizes))
        assert one.cells == pytest.approx(exact)
        assert cells_within(one.setup.config, turn, one.ranges.sizes, one.cells * 0.99) is None
        assert one.cells <= carried_cells(1000)
        assert game == turn.game


def test_a_subgame_has_two_players() -> None:
    with pytest.raises(rb.RiverboatError, match="3 players are in the hand"):
        cut_subgame(table_after(game=nolimit_holdem(3)), (), EVERY, seconds=1)


def test_cards_of_folded_players_are_ignored_and_that_is_said() -> None:
    game = nolimit_holdem(6)
    table = table_after(-1, -1, -1, 250, -1, 0, 0, 0, 0, 0, game=game)
    found = cut_subgame(table, RIVER, EVERY, seconds=1)
    assert found is not None
    assert found.seats == (1, 5)
    assert "folded" in found.notes[-1]
