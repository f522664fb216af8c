"""With which stacks hands are jammed: published charts, and the linear program of two players."""

import numpy as np
import pytest
from scipy.optimize import linprog

from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.tournament import jam_thresholds, make_hand
from riverboat.tournament.equities.pairs import pair_chances
from riverboat.tournament.jam_fold.exact import solve_exactly

# Deepest stacks of published charts (no ante), in big blinds, and the gap of 53s.
PUBLISHED = [
    ("K2s", 0, 19.3),
    ("53s", 0, 12.9),
    ("Q2s", 0, 12.7),
    ("K2o", 0, 11.6),
    ("J2s", 0, 8.5),
    ("53s", 0, 2.4),
    ("32o", 0, 1.4),
    ("A2o", 2, 15.8),
    ("22", 2, 15.0),
    ("K2s", 2, 10.7),
]


@pytest.fixture(scope="module")
def strategies() -> dict[float, np.ndarray]:
    """Tight solutions of the stacks that the tests ask about, each begun with the next deeper one."""
    asked = {3.7, 3.8} | {round(stack + more, 1) for _, _, stack in PUBLISHED for more in (0.0, 0.1)}
    found: dict[float, np.ndarray] = {}
    start = None
    for stack in sorted(asked, reverse=True):
        solved = solve_exactly(
            make_hand(stack, 2), rule="cfr+", iterations=20_000, target=1e-7, both_starts=False, start=start
        )
        found[stack] = start = solved.strategy
    return found


@pytest.mark.parametrize(("name", "row", "stack"), PUBLISHED)
def test_published_thresholds(strategies: dict[float, np.ndarray], name: str, row: int, stack: float) -> None:
    hand = CLASS_NAMES.index(name)
    assert strategies[stack][row, hand] > 0.5
    assert strategies[round(stack + 0.1, 1)][row, hand] < 0.5


def test_the_gap_of_five_three_suited_ends(strategies: dict[float, np.ndarray]) -> None:
    hand = CLASS_NAMES.index("53s")
    assert strategies[3.7][0, hand] < 0.01
    assert strategies[3.8][0, hand] > 0.95


@pytest.mark.parametrize("stack", [19.3, 12.9])
def test_strategies_are_those_of_the_linear_program(
    strategies: dict[float, np.ndarray], stack: float
) -> None:
    """The first seat chooses x, the second y: the most of base x - sum t, where t >= 0 and t >= what calling brings."""
    pairs, hands = pair_chances(), len(CLASS_NAMES)
    values = make_hand(stack, 2).end_values()
    base = np.einsum("o,oab->a", values[1, :, 0] - values[0, :, 0], pairs)
    called = np.einsum("o,oab->ab", values[3, :, 1] - values[1, :, 1], pairs)
    cost = np.concatenate([-base, np.ones(hands)])
    found = linprog(
        cost,
        A_ub=np.hstack([called.T, -np.eye(hands)]),
        b_ub=np.zeros(hands),
        bounds=[(0, 1)] * hands + [(0, None)] * hands,
    )
    assert ((found.x[:hands] > 0.5) == (strategies[stack][0] > 0.5)).all()
    assert ((-found.ineqlin.marginals > 0.5) == (strategies[stack][2] > 0.5)).all()
    ours = strategies[stack]
    worth = base @ ours[0] - ours[0] @ called @ ours[2]
    assert worth == pytest.approx(-found.fun, abs=1e-7)


def test_thresholds_fall_with_the_hand() -> None:
    found = jam_thresholds(deepest=6, step=1.0)
    deepest = found.deepest()
    assert deepest[0].max() == 6
    assert deepest[0].min() == 1
    assert found.spans("53s", 0) == [(5.0, 6.0), (1.0, 2.0)]  # it jams with 3.8 too, but not with 3 and 4
    assert found.to_dict()["spans"]["SB first in"]["AA"] == [(1.0, 6.0)]
