"""Who is rated: a bot by its name, and by what it plays."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from riverboat.base.file_access import accessing
from riverboat.bots import BlueprintBot, bot_name, make_bot
from riverboat.errors import MatchError
from riverboat.strategy.opening import strategy_files


@dataclass(frozen=True, order=True)
class Entry:
    """A bot as it was when it played. digest: of the files that it plays by, "" if there are none.

    A strategy that was trained anew under its old name is another entry.
    """

    name: str
    digest: str = ""


def entry_of(bot: object) -> Entry:
    """Return the entry of a bot as it is now; it is made once, so that what is wrong with it shows.

    >>> entry_of("shark( 0.1, 0.7)")
    Entry(name='shark(0.1,0.7)', digest='')
    >>> len(entry_of("blueprint:headsup").digest)
    16
    """
    if not isinstance(bot, str):
        raise MatchError(f"{bot!r} cannot be rated: ratings know bots by their names, such as 'shark'")
    made = make_bot(bot)
    files = strategy_files(made.strategy) if isinstance(made, BlueprintBot) else _own_file(bot)
    if not files:
        return Entry(bot_name(bot))
    digest = hashlib.blake2b(digest_size=8)
    for path in files:
        with accessing(path), path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return Entry(bot_name(bot), digest.hexdigest())


def _own_file(bot: str) -> tuple[Path, ...]:
    """The file of a bot of your own, such as `my_bots.py:Lucky`."""
    path = Path(bot.partition("(")[0].partition(":")[0])
    return (path,) if path.suffix == ".py" else ()
