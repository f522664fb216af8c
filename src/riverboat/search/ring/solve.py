"""Solving a subgame of three and more players by sampling, as Pluribus does.

Brown and Sandholm 2019, "Superhuman AI for multiplayer poker": ranges of all seats by Bayes; the subgame from the start
of the street, so that nobody's answer to what was done is taken for granted; Monte-Carlo CFR with linear weights; one's
own strategy fixed where one has acted already; at leaves, all seats choose between four ways to go on. We leave it
where it fixes the own strategy for the hand that is held alone: here it is fixed for all hands, as others see it.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from typing import Final, Literal, Unpack

import numpy as np

from riverboat.base.checks import check_seed, instance, number, one_of, whole
from riverboat.cards.card import CardsLike
from riverboat.errors import SolverError, StrategyError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import act
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.games.rules.table import Table
from riverboat.games.trees.config import TreeConfig
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.tree import build_tree
from riverboat.search.ring.board_buckets import BINS, board_tables
from riverboat.search.ring.leaves import (
    RAISES,
    TURNS,
    behind_leaves,
    joined_as,
    leaf_choices,
    sampled_runouts,
)
from riverboat.search.ring.menus import menu_at
from riverboat.search.ring.ranges import Floats, Ranges, cursor_at, possible, ranges_at
from riverboat.search.ring.solution import RingSolution
from riverboat.search.ring.subgame import Subgame
from riverboat.solvers.asking.cursor import Cursor, LineLike
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import RealGame, Strategy, StrategyLike, ask
from riverboat.solvers.sampled.engine import DEALS_AT_ONCE, Sampled
from riverboat.solvers.update_rules.sampled_rules import sampled_rule

Depth = Literal["end", "leaves"]
Cut = Literal["street", "decision"]

EPOCH: Final = 64 * DEALS_AT_ONCE
"""Iterations after which what was learnt so far counts less, as linear CFR has it: about a tenth of a second."""

_FOR_EVER: Final = 2**40


@dataclass(frozen=True)
class RingOptions:
    """How a subgame is made and solved.

    menu: what it offers beside what was really done; None: by street, `RING_MENUS`. folded: whether the cards of who
    has folded count. cut: begin where the street does, or at the decision itself. depth: solve to the end of the hand,
    or to leaves; None: to leaves on a flop, to the end after it. bins: of strength on later streets. iterations,
    seconds: where it stops; both, or one. A run by iterations alone is the same each time; seed: of its deals. threads:
    more are faster and not the same each time.
    """

    menu: Menu | None = None
    folded: bool = True
    cut: Cut = "street"
    depth: Depth | None = None
    bins: int = BINS
    iterations: int | None = None
    seconds: float | None = None
    seed: int = 0
    threads: int = 1

    def __post_init__(self) -> None:
        one_of("cut", self.cut, ("street", "decision"), SolverError)
        if self.depth is not None:
            one_of("depth", self.depth, ("end", "leaves"), SolverError)
        whole("bins", self.bins, SolverError, least=2, example=BINS)
        if self.iterations is None and self.seconds is None:
            raise SolverError(
                "a search needs a budget; give iterations, such as 100000, or seconds, such as 2"
            )
        if self.iterations is not None:
            whole("iterations", self.iterations, SolverError, least=0, example=100_000)
        if self.seconds is not None:
            number("seconds", self.seconds, SolverError, least=0, example=2)


def solve_ring(
    strategy: Strategy,
    line: LineLike | Cursor,
    board: CardsLike = "",
    options: RingOptions = RingOptions(seconds=2),  # noqa: B008  # frozen
    *,
    ranges: Ranges | None = None,
    fixed: StrategyLike | None = None,
    stop: threading.Event | None = None,
    **real: Unpack[RealGame],
) -> RingSolution:
    """Solve the subgame that a hand has come to, for all seats that are in it: two or more.

    strategy: whose play gave everybody the range that he holds. line, board: to the decision that is asked about; or a
    cursor of the strategy there. ranges: where the subgame begins, if they are known better than by the strategy, as
    from a solution of the street before. fixed: how who acts has played his decisions of this street so far, if he has
    made some: an earlier solution of this street, or the strategy itself. stop: set, it ends the search with what was
    found so far. A budget of 0 knows nothing: all actions are alike.

    >>> import riverboat as rb
    >>> river = "f f r2.5 f c c / k k k / k k k / k"
    >>> solution = solve_ring(rb.open("sixmax"), river, "QsJh2d5c9d", RingOptions(iterations=20_000))
    >>> solution
    <RingSolution of 3 players after 'f f r2.5 f c c / k k k / k k k /' on QsJh2d5c9d: 20,000 iterations>
    >>> answer = solution.grid(river)
    >>> answer.position, answer.strategy.shape, answer.probability("KcTc", "k") < 0.2
    ('BB', (1081, 4), True)
    """
    instance("strategy", strategy, Strategy, StrategyError, example="rb.open('sixmax')")
    instance("options", options, RingOptions, SolverError, example="RingOptions(seconds=2)")
    begun = time.perf_counter()
    cursor = line if isinstance(line, Cursor) else strategy.at(line, board, **real)
    subgame = ring_subgame(strategy, cursor, options, ranges)
    rule = sampled_rule("linear", epoch=EPOCH, last_epoch=_FOR_EVER)
    solver = Sampled(
        subgame.tree,
        subgame.deals,
        rule=rule,
        under_way=subgame.under_way,
        leaves=subgame.leaves,
        seed=options.seed,
        threads=options.threads,
    )
    if fixed is not None:
        _fix(solver, subgame, cursor, fixed)
    _run(solver, options, begun, stop)
    return RingSolution(subgame, solver, time.perf_counter() - begun, strategy.name)


def ring_subgame(
    strategy: Strategy, cursor: Cursor, options: RingOptions, ranges: Ranges | None = None
) -> Subgame:
    """Return the subgame that a cursor stands in."""
    table, game = cursor.table, cursor.table.game
    cursor.check_goes_on()
    actions = tuple(table.taken)
    root = _begin(table, options.cut)
    done = actions[len(root.taken) :]
    board = cursor.board[: sum(game.board_cards[: root.round + 1])]
    held = ranges or ranges_at(strategy, cursor_at(strategy, root, board), folded=options.folded)
    weights = tuple(_left(weights, seat, root, board) for seat, weights in enumerate(held.by_seat))
    later = root.round + 1 < game.rounds
    to_leaves = later and (options.depth == "leaves" or (options.depth is None and root.round == 1))
    menu = menu_at(root, done, options.menu)
    config = TreeConfig("ring", game, menu, start=write_line(game, root.taken))
    if to_leaves:
        config = joined_as(strategy, config)
    tree = build_tree(config, root=root)
    live = [weights[seat] for seat in root.in_hand]
    field = np.sum([each / each.sum() for each in live if each is not None], axis=0)
    deals = board_tables(game, board, field, len(live), options.bins)
    subgame = Subgame(tree, tuple(board), weights, deals, done, notes=held.notes)
    if not to_leaves:
        return subgame
    ends = leaf_choices(tree, [0, *(child for _, _, child in subgame.path(actions))], RAISES)
    if not ends.any():  # all are all-in, or fold
        return subgame
    missing = sum(game.board_cards) - len(board)
    runouts = sampled_runouts(
        game.deck.cards, board, missing, TURNS, np.random.default_rng(check_seed(options.seed, SolverError))
    )
    leaves = behind_leaves(strategy, tree, tuple(board), ends, runouts)
    return replace(subgame, leaves=leaves, runouts=runouts)


def _begin(table: Table, cut: Cut) -> Table:
    """The table where the subgame begins."""
    if cut == "decision":
        return table.copy()
    at = Table(table.game)
    for action in table.taken:
        if at.round == table.round:
            break
        act(at, action)
    return at


def _left(weights: Floats | None, seat: int, root: Table, board: tuple[int, ...]) -> Floats | None:
    """The weights of the hands that the board leaves; who is in the hand holds any if there is nothing better."""
    if weights is None:
        return None
    held = weights * possible(root.game, board)
    if held.any():
        return held
    return possible(root.game, board) if seat in root.in_hand else None


def _fix(solver: Sampled, subgame: Subgame, cursor: Cursor, fixed: StrategyLike) -> None:
    """Let who acts keep to what he has played on this street so far, with all hands."""
    seat, hands = cursor.table.actor, hand_cards_of(cursor.table.game)
    table, board, deals = subgame.tree.root, subgame.board, subgame.deals
    held = possible(table.game, board) > 0
    for action, (node, _, _) in zip(subgame.taken, subgame.path(cursor.table.taken), strict=True):
        if table.round != subgame.tree.root.round:
            return
        if table.actor == seat:
            state = PublicState(table, board, hands[held], options_at(table, subgame.tree.choices(node)))
            played = ask(fixed, state)
            buckets = deals.buckets(table.round, board, hands[held])
            count = deals.counts[table.round]
            sums = np.stack([np.bincount(buckets, column, count) for column in played.T], axis=1)
            number_in = np.bincount(buckets, minlength=count)[:, None]
            solver.lock(int(subgame.tree.row[node]), sums / np.maximum(number_in, 1))
        table = table.copy()
        act(table, action)


def _run(solver: Sampled, options: RingOptions, begun: float, stop: threading.Event | None) -> None:
    """Walk until the budget is spent, in steps that a clock or somebody else may end."""
    left = _FOR_EVER if options.iterations is None else options.iterations
    step, first = 4 * DEALS_AT_ONCE, time.perf_counter()
    while left > 0 and not (stop is not None and stop.is_set()):
        if options.seconds is not None:
            now = time.perf_counter()
            rest = options.seconds - (now - begun)
            if rest <= 0:
                return
            if solver.iterations:
                speed = solver.iterations / max(now - first, 1e-6)
                wanted = speed * min(rest, max(0.02, 0.1 * options.seconds))
                step = max(1, round(wanted / DEALS_AT_ONCE)) * DEALS_AT_ONCE
        elif stop is None:
            step = left
        solver.run(min(step, left))
        left -= min(step, left)
