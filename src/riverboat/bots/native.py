"""The native form of bots without memory, which look at nothing but their win rate and an opponent's last move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from riverboat import _core
from riverboat.errors import BotError
from riverboat.games.rules.game import MAX_PLAYERS, MAX_ROUNDS

LETTERS: Final = "fcr"
"""Fold (or check), call (or check), raise (or bet), in the order of the native choices."""


def native_rule(
    words: Sequence[str],
    cuts: Sequence[Sequence[float]] = ((),) * MAX_ROUNDS,
    *,
    factors: Sequence[float] = (1.0,) * MAX_PLAYERS,
    sizing: float = 0.0,
    samples: int = 0,
    random: bool = False,
    pots: Sequence[float] = (),
    call_most: float = math.inf,
    against_one: bool = False,
) -> _core.BotRule:
    """Return the rule of a bot, for `Bot.native`.

    words: what to do, fold (or check), call (or check) or raise (or bet): a word for each number of cuts that the win
    rate is above, a letter for each last move of an opponent (none, call, raise). cuts: win rates in ascending order,
    by betting round. factors: what a win rate is divided by, by opponents. sizing, samples: see `Thresholds`. random:
    choose like `Random`, whatever the rest says. pots: for each word, how many pots a raise puts in, instead of sizing.
    call_most: big blinds that a call before the flop may cost; a dearer one is a fold. against_one: win rates are those
    against one random hand, however many are in.

    >>> native_rule(["fcf", "crr"], [[0.4]] * 3, samples=100)
    Traceback (most recent call last):
    ...
    riverboat.errors.BotError: there are cuts for 3 betting rounds; give them for 4, such as [[0.4]] * 4
    """
    if len(cuts) != MAX_ROUNDS:
        raise BotError(
            f"there are cuts for {len(cuts)} betting rounds; give them for {MAX_ROUNDS}, such as [[0.4]] * {MAX_ROUNDS}"
        )
    for row in cuts:
        if len(row) != len(words) - 1 or sorted(row) != list(row):
            raise BotError(
                f"the cuts are {list(row)}, the words {list(words)}; cuts ascend, one less than words"
            )
    if any(len(word) != len(LETTERS) or set(word) - set(LETTERS) for word in words):
        raise BotError(f"the words are {list(words)}; each must be three letters f, c or r, such as 'ccf'")
    if any(cuts) and samples < 1:
        raise BotError(f"samples is {samples}; a rule with cuts needs some, such as 100")
    if len(factors) != MAX_PLAYERS or min(factors) <= 0:
        raise BotError(
            f"the factors are {list(factors)}; they must be {MAX_PLAYERS} positive numbers, such as 1.0"
        )
    if len(pots) not in (0, len(words)):
        raise BotError(f"the pots are {list(pots)}, the words {list(words)}; give one for each word, or none")
    choices = [[LETTERS.index(letter) for letter in word] for word in words]
    return _core.BotRule(random, cuts, choices, factors, sizing, samples, pots, call_most, against_one)


def bin_cuts(bins: int) -> list[float]:
    """Return the greatest win rates of all bins of `strength_bin` but the last.

    >>> bin_cuts(2)
    [0.49999999999999994]
    """
    cuts = []
    for above in range(1, bins):
        cut = above / bins
        while int(cut * bins) >= above:
            cut = math.nextafter(cut, 0.0)
        while int(math.nextafter(cut, 1.0) * bins) < above:
            cut = math.nextafter(cut, 1.0)
        cuts.append(cut)
    return cuts
