"""What a bot did at a table elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.cli.options import show

if TYPE_CHECKING:
    from fractions import Fraction

    from riverboat.arena.protocols import Elsewhere


def json_chips(chips: int | Fraction) -> int | float:
    """Return chips as JSON has them: whole ones as they are, parts of chips with a point."""
    return chips if isinstance(chips, int) else float(chips)


def show_elsewhere(played: Elsewhere, *, as_json: bool) -> None:
    """Print hands, chips and faults."""
    data = {"hands": played.hands, "chips": json_chips(played.chips), "faults": played.faults}
    faults = "".join(
        f"\n{kind}: {count} times, first {first}" for kind, (count, first) in played.faults.items()
    )
    show(f"{played.hands:,} hands, {json_chips(played.chips):+,} chips{faults}", data, as_json=as_json)
