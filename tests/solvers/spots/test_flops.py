"""Flops that stand for all: they are found the same way every time, and their means are those of all flops."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

import riverboat as rb
from riverboat.cards.card import parse_cards
from riverboat.errors import SolverError
from riverboat.solvers.spots.flops import flops, representative_flops, straights


def shares(weights: dict[str, float]) -> dict[str, float]:
    """How often a flop is high, paired, of one suit or two, or has straights in it."""
    found: dict[str, float] = {}
    for name, weight in weights.items():
        cards = parse_cards(name)
        ranks, suits = {card // 4 for card in cards}, {card % 4 for card in cards}
        kinds = [
            f"high {max(max(ranks), 6)}", f"{len(suits)} suits", f"paired {len(ranks) < 3}",
            f"straight {straights(ranks) > 0}",
        ]  # fmt: skip
        for kind in kinds:
            found[kind] = found.get(kind, 0.0) + weight / 22_100
    return found


def test_all_flops() -> None:
    assert len(flops()) == 1755
    assert sum(flops().values()) == 22_100
    found = shares(dict(flops()))
    assert found["high 12"] == pytest.approx(1 - 48 * 47 * 46 / (52 * 51 * 50))  # an ace
    assert found["1 suits"] == pytest.approx(4 * 286 / 22_100)
    assert straights({12, 3, 0}) == 1  # A52: with 4 and 3
    assert [straights(ranks) for ranks in ({10, 9, 8}, {12, 11, 10}, {12, 9, 4}, {5})] == [3, 1, 0, 0]


def test_the_25_are_made_again() -> None:
    """Distances are whole numbers, so they are the same everywhere."""
    assert " ".join(representative_flops()) == (
        "Qs8h4s Qs8h4d 8h5s3s AhJs8s Js7h7d 9s5h3d KsJh7d 8s4s4h KsKh9s Th8s7s Kh6s2s KsJs3h 6s4h3s 7s3h3d Qs8s4s "
        "AhQsTs KsKh9d AsTh3d Kh9s6s Ks5h2d Ts7h4s 9s8h6d 9s9h6s QsJh9d Js4s2h"
    )


def test_mean_equities_are_those_of_all() -> None:
    """Narrow ranges that nothing was tuned on. 25 flops at random are off by 0.014, those spread evenly by 0.032."""
    oop, ip = rb.Range("88,AJs,QTs,65s"), rb.Range("TT,ATs,KQs,76s")

    def mean(weights: Mapping[str, float]) -> float:
        equities = [rb.equity(oop, ip, board=board).players[0].equity for board in weights]
        return float(np.average(equities, weights=list(weights.values())))

    assert mean(representative_flops()) == pytest.approx(mean(flops()), abs=0.012)


@pytest.mark.parametrize("count", [25, 60])
def test_the_shares_of_kinds_are_those_of_all(count: int) -> None:
    some = representative_flops(count)
    assert len(some) == count
    assert sum(some.values()) == pytest.approx(22_100)
    assert min(some.values()) > 50
    found, right = shares(dict(some)), shares(dict(flops()))
    assert set(found) == set(right)
    assert found == pytest.approx(right, abs=1e-5)


def test_what_is_remembered_cannot_be_changed() -> None:
    for found in (flops(), representative_flops(3)):
        with pytest.raises(TypeError, match="does not support item assignment"):
            found["QsJh2h"] = 1  # type: ignore[index]


def test_every_number_of_flops() -> None:
    assert len(representative_flops(1)) == 1
    assert len(representative_flops(90)) == 90
    for count in (0, 1756, True, 2.5):
        with pytest.raises(SolverError, match="the number of flops is"):
            representative_flops(count)  # type: ignore[arg-type]
