"""Miximax: the best that one can do against an opponent who acts as often as he was seen to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.bots.classic.context_tree import situations
from riverboat.bots.classic.limit import part_tree
from riverboat.games.rules.action import FOLD
from riverboat.solvers.sequence.sequences import Floats

_RIVER = 3

NEVER: Final = -1e9
"""The value of what is not allowed, in chips; he never does it, so it counts nowhere."""

Ints = npt.NDArray[np.int64]


class Miximax:
    """Values of limit hold'em against one opponent.

    plays: float64[nodes, 3], how often he folds, calls and raises. beats: float64[2, showdowns, bins], how much more
    often a hand of each bin of strength wins than loses at each showdown, by the seat that he shows from.

    On the river a player knows his bin and takes the best action with each; before, the best on average, without what
    the cards to come will tell. So the values of the river are the same for all hands and found once.
    Billings et al. 2004, section 3.
    """

    def __init__(self, plays: Floats, beats: Floats) -> None:
        self.plays, self.beats = plays, beats
        self._rivers: dict[int, Floats] = {}

    def values(self, node: int, seat: int, held: Floats) -> Floats:
        """Return what each action wins a seat, in chips: float64[3] for fold, call and raise, or `NEVER`.

        held: float64[bins], how likely the own hand ends in each bin.
        """
        tree, river = part_tree(), self._river(seat)
        found = river @ held
        if tree.round[node] < _RIVER:
            ended = _signed(seat) * _ends().always
            self._back(_layers(node), seat, found, ended)
            return np.asarray(self._worth(np.array([node]), found, ended)[0])
        return np.asarray(self._worth(np.array([node]), river, self._ended(seat))[0] @ held)

    def _river(self, seat: int) -> Floats:
        """What every decision of the river is worth to a seat by its bin: float64[nodes, bins], 0 before the river."""
        if seat not in self._rivers:
            found = np.zeros((part_tree().nodes, self.beats.shape[2]))
            self._back(_river_layers(), seat, found, self._ended(seat))
            self._rivers[seat] = found
        return self._rivers[seat]

    def _ended(self, seat: int) -> Floats:
        """What every choice that ends a hand pays a seat by its bin: float64[choices, bins]."""
        ends = _ends()
        beats: Floats = self.beats[1 - seat, np.maximum(ends.row, 0)]
        return _signed(seat) * ends.always[:, None] + ends.won[:, None] * beats

    def _worth(self, nodes: Ints, found: Floats, ended: Floats) -> Floats:
        """What each action of nodes is worth: [nodes, 3] or [nodes, 3, bins]; `NEVER` where it is not allowed."""
        choices, child = situations().choices[nodes], part_tree().child
        there = choices >= 0
        choices = np.where(there, choices, 0)
        after = child[choices]
        wide = (...,) + (None,) * (found.ndim - 1)
        worth = np.where((after >= 0)[wide], found[np.maximum(after, 0)], ended[choices])
        return np.where(there[wide], worth, NEVER)

    def _back(self, layers: list[Ints], seat: int, found: Floats, ended: Floats) -> None:
        """Go from the ends back: the own best, or the mean of what he does."""
        actor = part_tree().actor
        for nodes in layers:
            worth = self._worth(nodes, found, ended)
            own = actor[nodes] == seat
            found[nodes[own]] = worth[own].max(axis=1)
            found[nodes[~own]] = np.einsum("na,na...->n...", self.plays[nodes[~own]], worth[~own])


def _signed(seat: int) -> float:
    return 1.0 if seat == 1 else -1.0


@cache
def _layers(root: int) -> list[Ints]:
    """The decisions before the river below one, deepest first."""
    return _below(np.array([root]), 0, int(part_tree().first_node[_RIVER]))


@cache
def _river_layers() -> list[Ints]:
    """Those of the river, deepest first."""
    tree = part_tree()
    return _below(np.asarray(tree.street_starts[_RIVER], np.int64), int(tree.first_node[_RIVER]), tree.nodes)


def _below(now: Ints, first: int, end: int) -> list[Ints]:
    """Decisions from some on by their depth, deepest first, as far as their numbers are in a range."""
    choices, child = situations().choices, part_tree().child
    layers = []
    while len(now):
        layers.append(now)
        taken = choices[now]
        after = child[taken[taken >= 0]].astype(np.int64)
        now = after[(after >= first) & (after < end)]
    return layers[::-1]


@dataclass(frozen=True, eq=False)
class _Ends:
    """What the choices that end a hand pay the button: always; and won, more for a win and less for a loss.

    row: which showdown it is.
    """

    always: Floats
    won: Floats
    row: Ints


@cache
def _ends() -> _Ends:
    tree, known = part_tree(), situations()
    count = len(tree.action)
    always, won, row = np.zeros(count), np.zeros(count), np.full(count, -1, np.int64)
    for line, node in known.nodes.items():
        for action, choice in enumerate(known.choices[node].tolist(), FOLD):
            if choice < 0 or tree.child[choice] >= 0:
                continue
            big_blind, button = tree.end_put_in[~int(tree.child[choice])].tolist()
            if action == FOLD:
                always[choice] = -button if tree.actor[node] == 1 else big_blind
            else:
                won[choice], row[choice] = min(big_blind, button), known.shown[(*line, action)]
    return _Ends(always, won, row)
