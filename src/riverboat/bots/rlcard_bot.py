"""The rule bot of RLCard, asked through its package."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from riverboat.base.checks import number
from riverboat.bots.bot import Bot
from riverboat.bots.view import View
from riverboat.cards.card import card_name
from riverboat.errors import BotError
from riverboat.games.rules.action import CALL, Action


@dataclass
class RlcardBot(Bot):
    """RLCard's rule agent for hold'em (`limit-holdem-rule-v1`): raises pairs and high cards, and what they hit.

    It knows limit hold'em only and names no sizes; in no-limit games its raises put in `pots` pots. It needs
    `pip install riverboat[rlcard]`.
    """

    hosts_others = True

    pots: float = 1.0
    _agent: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        number("pots", self.pots, BotError, least=0, example=1.0)
        try:
            rules = import_module("rlcard.models.limitholdem_rule_models")
        except ImportError as problem:
            raise BotError("the bot rlcard needs its package: pip install 'riverboat[rlcard]'") from problem
        self._agent = rules.LimitholdemRuleAgentV1()

    def act(self, view: View) -> Action:
        """Ask the agent in its words."""
        legal = ["fold", "call" if view.call else "check", *["raise"] * bool(view.max_raise_to)]
        seen = {"hand": _names(view.cards), "public_cards": _names(view.board)}
        answer = self._agent.step({"raw_legal_actions": legal, "raw_obs": seen})
        if answer == "raise":
            return view.raise_to(view.bets[view.seat] + int(self.pots * view.pot))
        return view.fold if answer == "fold" else CALL


def _names(cards: tuple[int, ...]) -> list[str]:
    """Cards as RLCard writes them, the suit first.

    >>> _names((51, 0))
    ['SA', 'C2']
    """
    return [name[1].upper() + name[0] for name in map(card_name, cards)]
