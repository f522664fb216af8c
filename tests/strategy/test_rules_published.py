"""Strategies over hands that remember and histories of letters: trained, published and asked like any other."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import FeatureAbstraction, FeatureRules
from riverboat.cards import ehs
from riverboat.cards.card import HAND_CARDS, card_names, parse_cards
from riverboat.errors import FileFormatError, StrategyError
from riverboat.strategy import Blueprint, open_strategy
from riverboat.strategy.file.card_file import fingerprint
from riverboat.strategy.opening import strategy_files
from riverboat.strategy.publish import publish
from riverboat.training import Training, read_training_config

CONFIG = """
name = "letters"
iterations = 20_000
remember = true

[abstraction]
name = "two"
preflop = { method = "bins", edges = [0.4, 0.5, 0.6] }
flop = { method = "features", kicker = false }

[tree]
rows = "last-per-round"
[tree.game]
base = "nolimit-holdem"
stack_bb = 30
board_cards = [0, 3]
first_to_act = [1, 0]
[tree.menu.preflop]
raises = ["2bb 3bb", "a"]
[tree.menu.flop]
bets = "50% 100%"
"""
BOARD = parse_cards("QsJh2h")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Training:
    training = Training(read_training_config(CONFIG), tmp_path_factory.mktemp("runs") / "letters", threads=2)
    training.run()
    return training


@pytest.fixture(scope="module")
def s(run: Training) -> Blueprint:
    path = run.folder.parent / "letters.strategy"
    publish(run.folder, path, threads=1)
    assert not list(path.parent.glob("*.abstraction"))  # rules need no file of their own
    return open_strategy(path, verify=True)


def test_answers_are_the_rows_of_what_was_seen(run: Training, s: Blueprint) -> None:
    """The bucket by hand: the bin before the flop times the keys of the flop, plus the key."""
    keys = FeatureAbstraction(FeatureRules(kicker=False))
    hands = HAND_CARDS[~np.isin(HAND_CARDS, BOARD).any(axis=1)][::40]
    before = np.array(
        [sum(ehs(card_names(hand)) >= edge for edge in (0.4, 0.5, 0.6)) for hand in hands.tolist()]
    )
    buckets = before * keys.count(1) + keys.buckets(1, BOARD, hands)
    assert len(set(before.tolist())) == 4
    for line in ("r2 c /", "r3 c / b50%", "c k / k b100%"):
        row = run.tree.row[run.tree.walk(line)]
        batch = s.query_batch(hands, line, card_names(BOARD))
        assert batch.buckets.tolist() == buckets.tolist()
        assert np.abs(batch.probabilities - run.solver.probabilities(row)[buckets]).max() < 1 / 15 + 1e-6


def test_histories_of_the_same_letters_have_one_answer(run: Training, s: Blueprint) -> None:
    assert run.tree.rows < run.tree.nodes
    hands = HAND_CARDS[~np.isin(HAND_CARDS, BOARD).any(axis=1)]
    small, large, limped = (
        s.query_batch(hands, line, card_names(BOARD)).probabilities
        for line in ("r2 c / k", "r3 c / k", "c k / k")
    )
    assert np.array_equal(small, large)
    assert not np.array_equal(small, limped)  # other letters: a row of its own


def test_a_second_file_may_take_the_cards_of_the_first(run: Training, s: Blueprint) -> None:
    path = run.folder.parent / "again.strategy"
    publish(run.folder, path, cards_in="letters.strategy", threads=1)
    assert fingerprint(open_strategy(path).files[0].cards) == fingerprint(s.files[0].cards)


def test_a_file_with_other_cards_is_not_named(run: Training, tmp_path: Path) -> None:
    shutil.copy(strategy_files("cfr-features")[0], tmp_path / "other.strategy")
    with pytest.raises(FileFormatError, match=r"other\.strategy' has another abstraction"):
        publish(run.folder, tmp_path / "mine.strategy", cards_in="other.strategy", threads=1)
    assert not (tmp_path / "mine.strategy").exists()


def test_names_are_looked_for_in_the_working_folder(
    run: Training, s: Blueprint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(run.folder.parent)
    assert open_strategy("letters").query("AsAh").probabilities == s.query("AsAh").probabilities
    with pytest.raises(
        StrategyError,
        match="'laptop' is not trained yet: riverboat train run laptop, then riverboat train pub",
    ):
        open_strategy("laptop")


def test_menus_that_were_never_trained_are_played_like_the_nearest() -> None:
    """Every flop that was trained has a check and two bets; with so much in the pot one bet is left, all chips."""
    s = open_strategy("cfr-features")
    found = s.query("AsAh", "c r3.56 r10.68 r45.31 c / k", "QsJh2h")
    assert [option.token for option in found.options] == ["k", "a"]
    (row,) = [part.row.row for part in found.at.line.mix.parts]
    mean = s.files[0].row(row)[found.bucket]
    assert mean.shape == (3,)
    assert found.probabilities == pytest.approx((mean[0], mean[1] + mean[2]))
