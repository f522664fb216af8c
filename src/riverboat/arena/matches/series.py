"""A series: a run of deals, or of freeze-outs, that the same bots play one after the other.

Series are what processes share among them. Each depends on the seed and its own number only, so a match is the same on
any number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, suppress

import numpy as np
import numpy.typing as npt

from riverboat.arena.guests.guest import Guest
from riverboat.arena.matches.clock import Clock
from riverboat.arena.matches.draws import Draws
from riverboat.arena.matches.native import native_bots, play_native
from riverboat.arena.matches.play_hand import PlayedHand, play_hand
from riverboat.arena.matches.seated import Faults, Seated
from riverboat.arena.matches.series_record import SeriesRecord
from riverboat.arena.matches.setting import Setting, seat_game
from riverboat.bots import Bot, BotLike, make_bot
from riverboat.bots.human import Human
from riverboat.cards.card import card_names
from riverboat.errors import BotError
from riverboat.evaluation.aivat.known_seats import KnownSeats
from riverboat.evaluation.aivat.players import Known
from riverboat.evaluation.all_in import adjusted_payoffs
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.table import Table


def play_series(setting: Setting, number: int) -> SeriesRecord:
    """Play one series of a match, in each rotation by bots made afresh."""
    native = native_bots(setting)
    if native is not None:
        return play_native(setting, setting.part(number), native)
    return _Series(setting, number).play()


class _Series:
    """The running series: a table that is used again, and rows as they come."""

    def __init__(self, setting: Setting, number: int) -> None:
        self.setting, self.units = setting, setting.part(number)
        self.table: Table | None = None
        self.rows: list[tuple[list[int], list[float], list[int], int, int]] = []
        self.estimates: list[list[float]] = []
        self.games_won = np.zeros((len(self.units), len(setting.bots)))
        self.faults: list[Faults] = [{} for _ in setting.bots]
        self.hands: list[Hand] = []
        self.dealt: list[tuple[int, int]] = []
        self.rotation = 0
        self.draws = Draws.of_seed(setting.seed)
        self.known = known_seats(setting) if setting.options.aivat else None

    def play(self) -> SeriesRecord:
        """Play all rotations."""
        for rotation in range(self.setting.rotations):
            with ExitStack() as stack:
                self.rotation = rotation
                self._play_rotation(self._seat_bots(stack), rotation)
        won, adjusted, seat, players, unit = zip(*self.rows, strict=True)
        return SeriesRecord(
            len(self.units),
            np.array(won, np.int64),
            np.array(adjusted, np.float64),
            np.array(seat, np.int8),
            np.array(players, np.int8),
            np.array(unit, np.int64),
            self.games_won / self.setting.rotations,
            self.faults,
            self.hands,
            self.dealt,
            np.array(self.estimates) if self.known else None,
        )

    def _seat_bots(self, stack: ExitStack) -> list[Seated]:
        """Return bots made afresh; guests leave when the stack is closed, so that nothing of a deal stays with them."""
        asked = self.setting.options
        clock = stack.enter_context(Clock(asked.time_limit))
        seated = []
        for bot, name, faults in zip(self.setting.bots, self.setting.names, self.faults, strict=True):
            one = Seated(self._made(bot, stack), clock, name, strict=asked.strict)
            one.faults = faults
            seated.append(one)
        for person in (one.bot for one in seated if isinstance(one.bot, Human)):
            for one in seated:
                one.tell = person.hear_fault
        return seated

    def _made(self, bot: BotLike, stack: ExitStack) -> Bot:
        if self.setting.is_guest(bot):
            guest = stack.enter_context(Guest(bot, self.setting.limits))
            with suppress(BotError):  # was made before; what is wrong now is a fault each time it is asked
                guest.begin()
            return guest
        return make_bot(bot)

    def _play_rotation(self, bots: list[Seated], rotation: int) -> None:
        buy_in = self.setting.game.stacks[0]
        if self.setting.is_freeze_out:
            for place, game in enumerate(self.units):
                chips = self._freeze_out(bots, rotation, place, game)
                winners = chips == chips.max()
                self.games_won[place] += winners / winners.sum()
            return
        carried = self.setting.options.mode == "carried"
        stacks = self.setting.game.stacks
        chips = np.array(stacks)
        for place, deal in enumerate(self.units):
            order = self._order(rotation + deal, list(range(len(bots))))
            if carried:
                chips[chips == 0] = buy_in
                stacks = tuple(chips[order].tolist())
            won = self._hand(bots, order, stacks, (deal, 0), place)
            if carried:
                chips += won

    def _freeze_out(self, bots: list[Seated], rotation: int, place: int, game: int) -> npt.NDArray[np.int64]:
        """Play until one has all chips, or to the last hand; return the chips of all bots."""
        chips = np.array(self.setting.game.stacks)
        button = (rotation + game - 1) % len(bots)
        for hand in range(self.setting.hands):
            alive = [bot for bot in range(len(bots)) if chips[bot]]
            if len(alive) == 1:
                break
            button = next(bot for bot in self._after(button, len(bots)) if chips[bot])
            place_of_button = alive.index(button)
            order = alive[place_of_button + 1 :] + alive[: place_of_button + 1]
            chips += self._hand(bots, order, tuple(chips[order].tolist()), (game, hand), place)
        return chips

    @staticmethod
    def _after(chair: int, chairs: int) -> Iterator[int]:
        return ((chair + step) % chairs for step in range(1, chairs + 1))

    @staticmethod
    def _order(turns: int, bots: list[int]) -> list[int]:
        """Return the bots by seat: with each turn everybody moves one seat on, and the first takes the button."""
        turns %= len(bots)
        return bots[turns:] + bots[:turns]

    def _hand(
        self, bots: list[Seated], order: list[int], stacks: tuple[int, ...], deal: tuple[int, int], place: int
    ) -> list[int]:
        """Play one hand, by its unit and number, and note it; return the chips won by bot."""
        game = (
            self.setting.game if stacks is self.setting.game.stacks else seat_game(self.setting.game, stacks)
        )
        if self.table is None or self.table.game is not game:
            self.table = Table(game)
        table = self.table
        cards = self.draws.cards(*deal)
        table.restart(cards)
        names = tuple(self.setting.names[bot] for bot in order)
        before = self._lost_decisions()
        played = play_hand(table, [bots[bot] for bot in order], names, self.draws.bots(*deal))
        count = len(bots)
        won, adjusted, seats = [0] * count, [0.0] * count, [-1] * count
        worth = adjusted_payoffs(table, played.last_round)
        for seat, bot in enumerate(order):
            won[bot], adjusted[bot], seats[bot] = played.payoffs[seat], worth[seat], seat
        every = self.setting.options.keep_every
        keeps = bool(every) and len(self.rows) % every == 0
        hand = _kept(table, played, names) if keeps or self.known else None
        if hand is not None and keeps:
            self.hands.append(hand)
            self.dealt.append((self.rotation, cards))
        if hand is not None and self.known:
            if self._lost_decisions() == before:  # else a bot did not play as its strategy says
                worth = tuple(self.known.payoffs(hand).tolist())
            estimates = [0.0] * count
            for seat, bot in enumerate(order):
                estimates[bot] = worth[seat]
            self.estimates.append(estimates)
        self.rows.append((won, adjusted, seats, len(order), place))
        return won

    def _lost_decisions(self) -> int:
        """How often the arena acted for a bot whose strategy is known; for others it acts as they might."""
        known = self.known.known if self.known else {}
        return sum(
            count
            for name, faults in zip(self.setting.names, self.faults, strict=True)
            if name in known
            for count, _ in faults.values()
        )


def known_seats(setting: Setting) -> KnownSeats:
    """Return the bots of a match whose strategies are known, by their names."""
    made = {
        name: make_bot(bot)
        for bot, name in zip(setting.bots, setting.names, strict=True)
        if not setting.is_guest(bot)
    }
    return KnownSeats({name: bot for name, bot in made.items() if isinstance(bot, Known)})


def _kept(table: Table, played: PlayedHand, names: tuple[str, ...]) -> Hand:
    """Return the hand as a record; the board as far as the betting reached."""
    cards = tuple(card_names(held) for held in table.hole_cards)
    actions = tuple(move.action for move in played.history)
    return Hand(table.game, actions, cards, card_names(table.board), names)
