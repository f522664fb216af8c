"""Who is answered and by whom: the strategy that stays, the tree, and the buckets of both sides."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.abstraction.opening import open_abstraction
from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.base.checks import shown
from riverboat.base.progress import Progress
from riverboat.errors import SolverError
from riverboat.evaluation.learned.finer import finer_tree
from riverboat.evaluation.learned.opponents import BucketOpponent, ClassOpponent, deal_tables
from riverboat.games.rules.game import Game
from riverboat.games.trees.config import TreeConfig, config_of
from riverboat.games.trees.tree import build_tree
from riverboat.solvers.asking.acting import Acting
from riverboat.solvers.asking.strategy import StrategyLike
from riverboat.solvers.sampled.fixed_play import FixedPlay, learning_seats
from riverboat.strategy.blueprint import Blueprint


@dataclass(frozen=True, eq=False)
class Answered:
    """A strategy that stays, ready to be learnt against.

    name: in words. cards: by which it tells hands apart, as a file holds them. moved: see `BucketOpponent`.
    """

    name: str
    fixed: FixedPlay
    cards: CardAbstraction
    moved: float


def answered(
    strategy: StrategyLike,
    tree: TreeConfig | Game | None,
    seats: Sequence[int] | int | None,
    acting: Acting,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answered:
    """Ask a strategy at every decision of a tree.

    tree: what `learned_response` takes. progress: hears of the tables of a blueprint's buckets, where they are not
    open already, then of the decisions.
    """
    if not callable(strategy):
        raise SolverError(
            f"the strategy is {shown(strategy)}; it is one that is open, such as riverboat.open('headsup'), or a "
            "function that answers for all hands"
        )
    if tree is None:
        if not isinstance(strategy, Blueprint):
            raise SolverError(
                f"{_name(strategy)} has no betting tree of its own; give the one to learn in, such as tree=leduc()"
            )
        tree = finer_tree(strategy.files[0].config)
    built = build_tree(config_of(tree))
    game = built.game
    learners = learning_seats(range(game.players) if seats is None else seats, game)
    if isinstance(strategy, Blueprint):
        opponent = BucketOpponent(strategy, game, acting)
        deals = deal_tables(opponent.cards, game, threads=threads, progress=progress)
        fixed = FixedPlay.of(built, deals, learners, opponent, progress=progress)
        return Answered(strategy.name, fixed, strategy.files[0].kept_cards(), opponent.moved)
    cards = Lossless.of(game)
    deals = deal_tables(cards, game)
    fixed = FixedPlay.of(built, deals, learners, ClassOpponent(acting.of(strategy), cards), progress=progress)
    return Answered(_name(strategy), fixed, cards, 0.0)


def learner_cards(
    path: str | os.PathLike[str] | None, other: Answered, *, threads: int | None = None
) -> tuple[CardAbstraction, DealTables]:
    """Return the buckets of who learns: those of a file of an abstraction, or those of the strategy that it answers."""
    if path is None:
        return other.cards, other.fixed.deals
    game = other.fixed.tree.game
    cards = open_abstraction(path, deck=game.deck)
    return cards, deal_tables(cards, game, threads=threads)


def _name(strategy: object) -> str:
    return str(getattr(strategy, "name", getattr(strategy, "__name__", type(strategy).__name__)))
