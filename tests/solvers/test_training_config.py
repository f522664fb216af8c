"""Training configs: what ships can be read, and mistakes are named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import HOLDEM, TableAbstraction
from riverboat.errors import RiverboatError, SolverError
from riverboat.games import build_tree, load_config
from riverboat.solvers import (
    SAMPLED_RULES,
    Training,
    load_training_config,
    shipped_training_configs,
    training_buckets,
)

SMALL = 'abstraction = "lossless"\niterations = 1000\n{}\n[tree.game]\nbase = "kuhn"\n'


@pytest.mark.parametrize("name", shipped_training_configs())
def test_what_ships_reads_back(name: str) -> None:
    config = load_training_config(name)
    assert config.name == name
    assert load_training_config(config.to_toml()) == config
    assert config.difference(load_training_config(config.to_toml())) is None


def test_what_ships() -> None:
    names = {
        "laptop",
        "headsup",
        "sixmax",
        "leduc",
        "kuhn3",
        *(f"tyche-{players}" for players in range(2, 7)),
    }
    assert set(shipped_training_configs()) == names
    assert load_training_config("tyche-6").iterations == 10**9
    for players in (2, 3, 4, 5):
        config = load_training_config(f"tyche-{players}")
        assert config.iterations == 3 * 10**8
        assert config.tree == load_config(f"tyche-{players}")
    assert load_training_config("kuhn3").tree.game.players == 3


@pytest.mark.parametrize("name", ["laptop", "headsup", "tyche-2"])
def test_watch_hands_of_hold_em_are_in_their_trees(name: str) -> None:
    config = load_training_config(name)
    tree = build_tree(config.tree)
    assert all(tree.walk(watched.line) >= 0 for watched in config.watch)


def test_a_config_beside_others(tmp_path: Path) -> None:
    (tmp_path / "tree.toml").write_text('base = "hu-fcpa"\n[game]\nstack_bb = 20\n')
    (tmp_path / "run.toml").write_text('tree = "tree.toml"\nabstraction = "ehs-200"\niterations = 1\n')
    config = load_training_config(tmp_path / "run.toml")
    assert config.name == "run"
    assert config.tree.game.stacks == (2000, 2000)
    assert config.rule == SAMPLED_RULES["linear"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SMALL.format("iteratons = 5"), "'iteratons' is not a key of a training config.*did you mean 'iterations'"),
        (SMALL.format('rule = "liner"'), "'liner' is not a sampled rule.*did you mean 'linear'"),
        (SMALL.format("") + '[rule]\nname = "linear"\ndiscount_evry = 1', "'discount_evry'.*'discount_every'"),
        (SMALL.format("rule = 3"), "rule is 3; it is a name such as"),
        (SMALL.format("seed = -1"), "seed is -1; it is a whole number"),
        (SMALL.format("precision = 64"), "precision is 64; it is 32 or 16"),
        (SMALL.format("checkpoint_minutes = 0"), "checkpoint_minutes is 0; it is a number above 0"),
        (SMALL.format('watch = ["Ks"]'), "watch is .*list of tables"),
        (SMALL.format('watch = [{ hnd = "Ks" }]'), "'hnd' is not a key of a watch hand.*did you mean 'hand'"),
        (SMALL.format('watch = [{ line = "k" }]'), "a watch hand is .*hand = "),
        ('abstraction = "lossless"\niterations = 1', "the config has no tree; add such as"),
        ('tree = "hu-fcpa"\nabstraction = "ehs-200"', "the config has no iterations"),
        ('tree = "hu-fcp"\nabstraction = "ehs-200"\niterations = 1', "did you mean 'hu-fcpa'"),
        ('tree = "hu-fcpa"\nabstraction = "ehs-20"\niterations = 1', "did you mean 'ehs-200'"),
        ('tree = 7\nabstraction = "ehs-200"\niterations = 1', "tree is 7; it is a name, a path or a table"),
        ('tree = "hu-fcpa"\nabstraction = "ehs-200"\niterations = 0', "iterations is 0; it is a whole number from 1"),
        ('tree = "hu-fcpa"\nabstraction = "lossless"\niterations = 1', '"lossless" is for small games, not'),
        ('abstraction = "ehs-200"\niterations = 1\n[tree.game]\nbase = "leduc"', "buckets of preflop, flop, turn"),
        ("tree = [", "not valid TOML"),
        ("laptp", "'laptp' is not a training config.*did you mean 'laptop'"),
    ],
)  # fmt: skip
def test_mistakes_are_named(text: str, message: str) -> None:
    with pytest.raises(RiverboatError, match=message):
        load_training_config(text)


@pytest.mark.parametrize(
    ("watch", "message"),
    [
        ('hand = "Ah"', "the watch hand 'Ah': .*deck"),
        ('hand = "Ks", line = "k b f"', "the hand is over after"),
        ('hand = "Ks", line = "q"', "'q': not an action"),
        ('hand = "Ks", board = "Qs"', "1 hole cards and 1 on the board; 'kuhn' has 1 and 0"),
        ('hand = "Ks", board = "Ks"', "Ks"),
    ],
)
def test_watch_hands_must_be_of_the_game(tmp_path: Path, watch: str, message: str) -> None:
    config = load_training_config(SMALL.format(f"watch = [{{ {watch} }}]"))
    with pytest.raises(SolverError, match=message):
        Training(config, tmp_path / "run")


FLOP = """
abstraction = { preflop = { method = "lossless" }, flop = { method = "percentiles", buckets = 4 } }
iterations = 128
[tree.game]
base = "flop-holdem"
"""


def test_buckets_are_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The build itself is tested in its room; here it is a stand-in that fills the flop at random."""
    built: list[Path] = []

    def build(config: object, path: Path, **_: object) -> TableAbstraction:
        built.append(path)
        flop = np.random.default_rng(1).integers(0, 4, 1_286_792).astype(np.uint16)
        made = TableAbstraction(
            (np.arange(169, dtype=np.uint16), flop), (169, 4), HOLDEM[:2], name="stand-in"
        )
        made.save(path)
        return made

    monkeypatch.setattr(training_buckets, "build_abstraction", build)
    config = load_training_config(FLOP)
    first = Training(config, tmp_path / "one", threads=1)
    again = Training(config, tmp_path / "two", threads=1)
    assert [path.parent for path in built] == [tmp_path]
    for one, two in zip(first.solver.deals.tables, again.solver.deals.tables, strict=True):
        assert np.array_equal(one, two)
    assert again.abstraction.count(1) == 4
    assert len(built) == 1
    for kept in tmp_path.glob("*.*"):
        kept.write_bytes(kept.read_bytes()[:-5])
    Training(config, tmp_path / "three", threads=1)
    assert len(built) == 2


def test_every_abstraction_has_files_of_its_own(tmp_path: Path) -> None:
    one, two = (load_training_config(FLOP.replace("4 }", f"{n} }}")).abstraction for n in (4, 5))
    paths = {training_buckets._kept(chosen, tmp_path, "buckets") for chosen in (one, two)}
    assert len(paths) == 2
