"""Our own games in sequence form: a betting tree, and the signals that players are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np

from riverboat.base.memory import bytes_text
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
from riverboat.solvers.sequence.rounds import (
    CountedPairs,
    Ends,
    HandsOnBoards,
    Meetings,
    Round,
    RoundPayoffs,
)
from riverboat.solvers.sequence.sequences import EMPTY, Floats, Sequences
from riverboat.solvers.sequence.signals import (
    Cards,
    FromABoard,
    Ids,
    Signals,
    SignalTables,
    Tied,
    WholeGame,
)

MOST_MULTIPLIED: Final = 200_000
"""Entries up to which the products of a round are multiplied out: one sparse matrix is faster then."""

MOST_SEQUENCES: Final = 100_000_000
"""Sequences of a player: methods keep some four to six numbers of eight bytes for each, of both players."""

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


@dataclass(frozen=True)
class Layout:
    """Where the decisions of a betting tree are in the sequences of both players.

    begins: by node of the tree the first of its betting sequences. bases, widths: by player and round, where his
    sequences begin and how many each signal has.
    """

    begins: tuple[int, ...]
    bases: tuple[tuple[int, ...], tuple[int, ...]]
    widths: tuple[tuple[int, ...], tuple[int, ...]]

    def start(self, player: int, number: int, signals: Ids) -> Ids:
        """Return where the sequences of signals begin in a round."""
        return self.bases[player][number] + signals * self.widths[player][number]


@dataclass(frozen=True, repr=False)
class BettingForm(SequenceForm):
    """A form of a betting tree and of signals, which knows where the decisions of the tree are in it."""

    tree: BettingTree
    layout: Layout

    def rows(self, node: int, starts: Ids, probabilities: Floats) -> Floats:
        """Return what hands play at a node: float64[hands, actions]. probabilities: of who acts there."""
        actions = int(self.tree.first_choice[node + 1] - self.tree.first_choice[node])
        return np.asarray(probabilities[starts[:, None] + self.layout.begins[node] + np.arange(actions)])


@dataclass(frozen=True, repr=False)
class GameForm(BettingForm):
    """A form of one of our games. setup: what it is the form of."""

    setup: GameSetup
    signals: Signals

    def starts(self, player: int, number: int, board: Sequence[int], hands: Cards) -> Ids:
        """Return where the sequences of each hand begin on a board of a round."""
        return self.layout.start(player, number, self.signals.of(player, number, board, hands))


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
    signals = _signals(setup, _tied(setup, ties))
    form = form_of_signals(setup.tree, signals, setup.config.name)
    signals.forget_deals()
    return GameForm(form.name, form.players, form.payoffs, form.label, form.tree, form.layout, setup, signals)


def form_of_signals(tree: BettingTree, signals: SignalTables, name: str) -> BettingForm:
    """Return the form of a betting tree for two, over whatever tells which signals meet: cards, or buckets."""
    betting, _, _ = _walk(tree)
    layout = layout_of(tree, signals)
    first, second = (_side(signals, betting[player], layout.bases[player], player) for player in (0, 1))
    payoffs = payoffs_of_signals(tree, signals)
    made = payoffs.multiplied() if payoffs.count <= MOST_MULTIPLIED else payoffs
    return BettingForm(name, (first, second), made, _Labels(tree, signals, betting), tree, layout)


def payoffs_of_signals(tree: BettingTree, signals: SignalTables) -> RoundPayoffs:
    """Return what the form of a tree and of signals pays, round by round, never multiplied out."""
    betting, ends, _ = _walk(tree)
    bases = layout_of(tree, signals).bases
    rounds, early = _payoffs(signals, betting, bases, ends)
    shape = (bases[0][-1], bases[1][-1])
    return RoundPayoffs(shape, rounds, SparsePayoffs(shape, *early) if len(early[0]) else None)


def layout_of(tree: BettingTree, signals: SignalTables) -> Layout:
    """Return where decisions are in the form of a tree and of signals, without making it."""
    betting, _, begins = _walk(tree)
    bases: list[tuple[int, ...]] = []
    for player in (0, 1):
        begin = [1]
        for number, one in enumerate(betting[player]):
            begin.append(begin[-1] + (signals.count(player, number) * one.width if one.nodes else 0))
        _check_sequences(signals, begin[-1])
        bases.append(tuple(begin))
    widths = [tuple(one.width for one in betting[player]) for player in (0, 1)]
    return Layout(tuple(begins), (bases[0], bases[1]), (widths[0], widths[1]))


def _check_sequences(signals: SignalTables, count: int) -> None:
    """Raise if a player has too many sequences, before any is made."""
    if count > MOST_SEQUENCES:
        raise SolverError(
            f"{signals.game.name!r} has {count:,} sequences of a player, {bytes_text(8 * count)} a plan; "
            f"a sequence form takes at most {MOST_SEQUENCES:,}: use fewer sizes, ties, a later street, "
            "or a rule such as 'dcfr' of the full-width engine"
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
    if setup.prizes is not None:
        raise SolverError(
            "for prizes one player does not win what the other loses; solve it by a rule such as 'dcfr'"
        )
    if setup.locks:
        raise SolverError("locks are for rules such as 'dcfr'; methods of the sequence form take none")


def _tied(setup: GameSetup, ties: TiesLike | None) -> Tied:
    """Return the abstraction of each player."""
    has_all_hands = not setup.board and setup.ranges == (
        None,
        None,
    )  # else cards of one rank may weigh differently
    if ties is None and setup.game.ranking in SUITLESS_RANKINGS and has_all_hands:
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


def _side(signals: SignalTables, betting: list[_Betting], bases: Sequence[int], player: int) -> Sequences:
    """Return a player's sequences: by round, by signal, and there by the betting."""
    parents, firsts = [], []
    for number, one in enumerate(betting):
        if not one.nodes:
            continue
        place = np.arange(signals.count(player, number))
        firsts.append((bases[number] + place[:, None] * one.width + np.array(one.begin[:-1])).ravel())
        columns = [_before(signals, betting, bases, player, number, taken) for taken in one.before]
        parents.append(np.stack(columns, axis=1).ravel())
    first = np.concatenate([*firsts, [bases[-1]]]) if firsts else np.array([1])
    return Sequences(np.concatenate(parents) if parents else [], first)


def _before(
    signals: SignalTables,
    betting: list[_Betting],
    bases: Sequence[int],
    player: int,
    number: int,
    taken: Taken,
) -> Ids:
    """The sequence before a decision, for each signal of its round."""
    place: Ids = np.arange(signals.count(player, number), dtype=np.int64)
    if taken is None:
        return np.full(len(place), EMPTY, np.int64)
    for earlier in range(number, taken[0], -1):
        place = signals.parents(player, earlier)[place].astype(np.int64)
    return np.asarray(bases[taken[0]] + place * betting[taken[0]].width + taken[1])


def _payoffs(
    signals: SignalTables,
    betting: tuple[list[_Betting], list[_Betting]],
    bases: Sequence[Sequence[int]],
    ends: list[_End],
) -> tuple[list[Round], Entries]:
    """Return the rounds, and entries of ends before which a player has not acted in the round."""
    rounds: list[Round] = []
    early: list[tuple[Ids, Ids, Floats]] = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))]
    for number in range(signals.game.rounds):
        here = [end for end in ends if end.round == number]
        if not here:
            continue
        both = [end for end in here if all(taken is not None and taken[0] == number for taken in end.taken)]
        columns = [
            [end.taken[0][1], end.taken[1][1], end.always, end.won]  # type: ignore[index]
            for end in both
        ]
        first, second, always, won = np.array(columns, float).reshape(-1, 4).T
        meetings = _meetings(signals, number, is_listed=len(both) < len(here))
        rounds.append(
            Round(
                (bases[0][number], bases[1][number]),
                (betting[0][number].width, betting[1][number].width),
                meetings,
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
            pairs = meetings.pairs()
            at = [
                _before(signals, betting[p], bases[p], p, number, end.taken[p])[which]
                for p, which in ((0, pairs.first), (1, pairs.second))
            ]
            early.append((at[0], at[1], pairs.met * end.always + pairs.won * end.won))
    rows, columns_, values = zip(*early, strict=True)
    at_rows, at_columns = (np.concatenate(places).astype(np.int32) for places in (rows, columns_))
    return rounds, (at_rows, at_columns, np.concatenate(values))


def _meetings(signals: SignalTables, number: int, *, is_listed: bool) -> Meetings:
    """Return which signals meet: hands on boards as they are, if no list is needed, else by a list of pairs."""
    if isinstance(signals, FromABoard) and not signals.is_tied and not is_listed:
        return HandsOnBoards(signals.meetings(number), partial(signals.pairs, number))
    return CountedPairs(signals.pairs(number), (signals.count(0, number), signals.count(1, number)))


@dataclass(frozen=True)
class _Labels:
    """Names of information sets: the hand, the board and the line; made when asked for."""

    tree: BettingTree
    signals: SignalTables
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
