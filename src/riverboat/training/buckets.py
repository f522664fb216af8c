"""The buckets of a training run, built once and kept beside it for the next."""

from __future__ import annotations

import hashlib
from itertools import accumulate
from pathlib import Path

from riverboat.abstraction.boards.board_kinds import BoardKinds, find_board_kinds
from riverboat.abstraction.boards.with_boards import WithBoards, divided
from riverboat.abstraction.build import build_abstraction
from riverboat.abstraction.card_abstraction import Grouped
from riverboat.abstraction.gs.config import GS2Config
from riverboat.abstraction.gs.ordered_tables import OrderedTables, ordered_bytes
from riverboat.abstraction.opening import open_abstraction
from riverboat.abstraction.rule_abstraction import RuleAbstraction, is_rule
from riverboat.abstraction.tables.board_tables import BoardTables, board_rows
from riverboat.abstraction.tables.deal_tables import DealTables, smallest_number
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.remembered import Remembered
from riverboat.abstraction.tables.sequence_tables import SequenceTables
from riverboat.base.progress import Progress
from riverboat.cards.card import NUM_HANDS
from riverboat.errors import FileFormatError
from riverboat.training.config import AbstractionChoice, TrainingConfig


def training_abstraction(
    config: TrainingConfig, folder: Path, *, threads: int | None = None, progress: Progress | None = None
) -> Grouped:
    """Return the abstraction of a config, from its file in the folder; a file that is missing or damaged is made.

    >>> from riverboat.training import read_training_config
    >>> training_abstraction(read_training_config("leduc"), Path())
    Lossless(round-1 3, round-2 15)
    """
    plain = _plain(config, folder, threads, progress)
    if config.boards:
        plain = WithBoards(plain, board_kinds(config, folder, threads=threads))
    return Remembered(plain, every=True) if config.remember else plain


def board_kinds(config: TrainingConfig, folder: Path, *, threads: int | None = None) -> BoardKinds:
    """Return the kinds of boards of a config, from their file in the folder; one that is missing or damaged is made."""
    path = folder / f"kinds-{'-'.join(map(str, config.boards))}.boards"
    try:
        return BoardKinds.open(path)
    except (FileNotFoundError, FileFormatError):
        found = find_board_kinds(config.boards, threads=threads)
        found.save(path)
        return found


def _plain(config: TrainingConfig, folder: Path, threads: int | None, progress: Progress | None) -> Grouped:
    """The abstraction as its config has it, without memory of earlier streets."""
    chosen = config.abstraction
    if chosen == "lossless":
        return Lossless.of(config.tree.game)
    if is_rule(chosen):
        return RuleAbstraction(chosen)
    path = _kept(chosen, folder, "abstraction")
    try:
        return open_abstraction(path)
    except (FileNotFoundError, FileFormatError):
        return build_abstraction(chosen, path, threads=threads, progress=progress)


def training_tables(
    config: TrainingConfig, folder: Path, *, threads: int | None = None, progress: Progress | None = None
) -> DealTables:
    """Return the same as tables of whole deals, in memory."""
    plain = _plain_tables(config, folder, threads, progress)
    if config.boards:
        assert isinstance(plain, BoardTables)  # the config is checked
        plain = divided(plain, board_kinds(config, folder, threads=threads))
    return plain.remembering() if config.remember else plain


def _plain_tables(
    config: TrainingConfig, folder: Path, threads: int | None, progress: Progress | None
) -> DealTables:
    game, chosen = config.tree.game, config.abstraction
    if chosen == "lossless":
        return SequenceTables.of(Lossless.of(game), game)
    path = _kept(chosen, folder, "buckets")
    layout: type[OrderedTables | BoardTables] = (
        OrderedTables if isinstance(chosen, GS2Config) else BoardTables
    )
    try:
        return layout.open(path).in_memory()
    except (FileNotFoundError, FileFormatError):
        abstraction = _plain(config, folder, threads, progress)
        if isinstance(abstraction, RuleAbstraction):  # whole streets at once are faster than board by board
            abstraction = build_abstraction(abstraction.config, threads=threads, progress=progress)
        tables = layout.of(abstraction, threads=threads, progress=progress)
        tables.save(path)
        return tables


def abstraction_path(config: TrainingConfig, run: Path) -> Path:
    """Return where the buckets of a run in a folder are kept: beside it."""
    return _kept(config.abstraction, run.absolute().parent, "abstraction")


def tables_bytes(config: TrainingConfig) -> int:
    """Return the memory of the tables of whole deals, before they are made.

    >>> from riverboat.training import read_training_config
    >>> tables_bytes(read_training_config("laptop")), tables_bytes(read_training_config("leduc"))
    (202409922, 42)
    """
    game, chosen = config.tree.game, config.abstraction
    boards = tuple(accumulate(game.board_cards))
    if isinstance(chosen, GS2Config):
        return ordered_bytes(boards, chosen.counts)
    total = 0
    for shown, count in zip(boards, config.own_buckets, strict=True):
        places = (
            game.deck.size ** (game.hole_cards + shown)
            if chosen == "lossless"
            else NUM_HANDS * board_rows(shown)
        )
        total += places * smallest_number(count)().nbytes
    return total


def _kept(chosen: AbstractionChoice, folder: Path, ending: str) -> Path:
    """A file for each config: what decides the buckets decides its name."""
    assert not isinstance(chosen, str)
    digest = hashlib.sha256(chosen.to_toml().encode()).hexdigest()[:8]
    return folder / f"{chosen.name or 'buckets'}-{digest}.{ending}"
