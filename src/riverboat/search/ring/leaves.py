"""Where a subgame ends before the hand does, and how a strategy plays on from there.

On a flop of three and more, Pluribus looks to the start of the turn, or to the second bet or raise from where it stands
if that comes first; on turns and rivers to the end of the hand (Brown and Sandholm 2019, supplement).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import accumulate, combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.tables.deal_tables import smallest_number
from riverboat.abstraction.tables.hand_tables import RUNOUTS, HandTables, runout_row
from riverboat.cards.card import card_names
from riverboat.evaluation.learned.opponents import BucketOpponent
from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.games.trees.config import NEVER, TreeConfig
from riverboat.games.trees.tree import BettingTree
from riverboat.search.ring.ranges import possible
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import StrategyLike, ask
from riverboat.solvers.sampled.fixed_play import Answer, FixedPlay
from riverboat.solvers.sampled.under_way import Leaves
from riverboat.strategy.blueprint import Blueprint

Bools = npt.NDArray[np.bool_]

RAISES: Final = 2
"""Bets and raises from where the hand stands after which a subgame ends, as in Pluribus."""

TURNS: Final = 12
"""Cards of the next street that play behind leaves goes on with; a blueprint looks 10 ms for its buckets on each."""


def leaf_choices(tree: BettingTree, real: Collection[int], raises: int | None = RAISES) -> Bools:
    """Return which choices lead to leaves: those that end the street, and the last of so many bets or raises.

    real: nodes that the hand has been at; raises are counted from its line on. raises: None ends with the street alone.

    >>> from riverboat.games import Menu, build_tree, leduc
    >>> tree = build_tree(leduc(), Menu())
    >>> sorted(tree.line_to(node) for node in tree.child[leaf_choices(tree, [0])])
    ['b c /', 'b r', 'k b c /', 'k b r', 'k k /']
    """
    street, found = int(tree.round[0]), np.zeros(len(tree.child), np.bool_)
    left = [(0, 0)]  # a node, and raises that count
    while left:
        node, count = left.pop()
        first = int(tree.first_choice[node])
        for place, action in enumerate(tree.choices(node)):
            child = int(tree.child[first + place])
            if child < 0:
                continue
            seen = 0 if child in real else count + (action > CALL)
            if int(tree.round[child]) > street or (raises is not None and seen >= raises):
                found[first + place] = True
            else:
                left.append((child, seen))
    return found


def joined_as(strategy: StrategyLike, config: TreeConfig) -> TreeConfig:
    """Return a config that joins histories behind the leaves as the strategy that plays on there does itself.

    Elsewhere nothing may be joined: what is learnt would forget who holds what.
    """
    if not isinstance(strategy, Blueprint) or strategy.files[0].config.joined_from == NEVER:
        return config
    own, streets = strategy.files[0].config, street_names(config.game)
    first = max(streets.index(own.joined_from), config.root().round + 1)
    return replace(config, joined_from=streets[first], keep_aggressor=own.keep_aggressor)


def behind_leaves(
    strategy: StrategyLike,
    tree: BettingTree,
    board: tuple[int, ...],
    choices: Bools,
    runouts: npt.NDArray[np.uint8],
) -> Leaves:
    """Return how a strategy plays on from leaves, on the boards that may follow.

    runouts: uint8[runouts, cards]. A blueprint is asked by its own buckets, any other strategy hand by hand.
    """
    game = tree.game
    if isinstance(strategy, Blueprint):
        opponent = BucketOpponent(strategy, game)
        deals = _bucket_tables(opponent, tree, board, runouts)
        answer: Answer = opponent
    else:
        deals = _hand_tables(tree, board)
        answer = _by_hand(strategy, board, deals)
    street = tree.root.round
    inner = _above(tree, choices)

    def from_leaves_on(table: Table, offered: list[Action]) -> npt.NDArray[np.floating]:
        if table.round == street and tuple(table.taken) in inner:  # nobody reads what lies before
            return np.full((deals.counts[street], len(offered)), 1 / len(offered))
        return answer(table, offered)

    return Leaves(FixedPlay.of(tree, deals, tree.root.in_hand, from_leaves_on), choices)


def sampled_runouts(
    game_cards: Sequence[int], board: Sequence[int], cards: int, most: int, rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    """Return boards to go on with: some cards of the next street, each with every card after it.

    >>> sampled_runouts(range(52), range(3), 2, 4, np.random.default_rng(0)).shape  # 4 turns, 48 rivers each
    (192, 2)
    """
    left = np.array([card for card in game_cards if card not in board], np.uint8)
    first = np.sort(rng.permutation(left)[:most])
    if cards == 1:
        return first[:, None]
    return np.array([(one, other) for one in first for other in left if other != one], np.uint8)


def _above(tree: BettingTree, choices: Bools) -> set[tuple[Action, ...]]:
    """The lines to all nodes before the leaves."""
    found, left = set[tuple[Action, ...]](), [(0, tuple(tree.root.taken))]
    while left:
        node, line = left.pop()
        found.add(line)
        first = int(tree.first_choice[node])
        for place, action in enumerate(tree.choices(node)):
            child = int(tree.child[first + place])
            if child >= 0 and not choices[first + place]:
                left.append((child, (*line, action)))
    return found


def _bucket_tables(
    opponent: BucketOpponent, tree: BettingTree, board: tuple[int, ...], runouts: npt.NDArray[np.uint8]
) -> HandTables:
    """A blueprint's buckets of all hands on the boards that may follow; 0 on others, which are not dealt."""
    game, hands = tree.game, hand_cards_of(tree.game)
    boards, known = tuple(accumulate(game.board_cards)), len(board)
    tables, counts = list[np.ndarray](), list[int]()
    for number, shown in enumerate(boards):
        more = max(0, shown - known)
        counts.append(opponent.cards.count(number))
        table = np.zeros((RUNOUTS[more], len(hands)), smallest_number(counts[-1]))
        rests = np.unique(np.sort(runouts[:, :more], axis=1), axis=0).tolist() if shown >= known else []
        for rest in rests:
            free = possible(game, (*board, *rest)) > 0
            table[runout_row(rest), free] = opponent.cards.buckets(number, (*board, *rest), hands[free])
        tables.append(table.reshape(-1))
    return _tables(tree, board, tables, counts)


def _hand_tables(tree: BettingTree, board: tuple[int, ...]) -> HandTables:
    """Every hand on every board that may follow by itself."""
    hands, known = len(hand_cards_of(tree.game)), len(board)
    counts = [
        RUNOUTS[shown - known] * hands if shown >= known else 1 for shown in accumulate(tree.game.board_cards)
    ]
    tables = [
        np.zeros(hands, np.uint8) if count == 1 else np.arange(count, dtype=np.uint32) for count in counts
    ]
    return _tables(tree, board, tables, counts)


def _tables(
    tree: BettingTree, board: tuple[int, ...], tables: list[np.ndarray], counts: list[int]
) -> HandTables:
    game, boards = tree.game, tuple(accumulate(tree.game.board_cards))
    name = card_names(board)
    return HandTables(
        tuple(tables), tuple(counts), boards, game.hole_cards, game.deck, name, known=len(board)
    )


def _by_hand(strategy: StrategyLike, board: tuple[int, ...], deals: HandTables) -> Answer:
    """Ask a strategy about all hands on every board."""

    def answer(table: Table, choices: list[Action]) -> npt.NDArray[np.floating]:
        hands, number = hand_cards_of(table.game), table.round
        rows = np.full((deals.runouts(number), len(hands), len(choices)), 1 / len(choices))
        options, missing = options_at(table, choices), deals.boards[number] - len(board)
        deck = [card for card in table.game.deck.cards if card not in board]
        for rest in combinations(deck, missing):
            free = possible(table.game, (*board, *rest)) > 0
            state = PublicState(table, (*board, *rest), hands[free], options)
            rows[runout_row(rest), free] = ask(strategy, state)
        return rows.reshape(-1, len(choices))

    return answer
