"""What a strategy answers: how one hand is played at a point, and how all hands are."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from riverboat.base.arguments import did_you_mean
from riverboat.base.drawing import Drawn, Picture, drawing
from riverboat.base.frames import DataFrame, data_frame
from riverboat.cards.card import card_names
from riverboat.cards.hand_class import CLASS_HANDS
from riverboat.cards.range import Range
from riverboat.errors import RangeError, StrategyError
from riverboat.games.rules.hand_numbers import check_unblocked, hand_cards_of, named_number
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.equities import has_equities
from riverboat.solvers.asking.options import Option
from riverboat.solvers.asking.public_state import PublicState

Floats = npt.NDArray[np.float64]


class Point(Protocol):
    """Where an answer is given: a `Cursor`."""

    @property
    def table(self) -> Table:
        """The real table."""
        ...

    @property
    def state(self) -> PublicState:
        """The decision as everybody sees it."""
        ...

    @property
    def options(self) -> tuple[Option, ...]:
        """What the strategy may do here, in real chips."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What an answer here rests on, in words."""
        ...

    def grid(self) -> AllHands:
        """Return how every hand is played here."""
        ...

    def range(self, seat: int) -> Range:
        """Return the hands of a seat, each by how often it would have come here."""
        ...


@dataclass(frozen=True, eq=False)
class Answer(Drawn):
    """What is the same for one hand and for all: where it is, and what the answer rests on."""

    at: Point

    @property
    def state(self) -> PublicState:
        """The decision as everybody sees it."""
        return self.at.state

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal actions that the strategy chooses from, in real chips."""
        return self.at.options

    @property
    def actions(self) -> tuple[str, ...]:
        """The options as tokens of a betting line."""
        return tuple(option.token for option in self.options)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the answer rests on, in words; nothing if it is the strategy's own at this very point."""
        return self.at.notes

    @property
    def has_values(self) -> bool:
        """Whether EVs and equities are known."""
        return False

    @property
    def has_equities(self) -> bool:
        """Whether equities are known: of solutions of hold'em with the full deck."""
        return self.has_values and has_equities(self.at.table.game)

    def _option(self, token: str) -> int:
        if token not in self.actions:
            raise StrategyError(
                f"{token!r} is not an action here; there are {', '.join(self.actions)}"
                f"{did_you_mean(token, self.actions)}"
            )
        return self.actions.index(token)


@dataclass(frozen=True, eq=False)
class Decision(Answer):
    """How one hand is played: the probability of each of `options`, summing to 1."""

    hand: str
    probabilities: tuple[float, ...]

    def probability(self, token: str) -> float:
        """Return the probability of an action by its token, 0 for one that is not an option."""
        return sum(p for name, p in zip(self.actions, self.probabilities, strict=True) if name == token)

    @property
    def ev(self) -> float:
        """Chips that the hand wins from here on; a strategy without EVs says so."""
        return float(self.every.ev[self._place])

    @property
    def action_evs(self) -> tuple[float, ...]:
        """The same for each option; folding has 0."""
        return tuple(self.every.action_evs[self._place].tolist())

    @property
    def equity(self) -> float:
        """The share of the pot that the hand would win if all cards were dealt now and nobody folded."""
        return float(self.every.equity[self._place])

    @cached_property
    def every(self) -> AllHands:
        """All hands at the same point."""
        return self.at.grid()

    @cached_property
    def _place(self) -> int:
        return self.every.index(self.hand)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        data = self.state.to_dict()
        for action, probability in zip(data["actions"], self.probabilities, strict=True):
            action["probability"] = probability
        if self.has_values:
            for action, ev in zip(data["actions"], self.action_evs, strict=True):
                action["ev"] = _none_for_nan(ev)
            data["ev"] = _none_for_nan(self.ev)
        if self.has_equities:
            data["equity"] = _none_for_nan(self.equity)
        return {"hand": self.hand, **data}

    def __repr__(self) -> str:
        played = ", ".join(f"{a} {p:.0%}" for a, p in zip(self.actions, self.probabilities, strict=True))
        return f"<Decision {self.hand} {played}>"


@dataclass(frozen=True, eq=False)
class AllHands(Answer):
    """How every hand is played at one point.

    strategy: float64[hands, options], rows sum to 1, by `state.hands`: those that who acts may hold. reach:
    float64[hands], how often he comes here with each.
    """

    strategy: Floats
    reach: Floats

    @property
    def board(self) -> str:
        """The cards on the table."""
        return card_names(self.state.board)

    @property
    def line(self) -> str:
        """The betting line, with the cards of its later streets."""
        return self.state.line

    @property
    def position(self) -> str:
        """The position of who acts."""
        return self.state.position

    @property
    def street(self) -> str:
        """The street."""
        return self.state.street

    @property
    def pot(self) -> int:
        """Chips in the middle, bets of this street included."""
        return self.state.table.pot

    @property
    def to_call(self) -> int:
        """Chips that a call takes."""
        return self.state.table.to_call

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by seat."""
        return tuple(self.state.table.stacks)

    @cached_property
    def hands(self) -> tuple[str, ...]:
        """The names of the hands."""
        return tuple(card_names(cards) for cards in self.state.hands.tolist())

    def index(self, hand: str) -> int:
        """Return the place of a hand by its name, its cards in either order; before the flop also of a class."""
        return hand_place(hand, self._places, self.state)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.hands)}

    # --- what is done --------------------------------------------------------------------------------------------

    @cached_property
    def share(self) -> Floats:
        """How much of the range at this point each hand is; the shares sum to 1. All alike if none comes here."""
        total = self.reach.sum()
        return self.reach / total if total > 0 else np.full(len(self.reach), 1 / max(1, len(self.reach)))

    @cached_property
    def frequencies(self) -> Floats:
        """How often the whole range takes each option."""
        frequencies: Floats = self.share @ self.strategy
        return frequencies

    def probability(self, hand: str, token: str) -> float:
        """Return how often a hand takes an option, by its token."""
        return float(self.strategy[self.index(hand), self._option(token)])

    @cached_property
    def range(self) -> Range:
        """The reach as a range; two-card games only."""
        return self.at.range(self.state.seat)

    # --- what it is worth ----------------------------------------------------------------------------------------

    @property
    def ev(self) -> Floats:
        """Chips that each hand wins from here on, so that who folds has 0: float64[hands]."""
        raise self._unknown("EVs")

    @property
    def action_evs(self) -> Floats:
        """The EV of each option: float64[hands, options]."""
        raise self._unknown("EVs")

    @property
    def equity(self) -> Floats:
        """The share of the pot that each hand would win if all cards were dealt now and nobody folded."""
        raise self._unknown("equities")

    @property
    def eqr(self) -> Floats:
        """The equity realised: EV over equity times the pot."""
        raise self._unknown("EVs")

    @property
    def players(self) -> tuple[Any, ...]:
        """The hands of both players of a solution, with what they are worth; ranges of others: `at.range(seat)`."""
        raise self._unknown("values of both players")

    def _unknown(self, what: str) -> StrategyError:
        return StrategyError(
            f"this strategy says how hands are played and has no {what}; a solution of the spot has them, such as "
            "rb.solve_spot(board='QsJh2h', oop='...', ip='...', pot=180, stack=910).grid('k')"
        )

    # --- how it looks --------------------------------------------------------------------------------------------

    def grid(self) -> Picture:
        """Return the grid of all hands, each cell split as its hands play: 13 x 13, or the cards of a small game."""
        return drawing(self, "grid")

    def to_dict(self, *, evs: bool | None = None) -> dict[str, Any]:
        """Return everything as plain values; numbers that do not exist are None. evs: with EVs; None if known."""
        data = self.state.to_dict()
        for action, share in zip(data["actions"], self.frequencies.tolist(), strict=True):
            action["frequency"] = share
        data["hands"] = [
            {"hand": name, "weight": reach, "strategy": row}
            for name, reach, row in zip(self.hands, self.reach.tolist(), self.strategy.tolist(), strict=True)
        ]
        if self.has_values if evs is None else evs:
            for entry, ev, row in zip(data["hands"], self.ev, self.action_evs, strict=True):
                entry |= {"ev": _none_for_nan(ev), "action_evs": [_none_for_nan(value) for value in row]}
        return data

    def to_pandas(self) -> DataFrame:
        """Return a row for each hand: its weight, the probability of each option and, if they are known, EVs."""
        columns: dict[str, Floats] = {"weight": self.reach}
        columns |= {token: self.strategy[:, place] for place, token in enumerate(self.actions)}
        if self.has_values:
            columns["ev"] = self.ev
            columns |= {f"ev {token}": self.action_evs[:, place] for place, token in enumerate(self.actions)}
        if self.has_equities:
            columns["equity"] = self.equity
        values = zip(*columns.values(), strict=True)
        return data_frame(
            (
                {"hand": hand, **dict(zip(columns, row, strict=True))}
                for hand, row in zip(self.hands, values, strict=True)
            ),
            index="hand",
        )

    def to_csv(self, *, evs: bool | None = None) -> str:
        """Return one line for each hand: reach, probabilities and EVs. evs: as in `to_dict`."""
        with_evs = self.has_values if evs is None else evs
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        worth = ["ev", *(f"ev {token}" for token in self.actions)] if with_evs else []
        writer.writerow(["hand", "weight", *self.actions, *worth])
        for place, hand in enumerate(self.hands):
            numbers = [self.reach[place], *self.strategy[place]]
            if with_evs:
                numbers += [self.ev[place], *self.action_evs[place]]
            writer.writerow([hand, *(f"{number:.6g}" for number in numbers)])
        return out.getvalue()

    def __repr__(self) -> str:
        mix = ", ".join(
            f"{option.name} {share:.1%}" for option, share in zip(self.options, self.frequencies, strict=True)
        )
        return f"<AllHands {self.state.title}: {mix}>"


def hand_place(hand: str, places: Mapping[str, int], state: PublicState) -> int:
    """Return the place of a hand by its name, its cards in either order; before the flop also of a class like AKo."""
    game = state.game
    if game.hole_cards == 2 and not state.board and hand in CLASS_HANDS:
        numbers = CLASS_HANDS[hand].tolist()
    else:
        numbers = [named_number(hand, state.board, game)]
    every = hand_cards_of(game)
    for number in numbers:
        found = places.get(card_names(every[number].tolist()))
        if found is not None:
            return found
    check_unblocked(every[numbers[0]].tolist(), state.board, game)
    raise RangeError(
        f"{state.position} cannot hold {hand!r} here: the range does not have it, but {', '.join(list(places)[:3])} ..."
    )


def _none_for_nan(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
