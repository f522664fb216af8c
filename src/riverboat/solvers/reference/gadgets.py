"""Gadgets: a game that a player may choose not to enter, as a reference tree.

The full-width engine has them as gates at its root (`full_width/gates.py`); here every choice is a node, as the papers
draw it, so that the two can be held against each other and games that are not poker can be solved as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.reference.tree import Chance, Decision, InformationSet, Node, Terminal, Tree

Draws = Sequence[Sequence[float]]
"""What each hand wins if it does not enter, in chips: `draws[draw][hand]`."""

AnyTree = TypeVar("AnyTree", bound=Tree)


def hands_dealt(solver: FullWidth, player: int) -> list[int]:
    """Return the number of a player's hand in each deal of `dealt_tree(solver)`."""
    pairs = [
        (i, j)
        for i, first in enumerate(solver.hands[0].cards.tolist())
        for j, second in enumerate(solver.hands[1].cards.tolist())
        if not set(first) & set(second)
    ]
    return [pair[player] for pair in pairs]


def resolve_gadget(
    tree: AnyTree, seat: int, held: Sequence[int], draws: Draws, chances: Sequence[float] = (1.0,)
) -> AnyTree:
    """Return the game in which a seat, once it knows its hand, enters or takes what it has instead: CFR-D.

    tree: its root deals. held: the seat's hand in each deal. chances: of the draws.
    """
    deal = _deal(tree)
    infos = list(tree.info_sets)
    at = [
        [_new_info(infos, seat, f"hand {hand}", ("enter", "stay out")) for hand in range(len(row))]
        for row in draws
    ]
    probabilities, children = [], []
    for draw, chance in enumerate(chances):
        for hand, likely, child in zip(held, deal.probabilities, deal.children, strict=True):
            out = Terminal(_shifted((0.0, 0.0), seat, draws[draw][hand]))
            probabilities.append(chance * likely)
            children.append(Decision(seat, at[draw][hand], (child, out)))
    return replace(tree, root=Chance(tuple(probabilities), tuple(children)), info_sets=tuple(infos))


def maxmargin_gadget(
    tree: AnyTree, seat: int, held: Sequence[int], draws: Draws, chances: Sequence[float] = (1.0,)
) -> AnyTree:
    """Return the game in which a seat chooses its hand, and every end pays it less what that hand has instead.

    Who writes "subtract the blueprint's value at the leaves" means this game, if he means anything: a value that is the
    same for all hands changes no regret, and one by hand changes none either unless somebody chooses the hand.
    """
    deal = _deal(tree)
    infos = list(tree.info_sets)
    hands = sorted(set(held))
    roots = []
    for row in draws:
        info = _new_info(infos, seat, "", tuple(f"hand {hand}" for hand in hands))
        dealt = []
        for hand in hands:
            those = [i for i, other in enumerate(held) if other == hand]
            total = sum(deal.probabilities[i] for i in those)
            dealt.append(
                Chance(
                    tuple(deal.probabilities[i] / total for i in those),
                    tuple(_less(deal.children[i], seat, row[hand]) for i in those),
                )
            )
        roots.append(Decision(seat, info, tuple(dealt)))
    return replace(tree, root=Chance(tuple(chances), tuple(roots)), info_sets=tuple(infos))


def _deal(tree: Tree) -> Chance:
    assert isinstance(tree.root, Chance)
    return tree.root


def _new_info(infos: list[InformationSet], seat: int, hole: str, actions: tuple[str, ...]) -> int:
    infos.append(InformationSet(seat, hole, "", "", actions))
    return len(infos) - 1


def _less(node: Node, seat: int, chips: float) -> Node:
    if isinstance(node, Terminal):
        return Terminal(_shifted(node.payoffs, seat, -chips))
    return replace(node, children=tuple(_less(child, seat, chips) for child in node.children))


def _shifted(payoffs: Sequence[float], seat: int, chips: float) -> tuple[float, float]:
    first, second = (paid + (chips if place == seat else -chips) for place, paid in enumerate(payoffs))
    return first, second
