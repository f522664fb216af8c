"""How far a trained bot is from an equilibrium of its own game of buckets; see docs/bots/whole-games.md.

    python benchmarks/studies/classic/gap.py gs3 [--seconds 300] [--deals 20000] [--sampling external]
    python benchmarks/studies/classic/gap.py gs3 --train 100 --seconds 60 --device cuda --run runs/gs3.run \
        --threads 16 --deals 1000000 --lbr 100000 --against sparbot gs2 --out gs3.json

Answers of both seats are learnt against what the run has learnt, with its own buckets, and then played out over deals
of their own: what they win together is a lower bound on the gap, with its interval. It is found twice, after half of
the seconds and after all: if it still grows, so would the bound. The first line measures a run of `riverboat bots
build`; with --train the run learns in this process before, and only its buckets are written. --lbr: hands of a local
best response; --against: bots that are built, and play it for --hands. Both take a forked process for each thread.
Seconds are of the processors, or of the clock with a card. A run, what stays of it and the answers take 12 GB at the
size of GS3. --out has what is known so far, whenever the run is stopped.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

import riverboat as rb
from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.bots import BlueprintBot, make_bot
from riverboat.bots.classic.limit import GAME
from riverboat.bots.classic.shelf import shelf_file
from riverboat.bots.classic.trained_recipe import RUN
from riverboat.errors import BotError
from riverboat.evaluation import Figure, local_best_response
from riverboat.evaluation.learned.rows import LearnedRows
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sampled.fixed_play import FixedPlay
from riverboat.solvers.update_rules.sampled_rules import sampled_rule
from riverboat.strategy import strategy_of
from riverboat.training import read_training_config
from riverboat.training.training import Training, open_run

STEP = {"external": 51_200, "public": 128}
EPOCH = {"external": 1_000_000, "public": 128}
ON_CARD = 10_000_000
"""Iterations of a step and of an epoch there: some tenths of a second."""
Rows = Callable[[int], np.ndarray]


class Told:
    """What is known so far: printed, and kept in a file that is whole at any time."""

    def __init__(self, out: Path | None) -> None:
        self._out, self._known, self._began = out, dict[str, Any](), time.perf_counter()

    def __call__(self, **found: Any) -> None:
        gone = time.perf_counter() - self._began
        print(f"[{gone:.0f} s]", ", ".join(f"{name} {value}" for name, value in found.items()), flush=True)
        self._known |= found | {"at": round(gone)}
        if self._out is not None:
            part = self._out.with_suffix(".part")
            part.write_text(self.line() + "\n")
            part.replace(self._out)

    def line(self) -> str:
        return json.dumps(self._known)


def main() -> None:
    asked = parsed()
    told = Told(asked.out)
    folder = asked.run or shelf_file(asked.bot).with_suffix(RUN)
    told(bot=asked.bot, device=asked.device)
    run = trained(asked, folder, told) if asked.train else open_run(folder, asked.threads)
    survey = run.solver.survey()
    told(
        iterations=run.solver.iterations,
        sets=survey.sets,
        table=survey.nbytes,
        trained=round(survey.trained, 4),
    )
    other = played(run.tree, run.solver.deals, run.solver, run.solver.probabilities, (0, 1))
    told(stays=other.numbers.size)
    if asked.lbr or asked.against:
        Learnt.learnt = strategy_of(run)
    del run  # of gigabytes
    answers(asked, other, told)
    if asked.lbr:
        hands = -(-asked.lbr // asked.threads)
        told(lbr_mbb=str(forked(partial(responded, hands), asked.threads)), lbr_hands=hands * asked.threads)
    for name in asked.against:
        deals = -(-asked.hands // (2 * asked.threads))
        try:
            make_bot(name)  # opens what it plays here, for all processes
            told(**{name: f"loses {forked(partial(match, name, deals), asked.threads)} bb/100"})
        except BotError as problem:
            told(**{name: str(problem)})
    print(told.line(), flush=True)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("bot", help="gs3, gs3-small, gs4 or limit-blueprint")
    parser.add_argument("--run", type=Path, help="the folder of a run of your own")
    parser.add_argument("--train", type=float, default=0, help="seconds to learn first, in memory")
    parser.add_argument("--seconds", type=float, default=300, help="of answers")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--sampling", choices=tuple(STEP), default="external")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--lbr", type=int, default=0)
    parser.add_argument("--against", nargs="*", default=[])
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


# --- learning ---------------------------------------------------------------------------------------------------


def trained(asked: argparse.Namespace, folder: Path, told: Told) -> Training:
    """Train in memory; buckets are made where they are not there yet."""
    config = read_training_config(asked.bot)
    if asked.device != "cpu":
        config = replace(config, rule=replace(config.rule, epoch=ON_CARD))
    run = Training(config, folder, device=asked.device, threads=asked.threads)
    run.prepare()
    told(buckets=run.solver.deals.counts)
    learn("training", run.solver, asked.train, step_of(asked), told)
    return run


def learn(what: str, solver: Sampled, seconds: float, step: int, told: Told) -> None:
    """Go on for some seconds, and tell now and then how far it is."""
    clock = time.process_time if solver.device == "cpu" else time.perf_counter
    began, first, spoke = clock(), solver.iterations, time.perf_counter()
    while (gone := clock() - began) < seconds:
        solver.run(step)
        if time.perf_counter() - spoke > 10:
            spoke = time.perf_counter()
            told(**{what: solver.iterations})
    speed = round((solver.iterations - first) / max(gone, 1e-9))
    told(**{what: solver.iterations, f"{what}_per_second": speed})


def step_of(asked: argparse.Namespace) -> int:
    return STEP[asked.sampling] if asked.device == "cpu" else ON_CARD


def answers(asked: argparse.Namespace, other: FixedPlay, told: Told) -> None:
    """Learn answers of both seats, and play them out after half of the time and after all."""
    epoch = EPOCH[asked.sampling] if asked.device == "cpu" else ON_CARD
    solver = Sampled(
        other.tree,
        other.deals,
        rule=sampled_rule("linear", sampling=asked.sampling, epoch=epoch),
        against=other,
        device=asked.device,
        threads=asked.threads,
        seed=1,
    )
    deals = asked.deals
    even = won(solver, other, None, deals)
    for part in ("half", "all"):
        learn("answering", solver, asked.seconds / 2, step_of(asked), told)
        learnt = LearnedRows(solver)
        gains = [
            won(solver, other, played(other.tree, other.deals, solver, learnt.probabilities, (seat,)), deals)
            for seat in (0, 1)
        ]
        both = gains[0][:, 0] + gains[1][:, 1]
        seats = {f"gap_{part}_{seat}": in_words(gains[seat][:, seat] - even[:, seat]) for seat in (0, 1)}
        told(**{f"gap_{part}": in_words(both), **seats, f"answers_{part}": solver.iterations})


def played(
    tree: BettingTree, deals: DealTables, solver: Sampled, rows: Rows, seats: Sequence[int]
) -> FixedPlay:
    """Rows of some seats as a strategy that stays; those of others are nothing, which nobody asks."""
    acts = np.isin(tree.actor, seats)
    sizes = np.diff(tree.first_choice) * np.asarray(deals.counts)[tree.round] * acts
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint64)
    numbers = np.empty(int(first[-1]), np.float32)
    solver.engine  # noqa: B018  # brings a table from the card at once, before threads ask

    def write(node: int) -> None:
        numbers[int(first[node]) : int(first[node + 1])] = rows(int(tree.row[node])).ravel()

    with ThreadPoolExecutor(solver.threads) as pool:
        list(pool.map(write, np.flatnonzero(acts).tolist()))
    return FixedPlay(tree, deals, tuple(seats), first[:-1], numbers)


def won(solver: Sampled, other: FixedPlay, answer: FixedPlay | None, deals: int) -> np.ndarray:
    """What both seats win with each deal, in small bets."""
    return np.asarray(solver.values(other, answer, deals=deals, seed=2), np.float64) / GAME.big_blind


def in_words(figures: np.ndarray) -> str:
    return f"{figures.mean():.4f} ± {1.96 * figures.std() / math.sqrt(len(figures)):.4f}"


# --- at the table -----------------------------------------------------------------------------------------------


class Learnt(BlueprintBot):
    """Plays what this process has learnt."""

    learnt: ClassVar[Strategy]

    @property
    def source(self) -> Strategy:
        return Learnt.learnt


def responded(hands: int, seed: int) -> Figure:
    """What a local best response wins from it, in thousandths of a big blind a hand."""
    return local_best_response(Learnt.learnt, "f c 100%", "preflop", hands, seed=seed).won


def match(name: str, deals: int, seed: int) -> Figure:
    """Big blinds per 100 hands that it wins, each deal in both seats."""
    result = rb.play_match([Learnt(), name], deals, game=GAME, duplicate=True, seed=seed, trust=True)
    return result.bots[0].won


def forked(job: Callable[[int], Figure], processes: int) -> Figure:
    """The mean of what a job finds with seeds of its own in processes that share this memory, but not the card."""
    gc.collect()  # here, since nobody there may give memory of the card back
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        found = pool.map(job, range(1, processes + 1), chunksize=1)
    half = math.sqrt(sum(one.half_width**2 for one in found)) / processes
    return Figure(sum(one.mean for one in found) / processes, half)


if __name__ == "__main__":
    main()
