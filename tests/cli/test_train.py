"""`riverboat train run` and `riverboat train chart`, as a user runs them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.command import SCRIPT

from riverboat.cli import main
from riverboat.errors import SolverError
from riverboat.training import Training, TrainingLog, read_log, read_training_config

SVG = "{http://www.w3.org/2000/svg}"


def run(
    *arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], expect: int = 0
) -> tuple[str, str]:
    monkeypatch.setattr(sys, "argv", ["riverboat", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    printed = capsys.readouterr()
    assert (end.value.code or 0) == expect, printed.err
    return printed.out, printed.err


def test_train_resume_and_chart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def riverboat(*arguments: str, expect: int = 0) -> tuple[str, str]:
        return run(*arguments, monkeypatch=monkeypatch, capsys=capsys, expect=expect)

    out, told = riverboat("train", "run", "kuhn3", "--iterations", "5000", "--threads", "1")
    assert "5,120 iterations" in out
    assert "SB Ks" in out
    assert "done after 5,120 iterations; the checkpoint and the log are in runs/kuhn3" in out
    assert told.count("iterations") == 1
    _, complaint = riverboat("train", "run", "kuhn3", expect=1)
    assert "holds a run already" in complaint
    out, _ = riverboat(
        "train", "run", "kuhn3", "--iterations", "9000", "--resume", "--json", "--threads", "1"
    )
    data = json.loads(out)
    assert data["iterations"] == 9_088
    assert data["stopped"] == "iterations"
    assert data["sets"] == 48  # 12 nodes, 4 cards
    out, _ = riverboat("train", "run", "kuhn3", "-o", "other", "--minutes", "0.005", "--seed", "7")
    assert (
        "iterations with a checkpoint in other; go on with: riverboat train run kuhn3 -o other --resume"
        in out
    )
    brief = replace(read_training_config("kuhn3"), name="brief", checkpoint_minutes=0)
    Path("brief.toml").write_text(brief.to_toml(), encoding="utf-8")
    out, _ = riverboat("train", "run", "brief.toml", "--iterations", "1000")
    assert "ended after 1,024 iterations without a checkpoint" in out
    assert not Path("runs/brief/checkpoint.rb").exists()
    out, _ = riverboat("train", "chart", "runs/kuhn3", "-o", "chart.svg")
    assert out == "2 reports drawn in chart.svg\n"
    picture = ET.fromstring((tmp_path / "chart.svg").read_text(encoding="utf-8"))
    assert picture.tag == f"{SVG}svg"
    curves = [curve.attrib["points"].split() for curve in picture.iter(f"{SVG}polyline")]
    assert [len(points) for points in curves] == [2] * 7  # three panels, and two actions of two watch hands
    width, height = (float(picture.attrib[side]) for side in ("width", "height"))
    for x, y in (point.split(",") for points in curves for point in points):
        assert 0 < float(x) < width
        assert 0 < float(y) < height
    texts = " ".join(part.text or "" for part in picture.iter(f"{SVG}text"))
    assert "BTN Ts after k k" in texts
    assert "kuhn3: 9,088 iterations" in texts
    out, _ = riverboat("train", "publish", "runs/kuhn3", "-o", "kuhn3.strategy")
    assert out.endswith("ask it with: riverboat query Ks --strategy kuhn3.strategy\n")
    riverboat(*out.split("riverboat ")[1].split())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_with_a_checkpoint(tmp_path: Path, number: signal.Signals) -> None:
    command = [
        sys.executable,
        "-u",
        "-c",
        SCRIPT,
        "train",
        "run",
        "leduc",
        "-o",
        str(tmp_path / "run"),
        "--json",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    process.stderr.readline()  # the first report
    process.send_signal(number)
    out, error = process.communicate(timeout=120)
    assert process.returncode == 128 + number, error
    data = json.loads(out)
    assert data["stopped"] == "signal"
    assert Training("leduc", tmp_path / "run", resume=True).solver.iterations == data["iterations"]


def test_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.toml").write_text('tree = "hu-fcpa"\nabstracton = "ehs-200"\niterations = 1\n')
    for arguments, message in (
        (("train", "run", "my.toml"), "'abstracton' is not a key of a training config"),
        (("train", "run", "laptop", "--memory", "0.1"), "102 MiB are allowed. Use precision = 16"),
        (("train", "run", "no.toml"), "there is no file"),
        (("train", "chart", "nowhere"), "there is no file"),
    ):
        _, complaint = run(*arguments, monkeypatch=monkeypatch, capsys=capsys, expect=1)
        assert message in complaint
    with pytest.raises(SolverError, match="the log has no reports"):
        TrainingLog().chart(tmp_path / "chart.svg")
    assert "no reports" in TrainingLog()._repr_html_()
    assert not (tmp_path / "runs").exists()
    (tmp_path / "log.jsonl").write_text("")
    assert read_log(tmp_path / "log.jsonl") == []
