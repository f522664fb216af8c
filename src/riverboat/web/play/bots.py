"""Who may be played against: Riverboat's bots, and files of one's own where the server was told to run them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from riverboat.bots import BOTS, BlueprintBot, SearchBot
from riverboat.bots.registry import bot_kind, bot_parameters, make_bot
from riverboat.bots.trained.exploit_bot import ExploitBot
from riverboat.errors import BotError
from riverboat.web.catalogue import Catalogue, below, inside

_SPEC: Final = re.compile(r"(?P<name>[^():]+)(?::(?P<source>[^()]+))?(?:\((?P<given>[^()]*)\))?")
_GIVEN: Final = re.compile(r"\s*(?:\w+\s*=\s*)?[\w.+-]+(?:/[\d.]+)*\s*")
_MOST: Final = 100_000.0
"""In brackets; more samples or iterations than that nobody waits for."""
_MOST_SECONDS: Final = 30.0
_FILES: Final = ("tables", "strategy", "file")  # parameters that name files
_DEPTH: Final = 2
OWN_BOTS_OFF: Final = (
    "this server runs no bots of your own; start it with --own-bots, which runs the code of Python files "
    "in its folder"
)


class GuestList:
    """Which bots a server offers. own: whether code of Python files in its folder is run."""

    def __init__(self, catalogue: Catalogue, *, own: bool) -> None:
        self.catalogue, self.own = catalogue, own

    def bot(self, text: str) -> str:
        """Return what `make_bot` takes for what a request names; what is not offered is a `BotError`.

        Strategies are those of the server by their ids, files are under its folder: nothing else is read.
        """
        found = _SPEC.fullmatch(text.strip())
        if found is None:
            raise BotError(
                f"{text[:100]!r} is not a bot; valid are, for example, 'shark' and 'shark(0.2,0.7)'"
            )
        name, source, given = found["name"].strip(), found["source"], found["given"] or ""
        kind = bot_kind(text)
        _check_given(text, given, [] if kind is None else list(bot_parameters(kind))[source is not None :])
        brackets = f"({given})" if given else ""
        if name.endswith(".py"):
            if not self.own:
                raise BotError(OWN_BOTS_OFF)
            file = inside(self.catalogue.settings.folder, name)
            return f"{file}{f':{source}' if source else ''}{brackets}"
        spec = text.strip()
        if source is not None:
            path = self.catalogue.paths(source.strip())  # raises where there is none
            told = source.strip() if source.strip() in self.catalogue.shipped else str(path[0])
            spec = f"{name}:{told}{brackets}"
            if kind is not None and not issubclass(kind, BlueprintBot | ExploitBot):
                raise BotError(f"{name!r} plays no strategy; leave ':{source[:50]}' out")
        if kind is not None and issubclass(kind, BlueprintBot | ExploitBot):
            made = make_bot(spec)
            if isinstance(made, SearchBot) and made.seconds > _MOST_SECONDS:
                raise BotError(
                    f"seconds is {made.seconds:g}; nobody waits longer than {_MOST_SECONDS:g} here"
                )
        return spec

    def listed(self) -> dict[str, Any]:
        """Return what can be played against."""
        return {
            "bots": [
                {"name": name, "does": (inspect.getdoc(kind) or "").splitlines()[0], "learns": kind.learns}
                for name, kind in BOTS.items()
                if kind.plays is None and (not kind.hosts_others or self.own)  # tables here are no-limit
            ],
            "own_bots": self.own,
            "files": sorted(self._files()) if self.own else [],
        }

    def _files(self) -> Iterator[str]:
        """Names of Python files under the folder that have a bot in them, by class."""
        folder = self.catalogue.settings.folder.resolve()
        for path in below(folder, _DEPTH):
            if path.suffix != ".py":
                continue
            with suppress(OSError):  # gone meanwhile, or not for us to read
                text = path.read_text(errors="replace") if path.stat().st_size < 1_000_000 else ""
                classes = re.findall(r"^class (\w+)\(\w*Bot\w*\)", text, re.MULTILINE)
                yield from (f"{path.relative_to(folder).as_posix()}:{name}" for name in classes)


def _check_given(text: str, given: str, names: list[str]) -> None:
    """Raise unless parameters are words and numbers that a table can bear; names: of those that come without one."""
    for place, part in enumerate(filter(None, (part.strip() for part in given.split(",")))):
        name, equals, value = part.rpartition("=")
        if not equals and place < len(names):
            name = names[place]
        if not _GIVEN.fullmatch(part) or name.strip() in _FILES:
            raise BotError(f"{part[:50]!r} in {text[:100]!r} is no number or word that a bot takes here")
        if any(map(_is_huge, value.split("/"))):
            raise BotError(
                f"{part[:50]!r} in {text[:100]!r} is more than {_MOST:,.0f}, which nobody waits for"
            )


def _is_huge(text: str) -> bool:
    try:
        return not abs(float(text)) <= _MOST  # nor is it no number at all
    except ValueError:
        return False  # a word
