"""Opening ranges in the log of a run: of the right decisions, classes and choices."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from riverboat.abstraction import Lossless, SequenceTables
from riverboat.cards.card import hand_indices
from riverboat.cards.hand_class import CLASS_OF_HAND
from riverboat.games import Menu, build_tree, leduc, menu_from_table, nolimit_holdem
from riverboat.games.trees.tree import BettingTree
from riverboat.training.openings import openings

BY_CLASS: Any = SimpleNamespace(
    boards=(0, 3, 4, 5),
    lookup=lambda deals: CLASS_OF_HAND[hand_indices(np.array(deals)[:, :2])][:, None, None],
)
"""Tables whose buckets before the flop are the 169 classes in their order."""


def tree(players: int) -> BettingTree:
    sizes = {"preflop": {"raises": "2.5bb a"}, "flop": {"bets": "a"}}
    return build_tree(nolimit_holdem(players, stacks=500), menu_from_table(sizes))


@pytest.mark.parametrize(("players", "lines"), [(2, {"BTN": ""}), (4, {"CO": "", "BTN": "f", "SB": "f f"})])
def test_they_are_of_who_is_first_in(players: int, lines: dict[str, str]) -> None:
    grown, rng = tree(players), np.random.default_rng(1)
    found = openings(grown, BY_CLASS)
    assert [one.position for one in found] == list(lines)
    for one in found:
        node = grown.walk(lines[one.position])
        choices = grown.choices(node)
        played = rng.dirichlet(np.ones(len(choices)), 169)
        solver: Any = SimpleNamespace(probabilities=lambda row, played=played: played)
        assert one.row == grown.row[node]
        raised = sum(played[:, number] for number, action in enumerate(choices) if action > 0)
        assert one.shares(solver) == pytest.approx(raised, abs=1e-3)


def test_other_games_have_none() -> None:
    game = leduc()
    tables = SequenceTables.of(Lossless(((1,), (1, 1)), game.deck), game)
    assert openings(build_tree(game, Menu()), tables) == []
    assert openings(tree(2), SimpleNamespace(boards=(3, 4, 5))) == []  # type: ignore[arg-type]
