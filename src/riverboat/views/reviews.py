"""Decisions of a played hand beside what a strategy does."""

from __future__ import annotations

from riverboat.base.drawing import draws
from riverboat.strategy.review import Reviewed
from riverboat.views.page import Page
from riverboat.views.shapes import Note
from riverboat.views.strategies.decisions import draw_decision


@draws(Reviewed)
def draw_review(reviewed: Reviewed) -> Page:
    """Return who did what, how often the strategy does it, and its answer."""
    told = f"{reviewed.name} played {reviewed.token}"
    if reviewed.decision is None:
        return Page(Note(f"{told}; the strategy has no answer: {reviewed.problem}"))
    answer = draw_decision(reviewed.decision)
    return Page(Note(f"{told}, {_cost(reviewed)}"), *answer.shapes)


def _cost(reviewed: Reviewed) -> str:
    """How often the strategy does it, as what it was judged, and what it cost."""
    judged = reviewed.judged_as
    if judged is None:
        often = "which the strategy has no action for"
    elif judged.action == reviewed.action:
        often = f"which the strategy does {reviewed.probability:.0%}"
    else:
        often = f"judged as {judged.name}, which the strategy does {reviewed.probability:.0%}"
    if reviewed.loss_bb is None:
        return f"{often}: a mistake" if reviewed.is_mistake else often
    cost = f"{often}; it lost {reviewed.loss_bb:.2f} bb"
    return f"{cost}: a mistake" if reviewed.is_mistake else cost
