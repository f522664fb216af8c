"""A best answer learnt by playing: the sampled engine against a strategy that stays as it is.

What it then wins in a match is a lower bound on what the strategy can lose, with the interval of the match: nothing
that was assumed while it learnt, neither its buckets nor how the strategy's bets were read, can make the bound wrong.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import Any, Final, Literal

import riverboat
from riverboat.base.checks import instance
from riverboat.base.files import check_folder
from riverboat.base.memory import within_memory
from riverboat.base.progress import Progress
from riverboat.base.sealed_json import check_checkpoint
from riverboat.errors import SolverError
from riverboat.evaluation.learned.checkpoint import learning_goal, run_learned
from riverboat.evaluation.learned.rows import LearnedRows
from riverboat.evaluation.learned.setup import answered, learner_cards
from riverboat.games.rules.game import Game
from riverboat.games.trees.config import TreeConfig
from riverboat.solvers.asking.acting import AS_TRAINED, Acting
from riverboat.solvers.asking.strategy import StrategyLike
from riverboat.solvers.sampled.engine import Sampled, walking_device
from riverboat.solvers.update_rules.sampled_rules import SampledRule, sampled_rule
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.file.strategy_writer import write_strategy
from riverboat.strategy.opening import open_blueprint

_ADVICE: Final = "use a smaller tree, fewer buckets or precision=16"
_EPOCH: Final = {True: 5, False: 50}
"""Iterations of an epoch for each node of the tree, on the processor or not: multiplying the table then takes some
percent of the time."""


def learned_response(
    strategy: StrategyLike,
    out: str | os.PathLike[str],
    *,
    tree: TreeConfig | Game | None = None,
    seats: Sequence[int] | int | None = None,
    buckets: str | os.PathLike[str] | None = None,
    acting: Acting = AS_TRAINED,
    iterations: int | None = None,
    minutes: float | None = None,
    rule: str | SampledRule | None = None,
    precision: Literal[16, 32] = 32,
    device: str = "cpu",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    stop: threading.Event | None = None,
) -> Blueprint:
    """Learn the best answer to a strategy by sampled deals, write it as a strategy of its own and open it.

    strategy: a blueprint, or any strategy of a small game. Everybody plays it; in each iteration every one of `seats`,
    all if nothing is said, walks one deal against the others and learns. So the answers of all seats are learnt at
    once, and none of them knows of the others'.

    out: the file, which `riverboat.open` and bots read. tree: the betting that is learnt in; by default that of the
    strategy with all-in at every decision, a bet of three pots, and all histories apart (`finer_tree`). Small games
    are named, as in tree=leduc(). buckets: a file of `riverboat abstract build` by which the learner tells hands apart,
    which must stay where it is; by default those of the strategy. acting: how the strategy draws its
    actions. iterations, minutes: where it ends; one of the two. rule: linear CFR, if nothing is said. device:
    "cuda" learns on a card (see `Sampled`). progress: hears of every stage from its beginning. checkpoint: a file that
    is written now and then. resume: go on from it if it is there.

    >>> import tempfile
    >>> from riverboat.evaluation import evaluate_strategy
    >>> from riverboat.games import kuhn
    >>> from riverboat.solvers import uniform
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     answer = learned_response(uniform, f"{folder}/a.strategy", tree=kuhn(), iterations=20_000, threads=1)
    ...     learnt = evaluate_strategy("kuhn", [answer, uniform]).values[0]
    >>> round(learnt, 6), round(evaluate_strategy("kuhn", uniform).best[0], 6)
    (0.5, 0.5)
    """
    instance("acting", acting, Acting, SolverError, example="Acting('purified')")
    check_folder(out)
    check_checkpoint(checkpoint, resume, "what an answer learns, or something else,", SolverError)
    for file in strategy.files if isinstance(strategy, Blueprint) else ():
        if file.path is not None and os.path.exists(out) and os.path.samefile(file.path, out):
            raise SolverError(f"'{out}' is the strategy that is answered; write the answer to another file")
    goal = learning_goal(iterations, minutes, example=5)
    walker = walking_device(device, sampled_rule("mccfr" if rule is None else rule), precision)
    with within_memory("learning an answer", SolverError, _ADVICE):
        other = answered(strategy, tree, seats, acting, threads=threads, progress=progress)
        cards, deals = learner_cards(buckets, other, threads=threads)
        solver = Sampled(
            other.fixed.tree,
            deals,
            rule=_rule(walker, other.fixed.tree.nodes) if rule is None else rule,
            precision=precision,
            against=other.fixed,
            device=walker,
            seed=seed,
            threads=threads,
        )
    facts = {"against": other.name, "acting": str(acting), "seats": list(other.fixed.seats)}
    seconds = run_learned(
        solver, goal, facts, progress=progress, checkpoint=checkpoint, resume=resume, stop=stop
    )
    provenance = _provenance(solver, seconds, {**facts, "moved": round(other.moved, 4)})
    beside = None if buckets is None else os.path.relpath(buckets, os.path.dirname(os.path.abspath(out)))
    write_strategy(out, solver.tree, cards, LearnedRows(solver), provenance, cards_in=beside)
    return open_blueprint(out)


def _rule(device: str, nodes: int) -> SampledRule:
    return sampled_rule("linear", epoch=_EPOCH[device == "cpu"] * nodes)


def _provenance(solver: Sampled, seconds: float, facts: dict[str, Any]) -> dict[str, Any]:
    return {
        **facts,
        "iterations": solver.iterations,
        "seed": solver.seed,
        "seconds": round(seconds, 1),
        "node_visits": solver.node_visits,
        "version": riverboat.__version__,
    }
