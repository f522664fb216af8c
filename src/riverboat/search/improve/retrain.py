"""A strategy trained on in a tree with more sizes: it begins as it was, and learns what is new."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

import riverboat
from riverboat.base.checks import instance
from riverboat.base.files import check_folder
from riverboat.base.memory import within_memory
from riverboat.base.progress import Progress
from riverboat.base.sealed_json import check_checkpoint
from riverboat.errors import SolverError
from riverboat.evaluation.learned.checkpoint import learning_goal, run_learned
from riverboat.evaluation.learned.opponents import BucketOpponent, deal_tables
from riverboat.games.trees.tree import BettingTree, build_tree
from riverboat.search.beginning import begin_as
from riverboat.search.improve.grown import grown_tree
from riverboat.search.improve.off_tree import OffTree
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sampled.fixed_play import FixedPlay
from riverboat.solvers.update_rules.sampled_rules import sampled_rule
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.file.strategy_writer import write_strategy
from riverboat.strategy.opening import open_blueprint

WORTH_BB: Final = 10_000.0
"""Big blinds of regret that the strategy begins with where it was trained: what it knows is kept unless much speaks
against it. As in `search.models`, where it was tried."""

WORTH_NEW_BB: Final = 30.0
"""The same behind a size that it did not have: how it played another size is a start, no more."""

_TREMBLE: Final = 0.1  # as the shipped strategies were trained: new sizes are met though nobody bets them yet
_EPOCHS: Final = 50  # iterations of an epoch for each node of the tree
_ADVICE: Final = "add fewer sizes"


def improve(
    strategy: Blueprint,
    sizes: Sequence[OffTree],
    out: str | os.PathLike[str],
    *,
    iterations: int | None = None,
    minutes: float | None = None,
    worth_bb: float = WORTH_BB,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    stop: threading.Event | None = None,
) -> Blueprint:
    """Train a strategy on in a tree that has more sizes, write it as a file and open that.

    sizes: such as the first of `off_tree_bets`. The strategy is asked at every decision of the new tree, as at a table:
    that is what the run begins with, held fast where it was trained (worth_bb, big blinds of regret) and loosely behind
    a new size. All seats learn, so that who bets a new size does it with the hands for which it pays, and who faces it
    answers those. iterations, minutes: where it ends; one of the two. checkpoint: a file that is written now and then.
    resume: go on from it if it is there.
    """
    base = instance("strategy", strategy, Blueprint, SolverError, example="rb.open('headsup')")
    check_folder(out)
    check_checkpoint(checkpoint, resume, "an improvement, or something else,", SolverError)
    goal = learning_goal(iterations, minutes, example=60)
    if len(base.files) != 1:
        raise SolverError(f"{base.name!r} has {len(base.files)} files; one that is improved has one")
    if not sizes:
        raise SolverError(
            "there is no size to add; off_tree_bets(hands, strategy) finds some in recorded hands"
        )
    with within_memory("improving a strategy", SolverError, _ADVICE):
        solver = _begun(base, sizes, worth_bb, seed, threads, progress)
    facts: dict[str, Any] = {
        "improves": base.name,
        "sizes": [str(one) for one in sizes],
        "worth_bb": worth_bb,
    }
    seconds = run_learned(
        solver, goal, facts, progress=progress, checkpoint=checkpoint, resume=resume, stop=stop
    )
    provenance = {
        **facts,
        "of": base.files[0].provenance,
        "iterations": solver.iterations,
        "seed": seed,
        "seconds": round(seconds, 1),
        "version": riverboat.__version__,
    }
    write_strategy(out, solver.tree, base.files[0].kept_cards(), solver, provenance)
    return open_blueprint(out)


# --- parts -------------------------------------------------------------------------------------------------


def _begun(
    base: Blueprint,
    sizes: Sequence[OffTree],
    worth_bb: float,
    seed: int,
    threads: int | None,
    progress: Progress | None,
) -> Sampled:
    file = base.files[0]
    tree = build_tree(grown_tree(file.config, sizes))
    opponent = BucketOpponent(base, tree.game)
    deals = deal_tables(opponent.cards, tree.game, threads=threads, progress=progress)
    played = FixedPlay.of(tree, deals, range(tree.game.players), opponent, progress=progress)
    rule = sampled_rule("linear", epoch=_EPOCHS * tree.nodes, tremble=_TREMBLE)
    solver = Sampled(tree, deals, rule=rule, seed=seed, threads=threads)
    new = new_nodes(tree, build_tree(file.config))
    begin_as(solver, played, lambda node: WORTH_NEW_BB if new[node] else worth_bb)
    return solver


def new_nodes(tree: BettingTree, old: BettingTree) -> npt.NDArray[np.bool_]:
    """Return which nodes of a tree lie behind a choice that the old tree does not have: bool[nodes]."""
    new, left = np.zeros(tree.nodes, np.bool_), [(0, 0)]
    while left:
        node, same = left.pop()
        begin, choices = int(tree.first_choice[node]), tree.choices(node)
        before = old.choices(same) if same >= 0 else []
        for place, action in enumerate(choices):
            child = int(tree.child[begin + place])
            if child < 0:
                continue
            known = before.index(action) if action in before else -1
            then = int(old.child[int(old.first_choice[same]) + known]) if known >= 0 else -1
            new[child] = then < 0
            left.append((child, then))
    return new
