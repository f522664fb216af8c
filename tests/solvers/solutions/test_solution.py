"""Walking a solution: any board by its real cards, strategies, reach, EVs and equities."""

from __future__ import annotations

import gc
import json
import threading
import weakref

import numpy as np
import pytest

import riverboat as rb
from riverboat.cards import Range, card_names, parse_cards
from riverboat.errors import CardError, GameError, RangeError, SolverError, StrategyError
from riverboat.solvers import Solution, SolvedHands
from riverboat.solvers.asking.tree_cursor import tree_cursor

OOP, IP = "AA,QQ,55,AKs,KQs,T9s,76s", "KK,JJ,99,AQs,KJs,87s,65s"


def plain(text: str) -> Range:
    """Nearly the same range, in which no two suits are alike."""
    hands = sorted(dict(Range(text).hands()))
    return Range.from_hands({hand: 1 - 1e-9 * (i + 1) for i, hand in enumerate(hands)})


def solve(board: str, oop: str | Range = OOP, ip: str | Range = IP, **options: object) -> Solution:
    given: dict[str, object] = {
        "pot": 100,
        "stack": 250,
        "sizes": "75% | 3x",
        "precision": 64,
        "iterations": 30,
    }
    return rb.solve_spot(board=board, oop=oop, ip=ip, target_pot_percent=1e-6, **{**given, **options})  # type: ignore[arg-type]


def copy_strategy(source: Solution, to: Solution) -> None:
    """Write the strategy of one solution into another of the same tree that keeps every board."""
    tree = to.tree
    for number in range(tree.game.rounds):
        for index, board in enumerate(to.solver.boards(number)):
            deals = [[card] for card in board[len(to.solver.board) :]]
            real = source.real_hands._boards.find(deals)[-1]
            for node in range(int(tree.first_node[number]), int(tree.first_node[number + 1])):
                _, _, cards, class_of = to.solver.game.board_hands(number, index, to.solver.player_at(node))
                probabilities = source.real_hands.strategy(node, real)
                rows = {
                    tuple(c): p
                    for c, p in zip(
                        source.solver.hands[to.solver.player_at(node)].cards.tolist(),
                        probabilities,
                        strict=True,
                    )
                }
                table = np.empty((probabilities.shape[1], int(class_of.max()) + 1))
                for hand, place in zip(cards.tolist(), class_of.tolist(), strict=True):
                    table[:, place] = rows[tuple(hand)]
                to.solver.set_rows(node, index, table)


@pytest.mark.parametrize(
    ("board", "oop", "ip", "lines"),
    [
        ("8s8h2c2d", OOP, IP, ["", "k b75%", "b75% c / 7d", "b75% c / 7c k", "k k / 7h", "k k / Jc b75%"]),
        ("8s8h8d2d", OOP, IP, ["k k / Tc", "k k / Ts", "k k / Th b75%", "b75% a"]),
        (
            "Ts9s2s",
            "AKs,QQ",
            "AsJs,KK,87s",
            ["k", "k k / 3d", "k b75% c / 3h k k / 4d", "k k / 3c k b75% c / 4h", "k k / 4s k k / Ad k"],
        ),
    ],
)
def test_any_board_is_found(board: str, oop: str, ip: str, lines: list[str]) -> None:
    """The same strategies in a game without equal suits have the same accuracy, and at every node the same numbers."""
    short = solve(board, oop, ip, iterations=6)
    long = solve(board, plain(oop), plain(ip), iterations=1)
    assert short.solver.memory_bytes < long.solver.memory_bytes
    copy_strategy(short, long)
    accuracy = long.solver.accuracy()
    assert accuracy.values == pytest.approx(short.accuracy.values, abs=1e-5)
    assert accuracy.best == pytest.approx(short.accuracy.best, abs=1e-5)
    for line in lines:
        one, other = short.grid(line), long.grid(line)
        assert one.hands == other.hands
        np.testing.assert_allclose(one.strategy, other.strategy, atol=1e-7)
        for player in (0, 1):
            np.testing.assert_allclose(one.players[player].reach, other.players[player].reach, atol=1e-7)
            np.testing.assert_allclose(one.players[player].ev, other.players[player].ev, atol=1e-3)
        np.testing.assert_allclose(one.action_evs, other.action_evs, atol=1e-3)


def test_evs_add_up_to_the_pot_everywhere() -> None:
    solution = solve("QsJh2h5c", iterations=40)
    assert sum(solution.evs) == pytest.approx(100)
    for line in ("", "k", "k b75%", "b75%", "b75% c / 7d", "k b75% c / 2s k a"):
        node = solution.grid(line)
        assert sum(player.mean_ev for player in node.players) == pytest.approx(node.pot)
        assert sum(player.mean_equity for player in node.players) == pytest.approx(1)
        for player in node.players:
            assert player.share.sum() == pytest.approx(1)
        assert node.strategy.sum(axis=1) == pytest.approx(1)
        assert node.frequencies.sum() == pytest.approx(1)


def test_root_evs_are_those_of_the_engine() -> None:
    solution = solve("QsJh2h5c")
    node = solution.grid()
    for player in (0, 1):
        values = solution.solver.hand_values(player) + 50
        np.testing.assert_allclose(node.players[player].ev, values, atol=1e-6)
        assert node.players[player].mean_ev == pytest.approx(solution.evs[player])


def test_evs_of_the_last_decision_by_hand() -> None:
    """Facing all-in on the river: folding has 0, calling wins the pot against worse hands less what it costs."""
    solution = solve("QsJh2h5c9d", "AA,KQs", "JJ,T9s,76s", stack=100, sizes="none | none", all_in="always")
    node = solution.grid("a")
    assert node.actions == ("f", "c")
    assert node.action_evs[:, 0] == pytest.approx(0, abs=1e-9)
    jacks, nines = node.players[1].index("JsJd"), node.players[1].index("Tc9c")
    assert node.action_evs[jacks, 1] == pytest.approx(200)
    assert node.action_evs[nines, 1] == pytest.approx(-100)
    assert node.players[1].equity[jacks] == pytest.approx(1)
    np.testing.assert_allclose(node.ev, (node.strategy * node.action_evs).sum(axis=1))
    assert node.players[1].eqr[jacks] == pytest.approx(node.ev[jacks] / 200)


def test_ev_of_a_flop_node_is_the_mean_over_turns() -> None:
    solution = solve("Ts9s2s", "AKs,QQ", "AsJs,KK,87s", iterations=5)
    before = solution.grid("k")  # checking back deals the turn
    hand = "KhKd"
    place, check = before.players[1].index(hand), before.actions.index("k")
    total = weight = 0.0
    taken = set(parse_cards("Ts9s2s" + hand))
    for card in set(range(52)) - taken:
        node = solution.grid(f"k k / {card_names([card])}")
        there = node.players[1].index(hand)
        met = solution.real_hands.met(1, node.at.reaches)[node.at.fits(1)][there]
        total += node.players[1].ev[there] * met
        weight += met
    assert before.action_evs[place, check] == pytest.approx(total / weight, abs=1e-6)


def test_small_games_walk_too() -> None:
    kuhn = rb.solve("kuhn", iterations=3000)
    node = kuhn.grid("b")
    assert node.hands == ("Js", "Qs", "Ks")
    assert node.probability("Ks", "c") == pytest.approx(1)
    assert node.probability("Js", "c") == pytest.approx(0, abs=1e-3)
    assert node.probability("Qs", "c") == pytest.approx(1 / 3, abs=0.02)
    leduc = rb.solve("leduc", iterations=200)
    assert leduc.grid("k k / Ks b").board == "Ks"
    a, b = leduc.grid("b c / Ks"), leduc.grid("b c / Kh")
    np.testing.assert_allclose(a.strategy[:4], b.strategy[:4], atol=1e-12)
    with pytest.raises(SolverError, match="equities are for hold'em"):
        _ = node.equity
    with pytest.raises(RangeError, match="one hole card"):
        _ = node.players[0].range


@pytest.fixture(scope="module")
def spot() -> Solution:
    return solve("QsJh2h5c", sizes="33% 75% | 3x")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "k b40%",
            r"'b40%': 40 chips are not in the tree here; there are k, b33 \(33%\), b75 \(75%\)",
        ),
        ("k k", "on the river, where 5 cards lie; the board has 4 cards .* give 5, such as QsJh2h5c9d"),
        ("k k / Qs", "Qs"),
        ("k k / 7d k k", "the hand is over"),
        ("b75% f", "the hand is over"),
        ("q", "not an action"),
        ("k / 7d", "the street is not over"),
    ],
)
def test_bad_lines_say_what_is_there(spot: Solution, line: str, says: str) -> None:
    with pytest.raises((GameError, SolverError, ValueError), match=says):
        spot.grid(line)


def test_percentages_are_taken_as_shown() -> None:
    solution = solve("QsJh2h5c9d", pot=181, sizes="66.6% | 3x")
    assert solution.grid("b67%").line == solution.grid("b121").line == "b121"
    tree, board = solution.tree, parse_cards("QsJh2h5c9d")
    assert tree_cursor(tree, board, "QsJh2h5c9d k").node == tree_cursor(tree, board, "k").node


def test_hands_are_found_in_any_order(spot: Solution) -> None:
    node = spot.grid()
    assert node.players[0].index("KsAs") == node.players[0].index("AsKs")
    with pytest.raises(RangeError, match="cannot hold '7s2d'"):
        node.players[0].index("7s2d")
    with pytest.raises(CardError, match="the card Qs is in the hand Qs2d and on the board"):
        node.players[0].index("Qs2d")
    with pytest.raises(StrategyError, match="'b99' is not an action here"):
        node.probability("AsAh", "b99")


def test_output(spot: Solution) -> None:
    node: SolvedHands = spot.grid("k b75%")
    data = json.loads(json.dumps(node.to_dict()))
    assert data["line"] == "k b75"
    assert data["actions"][0]["name"] == "fold"
    assert len(data["hands"]) == len(node.hands)
    rows = node.to_csv().splitlines()
    assert len(rows) == len(node.hands) + 1
    assert rows[0].startswith("hand,")
    assert "#3b82f6" in node._repr_html_()
    assert "OOP to act" in repr(node)
    assert "exploitability" in repr(spot)
    assert spot.to_dict()["pot"] == 100


def test_two_threads_may_look_at_one_solution() -> None:
    solution = rb.solve_spot(
        board="QsJh2h5c",
        oop="AA,KK,QQ,AKs,76s",
        ip="AQs,KQs,JTs,TT",
        pot=100,
        stack=200,
        target_pot_percent=2,
    )
    expected, shape = solution.grid("k").action_evs, solution.grid("k").strategy.shape
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            assert solution.grid("k").strategy.shape == shape

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for _ in range(20):
            np.testing.assert_array_equal(solution.grid("k").action_evs, expected)
    finally:
        stop.set()
        reader.join()


def test_who_looks_into_a_solution_keeps_no_tables(spot: Solution) -> None:
    """Tables of gigabytes go when the solution does, not when the collector of cycles comes by."""
    solution = rb.solve_spot(
        board="QsJh2h5c", oop="AA,KK,QQ,76s", ip="AQs,KQs,JTs,TT", pot=100, stack=200, iterations=20
    )
    kept = weakref.ref(solution.solver)
    gc.disable()
    try:
        node = solution.grid("k b50%")
        assert np.isfinite(node.ev).any()
        assert node.players[1].mean_equity + node.players[0].mean_equity == pytest.approx(1)
        assert solution.query("AhAd", "k k / 7d").ev > 0
        assert solution.range("IP", "k").combos > 0
        del node, solution
        assert kept() is None
    finally:
        gc.enable()
