"""A bot of ours at the table of a dealer of the computer poker competition, protocol 2.0.0."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from riverboat.arena.protocols.acpc.dealer_rules import Followed
from riverboat.arena.protocols.acpc.words import VERSION, acpc_game, write_answer
from riverboat.arena.protocols.away_bot import UNREADABLE, AwayBot, Elsewhere, check_seen, plain, reason
from riverboat.arena.protocols.sparing_log import SparingLog
from riverboat.arena.protocols.text_lines import ClosedError, TextLines, connect
from riverboat.bots import BotLike
from riverboat.errors import MatchError, RiverboatError
from riverboat.games.histories.acpc import read_acpc
from riverboat.games.histories.acpc_cards import from_dealer
from riverboat.games.histories.acpc_results import exact_payoffs
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.game import Game

_BROKEN: Final = 10  # lines in a row that are no states before the match is given up: it is no dealer
_SILENCE_S: Final = 24 * 3600.0  # opponents may think as long as the dealer lets them


def play_acpc(
    host: str,
    port: int,
    bot: BotLike,
    *,
    game: str | Game = "nolimit",
    time_limit: float = 2.0,
    seed: int | None = None,
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
    """The client's side of a connection that stands.

    A state that our rules cannot place is answered with a check, or a fold to a bet: the dealer waits for an answer,
    and nobody can say what a bot would have done.
    """

    def __init__(
        self, lines: TextLines, away: AwayBot, game: str | Game, log: Callable[[str], object] = print
    ) -> None:
        self._lines, self._away, self._game = lines, away, game
        self._log = SparingLog(log)
        self._games: dict[int, Game] = {}
        self._hand_id: str | None = None
        self._over = False
        self._broken = 0
        self._hands, self._chips = 0, Fraction(0)

    def play(self) -> Elsewhere:
        """Answer until the dealer closes."""
        try:
            self._lines.write(VERSION)
            while True:
                self.hear(self._lines.read(_SILENCE_S))
        except ClosedError:
            return Elsewhere(self._hands, plain(self._chips), self._away.faults)
        finally:
            self._log.close()

    def hear(self, line: str) -> None:
        """Take one line of the dealer, and answer if the bot is to act."""
        if not line or line[0] in "#;":
            return
        try:
            hand = self._read(line)
        except RiverboatError as problem:
            self._stray(line, problem)
            return
        self._broken = 0
        self._follow(hand, line)

    def _stray(self, line: str, problem: RiverboatError) -> None:
        """Answer a state that our rules cannot place by the dealer's, or pass over what is none."""
        try:
            said = self._answer_anyway(line)
        except UNREADABLE:
            self._broken += 1
            self._log.tell("", f"passed over {line[:80]!r}: {reason(problem)}")
            if self._broken == _BROKEN:
                raise MatchError(
                    f"{_BROKEN} lines of the dealer could not be read, the last: {reason(problem)}; "
                    "is --game the game of the dealer?"
                ) from None
            return
        self._broken = 0
        self._log.tell(
            "",
            f"{said} {line[:80]!r}, which our rules do not know; is --game the dealer's? {reason(problem)}",
        )

    def _answer_anyway(self, line: str) -> str:
        """Follow a state by the dealer's rules; return what was done."""
        word, position, number, betting, cards = line.split(":")
        game, hero = self._game_of(line), int(position)
        hand = Followed.of(game, betting)
        holes, *board = cards.split("/")
        hole_cards = tuple(from_dealer(held, game) for held in holes.split("|"))
        if word != "MATCHSTATE" or not 0 <= hero < game.players or len(hole_cards) != game.players:
            raise MatchError("it is no MATCHSTATE of this game")
        if hand.actor == hero:
            self._lines.write(f"{line}:{'f' if hand.to_call else 'c'}")
            return "checked or folded at"
        if hand.actor is None and (number, self._over) != (self._hand_id, True):
            self._count(number, hand.payoffs(hole_cards, from_dealer("".join(board), game))[hero])
        return "waited at"

    def _count(self, number: str | None, chips: Fraction) -> None:
        self._hand_id, self._over = number, True
        self._hands += 1
        self._chips += chips

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
                self._away.end_of(hand)
                self._count(hand.hand_id, exact_payoffs(hand)[hand.hero])
        elif hand.table().actor == hand.hero:
            action = self._away.act_in(hand)
            self._lines.write(f"{line}:{write_answer(hand.game, hand.actions, action)}")
