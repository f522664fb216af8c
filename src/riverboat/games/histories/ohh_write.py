"""Hands written as Open Hand History; see `ohh` for how it is read."""

from __future__ import annotations

import json
from datetime import UTC, timedelta, timezone, tzinfo
from decimal import Decimal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from riverboat.errors import GameError, HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.money import CENTS
from riverboat.games.histories.ohh import PLAY_MONEY, STREETS, read_ohh
from riverboat.games.histories.read_back import check_finished_holdem, check_reads_back
from riverboat.games.rules.awards import Award
from riverboat.games.rules.table import Table

SPEC_VERSION = "1.4.7"
_ZONES: dict[str, tzinfo | str] = {
    "": UTC,
    "UTC": UTC,
    "GMT": UTC,
    "ET": "America/New_York",
    "EST": timezone(timedelta(hours=-5)),
    "EDT": timezone(timedelta(hours=-4)),
    "CET": timezone(timedelta(hours=1)),
    "CEST": timezone(timedelta(hours=2)),
}
"""The abbreviations that have one meaning in histories; names such as Europe/Berlin are known as well."""


def write_ohh(hand: Hand) -> str:
    """Return one finished hand as a JSON object; an error says what the format cannot express.

    Times are written in UTC. What is written is read back once to make sure of it.

    >>> from riverboat.games import nolimit_holdem
    >>> hand = Hand(nolimit_holdem(stack_bb=10), (300, -1), ("", "AsKs"), hand_id="7", hero=1)
    >>> ohh = json.loads(write_ohh(hand))["ohh"]
    >>> ohh["game_number"], ohh["bet_limit"], ohh["pots"][0]["amount"]
    ('7', {'bet_type': 'NL', 'bet_cap': 0}, 200)
    >>> [(action["action"], action.get("amount")) for action in ohh["rounds"][0]["actions"]]
    [('Post SB', 50), ('Post BB', 100), ('Dealt Cards', None), ('Raise', 250), ('Fold', None)]
    """
    check_finished_holdem(hand, "an Open Hand History")
    if hand.currency and hand.decimals < CENTS:
        hand = hand.with_decimals(CENTS)
    text = json.dumps({"ohh": _Writer(hand).ohh()}, ensure_ascii=False)
    check_reads_back(hand, text, read_ohh, "an Open Hand History")
    return text


class _Writer:
    """Puts one hand into the object of the format."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.game = hand, hand.game
        self.end: Table = hand.table()
        self.number = 0
        try:
            self.awards: tuple[Award, ...] = hand.awards
        except GameError as problem:
            raise HistoryError(f"the pots tell who wins, but {problem}") from None

    def ohh(self) -> dict[str, object]:
        hand, game = self.hand, self.game
        big = game.raise_sizes[0] if game.betting == "limit" else game.min_bet
        small = [blind for blind in game.blinds if 0 < blind < big]
        data: dict[str, object] = {
            "spec_version": SPEC_VERSION,
            "internal_version": SPEC_VERSION,
            "site_name": hand.site,
            "network_name": hand.site,
            "tournament": bool(hand.tournament),
        }
        if hand.tournament:
            info = {"tournament_number": hand.tournament, "_buy_in": hand.buy_in, "_level": hand.level}
            data["tournament_info"] = info
        if min(hand.rakes) < 0:
            data["_drop"] = self.amount(-sum(min(rake, 0) for rake in hand.rakes))
        return data | {
            "game_number": hand.hand_id,
            "start_date_utc": self._time(),
            "table_name": hand.table_name,
            "game_type": "Holdem",
            "bet_limit": {"bet_type": "FL" if game.betting == "limit" else "NL", "bet_cap": 0},
            "table_size": hand.table_size,
            "currency": hand.currency or PLAY_MONEY[0],
            "dealer_seat": hand.button,
            "small_blind_amount": self.amount(small[0] if small else 0),
            "big_blind_amount": self.amount(big),
            "ante_amount": self.amount(max(game.antes)),
            "hero_player_id": 0 if hand.hero is None else hand.hero + 1,
            "flags": ["Run_It_Twice"] if hand.more_boards else [],
            "players": [
                {
                    "id": seat + 1,
                    "seat": chair,
                    "name": hand.names[seat],
                    "starting_stack": self.amount(game.stacks[seat]),
                }
                for chair, seat in sorted((chair, seat) for seat, chair in enumerate(hand.seat_numbers))
            ],
            "rounds": self._rounds(big),
            "pots": self._pots(),
        }

    def amount(self, chips: int) -> int | float:
        value = Decimal(chips).scaleb(-self.hand.decimals)
        return int(value) if value == int(value) else float(value)

    def _time(self) -> str:
        when, name = self.hand.played_at, self.hand.time_zone
        if when is None:
            return ""
        try:
            zone = _ZONES.get(name, name)
            local = when.replace(tzinfo=ZoneInfo(zone) if isinstance(zone, str) else zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise HistoryError(
                f"the time zone {name!r} is not known, and the time must be told in UTC; "
                "valid are, for example, 'UTC', 'ET' and 'Europe/Berlin'"
            ) from None
        return f"{local.astimezone(UTC):%Y-%m-%dT%H:%M:%S}Z"

    def _action(self, seat: int, kind: str, **more: object) -> dict[str, object]:
        self.number += 1
        return {"action_number": self.number, "player_id": seat + 1, "action": kind, **more}

    def _put(self, seat: int, kind: str, chips: int, all_in: bool) -> dict[str, object]:
        return self._action(seat, kind, amount=self.amount(chips), is_allin=all_in)

    def _rounds(self, big: int) -> list[dict[str, object]]:
        hand, streets = self.hand, self.hand.board_by_round
        actions: list[list[dict[str, object]]] = [self._posts(big)]
        for seat, cards in enumerate(hand.hole_cards):
            if cards:
                actions[0].append(self._action(seat, "Dealt Cards", cards=_list(cards)))
        for step in hand.steps():
            while len(actions) <= step.round:
                actions.append([])
            kind = step.kind.capitalize()
            if step.paid:
                actions[-1].append(self._put(step.seat, kind, step.paid, step.all_in))
            else:
                actions[-1].append(self._action(step.seat, kind))
        while len(actions) <= self.end.round:
            actions.append([])
        rounds: list[dict[str, object]] = []
        for round_, taken in enumerate(actions):
            cards_of_round = {"cards": _list(streets[round_])} if round_ else {}
            rounds.append({"id": round_, "street": STREETS[round_], **cards_of_round, "actions": taken})
        if self.end.is_showdown:
            rounds.append({"id": len(rounds), "street": "Showdown", "actions": self._showdown()})
        for board in hand.more_boards:
            starts = ((3, 8), (2, 6), (1, 0))  # told from the first street on that is another
            street = next(street for street, start in starts if board[:start] == hand.board[:start])
            for later in range(street, 4):
                cards = board[(0, 0, 6, 8)[later] : (0, 6, 8, 10)[later]]
                rounds.append(
                    {"id": len(rounds), "street": STREETS[later], "cards": _list(cards), "actions": []}
                )
        return rounds

    def _posts(self, big: int) -> list[dict[str, object]]:
        game, left, posts = self.game, list(self.game.stacks), []
        main = next((seat for seat, blind in enumerate(game.blinds) if blind == big), -1)

        def post(seat: int, kind: str, chips: int) -> None:
            paid = min(chips, left[seat])
            if paid:
                left[seat] -= paid
                posts.append(self._put(seat, kind, paid, not left[seat]))

        for seat, ante in enumerate(game.antes):
            post(seat, "Post Ante", ante)
        blinds = sorted(enumerate(game.blinds), key=lambda item: (item[1], item[0]))
        for seat, blind in blinds:
            kind = "Post SB" if blind < big else "Straddle" if blind > big else "Post Extra Blind"
            post(seat, "Post BB" if seat == main else kind, blind)
        return posts

    def _showdown(self) -> list[dict[str, object]]:
        actions = []
        for seat in self.end.showdown_order:
            kind = "Mucks Cards" if seat in self.hand.mucked else "Shows Cards"
            cards = {"cards": _list(self.hand.hole_cards[seat])} if self.hand.hole_cards[seat] else {}
            actions.append(self._action(seat, kind, **cards))
        return actions

    def _pots(self) -> list[dict[str, object]]:
        rakes, pots = list(self.hand.rakes), list[dict[str, object]]()
        for number, award in enumerate(self.awards):
            wins, rake = [], 0
            for seat, chips in award.shares.items():
                taken = min(rakes[seat], chips)
                rakes[seat] -= taken
                rake += taken
                wins.append({"player_id": seat + 1, "win_amount": self.amount(chips - taken)})
            pots.append(
                {
                    "number": number,
                    "amount": self.amount(award.chips - min(rake, 0)),
                    "rake": self.amount(max(rake, 0)),
                    "player_wins": wins,
                }
            )
        return pots


def _list(cards: str) -> list[str]:
    return [cards[i : i + 2] for i in range(0, len(cards), 2)]
