"""CFR bots after two documents: other hands and histories than the blueprints'; see docs/bots/bots.md."""

from __future__ import annotations

from dataclasses import dataclass, field

from riverboat.bots.trained.blueprint_bot import BlueprintBot


@dataclass
class CfrStrength(BlueprintBot):
    """Plays what CFR learnt of bins of hand strength on all streets so far; after the CPJC poker bot."""

    strategy: str = field(default="cfr-strength", init=False)


@dataclass
class CfrFeatures(BlueprintBot):
    """Plays what CFR learnt of feature strings in hold'em without a river (--game cfr-features); after CFR_Poker."""

    strategy: str = field(default="cfr-features", init=False)
