"""Safe subgames on games that are judged exactly: never worse than the trunk, and in the order that papers find."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from riverboat.abstraction import small_game_buckets
from riverboat.errors import SolverError
from riverboat.evaluation import TranslatedStrategy, evaluate_strategy
from riverboat.games import Menu, leduc
from riverboat.search.safe import (
    SAFE_KINDS,
    Assembled,
    Trunk,
    alternatives,
    first_off_menu,
    opened,
    safe_gate,
    solve_nested,
    solve_safely,
    street_start,
)
from riverboat.solvers import (
    GameSetup,
    Solution,
    SolveOptions,
    StrategyLike,
    game_setup,
    solve,
    spot_setup,
    uniform,
)
from riverboat.solvers.solutions.solving import run_setup

SAFE = [name for name, kind in SAFE_KINDS.items() if kind.values == "best"]
OPTIONS = SolveOptions(iterations=400)


@cache
def coarse(first: int = 2, second: int = 3, seed: int | None = None) -> StrategyLike:
    """A strategy of Leduc by few buckets, or one that is drawn at random."""
    if seed is not None:
        return Random(seed)
    return solve(
        leduc(), ties=small_game_buckets(leduc(), (first, second), features="eb"), iterations=300, threads=1
    )


class Random:
    """Plays whatever it draws at each decision, the same whenever it is asked; suits are not told apart."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __call__(self, state) -> np.ndarray:  # type: ignore[no-untyped-def]
        ranks = [card // 4 for card in state.board]
        key = abs(hash((self.seed, tuple(state.table.taken), *ranks)))
        shares = np.random.default_rng(key).dirichlet(np.full(len(state.options), 0.5), 13)
        return np.asarray(shares[state.hands[:, 0] // 4])


@cache
def trunk_of(seed: int | None = None) -> Trunk:
    return Trunk(game_setup("leduc"), coarse(seed=seed), threads=1)


def assembled(trunk: Trunk, kind: str, trust: float = 0.0) -> Assembled:
    def subgame(taken: tuple[int, ...], board: tuple[int, ...], seat: int) -> Solution | None:
        point = trunk.at(taken, board)
        if not point.reach(seat).any():
            return None
        setup = trunk.subgame(point)
        if kind == "unsafe":
            return Solution.of(run_setup(setup, OPTIONS))
        known = trunk.alternatives(point, 1 - setup.root.in_hand.index(seat))
        return solve_safely(setup, trunk.strategy, seat, kind, options=OPTIONS, known=known, trust=trust)

    return Assembled(trunk.strategy, street_start(1), subgame)


@cache
def exploitable(kind: str, seed: int | None = None, trust: float = 0.0) -> float:
    found = assembled(trunk_of(seed), kind, trust)
    return evaluate_strategy("leduc", found, trust_suits=True, threads=1).exploitability


@pytest.mark.parametrize("kind", SAFE)
@pytest.mark.parametrize("seed", [None, 1, 2, 3, 4])
@pytest.mark.parametrize("trust", [0.0, 0.9])
def test_safe_kinds_are_never_worse_than_the_trunk(kind: str, seed: int | None, trust: float) -> None:
    """Whatever the trunk plays; up to how accurately subgames are solved."""
    assert exploitable(kind, seed, trust) < trunk_of(seed).exploitability + 0.01


def test_no_hand_gains_in_a_safe_subgame() -> None:
    """Every hand's best answer wins at most its alternative, and with maxmargin less by the same least margin."""
    trunk = trunk_of()
    point = trunk.at((0, 0), (46,))
    setup, known = trunk.subgame(point), trunk.alternatives(point, 1)
    least = {}
    for kind in ("resolve", "maxmargin"):
        solution = solve_safely(
            setup, trunk.strategy, 0, kind, options=SolveOptions(iterations=2000), known=known
        )
        hands = solution.solver.hands[1].cards[:, 0]
        margins = known.best[hands] - solution.solver.hand_values(1, kind="best")
        least[kind] = margins.min()
    assert least["resolve"] > -0.01
    assert least["maxmargin"] > least["resolve"] - 0.01


def test_the_order_of_the_papers() -> None:
    """On coarse buckets: unsafe may lose more than the trunk; then each refinement is better than the one before."""
    order = ["resolve", "maxmargin", "reach-maxmargin", "estimate", "reach-distributional"]
    found = [trunk_of().exploitability, *(exploitable(kind) for kind in order)]
    assert all(better < worse for worse, better in pairwise(found)), found
    assert exploitable("unsafe") > trunk_of().exploitability


def test_an_equilibrium_stays_one() -> None:
    trunk = Trunk(game_setup("leduc"), solve("leduc", iterations=2000, threads=1), threads=1)
    for kind in ("resolve", "maxmargin", "reach-maxmargin"):
        found = assembled(trunk, kind)
        assert evaluate_strategy("leduc", found, trust_suits=True).exploitability < 0.01


# --- values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [0, 1])
def test_values_of_a_trunk_are_those_of_the_subgame_alone(player: int) -> None:
    """One walk of the whole game, and the strategy filled into a game that begins at the point."""
    trunk = trunk_of(1)
    for taken, board in (((0, 0), (46,)), ((2, 4, 0), (39,)), ((0, 2, 0), (43,)), ((0,), ())):
        point = trunk.at(taken, board)
        setup = opened(trunk.subgame(point), player)
        alone, whole = (
            alternatives(setup, trunk.strategy, player, precision=64),
            trunk.alternatives(point, player),
        )
        hands = [card for card in leduc().deck.cards if card not in board]
        for kind in ("best", "expected"):
            assert getattr(whole, kind)[hands] == pytest.approx(getattr(alone, kind)[hands], abs=1e-9)


def test_gifts_are_what_better_actions_would_have_won() -> None:
    """Who checked and then called had two choices; each is compared with what the game is worth after it."""
    trunk = trunk_of(2)
    point = trunk.at((0, 2, 0), (46,))
    hands = [card for card in leduc().deck.cards if card != 46]
    expected = np.zeros(len(hands))
    for taken in ((), (0, 2)):
        here = trunk.at(taken, ())
        after = trunk.at((*taken, 0), ()) if len(taken) == 0 else None
        best = trunk.alternatives(here, 0).best[hands]
        if after is not None:
            expected += best - trunk.alternatives(after, 0).best[hands]
        else:  # the street ends: what follows is the mean over the cards that can come
            boards = list(leduc().deck.cards)
            follows = [trunk.alternatives(trunk.at((*taken, 0), (card,)), 0).best for card in boards]
            met = np.array([weights(trunk, (*taken, 0), card, hands) for card in boards])
            values = np.array([found[hands] for found in follows])
            expected += best - np.nansum(met * np.nan_to_num(values), axis=0) / met.sum(axis=0)
    assert trunk.alternatives(point, 0).best_gifts[hands] == pytest.approx(expected, abs=1e-9)
    assert (trunk.alternatives(point, 1).best_gifts[hands] >= 0).all()


def weights(trunk: Trunk, taken: tuple[int, ...], card: int, hands: list[int]) -> np.ndarray:
    """How likely a card is, with each hand of player 0: by the hands of player 1 that it leaves."""
    reach = trunk.at(taken, (card,)).reach(1)
    return np.array([0.0 if hand == card else reach.sum() - reach[hand] for hand in hands])


# --- nested ---------------------------------------------------------------------------------------------------

OOP, IP = "AA,QQ,JJ,KT,76s,A5s", "AQs,KQs,JTs,TT,99,87s"


def test_nested_answers_lose_less_than_translation() -> None:
    """A river where a size was held out: who bets it wins more from translation than from what is solved then."""
    spot, held_out = (
        spot_setup(board="QsJh2h5c9d", oop=OOP, ip=IP, pot=100, stack=300, sizes=sizes).game_setup()
        for sizes in ("100%", "40% 100%")
    )
    solution = solve_of(spot)
    trunk = Trunk(spot, solution, threads=1)
    known, more = spot.config.menu, held_out.config.menu
    translated = TranslatedStrategy(solution, known)
    nested = Assembled(
        translated,
        first_off_menu(known),
        lambda taken, board, seat: solve_nested(
            trunk, taken, board, more, options=SolveOptions(iterations=400)
        ),
    )
    before, after = (
        evaluate_strategy(held_out, played, trust_suits=True, threads=1).exploitability
        for played in (translated, nested)
    )
    assert solution.exploitability < 0.1
    assert after < 0.5 < before


def solve_of(setup: GameSetup) -> Solution:
    return Solution.of(run_setup(setup, SolveOptions(iterations=1500, threads=1)))


def test_a_nested_subgame_begins_with_a_bet() -> None:
    trunk = trunk_of(1)
    for taken in ((), (0, 0)):
        with pytest.raises(SolverError, match="ends with no bet to answer"):
            solve_nested(trunk, taken, (), Menu())


# --- what is asked --------------------------------------------------------------------------------------------


def test_bad_questions_are_told() -> None:
    setup = game_setup("leduc")
    with pytest.raises(SolverError, match=r"is not a kind of safe subgame.*did you mean 'maxmargin'"):
        safe_gate("maxmargn", 0, trunk_of(1).alternatives(trunk_of(1).at((0, 0), (46,)), 0))
    with pytest.raises(SolverError, match="seat 5 is not in the subgame; seats 0 and 1 are"):
        solve_safely(setup, uniform, 5)
    with pytest.raises(SolverError, match="trust"):
        opened(setup, 0, 2.0)


def test_the_same_question_has_the_same_answer() -> None:
    trunk = trunk_of(1)
    setup = trunk.subgame(trunk.at((0, 0), (46,)))
    first, second = (solve_safely(setup, trunk.strategy, 1, "maxmargin", options=OPTIONS) for _ in range(2))
    for name, table in first.solver.engine.tables().items():
        assert np.array_equal(table, second.solver.engine.tables()[name])
