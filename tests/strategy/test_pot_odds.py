"""Last decisions of a hand by pot odds: right by plain sums, the same whoever asks, and only where rows are thin."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from tests.strategy.toy import flop_game

import riverboat as rb
from riverboat.cards.card import HAND_CARDS, hand_index, hand_name, parse_cards
from riverboat.cards.range import Range
from riverboat.evaluation.lbr.places import Place
from riverboat.evaluation.lbr.trained import TrainedOpponent
from riverboat.games import Table, nolimit_holdem
from riverboat.games.histories.line import parse_line
from riverboat.games.rules.action import act
from riverboat.strategy import Blueprint, open_blueprint
from riverboat.strategy.file.strategy_file import StrategyFile
from riverboat.strategy.lines.pot_odds import last_pots, pot_odds
from riverboat.strategy.opening import strategy_files

SPOTS = [
    ("r2.5 c / a", "As7d2c"),
    ("r2.5 c / k b50% a", "KsTd9c"),
    ("c k / k k / b100% a", "8h7d2c9s"),
    ("a", ""),
]


@pytest.fixture
def thin(monkeypatch: pytest.MonkeyPatch) -> Blueprint:
    """The heads-up strategy as if nothing in it were well trained."""
    monkeypatch.setattr("riverboat.strategy.lines.row_mix.WELL_TRAINED", 10**9)
    return Blueprint(open_blueprint("headsup").files)


@pytest.mark.parametrize(("line", "board"), SPOTS)
def test_a_call_is_what_equity_times_pot_says(thin: Blueprint, line: str, board: str) -> None:
    at = thin.at(line, board)
    table, other = at.table, 1 - at.state.seat
    pot, rng = 2 * (table.put_in[at.state.seat] + table.to_call), np.random.default_rng(1)
    for number in rng.choice(np.flatnonzero(at.buckets.held), 12, replace=False).tolist():
        decision = thin.query(hand_name(number), line, board)
        worth = pot * rb.equity(hand_name(number), at.range(other), board=board).equity
        assert decision.probability("c") == float(worth > table.to_call)
        assert decision.odds is not None
        assert decision.odds.worth(number) == pytest.approx(worth)
        assert any("it is the last decision" in note for note in decision.notes)
        assert any("wins back" in note for note in decision.notes)


@pytest.mark.parametrize(("line", "board"), SPOTS)
def test_whoever_asks_is_told_the_same(thin: Blueprint, line: str, board: str) -> None:
    at = thin.at(line, board)
    held, cards = np.flatnonzero(at.buckets.held), tuple(parse_cards(board))
    taken, every = tuple(at.table.taken), thin.grid(line, board)
    assert set(np.unique(every.strategy)) == {0.0, 1.0}
    actions, rows = thin.play_all(HAND_CARDS[held], taken, cards, thin.game)
    assert actions == (-1, 0)
    np.testing.assert_array_equal(rows, every.strategy)
    np.testing.assert_array_equal(thin(at.state), every.strategy)
    np.testing.assert_array_equal(
        thin.query_batch(HAND_CARDS[held], line, board).probabilities, every.strategy
    )
    fresh = Blueprint(thin.files)  # which finds each hand alone
    for place in range(0, len(held), 97):
        hand = tuple(HAND_CARDS[held[place]].tolist())
        assert list(fresh.play(hand, taken, cards, thin.game)[1]) == every.strategy[place].tolist()


def test_a_local_best_response_meets_them_where_they_count(thin: Blueprint) -> None:
    at = thin.at("r2.5 c / a", "As7d2c")
    opponent, board = TrainedOpponent(thin, thin.game), tuple(parse_cards("As7d2c"))
    place, reach = Place(at.table, at.line), at.reach(at.state.seat)
    held = np.flatnonzero(reach)
    actions, rows = opponent.rows(place, board, reach)
    np.testing.assert_array_equal(rows[:, held].T, at.play(held))
    folds = opponent.row(place, board, -1, reach)
    assert folds is not None
    np.testing.assert_array_equal(folds, rows[list(actions).index(-1)])
    trained = at.line.mix.strategy[at.buckets.many(held)]
    np.testing.assert_allclose(opponent.rows(place, board, 0 * reach)[1][:, held].T, trained, atol=1e-6)


def test_well_trained_rows_stay() -> None:
    strategy = open_blueprint("headsup")
    at = strategy.at("a")
    held = np.arange(1326)
    assert at.line.last_pots
    well = ~at.line.mix.thin[at.buckets.many(held)]
    assert well.any()
    np.testing.assert_array_equal(
        at.play(held)[well], at.line.mix.strategy[at.buckets.many(held)][well].astype(np.float64)
    )
    assert strategy.query("AKs", "a").odds is None


@pytest.mark.parametrize("name", ["headsup", "sixmax", "cfr-strength"])
def test_visits_of_all_buckets_are_those_of_each(name: str) -> None:
    file = open_blueprint(name).files[0]
    for row in range(0, 40, 7):
        every = file.visits_by_bucket(row)
        assert every.tolist() == [file.visits(row, bucket) for bucket in range(len(every))]


# --- where a call is the last decision -------------------------------------------------------------------------------


def _table(line: str, *stacks: float) -> Table:
    game = nolimit_holdem(
        len(stacks), stacks=[round(100 * stack) for stack in stacks], small_blind=50, big_blind=100
    )
    table = Table(game)
    for action in parse_line(line, game).actions:
        act(table, action)
    return table


def test_only_a_last_decision_has_pots() -> None:
    assert last_pots(_table("a", 100, 100)) == ((20_000, [0, 1]),)
    assert last_pots(_table("r10 a", 50, 100)) == ((10_000, [0, 1]),)  # what is not called goes back
    assert last_pots(_table("r10", 100, 100)) == ()
    assert last_pots(_table("", 100, 100)) == ()
    assert last_pots(_table("a f", 100, 100, 100)) == ((20_050, [1, 2]),)  # the small blind is dead
    assert last_pots(_table("a", 100, 100, 100)) == (
        (20_100, [0, 2]),
    )  # the big blind behind is taken to fold
    assert last_pots(_table("r10 c a", 100, 12, 100)) == ()  # who called ten calls two, and they see a flop
    assert last_pots(_table("a", 200, 50, 100)) == ((20_100, [0, 2]),)  # nobody can bet for what is left
    assert last_pots(_table("a c", 20, 100, 100)) == ((6_000, [0, 1, 2]), (16_000, [1, 2]))
    assert last_pots(_table("r10 a c", 60, 100, 20)) == ((6_000, [0, 1, 2]),)  # nothing of the side pot


def test_other_games_keep_their_rows() -> None:
    table = Table(flop_game(2))
    table.raise_to(10_000)
    assert last_pots(table) == ()


def test_bets_beyond_the_menu_keep_their_rows() -> None:
    alone = open_blueprint(strategy_files("headsup")[0])  # without the strategy of 200 big blinds
    at = alone.at("r2.5 c / k k / k k / a", "As7d2c9h3d", stack_bb=200)
    assert at.line.gone.beyond
    assert not at.line.last_pots


def test_a_range_that_the_strategy_never_has_is_every_hand_and_said(
    thin: Blueprint, monkeypatch: pytest.MonkeyPatch
) -> None:
    row_on = StrategyFile.row_on

    def without_all_in(file: StrategyFile, number: int, level: int) -> np.ndarray:
        played = row_on(file, number, level).copy()
        played[:, -1] = 0
        return played

    monkeypatch.setattr(StrategyFile, "row_on", without_all_in)
    decision = thin.query("KTs", "a")
    assert decision.odds is not None
    assert decision.odds.unknown == (1,)
    assert decision.odds.worth(decision.number) == pytest.approx(20_000 * rb.equity("KsTs", "random").equity)
    assert "BTN never plays so; what no hand does tells nothing of the range" in decision.assumed
    assert decision.assumed == thin.grid("a").assumed
    assert list(decision.assumed) == decision.to_dict()["assumed"]
    with pytest.raises(rb.RiverboatError, match="never plays"):
        thin.range(1, "a")


# --- what it is worth ------------------------------------------------------------------------------------------------


def _known(hands: dict[int, str]) -> Callable[[int], tuple[np.ndarray, bool]]:
    return lambda seat: (Range(hands[seat]).weights, True)


@pytest.mark.parametrize("shown", ["9c8d2h", "9c8d2h3s", ""])
def test_side_pots_are_played_for_one_by_one(shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.strategy.lines.pot_odds.SAMPLES", 1 << 20)
    table = _table("a c", 20, 100, 100)
    board = parse_cards(shown)
    odds = pot_odds(table, last_pots(table), tuple(board), _known({0: "KK", 2: "QQ,AK"}))
    main = rb.equity("JcTc", "KK", "QQ,AK", board=shown, method="exact").equity
    side = rb.equity("JcTc", "QQ,AK", board=shown).equity
    assert odds.worth(hand_index(*parse_cards("JcTc"))) == pytest.approx(
        6_000 * main + 16_000 * side, rel=0.03
    )
    assert odds.price == 9_900


def test_a_hand_that_the_others_leave_impossible_keeps_its_row() -> None:
    table = _table("a", 100, 100)
    odds = pot_odds(table, last_pots(table), tuple(parse_cards("2c3d4h")), _known({1: "AsAh"}))
    rows = np.array([[0.3, 0.7]])
    np.testing.assert_array_equal(odds.decide(rows, np.array([hand_index(*parse_cards("AsKs"))])), rows)
    both = np.array([hand_index(*parse_cards("AsKs")), hand_index(*parse_cards("2s2h"))])
    np.testing.assert_array_equal(odds.decide(np.tile(rows, (2, 1)), both), [[0.3, 0.7], [0.0, 1.0]])


def test_ranges_that_cannot_be_held_together_answer_nothing() -> None:
    table = _table("a c", 20, 100, 100)
    odds = pot_odds(table, last_pots(table), (), _known({0: "AsAh", 2: "AsAh"}))
    assert np.isnan(odds.every_worth).all()


def test_aces_call_any_number_of_all_ins() -> None:
    strategy = rb.open("sixmax")
    for line in ("a", "r2.5 a", "f f a", "f f r2.5 a"):
        for calls in range(5 - line.count("f") - ("r" in line)):
            asked = " ".join([line] + ["c"] * calls)
            assert strategy.query("AsAh", asked).probability("c") > 0.9, asked
