from __future__ import annotations

import json
import pickle
import subprocess
import sys

import pytest

from riverboat.errors import MenuError
from riverboat.games import (
    TreeConfig,
    build_tree,
    menu_from_table,
    nolimit_holdem,
    plan,
    read_config,
    shipped_configs,
)
from riverboat.games.rules.presets import kuhn, limit_holdem, rhode_island, short_deck, spot
from riverboat.games.trees.plan import REPRESENTATIONS, lossless_buckets
from riverboat.games.trees.rows import ROW_KEYS, Rows
from riverboat.games.trees.tree_count import NodeCount

MODULE = sys.modules[lossless_buckets.__module__]  # its name is also that of the function
CFR = ["cfr-features", "cfr-features-river", "cfr-strength"]
SMALL = [
    *CFR,
    "gs2-small",
    "hu-fcpa",
    "hu-100bb",
    "hu-200bb",
    "headsup-10bb",
    "headsup-20bb",
    "headsup-40bb",
    "sixmax-20bb",
    "sixmax-40bb",
    "limit-holdem",
    "sixmax-laptop",
    "sixmax-2",
    "tartanian",
    "tyche-2",
]

PARTS = ["sixmax", "sixmax-3", "sixmax-4", "sixmax-5", "sixmax-60bb", "sixmax-ante", "sixmax-bb-ante"]
"""Other menus, stacks and antes of those above."""


@pytest.mark.parametrize("name", SMALL)
def test_plans_agree_with_built_trees(name: str) -> None:
    found = plan(name)
    tree = build_tree(name)
    assert found.tree == NodeCount(tree.nodes, len(tree.action), int((tree.child < 0).sum()))
    assert [rows.key for rows in found.rows] == list(ROW_KEYS)
    for key in ("own", "pot-stack", "round-actions"):
        rows = found.row_plan(key).rows
        assert rows is not None
        assert sum(rows) == build_tree(name, rows=key).rows
    assert found.tree_bytes is not None
    assert tree.nbytes <= found.tree_bytes + 8 * sum(map(len, tree.street_starts)) + 100


def test_numbers_add_up() -> None:
    found = plan("hu-fcpa", buckets=(169, 10, 20, 30))
    own = found.row_plan("own")
    assert own.rows == (20, 100, 340, 900)
    assert own.information_sets == 20 * 169 + 100 * 10 + 340 * 20 + 900 * 30
    assert own.actions is not None
    assert own.numbers == sum(a * b for a, b in zip(own.actions, (169, 10, 20, 30), strict=True))
    for kind, size in REPRESENTATIONS.items():
        assert own.bytes_as(kind) == 2 * size * own.numbers
    assert not found.lossless


def test_the_full_table_is_planned_in_little_memory() -> None:
    code = (  # in a process of its own, by its own high-water mark: getrusage also counts what the parent had taken
        "import pickle, re, sys\nfrom pathlib import Path\nfrom riverboat.games import plan\nfound = plan('tyche-6')\n"
        "most = re.search(r'VmHWM:\\s*(\\d+) kB', Path('/proc/self/status').read_text())[1]\n"
        "pickle.dump((int(most), found), sys.stdout.buffer)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    most_kib, found = pickle.loads(told)
    assert most_kib < 2**20
    assert found.tree is not None
    assert found.tree.nodes == 11_805_763
    totals = [street.total(joined=True) for street in found.streets]
    assert [total.actions for total in totals if total is not None] == [
        161_407,
        5_685_615,
        10_956_099,
        10_159_566,
    ]
    rows = {key: sum(found.row_plan(key).rows or ()) for key in ROW_KEYS}
    assert rows == {
        "own": 11_805_763,
        "pot-stack": 15_794,
        "last-action": 51_244,
        "round-actions": 735_886,
        "last-per-round": 32_794_477,
    }
    assert not found.fits("own", "int16")


def test_buckets_come_from_the_caller_the_config_or_the_cards() -> None:
    assert plan("tyche-2", buckets=[1, 2, 3, 4]).buckets == (1, 2, 3, 4)
    assert plan("tyche-2").buckets == (169, 1024, 1024, 2048)
    assert plan("hu-fcpa").buckets == (169, 1_286_792, 55_190_538, 2_428_287_420)
    with pytest.raises(MenuError, match="3 numbers; 'nolimit-holdem' has 4 streets"):
        plan("tyche-2", buckets=[1, 2, 3])


def test_lossless_buckets() -> None:
    assert lossless_buckets(kuhn()) == (3,)
    assert lossless_buckets(rhode_island()) == (13, 325, 9997)
    assert lossless_buckets(spot("QsJh2h5c"))[0] == 13_960_050
    assert lossless_buckets(short_deck())[0] == 81


def test_plans_go_into_json() -> None:
    found = plan("tyche-2")
    data = json.loads(json.dumps(found.to_dict()))
    assert data["config"] == "tyche-2"
    assert data["start"] == "f f f f"
    assert data["tree"]["nodes"] == 234_872
    assert data["streets"][0]["tree"]["2"]["nodes"] == 1588
    assert data["rows"]["own"]["rows"]["preflop"] == 1588  # reentrant from the flop
    assert set(data["rows"]["own"]["bytes"]) == {"float64", "float32", "int16"}


def test_what_fits_depends_on_the_memory_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "available_memory", lambda: 2**30)
    found = plan("sixmax-laptop", buckets=[169, 1000, 1000, 1000])
    assert [found.fits("own", kind) for kind in REPRESENTATIONS] == [False, False, True]
    assert found.fits("pot-stack", "float64")
    with pytest.raises(MenuError, match="'float8' is unknown"):
        found.fits("own", "float8")


def test_too_many_situations_leave_the_joined_tree_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "MOST_SITUATIONS", 2)
    found = plan("hu-fcpa")
    assert found.streets[0].joined is not None
    assert found.streets[3].joined is None
    assert found.row_plan("own").rows is not None  # the config does not join
    joined = TreeConfig("x", nolimit_holdem(), read_config("hu-fcpa").menu, joined_from="flop")
    unknown = plan(joined)
    assert unknown.tree is None
    assert unknown.tree_bytes is None
    assert unknown.row_plan("own").rows is None
    assert not unknown.fits("own", "int16")
    assert json.dumps(unknown.to_dict())


def test_trees_of_any_size_are_counted() -> None:
    found = plan(TreeConfig("ring", limit_holdem(5), menu_from_table({}), rows=Rows("pot-stack")))
    nodes = sum(count.nodes for street in found.streets for count in street.tree.values())
    assert nodes > 10**12
    assert not found.fits("pot-stack", "int16")
    with pytest.raises(MenuError, match="use fewer sizes"):
        build_tree(found.config)


def test_every_shipped_config_is_planned_here_or_counted_elsewhere() -> None:
    assert set(shipped_configs()) == {
        *SMALL,
        "headsup",
        "headsup-200",
        "headsup-60bb",
        *PARTS,
        "tyche-3",
        "tyche-4",
        "tyche-5",
        "tyche-6",
    }


def test_limit_games_for_many() -> None:
    config = TreeConfig("x", limit_holdem(4), menu_from_table({}), joined_from="preflop")
    found = plan(config, buckets=(169, 10, 10, 10))
    assert found.tree is not None
    assert found.tree.nodes < 10**6
