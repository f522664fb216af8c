"""A dealer of the computer poker competition: programs that speak its protocol play each other, and our bots."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import TracebackType
from typing import Final

from riverboat.arena.protocols.acpc.door import admit
from riverboat.arena.protocols.acpc.seat import AcpcSeat, open_ports
from riverboat.arena.protocols.acpc.words import read_answer
from riverboat.arena.protocols.away_bot import plain
from riverboat.arena.protocols.dealing import Dealing
from riverboat.bots import BotLike, bot_name, make_bot
from riverboat.cards.card import card_names
from riverboat.errors import MatchError
from riverboat.games.histories.acpc import write_acpc
from riverboat.games.histories.acpc_results import exact_payoffs, write_chips
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.gamedef import write_gamedef
from riverboat.games.rules.table import Table


@dataclass(frozen=True)
class Times:
    """How long a dealer waits, in seconds; by default as long as the real one.

    response: for one decision. per_hand: for all decisions of a match, times its hands. start: for everybody to come.
    """

    response: float = 600.0
    per_hand: float = 7.0
    start: float = 60.0


REAL_TIMES: Final = Times()
"""Those of the real dealer, which waits for clients as long as it is told."""


class AcpcDealer:
    """Deals a match between programs on ports and bots by name.

    seats: a port for each program that will come, 0 for any free one, or a bot of ours. names: of the seats in the log.
    The ports are open from the start, on this machine only unless host says otherwise. log: given the lines of the log:
    comments, a `STATE` for each hand, the `SCORE`. Cards come from the system's entropy, and no hand tells of
    another; with a told seed they depend on it alone, so that the same match with the seats swapped is its duplicate.
    With every hand the button moves on.

    What a seat answers is read as the real dealer does: a raise of a wrong size becomes the nearest legal one, anything
    else that is not legal a call. Where the real dealer ends the match, ours goes on: a seat that is too slow loses the
    decision (a check or a fold), and one that left or used up its time loses all of them.

    >>> from riverboat.games import nolimit_holdem
    >>> with AcpcDealer(nolimit_holdem(stack_bb=200), ["fold", "all-in"]) as dealer:
    ...     dealer.play(hands=2, seed=1)  # doctest: +ELLIPSIS
    # name/game/hands/seed riverboat nolimit-holdem 2 1
    STATE:0:r20000f:...:-100|100:fold|all-in
    STATE:1:f:...:50|-50:all-in|fold
    SCORE:-150|150:fold|all-in
    (-150, 150)
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[int | BotLike],
        *,
        names: Sequence[str] = (),
        host: str = "127.0.0.1",
        times: Times = REAL_TIMES,
        log: Callable[[str], object] = print,
    ) -> None:
        if len(seats) != game.players:
            raise MatchError(f"there are {len(seats)} seats taken; '{game.name}' has {game.players} players")
        write_gamedef(game)  # what a gamedef cannot say, a program of the competition cannot play
        self.game, self.times, self._log = game, times, log
        self.names = tuple(names) or _names(seats)
        if len(self.names) != game.players:
            raise MatchError(f"there are {len(self.names)} names for {game.players} seats")
        self._bots = {seat: make_bot(bot) for seat, bot in enumerate(seats) if not isinstance(bot, int)}
        ports = [port for port in seats if isinstance(port, int)]
        self._listeners = open_ports(ports, host)
        self._seats = [AcpcSeat(number, self._note) for number in range(1, game.players + 1)]

    def __enter__(self) -> AcpcDealer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for seat in self._seats:
            seat.close()
        for listener in self._listeners:
            listener.close()

    @property
    def ports(self) -> tuple[int, ...]:
        """The ports that programs connect to, in the order of the seats."""
        return tuple(_port(listener) for listener in self._listeners)

    def play(self, hands: int, seed: int | None = None) -> tuple[int | Fraction, ...]:
        """Wait for everybody, play, and return the chips won by seat; pots that do not divide are split in parts."""
        if hands < 1:
            raise MatchError(f"hands is {hands}; it must be a whole number from 1 up, such as 1000")
        dealing = Dealing(seed)
        self._log(f"# name/game/hands/seed riverboat {self.game.name} {hands} {dealing.told}")
        self._fill(dealing)
        match_s = self.times.per_hand * hands
        chips = [Fraction(0)] * self.game.players
        table = Table(self.game)
        for number in range(hands):
            order = [(number + seat) % len(chips) for seat in range(len(chips))]
            dealing.deal(table, "hand", number)
            hand = self._hand(table, number, order, match_s)
            for seat, won in zip(order, exact_payoffs(hand), strict=True):
                chips[seat] += won
            self._log(write_acpc(hand))
        self._log(f"SCORE:{'|'.join(map(write_chips, chips))}:{'|'.join(self.names)}")
        return tuple(map(plain, chips))

    def _fill(self, dealing: Dealing) -> None:
        for place, bot in self._bots.items():
            self._seats[place].seat_bot(bot, self.game, partial(dealing.number, "bot", place))
        empty = [seat for place, seat in enumerate(self._seats) if place not in self._bots]
        admit(dict(zip(empty, self._listeners, strict=True)), self.times.start, self._note)

    def _hand(self, table: Table, number: int, order: list[int], match_s: float) -> Hand:
        """Play one hand; order: the places at the table by position."""
        cards = tuple(card_names(held) for held in table.hole_cards)
        names = tuple(self.names[place] for place in order)
        actions: list[Action] = []
        while True:
            hand = Hand(self.game, tuple(actions), cards, card_names(table.board), names, hand_id=str(number))
            states = [write_acpc(hand, position) for position in range(len(order))]
            for place, state in zip(order, states, strict=True):
                self._seats[place].tell(state)
            actor = table.actor
            if actor is None:
                return hand
            said = self._seats[order[actor]].ask(states[actor], self.times.response, match_s)
            if said is None:
                action = FOLD if table.to_call else CALL
            else:
                action, wrong = read_answer(self.game, actions, said)
                if wrong:
                    self._seats[order[actor]].complain(f"hand {number}: {wrong}")
            act(table, action)
            actions.append(action)

    def _note(self, what: str) -> None:
        self._log(f"# {what}")


def _names(seats: Sequence[int | BotLike]) -> tuple[str, ...]:
    """Programs are p1, p2, ... by their seats; our bots are called as they are, a second one `shark#2`."""
    names: list[str] = []
    for number, seat in enumerate(seats, start=1):
        name = f"p{number}" if isinstance(seat, int) else bot_name(seat).replace(":", "-").replace("|", "-")
        names.append(f"{name}#{number}" if name in names else name)
    return tuple(names)


def _port(listener: socket.socket) -> int:
    return int(listener.getsockname()[1])
