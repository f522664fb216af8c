"""A leak report: numbers of a style beside the strategy's, tables by situation, and the worst decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from riverboat.arena.reviews.report import DIMENSIONS, Group, LeakReport
from riverboat.base.drawing import draws
from riverboat.views.page import Page
from riverboat.views.shapes import CardRow, Cell, Note, Rows, Shape

SERVER: Final = "http://127.0.0.1:8421"
"""Where `riverboat serve` answers if nothing else is said."""
_SHOWN: Final = 10  # of the worst decisions in a terminal; a page has all
_LEAST: Final = 3  # decisions of a group that is worth a row in a terminal


@draws(LeakReport)
def draw_leaks(report: LeakReport, server: str = SERVER) -> Page:
    """Return the report; a terminal has the worst ten decisions. server: where the links of a page lead."""
    notes = [Note(text) for text in _notes(report)]
    tables: list[Shape] = [_habits(report)]
    tables += [_groups(name, report) for name in DIMENSIONS if report.groups[name]]
    worst = report.worst
    if worst:
        tables.append(_worst(worst[:_SHOWN], f"The worst {min(len(worst), _SHOWN)} decisions", ""))
    more: list[Shape] = [
        _worst(worst, f"The worst {len(worst)} decisions, each with its place in the explorer", server)
    ]
    more += _problems(report)
    return Page(Note(_title(report), "bold"), *notes, *tables, more=more if worst else _problems(report))


def _title(report: LeakReport) -> str:
    judge = " and ".join(report.strategies) or "no strategy"
    return f"{report.hero}: {report.hands:,} hands beside {judge}"


def _notes(report: LeakReport) -> Iterator[str]:
    total = report.all
    lost = f", which lost {total.lost_bb:.1f} bb where EVs are known" if total.by_ev else ""
    share = f" ({total.mistakes / total.judged:.1%})" if total.judged else ""
    yield f"{total.mistakes:,} mistakes{share} in {total.judged:,} judged decisions{lost}"
    yield f"judged by {report.judged_by}"
    if report.searched:
        yield f"{report.searched:,} hands were solved for EVs, those first where most seemed lost"
    if report.stopped:
        yield f"stopped while {report.stopped}: this is what was found until then"
    if report.unknown_cards:
        yield f"{report.unknown_cards:,} hands were left out, as {report.hero}'s cards are not known"
    if report.other_hands:
        yield f"{report.other_hands:,} hands are without {report.hero}"
    if report.broken:
        yield f"{report.broken:,} hands could not be read"
    for one in sorted(report.reasons.values(), key=lambda reason: -reason.count)[:5]:
        yield f"{one.count:,} decisions were not judged: {one.words}"


def _habits(report: LeakReport) -> Rows:
    rows = tuple(
        (str(one["label"]), _percent(one["player"]), _percent(one["strategy"]), f"{one['chances']:,.0f}")
        for one in report.habits.to_dict().values()
    )
    return Rows(
        ("", f">{report.hero}", ">the strategy", ">chances"),
        rows,
        "In the same situations, in percent: what was done, and what the strategy does",
    )


def _groups(dimension: str, report: LeakReport) -> Rows:
    groups = {name: group for name, group in report.by(dimension).items() if group.judged}
    order = sorted(groups, key=lambda name: _badness(groups[name]), reverse=True)
    with_evs = report.all.by_ev > 0
    rows = tuple(_group_row(name, groups[name], with_evs) for name in order)
    evs = (">EVs", ">bb lost") if with_evs else ()
    return Rows((dimension, ">decisions", ">mistakes", ">%", ">distance", *evs), rows)


def _badness(group: Group) -> tuple[float, float]:
    return group.lost_bb, group.mistakes / max(1, group.judged) if group.judged >= _LEAST else 0.0


def _group_row(name: str, group: Group, with_evs: bool) -> tuple[Cell, ...]:
    evs = (f"{group.by_ev:,}", f"{group.lost_bb:.2f}" if group.by_ev else "·") if with_evs else ()
    share, distance = (value / max(1, group.judged) for value in (group.mistakes, group.distance))
    return (name, f"{group.judged:,}", f"{group.mistakes:,}", f"{100 * share:.1f}", f"{distance:.2f}", *evs)


def _worst(worst: list[dict[str, Any]], title: str, server: str) -> Rows:
    return Rows(
        (">hand", "", "cards", "board", "line", "did", ">%", "rather", ">bb lost"),
        tuple(_worst_row(one, server) for one in worst),
        title,
    )


def _worst_row(one: dict[str, Any], server: str) -> tuple[Cell, ...]:
    lost = f"{one['ev_lost_bb']:.2f}" if one["ev_lost_bb"] is not None else "·"
    line = one["line"] or "to begin"
    linked = Note(line, link=server + one["explore"]) if server and one["explore"] else Note(line)
    return (
        f"{one['number']:,}",
        one["position"],
        CardRow(one["cards"]),
        CardRow(one["board"]) if one["board"] else "",
        linked,
        one["action"],
        _percent(one["probability"]),
        one["best"] or "",
        lost,
    )


def _problems(report: LeakReport) -> list[Shape]:
    if not report.problems:
        return []
    rows = tuple((bad.file, f"{bad.number}", f"{bad.line}", bad.reason) for bad in report.problems)
    return [Rows(("file", ">hand", ">line", "why it could not be read"), rows, "Broken hands")]


def _percent(share: float | None) -> str:
    return "·" if share is None else f"{100 * share:.0f}"
