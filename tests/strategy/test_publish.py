"""From a training run to answers: what `riverboat.open` says is what the solver's own rows say, in fifteenths."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import HOLDEM, Lossless, OchsAbstraction, TableAbstraction
from riverboat.cards.card import card_names
from riverboat.errors import StrategyError
from riverboat.strategy import Blueprint, open_strategy
from riverboat.strategy import publish as publish_module
from riverboat.strategy.publish import publish
from riverboat.training import Training, read_training_config

LEDUC = replace(read_training_config("leduc"), iterations=100_000)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Training:
    training = Training(LEDUC, tmp_path_factory.mktemp("runs") / "leduc", threads=2)
    training.run()
    return training


@pytest.fixture(scope="module")
def s(run: Training) -> Blueprint:
    publish(run.folder, run.folder.parent / "leduc.strategy", threads=1)
    return open_strategy(run.folder.parent / "leduc.strategy", verify=True)


@pytest.mark.parametrize("bits", [4, 8])
def test_every_answer_is_the_solvers_own_row(run: Training, tmp_path: Path, bits: int) -> None:
    """Query, grid and batch at every node, for every card and on every board."""
    publish(run.folder, tmp_path / "leduc.strategy", threads=1, bits=bits)
    s = open_strategy(tmp_path / "leduc.strategy")
    tree, deck = run.tree, run.tree.game.deck.cards
    for node in range(tree.nodes):
        line, number = tree.line_to(node), int(tree.round[node])
        trained = run.solver.probabilities(int(tree.row[node]))
        for board in [(card,) for card in deck] if number else [()]:
            cards = np.array([[card] for card in deck if card not in board], np.uint8)
            own = trained[run.abstraction.buckets(number, board, cards)]
            shown = card_names(board)
            batch = s.query_batch(cards, line, shown)
            assert [option.action for option in batch.options] == tree.choices(node)
            assert np.abs(batch.probabilities - own).max() < 1 / (2**bits - 1) + 1e-6
            grid = s.grid(line, shown)
            assert np.array_equal(grid.strategy, batch.probabilities)
            for card, played in zip(cards, batch.probabilities, strict=True):
                assert s.query(card_names(card), line, shown).probabilities == tuple(played.tolist())


def test_centroids_of_ochs_are_published_with_a_table_of_flops(
    run: Training, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables up to the turn; the flop may be of any method, here of none."""
    path, classes = tmp_path / "ochs.abstraction", Lossless(HOLDEM[:3])
    numbers = tuple((np.arange(classes.count(n)) % 7).astype(np.uint16) for n in range(3))
    tables = TableAbstraction(numbers, (7, 7, 7), HOLDEM[:3], name="sevens")
    monkeypatch.setattr(publish_module, "abstraction_path", lambda *_: path)
    tables.save(path)
    assert publish_module._in_file(run, tables) is tables
    tables.save(path, beside={"centroids_2": np.outer(np.arange(1, 8) / 8, np.ones(8))})
    found = publish_module._in_file(run, tables)
    assert isinstance(found, OchsAbstraction)
    assert found.stored().arrays.keys() == {"buckets_0", "buckets_1", "centroids_2"}
    deals = np.array([[51, 46, 0, 5, 9]], np.uint8)
    assert (found.lookup(1, deals) == tables.lookup(1, deals)).all()


def test_reach_is_the_product_of_own_probabilities(run: Training, s: Blueprint) -> None:
    """Leduc's first player checks, calls, and is to act on the board."""
    tree, game = run.tree, run.tree.game
    line, board = "k b c /", (game.deck.cards[0],)
    reach = s.grid(line, card_names(board)).reach
    cards = np.array([[card] for card in game.deck.cards if card not in board], np.uint8)
    expected = np.ones(len(cards))
    for before, token in (("", 0), ("k b", 1)):
        row = run.solver.probabilities(int(tree.row[tree.walk(before)]))
        expected *= row[run.abstraction.buckets(0, (), cards), token]
    assert np.abs(reach - expected).max() < 2 / 15
    assert s.at(line, card_names(board)).reach(0)[board[0]] == 0


def test_visits_and_provenance_are_those_of_the_run(run: Training, s: Blueprint) -> None:
    decision = s.query(card_names(run.tree.game.deck.cards[:1]))
    visits = run.solver.visits(0)[decision.bucket]
    assert decision.visits <= visits < 13 * decision.visits + 1
    assert decision.well_trained
    made = s.files[0].provenance
    assert made["threads"] == 2  # of who trained, not of who publishes
    assert made["iterations"] == run.solver.iterations
    assert made["trained"] == pytest.approx(made["share_visited_100_times"], abs=1e-4)


def test_a_run_that_goes_on_is_published_without_a_trace(run: Training, tmp_path: Path) -> None:
    """Its log may be ahead of its checkpoint, and the next checkpoint half written."""
    folder = tmp_path / "leduc"
    shutil.copytree(run.folder, folder)
    log = folder / "log.jsonl"
    log.write_text(
        log.read_text().replace(f'"iterations": {run.solver.iterations}', '"iterations": 999999999')
    )
    (folder / ".checkpoint.rb.half.tmp").write_bytes(b"half")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    publish(folder, tmp_path / "leduc.strategy", threads=1)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_the_commit_of_another_repository_is_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An environment in the folder of somebody's project is not a checkout of Riverboat."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run([*git[:3], "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "theirs"], check=True)
    installed = tmp_path / "publish.py"
    installed.write_text("")
    monkeypatch.setattr(publish_module, "__file__", str(installed))
    assert publish_module._commit() == ""


def test_what_is_not_there_is_named(run: Training, tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match=r"no training run in .*nowhere.*checkpoint\.rb"):
        publish(tmp_path / "nowhere", tmp_path / "a.strategy")
    with pytest.raises(StrategyError, match="probabilities of 5 bits; give 4 or 8"):
        publish(run, tmp_path / "a.strategy", bits=5)
    with pytest.raises(StrategyError, match="there is no folder"):
        publish(run, tmp_path / "nowhere" / "a.strategy")
