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
    return Page(Note(f"{told}, which the strategy does {reviewed.probability:.0%}"), *answer.shapes)
