"""`riverboat measure --learned`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import run
from tests.strategy.toy import RandomRows, flop_cards, flop_config

import riverboat as rb
from riverboat.abstraction import Lossless, SequenceTables
from riverboat.evaluation import evaluate_strategy
from riverboat.games import Menu, build_tree, leduc
from riverboat.solvers import Sampled
from riverboat.strategy import write_strategy


@pytest.fixture(scope="module")
def hardly_trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game, path = leduc(), tmp_path_factory.mktemp("measured") / "hardly.strategy"
    tree, cards = build_tree(game, Menu()), Lossless.of(game)
    solver = Sampled(tree, SequenceTables.of(cards, game), threads=1)
    solver.run(1_000)
    write_strategy(path, tree, cards, solver, {})
    return path


def test_what_an_answer_wins(hardly_trained: Path, tmp_path: Path) -> None:
    out = tmp_path / "answer.strategy"
    command = ("measure", hardly_trained, "--learned", "--iterations", "100000", "--threads", "1")
    told = json.loads(run(*command, "--hands", "4000", "-o", out, "--json").stdout)
    exact = evaluate_strategy(leduc(), rb.open(hardly_trained)).best
    mean, half = told["mbb_per_hand"]["mean"], told["mbb_per_hand"]["half_width"]
    best = 1000 * sum(exact) / 2 / leduc().big_blind
    assert abs(mean - best) < 1.5 * half + 0.02 * best
    assert mean == pytest.approx(10 * told["bb_per_100"]["mean"])
    assert told["hands"] == 4000
    assert told["learned"]["seats"] == [0, 1]
    assert rb.open(out).game == leduc()


def test_in_words(hardly_trained: Path) -> None:
    command = (
        "measure",
        hardly_trained,
        "--learned",
        "--iterations",
        "2000",
        "--hands",
        "100",
        "--threads",
        "1",
    )
    text = run(*command, "--acting", "purified", "--threshold", "0.2").stdout
    assert "a learnt answer wins +" in text
    assert "a best answer wins at least as much" in text


def test_a_file_may_have_any_name(hardly_trained: Path, tmp_path: Path) -> None:
    odd = tmp_path / "a folder, (odd)" / "x,y=1(2):3.strategy"
    odd.parent.mkdir()
    odd.write_bytes(hardly_trained.read_bytes())
    out = odd.with_name("out, (of) it.strategy")
    command = ("measure", odd, "--learned", "--iterations", "1000", "--hands", "50", "--threads", "1")
    assert "a learnt answer wins" in run(*command, "-o", out).stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "choose one way to measure: --lbr, --exact, --learned"),
        (("--learned", "--threshold", "0.3"), "only --acting purified has one"),
        (("--learned", "--resume"), "there is no --checkpoint to go on from"),
        (("--learned", "--minutes", "1", "--iterations", "5"), "give one of them"),
    ],
)
def test_what_does_not_go_together(hardly_trained: Path, options: tuple[str, ...], said: str) -> None:
    found = run("measure", hardly_trained, *options, expect=1)
    assert said in found.stderr


def test_six_seats_each_against_five(tmp_path: Path) -> None:
    """A random strategy of six players loses to the answer in every seat, and no bot is ever at a loss."""
    tree, path = build_tree(flop_config()), tmp_path / "toy.strategy"
    write_strategy(path, tree, flop_cards(), RandomRows(tree, flop_cards(), 1), {})
    command = (
        "measure",
        path,
        "--learned",
        "--iterations",
        "10000",
        "--threads",
        "1",
        "--hands",
        "1800",
        "--json",
    )
    told = json.loads(run(*command).stdout)
    assert told["learned"]["seats"] == [0, 1, 2, 3, 4, 5]
    assert told["bb_per_100"]["mean"] > told["bb_per_100"]["half_width"]
    assert set(told["by_position"]) == {"SB", "BB", "UTG", "HJ", "CO", "BTN"}
    assert {seat["hands"] for seat in told["by_position"].values()} == {300}
