"""Bots over strategy files win what the exact evaluation says."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from tests.strategy.toy import RandomRows, SolvedRows, flop_cards, flop_config, flop_game

import riverboat as rb
from riverboat.abstraction import Lossless, TableAbstraction
from riverboat.arena import play_match
from riverboat.bots import BlueprintBot, View
from riverboat.cards.card import card_names
from riverboat.errors import BotError, StrategyError
from riverboat.games import build_tree, leduc, nolimit_holdem
from riverboat.solvers import PublicState, always_call
from riverboat.strategy import Blueprint, full_tables, open_strategy, write_strategy
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


class Watched(BlueprintBot):
    """Keeps what it saw."""

    seen: ClassVar[list[View]] = []

    def act(self, view: View) -> int:
        self.seen.append(view)
        return super().act(view)


@pytest.mark.parametrize("players", [2, 6])
def test_plays_as_the_whole_answer_says(players: int) -> None:
    """Lines that go on from what is known, and cells read alone, against a walk from the start and the whole row."""
    source = {2: "headsup", 6: "sixmax"}[players]
    Watched.seen.clear()
    play_match([Watched(source), *["random"] * (players - 1)], 240, seed=1, trust=True)
    bot, files, mixed = BlueprintBot(source), open_strategy(source).files, 0
    for view in Watched.seen:
        whole = Blueprint(files).query(card_names(view.cards), view.actions, view.board, game=view.game)
        actions, probabilities = bot.source.play(view.cards, view.actions, view.board, view.game)
        assert actions == tuple(option.action for option in whole.options)
        row = whole.at.line.mix.strategy[whole.bucket].tolist()
        assert tuple(probabilities) == (tuple(row) if whole.odds is None else whole.probabilities)
        mixed += len(whole.at.line.mix.parts) > 1
    assert len(Watched.seen) > 40
    assert mixed > 3


def test_tables_answer_as_the_search_does(tmp_path: Path) -> None:
    tree, cards = build_tree(flop_config()), flop_cards()
    path, tables = tmp_path / "toy.strategy", tmp_path / "toy.abstraction"
    write_strategy(path, tree, cards, RandomRows(tree, cards, 1), {})
    cards.save(tables)
    seen = [
        play_match([bot, *["fish"] * 5], 50, game=flop_game()).to_dict()["bots"]
        for bot in (f"blueprint:{path}", f"blueprint:{path}(tables={tables})")
    ]
    assert [one["bb_per_100"] for one in seen[0]] == [one["bb_per_100"] for one in seen[1]]
    assert not seen[1][0]["faults"]
    other = TableAbstraction(
        tuple(np.roll(table, 1) for table in cards.tables), cards.counts, cards.groups, cards.deck
    )
    other.save(tables)
    with pytest.raises(StrategyError, match="other buckets on round 0"):
        open_strategy(path, tables=tables)
    flop_cards(20).save(tables)
    with pytest.raises(StrategyError, match="make them of the same strategy"):
        open_strategy(path, tables=tables)
    with pytest.raises(StrategyError, match="needs no tables"):
        full_tables(cards)


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
