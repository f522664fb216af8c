"""Deals of hands that are under way: as likely as the product of their weights, on the boards that may follow."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from riverboat.abstraction import Lossless, SequenceTables
from riverboat.abstraction.tables.hand_tables import HandTables
from riverboat.cards.card import parse_cards
from riverboat.errors import AbstractionError, SolverError
from riverboat.evaluation import evaluate_strategy
from riverboat.games import Menu, build_tree, kuhn, leduc, nolimit_holdem
from riverboat.solvers.asking.strategy import uniform
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sampled.fixed_play import FixedPlay
from riverboat.solvers.sampled.under_way import Leaves, UnderWay

CARDS = np.arange(52, dtype=np.uint16)


def weights(**of: float) -> np.ndarray:
    found = np.zeros(52)
    for name, weight in of.items():
        found[parse_cards(name)[0]] = weight
    return found


def kuhn_solver(*ranges: np.ndarray | None) -> Sampled:
    game = kuhn(len(ranges))
    tables = HandTables((CARDS,), (52,), (0,), 1, game.deck)
    tree = build_tree(game, Menu())
    return Sampled(tree, tables, under_way=UnderWay((), ranges), seed=3, threads=1)


def test_deals_are_as_likely_as_the_product_of_their_weights() -> None:
    ranges = weights(Ts=1, Js=0.5, Qs=1), weights(Js=0.2, Qs=1, Ks=0.7), weights(Ts=1, Js=1, Qs=0.1, Ks=1)
    solver = kuhn_solver(*ranges)
    dealt = solver.engine.deal(0, 200_000, 3, 1)[:, 3:6].astype(int)  # strengths, then buckets
    product = {
        cards: float(np.prod([held[card] for held, card in zip(ranges, cards, strict=True)]))
        for cards in permutations(kuhn(3).deck.cards, 3)
    }
    total = sum(product.values())
    counts = Counter(map(tuple, dealt.tolist()))
    assert set(counts) == {cards for cards, weight in product.items() if weight > 0}
    for cards, count in counts.items():
        chance = product[cards] / total
        assert abs(count / len(dealt) - chance) < 5 * (chance / len(dealt)) ** 0.5


def test_boards_go_on_with_what_hands_leave_or_with_what_is_given() -> None:
    game = leduc()
    tables = HandTables((CARDS, np.arange(52 * 52, dtype=np.uint16)), (52, 52 * 52), (0, 1), 1, game.deck)
    tree, held = build_tree(game, Menu()), np.ones(52)
    boards = {}
    for name, runouts in {
        "all": None,
        "some": np.array([parse_cards("Ks"), parse_cards("Qh")], np.uint8),
    }.items():
        solver = Sampled(tree, tables, under_way=UnderWay((), (held, held), runouts), threads=1)
        dealt = solver.engine.deal(0, 20_000, 0, 1)
        hands, seen = dealt[:, 2] % 52, dealt[:, 3] // 52
        assert (dealt[:, 3] % 52 == hands).all()
        assert (seen != hands).all()
        boards[name] = set(seen.tolist())
    assert boards["all"] == set(game.deck.cards)
    assert boards["some"] == set(parse_cards("KsQh"))


def test_who_has_folded_holds_nothing_unless_he_counts() -> None:
    game = kuhn(3)
    tables = HandTables((CARDS,), (52,), (0,), 1, game.deck)
    start = build_tree(game, Menu()).table_at(build_tree(game, Menu()).walk("b f"))
    tree = build_tree(game, Menu(), root=start)
    king, any_card = weights(Ks=1), np.ones(52)
    counts = Sampled(tree, tables, under_way=UnderWay((), (any_card, king, any_card)), threads=1)
    ignored = Sampled(tree, tables, under_way=UnderWay((), (any_card, None, any_card)), threads=1)
    kings = [
        (solver.engine.deal(0, 1000, 0, 1)[:, [3, 5]] == parse_cards("Ks")[0]).any()
        for solver in (counts, ignored)
    ]
    assert kings == [False, True]


def test_what_does_not_fit_is_refused() -> None:
    any_card = np.ones(52)
    with pytest.raises(SolverError, match="weights for 2 seats, and 3 play"):
        Sampled(
            build_tree(kuhn(3), Menu()),
            HandTables((CARDS,), (52,), (0,), 1, kuhn(3).deck),
            under_way=UnderWay((), (any_card, any_card)),
        )
    with pytest.raises(SolverError, match="seat 1 holds no hand"):
        kuhn_solver(any_card, np.zeros(52), any_card)
    with pytest.raises(SolverError, match="seat 2 is in the hand and has no weights"):
        kuhn_solver(any_card, any_card, None)
    with pytest.raises(SolverError, match="from 0 up"):
        kuhn_solver(any_card, -any_card, any_card)
    hold = nolimit_holdem()
    with pytest.raises(AbstractionError, match="at most two cards to come"):
        HandTables((np.zeros(1326, np.uint8),) * 4, (1,) * 4, (0, 3, 4, 5), 2, hold.deck)
    with pytest.raises(AbstractionError, match="kept in no file"):
        HandTables((CARDS,), (52,), (0,), 1, kuhn().deck).save("nowhere")


@pytest.mark.parametrize("count", [0, 65])
def test_a_leaf_has_as_many_ways_as_a_decision_has_room_for(count: int) -> None:
    game = kuhn()
    tree = build_tree(game, Menu())
    deals = SequenceTables.of(Lossless.of(game), game)
    play = FixedPlay.of(tree, deals, [0], lambda _, choices: np.full((3, len(choices)), 1 / len(choices)))
    with pytest.raises(SolverError, match=f"{count} ways to go on at a leaf; give from 1 to 64"):
        Leaves(play, np.zeros(len(tree.child), bool), ((1, 1, 1),) * count)


def test_ranges_that_hardly_fit_together_are_refused() -> None:
    king = weights(Ks=1)
    solver = kuhn_solver(king, king, np.ones(52))
    with pytest.raises(SolverError, match="no deal fits"):
        solver.run(1)


def test_a_locked_row_plays_what_it_was_given() -> None:
    game = kuhn()
    tree, lossless = build_tree(game, Menu()), Lossless.of(game)
    solver = Sampled(tree, SequenceTables.of(lossless, game), threads=1)
    given = np.array([[0.25, 0.75], [0.5, 0.5], [1.0, 0.0]])
    solver.lock(0, given)
    solver.run(50_000)
    assert np.abs(solver.probabilities(0) - given).max() < 1e-6
    with pytest.raises(SolverError, match=r"row 0 has \[3, 2\]"):
        solver.lock(0, given[:2])


def test_values_are_those_of_the_reference() -> None:
    game = kuhn(3)
    tree, deals = build_tree(game, Menu()), SequenceTables.of(Lossless.of(game), game)
    solver = Sampled(tree, deals, threads=1)
    play = FixedPlay.of(tree, deals, [0], lambda _, choices: np.full((4, len(choices)), 1 / len(choices)))
    found = solver.values(play, deals=100_000)
    exact = evaluate_strategy(game, uniform).values
    assert found.shape == (100_000, 3)
    assert np.abs(found.sum(axis=1)).max() < 1e-5
    error = 5 * found.std(axis=0) / len(found) ** 0.5
    assert (np.abs(found.mean(axis=0) - exact) < error).all()
