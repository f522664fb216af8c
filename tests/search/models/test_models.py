"""Situations, tendencies and what is fitted to hands, with and without shown cards."""

from __future__ import annotations

import numpy as np
import pytest

import riverboat as rb
from riverboat.arena import HandStore
from riverboat.bots import HandEnd, HandStart, make_bot
from riverboat.cards.card import hand_index, parse_cards
from riverboat.errors import BotError, SolverError
from riverboat.games import Table, nolimit_holdem
from riverboat.games.rules.action import act
from riverboat.search.models.observed import ObservedHand, fitted, observed_hands, seen_hand
from riverboat.search.models.response import restricted_response
from riverboat.search.models.situations import FACING, KINDS, choices_of_kinds, kind_of, situation_of
from riverboat.search.models.tendencies import BINS, Tendencies, strength_bins

GAME = nolimit_holdem()
BOARD = tuple(parse_cards("2c7d9hJcQs"))
FACES_HALF_POT = (FACING.index("small"), 3)


def at(*actions):
    table = Table(GAME)
    for action in actions:
        act(table, action)
    return table


@pytest.mark.parametrize(
    ("actions", "facing", "street"),
    [
        ((), "small", 0),  # half a blind into one
        ((0,), "checked to", 0),
        ((250,), "middle", 0),
        ((10_000,), "huge", 0),
        ((250, 0), "first", 1),
        ((250, 0, 0), "checked to", 1),
        ((250, 0, 250), "small", 1),
        ((250, 0, 0, 1000), "large", 1),
    ],
)
def test_what_is_faced(actions, facing, street):
    coarse, middle, fine = situation_of(at(*actions))
    assert coarse == (FACING.index(facing),)
    assert middle == (FACING.index(facing), street)
    assert fine[:2] == middle


def test_an_all_in_is_huge_however_small_it_is():
    table = at(6000, 0)
    assert KINDS[kind_of(table, 4000)] == "huge"
    assert choices_of_kinds([0, 1]) == [[0], [1], [1], [1], [1], [1]]


def test_tilted_rows_are_probabilities_and_go_to_what_was_seen():
    rng = np.random.default_rng(0)
    rows = rng.dirichlet([1, 1, 1, 1], 50)
    bins = rng.integers(0, BINS, 50)
    seen = Tendencies()
    before = seen.tilted([(2,)], [0, 1, 3, 5], rows, bins)
    assert (before == rows).all()  # nothing seen, nothing changed
    for one in range(BINS):
        seen.add([(2,)], np.full(1, one), np.ones(1) * 400, kind=1)
    after = seen.tilted([(2,), (2, 1)], [0, 1, 3, 5], rows, bins)
    assert np.allclose(after.sum(axis=1), 1)
    assert (after[:, 1] > 0.98).all()
    assert seen.observations == pytest.approx(400 * BINS)


def river_hands(holds, folds_below):
    """An opponent on the button who faces half a pot on the river and folds below a strength."""
    strengths = np.asarray(rb.ehs(None, BOARD))
    for cards in holds:
        folds = strengths[hand_index(*cards)] < folds_below
        shown = () if folds else tuple(cards)
        yield ObservedHand(GAME, (0, 0, 0, 0, 0, 0, 100, -1 if folds else 0), 1, BOARD, shown)


def test_hands_that_fold_are_known_by_those_that_call():
    """Folded cards are never seen; that strong hands call leaves the weak ones to fold."""
    rng = np.random.default_rng(3)
    free = [card for card in range(52) if card not in BOARD]
    holds = [sorted(rng.choice(free, 2, replace=False).tolist(), reverse=True) for _ in range(300)]
    headsup = rb.open("headsup")
    seen = [seen_hand(hand, headsup) for hand in river_hands(holds, 0.6)]
    counts = fitted(seen).counts[FACES_HALF_POT]
    weak, strong = counts[strength_bins([0.35, 0.75])]
    assert weak[0] > 0.9 * weak.sum()
    assert strong[0] < 0.1 * strong.sum()


def test_saved_hands_hide_what_was_not_shown(tmp_path):
    rb.play_match(["honest", "fish"], 40, seed=1, save=tmp_path / "hands")
    store = HandStore(tmp_path / "hands")
    hands = [store.hand(number + 1) for number in range(len(store))]
    seen = list(observed_hands(hands, "fish"))
    assert len(seen) == len(hands)
    for hand, one in zip(hands, seen, strict=True):
        assert bool(one.shown) == hand.table().is_showdown
        assert len(one.held) == 2
    assert not list(observed_hands(hands, "nobody"))


def test_the_bot_watches_and_refuses_what_it_cannot_play():
    bot = make_bot("exploit:headsup(p=0.5,after=200/1000)")
    assert bot.learns
    assert not bot.timed
    bot.start_hand(HandStart(GAME, 0, ("a", "b")))
    bot.end_hand(HandEnd(GAME, 0, (50, -50), ((), ()), (), ()))
    with pytest.raises(BotError, match="p is 2"):
        make_bot("exploit:headsup(p=2)")
    with pytest.raises(BotError, match="for two players"):
        make_bot("exploit:sixmax")
    with pytest.raises(SolverError, match="6 players"):
        restricted_response(rb.open("sixmax"), Tendencies(), 0.5)
