"""GameShrink: published counts, brute force over real cards on tiny decks, and what classes promise when solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from typing import Literal

import numpy as np
import pytest

from riverboat.abstraction import GameShrinkAbstraction, gameshrink
from riverboat.abstraction.small_games.matching import matching_costs
from riverboat.abstraction.small_games.signal_tree import SignalTree
from riverboat.cards.card import Deck
from riverboat.cards.ranking import ranking
from riverboat.errors import AbstractionError
from riverboat.games import Game, Menu, build_tree, flop_holdem, kuhn, leduc, rhode_island, royal_holdem
from riverboat.solvers.full_width.engine import Accuracy, FullWidth

Signal = tuple[int, ...]  # own card, flop, turn
Partition = set[frozenset[Signal]]


def small(ranks: str, suits: str) -> Game:
    """Rhode Island with fewer cards."""
    return replace(rhode_island(), name="small", deck=Deck(ranks, suits))


TINY = [small("2KA", "hs"), small("23A", "hs"), small("9TJQ", "s"), small("TJQKA", "s")]


@cache
def rhode_island_counted() -> GameShrinkAbstraction:
    return gameshrink(rhode_island())


# --- published figures ---------------------------------------------------------------------------------------


def test_counts() -> None:
    assert gameshrink(kuhn()).counts == (3,)
    assert gameshrink(leduc()).counts == (3, 7)
    assert rhode_island_counted().counts == (13, 205, 1774)


def test_counts_with_opponents_told_apart() -> None:
    """Frozen. Suits alone leave 13 / 325 / 9,997 classes of Rhode Island."""
    assert gameshrink(kuhn(), opponents="told-apart").counts == (3,)
    assert gameshrink(leduc(), opponents="told-apart").counts == (3, 9)
    assert gameshrink(rhode_island(), opponents="told-apart").counts == (13, 325, 7969)


def test_the_published_linear_program_has_these_classes() -> None:
    """Rows are the sequences of one player and the information sets of the other, both with one more for the root.

    In each round a player has 4 decisions with 10 actions, and 7 ways lead to the next round.
    """

    def rows(counts: Iterable[int]) -> int:
        return 2 + sum((10 + 4) * 7**number * count for number, count in enumerate(counts))

    assert rows(rhode_island_counted().counts) == 1_237_238
    assert rows((52, 52 * 51, 52 * 51 * 50)) == 91_224_226


# --- brute force over real cards -----------------------------------------------------------------------------


class PlainTree:
    """The signal tree with every card for itself; the opponent's card is its last level."""

    def __init__(self, game: Game) -> None:
        self.game, self.rank = game, ranking(game.ranking)
        self.same, self.cost = cache(self._same), cache(self._cost)

    def left(self, seen: Signal) -> list[int]:
        return [card for card in self.game.deck.cards if card not in seen]

    def outcome(self, seen: Signal, opponent: int) -> int:
        own, other = self.rank.evaluate(list(seen)), self.rank.evaluate([opponent, *seen[1:]])
        return (own > other) - (own < other)

    def level(self, level: int) -> list[Signal]:
        return list(permutations(self.game.deck.cards, level + 1))

    def _same(self, x: Signal, y: Signal) -> bool:
        """By augmenting paths in the graph of children that are the same."""
        if len(x) == 3:
            edges = [[self.outcome(x, a) == self.outcome(y, b) for b in self.left(y)] for a in self.left(x)]
        else:
            edges = [[self.same((*x, a), (*y, b)) for b in self.left(y)] for a in self.left(x)]
        partner: dict[int, int] = {}

        def match(a: int, tried: set[int]) -> bool:
            for b in range(len(edges)):
                if edges[a][b] and b not in tried:
                    tried.add(b)
                    if b not in partner or match(partner[b], tried):
                        partner[b] = a
                        return True
            return False

        return all(match(a, set()) for a in range(len(edges)))

    def _cost(self, x: Signal, y: Signal) -> float:
        """By all bijections of children."""
        if len(x) == 3:
            ends = [Counter(self.outcome(s, card) for card in self.left(s)) for s in (x, y)]
            return (ends[0] - ends[1]).total() / ends[0].total()
        table = [[self.cost((*x, a), (*y, b)) for b in self.left(y)] for a in self.left(x)]
        ways = permutations(range(len(table)))
        return min(sum(row[b] for row, b in zip(table, way, strict=True)) for way in ways) / len(table)


def grouped(keys: dict[Signal, Hashable]) -> Partition:
    groups: dict[Hashable, set[Signal]] = {}
    for signal, key in keys.items():
        groups.setdefault(key, set()).add(signal)
    return {frozenset(group) for group in groups.values()}


def partition(classes: GameShrinkAbstraction, level: int) -> Partition:
    signals = list(permutations(classes.deck.cards, level + 1))
    found = classes.lookup(level, np.array(signals, np.uint8)).tolist()
    assert sorted(set(found)) == list(range(classes.count(level)))
    return grouped(dict(zip(signals, found, strict=True)))


@pytest.mark.parametrize("game", TINY[:3], ids=lambda game: f"{game.deck.ranks}-{game.deck.suits}")
def test_counted_classes_by_brute_force(game: Game) -> None:
    classes, plain = gameshrink(game), PlainTree(game)
    above: dict[Signal, int] = {(): 0}
    for level in range(3):
        representatives: list[Signal] = []
        of: dict[Signal, int] = {}
        for signal in plain.level(level):
            for number, other in enumerate(representatives):
                if above[signal[:-1]] == above[other[:-1]] and plain.same(signal, other):
                    of[signal] = number
                    break
            else:
                of[signal] = len(representatives)
                representatives.append(signal)
        assert partition(classes, level) == grouped(dict(of))
        above = of


@pytest.mark.parametrize("game", TINY, ids=lambda game: f"{game.deck.ranks}-{game.deck.suits}")
def test_classes_with_opponents_told_apart_by_brute_force(game: Game) -> None:
    """Start from one class; split by parents' classes and what follows, against each class, until nothing splits."""
    plain = PlainTree(game)
    signals = [signal for level in range(3) for signal in plain.level(level)]
    keys: dict[Signal, Hashable] = {signal: len(signal) for signal in signals}
    size = 0
    while size != len(set(keys.values())):
        size = len(set(keys.values()))
        finer: dict[Signal, Hashable] = {}
        for s in signals:
            follows: Counter[Hashable] = Counter()
            for card in plain.left(s):
                follows[(keys[card, *s[1:]], plain.outcome(s, card)) if len(s) == 3 else keys[*s, card]] += 1
            finer[s] = (keys[s], keys.get(s[:-1]), frozenset(follows.items()))
        numbers = {key: number for number, key in enumerate(dict.fromkeys(finer.values()))}
        keys = {signal: numbers[key] for signal, key in finer.items()}
    classes = gameshrink(game, opponents="told-apart")
    for level in range(3):
        assert partition(classes, level) == grouped({s: keys[s] for s in plain.level(level)})


@pytest.mark.parametrize("threshold", [0.1, 0.25, (0.0, 0.3, 0.5), (0.2, 0.0, 0.6)])
@pytest.mark.parametrize("game", [TINY[0], TINY[3]], ids=lambda game: f"{game.deck.ranks}-{game.deck.suits}")
def test_threshold_classes_by_brute_force(game: Game, threshold: float | tuple[float, ...]) -> None:
    classes, plain = gameshrink(game, threshold=threshold), PlainTree(game)
    most = threshold if isinstance(threshold, tuple) else (threshold,) * 3
    above: dict[Signal, Hashable] = {(): 0}
    for level in range(3):
        of = {signal: number for number, signal in enumerate(plain.level(level))}
        for x, y in combinations(of, 2):
            siblings = above[x[:-1]] == above[y[:-1]]
            if of[x] != of[y] and siblings and plain.cost(x, y) <= most[level] + 1e-12:
                old, new = of[x], of[y]
                of = {signal: new if number == old else number for signal, number in of.items()}
        above = dict(of)
        assert partition(classes, level) == grouped(above)


# --- parts ---------------------------------------------------------------------------------------------------


def test_matching_costs_against_all_matchings() -> None:
    rng = np.random.default_rng(5)
    for kinds, size in ((3, 6), (5, 5), (9, 6), (40, 6)):
        points = rng.normal(size=(kinds, 2))
        ground = np.linalg.norm(points[:, None] - points, axis=2)
        children = rng.integers(kinds, size=(7, size))
        ways = np.array(list(permutations(range(size))))
        costs = matching_costs(children, ground)
        for x, y in combinations(range(len(children)), 2):
            table = ground[children[x]][:, children[y]]
            assert costs[x, y] == pytest.approx(table[np.arange(size), ways].mean(axis=1).min())


def test_large_matchings_on_a_line_are_matched_in_order() -> None:
    rng = np.random.default_rng(6)
    points = rng.normal(size=200)
    children = rng.integers(200, size=(6, 100))
    costs = matching_costs(children, np.abs(points[:, None] - points), threads=1)
    sorted_points = np.sort(points[children], axis=1)
    assert np.allclose(costs, np.abs(sorted_points[:, None] - sorted_points).mean(axis=2))
    assert np.array_equal(costs, matching_costs(children, np.abs(points[:, None] - points), threads=3))


def test_showdowns_count_every_opponent_once() -> None:
    tree = SignalTree(royal_holdem())
    assert tree.sizes == (25, 7760)
    assert (tree.counts.sum(axis=1) == 15 * 14 / 2).all()
    weights = tree.indexer.weight_batch(1, np.arange(7760))
    lose, _, win = weights @ tree.counts
    assert lose == win


def test_suits_have_no_names() -> None:
    classes, rng = rhode_island_counted(), np.random.default_rng(7)
    deals = np.array([rng.permutation(52)[:3] for _ in range(2000)])
    for number in range(3):
        cards = deals[:, : number + 1]
        expected = classes.lookup(number, cards.astype(np.uint8))
        for suits in permutations(range(4)):
            renamed = cards // 4 * 4 + np.array(suits)[cards % 4]
            assert np.array_equal(classes.lookup(number, renamed.astype(np.uint8)), expected)


def test_buckets_are_lookups_on_one_board() -> None:
    classes = rhode_island_counted()
    hands = np.array([[0], [5], [51]], np.uint8)
    assert np.array_equal(
        classes.buckets(2, [20, 33], hands),
        classes.lookup(2, np.array([[0, 20, 33], [5, 20, 33], [51, 20, 33]], np.uint8)),
    )


def test_a_class_tells_what_was_known_before() -> None:
    rng = np.random.default_rng(8)
    deals = np.array([rng.permutation(52)[:3] for _ in range(20_000)], np.uint8)
    for classes in (rhode_island_counted(), gameshrink(rhode_island(), threshold=0.03)):
        for number in (1, 2):
            now = classes.lookup(number, np.ascontiguousarray(deals[:, : number + 1]))
            before = classes.lookup(number - 1, np.ascontiguousarray(deals[:, :number]))
            assert len(set(zip(now.tolist(), before.tolist(), strict=True))) == len(set(now.tolist()))


def test_rounds_without_cards_share_a_level() -> None:
    game = replace(
        leduc(), board_cards=(0, 0, 1), raise_sizes=(2, 2, 4), max_raises=(1, 1, 1), first_to_act=(0, 0, 0)
    )
    assert gameshrink(game, opponents="told-apart").counts == (3, 3, 9)
    assert gameshrink(replace(leduc(), board_cards=(1, 0)), opponents="told-apart").counts == (9, 9)


def test_thresholds_join_more_and_more() -> None:
    found = [gameshrink(rhode_island(), threshold=t).counts for t in (1e-9, 0.02, 0.05, 1)]
    assert found == [(13, 205, 1774), (13, 138, 1288), (13, 82, 529), (1, 1, 1)]


# --- solved --------------------------------------------------------------------------------------------------


def solved(game: Game, ties: GameShrinkAbstraction | Literal["lossless"] | None, iterations: int) -> Accuracy:
    solver = FullWidth(build_tree(game, Menu()), rule="cfr+", ties=ties)
    solver.run(iterations)
    return solver.accuracy()


def test_leduc_is_solved_by_classes_with_opponents_told_apart() -> None:
    whole = solved(leduc(), None, 1000)
    smaller = solved(leduc(), gameshrink(leduc(), opponents="told-apart"), 1000)
    assert smaller.values[0] == pytest.approx(whole.values[0], abs=whole.exploitability)
    assert smaller.exploitability < 1.2 * whole.exploitability < 0.001


@pytest.mark.parametrize(("ranks", "suits"), [("345", "cdh"), ("2QKA", "cdh")], ids=["straights", "flushes"])
def test_every_iteration_is_the_same_with_opponents_told_apart(ranks: str, suits: str) -> None:
    """Hands of one class learn the same, so it makes no difference to learn once for all of them."""
    game = replace(small(ranks, suits), max_raises=(1, 1, 1))
    classes = gameshrink(game, opponents="told-apart")
    assert sum(classes.counts) < sum(SignalTree(game).sizes)
    whole, smaller = solved(game, "lossless", 20), solved(game, classes, 20)
    assert smaller.values == pytest.approx(whole.values, rel=1e-9)
    assert smaller.best == pytest.approx(whole.best, rel=1e-9)
    assert solved(game, gameshrink(game), 20).best != pytest.approx(whole.best, rel=1e-3)


def test_counted_classes_lose_in_leduc() -> None:
    """A jack on a queen and a jack on a king are one class, though the opponent has come there with other hands."""
    classes = gameshrink(leduc())
    jack, queen, king = (Deck(rank, "s").cards[0] for rank in "JQK")
    on_queen, on_king = classes.lookup(1, np.array([[jack, queen], [jack, king]], np.uint8))
    assert on_queen == on_king
    accuracy = solved(leduc(), classes, 1000)
    assert accuracy.exploitability == pytest.approx(0.382, abs=0.01)
    assert accuracy.values[0] == pytest.approx(-0.0687, abs=0.001)  # the game is worth -0.0856


# --- bad input -----------------------------------------------------------------------------------------------


def test_bad_input() -> None:
    cases = [
        (kuhn(3), {}, "'kuhn' has 3 players; a signal tree is for two"),
        (flop_holdem(), {}, r"'flop-holdem' has 2,427,\d{3},\d{3} showdowns; .* at most 100,000,000"),
        (leduc(), {"opponents": "ignored"}, "opponents is 'ignored'; it is 'counted' or 'told-apart'"),
        (leduc(), {"threshold": -0.1}, "a threshold is -0.1; it must be a number from 0 to 1, such as 0.05"),
        (leduc(), {"threshold": float("nan")}, "a threshold is nan; it must be a number from 0 to 1"),
        (leduc(), {"threshold": None}, "a threshold is None; it must be a number from 0 to 1"),
        (leduc(), {"threshold": (0, 0, 0.1)}, "has 3 numbers; 'leduc' has 2 rounds"),
        (leduc(), {"threshold": 0.1, "opponents": "told-apart"}, "threshold 0.1 needs opponents='counted'"),
        ("leduc", {}, "'leduc' is not a game"),
    ]
    for game, options, message in cases:
        with pytest.raises(AbstractionError, match=message):
            gameshrink(game, **options)  # type: ignore[arg-type]


def test_bad_questions() -> None:
    classes = gameshrink(leduc())
    with pytest.raises(AbstractionError, match="round 2 does not exist; rounds of 'leduc' are 0 to 1"):
        classes.count(2)
    with pytest.raises(AbstractionError, match="round 1 of 'leduc' shows 2 cards to a player; 1 were given"):
        classes.lookup(1, np.array([[36]], np.uint8))
