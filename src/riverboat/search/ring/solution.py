"""What a subgame of several players came to: asked as any strategy is."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import CardsLike, card_names
from riverboat.errors import HistoryError, StrategyError
from riverboat.games.histories.line import parse_line, write_line
from riverboat.games.rules.action import Action, nearest_action
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import hand_cards_of, hand_numbers
from riverboat.games.rules.table import Table
from riverboat.search.ring.ranges import possible
from riverboat.search.ring.subgame import Subgame
from riverboat.solvers.asking.cursor import Cursor, LineLike, StackBB
from riverboat.solvers.asking.decision import AllHands, Decision
from riverboat.solvers.asking.options import Option, options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.asking.tree_cursor import TreeCursor, tree_root
from riverboat.solvers.sampled.engine import Sampled

Floats = npt.NDArray[np.float64]


class RingSolution(Strategy):
    """The strategies of all seats in a subgame, from where it begins on. `solve_ring` makes one.

    subgame: what was solved. iterations, seconds: what it took. It answers lines that begin with the subgame's own; of
    an answer to a bet that it does not have, the nearest that it has is told.
    """

    def __init__(self, subgame: Subgame, solver: Sampled, seconds: float, name: str) -> None:
        self.subgame, self.solver, self.seconds = subgame, solver, seconds
        self._name = name

    @property
    def name(self) -> str:
        """Whose ranges it began with."""
        return self._name

    @property
    def game(self) -> Game:
        """The rules, with the real stacks."""
        return self.subgame.tree.game

    @property
    def iterations(self) -> int:
        """Deals that everybody learnt from."""
        return self.solver.iterations

    def __repr__(self) -> str:
        root = self.subgame.tree.root
        line = write_line(self.game, root.taken)
        seats = len(root.in_hand)
        return (
            f"<RingSolution of {seats} players after {line!r} on {card_names(self.subgame.board)}: "
            f"{self.iterations:,} iterations>"
        )

    def start(self, game: Game | None = None) -> RingCursor:
        """Return a cursor where the subgame begins."""
        if game is not None and game != self.game:
            raise StrategyError(
                f"the subgame is of {self.game.name!r} with its own stacks; ask it about that game"
            )
        return RingCursor(self, tree_root(self.subgame.tree, self.subgame.board))

    def _follow(
        self, line: LineLike, board: CardsLike, *, game: Game | None = None, stack_bb: StackBB = None
    ) -> Cursor:
        """Return the point after a line, from the start of the hand or from where the subgame begins, unchecked."""
        if isinstance(line, str):
            with suppress(HistoryError):
                actions, begun = parse_line(line, self.game).actions, tuple(self.subgame.tree.root.taken)
                line = actions if actions[: len(begun)] == begun else line
        return super()._follow(line, board, game=game, stack_bb=stack_bb)

    def __call__(self, state: PublicState, /) -> Floats:
        """Return the probabilities of a state's options for its hands: float64[hands, options].

        What the subgame offers and the state does not is played as the nearest bet, or as a call.
        """
        node = self.subgame.node_after(state.table.taken)
        played = self.rows(node, state.board)[hand_numbers(state.hands)]
        wanted = [option.action for option in state.options]
        answer = np.zeros((len(played), len(wanted)))
        for choice, action in enumerate(self.subgame.tree.choices(node)):
            answer[:, wanted.index(nearest_action(action, wanted))] += played[:, choice]
        return answer

    def rows(self, node: int, board: tuple[int, ...]) -> Floats:
        """Return how every hand is played at a node of the tree, float64[hands, choices]; see `hand_cards_of`."""
        tree = self.subgame.tree
        if node < 0:
            raise StrategyError("the hand is over there; ask at a point where somebody is to act")
        if self.subgame.is_behind_leaf(node):
            raise StrategyError(
                f"the subgame was solved up to its leaves, and {tree.line_to(node)!r} lies behind them; solve the next "
                "street when it comes"
            )
        number = int(tree.round[node])
        table = self.subgame.deals.tables[number].reshape(-1, self.subgame.deals.hands)
        buckets = table[self.subgame.deals.row(number, board)]
        rows = self.solver.probabilities(int(tree.row[node])).astype(np.float64)
        return np.asarray((rows / rows.sum(axis=1, keepdims=True))[buckets], np.float64)

    def to_dict(self) -> dict[str, Any]:
        """Return what it is and what made it, as plain values."""
        root = self.subgame.tree.root
        return {
            "name": self.name,
            "line": write_line(self.game, root.taken),
            "board": card_names(self.subgame.board),
            "seats": list(root.in_hand),
            "pot": root.pot,
            "nodes": self.subgame.tree.nodes,
            "buckets": list(self.subgame.deals.counts),
            "iterations": self.iterations,
            "seed": self.solver.seed,
            "seconds": self.seconds,
            "notes": list(self.subgame.notes),
        }

    def verify(self) -> None:
        """Do nothing: it lies in no file."""


class RingCursor(Cursor):
    """A decision of a subgame, and how it was reached."""

    def __init__(self, solution: RingSolution, place: TreeCursor) -> None:
        self.solution, self.place = solution, place

    @property
    def table(self) -> Table:
        """The real table."""
        return self.place.table

    @property
    def board(self) -> tuple[int, ...]:
        """The cards that were dealt so far."""
        return self.place.board

    @property
    def notes(self) -> tuple[str, ...]:
        """What the ranges rest on."""
        return self.solution.subgame.notes

    def meant(self, action: Action, word: str) -> Action:
        """Return the size of the tree that a word stands for; percentages are rounded."""
        return self.place.meant(action, word)

    def _after(self, action: Action) -> RingCursor:
        return RingCursor(self.solution, self.place.act(action))

    def _with(self, cards: tuple[int, ...]) -> RingCursor:
        return RingCursor(self.solution, self.place.deal(cards))

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What the subgame has here."""
        self.check_goes_on()
        return options_at(self.table, self.place.choices)

    @cached_property
    def state(self) -> PublicState:
        """The decision as everybody sees it; hands are all that the deck and the board leave."""
        return PublicState(self.table, self.board, hand_cards_of(self.table.game)[self._held], self.options)

    @cached_property
    def _held(self) -> npt.NDArray[np.bool_]:
        return possible(self.table.game, self.board) > 0

    def reach(self, seat: int) -> Floats:
        """Return how often a seat comes here with each hand: its weight where the subgame began times its choices."""
        subgame = self.solution.subgame
        weights = subgame.weights[seat]
        held = possible(self.table.game, self.board)
        reach = held if weights is None else weights * held
        for node, choice in self.place.path:
            if int(subgame.tree.actor[node]) == seat:
                reach = reach * self.solution.rows(node, self.board)[:, choice]
        return np.asarray(reach, np.float64)

    def grid(self) -> AllHands:
        """Return how every hand is played."""
        self.check()
        rows = self.solution.rows(self.place.node, self.board)
        assert self.table.actor is not None
        return AllHands(self, rows[self._held], self.reach(self.table.actor)[self._held])

    def query(self, hand: str) -> Decision:
        """Return how a hand is played."""
        every = self.grid()
        return Decision(self, hand, tuple(every.strategy[every.index(hand)].tolist()))
