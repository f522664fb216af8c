"""Solutions and blueprints are asked with the same words, and follow a hand by the same kind of cursor."""

from __future__ import annotations

import inspect
from pathlib import Path

import numpy as np
import pytest
from tests.strategy.toy import SolvedRows

import riverboat as rb
from riverboat.abstraction import Lossless
from riverboat.errors import CardError, GameError, HistoryError, RangeError, StrategyError
from riverboat.games import Hand, leduc, nolimit_holdem
from riverboat.solvers import Cursor, Solution
from riverboat.strategy import Blueprint, write_strategy

SPOT = {
    "board": "QsJh2h5c",
    "oop": "AA,QQ,KQs,76s",
    "ip": "AQs,KQs,JTs,TT",
    "pot": 100,
    "stack": 200,
    "sizes": "50% | 3x",
}


@pytest.fixture(scope="module")
def turn() -> Solution:
    return rb.solve_spot(**SPOT, iterations=60, threads=1)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[rb.Strategy, rb.Strategy]:
    """Leduc solved and opened from its file, and the same play as a strategy of fifteenths."""
    folder = tmp_path_factory.mktemp("face")
    solution = rb.solve("leduc", iterations=500)
    cards = Lossless(((1,), (1, 1)), leduc().deck)
    solution.save(folder / "leduc.rb")
    write_strategy(folder / "leduc.strategy", solution.tree, cards, SolvedRows(solution, cards), {})
    return rb.open(folder / "leduc.rb"), rb.open(folder / "leduc.strategy")


@pytest.mark.parametrize("name", ["at", "query", "grid", "range", "play", "start"])
def test_same_arguments_in_the_same_order(name: str) -> None:
    def arguments(kind: type[rb.Strategy]) -> list[tuple[str, object, object]]:
        return [
            (p.name, p.kind, p.default) for p in inspect.signature(getattr(kind, name)).parameters.values()
        ]

    assert arguments(Solution) == arguments(Blueprint) == arguments(rb.Strategy)


@pytest.mark.parametrize("line", ["", "k b", "k b c / Ks b", "b r c / Jh"])
def test_the_same_questions_get_the_same_answers(both: tuple[rb.Strategy, rb.Strategy], line: str) -> None:
    solved, trained = (strategy.grid(line) for strategy in both)
    assert solved.hands == trained.hands
    assert solved.actions == trained.actions
    assert solved.position == trained.position
    assert solved.state.title == trained.state.title
    np.testing.assert_allclose(solved.strategy, trained.strategy, atol=0.05)
    np.testing.assert_allclose(solved.reach, trained.reach, atol=0.1)
    for hand in solved.hands:
        one, other = (strategy.query(hand, line) for strategy in both)
        assert one.probabilities == pytest.approx(other.probabilities, abs=0.05)
        assert one.to_dict().keys() <= {*other.to_dict().keys(), "ev"}
    with pytest.raises(StrategyError, match="a range is of two-card hands"):
        both[0].range(0, line)


def test_evs_are_there_or_said_not_to_be(both: tuple[rb.Strategy, rb.Strategy]) -> None:
    solved, trained = both
    assert solved.query("Ks", "k b").has_values
    assert solved.query("Ks", "k b").ev == solved.grid("k b").ev[solved.grid("k b").index("Ks")]
    assert solved.query("Ks", "k b").action_evs[0] == 0  # folding
    assert not trained.query("Ks", "k b").has_values
    for answer, name in (
        (trained.query("Ks"), "ev"),
        (trained.grid(), "action_evs"),
        (trained.grid(), "equity"),
    ):
        with pytest.raises(StrategyError, match=r"has no (EVs|equities); a solution of the spot has them"):
            getattr(answer, name)


def test_the_board_may_stand_apart_or_in_the_line(turn: Solution) -> None:
    apart = turn.query("TsTd", "k k / k", "QsJh2h5c7d")
    inside = turn.query("TsTd", "k k / 7d k")
    assert apart.probabilities == inside.probabilities
    assert apart.equity == inside.equity
    assert turn.query("TdTs", "k k / 7d k", "JhQs2h5c7d").probabilities == inside.probabilities
    with pytest.raises(CardError, match="the line has the cards QsJh2h5c7d and the board is QsJh2h5c8d"):
        turn.query("TsTd", "k k / 7d k", "QsJh2h5c8d")
    with pytest.raises(CardError, match="begins on QsJh2h5c and is asked about the board 2c3c4c5c"):
        turn.query("TsTd", "k", "2c3c4c5c")
    with pytest.raises(StrategyError, match="on the river, where 5 cards lie; the board has 4 cards"):
        turn.query("TsTd", "k k / k")


def test_a_solution_takes_actions_and_records(turn: Solution) -> None:
    line = turn.query("AhAd", "k b50%")
    assert turn.query("AhAd", (0, 50)).probabilities == line.probabilities
    hand = Hand(turn.game, (0, 50), ("AhAd", ""), "QsJh2h5c")
    assert turn.query("AhAd", hand).probabilities == line.probabilities
    assert turn.query("AhAd", "k b50%", seat="OOP").probabilities == line.probabilities
    with pytest.raises(StrategyError, match=r"not the turn of 'IP': OOP \(seat 0\)"):
        turn.query("AhAd", "k b50%", seat="IP")
    with pytest.raises(StrategyError, match="plays the game that was solved"):
        turn.query("AhAd", game=nolimit_holdem())
    with pytest.raises(StrategyError, match="with other rules or stacks"):
        turn.query("AhAd", stack_bb=500)
    with pytest.raises(RangeError, match="OOP cannot hold '7h2c' here"):
        turn.query("7h2c")
    with pytest.raises(GameError, match="30 chips are not in the tree here"):
        turn.query("AhAd", (30,))


def test_a_range_is_the_product_of_own_probabilities(turn: Solution) -> None:
    first, second = turn.grid(), turn.grid("k b50%")
    found = turn.range("OOP", "k b50% c / 7d")
    for hand in ("AhAd", "QhQd", "KsQd" if "KsQd" in first.hands else "7s6s"):
        expected = first.probability(hand, "k") * second.probability(hand, "c")
        assert found.weight(hand) == pytest.approx(expected, abs=1e-9)
    assert turn.range("IP").weight("AsQd") == 0  # off suit: not in the range
    with pytest.raises(GameError, match="'UTG' is not a seat; with 2 players they are OOP, IP"):
        turn.range("UTG")


def test_a_cursor_goes_one_action_at_a_time(turn: Solution) -> None:
    def step_by_step(strategy: rb.Strategy, actions: list[int], deals: dict[int, str]) -> Cursor:
        cursor = strategy.start()
        for number, action in enumerate(actions):
            cursor = cursor.act(action)
            if number in deals:
                cursor = cursor.deal(rb.cards.parse_cards(deals[number]))
        return cursor

    solved = step_by_step(turn, [0, 0, 0], {1: "7d"})
    whole = turn.at("k k / 7d k")
    np.testing.assert_array_equal(solved.grid().strategy, whole.grid().strategy)
    np.testing.assert_array_equal(solved.reach(1), whole.reach(1))
    np.testing.assert_array_equal(solved.grid().ev, whole.grid().ev)
    six = rb.open("sixmax")
    trained = step_by_step(six, [-1, -1, -1, 275, -1, 0, 0], {5: "QsJh2h"})
    line = six.at("f f f r2.75 f c / QsJh2h k")
    np.testing.assert_array_equal(trained.grid().strategy, line.grid().strategy)
    assert trained.query("AsKd").probabilities == line.query("AsKd").probabilities
    assert trained.range("BTN") == line.range("BTN")


def test_a_new_decision_of_a_hand_plays_one_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is replayed: who knows the line before walks the last action alone, at the table and in training."""
    from riverboat.strategy.lines import trained_line, walk

    six = rb.open("sixmax")
    six.play((51, 46), (-1, -1, 250, -1), (), six.game)
    counted = dict.fromkeys(("table", "trained"), 0)

    def count(module: object, name: str) -> None:
        plain = module.act  # type: ignore[attr-defined]

        def counting(*arguments: object) -> object:
            counted[name] += 1
            return plain(*arguments)

        monkeypatch.setattr(module, "act", counting)

    count(trained_line, "table")
    count(walk, "trained")
    six.play((51, 46), (-1, -1, 250, -1, 0), (), six.game)
    assert counted == {"table": 1, "trained": 1}
    six.play((51, 46), (-1, -1, 250, -1, 0), (), six.game)
    assert counted == {"table": 1, "trained": 1}


def test_a_solution_plays_as_a_bot(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "turn.rb")
    bot = rb.bots.make_bot(f"blueprint:{tmp_path / 'turn.rb'}")
    actions, shares = bot.source.play((50, 49), (0, 50), tuple(rb.cards.parse_cards("QsJh2h5c")), turn.game)
    assert [option.action for option in turn.grid("k b50%").options] == list(actions)
    assert sum(shares) == pytest.approx(1)


def test_a_cursor_takes_words_and_refuses_what_cannot_be(turn: Solution) -> None:
    six = rb.open("sixmax")
    words = six.at("f f").act("r2.5").act("f c f").deal("QsJh2h")
    assert words.query("AsKd").probabilities == six.query("AsKd", "f f r2.5 f c f / QsJh2h").probabilities
    assert turn.at("k").act("b50%").query("AhAd").ev == turn.query("AhAd", "k b50%").ev
    assert "r2.5" in repr(words)
    with pytest.raises(StrategyError, match="where 3 cards lie; the board has no cards"):
        six.at("f f r2.5 f c").act(-1).query("AsKd")
    with pytest.raises(CardError, match="QsJh2h cannot be dealt on no board: no cards come here"):
        six.at("f f").deal("QsJh2h")
    with pytest.raises(CardError, match="9c9d cannot be dealt on QsJh2h5c: 1 cards come here"):
        turn.at("k").act("k").deal("9c9d")
    for over in (six.at("f f f f").act(-1), turn.at("b50").act(-1)):
        for ask in (
            lambda at: at.options,
            lambda at: at.grid(),
            lambda at: at.act(0),
            lambda at: at.range(0),
        ):
            with pytest.raises(StrategyError, match="the hand is over"):
                ask(over)
    with pytest.raises(StrategyError, match=r"give text, such as 'f f r2\.5', or actions in chips"):
        six.query("AsKd", ["f", "f"])
    with pytest.raises(CardError, match="begins on QsJh2h5c and is asked about the board QsJh2h"):
        turn.query("AhAd", "k", "QsJh2h")
    with pytest.raises(CardError, match="on a board suits matter"):
        turn.query("AKs")
    with pytest.raises(CardError, match="the card Qs is in the hand QsQd and on the board"):
        turn.query("QsQd")
    with pytest.raises(CardError, match="'AK' may be suited or not; write AKs or AKo"):
        six.query("AK")
    with pytest.raises(StrategyError, match="has no values of both players"):
        _ = six.grid("f f").players


def test_a_line_may_begin_where_the_tree_does_or_where_the_hand_does() -> None:
    config = rb.games.TreeConfig(
        "turn",
        rb.games.spot("QsJh2h", 100, 200),
        rb.games.menu_from_table({"every": {"bets": "50%", "raises": "3x"}}),
        start="k k /",
    )
    later = rb.solve(config, board="QsJh2h5c", ranges=("AA,QQ,76s", "KK,T9s,AQs"), iterations=10)
    relative = later.grid("k k / 9d")  # on the turn, then the river
    assert relative.line == "k k / 5c k k / 9d"
    for whole in ("k k / 5c k k / 9d", "QsJh2h k k / 5c k k / 9d", "[2h Jh Qs] k k / 5c k k / 9d"):
        np.testing.assert_array_equal(later.grid(whole).strategy, relative.strategy)
    np.testing.assert_array_equal(later.grid((0,) * 4, "QsJh2h5c9d").strategy, relative.strategy)
    with pytest.raises(HistoryError, match="the line begins on AsKsQs, and what is asked on QsJh2h"):
        later.grid("AsKsQs k")


def test_unknown_arguments_are_named(turn: Solution) -> None:
    for strategy in (turn, rb.open("headsup")):
        with pytest.raises(StrategyError, match="query has no argument 'stack'; did you mean 'stack_bb'"):
            strategy.query("AsAh", stack=40)  # type: ignore[call-arg]
