"""Safe subgames: solved so that no opponent gains by it, whatever hands he comes with."""

from riverboat.search.safe.alternatives import Alternatives, alternatives
from riverboat.search.safe.assembly import Assembled, first_off_menu, street_start
from riverboat.search.safe.kinds import SAFE_KINDS, SafeKind, safe_gate
from riverboat.search.safe.nested import solve_nested
from riverboat.search.safe.solving import opened, solve_safely
from riverboat.search.safe.trunk import Trunk

__all__ = [
    "SAFE_KINDS",
    "Alternatives",
    "Assembled",
    "SafeKind",
    "Trunk",
    "alternatives",
    "first_off_menu",
    "opened",
    "safe_gate",
    "solve_nested",
    "solve_safely",
    "street_start",
]
