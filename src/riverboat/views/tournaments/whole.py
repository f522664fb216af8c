"""A whole tournament: rounds, the check afterwards, and where the independent chip model is wrong."""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat.base.drawing import draws
from riverboat.tournament.whole.bound import JamFoldBound
from riverboat.tournament.whole.run import TournamentReport
from riverboat.views.colours import ramp
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Chart, Curve, Grid, GridCell, Note, Panels, Rows, Shape

_SEATS: Final = {2: ("SB", "BB"), 3: ("BTN", "SB", "BB"), 4: ("CO", "BTN", "SB", "BB")}
_ACROSS: Final = 15
"""Cells of a map in a row, at most: neighbouring stacks share one."""


@draws(TournamentReport)
def draw_tournament(report: TournamentReport) -> Page:
    """Return what the start is worth, how rounds went, the check, and a map of what ICM gets wrong."""
    shapes: list[Shape] = [_start(report), Note(_how(report), "dim")]
    if report.check is not None:
        told = (
            f"By leaving, a player gains at most {report.check.start:.4%} of the first prize where all have the same; "
            f"{report.check.worst:.4%} in the worst state"
        )
        if report.check.sure is not None:
            start, worst = report.check.sure
            told += f"; of answers judged on other deals, {start:.4%} and {worst:.4%}"
        shapes.append(Note(told, "bold"))
    shapes.append(Note(icm_error(report)))
    more: list[Shape] = [_rounds(report), by_stack(report)]
    if report.tournament.players == 3:
        more.append(Panels(tuple(icm_map(report, seat) for seat in range(3))))
    return Page(*shapes, more=more)


@draws(JamFoldBound)
def draw_bound(found: JamFoldBound) -> Page:
    """Return by how much jam or fold may be worse than all of heads-up play, by the small blind's stack."""
    t = found.tournament
    chips = [state[0] * t.step for state in t.states]
    curve = Curve("at most", chips, found.gaps.tolist())
    title = "What jam or fold can cost, as a chance to win"
    at = t.states[int(found.gaps.argmax())]
    told = (
        f"2 players, {t.chips:,} chips in steps of {t.step:,}, blinds {t.small_blind:,}/{t.big_blind:,}: jam or fold "
        f"wins with a chance within {found.worst:.2%} of what optimal play would, and closer in all states but "
        f"{at[0] * t.step:,} and {at[1] * t.step:,}"
    )
    chart = Chart((curve,), "chips of the small blind", "chance to win", title, percent=True, least=0.0)
    return Page(Note(told, "bold"), more=[chart])


def icm_error(report: TournamentReport) -> str:
    """Return by how much ICM is wrong, in words."""
    parts = []
    prize = report.tournament.prizes.sum() + report.tournament.players * report.tournament.bounty
    for players in range(report.tournament.players, report.tournament.fewest - 1, -1):
        numbers = report.of_players(players)
        error = np.concatenate([_error(report, number) for number in numbers]) / prize
        parts.append(
            f"{players} players: {abs(error).mean():.3%} of all prizes on average, {abs(error).max():.3%} at most"
        )
    return "ICM is wrong by: " + "; ".join(parts)


def by_stack(report: TournamentReport) -> Chart:
    """Return by seat how much a stack is worth more than ICM says, averaged over how the others' chips lie."""
    t = report.tournament
    sums: dict[tuple[int, int], list[float]] = {}
    for number in report.of_players(t.players):
        for seat, (stack, error) in enumerate(zip(t.states[number], _error(report, number), strict=True)):
            sums.setdefault((seat, stack), []).append(float(error))
    curves = []
    for seat, name in enumerate(_SEATS[t.players]):
        stacks = sorted(stack for at, stack in sums if at == seat)
        means = [float(np.mean(sums[seat, stack])) / t.prizes.sum() for stack in stacks]
        curves.append(Curve(name, [stack * t.step for stack in stacks], means))
    title = "Worth more than ICM says, by stack (average over the others' stacks)"
    return Chart(tuple(curves), "chips", "of all prizes", title, percent=True)


def icm_map(report: TournamentReport, seat: int) -> Grid:
    """Return a map of three players: across the stack of the small blind, down the button's."""
    t = report.tournament
    wide = -(-t.units // _ACROSS)
    sums = np.zeros((_ACROSS, _ACROSS))
    counts = np.zeros((_ACROSS, _ACROSS))
    for number in report.of_players(3):
        state = t.states[number]
        place = ((state[0] - 1) // wide, (state[1] - 1) // wide)
        sums[place] += _error(report, number)[seat] / t.prizes.sum()
        counts[place] += 1
    with np.errstate(invalid="ignore"):
        means = sums / counts
    most = float(np.nanmax(abs(means))) or 1.0
    cells = []
    for mean in means.reshape(-1):
        bars = () if np.isnan(mean) else ((ramp(0.5 + 0.5 * mean / most), 1.0),)
        told = "" if np.isnan(mean) else f"{100 * mean:+.2f}"
        cells.append(GridCell(told, bars, "", f"{told} % of all prizes" if told else ""))
    names = tuple(f"{(at * wide + 1) * t.step}" for at in range(_ACROSS))
    return Grid(
        tuple(cells),
        f"{_SEATS[3][seat]} over ICM, % of prizes",
        "across: small blind's chips, down: button's",
        columns=_ACROSS,
        across=names,
        down=names,
    )


def _error(report: TournamentReport, number: int) -> np.ndarray:
    offsets = report.tournament.offsets
    part = slice(int(offsets[number]), int(offsets[number + 1]))
    return np.asarray(report.values[part] - report.icm[part])


def _start(report: TournamentReport) -> Rows:
    t = report.tournament
    stacks = t.states[t.start()]
    chips = [stack * t.step for stack in stacks]
    worth, icm = report.value(*chips), report.icm_value(*chips)
    rows: list[tuple[Cell, ...]] = [
        (name, f"{stack:,}", f"{value:.4f}", f"{model:.4f}", f"{value - model:+.4f}")
        for name, stack, value, model in zip(_SEATS[t.players], chips, worth, icm, strict=True)
    ]
    return Rows(("seat", ">chips", ">worth", ">ICM", ">more"), tuple(rows))


def _rounds(report: TournamentReport) -> Chart:
    rounds = list(range(1, len(report.changes) + 1))
    curve = Curve(report.algorithm, rounds, report.changes, marks=True)
    return Chart((curve,), "round", "gain of a best answer, or change of a value", "Rounds", log_y=True)


def _how(report: TournamentReport) -> str:
    t = report.tournament
    prizes = ", ".join(f"{prize:g}" for prize in t.payouts)
    blinds = ", then ".join(f"{small:,}/{big:,}" for small, big in t.levels)
    more = f" of {t.hands_per_level:g} hands each on average" if t.rises else ""
    more += f", ante {t.ante:,}" if t.ante else ""
    heads = f", {t.bounty:g} a head" if t.bounty else ""
    return (
        f"{t.players} players, {t.chips:,} chips in steps of {t.step:,}, blinds {blinds}{more}, prizes {prizes}{heads}"
        f"; {len(t.states):,} states, {report.algorithm}, {report.known.round} rounds"
    )
