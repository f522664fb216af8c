"""Rows of joined trees on plain ones: by walking both, and by what a forgetful strategy loses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import riverboat as rb
from riverboat.games import build_tree, leduc, menu_from_table, nolimit_holdem
from riverboat.games.trees.config import TreeConfig, config_of
from riverboat.games.trees.joined_rows import with_joined_rows
from riverboat.solvers import FullWidth

LEDUC = replace(config_of(leduc()), joined_from="round-2")
SMALL = TreeConfig(
    "small",
    nolimit_holdem(stack_bb=10),
    menu_from_table({"every": {"bets": "100%", "raises": "100%"}}),
    joined_from="flop",
)


@pytest.mark.parametrize("config", [LEDUC, SMALL], ids=["leduc", "no-limit"])
def test_rows_are_the_nodes_of_the_joined_tree(config: TreeConfig) -> None:
    plain, joined = build_tree(config, joined_from="never"), build_tree(config)
    rows = with_joined_rows(plain, config)
    assert rows.nodes == plain.nodes > joined.nodes
    assert rows.rows == joined.rows
    np.testing.assert_array_equal(rows.child, plain.child)
    for node in range(plain.nodes):
        same = joined.walk(plain.actions_to(node))
        assert rows.row[node] == joined.row[same]
        assert plain.choices(node) == joined.choices(same)
        assert rows.row_choices[rows.row[node]] == len(plain.choices(node))


def test_one_seat_forgets() -> None:
    plain = build_tree(SMALL, joined_from="never")
    rows = with_joined_rows(plain, SMALL, seat=1)
    assert len(np.unique(rows.row[plain.actor == 0])) == (plain.actor == 0).sum()
    assert len(np.unique(rows.row[plain.actor == 1])) < (plain.actor == 1).sum()
    assert not set(rows.row[plain.actor == 0]) & set(rows.row[plain.actor == 1])


def test_what_forgetting_costs_in_leduc() -> None:
    """The second round is played alike after b c and k b c; who remembers gains by it, and no more than all that."""
    joined = rb.solve(LEDUC, ties="lossless", iterations=300, threads=1)
    assert joined.exploitability > 0.3
    for board in ("Ks", "Jh"):
        after = [joined.grid(f"{line} / {board}").strategy for line in ("b c", "k b c")]
        np.testing.assert_array_equal(*after)
    plain = rb.solve(replace(LEDUC, joined_from="never"), ties="lossless", iterations=300, threads=1)
    assert plain.exploitability < 0.01
    tree = build_tree(LEDUC, joined_from="never")
    lost = []
    for seat in (0, 1):  # trained against one who remembers, the forgetful player loses far less
        solver = FullWidth(with_joined_rows(tree, LEDUC, seat), ties="lossless", threads=1)
        solver.run(300)
        lost.append(solver.accuracy().best[1 - seat] + (plain.value if seat == 0 else -plain.value))
    assert 0.02 < sum(lost) / 2 < 0.04
