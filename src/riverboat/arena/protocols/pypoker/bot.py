"""PyPokerEngine: its players as bots in our arena."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from riverboat.arena.protocols.pypoker.state import write_cards
from riverboat.base.streets import STREETS
from riverboat.bots import Bot, HandEnd, HandStart, Move, View
from riverboat.errors import BotError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.game import Game


class PyPokerBot(Bot):
    """A `BasePokerPlayer` as a bot in our arena.

    It hears what others did when it is next asked, or at the end, with the state of that moment; hands in which it is
    never asked it does not hear of, and pots are told as one. A fold that a check would save is a check.

    >>> class Caller:  # a BasePokerPlayer, in earnest
    ...     def declare_action(self, valid_actions, hole_card, round_state):
    ...         return "call", valid_actions[1]["amount"]
    ...     def set_uuid(self, uuid): ...
    ...     def __getattr__(self, name):
    ...         return lambda *heard: None
    >>> from riverboat.arena import play_match
    >>> play_match([lambda: PyPokerBot(Caller()), "fish"], 50).bots[0].faults
    {}
    """

    learns = True  # who knows
    hosts_others = True

    def __init__(self, player: Any) -> None:
        self.player = player
        self._names: tuple[str, ...] = ()
        self._rounds = self._heard = 0
        self._street = -1

    def start_hand(self, start: HandStart) -> None:
        """Keep the names; the cards come with the first decision."""
        if not self._names:
            self.player.set_uuid(start.names[start.seat])
            self.player.receive_game_start_message(_game_info(start))
        self._names, self._heard, self._street = start.names, 0, -1

    def act(self, view: View) -> Action:
        """Tell what happened, ask, and translate the answer."""
        cards = write_cards(view.cards)
        state = self._state(view.game, view.history, view.board, view.round, view.seat)
        if self._street < 0:
            self._rounds += 1
            state["round_count"] = self._rounds
            self.player.receive_round_start_message(self._rounds, cards, state["seats"])
        self._tell(Hand(view.game, view.actions), view.round, state)
        bet = view.bets[view.seat]
        valid = [
            {"action": "fold", "amount": 0},
            {"action": "call", "amount": bet + view.call},
            {"action": "raise", "amount": {"min": view.min_raise_to or -1, "max": view.max_raise_to or -1}},
        ]
        answer = self.player.declare_action(valid, cards, state)
        match answer:
            case ("fold", _):
                return view.fold
            case ("call", _):
                return CALL
            case ("raise", amount):
                return int(amount)
        raise BotError(f"{answer!r} is no answer of a player; valid is, for example, ('call', 10)")

    def end_hand(self, end: HandEnd) -> None:
        """Tell the result, if the player was in it."""
        if self._street < 0:
            return
        hand = Hand(end.game, tuple(move.action for move in end.history))
        round_ = hand.table().round
        state = self._state(end.game, end.history, end.board, round_, end.seat, end.payoffs)
        self._tell(hand, round_, state)
        winners = [seat for seat, won in zip(state["seats"], end.payoffs, strict=True) if won > 0]
        self.player.receive_round_result_message(winners, [], state)

    def _tell(self, hand: Hand, round_: int, state: dict[str, Any]) -> None:
        """Tell the actions that were not told yet, each street before its first."""
        for step in list(hand.steps())[self._heard :]:
            self._begin_streets(step.round, state)
            word = {"fold": "fold", "check": "call", "call": "call"}.get(step.kind, "raise")
            amount = 0 if step.kind == "fold" else step.to
            said = {"player_uuid": self._names[step.seat], "action": word, "amount": amount}
            self.player.receive_game_update_message(said, state)
        self._heard = len(hand.actions)
        self._begin_streets(round_, state)

    def _begin_streets(self, last: int, state: dict[str, Any]) -> None:
        for street in range(self._street + 1, last + 1):
            self.player.receive_street_start_message(STREETS[street], state)
        self._street = max(last, self._street)

    def _state(
        self,
        game: Game,
        history: tuple[Move, ...],
        board: tuple[int, ...],
        round_: int,
        seat: int,
        payoffs: Sequence[int] | None = None,
    ) -> dict[str, Any]:
        """The state of a round in PyPokerEngine's words."""
        hand = Hand(game, tuple(move.action for move in history))
        table = hand.table()
        stacks = (
            table.stacks
            if payoffs is None
            else [had + won for had, won in zip(game.stacks, payoffs, strict=True)]
        )
        states = [
            "folded" if i not in table.in_hand else "allin" if i in table.all_in else "participating"
            for i in range(game.players)
        ]
        big = game.blinds.index(max(game.blinds))
        small = 1 - big if game.players == 2 else 0
        return {
            "street": STREETS[round_],
            "pot": {"main": {"amount": table.pot}, "side": []},
            "community_card": write_cards(board),
            "dealer_btn": game.players - 1,
            "next_player": seat,
            "small_blind_pos": small,
            "big_blind_pos": big,
            "round_count": self._rounds,
            "small_blind_amount": min(blind for blind in game.blinds if blind),
            "seats": [
                {"uuid": name, "name": name, "stack": stack, "state": how}
                for name, stack, how in zip(self._names, stacks, states, strict=True)
            ],
            "action_histories": _histories(hand, self._names),
        }


def _histories(hand: Hand, names: tuple[str, ...]) -> dict[str, list[dict[str, Any]]]:
    game = hand.game
    big = max(game.blinds)
    found: dict[str, list[dict[str, Any]]] = {"preflop": []}
    found["preflop"] += [
        {"action": "ANTE", "amount": ante, "uuid": names[seat]}
        for seat, ante in enumerate(game.antes)
        if ante
    ]
    found["preflop"] += [
        {"action": "BIGBLIND" if blind == big else "SMALLBLIND", "amount": blind, "uuid": names[seat]}
        for seat, blind in sorted(enumerate(game.blinds), key=lambda one: one[1])
        if blind
    ]
    for step in hand.steps():
        entry: dict[str, Any] = {"action": "FOLD", "uuid": names[step.seat]}
        if step.kind != "fold":
            word = "RAISE" if step.kind in ("bet", "raise") else "CALL"
            entry |= {"action": word, "amount": step.to, "paid": step.paid}
            if word == "RAISE":
                entry["add_amount"] = step.to - step.highest
        found.setdefault(STREETS[step.round], []).append(entry)
    return found


def _game_info(start: HandStart) -> Mapping[str, Any]:
    game = start.game
    return {
        "player_num": game.players,
        "rule": {
            "initial_stack": game.stacks[start.seat],
            "max_round": 1_000_000,  # nobody told us how many there will be
            "small_blind_amount": min((blind for blind in game.blinds if blind), default=0),
            "ante": max(game.antes),
            "blind_structure": {},
        },
        "seats": [
            {"uuid": name, "name": name, "stack": stack, "state": "participating"}
            for name, stack in zip(start.names, game.stacks, strict=True)
        ],
    }
