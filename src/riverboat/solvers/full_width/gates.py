"""Gates: how often a player enters a subgame with each hand, by which all safe ways to solve one differ.

Who solves a subgame with the opponent's range as it is trusts that range: an opponent who comes with other hands wins
more than before. A gate does not trust it. The opponent enters as he likes, knowing what each hand could have had
instead, its *alternative*; so he is given nothing that he would not have had, and what is solved is *safe*.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.checks import shown
from riverboat.errors import SolverError
from riverboat.games.rules.hand_numbers import hand_cards_of, hand_numbers
from riverboat.games.rules.private_hands import PrivateHands
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.update_rules.rules import UpdateRule

Floats = npt.NDArray[np.float64]
Renaming = tuple[int, int, int, int]
_ALIKE: Final = 1e-9  # chips: alternatives that differ by no more are the same
_EVERY: Final = tuple((a, b, c, d) for a, b, c, d in permutations(range(4)))


@dataclass(frozen=True, eq=False)
class Gate:
    """How a player, 0 or 1, enters: use `Resolve` or `Maxmargin`.

    alternatives: chips that each hand wins if it does not enter, counted as the solver's values are, from the start of
    the hand: float64[1326] by hand number, or [52] by card; or [draws, hands] for several draws of them, of which the
    opponent knows which one he has (Brown and Sandholm 2017, distributional alternative payoffs). chances: of the
    draws; equal ones if none are given.
    """

    player: int
    alternatives: npt.ArrayLike
    chances: Sequence[float] | None = None

    each_hand: ClassVar[bool]

    def __post_init__(self) -> None:
        if self.player not in (0, 1):
            raise SolverError(f"the gate is for player {shown(self.player)}; players are 0 and 1")
        try:
            values = np.atleast_2d(np.asarray(self.alternatives, np.float64))
        except (TypeError, ValueError):
            raise SolverError(
                f"alternatives are {shown(self.alternatives)}; give chips by hand, such as np.zeros(1326)"
            ) from None
        if values.ndim != 2 or values.shape[1] not in (52, 1326):
            raise SolverError(
                f"alternatives have the shape {np.shape(self.alternatives)}; give chips by hand, [1326] or "
                "[draws, 1326], in games of one hole card [52]"
            )
        count = len(values)
        chances = np.full(count, 1 / count) if self.chances is None else np.asarray(self.chances, np.float64)
        if chances.shape != (count,) or not (chances >= 0).all() or not abs(chances.sum() - 1) <= 1e-9:
            raise SolverError(
                f"chances are {shown(self.chances)}; give one for each of {count} draws, adding up to 1"
            )
        object.__setattr__(self, "alternatives", values)
        object.__setattr__(self, "chances", tuple(chances.tolist()))

    @property
    def draws(self) -> Floats:
        """The alternatives, float64[draws, hands]."""
        assert isinstance(self.alternatives, np.ndarray)
        return self.alternatives

    @property
    def fingerprint(self) -> str:
        """A name for what the gate is, the same for the same numbers."""
        kind = f"{type(self).__name__} {self.player} {self.chances}".encode()
        return hashlib.sha256(kind + self.draws.tobytes()).hexdigest()[:16]

    def check(self, tree: BettingTree, hands: PrivateHands, rule: UpdateRule) -> None:
        """Raise unless every hand of the player has an alternative and the rule learns by regrets."""
        if rule.factors(1).respond:
            raise SolverError(
                "a gate learns by regrets, which fictitious play has none of; use a rule such as 'cfr+'"
            )
        if self.draws.shape[1] != len(hand_cards_of(tree.game)):
            raise SolverError(
                f"alternatives are of {self.draws.shape[1]} hands; {tree.game.name!r} has "
                f"{len(hand_cards_of(tree.game))}"
            )
        finite = np.isfinite(self._of(hands)).all(axis=0)
        if not finite.all():
            hand = int(np.argmin(finite))
            raise SolverError(
                f"{hands.names[hand]} has the alternative {self._of(hands)[:, hand].tolist()}; every hand of player "
                f"{self.player} needs a number of chips"
            )

    def renamings(self, hands: PrivateHands, given: Sequence[Renaming]) -> tuple[Renaming, ...]:
        """Return those of the given renamings of suits, or of all, that leave the alternatives as they are.

        None are named where all do, as `FullWidth` takes it.
        """
        known = np.full(self.draws.shape, np.nan)
        known[:, hand_numbers(hands.cards)] = self._of(hands)
        kept = []
        for renaming in given or _EVERY:
            moved = hands.cards // 4 * 4 + np.array(renaming, np.uint8)[hands.cards % 4]
            there = known[:, hand_numbers(-np.sort(-moved.astype(np.int64), axis=1))]
            if not (np.abs(there - self._of(hands)) > _ALIKE).any():  # a hand that is not there tells nothing
                kept.append(renaming)
        if not given and len(kept) == len(_EVERY):
            return ()
        back = {tuple(renaming.index(suit) for suit in range(4)) for renaming in kept}
        return tuple(renaming for renaming in kept if renaming in back)

    def _of(self, hands: PrivateHands) -> Floats:
        return self.draws[:, hand_numbers(hands.cards)]


class Resolve(Gate):
    """Every hand chooses between the subgame and its alternative: the gadget of CFR-D. Burch and others 2014.

    The opponent gets Σ weight · max(value in the subgame, alternative). If alternatives are what he wins by his best
    answer to a strategy, that strategy holds him to Σ weight · alternative, so the solution does: no hand gains.
    Beyond that it does not try to make any hand lose more.

    >>> from riverboat.solvers import game_setup
    >>> open_gate = Resolve(1, np.full(52, -10.0))  # a hand that does not enter loses 10
    >>> solver = game_setup("leduc").solver(gate=open_gate)
    >>> solver.run(200)
    >>> solver.quick_exploitability() < 0.01, solver.entry().round(3).tolist()
    (True, [1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    """

    each_hand = True


class Maxmargin(Gate):
    """The opponent chooses the hand that wins most over its alternative. Moravcik and others 2016.

    So the least *margin*, by which a hand wins less in the subgame than its alternative, becomes as large as it can be;
    it is at least 0 where `Resolve` finds 0. Each hand meets the other player's range as if it were sure to be held:
    weights of the gated player's own range do not matter, only which hands it has.
    """

    each_hand = False


class PlacedGate:
    """A gate by classes of hands of a solver's root.

    hands: of the gated player. met: the weight of the other's hands that each can meet; classes: of each.
    """

    def __init__(
        self,
        gate: Gate,
        game: _core.SolverGame,
        hands: PrivateHands,
        met: Floats,
        classes: npt.NDArray[np.intp],
    ) -> None:
        first, sizes, _, _ = game.board_hands(game.first_round, 0, gate.player)
        by_class = np.zeros((len(gate.draws), len(first)))
        by_class[:, classes] = gate.draws[:, hand_numbers(hands.cards)]
        self.gate, self.alternatives = gate, by_class
        self.sizes, self.weights = sizes.astype(np.float64), hands.weights[first]
        self.met = np.zeros(len(first))
        self.met[classes] = met

    def put_on(self, engine: _core.FullWidth32 | _core.FullWidth64) -> None:
        """Let the player of an engine enter by it."""
        chances = np.array(self.gate.chances, np.float64)
        engine.set_gate(
            self.gate.player,
            self.gate.each_hand,
            self.alternatives,
            chances,
            self.weights,
            self.sizes,
            self.met,
        )

    def gain(self, best: Floats, expected: Floats, table: Floats) -> float:
        """Return the chips that the player would gain by the best answer, to enter or not included.

        best, expected: counterfactual values by class, of the best answer and of the averages. table: the engine's.
        """
        draws, rows, classes = len(self.alternatives), 1 + self.gate.each_hand, len(self.met)
        shape = (draws, rows, classes)
        size = draws * rows * classes
        shares = table[size : 2 * size].reshape(shape)
        meets = self.met > 0
        best, expected = (
            np.divide(v, self.met, out=np.zeros(classes), where=meets) for v in (best, expected)
        )
        instead, chances = self.alternatives, np.array(self.gate.chances)
        if self.gate.each_hand:
            total = shares.sum(axis=1)
            enter = np.divide(shares[:, 0], total, out=np.full(total.shape, 0.5), where=total > 0)
            gains = np.maximum(best, instead) - (enter * expected + (1 - enter) * instead)
            mass = self.weights * self.sizes * self.met
            return float(chances @ gains @ mass / mass.sum())
        counted = np.where(meets, shares[:, 0] * self.sizes, 0.0)
        total = counted.sum(axis=1, keepdims=True)
        even = np.where(meets, self.sizes, 0.0) / self.sizes[meets].sum()
        chosen = np.divide(counted, total, out=np.broadcast_to(even, counted.shape).copy(), where=total > 0)
        most = np.where(meets, best - instead, -np.inf).max(axis=1)
        return float(chances @ (most - (chosen * (expected - instead)).sum(axis=1)))
