"""A point of a hand as the page draws it: the table, the way to it and what can be done."""

from __future__ import annotations

from math import isnan
from typing import Any

from riverboat.cards.card import card_names
from riverboat.games.histories.line import action_token, write_line
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.cursor import Cursor, Trace
from riverboat.solvers.asking.options import ALL_IN_COLOUR, Option, options_at
from riverboat.strategy.blueprint_cursor import BlueprintCursor


def state_dict(trace: Trace) -> dict[str, Any]:
    """Return where a line leads, as plain values."""
    at, table = trace.at, trace.at.table
    game, seat = table.game, None if table.is_over else table.actor
    missing = trace.cards_missing
    return {
        "status": "over" if table.is_over else "deal" if missing else "decision",
        "cards_needed": missing,
        "line": write_line(game, table.taken),
        "board": card_names(at.board),
        "street": street_names(game)[table.round],
        "pot": table.pot,
        "to_call": 0 if table.is_over else table.to_call,
        "big_blind": game.big_blind,
        "unit": "bb" if game.amount(0).endswith("bb") else "chips",
        "seat": seat,
        "position": None if seat is None else seat_names(game)[seat],
        "seats": seats_of(table),
        "actions": [] if table.is_over else _actions(at, at.options),
        "free": None if table.is_over else _free(table),
        "notes": swap_notes(trace) if table.is_over else [*swap_notes(trace), *at.notes],
        **_rests_on(trace),
        "steps": _steps(trace),
    }


def seats_of(table: Table) -> list[dict[str, Any]]:
    """Return the seats of a table."""
    return [
        {
            "seat": seat,
            "position": name,
            "stack": table.stacks[seat],
            "bet": table.bets[seat],
            "put_in": table.put_in[seat],
            "folded": seat not in table.in_hand,
            "all_in": seat in table.in_hand and table.stacks[seat] == 0,
            "acts": not table.is_over and seat == table.actor,
        }
        for seat, name in enumerate(seat_names(table.game))
    ]


def _actions(at: Cursor, options: tuple[Option, ...]) -> list[dict[str, Any]]:
    table, game = at.table, at.table.game
    return [
        {
            "token": option.token,
            "name": option.name,
            "kind": _kind(option),
            "chips": option.action,
            "percent": None if isnan(option.percent) else round(option.percent, 1),
            "colour": option.colour,
            "line": write_line(game, [*table.taken, option.action]),
        }
        for option in options
    ]


def _kind(option: Option) -> str:
    if option.action in (FOLD, CALL):
        return option.name.split()[0]
    return "all-in" if option.colour == ALL_IN_COLOUR else option.name.split()[0]


def _free(table: Table) -> dict[str, Any] | None:
    """What may be bet or raised to, on the menu or not."""
    legal = table.legal_actions
    if not legal.can_raise:
        return None
    return {
        "least": legal.min_raise_to,
        "most": legal.max_raise_to,
        "letter": "r" if max(table.bets) else "b",
    }


def swap_notes(trace: Trace) -> list[str]:
    """Return in words which sizes of the line a solution has not, and what is shown instead."""
    return [f"the tree has no {real}: shown is {taken}, the likelier size" for real, taken in trace.swapped]


def _rests_on(trace: Trace) -> dict[str, Any]:
    """What an answer rests on: sizes that were translated and, of a trained one, whose strategy it is."""
    at = trace.at
    if not isinstance(at, BlueprintCursor) or at.table.is_over:
        swapped = [{"real": real, "played_as": [(taken, 1.0)]} for real, taken in trace.swapped]
        return {"translated": swapped, "trained": None}
    line = at.line
    return {
        "translated": [{"real": one.real, "played_as": list(one.played_as)} for one in line.translated],
        "trained": {"game": line.found.file.config.name, "source": line.mix.source},
    }


def _steps(trace: Trace) -> list[dict[str, Any]]:
    """Every deal and every decision of the line in their order, the present one last."""
    steps, shown = list[dict[str, Any]](), len(trace.before[0].board) if trace.before else 0
    taken = trace.at.table.taken
    for point in (*trace.before, trace.at):
        if len(point.board) > shown:
            steps.append(_deal(point, shown))
            shown = len(point.board)
        if not point.table.is_over:
            played = len(point.table.taken)
            steps.append(_decision(point, taken[played] if played < len(taken) else None))
    return steps


def _deal(point: Cursor, shown: int) -> dict[str, Any]:
    game = point.table.game
    return {
        "kind": "deal",
        "street": street_names(game)[point.table.round],
        "cards": card_names(point.board[shown:]),
        "line": write_line(game, point.table.taken),
    }


def _decision(point: Cursor, taken: Action | None) -> dict[str, Any]:
    table, game = point.table, point.table.game
    seat = table.actor
    assert seat is not None
    done = None if taken is None else options_at(table, [taken])[0]
    return {
        "kind": "decision",
        "line": write_line(game, table.taken),
        "board": card_names(point.board),
        "street": street_names(game)[table.round],
        "seat": seat,
        "position": seat_names(game)[seat],
        "pot": table.pot,
        "stack": table.stacks[seat],
        "taken": None if done is None or taken is None else action_token(table, taken),
        "name": None if done is None else done.name,
        "colour": None if done is None else done.colour,
        "actions": _actions(point, point.options),
    }
