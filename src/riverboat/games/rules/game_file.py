"""Games in TOML: a preset with changes, or every rule spelled out, in some ten lines."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

from riverboat.base.checks import check_keys, instance, integer
from riverboat.base.configs import config_names, find_config
from riverboat.base.toml_text import toml_table, toml_text
from riverboat.cards.card import Deck
from riverboat.errors import CardError, GameError
from riverboat.games.rules.game import MAX_PLAYERS, Game
from riverboat.games.rules.presets import PRESETS, acting_order, preset, preset_options

_FIELDS: Final = tuple(field.name for field in fields(Game))
_DEFAULTS: Final = {field.name: field.default for field in fields(Game) if field.default is not MISSING}
_TEXTS: Final = ("name", "betting", "ranking")
_PER_SEAT: Final = ("stacks", "blinds", "antes")
_PER_ROUND: Final = ("first_to_act", "raise_sizes", "max_raises")
_REQUIRED: Final = {"name": '"my game"', "players": "2", "stacks": "200", "betting": '"limit"'}


def shipped_games() -> tuple[str, ...]:
    """Return the names of the games in TOML that come with the package; `presets` are functions.

    >>> "kuhn-4" in shipped_games()
    True
    """
    return config_names("games")


def read_game(source: str | os.PathLike[str]) -> Game:
    """Return a game: one that ships or a preset by its name, a TOML file by its path, or TOML text itself.

    The keys are the fields of `Game`, or `base` with the name of a preset and then its options and fields that
    differ. One number may stand for all seats (`antes = 1`) or all rounds (`raise_sizes = 2`). Without
    `first_to_act` the seat after the largest blind acts first in the first round and seat 0 in the others; blinds
    and antes that are not given are 0.

    >>> read_game('base = "nolimit-holdem"\\nplayers = 6\\nstack_bb = 40').stacks[0]
    4000
    >>> read_game('base = "leduc"\\nmax_raises = 3\\nstacks = 19').max_raises
    (3, 3)
    """
    if isinstance(source, str) and source in PRESETS:
        return preset(source)
    found = find_config("games", source, GameError)
    return game_from_table(toml_table(found.text, "the game", GameError, example='base = "leduc"'))


def write_game(game: Game) -> str:
    """Return a game as TOML, every rule spelled out; `read_game` gives the same game back.

    >>> from riverboat.games.rules.presets import kuhn
    >>> print(write_game(kuhn()).splitlines()[-4])
    deck = { ranks = "JQK", suits = "s" }
    """
    return toml_text(game_table(game))


def game_table(game: Game) -> dict[str, Any]:
    """Return every rule of a game that means something in it; `game_from_table` gives the same game back."""
    unused = {"raise_sizes", "max_raises"} if game.betting == "no-limit" else {"min_bet"}
    table = {key: getattr(game, key) for key in _FIELDS if key not in unused}
    return {**table, "deck": {"ranks": game.deck.ranks, "suits": game.deck.suits}}


def game_from_table(table: Mapping[str, object]) -> Game:
    """Return the game of a table that was read from TOML, such as one section of a larger file.

    >>> game_from_table({"base": "kuhn", "players": 3}).deck.ranks
    'TJQK'
    """
    given = dict(instance("a game", table, Mapping, GameError, example='{"base": "leduc"}'))
    for key in {"base", *_TEXTS} & given.keys():
        _text(key, given[key])
    try:
        rules = _rules_of_base(given) if "base" in given else _rules_without_base(given)
        return Game(**_complete({**rules, **given}))  # type: ignore[arg-type]  # _complete has checked them
    except CardError as error:
        raise GameError(str(error)) from error


def _rules_of_base(given: dict[str, object]) -> dict[str, object]:
    """Return the rules of the preset, and take `base` and the preset's options out of `given`."""
    base = str(given.pop("base"))
    options = preset_options(base)
    check_keys("a game", given, ("base", *dict.fromkeys((*options, *_FIELDS))), GameError)
    based_on = preset(base, **{key: given.pop(key) for key in options if key in given})
    return {key: getattr(based_on, key) for key in _FIELDS if key != "first_to_act"}


def _rules_without_base(given: Mapping[str, object]) -> dict[str, object]:
    check_keys("a game", given, ("base", *_FIELDS), GameError)
    for key, example in _REQUIRED.items():
        if key not in given:
            raise GameError(
                f"the game has no '{key}'; add a line such as {key} = {example}, or start from a base"
            )
    return {"blinds": 0, "antes": 0, **_DEFAULTS}


def _complete(rules: dict[str, object]) -> dict[str, object]:
    """Return the arguments of `Game`: values checked for their type, one number spread over seats or rounds."""
    done: dict[str, object] = {key: _text(key, rules[key]) for key in _TEXTS}
    done |= {key: _number(key, rules[key]) for key in ("players", "hole_cards", "min_bet")}
    done["deck"] = _deck(rules["deck"])
    done["board_cards"] = board_cards = _numbers("board_cards", rules["board_cards"], 1)
    # One seat too many is enough for `Game` to refuse the number of players.
    seats = min(_number("players", rules["players"]), MAX_PLAYERS + 1)
    for keys, count in ((_PER_SEAT, seats), (_PER_ROUND, len(board_cards))):
        done |= {key: _numbers(key, rules[key], count) for key in keys if key in rules}
    if "first_to_act" not in done:
        done["first_to_act"] = acting_order(
            _numbers("blinds", rules["blinds"], seats) or (0,), len(board_cards)
        )
    return done


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise GameError(f"{key} is {value!r}; it must be text in quotes")
    return value


def _number(key: str, value: object) -> int:
    found = integer(value)
    if found is None:
        raise GameError(f"{key} is {value!r}; it must be a whole number")
    return found


_MOST_COUNTED: Final = 100  # players or rounds; `Game` says how many there may be


def _numbers(key: str, value: object, count: int) -> tuple[int, ...]:
    if isinstance(value, list | tuple):
        return tuple(_number(key, number) for number in value)
    return (_number(key, value),) * max(0, min(count, _MOST_COUNTED))


def _deck(value: object) -> Deck:
    if isinstance(value, Deck):
        return value
    if not isinstance(value, dict):
        raise GameError(f'deck is {value!r}; it must be a table such as {{ ranks = "JQK", suits = "hs" }}')
    check_keys("a deck", value, ("ranks", "suits"), GameError)
    return Deck(**{key: _text(f"deck.{key}", text) for key, text in value.items()})
