"""Jam or fold for two to ten players: exact for two and three, sampled beyond."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from riverboat.base.checks import check_seed, check_threads, flag, number, one_of, whole
from riverboat.errors import TournamentError
from riverboat.tournament.equities.three_way import has_table
from riverboat.tournament.jam_fold.ahead import MOST_PLAYERS as MOST_AHEAD
from riverboat.tournament.jam_fold.ahead import solve_ahead
from riverboat.tournament.jam_fold.exact import RULES, solve_exactly
from riverboat.tournament.jam_fold.hand import JamFoldHand, make_hand
from riverboat.tournament.jam_fold.result import JamFold
from riverboat.tournament.jam_fold.sampled import solve_by_deals

ITERATIONS: Final = {"exact": 2_000, "sampled": 400}
"""The most; exact runs stop at their target."""
TARGETS: Final = {2: 1e-5, 3: 1e-3}
"""What no seat shall gain by another strategy, in big blinds; with prizes, times the prizes over the chips."""
DEALS: Final = 8_000_000
"""Of a sampled run: seconds with four players."""


def pushfold(
    stacks: float | Sequence[float],
    players: int | None = None,
    *,
    small_blind: float = 0.5,
    ante: float = 0.0,
    payouts: Sequence[float] | None = None,
    bounties: float | Sequence[float] | None = None,
    method: Literal["auto", "exact", "sampled"] = "auto",
    rule: str = "cfr+",
    iterations: int | None = None,
    target: float | None = None,
    deals: int = DEALS,
    both_starts: bool = True,
    ahead: int = 0,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> JamFold:
    """Solve one hand in which everybody jams or folds before the flop.

    stacks: big blinds, one number for all or one each in order of acting (BTN, SB, BB). ante: of each. payouts: play
    for prizes by the independent chip model instead of chips; bounties: prices of heads, with payouts. method: "exact"
    counts every deal, for two players and, with the table of three-way all-ins, for three; "sampled" deals at random;
    "auto" is exact where it can be. rule: "cfr+" or "fp". iterations, target: when exact runs stop, the target being
    what no seat gains. both_starts: run again from another start and tell whether the values agree. ahead: hands that
    are played after this one before ICM says what stacks are worth, for prizes and two to six players.

    >>> result = pushfold(10)
    >>> f"{result.share(0):.1%} jam, {result.share(2):.1%} call", float(result.gains.max()) <= 1e-5
    ('58.3% jam, 37.3% call', True)
    """
    hand = make_hand(stacks, players, small_blind=small_blind, ante=ante, payouts=payouts, bounties=bounties)
    one_of("method", method, ("auto", "exact", "sampled"), TournamentError)
    one_of("rule", rule, RULES, TournamentError)
    flag("both_starts", both_starts, TournamentError)
    check_seed(seed, TournamentError)
    whole("ahead", ahead, TournamentError, least=0, most=3, example=1)
    if ahead:
        return _ahead(hand, ahead, progress)
    if hand.players > 3 and method == "exact":
        raise TournamentError(
            f"method is 'exact' for {hand.players} players; all deals are counted for two and three: use 'sampled'"
        )
    exact = hand.players == 2 or (hand.players == 3 and (method == "exact" or has_table()))
    if exact and method != "sampled":
        most = ITERATIONS["exact"] if iterations is None else iterations
        whole("iterations", most, TournamentError, least=1, example=2000)
        scale = hand.payouts.sum() / hand.stacks.sum() if len(hand.payouts) else 1.0
        goal = TARGETS[hand.players] * scale if target is None else target
        number("target", goal, TournamentError, least=0, example=0.001)
        return solve_exactly(hand, rule=rule, iterations=most, target=goal, both_starts=both_starts)
    most = ITERATIONS["sampled"] if iterations is None else iterations
    whole("iterations", most, TournamentError, least=1, example=400)
    whole("deals", deals, TournamentError, least=1024, example=DEALS)
    return solve_by_deals(
        hand,
        rule=rule,
        iterations=most,
        deals=deals,
        both_starts=both_starts,
        seed=seed,
        threads=check_threads(threads, TournamentError),
        progress=progress,
    )


def _ahead(hand: JamFoldHand, hands: int, progress: Callable[[int, int], None] | None) -> JamFold:
    if not len(hand.payouts):
        raise TournamentError(
            f"ahead is {hands} without prizes, and chips are worth what they are; give such as payouts=[50, 30, 20]"
        )
    if hand.players > MOST_AHEAD:
        raise TournamentError(
            f"ahead is {hands} for {hand.players} players; hands after this one are solved for 2 to {MOST_AHEAD}: "
            "give 0"
        )
    if hand.players >= 3 and not has_table():
        raise TournamentError(
            "hands of three players need the table of three-way all-ins, which is not there; run riverboat pushfold "
            "--build-table once, or give ahead=0"
        )
    tell = None if progress is None else lambda done: progress(done, done)
    return solve_ahead(hand, hands, progress=tell)
