"""Strategies and their exact evaluation: against plain enumeration, OpenSpiel and figures that are known."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pyspiel
import pytest

import riverboat as rb
from riverboat.cards.card import Deck, parse_cards
from riverboat.errors import RiverboatError
from riverboat.evaluation import evaluate_strategy, exploitability, head_to_head
from riverboat.evaluation.filled import _boards
from riverboat.games import Game, Menu, Table, kuhn, leduc, menu_from_table
from riverboat.games.rules.action import act
from riverboat.solvers import (
    FullWidth,
    GameSetup,
    PublicState,
    Solution,
    Strategy,
    always_call,
    always_fold,
    game_setup,
    reference,
    solve,
    spot_setup,
    uniform,
)
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.strategy import ask
from riverboat.solvers.reference import best_response, deviation_gains, expected_values
from riverboat.solvers.reference.dealt import DealtTree, Streets, dealt_tree


def seeded(seed: int, *, suits: bool) -> Strategy:
    """Random play by what is known: betting, board and hand, with their suits or by the pattern of suits only."""

    def play(state: PublicState) -> np.ndarray:
        betting, board = tuple(state.table.taken), streets(state)
        return np.array(
            [
                random_row(seed, betting, key((tuple(hand), *board), suits), len(state.options))
                for hand in state.hands.tolist()
            ]
        )

    return play


@cache
def random_row(seed: int, betting: tuple[int, ...], cards: Streets, actions: int) -> list[float]:
    rng = random.Random(repr((seed, betting, cards)))
    row = [rng.random() * (rng.random() < 0.8) + 1e-3 for _ in range(actions)]
    return [share / sum(row) for share in row]


@cache
def key(cards: Streets, suits: bool) -> Streets:
    """Hand and board, in ascending order by street; without suits the first of all renamings."""
    renamings = [(0, 1, 2, 3)] if suits else permutations(range(4))
    return min(
        tuple(tuple(sorted(card // 4 * 4 + to[card % 4] for card in street)) for street in cards)
        for to in renamings
    )


def streets(state: PublicState) -> Streets:
    """The board street by street."""
    out, begin = [], 0
    for count in state.game.board_cards[: state.table.round + 1]:
        out.append(state.board[begin : begin + count])
        begin += count
    return tuple(out)


# --- oracles -----------------------------------------------------------------------------------------------


def plain_rows(tree: DealtTree, solver: FullWidth, strategies: list[Strategy]) -> list[list[float]]:
    """Ask about every information set of the enumerated game alone, one hand at a time."""
    rows = []
    for place in tree.places:
        table = solver.tree.table_at(place.node)
        options = options_at(table, solver.tree.choices(place.node))
        board = tuple(card for street in place.board for card in street)
        state = PublicState(table, board, np.array([place.hand], np.uint8), options)
        rows.append(ask(strategies[solver.player_at(place.node)], state)[0].tolist())
    return rows


def check(setup: GameSetup, strategies: list[Strategy], close: float = 1e-11) -> None:
    """Values and best answers are those of plain enumeration."""
    solver = setup.solver("cfr")
    tree = dealt_tree(solver, max_terminals=60_000)
    rows = plain_rows(tree, solver, strategies)
    found = evaluate_strategy(setup, strategies, threads=1)
    assert found.values == pytest.approx(expected_values(tree, rows)[:2], abs=close)
    for player in (0, 1):
        assert found.best[player] == pytest.approx(best_response(tree, rows, player)[0], abs=close)


def small(hole_cards: int, board_cards: tuple[int, ...], deck: Deck, ranking: str) -> Game:
    return Game(
        "small", 2, (5, 5), (0, 0), (1, 1), "no-limit", (0,) * len(board_cards), min_bet=1, deck=deck,
        hole_cards=hole_cards, board_cards=board_cards, ranking=ranking,
    )  # fmt: skip


POT = menu_from_table({"every": {"bets": "100%", "raises": "100%"}, "all_in": "never"})

SETUPS: dict[str, Callable[[], GameSetup]] = {
    "kuhn": lambda: game_setup("kuhn"),
    "leduc": lambda: game_setup("leduc"),
    "three suits, two streets": lambda: game_setup(
        small(1, (0, 1, 1), Deck("KA", "dhs"), "three-card"), POT
    ),
    "two cards each": lambda: game_setup(small(2, (0, 3), Deck("KA", "cdhs"), "holdem"), Menu()),
    "river": lambda: spot_setup(
        board="QsJh2h5c9d", oop="AA,QQ,76s", ip="AQs,JTs,TT:0.5", pot=10, stack=20, sizes="50% | a",
        rake=0.05, rake_cap=0.4,
    ).game_setup(),
    "turn": lambda: spot_setup(
        board="QsJh2h5h", oop="AhAd,AhAs,KcTc,KdTd", ip="AcAs,QdQc,8h7h,8d7d", pot=10, stack=5, sizes="a | a"
    ).game_setup(),
}  # fmt: skip


@pytest.mark.parametrize("suits", [False, True], ids=["suits alike", "suits apart"])
@pytest.mark.parametrize("name", SETUPS)
def test_random_play_against_enumeration(name: str, suits: bool) -> None:
    """Also play that tells suits apart which make no difference, on boards that the engine does not keep."""
    check(SETUPS[name](), [seeded(1, suits=suits), seeded(2, suits=suits)])


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@pytest.mark.parametrize("strategy", [uniform, always_call, always_fold])
def test_simple_play_against_enumeration(name: str, strategy: Strategy) -> None:
    check(SETUPS[name](), [strategy, strategy])
    check(SETUPS[name](), [strategy, uniform])


def test_known_figures() -> None:
    found = evaluate_strategy("kuhn", uniform)
    assert found.values == pytest.approx((0.125, -0.125), abs=1e-14)
    assert found.nash_conv == pytest.approx(11 / 12, abs=1e-14)
    assert exploitability("leduc", uniform) == pytest.approx(4.747222 / 2, abs=5e-7)


def test_leduc_against_open_spiel() -> None:
    """A random strategy by rank; OpenSpiel numbers J J Q Q K K from 0 to 5 and fold, call, raise from 0 to 2."""
    play = seeded(3, suits=False)
    game = pyspiel.load_game("leduc_poker")
    policy, ours = {}, leduc()
    ids = {card: number for number, card in enumerate(sorted(ours.deck.cards))}

    def walk(state: pyspiel.State, table: Table, holes: list[int], board: list[int]) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            for outcome, _ in state.chance_outcomes():
                card = next(card for card, number in ids.items() if number == outcome)
                dealt = ([*holes, card], board) if len(holes) < 2 else (holes, [card])
                walk(state.child(outcome), table, *dealt)
            return
        theirs = state.legal_actions()
        actions = [{0: -1, 1: 0, 2: None}[action] for action in theirs]
        raise_to = table.legal_actions.min_raise_to
        options = options_at(table, [raise_to if a is None else a for a in actions])
        hand = np.array([[holes[state.current_player()]]], np.uint8)
        row = ask(play, PublicState(table, tuple(board), hand, options))[0]
        policy[state.information_state_string()] = list(zip(theirs, row.tolist(), strict=True))
        for option, action in zip(options, theirs, strict=True):
            after = table.copy()
            act(after, option.action)
            walk(state.child(action), after, holes, board)

    walk(game.new_initial_state(), Table(ours), [], [])
    theirs = pyspiel.nash_conv(game, pyspiel.TabularPolicy(policy))
    assert evaluate_strategy("leduc", play).nash_conv == pytest.approx(theirs, abs=1e-10)


@pytest.mark.parametrize("game", [kuhn(players=3), kuhn(players=4)], ids=["three", "four"])
def test_more_players(game: Game) -> None:
    tree = reference.build_tree(game)
    found = evaluate_strategy(game, uniform)
    rows = reference.uniform(tree)
    assert found.values == pytest.approx(expected_values(tree, rows), abs=1e-14)
    assert found.gains == pytest.approx(deviation_gains(tree, rows), abs=1e-14)
    assert sum(found.values) == pytest.approx(0, abs=1e-14)


def test_every_player_has_his_own_strategy() -> None:
    """In three-player Kuhn only the second bets: nobody else puts in more than his ante unless he calls."""
    found = evaluate_strategy(kuhn(players=3), [always_fold, last_action, always_fold])
    assert found.values == (-1.0, 2.0, -1.0)
    with pytest.raises(RiverboatError, match="there are 2 strategies for 3 players"):
        evaluate_strategy(kuhn(players=3), [uniform, uniform])
    with pytest.raises(RiverboatError, match=r"whole limit games .* such as kuhn\(players=3\)"):
        evaluate_strategy(rb.games.nolimit_holdem(players=3), uniform, menu=POT)


def last_action(state: PublicState) -> np.ndarray:
    """Bet and raise whenever that can be done."""
    rows = np.zeros((len(state.hands), len(state.options)))
    rows[:, -1] = 1.0
    return rows


# --- suits -------------------------------------------------------------------------------------------------


def by_suit_of_the_board(state: PublicState) -> np.ndarray:
    """Bet where the board is a heart, check and call else: no two hands on one board are played in two ways."""
    bets = state.board and state.board[0] % 4 == 2
    return last_action(state) if bets else always_call(state)


def by_suit_of_the_hand(state: PublicState) -> np.ndarray:
    return np.where((state.hands[:, :1] % 4 == 2), last_action(state), always_call(state))


@pytest.mark.parametrize("play", [by_suit_of_the_board, by_suit_of_the_hand])
def test_play_by_suits_is_found_out(play: Strategy) -> None:
    setup = game_setup("leduc")
    check(setup, [play, uniform])
    check(setup, [uniform, play])


def test_trusted_suits_are_refused_where_they_are_seen_to_differ() -> None:
    with pytest.raises(
        RiverboatError, match=r"plays Jh at the start .* and Js at the start .* or be evaluated with trust"
    ):
        evaluate_strategy("leduc", by_suit_of_the_hand, trust_suits=True)
    trusted = evaluate_strategy("leduc", seeded(4, suits=False), trust_suits=True)
    asked = evaluate_strategy("leduc", seeded(4, suits=False))
    assert trusted == asked


def test_suits_that_no_range_tells_apart() -> None:
    """Nobody holds a heart or a diamond but together, and still the rivers of the two are played in two ways."""
    setup = spot_setup(board="QsJs2c5c", oop="AdAh", ip="KdKh,9s8s", pot=10, stack=10, sizes="a | a")

    def play(state: PublicState) -> np.ndarray:
        river = len(state.board) == 5 and state.board[-1] % 4 == 1
        return last_action(state) if river else always_call(state)

    check(setup.game_setup(), [play, uniform])
    check(setup.game_setup(), [uniform, play])


@pytest.mark.parametrize("name", SETUPS)
def test_every_board_is_asked_once(name: str) -> None:
    """The boards of the engine and the same ones in other suits are all that can be dealt."""
    setup = SETUPS[name]()
    solver = setup.solver("cfr")
    deck = [card for card in setup.game.deck.cards if card not in solver.board]
    first, seen = int(solver.game.first_round), dict[int, list[tuple[int, ...]]]()
    for board in _boards(solver, trust=False):
        seen.setdefault(board.round, []).extend([board.cards, *board.others])
    count, left = 1, len(deck)
    for number in range(first, setup.game.rounds):
        if number > first:
            for nth in range(setup.game.board_cards[number]):
                count = count * (left - nth) // (nth + 1)
            left -= setup.game.board_cards[number]
        assert len(seen[number]) == len(set(seen[number])) == count


# --- solutions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["leduc", "turn"])
def test_a_solution_is_as_good_as_it_says(name: str, tmp_path: Path) -> None:
    setup = SETUPS[name]()
    solution = solve(setup.config, iterations=20, board=setup.board, ranges=setup.ranges, precision=64)
    found = evaluate_strategy(setup, solution)
    assert found.values == pytest.approx(solution.accuracy.values, abs=1e-12)
    assert found.best == pytest.approx(solution.accuracy.best, abs=1e-12)
    asked = evaluate_strategy(setup, lambda state: solution(state))  # by real boards and hands
    assert asked.values == pytest.approx(found.values, abs=1e-12)
    assert asked.best == pytest.approx(found.best, abs=1e-12)
    solution.save(tmp_path / "solution.rb")
    opened = evaluate_strategy(setup, rb.open(tmp_path / "solution.rb"))
    assert opened.values == pytest.approx(found.values, abs=1e-2)
    assert opened.exploitability == pytest.approx(found.exploitability, abs=1e-2)


def test_locks_bind_the_solver_and_not_the_evaluation() -> None:
    """Who is locked gains nothing by what is left to him, and much by what is not."""
    solution = solve("kuhn", iterations=1000, locks=["b: f 1"])
    assert solution.exploitability < 1e-3
    assert exploitability(solution.setup, solution) == pytest.approx(0.742, abs=1e-3)
    check(solution.setup, [solution, solution])


def test_a_lock_that_tells_suits_apart(tmp_path: Path) -> None:
    """Its engine keeps more boards and hands than one of the same game without locks."""
    solution = solve("leduc", iterations=50, locks=[": b 1 @ Kh"])
    for setup in (solution.setup, game_setup("leduc")):
        check(setup, [solution, solution])
        check(setup, [uniform, solution])
        check(setup, [by_suit_of_the_hand, solution])
    solution.save(tmp_path / "solution.rb")
    check(solution.setup, [rb.open(tmp_path / "solution.rb")] * 2)


def test_a_solution_against_a_plain_function() -> None:
    solution = solve("leduc", iterations=50)
    check(game_setup("leduc"), [solution, seeded(5, suits=True)])


def answer(solution: Solution, setup: GameSetup, node: int = 0, hand: str = "AhAd") -> np.ndarray:
    table = setup.tree.table_at(node)
    options = options_at(table, setup.tree.choices(node))
    hands = np.array([sorted(parse_cards(hand), reverse=True)], np.uint8)
    return solution(PublicState(table, tuple(parse_cards(setup.board)), hands, options))


def test_solutions_say_what_they_do_not_know(tmp_path: Path) -> None:
    spot = {"board": "QsJh2h5h", "oop": "AhAd,KcTc", "ip": "QdQc,8d7d", "pot": 10, "stack": 40}
    solution = rb.solve_spot(**spot, sizes="50% | a", iterations=2)  # type: ignore[arg-type]
    assert answer(solution, solution.setup).sum() == pytest.approx(1)
    with pytest.raises(RiverboatError, match="no strategy for KsKh at the start on QsJh2h5h"):
        answer(solution, solution.setup, hand="KsKh")
    other = spot_setup(**spot, sizes="50% 100% | a").game_setup()  # type: ignore[arg-type]
    with pytest.raises(RiverboatError, match="there are k, b5, b10, and the solution knows the actions"):
        answer(solution, other)
    with pytest.raises(RiverboatError, match=r"does not know the line 'b10': raise to 10 is not in the tree"):
        answer(solution, other, other.tree.walk("b10"), "QdQc")
    with pytest.raises(
        RiverboatError, match="the solution begins on QsJh2h5h and is asked about the board QsJh2h5s"
    ):
        answer(solution, replace(solution.setup, board="QsJh2h5s"))
    with pytest.raises(RiverboatError, match="the solution of 'spot' is asked about 'leduc'"):
        evaluate_strategy("leduc", solution)
    solution.save(tmp_path / "turn.rb", drop="river")
    with pytest.raises(RiverboatError, match="has no river; save it without drop='river'"):
        evaluate_strategy(solution.setup, rb.open(tmp_path / "turn.rb"))


# --- head to head ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kuhn", "leduc", "turn"])
def test_head_to_head(name: str) -> None:
    setup, first, second = SETUPS[name](), seeded(6, suits=False), seeded(7, suits=False)
    found, back = head_to_head(setup, first, second), head_to_head(setup, second, first)
    assert found.seats == pytest.approx((-back.seats[1], -back.seats[0]), abs=1e-12)
    assert found.mean == pytest.approx(-back.mean, abs=1e-12)
    solver = setup.solver("cfr")
    tree = dealt_tree(solver, max_terminals=60_000)
    for player, pair in enumerate(([first, second], [second, first])):
        plain = expected_values(tree, plain_rows(tree, solver, pair))[player]
        assert found.seats[player] == pytest.approx(plain, abs=1e-11)
    assert head_to_head(setup, first, first).mean == pytest.approx(0, abs=1e-12)


def test_head_to_head_is_for_two() -> None:
    with pytest.raises(RiverboatError, match="'kuhn' has 3 players; head to head is for two"):
        head_to_head(kuhn(players=3), uniform, uniform)


# --- what strategies must not answer -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (np.full((3, 3), 1 / 3), r"shape \(3, 3\) at the start; it must be \(3, 2\), .* each of k, b"),
        ([[0.5, 0.5], [1.5, -0.5], [0.5, 0.5]], r"plays Qs at the start with \[1\.5, -0\.5\]"),
        ([[0.5, 0.5], [0.5, 0.5], [0.5, 0.4]], r"plays Ks at the start with \[0\.5, 0\.4\].*such as \[0\.5, 0\.5\]"),
        ([[np.nan, 1.0], [0.5, 0.5], [0.5, 0.5]], r"plays Js at the start with \[nan, 1\.0\]"),
        ([[np.inf, 1.0], [0.5, 0.5], [0.5, 0.5]], r"plays Js at the start with \[inf, 1\.0\]"),
        ("call", "the strategy failed at the start: could not convert"),
        (None, "shape"),
    ],
)  # fmt: skip
def test_senseless_answers_are_refused(rows: object, message: str) -> None:
    with pytest.raises(RiverboatError, match=message):
        evaluate_strategy("kuhn", lambda state: rows)  # type: ignore[arg-type, return-value]


def test_errors_name_line_and_board() -> None:
    def play(state: PublicState) -> np.ndarray:
        return uniform(state) * (2 if state.board else 1)

    with pytest.raises(RiverboatError, match=r"plays Qh after 'k k / Jh' on Jh with \[1\.0, 1\.0\]"):
        evaluate_strategy("leduc", play)
    with pytest.raises(
        RiverboatError, match="5 is not a strategy; give a Solution, a Blueprint or a function"
    ):
        evaluate_strategy("leduc", 5)  # type: ignore[arg-type]
    with pytest.raises(RiverboatError, match="a setup has its own menu"):
        evaluate_strategy(game_setup("leduc"), uniform, menu=Menu())
    with pytest.raises(RiverboatError, match="precision is 16; strategies are evaluated in 64 or 32 bits"):
        evaluate_strategy("leduc", uniform, precision=16)


def test_memory_is_known_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.solvers.gpu.card.available_memory", lambda: 2**30)
    with pytest.raises(RiverboatError, match=r"the tables need .* GiB and 1\.0 GiB are free"):
        evaluate_strategy("flop-holdem", uniform)


def test_tables_of_32_bits_and_progress() -> None:
    told: list[tuple[int, int]] = []
    found = evaluate_strategy(
        "leduc", seeded(8, suits=False), precision=32, progress=lambda *done: told.append(done)
    )
    assert found.values == pytest.approx(evaluate_strategy("leduc", seeded(8, suits=False)).values, abs=1e-6)
    assert told[-1][0] == told[-1][1] == len(told)
