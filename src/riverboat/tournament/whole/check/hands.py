"""One hand of the check: who pays what, who wins which chip and whose head, what comes next. Plain, in fractions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

Stacks = tuple[int, ...]
State = tuple[int, Stacks]
"""The level of blinds and the stacks in order of acting, in whole steps."""


@dataclass(frozen=True)
class Rules:
    """What the check is told of a tournament. levels, ante: in steps. stays: the chance that a level lasts."""

    levels: tuple[tuple[Fraction, Fraction], ...]
    prizes: tuple[float, ...]
    ante: Fraction = Fraction(0)
    bounty: float = 0.0
    stays: float = 1.0


@dataclass(frozen=True)
class Next:
    """What comes of an end. won: prizes and heads by seat. leads: chances, states, and who sits where in them."""

    won: list[float]
    leads: list[tuple[float, State, list[int]]]


def posted(stacks: Stacks, rules: Rules, level: int) -> list[Fraction]:
    """Return what everybody has in the pot before anybody acts."""
    bets = [Fraction(0)] * (len(stacks) - 2) + list(rules.levels[level])
    paid = []
    for stack, bet in zip(stacks, bets, strict=True):
        ante = min(Fraction(stack), rules.ante)
        paid.append(ante + min(stack - ante, bet))
    return paid


def in_hand(stacks: Stacks, paid: Sequence[Fraction], jams: int) -> tuple[list[Fraction], list[int]]:
    """Return what everybody has put in at the end, and who has not folded."""
    put, inside = list(paid), list[int]()
    for seat, stack in enumerate(stacks):
        facing = max([put[other] for other in inside] + put[seat + 1 :], default=Fraction(0))
        if jams >> seat & 1:
            put[seat] = Fraction(stack)
            inside.append(seat)
        elif put[seat] == stack or put[seat] >= facing:
            inside.append(seat)
    return put, inside


def pots(
    stacks: Stacks, paid: Sequence[Fraction], jams: int, places: Sequence[int]
) -> tuple[list[Fraction], list[list[int]]]:
    """Return stacks after a hand, chip by chip: every smallest coin of everybody's money is a pot of its own.

    Also who won the last coin that each put in: whose head it is if he has nothing left.
    """
    put, inside = in_hand(stacks, paid, jams)
    coins = lcm(*(chips.denominator for chips in put))
    counts = [int(chips * coins) for chips in put]
    after = [Fraction(stack) - chips for stack, chips in zip(stacks, put, strict=True)]
    winners, of_coin = list[int](), list[list[int]]()
    for coin in range(max(counts)):
        playing = [seat for seat in inside if counts[seat] > coin]
        if playing:
            top = min(places[seat] for seat in playing)
            winners = [seat for seat in playing if places[seat] == top]
        for seat in winners:
            after[seat] += Fraction(sum(count > coin for count in counts), coins * len(winners))
        of_coin.append(winners)
    return after, [of_coin[count - 1] if count else [] for count in counts]


def follow(state: State, rules: Rules, jams: int, places: Sequence[int]) -> Next:
    """Return what comes of an end."""
    level, stacks = state
    seats = range(len(stacks))
    after, last = pots(stacks, posted(stacks, rules, level), jams, places)
    won = [0.0] * len(stacks)
    for seat in seats:
        if after[seat] == 0:
            for winner in last[seat]:
                won[winner] += rules.bounty / len(last[seat])
    leads = list[tuple[float, State, list[int]]]()
    rises = (
        [(rules.stays, level), (1.0 - rules.stays, level + 1)]
        if level + 1 < len(rules.levels)
        else [(1.0, level)]
    )
    for chance, whole in _spread(after):
        left = _around(whole)
        gone = sorted((stacks[seat] for seat in seats if not whole[seat]), reverse=True)
        over = len(left) == 1 or (not rules.bounty and rules.prizes[0] == rules.prizes[len(left) - 1])
        for seat in seats:
            if not whole[seat]:
                same = [len(left) + at for at, stack in enumerate(gone) if stack == stacks[seat]]
                won[seat] += chance * sum(rules.prizes[place] for place in same) / len(same)
            elif over:
                won[seat] += chance * (rules.prizes[0] + (rules.bounty if len(left) == 1 else 0.0))
        if not over:
            to = tuple(whole[seat] for seat in left)
            leads += [(chance * share, (next_level, to), left) for share, next_level in rises]
    return Next(won, leads)


def _around(whole: Sequence[int]) -> list[int]:
    """Who has chips, in order of acting when the button has gone to the next of them."""
    seats = len(whole)
    button = 0 if seats == 2 else seats - 3
    left = [seat for step in range(1, seats + 1) if whole[seat := (button + step) % seats]]
    return left if len(left) < 4 else [left[(3 + turn) % len(left)] for turn in range(len(left))]


def _spread(after: list[Fraction]) -> list[tuple[float, list[int]]]:
    """Whole stacks that are right on average: odd steps go by one draw along the line of all parts."""
    sums = list(itertools.accumulate(stack - stack // 1 for stack in after))
    cuts = sorted({Fraction(0), Fraction(1), *(total % 1 for total in sums)})
    out = []
    for low, high in itertools.pairwise(cuts):
        draw, at, whole = (low + high) / 2, Fraction(0), []
        for stack, total in zip(after, sums, strict=True):
            hit = (total - draw) // 1 > (at - draw) // 1
            whole.append(int(stack // 1) + hit)
            at = total
        out.append((float(high - low), whole))
    return out
