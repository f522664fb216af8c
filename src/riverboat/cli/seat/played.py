"""What a bot did at a table elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.cli.options import show

if TYPE_CHECKING:
    from riverboat.arena.protocols import Elsewhere


def show_elsewhere(played: Elsewhere, *, as_json: bool) -> None:
    """Print hands, chips and faults."""
    data = {"hands": played.hands, "chips": played.chips, "faults": played.faults}
    faults = "".join(
        f"\n{kind}: {count} times, first {first}" for kind, (count, first) in played.faults.items()
    )
    show(f"{played.hands:,} hands, {played.chips:+,} chips{faults}", data, as_json=as_json)
