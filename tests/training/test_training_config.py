"""Training configs: what ships can be read, and mistakes are named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import HOLDEM, TableAbstraction
from riverboat.errors import RiverboatError, SolverError
from riverboat.games import build_tree, read_config
from riverboat.solvers import SAMPLED_RULES, Rake
from riverboat.training import RakeBB, Training, read_training_config, shipped_training_configs
from riverboat.training import buckets as training_buckets

SMALL = 'abstraction = "lossless"\niterations = 1000\n{}\n[tree.game]\nbase = "kuhn"\n'


@pytest.mark.parametrize("name", shipped_training_configs())
def test_what_ships_reads_back(name: str) -> None:
    config = read_training_config(name)
    assert config.name == name
    assert read_training_config(config.to_toml()) == config
    assert config.difference(read_training_config(config.to_toml())) is None


def test_what_ships() -> None:
    names = {
        "laptop",
        *(f"{game}{depth}" for game in ("headsup", "sixmax") for depth in ("", "-20bb", "-40bb", "-60bb")),
        "headsup-10bb",
        "headsup-200",
        "sixmax-ante",
        "sixmax-bb-ante",
        "leduc",
        "kuhn3",
        "gs2-small",
        *("gs3", "gs3-small", "gs4", "limit-blueprint", "tartanian"),
        *(f"{game}-{players}" for game in ("tyche", "sixmax") for players in range(2, 6)),
        "tyche-6",
        *(f"cfr-{hands}" for hands in ("strength", "features", "features-6", "features-river")),
    }
    assert set(shipped_training_configs()) == names
    assert read_training_config("tyche-6").iterations == 10**9
    for players in (2, 3, 4, 5):
        config = read_training_config(f"tyche-{players}")
        assert config.iterations == 3 * 10**8
        assert config.tree == read_config(f"tyche-{players}")
        assert config.coarse == "tyche-6"
        assert (
            read_training_config(f"sixmax-{players}").abstraction
            == read_training_config("sixmax").abstraction
        )
    assert read_training_config("kuhn3").tree.game.players == 3


@pytest.mark.parametrize(
    "name", ["laptop", "headsup", "tyche-2", "sixmax-2", "sixmax-3", "cfr-strength", "cfr-features"]
)
def test_watch_hands_of_hold_em_are_in_their_trees(name: str) -> None:
    config = read_training_config(name)
    tree = build_tree(config.tree)
    assert all(tree.walk(watched.line) >= 0 for watched in config.watch)


def test_a_config_beside_others(tmp_path: Path) -> None:
    (tmp_path / "tree.toml").write_text('base = "hu-fcpa"\n[game]\nstack_bb = 20\n')
    (tmp_path / "run.toml").write_text('tree = "tree.toml"\nabstraction = "ehs-200"\niterations = 1\n')
    config = read_training_config(tmp_path / "run.toml")
    assert config.name == "run"
    assert config.tree.game.stacks == (2000, 2000)
    assert config.rule == SAMPLED_RULES["linear"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SMALL.format("iteratons = 5"), "'iteratons' is not a key of a training config.*did you mean 'iterations'"),
        (SMALL.format('rule = "liner"'), "'liner' is not a sampled rule.*did you mean 'linear'"),
        (SMALL.format("") + '[rule]\nname = "linear"\nepok = 1', "'epok'.*'epoch'"),
        (SMALL.format("rule = 3"), "rule is 3; it is a name such as"),
        (SMALL.format("seed = -1"), "seed is -1; it must be a whole number"),
        (SMALL.format('coarse = "../x"'), "coarse is '../x'; it is the name of a run beside"),
        (SMALL.format("worth = -1"), "worth is -1; it must be a whole number"),
        (SMALL.format("precision = 64"), "precision is 64; it is 32 or 16"),
        (SMALL.format("checkpoint_minutes = -1"), "checkpoint_minutes is -1; it must be a number from 0 up"),
        (SMALL.format("rake = 0.05"), "rake is 0.05; it is a table, such as rake = "),
        (SMALL.format("rake = { share = 5 }"), "the rake's share is 5; it is a part of the pot"),
        (SMALL.format("rake = { share = 0.05, cap = 3 }"), "'cap' is not a key of a rake"),
        (SMALL.format("rake = { share = 0.05, cap_bb = -3 }"), "the rake's cap_bb is -3; it must be"),
        (SMALL.format('watch = ["Ks"]'), "watch is .*list of tables"),
        (SMALL.format('watch = [{ hnd = "Ks" }]'), "'hnd' is not a key of a watch hand.*did you mean 'hand'"),
        (SMALL.format('watch = [{ line = "k" }]'), "a watch hand is .*hand = "),
        ('abstraction = "lossless"\niterations = 1', "the config has no tree; add such as"),
        ('tree = "hu-fcpa"\nabstraction = "ehs-200"', "the config has no iterations"),
        ('tree = "hu-fcp"\nabstraction = "ehs-200"\niterations = 1', "did you mean 'hu-fcpa'"),
        ('tree = "hu-fcpa"\nabstraction = "ehs-20"\niterations = 1', "did you mean 'ehs-200'"),
        ('tree = 7\nabstraction = "ehs-200"\niterations = 1', "tree is 7; it is a name, a path or a table"),
        ('tree = "hu-fcpa"\nabstraction = "ehs-200"\niterations = 0', "iterations is 0; it must be a whole number"),
        ('tree = "hu-fcpa"\nabstraction = "lossless"\niterations = 1', '"lossless" is for small games, not'),
        ('abstraction = "ehs-200"\niterations = 1\n[tree.game]\nbase = "leduc"', "buckets of preflop, flop, turn"),
        ("tree = [", "not valid TOML"),
        ("laptp", "'laptp' is not a training config.*did you mean 'laptop'"),
    ],
)  # fmt: skip
def test_mistakes_are_named(text: str, message: str) -> None:
    with pytest.raises(RiverboatError, match=message):
        read_training_config(text)


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
    config = read_training_config(SMALL.format(f"watch = [{{ {watch} }}]"))
    with pytest.raises(SolverError, match=message):
        Training(config, tmp_path / "run").prepare()


FLOP = """
abstraction = { preflop = { method = "lossless" }, flop = { method = "percentiles", buckets = 4 } }
iterations = 128
[tree.game]
base = "flop-holdem"
"""


def stand_in(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The build itself is tested in its room; here the flop is filled at random. Returns what was built."""
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
    return built


def test_buckets_are_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = stand_in(monkeypatch)
    config = read_training_config(FLOP)
    first = Training(config, tmp_path / "one", threads=1)
    again = Training(config, tmp_path / "two", threads=1)
    assert built == []  # a constructor makes nothing
    assert list(tmp_path.iterdir()) == []
    first.prepare()
    again.prepare()
    assert [path.parent for path in built] == [tmp_path]
    for one, two in zip(first.solver.deals.tables, again.solver.deals.tables, strict=True):
        assert np.array_equal(one, two)
    assert again.abstraction.count(1) == 4
    assert len(built) == 1
    for kept in tmp_path.glob("*.*"):
        kept.write_bytes(kept.read_bytes()[:-5])
    Training(config, tmp_path / "three", threads=1).prepare()
    assert len(built) == 2


def test_every_abstraction_has_files_of_its_own(tmp_path: Path) -> None:
    one, two = (read_training_config(FLOP.replace("4 }", f"{n} }}")).abstraction for n in (4, 5))
    paths = {training_buckets._kept(chosen, tmp_path, "buckets") for chosen in (one, two)}
    assert len(paths) == 2


# --- from a coarse run -------------------------------------------------------------------------------------


def test_a_part_is_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The part after a raise: who raised is dealt the hands that did, and goes on so after a resume."""
    stand_in(monkeypatch)
    whole = read_training_config('name = "whole"' + FLOP)
    Training(whole, tmp_path / "whole", threads=1).run(iterations=5_000)
    part = read_training_config(
        'coarse = "whole"\nworth = 100' + FLOP.replace("[tree", '[tree]\nstart = "r"\n[tree')
    )
    first = Training(part, tmp_path / "part", threads=1)
    raiser = first.solver.game.first_to_act[0]
    assert [held is not None for held in first.solver.ranges] == [seat == raiser for seat in (0, 1)]
    coarse = Training(whole, tmp_path / "whole", threads=1, resume=True).solver
    here, there = (int(tree.row[tree.walk("r")]) for tree in (first.tree, coarse.tree))
    scale = 100 / coarse.iterations
    assert first.solver.regrets(here) == pytest.approx(scale * coarse.regrets(there), rel=1e-5)
    first.run(iterations=1_280)
    Training(part, tmp_path / "parts", threads=1).run(iterations=640)
    again = Training(part, tmp_path / "parts", threads=1, resume=True)
    again.run(iterations=1_280)
    for row in range(first.tree.rows):
        assert np.array_equal(again.solver.engine.row(row), first.solver.engine.row(row))


def test_the_coarse_run_must_be_there(tmp_path: Path) -> None:
    part = read_training_config(SMALL.format('coarse = "whole"'))
    with pytest.raises(SolverError, match="starts from the run 'whole', and there is no checkpoint in"):
        Training(part, tmp_path / "part").prepare()


def test_what_is_remembered_multiplies() -> None:
    config = read_training_config("cfr-strength")
    assert (config.own_buckets, config.buckets) == ((6, 6, 6, 6), (6, 36, 216, 1296))
    assert config.difference(replace(config, remember=False)) == "remember"
    assert read_training_config("cfr-features").buckets == (169, 1230, 1676)
    with pytest.raises(SolverError, match="remember is 2; it must be True or False"):
        replace(config, remember=2)


def test_the_buckets_that_plans_count_by_do_not_make_another_run() -> None:
    config = read_training_config("laptop")
    other = replace(config, tree=replace(config.tree, buckets=(169, 1000, 1000, 1000)))
    assert config.difference(other) is None
    assert config.difference(replace(config, tree=replace(config.tree, joined_from="flop"))) == "tree"


def test_another_rake_is_another_run_and_reads_back() -> None:
    plain = read_training_config("leduc")
    raked = replace(plain, rake=RakeBB(0.05, 3))
    assert read_training_config(raked.to_toml()) == raked
    assert raked.rake.chips(100) == Rake(0.05, 300)
    assert "rake" not in plain.to_toml()  # as configs of old have it
    assert plain.difference(raked) == "rake"
