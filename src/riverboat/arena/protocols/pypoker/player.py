"""PyPokerEngine: our bots as players in its engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from riverboat.arena.protocols.away_bot import UNREADABLE, AwayBot, reason
from riverboat.arena.protocols.pypoker.state import Message, Round, read_cards
from riverboat.base.streets import STREETS
from riverboat.bots import BotLike, HandEnd
from riverboat.errors import BotError, MatchError
from riverboat.games.rules.action import CALL, FOLD


def pypoker_player(
    bot: BotLike, *, time_limit: float = 2.0, seed: int = 0, log: Callable[[str], object] = print
) -> Any:
    """Return a bot of ours as a `BasePokerPlayer`, for `config.register_player(name, algorithm)`.

    PyPokerEngine has to be installed. It never tells the cards of a showdown, so `end_hand` shows none. log: is given
    one line for a message that cannot be read; the hand is then lost track of, and folded.
    """
    try:
        from pypokerengine.players import BasePokerPlayer  # type: ignore
    except ImportError:
        raise BotError("PyPokerEngine is not installed; try: pip install PyPokerEngine") from None
    player = type("RiverboatPlayer", (_Player, BasePokerPlayer), {})
    return player(AwayBot(bot, seed=seed, time_limit=time_limit), log)


class _Player:
    """The messages of a player, passed on to a bot."""

    uuid: str

    def __init__(self, away: AwayBot, log: Callable[[str], object]) -> None:
        self.away, self._log = away, log
        self._round: Round | None = None  # None: between hands, or lost track of

    def declare_action(
        self, valid_actions: list[Any], hole_card: list[str], round_state: Message
    ) -> tuple[str, int]:
        """Answer an ask."""
        with self._reading("ask"):
            if self._round is None:
                raise MatchError("an action is asked for, and no round is known")
            seed = self.away.seed(len(self._round.history(round_state)))
            view = self._round.view(self.uuid, hole_card, round_state, valid_actions, seed)
            call = valid_actions[1]["amount"]
            action = self.away.act(view)
            if action != FOLD:
                return ("call", call) if action == CALL else ("raise", action)
        return "fold", 0

    def receive_game_start_message(self, game_info: Message) -> None:
        """Nothing to do: rounds tell all."""

    def receive_round_start_message(self, round_count: int, hole_card: list[str], seats: list[Any]) -> None:
        """Forget the last round."""
        self._round = None

    def receive_street_start_message(self, street: str, round_state: Message) -> None:
        """Begin the hand with its first street, which alone tells all stacks; not if one is out of chips."""
        with self._reading("street"):
            if street == STREETS[0]:
                begun = Round.begin(round_state)
                if self.uuid in begun.uuids:
                    self._round = begun
                    self.away.start_hand(begun.game, begun.uuids.index(self.uuid), begun.names)

    def receive_game_update_message(self, action: Message, round_state: Message) -> None:
        """Nothing to do: the next state has it."""

    def receive_round_result_message(
        self, winners: list[Any], hand_info: list[Any], round_state: Message
    ) -> None:
        """End the hand."""
        with self._reading("result"):
            now, self._round = self._round, None
            if now is not None:
                seat = now.uuids.index(self.uuid)
                board = read_cards(round_state["community_card"])
                shown: tuple[tuple[int, ...], ...] = ((),) * now.game.players
                payoffs = now.payoffs(round_state)
                self.away.end_hand(HandEnd(now.game, seat, payoffs, shown, board, now.history(round_state)))

    @contextmanager
    def _reading(self, what: str) -> Iterator[None]:
        """Lose track of a hand when one of its messages is broken."""
        try:
            yield
        except UNREADABLE as problem:
            self._round = None
            self._log(f"passed over a message ({what}): {reason(problem)}")
