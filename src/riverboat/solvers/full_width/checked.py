"""What the full-width engine takes, checked: hands, boards, seats, rules, devices and memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from riverboat.base.memory import bytes_text
from riverboat.cards.range import Range
from riverboat.errors import RangeError, SolverError
from riverboat.games.rules.private_hands import CardWeights, PrivateHands, private_hands
from riverboat.games.rules.table import Table
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.full_width.all_in import ends_before_the_flop
from riverboat.solvers.gpu.card import chosen_device, free_memory
from riverboat.solvers.update_rules.rules import Factors, UpdateRule

ADVICE: Final = "use fewer sizes, smaller ranges or a later street"
"""To who asks for tables that do not fit."""


def factors_of(rule: UpdateRule, first: int, iterations: int) -> list[Factors]:
    """Return the factors of so many iterations from the first on, if all are finite."""
    found = [rule.factors(t) for t in range(first, first + iterations)]
    for t, factors in enumerate(found, first):
        if not all(map(math.isfinite, factors)):
            raise SolverError(f"iteration {t} of {rule!r}: {factors} are not all finite numbers")
    return found


def check_pruning(rule: UpdateRule, precision: int | None, *, tied: bool = False) -> None:
    """Raise if a rule prunes and the regrets are not at hand as they are."""
    if rule.factors(1).prune and (precision == 16 or tied):
        raise SolverError("pruning reads regrets as they are; use precision=32 or 64, and no ties")


def walking_device(
    device: object,
    tree: BettingTree,
    *,
    tied: bool,
    alternating: bool,
    gated: bool = False,
    leaves: bool = False,
) -> str:
    """Return "cpu" or the name of a card; what only the processor does is refused there, unless it is "auto"."""
    chosen = chosen_device(device)
    only_here = {
        "ties": tied,
        "value leaves": leaves,
        "simultaneous updates": not alternating,
        "a gate": gated,
        "trees that end before the flop": ends_before_the_flop(tree),
    }
    what = [name for name, asked in only_here.items() if asked]
    if chosen == "cpu" or not what:
        return chosen
    if device == "auto":
        return "cpu"
    raise SolverError(f"a card does not solve with {what[0]}; use device='cpu'")


def device_with_room(device: object, chosen: str, needed: int) -> str:
    """Return the chosen device, or "cpu" if it was to be "auto" and the card has not so many bytes free."""
    return "cpu" if device == "auto" and needed > free_memory(chosen)[0] else chosen


def check_tied(rule: UpdateRule, precision: int) -> None:
    """Raise if a rule or tables of so many bits are not for tied information sets."""
    if precision == 16:
        raise SolverError(
            "tied tables have no 16 bits, as sums of many hands lose too much; use precision=32"
        )
    if rule.factors(1).respond:
        raise SolverError(
            "fictitious play needs a best answer inside the abstraction, which ties do not give; use a rule such as "
            "'cfr+'"
        )


def check_prizes(device: str, *, rake: bool, leaves: bool) -> None:
    """Raise if something cannot be solved for prizes."""
    if device != "cpu" or rake or leaves:
        raise SolverError(
            "prizes are played for on the processor, without rake and value leaves; leave these out"
        )


def check_leaves(rake: float, *, tied: bool) -> None:
    """Raise if something is asked for that leaves do not go with."""
    if rake:
        raise SolverError("value leaves tell what one wins and the other loses; leave the rake out")
    if tied:
        raise SolverError("value leaves are for single hands, not for ties; leave ties out")


def two_seats(tree: BettingTree) -> tuple[int, int]:
    """Return who is in the hand where a tree begins, if they are two."""
    return two_in_hand(tree.root)


def two_in_hand(root: Table) -> tuple[int, int]:
    """Return who is in the hand at a table where a tree begins, if they are two."""
    in_hand = root.in_hand
    if len(in_hand) != 2:
        raise SolverError(
            f"{len(in_hand)} players are in the hand where the tree begins; the full-width engine takes two, such as "
            "a heads-up game or a tree that starts after 'f f f f'"
        )
    return in_hand[0], in_hand[1]


def both_hands(
    tree: BettingTree, board: list[int], ranges: Sequence[Range | CardWeights | str | None]
) -> tuple[PrivateHands, PrivateHands]:
    """Return the hands of both players in order of seats, board and ranges checked."""
    if len(ranges) != 2:
        raise RangeError(f"there are {len(ranges)} ranges; give two, one for each player")
    check_board(tree, board, cards_shown(tree))
    first, second = (
        private_hands(tree.game, board, given, f"seat {seat}")
        for given, seat in zip(ranges, two_seats(tree), strict=True)
    )
    return first, second


def cards_shown(tree: BettingTree) -> int:
    """Return how many cards the board has where a tree begins."""
    return sum(tree.game.board_cards[: tree.root.round + 1])


def check_board(tree: BettingTree, board: list[int], needed: int) -> None:
    """Raise unless a board has so many cards, all of the deck."""
    if len(board) != needed:
        raise SolverError(f"the board has {len(board)} cards; where the tree begins there are {needed}")
    if len(set(board).intersection(tree.game.deck.cards)) != needed:
        raise SolverError(f"the board {board} has a card twice or one that is not in the deck")


def check_memory(needed: int, fewer_bits: str, about: str = "", *, device: str = "cpu") -> None:
    """Raise unless a device has so many bytes free; fewer_bits: advice; about: "at least ", if more may be needed."""
    free, where = free_memory(device)
    if needed > free:
        raise SolverError(
            f"the tables need {about}{bytes_text(needed)} and {bytes_text(free)} are free{where}; {ADVICE}{fewer_bits}"
        )
