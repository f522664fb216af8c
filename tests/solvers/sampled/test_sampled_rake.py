"""Rake in the sampled engine: what ends pay against the rules at a table, and Leduc by enumeration of every deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest

from riverboat.abstraction import SequenceTables
from riverboat.games import Menu, Table, build_tree, leduc, menu_from_table, nolimit_holdem
from riverboat.games.rules.action import act
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers import Rake, RankBuckets, Sampled
from riverboat.solvers.gpu.sampled_layout import sampled_ends

Floats = npt.NDArray[np.float64]
LEDUC = build_tree(leduc(), Menu())
DEALS = [tuple(deal) for deal in permutations(range(6), 3)]  # both hands and the board: card // 2 is the rank


def ends_with_tables(tree: BettingTree) -> Iterator[tuple[int, Table]]:
    """Every line to its end, with a table that was played so."""

    def walk(node: int, table: Table) -> Iterator[tuple[int, Table]]:
        if node < 0:
            yield ~node, table
            return
        for choice in range(tree.first_choice[node], tree.first_choice[node + 1]):
            after = table.copy()
            act(after, int(tree.action[choice]))
            yield from walk(int(tree.child[choice]), after)

    return walk(0, tree.root.copy())


def engine_of(tree: BettingTree, rake: Rake) -> Sampled:
    game = tree.game
    return Sampled(tree, SequenceTables.of(RankBuckets(game), game), rake=rake, seed=1, threads=1)


def drop(table: Table, rake: Rake) -> float:
    """What the house takes, by the rules of the house: no flop, no drop."""
    if len(table.in_hand) == 1 and not sum(table.game.board_cards[: table.round + 1]):
        return 0.0
    taken = rake.share * sum(chips for chips, _ in table.pots)
    return min(taken, rake.cap) if rake.cap else taken


@pytest.mark.parametrize("rake", [Rake(), Rake(0.1), Rake(0.1, 0.75)])
def test_every_end_of_leduc_pays_the_pot_without_the_rake(rake: Rake) -> None:
    paid, first, amounts, _ = engine_of(LEDUC, rake).engine.ends()
    seen = 0.0
    for end, table in ends_with_tables(LEDUC):
        pot = sum(chips for chips, _ in table.pots)
        assert amounts[first[end] : first[end + 1]].sum() == pytest.approx(pot - drop(table, rake))
        assert paid.reshape(-1, 2)[end].sum() == -pot  # the uncalled bet is back
        seen += drop(table, rake)
    assert bool(seen) == bool(rake.share)


def test_a_card_pays_the_same() -> None:
    rake = Rake(0.1, 0.75)
    ends, paid, _ = sampled_ends(engine_of(LEDUC, rake).engine)
    for end, table in ends_with_tables(LEDUC):  # two players have one pot
        assert ends["amount"][end] == pytest.approx(-paid.reshape(-1, 2)[end].sum() - drop(table, rake))
        assert ends["more"][end] == 0


def test_the_same_chips_before_and_after_the_flop_are_two_ends() -> None:
    # The small blind limps and folds to a raise to 2.5, or calls nothing more and folds to a bet of 1.5 on the flop.
    game = nolimit_holdem(2, stack_bb=4)
    menu = menu_from_table({"preflop": {"raises": "2.5bb"}, "every": {"bets": "1.5bb"}, "all_in": "never"})
    tree = build_tree(game, menu)
    before, after = tree.walk("c r2.5 f"), tree.walk("c k / b1.5 f")
    assert tree.end_put_in[~before].tolist() == tree.end_put_in[~after].tolist() == [250, 100]
    assert (tree.end_unseen[~before], tree.end_unseen[~after]) == (1, 0)


# --- Leduc, every deal ---------------------------------------------------------------------------------------


def strengths(deal: tuple[int, ...]) -> tuple[int, int]:
    board = deal[2] // 2
    return tuple(card // 2 + 3 * (card // 2 == board) for card in deal[:2])  # type: ignore[return-value]


def payoffs(table: Table, deal: tuple[int, ...], rake: Rake) -> Floats:
    """What both win, with plain words: who is left or stronger has what the other put in, less the rake."""
    put_in = np.minimum(table.put_in, min(table.put_in)).astype(float)
    mine, other = strengths(deal)
    left = [seat in table.in_hand for seat in (0, 1)]
    wins = np.array([left[0] and (not left[1] or mine >= other), left[1] and (not left[0] or other >= mine)])
    return np.asarray(wins * (put_in.sum() - drop(table, rake)) / wins.sum() - put_in)


def nash_conv(solver: Sampled, rake: Rake) -> tuple[Floats, Floats]:
    """What both win, and what each would with the best answer, by plain recursion over all deals at once."""
    tree, found = LEDUC, RankBuckets(LEDUC.game)
    deals = DEALS
    cards = np.array(deals)
    table_of = dict(ends_with_tables(tree))
    worth = {end: np.array([payoffs(table, d, rake) for d in deals]) for end, table in table_of.items()}

    def info(seat: int, round_: int) -> npt.NDArray[np.int64]:
        own, board = cards[:, seat] // 2, cards[:, 2] // 2
        return own if round_ == 0 else 3 * own + board

    def played(node: int, seat: int, round_: int) -> Floats:
        table = solver.probabilities(int(tree.row[node]))
        rows = []
        for deal in deals:
            hand = np.array([[tree.game.deck.cards[deal[seat]]]], np.uint8)
            board = () if round_ == 0 else (tree.game.deck.cards[deal[2]],)
            rows.append(table[int(found.buckets(round_, board, hand)[0])])
        return np.array(rows, np.float64)

    def walk(node: int, best: int | None, reach: Floats) -> Floats:
        """[deals, seats]: values where seat `best` answers; reach: [deals] of the other seat."""
        if node < 0:
            return worth[~node]
        seat, round_ = int(tree.actor[node]), int(tree.round[node])
        children = tree.child[tree.first_choice[node] : tree.first_choice[node + 1]].tolist()
        if seat != best:
            chances = played(node, seat, round_)
            below = [walk(c, best, reach * chances[:, i]) for i, c in enumerate(children)]
            return np.asarray(sum(chances[:, i, None] * value for i, value in enumerate(below)))
        below = [walk(c, best, reach) for c in children]
        sets = info(seat, round_)
        totals = np.array([np.bincount(sets, reach * value[:, seat], 9) for value in below])
        choice = totals.argmax(axis=0)[sets]
        return np.asarray(np.array(below)[choice, np.arange(len(deals))])

    ones = np.ones(len(deals))
    values = walk(0, None, ones).mean(axis=0)
    return values, np.array([walk(0, seat, ones).mean(axis=0)[seat] for seat in (0, 1)])


def test_leduc_with_rake_is_solved_and_not_without_knowing_of_it() -> None:
    rake = Rake(0.2)
    raked, plain = engine_of(LEDUC, rake), engine_of(LEDUC, Rake())
    for solver in (raked, plain):
        solver.run(300_000)
    values, best = nash_conv(raked, rake)
    assert (best - values).sum() < 0.05  # chips; the house takes more than six times as much
    assert values.sum() < -0.3
    ignorant, answered = nash_conv(plain, rake)
    assert (answered - ignorant).sum() > 3 * (best - values).sum()
    values, best = nash_conv(plain, Rake())
    assert values.sum() == pytest.approx(0, abs=1e-6)
    assert values[0] == pytest.approx(-0.0856, abs=0.01)  # the known value of Leduc
