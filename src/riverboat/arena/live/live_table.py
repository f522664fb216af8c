"""A table with one person and bots, played action by action."""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Lock, RLock
from typing import Final, Literal, TypeAlias

from riverboat.arena.guests.guest import Guest, Limits
from riverboat.arena.guests.hiding import hide
from riverboat.arena.guests.invitation import is_own
from riverboat.arena.live.frames import Camera, Frame
from riverboat.arena.live.results import Results
from riverboat.arena.matches.clock import Clock
from riverboat.arena.matches.draws import Draws
from riverboat.arena.matches.play_hand import HandInPlay
from riverboat.arena.matches.seated import Seated
from riverboat.arena.matches.setting import distinct_names, seat_game
from riverboat.base.checks import one_of
from riverboat.bots import BlueprintBot, Bot, BotLike, SearchBot, make_bot
from riverboat.bots.human import NAME, read_action
from riverboat.cards.card import card_names
from riverboat.errors import MatchError, RiverboatError
from riverboat.evaluation.aivat.known_seats import KnownSeats
from riverboat.evaluation.all_in import adjusted_payoffs
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.game import MAX_PLAYERS
from riverboat.games.rules.positions import position_names
from riverboat.games.rules.presets import nolimit_holdem
from riverboat.games.rules.table import Table

Phase: TypeAlias = Literal["bots", "you", "over", "closed"]
"""Whose turn it is; "over": the hand is, and the next can be dealt; "closed": the person has left."""
Mode: TypeAlias = Literal["reset", "carried"]
MODES: Final = ("reset", "carried")

SIZES: Final = (("1/3", 1 / 3), ("1/2", 1 / 2), ("2/3", 2 / 3), ("pot", 1.0))
"""The usual sizes, as parts of the pot after a call."""
_YOU: Final = 0  # the person's number among the players
_THINKING: Final = Lock()
"""Held by who asks a strategy: alike bots of a process share one, which remembers as it answers."""


class MovedOnError(MatchError):
    """The table is no longer as it was when something was decided."""


@dataclass(frozen=True)
class Turn:
    """What the person can do. call: chips that a call adds. sizes: (name, chips to raise to) of the usual raises.

    least, most: what can be raised to; 0 where nobody may raise.
    """

    can_fold: bool
    call: int
    least: int
    most: int
    sizes: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Seen:
    """The table as the person sees it; it does not change, a new one takes its place with the next version.

    positions: by player. faults: how often each bot lost a decision, and why, in words.
    """

    version: int
    phase: Phase
    number: int
    positions: tuple[str, ...]
    frames: tuple[Frame, ...]
    turn: Turn | None
    faults: tuple[str, ...]


@dataclass(frozen=True)
class Finished:
    """A hand that is over, all cards known: not to be shown. won, adjusted, aivat: big blinds of the person."""

    number: int
    hand: Hand
    seat: int
    won: float
    adjusted: float
    aivat: float
    is_known: bool

    @property
    def seen(self) -> Hand:
        """The hand as the person saw it."""
        return self.hand.seen_by(self.seat)


class LiveTable:
    """A person, number 0, and 1 to 9 bots that follow him around the table.

    Who has time calls `run`, which lets bots act until it is the person's turn or the hand is over; meanwhile `seen`
    can be looked at from anywhere. `deal` and `act` name the version that they were decided at: of two that decide at
    the same one, the second is told. A bot that fails loses the decision, and the table goes on.

    names: of the bots, by default as they are called in matches. mode: as in `MatchOptions`. time_limit: of
    bots of others. seed: of cards and bots, by default one that nobody can guess.

    >>> table = LiveTable(["fish"], seed=2)
    >>> table.deal(table.seen.version)
    >>> table.run()
    >>> table.seen.phase, table.seen.turn.call, table.seen.frames[-1].cards
    ('you', 50, ('7s3s', ''))
    >>> table.act(table.seen.version, "f")
    >>> table.run()
    >>> table.seen.frames[-1].words, table.results.total
    ('fish wins 0.5 bb', -0.5)
    """

    def __init__(
        self,
        bots: Sequence[BotLike],
        *,
        names: Sequence[str] = (),
        stack_bb: float = 100,
        mode: Mode = "reset",
        time_limit: float = 5.0,
        memory_gb: float = 2.0,
        seed: int | None = None,
    ) -> None:
        if not 1 <= len(bots) < MAX_PLAYERS:
            raise MatchError(
                f"you play against 1 to {MAX_PLAYERS - 1} bots, not {len(bots)}; try: shark fish"
            )
        one_of("mode", mode, MODES, MatchError)
        self.game, self.mode = nolimit_holdem(len(bots) + 1, stack_bb=stack_bb), mode
        self.names = distinct_names((NAME, *(names or bots)))
        self.hands: list[Finished] = []
        self.results = Results()
        self._chips = list(self.game.stacks)
        self._draws = Draws.of_seed(secrets.randbits(64) if seed is None else seed)
        self._stack, self._lock = ExitStack(), RLock()
        try:
            clock = Clock(math.inf)  # ours are quick or keep their own time; guests have limits of their own
            self._seated = [
                Seated(self._made(bot, Limits(time_limit, memory_gb)), clock, name)
                for bot, name in zip(bots, self.names[1:], strict=True)
            ]
        except BaseException:
            self._stack.close()
            raise
        self._known = KnownSeats({one.name: bot for one in self._seated if (bot := _known(one.bot))})
        self._play: HandInPlay | None = None
        self._camera: Camera | None = None
        self._who: list[int] = []
        self.seen = Seen(0, "over", 0, (), (), None, ("",) * len(bots))

    def _made(self, bot: BotLike, limits: Limits) -> Bot:
        if not is_own(bot):
            hide()
            guest = self._stack.enter_context(Guest(bot, limits))
            guest.begin()
            return guest
        made = make_bot(bot)
        made.check_game(self.game)
        if isinstance(made, BlueprintBot):
            made.source.start(self.game)  # a strategy for another number of players says so now
        return made

    # --- what the person does ------------------------------------------------------------------------------------

    def deal(self, version: int) -> None:
        """Deal the next hand."""
        with self._lock:
            self._check(version, "over")
            number, players = self.seen.number + 1, self.game.players
            turns = number % players
            self._who = [(turns + seat) % players for seat in range(players)]
            if self.mode == "reset":
                self._chips = list(self.game.stacks)
            self._chips = [chips or self.game.stacks[0] for chips in self._chips]
            table = Table(seat_game(self.game, tuple(self._chips[player] for player in self._who)))
            table.restart(self._draws.cards(number))
            names = tuple(self.names[player] for player in self._who)
            self._camera = Camera(table, self._who, names)
            self._play = None
            self._table = table
            places = position_names(players)
            positions = tuple(places[self._who.index(player)] for player in range(players))
            self._publish("bots", number=number, positions=positions)

    def act(self, version: int, token: str) -> None:
        """Do what the person says: `f`, `c`, `r6`, `r50%`, `a` and so on; what is not legal changes nothing."""
        with self._lock:
            self._check(version, "you")
            assert self._play is not None
            self._record(self._play, read_action(token, self._play.view()))
            self._publish("bots")

    def close(self) -> None:
        """Leave: the bots go, what was played stays."""
        with self._lock:
            if self.seen.phase != "closed":
                self._publish("closed")
                self._stack.close()

    def _check(self, version: int, phase: Phase) -> None:
        now = self.seen
        if version != now.version or now.phase != phase:
            what = now.frames[-1].words if now.frames else "no hand was dealt yet"
            turn = {"bots": "the bots act", "you": "it is your turn", "over": "the hand is over"}
            told = turn.get(now.phase, "you have left it")
            raise MovedOnError(
                f"the table has moved on (version {now.version}, you answered to {version}): {what}; {told}. Nothing "
                "was done; look again, in another window perhaps you already did it"
            )

    @property
    def _is_closed(self) -> bool:
        return self.seen.phase == "closed"

    # --- what the bots do ----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Let bots act until it is the person's turn or the hand is over."""
        if self.seen.phase != "bots":
            return
        try:
            self._run()
        except RiverboatError as problem:  # no fault of a bot: the hand cannot go on, and nobody loses by it
            with self._lock:
                if self._is_closed:
                    return
                self._publish("over", problem=f"this hand cannot go on, and does not count: {problem}")

    def _run(self) -> None:
        table = self._table
        play = self._play
        if play is None:
            seated = [None if player == _YOU else self._seated[player - 1] for player in self._who]
            names = tuple(self.names[player] for player in self._who)
            play = HandInPlay(table, seated, names, self._draws.bots(self.seen.number))
        while (seat := table.actor) is not None:
            if self._is_closed:
                return
            if self._who[seat] == _YOU:
                with self._lock:
                    self._play = play
                    self._publish("you", turn=_turn(table))
                return
            self._ask(play, seat)
        self._finish(play)

    def _ask(self, play: HandInPlay, seat: int) -> None:
        """Let one bot act; what it did wrong is told beside what was done for it."""
        one = self._seated[self._who[seat] - 1]
        before, faults = play.table.copy(), dict(one.faults)
        with _THINKING if isinstance(one.bot, BlueprintBot) else nullcontext():
            move = play.ask()
        fault = next(
            (
                f"{kind}: {text}"
                for kind, (count, text) in one.faults.items()
                if count > faults.get(kind, (0, ""))[0]
            ),
            "",
        )
        with self._lock:
            assert self._camera is not None
            self._camera.acted(seat, move.action, before, fault)
            if not self._is_closed:
                self._publish("bots")

    def _record(self, play: HandInPlay, action: int) -> None:
        before = play.table.copy()
        move = play.take(action)
        assert self._camera is not None
        self._camera.acted(move.seat, action, before)

    def _finish(self, play: HandInPlay) -> None:
        """Count a hand that is over."""
        table, camera, unit = play.table, self._camera, self.game.big_blind
        assert camera is not None
        played = play.end()
        seat = self._who.index(_YOU)
        camera.ended(played.payoffs)
        hand = self._record_of(table, tuple(move.action for move in played.history), seat)
        adjusted = adjusted_payoffs(table, played.last_round)[seat]
        lost = any(frame.fault for frame in camera.frames)
        aivat, is_known = adjusted, False
        if not lost:
            with suppress(RiverboatError), _THINKING:  # who thinks for a time may answer otherwise now
                aivat, is_known = float(self._known.payoffs(hand)[seat]), True
        with self._lock:
            won = (played.payoffs[seat] / unit, adjusted / unit, aivat / unit)
            self.hands.append(Finished(self.seen.number, hand, seat, *won, is_known))
            self.results.add(*won)
            for place, player in enumerate(self._who):
                self._chips[player] += played.payoffs[place]
            if not self._is_closed:
                self._publish("over")

    def _record_of(self, table: Table, actions: tuple[int, ...], seat: int) -> Hand:
        return Hand(
            table.game,
            actions,
            tuple(card_names(held) for held in table.hole_cards),
            card_names(table.board),
            tuple(self.names[player] for player in self._who),
            hero=seat,
            seat_numbers=tuple(player + 1 for player in self._who),
            button=self._who[-1] + 1,
            table_size=self.game.players,
            hand_id=str(self.seen.number),
            table_name="Riverboat",
            played_at=datetime.now(UTC).replace(microsecond=0, tzinfo=None),
            time_zone="UTC",
        )

    def _publish(
        self,
        phase: Phase,
        *,
        number: int | None = None,
        positions: tuple[str, ...] | None = None,
        turn: Turn | None = None,
        problem: str = "",
    ) -> None:
        """Replace what is seen."""
        frames = tuple(self._camera.frames) if self._camera is not None else ()
        if problem:
            frames = (*frames[:-1], replace(frames[-1], fault=problem, acts=None))
        now = self.seen
        self.seen = Seen(
            now.version + 1,
            phase,
            now.number if number is None else number,
            positions or now.positions,
            frames,
            turn,
            tuple(_faults(one) for one in self._seated),
        )


def _known(bot: Bot) -> BlueprintBot | None:
    """Return a bot whose strategy can be asked afterwards as it was played: not if it thinks until a time is over."""
    by_time = isinstance(bot, SearchBot) and bot.iterations is None
    return bot if isinstance(bot, BlueprintBot) and not by_time else None


def _faults(one: Seated) -> str:
    return "; ".join(f"{kind} ({count}): {text}" for kind, (count, text) in one.faults.items())


def _turn(table: Table) -> Turn:
    """What can be done, with the usual sizes that are legal."""
    legal = table.legal_actions
    least, most = legal.min_raise_to, legal.max_raise_to
    if least is None or most is None:
        return Turn(legal.can_fold, legal.call, 0, 0, ())
    sizes = [("min", least)]
    highest, pot = max(table.bets), table.pot + table.to_call
    for name, part in SIZES:
        to = round(highest + part * pot)
        if least < to < most:
            sizes.append((name, to))
    return Turn(legal.can_fold, legal.call, least, most, (*sizes, ("all-in", most)))
