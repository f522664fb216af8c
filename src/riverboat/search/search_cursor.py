"""The cursor of a searching player: the real table, the blueprint beside it, and the subgame it is in."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from riverboat.errors import RangeError, RiverboatError, StrategyError
from riverboat.games.rules.action import CALL, Action, act
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.games.rules.table import Table
from riverboat.search.search import BLUEPRINT_PLAYS, BOTH, Search
from riverboat.search.several import RingThought
from riverboat.search.subgames.ranges import Ranges, told_ranges
from riverboat.search.thought import Spot, Thought, as_options, played_rows
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.decision import AllHands, Decision
from riverboat.solvers.asking.options import Option, options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import ask

Floats = npt.NDArray[np.float64]


class SearchCursor(Cursor):
    """A point of a real hand.

    base: the same point in the blueprint; an error where it cannot follow. before: the point one action or deal
    earlier. Nothing is solved until somebody asks what is played, or what somebody holds.
    """

    def __init__(
        self,
        search: Search,
        table: Table,
        board: tuple[int, ...],
        base: Cursor | RiverboatError,
        before: SearchCursor | None = None,
    ) -> None:
        self.search, self._table, self._board, self._base, self.before = search, table, board, base, before
        self._spots: dict[int, Spot | None] = {}
        self._problem = ""

    @property
    def table(self) -> Table:
        """The real table."""
        return self._table

    @property
    def board(self) -> tuple[int, ...]:
        """The cards that were dealt so far."""
        return self._board

    @property
    def base(self) -> Cursor:
        """The same point in the blueprint; an error if that cannot follow the line."""
        if isinstance(self._base, RiverboatError):
            raise self._base
        return self._base

    def meant(self, action: Action, word: str) -> Action:
        """Return the action that a word of a line stands for; in subgames what it says, to the chip."""
        return action if self.search.thinks_at(self.table) else self.base.meant(action, word)

    def _after(self, action: Action) -> SearchCursor:
        table = self._table.copy()
        act(table, action)
        base = self._base
        if isinstance(base, Cursor):
            try:
                base = base.act(action)
            except RiverboatError as problem:
                base = problem
        return type(self)(self.search, table, self._board, base, self)

    def _with(self, cards: tuple[int, ...]) -> SearchCursor:
        base = self._base.deal(cards) if isinstance(self._base, Cursor) else self._base
        return type(self)(self.search, self._table, (*self._board, *cards), base, self)

    def check(self) -> None:
        """Raise unless it can be asked: as the blueprint says where it plays, by the board alone in a subgame."""
        super().check()
        if not self.search.thinks_at(self.table):
            self.base.check()

    # --- where the subgame is ------------------------------------------------------------------------------------

    @property
    def _last(self) -> tuple[SearchCursor, Action] | None:
        """The point at which the last action was taken, and what it was; None where the cursor began."""
        at: SearchCursor | None = self.before
        while at is not None and len(at.table.taken) == len(self.table.taken):
            at = at.before
        return None if at is None else (at, self.table.taken[-1])

    def spot(self, seat: int = BOTH) -> Spot | None:
        """Return the place in the subgame that plays here; None where the blueprint does.

        seat: who thinks, where methods find one side only.
        """
        if seat not in self._spots:
            self._spots[seat] = self._find_spot(seat)
        return self._spots[seat]

    def _find_spot(self, seat: int) -> Spot | None:
        method, game = self.search.method_at(self.table), self.table.game
        if method is None or len(self.board) != sum(game.board_cards[: self.table.round + 1]):
            return None
        if (who := self._who(seat)) != seat:
            return self.spot(who)
        last = self._last
        if last is None or last[0].table.round != self.table.round:
            return self._begun(seat)
        spot = last[0]._followed(last[1], seat)
        if spot is None or self.search.cut == "street":
            return spot
        return self._begun(seat)

    def _who(self, seat: int) -> int:
        """Who thinks here: nobody by himself where both sides are found at once, else who is meant or who acts."""
        method = self.search.method_at(self.table)
        if method is None or not method.is_one_sided:
            return BOTH
        assert self.table.actor is not None
        return self.table.actor if seat == BOTH else seat

    def _begun(self, seat: int) -> Spot | None:
        """A subgame that begins here."""
        found = self.search.thinking(
            self.table, self.board, lambda: self.ranges(seat), seat=seat, earlier=lambda: self._earlier(seat)
        )
        return None if found is None else Spot.root(found, self.board)

    def _earlier(self, seat: int) -> Thought | None:
        """This point in what was solved before it, as who thinks saw it."""
        last = self._last
        spot = None if last is None else last[0]._followed(last[1], seat)
        return None if spot is None else spot.solved(self.board[len(spot.place.board) :])

    def _followed(self, action: Action, seat: int) -> Spot | None:
        """The place after an action on the same street; one that the tree lacks begins a subgame here that has it.

        None if the budget carries no such subgame.
        """
        seat = self._who(seat)
        spot = self.spot(seat)
        if spot is None:
            return None
        if action not in spot.choices:
            with_it = self._with_extra(action, spot, seat)
            if with_it is None:
                return None
            spot = with_it
        return spot.act(action)

    def offering(self, action: Action) -> SearchCursor:
        """Return the same point with an action among the options: one that the tree lacks is solved in another."""
        if self.search.method_at(self.table) is None or len(self.table.in_hand) != 2:
            return self
        seat = self._who(BOTH)
        spot = self.spot(seat)
        if spot is None or action in spot.choices or action <= CALL:
            return self
        followed = self._with_extra(action, spot, seat)
        if followed is None:
            return self
        same = type(self)(self.search, self._table, self._board, self._base, self.before)
        same._spots[seat] = followed
        return same

    def _with_extra(self, action: Action, spot: Spot, seat: int) -> Spot | None:
        """A subgame that begins here and has an action that a spot's tree lacks."""
        again = self.search.thinking(
            self.table, self.board, spot.brought, seat=seat, extra=action, earlier=spot.solved
        )
        return None if again is None else Spot.root(again, self.board)

    def ranges(self, seat: int = BOTH) -> Ranges:
        """Return what the two players bring: by the subgame of the street before, or as the blueprint tells.

        seat: as who sees it; if nobody is meant, each brings what his own solution plays.
        """
        last, in_hand = self._last, self.table.in_hand
        if last is not None:
            method = self.search.method_at(last[0].table)
            each = in_hand if seat == BOTH and method is not None and method.is_one_sided else (seat, seat)
            spots = [last[0]._followed(last[1], who) for who in each]
            first, second = (None if spot is None else spot.ranges() for spot in spots)
            if first is not None and second is not None:
                notes = tuple(dict.fromkeys((*first.notes, *second.notes)))
                return Ranges((first.weights[0], second.weights[1]), notes)
        return told_ranges(self.base, (in_hand[0], in_hand[1]))

    @cached_property
    def playing(self) -> Spot | RingThought | None:
        """What plays here, found if it was not yet; None where the blueprint does."""
        self.search.begin()
        if self.search.is_ring(self.table):
            return self._ring_thought
        spot = self.spot()
        return None if spot is None or spot.thinking.played is None else spot

    @cached_property
    def thought(self) -> Thought | RingThought | None:
        """The same with all that was found: values, notes, later streets."""
        playing = self.playing
        return playing.thought() if isinstance(playing, Spot) else playing

    @cached_property
    def _ring_thought(self) -> RingThought | None:
        """What was solved for three and more players."""
        try:
            return self.search.ring(self.base, self._played if self._has_acted else None)
        except RiverboatError as problem:  # who plays must act
            self._problem = BLUEPRINT_PLAYS.format(why=problem)
            return None

    @property
    def _has_acted(self) -> bool:
        """Whether who acts has acted on this street before."""
        at = self.before
        while at is not None and at.table.round == self.table.round:
            if at.table.actor == self.table.actor and len(at.table.taken) < len(self.table.taken):
                return True
            at = at.before
        return False

    def _played(self, state: PublicState) -> Floats:
        """What was played at an earlier decision of this hand."""
        at: SearchCursor | None = self
        while at is not None and len(at.table.taken) > len(state.table.taken):
            at = at.before
        playing = None if at is None else at.playing
        if playing is None:
            return ask(self.search.blueprint, state)
        return played_rows(playing, state.hands)[0] @ as_options(playing.place.choices, state)

    # --- asking ----------------------------------------------------------------------------------------------------

    @property
    def notes(self) -> tuple[str, ...]:
        """What the blueprint translated and assumed, and what was solved."""
        base = self._base.notes if isinstance(self._base, Cursor) else ()
        return (*base, *(self._why_not if self.thought is None else self.thought.notes))

    @property
    def _why_not(self) -> tuple[str, ...]:
        """Why the blueprint plays where something should have been solved."""
        if self.search.method_at(self.table) is not None:
            spot = self.spot()
            self._problem = (
                BLUEPRINT_PLAYS.format(why=f"a budget of {self.search.budget} carries no menu")
                if spot is None
                else spot.thinking.problem
            )
        return (self._problem,) if self._problem else ()

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What can be done, in real chips."""
        self.check_goes_on()
        playing = self.playing
        return self.base.options if playing is None else options_at(self.table, playing.place.choices)

    @cached_property
    def state(self) -> PublicState:
        """The decision as everybody sees it; hands are all that the deck and the board leave."""
        if self.playing is None:
            return self.base.state
        hands = hand_cards_of(self.table.game)
        return PublicState(self.table, self.board, hands[self._fits], self.options)

    @cached_property
    def _fits(self) -> npt.NDArray[np.bool_]:
        cards = hand_cards_of(self.table.game)
        in_deck = np.isin(cards, self.table.game.deck.cards).all(axis=1)
        return np.asarray(in_deck & ~np.isin(cards, self.board).any(axis=1))

    def query(self, hand: str) -> Decision:
        """Return how a hand is played; one that never comes here is played as the blueprint does."""
        self.check()
        if self.thought is not None:
            try:
                return self.thought.query(hand)
            except (RangeError, StrategyError):  # not in the range, or no hand at all
                pass
        return self.base.query(hand)

    def grid(self) -> AllHands:
        """Return how every hand is played; in a subgame those of the range."""
        self.check()
        return self.base.grid() if self.thought is None else self.thought.grid()

    def reach(self, seat: int) -> Floats:
        """Return how often a seat comes here with each hand, by what was played at each of its decisions.

        In a subgame hands that hardly ever come to it count as never.
        """
        before = self.before
        if before is None or not self._is_after_search:
            return self.base.reach(seat)
        reach = before.reach(seat)
        if len(before.table.taken) == len(self.table.taken):
            return np.where(self._fits, reach, 0.0)
        return reach if before.table.actor != seat else reach * self._share(before, seat)

    @cached_property
    def _is_after_search(self) -> bool:
        """Whether any decision on the way here was found in a subgame."""
        before = self.before
        if before is None:
            return False
        return before._is_after_search or self._is_searched(before)

    def _is_searched(self, before: SearchCursor) -> bool:
        if len(before.table.taken) == len(self.table.taken):
            return False
        return self.search.is_ring(before.table) or before.spot() is not None

    def _share(self, before: SearchCursor, seat: int) -> Floats:
        """How often each hand of a seat took the action that led here."""
        if self.search.is_ring(before.table):
            playing, action = before.playing, self.table.taken[-1]
            if isinstance(playing, RingThought) and action in playing.place.choices:
                rows = playing.solution.rows(playing.place.node, playing.board)
                return np.asarray(rows[:, playing.place.choices.index(action)])
        else:
            method = self.search.method_at(before.table)
            spot = before._followed(self.table.taken[-1], seat if method and method.is_one_sided else BOTH)
            shares = None if spot is None else spot.last_shares()
            if shares is not None:
                return shares
        earlier, now = before.base.reach(seat), self.base.reach(seat)
        return np.divide(now, earlier, out=np.zeros(len(now)), where=earlier > 0)
