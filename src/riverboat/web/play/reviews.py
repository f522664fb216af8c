"""What a strategy, or a search with it, would have done in a hand that is over."""

from __future__ import annotations

from typing import Any, Final

from riverboat.arena.live.live_table import Finished
from riverboat.arena.reviews.link import explorer_link
from riverboat.errors import RiverboatError
from riverboat.games.histories.formats import hands_text
from riverboat.search import Budget
from riverboat.strategy.review import Reviewed, review
from riverboat.web.catalogue import Catalogue
from riverboat.web.thinking import searching

_BUDGET: Final = Budget(2.0)  # for a decision that is searched


def fitting(catalogue: Catalogue, players: int) -> str:
    """Return the strategy that ships for so many players; empty if none does.

    Two are best served by the one that was trained for them alone.
    """
    for name in ("headsup", "sixmax"):
        strategy = catalogue.open(name).strategy
        if strategy.game.players == players or (name == "sixmax" and players <= strategy.game.players):
            return name
    return ""


def review_of(catalogue: Catalogue, finished: Finished, strategy: str, *, search: bool) -> dict[str, Any]:
    """Return the person's decisions in a hand with what the strategy does, and what the difference cost."""
    opened = catalogue.open(strategy)
    hand = finished.seen
    if search and opened.kind != "solution":
        with searching(catalogue, strategy, _BUDGET) as asked:
            looked = _plain(list(review(hand, asked, finished.seat)), strategy)
    else:
        with opened.lock:
            looked = _plain(list(review(hand, opened.strategy, finished.seat)), strategy)
    lost = [one["ev_lost_bb"] for one in looked if one["ev_lost_bb"] is not None]
    return {
        "number": finished.number,
        "strategy": strategy,
        "decisions": looked,
        "ev_lost_bb": sum(lost) if lost else None,
        "text": history_text(finished),
    }


def history_text(finished: Finished) -> str:
    """Return the hand as PokerStars writes it, as the person saw it; where it cannot, in PHH."""
    try:
        return hands_text([finished.seen], "pokerstars")[0]
    except RiverboatError:
        return hands_text([finished.seen], "phh")[0]


_KEPT: Final = (
    "position", "street", "situation", "cards", "board", "line", "pot_bb", "action", "judged_as", "best",
    "probability", "distance", "ev_lost_bb", "mistake", "judged_by", "strategy", "problem",
)  # fmt: skip


def _plain(looked: list[Reviewed], strategy: str) -> list[dict[str, Any]]:
    found = []
    for one in looked:
        told = one.to_dict()
        notes = list(one.decision.notes) if one.decision is not None else []
        link = explorer_link(one, strategy)
        found.append({name: told[name] for name in _KEPT} | {"explore": link, "notes": notes})
    return found
