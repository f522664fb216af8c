"""A small build of Sparbot, which its own tests and those of others use."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.abstraction.card_abstraction import HOLDEM
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.bots.classic.buckets import StrengthBuckets
from riverboat.bots.classic.parts import PartedStrategy
from riverboat.bots.classic.sparbot import SparbotConfig, solve_sparbot


@pytest.fixture(scope="session")
def buckets() -> StrengthBuckets:
    """Two or three buckets a street; those of the flop and the turn are of no meaning, so that they cost nothing."""
    rng = np.random.default_rng(5)
    tables = (
        rng.integers(0, 3, 169).astype(np.uint16),
        (np.arange(1_286_792) % 2).astype(np.uint16),
        (np.arange(13_960_050) % 2).astype(np.uint16),
    )
    return StrengthBuckets(
        TableAbstraction(tables, (3, 2, 2), HOLDEM[:3]), (np.arange(1981) >= 990).astype(np.uint16)
    )


@pytest.fixture(scope="session")
def small(buckets: StrengthBuckets) -> PartedStrategy:
    return solve_sparbot(buckets, SparbotConfig(boards=64, pairs=8, target=0.5, seed=3), threads=1)
