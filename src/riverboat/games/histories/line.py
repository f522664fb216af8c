"""The betting line for people: `f f r2.5 f c f / k b33% c`.

Tokens stand apart by spaces and streets by `/`:

| token | means |
|---|---|
| `f` | fold |
| `k` or `x` | check |
| `c` | call; a check where there is nothing to call |
| `b6`, `r2.5` | bet or raise **to** that many big blinds on this street; in limit games just `b` or `r` |
| `b33%`, `r50%` | bet that part of the pot; raise by that part of the pot after the call, to the nearest chip |
| `a` | all-in |
| `fold`, `check`, `call`, `bet 33%`, `raise 2.5`, `raise to 2.5`, `all-in` | the same in words |
| `QsJh2h`, `[Qs Jh 2h]` | the cards of a street, after its `/` |

The betting strings of the computer poker competition, `cr300c/cr900`, are taken for what they are; see `acpc`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Generic, Protocol, Self, TypeVar

from riverboat.base.checks import instance
from riverboat.base.pointed_error import pointed_error
from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import CardError, GameError, HistoryError
from riverboat.games.histories.acpc_betting import is_acpc_betting, parse_acpc_betting
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import MAX_CHIPS, Game
from riverboat.games.rules.table import Table

_TOKEN = re.compile(
    r"/|\[[^\]/]*\]|(?:bet|raise)s?(?:\s+to)?\s+[.0-9][^\s/\[,]*|all\s+in\b|[^\s/\[,]+|\[", re.IGNORECASE
)
_LETTERS = {"fold": "f", "check": "k", "call": "c", "bet": "b", "raise": "r"}
_WORDS = {word + ending: letter for word, letter in _LETTERS.items() for ending in ("", "s")} | {
    "x": "k",
    **dict.fromkeys(("all-in", "allin", "all in"), "a"),
}
_WORD = re.compile(r"(bet|raise)s?(?:\s+to)?\s*(?=[.0-9])", re.IGNORECASE)
_BET = re.compile(r"([br])([0-9]{1,10}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})(%|bb)?", re.IGNORECASE)
_CARDS = re.compile(r"\[.*\]|(?:(?:[2-9TJQKA]|10)[cdhs])+")
_NEAR = Fraction(1, 100)
"""An amount this near to a whole number of chips is meant to be it: 2.33 big blinds of 3 chips are 7."""


@dataclass(frozen=True)
class Line:
    """A betting line that was read: the actions, and the cards that stood in it."""

    actions: tuple[Action, ...]
    board: str = ""


def parse_line(text: str, game: Game) -> Line:
    """Read a betting line; errors point at the token and say what was legal there.

    >>> from riverboat.games import nolimit_holdem
    >>> parse_line("f f r2.5 f c f / QsJh2h k b33% c", nolimit_holdem(players=6))
    Line(actions=(-1, -1, 250, -1, 0, -1, 0, 198, 0), board='QsJh2h')
    >>> parse_line("fold fold raise 2.5 fold call fold / check bet 33% all-in", nolimit_holdem(players=6)).actions[-2:]
    (198, 9750)
    >>> parse_line("r300c/cr600", nolimit_holdem()).actions  # as in the competition: 300 on the flop
    (300, 0, 0, 300)
    >>> parse_line("r3 k", nolimit_holdem())  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ...
    riverboat.errors.HistoryError: 'k': seat 0 cannot check, there are 2 bb to call; legal: f, c, r5 to r100
    (at character 4)
      r3 k
         ^
    """
    instance("a betting line", text, str, HistoryError, example="'r2.5 c / k b33% c'")
    instance("game", game, Game, GameError, example="nolimit_holdem()")
    if is_acpc_betting(text):
        return Line(parse_acpc_betting(text, game))
    taken = follow_line(text, _Taken(Table(game)))
    return Line(tuple(taken.table.taken), card_names(taken.board))


class Follower(Protocol):
    """What a line can be played on, action by action: a table, a place in a tree, the cursor of a strategy.

    table: after all so far; who follows does not play on it. board: the cards that were dealt, of all streets.
    """

    @property
    def table(self) -> Table: ...  # noqa: D102

    @property
    def board(self) -> Sequence[int]: ...  # noqa: D102

    def meant(self, action: Action, word: str) -> Action:
        """Return the action that a word stands for; `action` is what it says in chips."""
        ...

    def act(self, action: Action) -> Self:
        """Return what comes after an action."""
        ...

    def deal(self, cards: Sequence[int]) -> Self:
        """Return the same point with cards of its street on the board."""
        ...


_Follower = TypeVar("_Follower", bound=Follower)


def follow_line(text: str, start: _Follower, *, whole: bool = False) -> _Follower:
    """Play a betting line from where `start` is; each token is read once, at the table it is played at.

    whole: the cards of the first street and what led to `start`, as `write_line` has it, may stand before the line.
    """
    reader = _Reader(text, start)
    tokens = list(_TOKEN.finditer(text))
    for match in _after_start(tokens, start) if whole else tokens:
        reader.take(*match.span())
    return reader.at


def _letters(token: str) -> str:
    """Return a token in letters: `r2.5` for `raise to 2.5`, `f` for `fold`."""
    word = " ".join(token.lower().split())
    return _WORDS.get(word) or _WORD.sub(lambda match: match[1][0].lower(), word)


def _after_start(tokens: list[re.Match[str]], start: Follower) -> list[re.Match[str]]:
    """The tokens of what comes after the start; one that merely looks like it, with other cards, goes on from it."""
    game = start.table.game
    first = start.board[: game.board_cards[0]]
    if first and tokens and _CARDS.fullmatch(tokens[0][0]):
        shown = parse_cards(tokens[0][0].strip("[]"))
        if set(shown) != set(first):
            raise HistoryError(
                f"the line begins on {card_names(shown)}, and what is asked on {card_names(first)}"
            )
        tokens = tokens[1:]
    begun = write_line(game, start.table.taken, card_names(start.board)).split()
    same = [_letters(token[0]) for token in tokens[: len(begun)]] == [_letters(word) for word in begun]
    return tokens[len(begun) :] if same else tokens


def write_line(game: Game, actions: Sequence[Action], board: str = "") -> str:
    """Return the line of the actions; with a board, its cards stand at the start of their streets.

    >>> from riverboat.games import limit_holdem, nolimit_holdem
    >>> write_line(nolimit_holdem(), (250, 0, 0, 500, -1), board="QsJh2h")
    'r2.5 c / QsJh2h k b5 f'
    >>> write_line(limit_holdem(), (0, 20, 0, 10))
    'c r c / b'
    """
    table, words, round_ = Table(game), list[str](), 0
    streets = _streets(game, board)
    for action in actions:
        while round_ < table.round:
            round_ += 1
            words += ["/", *streets[round_]]
        words.append(action_token(table, action))
        table.record(action)
    while round_ < table.round and (not table.is_over or any(streets[round_ + 1 :])):
        round_ += 1
        words += ["/", *streets[round_]]
    return " ".join(words)


# --- reading -----------------------------------------------------------------------------------------------


@dataclass
class _Taken:
    """The plainest follower: the table itself."""

    table: Table
    board: list[int] = field(default_factory=list)

    def meant(self, action: Action, word: str) -> Action:
        return action

    def act(self, action: Action) -> _Taken:
        act(self.table, action)
        return self

    def deal(self, cards: Sequence[int]) -> _Taken:
        self.board += cards
        return self


class _Reader(Generic[_Follower]):
    """Takes a line token by token."""

    def __init__(self, text: str, start: _Follower) -> None:
        self.text, self.at = text, start
        self.game = start.table.game
        self.round = start.table.round if start.table.taken else 0  # blinds alone may end the betting
        self.street_begins = True

    @property
    def table(self) -> Table:
        return self.at.table

    def take(self, start: int, end: int) -> None:
        token = self.text[start:end]
        try:
            if token == "/":
                self._next_street()
            elif self.street_begins and _CARDS.fullmatch(token):
                self._deal(token)
            else:
                self._act(token)
        except (GameError, CardError, HistoryError) as problem:
            raise pointed_error(self.text, start, end, f"'{token}': {problem}", HistoryError) from None

    def _next_street(self) -> None:
        if self.round == self.table.round:
            if self.table.is_over:
                raise HistoryError("the hand is over; no street comes after it")
            raise HistoryError(
                f"the street is not over, seat {self.table.actor} is to act; legal: {_legal(self.table)}"
            )
        self.round += 1
        self.street_begins = True

    def _deal(self, token: str) -> None:
        cards = parse_cards(token.strip("[]"))
        dealt, room = len(self.at.board), sum(self.game.board_cards[: self.round + 1])
        if dealt < room - self.game.board_cards[self.round]:
            raise HistoryError("the cards of an earlier street are missing; give all of them or none")
        if dealt + len(cards) > room:
            raise HistoryError(f"{len(cards)} cards, but {room - dealt} come here")
        Table(self.game, board=[*self.at.board, *cards])  # checks that they are in the deck, each once
        self.at = self.at.deal(cards)

    def _act(self, token: str) -> None:
        self.street_begins = False
        if self.round < self.table.round and not self.table.is_over:
            raise HistoryError("the street is over; write '/' before the next one")
        dealt = len(self.at.board) - sum(self.game.board_cards[: self.round])
        if 0 < dealt < self.game.board_cards[self.round]:
            raise HistoryError(f"{dealt} cards, but {self.game.board_cards[self.round]} come on this street")
        word = _letters(token)
        self.at = self.at.act(self.at.meant(self._action(word), word))

    def _action(self, word: str) -> Action:
        table = self.table
        if table.is_over:
            raise HistoryError("the hand is over; nobody can act any more")
        if word == "f":
            return FOLD
        if word == "k":
            if table.to_call:
                raise HistoryError(
                    f"seat {table.actor} cannot check, there are {_in_bb(self.game, table.to_call)} bb to call; "
                    f"legal: {_legal(table)}"
                )
            return CALL
        if word == "c":
            return CALL
        if word == "a":
            return _all_in(table)
        if word in ("b", "r") and self.game.betting == "limit":
            table.verify_raise()
            return int(table.legal_actions.min_raise_to or 0)
        match = _BET.fullmatch(word)
        if match is None:
            raise HistoryError(
                f"not an action; legal here: {_legal(table)} (k checks, r2.5 raises to 2.5 big blinds, "
                "b33% bets a third of the pot, a is all-in)"
            )
        amount = Fraction(match[2])
        return self._part_of_pot(amount) if match[3] == "%" else self._big_blinds(amount, word)

    def _big_blinds(self, amount: Fraction, word: str) -> Action:
        chips = amount * self.game.big_blind
        whole = _nearest(chips)
        if abs(chips - whole) > _NEAR:
            raise HistoryError(
                f"{word[1:]} big blinds are {float(chips):g} chips; it must be whole chips, such as "
                f"{word[0]}{_in_bb(self.game, whole)}"
            )
        return self._legal_amount(whole)

    def _part_of_pot(self, percent: Fraction) -> Action:
        table = self.table
        table.verify_raise()
        bets = table.bets
        highest = max(*bets, *(self.game.blinds if table.round == 0 else (0,)))
        return self._legal_amount(_nearest(highest + percent / 100 * (table.pot + table.to_call)))

    def _legal_amount(self, chips: int) -> Action:
        self.table.verify_raise()
        if chips >= MAX_CHIPS or not self.table.can_raise_to(chips):
            raise HistoryError(
                f"{_in_bb(self.game, chips)} bb ({chips} chips) is not a legal amount for seat {self.table.actor}; "
                f"legal: {_legal(self.table)}"
            )
        return chips


def _all_in(table: Table) -> Action:
    seat = table.actor
    assert seat is not None
    stack = table.stacks[seat]
    if table.can_raise_to(table.bets[seat] + stack):
        return table.bets[seat] + stack
    if table.to_call == stack:
        return CALL
    raise HistoryError(f"seat {seat} cannot put all of its {stack} chips in; legal: {_legal(table)}")


def _legal(table: Table) -> str:
    """What the actor may do, as tokens: `f, c, r5 to r100`."""
    legal, game = table.legal_actions, table.game
    words = ["f"] if legal.can_fold else []
    words.append("c" if legal.call else "k")
    if legal.can_raise:
        letter = "r" if max(table.bets) else "b"
        least, most = (f"{letter}{_in_bb(game, to or 0)}" for to in (legal.min_raise_to, legal.max_raise_to))
        words.append(least if least == most else f"{least} to {most}")
    return ", ".join(words)


def _nearest(chips: Fraction) -> int:
    return int(chips + Fraction(1, 2))


# --- writing -----------------------------------------------------------------------------------------------


def _streets(game: Game, board: str) -> list[list[str]]:
    """The cards of each street as a word, or none."""
    cards = parse_cards(board)
    words, start = [], 0
    for count in game.board_cards:
        dealt = cards[start : start + count]
        words.append([card_names(dealt)] if dealt else [])
        start += count
    return words


def action_token(table: Table, action: Action) -> str:
    """Return the token of what the actor does next.

    >>> from riverboat.games import nolimit_holdem
    >>> action_token(Table(nolimit_holdem()), 250), action_token(Table(nolimit_holdem()), CALL)
    ('r2.5', 'c')
    """
    if action == FOLD:
        return "f"
    if action == CALL:
        return "c" if table.to_call else "k"
    letter = "r" if max(table.bets) else "b"
    return letter if table.game.betting == "limit" else letter + _in_bb(table.game, action)


def _in_bb(game: Game, chips: int) -> str:
    return _big_blinds(chips, game.big_blind)


@lru_cache(4096)  # the same few amounts are written over and over
def _big_blinds(chips: int, unit: int) -> str:
    """The shortest decimal number of big blinds that reads as exactly these chips."""
    value = Fraction(chips, unit)
    for digits in range(10):
        text = f"{round(value * 10**digits) / 10**digits:.{digits}f}"
        if Fraction(text) == value:
            return text
    for digits in range(1, 10):
        text = f"{round(value * 10**digits) / 10**digits:.{digits}f}"
        if abs(Fraction(text) * unit - chips) <= _NEAR:
            return text
    return str(float(value))
