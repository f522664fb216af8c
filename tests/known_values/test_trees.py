"""Sizes of betting trees and information sets: published figures, and exact counts frozen for every preset."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from riverboat.games import (
    Game,
    Menu,
    TreeConfig,
    build_tree,
    count_tree,
    flop_holdem,
    kuhn,
    leduc,
    limit_holdem,
    plan,
    read_config,
    rhode_island,
    royal_holdem,
)

PRESETS: list[tuple[Game, list[int], int, int]] = [
    (kuhn(), [4], 8, 5),
    (kuhn(3), [12], 24, 13),
    (leduc(), [6, 30], 84, 49),
    (rhode_island(), [8, 56, 392], 1140, 685),
    (royal_holdem(), [8, 70], 203, 126),
    (flop_holdem(), [8, 70], 203, 126),
    (limit_holdem(), [8, 70, 630, 5670], 16583, 10206),
]


@pytest.mark.parametrize(
    ("game", "nodes", "actions", "ends"), PRESETS, ids=lambda case: getattr(case, "name", "")
)
def test_betting_trees_of_presets(game: Game, nodes: list[int], actions: int, ends: int) -> None:
    tree = build_tree(game, Menu())
    assert np.diff(tree.first_node.astype(int)).tolist() == nodes
    assert len(tree.action) == actions
    assert int((tree.child < 0).sum()) == ends


def test_limit_holdem_for_three() -> None:
    counts = count_tree(TreeConfig("x", limit_holdem(3), Menu()))
    assert [street.total(joined=False).nodes for street in counts] == [90, 4412, 205_962, 9_501_342]  # type: ignore[union-attr]
    assert [street.total(joined=True).nodes for street in counts] == [66, 596, 1672, 4664]  # type: ignore[union-attr]


def nodes_by_round(game: Game, seat: int | None = None) -> list[int]:
    tree = build_tree(game, Menu())
    return [
        int(((tree.round == r) & ((seat is None) | (tree.actor == seat))).sum()) for r in range(game.rounds)
    ]


def test_kuhn() -> None:
    assert 3 * nodes_by_round(kuhn())[0] == 12
    assert 4 * nodes_by_round(kuhn(3))[0] == 48


def test_leduc() -> None:
    first, second = nodes_by_round(leduc())
    assert 3 * first + 3 * 3 * second == 288  # by rank
    assert 6 * first + 6 * 5 * second == 936  # six distinct cards
    tree = build_tree(leduc(), Menu())
    ends = [
        int((tree.child[int(tree.first_choice[a]) : int(tree.first_choice[b])] < 0).sum())
        for a, b in ((0, 6), (6, 36))
    ]
    assert 6 * 5 * ends[0] + 6 * 5 * 4 * ends[1] == 5520  # terminals


def test_rhode_island() -> None:
    # Gilpin and Sandholm 2007: 91,224,226 rows of the sequence form, ordered boards.
    per_round = (52, 52 * 51, 52 * 51 * 50)
    for seat in (0, 1):
        nodes = nodes_by_round(rhode_island(), seat)
        assert nodes == [4, 28, 196]
        assert sum(n * hands for n, hands in zip(nodes, per_round, strict=True)) == 26_064_064
    assert (
        sum(n * hands for n, hands in zip(nodes_by_round(rhode_island()), per_round, strict=True))
        == 52_128_128
    )


def test_rhode_island_sequences() -> None:
    tree = build_tree(rhode_island(), Menu())
    per_round = (52, 52 * 51, 52 * 51 * 50)
    choices = np.diff(tree.first_choice.astype(int))
    sequences = sum(
        int(choices[(tree.round == r) & (tree.actor == 0)].sum()) * hands for r, hands in enumerate(per_round)
    )
    assert (sequences + 1, 26_064_064 + 1 + sequences + 1) == (65_160_161, 91_224_226)


def test_heads_up_limit_holdem() -> None:
    # Johanson 2013: 3.19e14 information sets, 1.38e13 up to a renaming of suits.
    nodes = nodes_by_round(limit_holdem())
    hands = (
        comb(52, 2),
        comb(52, 2) * comb(50, 3),
        comb(52, 2) * comb(50, 3) * 47,
        comb(52, 2) * comb(50, 3) * 47 * 46,
    )
    assert sum(n * h for n, h in zip(nodes, hands, strict=True)) == 319_365_922_522_608
    found = plan("limit-holdem")
    assert found.lossless
    assert found.row_plan("own").information_sets == 13_803_249_787_132


SHIPPED: dict[str, tuple[list[int], list[int]]] = {
    "hu-fcpa": ([20, 100, 340, 900], [20, 60, 60, 60]),
    "limit-holdem": ([8, 70, 630, 5670], [8, 40, 80, 160]),
    "hu-100bb": ([30, 447, 3391, 20_248], [30, 447, 2275, 5575]),
    "hu-200bb": ([40, 663, 5592, 37_318], [40, 663, 3543, 9510]),
    "sixmax-laptop": ([14_684, 55_925, 121_629, 182_985], [9033, 20_758, 31_852, 45_622]),
    "tyche-2": ([1588, 113_940, 1_836_868, 9_951_704], [1098, 25_984, 96_518, 110_782]),
    "tyche-3": ([4698, 1_144_286, 8_024_820, 21_510_422], [2868, 130_051, 380_408, 319_414]),
    "tyche-4": ([34_908, 15_395_376, 95_340_354, 234_467_876], [18_037, 991_656, 2_844_189, 2_503_375]),
    "tyche-5": ([129_990, 12_561_450, 87_488_044, 282_395_154], [60_253, 1_083_459, 3_393_198, 4_619_060]),
    "tyche-6": ([164_128, 37_706_506, 128_190_178, 262_271_048], [71_672, 2_363_551, 4_819_581, 4_550_959]),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_nodes_of_shipped_configs(name: str) -> None:
    counts = count_tree(read_config(name))
    totals = [[street.total(joined=joined) for street in counts] for joined in (False, True)]
    assert tuple([total.nodes for total in part if total is not None] for part in totals) == SHIPPED[name]
