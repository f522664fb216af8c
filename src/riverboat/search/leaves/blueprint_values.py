"""What leaves are worth if both play on by a blueprint: hands of two cards in groups, boards at random.

For every leaf the lines below it are walked once and their rows collected; then, on each of some runouts of turn and
river, each group of hands is stood for by one of its hands, and `continuation_values` weighs all lines natively, for
every pair of groups and of continuations. No leaf is rolled out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.cards.card import parse_cards
from riverboat.cards.evaluator import evaluate_batch
from riverboat.errors import SolverError
from riverboat.games.rules.private_hands import PrivateHands
from riverboat.games.rules.table import Table
from riverboat.search.leaves.biases import AS_IT_IS, Bias, kind_of
from riverboat.solvers.full_width.checked import both_hands
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.full_width.value_leaves import ValueLeaves, leaf_nodes
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.lines.trained_line import TrainedLine

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class LeafSampling:
    """How values are found. groups: of each player's hands, at most. runouts: boards that are dealt.

    The error of a value falls with the root of runouts. On flops of `headsup`, with 13 leaves and four ways, 60 groups
    and 20 runouts took 0.1 to 0.5 s of two cores, 100 and 100 took 0.9 to 2.8 s.
    """

    groups: int = 100
    runouts: int = 200
    seed: int = 1

    def __post_init__(self) -> None:
        if self.groups < 1 or self.runouts < 1:
            raise SolverError(
                f"{self} cannot be; there is at least one group and one runout: LeafSampling(100, 200)"
            )


def blueprint_leaves(
    setup: GameSetup,
    blueprint: Blueprint,
    continuations: tuple[Sequence[Bias], Sequence[Bias]] = ((AS_IT_IS,), (AS_IT_IS,)),
    *,
    sampling: LeafSampling | None = None,
    threads: int | None = None,
) -> ValueLeaves:
    """Return the leaves of a setup of hold'em that begins on the flop or the turn.

    continuations: the ways to play on among which each player chooses; give the opponent of the one whose strategy is
    wanted `PLURIBUS`, and him the blueprint alone (Brown, Sandholm and Amos 2018).
    """
    how, tree = sampling or LeafSampling(), setup.tree
    board = list(parse_cards(setup.board))
    if setup.game.hole_cards != 2 or len(board) not in (3, 4):
        raise SolverError(
            f"a board of {len(board)} cards in {setup.game.name!r}; leaves of a blueprint are for hold'em from the "
            "flop or the turn on"
        )
    hands = both_hands(tree, board, setup.ranges)
    lines = blueprint.lines(setup.game)
    starts = [lines.at(tree.table_at(int(node)).taken) for node in leaf_nodes(tree)]
    seats = (tree.root.in_hand[0], tree.root.in_hand[1])
    trees = [_continuation_tree(line, seats) for line in starts]
    file = starts[0].found.file if starts else lines.root.found.file
    first, second = (hand_groups(file, board, held.cards, how) for held in hands)
    groups = (first, second)
    random = np.random.default_rng(how.seed)
    boards = _runouts(board, how.runouts, random)
    one, other = (_sample(file, boards, len(board), hands[p], groups[p], random) for p in (0, 1))
    ways, others = (np.array([bias.factors for bias in given], np.float32) for given in continuations)
    values, equity, met = _core.continuation_values(trees, one, other, ways, others, threads or 0, None)
    return ValueLeaves(groups, _without_gaps(values, met), _without_gaps(equity, met))


def hand_groups(
    file: StrategyTable, board: Sequence[int], cards: npt.NDArray[np.uint8], how: LeafSampling
) -> Ints:
    """Return a group for each hand; all have about as many hands, one each if there are no more hands than groups.

    Hands lie in order of their buckets on this street, those by the mean strength of their hands on some runouts, and
    inside a bucket by their own. So neighbours are played alike and win about as much.
    """
    buckets = np.asarray(file.cards.buckets(len(board) - 2, tuple(board), cards), np.int64)
    _, place = np.unique(buckets, return_inverse=True)
    strength = _mean_strength(board, cards, how.seed)
    means = np.bincount(place, strength) / np.bincount(place)
    order = np.argsort(np.lexsort((strength, place, means[place])), kind="stable")
    return np.asarray(order * min(how.groups, len(cards)) // len(cards), np.int64)


def _mean_strength(
    board: Sequence[int], cards: npt.NDArray[np.uint8], seed: int, runouts: int = 64
) -> npt.NDArray[np.float64]:
    """The mean rank of hands among all on some runouts, 0 to 1."""
    random = np.random.default_rng(seed)
    total, seen = np.zeros(len(cards)), np.zeros(len(cards))
    for dealt in _runouts(list(board), runouts, random):
        fits = ~np.isin(cards, dealt[len(board) :]).any(axis=1)
        strengths = _strengths(dealt, cards[fits])
        total[fits] += np.searchsorted(np.sort(strengths), strengths) / len(strengths)
        seen[fits] += 1
    return np.asarray(total / np.maximum(seen, 1))


def _strengths(board: npt.NDArray[np.uint8], cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    return evaluate_batch(np.concatenate([np.tile(board, (len(cards), 1)), cards], axis=1).astype(np.uint8))


def _runouts(board: list[int], count: int, random: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Boards of five cards; every card comes as next one about as often as any other."""
    left = np.array([card for card in range(52) if card not in board], np.uint8)
    dealt: list[list[int]] = []
    while len(dealt) < count:
        for turn in random.permutation(left):
            more = random.permutation(left[left != turn])[: 4 - len(board)]
            dealt.append([*board, turn, *more])
    return np.array(dealt[:count], np.uint8)


def _sample(
    file: StrategyTable,
    boards: npt.NDArray[np.uint8],
    shown: int,
    hands: PrivateHands,
    groups: Ints,
    random: np.random.Generator,
) -> _core.RunoutSample:
    """Draw a hand of each group for each runout, by its weight among those that the board leaves."""
    streets, count = range(shown + 1, 6), int(groups.max()) + 1
    cards = np.zeros((len(boards), count), np.uint64)
    strength = np.zeros((len(boards), count), np.uint32)
    buckets = [np.zeros((len(boards), count), np.uint32) for _ in streets]
    bits = (np.uint64(1) << hands.cards.astype(np.uint64)).sum(axis=1)
    for place, board in enumerate(boards):
        keys = random.random(len(groups)) ** (1 / hands.weights)  # the largest is drawn by weight
        keys[np.isin(hands.cards, board[shown:]).any(axis=1)] = -1
        order = np.lexsort((keys, groups))
        last = np.append(np.flatnonzero(np.diff(groups[order])), len(order) - 1)
        drawn = order[last]
        drawn = drawn[keys[drawn] >= 0]
        of = groups[drawn]
        cards[place, of] = bits[drawn]
        strength[place, of] = _strengths(board, hands.cards[drawn])
        for street, found in zip(streets, buckets, strict=True):
            found[place, of] = file.cards.buckets(
                street - 2, tuple(board[:street].tolist()), hands.cards[drawn]
            )
    return _core.RunoutSample(cards, strength, buckets)


def _without_gaps(values: npt.NDArray[np.float32], met: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Give pairs of groups that never met, as two of one hand each, the mean of the row; they hardly count."""
    filled = np.where(met > 0, values, 0)
    means = filled.sum(axis=-1, keepdims=True) / np.maximum((met > 0).sum(axis=-1, keepdims=True), 1)
    return np.asarray(np.where(met > 0, values, means), np.float32)


# --- the lines below a leaf --------------------------------------------------------------------------------


def _continuation_tree(start: TrainedLine, seats: tuple[int, int]) -> _core.ContinuationTree:
    """Walk all that the blueprint does below a leaf, parents before their children."""
    lines, first_round = [start], start.round
    first_choice = [0]
    actor, street, kind, child, place = (list[int]() for _ in range(5))
    probabilities, lose, more = list[npt.NDArray[np.float32]](), list[float](), list[float]()
    filled = 0
    for line in lines:  # grows as it is walked
        rows = line.mix.strategy
        assert line.table.actor is not None
        actor.append(seats.index(line.table.actor))
        street.append(line.round - first_round)
        for choice, action in enumerate(line.mix.actions):
            after = line.after(action)
            kind.append(kind_of(action))
            place.append(filled + choice)
            if after.table.is_over:
                child.append(~len(lose))
                won, extra = _payoff(after.table, seats)
                lose.append(won)
                more.append(extra)
            else:
                child.append(len(lines))
                lines.append(after)
        first_choice.append(len(child))
        probabilities.append(rows.reshape(-1))
        filled += rows.size
    return _core.ContinuationTree(
        np.array(actor, np.uint8),
        np.array(street, np.uint8),
        np.array(first_choice, np.uint32),
        np.array(kind, np.uint8),
        np.array(child, np.int32),
        np.array(place, np.uint32),
        np.concatenate(probabilities).astype(np.float32),
        np.array(lose, np.float32),
        np.array(more, np.float32),
    )


def _payoff(table: Table, seats: tuple[int, int]) -> tuple[float, float]:
    """What player 0 wins at least, and what a won showdown gives him more; what nobody called goes back."""
    own, other = (table.put_in[seat] for seat in seats)
    called = min(own, other)
    dead = sum(table.put_in) - own - other
    if len(table.in_hand) == 1:
        return float(called + dead if table.in_hand[0] == seats[0] else -called), 0.0
    return float(-called), float(2 * called + dead)
