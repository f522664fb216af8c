"""A bot of ours at a table elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from fractions import Fraction
from types import TracebackType
from typing import Final, NamedTuple, cast

from riverboat import _core
from riverboat.arena.matches.clock import Clock
from riverboat.arena.matches.seated import Faults, Seated
from riverboat.bots import BotLike, HandEnd, HandStart, Move, View, make_bot, mix
from riverboat.bots.randomness import drawn
from riverboat.cards.card import parse_cards
from riverboat.errors import GameError, MatchError, RiverboatError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table

UNREADABLE: Final = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What a broken message may raise where it is read; errors of ours are `ValueError`s."""


def reason(problem: Exception) -> str:
    """Return what went wrong, in one line that is not too long.

    >>> reason(MatchError("no\\nmatch")), reason(KeyError("type"))
    ('no', "KeyError: 'type'")
    """
    line = next(iter(str(problem).splitlines()), "no reason")[:200]
    return line if isinstance(problem, RiverboatError) else f"{type(problem).__name__}: {line}"


class Elsewhere(NamedTuple):
    """What a bot did at a table elsewhere: hands that were played to the end, net chips, and faults of the bot.

    chips: whole, but for engines that split pots in parts of chips.
    """

    hands: int
    chips: int | Fraction
    faults: Faults


def plain(chips: Fraction | int) -> int | Fraction:
    """Return whole chips as an `int`.

    >>> plain(Fraction(6, 2)), plain(Fraction(5, 2))
    (3, Fraction(5, 2))
    """
    return int(chips) if chips == int(chips) else chips


class AwayBot:
    """Calls a bot for a table that somebody else keeps, by the arena's rules for bots that do wrong.

    As a context it stops a bot that takes longer than its time limit; outside of one, or in another thread than the
    main one, being late costs the decision only when the answer comes. seed: of the numbers that the bot draws, by
    default one that its opponents cannot guess; servers give a function of the hand and the decision.

    >>> from riverboat.games import nolimit_holdem
    >>> away = AwayBot("all-in")
    >>> away.start_hand(nolimit_holdem(), seat=1)
    >>> away.act_in(Hand(nolimit_holdem(), (), ("", "AsKs"), hero=1))
    10000
    """

    def __init__(
        self, bot: BotLike, *, time_limit: float = 2.0, seed: int | Callable[[int, int], int] | None = None
    ) -> None:
        self._bot, self._clock = bot, Clock(time_limit)
        self._seated = Seated(make_bot(bot), self._clock)
        self._seed, self._hands = secrets.randbits(64) if seed is None else seed, 0

    def beside(self, seed: int | None) -> AwayBot:
        """Return another of the same bot, at another table, that is stopped by the same clock."""
        other = AwayBot(self._bot, time_limit=self._clock.limit, seed=seed)
        other._clock = self._clock
        other._seated = Seated(other._seated.bot, self._clock)
        return other

    def __enter__(self) -> AwayBot:
        self._clock.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clock.__exit__(kind, error, trace)

    @property
    def faults(self) -> Faults:
        """What the bot did wrong so far."""
        return self._seated.faults

    def start_hand(self, game: Game, seat: int, names: tuple[str, ...] = ()) -> None:
        """Tell that a hand begins."""
        self._hands += 1
        names = names or tuple(f"p{number}" for number in range(1, game.players + 1))
        self._seated.start_hand(HandStart(game, seat, names))

    def seed(self, decision: int) -> int:
        """Return the seed of a decision of this hand, by the number of actions before it."""
        if callable(self._seed):
            return self._seed(self._hands, decision)
        return drawn(mix(self._seed, self._hands), decision)

    def act(self, view: View) -> Action:
        """Return what the bot does: always legal by the view."""
        return self._seated.act(view, cast(Table, _Allowed(view)))

    def act_in(self, hand: Hand) -> Action:
        """Return what the bot does as the hero of a hand, who must be to act."""
        assert hand.hero is not None
        seen = _core.look(hand.table())
        cards = tuple(parse_cards(hand.hole_cards[hand.hero]))
        history = moves(hand)
        return self.act(View(hand.game, hand.hero, cards, *seen, history, self.seed(len(history))))

    def end_hand(self, end: HandEnd) -> None:
        """Tell how a hand ended."""
        self._seated.end_hand(end)

    def end_of(self, hand: Hand) -> int:
        """Tell how a hand ended, as its hero saw it; return what he won."""
        assert hand.hero is not None
        showdown = hand.table().is_showdown
        shown = tuple(tuple(parse_cards(cards)) if showdown else () for cards in hand.hole_cards)
        in_hand = hand.table().in_hand
        shown = tuple(cards if seat in in_hand else () for seat, cards in enumerate(shown))
        board = tuple(parse_cards(hand.board))
        self.end_hand(HandEnd(hand.game, hand.hero, hand.payoffs, shown, board, moves(hand)))
        return hand.payoffs[hand.hero]


class _Allowed:
    """The three actions of a table, as far as a view allows them; carried out they are elsewhere."""

    def __init__(self, view: View) -> None:
        self._view = view

    def fold(self) -> None:
        if not self._view.call:
            raise GameError("there is nothing to call, so folding gives the pot away; check instead")

    def check_or_call(self) -> None:
        pass

    def raise_to(self, to: int) -> None:
        least, most = self._view.min_raise_to, self._view.max_raise_to
        if not most or not least <= to <= most:
            raise GameError(
                f"cannot raise to {to}: " + (f"it is {least} to {most}" if most else "nobody may")
            )


def check_seen(hand: Hand) -> None:
    """Raise an error unless the hero's cards are there and the board is that of the round."""
    assert hand.hero is not None
    if not hand.hole_cards[hand.hero]:
        raise MatchError(f"the cards of position {hand.hero}, which it is sent to, are missing")
    if len(hand.board) != 2 * sum(hand.game.board_cards[: hand.table().round + 1]):
        raise MatchError(f"the board {hand.board!r} is not that of the round")


def moves(hand: Hand) -> tuple[Move, ...]:
    """Return the actions of a hand as bots see them."""
    return tuple(Move(step.round, step.seat, step.action) for step in hand.steps())
