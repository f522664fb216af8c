"""Strategies as dictionaries: every decision and hand under a name, in the form of two published programs."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.cards import ehs
from riverboat.cli.main import app
from riverboat.errors import StrategyError
from riverboat.strategy import Blueprint, first_in, open_blueprint, strategy_of
from riverboat.strategy.publish import publish
from riverboat.training import Training, read_training_config

CONFIG = """
name = "bins"
iterations = 20_000
remember = true

[abstraction]
name = "two"
preflop = { method = "bins", edges = [0.4, 0.5, 0.6] }
flop = { method = "features", kicker = false }

[tree]
[tree.game]
base = "nolimit-holdem"
stack_bb = 100
board_cards = [0, 3]
first_to_act = [1, 0]
[tree.menu.preflop]
raises = ["2bb"]
max_raises = 1
[tree.menu.flop]
bets = "50%"
max_raises = 1
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Training:
    training = Training(read_training_config(CONFIG), tmp_path_factory.mktemp("runs") / "bins", threads=2)
    training.run()
    return training


@pytest.fixture(scope="module")
def strategy(run: Training) -> Blueprint:
    path = run.folder.parent / "bins.strategy"
    publish(run.folder, path, threads=1)
    return open_blueprint(path)


@pytest.fixture(scope="module")
def features() -> Blueprint:
    return open_blueprint("cfr-features")


def test_every_decision_and_hand_is_in_it_once(run: Training, strategy: Blueprint) -> None:
    """The key is that of the answers, and what is played what was learnt."""
    found = strategy.state_dictionary()
    assert len(found) == sum((4, 4 * 1230)[int(number)] for number in run.tree.round)
    for node in range(run.tree.nodes):
        learnt = run.solver.probabilities(int(run.tree.row[node]))
        line = run.tree.line_to(node)
        for before in range(4):
            hand = strategy.query(HANDS[before], line, "QsJh2h" if run.tree.round[node] else "")
            played = found[hand.key]
            assert list(played.values()) == pytest.approx(list(hand.probabilities), abs=1e-6)
            assert np.abs(np.array(list(played.values())) - learnt[hand.bucket]).max() < 1 / 15 + 1e-6


HANDS = ("7d3c", "8d6c", "Kd7c", "AdAc")


def test_keys_say_what_the_document_says(strategy: Blueprint) -> None:
    assert [sum(ehs(hand) >= edge for edge in (0.4, 0.5, 0.6)) for hand in HANDS] == [0, 1, 2, 3]
    assert strategy.query("AdAc").key == "P1;4;aa/"
    assert strategy.query("7d3c", "c").key == "P2;1;aa/c"
    assert strategy.query("AdAc", "r2 c / k b2", "QsJh2h").key == "P2;4/PA-ft0f-f0;aa/2rc/c2r"
    assert next(strategy.states()).played.keys() == {"f", "c", "2r", "100r"}
    bins = open_blueprint("cfr-strength")
    assert (
        bins.query("AdAc", "c k / b1", "QsJh2h").key == "P1;6/6;aa/cc/1r"
    )  # P1;1/3;aa/cc/1r2rc in the document
    assert bins.query("7d2c", "c k / b1", "QsJh8h").key == "P1;1/1;aa/cc/1r"


def test_feature_strings_are_shown_in_place_of_buckets(features: Blueprint) -> None:
    """The state string of CFR_Poker: the hand, and the last letter of each player on each street."""
    found = features.query("5s7c", "r2.5 c /", "4s6d8d")
    assert found.key == "P2;S8-ff0f-f1;aa/rc/--"
    assert found.notes[0].startswith("state P2;S8-ff0f-f1;aa/rc/--, about ")
    assert found.to_dict()["key"] == found.key
    assert features.query("AsAh").key == "P1;AAu;aa/--"
    done = CliRunner().invoke(app, ["query", "-s", "cfr-features", "5s7c"])
    assert "state P1;57u;aa/--" in done.output
    assert "bucket" not in done.output


def test_centroids_have_no_names() -> None:
    found = open_blueprint("headsup").query("AsAh")
    assert found.notes[0].startswith("bucket ")
    assert "key" not in found.to_dict()


def test_letters_that_stand_for_other_choices_have_keys_of_their_own(features: Blueprint) -> None:
    found = {state.key: state.played for state in islice(features.states(), 60_000)}
    with_choices = [key for key in found if key.count(";") == 3]
    assert with_choices
    for key in with_choices[:1000]:
        short, _, choices = key.rpartition(";")
        assert "".join(found[key]) == choices
        assert list(found[short]) != list(found[key])
    for played in found.values():
        assert sum(played.values()) == pytest.approx(1, abs=1e-5)


def test_the_terminal_writes_it(run: Training, tmp_path: Path) -> None:
    plain = {
        key: {action: round(share, 4) for action, share in played.items()}
        for key, played in strategy_of(run).state_dictionary().items()
    }
    file = tmp_path / "bins.json"
    done = CliRunner().invoke(app, ["train", "export", str(run.folder), "-o", str(file), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["states"] == len(plain)
    assert json.loads(file.read_text(encoding="utf-8")) == plain


def test_what_is_too_much_or_too_many_is_refused(strategy: Blueprint) -> None:
    with pytest.raises(StrategyError, match="more than 10 states"):
        strategy.state_dictionary(most=10)
    with pytest.raises(StrategyError, match="5 trained games together"):
        next(open_blueprint("sixmax").states())


def test_first_in_is_also_a_question_to_the_strategy(features: Blueprint) -> None:
    assert np.array_equal(features.first_in().raises, first_in(features).raises)
