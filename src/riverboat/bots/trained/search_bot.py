"""A bot that thinks at the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from riverboat.bots.trained.blueprint_bot import BlueprintBot
from riverboat.bots.view import HandStart
from riverboat.search import Budget, Search, SearchStrategy
from riverboat.search.opening import methods_of
from riverboat.search.search import Several
from riverboat.strategy import open_strategy


@dataclass
class SearchBot(BlueprintBot):
    """Plays a blueprint, and solves turns and rivers of two players as they come; if asked, flops and more players too.

    strategy: the blueprint, by name or file. seconds: for a decision. iterations: instead of seconds, so that matches
    repeat exactly; the seconds then only choose how fine the menus are. kind: how subgames are solved, a name of
    `riverboat.search.METHODS`. flop: the same for flops, such as "leaves". several: "ring" solves turns and rivers of
    three and more players, too. The rest is as in `BlueprintBot`. The time limit of a match does not hold for it, as it
    keeps its own.
    """

    timed: ClassVar[bool] = False

    seconds: float = 2.0
    iterations: int | None = None
    kind: str = "unsafe"
    flop: str = "blueprint"
    several: Several = "blueprint"

    def start_hand(self, start: HandStart) -> None:
        """Forget the subgames of the last hand."""
        self.source.search.forget()

    @property
    def source(self) -> SearchStrategy:
        """What it plays, which can be asked; the same for all bots of a process that are alike."""
        budget = Budget(self.seconds, self.iterations)
        return _opened(
            self.strategy, self.translation, self.tables, budget, self.kind, self.flop, self.several
        )


@lru_cache(maxsize=4)
def _opened(
    source: str, translation: str, tables: str, budget: Budget, kind: str, flop: str, several: Several
) -> SearchStrategy:
    blueprint = open_strategy(source, tables=tables or None, translation=translation)
    return SearchStrategy(Search(blueprint, budget, streets=methods_of(kind, flop), several=several))
