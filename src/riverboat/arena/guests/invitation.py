"""Who is a guest, and what its process is sent so that it can make the bot."""

from __future__ import annotations

import importlib.util
import os
import pickle
import sys
from dataclasses import dataclass
from types import ModuleType

from riverboat.bots import Bot, BotLike, bot_name, make_bot
from riverboat.errors import BotError


@dataclass(frozen=True)
class Invitation:
    """A bot of somebody else that was given as an object: pickled, with the name it has in reports.

    It is what makes the bot, so that it stands for it everywhere.
    """

    name: str
    pickled: bytes

    def __call__(self) -> Bot:
        """Make the bot, in this process."""
        return make_bot(pickle.loads(self.pickled))

    @property
    def __name__(self) -> str:
        """What `bot_name` calls it."""
        return self.name


def is_own(bot: BotLike) -> bool:
    """Return whether a bot is one of Riverboat's, which plays in the process of the match.

    >>> is_own("shark"), is_own("my_bots.py:Lucky")
    (True, False)
    """
    if isinstance(bot, str):
        return not bot.partition("(")[0].partition(":")[0].strip().endswith(".py")
    kind = type(bot) if isinstance(bot, (Bot, Invitation)) else bot
    if kind is Invitation or getattr(kind, "hosts_others", False):
        return False
    return str(getattr(kind, "__module__", "")).split(".")[0] == "riverboat"


def invite(bot: BotLike) -> BotLike:
    """Return a bot in a form that every process can make it from; Riverboat's own, and text, stay as they are."""
    if isinstance(bot, (str, Invitation)) or is_own(bot):
        return bot
    import cloudpickle  # type: ignore[import-untyped]  # takes a moment, and is for these alone

    module = sys.modules.get(str(getattr(bot, "__module__", "")))
    by_value = module is not None and module.__name__ != "__main__" and not _can_be_imported(module)
    try:
        if by_value:
            cloudpickle.register_pickle_by_value(module)
        return Invitation(bot_name(bot), cloudpickle.dumps(bot))
    except Exception as problem:
        raise BotError(
            f"{bot_name(bot)} cannot be sent to a process of its own ({type(problem).__name__}: {problem}); give its "
            "file and class, such as 'my_bots.py:Lucky', or play it in this process: trust=True"
        ) from None
    finally:
        if by_value:
            cloudpickle.unregister_pickle_by_value(module)


def to_make(bot: BotLike) -> bytes:
    """Return what a guest's process is sent: where to look for modules, the folder, and the bot."""
    return pickle.dumps((sys.path, os.getcwd(), bot.pickled if isinstance(bot, Invitation) else bot))


def _can_be_imported(module: ModuleType) -> bool:
    """Return whether another process finds a module by its name, and finds the same."""
    try:
        found = importlib.util.find_spec(module.__name__)
    except (ImportError, ValueError):
        return False
    return found is not None and found.origin == getattr(module, "__file__", None)
