"""The game of a hand, made out of who posted what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from riverboat.errors import HistoryError
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table

USUAL_CAPS = (3, 4, 4, 4)
"""Bets and raises by round in limit hold'em, where a history does not say it."""


@dataclass(frozen=True)
class Posts:
    """What was posted, in chips and by seat.

    stakes: the blinds, or in limit games the two bet sizes. posted: seat, kind, chips, and whether it was all in;
    kinds are small, big, late (what makes a big blind out of turn), both (a dead small blind with a live big one),
    ante, straddle and dead. ante: what an ante should be, if the history says so.
    """

    stakes: tuple[int, int]
    limit: bool
    posted: Sequence[tuple[int, str, int, bool]]
    stacks: tuple[int, ...]
    ante: int = 0


def game_of_posts(posts: Posts) -> Game:
    """Return the game; a post that is short because it is all in counts for what it should have been.

    >>> game = game_of_posts(Posts((50, 100), False, [(0, "small", 50, False), (1, "big", 30, True)], (900, 30, 900)))
    >>> game.blinds, game.first_to_act
    ((50, 100, 0), (2, 0, 0, 0))
    """
    players = len(posts.stacks)
    small, big = _blinds(posts)
    blinds, antes = [0] * players, [0] * players
    main, straddle, late = -1, -1, False
    ante = max(posts.ante, *(chips for _, kind, chips, _ in posts.posted if kind == "ante"), 0)
    for seat, kind, chips, all_in in posts.posted:
        if kind == "ante":
            antes[seat] += ante if all_in else chips
        elif kind == "dead" or (kind == "small" and late):
            antes[seat] += chips  # a blind that was missed buys nothing
        elif kind == "small":
            blinds[seat] = max(small, chips) if all_in else chips
            late = True
        elif kind == "both":
            blinds[seat] = min(big, chips)
            antes[seat] += chips - blinds[seat]
        elif kind == "straddle" or (kind == "big" and main >= 0 and chips > big):
            blinds[seat] = max(blinds[seat], chips)  # it may be raised, and told again
            straddle = seat if straddle < 0 or chips >= blinds[straddle] else straddle
        elif kind == "late":
            blinds[seat] += chips
        else:
            blinds[seat] = max(big, chips) if all_in else chips
            main, late = (seat if main < 0 else min(main, seat)), True
    if main < 0 and straddle < 0:
        main = _unposted_big_blind(posts, blinds)
        if main >= 0:
            blinds[main] = big
    last = straddle if straddle >= 0 else main
    if last < 0 and not any(antes):
        raise HistoryError("nobody posted a big blind, so it cannot be said who acts first")
    return Game(
        name="limit-holdem" if posts.limit else "nolimit-holdem",
        players=players,
        stacks=posts.stacks,
        blinds=tuple(blinds),
        antes=tuple(antes),
        betting="limit" if posts.limit else "no-limit",
        first_to_act=((last + 1) % players, 0, 0, 0),
        raise_sizes=(*posts.stakes[:1] * 2, *posts.stakes[1:] * 2) if posts.limit else (),
        max_raises=(255,) * 4 if posts.limit else (),
        min_bet=0 if posts.limit else big,
    )


def _blinds(posts: Posts) -> tuple[int, int]:
    """The blinds, as they were posted rather than as a headline has them: it may tell the next level's."""
    small, big = (posts.stakes[0] // 2, posts.stakes[0]) if posts.limit else posts.stakes
    paid = {kind: chips for _, kind, chips, all_in in reversed(posts.posted) if not all_in}
    if posts.limit:
        return small, big
    small = paid.get("small", small)
    short = max((chips for _, kind, chips, _ in posts.posted if kind in ("big", "ante")), default=0)
    return small, paid.get("big", big) or max(2 * small, short)


def _unposted_big_blind(posts: Posts, blinds: Sequence[int]) -> int:
    """The seat whose big blind was due when its last chips had gone for the ante; -1 if there is none."""
    players = len(posts.stacks)
    gone = {seat for seat, kind, _, all_in in posts.posted if kind == "ante" and all_in}
    after = [(seat + 1) % players for seat, blind in enumerate(blinds) if blind]
    return after[0] if after and after[0] in gone else -1


def usual_or_made_caps(game: Game, actions: Sequence[Action]) -> Game:
    """Return a limit game with the usual caps on raises, or with as many as were made; other games as they are."""
    if game.betting != "limit":
        return game
    made, table = [0] * game.rounds, Table(game)
    for action in actions:
        made[table.round] += action > 0
        table.record(action)
    return replace(game, max_raises=tuple(map(max, USUAL_CAPS, made)))
