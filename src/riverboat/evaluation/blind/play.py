"""What a player does who does not look at his cards: a mix of folds, calls and raises, the same or by situation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import is_number, shown
from riverboat.errors import StrategyError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.trees.tree import BettingTree

Mix: TypeAlias = "str | Mapping[str, float]"
BlindPlay: TypeAlias = "Mix | Callable[[str], Mix]"

NAMED: Final[dict[str, Mapping[str, float]]] = {
    "fold": {"f": 1.0},
    "call": {"c": 1.0},
    "raise": {"r": 1.0},
}
_EXAMPLE: Final = (
    "give 'fold', 'call', 'raise', such as {'c': 0.5, 'r': 0.5}, or a function of the betting line"
)


def blind_probabilities(tree: BettingTree, play: BlindPlay) -> npt.NDArray[np.float64]:
    """Return the probability of every choice of a tree: float64[choices].

    play: "fold", "call", "raise"; a mix such as {"f": 0.1, "c": 0.5, "r": 0.4}; or a function that is given a betting
    line, such as "r c / k", and returns one of these. Who folds where nothing is to call checks, and who raises where
    no more raises are allowed calls. Where there are several sizes, a raise is each of them as often.

    >>> from riverboat.games import Menu, build_tree, leduc
    >>> tree = build_tree(leduc(), Menu())
    >>> blind_probabilities(tree, "raise")[:5].tolist()  # k or b; after k again; then f, c or r
    [0.0, 1.0, 0.0, 1.0, 0.0]
    """
    found = np.zeros(len(tree.action))
    if callable(play) and not isinstance(play, type):
        mixes = [_checked(play(line), line) for line in _lines(tree)]
    else:
        mixes = [_checked(play, None)] * tree.nodes
    for node, mix in enumerate(mixes):
        begin, end = (int(place) for place in tree.first_choice[node : node + 2])
        found[begin:end] = _spread(mix, tree.action[begin:end].tolist())
    return found


def _spread(mix: Mapping[str, float], actions: list[Action]) -> npt.NDArray[np.float64]:
    """Probabilities of the actions that there are."""
    raises = sum(action > CALL for action in actions)
    fold = mix.get("f", 0.0) if FOLD in actions else 0.0
    more = mix.get("r", 0.0) if raises else 0.0
    of = {FOLD: fold, CALL: 1.0 - fold - more}
    return np.array([of.get(action, more / max(raises, 1)) for action in actions])


def _checked(mix: object, line: str | None) -> Mapping[str, float]:
    where = "" if line is None else f" after {line!r}"
    if isinstance(mix, str):
        if mix not in NAMED:
            raise StrategyError(f"play is {mix!r}{where}; {_EXAMPLE}")
        return NAMED[mix]
    if not isinstance(mix, Mapping) or not set(mix) <= {"f", "c", "r"}:
        raise StrategyError(f"play is {shown(mix)}{where}; {_EXAMPLE}")
    good = all(is_number(share) and 0 <= share <= 1 for share in mix.values())
    if not good or abs(sum(mix.values()) - 1) > 1e-9:
        raise StrategyError(
            f"play is {shown(dict(mix))}{where}; shares are from 0 to 1 and add up to 1: {_EXAMPLE}"
        )
    return mix


def _lines(tree: BettingTree) -> list[str]:
    """The betting line to every node."""
    actions: list[tuple[Action, ...]] = [tuple(tree.root.taken)] * tree.nodes
    for node in range(tree.nodes):
        for choice in range(int(tree.first_choice[node]), int(tree.first_choice[node + 1])):
            if tree.child[choice] >= 0:
                actions[int(tree.child[choice])] = (*actions[node], int(tree.action[choice]))
    return [write_line(tree.game, taken) for taken in actions]
