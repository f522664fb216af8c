"""The addresses of the trainer. The page keeps the question: the server keeps answers, and no hand in progress."""

from __future__ import annotations

from contextlib import suppress
from math import isnan
from typing import Annotated, Any, Final

import numpy as np
from fastapi import APIRouter, Query, Request, Response

from riverboat.arena.drills.grades import Difficulty, Grade, Played, choices, grade
from riverboat.arena.drills.progress import BOXES, Answered, Progress
from riverboat.arena.drills.questions import Question, Wish, find, go_on, lines_of, situation
from riverboat.arena.live.frames import done
from riverboat.base.checks import one_of
from riverboat.cards.card import card_names
from riverboat.errors import RiverboatError, StrategyError
from riverboat.games.rules.action import Action
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.search import Budget
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.decision import Decision
from riverboat.web.catalogue import Catalogue, Opened
from riverboat.web.explorer.states import seats_of
from riverboat.web.replies import reply, shape
from riverboat.web.thinking import searching
from riverboat.web.trainer import models

router = APIRouter(prefix="/trainer", tags=["trainer"])
_BUDGET: Final = Budget(1.0)  # for a search
_EVERY: Final = 3  # of so many questions one is repeated, if any is due


def _catalogue(request: Request) -> Catalogue:
    catalogue: Catalogue = request.app.state.explorer.catalogue
    return catalogue


def _progress(request: Request) -> Progress:
    progress: Progress = request.app.state.progress
    return progress


@router.get("/offers", responses=shape(models.Offers))
def offers(request: Request, strategy: Annotated[str, Query(max_length=500)]) -> Response:
    """What can be wished for of a strategy or solution."""
    opened = _catalogue(request).open(strategy)
    with opened.lock:
        start, game = opened.strategy.start(), opened.strategy.game
        lines = lines_of(opened.strategy)
        found = {
            "strategy": strategy,
            "streets": street_names(game)[start.table.round :],
            "positions": seat_names(game),
            "kinds": list(dict.fromkeys(one.kind for one in lines)),
            "lines": [one._asdict() for one in lines],
            "has_values": opened.kind == "solution",
        }
    return reply(found)


@router.post("/question", responses=shape(models.Question))
def question(request: Request, asked: models.Wish) -> Response:
    """A question that is as wished, or one that was answered wrongly before and is due."""
    if asked.repeat != "never" and (found := _repeated(request, asked)) is not None:
        return reply(found)
    if asked.repeat == "only":
        raise StrategyError("nothing is due to be asked again; come back later, or ask for new spots")
    opened = _catalogue(request).open(asked.strategy)
    with opened.lock:
        wish = Wish(asked.street, asked.position, asked.kind, asked.line, asked.board)
        spot = find(opened.strategy, wish, np.random.default_rng())
        return reply(_told(opened, spot, asked.difficulty))


def _repeated(request: Request, asked: models.Wish) -> dict[str, Any] | None:
    """A question that is due; one whose strategy or line is gone is dropped."""
    progress = _progress(request)
    if asked.repeat == "mixed":
        with suppress(RiverboatError):  # a damaged file is told where progress is asked for
            if progress.summary()["answers"] % _EVERY != _EVERY - 1:
                return None
            return _due(request, progress, asked.strategy)
        return None
    return _due(request, progress, "")


def _due(request: Request, progress: Progress, strategy: str) -> dict[str, Any] | None:
    while (kept := progress.due(strategy)) is not None:
        try:
            opened = _catalogue(request).open(kept["strategy"])
            with opened.lock:
                spot = Question(kept["line"], kept["board"], kept["hand"])
                return _told(opened, spot, kept["difficulty"]) | {"repeated": True}
        except (RiverboatError, KeyError):
            progress.drop(kept)
    return None


@router.post("/answer", responses=shape(models.Graded))
def answer(request: Request, asked: models.Answer) -> Response:
    """Grade an answer, keep it, and go on with the hand if it was asked to."""
    catalogue = _catalogue(request)
    opened = catalogue.open(asked.strategy)
    spot = Question(asked.line, asked.board, asked.hand)
    with opened.lock:
        at = spot.at(opened.strategy)
        _check(at)
        option = _option(at, spot, asked)
        decision = at.query(spot.hand)
    searched = None
    if asked.search and not decision.has_values:
        searched = _searched(catalogue, spot, asked.strategy, at.options[option].action)
    with opened.lock:
        found, rests_on = _graded(at, decision, searched, asked)
        after = go_on(at, spot.hand, option, asked.length, np.random.default_rng())
        following = None if after is None else _told(opened, after, asked.difficulty)
    pot, unit, loss = max(at.table.pot, 1), at.table.game.big_blind or 1, found.ev_loss
    kept = Answered(
        asked.strategy,
        situation(at.table),
        found.name,
        found.by,
        found.share,
        None if loss is None else loss / unit,
        None if loss is None else loss / pot,
        {name: getattr(asked, name) for name in ("strategy", "line", "board", "hand", "difficulty")},
    )
    return reply(
        {
            "name": found.name,
            "judged_by": found.by,
            "rests_on": rests_on,
            "share": found.share,
            "best": found.best,
            "ev_loss_bb": kept.loss_bb,
            "ev_loss_pot": kept.loss_pot,
            "shares": found.shares,
            "evs_bb": None if found.evs is None else [None if isnan(ev) else ev / unit for ev in found.evs],
            "problem": _kept(request, kept),
            "next": following,
        }
    )


def _graded(
    at: Cursor, decision: Decision, searched: Decision | None, asked: models.Answer
) -> tuple[Grade, str]:
    """How good the answer is, and what that rests on. searched: what a search found, if there was one."""
    if decision.has_values:
        played, rests_on = Played.of(decision), "the EVs of the solution"
    elif searched is not None:
        played, rests_on = Played.by(searched, at.options), f"the EVs of a search of {_BUDGET}"
    else:
        none = ", since no search can solve this spot" if asked.search else ""
        played, rests_on = Played.of(decision), f"how often the strategy does it{none}"
    found = grade(played, choices(at.options, asked.difficulty), asked.choice, at.table.pot)
    if found.by == "frequency" and played.evs is not None:
        rests_on = "how often it is done, since the EV of this hand or size is not known"
    return found, rests_on


def _searched(catalogue: Catalogue, spot: Question, strategy: str, action: Action) -> Decision | None:
    """What a search finds, with an action among its options; None where it cannot."""
    with suppress(RiverboatError), searching(catalogue, strategy, _BUDGET) as thinking:
        found = thinking.at(spot.line, spot.board).offering(action).query(spot.hand)
        return found if found.has_values else None
    return None


def _option(at: Cursor, spot: Question, asked: models.Answer) -> int:
    """The option that an answer stands for: of several the one that the strategy takes most often."""
    shares = at.query(spot.hand).probabilities
    offered = choices(at.options, asked.difficulty)
    one_of("choice", asked.choice, tuple(one.id for one in offered), StrategyError)
    taken = next(one for one in offered if one.id == asked.choice)
    return max(taken.options, key=lambda place: shares[place])


def _kept(request: Request, answered: Answered) -> str:
    """Keep an answer; return why it cannot be."""
    try:
        _progress(request).keep(answered)
    except RiverboatError as wrong:
        return f"this answer is not kept: {wrong}"
    return ""


@router.get("/progress", responses=shape(models.Progress))
def progress(request: Request) -> Response:
    """What was answered so far, by class and situation, and what is due to be asked again."""
    return reply(_progress(request).summary() | {"schedule_days": [round(box / 86_400, 4) for box in BOXES]})


@router.delete("/progress", status_code=204)
def forget(request: Request) -> Response:
    """Begin anew: all answers and what is to be asked again are forgotten."""
    _progress(request).forget()
    return Response(status_code=204)


# --- parts -------------------------------------------------------------------------------------------------------


def _check(at: Cursor) -> None:
    table = at.table
    if table.is_over or len(at.board) != sum(table.game.board_cards[: table.round + 1]):
        raise StrategyError("this is no decision: the hand is over, or the board lacks cards for the line")


def _told(opened: Opened, spot: Question, difficulty: Difficulty) -> dict[str, Any]:
    """A question as the page shows it."""
    at = spot.at(opened.strategy)
    _check(at)
    table, game = at.table, at.table.game
    seat = table.actor
    assert seat is not None
    options = at.options
    offered = choices(options, difficulty)
    return {
        "strategy": opened.id,
        "line": spot.line,
        "board": card_names(at.board),
        "hand": spot.hand,
        "difficulty": difficulty,
        "street": street_names(game)[table.round],
        "position": seat_names(game)[seat],
        "situation": situation(table),
        "pot": table.pot,
        "to_call": table.to_call,
        "big_blind": game.big_blind,
        "unit": "bb" if game.amount(0).endswith("bb") else "chips",
        "seats": seats_of(table),
        "choices": [{"id": one.id, "name": one.name, "kind": one.name.split()[0]} for one in offered],
        "told": _words(table),
        "repeated": False,
    }


def _words(table: Table) -> list[str]:
    """The hand so far, an action each."""
    replayed, names, told = Table(table.game), seat_names(table.game), list[str]()
    for action in table.taken:
        seat = replayed.actor
        assert seat is not None
        told.append(f"{names[seat]} {done(replayed, action)}")
        replayed.record(action)
    return told
