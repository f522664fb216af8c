"""Any strategy as an opponent: asked about all hands at a decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from riverboat.base.remember import remember
from riverboat.cards.card import parse_cards
from riverboat.errors import SolverError
from riverboat.evaluation.lbr.places import Opponent, Place
from riverboat.games.rules.action import Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import hand_cards_of, hand_numbers
from riverboat.games.rules.private_hands import private_hands
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.acting import AS_TRAINED, Acting
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.preparing import Prepares, Question
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Floats, Strategy, StrategyLike
from riverboat.solvers.asking.twice import AskedTwice
from riverboat.solvers.full_width.setup import GameSetup


class AskedOpponent(Opponent):
    """What all strategies share that are asked with a `PublicState`."""

    strategy: StrategyLike
    acting: Acting

    def __init__(self) -> None:
        self._rows: dict[tuple[Place, tuple[int, ...]], tuple[Sequence[Action], Floats]] = {}
        self._twice = AskedTwice()

    def state(self, place: Place, board: tuple[int, ...]) -> PublicState:
        """Return the decision that the strategy is asked about."""
        raise NotImplementedError

    def rows(self, place: Place, board: tuple[int, ...], reach: Floats) -> tuple[Sequence[Action], Floats]:
        """Return how every hand plays."""
        known = self._rows.get((place, board))
        if known is None:
            state = self.state(place, board)
            answer = self._twice.ask(self.strategy, state)
            rows = np.zeros((len(state.options), len(self.priors[0])))
            rows[:, hand_numbers(state.hands)] = self.acting.rows(answer).T
            known = [option.action for option in state.options], rows
            remember(self._rows, (place, board), known, most=2048)
        return known


class TreeOpponent(AskedOpponent):
    """A strategy in a game with a betting tree: a solution, or any function. Only what the tree has can be done."""

    def __init__(self, strategy: StrategyLike, setup: GameSetup, acting: Acting = AS_TRAINED) -> None:
        super().__init__()
        if setup.rake.share:
            raise SolverError("a local best response plays without rake; leave it out of the setup")
        self.strategy, self.acting, self._tree = strategy, acting, setup.tree
        self.board = tuple(parse_cards(setup.board))
        self.root = Place(setup.root, 0)
        numbers = len(hand_cards_of(setup.game))
        self.priors = [np.zeros(numbers) for _ in range(setup.game.players)]
        for player, seat in enumerate(setup.root.in_hand):
            given = setup.ranges[player] if player < len(setup.ranges) else None
            held = private_hands(setup.game, list(self.board), given, f"seat {seat}")
            self.priors[seat][hand_numbers(held.cards)] = held.weights
        self._hands = hand_cards_of(setup.game)

    def tree_choices(self, place: Place) -> Sequence[Action]:
        """Return what the tree has at a place."""
        assert isinstance(place.source, int)
        return self._tree.choices(place.source)

    def _after(self, place: Place, action: Action) -> Place:
        assert isinstance(place.source, int)
        choice = self.tree_choices(place).index(action)
        return Place(
            _acted(place, action), int(self._tree.child[self._tree.first_choice[place.source] + choice])
        )

    def state(self, place: Place, board: tuple[int, ...]) -> PublicState:
        """Return the decision with the hands of the range that the board leaves."""
        assert place.actor is not None
        held = self.priors[place.actor] > 0
        hands = self._hands[held & ~np.isin(self._hands, board).any(axis=1)]
        return PublicState(place.table, board, hands, options_at(place.table, self.tree_choices(place)))


class OpenOpponent(AskedOpponent):
    """A `Strategy` that answers any legal line of a real game, with whatever options it has there."""

    strategy: Strategy

    def __init__(self, strategy: Strategy, game: Game, acting: Acting = AS_TRAINED) -> None:
        super().__init__()
        self.strategy, self.game, self.acting = strategy, game, acting
        self.root = Place(Table(game), None)
        in_deck = np.asarray(np.isin(hand_cards_of(game), game.deck.cards).all(axis=1), np.float64)
        self.priors = (in_deck,) * game.players

    def _after(self, place: Place, action: Action) -> Place:
        return Place(_acted(place, action), None)

    def state(self, place: Place, board: tuple[int, ...]) -> PublicState:
        """Return the decision as the strategy's own cursor has it."""
        return self.strategy.at(tuple(place.table.taken), board, game=self.game).state

    def needs(self, places: Iterable[Place], board: tuple[int, ...]) -> list[Question]:
        """Return what the strategy will have to think about."""
        strategy = self.strategy
        if not isinstance(strategy, Prepares):
            return []
        return [
            Question(tuple(place.table.taken), board, self.game)
            for place in places
            if (place, board) not in self._rows and strategy.thinks_at(place.table)
        ]


def _acted(place: Place, action: Action) -> Table:
    table = place.table.copy()
    act(table, action)
    return table
