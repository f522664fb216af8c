"""A table that is asked where it lies answers as its published file does, but for what a file rounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.cli.command import run as command
from tests.solvers.gpu.sampled_games import MANY, NO_LIMIT
from tests.strategy.toy import flop_cards, flop_game

import riverboat as rb
from riverboat.abstraction import BoardTables, Lossless, SequenceTables
from riverboat.errors import StrategyError
from riverboat.evaluation import (
    evaluate_strategy,
    exact_local_best_response,
    exact_piece,
    learned_response,
    local_best_response,
)
from riverboat.games import build_tree, leduc, menu_from_table
from riverboat.solvers import Sampled
from riverboat.strategy import (
    Blueprint,
    LiveTable,
    StrategyFile,
    StrategyTable,
    open_blueprint,
    strategy_of,
    write_strategy,
)
from riverboat.strategy.file import live_table
from riverboat.strategy.opening import strategy_files
from riverboat.strategy.publish import publish
from riverboat.training import Training, read_training_config

LEDUC = replace(read_training_config("leduc"), iterations=50_000)
NEAR = 1 / 255 + 1e-6


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Training:
    training = Training(LEDUC, tmp_path_factory.mktemp("runs") / "leduc", threads=1)
    training.run()
    return training


@pytest.fixture(scope="module")
def published(run: Training) -> Blueprint:
    publish(run, run.folder.parent / "leduc.strategy", bits=8)
    return open_blueprint(run.folder.parent / "leduc.strategy")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[LiveTable, StrategyFile]:
    """A no-limit game with several sizes, so that some lines are off its menu: live, and as a file."""
    game = replace(NO_LIMIT, stacks=(30, 30))
    cards, path = Lossless.of(game), tmp_path_factory.mktemp("small") / "small.strategy"
    solver = Sampled(build_tree(game, MANY), SequenceTables.of(cards, game), threads=1)
    solver.run(20_000)
    write_strategy(path, solver.tree, cards, solver, {}, bits=8)
    return LiveTable(solver, cards), StrategyFile(path)


def test_every_row_is_that_of_the_file(
    small: tuple[LiveTable, StrategyFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The means of alike rows, too, which come behind the own ones in both."""
    monkeypatch.setattr(live_table, "MEAN_OF", 10**6)  # of all rows, as in files
    live, file = LiveTable(small[0]._solver, small[0].cards), small[1]
    for name in ("class_key", "class_row", "shape", "shape_row"):
        np.testing.assert_array_equal(getattr(live.alike, name), getattr(file.alike, name))
    assert file.alike.shape_row[-1] > file.alike.class_row[0]
    for row in range(int(file.alike.shape_row[-1]) + 1):
        assert (live.round_of(row), live.choices_of(row)) == (file.round_of(row), file.choices_of(row))
        assert np.abs(live.row(row) - file.row(row)).max() < NEAR
        assert live.cell(row, 1) == pytest.approx(live.row(row)[1].tolist())
        thin = file.visits_by_bucket(row) < 100
        np.testing.assert_array_equal(live.visits_by_bucket(row) < 100, thin)
        assert [live.visits(row, bucket) < 100 for bucket in range(len(thin))] == thin.tolist()


def test_lines_off_the_menu_find_the_same_rows(small: tuple[LiveTable, StrategyFile]) -> None:
    live, file = small
    tree = build_tree(live.config)
    sources = set()
    for node in range(tree.nodes):
        table, choices = tree.table_at(node), tree.choices(node)
        assert live.find(node, table, choices) == file.find(node, table, choices)
        off = live.find(-1, table, [*choices, 999] if node % 2 else choices)
        assert off == file.find(-1, table, [*choices, 999] if node % 2 else choices)
        sources.add(off.source)
        for choice in range(len(choices)):
            assert live.step(node, choice) == file.step(node, choice)
    assert sources == {"class", "shape"}
    assert live.step(-1, 0) == -1


def test_means_of_many_rows_are_made_of_some(
    small: tuple[LiveTable, StrategyFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    live, _ = small
    monkeypatch.setattr(live_table, "MEAN_OF", 3)
    few = LiveTable(live._solver, live.cards)
    for row in few.alike.shape_row.tolist():
        assert len(few._members(row)) <= 3
        np.testing.assert_allclose(few.row(row).sum(axis=1), 1, rtol=1e-5)


def test_little_is_remembered(small: tuple[LiveTable, StrategyFile], monkeypatch: pytest.MonkeyPatch) -> None:
    live, _ = small
    room = 10 * live.row(0).nbytes
    monkeypatch.setattr(live_table, "available_memory", lambda: room / live_table.REMEMBERED)
    few = LiveTable(live._solver, live.cards)
    for row in range(live._tree.rows):
        few.row(row)
    assert sum(row.nbytes for row in few._rows.values()) <= 2 * room


def test_grids_and_hands_are_those_of_the_file(run: Training, published: Blueprint) -> None:
    live, tree = strategy_of(run), run.tree
    assert live.name == "leduc"
    for node in range(tree.nodes):
        line, board = tree.line_to(node), "Kh" if tree.round[node] else ""
        ours, theirs = live.grid(line, board), published.grid(line, board)
        assert np.abs(ours.strategy - theirs.strategy).max() < NEAR
        assert live.query("Qs", line, board).probabilities == pytest.approx(
            published.query("Qs", line, board).probabilities, abs=NEAR
        )


class _Rounded(LiveTable):
    """A live table with the rows of a file."""

    file: StrategyTable

    def row_on(self, row: int, level: int) -> np.ndarray:
        return self.file.row_on(row, level)


def test_the_only_difference_is_that_files_round(run: Training, published: Blueprint) -> None:
    """Best answers to nearly the same are nearly worth the same; to the same rows they are the same to the bit.

    Sampled hands of the two are not compared: where two actions are worth as much, rounding decides between them.
    """
    table = _Rounded(run.solver, run.abstraction)
    table.file = published.files[0]
    live, rounded = strategy_of(run), Blueprint([table])
    for first in ("round-1", "round-2"):
        own, same, kept = (
            exact_local_best_response(one, "fcpa", first) for one in (live, rounded, published)
        )
        assert same == kept
        assert own == pytest.approx(kept, abs=0.005)  # chips
        played = [local_best_response(one, "fcpa", first, 200, seed=1).won for one in (rounded, published)]
        assert played[0] == played[1]


def test_learnt_answers_take_it(run: Training, tmp_path: Path) -> None:
    live = strategy_of(run)
    answer = learned_response(live, tmp_path / "a.strategy", tree=leduc(), iterations=20_000, threads=1)
    won = evaluate_strategy("leduc", [answer, live]).values[0]
    assert won == pytest.approx(evaluate_strategy("leduc", live).best[0], abs=0.1)


def test_pieces_of_holdem_take_it(tmp_path: Path) -> None:
    """Two players on the flop, with the buckets of a table, and bets that are translated."""
    game, cards = flop_game(2, 20), flop_cards()
    menu = {"every": {"bets": "50% 100%", "raises": "a", "max_raises": 2}}
    solver = Sampled(build_tree(game, menu_from_table(menu)), BoardTables.of(cards), threads=1)
    solver.run(20_000)
    write_strategy(tmp_path / "flop.strategy", solver.tree, cards, solver, {}, bits=8)
    live, file = strategy_of(solver, cards), open_blueprint(tmp_path / "flop.strategy")
    for line in ("c k /", "c k / b75%"):
        own, kept = (exact_piece(one, line, "AsKd7c", threads=1) for one in (live, file))
        assert own.percents == pytest.approx(kept.percents, abs=0.5)
    assert live.grid("c k / b75%", "AsKd7c").translated == file.grid("c k / b75%", "AsKd7c").translated != ()


def test_a_folder_is_opened_as_a_file_is(run: Training) -> None:
    opened, here = rb.open(run.folder, verify=True), strategy_of(run)
    assert isinstance(opened, Blueprint)
    assert opened.name == "leduc"
    assert strategy_files(run.folder) == (run.checkpoint,)
    assert opened.files[0].fingerprint == here.files[0].fingerprint
    for node in range(run.tree.nodes):
        row = int(run.tree.row[node])
        np.testing.assert_array_equal(opened.files[0].row(row), run.solver.probabilities(row))
    about = opened.to_dict()["files"][0]
    assert about["file"] == str(run.folder)
    assert about["provenance"]["iterations"] == run.solver.iterations


def test_the_command_line_takes_folders(run: Training, published: Blueprint, tmp_path: Path) -> None:
    folder, file = str(run.folder), str(published.files[0].path)
    measure = ("--lbr", "fcpa", "--hands", "100", "--json")
    assert '"hands": 100' in command("measure", folder, *measure).stdout
    kept = tmp_path / "lbr.json"
    command("measure", folder, *measure, "--checkpoint", str(kept))
    assert strategy_of(run).files[0].fingerprint in kept.read_text()
    assert "bucket 2" in command("query", "-s", folder, "Ks").stdout
    assert "leduc" in command("query", "-s", folder).stdout
    bots = f"blueprint:{folder}", f"blueprint:{file}"
    assert '"hands": 100' in command("match", *bots, "--game", "leduc", "--hands", "100", "--json").stdout
    problem = command("measure", folder, "--lbr", "fcpa", "--keep", expect=1).stderr
    assert "there is no file" in problem


# --- what is refused ------------------------------------------------------------------------------------------------


def test_folders_that_cannot_be_asked(run: Training, tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match=r"no training run in '.*': it has no checkpoint\.rb; train one"):
        rb.open(tmp_path)
    (tmp_path / "config.toml").write_text(LEDUC.to_toml())
    with pytest.raises(StrategyError, match=r"has no checkpoint\.rb yet; wait"):
        rb.open(tmp_path)
    with pytest.raises(StrategyError, match=r"there is no file '.*nowhere'"):
        rb.open(tmp_path / "nowhere")


def test_cards_must_be_those_of_the_solver(run: Training) -> None:
    with pytest.raises(StrategyError, match="a run has its own cards"):
        strategy_of(run, run.abstraction)
    with pytest.raises(StrategyError, match="give the abstraction that its deals were made from"):
        strategy_of(run.solver)
    with pytest.raises(StrategyError, match=r"the cards have \(8, 64\) buckets.*trained with \(3, 15\)"):
        strategy_of(run.solver, _Other())


class _Other(Lossless):
    """Other buckets than Leduc's."""

    def __init__(self) -> None:
        pass

    def count(self, number: int) -> int:
        return (8, 64)[number]


def test_a_table_that_learns_on_is_another_strategy(tmp_path: Path) -> None:
    training = Training(LEDUC, tmp_path / "leduc", threads=1)
    training.run(iterations=10_000)
    before = strategy_of(training)
    known = before.query("Ks")
    training.run(iterations=20_000)
    assert before.query("Ks").probabilities == known.probabilities  # as it was
    with pytest.raises(StrategyError, match=r"learnt on, from iteration 10,112 to 20,096.*make a new one"):
        before.query("Ks", "k b")
    after = strategy_of(training)
    assert after.query("Ks", "k b").probabilities
    assert after.files[0].fingerprint != before.files[0].fingerprint


def test_other_processes_need_a_name(run: Training) -> None:
    with pytest.raises(rb.RiverboatError, match="other processes open the strategy themselves"):
        local_best_response(strategy_of(run), processes=2)
