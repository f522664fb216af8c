"""Bots by name: `shark`, `shark(0.2,0.7)`, `blueprint:sixmax(argmax)`, `my_bots.py:Lucky(seed=3)`."""

from __future__ import annotations

import copy
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Final, TypeAlias

from riverboat.base.arguments import did_you_mean
from riverboat.bots.bot import Bot
from riverboat.bots.classic.limit_bot import Sparbot
from riverboat.bots.classic.two_phase_bots import GS1, GS2
from riverboat.bots.classic.vexbot import Vexbot
from riverboat.bots.classic.whole_games import GS3, GS4, GS3Small, LimitBlueprint, Tartanian
from riverboat.bots.equity import Equity, Equity2030, Equity5050
from riverboat.bots.killbot import KillBot
from riverboat.bots.killer import Killer
from riverboat.bots.mike import Mike
from riverboat.bots.rlcard_bot import RlcardBot
from riverboat.bots.shover import Shover
from riverboat.bots.simple import AllIn, Fish, Fold, Random
from riverboat.bots.thresholds import AngryFish, Honest, Matt, Shark
from riverboat.bots.trained.blueprint_bot import BlueprintBot
from riverboat.bots.trained.cfr import CfrFeatures, CfrStrength
from riverboat.bots.trained.exploit_bot import ExploitBot
from riverboat.bots.trained.search_bot import SearchBot
from riverboat.errors import BotError

BotLike: TypeAlias = "str | Bot | Callable[[], Bot]"
"""A bot by its name, a bot (each series plays a copy), or what makes one."""

BOTS: Final[dict[str, type[Bot]]] = {
    "fish": Fish,
    "fold": Fold,
    "all-in": AllIn,
    "random": Random,
    "angry-fish": AngryFish,
    "honest": Honest,
    "shark": Shark,
    "matt": Matt,
    "mike": Mike,
    "killbot": KillBot,
    "killer": Killer,
    "shover": Shover,
    "equity": Equity,
    "equity-50-70": Equity,
    "equity-50-50": Equity5050,
    "equity-20-30": Equity2030,
    "rlcard": RlcardBot,
    "blueprint": BlueprintBot,
    "search": SearchBot,
    "exploit": ExploitBot,
    "cfr-strength": CfrStrength,
    "cfr-features": CfrFeatures,
    "sparbot": Sparbot,
    "vexbot": Vexbot,
    "gs1": GS1,
    "gs2": GS2,
    "gs3": GS3,
    "gs3-small": GS3Small,
    "gs4": GS4,
    "limit-blueprint": LimitBlueprint,
    "tartanian": Tartanian,
}
"""The bots by name. They play as they are, but for those that `riverboat bots build` builds first."""

_SPEC: Final = re.compile(r"(?P<name>[^():]+)(?::(?P<source>[^()]+))?(?:\((?P<given>.*)\))?")


def make_bot(bot: BotLike) -> Bot:
    """Return a fresh bot.

    Text is a name of `BOTS`, or a file and a class in it, with parameters in brackets: numbers, words, or several
    numbers with / between them. A blueprint, and who searches, names its strategy behind a colon.

    >>> make_bot("shark(0.2, 0.7, sizing=0.5)")
    Shark(samples=100, sizing=0.5, scaling='opponents', fold_up_to=0.2, raise_above=0.7)
    >>> make_bot("sharp")
    Traceback (most recent call last):
    ...
    riverboat.errors.BotError: there is no bot 'sharp'; did you mean 'shark'? `riverboat bots list` lists them
    """
    if isinstance(bot, str):
        return _from_text(bot)
    if isinstance(bot, type) and issubclass(bot, Bot):
        return _made(bot, bot.__name__)
    made = copy.deepcopy(bot) if isinstance(bot, Bot) else bot() if callable(bot) else bot
    if not isinstance(made, Bot):
        raise BotError(
            f"{made!r} is not a bot; give a name such as 'shark', a Bot, or a function that makes one"
        )
    return made


def bot_name(bot: BotLike) -> str:
    """Return what a bot is called in reports: its text, or the name of its class.

    >>> bot_name("shark( 0.2,0.7)"), bot_name(Shark())
    ('shark(0.2,0.7)', 'Shark')
    """
    if isinstance(bot, str):
        return bot.replace(" ", "")
    return type(bot).__name__ if isinstance(bot, Bot) else getattr(bot, "__name__", repr(bot))


def bot_kind(bot: BotLike) -> type[Bot] | None:
    """Return the class of a bot without making it; None for what only making it, or opening its file, would tell.

    >>> bot_kind("shark(0.2,0.7)"), bot_kind("my_bots.py:Lucky")
    (<class 'riverboat.bots.thresholds.Shark'>, None)
    """
    if isinstance(bot, str):
        match = _SPEC.fullmatch(bot.strip())
        return None if match is None else BOTS.get(_key(match["name"]))
    if isinstance(bot, type):
        return bot if issubclass(bot, Bot) else None
    return type(bot) if isinstance(bot, Bot) else None


def bot_parameters(kind: type[Bot]) -> dict[str, str]:
    """Return the parameters of a class of bots with their defaults as text.

    >>> bot_parameters(Honest)["fold_up_to"], bot_parameters(BlueprintBot)["tables"]
    ('0.375', '')
    """
    return {
        name: "" if parameter.default is parameter.empty else _text(parameter.default)
        for name, parameter in inspect.signature(kind).parameters.items()
    }


# --- parts -------------------------------------------------------------------------------------------------


def _from_text(text: str) -> Bot:
    match = _SPEC.fullmatch(text.strip())
    if match is None:
        raise BotError(f"{text!r} is not a bot; valid are, for example, 'shark' and 'shark(0.2,0.7)'")
    name, source = match["name"].strip(), match["source"]
    given, named = _arguments(match["given"] or "")
    if name.endswith(".py"):
        kind = _class_in_file(Path(name), source)
    else:
        key = _key(name)
        if key not in BOTS:
            near = did_you_mean(key, BOTS)
            raise BotError(f"there is no bot '{name}'{near or ';'} `riverboat bots list` lists them")
        kind = BOTS[key]
        given = given if source is None else [source.strip(), *given]
    return _made(kind, text, *given, **named)


def _key(name: str) -> str:
    """How a name is written in `BOTS`."""
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def _made(kind: type[Bot], text: str, /, *given: object, **named: object) -> Bot:
    """Make a bot of a class; text: what it is called in errors."""
    if inspect.isabstract(kind):
        raise BotError(f"{text!r} cannot be made: it has no act(self, view), which says what it does")
    try:
        return kind(*given, **named)
    except TypeError as error:
        problem = error
        try:
            inspect.signature(kind).bind(*given, **named)
        except TypeError as unbound:  # says the same without naming __init__
            problem = unbound
        parameters = bot_parameters(kind)
        takes = ", ".join(f"{name}={value}" if value else name for name, value in parameters.items())
        its = f"its parameters are ({takes})" if parameters else "it has no parameters"
        raise BotError(f"{text!r} cannot be made: {problem}; {its}") from problem


def _arguments(text: str) -> tuple[list[object], dict[str, object]]:
    given: list[object] = []
    named: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if equals:
            named[name.strip()] = _value(value.strip())
        else:
            given.append(_value(part))
    return given, named


def _value(text: str) -> object:
    numbers = tuple(_number(part) for part in text.split("/"))
    if None not in numbers:
        return numbers if len(numbers) > 1 else numbers[0]
    return {"true": True, "false": False}.get(text.lower(), text)


def _number(text: str) -> float | None:
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return None


def _text(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _class_in_file(path: Path, name: str | None) -> type[Bot]:
    module = _module(path.resolve())
    found = {
        key: kind
        for key, kind in vars(module).items()
        if inspect.isclass(kind) and issubclass(kind, Bot) and kind.__module__ == module.__name__
    }
    if name in found:
        return found[name]
    if name is None and len(found) == 1:
        return next(iter(found.values()))
    if name is not None and inspect.isclass(getattr(module, name, None)):
        raise BotError(
            f"{name} in '{path}' is not a bot; write `class {name}(Bot)`, with Bot of riverboat.bots"
        )
    there = f"it has {', '.join(found)}" if found else "a bot is a class derived from riverboat.bots.Bot"
    raise BotError(f"'{path}' has no bot {name or 'of its own, or several'}; {there}: give {path}:NAME")


def _module(path: Path) -> ModuleType:
    """Import a file once; worker processes import it again by its path."""
    name = f"riverboat_bot_{path.stem}_{abs(hash(str(path))):x}"
    if name in sys.modules:
        return sys.modules[name]
    if not path.is_file():
        raise BotError(f"there is no file '{path}'; a bot of your own is named such as my_bots.py:Lucky")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if str(path.parent) not in sys.path:  # for what lies beside it; last, so that it takes no other's name
        sys.path.append(str(path.parent))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[name]
        raise BotError(f"'{path}' does not import: {type(problem).__name__}: {problem}") from problem
    return module
