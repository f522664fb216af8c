from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import GameError
from riverboat.games import (
    CALL,
    FOLD,
    Action,
    Game,
    Table,
    leduc,
    limit_holdem,
    menu_from_table,
    nolimit_holdem,
    short_deck,
)
from riverboat.games.rules.action import act
from riverboat.games.trees.translation import (
    METHODS,
    menu_weights,
    pot_fraction,
    pseudo_harmonic,
    real_amount,
    round_to_unit,
    to_real,
    translate,
    translation_weights,
)

fractions = st.floats(0, 20).map(lambda size: round(size, 4))
menus = st.lists(fractions, min_size=1, max_size=6, unique=True).map(sorted)
methods = st.sampled_from(sorted(METHODS))


# --- what every method must do -----------------------------------------------------------------------------


@given(menus, fractions, methods)
def test_weights_are_probabilities_of_the_neighbours(sizes: list[float], x: float, method: str) -> None:
    weights = translation_weights(x, sizes, method)
    assert weights.shape == (len(sizes),)
    assert weights.min() >= 0
    assert weights.sum() == pytest.approx(1)
    for size, weight in zip(sizes, weights, strict=True):
        between = [other for other in sizes if min(size, x) < other < max(size, x)]
        assert weight == 0 or not between  # a size with another one nearer on the same side gets nothing


@given(menus, methods)
def test_menu_sizes_stay_themselves(sizes: list[float], method: str) -> None:
    for place, size in enumerate(sizes):
        assert translation_weights(size, sizes, method)[place] == 1


@given(menus, fractions, methods)
def test_clamped_outside(sizes: list[float], by: float, method: str) -> None:
    assert translation_weights(sizes[-1] + by, sizes, method)[-1] == 1
    assert translation_weights(sizes[0] / (1 + by), sizes, method)[0] == 1


@given(menus, fractions, fractions, methods)
def test_larger_bets_are_played_as_larger(sizes: list[float], x: float, y: float, method: str) -> None:
    """A larger bet moves weight up: first-order stochastic dominance."""
    small, large = sorted((x, y))
    below = [np.cumsum(translation_weights(size, sizes, method)) for size in (small, large)]
    assert (below[0] >= below[1] - 1e-9).all()


@given(st.integers(2, 50), st.integers(201, 10_000), methods)
def test_scale_does_not_matter(scale: int, real_to: int, method: str) -> None:
    """The same bet in a game with all chips multiplied."""
    menu = [200, 350, 1_000, 10_000]
    small = Table(nolimit_holdem())
    large = Table(nolimit_holdem(small_blind=50 * scale, big_blind=100 * scale))
    ours = menu_weights(real_to, menu, small, method=method)
    theirs = menu_weights(real_to * scale, [amount * scale for amount in menu], large, method=method)
    assert ours == pytest.approx(theirs)


# --- pseudo-harmonic: Ganzfried and Sandholm 2013 ------------------------------------------------------------


def test_formula() -> None:
    """P(A) = (B − x)(1 + A) / ((B − A)(1 + x)) by hand: A = 1/2, B = 1, x = 3/4 gives 3/7."""
    assert translation_weights(0.75, [0.5, 1]) == pytest.approx([3 / 7, 4 / 7])
    assert translation_weights(0.25, [0, 0.5]) == pytest.approx([2 / 5, 3 / 5])  # a tiny bet or a check
    assert translation_weights(1.5, [1, 100]) == pytest.approx([98.5 * 2 / (99 * 2.5), 1 - 197 / 247.5])


@given(fractions, fractions)
def test_median(a: float, b: float) -> None:
    """At x* = (A + B + 2AB) / (A + B + 2) both are alike, and the deterministic form changes over."""
    if b < a + 1e-3:
        return
    middle = (a + b + 2 * a * b) / (a + b + 2)
    assert pseudo_harmonic(a, b, middle) == pytest.approx(0.5)
    step = (b - a) * 1e-6
    assert translation_weights(middle - step, [a, b], "pseudo-harmonic-deterministic")[0] == 1
    assert translation_weights(middle + step, [a, b], "pseudo-harmonic-deterministic")[1] == 1


def bluff_gain(x: float, sizes: list[float], method: str) -> float:
    """What a bluff of x pots wins, in pots, against who calls each menu size s with 1/(1 + s).

    The clairvoyance game from which the paper derives its formula: those calls leave a bluff of a menu size nothing.
    """
    calls = float(translation_weights(x, sizes, method) @ (1 / (1 + np.array(sizes))))
    return (1 - calls) - x * calls


@given(fractions)
def test_no_size_makes_a_bluff_pay(x: float) -> None:
    sizes = [0, 0.5, 1, 20]
    assert bluff_gain(x, sizes, "pseudo-harmonic") == pytest.approx(0, abs=1e-9)


def test_other_methods_can_be_exploited() -> None:
    sizes = [0, 0.5, 1, 20]
    assert bluff_gain(10.6, sizes, "nearest") > 0.4  # answered like 20 pots: folds far too often
    assert bluff_gain(10.5, sizes, "blend") < -2  # calls far too often: bet hands that are ahead
    assert bluff_gain(2.75, sizes, "pseudo-harmonic-deterministic") > 0.8
    assert bluff_gain(2.6, sizes, "nearest") < -0.7


def test_robust_where_the_smaller_size_goes_to_zero() -> None:
    """The paper's boundary robustness: A = 0 is a limit like any other. The geometric mean, √(AB), is not."""
    at_zero = pseudo_harmonic(0, 1, 0.3)
    assert pseudo_harmonic(1e-9, 1, 0.3) == pytest.approx(at_zero)
    assert pseudo_harmonic(1e-3, 1, 0.3) == pytest.approx(at_zero, abs=2e-3)


def test_robust_against_small_changes() -> None:
    x = np.linspace(0, 3, 3001)
    weights = np.array([translation_weights(size, [0, 0.5, 1, 2]) for size in x])
    assert np.abs(np.diff(weights, axis=0)).max() < 4e-3


# --- the others --------------------------------------------------------------------------------------------


def test_ties_go_to_the_smaller_size() -> None:
    table = Table(nolimit_holdem())  # a pot of 200 after the call: thirds are not exact in binary
    for low, high in ((200, 300), (200, 402), (301, 499)):
        assert translate((low + high) // 2, [low, high], table, method="nearest") == low
        assert translate((low + high) // 2 + 1, [low, high], table, method="nearest") == high
    assert translation_weights(0.5, [1 / 3, 2 / 3], "nearest").tolist() == [1, 0]


def test_blend_is_by_inverse_distance() -> None:
    assert translation_weights(0.6, [0.5, 1], "blend") == pytest.approx(
        [1 / 0.1 / (1 / 0.1 + 1 / 0.4), 1 / 0.4 / (1 / 0.1 + 1 / 0.4)]
    )


def test_fixed_unit_reads_101_as_100() -> None:
    table = Table(nolimit_holdem())
    table.check_or_call()
    table.check_or_call()  # the flop, pot 200
    menu = [100, 200, 400]
    assert translate(101, menu, table, method="fixed-unit", unit=100) == 100
    assert translate(101, menu, table, method="fixed-unit") == 100  # the big blind is 100
    assert translate(351, menu, table, method="fixed-unit", unit=100) == 400
    assert translate(249, menu, table, method="fixed-unit", unit=500) == CALL  # rounds to nothing
    assert menu_weights(149, menu, table, unit=50).tolist() == [0, *translation_weights(0.75, [0.5, 1, 2])]


def test_your_own_method() -> None:
    assert translation_weights(0.6, [0.5, 1], lambda a, b, x: 0.25).tolist() == [0.25, 0.75]
    with pytest.raises(GameError, match="smaller size 2; a probability is from 0 to 1"):
        translation_weights(0.6, [0.5, 1], lambda a, b, x: 2)


# --- at the table ------------------------------------------------------------------------------------------


def test_fractions_of_bets_and_raises() -> None:
    table = Table(nolimit_holdem())
    assert pot_fraction(table, 100) == 0
    assert pot_fraction(table, 300) == 1  # call 50 into 150, then raise by the 200 there
    table.raise_to(300)
    assert pot_fraction(table, 900) == 1
    table.check_or_call()
    assert pot_fraction(table, 450) == 0.75  # a bet into 600
    with pytest.raises(GameError, match="the amount is 299; here 300 is a call"):
        pot_fraction(_facing(300), 299)


def _facing(bet: int) -> Table:
    table = Table(nolimit_holdem())
    table.raise_to(bet)
    return table


def test_tiny_bet_may_be_a_check() -> None:
    table = Table(nolimit_holdem(players=3))
    for _ in range(3):
        table.check_or_call()
    weights = menu_weights(100, [300], table)  # a third of a pot of 300; the menu has one pot
    assert weights == pytest.approx([0.5, 0.5])
    drawn = [translate(100, [300], table, seed=np.random.default_rng(seed)) for seed in range(400)]
    assert 160 < drawn.count(CALL) < 240


def test_seeds_and_generators() -> None:
    table = Table(nolimit_holdem())
    first = [translate(240, [200, 300], table, seed=seed) for seed in range(50)]
    assert first == [translate(240, [200, 300], table, seed=seed) for seed in range(50)]
    rng = np.random.default_rng(7)
    assert {translate(240, [200, 300], table, seed=rng) for _ in range(50)} == {200, 300}
    with pytest.raises(GameError, match="'blend' chooses at random; give a seed, such as seed=1"):
        translate(240, [200, 300], table, method="blend")


def test_all_in_is_its_own_size() -> None:
    real, abstract = Table(nolimit_holdem(stack_bb=100)), Table(nolimit_holdem(stack_bb=100))
    abstract.raise_to(300)
    real.raise_to(240)
    real_all_in = menu_weights(10_000, [900, 10_000], real, abstract=abstract)
    assert real_all_in.tolist() == [0, 0, 1]
    # Half the stacks: the same words, another size, and still all-in.
    short = Table(nolimit_holdem(stack_bb=50))
    assert menu_weights(5_000, [300, 10_000], short, abstract=Table(nolimit_holdem())).tolist() == [0, 0, 1]
    # An all-in below the other sizes is a bet of its size.
    tiny = Table(nolimit_holdem(stacks=(10_000, 250)))
    weights = menu_weights(250, [300, 10_000], tiny, abstract=Table(nolimit_holdem()))
    assert weights == pytest.approx([0.25 / 1.75, 1.5 / 1.75, 0])
    # A bet that is not all-in and the largest size without an all-in are clamped, not more.
    assert menu_weights(9_000, [300, 500], Table(nolimit_holdem())).tolist() == [0, 0, 1]


def test_limit_games_translate_to_themselves() -> None:
    table = Table(limit_holdem())
    assert translate(20, [20], table, method="nearest") == 20
    assert to_real(20, Table(limit_holdem()), table) == 20


# --- back to the real table --------------------------------------------------------------------------------


def test_same_fraction_of_the_real_pot() -> None:
    abstract, real = _facing(300), _facing(270)
    assert to_real(900, abstract, real) == 270 + 540
    assert to_real(600, abstract, real) == 270 + 270
    assert to_real(601, abstract, real) == 270 + 271  # 270.9
    assert to_real(601, abstract, real, unit=50) == 550
    assert to_real(CALL, abstract, real) == CALL
    assert to_real(FOLD, abstract, real) == FOLD


def test_never_illegal() -> None:
    abstract, real = _facing(300), Table(nolimit_holdem(stacks=(500, 10_000)))
    real.raise_to(400)
    assert to_real(600, abstract, real) == 500  # all the big blind has
    assert to_real(10_000, abstract, real) == 500
    covered = Table(nolimit_holdem(stacks=(300, 10_000)))
    covered.raise_to(400)
    assert to_real(900, abstract, covered) == CALL  # calling is all-in already
    assert to_real(10_000, abstract, covered) == CALL
    fresh = Table(nolimit_holdem())
    fresh.check_or_call()
    assert to_real(FOLD, abstract, fresh) == CALL  # nothing to call: check


def test_real_amount_is_inside_the_limits() -> None:
    table = Table(nolimit_holdem())
    assert real_amount(0.01, table, unit=75) == 200  # the minimum need not be a multiple
    assert real_amount(49.3, table, unit=3_000) == 9_000
    assert real_amount(49.5, table, unit=7_000) == 10_000 - 3_000
    assert real_amount(1e300, table, unit=50) == 10_000


GAMES: list[Callable[[], Game]] = [
    nolimit_holdem,
    lambda: nolimit_holdem(players=3, stacks=(300, 10_000, 4_500), ante=10),
    lambda: nolimit_holdem(players=6, stack_bb=12, straddles=(200,)),
    lambda: nolimit_holdem(players=4, stacks=(30, 70, 1_000, 250), big_blind_ante=100),
    lambda: short_deck(players=5, stack_antes=20),
    limit_holdem,
    leduc,
]


def mid_hand(game: Game, rng: random.Random) -> Table:
    """A table somewhere in a hand, somebody to act; the blinds may have put all but one all in."""
    table = Table(game, seed=rng.randrange(2**32))
    for _ in range(rng.randrange(12)):
        if table.is_over:
            break
        legal = table.legal_actions
        actions: list[Action] = [CALL, CALL]
        if legal.can_fold:
            actions.append(FOLD)
        if legal.min_raise_to is not None and legal.max_raise_to is not None:
            low, high = legal.min_raise_to, legal.max_raise_to
            actions += [rng.randint(low, min(high, 3 * low)), rng.randint(low, high)]
        act(table, rng.choice(actions))
        if table.is_over:
            table.undo()
            break
    return table


@given(st.sampled_from(GAMES), st.integers(0, 2**32), fractions, st.sampled_from([None, 1, 7, 50, 1_000]))
def test_reverse_is_always_legal(make: Callable[[], Game], seed: int, x: float, unit: int | None) -> None:
    rng = random.Random(seed)
    real, abstract = mid_hand(make(), rng), mid_hand(make(), rng)
    legal = abstract.legal_actions
    actions: list[Action] = [FOLD, CALL]
    if legal.min_raise_to is not None and legal.max_raise_to is not None:
        actions += [rng.randint(legal.min_raise_to, legal.max_raise_to), legal.max_raise_to]
    answers = [to_real(action, abstract, real, unit=unit) for action in actions]
    for answer in [*answers, real_amount(x, real, unit=unit)]:
        act(real, answer)  # raises if it is not legal
        real.undo()
    assert answers[1] == CALL
    if len(actions) == 4 and real.can_raise() and real.game.betting == "no-limit":
        assert answers[3] == real.legal_actions.max_raise_to


@given(st.sampled_from(GAMES[:5]), st.integers(0, 2**32), methods)
def test_there_and_back(make: Callable[[], Game], seed: int, method: str) -> None:
    """At one table a menu amount is itself in both directions, and any real bet lands on the menu."""
    rng = random.Random(seed)
    table = mid_hand(make(), rng)
    legal = table.legal_actions
    if legal.min_raise_to is None or legal.max_raise_to is None:
        return
    some = {rng.randint(legal.min_raise_to, legal.max_raise_to) for _ in range(4)}
    menu = sorted({legal.min_raise_to, legal.max_raise_to, *some})
    for amount in menu:
        assert to_real(amount, table, table) == amount
        if method != "fixed-unit":
            assert translate(amount, menu, table, method=method, seed=1) == amount
    real_to = rng.randint(legal.min_raise_to, legal.max_raise_to)
    assert translate(real_to, menu, table, method=method, seed=seed) in [CALL, *menu]


# --- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([], "list of at least one number"),
        ([0, 0], "0.0 after 0.0; they must ascend"),
        ([1, 0.5], "0.5 after 1.0; they must ascend, such as"),
        ([-0.5, 1], "a size is -0.5; it must be a fraction of the pot, a number from 0 up"),
        ([0.5, float("nan")], "a size is nan"),
        ([0.5, float("inf")], "a size is inf"),
        ([[0.5, 1]], "list of at least one number"),
        (["half"], "are not numbers"),
        (0.5, "list of at least one number"),
    ],
)
def test_bad_sizes(sizes: list[float], message: str) -> None:
    with pytest.raises(GameError, match=message):
        translation_weights(0.7, sizes)


@pytest.mark.parametrize("x", [-0.1, float("nan"), float("inf"), "1", True, None])
def test_bad_bet(x: float) -> None:
    with pytest.raises(
        GameError, match=r"the bet is .*must be a fraction of the pot, a number from 0 up, such as 0.75"
    ):
        translation_weights(x, [0.5, 1])
    with pytest.raises(GameError, match="the bet is"):
        real_amount(x, Table(nolimit_holdem()))


def test_unknown_method_names_the_nearest() -> None:
    with pytest.raises(GameError, match=r"'pseudoharmonic' is not a method .*did you mean 'pseudo-harmonic'"):
        translation_weights(0.7, [0.5, 1], "pseudoharmonic")


def test_bad_menus_and_amounts() -> None:
    table = Table(nolimit_holdem())
    with pytest.raises(GameError, match="the menu is empty"):
        translate(240, [], table, seed=1)
    with pytest.raises(GameError, match="the menu has 200 after 300; amounts must ascend"):
        translate(240, [300, 200], table, seed=1)
    with pytest.raises(GameError, match="cannot raise to 150: the minimum is 200"):
        translate(240, [150, 300], table, seed=1)
    with pytest.raises(GameError, match="cannot raise to 199"):
        translate(199, [200], table, seed=1)
    with pytest.raises(GameError, match="'raise' is not an action"):
        to_real("raise", table, table)  # type: ignore[arg-type]
    for unit in (0, -5, 2.5, True):
        with pytest.raises(GameError, match=r"unit is .*whole number of chips from 1 up"):
            round_to_unit(101, unit)  # type: ignore[arg-type]
        with pytest.raises(GameError, match="unit is"):
            translate(240, [200], table, method="nearest", unit=unit)  # type: ignore[arg-type]
    table.fold()
    with pytest.raises(GameError, match="the hand is over"):
        pot_fraction(table, 100)


# --- menus and their choices -------------------------------------------------------------------------------


def test_a_menu_or_its_choices_are_the_same_as_their_amounts() -> None:
    menu = menu_from_table({"preflop": {"raises": "2bb 3bb"}})
    table = Table(nolimit_holdem())
    assert menu.choices(table) == [FOLD, CALL, 200, 300, 10_000]
    for given_menu in (menu, menu.choices(table), [200, 300, 10_000]):
        assert menu_weights(240, given_menu, table).round(4).tolist() == [0, 0.5294, 0.4706, 0]
        assert translate(240, given_menu, table, method="nearest") == 200


def test_calling_is_no_answer_where_the_menu_does_not_offer_it() -> None:
    menu = menu_from_table({"preflop": {"raises": "4bb"}, "limps": "none"})
    table = Table(nolimit_holdem())
    assert translate(200, menu, table, method="nearest") == 400
    assert translate(200, [FOLD, CALL, 400, 10_000], table, method="nearest") == CALL


def test_a_raise_is_a_call_where_the_menu_offers_nothing_else() -> None:
    menu = menu_from_table({"preflop": {"raises": "3bb", "max_raises": 0}, "all_in": "never"})
    assert translate(300, menu, Table(nolimit_holdem()), method="nearest") == CALL


def test_geometric_reads_bets_by_their_ratios() -> None:
    """√(0.5 · 1) = 0.7071; any bet is nearer to a bet than to a check."""
    assert translation_weights(0.707, [0, 0.5, 1], "geometric").tolist() == [0, 1, 0]
    assert translation_weights(0.708, [0, 0.5, 1], "geometric").tolist() == [0, 0, 1]
    assert translation_weights(0.01, [0, 0.5, 1], "geometric").tolist() == [0, 1, 0]
