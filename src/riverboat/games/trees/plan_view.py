"""A plan drawn in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from riverboat.base.memory import bytes_text
from riverboat.games.trees.config import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from riverboat.games.trees.plan import Plan, RowPlan
    from riverboat.games.trees.tree_count import NodeCount

_UNKNOWN = "too many"


def plan_view(plan: Plan) -> RenderableType:
    """Return the tables of a plan: nodes by street and players left, rows and memory by row key."""
    return Group(_head(plan), Text(), _nodes(plan), Text(), _rows(plan), Text(), _foot(plan))


def _head(plan: Plan) -> Text:
    config = plan.config
    joined = "no street" if config.joined_from == NEVER else config.joined_from
    start = f" after '{config.start}'" if config.start else ""
    text = Text(config.name, style="bold")
    text.append(f"  {config.game.name}, {config.game.players} players{start}\n", style="not bold")
    text.append(f"reentrant from {joined}, rows by {config.rows.key}", style="not bold dim")
    return text


def _nodes(plan: Plan) -> Table:
    table = _table("decisions", "players", "every history", "actions", "joined", "actions")
    for street in plan.streets:
        for place, players in enumerate(sorted(street.tree, reverse=True)):
            joined = None if street.joined is None else street.joined[players]
            name = street.street if place == 0 else ""
            table.add_row(name, str(players), *_counts(street.tree[players]), *_counts(joined))
    totals = [street.total(joined=False) for street in plan.streets]
    joined_totals = [street.total(joined=True) for street in plan.streets]
    table.add_section()
    table.add_row("all", "", *_counts(_sum(totals)), *_counts(_sum(joined_totals)))
    return table


def _rows(plan: Plan) -> Table:
    table = _table("rows by", "rows", "information sets", "float64", "float32", "int16")
    for rows in plan.rows:
        style = "bold" if rows.key == plan.config.rows.key else ""
        table.add_row(
            rows.key,
            _UNKNOWN if rows.rows is None else f"{sum(rows.rows):,}",
            _UNKNOWN if rows.information_sets is None else f"{rows.information_sets:,}",
            *(_memory(plan, rows, kind) for kind in ("float64", "float32", "int16")),
            style=style,
        )
    return table


def _memory(plan: Plan, rows: RowPlan, kind: str) -> Text:
    amount = rows.bytes_as(kind)
    if amount is None:
        return Text(_UNKNOWN)
    return Text(bytes_text(amount), style="green" if plan.fits(rows.key, kind) else "red")


def _foot(plan: Plan) -> Text:
    kind = "all hands up to suits" if plan.lossless else "buckets"
    lines = [f"{kind} by street: {', '.join(f'{count:,}' for count in plan.buckets)}"]
    lines.append("memory is that of regrets and average strategy, every row touched")
    if plan.tree is None or plan.tree_bytes is None:
        lines.append("the tree has more situations than were told apart")
    else:
        lines.append(
            f"tree: {plan.tree.nodes:,} nodes, {plan.tree.actions:,} actions, at most {bytes_text(plan.tree_bytes)}"
        )
    key = plan.config.rows.key
    fitting = [kind for kind in ("float64", "float32", "int16") if plan.fits(key, kind)]
    lines.append(
        f"{bytes_text(plan.free_bytes)} free here: "
        + (f"fits as {', '.join(fitting)}" if fitting else "does not fit, touched in full")
    )
    return Text("\n".join(lines), style="dim")


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right", no_wrap=True)
    return table


def _counts(count: NodeCount | None) -> tuple[str, str]:
    return (_UNKNOWN, _UNKNOWN) if count is None else (f"{count.nodes:,}", f"{count.actions:,}")


def _sum(counts: Sequence[NodeCount | None]) -> NodeCount | None:
    known = [count for count in counts if count is not None]
    return sum(known[1:], known[0]) if len(known) == len(counts) else None
