"""What every way of measuring is told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Asked:
    """The options that all ways share; None where nobody said anything."""

    strategy: str
    hands: int | None
    tables: Path | None
    seed: int
    processes: int
    checkpoint: Path | None
    resume: bool
    json: bool
