"""One played hand: what every history format is read into and written from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Literal

from riverboat.base.drawing import Drawn
from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import GameError, HistoryError, RiverboatError
from riverboat.games.histories.line import write_line
from riverboat.games.histories.money import MAX_DECIMALS
from riverboat.games.rules.action import CALL, FOLD, Action, act, action_name
from riverboat.games.rules.awards import Award, award_boards, award_pots, uncalled_bet
from riverboat.games.rules.game import Game
from riverboat.games.rules.positions import position_names
from riverboat.games.rules.table import Table


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a hand, with what a reader wants to know about it.

    paid: chips it adds; to: what the seat then has in on this street. highest, to_call, pot: the highest bet of the
    street, the price of a call and all chips in the middle, each before the action; can_raise: whether a bet
    or raise was allowed.
    """

    round: int
    seat: int
    action: Action
    kind: Literal["fold", "check", "call", "bet", "raise"]
    paid: int
    to: int
    highest: int
    to_call: int
    pot: int
    all_in: bool
    can_raise: bool


@dataclass(frozen=True)
class Hand(Drawn):
    """A hand with its game, actions and cards; building one replays it, so a `Hand` is always legal.

    Or nearly: with `house_rules` it may hold what a real table let happen and ours would not, a fold where a check was
    free or a raise below the minimum. It says afterwards whether there was any.

    It may be unfinished. Chips are whole numbers; `decimals` says how many digits of them stand behind the point
    when they are money: with 2 they are cents.

    actions: see `riverboat.games.rules.action`. hole_cards: by seat, "" where unknown. board: of the rounds that were
    reached, or of the first of them if the rest is unknown. names: by seat, p1, p2, ... by default.
    more_boards: the other boards of a hand whose cards were run more than once, whole; each decides an equal part of
    the pots.
    mucked: seats that gave up at the showdown without showing; they win nothing. rakes: by seat, what the house took
    of the winnings; below zero where it put money into the pot.
    seat_numbers: the chairs by seat, 1, 2, ... by default; button: the chair with the button, by default the last
    seat's; table_size: how many chairs there are. hero: the seat whose view the history is.
    hand_id, site, table_name, played_at, time_zone, currency ("USD"; "" for play chips), tournament, buy_in and
    level are kept as given.

    >>> from riverboat.games import nolimit_holdem
    >>> hand = Hand(nolimit_holdem(stack_bb=20), (250, 2000, CALL), ("QhQd", "AsKs"), "2c7d9hJcQs")
    >>> hand.is_over, hand.payoffs
    (True, (2000, -2000))
    >>> [(step.seat, step.kind, step.to) for step in hand.steps()]
    [(1, 'raise', 250), (0, 'raise', 2000), (1, 'call', 2000)]
    >>> Hand(nolimit_holdem(), (250, 399))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.HistoryError: action 2 of 2, raise to 399: seat 0 cannot raise to 399: the minimum is 400 ...
    """

    game: Game
    actions: tuple[Action, ...] = ()
    hole_cards: tuple[str, ...] = ()
    board: str = ""
    names: tuple[str, ...] = ()
    mucked: tuple[int, ...] = ()
    rakes: tuple[int, ...] = ()
    seat_numbers: tuple[int, ...] = ()
    button: int = 0
    table_size: int = 0
    hero: int | None = None
    hand_id: str = ""
    site: str = ""
    table_name: str = ""
    played_at: datetime | None = None
    time_zone: str = ""
    currency: str = ""
    decimals: int = 0
    tournament: str = ""
    buy_in: str = ""
    level: str = ""
    more_boards: tuple[str, ...] = ()
    house_rules: bool = False

    def __post_init__(self) -> None:
        players = self.game.players
        numbers = tuple(self.seat_numbers) or tuple(range(1, players + 1))
        fill = {
            "actions": tuple(self.actions),
            "hole_cards": tuple(
                card_names(parse_cards(cards)) for cards in self.hole_cards or ("",) * players
            ),
            "board": card_names(parse_cards(self.board)),
            "names": tuple(self.names) or default_names(players),
            "mucked": tuple(sorted(self.mucked)),
            "rakes": tuple(self.rakes) or (0,) * players,
            "seat_numbers": numbers,
            "more_boards": tuple(card_names(parse_cards(board)) for board in self.more_boards),
        }
        for name, value in fill.items():
            object.__setattr__(self, name, value)
        _check_seats(self)
        object.__setattr__(self, "button", self.button or numbers[-1])
        object.__setattr__(self, "table_size", self.table_size or max(*numbers, self.button))
        table = self._replay()
        _check_ending(self, table)
        self.__dict__["is_over"] = table.is_over

    # --- what happened -------------------------------------------------------------------------------------

    def table(self, actions: int | None = None) -> Table:
        """Return the table after all actions, or after the first so many."""
        table = Table(self.game, hole_cards=self.hole_cards, board=self.board)
        for action in self.actions[:actions]:
            table.record(action)  # it was checked when the hand was built
        return table

    def steps(self) -> Iterator[Step]:
        """Go through the actions in order."""
        table = Table(self.game)
        blind = max(self.game.blinds)
        for action in self.actions:
            seat, round_, bets, stacks = table.actor, table.round, table.bets, table.stacks
            assert seat is not None  # the hand was replayed when it was built
            to_call, pot, can_raise = table.to_call, table.pot, table.legal_actions.can_raise
            highest = max(*bets, blind) if round_ == 0 else max(bets)
            table.record(action)
            kind: Literal["fold", "check", "call", "bet", "raise"]
            if action == FOLD:
                kind, to = "fold", bets[seat]
            elif action == CALL:
                kind, to = ("call" if to_call else "check"), bets[seat] + to_call
            else:
                kind, to = ("raise" if highest else "bet"), action
            paid = to - bets[seat]
            all_in = paid > 0 and paid == stacks[seat]
            yield Step(round_, seat, action, kind, paid, to, highest, to_call, pot, all_in, can_raise)

    @cached_property
    def is_over(self) -> bool:
        """Whether nobody can act any more."""
        return self.table().is_over

    @cached_property
    def payoffs(self) -> tuple[int, ...]:
        """Net chips by seat, after the rake; the hand must be over, and cards known where they decide."""
        table = self.table()
        if self.mucked or self.more_boards or not all(self.hole_cards):
            if not table.is_over:
                raise GameError(f"the hand is not over: seat {table.actor} is to act")
            result = [-chips for chips in table.put_in]
            seat, back = uncalled_bet(table)
            if back:
                result[seat] += back
            for award in self.awards:
                for winner, chips in award.shares.items():
                    result[winner] += chips
        else:
            result = table.payoffs
        return tuple(won - rake for won, rake in zip(result, self.rakes, strict=True))

    @property
    def awards(self) -> tuple[Award, ...]:
        """The pots and who gets what of each, before the rake, the main pot first."""
        if self.more_boards:
            return award_boards(self.table(), (self.board, *self.more_boards), self.mucked)
        return award_pots(self.table(), self.mucked)

    @property
    def board_by_round(self) -> tuple[str, ...]:
        """The cards that came before each round, as far as they are known.

        >>> from riverboat.games import leduc
        >>> Hand(leduc(), (0, 0), board="Js").board_by_round
        ('', 'Js')
        """
        ends, end = [], 0
        for count in self.game.board_cards:
            ends.append(self.board[2 * end : 2 * (end + count)])
            end += count
        return tuple(ends)

    # --- other tellings ------------------------------------------------------------------------------------

    def seen_by(self, seat: int) -> Hand:
        """Return the hand as one player saw it: cards of others only if shown at the end.

        >>> from riverboat.games import nolimit_holdem
        >>> Hand(nolimit_holdem(), (FOLD,), ("AsAh", "7d2c")).seen_by(1).hole_cards
        ('', '7d2c')
        """
        if not 0 <= seat < self.game.players:
            raise HistoryError(f"seat {seat} does not exist; seats go from 0 to {self.game.players - 1}")
        table = self.table()
        shown = {seat}
        if table.is_showdown:
            shown.update(other for other in table.in_hand if other not in self.mucked)
        cards = tuple(held if i in shown else "" for i, held in enumerate(self.hole_cards))
        return replace(self, hole_cards=cards, hero=seat)

    def with_decimals(self, decimals: int) -> Hand:
        """Return the same hand in smaller chips, such as cents instead of dollars.

        >>> from riverboat.games import nolimit_holdem
        >>> dollars = Hand(nolimit_holdem(small_blind=1, big_blind=2), (6, FOLD), currency="USD")
        >>> dollars.with_decimals(2).game.blinds, dollars.with_decimals(2).actions
        ((200, 100), (600, -1))
        """
        if decimals < self.decimals:
            raise HistoryError(f"a hand with {self.decimals} decimals cannot be told with {decimals}")
        times = 10 ** (decimals - self.decimals)

        def scaled(chips: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(number * times for number in chips)

        game = replace(
            self.game,
            stacks=scaled(self.game.stacks),
            blinds=scaled(self.game.blinds),
            antes=scaled(self.game.antes),
            raise_sizes=scaled(self.game.raise_sizes),
            min_bet=self.game.min_bet * times,
        )
        actions = tuple(action * times if action > CALL else action for action in self.actions)
        return replace(self, game=game, actions=actions, rakes=scaled(self.rakes), decimals=decimals)

    def to_dict(self) -> dict[str, object]:
        """Return plain values, as `--json` prints them; results that cannot be said are None."""
        try:
            payoffs: tuple[int, ...] | None = self.payoffs
        except RiverboatError:
            payoffs = None
        positions = position_names(self.game.players)
        return {
            "hand_id": self.hand_id,
            "site": self.site,
            "played_at": self.played_at.isoformat() if self.played_at else None,
            "time_zone": self.time_zone,
            "game": self.game.name,
            "big_blind": self.game.big_blind,
            "currency": self.currency,
            "decimals": self.decimals,
            "players": [
                {
                    "name": self.names[seat],
                    "position": positions[seat],
                    "seat_number": self.seat_numbers[seat],
                    "stack": self.game.stacks[seat],
                    "blind": self.game.blinds[seat],
                    "ante": self.game.antes[seat],
                    "cards": self.hole_cards[seat],
                    "mucked": seat in self.mucked,
                    "hero": seat == self.hero,
                    "rake": self.rakes[seat],
                    "payoff": payoffs[seat] if payoffs else None,
                }
                for seat in range(self.game.players)
            ],
            "board": self.board,
            "more_boards": list(self.more_boards),
            "line": write_line(self.game, self.actions),
            "actions": [
                {
                    "street": step.round,
                    "seat": step.seat,
                    "action": step.kind,
                    "to": step.to,
                    "paid": step.paid,
                    "pot": step.pot,
                    "all_in": step.all_in,
                }
                for step in self.steps()
            ],
            "is_over": self.is_over,
        }

    # --- building ------------------------------------------------------------------------------------------

    def _replay(self) -> Table:
        table = Table(self.game, hole_cards=self.hole_cards, board=self.board)
        bent = False
        for number, action in enumerate(self.actions, start=1):
            try:
                bent |= _take(table, action, self.house_rules)
            except (GameError, TypeError) as problem:
                what = action_name(action) if isinstance(action, int) else repr(action)
                raise HistoryError(f"action {number} of {len(self.actions)}, {what}: {problem}") from None
        object.__setattr__(self, "house_rules", bent)
        return table


def _take(table: Table, action: Action, house_rules: bool) -> bool:
    """Do an action; returns whether only house rules allow it."""
    try:
        act(table, action)
    except GameError:
        if not house_rules or action < FOLD:
            raise
        table.record(action)
        return True
    return False


def default_names(players: int) -> tuple[str, ...]:
    """Return the names of players without any: p1, p2, ..."""
    return tuple(f"p{seat + 1}" for seat in range(players))


def _check_seats(hand: Hand) -> None:
    players = hand.game.players
    for what in ("hole_cards", "names", "rakes", "seat_numbers"):
        values = getattr(hand, what)
        if len(values) != players:
            raise HistoryError(f"{what} has {len(values)} entries, {values!r}; there are {players} seats")
    for name in hand.names:
        if not isinstance(name, str) or not name or name != name.strip() or not name.isprintable():
            raise HistoryError(
                f"{name!r} is not a name; a name is printable text without spaces around it, such as 'Alice'"
            )
    for what in ("hand_id", "site", "table_name", "time_zone", "currency", "tournament", "buy_in", "level"):
        text = getattr(hand, what)
        if not isinstance(text, str) or text != text.strip() or not text.isprintable():
            raise HistoryError(f"{what} is {text!r}; it must be printable text without spaces around it")
    if len(set(hand.names)) != players:
        raise HistoryError(f"two players have the same name: {', '.join(hand.names)}")
    chairs = (*hand.seat_numbers, hand.button, hand.table_size)
    if not all(isinstance(chair, int) and 0 <= chair < 1000 for chair in chairs) or 0 in hand.seat_numbers:
        raise HistoryError(f"seat_numbers, button and table_size count from 1, not {chairs}")
    start = hand.button or hand.seat_numbers[-1]
    order = [(number - start - 1) % 1000 for number in hand.seat_numbers]
    if order != sorted(set(order)):
        raise HistoryError(
            f"the chairs {hand.seat_numbers} are not in order around the table from the one after the button, "
            f"chair {start}; valid is, for example, (3, 5, 1) with the button on 1"
        )
    seats = (*hand.mucked, *(() if hand.hero is None else (hand.hero,)))
    if not all(isinstance(seat, int) and 0 <= seat < players for seat in seats):
        raise HistoryError(f"mucked {hand.mucked} and hero {hand.hero} must be seats from 0 to {players - 1}")
    if not isinstance(hand.decimals, int) or not 0 <= hand.decimals <= MAX_DECIMALS:
        raise HistoryError(f"decimals is {hand.decimals!r}; it must be 0 to {MAX_DECIMALS}: 2 for cents")


def _check_ending(hand: Hand, table: Table) -> None:
    reached = hand.game.board_cards[: table.round + 1]
    whole = [sum(reached[:count]) for count in range(len(reached) + 1)]
    cards = len(hand.board) // 2
    if cards not in whole:
        if cards > whole[-1]:
            raise HistoryError(
                f"the board {hand.board} is {cards} cards, but the betting reaches a board of {whole[-1]}"
            )
        raise HistoryError(f"the board {hand.board} is {cards} cards; it must be one of {whole}")
    for board in hand.more_boards:
        if not table.is_showdown or {cards, len(board) // 2} != {sum(hand.game.board_cards)}:
            raise HistoryError(f"the board {board} of a second run must be whole, after a showdown with one")
        try:
            Table(hand.game, hole_cards=hand.hole_cards, board=board)
        except GameError as problem:
            raise HistoryError(f"the board {board} of a second run: {problem}") from None
    if hand.mucked and not (table.is_showdown and set(hand.mucked) <= set(table.in_hand)):
        raise HistoryError(f"seats {hand.mucked} mucked, but only seats in a showdown can")
    if any(hand.rakes):
        _check_rakes(hand, table)


def _check_rakes(hand: Hand, table: Table) -> None:
    if not table.is_over:
        raise HistoryError(f"rake {hand.rakes} was taken, but the hand is not over")
    won = [0] * hand.game.players
    for award in hand.awards:
        for seat, chips in award.shares.items():
            won[seat] += chips
    for seat, rake in enumerate(hand.rakes):
        if not isinstance(rake, int) or not (rake <= won[seat] if won[seat] else rake == 0):
            raise HistoryError(f"seat {seat} won {won[seat]}; a rake of {rake!r} cannot be taken from that")
