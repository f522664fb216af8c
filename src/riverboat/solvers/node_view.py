"""Drawing a node: the grid of its strategy, tables of actions and hands, JSON and CSV."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from riverboat.cards.card import SUITS
from riverboat.cards.hand_class import CLASS_NAMES, CLASS_OF_HAND, NUM_CLASSES
from riverboat.cards.range_grid import Grid, GridCell
from riverboat.errors import SolverError

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from riverboat.solvers.node import SpotNode

_SUIT_STYLES = dict(zip(SUITS, ("green", "blue", "magenta", "default"), strict=True))
_MOST_ROWS = 60  # hands of a game without a grid that a terminal shows


def node_grid(node: SpotNode) -> Grid:
    """Return the 13 x 13 grid: each cell is split as its hands play, by how much of the range they are."""
    cards = node.players[node.actor].cards.astype(np.intp)
    if cards.shape[1] != 2:
        raise SolverError("the 13 x 13 grid is for two-card hands; print the node for a list")
    classes = CLASS_OF_HAND[cards[:, 0] * (cards[:, 0] - 1) // 2 + cards[:, 1]]
    reach = node.weights
    held = np.bincount(classes, reach, NUM_CLASSES)
    present = np.bincount(classes, minlength=NUM_CLASSES)
    played = np.stack([np.bincount(classes, reach * column, NUM_CLASSES) for column in node.strategy.T])
    cells = []
    for number, name in enumerate(CLASS_NAMES):
        if held[number] <= 1e-9:
            cells.append(GridCell(name))
            continue
        shares = played[:, number] / held[number]
        shares = shares / shares.sum()
        weight = held[number] / present[number]
        bars = tuple(
            (option.colour, float(min(1.0, share)))
            for option, share in reversed(list(zip(node.options, shares, strict=True)))
        )
        told = ", ".join(
            f"{option.name} {share:.0%}"
            for option, share in zip(node.options, shares, strict=True)
            if share > 0.005
        )
        tooltip = f"{name}: {told}" + (f"; weight {weight:.0%}" if weight < 0.995 else "")
        cells.append(GridCell(name, bars, tooltip=tooltip))
    legend = tuple(
        (option.colour, f"{option.name} {share:.1%}")
        for option, share in zip(node.options, node.frequencies, strict=True)
    )
    return Grid(tuple(cells), title=title(node), legend=legend)


def title(node: SpotNode) -> str:
    """Return where a node is and who acts."""
    cards = " ".join(node.board[i : i + 2] for i in range(0, len(node.board), 2))
    line = f"after {node.line}" if node.line else "to begin"
    call = f", {node.to_call} to call" if node.to_call else ""
    return f"{cards or 'no board'}  {line}: {node.position} to act, pot {node.pot}{call}"


def actions_table(node: SpotNode, *, evs: bool = True) -> Table:
    """Return how often each action is taken and what it is worth."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action")
    for name in ("frequency", "combos", *(("EV",) if evs else ())):
        table.add_column(name, justify="right")
    combos = node.weights @ node.strategy
    for number, option in enumerate(node.options):
        cells = [f"{node.frequencies[number]:.1%}", f"{combos[number]:.1f}"]
        if evs:
            cells.append(_number(_action_ev(node, number)))
        table.add_row(Text("■ ", style=option.colour) + Text(option.name, style="default"), *cells)
    return table


def _action_ev(node: SpotNode, action: int) -> float:
    """The mean EV of an action over the hands that take it."""
    weight = node.players[node.actor].share * node.strategy[:, action]
    values = node.action_evs[:, action]
    counted = (weight > 0) & ~np.isnan(values)
    total = weight[counted].sum()
    return float(values[counted] @ weight[counted] / total) if total > 1e-9 else math.nan


def players_table(node: SpotNode) -> Table:
    """Return range, EV, equity and realisation of both players."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("player")
    for name in ("combos", "EV", "equity", "EQR"):
        table.add_column(name, justify="right")
    for player, position in zip(node.players, ("OOP", "IP"), strict=True):
        ev, eq = player.mean_ev, player.mean_equity
        table.add_row(
            position,
            f"{player.reach.sum():.1f}",
            _number(ev),
            f"{eq:.1%}",
            f"{ev / (eq * node.pot):.1%}" if eq else "–",
        )
    return table


def hand_table(node: SpotNode, hands: list[str] | None = None) -> Table:
    """Return what single hands do and are worth, all if none are named."""
    from rich.table import Table

    own = node.players[node.actor]
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("hand")
    two_cards = own.cards.shape[1] == 2
    for name in (
        "weight",
        "EV",
        *(("equity",) if two_cards else ()),
        *(option.name for option in node.options),
    ):
        table.add_column(name, justify="right")
    for place in range(len(own.hands)) if hands is None else [own.index(hand) for hand in hands]:
        cells = [f"{own.reach[place]:.3g}", _number(node.ev[place])]
        if two_cards:
            cells.append(f"{own.equity[place]:.1%}")
        chosen = zip(node.strategy[place], node.action_evs[place], strict=True)
        cells += [f"{share:.1%} ({_number(worth)})" for share, worth in chosen]
        table.add_row(own.hands[place], *cells)
    return table


def node_picture(node: SpotNode) -> RenderableType:
    """Return the grid and the tables, or the list of hands where there is no grid."""
    from rich.console import Group
    from rich.text import Text

    if node.players[0].cards.shape[1] == 2 and node._walker.solver.tree.game.deck.size == 52:
        return Group(node.grid(), "", actions_table(node), "", players_table(node))
    names = list(node.hands[:_MOST_ROWS])
    return Group(Text(title(node)), actions_table(node), "", hand_table(node, names))


def node_dict(node: SpotNode, *, evs: bool) -> dict[str, Any]:
    """Return plain values; numbers that do not exist are None."""
    own = node.players[node.actor]
    hands = []
    for place, hand in enumerate(own.hands):
        entry: dict[str, Any] = {
            "hand": hand,
            "weight": float(own.reach[place]),
            "strategy": node.strategy[place].tolist(),
        }
        if evs:
            entry["ev"] = _plain(node.ev[place])
            entry["action_evs"] = [_plain(value) for value in node.action_evs[place]]
        hands.append(entry)
    actions = [
        {"action": option.token, "name": option.name, "frequency": float(share)}
        for option, share in zip(node.options, node.frequencies, strict=True)
    ]
    data = {
        "line": node.line,
        "board": node.board,
        "street": node.street,
        "position": node.position,
        "pot": node.pot,
        "to_call": node.to_call,
        "stacks": list(node.stacks),
        "actions": actions,
        "hands": hands,
    }
    if evs:
        data["evs"] = [_plain(player.mean_ev) for player in node.players]
    return data


def node_csv(node: SpotNode, *, evs: bool) -> str:
    """Return a table with a row for each hand of the actor."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    tokens = [option.token for option in node.options]
    writer.writerow(
        ["hand", "weight", *tokens, *(["ev", *(f"ev {token}" for token in tokens)] if evs else [])]
    )
    for place, hand in enumerate(node.hands):
        row = [hand, f"{node.weights[place]:.6g}", *(f"{share:.6g}" for share in node.strategy[place])]
        if evs:
            row += [f"{value:.6g}" for value in (node.ev[place], *node.action_evs[place])]
        writer.writerow(row)
    return out.getvalue()


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{round(value, 2) + 0.0:,.2f}"  # no -0.00
