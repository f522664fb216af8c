"""One hand at a point: a bar for each action, its EV if that is known, and what the answer rests on."""

from __future__ import annotations

from riverboat.base.drawing import draws
from riverboat.solvers.asking.decision import Decision
from riverboat.views.page import Page
from riverboat.views.shapes import Bar, Cell, Line, Note, Rows
from riverboat.views.strategies.hands import answer_notes, hand_cell, worth_text


@draws(Decision)
def draw_decision(decision: Decision) -> Page:
    """Return the hand, a row for each action, and notes."""
    rows: list[tuple[Cell, ...]] = []
    for number, (option, share) in enumerate(zip(decision.options, decision.probabilities, strict=True)):
        worth = (f"EV {worth_text(decision, decision.action_evs[number])}",) if decision.has_values else ()
        bar = Bar(((option.colour, min(1.0, share)),))
        rows.append((Note(option.token, "dim"), option.name, f"{share:.1%}", *worth, bar))
    columns = ("", "", ">", *((">",) if decision.has_values else ()), "")
    head = Line((hand_cell(decision.hand), Note(decision.state.title, "bold")))
    return Page(head, Rows(columns, tuple(rows)), *answer_notes(decision))
