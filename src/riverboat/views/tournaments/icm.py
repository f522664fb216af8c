"""What stacks are worth: a row for each player, bubble factors between all, and equity against the stack."""

from __future__ import annotations

import math

import numpy as np

from riverboat.base.drawing import draws
from riverboat.games.payouts.finishes import MOST_EXACT, prize_equities
from riverboat.games.payouts.icm import MOST_PAIRS, Icm
from riverboat.views.colours import FADED, SHARE
from riverboat.views.page import Page
from riverboat.views.shapes import Bar, Cell, Chart, Curve, Note, Rows, Shape

_POINTS = 41


@draws(Icm)
def draw_icm(icm: Icm) -> Page:
    """Return the table, bubble factors where they are exact, and a chart where there is room."""
    shapes: list[Shape] = [_players(icm)]
    if icm.standard_errors is None and len(icm.stacks) <= MOST_PAIRS:
        shapes.append(_bubbles(icm))
    shapes.append(Note(_how(icm), "dim"))
    return Page(*shapes, more=[icm_chart(icm)])


def icm_chart(icm: Icm) -> Chart:
    """Return the equity of a stack against its size, the others sharing the rest equally, beside the real players."""
    total, players = float(icm.stacks.sum()), len(icm.stacks)
    xs = total * np.linspace(0.01, 0.99, _POINTS)
    curves = [Curve("the players", *_marks(icm), marks=True, colour=SHARE)]
    if players <= min(12, MOST_EXACT):
        for model in ("harville", "weitzman"):
            ys = [
                prize_equities([x, *[(total - x) / (players - 1)] * (players - 1)], icm.payouts, model)[0]
                for x in xs
            ]
            curves.append(Curve(f"{model}, others equal", xs.tolist(), ys))
    chips = [0.0, total], [0.0, float(icm.payouts.sum())]
    curves.append(Curve("by chips", *chips, colour=FADED))
    return Chart(tuple(curves), "chips", "prize money", "Equity against stack", least=0.0)


def _marks(icm: Icm) -> tuple[list[float], list[float]]:
    order = np.argsort(icm.stacks)
    return icm.stacks[order].tolist(), icm.equities[order].tolist()


def _players(icm: Icm) -> Rows:
    prizes = icm.payouts.sum()
    columns = ["player", ">stack", ">equity", ">of prizes", ">first"]
    columns += [">±95 %"] * (icm.standard_errors is not None) + [">bounties", ">total"] * (
        icm.bounties is not None
    )
    rows: list[tuple[Cell, ...]] = []
    for player, (stack, equity) in enumerate(zip(icm.stacks, icm.equities, strict=True)):
        cells: list[Cell] = [
            str(player + 1),
            f"{stack:,.10g}",
            f"{equity:,.4f}",
            f"{equity / prizes:.2%}",
            f"{icm.finishes[player, 0]:.2%}",
        ]
        if icm.standard_errors is not None:
            cells.append(f"{1.96 * icm.standard_errors[player]:,.4f}")
        if icm.bounties is not None:
            cells += [f"{icm.bounties[player]:,.4f}", f"{icm.totals[player]:,.4f}"]
        rows.append((*cells, Bar(((SHARE, min(1.0, float(equity / prizes))),))))
    return Rows((*columns, ""), tuple(rows))


def _bubbles(icm: Icm) -> Rows:
    factors, premiums = icm.bubble_factors(), icm.risk_premiums()
    rows: list[tuple[Cell, ...]] = []
    for one, row in enumerate(factors):
        told = [
            "–" if math.isnan(factor) else f"{factor:.2f} ({premiums[one, other]:+.1%})"
            for other, factor in enumerate(row)
        ]
        rows.append((f"{one + 1} risks against", *told))
    heads = tuple(f">{player + 1}" for player in range(len(row)))
    return Rows(("", *heads), tuple(rows), "Bubble factors (and equity needed beyond a half)")


def _how(icm: Icm) -> str:
    names = {"harville": "Malmuth–Harville", "weitzman": "Malmuth–Weitzman"}
    prizes = ", ".join(f"{prize:,.10g}" for prize in icm.payouts)
    return f"{names[icm.model]}, {'exact' if icm.standard_errors is None else 'sampled'}; prizes {prizes}"
