"""Stacks and prizes as people give them, checked once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from riverboat.base.checks import is_number, shown
from riverboat.errors import PayoutError

_WIDEST: Final = 1e12
"""The largest stack over the smallest; beyond, chances vanish and are divided by."""
_LARGEST: Final = 1e100


def checked_stacks(stacks: Sequence[float], *, least: int = 2, most: int | None = None) -> np.ndarray:
    """Return stacks, float64[players], all over 0.

    >>> checked_stacks([5000, 0])
    Traceback (most recent call last):
    ...
    riverboat.errors.PayoutError: stacks: player 2 has 0; every stack must be a number over 0, such as 1500
    """
    chips = _numbers("stacks", stacks, "[5000, 3000, 2000]")
    if len(chips) < least or (most is not None and len(chips) > most):
        limits = f"{least} or more" if most is None else f"{least} to {most}"
        raise PayoutError(f"stacks has {len(chips)} numbers; there must be {limits}, such as [5000, 3000]")
    for player, stack in enumerate(chips, start=1):
        if stack <= 0:
            raise PayoutError(
                f"stacks: player {player} has {stack:g}; every stack must be a number over 0, such as 1500"
            )
    if chips.max() > _LARGEST or chips.min() < max(1 / _LARGEST, chips.max() / _WIDEST):
        raise PayoutError(
            f"stacks are from {chips.min():g} to {chips.max():g}; the largest may be {_WIDEST:,.0f} times the "
            "smallest, such as in [5000, 3000]"
        )
    return chips


def checked_payouts(payouts: Sequence[float], players: int) -> np.ndarray:
    """Return prizes by place, float64[places], the first place first, none above the one before it.

    >>> checked_payouts([30, 50], 3)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.PayoutError: payouts rise from 30 to 50; a better place must pay at least as much, ...
    """
    prizes = _numbers("payouts", payouts, "[50, 30, 20]")
    if not len(prizes) or prizes.max(initial=0.0) <= 0:
        raise PayoutError("payouts hold no prize; give at least one over 0, such as [50, 30, 20]")
    if prizes.min() < 0:
        raise PayoutError(f"payouts hold {prizes.min():g}; a prize is a number from 0 up, such as 20")
    for better, worse in pairwise(prizes):
        if worse > better:
            raise PayoutError(
                f"payouts rise from {better:g} to {worse:g}; a better place must pay at least as much, such as "
                "[50, 30, 20]"
            )
    if len(prizes) > players:
        raise PayoutError(
            f"payouts are {len(prizes)} prizes for {players} players; give at most {players}, such as "
            f"[{', '.join(f'{prize:g}' for prize in prizes[:players])}]"
        )
    return prizes


def checked_bounties(bounties: float | Sequence[float], players: int) -> np.ndarray:
    """Return the price of each head, float64[players]; one number stands for all."""
    if isinstance(bounties, Sequence) or not is_number(bounties):
        heads = _numbers("bounties", bounties, "[5, 5, 10]")
    else:
        heads = np.full(players, bounties)
    if len(heads) != players or heads.min() < 0:
        raise PayoutError(
            f"bounties is {shown(bounties)}; give one number from 0 up for all, or one for each of {players} players, "
            f"such as {[5] * players}"
        )
    return heads


def _numbers(what: str, given: object, example: str) -> np.ndarray:
    if isinstance(given, np.ndarray):
        given = given.tolist()
    if isinstance(given, str | bytes | bytearray) or not isinstance(given, Sequence):
        raise PayoutError(f"{what} is {shown(given)}; give a list of numbers, such as {example}")
    for one in given:
        if not is_number(one):
            raise PayoutError(f"{what} holds {shown(one)}, which is no number; give such as {example}")
    return np.array(given, dtype=float)
