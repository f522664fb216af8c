"""The style of the bots of a match, which keeps no hands unless it is asked to."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from riverboat.arena.matches.result import MatchResult
from riverboat.arena.matches.series import play_series
from riverboat.arena.styles.style import Style, style
from riverboat.base.checks import instance, whole
from riverboat.errors import MatchError

HANDS: Final = 2000
"""Hands of which the style of a match is told: a share of all of them is then within 0.022."""


def match_style(result: MatchResult, hands: int = HANDS) -> Style:
    """Return how the bots of a match played: from the hands it kept, or else from its first ones.

    Recording a hand takes longer than playing it natively, so a match keeps none unless it is asked to. But its hands
    follow from the seed alone: the first ones, about as many as are asked for, are played again and recorded. They are
    hands of the match, not others like them.

    >>> from riverboat.arena import play_match
    >>> found = match_style(play_match(["honest", "all-in"], 5000), 100)
    >>> found.hands, found["all-in"].all["vpip"].mean
    (100, 1.0)
    """
    instance("result", result, MatchResult, MatchError, example="play_match(['shark', 'fish'], 1000)")
    whole("hands", hands, MatchError, least=1, example=HANDS)
    if result.records:
        return style(result.records)
    setting = result.setting
    units = max(1, min(hands * result.units // result.hands, result.units))
    asked = replace(setting.options, keep_every=1, series=setting.series, seed=setting.seed)
    again = replace(asked, games=units) if setting.is_freeze_out else replace(asked, hands=units)
    sample = replace(setting, options=again)
    return style(hand for part in range(sample.parts) for hand in play_series(sample, part).hands)
