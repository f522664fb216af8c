"""A bot of ours against GTO Wizard's, the strongest that anybody can play heads-up, or whatever else speaks its API."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from riverboat.arena.matches.seated import Faults, merge_faults
from riverboat.arena.protocols.away_bot import AwayBot, check_seen, reason
from riverboat.arena.protocols.gtowizard.result import BenchmarkResult
from riverboat.arena.protocols.gtowizard.words import GAME_NAME, Seen, read_seen, write_act
from riverboat.arena.protocols.http.posts import BUSY, Posts, Retries, StatusError, UnreachableError
from riverboat.arena.protocols.slumbot.words import SLUMBOT_GAME
from riverboat.arena.protocols.sparing_log import SparingLog
from riverboat.bots import BotLike, mix
from riverboat.errors import MatchError, RiverboatError

URL: Final = "https://researcher.gtowizard.com"
"""Where the benchmark is."""

KEY_VARIABLE: Final = "GTOW_API_KEY"
"""The environment variable of the key, as with their own client."""

MOST_AT_ONCE: Final = 5
"""Hands at once: as many as they ask for."""

_TIMEOUT_S: Final = 180.0  # as theirs: their bot thinks
_RETRIES: Final = Retries(tries=8, first_s=2.0, most_s=32.0)  # theirs begin with 2 s and end with 32 s too
_BROKEN: Final = 8  # hands in a row that go wrong before the match is given up

Post = Callable[[str, Mapping[str, Any]], Mapping[str, Any]]


def play_gtowizard(
    bot: BotLike,
    hands: int = 100,
    *,
    key: str | None = None,
    url: str = URL,
    at_once: int = MOST_AT_ONCE,
    time_limit: float = 2.0,
    retries: Retries = _RETRIES,
    seed: int | None = None,
    log: Callable[[str], object] = print,
) -> BenchmarkResult:
    """Play hands of the benchmark and return what the bot won, as the server counts.

    key: yours, which they give to who asks; by default that of the environment variable GTOW_API_KEY. It is never
    shown. at_once: hands at a time, each with a bot of its own. retries: what a server that is away or busy is given.
    Ctrl-C ends the match and returns what was played.
    """
    if hands < 1:
        raise MatchError(f"hands is {hands}; it must be a whole number from 1 up, such as 100")
    if not 1 <= at_once <= MOST_AT_ONCE:
        raise MatchError(f"at_once is {at_once}; it must be 1 to {MOST_AT_ONCE} hands")
    secret = _check_key(key, url)
    headers = {"X-API-KEY": secret, "User-Agent": "riverboat", "Accept": "application/json"}
    posts = Posts(url, _TIMEOUT_S, headers=headers, secret=secret, retries=retries)
    own, *others = (None if seed is None else mix(seed, number) for number in range(at_once))
    with AwayBot(bot, seed=own, time_limit=time_limit) as first:
        bots = [first, *map(first.beside, others)]
        try:
            return GtoWizardClient(partial(_post, posts), bots, log).play(hands)
        finally:
            posts.stop()


def _post(posts: Posts, path: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Post; a 409 is too many hands at once where one is dealt, to wait for, and the end of the hand where one acts."""
    return posts.post(path, body, busy=(*BUSY, 409) if path == "hands" else BUSY)


class GtoWizardClient:
    """The client's side; post: takes a path and what to send, and returns the answer, in any thread.

    Bots act in the caller's thread, and each plays one hand after the other. A hand that cannot be understood is
    checked or folded to its end, as hands that are left open count against the number that may be played at once.
    """

    def __init__(self, post: Post, bots: list[AwayBot], log: Callable[[str], object] = print) -> None:
        self._post, self._bots, self._log = post, bots, SparingLog(log)
        self._winnings: list[float] = []
        self._aivat: list[float] = []
        self._lost = self._broken = 0

    @property
    def result(self) -> BenchmarkResult:
        """What was played so far."""
        faults: Faults = {}
        for away in self._bots:
            merge_faults(faults, away.faults)
        return BenchmarkResult.of(self._winnings, self._aivat, self._lost, faults)

    def play(self, hands: int) -> BenchmarkResult:
        """Play so many hands to the end; Ctrl-C ends it earlier."""
        pool = ThreadPoolExecutor(len(self._bots), "hands")
        asked: dict[Future[Mapping[str, Any]], _Played] = {}

        def deal(away: AwayBot) -> None:
            if len(self._winnings) + len(asked) < hands:
                new = pool.submit(self._post, "hands", {"game_name": GAME_NAME})
                asked[new] = _Played(away)

        try:
            for away in self._bots:
                deal(away)
            while asked:
                for future in wait(asked, return_when=FIRST_COMPLETED).done:
                    played = asked.pop(future)
                    act = self._hear(played, future)
                    if act is None:
                        deal(played.away)
                    else:
                        asked[pool.submit(self._post, f"hands/{played.number}/act", act)] = played
        except KeyboardInterrupt:
            self._lost += sum(played.number != "" for played in asked.values())
            self._log.tell("", f"stopped after {len(self._winnings)} hands")
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            self._log.close()
        return self.result

    def _hear(self, played: _Played, future: Future[Mapping[str, Any]]) -> dict[str, Any] | None:
        """Take an answer; return what to post next, or None if the hand is over."""
        try:
            answer = future.result()
        except StatusError as problem:
            if problem.status in (401, 403):
                raise MatchError(
                    f"the server refuses the key, status {problem.status}; is it yours, and whole? They are "
                    "given at https://benchmark.gtowizard.com"
                ) from None
            self._give_up(played, problem)
            return None
        except UnreachableError as problem:
            if not played.number:
                raise
            self._give_up(played, problem)
            return None
        try:
            return self._go_on(played, answer)
        except RiverboatError as problem:
            return self._anyway(played, answer, problem)

    def _go_on(self, played: _Played, answer: Mapping[str, Any]) -> dict[str, Any] | None:
        played.number = played.number or str(answer.get("hand_id", ""))[:40]
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", played.number):
            raise MatchError(f"hand_id is {played.number!r}; it must be a number")
        seen = read_seen(answer, played.name)
        check_seen(seen.hand)
        if played.follow(seen):
            self._log.tell("", f"hand {played.number}: an action of ours counted twice")
        if seen.hand.is_over:
            self._end(played, seen)
            return None
        if seen.hand.table().actor != seen.hand.hero:
            raise MatchError("it is the server's turn, and it asks us")
        action = played.away.act_in(seen.hand)
        played.before = (*seen.hand.actions, action)
        return write_act(seen.hand.actions, action)

    def _end(self, played: _Played, seen: Seen) -> None:
        counted = played.away.end_of(seen.hand) if all(seen.hand.hole_cards) or not _shown(seen) else None
        if seen.winnings is None:
            raise MatchError("the hand is over, and winnings is missing")
        if counted is not None and counted != seen.winnings:
            self._log.tell("", f"the server says {seen.winnings:+,.0f} chips for a hand that is {counted:+,}")
        self._count(seen.winnings, seen.aivat)

    def _count(self, winnings: float, aivat: float | None) -> None:
        self._broken = 0
        self._winnings.append(winnings)
        if aivat is not None:
            self._aivat.append(aivat)

    def _anyway(
        self, played: _Played, answer: Mapping[str, Any], problem: RiverboatError
    ) -> dict[str, Any] | None:
        """Check or fold where an answer cannot be understood, if it says at least what is legal."""
        state = answer.get("game_state")
        legal = state.get("legal_actions") if isinstance(state, dict) else None
        words = [word for word in ("k", "f", "c") if isinstance(legal, list) and word in legal]
        if not words or not played.number or played.guesses > 20:
            self._give_up(played, problem)
            return None
        played.guesses += 1
        self._log.tell("", f"checked or folded in hand {played.number}: {reason(problem)}")
        return {"action": words[0], "amount": None}

    def _give_up(self, played: _Played, problem: RiverboatError) -> None:
        self._lost += played.number != ""
        self._broken += 1
        if self._broken == _BROKEN:
            raise MatchError(f"{_BROKEN} hands in a row went wrong, the last: {reason(problem)}") from None
        self._log.tell("", f"gave a hand up: {reason(problem)}")


@dataclass(eq=False)
class _Played:
    """A hand that is being played, and the bot that plays it."""

    away: AwayBot
    number: str = ""
    name: str = ""
    cards: str = ""
    before: tuple[int, ...] = ()
    guesses: int = 0

    def follow(self, seen: Seen) -> bool:
        """Begin the hand, or see that it goes on as it must; return whether we did more in it than we were asked."""
        hero = seen.hand.hero
        assert hero is not None
        if not self.cards:
            self.name, self.cards = seen.name, seen.hand.hole_cards[hero]
            self.away.start_hand(SLUMBOT_GAME, hero)
        same = seen.number == self.number and seen.hand.hole_cards[hero] == self.cards
        if not same or seen.hand.actions[: len(self.before)] != self.before:
            raise MatchError("the answer does not follow what was before")
        later = list(seen.hand.steps())[len(self.before) :]
        return not self.guesses and any(step.seat == hero for step in later)


def _shown(seen: Seen) -> bool:
    return seen.hand.table().is_showdown


def _check_key(key: str | None, url: str) -> str:
    """Return the key, if it is one that may be sent there; nothing that is said shows it."""
    key = key if key is not None else os.environ.get(KEY_VARIABLE, "")
    if not key:
        raise MatchError(
            f"there is no key; give one by --key or in the environment variable {KEY_VARIABLE}; "
            "they are given at https://benchmark.gtowizard.com"
        )
    if not re.fullmatch(r"[\x21-\x7e]{8,400}", key):
        raise MatchError(
            "the key is not of 8 to 400 letters, digits and signs without spaces; is it whole, and alone?"
        )
    parts = urlsplit(url)
    if parts.scheme == "http" and not _local(parts.hostname or ""):
        raise MatchError(f"{parts.hostname} would get the key unencrypted; use https, as in {URL}")
    return key


def _local(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
