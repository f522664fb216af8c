"""A blueprint as an opponent: rows by bucket, found once for a line, and buckets, found once for a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.errors import StrategyError
from riverboat.evaluation.lbr.places import Opponent, Place
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.solvers.asking.acting import AS_TRAINED, Acting
from riverboat.solvers.asking.strategy import Floats
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.lines.trained_line import TrainedLine

LEAST_THIN: Final = 0.001
"""The part of a range from which on its hands that are not well trained are played by pot odds: that takes time."""

_NO_HANDS: Final = np.zeros(0, np.intp)


class TrainedOpponent(Opponent):
    """A blueprint in a real game. acting: how it draws from its rows."""

    def __init__(self, strategy: Blueprint, game: Game, acting: Acting = AS_TRAINED) -> None:
        self.strategy, self.game, self.acting = strategy, game, acting
        line = strategy.lines(game).root
        line.found.check_stack()
        self.root = Place(line.table, line)
        self._hands = hand_cards_of(game)
        self._lacks = (np.arange(52)[:, None, None] != self._hands).all(axis=2)  # by card and hand
        self._in_deck = np.isin(self._hands, game.deck.cards).all(axis=1)
        self.priors = (np.asarray(self._in_deck, np.float64),) * game.players
        self._buckets: dict[tuple[StrategyTable, tuple[int, ...]], npt.NDArray[np.intp]] = {}

    def _after(self, place: Place, action: Action) -> Place:
        assert isinstance(place.source, TrainedLine)
        line = place.source.after(action)
        return Place(line.table, line)

    def rows(self, place: Place, board: tuple[int, ...], reach: Floats) -> tuple[Sequence[Action], Floats]:
        """Return how every hand plays."""
        actions, rows = self._on(place, board)
        thin = self._thin(place, board, reach)
        if len(thin):
            assert isinstance(place.source, TrainedLine)
            rows[:, thin] = self.acting.rows(self.strategy.on_board(place.source, board).play(thin)).T
        return actions, rows

    def row(self, place: Place, board: tuple[int, ...], action: Action, reach: Floats) -> Floats | None:
        """Return how often every hand takes one action."""
        assert isinstance(place.source, TrainedLine)
        mix = place.source.mix
        if action not in mix.actions:
            return None
        if len(self._thin(place, board, reach)):
            return np.asarray(self.rows(place, board, reach)[1][mix.actions.index(action)])
        if not mix.file.keeps_rows:
            return np.asarray(self._on(place, board)[1][mix.actions.index(action)])
        actions, played = self._played(place)
        return np.asarray(played[actions.index(action)]).take(self._own_on(place, board))

    def _thin(self, place: Place, board: tuple[int, ...], reach: Floats) -> npt.NDArray[np.intp]:
        """The hands that are played by pot odds, and not as their buckets; none where they hardly count."""
        assert isinstance(place.source, TrainedLine)
        line = place.source
        if not line.last_pots or (line.mix.file.keeps_rows and not line.mix.thin.any()):
            return _NO_HANDS
        weights = reach * line.mix.thin_of(self._buckets_on(place, board))
        return np.flatnonzero(weights) if weights.sum() > LEAST_THIN * reach.sum() else _NO_HANDS

    def _on(self, place: Place, board: tuple[int, ...]) -> tuple[Sequence[Action], Floats]:
        """How every hand plays as its bucket does: float64[actions, hands]."""
        assert isinstance(place.source, TrainedLine)
        mix = place.source.mix
        if not mix.file.keeps_rows:
            return mix.actions, self._acted(place, mix.plays(self._buckets_on(place, board)))
        actions, played = self._played(place)
        return actions, played.take(self._own_on(place, board), axis=1)

    def _played(self, place: Place) -> tuple[Sequence[Action], Floats]:
        """How every bucket that is told apart there plays: float64[actions, own buckets]."""
        if place.played is None:
            assert isinstance(place.source, TrainedLine)
            mix = place.source.mix
            place.played = mix.actions, self._acted(place, mix.rows)
        return place.played

    def _acted(self, place: Place, rows: npt.NDArray[np.float32]) -> Floats:
        """What becomes of rows at the table: float64[actions, rows]."""
        shares = rows.astype(np.float64)
        total = shares.sum(axis=1, keepdims=True)
        if not np.all(np.abs(total - 1) < 0.01):
            raise StrategyError(
                f"{self.strategy.name!r} has probabilities that do not add up to 1 at {place.table!r}"
            )
        return np.ascontiguousarray(self.acting.rows(shares / total).T)

    def _own_on(self, place: Place, board: tuple[int, ...]) -> npt.NDArray[np.intp]:
        """Which of the rows of `_played` each hand plays."""
        assert isinstance(place.source, TrainedLine)
        mix = place.source.mix
        buckets = self._buckets_on(place, board)
        return buckets if len(mix.rows) == len(mix.own) else np.asarray(mix.own[buckets])

    def _buckets_on(self, place: Place, board: tuple[int, ...]) -> npt.NDArray[np.intp]:
        assert isinstance(place.source, TrainedLine)
        file = place.source.mix.file
        found = self._buckets.get((file, board))
        if found is None:
            if len(self._buckets) > 64:  # a deal has four boards
                self._buckets.clear()
            held = np.flatnonzero(self._in_deck & self._lacks[list(board)].all(axis=0))
            own = file.cards.buckets(place.round, board, self._hands[held])
            found = np.full(
                len(self._hands), own[0], np.intp
            )  # of hands that are not there, near those that are
            found[held] = own
            self._buckets[file, board] = found
        return found
