"""Bots that play what a run has left: GS3, GS4, a blueprint of ours, and Tartanian."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from riverboat.bots.classic.limit_bot import LimitBot
from riverboat.bots.classic.shelf import built_file
from riverboat.bots.trained.blueprint_bot import BlueprintBot
from riverboat.errors import BotError
from riverboat.games.rules.game import Game
from riverboat.games.rules.presets import nolimit_holdem


@dataclass
class BuiltBlueprint(BlueprintBot):
    """Plays a strategy that `riverboat bots build` has trained. file: one of your own in its stead."""

    strategy: str = field(default="", init=False)
    file: str = field(default="", kw_only=True)

    built_as: ClassVar[str]

    def __post_init__(self) -> None:
        self.strategy = str(built_file(self.built_as, self.file))
        super().__post_init__()


@dataclass
class GS3(LimitBot, BuiltBlueprint):
    """Plays the whole of limit hold'em, solved at once on buckets by potential; after Gilpin et al. 2007."""

    built_as: ClassVar[str] = "gs3"


@dataclass
class GS4(LimitBot, BuiltBlueprint):
    """Plays as GS3 does, on buckets of the same size by k-means; the seed says that GS4 is similar."""

    built_as: ClassVar[str] = "gs4"


@dataclass
class LimitBlueprint(LimitBot, BuiltBlueprint):
    """Plays limit hold'em as one would train it today: all hands apart before the flop, streets that forget after it."""

    built_as: ClassVar[str] = "limit-blueprint"


@dataclass
class Tartanian(BuiltBlueprint):
    """Plays heads-up no-limit hold'em with few sizes of bets, others read as the nearest by ratio; after Gilpin et al. 2008."""

    translation: str = "geometric"

    built_as: ClassVar[str] = "tartanian"
    plays: ClassVar[Game | None] = nolimit_holdem()

    @classmethod
    def check_game(cls, game: Game) -> None:
        """Raise unless it is heads-up no-limit hold'em with 100 big blinds."""
        assert cls.plays is not None
        known = nolimit_holdem()
        depth = known.stacks[0] / known.big_blind
        if (
            game.players != 2
            or game.betting != known.betting
            or game.board_cards != known.board_cards
            or game.hole_cards != known.hole_cards
            or any(stack != depth * game.big_blind for stack in game.stacks)
        ):
            raise BotError(
                f"{cls.__name__} plays heads-up no-limit hold'em with {depth:g} big blinds, not {game.name!r} with "
                f"{game.players} players and {max(game.stacks) / max(game.big_blind, 1):g}; leave the game out, or ask for "
                "nolimit-holdem"
            )
