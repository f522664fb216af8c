"""Tyche from the command line: its configs, its one file, and what is asked of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import (
    HOLDEM,
    TableAbstraction,
    Tyche,
    TycheConfig,
    build_abstraction,
    open_abstraction,
    open_tyche,
    read_abstraction_config,
    report_abstraction,
    report_file,
    sample_tyche,
    write_tyche,
)
from riverboat.abstraction.methods.street_strengths import StreetStrengths
from riverboat.abstraction.tyche.build import StageProgress
from riverboat.abstraction.tyche.river_clusters import RiverClusters
from riverboat.base.files import write_arrays
from riverboat.cards import HandIndexer, parse_cards
from riverboat.cli import main
from riverboat.errors import AbstractionError, FileFormatError

CONFIG = """
name = "tiny"
seed = 3
[tyche]
river = 50
turn = 30
flop = 20
landmarks = 25
dimensions = 6
"""


@pytest.fixture(scope="module")
def tyche() -> Tyche:
    config = read_abstraction_config(CONFIG)
    assert isinstance(config, TycheConfig)
    return sample_tyche(config, turns=4, flops=1)


@pytest.fixture(scope="module")
def tables(tyche: Tyche) -> TableAbstraction:
    """Preflop and flop alone, to stay small; the flop's buckets are random, so that no centroid can give them."""
    flop = np.random.default_rng(4).integers(0, 20, 1_286_792).astype(np.uint16)
    parts = (np.arange(169, dtype=np.uint16), flop), (169, 20), HOLDEM[:2]
    return TableAbstraction(*parts, name="tiny", config=tyche.config.to_toml())


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch, tyche: Tyche, tables: TableAbstraction) -> list[Path]:
    """A build of no time in place of the real one; returns the folders that it was given."""
    folders: list[Path] = []

    def build(
        config: TycheConfig, folder: Path, *, threads: int | None, progress: StageProgress
    ) -> tuple[Tyche, TableAbstraction]:
        assert config == tyche.config
        folders.append(folder)
        folder.mkdir()
        for stage in ("river", "turn rivers", "turn", "flop turns", "flop"):
            for done in (1, 2):
                progress(stage, done, 2)
        return tyche, tables

    monkeypatch.setattr("riverboat.abstraction.build.build_tyche", build)
    return folders


@pytest.fixture
def abstract(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    def run(*arguments: object) -> int:
        monkeypatch.setattr("sys.argv", ["riverboat", "abstract", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0)

    return run


# --- configs -------------------------------------------------------------------------------------------------------


def test_the_shipped_config_is_the_documents() -> None:
    assert read_abstraction_config("tyche") == TycheConfig()
    small = read_abstraction_config("tyche-small")
    assert isinstance(small, TycheConfig)
    assert (small.river, small.turn, small.flop) == (200, 64, 32)


def test_config_text(tyche: Tyche) -> None:
    assert tyche.config == TycheConfig(50, 30, 20, 25, 6, seed=3, name="tiny")
    assert read_abstraction_config(tyche.config.to_toml()) == tyche.config


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tyche = 3\n", r"tyche is 3.*\[tyche\] with turn = 1024"),
        ("[tyche]\nrivers = 3\n", "'rivers' is not a setting.*did you mean 'river'"),
        ("[tyche]\nseed = 3\n", "'seed' is not a setting"),
        ("[tyche]\nriver = 0\n", "river is 0"),
        ("[tyche]\nriver = 20688\n", "river is 20688.*from 1 to 20,687"),
        ('[tyche]\nriver = "all"\n', "river is 'all'"),
        ('[tyche]\n[flop]\nmethod = "lossless"\n', "'flop' cannot stand beside"),
        ("seed = -1\n[tyche]\n", "seed is -1"),
        ("[tiche]\nriver = 3\n", "'tiche' is not a key.*did you mean 'tyche'"),
    ],
)
def test_bad_configs(text: str, message: str) -> None:
    with pytest.raises(AbstractionError, match=message):
        read_abstraction_config(text)


# --- one file ------------------------------------------------------------------------------------------------------


def test_a_file_with_tables_answers_from_them(tyche: Tyche, tables: TableAbstraction, tmp_path: Path) -> None:
    path = tmp_path / "both"
    write_tyche(tyche, path, tables)
    opened = open_abstraction(path)
    assert isinstance(opened, TableAbstraction)
    assert (opened.name, opened.config) == ("tiny", tyche.config.to_toml())
    deals = np.array([np.random.default_rng(i).permutation(52)[:5] for i in range(40)], np.uint8)
    assert (opened.lookup(1, deals) == tables.lookup(1, deals)).all()
    assert (opened.lookup(1, deals[:5]) != tyche.lookup(1, deals[:5])).any()  # these tables are random
    assert (open_tyche(path).lookup(1, deals[:5]) == tyche.lookup(1, deals[:5])).all()


@pytest.mark.parametrize("with_tables", [True, False])
def test_damage_anywhere_is_found(
    tyche: Tyche, tables: TableAbstraction, tmp_path: Path, with_tables: bool
) -> None:
    path = tmp_path / "file"
    write_tyche(tyche, path, tables if with_tables else None)
    whole = path.read_bytes()
    header = 8 + int.from_bytes(whole[:8], "little")
    for place in (20, header, (header + len(whole)) // 2, len(whole) - 1):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        path.write_bytes(damaged)
        with pytest.raises(FileFormatError):
            open_abstraction(path)
        with pytest.raises(FileFormatError):
            open_tyche(path)


def test_tables_alone_have_no_centroids(tables: TableAbstraction, tmp_path: Path) -> None:
    tables.save(tmp_path / "tables")
    with pytest.raises(FileFormatError, match="has no centroids"):
        open_tyche(tmp_path / "tables")
    with pytest.raises(AbstractionError, match="tables alone"):
        build_abstraction('[preflop]\nmethod = "lossless"', tables=False)


# --- the commands --------------------------------------------------------------------------------------------------


def test_build_tells_and_cleans_up(pipeline: list[Path], tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    made = build_abstraction(CONFIG, tmp_path / "tiny", progress=lambda *done: told.append(done))
    assert repr(made) == "TableAbstraction('tiny': preflop 169, flop 20)"
    assert [done for done, _ in told] == [*range(100, 1100, 100), 1000]
    assert {total for _, total in told} == {1000}
    assert pipeline == [tmp_path / "tiny.parts"]
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]


def test_commands(
    tyche: Tyche,
    tables: TableAbstraction,
    pipeline: list[Path],
    abstract: Callable[..., int],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    config, out = tmp_path / "tiny.toml", tmp_path / "tiny.abstraction"
    config.write_text(CONFIG)
    assert abstract("build", config, "-o", out, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["buckets"] == {"preflop": 169, "flop": 20}
    assert said["bytes"] == out.stat().st_size > tables.nbytes
    assert abstract("show", out, "AsKs", "QsJh2h", "--json") == 0
    deal = np.array([parse_cards("AsKsQsJh2h")], np.uint8)
    assert json.loads(capsys.readouterr().out)[1]["bucket"] == tables.lookup(1, deal)[0]

    assert abstract("build", config, "-o", out, "--no-tables") == 0
    assert "tiny: preflop 169, flop 20, turn 30, river 50" in capsys.readouterr().out
    assert abstract("show", out, "AsKs", "QsJh2h3c4d", "--json") == 0
    rows = json.loads(capsys.readouterr().out)
    expected = [
        int(tyche.lookup(number, np.array([parse_cards("AsKsQsJh2h3c4d"[: 2 * cards])], np.uint8))[0])
        for number, cards in enumerate((2, 5, 6, 7))
    ]
    assert [row["bucket"] for row in rows] == expected
    assert abstract("report", out, "--samples", 300) == 0
    assert "flop: a sample of 300 deals" in capsys.readouterr().out

    whole = out.read_bytes()
    out.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    for command in (["show", out, "AsKs"], ["report", out]):
        assert abstract(*command) == 1
        assert "is damaged: its checksum does not match" in capsys.readouterr().err


def test_report_on_tables_measures_distances_to_centroids(
    tyche: Tyche, tables: TableAbstraction, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All classes by their tables, with strengths of no time in place of the real ones; distances on a sample."""

    def strengths(board_cards: int, threads: int | None) -> StreetStrengths:
        wins = np.arange(1_286_792 if board_cards else 169, dtype=np.uint32)
        return StreetStrengths(wins, np.zeros_like(wins), None, 2000)

    monkeypatch.setattr("riverboat.abstraction.report.sources.street_strengths", strengths)
    write_tyche(tyche, tmp_path / "both", tables)
    measured = report_file(tmp_path / "both", samples=100).streets
    assert [street.sampled for street in measured] == [None, None]
    assert [street.distance_sampled for street in measured] == [None, 100]
    placed = report_abstraction(tyche, samples=100).streets[1].distance
    assert measured[1].distance == pytest.approx(placed, rel=1e-12)  # sums of products in another order
    numbers = np.arange(1_286_792)
    weights = HandIndexer((2, 3)).weight_batch(1, numbers)
    for one in measured[1].listed[:3]:
        own = tables.tables[1] == one.bucket
        assert one.share == pytest.approx(weights[own].sum() / weights.sum())
        assert one.ehs == pytest.approx(np.average(numbers[own], weights=weights[own]) / (2000 * 990))


def test_a_build_of_another_config_is_not_mixed_in(tmp_path: Path) -> None:
    """The real pipeline finds the river of another config and refuses before it works."""
    folder = tmp_path / "tiny.parts"
    folder.mkdir()
    other = read_abstraction_config(CONFIG.replace("seed = 3", "seed = 4")).to_toml()
    write_arrays(
        folder / "river.tyche",
        {"means": np.zeros(1)},
        kind="tyche stage",
        version=1,
        metadata={"config": other},
    )
    with pytest.raises(AbstractionError, match=r"tiny\.parts' holds streets of another config"):
        build_abstraction(CONFIG, tmp_path / "tiny")


def test_a_stopped_build_resumes(tyche: Tyche, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C on the turn: the river is in the folder, and the next build begins with it."""
    rivers: list[int] = []
    started: list[np.ndarray] = []

    def river(config: TycheConfig, **_: object) -> RiverClusters:
        rivers.append(config.river)
        return tyche.river

    def stop(bucket_of_pair: np.ndarray, **_: object) -> None:
        started.append(bucket_of_pair)
        raise KeyboardInterrupt

    monkeypatch.setattr("riverboat.abstraction.tyche.build.cluster_river", river)
    monkeypatch.setattr("riverboat.abstraction.tyche.build.turn_rivers", stop)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            build_abstraction(CONFIG, tmp_path / "tiny")
        assert [path.name for path in (tmp_path / "tiny.parts").iterdir()] == ["river.tyche"]
    assert rivers == [50]
    assert len(started) == 2
    assert (started[1] == tyche.river.pair_table()).all()
    assert not (tmp_path / "tiny").exists()
