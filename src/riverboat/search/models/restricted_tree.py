"""Restricted Nash response in a small game, exactly: a game in which the opponent is bound to a model some of the time.

Johanson, Zinkevich and Bowling 2007, *Computing robust counter-strategies*: before the hand, with probability p the
opponent must play the model, else he plays as he likes, and only he knows which. An equilibrium of that game is the
best answer among all that lose so little to their own worst opponent. With u(σ, m) what σ wins against the model, v
the value of the game and u(σ) the least that σ wins against anybody, such a σ maximizes p·u(σ, m) + (1 − p)·u(σ). It is
no worse there than an equilibrium σ*, so

    v − u(σ)  ≤  p / (1 − p) · (u(σ, m) − u(σ*, m)):    the loss is at most the gain, times the odds of p.

Data-biased response (Johanson and Bowling 2009) draws at every decision of the opponent instead, with a p that grows
with what was seen there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from riverboat.base.checks import share, whole
from riverboat.errors import SolverError
from riverboat.solvers.reference.cfr import ReferenceCFR
from riverboat.solvers.reference.tree import Chance, Decision, Node, Terminal, Tree
from riverboat.solvers.reference.values import Strategy

_RULE: Final = "pdcfr+"  # the quickest here: Leduc to a thousandth of a chip in some hundred iterations


def restricted_tree(tree: Tree, model: Strategy, hero: int, p: float) -> Tree:
    """Return the game in which everybody but the hero is bound to the model with probability p.

    Information sets keep their numbers: those of the others are what they do when they are free.

    >>> from riverboat.games import kuhn
    >>> from riverboat.solvers.reference import build_tree, uniform
    >>> tree = build_tree(kuhn())
    >>> bound = restricted_tree(tree, uniform(tree), 0, 0.75)
    >>> bound.root.probabilities, bound.terminals, len(bound.info_sets)
    ((0.75, 0.25), 60, 12)
    """
    _check(tree, hero, p)
    root = Chance((p, 1 - p), (_bound(tree.root, model, hero), tree.root))
    return replace(tree, root=root, terminals=2 * tree.terminals)


def data_biased_tree(tree: Tree, model: Strategy, hero: int, shares: Sequence[float]) -> Tree:
    """Return the game in which the others are bound to the model anew at every decision.

    shares: by information set, how likely; `confidence` of the number of observations, for example.
    """
    for p in shares:
        _check(tree, hero, p)

    def either(node: Decision, children: tuple[Node, ...]) -> Node:
        p = shares[node.info]
        bound = Chance(tuple(model[node.info]), children)
        return Chance((p, 1 - p), (bound, Decision(node.seat, node.info, children)))

    return replace(tree, root=_rebuilt(tree.root, hero, either))


def confidence(observations: float, most: float = 1.0, half: float = 10.0) -> float:
    """Return how much a model is trusted after so many observations: most · n / (n + half).

    The function `0-10 linear` of the paper reaches its end at ten; this one has no corner. half: observations after
    which it is trusted half of `most`.

    >>> [round(confidence(n, most=0.9), 2) for n in (0, 10, 90)]
    [0.0, 0.45, 0.81]
    """
    return most * observations / (observations + half)


def solved_tree(tree: Tree, iterations: int = 400) -> list[list[float]]:
    """Return an equilibrium of a small game: rows by information set, all seats."""
    solver = ReferenceCFR(tree, _RULE)
    solver.run(iterations)
    return [list(row) for row in solver.average_strategy()]


# --- parts -------------------------------------------------------------------------------------------------


def _bound(root: Node, model: Strategy, hero: int) -> Node:
    return _rebuilt(root, hero, lambda node, children: Chance(tuple(model[node.info]), children))


def _rebuilt(root: Node, hero: int, other: Callable[[Decision, tuple[Node, ...]], Node]) -> Node:
    """Return a copy in which decisions of everybody but the hero are something else."""

    def rebuilt(node: Node) -> Node:
        if isinstance(node, Terminal):
            return node
        children = tuple(map(rebuilt, node.children))
        if isinstance(node, Chance):
            return Chance(node.probabilities, children)
        return Decision(node.seat, node.info, children) if node.seat == hero else other(node, children)

    return rebuilt(root)


def _check(tree: Tree, hero: int, p: float) -> None:
    share("p", p, SolverError, example=0.8)
    whole("hero", hero, SolverError, most=tree.game.players - 1, example=0)
