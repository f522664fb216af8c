"""From a training run to the file that is asked: what was learnt, quantised, with the cards that find its buckets."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from riverboat.abstraction.boards.with_boards import WithBoards
from riverboat.abstraction.card_abstraction import Grouped
from riverboat.abstraction.gs.recall_abstraction import RecallAbstraction
from riverboat.abstraction.opening import has_centroids, open_centroids
from riverboat.abstraction.tables.remembered import Remembered
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.flop_table import WithFlopTable
from riverboat.abstraction.tyche.tyche_abstraction import Tyche
from riverboat.errors import StrategyError
from riverboat.strategy.file.card_file import check_beside, of_hands
from riverboat.strategy.file.strategy_writer import KIND, VERSION, checked_shares, write_strategy
from riverboat.strategy.file.trained_rows import TrainedRows
from riverboat.strategy.pooled_rows import PooledRows
from riverboat.training.buckets import abstraction_path
from riverboat.training.training import Training, open_run


def publish(
    training: Training | str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    max_bytes: int | None = None,
    cards_in: str | None = None,
    bits: int = 4,
    not_after: str | None = None,
    kinds: int | None = None,
    commit: str | None = None,
    threads: int | None = None,
) -> None:
    """Write the strategy of a training run, or of the run in a folder, to a file that `riverboat.open` reads.

    kinds: of boards that a street has at most in the file, if it was trained with more. commit: of the source that
    trained it; found out in a checkout. max_bytes, cards_in, bits, not_after: see `write_strategy`; a file named for
    its cards that has others is refused. Buckets of hold'em that are tables alone, without centroids to find them by,
    are hundreds of megabytes; their file is not copied but named, and must stay beside the strategy's.
    """
    checked_shares(bits, max_bytes)  # before a run of gigabytes is read
    if not Path(path).absolute().parent.is_dir():
        raise StrategyError(
            f"there is no folder '{Path(path).absolute().parent}' to write '{path}' to; make it first"
        )
    run = training if isinstance(training, Training) else open_run(Path(training), threads)
    cards, rows = _of_kinds(run, published_cards(run), kinds)
    if cards_in is None and isinstance(of_hands(cards), TableAbstraction | RecallAbstraction):
        cards_in = os.path.relpath(abstraction_path(run.config, run.folder), Path(path).absolute().parent)
    elif cards_in is not None:
        check_beside(cards, Path(path).absolute().parent, cards_in, KIND, VERSION)
    provenance: dict[str, Any] = {**run.provenance(), "commit": _commit() if commit is None else commit}
    write_strategy(
        path,
        run.tree,
        cards,
        rows,
        provenance,
        max_bytes=max_bytes,
        cards_in=cards_in,
        bits=bits,
        not_after=not_after,
    )


def _of_kinds(run: Training, cards: Grouped, kinds: int | None) -> tuple[Grouped, TrainedRows]:
    """The abstraction and the rows of a file with at most so many kinds of boards a street."""
    if kinds is None:
        return cards, run.solver
    if not isinstance(cards, WithBoards):
        raise StrategyError(
            f"kinds is {kinds!r}, and the run {run.config.name!r} was trained with one kind of boards a street or "
            "remembers earlier streets; leave kinds out"
        )
    pooled = PooledRows(run.solver, cards, kinds)
    return pooled.abstraction, pooled


def published_cards(run: Training) -> Grouped:
    """Return the abstraction of a run as a file should hold it."""
    cards = run.abstraction
    if isinstance(cards, Remembered):
        return Remembered(_in_file(run, cards.of), every=True)
    return _in_file(run, cards)


def _in_file(run: Training, cards: Grouped) -> Grouped:
    """The abstraction without its memory of earlier streets: centroids with a table of flops, or what there is."""
    if isinstance(cards, WithBoards):
        return WithBoards(_in_file(run, cards.of), cards.kinds)
    if not isinstance(cards, TableAbstraction):
        return cards
    path = abstraction_path(run.config, run.folder)
    found = open_centroids(path, verify=False) if has_centroids(path) else cards
    return WithFlopTable(found, cards.tables[1]) if isinstance(found, Tyche) else found


def _commit() -> str:
    """The commit of the source this runs from; nothing for an installed package, whatever repository it lies in."""
    here = Path(__file__).resolve()
    tracked = _git(here.parent, "ls-files", here.name)
    return _git(here.parent, "rev-parse", "--short=12", "HEAD") if tracked else ""


def _git(folder: Path, *command: str) -> str:
    try:
        found = subprocess.run(
            ["git", "-C", str(folder), *command], capture_output=True, text=True, timeout=5
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""
