"""Asking a strategy: single questions and batches, on a table of random numbers. No peer does these.

A question costs a few look-ups and the making of its answer. New boards cost what their buckets cost; those are in
`bench_abstraction`.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

import riverboat as rb
from riverboat.abstraction import HOLDEM, TableAbstraction
from riverboat.cards.card import HAND_CARDS
from riverboat.games import BettingTree, TreeConfig, build_tree, menu_from_table, nolimit_holdem
from riverboat.strategy import open_strategy, shipped_strategies, write_strategy
from timing import Row, race

FLOPS, HANDS = 1000, 100_000


class RandomRows:
    """Rows in place of a trained table."""

    average = "random"

    def __init__(self, tree: BettingTree, cards: TableAbstraction) -> None:
        self.tree, self.cards = tree, cards

    def probabilities(self, row: int, /) -> np.ndarray:
        buckets, choices = self.cards.count(int(self.tree.round[row])), int(self.tree.row_choices[row])
        return np.random.default_rng(row).dirichlet(np.ones(choices), buckets)

    def visits(self, row: int, /) -> np.ndarray:
        return np.full(self.cards.count(int(self.tree.round[row])), 1000)


def rows() -> list[Row]:
    six = nolimit_holdem(6)
    game = replace(six, board_cards=(0, 3), first_to_act=six.first_to_act[:2])  # tables of rivers are large
    menu = menu_from_table(
        {"limps": "none", "max_players_to_flop": 2, "all_in": "never"}
        | {"preflop": {"raises": ["2.5bb", "3x"], "max_raises": 3}, "flop": {"bets": "50% 100%"}}
    )
    tree = build_tree(TreeConfig("bench", game, menu, joined_from="preflop"))
    flops = (np.arange(1286792) % FLOPS).astype(np.uint16)
    cards = TableAbstraction((np.arange(169, dtype=np.uint16), flops), (169, FLOPS), HOLDEM[:2])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.strategy"
        write_strategy(path, tree, cards, RandomRows(tree, cards), {})
        opened = race(lambda: open_strategy(path))[0]
        shipped = "sixmax" if "sixmax" in shipped_strategies() else path
        six = race(lambda: open_strategy(shipped))[0]
        assert six < 0.3
        s = open_strategy(path)
        return [
            Row("open a strategy", "files", 1 / opened, note=f"{1e3 * opened:.2g} ms"),
            Row(f"open {Path(shipped).stem}, with its parts", "names", 1 / six, note=f"{1e3 * six:.2g} ms"),
            *_questions(s),
        ]


def _questions(s: rb.Blueprint) -> list[Row]:
    rng = np.random.default_rng(0)
    hands = HAND_CARDS[rng.integers(0, 1326, HANDS)]
    file = s.files[0]
    which, buckets = rng.integers(0, file.provenance["rows"], HANDS), rng.integers(0, 169, HANDS)
    lines = [f"f f f r{2 + n / 100:g} f" for n in range(1, 90)]
    preflop, flop, batch, cells, new = race(
        lambda: s.query("AsKd", "f f r2.5 f", ""),
        lambda: s.query("AsKd", "f f f r2.5 f c / k", "QsJh2h"),
        lambda: s.query_batch(hands, "f f", ""),
        lambda: file.cells(which, buckets),
        lambda: [rb.Blueprint(s.files).at(line) for line in lines],
    )
    assert preflop < 20e-6
    assert flop < 50e-6
    assert HANDS / batch > 500_000
    assert HANDS / cells > 500_000
    return [
        Row("question before the flop", "questions", 1 / preflop, note=f"{1e6 * preflop:.2g} µs"),
        Row("question on a known board", "questions", 1 / flop, note=f"{1e6 * flop:.2g} µs"),
        Row("line never seen before", "lines", len(lines) / new, note=f"{1e3 * new / len(lines):.2g} ms"),
        Row("batch of hands", "hands", HANDS / batch),
        Row("cells of any rows", "cells", HANDS / cells),
    ]
