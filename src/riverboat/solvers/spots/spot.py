"""`solve_spot`: hold'em from a flop, turn or river on, as solver users put the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final, Literal, TypeAlias, Unpack, get_args

from riverboat.base.checks import instance, is_number, number, one_of, whole
from riverboat.cards.card import CardsLike, card_names, parse_cards
from riverboat.cards.range import Range
from riverboat.errors import GameError, RangeError, SolverError
from riverboat.games.payouts.prizes import Prizes
from riverboat.games.rules.presets import spot
from riverboat.games.trees.config import TreeConfig
from riverboat.games.trees.menu import Menu
from riverboat.solvers.full_width.engine import Rake
from riverboat.solvers.full_width.locks import Lock, LockLike, read_locks
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solve_options import SolveWords, solve_options
from riverboat.solvers.solve import solve_setup
from riverboat.solvers.spots.sizes_text import DEFAULT_SIZES, SizesLike, spot_menu
from riverboat.solvers.update_rules.rules import UpdateRule

ALL_IN: Final = 1.5
FORCE_ALL_IN: Final = 0.2
MERGE: Final = 0.1
"""All-in is added up to 1.5 pots, forced where at most 0.2 pots would be left, and sizes within 10 % are one: the usual
settings of solvers, which keep trees small without hurting play."""

BIG_BLIND: Final = 100
"""Chips of a big blind where amounts are given in big blinds, as fine as people write them."""

Unit: TypeAlias = Literal["chips", "bb"]
_AMOUNTS: Final = ("pot", "stack", "stack")


@dataclass(frozen=True)
class SpotSetup:
    """Everything that a spot is.

    board: 3, 4 or 5 cards. oop, ip: the ranges of who acts first and of the other. pot: chips in the middle. stack:
    chips behind, one number or (oop, ip). menu: the sizes. rake: share of the pot. rake_cap: its most in chips, 0 for
    no cap. min_bet: the big blind in chips, and the unit of betting lines; 1 if unknown. locks: strategies that are
    fixed. prizes: what is played for instead of chips, with the stacks of those who are not in the hand; before it
    either player has what is behind and his half of the pot.

    >>> setup = SpotSetup("QsJh2h", Range("AA,QJs"), Range("KK,AQs"), pot=180, stack=910, menu=spot_menu("50% | 3x"))
    >>> setup.game_setup().tree
    <BettingTree 'spot': 256 nodes, 24 ends, 256 rows>
    """

    board: str
    oop: Range
    ip: Range
    pot: int
    stack: int | tuple[int, int]
    menu: Menu = field(default_factory=lambda: spot_menu(DEFAULT_SIZES, all_in=ALL_IN))
    rake: float = 0.0
    rake_cap: float = 0.0
    min_bet: int = 1
    locks: tuple[Lock, ...] = ()
    prizes: Prizes | None = None

    def __post_init__(self) -> None:
        if not is_number(self.rake) or not 0 <= self.rake < 1:
            raise SolverError(
                f"rake is {self.rake!r}; it must be a share of the pot from 0 to below 1, such as 0.05"
            )
        number("rake_cap", self.rake_cap, SolverError, least=0, example=3, kind="chips")
        for name, held in (("oop", self.oop), ("ip", self.ip)):
            if held.without(self.board).is_empty:
                raise RangeError(
                    f"the range of {name} holds no hand that fits the board {self.board}; give one such as 'AA,KK'"
                )
        if self.prizes is not None:
            self.prizes.of(spot(self.board, self.pot, self.stack, min_bet=self.min_bet))
            if self.rake:
                raise SolverError(
                    f"rake is {self.rake}, and tournaments for prizes have none; leave one of them out"
                )

    def game_setup(self) -> GameSetup:
        """Return it as the engine takes it: a game whose antes are the pot."""
        game = spot(self.board, self.pot, self.stack, min_bet=self.min_bet)
        config = TreeConfig("spot", game, self.menu)
        rake = Rake(self.rake, self.rake_cap)
        return GameSetup(config, self.board, (self.oop, self.ip), rake, self.locks, self.prizes)


def spot_setup(
    *,
    board: CardsLike,
    oop: Range | str,
    ip: Range | str,
    pot: float,
    stack: float | Sequence[float],
    unit: Unit | None = None,
    sizes: SizesLike = DEFAULT_SIZES,
    rake: float = 0.0,
    rake_cap: float = 0.0,
    min_bet: int = 1,
    all_in: str | float = ALL_IN,
    force_all_in: float = FORCE_ALL_IN,
    merge: float = MERGE,
    locks: Sequence[LockLike] = (),
    prizes: Prizes | None = None,
) -> SpotSetup:
    """Return the setup of a spot from what people type; the arguments are those of `solve_spot`."""
    amounts = (pot, *_two_stacks(stack)) if isinstance(stack, Sequence) else (pot, stack)
    in_bb = _is_in_big_blinds(unit, amounts, min_bet)
    chips, *behind = (_chips(name, amount, in_bb) for name, amount in zip(_AMOUNTS, amounts, strict=False))
    return SpotSetup(
        board=card_names(parse_cards(board)),
        oop=_range("oop", oop),
        ip=_range("ip", ip),
        pot=chips,
        stack=behind[0] if len(behind) == 1 else (behind[0], behind[1]),
        menu=spot_menu(sizes, all_in=all_in, force_all_in=force_all_in, merge=merge),
        rake=rake,
        rake_cap=rake_cap * BIG_BLIND if in_bb and is_number(rake_cap) else rake_cap,
        min_bet=BIG_BLIND if in_bb else min_bet,
        locks=read_locks(locks),
        prizes=_prizes(prizes, in_bb),
    )


def solve_spot(
    *,
    board: CardsLike,
    oop: Range | str,
    ip: Range | str,
    pot: float,
    stack: float | Sequence[float],
    unit: Unit | None = None,
    sizes: SizesLike = DEFAULT_SIZES,
    rake: float = 0.0,
    rake_cap: float = 0.0,
    min_bet: int = 1,
    all_in: str | float = ALL_IN,
    force_all_in: float = FORCE_ALL_IN,
    merge: float = MERGE,
    locks: Sequence[LockLike] = (),
    prizes: Prizes | None = None,
    rule: str | UpdateRule | None = None,
    **options: Unpack[SolveWords],
) -> Solution:
    """Solve a two-player no-limit hold'em spot.

    board, oop, ip, pot, stack, rake, rake_cap, min_bet: see `SpotSetup`; the stack is what is behind, not counting the
    pot. unit: "chips", which are whole, or "bb": pot, stack and rake_cap are big blinds, of 100 chips each. An
    amount with a fraction means "bb" too. sizes: see `spot_menu`. all_in: "always", "never", or add all-in where
    the stack is at most so many pots. force_all_in, merge: see `Menu`. locks: strategies that are fixed, as `Lock`s
    or as text. prizes: play for these instead of chips; the others' stacks are in the unit of the pot. EVs are then
    prize money in chips' worth: over what the player had before the hand, times all chips over all prizes. rule and
    options: those of `SolveOptions`, such as target_pot_percent, which is 0.3 if nothing says how far to go.

    >>> solution = solve_spot(board="QsJh2h5c9d", oop="AA,QQ,KQs,76s", ip="AQs,KQs,JTs,TT", pot=100, stack=200)
    >>> solution.pot_percent < 0.3, round(sum(solution.evs), 2)
    (True, 100.0)
    >>> node = solution.grid("k b50%")
    >>> node.position, node.actions
    ('OOP', ('f', 'c', 'r125', 'a'))
    >>> solution = solve_spot(board="QsJh2h5c9d", oop="AA,76s", ip="KK,TT", pot=5.5, stack=97.5)
    >>> solution.grid("k bet 2.75").state.title
    'Qs Jh 2h 5c 9d  after k b2.75: OOP to act, pot 8.25 bb, 2.75 bb to call'
    """
    asked = solve_options(solve_spot, options, rule=rule)
    setup = spot_setup(
        board=board,
        oop=oop,
        ip=ip,
        pot=pot,
        stack=stack,
        unit=unit,
        sizes=sizes,
        rake=rake,
        rake_cap=rake_cap,
        min_bet=min_bet,
        all_in=all_in,
        force_all_in=force_all_in,
        merge=merge,
        locks=locks,
        prizes=prizes,
    )
    return solve_setup(setup.game_setup(), asked)


def _prizes(given: Prizes | None, in_bb: bool) -> Prizes | None:
    """Return prizes with the others' stacks in chips."""
    if given is None:
        return None
    instance("prizes", given, Prizes, SolverError, example="Prizes((50, 30, 20), others=(4000,))")
    return replace(given, others=tuple(stack * BIG_BLIND for stack in given.others)) if in_bb else given


def _range(who: str, given: Range | str) -> Range:
    try:
        return Range(given)
    except RangeError as problem:
        raise RangeError(f"the range of {who}: {problem}") from None


def _two_stacks(stacks: Sequence[float]) -> tuple[float, float]:
    if isinstance(stacks, str) or len(stacks) != 2:
        raise SolverError(f"stack is {stacks!r}; give chips behind, such as 910, or two numbers (oop, ip)")
    return stacks[0], stacks[1]


def _is_in_big_blinds(unit: Unit | None, amounts: Sequence[float], min_bet: int) -> bool:
    """Whether amounts are big blinds: it is said, or one has a fraction, which chips have not."""
    if unit is not None:
        one_of("unit", unit, get_args(Unit), SolverError)
    if unit == "bb" and min_bet != 1:
        raise SolverError(
            f"min_bet is {min_bet!r} chips, and the unit is bb, of which it is one; leave one of them out"
        )
    if unit is not None or min_bet != 1:
        return unit == "bb"
    return any(is_number(amount) and amount != int(amount) for amount in amounts)


def _chips(name: str, amount: float, in_bb: bool) -> int:
    """Return an amount in whole chips."""
    if not in_bb:
        chips = int(amount) if isinstance(amount, float) and amount.is_integer() else amount
        example = '180, or of big blinds with unit="bb"'
        return whole(name, chips, GameError, least=1, example=example, kind="a whole number of chips")
    number(name, amount, SolverError, over=0, example=5.5, kind="a number of big blinds")
    hundredths = Fraction(str(amount)) * BIG_BLIND  # by its text, so that 1.1 is eleven tenths
    if hundredths.denominator != 1:
        raise SolverError(
            f"{name} is {amount!r} big blinds; give no more than hundredths of one, such as 5.25"
        )
    return int(hundredths)
