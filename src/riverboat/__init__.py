"""Riverboat: near-equilibrium strategies for Texas Hold'em.

>>> import riverboat as rb
>>> rb.describe("AsKsQsJsTs2c3d")
'royal flush'
>>> rb.Range("TT+,AQs+").combos
38.0
>>> round(rb.equity("AsKs", "QhQd").equities[0], 4)
0.4621
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Rooms and the names that are theirs, loaded when first asked for: `import riverboat` takes a few milliseconds.
# `__init__.pyi` tells type checkers the same; a test compares the two.
_ROOMS = (
    "abstraction",
    "arena",
    "bots",
    "cards",
    "errors",
    "evaluation",
    "games",
    "solvers",
    "strategy",
    "training",
)
_NAMES = {
    "_core": ("cpu_path",),
    "arena": ("play_match",),
    "cards": (
        "EquityResult",
        "HandIndexer",
        "Range",
        "best_cards",
        "category",
        "describe",
        "ehs",
        "ehs_squared",
        "equity",
        "evaluate",
        "evaluate_batch",
        "ranking",
        "standard_rank",
        "strength_histogram",
        "win_tie_lose",
    ),
    "errors": ("RiverboatError",),
    "evaluation": ("exploitability", "head_to_head"),
    "solvers": ("AllHands", "Decision", "Solution", "Strategy", "solve", "solve_spot"),
    "strategy": ("Blueprint", "open"),
}
_ROOM_OF = {name: room for room, names in _NAMES.items() for name in names}

__all__ = ["__version__", *_ROOMS, *_ROOM_OF]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"riverboat.{name}")
    if name in _ROOM_OF:
        room = import_module(f"riverboat.{_ROOM_OF[name]}")
        found = getattr(room, "open_strategy" if name == "open" else name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'riverboat' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
