"""Bots over strategy files win what the exact evaluation says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.strategy.toy import RandomRows, SolvedRows, flop_cards, flop_config, flop_game

import riverboat as rb
from riverboat.abstraction import Lossless
from riverboat.arena import play_match
from riverboat.bots import BlueprintBot
from riverboat.errors import BotError, StrategyError
from riverboat.games import build_tree, leduc, nolimit_holdem
from riverboat.solvers import PublicState, always_call
from riverboat.strategy import Blueprint, open_strategy, write_strategy
from riverboat.testing import check_bot


@pytest.fixture(scope="module")
def leduc_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    solution = rb.solve("leduc", iterations=50)  # far from solved, so that ways to act differ
    cards = Lossless(((1,), (1, 1)), leduc().deck)
    path = tmp_path_factory.mktemp("bots") / "leduc.strategy"
    write_strategy(path, solution.tree, cards, SolvedRows(solution, cards), {})
    return path


@pytest.mark.parametrize("acting", ["sampled", "argmax", "purified"])
def test_wins_what_the_exact_evaluation_says(leduc_file: Path, acting: str) -> None:
    strategy = open_strategy(leduc_file)

    def played(state: PublicState) -> np.ndarray:
        rows = strategy(state)
        if acting == "sampled":
            return rows
        least = rows.max(axis=1, keepdims=True) if acting == "argmax" else 0.3
        kept = np.where(rows >= least, rows, 0)
        if acting == "argmax":  # the first of equals
            kept = np.eye(rows.shape[1])[rows.argmax(axis=1)]
        return kept / kept.sum(axis=1, keepdims=True)

    exact = rb.head_to_head("leduc", played, always_call).mean
    bot = f"blueprint:{leduc_file}({acting},threshold=0.3)"
    found = play_match([bot, "fish"], 3000, game=leduc(), duplicate=True, seed=1).bots[0]
    assert not found.faults
    assert abs(found.won.mean / 100 - exact) < 1.6 * found.won.half_width / 100


def test_plays_six_handed_and_translates(tmp_path: Path) -> None:
    tree = build_tree(flop_config())
    path = tmp_path / "toy.strategy"
    write_strategy(path, tree, flop_cards(), RandomRows(tree, flop_cards(), 1), {})
    assert check_bot(f"blueprint:{path}", hands=20, games=[flop_game()]) == 20


def test_translation_is_a_choice(tmp_path: Path) -> None:
    tree = build_tree(flop_config(raises="2bb 4bb"))
    path = tmp_path / "toy.strategy"
    write_strategy(path, tree, flop_cards(), RandomRows(tree, flop_cards(), 1), {})
    files = open_strategy(path).files
    real = Blueprint(files).query("AsKd", line=(300,)).translated
    assert [len(one.played_as) for one in real] == [2]
    nearest = Blueprint(files, translation="nearest").query("AsKd", line=(300,)).translated
    assert [len(one.played_as) for one in nearest] == [1]


def test_what_a_strategy_cannot_answer_is_counted(leduc_file: Path) -> None:
    result = play_match([f"blueprint:{leduc_file}", "fish"], 4, game=nolimit_holdem())
    assert result.bots[0].faults["exception"][0] > 0
    assert result.hands == 4


def test_bad_blueprints() -> None:
    with pytest.raises(StrategyError, match="there is no file"):
        BlueprintBot("no/such.strategy")
    with pytest.raises(BotError, match="one of sampled, argmax, purified"):
        BlueprintBot("x", acting="best")  # type: ignore[arg-type]
    with pytest.raises(BotError, match="did you mean 'nearest'"):
        BlueprintBot("x", translation="neares")
