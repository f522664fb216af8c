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
class GS3Small(LimitBot, BuiltBlueprint):
    """Plays as GS3 does, on so few buckets that little is left to gain among them after minutes of training."""

    built_as: ClassVar[str] = "gs3-small"


@dataclass
class GS4(LimitBot, BuiltBlueprint):
    """Plays as GS3 does, on buckets of the same size by k-means; the seed says that GS4 is similar."""

    built_as: ClassVar[str] = "gs4"


@dataclass
class LimitBlueprint(LimitBot, BuiltBlueprint):
    """Plays limit hold'em as one trains it today: many buckets, by kinds of boards, which forget earlier streets."""

    built_as: ClassVar[str] = "limit-blueprint"


@dataclass
class Tartanian(BuiltBlueprint):
    """Plays heads-up no-limit hold'em in few sizes; reads other bets as the nearest by ratio (Gilpin et al. 2008)."""

    translation: str = "geometric"

    built_as: ClassVar[str] = "tartanian"
    plays: ClassVar[Game | None] = nolimit_holdem()

    @classmethod
    def check_game(cls, game: Game) -> None:
        """Raise unless it is heads-up no-limit hold'em with as many big blinds as it has learnt with."""
        known = nolimit_holdem()
        depth = known.stacks[0] // known.big_blind
        usual = (game.players, game.betting, game.hole_cards, game.board_cards) == (
            known.players,
            known.betting,
            known.hole_cards,
            known.board_cards,
        )
        if not usual or set(game.stacks) != {depth * game.big_blind}:
            raise BotError(
                f"{cls.__name__} plays heads-up no-limit hold'em with stacks of {depth} big blinds, not {game.name!r} "
                f"with {game.players} players and stacks of {'/'.join(map(str, game.stacks))}; leave the game out, or "
                "ask for hu-fcpa"
            )
