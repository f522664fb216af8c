"""A game of the full-width engine as a reference tree: the same bets, ranges, board and rake, every deal a branch.

So whatever the engine does with classes of hands, suits taken together, sweeps and run-outs can be held against plain
enumeration.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names
from riverboat.cards.ranking import ranking
from riverboat.errors import GameError
from riverboat.games.rules.action import FOLD, act, action_name
from riverboat.games.rules.private_hands import PrivateHands
from riverboat.games.rules.table import Table
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.reference.tree import Chance, Decision, InformationSet, Node, Terminal, Tree

Cards = tuple[int, ...]
Streets = tuple[Cards, ...]
"""A board: the cards it starts with, then those of each later street, ascending."""

Renaming = tuple[int, ...]
"""What each of the four suits becomes."""


@dataclass(frozen=True)
class Place:
    """Where an information set is in the engine: its node, the hand (higher card first) and the board."""

    node: int
    hand: Cards
    board: Streets


@dataclass(frozen=True)
class DealtTree(Tree):
    """A reference tree and, for each of its information sets, its place in the engine."""

    places: tuple[Place, ...] = field(default=())


def dealt_tree(solver: FullWidth, *, max_terminals: int = 200_000) -> DealtTree:
    """Enumerate all deals of a solver's game.

    >>> from riverboat.games import Menu, build_tree, kuhn
    >>> tree = dealt_tree(FullWidth(build_tree(kuhn(), Menu())))
    >>> len(tree.info_sets), tree.terminals, tree.info_sets[0]
    (12, 30, InformationSet(seat=0, hole='Js', board='', line='', actions=('check or call', 'raise to 1')))
    """
    builder = _Builder(solver, max_terminals)
    root = builder.deal_hands()
    infos = builder.info_sets.values()
    return DealtTree(solver.tree.game, root, tuple(infos), builder.terminals, tuple(builder.info_sets))


class _Builder:
    def __init__(self, solver: FullWidth, max_terminals: int) -> None:
        self.solver = solver
        self.betting = solver.tree
        self.game = solver.tree.game
        self.max_terminals = max_terminals
        self.terminals = 0
        self.info_sets: dict[Place, InformationSet] = {}
        self.numbers: dict[Place, int] = {}
        self.lines = [self.betting.line_to(node) for node in range(self.betting.nodes)]
        self.paid: dict[tuple[int, int], tuple[float, ...]] = {}
        self.strength = ranking(self.game.ranking).evaluate

    def deal_hands(self) -> Node:
        """Deal to both players, each pair as often as the weights say."""
        first, second = self.solver.hands
        pairs = [
            ((tuple(a), tuple(b)), weight_a * weight_b)
            for a, weight_a in zip(first.cards.tolist(), first.weights.tolist(), strict=True)
            for b, weight_b in zip(second.cards.tolist(), second.weights.tolist(), strict=True)
            if not set(a) & set(b)
        ]
        total = sum(weight for _, weight in pairs)
        board = (tuple(sorted(self.solver.board)),)
        return Chance(
            tuple(weight / total for _, weight in pairs),
            tuple(self.node(0, hands, board) for hands, _ in pairs),
        )

    def node(self, node: int, hands: tuple[Cards, Cards], board: Streets) -> Node:
        """Return a decision, cards dealt before it if its street has not begun."""
        if self.street(board) < self.betting.round[node]:
            return self.deal(hands, board, lambda longer: self.node(node, hands, longer))
        player = self.solver.player_at(node)
        place = Place(node, hands[player], board)
        choices = self.betting.choices(node)
        if place not in self.info_sets:
            self.numbers[place] = len(self.numbers)
            dealt = [card for cards in board for card in cards]
            self.info_sets[place] = InformationSet(
                player,
                card_names(hands[player]),
                card_names(dealt),
                self.lines[node],
                tuple(map(action_name, choices)),
            )
        first = int(self.betting.first_choice[node])
        children = []
        for place_in_row, action in enumerate(choices):
            child = int(self.betting.child[first + place_in_row])
            taken = (node, action)
            children.append(
                self.node(child, hands, board) if child >= 0 else self.end(~child, taken, hands, board)
            )
        return Decision(player, self.numbers[place], tuple(children))

    def street(self, board: Streets) -> int:
        return len(board) - 1 + int(self.betting.round[0])

    def deal(self, hands: tuple[Cards, Cards], board: Streets, then: Callable[[Streets], Node]) -> Node:
        known = {card for cards in (*hands, *board) for card in cards}
        left = sorted(card for card in self.game.deck.cards if card not in known)
        draws = list(combinations(left, self.game.board_cards[self.street(board) + 1]))
        return Chance((1 / len(draws),) * len(draws), tuple(then((*board, cards)) for cards in draws))

    def end(self, end: int, taken: tuple[int, int], hands: tuple[Cards, Cards], board: Streets) -> Node:
        """Return what an end pays; when somebody is all in, the rest of the board is dealt first."""
        fold = taken[1] == FOLD
        if not fold and self.street(board) + 1 < self.game.rounds:
            return self.deal(hands, board, lambda longer: self.end(end, taken, hands, longer))
        self.terminals += 1
        if self.terminals > self.max_terminals:
            raise GameError(
                f"the game has more than {self.max_terminals:,} ends; use smaller ranges or a later street"
            )
        dealt = [card for cards in board for card in cards]
        first, second = (0, 0) if fold else (self.strength([*hand, *dealt]) for hand in hands)
        order = (first > second) - (first < second)
        if (end, order) not in self.paid:
            self.paid[end, order] = self.payoffs(taken, hands, dealt)
        return Terminal(self.paid[end, order])

    def payoffs(
        self, taken: tuple[int, int], hands: tuple[Cards, Cards], dealt: list[int]
    ) -> tuple[float, ...]:
        """Play the hand at a table, and take the rake from who wins."""
        holes: list[Sequence[int]] = [()] * self.game.players
        for seat, hand in zip(self.solver.seats, hands, strict=True):
            holes[seat] = hand
        table = Table(self.game, hole_cards=holes, board=dealt)
        for action in (*self.betting.actions_to(taken[0]), taken[1]):
            act(table, action)
        rake = self.solver.rake.share * sum(chips for chips, _ in table.pots)
        if self.solver.rake.cap > 0:
            rake = min(rake, self.solver.rake.cap)
        winners = self.winners(table, hands, dealt)
        net = [0.0] * self.game.players  # nothing for players who folded before the tree begins
        for player, seat in enumerate(self.solver.seats):
            net[player] = table.payoffs[seat] - (rake / len(winners) if player in winners else 0.0)
        return tuple(net)

    def winners(self, table: Table, hands: tuple[Cards, Cards], dealt: list[int]) -> list[int]:
        if not table.is_showdown:
            return [self.solver.seats.index(table.in_hand[0])]
        strengths = [self.strength([*hand, *dealt]) for hand in hands]
        return [player for player in (0, 1) if strengths[player] == max(strengths)]


# --- strategies of the engine ------------------------------------------------------------------------------


def strategy_rows(tree: DealtTree, solver: FullWidth, *, current: bool = False) -> list[list[float]]:
    """Return the engine's strategy by information set of the reference tree.

    A board that the engine does not keep, because another differs from it in suits only, is renamed to that one.
    """
    return _by_info(tree, solver, lambda node, board: solver.strategy(node, board, current=current)[1])


def regret_rows(tree: DealtTree, solver: FullWidth) -> list[list[float]]:
    """Return the engine's regrets by information set of the reference tree, in the reference's measure.

    The engine's are of one hand and one board, against the weights of all hands that it meets; the reference's count
    how likely hand and board are.
    """

    def regrets(node: int, board: int) -> npt.NDArray[np.float64]:
        number, player = int(solver.tree.round[node]), solver.player_at(node)
        first, _, _, class_of = solver.game.board_hands(number, board, player)
        rows = solver.table("regrets", node, board).T * solver.hands[player].weights[first][:, None]
        return np.asarray(rows / solver.meetings * _chance(solver, number), np.float64)[class_of]

    return _by_info(tree, solver, regrets)


def _chance(solver: FullWidth, number: int) -> float:
    """Return how likely one board of a round is, given both hands."""
    game, first = solver.tree.game, int(solver.tree.round[0])
    left, chance = game.deck.size - 2 * game.hole_cards - len(solver.board), 1.0
    for count in game.board_cards[first + 1 : number + 1]:
        chance /= math.comb(left, count)
        left -= count
    return chance


def _by_info(
    tree: DealtTree, solver: FullWidth, rows_at: Callable[[int, int], npt.NDArray[np.float64]]
) -> list[list[float]]:
    """Return rows that the engine has by node, board and hand, by information set."""
    finder = _Finder(solver)
    tables: dict[tuple[int, int], dict[Cards, list[float]]] = {}
    found = []
    for place in tree.places:
        board, renaming = finder.find(place.board)
        if (place.node, board) not in tables:
            number, player = int(solver.tree.round[place.node]), solver.player_at(place.node)
            cards = map(tuple, solver.game.board_hands(number, board, player)[2].tolist())
            rows = rows_at(place.node, board).tolist()
            tables[place.node, board] = dict(zip(cards, rows, strict=True))
        found.append(tables[place.node, board][_renamed(place.hand, renaming, reverse=True)])
    return found


class _Finder:
    """Finds the engine's board that is the same as a given one but for suits, and the renaming."""

    def __init__(self, solver: FullWidth) -> None:
        self.solver = solver
        start = set(solver.board)
        self.renamings = [
            suits
            for suits in permutations(range(4))
            if all(_keeps(hands, suits) for hands in solver.hands)
            and set(_renamed(tuple(start), suits)) == start
            and set(_renamed(solver.tree.game.deck.cards, suits)) == set(solver.tree.game.deck.cards)
        ]
        self.kept: list[dict[Streets, int]] = []
        self.found: dict[Streets, tuple[int, Renaming]] = {}
        first = int(solver.tree.round[0])
        for number in range(solver.tree.game.rounds):
            counts = solver.tree.game.board_cards[first + 1 : number + 1]
            boards = solver.boards(number) if number >= first else []
            self.kept.append({_streets(cards, len(start), counts): i for i, cards in enumerate(boards)})

    def find(self, board: Streets) -> tuple[int, Renaming]:
        """Return the number of the kept board, and what the suits of the given one become."""
        if board not in self.found:
            kept = self.kept[len(board) - 1 + int(self.solver.tree.round[0])]
            for suits in self.renamings:
                other = tuple(tuple(sorted(_renamed(cards, suits))) for cards in board)
                if other in kept:
                    self.found[board] = kept[other], suits
                    break
            else:
                raise GameError(f"the engine has no board like {board}")
        return self.found[board]


def _streets(cards: Sequence[int], start: int, counts: Sequence[int]) -> Streets:
    streets = [tuple(sorted(cards[:start]))]
    for count in counts:
        streets.append(tuple(sorted(cards[start : start + count])))
        start += count
    return tuple(streets)


def _renamed(cards: Cards, suits: Renaming, *, reverse: bool = False) -> Cards:
    return tuple(sorted((card // 4 * 4 + suits[card % 4] for card in cards), reverse=reverse))


def _keeps(hands: PrivateHands, suits: Renaming) -> bool:
    weights: dict[Cards, float] = dict(
        zip(map(tuple, hands.cards.tolist()), hands.weights.tolist(), strict=True)
    )
    return all(weights.get(_renamed(hand, suits, reverse=True)) == weight for hand, weight in weights.items())
