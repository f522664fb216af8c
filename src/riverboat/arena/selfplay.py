"""A strategy or a solution plays itself, hand by hand, told as a poker room tells hands: for trackers.

A solved spot begins after the flop, and trackers count hands from the deal: its hands are told as two players who come
to the spot by one raise and a call before the flop, on later streets by checks. What the pot was made of is not known,
so the big blind is a tenth of it where the spot has none of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import instance, whole
from riverboat.base.remember import remember
from riverboat.cards.card import card_names
from riverboat.errors import StrategyError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import hand_cards_of, hand_numbers
from riverboat.games.rules.presets import nolimit_holdem
from riverboat.games.rules.table import Table
from riverboat.solvers import Solution, Strategy
from riverboat.solvers.asking.cursor import Cursor

HERO: Final = "Riverboat"
_FIRST: Final = datetime(2026, 1, 1, tzinfo=UTC)  # trackers sort by time, so hands come a minute apart
_POT_IN_BLINDS: Final = 10


def selfplay(strategy: Strategy, hands: int, *, show_all: bool = False, seed: int = 0) -> Iterator[Hand]:
    """Yield hands in which a strategy plays all seats; the same seed yields the same hands.

    The button goes round, so `Riverboat`, whose cards are told, plays all positions alike often. Cards of others are
    told where they are shown. show_all: everybody's always.

    >>> import riverboat as rb
    >>> hands = list(selfplay(rb.open("headsup"), 3, seed=1))
    >>> [hand.is_over for hand in hands], hands[0].names, hands[1].names
    ([True, True, True], ('Riverboat', 'Player 2'), ('Player 2', 'Riverboat'))
    """
    instance("strategy", strategy, Strategy, StrategyError, example="rb.open('headsup')")
    whole("hands", hands, StrategyError, least=1, example=1000)
    whole("seed", seed, StrategyError, least=0, example=1)
    source: _Whole | _Spot = _Spot(strategy) if isinstance(strategy, Solution) else _Whole(strategy)
    for number in range(hands):
        rng = np.random.default_rng((seed, number))
        hand = source.hand(rng, number)
        chairs = tuple(_players(len(hand.names)).index(name) + 1 for name in hand.names)
        told = replace(
            hand,
            seat_numbers=chairs,
            button=chairs[-1],
            table_size=len(chairs),
            hand_id=str(10_000_000 * (seed % 900_000) + number + 1),
            site="PokerStars",
            table_name="Riverboat",
            played_at=(_FIRST + timedelta(minutes=number)).replace(tzinfo=None),
            time_zone="ET",
            currency="USD",
            decimals=2,
        )
        yield told if show_all else told.seen_by(told.names.index(HERO))


def _players(count: int) -> tuple[str, ...]:
    """Who plays, by chair."""
    return (HERO, *(f"Player {place}" for place in range(2, count + 1)))


class _Whole:
    """Whole hands of a strategy that begins before the flop."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.game = strategy, strategy.game
        if self.game.hole_cards != 2 or self.game.rounds != 4:
            raise StrategyError(
                f"{strategy.name!r} plays {self.game.name!r}; hands for trackers are of hold'em, such as headsup's"
            )

    def hand(self, rng: np.random.Generator, number: int) -> Hand:
        """Play a hand."""
        players = self.game.players
        deck = rng.permutation(list(self.game.deck.cards)).tolist()
        held = [tuple(sorted(deck[2 * seat : 2 * seat + 2], reverse=True)) for seat in range(players)]
        board, table = deck[2 * players : 2 * players + 5], Table(self.game)
        while not table.is_over:
            assert table.actor is not None
            shown = tuple(board[: sum(self.game.board_cards[: table.round + 1])])
            actions, shares = self.strategy.play(held[table.actor], tuple(table.taken), shown, self.game)
            act(table, _drawn(rng, actions, shares))
        names = _players(players)
        return Hand(
            self.game,
            tuple(table.taken),
            tuple(map(card_names, held)),
            card_names(board[: sum(self.game.board_cards[: table.round + 1])]),
            tuple(names[(seat + number) % players] for seat in range(players)),
        )


class _Spot:
    """Hands of a solved spot, from its ranges on."""

    def __init__(self, solution: Solution) -> None:
        self.solution, self.game = solution, solution.game
        start = solution.start()
        if self.game.hole_cards != 2 or self.game.players != 2 or any(self.game.blinds):
            raise StrategyError(
                f"{self.game.name!r} is solved from its deal on; hands for trackers are of a spot after the flop, such "
                "as `riverboat solve spot.toml -o spot.solution` writes"
            )
        self.root, self.board = start.table, tuple(start.board)
        self.cards = hand_cards_of(self.game)
        self.weights = [self._weights(seat, start.reach(seat)) for seat in range(2)]
        self.scale = 2 if self.game.antes[0] % 2 or sum(self.game.antes) % 2 else 1
        self.told, self.before = self._story()
        self._known: dict[
            object, tuple[tuple[Action, ...], npt.NDArray[np.int64], npt.NDArray[np.float64]]
        ] = {}

    def _weights(self, seat: int, reach: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        free = np.where(np.isin(self.cards, self.board).any(axis=1), 0.0, reach)
        return np.asarray(free / free.sum())

    def _story(self) -> tuple[Game, tuple[Action, ...]]:
        """The game that is told, and how the two come to the spot in it."""
        half = self.scale * sum(self.game.antes) // 2
        own = self.scale * self.game.min_bet
        big = own if self.game.min_bet > 1 and 2 * own <= half else max(2, 2 * half // _POT_IN_BLINDS)
        if big > half:
            raise StrategyError(
                f"a pot of {sum(self.game.antes)} chips is too small to be told as a hand; give more"
            )
        stacks = tuple(self.scale * stack for stack in self.game.stacks)
        game = nolimit_holdem(2, stacks=stacks, small_blind=max(1, big // 2), big_blind=big)
        checks = {3: 0, 4: 1, 5: 2}[len(self.board)]
        first = (half, CALL) if half > big else (CALL, CALL)
        return game, (*first, *(CALL, CALL) * checks)

    def hand(self, rng: np.random.Generator, number: int) -> Hand:
        """Play a hand: both draw from their ranges until their cards are not the same."""
        while True:
            held = [int(rng.choice(len(self.cards), p=weights)) for weights in self.weights]
            taken = {card for hand in held for card in self.cards[hand].tolist()}
            if len(taken) == 4:
                break
        rest = [card for card in self.game.deck.cards if card not in taken and card not in self.board]
        board = (*self.board, *rng.permutation(rest).tolist())[:5]
        at = self.solution.start()
        while not at.table.is_over:
            assert at.table.actor is not None
            at = at.act(self._choice(at, held[at.table.actor], rng))
            if not at.table.is_over:
                needed = sum(self.game.board_cards[: at.table.round + 1])
                at = at.deal(list(board[len(at.board) : needed]))
        later = tuple(self.scale * action if action > CALL else action for action in at.table.taken)
        names = ("Player 2", HERO) if number % 2 else (HERO, "Player 2")
        told = Table(self.told)
        for action in (*self.before, *later):
            act(told, action)
        shown = sum(self.told.board_cards[: told.round + 1])
        cards = tuple(card_names(self.cards[hand].tolist()) for hand in held)
        return Hand(self.told, tuple(told.taken), cards, card_names(board[:shown]), names)

    def _choice(self, at: Cursor, hand: int, rng: np.random.Generator) -> Action:
        """What a hand does at a point; how all hands play there is asked once."""

        key = tuple(at.table.taken), at.board
        known = self._known.get(key)
        if known is None:
            every = at.grid()
            places = np.full(len(self.cards), -1, np.int64)
            places[hand_numbers(every.state.hands)] = np.arange(len(every.strategy))
            known = tuple(option.action for option in every.options), places, every.strategy
            remember(self._known, key, known)
        actions, places, rows = known
        return _drawn(rng, actions, rows[places[hand]])


def _drawn(rng: np.random.Generator, actions: tuple[Action, ...], shares: npt.ArrayLike) -> Action:
    """Draw an action by its share."""
    ends = np.cumsum(np.asarray(shares, np.float64))
    place = int(np.searchsorted(ends, rng.random() * ends[-1], side="right"))
    return actions[min(place, len(actions) - 1)]
