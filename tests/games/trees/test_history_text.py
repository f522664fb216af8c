"""Histories as words: what nodes that share a row have in common, and published forms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from riverboat.games import BettingTree, build_tree, kuhn, leduc, menu_from_table, nolimit_holdem
from riverboat.games.trees.history_text import history_text, player_name
from riverboat.games.trees.rows import Rows

MENU = menu_from_table({"every": {"bets": "50% 100%", "raises": "100%"}})


def texts(tree: BettingTree) -> list[tuple[str, str, int]]:
    """Of each node who acts, its history and its number of choices."""
    rows = tree.config.rows
    return [
        (
            player_name(tree.game, int(tree.actor[node])),
            history_text(tree.game, tree.actions_to(node), rows),
            len(tree.choices(node)),
        )
        for node in range(tree.nodes)
    ]


@pytest.mark.parametrize("check", ["fold", "call"])
@pytest.mark.parametrize("key", ["last-action", "last-per-round"])
@pytest.mark.parametrize("players", [2, 3])
def test_nodes_of_one_row_have_one_text(players: int, key: str, check: str) -> None:
    whole = nolimit_holdem(players, stack_bb=8)
    game = replace(whole, board_cards=(0, 3), first_to_act=whole.first_to_act[:2])
    tree = build_tree(game, MENU, rows=Rows(key, check))  # type: ignore[arg-type]
    by_row: dict[int, set[tuple[str, str, int]]] = {}
    for node, text in enumerate(texts(tree)):
        by_row.setdefault(int(tree.row[node]), set()).add(text)
    assert tree.rows == len(by_row)
    assert all(len(found) == 1 for found in by_row.values())


def test_letters_of_deep_stacks_tell_exactly_the_rows() -> None:
    """Nobody is all-in, so that letters say all that choices depend on."""
    game = replace(nolimit_holdem(3, stack_bb=10_000), board_cards=(0, 3), first_to_act=(2, 0))
    menu = menu_from_table({"every": {"bets": "50% 100%", "raises": "100%", "max_raises": 2}})
    tree = build_tree(game, menu, rows="last-per-round")
    assert len(set(texts(tree))) == tree.rows < tree.nodes


def test_own_rows_have_a_text_each() -> None:
    tree = build_tree(leduc(), menu_from_table({}))
    assert len(set(texts(tree))) == tree.nodes


def test_the_documents_form() -> None:
    """`P1;1/3;aa/cc/1r2rc`: antes, both check before the flop, a raise to 1 and to 2 on the flop, a call."""
    game = nolimit_holdem(small_blind=50, big_blind=100)
    assert history_text(game, [0, 0, 100, 200, 0]).startswith("aa/cc/1r2rc")
    assert history_text(game, [-1]) == "aa/f"
    assert history_text(kuhn(), [0]) == "aa/c"
    assert player_name(game, 1) == "P1"  # the button acts first before the flop
    assert [player_name(nolimit_holdem(6), seat) for seat in range(6)] == ["P5", "P6", "P1", "P2", "P3", "P4"]


def test_actions_of_the_round_alone() -> None:
    game, taken = nolimit_holdem(), [250, 0, 0, 300, 600]
    assert history_text(game, taken, Rows("round-actions")) == "aa/pr3R6"
    assert history_text(game, taken, Rows("last-action")) == "aa/rR"
    assert history_text(game, [*taken, 0], Rows("last-per-round")) == "aa/rc/CR/--"
