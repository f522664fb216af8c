"""What a tree costs: nodes by street and players left, rows and memory by row key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverboat.base.drawing import draws
from riverboat.base.memory import bytes_text
from riverboat.games.trees.config import NEVER
from riverboat.games.trees.plan import REPRESENTATIONS, Plan, RowPlan
from riverboat.games.trees.tree_count import NodeCount
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Line, Note, Rows

_UNKNOWN: Final = "too many"


@draws(Plan)
def draw_plan(plan: Plan) -> Page:
    """Return what is planned, the tables, and what fits into memory."""
    config = plan.config
    joined = "no street" if config.joined_from == NEVER else config.joined_from
    start = f" after '{config.start}'" if config.start else ""
    return Page(
        Line((Note(config.name, "bold"), f"{config.game.name}, {config.game.players} players{start}")),
        Note(f"reentrant from {joined}, rows by {config.rows.key}", "dim"),
        Note(""),
        _nodes(plan),
        _rows(plan),
        Note(""),
        *(Note(line, "dim") for line in _foot(plan)),
    )


def _nodes(plan: Plan) -> Rows:
    rows: list[tuple[Cell, ...]] = []
    for street in plan.streets:
        for place, players in enumerate(sorted(street.tree, reverse=True)):
            joined = None if street.joined is None else street.joined[players]
            name = street.street if place == 0 else ""
            rows.append((name, str(players), *_counts(street.tree[players]), *_counts(joined)))
    totals = (_sum([street.total(joined=joined) for street in plan.streets]) for joined in (False, True))
    rows.append(("all", "", *(cell for total in totals for cell in _counts(total))))
    columns = ("decisions", ">players", ">every history", ">actions", ">joined", ">actions")
    return Rows(columns, tuple(rows), strong=frozenset({len(rows) - 1}))


def _rows(plan: Plan) -> Rows:
    return Rows(
        ("rows by", ">rows", ">information sets", *(f">{kind}" for kind in REPRESENTATIONS)),
        tuple(
            (
                rows.key,
                _UNKNOWN if rows.rows is None else f"{sum(rows.rows):,}",
                _UNKNOWN if rows.information_sets is None else f"{rows.information_sets:,}",
                *(_memory(plan, rows, kind) for kind in REPRESENTATIONS),
            )
            for rows in plan.rows
        ),
        strong=frozenset(i for i, rows in enumerate(plan.rows) if rows.key == plan.config.rows.key),
    )


def _memory(plan: Plan, rows: RowPlan, kind: str) -> Cell:
    amount = rows.bytes_as(kind)
    if amount is None:
        return _UNKNOWN
    return Note(bytes_text(amount), "good" if plan.fits(rows.key, kind) else "warning")


def _foot(plan: Plan) -> list[str]:
    kind = "all hands up to suits" if plan.lossless else "buckets"
    lines = [f"{kind} by street: {', '.join(f'{count:,}' for count in plan.buckets)}"]
    lines.append("memory is that of regrets and average strategy, every row touched")
    if plan.tree is None or plan.tree_bytes is None:
        lines.append("the tree has more situations than were told apart")
    else:
        size = f"{plan.tree.nodes:,} nodes, {plan.tree.actions:,} actions"
        lines.append(f"tree: {size}, at most {bytes_text(plan.tree_bytes)}")
    fitting = [kind for kind in REPRESENTATIONS if plan.fits(plan.config.rows.key, kind)]
    fits = f"fits as {', '.join(fitting)}" if fitting else "does not fit, touched in full"
    return [*lines, f"{bytes_text(plan.free_bytes)} free here: {fits}"]


def _counts(count: NodeCount | None) -> tuple[str, str]:
    return (_UNKNOWN, _UNKNOWN) if count is None else (f"{count.nodes:,}", f"{count.actions:,}")


def _sum(counts: Sequence[NodeCount | None]) -> NodeCount | None:
    known = [count for count in counts if count is not None]
    return sum(known[1:], known[0]) if len(known) == len(counts) else None
