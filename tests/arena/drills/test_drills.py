"""Questions, grades and the schedule of what is asked again."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest

import riverboat as rb
from riverboat.arena.drills.grades import CLASSES, DIFFICULTIES, Difficulty, Played, choices, grade
from riverboat.arena.drills.progress import BOXES, Answered, Progress
from riverboat.arena.drills.questions import LENGTHS, Wish, find, go_on, lines_of, situation
from riverboat.cards.card import parse_cards
from riverboat.errors import FileFormatError, StrategyError
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names
from riverboat.solvers.asking.options import options_at


@pytest.fixture(scope="module")
def river() -> rb.Solution:
    return rb.solve_spot(
        board="QsJh2h5c9d",
        oop="AA,QQ,KQs,76s",
        ip="AQs,KQs,JTs,TT",
        pot=100,
        stack=200,
        sizes="50%",
        iterations=200,
    )


@pytest.mark.parametrize("street", ["preflop", "flop", "turn", "river"])
def test_spots_are_as_wished(street: str) -> None:
    strategy, random = rb.open("headsup"), np.random.default_rng(3)
    for position in ("BB", "BTN", ""):
        question = find(strategy, Wish(street, position), random)
        at = question.at(strategy)
        assert street_names(at.table.game)[at.table.round] == street
        seat = at.table.actor
        assert seat is not None
        assert position in ("", seat_names(at.table.game)[seat])
        assert len(at.board) == {"preflop": 0, "flop": 3, "turn": 4, "river": 5}[street]
        assert not set(parse_cards(question.hand)) & set(at.board)
        assert at.reach(seat).max() > 0
        assert situation(at.table).split()[1] == f"{street}:"


def test_lines_before_the_flop_by_kind_and_position() -> None:
    strategy, random = rb.open("headsup"), np.random.default_rng(3)
    kinds = {one.kind for one in lines_of(strategy)}
    assert {"first in", "against an open", "against a 3-bet"} <= kinds
    for kind in kinds:
        at = find(strategy, Wish("preflop", kind=kind), random).at(strategy)
        assert situation(at.table).endswith(f"preflop: {kind}")
    with pytest.raises(StrategyError, match="BB hardly ever comes to 'first in'"):
        find(strategy, Wish("preflop", "BB", "first in"), random)


def test_hands_come_as_often_as_they_do_and_mixed_ones_more_often(river: rb.Solution) -> None:
    random = np.random.default_rng(0)
    drawn = [find(river, Wish("river", "OOP"), random) for _ in range(400)]
    roots = [one.hand for one in drawn if not one.line]
    every = river.start().grid()
    mixed = -(np.clip(every.strategy, 1e-12, 1) * np.log2(np.clip(every.strategy, 1e-12, 1))).sum(axis=1)
    weights = every.reach * (0.15 + mixed)
    expected = dict(zip(every.hands, weights / weights.sum(), strict=True))
    assert len(roots) > 100
    for hand, share in expected.items():
        error = np.sqrt(share * (1 - share) / len(roots))
        assert abs(roots.count(hand) / len(roots) - share) < 5 * error + 1e-9


@pytest.mark.parametrize("length", LENGTHS)
def test_hands_go_on_as_far_as_was_wished(length: str) -> None:
    strategy, random = rb.open("headsup"), np.random.default_rng(5)
    streets, steps = set(), 0
    for _ in range(12):
        question = find(strategy, Wish("flop"), random)
        first = question.at(strategy).table
        while True:
            at = question.at(strategy)
            assert at.table.actor == first.actor
            streets.add(at.table.round)
            passive = next(place for place, option in enumerate(at.options) if option.action == 0)
            after = go_on(at, question.hand, passive, length, random)  # type: ignore[arg-type]
            if after is None:
                break
            steps += 1
            assert after.hand == question.hand
            assert after.line.startswith(question.line.rstrip("/ "))
            assert after.board.startswith(question.board)
            assert not set(parse_cards(after.hand)) & set(parse_cards(after.board))
            question = after
    assert (steps > 0) == (length != "spot")
    assert streets == ({1, 2, 3} if length == "hand" else {1})


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_choices_share_the_options_out(difficulty: Difficulty) -> None:
    at = rb.open("headsup").at("r2.5 c / k", "QsJh2h")
    offered = choices(at.options, difficulty)
    assert sorted(place for one in offered for place in one.options) == list(range(len(at.options)))
    decision = at.query("AsKd")
    best = [grade(Played.of(decision), offered, one.id, at.table.pot) for one in offered]
    assert sum(one.share for one in best) == pytest.approx(1)
    assert {one.by for one in best} == {"frequency"}
    assert [one.name for one in best].count("Best") >= 1
    assert len(offered) == {"simple": 2, "grouped": len(offered), "exact": len(at.options)}[difficulty]
    with pytest.raises(StrategyError, match="choice is 'x'"):
        grade(Played.of(decision), offered, "x", 100)


def test_solved_spots_are_graded_by_what_is_lost(river: rb.Solution) -> None:
    at = river.start().act("b50%") if "b50%" in river.start().grid().actions else river.start().act(50)
    every = at.grid()
    offered = choices(at.options, "exact")
    seen = set()
    for place, hand in enumerate(every.hands):
        decision = at.query(hand)
        for number, one in enumerate(offered):
            found = grade(Played.of(decision), offered, one.id, at.table.pot)
            loss = every.action_evs[place].max() - every.action_evs[place, number]
            assert found.by == "ev"
            assert found.ev_loss == pytest.approx(loss)
            part = loss / at.table.pot
            seen.add(found.name)
            if part >= 0.1:
                assert found.name == "Blunder"
            elif part < 0.005:
                assert found.is_right
    assert {"Best", "Blunder"} <= seen <= set(CLASSES)


def test_what_a_search_finds_is_told_as_the_strategys_options(river: rb.Solution) -> None:
    """A search with other sizes: its bets count as the nearest, and EVs of sizes that it lacks are not known."""
    searched = river.start().query("AsAd")
    assert [option.action for option in searched.options] == [0, 50]
    for sizes, known in (
        ([0, 45, 200], (True, True, False)),
        ([0, 50], (True, True)),
        ([0, 120], (True, False)),
    ):
        options = options_at(river.start().table, sizes)
        found = Played.by(searched, options)
        assert sum(found.shares) == pytest.approx(1)
        assert found.shares[1] == pytest.approx(searched.probabilities[1])
        assert found.evs is not None
        assert tuple(ev == ev for ev in found.evs) == known
        assert found.evs[0] == searched.action_evs[0]
    offered = choices(options, "exact")
    assert grade(found, offered, offered[1].id, 100).by == "frequency"
    assert grade(found, offered, offered[0].id, 100).by == "ev"


def test_what_is_wrong_comes_again_by_the_boxes(tmp_path: Path) -> None:
    now = [1000.0]
    progress = Progress(tmp_path, lambda: now[0])
    question = {"strategy": "headsup", "line": "r2.5", "board": "", "hand": "AsKd"}

    def answer(name: str) -> None:
        progress.keep(
            Answered("headsup", "BB preflop: against an open", name, "frequency", 0.5, None, None, question)
        )

    answer("Best")
    assert progress.summary()["waiting"] == 0  # who is right is not asked again
    answer("Wrong")
    for seconds in BOXES:
        assert progress.due() is None
        now[0] += seconds
        assert progress.due() == question
        assert progress.due("sixmax") is None
        answer("Correct")
    now[0] += 100 * BOXES[-1]
    assert progress.due() is None  # learnt
    answer("Blunder")
    now[0] += BOXES[0]
    answer("Best")
    answer("Wrong")
    now[0] += BOXES[0]
    assert progress.due("headsup") == question
    told = progress.summary()
    assert told["answers"] == 10
    assert told["streak"] == 0
    assert told["longest"] == 5
    assert told["due"] == 1
    assert told["situations"][0]["right"] == 7
    assert Progress(tmp_path).summary()["answers"] == 10  # another server
    progress.drop(question)
    assert progress.due() is None
    progress.forget()
    assert progress.summary()["answers"] == 0


def test_damaged_and_newer_files_are_told(tmp_path: Path) -> None:
    (tmp_path / "trainer.sqlite").write_text("this is no database at all, " * 50)
    with pytest.raises(FileFormatError, match=r"the trainer's progress .* cannot be used"):
        Progress(tmp_path).summary()
    newer = tmp_path / "newer"
    Progress(newer).summary()
    with sqlite3.connect(newer / "trainer.sqlite") as base:
        base.execute("PRAGMA user_version = 99")
    with pytest.raises(FileFormatError, match="is of a newer release"):
        Progress(newer).summary()


def test_wishes_that_make_no_sense_are_told(river: rb.Solution) -> None:
    random = np.random.default_rng(0)
    for wish in (Wish("fourth"), Wish("river", "UTG"), Wish("river", kind="often")):
        with pytest.raises(StrategyError, match="must be one of"):
            find(river, wish, random)
    with pytest.raises(StrategyError, match="deals one card"):
        find(rb.solve("kuhn", iterations=5), Wish(), random)
