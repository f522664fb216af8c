"""CFR bots after two documents: other hands and histories than the blueprints'; see docs/bots/bots.md."""

from __future__ import annotations

from dataclasses import dataclass, field

from riverboat.bots.blueprint_bot import BlueprintBot


@dataclass
class CfrStrength(BlueprintBot):
    """Plays what CFR learnt of bins of hand strength on all streets so far; after the CPJC poker bot."""

    strategy: str = field(default="cfr-strength", init=False)


@dataclass
class CfrFeatures(BlueprintBot):
    """Plays what CFR learnt of feature strings and letters of histories in hold'em without a river; after CFR_Poker."""

    strategy: str = field(default="cfr-features", init=False)


@dataclass
class CfrFeaturesRiver(BlueprintBot):
    """Plays the same in hold'em with its river."""

    strategy: str = field(default="cfr-features-river", init=False)
