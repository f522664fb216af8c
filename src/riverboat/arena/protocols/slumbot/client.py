"""A bot of ours against Slumbot, or whatever else speaks its HTTP API."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from riverboat.arena.protocols.away_bot import AwayBot, Elsewhere, check_seen, reason
from riverboat.arena.protocols.http.posts import RETRIES, Posts, Retries, UnreachableError
from riverboat.arena.protocols.slumbot.words import SLUMBOT_GAME, read_answer, write_word
from riverboat.bots import BotLike
from riverboat.errors import MatchError, RiverboatError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import Action

_BROKEN: Final = 8  # hands in a row that go wrong before the match is given up


def play_slumbot(
    url: str,
    bot: BotLike,
    hands: int = 100,
    *,
    login: tuple[str, str] | None = None,
    time_limit: float = 2.0,
    pause: float = 0.1,
    retries: Retries = RETRIES,
    seed: int | None = None,
    log: Callable[[str], object] = print,
) -> Elsewhere:
    """Play hands against a server and return what the bot won, as the server counts.

    url: where the verbs are, such as https://slumbot.com/api. login: name and password of an account; without one the
    bot plays unnamed. time_limit: seconds for a decision of the bot. pause: seconds between hands, more after trouble;
    be polite to a server that is not yours. retries: how often a server that does not answer is asked before the match
    is given up. log: is given one line for everything that is strange.
    """
    if hands < 1:
        raise MatchError(f"hands is {hands}; it must be a whole number from 1 up, such as 100")
    if not 0 <= pause < math.inf:
        raise MatchError(f"pause is {pause}; it must be seconds from 0 up, such as 0.1")
    with AwayBot(bot, seed=seed, time_limit=time_limit) as away:
        posts = Posts(url, retries=retries)
        client = SlumbotClient(
            lambda verb, body: posts.post(
                verb, body, again=verb != "act"
            ),  # an act counts twice if it comes twice
            away,
            log,
        )
        if login is not None:
            client.login(*login)
        return client.play(hands, pause)


class SlumbotClient:
    """The client's side; post: takes a verb and what to send, and returns the answer.

    A hand that goes wrong is given up: the next one is begun. So is one in which the server does not answer; but if it
    does not answer to a new hand either, the match is over.
    """

    def __init__(
        self,
        post: Callable[[str, Mapping[str, Any]], Mapping[str, Any]],
        away: AwayBot,
        log: Callable[[str], object] = print,
    ) -> None:
        self._post, self._away, self._log = post, away, log
        self._token: str | None = None
        self._dealing = False
        self._hands = self._chips = 0

    def login(self, username: str, password: str) -> None:
        """Play under a name."""
        self._ask("login", username=username, password=password)

    def play(self, hands: int, pause: float = 0.0) -> Elsewhere:
        """Play so many hands to the end."""
        broken = 0
        while self._hands < hands:
            try:
                self._play_hand()
                broken = 0
            except RiverboatError as problem:
                if isinstance(problem, UnreachableError) and self._dealing:
                    raise
                broken += 1
                if broken == _BROKEN:
                    raise MatchError(
                        f"{_BROKEN} hands in a row went wrong, the last: {reason(problem)}"
                    ) from None
                self._log(f"gave a hand up: {reason(problem)}")
            time.sleep(pause * 2**broken)
        return Elsewhere(self._hands, self._chips, self._away.faults)

    def _play_hand(self) -> None:
        self._dealing = True
        answer = self._ask("new_hand")
        self._dealing = False
        hand = _seen(answer)
        assert hand.hero is not None
        self._away.start_hand(SLUMBOT_GAME, hand.hero)
        while not hand.is_over:
            if hand.table().actor != hand.hero:
                raise MatchError(f"it is the server's turn after {answer.get('action')!r}, and it asks us")
            action = self._away.act_in(hand)
            answer = self._ask("act", incr=write_word(hand.actions, action))
            before, hand = hand, _seen(answer)
            if not _follows(hand, before, (*before.actions, action)):
                raise MatchError(f"{str(answer.get('action'))[:80]!r} does not follow what was before")
        won = answer.get("winnings")
        if type(won) is not int or abs(won) > SLUMBOT_GAME.stacks[0]:
            raise MatchError(f"winnings is {str(won)[:40]!r}; it must be a number of chips, such as -100")
        counted = self._away.end_of(hand)
        if counted != won:
            self._log(f"the server says {won:+,} chips for a hand that is {counted:+,} by the rules")
        self._hands += 1
        self._chips += won

    def _ask(self, verb: str, **body: str) -> Mapping[str, Any]:
        """Post, and keep the token, which any answer may change."""
        answer = self._post(verb, body if self._token is None else {"token": self._token, **body})
        token = answer.get("token")
        if token is not None:
            self._token = str(token)
        return answer


def _seen(answer: Mapping[str, Any]) -> Hand:
    hand = read_answer(answer)
    check_seen(hand)
    return hand


def _follows(hand: Hand, before: Hand, actions: tuple[Action, ...]) -> bool:
    """Whether it is the same hand, after these actions or later."""
    seat = before.hero
    assert seat is not None
    same = hand.hero == seat and hand.hole_cards[seat] == before.hole_cards[seat]
    return same and hand.board.startswith(before.board) and hand.actions[: len(actions)] == actions
