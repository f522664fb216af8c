"""Which nodes of a betting tree share a row of the strategy table.

Sharing a row pools strategies; it never touches payoffs, which belong to nodes. Nodes that share one have the same
street, the same player to act and the same choices, size for size of the menu.

| key | nodes that share a row agree in |
|---|---|
| `own` | everything: each node has a row of its own |
| `pot-stack` | players left, players still to act, raises on this street, class of the pot and of the stack |
| `last-action` | the last action of each player |
| `round-actions` | all actions of this street, in order |
| `last-per-round` | the last action of each player on each street |

Classes of the pot (in big blinds) and of the stack (in pots) go by doubling: 50 and 55 are one, 50 and 200 are not.
The last three keep actions as letters: `p` fold, `c` call, `C` call of a raise over one's own raise on this street, `r`
bet or raise, `R` raise over a raise. A check is a `p` or a `c`; that is the option `check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from riverboat.base.arguments import did_you_mean
from riverboat.errors import MenuError

RowName = Literal["own", "pot-stack", "last-action", "round-actions", "last-per-round"]
ROW_KEYS: Final[tuple[RowName, ...]] = ("own", "pot-stack", "last-action", "round-actions", "last-per-round")
"""In the order of the native enum."""

_CHECKS: Final = ("fold", "call")


@dataclass(frozen=True)
class Rows:
    """A row key and, for those that keep letters, what a check counts as.

    >>> Rows.parse("pot-stack"), Rows.parse({"key": "last-action", "check": "call"})
    (Rows(key='pot-stack', check='fold'), Rows(key='last-action', check='call'))
    """

    key: RowName = "own"
    check: Literal["fold", "call"] = "fold"

    def __post_init__(self) -> None:
        if self.key not in ROW_KEYS:
            near = did_you_mean(self.key, ROW_KEYS)
            raise MenuError(f"{self.key!r} is not a row key; there are {', '.join(ROW_KEYS)}{near}")
        if self.check not in _CHECKS:
            raise MenuError(f"check is {self.check!r}; a check counts as a 'fold' or as a 'call'")
        if self.check == "call" and not self.has_letters:
            raise MenuError(f"the row key {self.key!r} keeps no letters; leave check out")

    @property
    def has_letters(self) -> bool:
        """Whether the key is made of letters for actions."""
        return ROW_KEYS.index(self.key) >= ROW_KEYS.index("last-action")

    @classmethod
    def parse(cls, value: object) -> Rows:
        """Read a name, or a table with `key` and `check`."""
        if isinstance(value, Rows):
            return value
        if isinstance(value, str):
            return cls(cast(RowName, value))
        if not isinstance(value, Mapping) or not {"key"} <= value.keys() <= {"key", "check"}:
            raise MenuError(
                f'rows is {value!r}; it must be a name such as "own", or {{ key = "last-action", check = "call" }}'
            )
        return cls(**value)

    def to_table(self) -> object:
        """Return the value that `parse` reads."""
        return self.key if self.check == "fold" else {"key": self.key, "check": self.check}
