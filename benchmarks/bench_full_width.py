"""CFR+ on Leduc beside OpenSpiel's C++ solver and LiteEFG, the answers compared.

All three walk the whole game once for either player in an iteration. The limit: Leduc has 936 information sets; by
rank and suits taken together the engine keeps some 500 rows, a few vectors each.
"""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Callable

import pyspiel

from riverboat.games import Menu, build_tree, leduc
from riverboat.solvers import FullWidth
from timing import Row, race

CHECKED = 30  # iterations after which the answers are compared; later the last bits part them
OURS, LITE = 1_000, 10  # iterations a call


def open_spiel() -> pyspiel.CFRPlusSolver:
    return pyspiel.CFRPlusSolver(pyspiel.load_game("leduc_poker"))


def open_spiel_exploitability() -> float:
    solver = open_spiel()
    for _ in range(CHECKED):
        solver.evaluate_and_update_policy()
    game = pyspiel.load_game("leduc_poker")
    return float(pyspiel.nash_conv(game, solver.average_policy())) / 2


def lite_efg() -> tuple[Callable[[], None], Callable[[], float]]:
    """One iteration of LiteEFG, and its exploitability; it writes what it knows of the game to the current folder."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
    ):
        import LiteEFG
        from LiteEFG.baselines.CFRplus import graph

        rule = graph()
        env = LiteEFG.OpenSpielEnv(
            pyspiel.load_game("leduc_poker"), traverse_type="Enumerate", regenerate=False
        )
        env.set_graph(rule)

    def iterate() -> None:
        rule.update_graph(env)
        env.update_strategy(rule.current_strategy())

    return iterate, lambda: sum(env.exploitability(rule.current_strategy(), "linear-avg-iterate")) / 2


def check_answers(ours: FullWidth, theirs: Callable[[], None], lite: Callable[[], float]) -> None:
    ours.run(CHECKED)
    for _ in range(CHECKED):
        theirs()
    exploitability = ours.accuracy().exploitability
    assert abs(exploitability - open_spiel_exploitability()) < 1e-9 * exploitability
    # LiteEFG averages the strategy after an update where we take the one before it.
    assert abs(lite() - exploitability) < 0.25 * exploitability, (lite(), exploitability)


def rows() -> list[Row]:
    iterate, lite_exploitability = lite_efg()
    ours = FullWidth(build_tree(leduc(), Menu()), rule="cfr+", threads=1)
    check_answers(ours, iterate, lite_exploitability)
    theirs = open_spiel()
    ours_s, spiel_s, lite_s = race(
        lambda: ours.run(OURS),
        theirs.evaluate_and_update_policy,
        lambda: [iterate() for _ in range(LITE)],
        rounds=3,
    )
    rate = OURS / ours_s
    return [
        Row("Leduc, CFR+", "iterations", rate, "OpenSpiel", 1 / spiel_s),
        Row("Leduc, CFR+", "iterations", rate, "LiteEFG", LITE / lite_s),
    ]


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    for row in rows():
        print(f"{row.what}: {row.rate:,.0f} against {row.peer} {row.peer_rate:,.0f}, {row.ratio:,.0f} times")
