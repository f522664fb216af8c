"""Answers the explorer's questions: opens the strategy, follows the line, remembers what was answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isnan
from typing import Any, Final

from riverboat.cards.card import card_names, parse_cards
from riverboat.cards.range import Range
from riverboat.errors import StrategyError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.positions import seat_names, seat_number
from riverboat.games.rules.streets import street_names
from riverboat.solvers import Solution, SolvedHands
from riverboat.solvers.asking.cursor import Cursor, Trace
from riverboat.web.cache import AnswerCache
from riverboat.web.catalogue import Catalogue, Opened
from riverboat.web.explorer.grids import CHIP_DIGITS, grid_dict, hand_numbers_of, number_or_none
from riverboat.web.explorer.kinds import breakdown_dict, equities_dict
from riverboat.web.explorer.ranges import ranges_dict
from riverboat.web.explorer.states import state_dict, swap_notes
from riverboat.web.memory import give_back
from riverboat.web.replies import rounded, written


@dataclass(frozen=True)
class Question:
    """A point that is asked about."""

    strategy: str
    line: str = ""
    board: str = ""
    stack_bb: str = ""

    def read_stack(self) -> float | tuple[float, ...] | None:
        """Return the stacks in big blinds: of everybody, or by seat."""
        if not self.stack_bb:
            return None
        try:
            numbers = tuple(float(part) for part in self.stack_bb.split(","))
        except ValueError:
            raise StrategyError(
                f"stack_bb is {self.stack_bb!r}; it must be big blinds, such as 40 or 40,100,25 by seat"
            ) from None
        return numbers[0] if len(numbers) == 1 else numbers


FORGOTTEN_AFTER: Final = {"blueprint": 25, "solution": 50}
"""New questions after which a strategy forgets the earlier ones: a tenth of a megabyte each of a blueprint, and of a
solution a street that may have been solved again, of megabytes. What is forgotten is found again in milliseconds."""


class Explorer:
    """The one who is asked. Written answers are remembered until their strategy's file changes."""

    def __init__(self, catalogue: Catalogue, cache: AnswerCache) -> None:
        self.catalogue, self.cache = catalogue, cache

    def known(self, kind: str, question: Question, *more: str) -> bytes | None:
        """Return an answer that was given before."""
        return self.cache.get((kind, self.catalogue.open(question.strategy).stamp, question, more))

    def data(self, kind: str, question: Question, *more: str) -> Any:
        """Return what is asked, as plain values and arrays."""
        opened = self.catalogue.open(question.strategy)
        with opened.lock:
            opened.asked += 1
            if opened.asked % FORGOTTEN_AFTER[opened.kind] == 0:
                opened.strategy.forget()
                give_back()
            return ANSWERS[kind](opened, question, *more)

    def answer(self, kind: str, question: Question, *more: str) -> bytes:
        """Return what is asked, written."""
        opened = self.catalogue.open(question.strategy)
        key = (kind, opened.stamp, question, more)
        found = self.cache.get(key)
        if found is None:
            data = self.data(kind, question, *more)
            found = data.encode() if isinstance(data, str) else written(data)
            self.cache.put(key, found)
        return found


# --- the questions ---------------------------------------------------------------------------------------------


def _trace(opened: Opened, question: Question) -> Trace:
    return opened.strategy.trace(question.line, question.board, swaps=True, stack_bb=question.read_stack())


def _point(opened: Opened, question: Question) -> Cursor:
    at = _trace(opened, question).at
    at.check()
    return at


def _state(opened: Opened, question: Question, trace: Trace | None = None) -> dict[str, Any]:
    return {"strategy": opened.id, **state_dict(trace or _trace(opened, question))}


def _grid(opened: Opened, question: Question) -> dict[str, Any]:
    trace = _trace(opened, question)
    state = _state(opened, question, trace)
    if state["status"] != "decision":
        return state | {"hands": None, "cells": None}
    hands = trace.at.grid()
    return state | {"notes": [*swap_notes(trace), *hands.notes]} | grid_dict(hands)


def _ranges(opened: Opened, question: Question) -> dict[str, Any]:
    return ranges_dict(_point(opened, question))


def _range_text(opened: Opened, question: Question, seat: str, action: str) -> str:
    at = _point(opened, question)
    number = _seat(at, seat)
    if not action:
        return str(at.range(number))
    if number != at.state.seat:
        raise StrategyError(
            f"{seat} is not to act; only who is has an action {action!r}: leave one of them out"
        )
    hands = at.grid()
    if action not in hands.actions:
        raise StrategyError(f"{action!r} is not an action here; there are {', '.join(hands.actions)}")
    weights = dict(
        zip(
            hand_numbers_of(hands).tolist(),
            hands.reach * hands.strategy[:, hands.actions.index(action)],
            strict=True,
        )
    )
    return str(Range.from_weights([min(1.0, float(weights.get(one, 0.0))) for one in range(1326)]))


def _csv(opened: Opened, question: Question) -> str:
    return _point(opened, question).grid().to_csv()


def _hand(opened: Opened, question: Question, hand: str) -> dict[str, Any]:
    decision = _point(opened, question).query(hand)
    values, equities = decision.has_values, decision.has_equities
    return {
        "hand": hand,
        "probabilities": [round(share, 5) for share in decision.probabilities],
        "notes": list(decision.notes),
        "ev": _known(decision.ev) if values else None,
        "action_evs": [_known(ev) for ev in decision.action_evs] if values else None,
        "equity": _known(decision.equity) if equities else None,
    }


def _breakdown(opened: Opened, question: Question, seat: str) -> dict[str, Any]:
    at = _point(opened, question)
    return breakdown_dict(at, _seat(at, seat))


def _equities(opened: Opened, question: Question) -> dict[str, Any]:
    return equities_dict(_point(opened, question))


def _runouts(opened: Opened, question: Question) -> dict[str, Any]:
    """What is done after each card that may come next; the board of the question lacks one."""
    strategy = opened.strategy
    deck, board = strategy.game.deck, parse_cards(question.board or strategy.start().board)
    found = []
    for card in sorted(set(deck.cards) - set(board)):
        hands = strategy.grid(question.line, [*board, card], stack_bb=question.read_stack())
        worth = hands.players[hands.actor] if isinstance(hands, SolvedHands) else None
        found.append(
            {
                "card": card_names([card]),
                "frequencies": rounded(hands.frequencies),
                "ev": number_or_none(worth.mean_ev, CHIP_DIGITS) if worth else None,
                "equity": number_or_none(worth.mean_equity) if worth and hands.has_equities else None,
            }
        )
    state = _state(opened, replace(question, board=card_names([*board, card])))
    return {"cards": found, "position": state["position"], "actions": state["actions"]}


def _seat(at: Cursor, seat: str) -> int:
    """The number of a seat that is given by number or name; who acts if it is left out."""
    return at.state.seat if not seat else seat_number(int(seat) if seat.isdecimal() else seat, at.table.game)


def _known(value: float) -> float | None:
    return None if isnan(value) else round(value, 4)


def _about(opened: Opened, question: Question) -> dict[str, Any]:
    strategy, game = opened.strategy, opened.strategy.game
    solved = isinstance(strategy, Solution)
    start = strategy.start()
    return {
        "id": opened.id,
        "name": strategy.name,
        "kind": opened.kind,
        "has_values": solved,
        "hole_cards": game.hole_cards,
        "game": {
            "name": game.name,
            "players": game.players,
            "betting": game.betting,
            "big_blind": game.big_blind,
            "stacks": list(game.stacks),
            "blinds": list(game.blinds),
            "antes": list(game.antes),
            "streets": list(street_names(game)),
            "board_cards": list(game.board_cards),
            "deck": {"ranks": game.deck.ranks, "suits": game.deck.suits},
        },
        "seats": list(seat_names(game)),
        "start": {"line": write_line(game, start.table.taken), "board": card_names(start.board)},
        "facts": strategy.to_dict(),
        "solution": _solution(strategy) if isinstance(strategy, Solution) else None,
    }


def _solution(solution: Solution) -> dict[str, Any]:
    percent = 100 / solution.setup.pot
    return {
        "pot_percent": solution.pot_percent,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "stopped": solution.stopped,
        "evs": list(solution.evs),
        "pot": solution.setup.pot,
        "locks": [str(lock) for lock in solution.setup.locks],
        "curve": [[one.iterations, one.seconds, percent * one.exploitability] for one in solution.looks],
    }


ANSWERS: Final[dict[str, Callable[..., Any]]] = {
    "strategy": _about,
    "state": _state,
    "grid": _grid,
    "ranges": _ranges,
    "range-text": _range_text,
    "csv": _csv,
    "hand": _hand,
    "breakdown": _breakdown,
    "equities": _equities,
    "runouts": _runouts,
}
"""What can be asked of a point, by the last part of its address."""
