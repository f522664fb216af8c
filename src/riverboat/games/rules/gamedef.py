"""Gamedef files of the Annual Computer Poker Competition, read and written.

The seats are ours: heads-up the first number of `blind` is the big blind's. `firstPlayer` counts from 1 in the file
and from 0 in a `Game`. A gamedef cannot say everything a `Game` can, and `write_gamedef` refuses the rest:

- no antes; the equal antes of a limit game without blinds are written as equal blinds, which play the same;
- the deck is always the highest ranks in the highest suits: three ranks in two suits are Q K A of hearts and spades.
  Where only the order of cards counts, as in Kuhn and Leduc, another deck of the same size is written as that one, and
  states of such a game are told in the dealer's cards: see `competition_deck`;
- hands are ranked by number of cards: one as in Kuhn, two as in Leduc, five to seven as in hold'em;
- the smallest no-limit bet is the largest blind.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from riverboat.base.arguments import did_you_mean
from riverboat.base.sources import read_source
from riverboat.cards.card import RANKS, SUITS, Deck
from riverboat.errors import GameError
from riverboat.games.rules.game import MAX_CHIPS, MAX_PLAYERS, MAX_ROUNDS, Game

_NO_CAP: Final = 255
_RANKING_OF_SIZE: Final = {1: "one-card", 2: "two-card", 5: "holdem", 6: "holdem", 7: "holdem"}
_EXAMPLES: Final = {
    "numPlayers": "2",
    "numRounds": "4",
    "stack": "20000 20000",
    "blind": "100 50",
    "raiseSize": "10 10 20 20",
    "firstPlayer": "2 1 1 1",
    "maxRaises": "3 4 4 4",
    "numSuits": "4",
    "numRanks": "13",
    "numHoleCards": "2",
    "numBoardCards": "0 3 1 1",
}
_ORDER_ONLY: Final = ("one-card", "two-card")  # rankings that neither straights nor flushes tie to a deck
_FIELDS: Final = {name.lower(): name for name in _EXAMPLES}
_LINE: Final = re.compile(r"([A-Za-z]+)\s*=?\s*(.*)")


def read_gamedef(source: str | os.PathLike[str], *, name: str | None = None) -> Game:
    """Return the game of a gamedef: a path, or the text itself when it has a line break.

    Keys may be in any case and `=` may be left out. What is missing has the dealer's defaults: limit, the first
    player 1, 255 raises, and stacks as large as possible, where a `Game` allows less than the dealer: stacks over
    (2**30 - 1) / players are cut to that. name: what the game is called, by default the name of the file.

    >>> text = '''GAMEDEF
    ... nolimit
    ... numPlayers = 2
    ... numRounds = 4
    ... stack = 20000 20000
    ... blind = 100 50
    ... firstPlayer = 2 1 1 1
    ... numSuits = 4
    ... numRanks = 13
    ... numHoleCards = 2
    ... numBoardCards = 0 3 1 1
    ... END GAMEDEF'''
    >>> game = read_gamedef(text)
    >>> game.blinds, game.first_to_act, game.min_bet
    ((100, 50), (1, 0, 0, 0), 100)
    """
    is_text = isinstance(source, str) and ("\n" in source or not source.strip())
    fields = _Fields.parse(read_source(source, is_text, GameError))
    if name is None:
        name = "gamedef" if is_text else Path(source).stem
    return _game_of(fields, name)


def write_gamedef(game: Game) -> str:
    """Return the gamedef of a game; an error says what a gamedef cannot express.

    >>> from riverboat.games.rules.presets import limit_holdem
    >>> print(write_gamedef(limit_holdem()).splitlines()[5])
    blind = 10 5
    """
    _check_writable(game)
    lines: dict[str, tuple[int, ...]] = {
        "numPlayers": (game.players,),
        "numRounds": (game.rounds,),
        "stack": game.stacks,
        "blind": _posted(game),
    }
    if game.betting == "limit":
        lines |= {"raiseSize": game.raise_sizes, "maxRaises": game.max_raises}
    lines |= {
        "firstPlayer": tuple(seat + 1 for seat in game.first_to_act),
        "numSuits": (len(game.deck.suits),),
        "numRanks": (len(game.deck.ranks),),
        "numHoleCards": (game.hole_cards,),
        "numBoardCards": game.board_cards,
    }
    body = [f"{key} = {' '.join(map(str, numbers))}" for key, numbers in lines.items()]
    betting = "limit" if game.betting == "limit" else "nolimit"
    return "\n".join(["GAMEDEF", betting, *body, "END GAMEDEF", ""])


def competition_deck(game: Game) -> Deck:
    """Return the deck that a dealer of the competition gives to a game: as many ranks and suits, the highest.

    >>> from riverboat.games.rules.presets import kuhn, leduc
    >>> competition_deck(kuhn(players=3)), competition_deck(leduc())
    (Deck(ranks='JQKA', suits='s'), Deck(ranks='QKA', suits='hs'))
    """
    return _highest(len(game.deck.ranks), len(game.deck.suits))


def blinds_for_antes(game: Game) -> bool:
    """Whether the antes of a game may be posted as blinds: all the same, in a limit game that has no blinds."""
    return game.betting == "limit" and len(set(game.antes)) == 1 and not any(game.blinds)


# --- reading -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Fields:
    """The numbers of a gamedef with the lines they stand on."""

    betting: str
    numbers: dict[str, tuple[int, ...]]
    lines: dict[str, int]
    last_line: int

    @staticmethod
    def parse(text: str) -> _Fields:
        betting = ""
        numbers: dict[str, tuple[int, ...]] = {}
        lines: dict[str, int] = {}
        number = 0
        for number, line in enumerate(text.splitlines(), start=1):
            content = line.partition("#")[0].strip()
            word = " ".join(content.lower().split())
            if word == "end gamedef":
                return _Fields(betting or "limit", numbers, lines, number)
            if word in ("", "gamedef"):
                continue
            if word in ("limit", "nolimit"):
                if betting:
                    raise GameError(f"line {number}: '{content}' after '{betting}'; give one of them, once")
                betting = word
                continue
            key, values = _parse_line(content, number)
            if key in numbers:
                raise GameError(f"line {number}: {key} is given twice, first on line {lines[key]}")
            numbers[key], lines[key] = values, number
        raise GameError(
            f"line {number + 1}: the gamedef has no line 'END GAMEDEF'; it must end with one, so it may be cut off"
        )

    def one(self, key: str, least: int, most: int) -> int:
        return self.many(key, 1, least, most)[0]

    def many(
        self, key: str, count: int, least: int, most: int | None = None, default: int | None = None
    ) -> tuple[int, ...]:
        if key not in self.numbers:
            if default is None:
                raise GameError(
                    f"line {self.last_line}: {key} is missing; give it before END GAMEDEF, such as {_example(key)}"
                )
            return (default,) * count
        values = self.numbers[key]
        if len(values) != count:
            self.reject(key, f"{len(values)} numbers where {count} belong")
        for value in values:
            if value < least or (most is not None and value > most):
                self.reject(key, f"{value} is not {f'{least} to {most}' if most else f'{least} or more'}")
        return values

    def reject(self, key: str, why: str) -> None:
        raise GameError(f"line {self.lines[key]}: {key}: {why}; valid is, for example, {_example(key)}")


def _parse_line(content: str, number: int) -> tuple[str, tuple[int, ...]]:
    match = _LINE.fullmatch(content)
    key = _FIELDS.get(match[1].lower()) if match else None
    if match is None or key is None:
        word = match[1] if match else content
        raise GameError(
            f"line {number}: '{word}' is not a field of a gamedef, such as {_example('blind')}; "
            f"fields are {', '.join(_EXAMPLES)}{did_you_mean(word, _EXAMPLES)}"
        )
    for value in match[2].split():
        if not re.fullmatch("[0-9]{1,10}", value):
            raise GameError(
                f"line {number}: {key}: '{value}' is not a whole number from 0 up; "
                f"valid is, for example, {_example(key)}"
            )
    return key, tuple(int(value) for value in match[2].split())


def _example(key: str) -> str:
    return f"'{key} = {_EXAMPLES[key]}'"


def _game_of(fields: _Fields, name: str) -> Game:
    players = fields.one("numPlayers", 2, MAX_PLAYERS)
    rounds = fields.one("numRounds", 1, MAX_ROUNDS)
    largest = (MAX_CHIPS - 1) // players
    limit = fields.betting == "limit"
    stacks = fields.many("stack", players, 1, default=largest)
    blinds = fields.many("blind", players, 0, MAX_CHIPS - 1)
    first = fields.many("firstPlayer", rounds, 1, players, default=1)
    caps = fields.many("maxRaises", rounds, 0, _NO_CAP, default=_NO_CAP)
    if not limit and "raiseSize" in fields.numbers:
        fields.reject("raiseSize", "a no-limit game has none")
    if not limit and set(caps) != {_NO_CAP}:
        fields.reject("maxRaises", "no-limit games with a cap on raises are not supported")
    ranks = fields.one("numRanks", 1, len(RANKS))
    suits = fields.one("numSuits", 1, len(SUITS))
    hole_cards = fields.one("numHoleCards", 1, 3)
    board_cards = fields.many("numBoardCards", rounds, 0)
    size = hole_cards + sum(board_cards)
    if size not in _RANKING_OF_SIZE:
        fields.reject("numBoardCards", f"hands of {size} cards are not supported, only of 1, 2, 5, 6 or 7")
    return Game(
        name=name,
        players=players,
        stacks=tuple(min(stack, largest) for stack in stacks),
        blinds=blinds,
        antes=(0,) * players,
        betting="limit" if limit else "no-limit",
        first_to_act=tuple(seat - 1 for seat in first),
        raise_sizes=fields.many("raiseSize", rounds, 1, MAX_CHIPS - 1) if limit else (),
        max_raises=caps if limit else (),
        min_bet=0 if limit else max(1, *blinds),
        deck=_highest(ranks, suits),
        hole_cards=hole_cards,
        board_cards=board_cards,
        ranking=_RANKING_OF_SIZE[size],
    )


# --- writing -----------------------------------------------------------------------------------------------


def _check_writable(game: Game) -> None:
    size = game.hole_cards + sum(game.board_cards)
    highest = competition_deck(game)
    if any(game.antes) and not blinds_for_antes(game):
        _refuse(
            game,
            f"has no antes, and this game has {game.antes}; equal ones of a limit game without blinds would do",
        )
    if game.deck != highest and game.ranking not in _ORDER_ONLY:
        _refuse(
            game, f"takes the highest ranks and suits, {highest.ranks} in {highest.suits}, not {game.deck}"
        )
    if game.ranking != _RANKING_OF_SIZE.get(size):
        _refuse(game, f"cannot say that hands of {size} cards are ranked as '{game.ranking}'")
    if game.hole_cards > 3:
        _refuse(game, f"has at most 3 hole cards, not {game.hole_cards}")
    if game.betting == "no-limit" and game.min_bet != max(game.blinds):
        _refuse(game, f"takes the largest blind, {max(game.blinds)}, as the smallest bet, not {game.min_bet}")
    if game.betting == "limit" and max(game.max_raises) > _NO_CAP:
        _refuse(game, f"has at most {_NO_CAP} raises per round, not {max(game.max_raises)}")


def _posted(game: Game) -> tuple[int, ...]:
    return game.antes if any(game.antes) else game.blinds


def _highest(ranks: int, suits: int) -> Deck:
    return Deck(RANKS[-ranks:], SUITS[-suits:])


def _refuse(game: Game, why: str) -> None:
    raise GameError(f"'{game.name}' cannot be written: a gamedef {why}")
