"""All hands at a point: the grid of what they do, how often each action is taken, what both ranges are worth."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.drawing import draws
from riverboat.cards.card import RANKS, SUIT_SYMBOLS
from riverboat.solvers.asking.cells import NOTHING, Cells
from riverboat.solvers.asking.decision import AllHands, Answer
from riverboat.views.page import Page
from riverboat.views.shapes import CardRow, Cell, Grid, GridCell, Key, Note, Rows, Shape

_MOST_LISTED: Final = 12  # hands of a game that are told one by one below the grid
_ALIKE: Final = 0.005  # suits that differ by less look the same


@draws(AllHands)
def draw_all_hands(hands: AllHands) -> Page:
    """Return the grid, how often each action is taken, and what the answer rests on."""
    shapes: list[Shape] = [replace(all_hands_grid(hands), legend=()), action_rows(hands)]
    if hands.has_values:
        shapes.append(player_rows(hands))
    if len(hands.hands) <= _MOST_LISTED:
        shapes.append(hand_rows(hands))
    return Page(*shapes, *answer_notes(hands))


@draws(AllHands, "grid")
def all_hands_grid(hands: AllHands) -> Grid:
    """Return the grid: each cell is split as its hands play, weighted by how often they come here.

    Two-card hands have a square, aces top left, suited hands above the diagonal; single cards a row by rank, or one
    for each suit where suits differ. The number in a cell is the percentage that does not fold, or not check where
    nobody has bet.
    """
    cell_of, labels, columns = _cells(hands)
    summed = Cells(cell_of, hands.reach, len(labels))
    mass, weight, played = summed.mass, summed.weight, summed.shares(hands.strategy)
    cells = []
    for number, label in enumerate(labels):
        if mass[number] <= NOTHING:
            cells.append(GridCell(label))
            continue
        shares = played[:, number] / played[:, number].sum()
        choice = list(zip(hands.options, shares.tolist(), strict=True))
        told = ", ".join(f"{option.name} {share:.0%}" for option, share in choice if share > 0.005)
        bars = tuple((option.colour, min(1.0, share)) for option, share in reversed(choice))
        tooltip = f"{label}: {told}; weight {weight[number]:.0%}"
        cells.append(GridCell(label, bars, f"{100 * (1 - shares[0]):.0f}%", tooltip))
    legend = tuple(
        (option.colour, f"{option.name} {share:.1%}")
        for option, share in zip(hands.options, hands.frequencies, strict=True)
    )
    footer = f"numbers: percent that does not {hands.options[0].name.split()[0]}"
    return Grid(tuple(cells), hands.state.title, footer, legend, columns)


def action_rows(hands: AllHands) -> Rows:
    """Return how often each action is taken and, if that is known, what it is worth."""
    combos = hands.reach @ hands.strategy
    rows: list[tuple[Cell, ...]] = []
    for number, option in enumerate(hands.options):
        worth = (_worth(hands, _action_ev(hands, number)),) if hands.has_values else ()
        told = f"{hands.frequencies[number]:.1%}", f"{combos[number]:.1f}"
        rows.append((Key(option.colour, option.name), *told, *worth))
    return Rows(
        ("action", ">frequency", ">combos", *((_worth_head(hands),) if hands.has_values else ())), tuple(rows)
    )


def player_rows(hands: AllHands) -> Rows:
    """Return range, EV, equity and realisation of both players."""
    equities = (">equity", ">EQR") if hands.has_equities else ()
    rows = []
    for player in hands.players:
        ev = player.mean_ev
        row = [player.position, f"{player.reach.sum():.1f}", _worth(hands, ev)]
        if hands.has_equities:
            equity = player.mean_equity
            row += [f"{equity:.1%}", f"{ev / (equity * hands.pot):.1%}" if equity else "–"]
        rows.append(tuple(row))
    return Rows(("player", ">combos", _worth_head(hands), *equities), tuple(rows))


def hand_rows(hands: AllHands, names: list[str] | None = None) -> Rows:
    """Return what single hands do and, if that is known, are worth; all if none are named."""
    known = [
        *((_worth_head(hands),) if hands.has_values else ()),
        *((">equity",) if hands.has_equities else ()),
    ]
    rows: list[tuple[Cell, ...]] = []
    for name in hands.hands if names is None else names:
        place = hands.index(name)
        cells = [f"{hands.reach[place]:.3g}"]
        played = [f"{share:.1%}" for share in hands.strategy[place]]
        if hands.has_values:
            cells.append(_worth(hands, hands.ev[place]))
            worth = hands.action_evs[place]
            played = [f"{share} ({_worth(hands, ev)})" for share, ev in zip(played, worth, strict=True)]
        if hands.has_equities:
            cells.append(f"{hands.equity[place]:.1%}")
        rows.append((hand_cell(name), *cells, *played))
    return Rows(("hand", ">weight", *known, *(f">{option.name}" for option in hands.options)), tuple(rows))


def hand_cell(hand: str) -> Cell:
    """Return the cards of a hand, or the name of a class such as AKo."""
    is_cards = len(hand) % 2 == 0 and all(suit in "cdhs" for suit in hand[1::2])
    return CardRow(hand) if is_cards else hand


def answer_notes(answer: Answer) -> list[Note]:
    """Return what an answer rests on."""
    return [Note(note, "dim") for note in answer.notes]


def worth_text(answer: Answer, value: float) -> str:
    """Return what something is worth with two digits, in big blinds where one is known; a dash without a number.

    >>> import riverboat as rb
    >>> hands = rb.solve("kuhn", iterations=1).grid()
    >>> [worth_text(hands, value) for value in (1234.567, -0.001, math.nan)]
    ['1,234.57', '0.00', '–']
    """
    return "–" if math.isnan(value) else answer.state.game.amount(value, decimals=2)


def _worth(hands: AllHands, value: float) -> str:
    """The same under a head that says the unit."""
    return worth_text(hands, value).removesuffix(" bb")


def _worth_head(hands: AllHands) -> str:
    """The head of EVs."""
    return ">EV, bb" if hands.state.game.amount(0).endswith("bb") else ">EV"


def _action_ev(hands: AllHands, action: int) -> float:
    """The mean EV of an action over the hands that take it."""
    weight = hands.share * hands.strategy[:, action]
    values = hands.action_evs[:, action]
    counted = (weight > 0) & ~np.isnan(values)
    total = weight[counted].sum()
    return float(values[counted] @ weight[counted] / total) if total > 1e-9 else math.nan


def _cells(hands: AllHands) -> tuple[npt.NDArray[np.intp], list[str], int]:
    """Return the cell of each hand, intp[hands], the labels of all cells, and how many stand in a row."""
    deck = hands.state.game.deck
    cards = hands.state.hands.astype(np.intp)
    ranks = sorted({card // 4 for card in deck.cards}, reverse=True)
    column_of = np.zeros(len(RANKS), np.intp)
    column_of[ranks] = np.arange(len(ranks))
    names = [RANKS[rank] for rank in ranks]
    columns = column_of[cards // 4]
    if cards.shape[1] == 2:
        high, low = columns.min(axis=1), columns.max(axis=1)
        suited = cards[:, 0] % 4 == cards[:, 1] % 4
        labels = [
            names[min(row, column)]
            + names[max(row, column)]
            + ("" if row == column else "s" if row < column else "o")
            for row in range(len(ranks))
            for column in range(len(ranks))
        ]
        return np.where(suited, high * len(ranks) + low, low * len(ranks) + high), labels, len(ranks)
    if _suits_alike(hands, columns[:, 0]):
        return columns[:, 0], names, len(ranks)
    suits = sorted({card % 4 for card in deck.cards}, reverse=True)
    row_of = np.zeros(len(SUIT_SYMBOLS), np.intp)
    row_of[suits] = np.arange(len(suits))
    labels = [name + SUIT_SYMBOLS[suit] for suit in suits for name in names]
    return row_of[cards[:, 0] % 4] * len(ranks) + columns[:, 0], labels, len(ranks)


def _suits_alike(hands: AllHands, rank_of: npt.NDArray[np.intp]) -> bool:
    """Whether the hands of each rank that come here are played the same."""
    comes = hands.reach > 1e-9
    return all(
        float(np.ptp(hands.strategy[comes & (rank_of == rank)], axis=0).max(initial=0.0)) < _ALIKE
        for rank in np.unique(rank_of[comes])
    )
