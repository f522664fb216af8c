"""Whether a training run fits into memory, asked before anything large is made."""

from __future__ import annotations

from typing import Final

from riverboat.base.memory import available_memory, bytes_text
from riverboat.errors import SolverError
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.sampled.engine import table_bytes
from riverboat.training.buckets import tables_bytes
from riverboat.training.config import TrainingConfig

_NODE_BYTES: Final = 16  # of a node in the engine


def check_memory(
    config: TrainingConfig, tree: BettingTree, memory: int | None = None, device: str = "cpu"
) -> int:
    """Return the bytes that a run takes if every row is reached; raise if that is more than there are.

    A table on a card takes none here, unless checkpoints bring it: whether the card has room is asked when walks begin.
    """
    rest = tree.nbytes + _NODE_BYTES * tree.nodes + tables_bytes(config)
    table = table_bytes(tree, config.buckets, config.precision)
    taken = rest if device != "cpu" and not config.checkpoint_minutes else table + rest
    limit = available_memory() if memory is None else memory
    if taken <= limit:
        return taken
    advice = ["fewer buckets"]
    if config.tree.rows.key != "pot-stack":
        advice.insert(0, 'rows = "pot-stack" in the tree')
    if config.precision == 32:
        half = table_bytes(tree, config.buckets, 16)
        advice.insert(0, f"precision = 16 ({bytes_text(half + rest)} in all)")
    if device != "cpu" and config.checkpoint_minutes:
        advice.append("checkpoint_minutes = 0, which leaves the table on the card")
    buckets = ", ".join(f"{count:,}" for count in config.buckets)
    raise SolverError(
        f"the run {config.name!r} does not fit: {tree.rows:,} rows with {buckets} buckets by street take "
        f"{bytes_text(table)} as numbers of {config.precision} bits, tree and buckets {bytes_text(rest)}; "
        f"{bytes_text(limit)} are {'free' if memory is None else 'allowed'}. Use {', '.join(advice)}; or, as rows take "
        "memory only once they are reached, allow more (--memory)"
    )
