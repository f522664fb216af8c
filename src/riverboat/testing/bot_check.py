"""A contract check for bots: anybody's own, played at many tables and watched."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.arena import MatchResult, play_match
from riverboat.bots import BotLike, bot_name, make_bot
from riverboat.errors import BotError
from riverboat.games import Game, limit_holdem, nolimit_holdem

GAMES: tuple[Game, ...] = (
    nolimit_holdem(),
    nolimit_holdem(stack_bb=3),
    nolimit_holdem(stacks=(40, 10_000)),
    nolimit_holdem(players=3, stacks=(120, 90, 7000), ante=10),
    nolimit_holdem(players=6, straddles=(200,)),
    nolimit_holdem(players=10, stack_bb=15, big_blind_ante=100),
    limit_holdem(),
)
"""Tables with deep and short stacks, blinds that are all-in, straddles, antes, two to ten players, limits."""


def check_bot(
    bot: BotLike, hands: int = 40, *, games: Sequence[Game] = GAMES, time_limit: float = 2.0, seed: int = 0
) -> int:
    """Play a bot against random ones and raise a `BotError` if it does anything wrong; return the hands played.

    Watched: it can be made; every answer is a legal action in time, without an exception; the same seed gives the same
    match again, so it draws from nothing but `view.seed`, and a fresh bot remembers nothing of others.

    >>> check_bot("shark", hands=5)
    35
    """
    name = bot_name(bot)
    if make_bot(bot) is make_bot(bot):
        raise BotError(f"{name}: what makes it gives the same bot twice; it must make a new one each time")
    played = 0
    for game in games:
        first, again = (_match(bot, hands, game, seed, time_limit) for _ in range(2))
        for kind, (count, message) in first.bots[0].faults.items():
            raise BotError(f"{name}, {_table(game)}: {kind}, {count} times in {hands} hands; first {message}")
        if first.to_dict() != again.to_dict():
            raise BotError(
                f"{name}, {_table(game)}: the same match with the same seed went another way; draw at random from "
                "view.seed or view.uniform() only, and keep nothing outside of the bot"
            )
        played += first.hands
    return played


def _match(bot: BotLike, hands: int, game: Game, seed: int, time_limit: float) -> MatchResult:
    others = ["random"] * (game.players - 1)
    return play_match([bot, *others], hands, game=game, seed=seed, time_limit=time_limit, trust=True)


def _table(game: Game) -> str:
    return f"{game.players} players with stacks of {min(game.stacks)} to {max(game.stacks)} in {game.name}"
