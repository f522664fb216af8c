"""The name of what a player knows: who is to act, the hand as the cards tell it apart, the history as the tree does.

    P1;1/3;aa/cc/1r2rc          the CPJC poker bot: bins of hand strength on the streets so far, every action
    P2;S8-tf1f;aa/rc/pr         CFR_Poker: a feature string, and the last letter of each player on each street

`riverboat.games.trees.history_text` says how a history is written.
"""

from __future__ import annotations

from riverboat.abstraction.boards.with_boards import WithBoards
from riverboat.abstraction.card_abstraction import Named, bucket_name
from riverboat.games.rules.table import Table
from riverboat.games.trees.history_text import history_text, player_name
from riverboat.strategy.file.strategy_table import StrategyTable


def state_key(file: StrategyTable, table: Table, bucket: int) -> str:
    """Return the name of a decision with a bucket. table: where somebody is to act in the trained game."""
    return f"{state_start(table)};{bucket_name(file.cards, table.round, bucket)};{state_end(file, table)}"


def state_start(table: Table) -> str:
    """Return the part before the hand."""
    assert table.actor is not None
    return player_name(table.game, table.actor)


def state_end(file: StrategyTable, table: Table) -> str:
    """Return the part behind the hand."""
    return history_text(table.game, tuple(table.taken), file.config.rows)


def has_names(file: StrategyTable) -> bool:
    """Tell whether hands have names, so that a state says more than the number of a bucket."""
    cards = file.cards
    return isinstance(cards.of if isinstance(cards, WithBoards) else cards, Named)
