"""Poker hand histories in TOML, PHH 0.0.2: one hand in a `.phh` file, many in a `.phhs` file.

Read and written are the hold'em variants: NT (no-limit), FT (limit) and NS (short deck). Players p1, p2, ... are our
seats 0, 1, ...; heads-up the file's blinds and antes stand the other way round, the small blind first. What the
format has no field for goes into fields of our own, whose names begin with `_`; fields we do not know are passed
over. Amounts with a point are read in cents, or finer where they need it.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from riverboat.cards.card import FULL_DECK, SHORT_DECK
from riverboat.errors import CardError, GameError, HistoryError
from riverboat.games.histories.hand import Hand, default_names
from riverboat.games.histories.money import Amount, amount_of, decimals_of, to_chips
from riverboat.games.histories.phh.text import Fields, read_fields
from riverboat.games.histories.posts import usual_or_made_caps
from riverboat.games.histories.recorder import RealTableRecorder
from riverboat.games.rules.awards import not_collected, uncalled_bet
from riverboat.games.rules.game import MAX_CHIPS, Game
from riverboat.games.rules.presets import acting_order

VARIANTS = {"NT": "nolimit-holdem", "FT": "limit-holdem", "NS": "short-deck"}
"""The variants that are read and written, and what we call them."""
_UNKNOWN = Decimal("Infinity")
_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP"}


def read_phh(text: str) -> Hand:
    """Read one hand: the text of a `.phh` file, or of one table of a `.phhs` file.

    >>> hand = read_phh('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [50, 100]
    ... min_bet = 100
    ... starting_stacks = [20000, 20000]
    ... actions = ["d dh p1 9s8h", "d dh p2 9c6h", "p2 cc", "p1 cc", "d db 8c8d5c", "p1 cbr 150", "p2 f"]
    ... ''')
    >>> hand.game.blinds, hand.hole_cards, hand.board, hand.actions
    ((100, 50), ('9s8h', '9c6h'), '8c8d5c', (0, 0, 150, -1))
    """
    fields = Fields(read_fields(text))
    _check_variant(fields)
    wrong: HistoryError | None = None
    for late in _ways_of_late_posts(fields):
        try:
            return _read(fields, late)
        except HistoryError as problem:
            wrong = wrong or problem
    assert wrong is not None
    raise wrong


def _read(fields: Fields, late: str) -> Hand:
    names = fields.texts("players")
    game, decimals = _read_game(fields, late)
    recorder, cards, mucked = _play(fields, game, decimals)
    if not recorder.table.is_over and (all_in := _unseen_all_ins(fields, recorder, cards)):
        game = replace(game, stacks=all_in)
        recorder, cards, mucked = _play(fields, game, decimals)
    game = usual_or_made_caps(game, recorder.actions)
    if "_max_raises" in fields.values:
        game = replace(game, max_raises=fields.numbers("_max_raises", []))
    chairs, button = _chairs(fields)
    hand = Hand(
        game,
        tuple(recorder.actions),
        tuple(cards.holes),
        cards.board,
        names,
        mucked=tuple(mucked),
        seat_numbers=chairs,
        button=button,
        table_size=fields.number("seat_count", 0),
        hero=fields.number("_hero") - 1 if "_hero" in fields.values else None,
        hand_id=fields.label("hand"),
        site=fields.label("venue"),
        table_name=fields.label("table"),
        played_at=_read_time(fields),
        time_zone=fields.label("time_zone") or fields.label("time_zone_abbreviation"),
        currency=fields.label("currency") or _SYMBOLS.get(fields.label("currency_symbol"), ""),
        decimals=decimals,
        tournament=fields.label("_tournament"),
        buy_in=fields.label("_buy_in"),
        level=fields.label("level") or fields.label("_level"),
        more_boards=fields.texts("_more_boards"),
        house_rules=True,
    )
    return _with_rakes(hand, fields)


def _play(fields: Fields, game: Game, decimals: int) -> tuple[RealTableRecorder, _Cards, list[int]]:
    recorder = RealTableRecorder(game, fields.texts("players") or default_names(game.players))
    cards = _Cards(game)
    mucked = _read_actions(fields, recorder, cards, decimals)
    return recorder, cards, sorted({*mucked, *recorder.gave_up} if recorder.table.is_showdown else ())


def _ways_of_late_posts(fields: Fields) -> tuple[str, ...]:
    """Posts out of turn are negative. By the standard they are bets; in many files a missed small blind is one too.

    That is dead money, which the first way makes of it; the file's own totals, or the actions, may say otherwise.
    """
    return (
        ("dead", "live") if any(value < 0 for value in fields.amounts("blinds_or_straddles")) else ("live",)
    )


def _unseen_all_ins(fields: Fields, recorder: RealTableRecorder, cards: _Cards) -> tuple[int, ...] | None:
    """Return the stacks if a hand without known ones ends as all-ins do, with a whole board and no action after it."""
    told, table = fields.amounts("starting_stacks"), recorder.table
    last = next((action for action in reversed(fields.texts("actions")) if " sm" not in action), "")
    if not last.startswith("d db") or cards.dealt != sum(table.game.board_cards):
        return None
    return tuple(
        paid if seat in table.in_hand and told[seat] == _UNKNOWN else stack
        for seat, (stack, paid) in enumerate(zip(table.game.stacks, table.put_in, strict=True))
    )


def _chairs(fields: Fields) -> tuple[tuple[int, ...], int]:
    """The chairs and the button's; chairs that do not go round the table say nothing, and are passed over."""
    chairs, button = fields.numbers("seats", []), fields.number("_button", 0)
    around = [(chair - (button or chairs[-1]) - 1) % 1000 for chair in chairs]
    return (chairs, button) if around == sorted(set(around)) else ((), 0)


class _Cards:
    """The cards as they are dealt."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.holes = [""] * game.players
        self.unknown = [0] * game.players
        self.board = ""
        self.dealt = 0

    def hole(self, seat: int, cards: str) -> None:
        full = 2 * self.game.hole_cards
        if set(cards) <= {"?"}:
            self.unknown[seat] += len(cards)
        else:
            self.holes[seat] += cards
        if (
            "?" in self.holes[seat]
            or len(self.holes[seat]) + self.unknown[seat] > full
            or (self.holes[seat] and self.unknown[seat])
        ):
            raise HistoryError(
                f"p{seat + 1} is dealt {cards}; a player gets {full // 2} cards, all or none known"
            )

    def show(self, seat: int, cards: str) -> None:
        known = self.holes[seat]
        if "?" in cards:
            return
        if known and sorted((known[:2], known[2:])) != sorted((cards[:2], cards[2:])):
            raise HistoryError(f"p{seat + 1} shows {cards}, but holds {known}")
        self.holes[seat] = known or cards

    def street(self, cards: str, round_: int) -> None:
        self.dealt += len(cards) // 2
        if self.dealt > sum(self.game.board_cards[: round_ + 1]):
            raise HistoryError(f"the board card {cards} comes before the betting is over")
        if "?" not in cards:
            self.board += cards
            if len(self.board) != 2 * self.dealt:
                raise HistoryError(f"{cards} is known, but cards of the board before it are not")


def _check_variant(fields: Fields) -> str:
    variant = fields.required("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise HistoryError(f"the variant is {variant!r}; read are {', '.join(VARIANTS)} (hold'em)")
    return variant


def _read_game(fields: Fields, late: str) -> tuple[Game, int]:
    variant = _check_variant(fields)
    stacks = fields.amounts("starting_stacks")
    players = len(stacks)
    antes, blinds = fields.amounts("antes"), fields.amounts("blinds_or_straddles")
    for key, values in (("antes", antes), ("blinds_or_straddles", blinds)):
        if len(values) != players:
            raise HistoryError(f"{key} has {len(values)} amounts; there are {players} starting_stacks")
    sizes = [fields.amount(key) for key in (("small_bet", "big_bet") if variant == "FT" else ("min_bet",))]
    told = [*stacks, *(value for key in _TOTALS if key in fields.values for value in fields.amounts(key))]
    decimals = decimals_of([*antes, *blinds, *sizes, *_raises(fields), *(s for s in told if s != _UNKNOWN)])
    largest = (MAX_CHIPS - 1) // max(players, 1)
    turn = -1 if players == 2 else 1
    signed = [to_chips(value, decimals) for value in blinds[::turn]]
    limit = variant == "FT"
    size = [to_chips(value, decimals) for value in sizes]
    dead = [_dead_part(value, size[0]) if late == "dead" else 0 for value in signed]
    game = Game(
        name=fields.label("_game") or VARIANTS[variant],
        players=players,
        stacks=tuple(to_chips(s, decimals) if s != _UNKNOWN else largest for s in stacks),
        blinds=tuple(abs(value) - part for value, part in zip(signed, dead, strict=True)),
        antes=tuple(
            to_chips(value, decimals) + part for value, part in zip(antes[::turn], dead, strict=True)
        ),
        betting="limit" if limit else "no-limit",
        first_to_act=acting_order(signed or [0], rounds=4),
        raise_sizes=(size[0], size[0], size[1], size[1]) if limit else (),
        max_raises=(255,) * 4 if limit else (),
        min_bet=0 if limit else size[0],
        deck=SHORT_DECK if variant == "NS" else FULL_DECK,
        ranking="short-deck" if variant == "NS" else "holdem",
    )
    if (
        len(set(game.antes)) == 1
        and min(game.stacks) < game.antes[0]
        and not fields.values.get("ante_trimming_status")
    ):
        raise HistoryError(
            "a player cannot pay the ante of all, and ante_trimming_status is not true; antes that are equal "
            "are matched like bets here"
        )
    return game, decimals


def _dead_part(post: int, big: int) -> int:
    """What of a post out of turn is a missed small blind: all of it, or what is more than the big blind.

    >>> [_dead_part(post, 10) for post in (10, -10, -5, -15)]
    [0, 0, 5, 5]
    """
    return 0 if post >= 0 or -post >= 2 * big else -post if -post < big else -post - big


def _raises(fields: Fields) -> list[Amount]:
    """Return the amounts in the actions."""
    amounts = []
    for action in fields.texts("actions"):
        if " cbr " in action:
            words = action.split()
            if len(words) > 2 and words[1] == "cbr":
                amount = amount_of(words[2])
                if amount is None:
                    raise HistoryError(
                        f"action {action!r}: '{words[2]}' is not an amount, such as 250 or 2.50"
                    )
                amounts.append(amount)
    return amounts


def _read_actions(fields: Fields, recorder: RealTableRecorder, cards: _Cards, decimals: int) -> list[int]:
    """Take all actions; returns the seats that mucked."""
    fields.required("actions")
    seats = {f"p{seat + 1}": seat for seat in range(len(recorder.names))}
    table, mucked = recorder.table, list[int]()
    for number, action in enumerate(fields.texts("actions"), start=1):
        words = action.partition("#")[0].split()
        try:
            match words:
                case []:
                    pass
                case ["d", "dh", player, dealt] if player in seats:
                    cards.hole(seats[player], dealt)
                case ["d", "db", dealt]:
                    cards.street(dealt, table.round)
                case [player, "sm", *shown] if player in seats and len(shown) < 2:
                    if not shown:
                        mucked.append(seats[player])
                    elif shown[0] != "-":
                        cards.show(seats[player], shown[0])
                case [player, "f" | "cc" | "cbr" as verb, *amount] if player in seats and len(amount) == (
                    verb == "cbr"
                ):
                    if not table.is_over and cards.dealt < sum(cards.game.board_cards[: table.round + 1]):
                        raise HistoryError("the board of this street is not dealt yet")
                    if verb == "f":
                        recorder.fold(seats[player])
                    elif verb == "cc":
                        recorder.check_or_call(seats[player])
                    else:
                        recorder.raise_to(seats[player], to_chips(amount_of(amount[0]) or 0, decimals))
                case _:
                    raise HistoryError(
                        "not an action of hold'em, such as 'p1 cc', 'p2 cbr 300' or 'd db 2c7d9h'"
                    )
        except (CardError, HistoryError) as problem:
            raise HistoryError(f"action {number}, {action!r}: {problem}") from None
    return mucked if table.is_showdown else []


def _read_time(fields: Fields) -> datetime.datetime | None:
    if not all(key in fields.values for key in ("year", "month", "day")):
        return None
    clock = fields.values.get("time", datetime.time())
    if not isinstance(clock, datetime.time):
        raise HistoryError(f"time is {clock!r}; it must be a time of day, such as 20:15:00")
    try:
        day = datetime.date(*(fields.number(key) for key in ("year", "month", "day")))
    except (ValueError, OverflowError) as problem:
        raise HistoryError(f"year, month and day are no date: {problem}") from None
    return datetime.datetime.combine(day, clock)


# --- the totals that a file tells -------------------------------------------------------------------------


def _with_rakes(hand: Hand, fields: Fields) -> Hand:
    """Compare the totals that the file tells, if the chips of all players are known."""
    told = dict[str, list[int]]()
    for key in _TOTALS:
        amounts = fields.amounts(key) if key in fields.values else []
        if amounts and len(amounts) != hand.game.players:
            raise HistoryError(f"{key} has {len(amounts)} amounts; there are {hand.game.players} players")
        if any(amounts) and _UNKNOWN not in [*amounts, *fields.amounts("starting_stacks")]:
            told[key] = [to_chips(value, hand.decimals) for value in amounts]
    return _less_rake(
        hand, told, to_chips(fields.amount("_drop"), hand.decimals) if "_drop" in fields.values else 0
    )


def _less_rake(hand: Hand, told: Mapping[str, Sequence[int]], drop: int) -> Hand:
    """Return the hand with the rake that its totals leave, in chips and by seat; no total leaves it as it is.

    There are two kinds of totals, `_TOTALS`; public files have wrong ones of either, so one that agrees is enough. Odd
    chips may be split otherwise than ours. drop: what the house put into the pot.
    """
    wrong: HistoryError | None = None
    if not hand.is_over:
        return hand
    for key, lack_of in _TOTALS.items():
        if key not in told:
            continue
        try:
            return _with_lack(hand, key, lack_of(hand, told[key]), drop)
        except GameError:
            return hand  # cards that nobody knows decide it
        except HistoryError as problem:
            wrong = wrong or problem
    if wrong is not None:
        raise wrong
    return hand


def _with_lack(hand: Hand, key: str, lack: list[int], drop: int) -> Hand:
    if min(lack) >= -drop and any(lack):
        try:
            return replace(hand, rakes=tuple(lack))
        except HistoryError as problem:
            raise HistoryError(f"the {key} are too small for any rake: {problem}") from None
    if max(map(abs, lack)) >= hand.game.players:
        raise HistoryError(f"the {key} are not what the actions make; by seat they differ by {lack} chips")
    return hand


def _lack_of_stacks(hand: Hand, ends: Sequence[int]) -> list[int]:
    parts = zip(hand.game.stacks, hand.payoffs, ends, strict=True)
    return [stack + won - end for stack, won, end in parts]


def _lack_of_winnings(hand: Hand, won: Sequence[int]) -> list[int]:
    lack = not_collected(hand.awards, dict(enumerate(won)), hand.game.players)
    if min(lack) < 0:
        seat, back = uncalled_bet(hand.table())
        if 0 <= lack[seat] + back < back:  # some sites count a bet that nobody called among them
            lack[seat] += back
    return lack


_TOTALS = {"finishing_stacks": _lack_of_stacks, "winnings": _lack_of_winnings}
"""The fields that tell totals, the stacks after the hand and what was taken from the pots, and what they lack."""
