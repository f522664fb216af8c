"""Six players on feature strings: the config trains, its answers have names, and its plan is that of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command import run

from riverboat.abstraction.config import AbstractionConfig
from riverboat.strategy import open_blueprint
from riverboat.strategy.publish import publish
from riverboat.training import Training, read_training_config

SHORT = """
name = "six"
iterations = 2_000
precision = 16
rule = "linear"

[tree]
reentrant_from = "never"
rows = "last-per-round"
[tree.game]
base = "nolimit-holdem"
players = 6
stack_bb = 100
board_cards = [0, 3]
first_to_act = [2, 0]
[tree.menu]
limps = "blinds"
max_players_to_flop = 3
[tree.menu.preflop]
raises = ["2.5bb", "3.5x", "a"]
[tree.menu.flop]
bets = "75%"

[abstraction]
name = "features-flop"
preflop = { method = "features" }
flop = { method = "features", kicker = false }
"""
"""The config up to the flop, where buckets are made in a second."""


def test_the_short_one_is_like_the_one_that_ships() -> None:
    short, whole = read_training_config(SHORT), read_training_config("cfr-features-6")
    assert isinstance(short.abstraction, AbstractionConfig)
    assert isinstance(whole.abstraction, AbstractionConfig)
    assert short.abstraction.methods == whole.abstraction.methods[:2]
    assert (short.tree.rows, short.tree.joined_from) == (whole.tree.rows, whole.tree.joined_from)
    assert short.tree.game.stacks == whole.tree.game.stacks
    assert whole.tree.game.rounds == 4


def test_it_trains_for_a_while(tmp_path: Path) -> None:
    training = Training(read_training_config(SHORT), tmp_path / "six", threads=1)
    training.run()
    assert training.solver.iterations >= 2_000
    assert training.tree.rows < training.tree.nodes
    publish(training, tmp_path / "six.strategy", threads=1)
    strategy = open_blueprint(tmp_path / "six.strategy")
    assert strategy.query("AsKs").key == "P1;KAs;aa/------"
    assert strategy.query("5s7c", "f f f r2.5 c f /", "4s6d8d").key == "P5;S8-ff0f-f1;aa/ppprcp/------"
    assert strategy.query("5s7c", "f f f r2.5 c f / k", "4s6d8d").key == "P4;S8-ff0f-f1;aa/ppprcp/----p-"


def test_a_joined_tree_of_letters_is_published(tmp_path: Path) -> None:
    """Letters keep nodes apart that situations alone would join; classes of what is dropped are found all the same."""
    text = SHORT.replace('"never"', '"preflop"').replace("players = 6", "players = 3")
    training = Training(read_training_config(text.replace("2_000", "300")), tmp_path / "three", threads=1)
    training.run()
    publish(training, tmp_path / "three.strategy", max_bytes=8_000, threads=1)
    strategy = open_blueprint(tmp_path / "three.strategy", verify=True)
    sources = set()
    for node in range(0, training.tree.nodes, 7):
        board = "4s6d8d" if training.tree.round[node] else ""
        found = strategy.query("5s7c", training.tree.line_to(node), board)
        sources.add(found.source)
        if found.source == "node":
            learnt = training.solver.probabilities(int(training.tree.row[node]))[found.bucket]
            assert found.probabilities == pytest.approx(learnt, abs=1 / 15 + 1e-6)
    assert {"node", "class"} <= sources


def test_its_plan_is_that_of_the_training() -> None:
    shown = run("train", "plan", "cfr-features-6").stdout
    assert "cfr-features-6  nolimit-holdem, 6 players" in shown
    assert "last-per-round   91,044       243,172,599   8.1 GiB   4.1 GiB   2.0 GiB" in shown
    assert "buckets by street: 169, 1,230, 3,696, 2,644" in shown
