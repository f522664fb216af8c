"""A point of a subgame that was solved at the table: how hands are played there, and what that rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import NUM_HANDS, hand_indices
from riverboat.games.rules.action import Action, nearest_action
from riverboat.games.rules.hand_numbers import hand_numbers
from riverboat.games.rules.positions import seat_names
from riverboat.search.search import Thinking
from riverboat.search.several import RingThought
from riverboat.search.subgames.ranges import Ranges, after_action
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.tree_cursor import TreeCursor, tree_root
from riverboat.solvers.solutions.cursor import SolutionCursor
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solved_hands import SolvedDecision
from riverboat.solvers.spots.solved_spots import RootStrategy

Floats = npt.NDArray[np.float64]


class Thought(SolutionCursor):
    """A point of a solved subgame, with notes."""

    words: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was solved, how far, and what was assumed."""
        return self.words

    def query(self, hand: str) -> ThoughtDecision:
        """Return how a hand is played, what it is worth, and what that rests on."""
        found = super().query(hand)
        return ThoughtDecision(self, hand, found.probabilities, found.every)


@dataclass(frozen=True, eq=False, repr=False)
class ThoughtDecision(SolvedDecision):
    """How one hand is played in a solved subgame."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the hand is worth, and what the answer rests on."""
        return (*super().notes, *self.at.notes)


@dataclass(frozen=True, eq=False)
class Spot:
    """A place in the tree of a subgame, which need not be solved yet."""

    thinking: Thinking
    place: TreeCursor

    @classmethod
    def root(cls, thinking: Thinking, board: tuple[int, ...]) -> Self:
        """Return where a subgame begins."""
        return cls(thinking, tree_root(thinking.subgame.setup.tree, board))

    @property
    def choices(self) -> list[Action]:
        """What the tree has here."""
        return self.place.choices

    @property
    def is_root(self) -> bool:
        """Whether the subgame begins here."""
        return not self.place.path

    def act(self, action: Action) -> Spot:
        """Return the place after an action; one that the tree does not have is played as the nearest."""
        return Spot(self.thinking, self.place.act(self.thinking.subgame.played_as(action, self.choices)))

    def thought(self) -> Thought | None:
        """Return the point with its strategies; the subgame is solved if it is not yet. None if it cannot be."""
        solution = self.thinking.solution
        if solution is None:
            return None
        found = Thought(solution, self.place, None if self.is_root else self._before(solution))
        found.words = (_told(solution, self.thinking), *self.thinking.subgame.notes)
        return found

    def solved(self, dealt: tuple[int, ...] = ()) -> Thought | None:
        """Return the point in the solution after more cards; None if there is none, or it ends before the point."""
        if self.place.node < 0 or (self.thinking.subgame.rung.to_leaves and self._is_behind):
            return None
        solution = self.thinking.solution
        if solution is None:
            return None
        at = Thought.root(solution)
        for node, choice in self.place.path:
            at = at.act(solution.tree.choices(node)[choice])
        return at.deal(dealt) if dealt else at

    @property
    def _is_behind(self) -> bool:
        """Whether the street on which the subgame begins is over."""
        return self.place.table.round > self.thinking.subgame.setup.root.round

    def _before(self, solution: Solution) -> Thought:
        """The point one action earlier in the subgame."""
        at = Thought.root(solution)
        for node, choice in self.place.path[:-1]:
            at = at.act(solution.tree.choices(node)[choice])
        return at

    def played(self) -> RootStrategy:
        """Return how hands are played here, where something was found."""
        assert self.thinking.played is not None
        return self.thinking.played.strategy(self.place.node)

    def last_shares(self) -> Floats | None:
        """Return how often each hand took the action that led here: float64[1326]; None without a solution."""
        if self.thinking.played is None:
            return None
        node, choice = self.place.path[-1]
        return chosen(self.thinking.played.strategy(node), choice)

    def ranges(self) -> Ranges | None:
        """Return what both bring here, by the solution; None if there is none.

        Where a seat did what hardly any of its hands does, its range is as it was before that.
        """
        found, subgame = self.thinking.played, self.thinking.subgame
        if found is None:
            return None
        names, tree = seat_names(subgame.setup.game), subgame.setup.tree
        weights, notes = list(subgame.ranges.weights), list(subgame.ranges.notes)
        for node, choice in self.place.path:
            seat = int(tree.actor[node])
            player = subgame.seats.index(seat)
            weights[player], words = after_action(
                weights[player], chosen(found.strategy(node), choice), names[seat]
            )
            notes += words
        return Ranges((weights[0], weights[1]), tuple(notes))

    def brought(self) -> Ranges:
        """Return the same, or what both brought to the subgame if nothing is known since."""
        start = self.thinking.subgame.ranges
        return start if self.is_root else self.ranges() or start


def played_rows(
    playing: Spot | RingThought, hands: npt.NDArray[np.uint8]
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return how hands are played, float64[hands, choices], and which of them were solved; the others are not told."""
    if isinstance(playing, RingThought):
        rows = playing.solution.rows(playing.place.node, playing.board)
        return rows[hand_numbers(hands)], np.ones(len(hands), np.bool_)
    played = playing.played()
    places = np.full(NUM_HANDS, -1)
    places[hand_numbers(played.cards)] = np.arange(len(played.cards))
    found = places[hand_numbers(hands)]
    return played.probabilities[found], found >= 0


def as_options(actions: list[Action], state: PublicState) -> Floats:
    """Return which option of a state each action is played as: float64[actions, options] of 0 and 1."""
    given = [option.action for option in state.options]
    chosen = np.zeros((len(actions), len(given)))
    for own, action in enumerate(actions):
        played = nearest_action(action, given)
        chosen[own, given.index(played if played in given else given[0])] = 1
    return chosen


def chosen(played: RootStrategy, choice: int) -> Floats:
    """Return how often each hand takes a choice: float64[1326], 0 for hands that are not in the range."""
    shares = np.zeros(NUM_HANDS)
    shares[hand_indices(played.cards)] = played.probabilities[:, choice]
    return shares


def _told(solution: Solution, thinking: Thinking) -> str:
    first, second = map(len, solution.solver.hands)
    both = "" if thinking.method.is_one_sided else f", {solution.pot_percent:.2g} % of the pot from exact"
    return (
        f"solved at the table with bets of {thinking.subgame.rung}: {solution.tree.nodes:,} nodes, {first} x {second} "
        f"hands, {solution.iterations:,} iterations{both}"
    )
