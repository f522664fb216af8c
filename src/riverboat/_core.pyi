"""
Riverboat's native core. Arguments are checked by the Python modules in front of it.
"""

from collections.abc import Sequence
import enum
from typing import Annotated, overload

import numpy
import numpy.typing
from numpy.typing import NDArray


def cpu_path() -> str:
    """
    The instruction path the kernels take on this machine: baseline, bmi2 or avx512.
    """

class Evaluator:
    """The strengths of one ranking of hands."""

    @property
    def name(self) -> str: ...

    @property
    def min_cards(self) -> int: ...

    @property
    def max_cards(self) -> int: ...

    @property
    def hand_size(self) -> int: ...

    def evaluate(self, cards: object | None) -> int:
        """Strength of a list or tuple of ids; 0 if they are no hand."""

    def evaluate_batch(self, hands: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu')], threads: int) -> int:
        """
        Write the strengths of the rows to `out`; return the first row that is no hand (-1 if all are).
        """

    def strength_counts(self, count: int, threads: int, progress: object | None) -> Annotated[NDArray[numpy.uint64], dict(device='cpu')]:
        """How many of all hands of `count` cards have each strength."""

    def classes(self) -> list[tuple[int, list[int]]]:
        """Category and deciding ranks of every strength from 1 up."""

def evaluator(ranking: int) -> Evaluator:
    """The evaluator of ranking 0 .. 5 (RankingId)."""

class HandIndexer:
    """
    Index of hands up to suits. Batches return the results and the first row that is not valid (the number of rows if all are); `index` writes the results to `out`. threads 0 means all.
    """

    def __init__(self, rounds: Sequence[int], rank_mask: int, suit_mask: int) -> None: ...

    def size(self, round: int) -> int: ...

    def index(self, round: int, cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], threads: int) -> int: ...

    def index_all(self, cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> tuple[Annotated[NDArray[numpy.int64], dict(device='cpu')], int]: ...

    def cards(self, round: int, indices: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> tuple[Annotated[NDArray[numpy.uint8], dict(device='cpu')], int]: ...

    def weights(self, round: int, indices: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> tuple[Annotated[NDArray[numpy.int64], dict(device='cpu')], int]: ...

def board_places(cards: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
    """
    Of every board, its number up to suits << 8 | what its suits become, two bits each.
    """

class PlayerSums:
    """One player's sums over deals."""

    @property
    def wins(self) -> float: ...

    @property
    def ties(self) -> float: ...

    @property
    def shares(self) -> float: ...

    @property
    def shares_squared(self) -> float: ...

    @property
    def hand_shares(self) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]: ...

    @property
    def hand_deals(self) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]: ...

class DealSums:
    """Sums over deals of hands and boards."""

    @property
    def deals(self) -> float: ...

    @property
    def attempts(self) -> int: ...

    @property
    def players(self) -> list[PlayerSums]: ...

    def add(self, other: DealSums) -> None: ...

class Rollout:
    """Sums of scores (2 wins + ties) over the completions of a board."""

    @property
    def scores(self) -> Annotated[NDArray[numpy.uint64], dict(device='cpu')]: ...

    @property
    def squares(self) -> Annotated[NDArray[numpy.uint64], dict(device='cpu')]: ...

    @property
    def histogram(self) -> Annotated[NDArray[numpy.uint64], dict(device='cpu')]: ...

    @property
    def next_scores(self) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]: ...

class BoardSweeps:
    """One range after another on the same boards."""

    def __init__(self, boards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None: ...

    def won_from(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """
        Pots that every hand wins from a range, added up over the boards, [1326].
        """

def board_strengths(board: Sequence[int]) -> Annotated[NDArray[numpy.uint16], dict(device='cpu')]:
    """Strength of every hand on five cards, 0 if it meets them."""

def board_win_tie(boards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.uint16], dict(device='cpu')]:
    """Wins and ties against the 990 other hands, [N, 1326, 2]."""

def matchup(hands: Sequence[int], board: Sequence[int], dead: Sequence[int], ranking: int = 0) -> tuple[int, list[tuple[int, int, int]]]:
    """Exact counts over all boards for known hands (indices)."""

def hand_equity(hand: int, range: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], board: Sequence[int], dead: Sequence[int], threads: int, progress: object | None, ranking: int = 0) -> list[float]:
    """
    Wins, ties and total of one hand (index) against a range, over all boards.
    """

def against_hands(hand: int, board: Sequence[int], dead: Sequence[int], ranking: int = 0) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
    """
    Share of the pot of one hand (index) against every hand, over all boards after three to five cards, [1326].
    """

def heads_up_preflop(rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int, progress: object | None) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
    """
    Wins of the first hand and ties over all boards, for rows of four cards, [N, 2].
    """

def range_equity(first: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], board: Sequence[int], dead: Sequence[int], threads: int, progress: object | None, listed: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, ranking: int = 0) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
    """
    Wins, ties and total of both ranges by hand, [2, 3, 1326]; listed: [1326], also of these hands.
    """

def multiway_exact(weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], board: Sequence[int], dead: Sequence[int], threads: int, progress: object | None, ranking: int = 0) -> DealSums:
    """Every deal of hands over every board."""

def multiway_sampled(weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], everything: Sequence[bool], board: Sequence[int], dead: Sequence[int], samples: int, seed: int, threads: int, progress: object | None, ranking: int = 0) -> DealSums:
    """Random deals of hands and boards."""

def count_deals(weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], limit: int) -> int:
    """Deals of hands that share no card, up to a limit."""

def rollout(board: Sequence[int], bins: int, want_next: bool, threads: int, progress: object | None) -> Rollout:
    """Scores of every hand against a random one over the cards to come."""

class GameRules:
    """The native form of a Game."""

    def __init__(self, stacks: Sequence[int], blinds: Sequence[int], antes: Sequence[int], limit: bool, min_bet: int, raise_sizes: Sequence[int], max_raises: Sequence[int], first_to_act: Sequence[int], hole_cards: int, board_cards: Sequence[int], deck: Sequence[int], ranking: int) -> None: ...

class LegalActions:
    """What a player may do; checking or calling always is."""

    @property
    def can_fold(self) -> bool:
        """Only when there is something to call."""

    @property
    def call(self) -> int:
        """Chips that a call adds; 0 is a check."""

    @property
    def can_raise(self) -> bool: ...

    @property
    def min_raise_to(self) -> int | None:
        """
        The smallest bet or raise, as the amount in on this street; None if there is none.
        """

    @property
    def max_raise_to(self) -> int | None:
        """
        The largest bet or raise: all-in, except in limit games; None if there is none.
        """

    def __repr__(self) -> str: ...

class HandTable:
    """One hand: betting and cards. See riverboat.games.Table."""

    def __init__(self, rules: GameRules) -> None: ...

    def verify_fold(self) -> None:
        """Raise a GameError that says why, if the actor may not."""

    def can_fold(self) -> bool:
        """Whether the actor may."""

    def verify_check_or_call(self) -> None:
        """Raise a GameError that says why, if the actor may not."""

    def can_check_or_call(self) -> bool:
        """Whether the actor may."""

    def verify_raise(self) -> None:
        """Raise a GameError that says why, if the actor may not."""

    def can_raise(self) -> bool:
        """Whether the actor may."""

    def verify_raise_to(self, amount: int) -> None:
        """
        Raise a GameError that names the minimum and maximum, if the amount is not legal.
        """

    def can_raise_to(self, amount: int) -> bool:
        """Whether the actor may bet or raise to that amount."""

    def fold(self) -> None:
        """Fold. There must be something to call."""

    def check_or_call(self) -> None:
        """Check, or call what is to call."""

    def raise_to(self, amount: int) -> None:
        """Bet or raise so that the actor has `amount` chips in on this street."""

    def record(self, action: int) -> None:
        """
        Do an action that a real table let happen: -1 folds, even where a check is free, 0 checks or calls, a number raises to it, even below the minimum.
        """

    def undo(self) -> None:
        """Take the last action back."""

    def assign(self, other: HandTable) -> None:
        """Become a copy of another table of the same game."""

    def new_hand(self) -> None:
        """Begin again with unknown cards."""

    def deal_rest(self, seed: int) -> None:
        """Draw every card that is not known yet."""

    def set_hole_cards(self, seat: int, cards: Sequence[int]) -> None:
        """Give a seat its card ids."""

    def set_board(self, cards: Sequence[int]) -> None:
        """Set the board's card ids from the first on."""

    @property
    def legal_actions(self) -> LegalActions:
        """What the actor may do."""

    @property
    def actor(self) -> int | None:
        """The seat to act; None when the hand is over."""

    @property
    def is_over(self) -> bool: ...

    @property
    def is_showdown(self) -> bool:
        """Whether the hand is over with two or more players in."""

    @property
    def round(self) -> int:
        """The betting round, from 0."""

    @property
    def actions(self) -> int:
        """How many actions were taken."""

    @property
    def taken(self) -> list[int]:
        """
        The actions so far: -1 for a fold, 0 for a check or call, or the amount of a raise.
        """

    @property
    def to_call(self) -> int:
        """
        Chips the actor adds by calling; 0 when he can check, or when the hand is over.
        """

    @property
    def stacks(self) -> list[int]:
        """Chips behind, by seat; at the end not yet the winnings."""

    @property
    def bets(self) -> list[int]:
        """Chips put in on this street, by seat; antes not counted."""

    @property
    def put_in(self) -> list[int]:
        """Chips put in in the whole hand, by seat, antes included."""

    @property
    def in_hand(self) -> list[int]:
        """The seats that have not folded, ascending."""

    @property
    def all_in(self) -> list[int]:
        """The seats in the hand without chips behind, ascending."""

    @property
    def pots(self) -> list[tuple[int, list[int]]]:
        """
        Chips and seats of each pot, the main pot first: what earlier rounds put in, and at the end everything but the uncalled bet.
        """

    @property
    def showdown_order(self) -> list[int]:
        """
        Who shows, in order: the last aggressor first, else left of the button; empty if there is no showdown.
        """

    @property
    def payoffs(self) -> list[int]:
        """
        Net result by seat; the hand must be over, and the cards known if there is a showdown.
        """

    @property
    def hole_cards(self) -> list[list[int]]:
        """Card ids by seat; empty where unknown."""

    @property
    def board(self) -> list[int]:
        """Card ids on the board in this round."""

def play_hands(rules: GameRules, policy: int, hands: int, seed: int, threads: int, progress: object | None) -> tuple[int, int, int, list[int], int]:
    """
    Play whole hands: hands, actions, showdowns, chips won by seat, checksum.
    """

class BetMenu:
    """The native form of a Menu for one game."""

    def __init__(self, lists: Sequence[Sequence[tuple[int, float, float]]], list_of: Sequence[int], situations: int, max_raises: Sequence[Sequence[int]], max_raises_per_hand: int, all_in_below: float, force_all_in: float, merge: float, limps: int, max_players_to_flop: int, has_donks: bool, big_blind: int) -> None: ...

    def choices(self, table: HandTable) -> list[int]:
        """
        What the menu offers whoever is to act: fold, call, then raises, ascending.
        """

MOST_ACTIONS: int = 64

MOST_SIZES: int = 61

NO_CAP: int = 127

class TreeArrays:
    """A betting tree. See riverboat.games.BettingTree."""

    @property
    def round(self) -> Annotated[NDArray[numpy.uint8], dict(device='cpu', writable=False)]:
        """By node."""

    @property
    def actor(self) -> Annotated[NDArray[numpy.uint8], dict(device='cpu', writable=False)]:
        """By node."""

    @property
    def first_choice(self) -> Annotated[NDArray[numpy.uint32], dict(device='cpu', writable=False)]:
        """By node, and one more."""

    @property
    def row(self) -> Annotated[NDArray[numpy.uint32], dict(device='cpu', writable=False)]:
        """By node."""

    @property
    def action(self) -> Annotated[NDArray[numpy.int32], dict(device='cpu', writable=False)]:
        """By choice."""

    @property
    def child(self) -> Annotated[NDArray[numpy.int32], dict(device='cpu', writable=False)]:
        """By choice: a node, or ~e for end e."""

    @property
    def end_in_hand(self) -> Annotated[NDArray[numpy.uint16], dict(device='cpu', writable=False)]:
        """By end: a bit for each seat."""

    @property
    def end_unseen(self) -> Annotated[NDArray[numpy.uint8], dict(device='cpu', writable=False)]:
        """By end: 1 if all but one folded before the first board."""

    @property
    def row_choices(self) -> Annotated[NDArray[numpy.uint16], dict(device='cpu', writable=False)]:
        """By row."""

    @property
    def first_node(self) -> Annotated[NDArray[numpy.uint32], dict(device='cpu', writable=False)]:
        """By round, and one more."""

    @property
    def end_put_in(self) -> Annotated[NDArray[numpy.int32], dict(device='cpu', writable=False)]:
        """[end, seat], antes included."""

    def street_starts(self, round: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu', writable=False)]:
        """The first node of each block of the round."""

    def with_rows(self, row: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], row_choices: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> TreeArrays:
        """The same tree with other rows, by node."""

class TreeRules:
    """A game, a menu and a row key."""

    def __init__(self, game: GameRules, menu: BetMenu, row_key: int, check_is_call: bool, keep_aggressor: bool) -> None: ...

def build_tree(rules: TreeRules, root: HandTable, joined_from: int, nodes: int, choices: int, progress: object | None) -> TreeArrays:
    """Lay a tree out; its size must be known."""

class TreeMatch:
    """What nodes and choices of one tree stand for in another; -1: nothing."""

    @property
    def node(self) -> Annotated[NDArray[numpy.int32], dict(device='cpu', writable=False)]: ...

    @property
    def choice(self) -> Annotated[NDArray[numpy.int32], dict(device='cpu', writable=False)]: ...

def match_trees(finer: TreeArrays, root: HandTable, other: TreeArrays, other_node: int) -> TreeMatch:
    """
    Walk a tree beside a coarser one of the same game that has `other_node` at its root.
    """

def row_hash(rules: TreeRules, table: HandTable) -> int:
    """A number that decisions of one row share; for keys other than 'own'."""

def count_tree(rules: TreeRules, root: HandTable, most_situations: int, weights: Sequence[float], heaviest: float, progress: object | None) -> list[tuple[list[tuple[int, int, int]], list[tuple[int, int, int]], int, int, bool]] | None:
    """
    By round: (nodes, choices, ends) by players in the hand for the tree and for the joined tree, distinct streets, distinct starts, whether the joined tree was counted. None once the choices of the tree, by round times a weight, are known to be heavier than allowed.
    """

def count_plan(rules: TreeRules, root: HandTable, most_situations: int, threads: int, progress: object | None) -> tuple[list[tuple[list[tuple[int, int, int]], list[tuple[int, int, int]], int, int, bool]], list[list[tuple[int, int]]]]:
    """
    What count_tree gives, and by row key and round the rows and their choices.
    """

class SolverGame:
    """A two-player game with its boards dealt, ready to be solved."""

    @staticmethod
    def undealt(rules: GameRules, tree: TreeArrays, seats: Sequence[int], rake: float, rake_cap: float) -> SolverGame:
        """A game for deal_games to be like."""

    def set_prizes(self, stacks: Sequence[float], payouts: Sequence[float]) -> None:
        """Let ends be worth prizes; before an engine is made."""

    def boards(self, round: int) -> list[list[int]]:
        """The cards of each board of a round."""

    def children(self, round: int, board: int) -> list[int]:
        """The boards of the next round."""

    def board_hands(self, round: int, board: int, player: int) -> tuple[Annotated[NDArray[numpy.uint16], dict(device='cpu')], Annotated[NDArray[numpy.uint16], dict(device='cpu')], Annotated[NDArray[numpy.uint8], dict(device='cpu')], Annotated[NDArray[numpy.uint16], dict(device='cpu')]]:
        """First hand and size by class; cards and class by hand."""

    def class_counts(self, round: int) -> Annotated[NDArray[numpy.int64], dict(device='cpu')]:
        """How many classes of hands there are: [boards, players]."""

    def classes_by_cards(self, round: int) -> Annotated[NDArray[numpy.uint16], dict(device='cpu')]:
        """
        The class of each hand, by board and player, hands in order of their cards.
        """

    def set_all_in(self, player: int, wins: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], ties: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], losses: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """
        What all-in hands win before any board, [own class, opponent's class]; see AllInShares.
        """

    def keep_root(self) -> None:
        """Forget all boards but the first."""

    @property
    def rounds(self) -> int: ...

    @property
    def first_round(self) -> int: ...

    def cells(self, bits: int) -> int:
        """Numbers in one table of a solver."""

class LeafSide:
    """A player at value leaves; see riverboat.solvers.full_width.leaves."""

    def __init__(self, groups: int, continuations: int, group_of: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)], equity: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)]) -> None: ...

class Ties:
    """The buckets of all classes of hands. See riverboat.solvers.Ties."""

    def __init__(self, rounds: int) -> None: ...

    def set(self, round: int, player: int, count: int, buckets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        How many buckets there are, and that of each class, the boards one after the other.
        """

    def cells(self, game: SolverGame, bits: int) -> int:
        """Numbers in one table of a solver."""

def prepare_game(rules: GameRules, tree: TreeArrays, seats: Sequence[int], board: Sequence[int], cards0: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights0: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], cards1: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights1: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], rake: float, rake_cap: float, only_first_round: bool, renamings: Sequence[Sequence[int]]) -> SolverGame:
    """
    Deal the boards of a game; renamings: those of suits that leave it the same, none for all.
    """

def deal_games(like: Sequence[SolverGame], boards: Sequence[Sequence[int]], weights0: Sequence[numpy.typing.NDArray[numpy.float64]], weights1: Sequence[numpy.typing.NDArray[numpy.float64]], threads: int) -> tuple[list[SolverGame], numpy.typing.NDArray[numpy.float64]]:
    """
    Deal many games at once, each like another but for its board and the weights of all 1326 hands. Also what the hands of each weigh that can meet: 0 if a player has none, and such a game has no boards.
    """

class FullWidth64:
    """The full-width engine. See riverboat.solvers.FullWidth."""

    def __init__(self, game: SolverGame, predictive: bool, small: bool, ties: Ties | None = None) -> None: ...

    def run(self, factors: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], alternating: bool, threads: int, progress: object | None) -> None:
        """Iterations, one for each row of factors."""

    def walk(self, kind: int, player: int, threads: int, opponent: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """
        Counterfactual values by class of the root: 1 of the best response, 2 of the averages, 5 what both win together by them. opponent: his reach by class, instead of the weights of his hands.
        """

    def set_gate(self, player: int, each_hand: bool, alternatives: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], chances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], met: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Let a player enter by a gate; alternatives: [draws, classes]. See riverboat.solvers.full_width.gates.
        """

    def gate_reach(self, average: bool) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """How the gated player enters, by class of the root."""

    def node_values(self, threads: int) -> tuple[list[Annotated[NDArray[numpy.float64], dict(device='cpu')]], list[Annotated[NDArray[numpy.float64], dict(device='cpu')]]]:
        """
        What the averages are worth at the decisions before the last street, by round; and counterfactual values by class of the root. See riverboat.solvers.full_width.node_values.
        """

    def losses(self, player: int, threads: int) -> list[Annotated[NDArray[numpy.float64], dict(device='cpu')]]:
        """
        What a player's average loses at each decision against his best answer, by round as [board][node], in counterfactual values.
        """

    def decision_values(self, kind: int, player: int, places: Sequence[tuple[int, int]], threads: int) -> list[Annotated[NDArray[numpy.float64], dict(device='cpu')]]:
        """
        Chips that hands of a player win at decisions, each (board, node): [action][class] if he acts there, else [class]; kind: 1 the best answer, 2 the averages.
        """

    def values_at(self, player: int, board: int, node: int, reach: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """
        Chips that a player wins from a node on, [actions, classes] if he acts there, else [1, classes]; reach: the opponent's, by class.
        """

    def strategy(self, board: int, node: int, average: bool) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """[actions, classes] of who acts at the node."""

    def set_averages(self, board: int, node: int, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """Make [actions, classes] the averages of a node on a board."""

    def lock(self, board: int, node: int, strategy: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], locked: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Fix [actions, classes] for the classes that are locked; an empty `locked` unlocks the node.
        """

    def set_leaves(self, sides: Sequence[LeafSide], function: object | None) -> None:
        """Stop at the end of the first street; see ValueLeaves."""

    def leaf_choices(self, leaf: int, player: int) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """[continuations, classes] that a player chooses on average."""

    def begin_at_leaves(self, first: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """
        Walk from the leaves on, with the reach of both players as [leaves, classes]; empty: from the root.
        """

    def walk_from_leaves(self, kind: int, player: int, threads: int) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """
        Counterfactual values at the leaves, [leaves, classes]; kinds as in `walk`.
        """

    def place(self, board: int, node: int) -> tuple[int, int, int, int]:
        """
        Where the [action][width] table of a node on a board begins, its number, actions and width. With ties the table of its row, and the width is the number of buckets.
        """

    def tables(self) -> dict[str, numpy.typing.NDArray[numpy.generic]]:
        """
        All that a solver remembers, as views that may be written to: regrets, averages, predictions, and those of its gate.
        """

    def begin(self, share: float, threads: int) -> None:
        """
        Make the averages what the next iteration plays, with regrets of that share of the values.
        """

    def resume(self, iterations: int, turns: int, keep_predicted: float) -> None:
        """
        Go on where another solver stopped after so many turns, once its tables were copied.
        """

    @property
    def pruned(self) -> int:
        """Actions that the last walk left out."""

    @property
    def iterations(self) -> int:
        """Iterations that were finished."""

    def borrow_averages(self, solver: FullWidth32) -> None:
        """Evaluate the averages of another solver of the same game."""

    @staticmethod
    def judge(game: SolverGame, ties: Ties | None) -> FullWidth64:
        """A solver without tables, to borrow averages."""

class FullWidth32:
    """The full-width engine. See riverboat.solvers.FullWidth."""

    def __init__(self, game: SolverGame, predictive: bool, small: bool, ties: Ties | None = None) -> None: ...

    def run(self, factors: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], alternating: bool, threads: int, progress: object | None) -> None:
        """Iterations, one for each row of factors."""

    def walk(self, kind: int, player: int, threads: int, opponent: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """
        Counterfactual values by class of the root: 1 of the best response, 2 of the averages, 5 what both win together by them. opponent: his reach by class, instead of the weights of his hands.
        """

    def set_gate(self, player: int, each_hand: bool, alternatives: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], chances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], met: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Let a player enter by a gate; alternatives: [draws, classes]. See riverboat.solvers.full_width.gates.
        """

    def gate_reach(self, average: bool) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """How the gated player enters, by class of the root."""

    def node_values(self, threads: int) -> tuple[list[Annotated[NDArray[numpy.float64], dict(device='cpu')]], list[Annotated[NDArray[numpy.float64], dict(device='cpu')]]]:
        """
        What the averages are worth at the decisions before the last street, by round; and counterfactual values by class of the root. See riverboat.solvers.full_width.node_values.
        """

    def losses(self, player: int, threads: int) -> list[Annotated[NDArray[numpy.float64], dict(device='cpu')]]:
        """
        What a player's average loses at each decision against his best answer, by round as [board][node], in counterfactual values.
        """

    def decision_values(self, kind: int, player: int, places: Sequence[tuple[int, int]], threads: int) -> list[Annotated[NDArray[numpy.float64], dict(device='cpu')]]:
        """
        Chips that hands of a player win at decisions, each (board, node): [action][class] if he acts there, else [class]; kind: 1 the best answer, 2 the averages.
        """

    def values_at(self, player: int, board: int, node: int, reach: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """
        Chips that a player wins from a node on, [actions, classes] if he acts there, else [1, classes]; reach: the opponent's, by class.
        """

    def strategy(self, board: int, node: int, average: bool) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """[actions, classes] of who acts at the node."""

    def set_averages(self, board: int, node: int, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """Make [actions, classes] the averages of a node on a board."""

    def lock(self, board: int, node: int, strategy: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], locked: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Fix [actions, classes] for the classes that are locked; an empty `locked` unlocks the node.
        """

    def set_leaves(self, sides: Sequence[LeafSide], function: object | None) -> None:
        """Stop at the end of the first street; see ValueLeaves."""

    def leaf_choices(self, leaf: int, player: int) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """[continuations, classes] that a player chooses on average."""

    def begin_at_leaves(self, first: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """
        Walk from the leaves on, with the reach of both players as [leaves, classes]; empty: from the root.
        """

    def walk_from_leaves(self, kind: int, player: int, threads: int) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """
        Counterfactual values at the leaves, [leaves, classes]; kinds as in `walk`.
        """

    def place(self, board: int, node: int) -> tuple[int, int, int, int]:
        """
        Where the [action][width] table of a node on a board begins, its number, actions and width. With ties the table of its row, and the width is the number of buckets.
        """

    def tables(self) -> dict[str, numpy.typing.NDArray[numpy.generic]]:
        """
        All that a solver remembers, as views that may be written to: regrets, averages, predictions, and those of its gate.
        """

    def begin(self, share: float, threads: int) -> None:
        """
        Make the averages what the next iteration plays, with regrets of that share of the values.
        """

    def resume(self, iterations: int, turns: int, keep_predicted: float) -> None:
        """
        Go on where another solver stopped after so many turns, once its tables were copied.
        """

    @property
    def pruned(self) -> int:
        """Actions that the last walk left out."""

    @property
    def iterations(self) -> int:
        """Iterations that were finished."""

class TransportMethod(enum.Enum):
    """How an earth mover's distance is found."""

    exact = 0

    greedy = 1

    sinkhorn = 2

class Norm(enum.Enum):
    """How differences of rows add up."""

    l1 = 0

    l2 = 1

def transport_many(from_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], from_buckets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], from_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], to_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], to_buckets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], to_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], ground: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], method: TransportMethod, epsilon: float, tolerance: float, most_iterations: int, out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], threads: int, progress: object | None) -> None:
    """Earth mover's distances of all histograms to all others."""

def sample_transport(rows: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], others: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], ground: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], threads: int, progress: object | None) -> None:
    """
    Earth mover's distances of all samples to all others; samples have the same number of buckets.
    """

WIDEST_SAMPLE: int = 64

@overload
def row_distances(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], others: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], norm: Norm, out: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], threads: int, progress: object | None) -> None: ...

@overload
def row_distances(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], others: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], norm: Norm, out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], threads: int, progress: object | None) -> None:
    """
    Distances of all rows to all other rows, by the sum of differences or by its Euclidean sister.
    """

def matching_costs(children: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], ground: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
    """
    Mean cost of the cheapest perfect matching between the children of each two nodes. children: rows of kinds, ascending; ground: a metric between kinds. threads 0 means all.
    """

class FeatureRules:
    """How finely the features of a hand are told."""

    def __init__(self, suit_counts: bool, top_counts: bool, pair_counts: bool, kicker: bool, draws: bool) -> None: ...

def feature_word(hole: Sequence[int], board: Sequence[int], rules: FeatureRules) -> int:
    """The features of one good deal as a number."""

class FeatureIndex:
    """The feature words of a round and their places."""

    @property
    def words(self) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]: ...

    @property
    def deals(self) -> Annotated[NDArray[numpy.uint64], dict(device='cpu')]: ...

    def deal_buckets(self, deals: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], threads: int) -> int:
        """
        Write the places of the deals; return the first that is no deal, or how many there are.
        """

    def hand_buckets(self, board: Sequence[int], hands: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]) -> int:
        """The same for hands on one board."""

def feature_index(board_cards: int, rules: FeatureRules, threads: int, progress: object | None) -> FeatureIndex:
    """Look at every hand on every board."""

def street_strengths(board_cards: int, begin: int, end: int, wins: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], ties: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], squares: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], threads: int, progress: object | None) -> None:
    """
    Sums over the ways to end the board for the classes of canonical boards [begin, end).
    """

def cluster_strengths(boards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], cluster_of: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], clusters: int, threads: int) -> Annotated[NDArray[numpy.float32], dict(device='cpu')]:
    """
    Share of the pot of all hands against each cluster of hands, [N, 1326, clusters].
    """

def river_pairs(boards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu')], threads: int, progress: object | None) -> None:
    """
    Write wins and ties of the classes of hands on boards [N, 5] to out [123156254, 2].
    """

def river_pair_counts(boards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, progress: object | None) -> Annotated[NDArray[numpy.uint64], dict(device='cpu')]:
    """
    How many hands on boards [N, 5], counted by weights, have each pair: [991 wins, 991 ties].
    """

def turn_rivers(boards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], bucket_of_pair: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu')], threads: int, progress: object | None) -> None:
    """
    Write the sorted river buckets of the classes of hands on boards [N, 4] to out [13960050, 46].
    """

def hand_rivers(boards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], hands: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bucket_of_pair: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.uint16], dict(device='cpu')]:
    """
    The sorted river buckets of chosen hands on boards [N, 4]: [N, hands, 46].
    """

def flop_rivers(flop: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], hands: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bucket_of_pair: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint16], dict(device='cpu')]:
    """
    The sorted river buckets of chosen hands on all turns of one flop [1, 3]: [49, hands, 46].
    """

@overload
def sum_rows(keys: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], table: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], threads: int) -> None: ...

@overload
def sum_rows(keys: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], table: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], threads: int) -> None:
    """
    Write to out the sums of the table's rows that each list of keys names.
    """

@overload
def kmeans_lloyd(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, iterations: int, tolerance: float, threads: int, progress: object | None) -> tuple[Annotated[NDArray[numpy.uint32], dict(device='cpu')], Annotated[NDArray[numpy.float64], dict(device='cpu')], float, int, int]: ...

@overload
def kmeans_lloyd(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, iterations: int, tolerance: float, threads: int, progress: object | None) -> tuple[Annotated[NDArray[numpy.uint32], dict(device='cpu')], Annotated[NDArray[numpy.float64], dict(device='cpu')], float, int, int]:
    """
    Labels, centroids, error, iterations, and how many clusters found no point.
    """

@overload
def nearest_centroids(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], centroids: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]: ...

@overload
def nearest_centroids(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], centroids: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
    """The number of the nearest centroid for each point."""

@overload
def kmeans_plus_plus(points: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], k: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, seed: int, threads: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]: ...

@overload
def kmeans_plus_plus(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], k: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, seed: int, threads: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
    """Numbers of k points that lie apart."""

def kmeans_line(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, progress: object | None) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
    """Where each of the k best clusters of ascending values begins."""

class DealBuckets:
    """The buckets of all players on all rounds of a deal."""

    def lookup(self, cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], players: int, out: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], threads: int) -> int:
        """
        Write [deals][players][rounds]; return the first row that is no deal, or how many there are.
        """

class BoardTables(DealBuckets):
    """Hold'em by board: tables [boards * 1326]."""

    def __init__(self, board_cards: Sequence[int], memory: Sequence[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]], widths: Sequence[int], deck: int, remembered: Sequence[int]) -> None: ...

class OrderedTables(DealBuckets):
    """Hold'em by board, with the turn in order: see BoardTables."""

    def __init__(self, board_cards: Sequence[int], memory: Sequence[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]], widths: Sequence[int], deck: int, remembered: Sequence[int], pairs: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, pair_width: int) -> None: ...

class SequenceTables(DealBuckets):
    """Small games by the cards seen: tables [deck ** cards]."""

    def __init__(self, hole_cards: int, board_cards: Sequence[int], memory: Sequence[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]], widths: Sequence[int], deck: int, remembered: Sequence[int]) -> None: ...

class HandTables(DealBuckets):
    """One board: tables [runouts * hands]."""

    def __init__(self, hole_cards: int, board_cards: Sequence[int], memory: Sequence[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]], widths: Sequence[int], deck: int, known: int) -> None: ...

@overload
def fill_board_table(board_cards: int, rank_mask: int, by_class: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], threads: int, progress: object | None) -> None: ...

@overload
def fill_board_table(board_cards: int, rank_mask: int, by_class: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu')], threads: int, progress: object | None) -> None: ...

@overload
def fill_board_table(board_cards: int, rank_mask: int, by_class: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], threads: int, progress: object | None) -> None:
    """Fill a table [boards * 1326] from one by class."""

@overload
def fill_ordered_turns(rank_mask: int, by_class: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], threads: int, progress: object | None) -> None: ...

@overload
def fill_ordered_turns(rank_mask: int, by_class: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu')], threads: int, progress: object | None) -> None: ...

@overload
def fill_ordered_turns(rank_mask: int, by_class: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], threads: int, progress: object | None) -> None:
    """
    Fill the turns of OrderedTables, [1755 * 52 * 1326], from a table by class.
    """

class Sampled32:
    """The sampled engine. See riverboat.solvers.Sampled."""

    def __init__(self, rules: GameRules, tree: TreeArrays, deals: DealBuckets, buckets: Sequence[int], huge: bool, rake_share: float = 0.0, rake_cap: float = 0.0) -> None: ...

    def set_ranges(self, weights: Sequence[Sequence[float]]) -> None:
        """By seat: nothing, or a weight from 0 to 1 for each of the 1,326 hands."""

    def set_prizes(self, stacks: Sequence[float], payouts: Sequence[float]) -> None:
        """
        Let ends be worth prizes: stacks of the seats, then of players who are not in the hand.
        """

    def set_against(self, play: tuple[DealBuckets, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[int], float]) -> None:
        """Let seats learn against a strategy that stays."""

    def set_known(self, board: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Sequence[Sequence[float]], runouts: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], learners: Sequence[int]) -> None:
        """
        Deal hands that are under way: the cards that lie, by seat nothing or a weight for each hand, the rest of the board to draw from or nothing, and who learns.
        """

    def set_leaves(self, play: tuple[DealBuckets, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[int], float], leaf_of: Sequence[int], ways: Sequence[Sequence[float]], seats: int, round: int, buckets: int) -> None:
        """
        End what is learnt at leaves: how all play behind them, by choice the number of the leaf or -1, what chances are multiplied by, who chooses and whose buckets they know.
        """

    def values(self, play: tuple[DealBuckets, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[int], float], answer: tuple[DealBuckets, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[int], float] | None, begin: int, count: int, seed: int, threads: int) -> Annotated[NDArray[numpy.float32], dict(device='cpu')]:
        """
        What all win with each deal, [deal, seat], by a strategy that stays and an answer of its seats.
        """

    def run(self, sampling: int, floor: float, prune_below: float, prune_every: int, averages: bool, explore: float, tremble: Sequence[float], least_belief: float, in_flight: int, begin: int, count: int, seed: int, threads: int, progress: object | None) -> tuple[int, int]:
        """
        Iterations begin to begin + count; returns how many, and visits of decisions.
        """

    def discount(self, positive: float, negative: float, averages: float, seed: int, threads: int) -> None: ...

    def add_snapshot(self, weight: float, seed: int, threads: int) -> None: ...

    def inherit(self, other: Sampled32, match: TreeMatch, scale: float, threads: int) -> None: ...

    def survey(self, enough: float, threads: int) -> tuple[int, int, int, float, float, float]:
        """
        Touched rows, their bytes, touched cells, positive regret, visits, visits of cells with enough.
        """

    def seen_rows(self) -> Annotated[NDArray[numpy.uint8], dict(device='cpu')]:
        """By row: 1 if a walk has been there."""

    def mark_seen(self, row: int) -> None:
        """Say that a row was written to."""

    def deal(self, begin: int, count: int, seed: int, threads: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
        """
        The deals of iterations: strengths by seat, buckets [seat, round], those of the strategy that stays.
        """

    def ends(self) -> tuple[Annotated[NDArray[numpy.float32], dict(device='cpu')], Annotated[NDArray[numpy.uint32], dict(device='cpu')], Annotated[NDArray[numpy.float32], dict(device='cpu')], Annotated[NDArray[numpy.uint32], dict(device='cpu')]]:
        """
        What ends are worth: [end, seat] minus what was paid, by end where its pots begin, pots and who may win them.
        """

    def row(self, row: int) -> numpy.typing.NDArray[numpy.generic]:
        """
        The cells of a row as a view that may be written to: [buckets, regrets, averages, padding].
        """

    @property
    def cells(self, /) -> numpy.typing.NDArray[numpy.generic]:
        """
        All rows as one view that may be written to; a row begins at a multiple of 64 bytes.
        """

    @property
    def nbytes(self) -> int:
        """Of the table if all were touched."""

class Sampled16:
    """The sampled engine. See riverboat.solvers.Sampled."""

    def __init__(self, rules: GameRules, tree: TreeArrays, deals: DealBuckets, buckets: Sequence[int], huge: bool, rake_share: float = 0.0, rake_cap: float = 0.0) -> None: ...

    def set_ranges(self, weights: Sequence[Sequence[float]]) -> None:
        """By seat: nothing, or a weight from 0 to 1 for each of the 1,326 hands."""

    def set_prizes(self, stacks: Sequence[float], payouts: Sequence[float]) -> None:
        """
        Let ends be worth prizes: stacks of the seats, then of players who are not in the hand.
        """

    def set_against(self, play: tuple[DealBuckets, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[int], float]) -> None:
        """Let seats learn against a strategy that stays."""

    def set_known(self, board: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Sequence[Sequence[float]], runouts: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], learners: Sequence[int]) -> None:
        """
        Deal hands that are under way: the cards that lie, by seat nothing or a weight for each hand, the rest of the board to draw from or nothing, and who learns.
        """

    def set_leaves(self, play: tuple[DealBuckets, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[int], float], leaf_of: Sequence[int], ways: Sequence[Sequence[float]], seats: int, round: int, buckets: int) -> None:
        """
        End what is learnt at leaves: how all play behind them, by choice the number of the leaf or -1, what chances are multiplied by, who chooses and whose buckets they know.
        """

    def values(self, play: tuple[DealBuckets, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[int], float], answer: tuple[DealBuckets, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[int], float] | None, begin: int, count: int, seed: int, threads: int) -> Annotated[NDArray[numpy.float32], dict(device='cpu')]:
        """
        What all win with each deal, [deal, seat], by a strategy that stays and an answer of its seats.
        """

    def run(self, sampling: int, floor: float, prune_below: float, prune_every: int, averages: bool, explore: float, tremble: Sequence[float], least_belief: float, in_flight: int, begin: int, count: int, seed: int, threads: int, progress: object | None) -> tuple[int, int]:
        """
        Iterations begin to begin + count; returns how many, and visits of decisions.
        """

    def discount(self, positive: float, negative: float, averages: float, seed: int, threads: int) -> None: ...

    def add_snapshot(self, weight: float, seed: int, threads: int) -> None: ...

    def inherit(self, other: Sampled16, match: TreeMatch, scale: float, threads: int) -> None: ...

    def survey(self, enough: float, threads: int) -> tuple[int, int, int, float, float, float]:
        """
        Touched rows, their bytes, touched cells, positive regret, visits, visits of cells with enough.
        """

    def seen_rows(self) -> Annotated[NDArray[numpy.uint8], dict(device='cpu')]:
        """By row: 1 if a walk has been there."""

    def mark_seen(self, row: int) -> None:
        """Say that a row was written to."""

    def deal(self, begin: int, count: int, seed: int, threads: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
        """
        The deals of iterations: strengths by seat, buckets [seat, round], those of the strategy that stays.
        """

    def ends(self) -> tuple[Annotated[NDArray[numpy.float32], dict(device='cpu')], Annotated[NDArray[numpy.uint32], dict(device='cpu')], Annotated[NDArray[numpy.float32], dict(device='cpu')], Annotated[NDArray[numpy.uint32], dict(device='cpu')]]:
        """
        What ends are worth: [end, seat] minus what was paid, by end where its pots begin, pots and who may win them.
        """

    def row(self, row: int) -> numpy.typing.NDArray[numpy.generic]:
        """
        The cells of a row as a view that may be written to: [buckets, regrets, averages, padding].
        """

    @property
    def cells(self, /) -> numpy.typing.NDArray[numpy.generic]:
        """
        All rows as one view that may be written to; a row begins at a multiple of 64 bytes.
        """

    @property
    def nbytes(self) -> int:
        """Of the table if all were touched."""

def largest_stack(tree: TreeArrays, players: int, choice: int, beside: int) -> int:
    """
    The most that decisions of one seat on one line take: so much for a choice and so much beside.
    """

DEALS_AT_ONCE: int = 128

def kmedians_lloyd(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], moves: int, threads: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(device='cpu')], float]:
    """
    The nearest centre of each point, where centres no longer get better, and the error.
    """

def kmedians_greedy(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, threads: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
    """Places among candidates, points' numbers: each lowers the error most."""

def kmedians_draw(points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], random: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
    """Numbers of points that lie apart, drawn with numbers in [0, 1)."""

def count_scores(scores: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], groups: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], counts: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Add the weight of each deal to counts [groups, 1981] at the scores of its row of [N, 46].
    """

def score_histograms(scores: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bin_of_score: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], threads: int) -> None:
    """
    Write how many scores of the row of each deal fall into each bin: out [deals, bins].
    """

def count_clusters(counts: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], most: int, draws: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], means: bool) -> tuple[Annotated[NDArray[numpy.uint8], dict(device='cpu')], Annotated[NDArray[numpy.float64], dict(device='cpu')]]:
    """
    Centres [k - 1, first k, bins] and L2 errors [k] of 1 to `most` clusters by medians or means.
    """

def nearest_counts(counts: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], centres: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], means: bool, threads: int) -> Annotated[NDArray[numpy.uint16], dict(device='cpu')]:
    """
    The number of the nearest centre for each row: in the L1 norm, or by squares with means.
    """

def kmeans_line_choices(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], most: int) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
    """
    Where each of the k best clusters of ascending values begins, for all k: [k - 1, first k].
    """

class BotRule:
    """The native form of a bot; see riverboat.bots.Thresholds."""

    def __init__(self, random: bool, cuts: Sequence[Sequence[float]], choices: Sequence[Sequence[int]], factor: Sequence[float], sizing: float, samples: int, pots: Sequence[float], call_most: float, against_one: bool) -> None: ...

def play_series(tables: Sequence[GameRules], bots: Sequence[BotRule], stacks: int, hands: int, key: tuple[int, int], first: int, count: int, rotation: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.int8], NDArray[numpy.int8], NDArray[numpy.int64], NDArray[numpy.float64], tuple[NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.float64], NDArray[numpy.uint8]]]:
    """
    Rows of hands by bot: chips won, the same adjusted for all-ins, seats, players, units; shares of games won; and of all-ins of two players before the flop, which are adjusted as if the first had lost, the rows, the two bots, the pots and the four cards.
    """

def adjusted_payoffs(table: HandTable, known: int, first: float | None = None) -> list[float]:
    """
    Net chips by seat of a showdown in hold'em, pots shared by equity given so many cards of the board.
    """

def mix(numbers: Sequence[int]) -> int:
    """A number that depends on all the numbers and their order."""

def siphash(key: tuple[int, int], numbers: Sequence[int]) -> int:
    """
    A number that depends on a key and all the numbers, and tells nothing of either.
    """

def preflop_chances() -> list[tuple[int, int]]:
    """Wins and ties against a random hand by class, of 1225 * 1712304 deals."""

def win_rate(rules: GameRules, hole: Sequence[int], board: Sequence[int], opponents: int, samples: int, seed: int) -> float:
    """
    Mean share of the pot of a hand against random hands, over sampled deals.
    """

def look(table: HandTable) -> tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...], int, tuple[int, ...], int, int, int]:
    """
    Board, round, stacks, bets, pot, seats in the hand, price of a call, smallest and largest raise (0 without any). The cards must be known, and somebody must be to act.
    """

class ContinuationTree:
    """The betting below a leaf, and how it is played."""

    def __init__(self, actor: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], street: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], first_choice: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], kind: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], child: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], place: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], probabilities: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], lose: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], more: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

class RunoutSample:
    """Hands that stand for groups on runouts, [runouts, groups]."""

    def __init__(self, cards: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], strength: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], buckets: Sequence[Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)]]) -> None: ...

def continuation_values(leaves: Sequence[ContinuationTree], first: RunoutSample, second: RunoutSample, biases0: numpy.typing.NDArray[numpy.float32], biases1: numpy.typing.NDArray[numpy.float32], threads: int, progress: object | None) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]:
    """
    Values [leaves, biases0, biases1, groups0, groups1], equity and runouts met [groups0, groups1].
    """

class FlatWalk:
    """The full-width walk of a game as arrays for a card."""

    def __init__(self, game: SolverGame) -> None: ...

    @property
    def rounds(self) -> int: ...

    def starts(self, round: int) -> int:
        """Streets that begin on a round, and hands all-in before."""

    def programs(self, round: int, player: int) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.float64], int]:
        """
        The steps of all starts, where each begins and the last ends, factors, and how many planes they need.
        """

    def chance(self, round: int) -> float:
        """The probability of each deal of a round."""

def most_hands(games: Sequence[SolverGame], round: int) -> int:
    """Hands of a player on a board of a round, at most."""

def table_sizes(games: Sequence[SolverGame], bits: int) -> Annotated[NDArray[numpy.uint64], dict(device='cpu')]:
    """
    [games, 2]: numbers in one table of a solver, and nodes on all boards of their rounds.
    """

def root_classes(games: Sequence[SolverGame], player: int, room: int) -> tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.uint16]]:
    """
    [games, room]: the weight of a hand of each class of a player at the root, and how many hands it has.
    """

def flat_boards(games: Sequence[SolverGame], round: int, bits: int, threads: int, each: int, chunk: int, workers: int) -> tuple[tuple[int, int, int, int, bool, int], numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32], list[numpy.typing.NDArray[numpy.uint16]], list[numpy.typing.NDArray[numpy.uint16]], list[numpy.typing.NDArray[numpy.uint16]]]:
    """
    The shape of a block: threads, classes and hands of a list for each, threads of a list, whether classes have several hands, cards of a hand. Boards and deals as rows of numbers, and how many each game has; maps, lists and looks by player. See flat_boards.hpp.
    """

MOST_EXACT_PLAYERS: int = 20

def finish_chances(stacks: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], places: int, weitzman: bool) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
    """
    Chances [players, places] to finish first, second, ... by Malmuth and Harville or by Weitzman.
    """

def bounties_won(stacks: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], bounties: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
    """
    What each player wins of bounties; a head goes to one of those who finish above, drawn by chips.
    """

def three_way_orders(triples: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int, progress: object | None) -> Annotated[NDArray[numpy.uint32], dict(device='cpu')]:
    """
    Deals by the 13 orders of three strengths, uint32[n, 13], for triples of classes, uint8[n, 3].
    """

def prizes_after(before: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], after: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], payouts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
    """What stacks are worth after a hand in which some went out."""

def settle_jams(stacks: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], posted: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], jams: int, places: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float64], dict(device='cpu')], Annotated[NDArray[numpy.float64], dict(device='cpu')]]:
    """
    Stacks after a hand of jam or fold, and shares of heads [winner, head].
    """

def jams_in_hand(stacks: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], posted: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], jams: int) -> int:
    """The seats that are in the hand, bit by bit."""

def jams_worth(stacks: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], posted: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], payouts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], heads: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], jams: int, places: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
    """What one end is worth to every seat: chips, or prizes and bounties."""

def sample_jams(stacks: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], posted: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], payouts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], heads: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], strategy: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], seed: int, first: int, deals: int, threads: int, progress: object | None) -> tuple[Annotated[NDArray[numpy.float64], dict(device='cpu')], Annotated[NDArray[numpy.float64], dict(device='cpu')], Annotated[NDArray[numpy.float64], dict(device='cpu')], float]:
    """
    Advantages of jamming [rows, 169], values and their squares by seat, and deals; all are sums.
    """

class ThreeJam:
    """Jam or fold for three players over classes of hands, exactly."""

    def __init__(self, chances: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)]) -> None: ...

    def solve(self, values: Annotated[NDArray[numpy.float64], dict(shape=(8, 13, 3), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], locked: Sequence[bool], fictitious: bool, iterations: int, target: float, look_every: int, start_weight: float) -> tuple[Annotated[NDArray[numpy.float64], dict(device='cpu')], list[float], int]: ...

    def advantages(self, values: Annotated[NDArray[numpy.float64], dict(shape=(8, 13, 3), order='C', device='cpu', writable=False)], strategy: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]: ...

    def coefficients(self, strategy: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(device='cpu')]: ...

    def ends(self, strategy: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]: ...

def deal_hands(players: int, deals: int, seed: int) -> tuple[Annotated[NDArray[numpy.uint8], dict(device='cpu')], Annotated[NDArray[numpy.uint16], dict(device='cpu')]]:
    """
    Classes uint8[deals, players] and orders of the strengths uint16[deals] of deals at random.
    """

class DealtJam:
    """Jam or fold for two to six players over a pool of deals."""

    def __init__(self, classes: int, held: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], orders: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], batch: int) -> None: ...

    def solve(self, values: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], locked: Sequence[bool], fictitious: bool, iterations: int, target: float, look_every: int, start_weight: float) -> tuple[Annotated[NDArray[numpy.float64], dict(device='cpu')], list[float], int]: ...

    def advantages(self, values: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], strategy: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]: ...

    def coefficients(self, strategy: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(device='cpu')]: ...

    def ends(self, strategy: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]: ...

class Treeplex:
    """
    The sequences of one player; all walks write to out, in place if asked.
    """

    def __init__(self, parent: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def depths(self) -> Annotated[NDArray[numpy.float64], dict(device='cpu')]:
        """By set: how many can follow one another, itself included."""

    def best(self, gradient: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> float:
        """What the best plan wins."""

    def smoothed(self, gradient: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], mu: float, entropy: bool, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], centre: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> float:
        """The best value after mu times a dilated distance; probabilities."""

    def regrets(self, gradient: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], probabilities: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> float:
        """What probabilities win; the regret of each action."""

    def matched(self, target: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Regret matching; of a plan, its probabilities."""

    def plan(self, probabilities: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """The plan of probabilities."""

def add_bucket_pairs(cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], strengths: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], buckets: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], count: int, met: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], won: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Add how often buckets of two players' hands meet on boards, and who then wins.
    """

class SparseRows:
    """Entries of a matrix by row, some numbers in each."""

    def __init__(self, rows: int, columns: int, row_of: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], column_of: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], width: int) -> None: ...

    @property
    def bytes(self) -> int: ...

    def add_product(self, plan: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], threads: int) -> None:
        """Add the product with a plan to out."""

class RoundSide:
    """A betting round as Kronecker products, for one player."""

    def __init__(self, base: int, width: int, other_base: int, other_width: int, pairs: SparseRows, own: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], other: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], always: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], won: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def bytes(self) -> int: ...

    def add_product(self, plan: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], threads: int) -> None:
        """Add the product with a plan to out."""

class WeighedHands:
    """Hands of one or two cards, and weights."""

    def __init__(self, cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

class HandsSide:
    """A betting round of hands on boards, for one player."""

    def __init__(self, base: int, width: int, other_base: int, other_width: int, mine: WeighedHands, theirs: WeighedHands, met_blocks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], met_own: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], met_other: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], won_blocks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], won_own: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], won_other: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], often: float, scale: float, own: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], other: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], always: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], won: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def bytes(self) -> int: ...

    def add_product(self, plan: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], threads: int) -> None:
        """Add the product with a plan to out."""
