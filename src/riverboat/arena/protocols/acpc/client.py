"""A bot of ours at the table of a dealer of the computer poker competition, protocol 2.0.0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from riverboat.arena.protocols.acpc.words import VERSION, acpc_game, write_answer
from riverboat.arena.protocols.away_bot import AwayBot, Elsewhere, check_seen, reason
from riverboat.arena.protocols.text_lines import ClosedError, TextLines, connect
from riverboat.bots import BotLike
from riverboat.errors import MatchError, RiverboatError
from riverboat.games.histories.acpc import read_acpc
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.game import Game

_BROKEN: Final = (
    10  # states that cannot be read before the match is given up: it is another game, or no dealer
)
_SILENCE_S: Final = 24 * 3600.0  # opponents may think as long as the dealer lets them


def play_acpc(
    host: str,
    port: int,
    bot: BotLike,
    *,
    game: str | Game = "nolimit",
    time_limit: float = 2.0,
    seed: int = 0,
    log: Callable[[str], object] = print,
) -> Elsewhere:
    """Connect a bot to a dealer, play until it closes the connection, and return what the bot won.

    game: the dealer's, which states do not say: `limit`, `nolimit`, a gamedef file, or a `Game`. time_limit: seconds
    for a decision, after which the bot checks or folds. log: is given one line for everything that is strange.
    """
    with AwayBot(bot, seed=seed, time_limit=time_limit) as away:
        lines = TextLines(connect(host, port), end="\r\n")
        try:
            return AcpcClient(lines, away, game, log).play()
        finally:
            lines.close()


class AcpcClient:
    """The client's side of a connection that stands."""

    def __init__(
        self, lines: TextLines, away: AwayBot, game: str | Game, log: Callable[[str], object] = print
    ) -> None:
        self._lines, self._away, self._game, self._log = lines, away, game, log
        self._games: dict[int, Game] = {}
        self._hand_id: str | None = None
        self._over = False
        self._broken = 0
        self._hands = self._chips = 0

    def play(self) -> Elsewhere:
        """Answer until the dealer closes."""
        try:
            self._lines.write(VERSION)
            while True:
                self.hear(self._lines.read(_SILENCE_S))
        except ClosedError:
            return Elsewhere(self._hands, self._chips, self._away.faults)

    def hear(self, line: str) -> None:
        """Take one line of the dealer, and answer if the bot is to act."""
        if not line or line[0] in "#;":
            return
        try:
            hand = self._read(line)
        except RiverboatError as problem:
            self._broken += 1
            self._log(f"passed over {line[:80]!r}: {reason(problem)}")
            if self._broken == _BROKEN:
                raise MatchError(
                    f"{_BROKEN} lines of the dealer could not be read, the last: {reason(problem)}; "
                    "is --game the game of the dealer?"
                ) from None
            return
        self._follow(hand, line)

    def _read(self, line: str) -> Hand:
        if not line.startswith("MATCHSTATE:"):
            raise MatchError("it is no MATCHSTATE")
        hand = read_acpc(line, self._game_of(line))
        check_seen(hand)  # a MATCHSTATE says who sees it
        return hand

    def _game_of(self, line: str) -> Game:
        """Return the game of a state, which tells the players; a broken state must not tell it for the match."""
        if isinstance(self._game, Game):
            return self._game
        players = line.rpartition(":")[2].split("/")[0].count("|") + 1
        if players not in self._games:
            self._games[players] = acpc_game(self._game, players)
        return self._games[players]

    def _follow(self, hand: Hand, line: str) -> None:
        assert hand.hero is not None
        if hand.hand_id != self._hand_id:
            self._hand_id, self._over = hand.hand_id, False
            self._away.start_hand(hand.game, hand.hero)
        if hand.is_over:
            if not self._over:
                self._over = True
                self._hands += 1
                self._chips += self._away.end_of(hand)
        elif hand.table().actor == hand.hero:
            action = self._away.act_in(hand)
            self._lines.write(f"{line}:{write_answer(hand.game, hand.actions, action)}")
