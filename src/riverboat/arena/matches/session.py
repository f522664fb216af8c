"""A human at a table of bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from riverboat.arena.guests.invitation import is_own
from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.options import Mode
from riverboat.bots import BlueprintBot, BotLike, make_bot
from riverboat.bots.human import Console, Human, LeftTableError
from riverboat.errors import MatchError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.game import MAX_PLAYERS, Game
from riverboat.solvers import Strategy
from riverboat.strategy import open_strategy
from riverboat.strategy.review import review

MOST_HANDS: Final = 10_000
"""Hands of a session that has no end of its own: more than anybody plays at a sitting."""
_RING_PLAYERS: Final = 6  # for whom a strategy ships


def sit_down(
    bots: Sequence[BotLike],
    hands: int | None = None,
    *,
    game: Game | None = None,
    stack_bb: float | None = None,
    mode: Mode = "carried",
    time_limit: float = 2.0,
    strategy: str | Strategy | None = None,
    seed: int = 0,
    ask: Callable[[str], str] = input,
    console: Console | None = None,
) -> Human:
    """Play against 1 to 9 bots at the keyboard, until the hands are over or you leave; return the player.

    game, stack_bb, mode: as in `MatchOptions`; a freeze-out is one game. time_limit: of the bots; you have all the
    time. strategy: who looks at every hand afterwards, by name or file; by default the one that a blueprint at the
    table plays, or what one that searches finds, else `headsup` for two and `sixmax` for up to six. After each hand it
    says how many mistakes there were, and `s` shows its decisions; `marks` of who comes back has all of them.
    console: where to show, by default the terminal.

    >>> from rich.console import Console
    >>> answers = iter(["f", "", "q"])
    >>> human = sit_down(["all-in"], ask=lambda prompt: next(answers), console=Console(quiet=True))
    >>> human.won
    [-1.0]
    """
    if not 1 <= len(bots) < MAX_PLAYERS:
        raise MatchError(f"you play against 1 to {MAX_PLAYERS - 1} bots, not {len(bots)}; try: shark fish")
    source = _strategy(bots, strategy, game)
    human = Human(ask, console, lambda hand: _between(human, hand, source))

    def you() -> Human:
        return human

    count = MOST_HANDS if hands is None else hands
    with suppress(LeftTableError, KeyboardInterrupt):
        play_match(
            [you, *bots],
            count,
            game=game,
            stack_bb=stack_bb,
            mode=mode,
            games=1,
            series=1 if mode == "freeze-out" else max(count, 1),
            time_limit=time_limit,
            seed=seed,
        )
    return human


def _between(human: Human, hand: Hand, source: Strategy | None) -> None:
    """Say how many mistakes a hand had, and show its decisions to who asks for them."""
    if source is None:
        human.ask("enter: next hand   q: leave ")
        return
    seat = hand.hero
    own = [mark for mark in review(hand, source, seat) if mark.decision is not None]
    human.marks += own
    human.screen.sum_up(own)
    while human.ask("enter: next hand   s: SEE WHAT THE STRATEGY DOES   q: leave ").lower() == "s":
        for decision in review(hand, source):
            human.screen.look_at(decision)


def _strategy(bots: Sequence[BotLike], given: str | Strategy | None, game: Game | None) -> Strategy | None:
    """Return what was given, or what the first blueprint at the table plays, or one that ships for so many."""
    if isinstance(given, Strategy):
        return given
    made = (make_bot(bot) for bot in bots if is_own(bot))  # no code of others runs here
    if given is not None:
        return open_strategy(given)
    at_the_table = next((bot.source for bot in made if isinstance(bot, BlueprintBot)), None)
    if at_the_table is not None or game is not None or len(bots) >= _RING_PLAYERS:
        return at_the_table
    return open_strategy("headsup" if len(bots) == 1 else "sixmax")
