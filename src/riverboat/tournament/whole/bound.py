"""How far jam or fold is from all of heads-up no-limit hold'em: a bound that is proven (Miltersen and Sørensen 2007).

One player may only jam or give up, the other may do whatever the rules allow. What the first is sure of then is what
his strategy brings in the whole game, with play after the flop. The other is sure of as much with the same strategy, so
that nobody can have more than the prize less that. Between the two lies everything that can be better than jam or fold.

As small blind the first jams or folds, and only calls and folds can answer. As big blind he answers any smaller bet, or
a call, by a jam or by giving up his blind: checking it may win more, never less. Against such answers the smallest bet
is the best, since it loses least if it is given up: the call. So four ways to play a hand are all that the other needs:
fold, call and give up, call and call the jam, jam.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from riverboat.base.drawing import Drawn
from riverboat.errors import TournamentError
from riverboat.tournament.equities.pairs import pair_chances
from riverboat.tournament.whole.roads import roads
from riverboat.tournament.whole.setting import Tournament

_ITERATIONS: Final = 300
"""Of a hand in the first round; a tenth in later ones, which go on from there."""
_ROUNDS: Final = 30
_MOST_SWEEPS: Final = 2_000


@dataclass(frozen=True, eq=False)
class JamFoldBound(Drawn):
    """sure: chances to win that jam or fold brings against anything, by place in the vector of values.

    gaps: by state, how much more anybody could have at most, as a share of what is played for.
    """

    tournament: Tournament
    sure: np.ndarray
    gaps: np.ndarray

    @property
    def worst(self) -> float:
        """The largest gap of all states."""
        return float(self.gaps.max())

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        t = self.tournament
        return {
            "worst": self.worst,
            "states": [
                {"stacks": [stack * t.step for stack in state], "sure": sure.tolist(), "gap": float(gap)}
                for state, sure, gap in zip(t.states, self.sure.reshape(-1, 2), self.gaps, strict=True)
            ],
        }


class AnsweredHand:
    """One hand between somebody who jams or gives up and somebody who may do anything.

    chances: [orders, classes of the first, of the second], the first being who jams or gives up. calls: whether the
    other may call before he is answered: he is the small blind, and both have more than the big blind. folds: whether
    the other may fold; locked: whether the first has no choice. Both may be all-in by posting.
    """

    def __init__(
        self, chances: np.ndarray, *, first_acts: bool, calls: bool, folds: bool = True, locked: bool = False
    ) -> None:
        self.chances, self.first_acts, self.calls = chances, first_acts, calls
        self.folds, self.locked = folds, locked
        self.together = chances.sum(axis=0)
        classes = chances.shape[1]
        # Chances to jam after a call, and after a jam; who acts first uses the second.
        self.jam = np.full((2, classes), 1.0 if locked else 0.5)
        self.total = 0.0
        self._regrets = np.zeros((2, 2, classes))
        self._now = self.jam.copy()

    def answers(self, worth: Worth, jam: np.ndarray) -> np.ndarray:
        """Return what all that the other can do leaves to the first, [ways, classes of the other]."""
        showdown = np.tensordot(worth.showdown, self.chances, 1)
        held = self.together.sum(axis=0)
        jams, folds = jam[1] @ self.together, (1.0 - jam[1]) @ self.together
        if self.first_acts:  # he folds or jams; the other folds or calls
            folded = folds * worth.gives_up
            ways = [folded + jams * worth.others_fold, folded + jam[1] @ showdown]
        else:
            ways = [held * worth.others_fold, folds * worth.gives_up + jam[1] @ showdown]
        if not self.folds:
            ways[0] = np.full_like(ways[1], np.inf)
        if self.calls:
            jams, folds = jam[0] @ self.together, (1.0 - jam[0]) @ self.together
            ways.append(folds * worth.gives_up + jams * worth.call_given_up)
            ways.append(folds * worth.gives_up + jam[0] @ showdown)
        return np.array(ways)

    def improve(self, worth: Worth, iterations: int) -> None:
        """Go on with CFR+ against best answers: averages come to what is worth most against them."""
        showdown = np.tensordot(worth.showdown, self.chances, 1)
        for _ in range(0 if self.locked else iterations):
            ways = self.answers(worth, self._now)
            plays = (ways == ways.min(axis=0)).astype(float)
            plays /= plays.sum(axis=0)
            self.total += 1.0
            if self.first_acts:
                up = showdown @ plays[1] + worth.others_fold * (self.together @ plays[0])
                better = [np.zeros_like(up), up - worth.gives_up * self.together.sum(axis=1)]
            else:
                after_jam = showdown @ plays[1] - worth.gives_up * (self.together @ plays[1])
                after_call = np.zeros_like(after_jam)
                if self.calls:
                    after_call = showdown @ plays[3] + worth.call_given_up * (self.together @ plays[2])
                    after_call = after_call - worth.gives_up * (self.together @ (plays[2] + plays[3]))
                better = [after_call, after_jam]
            for row, gain in enumerate(better):
                regret, now = self._regrets[row], self._now[row]
                np.maximum(0.0, regret + np.array([(1.0 - now) * gain, -now * gain]), out=regret)
                both = regret.sum(axis=0)
                np.divide(regret[0], both, out=now, where=both > 0)
                self.jam[row] += (now - self.jam[row]) * 2.0 / (self.total + 1.0)

    def sure(self, worth: Worth) -> float:
        """Return what the first has whatever the other does."""
        return float(self.answers(worth, self.jam).min(axis=0).sum())


@dataclass(frozen=True)
class Worth:
    """What ends are worth to who jams or gives up. showdown: by who wins: himself, the other, neither."""

    gives_up: float
    others_fold: float
    call_given_up: float
    showdown: np.ndarray


def jam_fold_bound(
    tournament: Tournament, progress: Callable[[int, int], None] | None = None
) -> JamFoldBound:
    """Return how far jam or fold is from optimal play at most, in every state of a tournament of two.

    >>> found = jam_fold_bound(Tournament(2, 1600, 200, 200, 400, (1.0,)))
    >>> round(found.worst, 4)  # with four big blinds in all there is nothing better
    0.0
    """
    t = tournament
    if t.players != 2 or len(t.levels) > 1 or t.ante or t.bounty or any(b % t.step for b in t.levels[0]):
        raise TournamentError(
            "the bound is for two players, blinds that stay and are multiples of the step, without antes and heads, "
            "such as Tournament(2, 8000, 100, 300, 600, (1.0,))"
        )
    places = _Places(t)
    sure = t.icm_values() - t.prizes[1]
    sure = sure / (t.prizes[0] - t.prizes[1])
    for done in range(_ROUNDS):
        for place, hand in enumerate(places.hands):
            hand.improve(places.worth(place, sure), _ITERATIONS if not done else _ITERATIONS // 10)
        sure = places.step(sure)
        if progress is not None:
            progress(done + 1, _ROUNDS)
    sure = np.zeros(len(sure))  # from nothing, so that each sweep is sure and play without end wins nothing
    for _ in range(_MOST_SWEEPS):
        more = places.step(sure)
        done_now = float((more - sure).max()) < 1e-9
        sure = more
        if done_now:
            break
    return JamFoldBound(t, sure, 1.0 - sure.reshape(-1, 2).sum(axis=1))


class _Places:
    """The hands of all states from both seats."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = t = tournament
        self.roads = [roads(t, state) for state in range(len(t.states))]
        small, self.big = (blind // t.step for blind in t.levels[0])
        pairs = pair_chances()
        turned = pairs[[1, 0, 2]].transpose(0, 2, 1)
        self.hands = []
        for state in t.states:
            deep = min(state) > self.big  # else the big blind has nothing to add to a jam, or nothing to fold
            self.hands.append(
                AnsweredHand(pairs, first_acts=True, calls=False, folds=deep, locked=min(state) <= small)
            )
            self.hands.append(
                AnsweredHand(turned, first_acts=False, calls=deep, folds=min(state) > small, locked=not deep)
            )

    def worth(self, place: int, sure: np.ndarray) -> Worth:
        """Return what ends are worth to the player of a place, in chances to win."""
        state, seat = divmod(place, 2)
        t, road = self.tournament, self.roads[state]
        prize = t.prizes[0] - t.prizes[1]
        ends = (road.values(sure * prize + t.prizes[1])[road.outcomes][..., seat] - t.prizes[1]) / prize
        stacks = t.states[state]
        if seat == 0:
            return Worth(float(ends[0, 0]), float(ends[1, 0]), 0.0, ends[3])
        given_up = 0.0
        if min(stacks) > self.big:
            after = stacks[1] + self.big, stacks[0] - self.big  # the big blind acts first next time
            given_up = float(sure[t.offsets[t.number_of[after]]])
        return Worth(float(ends[1, 0]), float(ends[0, 0]), given_up, ends[3][[1, 0, 2]])

    def step(self, sure: np.ndarray) -> np.ndarray:
        """Return what all are sure of one hand earlier."""
        return np.array([hand.sure(self.worth(place, sure)) for place, hand in enumerate(self.hands)])
