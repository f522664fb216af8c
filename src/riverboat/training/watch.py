"""Watch hands: a few hands whose strategy tells people how a run is doing."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import RiverboatError, SolverError
from riverboat.games.histories.line import parse_line
from riverboat.games.rules.action import act
from riverboat.games.rules.positions import position_names
from riverboat.games.rules.table import Table
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.sampled.engine import Sampled
from riverboat.training.config import WatchHand


@dataclass(frozen=True)
class WatchedHand:
    """A watch hand found in the tree: its row and bucket, and what it can do there.

    >>> from riverboat.abstraction import Lossless, SequenceTables
    >>> from riverboat.games import Menu, build_tree, leduc
    >>> game = leduc()
    >>> tables = SequenceTables.of(Lossless(((1,), (1, 1)), game.deck), game)
    >>> watched = watched_hand(WatchHand("Ks", "Kh", "k k / b"), build_tree(game, Menu()), tables)
    >>> watched.label, watched.tokens
    ('BTN Ks on Kh after k k / b', ('f', 'c', 'r'))
    """

    label: str
    row: int
    bucket: int
    tokens: tuple[str, ...]

    def strategy(self, solver: Sampled) -> dict[str, float]:
        """Return the average strategy so far, by what stands for an action in a betting line."""
        return dict(zip(self.tokens, solver.probabilities(self.row)[self.bucket].tolist(), strict=True))


def watched_hand(watch: WatchHand, tree: BettingTree, deals: DealTables) -> WatchedHand:
    """Find a watch hand; raise if its cards or its line are not of the game."""
    try:
        return _find(watch, tree, deals)
    except RiverboatError as problem:
        raise SolverError(f"the watch hand {watch.hand!r}: {problem}") from None


def _find(watch: WatchHand, tree: BettingTree, deals: DealTables) -> WatchedHand:
    game, hand, board = tree.game, parse_cards(watch.hand), parse_cards(watch.board)
    parse_cards([*hand, *board])  # each card once
    node = tree.walk(watch.line)
    if node < 0:
        raise SolverError(f"the hand is over after {watch.line!r}; watch where somebody is to act")
    table = Table(game)
    for action in parse_line(watch.line, game).actions:
        act(table, action)
    shown = deals.boards[table.round]
    if len(hand) != game.hole_cards or len(board) != shown:
        raise SolverError(
            f"it has {len(hand)} hole cards and {len(board)} on the board; {game.name!r} has {game.hole_cards} and "
            f"{shown} there"
        )
    rest = [card for card in game.deck.cards if card not in {*hand, *board}]
    deal = [*hand, *board, *rest[: deals.boards[-1] - shown]]  # later cards do not matter
    bucket = int(deals.lookup([deal])[0, 0, table.round])
    assert table.actor is not None
    words = [position_names(game.players)[table.actor], card_names(hand)]
    words += ["on", card_names(board)] if board else []
    words += ["after", watch.line] if watch.line else []
    tokens = tuple(option.token for option in options_at(table, tree.choices(node)))
    return WatchedHand(" ".join(words), int(tree.row[node]), bucket, tokens)
