"""How a player draws from probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import BotError
from riverboat.solvers import Acting

ACTINGS = st.sampled_from([Acting(), Acting("argmax"), Acting("purified", 0.3), Acting("purified", 0.15)])


@given(ACTINGS, st.lists(st.integers(0, 15), min_size=1, max_size=6).filter(any))
def test_rows_are_what_is_drawn(acting: Acting, parts: list[int]) -> None:
    row = [part / sum(parts) for part in parts]
    told = acting.rows(np.array([row]))[0]
    assert told.sum() == pytest.approx(1)
    drawn = np.bincount([acting.draw(row, (place + 0.5) / 4000) for place in range(4000)], minlength=len(row))
    assert np.abs(drawn / 4000 - told).max() < 2e-3


def test_words_and_thresholds_are_checked() -> None:
    with pytest.raises(BotError, match="acting"):
        Acting("pure")  # type: ignore[arg-type]
    with pytest.raises(BotError, match="threshold"):
        Acting("purified", 2)
    assert str(Acting("purified", 0.3)) == "purified 0.3"
