"""How a training run begins: from nothing, or from what a coarse run of the whole game knows of its part."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.errors import SolverError
from riverboat.games.trees.tree import BettingTree, build_tree
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sampled.refine import reach_ranges, refine
from riverboat.training.buckets import training_tables
from riverboat.training.checkpoint import Ranges, open_training, read_training
from riverboat.training.config import TrainingConfig, read_training_config

CHECKPOINT: Final = "checkpoint.rb"
CONFIG: Final = "config.toml"
_BUCKETS: Final = ("abstraction", "boards", "remember")


def make_solver(
    config: TrainingConfig,
    tree: BettingTree,
    deals: DealTables,
    threads: int | None,
    ranges: Ranges = (),
    device: str = "cpu",
) -> Sampled:
    """Return a solver as the config wants it that has not begun. ranges: by seat, what it is dealt."""
    return Sampled(tree, deals, ranges=ranges, device=device, threads=threads, **_settings(config))


def start_solver(
    config: TrainingConfig,
    tree: BettingTree,
    deals: DealTables,
    beside: Path,
    threads: int | None,
    given: Ranges | None = None,
    device: str = "cpu",
) -> Sampled:
    """Return the solver that a run begins with.

    given: the ranges that it is dealt, if they are known already; regrets then start from nothing. beside: the folder
    in which the coarse run has its own, if the config names one: its last checkpoint is refined.
    """
    if given is not None or not config.coarse:
        return make_solver(config, tree, deals, threads, given or (), device)
    coarse = _coarse_solver(config, deals, beside / config.coarse, threads)
    if not config.worth:
        ranges = reach_ranges(coarse, tuple(tree.root.taken))
        return make_solver(config, tree, deals, threads, ranges, device)
    return refine(coarse, tree, worth=config.worth, device=device, threads=threads, **_settings(config))


def _settings(config: TrainingConfig) -> dict[str, Any]:
    return {
        "rule": config.rule,
        "precision": config.precision,
        "seed": config.seed,
        "rake": config.rake.chips(config.tree.game.big_blind),
    }


def start_in_words(config: TrainingConfig, given: Ranges | None) -> str:
    """Return what a run begins with, for its provenance."""
    if given is not None:
        return f"ranges of {config.coarse}" if config.coarse else "given ranges"
    if not config.coarse:
        return "nothing"
    return f"ranges and regrets of {config.coarse}" if config.worth else f"ranges of {config.coarse}"


def _coarse_solver(config: TrainingConfig, deals: DealTables, folder: Path, threads: int | None) -> Sampled:
    name = config.coarse
    if not (folder / CHECKPOINT).exists():
        raise SolverError(
            f"the run {config.name!r} starts from the run {name!r}, and there is no checkpoint in '{folder}'; train "
            f"that one first (riverboat train run {name}), or take coarse out of the config"
        )
    other = read_training_config(folder / CONFIG)
    if any(getattr(other, which) != getattr(config, which) for which in _BUCKETS):
        if config.worth:
            raise SolverError(
                f"the runs {config.name!r} and {name!r}, from which it starts, have other buckets; use the same, or "
                "worth = 0 to take its ranges alone"
            )
        deals = training_tables(other, folder.parent, threads=threads)
    solver = make_solver(other, build_tree(other.tree), deals, threads)
    read_training(open_training(folder / CHECKPOINT, other), solver)
    return solver
