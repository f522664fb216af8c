"""How far a strategy is from equilibrium: what those win who know it."""

from __future__ import annotations

from riverboat.base.drawing import draws
from riverboat.evaluation.lbr.result import LocalBestResponse
from riverboat.views.page import Page
from riverboat.views.shapes import Note, Rows


@draws(LocalBestResponse)
def draw_local_best_response(result: LocalBestResponse) -> Page:
    """Return what it wins, and the same by seat."""
    rows = (("all seats", str(result.won)), *((name, str(figure)) for name, figure in result.by_seat.items()))
    told = f"{result.hands:,} hands, every deal from every seat, seed {result.seed}; ± is 95 %"
    return Page(
        Note(result.title), Rows(("local best response in", ">wins, mbb per hand"), rows), Note(told, "dim")
    )
