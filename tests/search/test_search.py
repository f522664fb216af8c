"""The player who thinks at the table: asked, played with, interrupted, and asked nonsense."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import riverboat as rb
from riverboat.cards.card import parse_cards
from riverboat.errors import StrategyError
from riverboat.evaluation import exact_piece
from riverboat.games import nolimit_holdem
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.search import Budget, Search, SearchStrategy, open_search
from riverboat.search.thought import Thought
from riverboat.solvers.asking.public_state import PublicState

BOARD = "Kh7c2d5s9h"
TURN_LINE = "r2.5 c / k b50% c /"


@pytest.fixture(scope="module")
def strategy() -> SearchStrategy:
    return open_search("headsup", seconds=1, iterations=12)


def thought_of(strategy: SearchStrategy, line: str, board: str = BOARD, **asked: object) -> Thought:
    found = strategy.at(line, board, **asked).thought  # type: ignore[attr-defined, arg-type]
    assert isinstance(found, Thought)
    return found


def test_the_blueprint_plays_before_the_turn_and_the_solution_from_there_on(strategy: SearchStrategy) -> None:
    blueprint = strategy.blueprint
    for line, board in (("", ""), ("r2.5", ""), ("r2.5 c / k", BOARD[:6])):
        assert (
            strategy.query("AsKd", line, board).probabilities
            == blueprint.query("AsKd", line, board).probabilities
        )
        assert strategy.range(1, line, board) == blueprint.range(1, line, board)
    decision = strategy.query("AsKd", f"{TURN_LINE} k", BOARD[:8])
    assert decision.has_values
    assert decision.action_evs[0] == pytest.approx(decision.action_evs[0])
    assert "solved at the table" in " ".join(decision.notes)
    assert strategy.grid(f"{TURN_LINE} k", BOARD[:8]).has_values


def test_ranges_at_the_cut_are_the_blueprints_and_later_ones_the_solutions(strategy: SearchStrategy) -> None:
    start = thought_of(strategy, TURN_LINE, BOARD[:8])
    for seat in (0, 1):
        ours, theirs = start.reach(seat), strategy.blueprint.at(TURN_LINE, BOARD[:8]).reach(seat)
        kept = ours > 0
        assert np.allclose(ours[kept], theirs[kept] / theirs.max(), rtol=1e-5)
        assert theirs[~kept].sum() < 0.01 * theirs.sum()
    bet = strategy.at(f"{TURN_LINE} k", BOARD[:8])
    token = next(option.token for option in bet.options if option.action > 0)
    played = thought_of(strategy, f"{TURN_LINE} k", BOARD[:8])
    choice = played.place.choices.index(next(o.action for o in bet.options if o.token == token))
    river = strategy.at(f"{TURN_LINE} k {token} c / k", BOARD)
    subgame = river.spot().thinking.subgame  # type: ignore[attr-defined]
    expected = played.act(played.place.choices[choice]).reach(1)
    expected[np.isin(hand_cards_of(strategy.game), parse_cards(BOARD)).any(axis=1)] = 0
    weights = subgame.ranges.weights[1]
    assert np.allclose(weights[weights > 0], (expected / expected.max())[weights > 0], rtol=1e-5)
    assert np.allclose(river.reach(1)[weights > 0] / river.reach(1).max(), weights[weights > 0], rtol=1e-5)


def test_a_bet_that_the_tree_lacks_is_solved_to_the_chip_and_what_was_played_before_stays(
    strategy: SearchStrategy,
) -> None:
    before = thought_of(strategy, f"{TURN_LINE} k", BOARD[:8])
    bet = thought_of(strategy, f"{TURN_LINE} k b3.33", BOARD[:8])
    assert bet.table.bets[1] == 333
    assert bet.solution is not before.solution
    subgame = strategy.at(f"{TURN_LINE} k b3.33", BOARD[:8]).spot().thinking.subgame  # type: ignore[attr-defined]
    assert subgame.extra == 333
    assert subgame.setup.root.actor == 1
    weights = subgame.ranges.weights[
        0
    ]  # who checked before comes with the hands that the first solution checks
    checked = before.reach(0)
    assert np.allclose(weights[weights > 0], (checked / checked.max())[weights > 0], rtol=1e-5)
    again = thought_of(strategy, f"{TURN_LINE} k", BOARD[:8])
    assert np.array_equal(again.strategy, before.strategy)


def test_it_answers_any_hands_and_options_as_a_strategy(strategy: SearchStrategy) -> None:
    cursor = strategy.at(f"{TURN_LINE} k", BOARD[:8])
    state = cursor.state
    assert len(state.hands) == 1128
    rows = strategy(state)
    assert rows.shape == (1128, len(state.options))
    assert np.allclose(rows.sum(axis=1), 1)
    fewer = PublicState(state.table, state.board, state.hands[:5], state.options[:2])
    assert np.allclose(strategy(fewer).sum(axis=1), 1)
    actions, shares = strategy.play(
        tuple(parse_cards("AsKd")), tuple(state.table.taken), state.board, strategy.game
    )
    assert shares == pytest.approx(strategy.query("AsKd", f"{TURN_LINE} k", BOARD[:8]).probabilities)
    assert actions == tuple(option.action for option in state.options)


def test_the_same_question_has_the_same_answer_with_iterations() -> None:
    line = f"{TURN_LINE} k b3.33 c / k"
    grids = [
        open_search("headsup", seconds=1, iterations=5, threads=threads).grid(line, BOARD).strategy
        for threads in (1, 2)
    ]
    assert np.array_equal(*grids)


def test_any_strategy_may_stand_behind_it_and_what_plays_is_what_was_solved() -> None:
    spot = rb.solve_spot(
        board="QsJh2h5c", oop="AA,QQ,KQs,76s,A5s", ip="AQs,KQs,JTs,TT,T9s", pot=100, stack=200, sizes="75%",
        target_pot_percent=0.02,
    )  # fmt: skip
    search = SearchStrategy(Search(spot, Budget(iterations=300), streets={"river": "unsafe"}))
    line, board = "k k / k", "QsJh2h5c9d"
    solution = search.at(line, board).thought.solution  # type: ignore[attr-defined]
    judged = exact_piece(search, "k k /", board, menu=solution.setup.config.menu)
    assert judged.percent == pytest.approx(solution.pot_percent, abs=0.01)
    assert judged.percent < 0.5
    assert np.allclose(judged.evs, solution.evs, atol=0.1)


def test_the_best_answer_to_the_blueprint_gains_from_it() -> None:
    blueprint = rb.open("headsup")
    line, board = "r2.5 c / k k / k k / k", BOARD
    best = SearchStrategy(Search(blueprint, Budget(iterations=100), streets={"river": "fixed"}))
    cursor = best.at(line, board)
    solution = cursor.thought.solution  # type: ignore[attr-defined]
    free = open_search("headsup", iterations=100).at(line, board).thought.solution  # type: ignore[attr-defined]
    assert solution.solver.locks
    assert not free.solver.locks
    assert solution.evs[1] >= free.evs[1] - 0.01 * solution.setup.pot


# --- bad input and bad moments -----------------------------------------------------------------------------------


@pytest.mark.parametrize("budget", [Budget(seconds=0), Budget(iterations=0)])
def test_a_budget_of_nothing_leaves_it_to_the_blueprint(budget: Budget) -> None:
    blueprint = rb.open("headsup")
    search = SearchStrategy(Search(blueprint, budget))
    line = f"{TURN_LINE} k"
    assert (
        search.query("AsKd", line, BOARD[:8]).probabilities
        == blueprint.query("AsKd", line, BOARD[:8]).probabilities
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"seconds": -1}, "seconds is -1"),
        ({"iterations": 1.5}, "iterations is 1.5"),
        ({"accuracy": 0}, "accuracy is 0"),
    ],
)
def test_budgets_that_make_no_sense(words: dict[str, float], problem: str) -> None:
    with pytest.raises(StrategyError, match=problem):
        Budget(**words)  # type: ignore[arg-type]


def test_names() -> None:
    named = rb.open("search:headsup(iterations=7, seconds=0.5)")
    assert isinstance(named, SearchStrategy)
    assert named.search.budget == Budget(0.5, 7)
    for wrong, problem in (
        ("search:headsup(iteration=7)", "did you mean|iterations"),
        ("search:headsup(seconds=soon)", "seconds is 'soon'"),
        ("search:", "no strategy that searches"),
        ("search:headsop", "headsop"),
    ):
        with pytest.raises(rb.RiverboatError, match=problem):
            rb.open(wrong)
    with pytest.raises(StrategyError, match="the method of the river"):
        Search(rb.open("headsup"), streets={"river": "magic"})


def test_an_opponent_who_raises_as_little_as_he_may_ten_times() -> None:
    search = open_search("headsup", seconds=0.3, iterations=4)
    line = f"{TURN_LINE} k k / b1 r2 r3 r4 r5 r6 r7 r8 r9 r10"
    grid = search.grid(line, BOARD)
    assert grid.has_values
    assert np.allclose(grid.strategy.sum(axis=1), 1)
    assert search.query("AsKd", line, BOARD).probabilities


@pytest.mark.parametrize("stack_bb", [0.01, 1, 7, 500])
def test_any_stack_is_played(stack_bb: float) -> None:
    game = nolimit_holdem(2, stack_bb=stack_bb)
    result = rb.play_match(
        ["search:headsup(iterations=3,seconds=0.3)", "fish"],
        6,
        game=game,
        seed=3,
        duplicate=True,
        strict=True,
    )
    assert result.hands >= 6


def test_lines_that_the_blueprint_never_plays_are_answered_with_a_note() -> None:
    search = open_search("headsup", seconds=0.3, iterations=3)
    decision = search.query("7s2h", "r2 r99 c / k k / k k / k", BOARD, stack_bb=200)
    assert decision.notes


def test_an_interrupt_plays_the_best_so_far() -> None:
    search = open_search("headsup", seconds=600, accuracy=1e-9)
    over = threading.Event()

    def interrupt() -> None:  # again and again: on a busy machine the thinking may begin after the first
        while not over.wait(0.5):
            search.search.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    grid = search.grid("r2.5 c / k k / k k / k", BOARD)  # 600 seconds are longer than a test may take
    over.set()
    thread.join()
    assert grid.has_values
    assert "iterations" in grid.notes[0]


def test_what_is_solved_is_remembered_while_the_hand_lasts(strategy: SearchStrategy) -> None:
    first = thought_of(strategy, f"{TURN_LINE} k", BOARD[:8]).solution
    assert thought_of(strategy, f"{TURN_LINE} k", BOARD[:8]).solution is first
    strategy.search.forget()
    assert thought_of(strategy, f"{TURN_LINE} k", BOARD[:8]).solution is not first


def test_every_decision_may_have_a_subgame_of_its_own() -> None:
    search = SearchStrategy(Search(rb.open("headsup"), Budget(0.3, 4), cut="decision"))
    thought = thought_of(search, "r2.5 c / k k / k k / b3 r9", BOARD)
    assert thought.place.path == ()
    assert thought.table.actor == 0


def test_six_handed_after_folds() -> None:
    search = open_search("sixmax", seconds=0.3, iterations=4)
    grid = search.grid("f f f r2.5 f c / k k / k k / k", BOARD)
    assert grid.has_values
    assert any("folded" in note for note in grid.notes)


def test_the_bot_repeats_itself() -> None:
    bots = ["search:headsup(iterations=4,seconds=0.3)", "blueprint:headsup"]
    first, again = (rb.play_match(bots, 12, seed=5) for _ in range(2))
    assert first.to_dict() == again.to_dict()
    assert not first.bots[0].faults
