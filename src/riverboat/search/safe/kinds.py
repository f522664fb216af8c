"""The kinds of safe subgame solving: a gate, and which alternatives it is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from riverboat.base.arguments import did_you_mean
from riverboat.errors import SolverError
from riverboat.search.safe.alternatives import Alternatives, drawn
from riverboat.solvers.full_width.gates import Gate, Maxmargin, Resolve

DRAWS: Final = 5
"""Of distributional alternatives: at two deviations apart a hand plays as if it were sure."""


@dataclass(frozen=True)
class SafeKind:
    """One kind.

    values: alternatives are those of best answers, or estimates. gifts: hands may win back what they gave up. draws: of
    alternatives that nobody is sure of.
    """

    gate: type[Gate]
    values: Literal["best", "expected"] = "best"
    gifts: bool = False
    draws: int = 1

    def gate_for(self, player: int, known: Alternatives) -> Gate:
        """Return the gate of the opponent, player 0 or 1."""
        values = known.best if self.values == "best" else known.expected
        if self.gifts:
            values = values + (known.best_gifts if self.values == "best" else known.expected_gifts)
        return self.gate(player, values if self.draws == 1 else drawn(values, known.deviation, self.draws))


SAFE_KINDS: Final[dict[str, SafeKind]] = {
    "resolve": SafeKind(Resolve),
    "maxmargin": SafeKind(Maxmargin),
    "reach-resolve": SafeKind(Resolve, gifts=True),
    "reach-maxmargin": SafeKind(Maxmargin, gifts=True),
    "estimate": SafeKind(Resolve, "expected"),
    "estimate-maxmargin": SafeKind(Maxmargin, "expected"),
    "reach-estimate": SafeKind(Resolve, "expected", gifts=True),
    "distributional": SafeKind(Resolve, "expected", draws=DRAWS),
    "reach-distributional": SafeKind(Resolve, "expected", gifts=True, draws=DRAWS),
}
"""By name. The first four never lose more than the strategy whose best answers they know; the others promise nothing.

- resolve: CFR-D (Burch, Johanson and Bowling 2014).
- maxmargin: Moravcik, Schmid, Ha, Hladik and Gaukrodger 2016.
- reach-…: Brown and Sandholm 2017. A hand that could have had more by another action has given that up, so it may win
  as much back in the subgame before its owner gains: alternative + Σ max(0, CBV(best action) − CBV(action taken)) over
  his decisions on the way. Values are of a hand that is there; so every subgame below a decision may give the whole
  gift, and all together still give no more. (By probabilities of getting there the gift would have to be split.)
- estimate, distributional: the same work, sections 4.1 and 4.2.
"""


def safe_gate(kind: str, player: int, known: Alternatives) -> Gate:
    """Return the gate of a kind by name.

    >>> from riverboat.search.safe import alternatives
    >>> from riverboat.solvers import game_setup, uniform
    >>> setup = game_setup("leduc")
    >>> solver = setup.solver(gate=safe_gate("maxmargin", 1, alternatives(setup, uniform, 1)))
    """
    if kind not in SAFE_KINDS:
        raise SolverError(
            f"{kind!r} is not a kind of safe subgame; there are {', '.join(SAFE_KINDS)}{did_you_mean(kind, SAFE_KINDS)}"
        )
    return SAFE_KINDS[kind].gate_for(player, known)
