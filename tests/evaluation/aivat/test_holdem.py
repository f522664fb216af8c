"""AIVAT of hold'em hands: equities against plain counts, bots as they play, matches, files, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import riverboat as rb
from riverboat import _core
from riverboat.arena import HandStore
from riverboat.bots import Bot, make_bot
from riverboat.cards.card import HAND_CARDS, card_names, hand_index, parse_cards
from riverboat.cards.range import Range
from riverboat.errors import MatchError
from riverboat.evaluation import aivat_of
from riverboat.evaluation.aivat.heads_up import HeadsUp
from riverboat.evaluation.aivat.open_hands import OpenHands
from riverboat.games import nolimit_holdem, read_hands, write_hands
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL
from riverboat.solvers import uniform

TWO = ["blueprint:headsup", "blueprint:headsup(sampled)"]


def point_on(deals, hands, board):
    start = deals.start([tuple(parse_cards(hand)) for hand in hands], [])
    return start.dealt(tuple(parse_cards(board))) if board else start


@pytest.mark.parametrize("board", ["", "7h2c9dJs", "7h2c9dJs3s"])
def test_equities_of_two_hands_are_those_of_all_boards(board):
    boards, (first, _) = _core.matchup(
        [hand_index(*parse_cards(hand)) for hand in ("AsKs", "8d8c")], parse_cards(board), []
    )
    shares = point_on(HeadsUp(nolimit_holdem()), ["AsKs", "8d8c"], board).shares
    assert shares == pytest.approx([first[2] / boards / 2520, 1 - first[2] / boards / 2520], abs=1e-9)


def test_equities_of_ranges_are_exact_but_on_the_flop():
    deals = HeadsUp(nolimit_holdem())
    for board in ("7h2c9dJs", ""):
        point = deals.start([(), ()], [0, 1]).dealt(tuple(parse_cards(board)))
        ranges = tuple(
            np.asarray(Range(text).weights) * deals.free_of(point.board)
            for text in ("QQ+,AK:0.5", "22-99,T9s")
        )
        point = type(point)(deals, point.table, point.board, ranges)
        expected = rb.equity("QQ+,AK:0.5", "22-99,T9s", board=board)[0].equity
        assert point.shares[0] == pytest.approx(expected, abs=1e-9)


def test_flops_are_drawn_without_leaning():
    deals, found = HeadsUp(nolimit_holdem()), []
    boards, (first, _) = _core.matchup(
        [hand_index(*parse_cards(h)) for h in ("AsKs", "8d8c")], parse_cards("7s2s9d"), []
    )
    for seed in range(300):
        point = point_on(deals, ["AsKs", "8d8c"], "7s2s9d")
        deals.begin(seed)
        found.append(point.shares[0])
    error = np.std(found) / np.sqrt(len(found))
    assert abs(np.mean(found) - first[2] / boards / 2520) < 4 * error < 0.02


def test_open_hands_share_side_pots_by_equity():
    game = nolimit_holdem(3, stacks=(1000, 2000, 4000))
    held = ["AsAh", "KsKh", "7d2c"]
    point = point_on(OpenHands(game), held, "")
    for action in (4000, 0, 0):
        point = point.after(action, point.table.actor, None)
    payoffs = point.payoffs
    assert payoffs.sum() == pytest.approx(0)
    assert payoffs[0] == pytest.approx(3000 * point.shares[0] - 1000)
    exact = rb.equity(*held, method="exact")[0].equity
    assert point.shares[0] == pytest.approx(exact, abs=0.1)


@pytest.mark.parametrize(
    "name", ["blueprint:headsup", "blueprint:headsup(argmax)", "blueprint:headsup(sampled)"]
)
def test_all_hands_are_played_as_one_by_one(name):
    bot = make_bot(name)
    source, game = bot.source, bot.source.game
    for taken, board in (
        ((), ""),
        ((250, 0), "7h2c9d"),
        ((250, 0, 0, 375), "7h2c9d"),
        ((250, 0, 0, 0, 0), "7h2c9dJs3s"[:8]),
    ):
        cards = tuple(parse_cards(board))
        free = np.array([hand for hand in HAND_CARDS if not set(hand.tolist()) & set(cards)][::97], np.uint8)
        actions, rows = bot.play_all(free, taken, cards, game)
        assert rows.sum(axis=1) == pytest.approx(1)
        for hand, row in zip(free.tolist(), rows, strict=True):
            same, plain = source.play(tuple(hand), taken, cards, game)
            least = bot._acting.least
            kept = [
                p if p >= least or place == plain.index(max(plain)) else 0.0 for place, p in enumerate(plain)
            ]
            assert same == actions
            assert row == pytest.approx(
                np.array(kept if least else plain) / sum(kept if least else plain), abs=1e-6
            )


@pytest.fixture(scope="module")
def match():
    return rb.play_match(TWO, 50, seed=11, aivat=True, keep_every=1)


def test_a_match_says_what_its_hands_say(match):
    found = aivat_of(match.records, dict(zip(match.setting.names, map(make_bot, TWO), strict=True)))
    for bot in match.bots:
        assert bot.aivat.mean == pytest.approx(found.figure(bot.name).mean)
        assert bot.aivat.half_width == pytest.approx(found.figure(bot.name).half_width)
        assert bot.won.mean == pytest.approx(found.raw(bot.name).mean)
    assert found.is_open
    assert match.bots[0].aivat.mean == pytest.approx(-match.bots[1].aivat.mean)
    assert found.factor(TWO[0]) > 4
    difference = (found.aivat - found.won)[:, 0]
    assert abs(difference.mean()) < 4 * difference.std() / np.sqrt(len(difference))


def test_a_match_shows_all_three(match):
    plain = match.to_dict()["bots"][0]
    assert plain["aivat_bb_per_100"]["half_width"] < plain["adjusted_bb_per_100"]["half_width"]
    assert "aivat_bb_per_100" in match.to_pandas()
    assert "AIVAT" in repr(match)


def test_saved_and_written_hands_give_the_same(match, tmp_path):
    players = dict(zip(match.setting.names, map(make_bot, TWO), strict=True))
    few = match.records[:10]
    expected = aivat_of(few, players).aivat
    write_hands(few, tmp_path / "few.phhs")
    read = read_hands(tmp_path / "few.phhs").hands
    np.testing.assert_allclose(aivat_of(read, players).aivat, expected)
    rb.play_match(TWO, 10, seed=11, save=tmp_path / "hands")
    store = HandStore(tmp_path / "hands")
    np.testing.assert_allclose(
        aivat_of([store.hand(number) for number in range(1, 11)], players).aivat, expected
    )


def test_one_seat_of_a_file_is_enough(match):
    seen = [hand.seen_by(hand.names.index(TWO[0])) for hand in match.records[:12]]
    found = aivat_of([hand for hand in seen if hand.table().is_over], {TWO[0]: make_bot(TWO[0])}, "equity")
    assert not found.is_open
    assert np.isfinite(found.aivat).all()


def test_matches_with_aivat_go_on(tmp_path):
    options = {"seed": 5, "aivat": True, "series": 5}
    whole = rb.play_match(TWO, 10, **options)
    file = tmp_path / "match.json"

    def stop(result):
        if result.units == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rb.play_match(TWO, 10, checkpoint=file, watch=stop, **options)
    again = rb.play_match(TWO, 10, checkpoint=file, resume=True, **options)
    assert again.bots[0].aivat == whole.bots[0].aivat
    with pytest.raises(MatchError, match="of another match"):
        rb.play_match(TWO, 10, checkpoint=file, resume=True, seed=5, series=5)


class Broken(Bot):
    def act(self, view):
        if view.board:
            raise ValueError("a board")
        return CALL


def test_faults_of_somebody_unknown_change_nothing():
    bots = [TWO[0], Broken()]
    result = rb.play_match(bots, 20, seed=8, aivat=True, trust=True, keep_every=1)
    assert result.bots[1].faults
    found = aivat_of(result.records, {TWO[0]: make_bot(TWO[0])})
    assert result.bots[0].aivat.mean == pytest.approx(found.figure(TWO[0]).mean)


def test_six_handed():
    result = rb.play_match(["blueprint:sixmax", "shark", "fish"], 12, seed=2, aivat=True)
    assert sum(bot.aivat.mean for bot in result.bots) == pytest.approx(0, abs=1e-6)


def test_what_cannot_be_is_said():
    hand = Hand(nolimit_holdem(), (250, -1), ("QhQd", "AsKs"))
    with pytest.raises(MatchError, match="is no strategy"):
        aivat_of([hand], {"p1": 3})
    with pytest.raises(MatchError, match="a player is 'p9'"):
        aivat_of([hand], {"p9": uniform})
    with pytest.raises(MatchError, match="seats go from 0 to 1"):
        aivat_of([hand], {2: uniform})
    with pytest.raises(MatchError, match="give a menu"):
        aivat_of([hand], {0: uniform})
    with pytest.raises(MatchError, match="values is 'equty'"):
        aivat_of([hand], {}, "equty")
    for values, says in (
        (lambda point: [1.0], "values are"),
        (lambda point: [np.nan] * 2, "values are"),
        (len, "failed"),
    ):
        with pytest.raises(MatchError, match=says):
            aivat_of([hand], {0: rb.open("headsup")}, values)
    with pytest.raises(MatchError, match=r"hands is 0\.5"):
        aivat_of(0.5, {})
    with pytest.raises(MatchError, match="strategies is"):
        aivat_of([hand], [uniform])
    with pytest.raises(MatchError, match="there are no hands"):
        aivat_of([], {})
    with pytest.raises(rb.RiverboatError, match="the hand is not over"):
        aivat_of([Hand(nolimit_holdem(), (250,), ("QhQd", "AsKs"))], {}, "equity")
    with pytest.raises(MatchError, match="never does this: raise to 777 with AsKs"):
        aivat_of([Hand(nolimit_holdem(), (777, -1), ("QhQd", "AsKs"))], {1: rb.open("headsup")})
    with pytest.raises(MatchError, match="freeze-outs are won or lost"):
        rb.play_match(TWO, mode="freeze-out", aivat=True)
    assert card_names(HAND_CARDS[0].tolist()) == "2d2c"
