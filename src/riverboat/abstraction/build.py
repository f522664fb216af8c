"""Building an abstraction: street by street from the last to the first, kept as it goes, so that it can resume."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Final, Literal, overload

from riverboat.abstraction.card_abstraction import HOLDEM, HOLDEM_IN_ORDER
from riverboat.abstraction.config import AbstractionConfig, AnyConfig, read_abstraction_config
from riverboat.abstraction.gs.config import GS2Config
from riverboat.abstraction.gs.deals import HoldemDeals, turn_table
from riverboat.abstraction.gs.holdem import gs_street
from riverboat.abstraction.gs.recall_abstraction import RecallAbstraction
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.methods.ochs import Ochs
from riverboat.abstraction.ochs_abstraction import SEARCHED_FROM, OchsAbstraction, centroids_name
from riverboat.abstraction.opening import Opened, open_abstraction
from riverboat.abstraction.tables.build_folder import BuildFolder, remove_build
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.build import build_tyche
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.abstraction.tyche.tyche_abstraction import write_tyche
from riverboat.base.memory import within_memory
from riverboat.base.progress import Progress, part_of
from riverboat.base.streets import STREETS
from riverboat.errors import AbstractionError

_KIND: Final = "part of a card abstraction"
_VERSION: Final = 2  # version 1 had no centroids
_TYCHE_STAGES: Final = ("river", "turn rivers", "turn", "flop turns", "flop")


@overload
def build_abstraction(
    config: AnyConfig | str | os.PathLike[str],
    path: str | os.PathLike[str] | None = None,
    *,
    tables: Literal[True] = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> TableAbstraction | RecallAbstraction: ...


@overload
def build_abstraction(
    config: AnyConfig | str | os.PathLike[str],
    path: str | os.PathLike[str] | None = None,
    *,
    tables: bool,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Opened: ...


def build_abstraction(
    config: AnyConfig | str | os.PathLike[str],
    path: str | os.PathLike[str] | None = None,
    *,
    tables: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Opened:
    """Build an abstraction of hold'em; with a path, into a file, and what it returns is mapped from there.

    config: a config, or what `read_abstraction_config` takes. Finished streets are kept in the folder `path` +
    ".parts" until the file is whole; a build that was stopped goes on from them. The result does not depend on threads.
    tables: without them a file of Tyche, or of OCHS on turn and river, holds the centroids and no tables of these
    streets, and answers slower; other methods have only tables.

    >>> build_abstraction('name = "eight"\\n[preflop]\\nmethod = "kmeans"\\nbuckets = 8')
    TableAbstraction('eight': preflop 8)
    """
    if not isinstance(config, AbstractionConfig | TycheConfig | GS2Config):
        config = read_abstraction_config(config)
    if path is not None:
        _check_place(Path(path))
    with within_memory("building the abstraction", AbstractionError, "free some, or build fewer streets"):
        return _build(config, path, tables, threads, progress)


def _build(
    config: AnyConfig,
    path: str | os.PathLike[str] | None,
    tables: bool,
    threads: int | None,
    progress: Progress | None,
) -> Opened:
    if isinstance(config, TycheConfig):
        return _build_tyche(config, path, tables, threads, progress)
    if not (tables or _is_searched(config)):
        raise AbstractionError(
            f"'{config.name}' is made of tables alone; only tyche, and configs with ochs on turn and river, go without"
        )
    finished = None if path is None else FinishedStreets(path, config)
    if isinstance(config, GS2Config):
        return _build_gs(config, path, finished, threads, progress)
    built: list[Buckets] = []
    streets = len(config.methods)
    for number in reversed(range(streets)):
        buckets = finished.read(number) if finished else None
        searched = isinstance(config.methods[number], Ochs)
        if buckets is None or (searched and buckets.centroids is None):  # of a release that did not keep them
            tell = part_of(progress, (streets - 1 - number) / streets, (streets - number) / streets)
            work = Work(config.seed, threads, tell, built[0] if built else None)
            buckets = config.methods[number].build(Street(number), work)
            if finished:
                finished.save(number, buckets)
        built.insert(0, buckets)
        if progress is not None:
            progress(1000 * (streets - number) // streets, 1000)
    made = TableAbstraction(
        tuple(street.table for street in built),
        tuple(street.count for street in built),
        HOLDEM[:streets],
        name=config.name,
        config=config.to_toml(),
    )
    points = {centroids_name(n): of.centroids for n, of in enumerate(built) if of.centroids is not None}
    kept = made.stored()
    found = made if tables else OchsAbstraction.from_stored(kept.facts, {**kept.arrays, **points})
    if path is None or finished is None:
        return found
    if isinstance(found, TableAbstraction):
        found.save(path, beside=points)
    else:
        found.save(path)
    remove_build(finished.folder.path)
    return open_abstraction(path, verify=False)


def _build_tyche(
    config: TycheConfig,
    path: str | os.PathLike[str] | None,
    tables: bool,
    threads: int | None,
    progress: Progress | None,
) -> Opened:
    """The same for Tyche's pipeline: each street is built from the next one's centroids, and the file holds them."""
    stages = len(_TYCHE_STAGES)

    def tell(stage: str, done: int, total: int) -> None:
        number = _TYCHE_STAGES.index(stage)
        within = part_of(progress, number / stages, (number + 1) / stages)
        if within is not None:
            within(done, total)

    folder = None if path is None else _folder_beside(path)
    centroids, filled = build_tyche(config, folder, threads=threads, progress=tell)
    if progress is not None:
        progress(1000, 1000)
    if path is None or folder is None:
        return filled if tables else centroids
    write_tyche(centroids, path, filled if tables else None)
    remove_build(folder)
    return open_abstraction(path, verify=False)


def _build_gs(
    config: GS2Config,
    path: str | os.PathLike[str] | None,
    finished: FinishedStreets | None,
    threads: int | None,
    progress: Progress | None,
) -> Opened:
    """The same for GS2 and GS3, from the first street to the last: each divides the buckets of the one before."""
    built: list[Buckets] = []
    deals: HoldemDeals | None = None
    stages = config.streets + 1
    for number in range(config.streets):
        buckets = finished.read(number) if finished else None
        if buckets is None:
            if deals is None:
                deals = HoldemDeals.all(threads, part_of(progress, 0, 1 / stages))
            tell = part_of(progress, (number + 1) / stages, (number + 2) / stages)
            buckets = gs_street(config, deals, number, built[-1] if built else None, threads, tell)
            if finished:
                finished.save(number, buckets)
        built.append(buckets)
        if progress is not None:
            progress(1000 * (number + 2) // stages, 1000)
    tables = (built[0].table, built[1].table, turn_table(built[2].table, threads))
    counts = tuple(street.count for street in built)
    made = TableAbstraction(
        tables, counts[:3], HOLDEM_IN_ORDER[:3], name=config.name, config=config.to_toml()
    )
    whole = RecallAbstraction(made, built[3].table, built[3].count) if len(built) == 4 else made
    if path is None or finished is None:
        return whole
    whole.save(path)
    remove_build(finished.folder.path)
    return open_abstraction(path, verify=False)


class FinishedStreets:
    """The finished streets of a build, in a folder beside the file that it makes."""

    def __init__(self, path: str | os.PathLike[str], config: AnyConfig) -> None:
        self.folder = BuildFolder(_folder_beside(path), config.to_toml(), _KIND, _VERSION)

    def read(self, number: int) -> Buckets | None:
        """Return a finished street; None if it is not there or is damaged, and must be built again."""
        file = self.folder.open(STREETS[number])
        if file is None:
            return None
        table, count = file["buckets"], file.metadata.get("count", "")
        if not (count.isdecimal() and len(count) < 12 and len(table) > 0 and int(table.max()) < int(count)):
            warnings.warn(
                f"'{file.path}' is made again: it has {count[:20]!r} buckets", RuntimeWarning, stacklevel=2
            )
            return None
        kept = "centroids" in file
        return Buckets(table, int(count), file["centroids"] if kept else None)

    def save(self, number: int, buckets: Buckets) -> None:
        """Write a finished street."""
        points = {} if buckets.centroids is None else {"centroids": buckets.centroids}
        self.folder.write(STREETS[number], {"buckets": buckets.table, **points}, count=str(buckets.count))


def _is_searched(config: AbstractionConfig | GS2Config) -> bool:
    """Whether OCHS is the method of all late streets, so that their buckets can be found without tables."""
    late = config.methods[SEARCHED_FROM:] if isinstance(config, AbstractionConfig) else ()
    return len(late) > 0 and all(isinstance(method, Ochs) for method in late)


def _check_place(path: Path) -> None:
    """Raise at once, not after minutes, where no file can be written."""
    if path.is_dir() or not path.parent.is_dir():
        problem = "is a folder" if path.is_dir() else f"lies in '{path.parent}', which is not a folder"
        raise AbstractionError(
            f"'{path}' {problem}; give a file in a folder that exists, such as 'tyche.abstraction'"
        )


def _folder_beside(path: str | os.PathLike[str]) -> Path:
    return Path(f"{os.fspath(path)}.parts")
