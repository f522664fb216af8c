"""Observed hands, and the tendencies that explain them best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import whole
from riverboat.cards.card import HAND_CARDS, hand_index, parse_cards
from riverboat.cards.strength import ehs
from riverboat.errors import StrategyError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.search.models.situations import Situation, kind_of, situation_of
from riverboat.search.models.tendencies import BINS, PRIOR, Bins, Floats, Tendencies, strength_bins
from riverboat.strategy.blueprint import Blueprint

_PASSES: Final = 4
"""Rounds of expectation and maximization; after three the counts hardly move."""


@dataclass(frozen=True)
class ObservedHand:
    """A hand as somebody saw it. seat: the opponent's. board: all cards that came. shown, held: the opponent's cards if
    he showed them, and those of who watched; () where they are not known."""

    game: Game
    actions: tuple[Action, ...]
    seat: int
    board: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    held: tuple[int, ...] = ()


def observed_hands(hands: Iterable[Hand], name: str) -> Iterator[ObservedHand]:
    """Yield the recorded hands in which a player of this name sits, as his opponents saw them.

    Cards that he did not bring to a showdown are left out, whatever the record knows.
    """
    for hand in hands:
        if name not in hand.names:
            continue
        table, seat = hand.table(), hand.names.index(name)
        shows = table.is_showdown and seat in table.in_hand and seat not in hand.mucked
        cards = [tuple(parse_cards(text)) for text in hand.hole_cards]
        others = [held for place, held in enumerate(cards) if place != seat]
        yield ObservedHand(
            hand.game,
            hand.actions,
            seat,
            tuple(parse_cards(hand.board)),
            cards[seat] if shows else (),
            tuple(card for held in others for card in held) if len(others) == 1 else (),
        )


@dataclass(frozen=True, eq=False)
class SeenDecision:
    """A decision of the opponent: classes of the situation, what he did, the bin of each hand that he may hold, and how
    likely the strategy does the same with each bin."""

    classes: tuple[Situation, ...]
    kind: int
    bins: Bins
    prior: Floats


@dataclass(frozen=True, eq=False)
class SeenHand:
    """All decisions of the opponent in a hand, and the hands that he may hold: float64[1326], zeros and ones."""

    decisions: tuple[SeenDecision, ...]
    possible: Floats


def seen_hand(hand: ObservedHand, strategy: Blueprint) -> SeenHand:
    """Return what a hand tells of the opponent beside a strategy."""
    lines, table = strategy.lines(hand.game), Table(hand.game)
    decisions = []
    for number, action in enumerate(hand.actions):
        if table.actor == hand.seat:
            bins = hand_bins(hand.board[: sum(hand.game.board_cards[: table.round + 1])])
            mix = lines.at(hand.actions[:number]).mix
            kind = kind_of(table, action)
            same = [place for place, own in enumerate(mix.actions) if kind_of(table, own) == kind]
            rows = mix.strategy[:, same].sum(axis=1)
            prior = by_bin(rows, *bucket_bins(strategy, table.round))
            decisions.append(SeenDecision(situation_of(table), kind, bins, prior))
        act(table, action)
    return SeenHand(tuple(decisions), _possible(hand))


def fitted(hands: Sequence[SeenHand], *, prior: float = PRIOR, passes: int = _PASSES) -> Tendencies:
    """Return the tendencies that explain hands, found by expectation and maximization.

    Expectation: a hand that was not shown is each of the possible ones, as likely as that one would have been played so
    by the tendencies found last. Maximization: those are counted. A shown hand is itself. So cards that are never seen,
    such as those that fold, are known by what is left when those that go on are (Dempster, Laird and Rubin 1977).
    """
    whole("passes", passes, StrategyError, least=1, example=4)
    known = Tendencies(prior=prior)
    for _ in range(passes):
        found = Tendencies(prior=prior)
        for hand in hands:
            weights = _likely(hand, known)
            for one in hand.decisions:
                found.add(one.classes, one.bins, weights, one.kind)
        known = found
    return known


# --- parts -------------------------------------------------------------------------------------------------


def _likely(hand: SeenHand, known: Tendencies) -> Floats:
    """How likely each hand is held, after all that was done: float64[1326], sum 1."""
    weights = hand.possible
    for one in hand.decisions:
        weights = weights * known.likelihood(one.classes, one.prior, one.kind)[one.bins]
    total = weights.sum()
    return np.asarray(weights / total if total > 0 else hand.possible / hand.possible.sum())


def _possible(hand: ObservedHand) -> Floats:
    possible = np.zeros(len(HAND_CARDS))
    if hand.shown:
        possible[hand_index(*hand.shown)] = 1
        return possible
    taken = np.isin(HAND_CARDS, (*hand.board, *hand.held)).any(axis=1)
    possible[~taken] = 1
    return possible


@lru_cache(maxsize=512)
def hand_bins(board: tuple[int, ...]) -> Bins:
    """Return the bin of each of the 1,326 hands on a board."""
    return strength_bins(ehs(None, board))


@lru_cache(maxsize=64)
def bucket_bins(strategy: Blueprint, number: int) -> tuple[Bins, Floats]:
    """Return the bin of each bucket of a street, and how often the bucket is dealt."""
    strengths = strategy.files[0].strengths(number)
    if strengths is None:
        raise StrategyError(f"hands of {strategy.game.name!r} have no strength; models are of hold'em")
    return strength_bins(strengths.mean), strengths.share


def by_bin(rows: npt.NDArray[np.floating], bins: Bins, share: Floats) -> Floats:
    """Return the mean over the buckets of each bin: float64[bins]; that of all where a bin has none."""
    dealt = np.bincount(bins, share, BINS)
    sums = np.bincount(bins, share * rows, BINS)
    mean = np.divide(sums, dealt, out=np.full(BINS, float(sums.sum() / dealt.sum())), where=dealt > 0)
    return np.asarray(mean)
