"""Which device walks, what is refused, and what a user reads then."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import run
from tests.solvers.gpu.emulated import EmulatedCard
from tests.solvers.gpu.fake_cupy import fake_cupy
from tests.solvers.gpu.sampled_games import error_of, sampled

from riverboat.errors import SolverError
from riverboat.evaluation import evaluate_strategy, learned_response
from riverboat.games import leduc
from riverboat.solvers import SampledRule, uniform
from riverboat.training import Training


def test_bad_names_are_told() -> None:
    for device in ("tpu", "cuda:x", None, 3):
        with pytest.raises(SolverError, match="it is 'cpu', 'cuda', 'cuda:1' or 'auto'"):
            sampled(leduc(), device=device)


def test_without_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(SolverError, match=r"CuPy is not installed; pip install 'riverboat\[gpu\]'"):
        sampled(leduc(), device="cuda")
    assert sampled(leduc(), device="auto").device == "cpu"


def test_without_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_cupy(monkeypatch, RuntimeError("CUDA driver version is insufficient"))
    with pytest.raises(SolverError, match="the driver finds no card: CUDA driver version is insufficient"):
        sampled(leduc(), device="cuda")
    assert sampled(leduc(), device="auto").device == "cpu"


def test_a_card_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_cupy(monkeypatch, 2)
    with pytest.raises(SolverError, match="'cuda:7' and the cards here are: 'cuda:0', 'cuda:1'"):
        sampled(leduc(), device="cuda:7")


def test_what_the_card_is_not_for_is_told_by_name(emulated: EmulatedCard) -> None:
    with pytest.raises(SolverError, match="not for sampling 'outcome': the card samples 'external'"):
        sampled(leduc(), "outcome", device="cuda")
    with pytest.raises(SolverError, match="not for precision 16: the card has 32 bits"):
        sampled(leduc(), device="cuda:1", precision=16)


def test_auto_takes_the_card_where_it_can(emulated: EmulatedCard) -> None:
    assert sampled(leduc(), device="auto").device == "cuda"
    assert sampled(leduc(), "outcome", device="auto").device == "cpu"
    assert sampled(leduc(), device="auto", precision=16).device == "cpu"


def test_a_missing_card_is_told_before_buckets_are_built(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    run = Training("headsup", tmp_path / "run", device="cuda", threads=1)
    with pytest.raises(SolverError, match="CuPy is not installed"):
        run.prepare()
    assert not list(tmp_path.iterdir())


def test_the_command_line_says_it_in_one_line(tmp_path: Path) -> None:
    done = run("train", "run", "leduc", "-o", str(tmp_path / "run"), "--device", "abacus", expect=1)
    assert "it is 'cpu', 'cuda', 'cuda:1' or 'auto'" in done.stderr


def test_a_best_response_is_learnt_on_the_card(emulated: EmulatedCard, tmp_path: Path) -> None:
    best = evaluate_strategy("leduc", uniform).best
    answer = learned_response(
        uniform, tmp_path / "a.strategy", tree=leduc(), iterations=40_000, device="cuda", threads=1
    )
    learnt = [evaluate_strategy("leduc", [answer, uniform]).values[0]]
    learnt.append(evaluate_strategy("leduc", [uniform, answer]).values[1])
    assert sum(learnt) == pytest.approx(sum(best), rel=0.03)


# --- on a real card -------------------------------------------------------------------------------------------------


@pytest.mark.gpu
@pytest.mark.parametrize("rule", [SampledRule(), "mccfr+", SampledRule(tremble=0.01)], ids=str)
def test_a_real_card_learns_as_the_processor_does(real_card: None, rule: Any) -> None:
    here, there = (error_of(sampled(leduc(), rule, device=device), 1_000_000) for device in ("cpu", "cuda"))
    assert there < 1.5 * here
