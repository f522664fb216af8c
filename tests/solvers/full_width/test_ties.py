"""Tied information sets: the engine against plain CFR on sets keyed by row and bucket, and what ties promise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import riverboat as rb
from riverboat.cards.card import Deck
from riverboat.cards.evaluator import evaluate_batch
from riverboat.errors import SolverError
from riverboat.games import Game, Menu, build_tree, kuhn, leduc, menu_from_table, spot
from riverboat.solvers import solve
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.setup import game_setup
from riverboat.solvers.full_width.ties import RankBuckets
from riverboat.solvers.reference import (
    Chance,
    Node,
    Terminal,
    expected_values,
    exploitability,
    regret_matching,
)
from riverboat.solvers.reference.dealt import DealtTree, Place, dealt_tree, strategy_rows
from riverboat.solvers.runs.looks import NoLooks
from riverboat.solvers.runs.run import Goal, Look, Run
from riverboat.solvers.solutions.checkpoint import read_checkpoint, write_checkpoint
from riverboat.solvers.update_rules.rules import update_rule

Cards = Sequence[int]
Key = tuple[int, int]  # row and bucket


class By:
    """Buckets from a function of round, board and hand."""

    def __init__(self, counts: Sequence[int], bucket_of: Callable[[int, Cards, Cards], int]) -> None:
        self.counts, self.bucket_of = counts, bucket_of

    def count(self, number: int, /) -> int:
        return self.counts[number]

    def buckets(self, number: int, board: Cards, hands: npt.NDArray[np.uint8], /) -> npt.NDArray[np.uint32]:
        return np.array([self.bucket_of(number, board, hand) for hand in hands.tolist()], np.uint32)


def rank(card: int) -> int:
    return card // 4


# --- the oracle: CFR in plain Python whose information sets are rows and buckets ------------------------------


class TiedCFR:
    """Sets are keyed by row and bucket. In a walk the strategy is fixed; regrets add up over all nodes of a set.

    Averages add up over all hands and boards of a set: range weight × chance of the board × own reach × probability.
    """

    def __init__(
        self, solver: FullWidth, tree: DealtTree, ties: By | RankBuckets, rule: str, *, alternating: bool
    ) -> None:
        self.tree, self.rule, self.alternating = tree, update_rule(rule), alternating
        self.keys = [self.key(solver, place, ties) for place in tree.places]
        self.weight = [
            dict(zip(map(tuple, hands.cards.tolist()), hands.weights.tolist(), strict=True))
            for hands in solver.hands
        ]
        self.strategy: dict[Key, list[float]] = {}
        for key, info in zip(self.keys, tree.info_sets, strict=True):
            self.strategy.setdefault(key, [1 / len(info.actions)] * len(info.actions))
            assert len(self.strategy[key]) == len(info.actions)
        self.regrets = {key: [0.0] * len(row) for key, row in self.strategy.items()}
        self.sums = {key: [0.0] * len(row) for key, row in self.strategy.items()}
        self.iterations = 0

    def key(self, solver: FullWidth, place: Place, ties: By | RankBuckets) -> Key:
        number = int(solver.tree.round[place.node])
        board = [card for street in place.board for card in street]
        (bucket,) = ties.buckets(number, board, np.array([place.hand], np.uint8)).tolist()
        return int(solver.tree.row[place.node]), bucket

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterations += 1
            found = []
            for seat in (0, 1):
                found.append(self.walk(seat))
                if self.alternating:
                    self.learn(found.pop())
            for instant in found:
                self.learn(instant)

    def learn(self, instant: dict[Key, list[float]]) -> None:
        t = self.iterations
        for key, row in instant.items():
            self.regrets[key] = self.rule.add(self.regrets[key], row, t)
            self.strategy[key] = regret_matching(self.rule.target(self.regrets[key], row, t))

    def walk(self, seat: int) -> dict[Key, list[float]]:
        instant: dict[Key, list[float]] = defaultdict(list)
        seen = set()
        keep = dict.fromkeys(self.sums, self.rule.keep_average(self.iterations))

        def value(node: Node, own: float, others: float, board: float) -> float:
            if isinstance(node, Terminal):
                return node.payoffs[seat]
            if isinstance(node, Chance):
                each = zip(node.probabilities, node.children, strict=True)
                return sum(p * value(child, own, others * p, board * p) for p, child in each)
            key = self.keys[node.info]
            strategy = self.strategy[key]
            if node.seat != seat:
                each = zip(strategy, node.children, strict=True)
                return sum(p * value(child, own, others * p, board) for p, child in each)
            if node.info not in seen:
                seen.add(node.info)
                share = own * board * self.weight[seat][self.tree.places[node.info].hand]
                each = zip(self.sums[key], strategy, strict=True)
                self.sums[key] = [s * keep[key] + share * p for s, p in each]
                keep[key] = 1.0
            values = [
                value(child, own * p, others, board) for p, child in zip(strategy, node.children, strict=True)
            ]
            mean = sum(p * v for p, v in zip(strategy, values, strict=True))
            before = instant[key] or [0.0] * len(values)
            instant[key] = [r + others * (v - mean) for r, v in zip(before, values, strict=True)]
            return mean

        assert isinstance(self.tree.root, Chance)  # the hands; only boards count in averages
        for p, child in zip(self.tree.root.probabilities, self.tree.root.children, strict=True):
            value(child, 1.0, p, 1.0)
        return instant

    def rows(self, *, current: bool) -> list[list[float]]:
        """By information set of the whole game."""
        rows = self.strategy if current else {key: regret_matching(row) for key, row in self.sums.items()}
        return [rows[key] for key in self.keys]


JACK = rank(Deck("J", "s").cards[0])

COARSE = By(
    (2, 6),
    lambda number, board, hand: (rank(hand[0]) > JACK + 1) + 2 * sum(map(rank, board)) - 2 * number * JACK,
)
"""Leduc: J and Q are one before the flop and after it; nothing that was known is forgotten."""

PAIRED = By(
    (3, 2), lambda number, board, hand: rank(hand[0]) == rank(board[0]) if board else rank(hand[0]) - JACK
)
"""Leduc: after the flop one knows only whether one has a pair, and has forgotten one's own card."""

SMALL = Game(
    "small", 2, (14, 14), (0, 0), (4, 4), "no-limit", (0, 0), min_bet=1, deck=Deck("9TJQKA", "dhs"),
    hole_cards=2, board_cards=(3, 1), ranking="holdem",
)  # fmt: skip
SMALL_MENU = menu_from_table({"every": {"bets": "50%", "raises": "a"}, "all_in": "never"})
SMALL_RANGES = ("AA:0.5,KQs", "KK:0.25,AJs,QQ")
HIGH = By((3, 4), lambda number, board, hand: rank(hand[0]) % 3 + (number and rank(board[-1]) >= JACK))
"""By the highest card and, roughly, the last card of the board; the boards before it are one."""

CASES = {
    "J and Q are one": (leduc(), Menu(), "own", COARSE, {}),
    "forgets its card": (leduc(), Menu(), "own", PAIRED, {}),
    "shared rows": (leduc(), Menu(), "round-actions", RankBuckets(leduc()), {}),
    "all of it": (leduc(), Menu(), "round-actions", PAIRED, {}),
    "suits and ranges": (SMALL, SMALL_MENU, "pot-stack", HIGH, {"board": "9sTsJs", "ranges": SMALL_RANGES}),
}


@cache
def enumerated(case: str) -> DealtTree:
    game, menu, rows, _, options = CASES[case]
    return dealt_tree(FullWidth(build_tree(game, menu, rows=rows), **options))  # type: ignore[arg-type]


@pytest.mark.parametrize(("rule", "alternating"), [("cfr+", True), ("dcfr", True), ("pdcfr+", False)])
@pytest.mark.parametrize("case", CASES)
def test_ties_are_the_reference_to_ten_digits(case: str, rule: str, alternating: bool) -> None:
    game, menu, rows, ties, options = CASES[case]
    tree = build_tree(game, menu, rows=rows)
    solver = FullWidth(tree, rule=rule, ties=ties, alternating=alternating, threads=1, **options)  # type: ignore[arg-type]
    dealt = enumerated(case)
    plain = TiedCFR(solver, dealt, ties, rule, alternating=alternating)
    for iterations in (1, 4):
        solver.run(iterations)
        plain.run(iterations)
        for current in (False, True):
            for info, ours, expected in zip(
                dealt.info_sets,
                strategy_rows(dealt, solver, current=current),
                plain.rows(current=current),
                strict=True,
            ):
                assert ours == pytest.approx(expected, abs=1e-10), (iterations, current, info)
    average = plain.rows(current=False)
    accuracy = solver.accuracy()  # in the whole game: who answers best tells all hands apart
    assert accuracy.values == pytest.approx(expected_values(dealt, average), abs=1e-10)
    assert accuracy.exploitability == pytest.approx(exploitability(dealt, average), abs=1e-10)


# --- nothing tied, nothing changed ---------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["cfr", "cfr+"])
@pytest.mark.parametrize("game", [kuhn(), leduc()], ids=lambda game: game.name)
def test_lossless_ties_are_no_ties(game: Game, rule: str) -> None:
    """Ranks are all there is to these games, so neither they nor buckets of one class each change a thing."""
    tree = build_tree(game, Menu())
    free = FullWidth(tree, rule=rule, threads=1)
    free.run(30)
    dealt = dealt_tree(free)
    for ties in (RankBuckets(game), "lossless"):
        tied = FullWidth(tree, rule=rule, threads=1, ties=ties)  # type: ignore[arg-type]
        tied.run(30)
        ours, expected = strategy_rows(dealt, tied), strategy_rows(dealt, free)
        np.testing.assert_allclose(np.concatenate(ours), np.concatenate(expected), atol=1e-10)
        assert tied.accuracy().exploitability == pytest.approx(free.accuracy().exploitability, rel=1e-10)


# --- a spot --------------------------------------------------------------------------------------------------

TURN = build_tree(spot("QsJh2h5c", pot=20, stacks=40), SMALL_MENU, rows="pot-stack")
TURN_RANGES = ("QQ+,AKs,JTs,76s:0.5", "TT+,AQs+,KQs,98s:0.25,A5s")


class ByStrength:
    """Buckets of hands that are about as strong on the board as it lies."""

    def __init__(self, buckets: int) -> None:
        self.many = buckets

    def count(self, number: int, /) -> int:
        return self.many

    def buckets(self, number: int, board: Cards, hands: npt.NDArray[np.uint8], /) -> npt.NDArray[np.uint32]:
        cards = np.hstack([hands, np.broadcast_to(np.array(board, np.uint8), (len(hands), len(board)))])
        return (evaluate_batch(cards).astype(np.int64) * self.many // 7463).astype(np.uint32)


def turn(ties: ByStrength | None = None, rule: str = "dcfr", **options: object) -> FullWidth:
    options = {"threads": 1, **options}
    return FullWidth(TURN, board="QsJh2h5c", ranges=TURN_RANGES, rule=rule, ties=ties, **options)  # type: ignore[arg-type]


def test_an_abstract_strategy_gets_better_and_stays_behind() -> None:
    """Fewer numbers, and a strategy that is worth less in the whole game the coarser it is."""
    free, fine, coarse = turn(), turn(ByStrength(200)), turn(ByStrength(10))
    assert coarse.memory_bytes < fine.memory_bytes < free.memory_bytes / 2
    first = {}
    for solver in (free, fine, coarse):
        solver.run(5)
        first[solver] = solver.accuracy().exploitability
        solver.run(95)
    last = [solver.accuracy().exploitability for solver in (free, fine, coarse)]
    assert last[1] < 0.5 * first[fine]
    assert last[2] < first[coarse]
    assert 5 * last[0] < last[1] < last[2]


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("precision", [32, 64])
def test_threads_change_only_the_rounding(precision: int, alternating: bool) -> None:
    """Each thread has its own sums of boards that are settled beforehand: the same bits for the same threads."""
    options = {"precision": precision, "alternating": alternating, "rule": "pcfr+"}
    one, two, again = (turn(ByStrength(50), threads=threads, **options) for threads in (1, 2, 2))
    for solver in (one, two, again):
        solver.run(3)
    close = {32: 1e-4, 64: 1e-12}[precision]
    for name, table in two.engine.tables().items():
        np.testing.assert_array_equal(table, again.engine.tables()[name])
        other = one.engine.tables()[name]
        assert np.abs(table - other).max() < close * np.abs(other).max()
    assert two.accuracy().values == pytest.approx(one.accuracy().values, abs=10 * close)


def test_fewer_bits_are_judged_in_64() -> None:
    half, whole = turn(ByStrength(50), precision=32), turn(ByStrength(50))
    for solver in (half, whole):
        solver.run(20)
    assert half.accuracy().exploitability == pytest.approx(whole.accuracy().exploitability, rel=1e-3)
    assert half.memory_bytes < 0.6 * whole.memory_bytes


def test_a_table_is_that_of_the_row() -> None:
    """Nodes of one row see the same numbers on every board: [actions, buckets]."""
    solver = turn(ByStrength(50))
    solver.run(2)
    shared = np.flatnonzero(np.bincount(TURN.row, minlength=TURN.rows) > 1)
    one, other = np.flatnonzero(TURN.row == shared[-1])[:2].tolist()
    table = solver.table("averages", one, 0)
    assert table.shape == (len(TURN.choices(one)), 50)
    assert np.shares_memory(table, solver.table("averages", other, 3))
    total = sum(
        solver.table("averages", int(np.flatnonzero(TURN.row == row)[0])).size for row in range(TURN.rows)
    )
    assert solver.engine.tables()["averages"].size - total < 32  # no more than whole vectors ask for


# --- checkpoints and refusals --------------------------------------------------------------------------------


def test_a_tied_run_resumes_to_the_bit(tmp_path: Path) -> None:
    setup, path = game_setup("leduc"), tmp_path / "checkpoint"

    def begun(ties: By | RankBuckets | None) -> FullWidth:
        return FullWidth(setup.tree, rule="pdcfr+", threads=1, ties=ties)

    def run(solver: FullWidth) -> Run[Look]:
        return Run(solver, Goal(iterations=20), lambda _: Look(0, 0.0, 0.0), NoLooks())

    whole, part, rest = (begun(PAIRED) for _ in range(3))
    whole.run(20)
    part.run(8)
    write_checkpoint(path, setup, part, run(part))
    resumed = run(rest)
    read_checkpoint(path, setup, rest, resumed)
    resumed.run()
    for name, table in whole.engine.tables().items():
        np.testing.assert_array_equal(table, rest.engine.tables()[name])
    for other in (COARSE, None):
        with pytest.raises(SolverError, match="is of a rule, precision or ties other than asked for"):
            read_checkpoint(path, setup, begun(other), resumed)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"precision": 16}, "tied tables have no 16 bits.*use precision=32"),
        ({"rule": "fp"}, "fictitious play needs a best answer inside the abstraction"),
        ({"ties": "lossy"}, "ties is 'lossy'; it must be an abstraction such as RankBuckets"),
        ({"ties": By((0, 9), lambda *_: 0)}, "round 0 has 0 buckets"),
        ({"ties": By((3, 9), lambda *_: 3)}, "before the board Jh is in bucket 3; .* are 0 to 2"),
        (
            {"ties": By((9, 9), lambda number, board, hand: hand[0] % 4)},
            "before the board Jh is in bucket 2 and Js in 3, but they differ in suits only",
        ),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, object], told: str) -> None:
    with pytest.raises(SolverError, match=told):
        FullWidth(build_tree(leduc(), Menu()), **{"ties": RankBuckets(leduc()), **options})  # type: ignore[arg-type]


def test_one_node_of_a_tied_solver_cannot_be_changed() -> None:
    solver = FullWidth(build_tree(leduc(), Menu()), ties=RankBuckets(leduc()))
    rows = solver.rows(0)
    with pytest.raises(SolverError, match=r"one cannot set the strategy .* leave ties out"):
        solver.set_rows(0, 0, rows)
    with pytest.raises(SolverError, match=r"one cannot lock .* leave ties out"):
        solver.lock(0, 0, rows)


def test_suits_are_told_apart_on_a_later_street() -> None:
    """On 9sTsJs hearts and diamonds are the same to both ranges."""
    ties = By((1, 52), lambda number, board, hand: number and hand[0])
    with pytest.raises(SolverError, match="on the board 9sTsJsQs KdQd is in bucket 45 and KhQh in 46"):
        FullWidth(build_tree(SMALL, SMALL_MENU), board="9sTsJs", ranges=SMALL_RANGES, ties=ties)


# --- solutions -----------------------------------------------------------------------------------------------


def test_a_tied_game_in_one_call(tmp_path: Path) -> None:
    solution = solve("leduc", "cfr+", ties=PAIRED, iterations=300, threads=1)
    alone = FullWidth(build_tree(leduc(), Menu()), rule="cfr+", threads=1, ties=PAIRED)
    alone.run(300)
    assert solution.accuracy == alone.accuracy()
    assert solution.exploitability > 0.01  # a best answer knows its card
    node = solution.grid("k k / Ks")  # nobody knows more than whether he has a pair
    strategy = dict(zip(node.hands, node.strategy.tolist(), strict=True))
    assert strategy["Jh"] == strategy["Qs"] != strategy["Kh"]
    solution.save(tmp_path / "tied.rb")
    read = rb.open(tmp_path / "tied.rb")
    for line in ("k", "k k / Ks"):
        node, opened = solution.grid(line), read.grid(line)
        np.testing.assert_allclose(opened.strategy, node.strategy, atol=1e-4)
        np.testing.assert_allclose(opened.action_evs, node.action_evs, atol=0.01)
        for each in (node, opened):  # values need nothing that the tied share
            assert sum(player.mean_ev for player in each.players) == pytest.approx(each.pot, abs=1e-3)


def test_a_tied_call_resumes_and_refuses(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    solve("leduc", ties=PAIRED, iterations=20, threads=1, checkpoint=path)
    rest = solve("leduc", ties=PAIRED, iterations=50, threads=1, checkpoint=path, resume=True)
    assert rest.accuracy == solve("leduc", ties=PAIRED, iterations=50, threads=1).accuracy
    for options, told in (
        ({}, "with ties the exploitability need not go to 0; give such as iterations=1000"),
        ({"iterations": 1, "locks": ["b: f 1"]}, "one cannot lock"),
        ({"iterations": 1, "start": rest, "rule": "cfr"}, "one cannot set the strategy"),
    ):
        with pytest.raises(SolverError, match=told):
            solve("leduc", ties=PAIRED, **options)  # type: ignore[arg-type]
