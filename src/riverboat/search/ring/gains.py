"""How far a solution of several players is from an equilibrium of its subgame: what each seat would gain.

With three and more players no strategy is safe by itself, but what a seat gains by the best answer while all others
keep to the solution still says how well it was solved. The answer is learnt by the sampled engine; what it wins more
than the solution is then measured on deals that neither has seen, the same for both: a lower bound, with its interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.base.checks import whole
from riverboat.errors import SolverError
from riverboat.evaluation.learned.rows import LearnedRows
from riverboat.games.trees.tree import BettingTree
from riverboat.search.ring.board_buckets import board_tables
from riverboat.search.ring.solution import RingSolution
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sampled.fixed_play import FixedPlay
from riverboat.solvers.update_rules.sampled_rules import sampled_rule

_OTHER_DEALS = 2**40  # a seed that no search has


@dataclass(frozen=True)
class Gains:
    """What the seats of a subgame win, and what each would gain by a learnt best answer, in percent of the pot.

    seats: who is in the hand. intervals: half the width of the 95 % interval of each gain.
    """

    seats: tuple[int, ...]
    values: tuple[float, ...]
    gains: tuple[float, ...]
    intervals: tuple[float, ...]

    @property
    def percent(self) -> float:
        """The mean gain of a seat."""
        return sum(self.gains) / len(self.gains)


def ring_gains(
    solution: RingSolution,
    *,
    iterations: int = 200_000,
    deals: int = 50_000,
    bins: int | None = None,
    seed: int = 1,
    threads: int = 1,
) -> Gains:
    """Return what each seat would gain by answering a solution as well as `iterations` teach it.

    bins: by which who answers tells strengths on later streets; those of the solution if nothing is said. The subgame
    must be solved to the end of the hand.

    >>> import riverboat as rb
    >>> from riverboat.search.ring.solve import RingOptions, solve_ring
    >>> line, board = "f f r2.5 f c c / k k k / k k k / k", "QsJh2d5c9d"
    >>> little, much = (
    ...     ring_gains(solve_ring(rb.open("sixmax"), line, board, RingOptions(iterations=count)), iterations=50_000)
    ...     for count in (2_000, 200_000)
    ... )
    >>> much.percent < little.percent / 2
    True
    """
    whole("iterations", iterations, SolverError, least=1, example=200_000)
    subgame, solver = solution.subgame, solution.solver
    if subgame.leaves is not None:
        raise SolverError("the subgame ends at leaves, where nobody plays; solve it with depth='end'")
    tree, root = subgame.tree, subgame.tree.root
    play = rows_of(solver, tree, subgame.deals, root.in_hand)
    own = subgame.deals
    if bins is not None:
        live = [weights for seat in root.in_hand if (weights := subgame.weights[seat]) is not None]
        field = np.sum([weights / weights.sum() for weights in live], axis=0)
        own = board_tables(tree.game, subgame.board, field, len(live), bins)
    judge = partial(solver.values, deals=deals, seed=_OTHER_DEALS + seed)
    base, scale = judge(play), 100 / subgame.pot
    values, gains, intervals = list[float](), list[float](), list[float]()
    for seat in root.in_hand:
        answer = _answer(solution, play, own, seat, iterations, seed, threads)
        more = scale * (judge(play, answer)[:, seat] - base[:, seat]).astype(np.float64)
        values.append(scale * (float(base[:, seat].mean()) + root.put_in[seat]))
        gains.append(float(more.mean()))
        intervals.append(1.96 * float(more.std()) / len(more) ** 0.5)
    return Gains(tuple(root.in_hand), tuple(values), tuple(gains), tuple(intervals))


def rows_of(
    played: Sampled | LearnedRows, tree: BettingTree, deals: DealTables, seats: Sequence[int]
) -> FixedPlay:
    """Return what a solver plays, or has learnt as an answer, as a strategy that stays."""
    rows = [np.asarray(played.probabilities(row), np.float32) for row in range(tree.rows)]
    begins = np.cumsum([0, *(row.size for row in rows)])
    numbers = np.concatenate([row.reshape(-1) for row in rows])
    return FixedPlay(tree, deals, tuple(seats), begins[tree.row].astype(np.uint64), numbers)


def _answer(
    solution: RingSolution,
    play: FixedPlay,
    own: DealTables,
    seat: int,
    iterations: int,
    seed: int,
    threads: int,
) -> FixedPlay:
    """What a seat learns against the others."""
    against = FixedPlay(play.tree, play.deals, (seat,), play.first, play.numbers)
    learner = Sampled(
        play.tree,
        own,
        rule=sampled_rule("linear", epoch=max(1, iterations // 20)),
        against=against,
        under_way=solution.subgame.under_way,
        seed=seed,
        threads=threads,
    )
    learner.run(iterations)
    return rows_of(LearnedRows(learner), play.tree, own, [seat])
