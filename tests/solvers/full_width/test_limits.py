"""What does not fit is refused soon and in our words; a solver is one thread's."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import riverboat as rb
from riverboat.abstraction import SequenceTables
from riverboat.errors import MenuError, RiverboatError, SolverError
from riverboat.games import Menu, build_tree, kuhn, menu_from_table, nolimit_holdem
from riverboat.games.trees.config import TreeConfig
from riverboat.games.trees.tree_count import count_tree, count_within, tree_size
from riverboat.solvers import FullWidth, RankBuckets, Sampled

ABSURD = {
    "oop": "random",
    "ip": "random",
    "pot": 10,
    "sizes": "10% 20% 33% 50% 75% 100% 150% 200% | 2x 3x 4x",
    "merge": 0,
}
SHORT_OF_MEMORY = """
import resource, sys
import riverboat as rb, riverboat.solvers
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
limit = size + (int(sys.argv[1]) << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
wide = "22+,A2s+,K5s+,Q8s+,J8s+,T8s+"
try:
    rb.solve_spot(board="QsJh2h", oop=wide, ip=wide, pot=100, stack=300, sizes="50% | 3x", iterations=1, threads=1)
except rb.RiverboatError as problem:
    print(problem)
else:
    print("solved")
"""


@pytest.mark.parametrize(
    ("board", "stack", "why"),
    [
        ("QsJh2h", 2000, "the tables of 'spot' need more than"),
        ("QsJh2h", 500_000_000, "the tables of 'spot' need"),
    ],
)
def test_an_absurd_spot_is_refused_before_its_tree_is_built(
    monkeypatch: pytest.MonkeyPatch, board: str, stack: int, why: str
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("the tree is built")

    monkeypatch.setattr("riverboat.solvers.full_width.setup.build_tree", never)
    with pytest.raises(SolverError, match=f"{why} .*; use fewer sizes or raises, smaller ranges"):
        rb.solve_spot(board=board, stack=stack, iterations=1, **ABSURD)


def test_a_count_stops_at_its_limit_and_no_sooner() -> None:
    menu = menu_from_table({"every": {"bets": "50% 100%", "raises": "100%"}})
    config = TreeConfig("small", nolimit_holdem(stack_bb=20), menu)
    size = tree_size(config, count_tree(config))
    assert size is not None
    assert count_within(config, 8 * size.actions, (8.0,) * 4) is not None
    assert count_within(config, 8 * size.actions - 1, (8.0,) * 4) is None
    last = count_tree(config)[3].total(joined=False)
    assert last is not None
    assert count_within(config, last.actions, (0.0, 0.0, 0.0, 1.0)) is not None
    assert count_within(config, last.actions - 1, (0.0, 0.0, 0.0, 1.0)) is None


def test_a_tree_that_takes_all_memory_is_not_counted_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.games.trees.tree.available_memory", lambda: 1_000_000)
    menu = menu_from_table({"every": {"bets": "10% 20% 33% 50% 75%", "raises": "2x 3x 4x"}})
    with pytest.raises(MenuError, match="needs more than 977 KiB"):
        build_tree(nolimit_holdem(stack_bb=1000), menu)


@pytest.mark.parametrize(
    ("mebibytes", "says"), [(150, "the tables need"), (300, "memory ran out"), (700, "solved")]
)
def test_the_end_of_memory_is_told(mebibytes: int, says: str) -> None:
    command = [sys.executable, "-c", SHORT_OF_MEMORY, str(mebibytes)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.startswith(says), done.stdout + done.stderr[-2000:]


@pytest.mark.parametrize("kind", ["full width", "sampled"])
def test_a_second_thread_is_refused_and_loses_no_iteration(kind: str) -> None:
    game = kuhn()
    tree = build_tree(game, Menu())
    solver: FullWidth | Sampled = (
        FullWidth(tree, threads=1)
        if kind == "full width"
        else Sampled(tree, SequenceTables.of(RankBuckets(game), game), threads=1)
    )
    inside, go_on = threading.Event(), threading.Event()

    def hold(done: int, total: int) -> None:
        inside.set()
        go_on.wait(120)

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(solver.run, 2000, progress=hold)
        assert inside.wait(120)
        with pytest.raises(SolverError, match="this solver runs already, maybe in another thread"):
            solver.run(10)
        go_on.set()
        first.result()
    solver.run(100)
    assert solver.iterations == 2100


def test_a_lock_on_hands_that_nobody_holds_is_told() -> None:
    spot = {"board": "QsJh2h5c9d", "oop": "AA,76s", "ip": "KK", "pot": 100, "stack": 200, "iterations": 2}
    with pytest.warns(UserWarning, match=r"lock ': k 1 @ AA,TT' names hands that player 0 does not hold: TT"):
        rb.solve_spot(locks=[": k 1 @ AA,TT"], **spot)
    with pytest.raises(RiverboatError, match="holds none of these hands"):
        rb.solve_spot(locks=[": k 1 @ TT"], **spot)
    rb.solve_spot(locks=[": k 1 @ 76s"], **spot)
