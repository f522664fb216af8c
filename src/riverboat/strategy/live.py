"""A strategy of what a run or a solver has learnt so far, without a file: the table is asked where it lies."""

from __future__ import annotations

import os
from pathlib import Path

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.errors import StrategyError
from riverboat.solvers.sampled.engine import Sampled
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.file.live_table import LiveTable
from riverboat.strategy.publish import published_cards
from riverboat.training.training import Training, open_run


def strategy_of(
    trained: Training | Sampled,
    cards: CardAbstraction | None = None,
    *,
    name: str = "",
    translation: str = "pseudo-harmonic",
) -> Blueprint:
    """Return what was learnt so far as a strategy that is asked, measured and played like any other.

    trained: a run, or a solver with the abstraction that its deals were made from as `cards`. Rows are read from where
    the table lies, in memory or on a card, as they are asked for: nothing is cut, rounded or written, and no second
    copy is made. It is the strategy of this moment; make another once the run has gone on. translation: see
    `open_strategy`.

    >>> from riverboat.abstraction import Lossless, SequenceTables
    >>> from riverboat.games import Menu, build_tree, kuhn
    >>> game = kuhn()
    >>> solver = Sampled(build_tree(game, Menu()), SequenceTables.of(Lossless.of(game), game), threads=1)
    >>> solver.run(100_000)
    >>> strategy_of(solver, Lossless.of(game)).query("Ks", "b")
    <Decision Ks f 0%, c 100%>
    """
    if isinstance(trained, Training):
        if cards is not None:
            raise StrategyError("a run has its own cards; leave them out")
        return Blueprint([live_table(trained)], name, translation)
    if cards is None:
        raise StrategyError(
            "a solver knows buckets, but not the cards in them; give the abstraction that its deals were made from, "
            "such as Lossless.of(game)"
        )
    return Blueprint([LiveTable(trained, cards)], name, translation)


def live_table(run: Training) -> LiveTable:
    """Return the table of a run as it is now."""
    path = run.checkpoint if run.checkpoint.exists() else None
    table = LiveTable(
        run.solver, published_cards(run), title=str(run.folder), path=path, provenance=run.provenance
    )
    table.cards = run.abstraction  # finds the same buckets, by tables where it has some
    return table


def table_of_folder(folder: str | os.PathLike[str], threads: int | None = None) -> LiveTable:
    """Return the table of the run in a folder, as its last checkpoint has it."""
    return live_table(open_run(Path(folder), threads))
