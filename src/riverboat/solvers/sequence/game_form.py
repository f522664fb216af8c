"""Our own games in sequence form: a betting tree, and the signals that players are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from riverboat.cards.card import parse_cards
from riverboat.cards.ranking import SUITLESS_RANKINGS
from riverboat.errors import SolverError
from riverboat.games.rules.action import FOLD
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.full_width.checked import both_hands
from riverboat.solvers.full_width.setup import GameLike, GameSetup, game_setup
from riverboat.solvers.full_width.ties import Buckets, RankBuckets, TiesLike
from riverboat.solvers.sequence.form import Entries, SequenceForm, SparsePayoffs
from riverboat.solvers.sequence.rounds import Ends, Round, RoundPayoffs
from riverboat.solvers.sequence.sequences import EMPTY, Floats, Sequences
from riverboat.solvers.sequence.signals import Cards, FromABoard, Ids, Signals, Tied, WholeGame

MOST_MULTIPLIED: Final = 200_000
"""Entries up to which the products of a round are multiplied out: one sparse matrix is faster then."""

Taken = tuple[int, int] | None
"""The last thing that a player did: round and betting sequence; None before he acts."""


@dataclass
class _Betting:
    """What one player may do in one round: his decisions, each with the sequence before it and where its own begin."""

    nodes: list[int] = field(default_factory=list)
    before: list[Taken] = field(default_factory=list)
    begin: list[int] = field(default_factory=lambda: [0])

    @property
    def width(self) -> int:
        return self.begin[-1]


@dataclass(frozen=True)
class _End:
    round: int
    taken: tuple[Taken, Taken]
    always: float
    won: float


@dataclass(frozen=True, repr=False)
class GameForm(SequenceForm):
    """A form of one of our games, which knows where the engine's decisions are in it.

    setup: what it is the form of. begins: by node of the tree the first of its betting sequences. bases, widths: by
    player and round, where his sequences begin and how many each signal has.
    """

    setup: GameSetup
    signals: Signals
    begins: tuple[int, ...]
    bases: tuple[tuple[int, ...], tuple[int, ...]]
    widths: tuple[tuple[int, ...], tuple[int, ...]]

    def starts(self, player: int, number: int, board: Sequence[int], hands: Cards) -> Ids:
        """Return where the sequences of each hand begin on a board of a round."""
        signals = self.signals.of(player, number, board, hands)
        return self.bases[player][number] + signals * self.widths[player][number]

    def rows(self, node: int, starts: Ids, probabilities: Floats) -> Floats:
        """Return what hands play at a node: float64[hands, actions]. probabilities: of who acts there."""
        tree = self.setup.tree
        actions = int(tree.first_choice[node + 1] - tree.first_choice[node])
        return np.asarray(probabilities[starts[:, None] + self.begins[node] + np.arange(actions)])


def form_of_game(game: GameLike | GameSetup, *, ties: TiesLike | None = None) -> GameForm:
    """Return the form of a two-player game, a config or a spot.

    ties: an abstraction, or one for each player, which must remember: a bucket tells those before it. Without one hands
    are told apart up to a renaming of suits, and where suits never matter by ranks.

    >>> form_of_game("leduc")
    <SequenceForm 'leduc': 337 and 337 sequences, 144 and 144 information sets, 966 entries>
    >>> from riverboat.games import leduc
    >>> from riverboat.abstraction import gameshrink
    >>> form_of_game("leduc", ties=gameshrink(leduc())).players[0].sets
    114
    """
    setup = game if isinstance(game, GameSetup) else game_setup(game)
    _check(setup)
    tree = setup.tree
    signals = _signals(setup, _tied(setup, ties))
    betting, ends, begins = _walk(tree)
    sides = [_side(signals, betting[player], player) for player in (0, 1)]
    rounds, early = _payoffs(signals, betting, [bases for _, bases in sides], ends)
    signals.forget_deals()
    shape = (len(sides[0][0]), len(sides[1][0]))
    payoffs = RoundPayoffs(shape, rounds, SparsePayoffs(shape, *early) if len(early[0]) else None)
    label = _Labels(tree, signals, betting)
    return GameForm(
        setup.config.name,
        (sides[0][0], sides[1][0]),
        payoffs.multiplied() if payoffs.count <= MOST_MULTIPLIED else payoffs,
        label,
        setup,
        signals,
        tuple(begins),
        (sides[0][1], sides[1][1]),
        tuple(tuple(one.width for one in betting[player]) for player in (0, 1)),  # type: ignore[arg-type]
    )


def _check(setup: GameSetup) -> None:
    """Raise unless it is a game of two players in which one wins what the other loses."""
    players = len(setup.root.in_hand)
    if players != 2:
        raise SolverError(
            f"{setup.game.name!r} has {players} players; the sequence form is for two, such as 'leduc', as more have "
            "no value: train them by samples"
        )
    if setup.rake.share:
        raise SolverError(
            f"with a rake of {setup.rake.share:g} one player does not win what the other loses; the sequence form "
            "needs that: leave rake out, or solve it by a rule such as 'dcfr'"
        )
    if setup.locks:
        raise SolverError("locks are for rules such as 'dcfr'; methods of the sequence form take none")


def _tied(setup: GameSetup, ties: TiesLike | None) -> Tied:
    """Return the abstraction of each player."""
    if ties is None and setup.game.ranking in SUITLESS_RANKINGS and not setup.board:
        ties = RankBuckets(setup.game)
    first, second = ties if isinstance(ties, tuple) else (ties, ties)
    return _one(first), _one(second)


def _one(tied: object) -> Buckets | None:
    if tied is None or tied == "lossless":
        return None
    if not hasattr(tied, "buckets"):
        raise SolverError(f'ties is {tied!r}; it must be an abstraction such as RankBuckets, or "lossless"')
    return tied  # type: ignore[return-value]


def _signals(setup: GameSetup, ties: Tied) -> Signals:
    board = parse_cards(setup.board)
    if not board and setup.ranges == (None, None) and setup.root.round == 0:
        return WholeGame(setup.game, ties)
    return FromABoard(setup.game, ties, board, both_hands(setup.tree, list(board), setup.ranges))


# --- betting -----------------------------------------------------------------------------------------------------


def _walk(
    tree: BettingTree,
) -> tuple[tuple[list[_Betting], list[_Betting]], list[_End], list[int]]:
    """Go through the decisions, each with what both players did last."""
    seats = list(tree.root.in_hand)
    betting = tuple([_Betting() for _ in range(tree.game.rounds)] for _ in (0, 1))
    last: list[tuple[Taken, Taken]] = [(None, None)] * tree.nodes
    ends: list[_End] = []
    begins: list[int] = []
    for node in range(tree.nodes):  # children come after their parents
        player, number = seats.index(int(tree.actor[node])), int(tree.round[node])
        mine = betting[player][number]
        choices = range(int(tree.first_choice[node]), int(tree.first_choice[node + 1]))
        begins.append(mine.width)
        mine.nodes.append(node)
        mine.before.append(last[node][player])
        for place, choice in enumerate(choices):
            taken = (number, mine.width + place)
            after = (taken, last[node][1]) if player == 0 else (last[node][0], taken)
            child = int(tree.child[choice])
            if child >= 0:
                last[child] = after
            else:
                ends.append(
                    _end(tree, ~child, number, after, seats, player if tree.action[choice] == FOLD else None)
                )
        mine.begin.append(mine.width + len(choices))
    return (betting[0], betting[1]), ends, begins


def _end(
    tree: BettingTree, end: int, number: int, taken: tuple[Taken, Taken], seats: list[int], folds: int | None
) -> _End:
    """What an end pays the first player. What others have left in the pot counts half for each: the sum stays 0."""
    put_in = tree.end_put_in[end].astype(float)
    first, second = (float(put_in[seat]) for seat in seats)
    half_dead = (float(put_in.sum()) - first - second) / 2
    if folds is not None:
        return _End(number, taken, -first - half_dead if folds == 0 else second + half_dead, 0.0)
    return _End(number, taken, 0.0, min(first, second) + half_dead)


def _side(signals: Signals, betting: list[_Betting], player: int) -> tuple[Sequences, tuple[int, ...]]:
    """Return a player's sequences: by round, by signal, and there by the betting; and where rounds begin."""
    counts = [signals.count(player, number) if one.nodes else 0 for number, one in enumerate(betting)]
    bases = [1]
    for count, one in zip(counts, betting, strict=True):
        bases.append(bases[-1] + count * one.width)
    parents, firsts = [], []
    for number, (count, one) in enumerate(zip(counts, betting, strict=True)):
        if not count:
            continue
        place = np.arange(count)
        firsts.append((bases[number] + place[:, None] * one.width + np.array(one.begin[:-1])).ravel())
        columns = [_before(signals, betting, bases, player, number, taken) for taken in one.before]
        parents.append(np.stack(columns, axis=1).ravel())
    first = np.concatenate([*firsts, [bases[-1]]]) if firsts else np.array([1])
    return Sequences(np.concatenate(parents) if parents else [], first), tuple(bases)


def _before(
    signals: Signals, betting: list[_Betting], bases: Sequence[int], player: int, number: int, taken: Taken
) -> Ids:
    """The sequence before a decision, for each signal of its round."""
    place: Ids = np.arange(signals.count(player, number), dtype=np.int64)
    if taken is None:
        return np.full(len(place), EMPTY, np.int64)
    for earlier in range(number, taken[0], -1):
        place = signals.parents(player, earlier)[place].astype(np.int64)
    return np.asarray(bases[taken[0]] + place * betting[taken[0]].width + taken[1])


def _payoffs(
    signals: Signals,
    betting: tuple[list[_Betting], list[_Betting]],
    bases: list[tuple[int, ...]],
    ends: list[_End],
) -> tuple[list[Round], Entries]:
    """Return the rounds, and entries of ends before which a player has not acted in the round."""
    rounds: list[Round] = []
    early: list[tuple[Ids, Ids, Floats]] = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))]
    for number in range(signals.game.rounds):
        here = [end for end in ends if end.round == number]
        if not here:
            continue
        pairs = signals.pairs(number)
        both = [end for end in here if all(taken is not None and taken[0] == number for taken in end.taken)]
        columns = [
            [end.taken[0][1], end.taken[1][1], end.always, end.won]  # type: ignore[index]
            for end in both
        ]
        first, second, always, won = np.array(columns, float).reshape(-1, 4).T
        rounds.append(
            Round(
                (bases[0][number], bases[1][number]),
                (betting[0][number].width, betting[1][number].width),
                (signals.count(0, number), signals.count(1, number)),
                pairs,
                Ends(
                    first.astype(np.int32),
                    second.astype(np.int32),
                    np.ascontiguousarray(always),
                    np.ascontiguousarray(won),
                ),
            )
        )
        for end in here:
            if end in both:
                continue
            at = [
                _before(signals, betting[p], bases[p], p, number, end.taken[p])[which]
                for p, which in ((0, pairs.first), (1, pairs.second))
            ]
            early.append((at[0], at[1], pairs.met * end.always + pairs.won * end.won))
    rows, columns_, values = zip(*early, strict=True)
    at_rows, at_columns = (np.concatenate(places).astype(np.int32) for places in (rows, columns_))
    return rounds, (at_rows, at_columns, np.concatenate(values))


@dataclass(frozen=True)
class _Labels:
    """Names of information sets: the hand, the board and the line; made when asked for."""

    tree: BettingTree
    signals: Signals
    betting: tuple[list[_Betting], list[_Betting]]

    def __call__(self, player: int, number: int) -> tuple[str, tuple[str, ...]]:
        for round_, one in enumerate(self.betting[player]):
            count = self.signals.count(player, round_) * len(one.nodes)
            if number < count:
                signal, which = divmod(number, len(one.nodes))
                node = one.nodes[which]
                line = self.tree.line_to(node)
                return f"{self.signals.name(player, round_, signal)} after {line!r}", tuple(
                    self._actions(node)
                )
            number -= count
        raise SolverError(f"there is no information set {number}")

    def _actions(self, node: int) -> Iterator[str]:
        for option in options_at(self.tree.table_at(node), self.tree.choices(node)):
            yield option.token
