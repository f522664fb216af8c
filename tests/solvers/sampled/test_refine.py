"""Finer trees beside coarse ones: what stands for what, regrets taken over, ranges of who acted."""

from itertools import pairwise

import numpy as np
import pytest

from riverboat import _core
from riverboat.abstraction import BoardTables, SequenceTables, TableAbstraction
from riverboat.cards.card import Deck
from riverboat.errors import SolverError
from riverboat.evaluation import exploitability
from riverboat.games import Game, Menu, Table, build_tree, menu_from_table, pot_fraction
from riverboat.games.rules.action import act
from riverboat.games.trees.translation import pseudo_harmonic_deterministic
from riverboat.solvers import RankBuckets, Sampled
from riverboat.solvers.sampled.refine import reach_ranges, refine

SMALL = Game(
    name="small-nl",
    players=2,
    stacks=(20, 20),
    blinds=(0, 0),
    antes=(1, 1),
    betting="no-limit",
    first_to_act=(0, 0),
    min_bet=1,
    deck=Deck("TJQKA", "cs"),
    hole_cards=1,
    board_cards=(0, 1),
    ranking="two-card",
)
COARSE = menu_from_table({"every": {"bets": "100%", "raises": "100%"}})
FINE = menu_from_table({"every": {"bets": "50% 100% 200%", "raises": "50% 100%"}})


def short_game() -> Game:
    """Three players, ten big blinds, all-in or fold, and a flop that ends it."""
    blinds, stacks = (50, 100, 0), (1000, 1000, 1000)
    return Game("jam", 3, stacks, blinds, (0, 0, 0), "no-limit", (2, 0), min_bet=100, board_cards=(0, 3))


def stands_for(action: int, table: Table, others: list[int], other: Table) -> int | None:
    """The plain form of the native matching."""
    if action == -1:
        return others.index(-1) if -1 in others else None
    if action == 0:
        return others.index(0) if 0 in others else None
    raises = [a for a in others if a > 0]
    most = table.bets[table.actor] + table.stacks[table.actor]
    other_most = other.bets[other.actor] + other.stacks[other.actor]
    if raises and action == most and raises[-1] == other_most:
        return others.index(other_most)
    smaller = [a for a in others if a >= 0]  # a call, if there is one, and raises
    sizes = [pot_fraction(other, a) if a else 0.0 for a in smaller]
    x = pot_fraction(table, action)
    for (less, a), (more, b) in pairwise(zip(smaller, sizes, strict=True)):
        if x <= b:
            lower = x < b and pseudo_harmonic_deterministic(a, b, x) == 1.0
            return others.index(less if lower else more)
    return len(others) - 1


def no_limps(raises: str) -> Menu:
    return menu_from_table({"limps": "none", "every": {"bets": "none", "raises": raises}})


@pytest.mark.parametrize(
    ("game", "fine_menu", "coarse_menu"),
    [
        (SMALL, FINE, COARSE),
        (short_game(), no_limps("50% 75% 100% 150% 200%"), no_limps("50% 200%")),
        (short_game(), menu_from_table({"every": {"raises": "100%"}}), no_limps("50% 200%")),
    ],
)
def test_what_stands_for_what_is_the_translation_of_the_amounts(
    game: Game, fine_menu: Menu, coarse_menu: Menu
) -> None:
    fine, coarse = build_tree(game, fine_menu), build_tree(game, coarse_menu)
    match = _core.match_trees(fine.native, fine.root, coarse.native, 0)
    nodes, choices = np.asarray(match.node), np.asarray(match.choice)
    seen = 0

    def walk(node: int, table: Table, other_node: int, other: Table) -> None:
        nonlocal seen
        seen += 1
        assert nodes[node] == other_node
        for place, action in enumerate(fine.choices(node)):
            found = stands_for(action, table, coarse.choices(other_node), other)
            choice = choices[fine.first_choice[node] + place]
            assert choice == (-1 if found is None else coarse.first_choice[other_node] + found)
            if found is None:
                continue
            child, other_child = fine.step(node, action), int(coarse.child[choice])
            alike = child >= 0 and other_child >= 0 and fine.actor[child] == coarse.actor[other_child]
            if alike and fine.round[child] == coarse.round[other_child]:
                after, other_after = table.copy(), other.copy()
                act(after, action)
                act(other_after, coarse.choices(other_node)[found])
                walk(child, after, other_child, other_after)

    walk(0, fine.root, 0, coarse.root)
    assert 20 < seen <= fine.nodes


def test_inherited_regrets_are_those_of_the_coarse_choices() -> None:
    deals = SequenceTables.of(RankBuckets(SMALL), SMALL)
    coarse = Sampled(build_tree(SMALL, COARSE), deals, threads=1)
    coarse.run(12_800)
    fine = Sampled(build_tree(SMALL, FINE), deals, threads=1)
    fine.inherit(coarse, worth=128)
    match = _core.match_trees(fine.tree.native, fine.tree.root, coarse.tree.native, 0)
    for place, action in enumerate(fine.tree.choices(0)):
        old = int(match.choice[place])
        assert action == 0 or coarse.tree.action[old] > 0
        np.testing.assert_allclose(fine.regrets(0)[:, place], coarse.regrets(0)[:, old] / 100, rtol=1e-5)
    assert not fine.averages(0).any()


def test_a_start_from_the_coarse_game_helps() -> None:
    buckets = RankBuckets(SMALL)
    deals = SequenceTables.of(buckets, SMALL)
    coarse = Sampled(build_tree(SMALL, COARSE), deals, threads=1, seed=1)
    coarse.run(128 * 2_000)
    found = []
    for worth in (0, 1_000):
        fine = refine(coarse, build_tree(SMALL, FINE), worth=worth)
        fine.run(128 * 160)
        found.append(exploitability(SMALL, fine.strategy(buckets), menu=FINE))
    assert found[1] < 0.95 * found[0]


def preflop_deals() -> BoardTables:
    """All hands apart before the flop, none on it."""
    tables = (np.arange(169, dtype=np.uint16), np.zeros(1_286_792, np.uint16))
    return BoardTables.of(TableAbstraction(tables, (169, 1), groups=((2,), (2, 3))))


def test_who_folded_holds_the_hands_he_folds_with() -> None:
    game = short_game()
    menu = menu_from_table({"every": {"bets": "none", "raises": "a"}})
    whole = Sampled(build_tree(game, menu), preflop_deals(), threads=1)
    whole.run(128 * 300)
    ranges = reach_ranges(whole, (-1,))
    assert ranges[:2] == [None, None]
    assert ranges[2] is not None
    weights = ranges[2].weights
    fold = whole.probabilities(int(whole.tree.row[0]))[:, 0]
    assert weights.max() <= 1
    assert abs(weights.mean() - fold.mean()) < 0.2
    aces, trash = ranges[2].weight("AsAh"), ranges[2].weight("7s2h")
    assert aces < 0.2
    assert trash > 0.8
    part = refine(whole, build_tree(game, menu, root=_after_fold(game)))
    part.run(1280)
    with pytest.raises(
        SolverError, match=r"'r3' \(action 2 of 'f r3'\) is not on the menu .* it has f c r10"
    ):
        reach_ranges(whole, (-1, 300))
    with pytest.raises(SolverError, match="first street"):
        reach_ranges(whole, (-1, 0, 0, 0))


def _after_fold(game: Game) -> Table:
    table = Table(game)
    table.fold()
    return table


def test_other_games_and_buckets_are_refused() -> None:
    deals = SequenceTables.of(RankBuckets(SMALL), SMALL)
    coarse = Sampled(build_tree(SMALL, COARSE), deals, precision=16)
    with pytest.raises(SolverError, match="32 and 16 bits"):
        Sampled(build_tree(SMALL, FINE), deals).inherit(coarse)
    fine = Sampled(build_tree(SMALL, FINE), deals, precision=16)
    with pytest.raises(SolverError, match="worth is -5"):
        fine.inherit(coarse, worth=-5)
    fine.run(128)
    with pytest.raises(SolverError, match="has run for 128 iterations"):
        fine.inherit(coarse)
