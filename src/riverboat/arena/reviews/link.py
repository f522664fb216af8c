"""The address at which the page of `riverboat serve` shows a decision."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from riverboat.cards.hand_class import CLASS_NAMES, CLASS_OF_HAND
from riverboat.errors import RiverboatError
from riverboat.games.histories.line import parse_line
from riverboat.games.rules.action import CALL
from riverboat.games.rules.hand_numbers import hand_number
from riverboat.games.rules.presets import nolimit_holdem
from riverboat.strategy.review import Reviewed
from riverboat.strategy.spot_in_hand import SpotInHand

_UNIT: Final = 100  # chips of a big blind in the games of strategies that ship; lines are rounded to it


def explorer_link(reviewed: Reviewed, strategy: str) -> str | None:
    """Return the path and query at which a strategy is asked at this very decision; None if its line has no such place.

    Amounts are rounded to a hundredth of a big blind; antes and blinds of other sizes are not told.

    >>> from riverboat.games import Hand, nolimit_holdem
    >>> import riverboat as rb
    >>> hand = Hand(nolimit_holdem(6), (-1, -1, 250, -1, -1, -1), ("", "7h2c", "", "", "", ""))
    >>> explorer_link(next(rb.strategy.review(hand, rb.open("sixmax"))), "sixmax")
    '/explore?strategy=sixmax&line=f+f+r2.5+f+f&stacks=100%2C100%2C100%2C100%2C100%2C100&cell=72o'
    """
    game = reviewed.hand.game
    at = reviewed.decision.at if reviewed.decision is not None else None
    if isinstance(at, SpotInHand):
        return _address(reviewed, strategy, at.spot_line, "")
    if game.hole_cards != 2 or game.betting != "no-limit":
        return None
    stacks = [round(_UNIT * stack / game.big_blind) for stack in game.stacks]
    line = _line(reviewed)
    try:
        parse_line(line, nolimit_holdem(game.players, stacks=stacks))
    except RiverboatError:
        return None
    return _address(reviewed, strategy, line, ",".join(f"{stack / _UNIT:g}" for stack in stacks))


def _address(reviewed: Reviewed, strategy: str, line: str, stacks: str) -> str:
    asked = {
        "strategy": strategy,
        "line": line,
        "board": reviewed.board,
        "stacks": stacks,
        "cell": CLASS_NAMES[CLASS_OF_HAND[hand_number(reviewed.cards, reviewed.hand.game)]],
    }
    return "/explore?" + urlencode({name: value for name, value in asked.items() if value})


def _line(reviewed: Reviewed) -> str:
    """The line up to the decision with amounts of whole hundredths."""
    words, round_ = list[str](), 0
    for number, step in enumerate(reviewed.hand.steps()):
        if number == reviewed.number:
            break
        words += ["/"] * (step.round - round_)
        round_ = step.round
        if step.action <= CALL:
            words.append({"fold": "f", "check": "k", "call": "c"}[step.kind])
        elif step.all_in:
            words.append("a")
        else:
            amount = round(_UNIT * step.to / reviewed.hand.game.big_blind) / _UNIT
            words.append(f"{'r' if step.highest else 'b'}{amount:g}")
    words += ["/"] * (reviewed.step.round - round_)
    return " ".join(words)
