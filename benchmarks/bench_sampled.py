"""The sampled engine: external sampling on Leduc beside OpenSpiel's C++ solver, and node visits on a six-handed tree.

In both an iteration is one walk for every player, and suits are told apart: 936 information sets. OpenSpiel draws the
cards anew for each player's walk, we deal once. The answers are compared by exploitability: after as many iterations
both must be about as far from equilibrium.

The six-handed tree has half a million nodes and 200 buckets a street, drawn at random: they cost the memory traffic of
real ones (the rate is the same), and no time to make. So do those of limit hold'em, where boards are drawn and all
hands walk: there is no peer who does that with buckets.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pyspiel

from riverboat.abstraction import BoardTables, Lossless, SequenceTables
from riverboat.evaluation import exploitability
from riverboat.games import Menu, build_tree, leduc, read_config
from riverboat.solvers import Sampled
from timing import Row, race

CHECKED = 20_000  # iterations after which the answers are compared
OURS, SPIEL = 50_000, 500  # iterations a call
BUCKETS = 200
WARM, A_CALL, ROUNDS = 200_000, 25_600, 5  # iterations on the six-handed tree
BOARDS = 64  # a call


class Cards:
    """Leduc with a bucket for every card, and for every card and board."""

    def count(self, number: int, /) -> int:
        return 6 if number == 0 else 36

    def buckets(self, number: int, board: Sequence[int], hands: np.ndarray, /) -> np.ndarray:
        place = np.zeros(52, np.uint32)
        place[list(leduc().deck.cards)] = np.arange(6)
        held = place[hands[:, 0]]
        return held if number == 0 else 6 * held + place[board[0]]


def leduc_solver() -> Sampled:
    game = leduc()
    return Sampled(build_tree(game, Menu()), SequenceTables.of(Cards(), game), threads=1)


def open_spiel() -> tuple[Callable[[int], None], Callable[[], float]]:
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, 1)

    def run(iterations: int) -> None:
        for _ in range(iterations):
            solver.run_iteration()

    return run, lambda: float(pyspiel.nash_conv(game, solver.average_policy())) / 2


def leduc_row() -> Row:
    ours, (theirs, their_error) = leduc_solver(), open_spiel()
    ours.run(CHECKED)
    theirs(CHECKED)
    error = exploitability(leduc(), ours.strategy(Cards()))
    assert 0.5 < error / their_error() < 2, (error, their_error())
    ours_s, spiel_s = race(lambda: ours.run(OURS), partial(theirs, SPIEL), rounds=ROUNDS)
    return Row("Leduc, external sampling", "iterations", OURS / ours_s, "OpenSpiel", SPIEL / spiel_s)


def random_buckets() -> BoardTables:
    rng = np.random.default_rng(1)
    hands = np.array([(hi, lo) for hi in range(52) for lo in range(hi)], np.uint8)
    preflop = Lossless().buckets(0, [], hands).astype(np.uint8)
    boards = (1_755, 16_432, 134_459)
    later = [rng.integers(0, BUCKETS, 1326 * count, np.uint8) for count in boards]
    return BoardTables((preflop, *later), (169, BUCKETS, BUCKETS, BUCKETS), (0, 3, 4, 5), name="random")


def seconds_of_threads(solver: Sampled, cores: list[set[int]], iterations: int) -> list[float]:
    """Seconds of one call on each set of cores, a thread on each core."""

    def run(on: set[int]) -> None:
        os.sched_setaffinity(0, on)
        solver.threads = len(on)
        solver.run(iterations)

    before = os.sched_getaffinity(0)
    seconds = race(*(partial(run, on) for on in cores), rounds=ROUNDS)
    os.sched_setaffinity(0, before)
    return seconds


def six_handed_rows() -> list[Row]:
    config = read_config("sixmax-laptop")
    config = replace(config, menu=replace(config.menu, max_players_to_flop=4))
    tree = build_tree(config, joined_from="river")
    assert tree.nodes >= 500_000
    solver = Sampled(tree, random_buckets(), threads=1)
    solver.run(WARM)
    before = solver.node_visits
    solver.run(A_CALL)
    visits = solver.node_visits - before
    what = f"six players, {tree.nodes // 1000:,},000 nodes × {BUCKETS} buckets"
    one, two = seconds_of_threads(solver, [{0}, {0, 1}], A_CALL)
    survey = solver.survey()
    return [
        Row(
            f"{what}, external sampling",
            "node visits",
            visits / one,
            note=f"{A_CALL / one:,.0f} iterations/s; {survey.nbytes / 2**30:.1f} GiB touched",
        ),
        Row(f"{what}, two threads", "node visits", visits / two, "one thread", visits / one),
    ]


def board_rows() -> list[Row]:
    tree = build_tree(read_config("limit-holdem"))
    solver = Sampled(tree, random_buckets(), rule="public", threads=1)
    solver.run(BOARDS)
    one, two = seconds_of_threads(solver, [{0}, {0, 1}], BOARDS)
    what = f"limit hold'em, {tree.nodes:,} nodes × {BUCKETS} buckets, all hands of a board"
    return [
        Row(what, "boards", BOARDS / one),
        Row(f"{what}, two threads", "boards", BOARDS / two, "one thread", BOARDS / one),
    ]


def rows() -> list[Row]:
    return [leduc_row(), *six_handed_rows(), *board_rows()]


if __name__ == "__main__":
    for row in rows():
        print(
            f"{row.what}: {row.rate:,.0f} {row.unit}/s {row.peer} {row.peer_rate:,.0f} {row.ratio or 0:,.2f} {row.note}"
        )
