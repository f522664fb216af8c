"""Hands written as PHH; see `phh` for what the format is and how it is read."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.cards.card import FULL_DECK, SHORT_DECK
from riverboat.errors import GameError, HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.money import plain_amount
from riverboat.games.histories.phh.read import VARIANTS
from riverboat.games.histories.phh.text import toml_text, write_fields
from riverboat.games.histories.posts import usual_or_made_caps
from riverboat.games.rules.game import Game
from riverboat.games.rules.presets import acting_order


def write_phh(hand: Hand) -> str:
    """Return one hand as the text of a `.phh` file; an error says what the format cannot express.

    >>> from riverboat.games import nolimit_holdem
    >>> print(write_phh(Hand(nolimit_holdem(), (-1,), ("AsAh", ""))))
    variant = 'NT'
    antes = [0, 0]
    blinds_or_straddles = [50, 100]
    min_bet = 100
    starting_stacks = [10000, 10000]
    actions = ['d dh p1 AsAh', 'd dh p2 ????', 'p2 f']
    players = ['p1', 'p2']
    finishing_stacks = [10050, 9950]
    <BLANKLINE>
    """
    game, fields = hand.game, dict[str, str]()
    variant = _variant(game)

    def amounts(values: Sequence[int]) -> str:
        return f"[{', '.join(plain_amount(value, hand.decimals) for value in values)}]"

    turn = -1 if game.players == 2 else 1
    fields["variant"] = toml_text(variant)
    if any(game.antes) and len(set(game.antes)) == 1:
        fields["ante_trimming_status"] = "true"
    fields["antes"] = amounts(game.antes[::turn])
    fields["blinds_or_straddles"] = amounts(_signed_blinds(game)[::turn])
    if variant == "FT":
        fields["small_bet"] = plain_amount(game.raise_sizes[0], hand.decimals)
        fields["big_bet"] = plain_amount(game.raise_sizes[2], hand.decimals)
    else:
        fields["min_bet"] = plain_amount(game.min_bet, hand.decimals)
    fields["starting_stacks"] = amounts(game.stacks)
    fields["actions"] = _texts(_write_actions(hand))
    fields["players"] = _texts(hand.names)
    fields |= _about(hand)
    if hand.more_boards:
        fields["_more_boards"] = _texts(hand.more_boards)
    if game.name != VARIANTS[variant]:
        fields["_game"] = toml_text(game.name)
    if game != usual_or_made_caps(game, hand.actions):
        fields["_max_raises"] = str(list(game.max_raises))
    try:
        ends = [stack + won for stack, won in zip(game.stacks, hand.payoffs, strict=True)]
    except GameError:  # not over, or decided by cards that nobody knows
        return write_fields(fields)
    fields["finishing_stacks"] = amounts(ends)
    if min(hand.rakes) < 0:
        fields["_drop"] = plain_amount(-sum(min(rake, 0) for rake in hand.rakes), hand.decimals)
    return write_fields(fields)


def _variant(game: Game) -> str:
    cards = (game.deck, game.ranking, game.hole_cards, game.board_cards)
    if cards == (SHORT_DECK, "short-deck", 2, (0, 3, 1, 1)) and game.betting == "no-limit":
        return "NS"
    if cards != (FULL_DECK, "holdem", 2, (0, 3, 1, 1)):
        raise HistoryError(f"'{game.name}' cannot be written: PHH has limit, no-limit and short-deck hold'em")
    if game.betting == "no-limit":
        return "NT"
    small, second, big, last = game.raise_sizes
    if small != second or big != last:
        raise HistoryError(f"'{game.name}' cannot be written: PHH has two bet sizes, not {game.raise_sizes}")
    return "FT"


def _signed_blinds(game: Game) -> tuple[int, ...]:
    """Blinds that do not move the first to act, such as those of new players, are negative in the format."""
    first = game.first_to_act[0]
    last = (first - 1) % game.players
    signed = tuple(
        -blind if seat > last and blind >= game.blinds[last] else blind
        for seat, blind in enumerate(game.blinds)
    )
    if game.first_to_act[1:] != (0, 0, 0) or acting_order(signed, rounds=4)[0] != first:
        raise HistoryError(
            f"'{game.name}' cannot be written: in PHH the seat after the largest blind acts first, then seat 0; "
            f"here it is {game.first_to_act} with blinds {game.blinds}"
        )
    return signed


def _write_actions(hand: Hand) -> list[str]:
    actions = [f"d dh p{seat + 1} {cards or '????'}" for seat, cards in enumerate(hand.hole_cards)]
    streets, round_ = hand.board_by_round, 0

    def deal(until: int) -> None:
        nonlocal round_
        while round_ < until:
            round_ += 1
            actions.append(f"d db {streets[round_] or '??' * hand.game.board_cards[round_]}")

    for step in hand.steps():
        deal(step.round)
        player = f"p{step.seat + 1}"
        if step.action > 0:
            actions.append(f"{player} cbr {plain_amount(step.action, hand.decimals)}")
        else:
            actions.append(f"{player} {'cc' if step.action == 0 else 'f'}")
    table = hand.table()
    deal(table.round)
    for seat in table.showdown_order:
        if seat in hand.mucked:
            actions.append(f"p{seat + 1} sm")
        elif hand.hole_cards[seat]:
            actions.append(f"p{seat + 1} sm {hand.hole_cards[seat]}")
    return actions


def _about(hand: Hand) -> dict[str, str]:
    """The fields that are not about the play."""
    fields: dict[str, str] = {}
    for key, text in (("venue", hand.site), ("table", hand.table_name), ("currency", hand.currency)):
        if text:
            fields[key] = toml_text(text)
    if hand.hand_id:
        fields["hand"] = hand.hand_id if _is_number(hand.hand_id) else toml_text(hand.hand_id)
    if hand.played_at:
        when = hand.played_at
        fields |= {"year": str(when.year), "month": str(when.month), "day": str(when.day)}
        fields["time"] = when.time().isoformat()
    if hand.time_zone:
        fields["time_zone" if "/" in hand.time_zone else "time_zone_abbreviation"] = toml_text(hand.time_zone)
    if hand.seat_numbers != tuple(range(1, hand.game.players + 1)):
        fields["seats"] = str(list(hand.seat_numbers))
    if hand.button != hand.seat_numbers[-1]:
        fields["_button"] = str(hand.button)
    if hand.table_size != max(*hand.seat_numbers, hand.button):
        fields["seat_count"] = str(hand.table_size)
    if hand.hero is not None:
        fields["_hero"] = str(hand.hero + 1)
    if hand.level:
        fields["level" if _is_number(hand.level) else "_level"] = (
            hand.level if _is_number(hand.level) else toml_text(hand.level)
        )
    for key, text in (("_tournament", hand.tournament), ("_buy_in", hand.buy_in)):
        if text:
            fields[key] = toml_text(text)
    return fields


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and str(int(text[:18])) == text


def _texts(values: Sequence[str]) -> str:
    return f"[{', '.join(map(toml_text, values))}]"
