"""The full-width engine against plain enumeration of every deal, on small games of all shapes.

Classes of hands, suits taken together, sweeps with card removal, run-outs over one and two streets, ties, odd chips,
uneven stacks, dead money and rake: whatever the strategies are, values and best answers must be those of the reference.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from riverboat.cards.card import Deck, hand_index
from riverboat.cards.equity import equity
from riverboat.cards.range import Range
from riverboat.errors import RiverboatError
from riverboat.games import (
    Game,
    Menu,
    Table,
    build_tree,
    leduc,
    menu_from_table,
    nolimit_holdem,
    rhode_island,
    spot,
)
from riverboat.solvers.full_width.engine import FullWidth, Rake
from riverboat.solvers.reference import (
    Chance,
    Decision,
    Node,
    ReferenceCFR,
    Terminal,
    best_response,
    expected_values,
)
from riverboat.solvers.reference.dealt import DealtTree, Streets, dealt_tree, regret_rows, strategy_rows

MOST_ENDS = 12_000


def scramble(solver: FullWidth, seed: int) -> None:
    """Give every hand at every node a random average, pure and empty ones among them."""
    rng = np.random.default_rng(seed)
    for node in range(solver.tree.nodes):
        for board in range(len(solver.boards(int(solver.tree.round[node])))):
            rows = solver.table("averages", node, board)
            rows[:] = rng.random(rows.shape) * (rng.random(rows.shape) < 0.8)


def check_walks(solver: FullWidth, tree: DealtTree, close: float = 1e-10) -> None:
    """Values and best answers of the averages are those of the reference."""
    strategy = strategy_rows(tree, solver)
    accuracy = solver.accuracy()
    assert accuracy.values == pytest.approx(expected_values(tree, strategy)[:2], abs=close)
    for player in (0, 1):
        assert accuracy.best[player] == pytest.approx(best_response(tree, strategy, player)[0], abs=close)
    assert solver.quick_exploitability() == pytest.approx(accuracy.exploitability, abs=close)


def check_regrets(solver: FullWidth, tree: DealtTree, rule: str) -> None:
    """One iteration moves the regrets of every hand as in the reference.

    Player 1 answers what player 0 then plays. Where two actions are worth the same that hangs on the last bit, so the
    reference is given what ours plays.
    """
    ours = FullWidth(
        solver.tree, board=solver.board, rule=rule, rake=solver.rake, threads=1, ranges=given_ranges(solver)
    )
    ours.run(1)
    plain, after = ReferenceCFR(tree, rule), ReferenceCFR(tree, rule, alternating=False)
    plain.run(1)
    for info, row in enumerate(strategy_rows(tree, ours, current=True)):
        if tree.info_sets[info].seat == 0:
            after.strategy[info] = row
    after.run(1)
    found = np.concatenate(regret_rows(tree, ours))
    expected = [(plain, after)[info.seat].regrets[place] for place, info in enumerate(tree.info_sets)]
    np.testing.assert_allclose(found, np.concatenate(expected), rtol=0, atol=1e-10)


def given_ranges(solver: FullWidth) -> Sequence[Range | None]:
    if solver.tree.game.hole_cards == 1:
        return None, None
    ranges = []
    for hands in solver.hands:
        weights = np.zeros(1326)
        for (high, low), weight in zip(hands.cards.tolist(), hands.weights, strict=True):
            weights[hand_index(high, low)] = weight
        ranges.append(Range.from_weights(weights))
    return ranges


def check(solver: FullWidth, seed: int = 1, *, max_terminals: int = 60_000) -> DealtTree:
    tree = dealt_tree(solver, max_terminals=max_terminals)
    check_walks(solver, tree)  # nothing learned: everybody plays every action alike
    scramble(solver, seed)
    check_walks(solver, tree)
    check_regrets(solver, tree, "cfr")
    return tree


def small(
    hole_cards: int, board_cards: tuple[int, ...], deck: Deck, ranking: str, *, stacks: tuple[int, int] = (9, 9),
    antes: tuple[int, int] = (1, 1), blinds: tuple[int, int] = (0, 0),
) -> Game:  # fmt: skip
    """A two-player no-limit game."""
    return Game(
        "small", 2, stacks, blinds, antes, "no-limit", (0,) * len(board_cards), min_bet=1, deck=deck,
        hole_cards=hole_cards, board_cards=board_cards, ranking=ranking,
    )  # fmt: skip


POT = menu_from_table({"every": {"bets": "100%", "raises": "100%"}, "all_in": "never"})
JAM = Menu()
BOTH = menu_from_table({"every": {"bets": "100%"}})


def solver_of(game: Game, menu: Menu = POT, board: str = "", **options: object) -> FullWidth:
    return FullWidth(build_tree(game, menu), board=board, threads=1, **options)  # type: ignore[arg-type]


# --- shapes, one by one ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "menu"),
    [
        pytest.param(leduc(), Menu(), id="leduc"),
        pytest.param(small(1, (0, 1), Deck("QKA", "hs"), "two-card"), BOTH, id="all-in over one street"),
        pytest.param(small(1, (0, 1, 1), Deck("QKA", "hs"), "three-card"), JAM, id="all-in over two streets"),
        pytest.param(
            small(1, (0, 1, 1), Deck("KA", "dhs"), "three-card", stacks=(4, 4)), POT, id="three suits"
        ),
        pytest.param(small(1, (0, 2), Deck("QKA", "cdhs"), "three-card"), JAM, id="two cards at once"),
        pytest.param(small(1, (1, 1), Deck("QKA", "cdhs"), "three-card"), JAM, id="a board at the root"),
        pytest.param(
            small(1, (0, 1), Deck("JQKA", "hs"), "two-card", stacks=(3, 9)), BOTH, id="uneven stacks"
        ),
        pytest.param(small(1, (0, 1), Deck("JQK", "hs"), "two-card", antes=(3, 0)), BOTH, id="dead ante"),
        pytest.param(
            small(1, (0,), Deck("9TJQK", "s"), "one-card", stacks=(5, 9), blinds=(2, 1)), POT, id="blinds"
        ),
        pytest.param(small(2, (0,), Deck("JQK", "cds"), "two-card"), BOTH, id="two cards, no board"),
        pytest.param(
            small(2, (0, 1), Deck("QKA", "ds"), "three-card", stacks=(4, 6)), BOTH, id="two cards and one"
        ),
    ],
)
def test_shapes(game: Game, menu: Menu) -> None:
    board = "Ah" if game.board_cards[0] else ""
    check(solver_of(game, menu, board))


@pytest.mark.parametrize(
    "ranges",
    [
        ("AA,KQs", "KK,AQo:0.5"),  # all suits alike: five in six boards are left out
        ("AsAh,KsQs:0.5,KhQh", "KK,AsQd"),  # hearts and spades differ from the rest
        ("AcAd,KhQs", "AcAd,KhQs,KcKs:0.25"),  # the same hands on both sides
    ],
)
def test_two_cards_before_a_flop_of_three(ranges: tuple[str, str]) -> None:
    game = small(2, (0, 3), Deck("QKA", "cdhs"), "holdem", stacks=(5, 4))
    check(solver_of(game, JAM, ranges=ranges))


@pytest.mark.parametrize(
    ("board", "ranges"),
    [
        ("TsTcTh", ("AA,JJ:0.5", "KsQs,AhQh,JJ")),
        ("AsKsQs", ("JJ,AhKh,TT:0.3", "JdTd,AdAh,QdJd")),  # boards that tie everybody
    ],
)
def test_run_outs_over_two_streets_in_hold_em(board: str, ranges: tuple[str, str]) -> None:
    game = Game(
        "royal spot", 2, (12, 9), (0, 0), (5, 4), "no-limit", (0, 0, 0), min_bet=1, deck=Deck("TJQKA"),
        board_cards=(3, 1, 1),
    )  # fmt: skip
    check(solver_of(game, JAM, board, ranges=ranges), max_terminals=150_000)


@pytest.mark.parametrize("rake", [Rake(), Rake(0.05), Rake(0.05, 1.5)])
@pytest.mark.parametrize("pot", [20, 21])
def test_river_and_turn_spots(rake: Rake, pot: int) -> None:
    """An odd pot is an uneven ante: all of it is played for, and rake is taken from all of it."""
    menu = menu_from_table({"every": {"bets": "50% a", "raises": "60%"}, "all_in": "never"})
    river = spot("QsJh2h5c9d", pot=pot, stacks=(45, 37))
    ranges = ("QQ,JJ:0.5,AKs,T8s,76s,QJo", "JJ+,AQs+,KQs:0.7,98s,T8s,QJo:0.5")
    check(solver_of(river, menu, "QsJh2h5c9d", ranges=ranges, rake=rake))
    turn = spot("QsJh2h5h", pot=pot, stacks=(30, 20))
    ranges = ("QsQd,AhKh,Th9h:0.5,QdJd", "JsJd,AhTh,QdJd,Ts8s:0.25")
    check(solver_of(turn, JAM, "QsJh2h5h", ranges=ranges, rake=rake), max_terminals=120_000)


@pytest.mark.parametrize("stacks", [(9, 3, 20), (2, 20, 6), (9, 9, 9)])
@pytest.mark.parametrize("rake", [Rake(), Rake(0.1)])
def test_chips_of_players_who_folded(stacks: tuple[int, int, int], rake: Rake) -> None:
    """Three-handed: the last seat raises and the small blind folds, or all limp and the big blind folds on the flop."""
    game = Game(
        "three", 3, stacks, (1, 2, 0), (0, 0, 0), "no-limit", (2, 0), min_bet=2, deck=Deck("QKA", "hs"),
        hole_cards=1, board_cards=(0, 1), ranking="two-card",
    )  # fmt: skip
    raised = Table(game)
    raised.raise_to(5)
    raised.fold()
    limped = Table(game)
    for _ in range(3):
        limped.check_or_call()
    if limped.actor == 0:
        limped.raise_to(limped.legal_actions.min_raise_to or 0)
        limped.fold()
    for root in (raised, limped):
        if len(root.in_hand) != 2:
            continue  # the small blind is all in and cannot fold
        solver = FullWidth(build_tree(game, BOTH, root=root), rake=rake, board="As" * root.round, threads=1)
        tree = check(solver)
        if rake.share == 0:
            dead = sum(root.put_in[seat] for seat in range(3) if seat not in root.in_hand)
            assert sum(expected_values(tree, strategy_rows(tree, solver))) == pytest.approx(dead)


@pytest.mark.parametrize(
    "ranges", [("AA,KQs", "22+,AKo:0.5"), ("AsAh,KsQs:0.5,7h6h", "KK,AsQd:0.25,7h6h,7h5h")]
)
def test_all_in_before_the_flop_is_equity(ranges: tuple[str, str]) -> None:
    """Everybody pushes and calls: what is won is the equity of the ranges."""
    game = nolimit_holdem(stack_bb=10)
    solver = solver_of(game, Menu(limps="none"), ranges=ranges)
    for node in (0, 1):
        solver.table("averages", node)[-1] = 1
    accuracy, found = solver.accuracy(), equity(*ranges)
    assert accuracy.values[0] == pytest.approx((2 * found.equities[0] - 1) * game.stacks[0], abs=1e-9)
    assert accuracy.values[1] == pytest.approx((2 * found.equities[1] - 1) * game.stacks[0], abs=1e-9)


# --- by hand, and from any node ----------------------------------------------------------------------------


def spot_with_blockers() -> FullWidth:
    """A turn, with hands of both players that share cards."""
    game = spot("QsJh2h5h", pot=20, stacks=(30, 20))
    ranges = ("QsQd,AhKh,Th9h:0.5,QdJd,7s7c", "JsJd:0.5,QdTd,QdJd,7d7c:0.25")
    return solver_of(game, BOTH, "QsJh2h5h", ranges=ranges)


def pairs_of(solver: FullWidth) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The deals at the root of `dealt_tree`, in order."""
    first, second = (list(map(tuple, hands.cards.tolist())) for hands in solver.hands)
    return [(a, b) for a in first for b in second if not set(a) & set(b)]


def test_values_by_hand() -> None:
    solver = spot_with_blockers()
    scramble(solver, 5)
    tree = dealt_tree(solver)
    strategy = strategy_rows(tree, solver)
    assert isinstance(tree.root, Chance)
    for player in (0, 1):
        sums = {tuple(hand): [0.0, 0.0] for hand in solver.hands[player].cards.tolist()}
        for pair, share, child in zip(
            pairs_of(solver), tree.root.probabilities, tree.root.children, strict=True
        ):
            sums[pair[player]][0] += share
            sums[pair[player]][1] += share * expected_values(replace(tree, root=child), strategy)[player]
        expected = [total / share for share, total in sums.values()]
        np.testing.assert_allclose(solver.hand_values(player), expected, atol=1e-10)


def test_a_hand_that_meets_nobody() -> None:
    """It has no value, and does not disturb the others."""
    game = spot("QsJh2h5h9d", pot=20, stacks=20)
    solver = solver_of(game, BOTH, "QsJh2h5h9d", ranges=("AsAd,KK", "AsKs,AdKd"))
    by_hand = dict(zip(solver.hands[0].names, solver.hand_values(0), strict=True))
    assert np.isnan(by_hand["AsAd"])
    assert not np.isnan(by_hand["KhKc"])
    check(solver)


@pytest.mark.parametrize("player", [0, 1])
def test_values_from_any_node(player: int) -> None:
    """`values_at` a node of a board: what each hand wins there against hands that come with some reach."""
    solver = spot_with_blockers()
    scramble(solver, 6)
    tree = dealt_tree(solver)
    strategy = strategy_rows(tree, solver)
    assert isinstance(tree.root, Chance)
    rng = np.random.default_rng(1)
    for node in range(solver.tree.nodes):
        number = int(solver.tree.round[node])
        boards = solver.boards(number)
        board = int(rng.integers(len(boards)))
        streets = (tuple(sorted(boards[board][:4])), *((card,) for card in boards[board][4:]))
        _, _, other_cards, other_class = solver.game.board_hands(number, board, 1 - player)
        _, _, cards, class_of = solver.game.board_hands(number, board, player)
        reach = rng.random(int(other_class.max()) + 1)
        reach_of = dict(zip(map(tuple, other_cards.tolist()), reach[other_class], strict=True))
        expected = dict.fromkeys(map(tuple, cards.tolist()), 0.0)
        met = dict(expected)
        for pair, child in zip(pairs_of(solver), tree.root.children, strict=True):
            place = find(tree, child, node, streets)
            if place is not None:
                value = expected_values(replace(tree, root=place), strategy)[player]
                expected[pair[player]] += reach_of[pair[1 - player]] * value
                met[pair[player]] += reach_of[pair[1 - player]]
        found = solver.values_at(player, board, node, reach)
        if player == solver.player_at(node):
            found = (found * solver.rows(node, board)).sum(axis=0, keepdims=True)
        assert found.shape == (1, len(set(class_of.tolist())))
        values = [expected[hand] / met[hand] if met[hand] else np.nan for hand in expected]
        np.testing.assert_allclose(found[0, class_of], values, atol=1e-10)


def test_locked_strategies() -> None:
    """Some hands are locked at some nodes: they play that, whatever was learned, also in best answers."""
    solver = spot_with_blockers()
    rng = np.random.default_rng(3)
    locked: dict[tuple[int, int], tuple[np.ndarray, np.ndarray]] = {}
    for node in range(0, solver.tree.nodes, 2):
        board = int(rng.integers(len(solver.boards(int(solver.tree.round[node])))))
        rows = rng.dirichlet(np.ones(len(solver.tree.choices(node))), len(solver.rows(node, board).T)).T
        classes = rng.random(rows.shape[1]) < 0.6
        solver.lock(node, board, rows, classes)
        locked[node, board] = rows, classes
    solver.run(3)
    for (node, board), (rows, classes) in locked.items():
        for current in (False, True):
            found = solver.rows(node, board, current=current)
            np.testing.assert_allclose(found[:, classes], rows[:, classes], atol=1e-12)
            assert classes.all() or not np.allclose(found[:, ~classes], rows[:, ~classes])
    scramble(solver, 8)
    tree = dealt_tree(solver)
    strategy = strategy_rows(tree, solver)
    boards = [{tuple(cards): number for number, cards in enumerate(solver.boards(r))} for r in (0, 1)]

    def is_locked(info: int) -> bool:
        place = tree.places[info]
        number = int(solver.tree.round[place.node])
        board = boards[number][(*solver.board, *(card for street in place.board[1:] for card in street))]
        _, _, cards, class_of = solver.game.board_hands(number, board, tree.info_sets[info].seat)
        own = class_of[cards.tolist().index(list(place.hand))]
        return (place.node, board) in locked and bool(locked[place.node, board][1][own])

    def without_choice(node: Node) -> Node:
        """A locked decision is a chance node: nobody can change it."""
        if isinstance(node, Terminal):
            return node
        children = tuple(map(without_choice, node.children))
        if isinstance(node, Decision) and is_locked(node.info):
            return Chance(tuple(strategy[node.info]), children)
        return replace(node, children=children)

    fixed = replace(tree, root=without_choice(tree.root))
    for player in (0, 1):
        best = best_response(fixed, strategy, player)[0]
        assert solver.accuracy().best[player] == pytest.approx(best, abs=1e-10)
        assert best < best_response(tree, strategy, player)[0] - 1e-3  # the locks do cost something


def find(tree: DealtTree, node: Node, number: int, board: Streets) -> Node | None:
    """Return the decision of a node on a board, if the hands allow the board."""
    if isinstance(node, Terminal):
        return None
    if isinstance(node, Decision) and (tree.places[node.info].node, tree.places[node.info].board) == (
        number,
        board,
    ):
        return node
    return next((found for child in node.children if (found := find(tree, child, number, board))), None)


# --- shapes at random --------------------------------------------------------------------------------------

# Hole cards, board, ranking, and decks from small to large.
SHAPES = (
    (1, (0,), "one-card", (Deck("JQK", "s"), Deck("JQK", "hs"), Deck("9TJQKA", "cs"))),
    (1, (0, 1), "two-card", (Deck("JQK", "hs"), Deck("JQKA", "cdh"), Deck("QK", "cdhs"))),
    (1, (0, 1, 1), "three-card", (Deck("JQK", "hs"), Deck("QKA", "cdh"), Deck("KA", "cdhs"))),
    (1, (0, 2), "three-card", (Deck("JQK", "hs"), Deck("23A", "cdhs"))),
    (1, (0, 3, 1), "holdem", (Deck("KA", "dhs"), Deck("QKA", "hs"))),
    (2, (0,), "two-card", (Deck("JQK", "hs"), Deck("QKA", "cdhs"))),
    (2, (0, 1), "three-card", (Deck("JQK", "hs"), Deck("QKA", "cdh"), Deck("KA", "cdhs"))),
    (2, (0, 3), "holdem", (Deck("JQK", "dhs"), Deck("KA", "cdhs"))),
    (2, (0, 2, 1), "holdem", (Deck("JQK", "dhs"), Deck("KA", "cdhs"))),
)
SIZES = ("50%", "100%", "50% 150%", "a", "min")


def random_range(rng: random.Random, game: Game, density: float) -> Range | None:
    """Some hands: each by itself, or all of one kind alike, so that suits can be taken together."""
    if game.hole_cards == 1:
        return None
    by_kind = rng.random() < 0.6
    weights, kinds = np.zeros(1326), dict[object, float]()
    for low, high in combinations(sorted(game.deck.cards), 2):
        kind = (high // 4, low // 4, high % 4 == low % 4) if by_kind else (high, low)
        weight = rng.choice((0.25, 0.5, 1.0)) if rng.random() < density else 0.0
        weights[hand_index(high, low)] = kinds.setdefault(kind, weight)
    return Range.from_weights(weights) if weights.any() else Range.full()


@st.composite
def solvers(draw: st.DrawFn) -> FullWidth:
    hole_cards, board_cards, ranking, decks = draw(st.sampled_from(SHAPES))
    rng = random.Random(draw(st.integers(0, 2**32)))
    antes = draw(st.sampled_from(((1, 1), (2, 0), (0, 3), (1, 2))))
    blinds = draw(st.sampled_from(((0, 0), (2, 1), (0, 1))))
    stacks = tuple(draw(st.integers(1, 9)) + antes[seat] + blinds[seat] for seat in (0, 1))
    game = Game(
        "random", 2, stacks, blinds, antes, "no-limit", (draw(st.integers(0, 1)),) + (0,) * (len(board_cards) - 1),
        min_bet=draw(st.integers(1, 3)), deck=draw(st.sampled_from(decks)), hole_cards=hole_cards,
        board_cards=board_cards, ranking=ranking,
    )  # fmt: skip
    menu = menu_from_table({
        "every": {"bets": draw(st.sampled_from(SIZES)), "raises": draw(st.sampled_from(SIZES)), "max_raises": 1},
        "all_in": draw(st.sampled_from(("always", "never"))),
    })  # fmt: skip
    rake = draw(st.sampled_from((Rake(), Rake(0.1), Rake(0.1, 0.5))))
    try:
        return solver_of(
            game,
            menu,
            ranges=[random_range(rng, game, draw(st.sampled_from((0.1, 0.4)))) for _ in (0, 1)],
            rake=rake,
        )
    except RiverboatError as problem:  # all in from the blinds, or ranges that never meet
        assume("never meet" not in str(problem) and "is over" not in str(problem))
        raise


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(solver=solvers(), seed=st.integers(0, 1000))
def test_random_games(solver: FullWidth, seed: int) -> None:
    try:
        tree = dealt_tree(solver, max_terminals=MOST_ENDS)
    except RiverboatError:
        assume(False)
    check_walks(solver, tree)
    scramble(solver, seed)
    check_walks(solver, tree)
    check_regrets(solver, tree, "cfr")


def test_rhode_island_in_small() -> None:
    """Three ranks of Rhode Island, limit betting over three streets."""
    full = rhode_island()
    game = Game(
        "small island", 2, (25, 25), (0, 0), (5, 5), "limit", (0, 0, 0), raise_sizes=(10, 10, 10),
        max_raises=(1, 1, 1), deck=Deck("QKA", "hs"), hole_cards=1, board_cards=full.board_cards, ranking=full.ranking,
    )  # fmt: skip
    check(solver_of(game, Menu()), max_terminals=150_000)
