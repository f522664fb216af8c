"""Drawing answers: bars for a hand, the grid and tables for all hands, plain values and CSV."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from riverboat.cards.hand_class import CLASS_NAMES, CLASS_OF_HAND, NUM_CLASSES
from riverboat.cards.range_grid import Grid, GridCell
from riverboat.errors import StrategyError

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from riverboat.solvers.asking.decision import AllHands, Answer, Decision
    from riverboat.solvers.solutions.solved_hands import SolvedHands

_BAR = 40  # columns of a bar of 100 %
_MOST_ROWS = 60  # hands of a game without a grid that a terminal shows


# --- one hand --------------------------------------------------------------------------------------------------


def decision_view(decision: Decision) -> RenderableType:
    """Return a bar for each action, its EV if that is known, and below what the answer rests on."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="dim")
    table.add_column()
    for _ in range(1 + decision.has_values):
        table.add_column(justify="right")
    for number, (option, share) in enumerate(zip(decision.options, decision.probabilities, strict=True)):
        worth = [f"EV {_number(decision.action_evs[number])}"] if decision.has_values else []
        bar = Text("█" * round(_BAR * share), style=option.colour)
        table.add_row(option.token, option.name, f"{share:.1%}", *worth, bar)
    return Group(Text(f"{decision.hand}  {decision.state.title}", style="bold"), table, *_notes(decision))


def decision_dict(decision: Decision) -> dict[str, Any]:
    """Return plain values."""
    data = decision.state.to_dict()
    for action, probability in zip(data["actions"], decision.probabilities, strict=True):
        action["probability"] = probability
    if decision.has_values:
        for action, ev in zip(data["actions"], decision.action_evs, strict=True):
            action["ev"] = _plain(ev)
        data |= {"ev": _plain(decision.ev)}
    if decision.has_equities:
        data |= {"equity": _plain(decision.equity)}
    return {"hand": decision.hand, **data}


def _notes(answer: Answer) -> list[RenderableType]:
    from rich.text import Text

    return [Text(note, style="dim") for note in answer.notes]


# --- all hands -------------------------------------------------------------------------------------------------


def all_hands_grid(hands: AllHands) -> Grid:
    """Return the grid: each cell is split as its hands play, weighted by how often they come here.

    The number in a cell, which tells without colours, is the percentage that does not fold, or not check where nobody
    has bet; none stands where that is all.
    """
    cards = hands.state.hands.astype(np.intp)
    if cards.shape[1] != 2:
        raise StrategyError("the 13 x 13 grid is for two-card hands; print the answer for a list")
    classes = CLASS_OF_HAND[cards[:, 0] * (cards[:, 0] - 1) // 2 + cards[:, 1]]
    mass = np.bincount(classes, hands.reach, NUM_CLASSES)
    present = np.bincount(classes, minlength=NUM_CLASSES)
    played = np.stack(
        [np.bincount(classes, hands.reach * column, NUM_CLASSES) for column in hands.strategy.T]
    )
    cells = []
    for number, name in enumerate(CLASS_NAMES):
        if mass[number] <= 1e-9:
            cells.append(GridCell(name))
            continue
        shares = played[:, number] / played[:, number].sum()
        choice = list(zip(hands.options, shares.tolist(), strict=True))
        told = ", ".join(f"{option.name} {share:.0%}" for option, share in choice if share > 0.005)
        bars = tuple((option.colour, min(1.0, share)) for option, share in reversed(choice))
        note = f"{min(99, round(100 * (1 - shares[0])))}%" if shares[0] > 0.005 else ""
        weight = mass[number] / present[number]
        cells.append(GridCell(name, bars, note, f"{name}: {told}; weight {weight:.0%}"))
    legend = tuple(
        (option.colour, f"{option.name} {share:.1%}")
        for option, share in zip(hands.options, hands.frequencies, strict=True)
    )
    footer = f"numbers: percent that does not {hands.options[0].name.split()[0]}"
    return Grid(tuple(cells), title=hands.state.title, footer=footer, legend=legend)


def all_hands_view(hands: AllHands) -> RenderableType:
    """Return the grid, or a list where there is none, how often each action is taken, and what the answer rests on."""
    from rich.console import Group
    from rich.text import Text

    has_grid = hands.state.game.hole_cards == 2 and hands.state.game.deck.size == 52
    parts: list[RenderableType] = [hands.grid(), ""] if has_grid else [Text(hands.state.title)]
    parts.append(actions_table(hands))
    if not has_grid:
        parts += ["", hand_table(hands, list(hands.hands[:_MOST_ROWS]))]
    elif hands.has_values:
        parts += ["", players_table(hands)]  # type: ignore[arg-type]  # those with values have players
    return Group(*parts, *_notes(hands))


def actions_table(hands: AllHands) -> Table:
    """Return how often each action is taken and, if that is known, what it is worth."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action")
    for name in ("frequency", "combos", *(("EV",) if hands.has_values else ())):
        table.add_column(name, justify="right")
    combos = hands.reach @ hands.strategy
    for number, option in enumerate(hands.options):
        cells = [f"{hands.frequencies[number]:.1%}", f"{combos[number]:.1f}"]
        if hands.has_values:
            cells.append(_number(_action_ev(hands, number)))
        table.add_row(Text("■ ", style=option.colour) + Text(option.name, style="default"), *cells)
    return table


def _action_ev(hands: AllHands, action: int) -> float:
    """The mean EV of an action over the hands that take it."""
    weight = hands.share * hands.strategy[:, action]
    values = hands.action_evs[:, action]
    counted = (weight > 0) & ~np.isnan(values)
    total = weight[counted].sum()
    return float(values[counted] @ weight[counted] / total) if total > 1e-9 else math.nan


def players_table(hands: SolvedHands) -> Table:
    """Return range, EV, equity and realisation of both players."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("player")
    for name in ("combos", "EV", "equity", "EQR"):
        table.add_column(name, justify="right")
    for player in hands.players:
        ev, eq = player.mean_ev, player.mean_equity
        table.add_row(
            player.position,
            f"{player.reach.sum():.1f}",
            _number(ev),
            f"{eq:.1%}",
            f"{ev / (eq * hands.pot):.1%}" if eq else "–",
        )
    return table


def hand_table(hands: AllHands, names: list[str] | None = None) -> Table:
    """Return what single hands do and, if that is known, are worth; all if none are named."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("hand")
    known = [*(("EV",) if hands.has_values else ()), *(("equity",) if hands.has_equities else ())]
    for name in ("weight", *known, *(option.name for option in hands.options)):
        table.add_column(name, justify="right")
    for name in hands.hands if names is None else names:
        place = hands.index(name)
        cells = [f"{hands.reach[place]:.3g}"]
        played = [f"{share:.1%}" for share in hands.strategy[place]]
        if hands.has_values:
            cells.append(_number(hands.ev[place]))
            worth = hands.action_evs[place]
            played = [f"{share} ({_number(ev)})" for share, ev in zip(played, worth, strict=True)]
        if hands.has_equities:
            cells.append(f"{hands.equity[place]:.1%}")
        table.add_row(name, *cells, *played)
    return table


def all_hands_dict(hands: AllHands, *, evs: bool) -> dict[str, Any]:
    """Return plain values; numbers that do not exist are None."""
    data = hands.state.to_dict()
    for action, share in zip(data["actions"], hands.frequencies.tolist(), strict=True):
        action["frequency"] = share
    data["hands"] = [
        {"hand": name, "weight": reach, "strategy": row}
        for name, reach, row in zip(hands.hands, hands.reach.tolist(), hands.strategy.tolist(), strict=True)
    ]
    if evs:
        for entry, ev, row in zip(data["hands"], hands.ev, hands.action_evs, strict=True):
            entry |= {"ev": _plain(ev), "action_evs": [_plain(value) for value in row]}
    return data


def all_hands_csv(hands: AllHands, *, evs: bool) -> str:
    """Return a table with a row for each hand."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    tokens = [option.token for option in hands.options]
    writer.writerow(
        ["hand", "weight", *tokens, *(["ev", *(f"ev {token}" for token in tokens)] if evs else [])]
    )
    for place, hand in enumerate(hands.hands):
        row = [hand, f"{hands.reach[place]:.6g}", *(f"{share:.6g}" for share in hands.strategy[place])]
        if evs:
            row += [f"{value:.6g}" for value in (hands.ev[place], *hands.action_evs[place])]
        writer.writerow(row)
    return out.getvalue()


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{round(value, 2) + 0.0:,.2f}"  # no -0.00
