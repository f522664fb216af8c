"""The engine's side of MIT pokerbots: their bots against each other, and against ours."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from riverboat.arena.matches.clock import Clock
from riverboat.arena.matches.play_hand import play_hand
from riverboat.arena.matches.seated import Seated
from riverboat.arena.protocols.dealing import Dealing
from riverboat.arena.protocols.pokerbots.codec import CLOCK_S, POKERBOTS_GAME, ROUNDS, Codec
from riverboat.arena.protocols.pokerbots.log import round_lines
from riverboat.arena.protocols.text_lines import ClosedError, TextLines, listen
from riverboat.bots import Bot, BotLike, HandEnd, HandStart, View, bot_name, make_bot
from riverboat.cards.card import card_names
from riverboat.errors import BotError, MatchError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table

_BUILD_S: Final = 10.0  # as theirs
_CONNECT_S: Final = 10.0


class RemoteBot(Bot):
    """A bot of pokerbots behind a connection, at a table of ours, whose cards it is dealt.

    seconds: its clock for all rounds; when they are used up, or it has left, every decision is lost.
    """

    def __init__(self, lines: TextLines, table: Table, codec: Codec, seconds: float) -> None:
        self._lines, self._table, self._codec, self.seconds = lines, table, codec, seconds
        self._clauses: list[str] = []
        self._told = self._round = 0

    def start_hand(self, start: HandStart) -> None:
        """Keep for the first message of the round: the seat and the cards."""
        codec, cards = self._codec, self._table.hole_cards[start.seat]
        self._clauses = [f"{codec.seat}{1 - start.seat}", codec.cards(codec.hand, cards)]
        self._told = self._round = 0

    def act(self, view: View) -> Action:
        """Ask for one word."""
        self._hear(Hand(view.game, view.actions), view.board, view.round)
        codec, said = self._codec, self._ask()
        if said == codec.check and not view.call:
            return CALL
        if said == codec.call and view.call:
            return CALL
        if said == codec.fold:
            return FOLD
        amount = re.fullmatch(re.escape(codec.raise_to) + "([0-9]{1,9})", said)
        if amount is None:
            raise BotError(f"{said[:40]!r} is not an answer, or not legal now")
        return int(amount[1])

    def end_hand(self, end: HandEnd) -> None:
        """Tell the result, after the checks that everybody who is all in still makes."""
        codec, hand = self._codec, Hand(end.game, tuple(move.action for move in end.history))
        self._hear(hand, end.board, end.history[-1].round)
        if any(end.shown):
            for round_ in range(self._round + 1, end.game.rounds):
                self._hear(hand, end.board, round_)
                self._clauses += [codec.check] * end.seat  # player 1, our seat 0, checks first
                self._ask()
                self._clauses = [codec.check] * (2 - end.seat)
            self._clauses.append(codec.cards(codec.shown, end.shown[1 - end.seat]))
        self._clauses.append(f"{codec.delta}{end.payoffs[end.seat]}")
        self._ask()

    def quit(self) -> None:
        """Say that the match is over."""
        with suppress(ClosedError):
            self._lines.write(self._codec.quit)

    def _hear(self, hand: Hand, board: tuple[int, ...], round_: int) -> None:
        """Add what happened since the last message."""
        for of_round, clause in self._codec.moves(hand)[self._told :]:
            self._see(hand.game, board, of_round)
            self._clauses.append(clause)
        self._told = len(hand.actions)
        self._see(hand.game, board, round_)

    def _see(self, game: Game, board: tuple[int, ...], round_: int) -> None:
        if round_ > self._round:
            self._round = round_
            seen = board[: sum(game.board_cards[: round_ + 1])]
            self._clauses.append(self._codec.cards(self._codec.board, seen))

    def _ask(self) -> str:
        """Send what is kept, and return the answer."""
        if self.seconds <= 0:
            raise BotError("its clock is used up, or it has left")
        message = " ".join([f"{self._codec.clock}{self.seconds:.3f}", *self._clauses])
        self._clauses = []
        started = time.monotonic()
        try:
            self._lines.write(message)
            said = self._lines.read(self.seconds)
        except (ClosedError, TimeoutError) as problem:
            self.seconds = 0.0
            raise BotError(f"it is out: {problem}") from None
        self.seconds -= time.monotonic() - started
        return said


def run_pokerbots(
    seats: Sequence[Path | int | BotLike],
    rounds: int = ROUNDS,
    *,
    game: Game = POKERBOTS_GAME,
    codec: Codec = Codec(),  # noqa: B008  # frozen
    clock_s: float = CLOCK_S,
    seed: int | None = None,
    log: Callable[[str], object] = lambda line: None,
    note: Callable[[str], object] = print,
) -> tuple[int, int]:
    """Play a match between two bots and return the chips that each won.

    seats: a folder with the `commands.json` of a bot of pokerbots, a port on which one will come, or a bot of ours.
    log: given the lines of the game log. note: told the port of each bot that has to come, and at the end what bots did
    wrong. seed: deals a match again; by default nobody can know its cards.

    >>> run_pokerbots(["fold", "all-in"], 10)
    (-15, 15)
    """
    if len(seats) != 2 or rounds < 1:
        raise MatchError(f"{len(seats)} bots and {rounds} rounds; a match has two bots, and 1000 rounds, say")
    names = _names(seats)
    table, chips, dealing = Table(game), [0, 0], Dealing(seed)
    log(f"6.176 MIT Pokerbots - {names[0]} vs {names[1]}")
    with ExitStack() as stack:
        clock = stack.enter_context(Clock(2.0))
        players = []
        for seat, name in zip(seats, names, strict=True):
            if isinstance(seat, (Path, int)):
                lines = _bring(seat, name, stack, note)
                players.append(Seated(RemoteBot(lines, table, codec, clock_s), Clock(2 * clock_s + 60)))
            else:
                players.append(Seated(make_bot(seat), clock))
        for number in range(rounds):
            order = [1, 0] if number % 2 == 0 else [0, 1]  # our seat 1 is the button, their player 0
            dealing.deal(table, "hand", number)
            at = tuple(names[one] for one in order)
            played = play_hand(table, [players[one] for one in order], at, dealing.number("bots", number))
            cards = tuple(map(card_names, table.hole_cards))
            hand = Hand(game, tuple(move.action for move in played.history), cards, table.board_text, at)
            for line in round_lines(hand, number + 1, (chips[order[1]], chips[order[0]])):
                log(line)
            for one, won in zip(order, played.payoffs, strict=True):
                chips[one] += won
        log(f"Final, {names[0]} ({chips[0]}), {names[1]} ({chips[1]})")
        for name, player in zip(names, players, strict=True):
            for kind, (count, first) in player.faults.items():
                note(f"{name}: {kind}: {count} times, first {first}")
            if isinstance(player.bot, RemoteBot):
                player.bot.quit()
    return chips[0], chips[1]


def _bring(seat: Path | int, name: str, stack: ExitStack, note: Callable[[str], object]) -> TextLines:
    """Start a bot, or say where it shall come, and wait for it."""
    listener = stack.enter_context(listen(0 if isinstance(seat, Path) else seat))
    port = listener.getsockname()[1]
    if isinstance(seat, Path):
        process = _start(seat, port)
        stack.callback(_stop, process)
    else:
        note(f"{name}: port {port}")
    try:
        listener.settimeout(_CONNECT_S if isinstance(seat, Path) else 6 * _CONNECT_S)
        connection, _ = listener.accept()
    except TimeoutError:
        raise MatchError(f"{name} did not come to port {port}") from None
    return TextLines(stack.enter_context(connection))


def _start(folder: Path, port: int) -> subprocess.Popen[bytes]:
    try:
        commands = json.loads((folder / "commands.json").read_text(encoding="utf-8"))
        build, run = ([str(word) for word in commands[key]] for key in ("build", "run"))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise MatchError(
            f"'{folder}' has no commands.json of a bot ({problem}); it is, for example, "
            '{"build": [], "run": ["python3", "player.py"]}'
        ) from None
    try:
        if build:
            subprocess.run(build, cwd=folder, timeout=_BUILD_S, check=True, stdout=2)
        return subprocess.Popen([*run, str(port)], cwd=folder, stdout=2)
    except (OSError, subprocess.SubprocessError) as problem:
        raise MatchError(f"the bot in '{folder}' does not start: {problem}") from None


def _stop(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _names(seats: Sequence[Path | int | BotLike]) -> list[str]:
    names: list[str] = []
    for letter, seat in zip("AB", seats, strict=True):
        name = seat.name if isinstance(seat, Path) else letter if isinstance(seat, int) else bot_name(seat)
        names.append(f"{name}#2" if name in names else name)
    return names
