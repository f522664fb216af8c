"""Equity: the share of the pot each player wins on average if nobody folds from here on.

`equity` takes two to ten players, each with a hand or a range, any board and dead cards. It answers exactly where
that takes seconds, by the cheapest of these ways:

- heads-up before the flop from the table of all match-ups (`riverboat.cards.preflop`), one hand against any other from
  that of the 169 classes (`riverboat.cards.preflop_strength`);
- known hands by counting boards in classes of equal ranks, under a millisecond before the flop;
- two ranges on a board by one sweep over all hands per complete board;
- more players by every deal of their hands.

Otherwise it samples deals until the standard error is small enough, and says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np

from riverboat import _core
from riverboat.base.checks import check_threads, whole
from riverboat.base.progress import Progress
from riverboat.cards.card import CardsLike
from riverboat.cards.equity_result import EquityResult, PlayerEquity
from riverboat.cards.equity_spot import HandsLike, Spot
from riverboat.cards.hand_class import CLASS_OF_HAND
from riverboat.cards.preflop import BOARDS, preflop_table
from riverboat.cards.preflop_strength import DEALS, preflop_strength
from riverboat.errors import CardError, RangeError, RiverboatError

Method = Literal["auto", "table", "exact", "sampled"]
SECONDS = 5.0
"""An exact answer that would take longer than about this, on one core, is sampled unless it is asked for."""

STANDARD_ERROR = 0.0005
"""Sampling stops at this standard error of every player's equity: 0.05 points, about a million deals."""

# Seconds on one core of a 2023 server, measured. They choose a way; the answers are the same.
_PER_BOARD, _PER_SWEEP = 3e-6, 5e-6  # one board, and two full ranges on it
_PER_DEAL = {0: 3e-4, 3: 2.5e-6, 4: 4e-7, 5: 1.5e-7}  # known hands, per player, by cards on the board

_FIRST_SAMPLES = 1 << 16
_MOST_SAMPLES = 2**32 - 1  # five minutes heads-up on one core, half an hour for ten players
_LEAST_ERROR = 1e-5  # takes up to 2.5 billion deals
_POT_SHARES = 2520  # the native code's unit of split pots


def equity(
    *players: HandsLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    ranking: str = "holdem",
    method: Method = "auto",
    samples: int | None = None,
    standard_error: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EquityResult:
    """Return the equity of two to ten hands or ranges.

    players: text such as "AsKs", "QQ+,AKs:0.5" or "random", `Range`s, or two card ids. Weights are
    chances to hold a hand before others' cards are known; deals in which two players would hold the same card do not
    count.
    board: nothing, or 3, 4 or 5 cards. dead: cards that nobody holds and that cannot come.
    ranking: "short-deck" for 36 cards from the six up, where a flush beats a full house and A-6-7-8-9 is a straight;
    "short-deck-trips" for its older rules. Hands of ranges with lower cards do not count there.
    method: "auto" decides; "exact" enumerates without the table; "table" insists on the heads-up preflop table;
    "sampled" samples. Giving `samples` or `standard_error` (one of them) means "sampled".
    seed: a sample is the same for the same seed, on any number of threads.
    threads: None for all of the machine. progress: called with (done, total) now and then in long calls.

    >>> round(equity("AhKh", "QsQc").equities[0], 8)
    0.46214457
    >>> equity("AsKs", "random", board="QsJh2h").method
    'exact'
    >>> round(equity("AhKh", "QsQc", ranking="short-deck").equity, 4)
    0.5428
    """
    spot = Spot.of(players, board, dead, ranking)
    way = _chosen_way(spot, method, samples, standard_error)
    workers = check_threads(threads, CardError)
    if way == "table":
        return _from_table(spot)
    if way == "known":
        return _known_hands(spot)
    if way == "sweep":
        return _swept(spot, workers, progress)
    spot.check_deal()
    if way == "deals":
        sums = _core.multiway_exact(
            spot.weights, spot.board, spot.out, workers, progress, spot.native_ranking
        )
        return _from_sums(spot, sums, "exact")
    whole("seed", seed, RiverboatError, example=1)
    return _sampled(spot, samples, standard_error, partial(_draw, spot, seed, workers, progress))


def _chosen_way(spot: Spot, method: str, samples: int | None, standard_error: float | None) -> str:
    if method not in ("auto", "table", "exact", "sampled"):
        raise RiverboatError(f"method '{method}' is unknown; use 'auto', 'table', 'exact' or 'sampled'")
    if samples is not None or standard_error is not None:
        if method not in ("auto", "sampled"):
            raise RiverboatError(f"samples and standard_error go with method 'sampled', not '{method}'")
        if samples is not None and standard_error is not None:
            raise RiverboatError(
                "samples and standard_error each say when to stop; give one, such as samples=1000000"
            )
        return "sampled"
    in_table = len(spot.ranges) == 2 and not spot.board and not spot.out
    if method == "table" and not in_table:
        raise RiverboatError(
            "the table answers two players before the flop in hold'em, no dead cards; the method 'exact' answers "
            "the rest"
        )
    if method in ("table", "sampled") or (method == "auto" and in_table):
        return "sampled" if method == "sampled" else "table"
    if spot.all_known:
        return "known"
    if len(spot.ranges) == 2 and spot.board:
        return "sweep"
    seconds = _seconds(spot)
    fastest = min(seconds, key=lambda way: seconds[way])
    return fastest if method == "exact" or seconds[fastest] <= SECONDS else "sampled"


def _seconds(spot: Spot) -> dict[str, float]:
    """Return about how long the ways to enumerate would take on one core."""
    per_deal = len(spot.ranges) * _PER_DEAL[len(spot.board)]
    matters = int(2 * SECONDS / per_deal) + 1  # no need to count further
    most = math.prod(hands.count for hands in spot.ranges)
    deals = most if most > 1000 * matters else _core.count_deals(spot.weights, matters)
    ways = {"deals": deals * per_deal}
    if len(spot.ranges) == 2:
        widest = max(hands.count for hands in spot.ranges) / 1326
        ways["sweep"] = spot.boards * (_PER_BOARD + _PER_SWEEP * widest)
    return ways


def _known_hands(spot: Spot) -> EquityResult:
    boards, counts = _core.matchup(spot.known, spot.board, spot.out, spot.native_ranking)
    players = []
    for hands, hand, (wins, ties, shares) in zip(spot.ranges, spot.known, counts, strict=True):
        share = shares / _POT_SHARES / boards
        by_hand = partial(_only, hand, share)
        players.append(PlayerEquity(hands, share, wins / boards, ties / boards, 0.0, by_hand))
    return spot.result(players, "exact", boards)


def _only(hand: int, share: float) -> np.ndarray:
    by_hand = np.full(1326, np.nan)
    by_hand[hand] = share
    return by_hand


def _swept(spot: Spot, workers: int, progress: Progress | None) -> EquityResult:
    """Two players, at least one with a range."""
    for hero in (0, 1):
        if spot.known[hero] >= 0:
            return _hand_against_range(spot, hero, workers, progress)
    return _from_sweep(spot, _sweep(spot, workers, progress))


def _hand_against_range(spot: Spot, hero: int, workers: int, progress: Progress | None) -> EquityResult:
    villain = 1 - hero
    range_weights = spot.ranges[villain].weights
    wins, ties, total = _core.hand_equity(
        spot.known[hero], range_weights, spot.board, spot.out, workers, progress, spot.native_ranking
    )
    if total == 0:
        raise spot.impossible()
    win, tie, lose = wins / total, ties / total, (total - wins - ties) / total
    mine = PlayerEquity(
        spot.ranges[hero], win + tie / 2, win, tie, 0.0, partial(_only, spot.known[hero], win + tie / 2)
    )
    theirs = PlayerEquity(
        spot.ranges[villain], lose + tie / 2, lose, tie, 0.0, partial(_swept_by_hand, spot, villain, workers)
    )
    return spot.result([mine, theirs] if hero == 0 else [theirs, mine], "exact", total)


def _swept_by_hand(spot: Spot, player: int, workers: int) -> np.ndarray:
    return _by_hand(spot.ranges[player].weights, _sweep(spot, workers, None)[player])


def _sweep(spot: Spot, workers: int, progress: Progress | None) -> np.ndarray:
    """float[2, 3, 1326]: each hand's wins, ties and total against the other range."""
    first, second = (r.weights for r in spot.ranges)
    return _core.range_equity(
        first, second, spot.board, spot.out, workers, progress, ranking=spot.native_ranking
    )


def _by_hand(weights: np.ndarray, sums: np.ndarray) -> np.ndarray:
    wins, ties, total = sums
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((weights > 0) & (total > 0), (wins + ties / 2) / total, np.nan)


def _from_sweep(spot: Spot, sums: np.ndarray, method: str = "exact") -> EquityResult:
    players = []
    weight = 0.0
    for hands, own in zip(spot.ranges, sums, strict=True):
        wins, ties, weight = (float(part) for part in own @ hands.weights)
        if weight == 0:
            raise spot.impossible()
        win, tie = wins / weight, ties / weight
        by_hand = partial(_by_hand, hands.weights, own)
        players.append(PlayerEquity(hands, win + tie / 2, win, tie, 0.0, by_hand))
    return spot.result(players, method, weight)


def _from_table(spot: Spot) -> EquityResult:
    if not spot.all_known:
        for hero in (0, 1):
            if spot.known[hero] >= 0 and spot.is_any(1 - hero):
                return _against_any(spot, hero)
        table = preflop_table()
        first, second = (r.weights for r in spot.ranges)
        return _from_sweep(spot, np.stack([table.against(second), table.against(first)]), "table")
    wins, ties = preflop_table().counts(spot.known[0], spot.known[1])
    players = []
    for hands, hand, won in zip(spot.ranges, spot.known, (wins, BOARDS - wins - ties), strict=True):
        share = (won + ties / 2) / BOARDS
        by_hand = partial(_only, hand, share)
        players.append(PlayerEquity(hands, share, won / BOARDS, ties / BOARDS, 0.0, by_hand))
    return spot.result(players, "table", BOARDS)


def _against_any(spot: Spot, hero: int) -> EquityResult:
    """One hand against all others before the flop, from the table of 169 classes."""
    table, hand, villain = preflop_strength(), spot.known[hero], 1 - hero
    place = CLASS_OF_HAND[hand]
    win, tie = int(table.wins[place]) / DEALS, int(table.ties[place]) / DEALS
    lose = (DEALS - int(table.wins[place]) - int(table.ties[place])) / DEALS
    mine = PlayerEquity(spot.ranges[hero], win + tie / 2, win, tie, 0.0, partial(_only, hand, win + tie / 2))
    theirs = PlayerEquity(
        spot.ranges[villain], lose + tie / 2, lose, tie, 0.0, partial(_table_by_hand, spot, villain)
    )
    weight = float(spot.ranges[hero].weights[hand] * spot.ranges[villain].weights[0])
    return spot.result([mine, theirs] if hero == 0 else [theirs, mine], "table", DEALS * weight)


def _table_by_hand(spot: Spot, player: int) -> np.ndarray:
    sums = np.stack(preflop_table().against(spot.ranges[1 - player].weights))
    return _by_hand(spot.ranges[player].weights, sums)


# --- samples and sums over deals -------------------------------------------------------------------------------


def _sampled(
    spot: Spot,
    samples: int | None,
    standard_error: float | None,
    draw: Callable[[int, int], _core.DealSums],
) -> EquityResult:
    """Draw `samples` deals, or as many as the standard error needs, judged by those drawn before."""
    if samples is not None:
        whole("samples", samples, RiverboatError, least=1, most=_MOST_SAMPLES, example=1_000_000)
        return _from_sums(spot, draw(samples, 0), "sampled")
    target = STANDARD_ERROR if standard_error is None else standard_error
    if not isinstance(target, int | float | np.number) or not target >= _LEAST_ERROR:
        raise RiverboatError(
            f"standard_error is {target!r}; it must be {_LEAST_ERROR} or more, such as 0.0005 for 0.05 points"
        )
    sums = draw(_FIRST_SAMPLES, 0)
    part = 0
    while True:
        result = _from_sums(spot, sums, "sampled")
        worst = max(player.standard_error for player in result.players)
        if worst <= target:
            return result
        part += 1
        sums.add(draw(math.ceil(sums.deals * ((worst / target) ** 2 * 1.02 - 1)), part))


def _draw(
    spot: Spot, seed: int, workers: int, progress: Progress | None, samples: int, part: int
) -> _core.DealSums:
    stream = int(np.random.SeedSequence([seed, part]).generate_state(1, np.uint64)[0])
    sums = _core.multiway_sampled(
        spot.weights,
        spot.unrestricted,
        spot.board,
        spot.out,
        samples,
        stream,
        workers,
        progress,
        spot.native_ranking,
    )
    if sums.deals < samples:
        raise RangeError(
            f"{spot.listed()} almost never hold hands that share no card, so sampling cannot answer; "
            "the method 'exact' can"
        )
    return sums


def _from_sums(spot: Spot, sums: _core.DealSums, method: str) -> EquityResult:
    deals = sums.deals
    if deals == 0:
        raise spot.impossible()
    players = []
    for hands, own in zip(spot.ranges, sums.players, strict=True):
        share = own.shares / _POT_SHARES / deals
        variance = own.shares_squared / _POT_SHARES**2 / deals - share * share
        error = _standard_error(variance, deals) if method == "sampled" else 0.0
        by_hand = partial(_mean_by_hand, own.hand_shares, own.hand_deals)
        players.append(PlayerEquity(hands, share, own.wins / deals, own.ties / deals, error, by_hand))
    return spot.result(players, method, deals)


def _standard_error(variance: float, samples: float) -> float:
    return math.sqrt(max(variance, 0.0) / (samples - 1)) if samples > 1 else math.inf


def _mean_by_hand(shares: np.ndarray, deals: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore"):
        return np.where(deals > 0, shares / _POT_SHARES / deals, np.nan)
