"""One decision of a solved game: who acts, with which hands, how, and what it is worth."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import NUM_HANDS, parse_cards
from riverboat.cards.range import Range
from riverboat.cards.range_grid import Grid
from riverboat.errors import RangeError, SolverError
from riverboat.games.sources import did_you_mean
from riverboat.games.streets import street_names
from riverboat.solvers.equities import range_equities
from riverboat.solvers.full_width import NO_MEETING
from riverboat.solvers.lines import Place
from riverboat.solvers.options import Option, options_at
from riverboat.solvers.walker import Walker

if TYPE_CHECKING:
    from rich.console import RenderableType

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PlayerAt:
    """The hands of one player at a node; all arrays have one number for each of them.

    hands: their names; those that hold a card of the board are left out. reach: the weight in the range times the
    probability to play the hand so far. share: how much of the player's range at the node the hand is, blockers
    counted; the shares sum to 1. ev: chips won from the pot from here on, so that who folds has 0 and, without rake,
    the two players' EVs add up to the pot; NaN if the hand meets no hand.
    """

    player: int
    hands: tuple[str, ...]
    cards: npt.NDArray[np.uint8]
    reach: Floats
    share: Floats
    _node: SpotNode = field(repr=False)
    _fits: npt.NDArray[np.bool_] = field(repr=False)

    @cached_property
    def ev(self) -> Floats:
        """Chips won from here on, by hand."""
        if self._node._source is not None:
            return self._node._source.players[self.player].ev
        return self._node._evs(self.player)[self._fits]

    @property
    def mean_ev(self) -> float:
        """Chips that the whole range wins from here on."""
        return _mean(self.ev, self.share)

    @cached_property
    def equity(self) -> Floats:
        """The share of the pot that a hand would win if all cards were dealt now and nobody folded."""
        return self._node._equities[self.player][self._fits]

    @property
    def mean_equity(self) -> float:
        """The same for the whole range."""
        return _mean(self.equity, self.share)

    @property
    def eqr(self) -> Floats:
        """Equity realised: EV over equity times the pot; NaN where the equity is 0."""
        worth = self.equity * self._node.pot
        return np.asarray(
            np.divide(self.ev, worth, out=np.full(len(worth), np.nan), where=worth > NO_MEETING)
        )

    @cached_property
    def range(self) -> Range:
        """The reach as a range; two-card games only."""
        if self.cards.shape[1] != 2:
            raise RangeError("ranges are of two-card hands; use .reach in a game with one hole card")
        high, low = self.cards[:, 0].astype(np.intp), self.cards[:, 1].astype(np.intp)
        weights = np.zeros(NUM_HANDS)
        weights[high * (high - 1) // 2 + low] = np.minimum(self.reach, 1.0)
        return Range.from_weights(weights)

    def index(self, hand: str) -> int:
        """Return the place of a hand by its name, its cards in either order."""
        wanted = Range(hand).hands() if len(hand) == 4 else {hand: 1.0}
        name = next(iter(dict(wanted)))
        if name not in self.hands:
            raise RangeError(
                f"player {self.player} cannot hold {hand!r} here; hands are "
                f"{', '.join(self.hands[:3])} ...{did_you_mean(hand, self.hands)}"
            )
        return self.hands.index(name)


@dataclass(frozen=True, eq=False)
class SpotNode:
    """A decision in a solution; `Solution.node` makes one.

    line, board, street: where it is. pot: chips in the middle, bets of this street included. to_call: chips. stacks:
    behind, of both players. actor: the player, 0 or 1, who acts. options: what he can do. players: the hands of both.
    strategy: float64[hands, actions] of the actor, rows sum to 1.
    """

    line: str
    board: str
    actor: int
    options: tuple[Option, ...]
    pot: int
    to_call: int
    stacks: tuple[int, int]
    strategy: Floats
    _place: Place = field(repr=False)
    _walker: Walker = field(repr=False)
    _reach: tuple[Floats, Floats] = field(repr=False)
    _valued: Callable[[], SpotNode] | None = field(default=None, repr=False)

    # --- who and where ---------------------------------------------------------------------------------------

    @property
    def street(self) -> str:
        """The street's name."""
        return street_names(self._place.table.game)[self._place.table.round]

    @property
    def position(self) -> str:
        """`OOP` or `IP`: whether the actor is first on the streets after the flop."""
        return ("OOP", "IP")[self.actor]

    @property
    def actions(self) -> tuple[str, ...]:
        """The options as tokens of a betting line."""
        return tuple(option.token for option in self.options)

    @cached_property
    def players(self) -> tuple[PlayerAt, PlayerAt]:
        """The hands of both players."""
        return self._player(0), self._player(1)

    @property
    def hands(self) -> tuple[str, ...]:
        """The actor's hands."""
        return self.players[self.actor].hands

    # --- what is done ----------------------------------------------------------------------------------------

    @property
    def weights(self) -> Floats:
        """The reach of the actor's hands."""
        return self.players[self.actor].reach

    @property
    def frequencies(self) -> Floats:
        """How often the actor's whole range takes each action."""
        frequencies: Floats = self.players[self.actor].share @ self.strategy
        return frequencies

    def probability(self, hand: str, action: str) -> float:
        """Return how often a hand takes an action, by its token."""
        return float(self.strategy[self.players[self.actor].index(hand), self._action(action)])

    def _action(self, token: str) -> int:
        if token not in self.actions:
            raise SolverError(
                f"{token!r} is not an action here; there are {', '.join(self.actions)}"
                f"{did_you_mean(token, self.actions)}"
            )
        return self.actions.index(token)

    # --- what it is worth ------------------------------------------------------------------------------------

    @property
    def ev(self) -> Floats:
        """The EV of the actor's hands."""
        return self.players[self.actor].ev

    @cached_property
    def action_evs(self) -> Floats:
        """float64[hands, actions]: the EV of each action of the actor's hands; folding has 0."""
        if self._source is not None:
            return self._source.action_evs
        return self._all_action_evs[self.players[self.actor]._fits]

    @cached_property
    def _source(self) -> SpotNode | None:
        """The same node where it can be valued, if that is elsewhere."""
        return None if self._valued is None else self._valued()

    @property
    def equity(self) -> Floats:
        """The equity of the actor's hands against the opponent's range."""
        return self.players[self.actor].equity

    @property
    def eqr(self) -> Floats:
        """The equity realised by the actor's hands."""
        return self.players[self.actor].eqr

    @cached_property
    def _values(self) -> tuple[Floats, Floats]:
        """By hand: of the actor's actions, and of the other player."""
        return self._walker.values(self._place, self._reach)

    @property
    def _all_action_evs(self) -> Floats:
        return self._values[0] + self._put_in(self.actor)

    def _put_in(self, player: int) -> int:
        """Chips that count as lost in the engine's values, but are part of the pot here."""
        return int(self._place.table.put_in[self._walker.solver.seats[player]])

    def _evs(self, player: int) -> Floats:
        if player == self.actor:
            full = np.zeros(self._all_action_evs.shape)
            full[self.players[player]._fits] = self.strategy
            return np.asarray((full * self._all_action_evs).sum(axis=1))
        return self._values[1] + self._put_in(player)

    @cached_property
    def _equities(self) -> tuple[Floats, Floats]:
        game = self._walker.solver.tree.game
        if game.hole_cards != 2 or game.ranking != "holdem" or game.deck.size != 52:
            raise SolverError(f"equities are for hold'em with the full deck, not for {game.name!r}")
        solver, fits = self._walker.solver, (self.players[0]._fits, self.players[1]._fits)
        return range_equities(solver.hands, self._reach, fits, parse_cards(self.board), solver.threads)

    def _player(self, player: int) -> PlayerAt:
        solver = self._walker.solver
        fits = self._walker.fits(self._place, player)
        reach = self._reach[player]
        meetings = reach * self._walker.met(player, self._reach)
        total = meetings.sum()
        share = meetings / total if total > NO_MEETING else np.zeros(len(meetings))
        hands = solver.hands[player]
        names = tuple(compress(hands.names, fits))
        return PlayerAt(player, names, hands.cards[fits], reach[fits], share[fits], self, fits)

    # --- how it looks ----------------------------------------------------------------------------------------

    def grid(self) -> Grid:
        """Return the strategy as the 13 x 13 grid."""
        from riverboat.solvers.node_view import node_grid

        return node_grid(self)

    def to_dict(self, *, evs: bool = True) -> dict[str, Any]:
        """Return plain values for JSON."""
        from riverboat.solvers.node_view import node_dict

        return node_dict(self, evs=evs)

    def to_json(self, *, evs: bool = True) -> str:
        """Return the node as JSON."""
        return json.dumps(self.to_dict(evs=evs))

    def to_csv(self, *, evs: bool = True) -> str:
        """Return one line for each of the actor's hands: reach, probabilities and, if asked for, EVs."""
        from riverboat.solvers.node_view import node_csv

        return node_csv(self, evs=evs)

    def __rich__(self) -> RenderableType:
        from riverboat.solvers.node_view import node_picture

        return node_picture(self)

    def _repr_html_(self) -> str:
        return self.grid().to_html()

    def __repr__(self) -> str:
        mix = ", ".join(
            f"{option.name} {share:.1%}" for option, share in zip(self.options, self.frequencies, strict=True)
        )
        return f"<SpotNode {self.line!r} on {self.board or 'no board'}, {self.position} to act: {mix}>"


def node_at(walker: Walker, place: Place) -> SpotNode:
    """Return the node of a place."""
    solver, table = walker.solver, place.table
    board = walker.boards(place)[-1]
    reach = walker.reach(place)
    player = solver.player_at(place.node)
    fits = walker.fits(place, player)
    return SpotNode(
        line=place.line,
        board=walker.board_text(place),
        actor=player,
        options=options_at(table, solver.tree.choices(place.node)),
        pot=sum(table.put_in),
        to_call=table.to_call,
        stacks=(table.stacks[solver.seats[0]], table.stacks[solver.seats[1]]),
        strategy=walker.strategy(place.node, board)[fits],
        _place=place,
        _walker=walker,
        _reach=reach,
    )


def _mean(values: Floats, share: Floats) -> float:
    counted = (share > 0) & ~np.isnan(values)
    total = share[counted].sum()
    return float(values[counted] @ share[counted] / total) if total > 0 else float("nan")
