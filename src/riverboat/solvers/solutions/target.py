"""The exploitability to stop at, in chips: from percent of the pot or from thousandths of a big blind."""

from __future__ import annotations

from riverboat.base.checks import number
from riverboat.errors import SolverError
from riverboat.solvers.full_width.setup import GameSetup


def target_chips(
    setup: GameSetup,
    target: float | None = None,
    *,
    target_pot_percent: float | None = None,
    target_mbb: float | None = None,
) -> float | None:
    """Return a target in chips, however it is given; None if it is not.

    target: chips. target_pot_percent: percent of the pot where the tree begins. target_mbb: thousandths of a big blind.

    >>> from riverboat.solvers import game_setup
    >>> setup = game_setup("hu-fcpa")  # blinds of 50 and 100
    >>> target_chips(setup, 2.0), target_chips(setup, target_pot_percent=1), target_chips(setup, target_mbb=5)
    (2.0, 1.5, 0.5)
    """
    check_one_target(target=target, target_pot_percent=target_pot_percent, target_mbb=target_mbb)
    if target_pot_percent is not None:
        return pot_target(target_pot_percent, setup.pot)
    if target_mbb is not None:
        return _mbb_target(target_mbb, setup)
    return target


def check_one_target(**asked: float | None) -> None:
    """Raise if more than one target is given, by name."""
    given = [name for name, value in asked.items() if value is not None]
    if len(given) > 1:
        raise SolverError(
            f"{' and '.join(given)} are given; one of them says where to stop, leave the rest out"
        )


def pot_target(percent: float, pot: int) -> float:
    """Return percent of the pot in chips, if it is a sound target.

    >>> pot_target(0.5, 180)
    0.9
    """
    number("target_pot_percent", percent, SolverError, over=0, example=0.3, kind="percent of the pot,")
    return percent * pot / 100


def _mbb_target(mbb: float, setup: GameSetup) -> float:
    number("target_mbb", mbb, SolverError, over=0, example=5, kind="thousandths of a big blind,")
    unit = setup.mbb_unit
    if unit is None:
        raise SolverError(
            f"target_mbb is {mbb!r}, but {setup.config.name!r} has no big blind of more than one chip; give min_bet, "
            "such as 10, for a spot, or target_pot_percent, such as 0.3"
        )
    return mbb * unit / 1000
