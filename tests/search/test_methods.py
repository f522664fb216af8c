"""The ways to solve wired together: safe kinds, flops to leaves, several players, and why nothing was solved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import riverboat as rb
from riverboat.bots import make_bot
from riverboat.errors import SolverError, StrategyError
from riverboat.games.rules.hand_numbers import hand_numbers
from riverboat.search import METHODS, Budget, Method, Search, SearchStrategy, open_search
from riverboat.search.safe.alternatives import alternatives
from riverboat.search.safe.kinds import SAFE_KINDS
from riverboat.search.safe.solved import solved_alternatives
from riverboat.search.safe.solving import opened
from riverboat.search.several import RingThought
from riverboat.search.thought import Thought, played_rows

BOARD = "Kh7c2d5s9h"
RIVER_LINE = "r2.5 c / k b50% c / k k / k"
THREE = "f f r2.5 f c c / k k k / k k k / k"


def thought_of(strategy: SearchStrategy, line: str, board: str = BOARD) -> Thought:
    found = strategy.at(line, board).thought  # type: ignore[attr-defined]
    assert isinstance(found, Thought)
    return found


# --- safe kinds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SAFE_KINDS)
def test_a_river_is_solved_by_every_safe_kind(kind: str) -> None:
    strategy = SearchStrategy(Search(rb.open("headsup"), Budget(0.6, iterations=20), streets={"river": kind}))
    thought = thought_of(strategy, RIVER_LINE)
    gate = thought.solution.solver.gate
    assert gate is not None
    assert gate.player == 1 - thought.player
    grid = strategy.grid(RIVER_LINE, BOARD)
    assert np.allclose(grid.strategy.sum(axis=1), 1)
    assert "from exact" not in grid.notes[0]


def test_no_hand_wins_more_than_the_blueprint_leaves_it() -> None:
    blueprint = rb.open("headsup")
    strategy = SearchStrategy(Search(blueprint, Budget(0.2, iterations=400), streets={"river": "maxmargin"}))
    cursor = strategy.at(RIVER_LINE, BOARD)
    solution, subgame = cursor.thought.solution, cursor.spot().thinking.subgame  # type: ignore[attr-defined]
    known = alternatives(opened(subgame.setup, 0), blueprint, 0)
    won = solution.solver.hand_values(0, kind="best")
    cards = solution.solver.hands[0].cards
    over = np.nan_to_num(won - known.best[hand_numbers(cards)])
    assert over.max() < 1e-4 * subgame.setup.pot  # 0.016 by unsafe solving


def test_alternatives_come_from_the_street_before_where_that_was_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    monkeypatch.setattr("riverboat.search.methods.alternatives", lambda *given, **more: asked.append(given))
    strategy = SearchStrategy(
        Search(rb.open("headsup"), Budget(0.6, iterations=12), streets={"turn": "unsafe", "river": "resolve"})
    )
    cursor = strategy.at(RIVER_LINE, BOARD)
    thought = cursor.thought  # type: ignore[attr-defined]
    assert not asked
    turn = thought_of(strategy, "r2.5 c / k b50% c / k", BOARD[:8])
    earlier = cursor.before._earlier(1)  # type: ignore[attr-defined]
    assert earlier.solution is turn.solution
    assert len(earlier.board) == 5
    known = solved_alternatives(earlier, 0)
    assert np.allclose(thought.solution.solver.gate.draws[0], known.best, equal_nan=True)


def test_alternatives_of_a_solution_are_those_of_the_strategy_asked_again() -> None:
    spot = rb.solve_spot(
        board="QsJh2h5c", oop="AA,QQ,KQs,76s,A5s", ip="AQs,KQs,JTs,TT,T9s", pot=100, stack=200, sizes="75%",
        iterations=50,
    )  # fmt: skip
    point = spot.at("k k /", "QsJh2h5c9d")
    search = Search(spot, Budget(iterations=10), streets={"river": "unsafe"})
    subgame = SearchStrategy(search).at("k k /", "QsJh2h5c9d").spot().thinking.subgame  # type: ignore[attr-defined]
    own = replace(
        subgame.setup,
        config=replace(spot.setup.config, start=subgame.setup.config.start, game=subgame.setup.config.game),
    )
    for player in (0, 1):
        known, again = solved_alternatives(point, player), alternatives(own, spot, player)
        both = np.isfinite(known.best) & np.isfinite(again.best)
        assert both.any()
        assert np.allclose(known.best[both], again.best[both], atol=0.05)
        assert np.allclose(known.expected[both], again.expected[both], atol=0.05)


# --- flops to leaves -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def to_leaves() -> SearchStrategy:
    return open_search("headsup", seconds=1, iterations=20, flop="leaves")


def test_a_flop_is_solved_to_its_leaves(to_leaves: SearchStrategy) -> None:
    line, board = "r2.5 c / k", BOARD[:6]
    thought = thought_of(to_leaves, line, board)
    assert thought.solution.solver.leaves is not None
    grid = to_leaves.grid(line, board)
    assert np.allclose(grid.strategy.sum(axis=1), 1)
    assert np.isfinite(grid.ev[grid.share > 0]).all()
    assert "up to the end of the street" in grid.notes[0]
    assert to_leaves.query("AsKd", line, board).has_values
    again = open_search("headsup", seconds=1, iterations=20, flop="leaves", threads=1).grid(line, board)
    assert np.array_equal(again.strategy, grid.strategy)


def test_ranges_on_the_turn_are_what_each_played_on_the_flop(to_leaves: SearchStrategy) -> None:
    flop, board = "r2.5 c / k", BOARD[:6]
    played = [thought_of(to_leaves, line, board) for line in ("r2.5 c /", flop)]
    bet = next(action for action in played[1].place.choices if action > 0)
    token = to_leaves.at(flop, board).options[played[1].place.choices.index(bet)].token
    turn = to_leaves.at(f"{flop} {token} c / k", BOARD[:8])
    weights = turn.spot().thinking.subgame.ranges.weights[1]  # type: ignore[attr-defined]
    expected = played[1].act(bet).reach(1)
    expected[weights == 0] = 0
    assert np.allclose(weights, expected / expected.max(), rtol=1e-5)
    assert np.allclose(turn.reach(1)[weights > 0] / turn.reach(1)[weights > 0].max(), weights[weights > 0])


def test_a_bet_that_the_flop_lacks_is_there_to_the_chip(to_leaves: SearchStrategy) -> None:
    subgame = to_leaves.at("r2.5 c / k b1.37", BOARD[:6]).spot().thinking.subgame  # type: ignore[attr-defined]
    assert subgame.extra == 137
    assert to_leaves.grid("r2.5 c / k b1.37", BOARD[:6]).has_values


def test_leaves_need_a_budget_and_a_later_street() -> None:
    assert not open_search("headsup", seconds=0.2, flop="leaves").grid("r2.5 c / k", BOARD[:6]).has_values
    with pytest.raises(StrategyError, match="the method of the river"):
        open_search("headsup", kind="leaves")


def test_hands_that_never_come_are_played_whatever_the_stacks(to_leaves: SearchStrategy) -> None:
    """The blueprint answers questions for 20 to 200 big blinds; who plays must act with 500, too."""
    game = rb.games.nolimit_holdem(2, stack_bb=500)
    point = to_leaves.at("r2.5 c / k", BOARD[:6])
    hands = point.state.hands
    actions, rows = to_leaves.play_all(hands, tuple(point.table.taken), point.board, game)
    known = played_rows(to_leaves.after(tuple(point.table.taken), point.board, game).playing, hands)[1]  # type: ignore[arg-type]
    assert not known.all()
    assert rows.shape == (len(hands), len(actions))
    assert np.allclose(rows.sum(axis=1), 1)


# --- several players -------------------------------------------------------------------------------------------


def test_three_players_are_left_to_the_blueprint_unless_somebody_asks() -> None:
    board = "QsJh2d5c9d"
    usual, ring = (open_search("sixmax", iterations=5, several=who) for who in ("blueprint", "ring"))
    assert usual.at(THREE, board).thought is None  # type: ignore[attr-defined]
    cursor = ring.at(THREE, board)
    thought = cursor.thought  # type: ignore[attr-defined]
    assert isinstance(thought, RingThought)
    assert thought.solution.iterations == 5000
    assert "for 3 players" in " ".join(cursor.notes)
    grid = cursor.grid()
    assert grid.strategy.shape[0] == 1081
    assert np.allclose(ring(cursor.state), grid.strategy)
    again = open_search("sixmax", iterations=5, several="ring").grid(THREE, board)
    assert np.array_equal(again.strategy, grid.strategy)
    flop = "f f r2.5 f c c / k"
    assert ring.at(flop, board[:6]).thought is None  # type: ignore[attr-defined]


def test_who_has_acted_keeps_to_what_he_played() -> None:
    strategy, board = open_search("sixmax", iterations=5, several="ring"), "QsJh2d5c9d"
    first = strategy.at(THREE.removesuffix(" k"), board)
    bet = strategy.at(f"{THREE} k b3.3", board)
    solution = bet.thought.solution  # type: ignore[attr-defined]
    kept, before = solution.rows(0, solution.subgame.board), first.grid()
    assert kept.shape == (1326, 4 + 1)
    shares = first.thought.solution.rows(0, solution.subgame.board)[:, 0]  # type: ignore[attr-defined]
    fits = before.reach > 0
    assert fits.any()
    assert np.abs(kept[:, 0] - shares)[np.flatnonzero(first._fits)].mean() < 0.02  # type: ignore[attr-defined]
    assert np.allclose(bet.reach(0)[first._fits], (first.reach(0) * shares)[first._fits])  # type: ignore[attr-defined]


def test_a_match_of_three_with_a_ring_search_repeats_itself() -> None:
    bots = ["search:sixmax(iterations=1,seconds=0.3,several=ring)", "fish", "fish"]
    first, again = (rb.play_match(bots, 6, seed=5, strict=True) for _ in range(2))
    assert first.to_dict() == again.to_dict()


# --- why nothing was solved, and names ---------------------------------------------------------------------------


def test_a_note_says_why_the_blueprint_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(task: object) -> None:
        raise SolverError("no memory today")

    monkeypatch.setitem(METHODS, "unsafe", Method(fails))  # type: ignore[arg-type]
    strategy = open_search("headsup", seconds=0.3, iterations=3)
    cursor = strategy.at(RIVER_LINE, BOARD)
    assert any("no memory today" in note and "blueprint" in note for note in cursor.notes)
    wanted = strategy.blueprint.query("AsKd", RIVER_LINE, BOARD).probabilities
    assert cursor.query("AsKd").probabilities == wanted


def test_a_note_says_that_the_budget_carries_nothing() -> None:
    cursor = open_search("headsup", seconds=0.001).at("r2.5 c / k k / k", BOARD[:8])
    assert any("carries no menu" in note for note in cursor.notes)


def test_names_of_kinds() -> None:
    named = rb.open("search:headsup(iterations=7, kind=maxmargin, flop=leaves)")
    assert isinstance(named, SearchStrategy)
    assert named.search.streets == {"flop": "leaves", "turn": "maxmargin", "river": "maxmargin"}
    assert make_bot("search:headsup(kind=resolve,flop=leaves)").source.search.streets == {  # type: ignore[attr-defined]
        "flop": "leaves",
        "turn": "resolve",
        "river": "resolve",
    }
    for wrong, problem in (
        ("search:headsup(kind=maxmargn)", "maxmargin"),
        ("search:headsup(flop=leafs)", "leaves"),
        ("search:sixmax(several=rings)", "ring"),
    ):
        with pytest.raises(StrategyError, match=problem):
            rb.open(wrong)
