"""Off-tree bets are counted, solved and added: a no-limit Leduc that knew one size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import riverboat as rb
from riverboat.abstraction import Lossless, SequenceTables
from riverboat.errors import SolverError
from riverboat.evaluation import evaluate_strategy
from riverboat.games import TreeConfig, build_tree, leduc, menu_from_table, nolimit_holdem
from riverboat.games.histories.hand import Hand
from riverboat.search.improve.grown import grown_tree
from riverboat.search.improve.off_tree import OffTree, off_tree_bets
from riverboat.search.improve.retrain import improve, new_nodes
from riverboat.solvers import Sampled
from riverboat.strategy import open_blueprint
from riverboat.strategy.file.strategy_writer import write_strategy

POT = menu_from_table({"every": {"bets": "100%", "raises": "100%", "max_raises": 1}, "all_in": "never"})
GAME = replace(
    leduc(),
    name="no-limit-leduc",
    betting="no-limit",
    stacks=(25, 25),
    raise_sizes=(),
    max_raises=(),
    min_bet=1,
)


@pytest.fixture(scope="module")
def coarse(tmp_path_factory):
    path = tmp_path_factory.mktemp("coarse") / "coarse.strategy"
    tree, cards = build_tree(TreeConfig("coarse", GAME, POT)), Lossless.of(GAME)
    solver = Sampled(tree, SequenceTables.of(cards, GAME), rule="linear", threads=1)
    solver.run(400_000)
    write_strategy(path, tree, cards, solver, {}, bits=8)
    return open_blueprint(path)


def exploitability(strategy, config):
    return sum(evaluate_strategy(config, strategy).best) / 2


def logged():
    """Hands with bets of two and a half pots on the second street, and one of a pot."""
    hands = [Hand(GAME, (0, 0, 0, 5, -1))] * 5
    return [*hands, Hand(GAME, (0, 0, 0, 2, -1)), Hand(GAME, (5, -1))]


def test_bets_are_ranked_by_frequency_and_distance(coarse):
    found = off_tree_bets(logged(), coarse)
    assert [(one.percent, one.count, one.kind) for one in found] == [(250, 5, "bet"), (250, 1, "bet")]
    assert found[0].distance == pytest.approx(np.log(3.5 / 2))
    assert found[0].weight == pytest.approx(5 * found[0].distance)
    assert off_tree_bets([Hand(nolimit_holdem(), (250, -1))], coarse) == []  # another game


def test_holdem_sizes_are_those_of_the_menu():
    headsup = rb.open("headsup")
    on_menu = Hand(nolimit_holdem(), (250, 0, 0, 165, 0, 0, 0, 0, 415, -1))  # 33 %, half a pot
    assert off_tree_bets([on_menu], headsup) == []
    raised = Hand(nolimit_holdem(), (250, 600, -1))
    assert [str(one) for one in off_tree_bets([raised], headsup)] == ["preflop raise 70%"]


def test_the_new_tree_keeps_all_of_the_old(coarse):
    config = coarse.files[0].config
    grown = grown_tree(config, off_tree_bets(logged(), coarse)[:1])
    old, tree = build_tree(config), build_tree(grown)
    new = new_nodes(tree, old)
    assert (~new).sum() == old.nodes < tree.nodes
    lines = {old.line_to(node) for node in range(old.nodes)}
    assert all((tree.line_to(node) in lines) != new[node] for node in range(tree.nodes))


def test_exploitability_by_the_bet_that_was_held_out_falls(coarse, tmp_path):
    sizes = off_tree_bets(logged(), coarse)[:2]
    finer = grown_tree(coarse.files[0].config, sizes)
    before = exploitability(coarse, finer)
    better = improve(
        coarse, sizes, tmp_path / "better.strategy", iterations=1_000_000, worth_bb=1000, seed=1, threads=1
    )
    after = exploitability(better, finer)
    assert after < 0.5 * before, (before, after)


def test_a_stopped_run_goes_on_as_if_it_had_not_stopped(coarse, tmp_path):
    sizes = off_tree_bets(logged(), coarse)[:1]
    kwargs = {"seed": 2, "threads": 1}
    whole = improve(coarse, sizes, tmp_path / "whole.strategy", iterations=25_600, **kwargs)
    half = tmp_path / "half.checkpoint"
    improve(coarse, sizes, tmp_path / "a.strategy", iterations=12_800, checkpoint=half, **kwargs)
    gone_on = improve(
        coarse, sizes, tmp_path / "b.strategy", iterations=25_600, checkpoint=half, resume=True, **kwargs
    )
    for row in range(build_tree(whole.files[0].config).rows):
        assert (whole.files[0].row(row) == gone_on.files[0].row(row)).all()


def test_bad_asking_is_refused(coarse, tmp_path: Path):
    one = OffTree("river", "bet", 200, 1, 0.3)
    with pytest.raises(SolverError, match="no size"):
        improve(coarse, [], tmp_path / "a.strategy", iterations=10)
    with pytest.raises(SolverError, match="give one of them"):
        improve(coarse, [one], tmp_path / "a.strategy")
    with pytest.raises(rb.RiverboatError, match="has no river"):
        improve(coarse, [one], tmp_path / "a.strategy", iterations=10)
