"""GS3 at a size where EGT's products are affordable: EGT, DCFR and the sampled engine; see docs/bots/whole-games.md.

Run with: python benchmarks/studies/classic/gs3_small.py [--buckets 4 16 48 144] [--boards 65536] [--seconds 60].
Deals are counted between buckets with perfect recall, and the game of these counts is solved in sequence form; what the
sampled engine learns from deals of its own is judged in the same game, exactly. Times are of the processor.
"""

from __future__ import annotations

import argparse
import threading
import time
from functools import cached_property
from pathlib import Path

import numpy as np

from riverboat.abstraction import GS3Config, OrderedTables, RecallAbstraction, build_abstraction
from riverboat.abstraction.opening import open_abstraction
from riverboat.bots.classic.limit import GAME, SMALL_BET, part_tree
from riverboat.bots.classic.two_phases.counted import CountedSignals, rolled_out
from riverboat.solvers.runs.run import Look
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sequence.game_form import BettingForm, form_of_signals
from riverboat.solvers.sequence.solving import FormSolution, solve_form
from riverboat.solvers.update_rules.sampled_rules import sampled_rule
from riverboat.strategy import write_strategy
from riverboat.training.training import open_run

PAIRS = 32  # hands of two players on each board
LOOKS = 8  # steps between looks at the gap


class Judge:
    """What strategies of the sampled engine leave to gain in the counted game."""

    def __init__(self, form: BettingForm, counts: tuple[int, ...]) -> None:
        self.form, self.counts = form, counts

    @cached_property
    def _buckets(self) -> list[np.ndarray]:
        return [np.arange(count) for count in self.counts]

    def gap(self, solver: Sampled) -> float:
        """NashConv in small bets a hand; exact."""
        tree, layout = self.form.tree, self.form.layout
        played = [side.uniform.copy() for side in self.form.players]
        for node in range(tree.nodes):
            player, number = int(tree.actor[node]), int(tree.round[node])
            starts = layout.start(player, number, self._buckets[number]) + layout.begins[node]
            rows = solver.probabilities(int(solver.tree.row[node]))
            played[player][starts[:, None] + np.arange(rows.shape[1])] = rows
        plans = [side.plan(own) for side, own in zip(self.form.players, played, strict=True)]
        low, high = self.form.bounds(*plans)
        return (high - low) / SMALL_BET


class Solved:
    """A solution in sequence form as rows of a strategy file, which bots play."""

    average = "plans in sequence form"

    def __init__(self, form: BettingForm, solution: FormSolution) -> None:
        self._form = form
        self._played = [solution.probabilities(player) for player in (0, 1)]

    def probabilities(self, row: int, /) -> np.ndarray:
        """What each bucket does at a node, whose row has its number."""
        tree = self._form.tree
        player, number = int(tree.actor[row]), int(tree.round[row])
        bases = self._form.layout.bases[player]
        width = self._form.layout.widths[player][number]
        signals = np.arange((bases[number + 1] - bases[number]) // width)
        starts = self._form.layout.start(player, number, signals)
        return np.asarray(self._form.rows(row, starts, self._played[player]), np.float32)

    def visits(self, row: int, /) -> np.ndarray:
        """All alike: nothing is pooled."""
        return np.ones(len(self.probabilities(row)), np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--buckets", type=int, nargs=4, default=[4, 16, 48, 144])
    parser.add_argument("--boards", type=int, default=65_536)
    parser.add_argument("--seconds", type=float, default=60, help="of the processor, for each method")
    parser.add_argument("--file", default="gs3-study.abstraction", help="the buckets, kept for the next time")
    parser.add_argument(
        "--out", default="", help="a strategy file for what the last method in sequence form found"
    )
    parser.add_argument("--methods", nargs="*", default=["egt", "egt:euclidean", "dcfr", "sampled"])
    parser.add_argument(
        "--run", default="", help="the folder of a training run on the same buckets, to be judged"
    )
    asked = parser.parse_args()
    cards = _cards(asked.buckets, asked.file)
    began = time.process_time()
    counted = CountedSignals.count_deals(GAME, cards, cards.counts, rolled_out, asked.boards, PAIRS)
    form = form_of_signals(part_tree(), counted, "gs3")
    print(f"{form!r}; counted in {time.process_time() - began:.0f} s, {form.payoffs.nbytes / 2**20:.0f} MiB")
    began = time.process_time()
    form.payoffs.times(form.players[1].plan(form.players[1].uniform), threads=1)
    print(f"one product: {time.process_time() - began:.3f} s of one processor", flush=True)
    judge = Judge(form, cards.counts)
    if asked.run:
        run = open_run(Path(asked.run), threads=1)
        print(
            f"{asked.run}: gap {judge.gap(run.solver):.4f} after {run.solver.iterations:,} iterations",
            flush=True,
        )
    for method in asked.methods:
        if method == "sampled":
            _sampled(cards, judge, asked.seconds)
        else:
            solution = _solve(form, method, asked.seconds)
            if asked.out:
                write_strategy(
                    asked.out, form.tree, cards, Solved(form, solution), {}, cards_in=asked.file, bits=8
                )


def _cards(buckets: list[int], file: str) -> RecallAbstraction:
    if Path(file).exists():
        made = open_abstraction(file)
    else:
        preflop, flop, turn, river = buckets
        config = GS3Config(preflop, flop, turn, (8, 8, 8), river=river, bins=(16, 16, 10), training=4000)
        made = build_abstraction(config, file, threads=1)
    assert isinstance(made, RecallAbstraction)
    return made


def _solve(form: BettingForm, method: str, seconds: float) -> FormSolution:
    began = time.process_time()
    seen: list[str] = []
    stop = threading.Event()

    def watch(look: Look) -> None:
        spent = time.process_time() - began
        seen.append(f"{2 * look.exploitability / SMALL_BET:.3f} after {look.iterations} steps, {spent:.0f} s")
        if spent > seconds:
            stop.set()

    solution = solve_form(
        form, method, iterations=10**6, looks_every=LOOKS, threads=1, watch=watch, stop=stop
    )
    spent = time.process_time() - began
    low, high = (bound / SMALL_BET for bound in solution.bounds)
    print(
        f"{method}: gap {high - low:.4f} small bets a hand after {spent:.0f} s, value {low:.4f} to {high:.4f}"
    )
    print("  " + "; ".join(seen[:: max(1, len(seen) // 6)]), flush=True)
    return solution


def _sampled(cards: RecallAbstraction, judge: Judge, seconds: float) -> None:
    began, judged = time.process_time(), 0.0
    solver = Sampled(
        judge.form.tree,
        OrderedTables.of(cards, threads=1),
        rule=sampled_rule("linear", epoch=100_000),
        threads=1,
    )
    setup = time.process_time() - began
    goal = seconds / 16
    while goal <= seconds:
        while time.process_time() - began - judged - setup < goal:
            solver.run(25_600)
        at = time.process_time()
        print(
            f"sampled: gap {judge.gap(solver):.4f} after {goal:.0f} s, {solver.iterations:,} iterations",
            flush=True,
        )
        judged += time.process_time() - at
        goal *= 2


if __name__ == "__main__":
    main()
