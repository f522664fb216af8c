"""A betting tree as one player sees it whose opponent is blind: equal situations once, impossible ones not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.errors import GameError
from riverboat.games.trees.tree import BettingTree

Floats = npt.NDArray[np.float64]


class Leads(NamedTuple):
    """Where an action leads. to: `CHIPS`, which are won; `SHOW`, with chips at stake; `SAME` or `NEXT`, with the number
    of a situation on this street or the next."""

    to: int
    number: int


CHIPS: Final = 0
SHOW: Final = 1
SAME: Final = 2
NEXT: Final = 3


class Situation(NamedTuple):
    """A decision: one's own if there are no chances, else the opponent's, with the chance of each action."""

    leads: tuple[Leads, ...]
    chances: tuple[float, ...]


@dataclass
class Street:
    """The situations of a street, each after those that it leads to; starts: those that begin it."""

    situations: list[Situation] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def values(self, net: Floats, after: Floats) -> Floats:
        """Return what its starts are worth with the best play: float64[starts, rows].

        net: float64[rows], the chance to win a showdown less that to lose. after: float64[starts of the next street,
        rows], what they are worth before the next card is known.
        """
        found: dict[int, Floats] = {}
        worth: dict[int, Callable[[int], Floats]] = {
            CHIPS: lambda chips: np.full(len(net), float(chips)),
            SHOW: lambda chips: chips * net,
            SAME: found.__getitem__,
            NEXT: after.__getitem__,
        }
        for number, (leads, chances) in enumerate(self.situations):
            values = [worth[to](what) for to, what in leads]
            found[number] = np.tensordot(chances, values, 1) if chances else np.maximum.reduce(values)
        return np.array([found[number] for number in self.starts]).reshape(-1, len(net))


def situations(tree: BettingTree, player: int, probabilities: Floats) -> list[Street]:
    """Return the streets of a tree, from that of its root on, for a player by his seat.

    probabilities: of every choice, for the nodes of his opponent. Two situations are equal if the same can happen with
    the same chances for the same chips: in limit hold'em against a player who always does the same, only pots differ,
    and 567 ways to come to the river are 16.
    """
    first = int(tree.root.round)
    known: list[dict[Situation, int]] = [{} for _ in range(first, tree.game.rounds)]
    number_of = np.zeros(tree.nodes, np.int64)
    for node in reversed(range(tree.nodes)):
        here = int(tree.round[node])
        choices = range(int(tree.first_choice[node]), int(tree.first_choice[node + 1]))
        is_own = int(tree.actor[node]) == player
        taken = [choice for choice in choices if is_own or probabilities[choice] > 0]
        leads = tuple(_leads(tree, int(tree.child[choice]), here, player, number_of) for choice in taken)
        chances = () if is_own else tuple(float(probabilities[choice]) for choice in taken)
        street = known[here - first]
        number_of[node] = street.setdefault(Situation(leads, chances), len(street))
    return _reached([list(street) for street in known], int(number_of[0]))


def _leads(tree: BettingTree, child: int, here: int, player: int, number_of: npt.NDArray[np.int64]) -> Leads:
    if child >= 0:
        return Leads(SAME if int(tree.round[child]) == here else NEXT, int(number_of[child]))
    in_hand, put_in = int(tree.end_in_hand[~child]), tree.end_put_in[~child].tolist()
    own, other = put_in[player], sum(put_in) - put_in[player]
    if in_hand == 1 << player:
        return Leads(CHIPS, other)
    return Leads(SHOW, min(own, other)) if in_hand >> player & 1 else Leads(CHIPS, -own)


def _reached(known: list[list[Situation]], root: int) -> list[Street]:
    """Leave out what nobody comes to, and number the rest anew."""
    streets, starts = [], {root}
    for here in known:
        used, after = set(starts), set[int]()
        for place in reversed(range(len(here))):
            if place in used:
                used |= {lead.number for lead in here[place].leads if lead.to == SAME}
                after |= {lead.number for lead in here[place].leads if lead.to == NEXT}
        same = {place: new for new, place in enumerate(sorted(used))}
        following = {place: new for new, place in enumerate(sorted(after))}
        renamed = {SAME: same, NEXT: following}
        street = Street(starts=[same[place] for place in sorted(starts)])
        for place in sorted(used):
            leads = tuple(
                Leads(to, renamed[to][what] if to in renamed else what) for to, what in here[place].leads
            )
            street.situations.append(Situation(leads, here[place].chances))
        streets.append(street)
        starts = after
    return streets


def check_payoffs(tree: BettingTree) -> None:
    """Raise unless two players with equal antes play, so that a showdown is won for as much as it is lost."""
    if tree.game.players != 2:
        raise GameError(f"{tree.game.name!r} has {tree.game.players} players; a blind opponent is one of two")
    if len(set(tree.game.antes)) > 1:
        raise GameError(f"the antes of {tree.game.name!r} are {tree.game.antes}; here they must be equal")
