"""The whole tree of a small game, node by node, straight from the rules of the table.

Plain and slow on purpose: this is what the fast engines are held against. Every deal of the cards is a branch, so it
is for games such as Kuhn and Leduc poker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from riverboat.cards.card import card_names
from riverboat.cards.ranking import SUITLESS_RANKINGS
from riverboat.errors import GameError
from riverboat.games import Game, Table

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Terminal:
    """The end of a hand: net chips by seat."""

    payoffs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """Cards are dealt: what may follow and how likely it is."""

    probabilities: tuple[float, ...]
    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat acts, and knows only that it is in the information set `info`; one child for each action."""

    seat: int
    info: int
    children: tuple[Node, ...]


Node = Terminal | Chance | Decision


@dataclass(frozen=True, slots=True)
class InformationSet:
    """What a player knows when he is to act: seat, own cards, board and all actions so far.

    `line` has a token for each action, streets separated by `/`: `f` fold, `k` check, `c` call, and `b2` or `r4` for a
    bet or a raise to so many chips on the street. `actions` are the tokens of what he may do, in the order of the
    children of his nodes: fold, check or call, raises by amount.
    """

    seat: int
    hole: str
    board: str
    line: str
    actions: tuple[str, ...] = field(compare=False)


@dataclass(frozen=True)
class Tree:
    """All hands of a game. `info_sets[node.info]` is the information set of a decision node."""

    game: Game
    root: Node
    info_sets: tuple[InformationSet, ...]
    terminals: int


def build_tree(game: Game, *, by_rank: bool = False, max_terminals: int = 200_000) -> Tree:
    """Enumerate a game.

    by_rank: cards of one rank are the same card, which is exact where the ranking does not look at suits and makes the
    tree smaller. max_terminals: a guard; 200,000 take some seconds and a few hundred megabytes.

    >>> from riverboat.games import kuhn, leduc
    >>> tree = build_tree(kuhn())
    >>> len(tree.info_sets), tree.terminals, tree.info_sets[1]
    (12, 30, InformationSet(seat=1, hole='Qs', board='', line='k', actions=('k', 'b1')))
    >>> len(build_tree(leduc()).info_sets), len(build_tree(leduc(), by_rank=True).info_sets)
    (936, 288)
    """
    if by_rank and game.ranking not in SUITLESS_RANKINGS:
        raise GameError(
            f"by_rank is for rankings without suits, {' and '.join(SUITLESS_RANKINGS)}; {game.name!r} has "
            f"'{game.ranking}'"
        )
    builder = _Builder(game, by_rank, max_terminals)
    root = builder.deal_holes(())
    return Tree(game, root, tuple(builder.info_sets), builder.terminals)


class _Builder:
    """Walks the table down every branch. A hand so far is the table, the hole cards by seat and the board by street."""

    def __init__(self, game: Game, by_rank: bool, max_terminals: int) -> None:
        self.game = game
        self.by_rank = by_rank
        self.max_terminals = max_terminals
        self.info_sets: dict[InformationSet, int] = {}
        self.terminals = 0

    # --- chance ----------------------------------------------------------------------------------------

    def deal_holes(self, holes: tuple[Cards, ...]) -> Node:
        """Deal to the next seat, or begin the betting when everybody has his cards."""
        if len(holes) == self.game.players:
            return self.play(Table(self.game, hole_cards=holes), holes, (), "")
        dealt = [card for hole in holes for card in hole]
        draws = list(self.draws(dealt, self.game.hole_cards))
        return Chance(
            tuple(share for _, share in draws),
            tuple(self.deal_holes((*holes, cards)) for cards, _ in draws),
        )

    def deal_board(self, table: Table, holes: tuple[Cards, ...], board: tuple[Cards, ...], line: str) -> Node:
        """Deal the board cards of the next round."""
        dealt = [card for cards in (*holes, *board) for card in cards]
        count = self.game.board_cards[len(board)]
        draws = list(self.draws(dealt, count))
        children = []
        for cards, _ in draws:
            branch = table.copy()
            branch.deal_board([card for street in (*board, cards) for card in street])
            children.append(self.play(branch, holes, (*board, cards), line))
        return Chance(tuple(share for _, share in draws), tuple(children))

    def draws(self, dealt: list[int], count: int) -> Iterator[tuple[Cards, float]]:
        """Yield each way to draw cards, with its probability; by rank one way stands for all that look alike."""
        left = [card for card in self.game.deck.cards if card not in dealt]
        ways = list(combinations(left, count))
        alike: dict[object, list[Cards]] = {}
        for cards in ways:
            alike.setdefault(tuple(card // 4 for card in cards) if self.by_rank else cards, []).append(cards)
        for same in alike.values():
            yield same[0], len(same) / len(ways)

    # --- betting ---------------------------------------------------------------------------------------

    def play(self, table: Table, holes: tuple[Cards, ...], board: tuple[Cards, ...], line: str) -> Node:
        """Return the node of a table, and everything below it."""
        rounds = self.game.rounds if table.is_showdown else table.round + 1
        if len(board) < rounds and not (table.is_over and not table.is_showdown):
            if self.game.board_cards[len(board)]:
                return self.deal_board(table, holes, board, line)
            return self.play(table, holes, (*board, ()), line)
        if table.actor is None:
            return self.end(table)
        actions = _actions(table)
        tokens = tuple(_token(table, action) for action in actions)
        info = self.info_set(table.actor, holes, board, line, tokens)
        children = []
        for action, token in zip(actions, tokens, strict=True):
            branch = table.copy()
            _act(branch, action)
            next_street = branch.actor is not None and branch.round > table.round
            text = f"{line} {token}".strip() + (" /" if next_street else "")
            children.append(self.play(branch, holes, board, text))
        return Decision(table.actor, info, tuple(children))

    def end(self, table: Table) -> Node:
        self.terminals += 1
        if self.terminals > self.max_terminals:
            raise GameError(
                f"{self.game.name!r} has more than {self.max_terminals:,} ends; "
                "the reference is for small games such as kuhn() and leduc()"
            )
        return Terminal(tuple(float(chips) for chips in table.payoffs))

    def info_set(
        self,
        seat: int,
        holes: tuple[Cards, ...],
        board: tuple[Cards, ...],
        line: str,
        tokens: tuple[str, ...],
    ) -> int:
        seen = [card for street in board for card in street]
        info = InformationSet(seat, self.name(holes[seat]), self.name(seen), line, tokens)
        return self.info_sets.setdefault(info, len(self.info_sets))

    def name(self, cards: Cards | list[int]) -> str:
        text = card_names(cards)
        return text[::2] if self.by_rank else text


def _actions(table: Table) -> list[str | int]:
    """Return "fold", "call" and amounts to bet or raise to, as far as legal."""
    legal = table.legal_actions
    actions: list[str | int] = ["fold", "call"] if legal.can_fold else ["call"]
    if legal.min_raise_to is not None and legal.max_raise_to is not None:
        actions += range(legal.min_raise_to, legal.max_raise_to + 1)
    return actions


def _token(table: Table, action: str | int) -> str:
    if action == "fold":
        return "f"
    if action == "call":
        return "c" if table.to_call else "k"
    return f"r{action}" if max(table.bets) else f"b{action}"


def _act(table: Table, action: str | int) -> None:
    if action == "fold":
        table.fold()
    elif action == "call":
        table.check_or_call()
    else:
        table.raise_to(int(action))
