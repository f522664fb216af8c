"""Drawing answers: bars for a hand, the grid for all hands, what made a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from riverboat.cards.card import card_names
from riverboat.cards.hand_class import CLASS_NAMES, CLASS_OF_HAND, CLASS_SIZES, NUM_CLASSES
from riverboat.cards.range_grid import Grid, GridCell
from riverboat.errors import StrategyError
from riverboat.games.streets import street_names
from riverboat.memory import bytes_text
from riverboat.strategy.board_buckets import hand_cards_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from riverboat.strategy.blueprint import Blueprint
    from riverboat.strategy.decision import AllHands, Decision
    from riverboat.strategy.situation import Situation
    from riverboat.strategy.strategy_file import StrategyFile

_BAR = 40  # columns of a bar of 100 %


def decision_view(decision: Decision) -> RenderableType:
    """Return a bar for each action, and below it what the answer rests on."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="dim")
    for justify in ("left", "right", "left"):
        table.add_column(justify=justify)
    for option, share in zip(decision.options, decision.probabilities, strict=True):
        bar = Text("█" * round(_BAR * share), style=option.colour)
        table.add_row(option.token, option.name, f"{share:.1%}", bar)
    trained = "" if decision.well_trained else " (not well trained)"
    notes = [f"bucket {decision.bucket:,}, about {decision.visits:,} visits{trained}"]
    return Group(
        Text(f"{decision.hand}  {decision.situation.title}", style="bold"),
        table,
        *(Text(note, style="dim") for note in (*notes, *_notes(decision.situation))),
    )


def _notes(situation: Situation) -> list[str]:
    played = [f"played {one}" for one in situation.translated]
    return [*played, *(f"assumed: {words}" for words in situation.assumed)]


# --- all hands ---------------------------------------------------------------------------------------------


def all_hands_grid(hands: AllHands) -> Grid:
    """Return the grid: each cell is split as its hands play, weighted by how often they come here.

    The number in a cell, which tells without colours, is the percentage that does not fold, or not check where nobody
    has bet; none stands where that is all.
    """
    if hands.situation.table.game.hole_cards != 2:
        raise StrategyError("the 13 x 13 grid is for two-card hands; use the strategy itself")
    held = hands.strategy.any(axis=1)
    reach = np.where(held, hands.reach, 0)
    mass = np.bincount(CLASS_OF_HAND, reach, NUM_CLASSES)
    played = np.stack(
        [np.bincount(CLASS_OF_HAND, reach * column, NUM_CLASSES) for column in hands.strategy.T]
    )
    cells = []
    for number, name in enumerate(CLASS_NAMES):
        if mass[number] <= 1e-9:
            cells.append(GridCell(name))
            continue
        shares = played[:, number] / played[:, number].sum()
        choice = list(zip(hands.options, shares.tolist(), strict=True))
        told = ", ".join(f"{option.name} {share:.0%}" for option, share in choice if share > 0.005)
        weight = mass[number] / CLASS_SIZES[number]
        bars = tuple((option.colour, min(1.0, share)) for option, share in reversed(choice))
        active = min(99, round(100 * (1 - shares[0])))
        note = f"{active}%" if shares[0] > 0.005 else ""
        cells.append(GridCell(name, bars, note, f"{name}: {told}; weight {weight:.0%}"))
    legend = tuple(
        (option.colour, f"{option.name} {share:.1%}")
        for option, share in zip(hands.options, hands.frequencies, strict=True)
    )
    passive = hands.options[0].name.split()[0]
    footer = f"numbers: percent that does not {passive}"
    return Grid(tuple(cells), title=hands.situation.title, footer=footer, legend=legend)


def all_hands_view(hands: AllHands) -> RenderableType:
    """Return the grid, how often each action is taken, and what the answer rests on."""
    from rich.console import Group
    from rich.text import Text

    often = "  ".join(
        f"{option.name} {share:.1%}" for option, share in zip(hands.options, hands.frequencies, strict=True)
    )
    notes = [Text(note, style="dim") for note in _notes(hands.situation)]
    if hands.situation.table.game.hole_cards == 2:
        return Group(hands.grid(), Text(often), *notes)
    rows = [
        f"{name}  " + "  ".join(f"{share:.1%}" for share in played.tolist())
        for name, played in zip(_names(hands), hands.strategy, strict=True)
        if played.any()
    ]
    return Group(Text(hands.situation.title), Text(often), *rows, *notes)


def all_hands_dict(hands: AllHands) -> dict[str, Any]:
    """Return plain values."""
    played = [
        {"hand": name, "reach": reach, "strategy": row.tolist()}
        for name, reach, row in zip(_names(hands), hands.reach.tolist(), hands.strategy, strict=True)
        if row.any()
    ]
    return {**hands.situation.to_dict(), "frequencies": list(hands.frequencies), "hands": played}


def _names(hands: AllHands) -> list[str]:
    return [card_names(cards) for cards in hand_cards_of(hands.situation.table.game).tolist()]


# --- what made a strategy ------------------------------------------------------------------------------------


def blueprint_dict(blueprint: Blueprint) -> dict[str, Any]:
    """Return plain values."""
    return {
        "name": blueprint.name,
        "files": [
            {
                "file": file.path.name,
                "bytes": file.nbytes,
                "config": file.config.name,
                "start": file.config.start,
                "average": file.average,
                "visits_stored_by": "bucket" if file.has_cell_visits else "row",
                "buckets": list(file.buckets),
                "provenance": file.provenance,
            }
            for file in blueprint.files
        ],
    }


def blueprint_view(blueprint: Blueprint) -> RenderableType:
    """Return what made the files: first what they have in common, then a column for each."""
    from rich.console import Group
    from rich.table import Table

    facts = [_facts(file) for file in blueprint.files]
    names = list(dict.fromkeys(name for one in facts for name in one))
    shared = [name for name in names if len({one.get(name) for one in facts}) == 1]
    common = Table(box=None, pad_edge=False, show_header=False, title=blueprint.name, title_justify="left")
    common.add_column(style="dim")
    for name in shared:
        common.add_row(name, facts[0][name])
    if len(shared) == len(names):
        return common
    each = Table(box=None, pad_edge=False, show_header=False)
    each.add_column(style="dim")
    for _ in facts:
        each.add_column(justify="right")
    for name in names:
        if name not in shared:
            each.add_row(name, *(one.get(name, "") for one in facts))
    return Group(common, "", each)


def _facts(file: StrategyFile) -> dict[str, str]:
    """What is known of a file, by names and in words for people."""
    config = file.config
    streets = zip(street_names(config.game), file.buckets, strict=True)
    facts: dict[str, object] = {
        "game": f"{config.game.name}, {config.game.players} players",
        "config": config.name,
        "begins after": config.start or "blinds",
        "buckets": ", ".join(f"{street} {count:,}" for street, count in streets),
        "average": file.average,
        "visits stored by": "bucket" if file.has_cell_visits else "row",
        "size": bytes_text(file.nbytes),
    }
    left_out = ("config", "trained")  # pages of it, see --json; the same as the share visited 100 times
    facts |= {name: value for name, value in file.provenance.items() if name not in left_out}
    facts["commit"] = str(facts.get("commit", ""))[:10]
    return {
        name.replace("_", " ").removeprefix("share "): _plain(value, may_be_share=name != "seconds")
        for name, value in facts.items()
    }


def _plain(value: object, *, may_be_share: bool = True) -> str:
    """Numbers as people write them; shares in percent.

    >>> _plain(500_000_000), _plain(6_932_780_123), _plain(0.98765), _plain(61.5), _plain("abc")
    ('500,000,000', '6.93 G', '98.77 %', '61.5', 'abc')
    >>> _plain(0.1, may_be_share=False)
    '0.1'
    """
    if isinstance(value, int) and value >= 10**9:
        return f"{value / 1e9:,.3g} G"
    if may_be_share and isinstance(value, float) and 0 <= value <= 1:
        return f"{value:.2%}".replace("%", " %")
    return f"{value:,}" if isinstance(value, int) else str(value)
