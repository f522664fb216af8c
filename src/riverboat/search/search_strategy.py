"""A player who solves the subgame he is in, asked as any `Strategy` is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import CardsLike
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.search.search import Search
from riverboat.search.search_cursor import SearchCursor
from riverboat.search.several import RingThought
from riverboat.search.thought import Spot, as_options, played_rows
from riverboat.search.together import solve_together
from riverboat.solvers.asking.cursor import Cursor, LineLike, StackBB
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.preparing import Question
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import Strategy

Floats = npt.NDArray[np.float64]


class SearchStrategy(Strategy):
    """A blueprint that thinks: subgames of two players are solved within a budget, the rest is the blueprint's.

    It is asked as any strategy is, after any line that was really played. With a budget of iterations the same question
    has the same answer, as whatever measures a strategy wants; with one of seconds more is found on faster machines.
    What was solved is remembered while it is used.

    >>> import riverboat as rb
    >>> from riverboat.search import Budget
    >>> strategy = SearchStrategy(Search(rb.open("headsup"), Budget(iterations=30)))
    >>> decision = strategy.query("AsKd", "r2.5 c / k b50% c / k k / b7", "Kh7c2d5s9h")
    >>> decision.actions[:2], decision.has_values
    (('f', 'c'), True)
    >>> strategy.query("AsKd", "r2.5").has_values  # before the flop the blueprint plays
    False
    """

    def __init__(self, search: Search, name: str = "") -> None:
        self.search = search
        self._prepared: dict[Question, SearchCursor] = {}
        self._name = name or f"search:{search.blueprint.name}"

    @property
    def name(self) -> str:
        """What it was opened by."""
        return self._name

    @property
    def blueprint(self) -> Strategy:
        """Who plays where nothing is solved."""
        return self.search.blueprint

    @property
    def game(self) -> Game:
        """The blueprint's game."""
        return self.blueprint.game

    def verify(self) -> None:
        """Read the files of the blueprint and compare their checksums."""
        self.blueprint.verify()

    def to_dict(self) -> dict[str, Any]:
        """Return what it is, as plain values."""
        budget = self.search.budget
        return {
            "name": self.name,
            "blueprint": self.blueprint.to_dict(),
            "streets": self.search.streets,
            "cut": self.search.cut,
            "several": self.search.several,
            "budget": {
                "seconds": budget.seconds,
                "iterations": budget.iterations,
                "accuracy": budget.accuracy,
            },
        }

    def __repr__(self) -> str:
        return f"<SearchStrategy {self.name!r}: {self.search.budget} a decision>"

    # --- many at once --------------------------------------------------------------------------------------------

    def thinks_at(self, table: Table) -> bool:
        """Whether something is solved for a decision at a table."""
        return self.search.thinks_at(table)

    def prepare(self, questions: Sequence[Question]) -> None:
        """Solve all that the answers to questions need, side by side; they are known until others are prepared.

        >>> import riverboat as rb
        >>> strategy = rb.open("search:headsup(iterations=10)")
        >>> lines = ("r2.5 c / k k / k k", "r2.5 c / k k / k k / b5"), "Kh7c2d5s9h"
        >>> points = [strategy.at(line, lines[1]) for line in lines[0]]
        >>> strategy.prepare([Question(tuple(at.table.taken), at.board, strategy.game) for at in points])
        >>> strategy.query("AsKd", lines[0][1], lines[1]).actions[:2]
        ('f', 'c')
        """
        self._prepared = {}
        self._prepared = {asked: self.after(*asked) for asked in dict.fromkeys(questions)}
        solve_together(self.search, list(self._prepared.values()))

    # --- asking --------------------------------------------------------------------------------------------------

    def start(self, game: Game | None = None) -> SearchCursor:
        """Return a cursor at the start of the hand."""
        base = self.blueprint.start(game)
        return SearchCursor(self.search, base.table, base.board, base)

    def after(self, taken: tuple[Action, ...], board: tuple[int, ...], game: Game) -> SearchCursor:
        """Return the point after a line in chips, whose cards are trusted; stacks may be of any size."""
        found = self._follow(taken, board, game=game)
        assert isinstance(found, SearchCursor)
        return found

    def _follow(
        self, line: LineLike, board: CardsLike, *, game: Game | None = None, stack_bb: StackBB = None
    ) -> Cursor:
        if self._prepared and game is not None and isinstance(line, tuple) and isinstance(board, tuple):
            prepared = self._prepared.get(Question(line, board, game))
            if prepared is not None:
                return prepared
        return super()._follow(line, board, game=game, stack_bb=stack_bb)

    def play(
        self, cards: tuple[int, ...], taken: tuple[Action, ...], board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], tuple[float, ...]]:
        """Return the actions of a hand after a line and their probabilities: `query` for bots."""
        actions, rows = self.play_all(np.array([sorted(cards, reverse=True)], np.uint8), taken, board, game)
        return actions, tuple(rows[0].tolist())

    def play_all(
        self, hands: npt.NDArray[np.uint8], taken: tuple[Action, ...], board: tuple[int, ...], game: Game
    ) -> tuple[tuple[Action, ...], Floats]:
        """Return the actions after a line and how often each hand takes them, float64[hands, actions]."""
        playing = self.after(taken, board, game).playing if self._may_search(taken, game) else None
        if playing is None:
            return self.blueprint.play_all(hands, taken, board, game)
        return tuple(playing.place.choices), self._rows(playing, hands)

    def __call__(self, state: PublicState, /) -> Floats:
        """Return the probabilities of a state's options for its hands: float64[hands, options].

        A bet that is not among the options is played as the nearest bet, or as a call if there is none.
        """
        playing = None
        if self.search.thinks_at(state.table):
            playing = self.after(tuple(state.table.taken), tuple(state.board), state.game).playing
        if playing is None:
            return np.asarray(self.blueprint(state), np.float64)
        return self._rows(playing, state.hands) @ as_options(playing.place.choices, state)

    def _may_search(self, taken: tuple[Action, ...], game: Game) -> bool:
        table = Table(game)
        for action in taken:
            table.record(action)
        return self.search.thinks_at(table)

    def _rows(self, playing: Spot | RingThought, hands: npt.NDArray[np.uint8]) -> Floats:
        """How hands are played; those that never come here as the blueprint does, with stacks of any size."""
        rows, known = played_rows(playing, hands)
        if not known.all():
            place, left = playing.place, hands[~known]
            table, board = place.table, place.board
            actions, played = self.blueprint.play_all(left, tuple(table.taken), board, table.game)
            state = PublicState(table, board, left, options_at(table, place.choices))
            rows[~known] = played @ as_options(list(actions), state)
        return rows
