"""Opening by name and path, composing, and the command line."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copy
from xml.etree import ElementTree

import pytest
from tests.cli.command import run
from tests.strategy.toy import RandomRows, flop_cards, flop_config
from typer.testing import CliRunner

import riverboat as rb
from riverboat.cli.main import app
from riverboat.errors import FileFormatError, StrategyError
from riverboat.games import build_tree
from riverboat.strategy import open_blueprint, write_strategy


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for seed, (name, start) in enumerate((("six", ""), ("six.f-f", "f f"), ("sixteen", ""))):
        tree = build_tree(flop_config(name, start))
        rows = RandomRows(tree, flop_cards(), seed)
        provenance = {"iterations": 1000 + seed, "commit": "abc"}
        cards_in = "six.strategy" if start else None
        write_strategy(folder / f"{name}.strategy", tree, flop_cards(), rows, provenance, cards_in=cards_in)
    return folder


@pytest.fixture
def named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.strategy.opening.FOLDERS", [folder])


@pytest.mark.usefixtures("named")
def test_a_name_opens_the_coarse_game_and_its_finer_ones() -> None:
    s = rb.open("six")
    assert isinstance(s, rb.Blueprint)
    assert [file.config.name for file in s.files] == ["six", "six.f-f"]
    assert s.name == "six"
    assert s.query("AsKd", line="f f").trained_game == "six.f-f"
    assert [file["provenance"]["iterations"] for file in s.to_dict()["files"]] == [1000, 1001]
    with pytest.raises(
        StrategyError,
        match=r"there is no strategy 'sixtean': those that ship are six, sixteen; .* did you mean",
    ):
        rb.open("sixtean")


def test_a_depth_is_opened_alone(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("six", "six.200bb"):
        copy(folder / "six.strategy", tmp_path / f"{name}.strategy")
    monkeypatch.setattr("riverboat.strategy.opening.FOLDERS", [tmp_path])
    s = rb.open("six-200")
    assert isinstance(s, rb.Blueprint)
    assert [file.title for file in s.files] == ["six.200bb.strategy"]
    assert s.name == "six-200"
    with pytest.raises(StrategyError, match="there is no strategy 'six-300'"):
        rb.open("six-300")


def test_what_is_not_there_is_told() -> None:
    with pytest.raises(
        StrategyError, match="train one with `riverboat train run`, or open a file by its path"
    ):
        rb.open("ninemax")
    with pytest.raises(StrategyError, match="there is no file"):
        rb.open("nowhere/a.strategy")


def test_solutions_are_opened_too(tmp_path: Path, folder: Path) -> None:
    solution = rb.solve("kuhn", iterations=100)
    solution.save(tmp_path / "kuhn.rb")
    assert isinstance(rb.open(tmp_path / "kuhn.rb"), rb.Solution)
    with pytest.raises(FileFormatError, match="holds 'solution'; a file of 'strategy' was expected"):
        open_blueprint(tmp_path / "kuhn.rb")
    with pytest.raises(StrategyError, match="is a solution, which is opened alone"):
        rb.open(tmp_path / "kuhn.rb", folder / "six.strategy")
    assert isinstance(rb.open(folder / "six.strategy"), rb.Blueprint)


def test_verify_reads_everything(tmp_path: Path, folder: Path) -> None:
    data = bytearray((folder / "six.strategy").read_bytes())
    data[-3] ^= 1
    (tmp_path / "bad.strategy").write_bytes(data)
    rb.open(tmp_path / "bad.strategy")
    with pytest.raises(FileFormatError, match="is damaged: its checksum does not match"):
        rb.open(tmp_path / "bad.strategy", verify=True)


def printed(*arguments: str | Path) -> str:
    """What a command prints, run in this process, which saves its start."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    return result.output


def test_the_command_line(folder: Path) -> None:
    files = ("--strategy", folder / "six.strategy", "--strategy", folder / "six.f-f.strategy")
    drawn = run("query", "AsKd", "--line", "f f r2.5 f", *files).stdout  # as a user does
    assert "A♠ K♦  after f f r2.5 f: SB to act, pot 4 bb, 2 bb to call" in drawn
    assert "raise to 7.5 bb" in drawn
    assert "█" in drawn
    data = json.loads(printed("query", "AsKd", "--line", "f f r2.75 f", *files, "--json"))
    assert data["translated"][0]["real"] == "r2.75"
    assert sum(action["probability"] for action in data["actions"]) == pytest.approx(1)
    grid = printed("query", "--line", "f f", "--grid", *files)
    assert grid.count("\n") > 13
    assert "AKs" in grid
    shown = printed("query", "-s", folder / "six.strategy")
    assert "iterations" in shown
    assert "1,000" in shown


def test_the_command_line_tells_what_is_wrong(folder: Path) -> None:
    assert "there is no strategy 'ninemax'" in run("query", "AsKd", "-s", "ninemax", expect=1).stderr
    file = ("--strategy", folder / "six.strategy")
    for arguments, message in (
        (("query", "-s", "ninemax"), "there is no strategy 'ninemax'"),
        (("query",), "give a hand, such as AsKd, --grid for all"),
        (("query", "AsKd", "--line", "f z9", *file), "'z9': not an action"),
        (("query", "AsKd", "--stack-bb", "x", *file), "--stack-bb is 'x'"),
    ):
        with pytest.raises(rb.RiverboatError, match=message):
            printed(*arguments)


def test_opening_ranges_of_all_positions_in_one_picture(tmp_path: Path) -> None:
    run("query", "--opens", "--svg", tmp_path / "opens.svg")
    root = ElementTree.parse(tmp_path / "opens.svg").getroot()
    words = " ".join(text for text in root.itertext())
    assert all(position in words for position in ("UTG", "HJ", "CO", "BTN", "SB"))
    assert words.count("AKs: ") == 5  # what the pointer is told
