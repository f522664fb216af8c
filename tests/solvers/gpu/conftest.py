"""Cards for the tests of this folder: one that a processor plays, and a real one where there is any."""

from __future__ import annotations

import pytest
from tests.solvers.gpu.emulated import EmulatedCard

from riverboat.errors import SolverError
from riverboat.solvers.gpu.card import open_card

_OPENERS = (
    "riverboat.solvers.gpu.card",
    "riverboat.solvers.gpu.sampled_card",
    "riverboat.solvers.sampled.engine",
    "riverboat.solvers.full_width.on_card",
    "riverboat.solvers.spots.batch",
)


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> EmulatedCard:
    """Let every "cuda" be this card."""
    card = EmulatedCard()
    for module in _OPENERS:
        monkeypatch.setattr(f"{module}.open_card", lambda device="cuda": card)
    return card


@pytest.fixture
def real_card() -> None:
    """Skip the test unless there is a card."""
    try:
        open_card()
    except SolverError as problem:
        pytest.skip(str(problem))
