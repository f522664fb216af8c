"""Bets that are not on the menu: from a real amount to a menu size, and from a menu size to a real amount.

A strategy is computed for a few bet sizes; opponents bet what they like. Sizes are compared as fractions of the pot,
and checking or calling is the size 0. A method looks only at the two menu sizes A < B around the real size x and says
with what probability x is played as A; below the smallest and above the largest size there is no choice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import integer, number, whole
from riverboat.errors import GameError
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu

Method = Callable[[float, float, float], float]
"""`method(A, B, x)` is the probability of playing x as A, for A < x < B in fractions of the pot."""

_TIE: Final = 1e-12  # what rounding may add to a fraction of the pot; a tie goes to the smaller size

# --- the methods -------------------------------------------------------------------------------------------


def pseudo_harmonic(a: float, b: float, x: float) -> float:
    """P(A) = (B − x)(1 + A) / ((B − A)(1 + x)), to be played at random.

    Who calls a bet of s pots with 1/(1 + s) leaves a bluff nothing to win. With this mixture of A and B he calls a bet
    of x with exactly 1/(1 + x). Ganzfried and Sandholm 2013, *Action translation in extensive-form games with large
    action spaces*.

    >>> pseudo_harmonic(0.5, 1.0, 0.75)  # half-way in chips is more than half-way in pot odds
    0.42857142857142855
    """
    return (b - x) / (b - a) * ((1 + a) / (1 + x))


def pseudo_harmonic_deterministic(a: float, b: float, x: float) -> float:
    """The likelier of the two sizes of `pseudo_harmonic`: A up to x* = (A + B + 2AB) / (A + B + 2).

    >>> pseudo_harmonic_deterministic(0.5, 1.0, 0.71), pseudo_harmonic_deterministic(0.5, 1.0, 0.72)
    (1.0, 0.0)
    """
    return float(pseudo_harmonic(a, b, x) >= 0.5 - _TIE)


def nearest(a: float, b: float, x: float) -> float:
    """The nearest size, A up to (A + B) / 2. Simple, and easy to exploit by bets just under the middle.

    >>> nearest(0.5, 1.0, 0.75), nearest(0.5, 1.0, 0.76)
    (1.0, 0.0)
    """
    return float(x - a <= b - x + _TIE)


def blend(a: float, b: float, x: float) -> float:
    """P(A) = (B − x) / (B − A): both neighbours, weighted by the inverse of their distance from x.

    Meant as weights with which the answers to both sizes are averaged; the Tyche project answers from the two nearest
    histories. We settled on the inverse distance, which for two neighbours is linear interpolation.

    >>> blend(0.5, 1.0, 0.6)
    0.8
    """
    return (b - x) / (b - a)


def geometric(a: float, b: float, x: float) -> float:
    """A up to √(A B), where x is as many times A as B is x; as Tartanian reads bets (Gilpin, Sandholm, Sørensen 2008).

    >>> geometric(0.5, 2.0, 1.0), geometric(0.5, 2.0, 1.01)
    (1.0, 0.0)
    """
    return float(x * x <= a * b + _TIE)


METHODS: Final[dict[str, Method]] = {
    "pseudo-harmonic": pseudo_harmonic,
    "pseudo-harmonic-deterministic": pseudo_harmonic_deterministic,
    "nearest": nearest,
    "geometric": geometric,
    "fixed-unit": nearest,
    "blend": blend,
}
"""The methods by name. "fixed-unit" is the nearest size after rounding to a unit, which `translate` does."""

_PURE: Final = ("pseudo-harmonic-deterministic", "nearest", "geometric", "fixed-unit")


def translation_weights(
    x: float, sizes: Sequence[float] | npt.NDArray[np.float64], method: str | Method = "pseudo-harmonic"
) -> npt.NDArray[np.float64]:
    """Return with what probability a bet of x pots is played as each size: float64[sizes], adding up to 1.

    sizes: fractions of the pot, ascending; a first size of 0 is checking or calling. method: a name of `METHODS`, or
    a function of your own.

    >>> translation_weights(0.75, [0, 0.5, 1, 2]).round(4).tolist()
    [0.0, 0.4286, 0.5714, 0.0]
    >>> translation_weights(3, [0, 0.5, 1, 2], "nearest").tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    menu = _check_sizes(sizes)
    _check_fraction("the bet", x)
    share_of_lower = _method(method)
    weights = np.zeros(len(menu))
    above = int(np.searchsorted(menu, x))  # the first size that is not below x
    if above == len(menu):
        weights[-1] = 1.0
    elif above == 0 or menu[above] == x:
        weights[above] = 1.0
    else:
        lower = share_of_lower(float(menu[above - 1]), float(menu[above]), float(x))
        if not 0 <= lower <= 1:
            raise GameError(f"the method gave the smaller size {lower!r}; a probability is from 0 to 1")
        weights[above - 1 : above + 1] = lower, 1.0 - lower
    return weights


# --- from the real table to the menu -----------------------------------------------------------------------


def pot_fraction(table: Table, to: float) -> float:
    """Return what a bet or raise **to** an amount is in pots: (to − bet to match) / (pot after calling).

    For a bet that is the amount over the pot; calling is 0.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> pot_fraction(table, 300), pot_fraction(table, 100)  # a pot-sized raise; a call
    (1.0, 0.0)
    """
    match = _to_match(table)
    if not to >= match:
        raise GameError(
            f"the amount is {to!r}; here {match} is a call, and a bet or raise is to more than that"
        )
    return (to - match) / (table.pot + table.legal_actions.call)


def translate(
    real_to: int,
    menu: Menu | Sequence[Action],
    table: Table,
    *,
    abstract: Table | None = None,
    method: str | Method = "pseudo-harmonic",
    unit: int | None = None,
    seed: int | np.random.Generator | None = None,
) -> Action:
    """Return the menu amount that a real bet or raise is played as, or `CALL` (0).

    table: before the bet, the bettor to act. menu: a `Menu`, or the choices there are: amounts, ascending, that are
    legal at the `abstract` table, which is the same one unless earlier bets were translated too. If `FOLD` or `CALL`
    are among them, they are all there is, and calling is an answer only if it is named. unit: round the real amount to
    a multiple of so many chips first; "fixed-unit" does it with one big blind if no unit is given. seed: for the random
    methods; a generator is drawn from and goes on.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> translate(101 + 100, [200, 300, 10_000], table, method="fixed-unit")
    200
    >>> [translate(240, [200, 300, 10_000], table, seed=seed) for seed in range(4)]
    [300, 200, 200, 200]
    """
    weights = menu_weights(real_to, menu, table, abstract=abstract, method=method, unit=unit)
    if seed is None and method not in _PURE:
        raise GameError(f"method {_name(method)} chooses at random; give a seed, such as seed=1")
    rng = np.random.default_rng(seed)
    place = int(np.argmax(weights)) if seed is None else int(rng.choice(len(weights), p=weights))
    return CALL if place == 0 else _amounts(menu, table if abstract is None else abstract)[0][place - 1]


def menu_weights(
    real_to: int,
    menu: Menu | Sequence[Action],
    table: Table,
    *,
    abstract: Table | None = None,
    method: str | Method = "pseudo-harmonic",
    unit: int | None = None,
) -> npt.NDArray[np.float64]:
    """Return the probabilities by which `translate` chooses: float64[1 + amounts], for calling and each amount.

    An all-in that is no smaller than the other sizes of the menu is the menu's all-in, if it has one. A smaller one is
    a bet like any other.

    >>> from riverboat.games import nolimit_holdem
    >>> menu_weights(140 + 100, [200, 300, 10_000], Table(nolimit_holdem())).round(4).tolist()
    [0.0, 0.5294, 0.4706, 0.0]
    """
    table.verify_raise_to(int(real_to))
    abstract = table if abstract is None else abstract
    amounts, may_call = _amounts(menu, abstract)
    sizes = [0.0, *(pot_fraction(abstract, amount) for amount in amounts)]
    x = pot_fraction(table, real_to)
    if amounts and real_to == _all_in_to(table) and amounts[-1] == _all_in_to(abstract) and x >= sizes[-2]:
        x = sizes[-1]
    elif unit is not None or method == "fixed-unit":
        rounded = round_to_unit(real_to, table.game.big_blind if unit is None else unit)
        x = pot_fraction(table, max(rounded, _to_match(table)))
    if may_call:
        return translation_weights(x, sizes, method)
    return np.concatenate([[0.0], translation_weights(x, sizes[1:], method)])


# --- from the menu to the real table -----------------------------------------------------------------------


def to_real(action: Action, abstract: Table, table: Table, *, unit: int | None = None) -> Action:
    """Return the legal action at the real table that an action at the abstract one stands for.

    A bet becomes the same fraction of the real pot, in whole chips (or multiples of `unit`, such as half a big blind),
    not under the real minimum and not over the real maximum. All-in stays all-in. A call stays a call; a bet is one
    where nobody may raise, and a fold where there is nothing to call.

    >>> from riverboat.games import nolimit_holdem
    >>> abstract, real = Table(nolimit_holdem()), Table(nolimit_holdem())
    >>> abstract.raise_to(200)  # what the real raise to 240 was translated to
    >>> real.raise_to(240)
    >>> to_real(600, abstract, real), to_real(600, abstract, real, unit=50), to_real(10_000, abstract, real)
    (720, 700, 10000)
    """
    if (integer(action) or 0) < FOLD or integer(action) is None:
        raise GameError(f"{action!r} is not an action; -1 folds, 0 checks or calls, 300 raises to 300")
    if action == FOLD:
        return FOLD if table.can_fold() else CALL
    if action == CALL:
        return CALL
    abstract.verify_raise_to(int(action))
    most = table.legal_actions.max_raise_to
    if action == _all_in_to(abstract) and most is not None:
        return most
    return real_amount(pot_fraction(abstract, action), table, unit=unit)


def real_amount(fraction: float, table: Table, *, unit: int | None = None) -> Action:
    """Return the legal bet or raise nearest to a fraction of the pot; `CALL` for 0 or where nobody may raise.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> real_amount(0.75, table), real_amount(0.1, table), real_amount(1e9, table), real_amount(0, table)
    (250, 200, 10000, 0)
    """
    _check_fraction("the bet", fraction)
    legal = table.legal_actions
    if legal.min_raise_to is None or legal.max_raise_to is None or fraction == 0:
        return CALL
    amount = _to_match(table) + fraction * (table.pot + legal.call)
    rounded = round_to_unit(min(amount, legal.max_raise_to), 1 if unit is None else unit)
    return min(max(rounded, legal.min_raise_to), legal.max_raise_to)


def round_to_unit(amount: float, unit: int) -> int:
    """Return the multiple of a unit nearest to an amount of chips; a tie goes to the smaller one.

    >>> round_to_unit(101, 100), round_to_unit(151, 100), round_to_unit(150, 100)
    (100, 200, 100)
    """
    whole("unit", unit, GameError, least=1, example=50, kind="a whole number of chips")
    return math.ceil(amount / unit - 0.5 - _TIE) * unit


# --- parts -------------------------------------------------------------------------------------------------


def _to_match(table: Table) -> int:
    """Return what the actor has in on this street after a call."""
    return table.bets[_actor(table)] + table.legal_actions.call


def _all_in_to(table: Table) -> int:
    actor = _actor(table)
    return table.bets[actor] + table.stacks[actor]


def _actor(table: Table) -> int:
    if table.actor is None:
        raise GameError("the hand is over; a bet has a size only while somebody is to act")
    return table.actor


def _amounts(menu: Menu | Sequence[Action], abstract: Table) -> tuple[list[int], bool]:
    """Return the amounts of a menu, and whether calling is one of the answers."""
    choices = [int(choice) for choice in (menu.choices(abstract) if isinstance(menu, Menu) else menu)]
    amounts = [choice for choice in choices if choice not in (FOLD, CALL)]
    may_call = CALL in choices or FOLD not in choices
    if not amounts and CALL not in choices:
        raise GameError("the menu is empty; give at least one amount, such as [200]")
    for amount in amounts:
        abstract.verify_raise_to(amount)
    for before, after in pairwise(amounts):
        if before >= after:
            raise GameError(f"the menu has {after} after {before}; amounts must ascend, such as [200, 300]")
    return amounts, may_call


def _check_sizes(sizes: Sequence[float] | npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    try:
        menu = np.asarray(sizes, dtype=np.float64)
    except (TypeError, ValueError):
        raise GameError(f"the sizes {sizes!r} are not numbers; give for example [0, 0.5, 1]") from None
    if menu.ndim != 1 or len(menu) == 0:
        raise GameError(f"the sizes {sizes!r} must be a list of at least one number, such as [0, 0.5, 1]")
    for size in menu.tolist():
        _check_fraction("a size", size)
    for before, after in pairwise(menu.tolist()):
        if before >= after:
            raise GameError(f"the sizes have {after} after {before}; they must ascend, such as [0, 0.5, 1]")
    return menu


def _check_fraction(what: str, value: object) -> None:
    number(what, value, GameError, least=0, example=0.75, kind="a fraction of the pot, a number")


def _method(method: str | Method) -> Method:
    if callable(method):
        return method
    if method not in METHODS:
        near = did_you_mean(method, METHODS)
        raise GameError(f"{method!r} is not a method of translation; there are {', '.join(METHODS)}{near}")
    return METHODS[method]


def _name(method: str | Method) -> str:
    return repr(method) if isinstance(method, str) else "of your own"
