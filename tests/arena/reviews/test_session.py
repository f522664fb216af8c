"""A session reviewed: a strategy beside itself, heroes, broken hands, stops, links, the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event
from urllib.parse import parse_qs, urlsplit

import pytest
from typer.testing import CliRunner

import riverboat as rb
from riverboat.arena import play_match
from riverboat.arena.reviews import session
from riverboat.arena.reviews.report import LeakReport
from riverboat.arena.reviews.session import guess_hero, review_session
from riverboat.cli.main import app
from riverboat.errors import HistoryError
from riverboat.games import Hand, hands_text, nolimit_holdem
from riverboat.strategy.review import review

DOWNLOADS = Path(__file__).parents[3] / "examples" / "downloads"
RUN = CliRunner()


def text_of(hands: list[Hand] | tuple[Hand, ...]) -> str:
    return hands_text(list(hands), "pokerstars")[0]


@pytest.fixture(scope="module")
def own() -> tuple[Hand, ...]:
    """A strategy against itself and a fish, stacks carried on."""
    bots = ["blueprint(strategy=sixmax)", "blueprint(strategy=sixmax)", "fish"]
    return play_match(bots, 300, mode="carried", series=10, keep_every=1, seed=5).records


def test_a_strategy_beside_itself_has_its_own_habits_and_hardly_a_mistake(own: tuple[Hand, ...]) -> None:
    found = review_session(text_of(own), "blueprint(strategy=sixmax)")
    assert found.hands == 300
    assert found.strategies == ("sixmax",)
    assert found.all.judged > 300
    assert (
        found.all.mistakes < 0.03 * found.all.judged
    )  # what it does once in eleven times of its favourite, and less
    for name, one in found.habits.numbers.items():
        spread = 4 * (0.25 * max(one.of, 1)) ** 0.5  # four times the largest standard deviation
        assert abs(one.done - one.expected) < spread, name
    vpip, pfr = found.habits.numbers["vpip"], found.habits.numbers["pfr"]
    assert vpip.expected > pfr.expected > 0
    assert abs(vpip.done / vpip.of - vpip.expected / vpip.of) < 0.05


def test_a_fish_calls_too_much_and_is_told_so(own: tuple[Hand, ...]) -> None:
    found = review_session(text_of(own[:100]), "fish")
    numbers = found.habits.numbers
    assert numbers["vpip"].done > numbers["vpip"].expected + 10
    assert numbers["pfr"].done == 0 < numbers["pfr"].expected
    assert found.all.mistakes > 0.15 * found.all.judged
    worst = found.worst
    bad = [(one["mistake"], one["ev_lost_bb"] or 0, one["distance"]) for one in worst]
    assert bad == sorted(bad, reverse=True)
    for dimension in ("position", "street", "situation"):
        groups = found.by(dimension).values()
        assert sum(group.decisions for group in groups) == found.all.decisions
        assert sum(group.mistakes for group in groups) == found.all.mistakes


def test_every_link_leads_to_the_very_decision(own: tuple[Hand, ...]) -> None:
    worst = review_session(text_of(own[:60]), "fish").worst
    sixmax = rb.open("sixmax")
    assert len(worst) > 20
    for one in worst:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(one["explore"]).query).items()}
        stacks = [float(stack) for stack in asked["stacks"].split(",")]
        there = sixmax.query(one["cards"], asked.get("line", ""), asked.get("board", ""), stack_bb=stacks)
        assert there.state.position == one["position"]
        shares = [action["probability"] for action in one["strategy"]]
        assert there.probabilities == pytest.approx(shares, abs=0.02)


def test_the_hero_is_who_was_dealt_to(own: tuple[Hand, ...]) -> None:
    seen = [hand.seen_by(hand.names.index("fish")) for hand in own[:30]]
    assert guess_hero(text_of(seen)) == "fish"
    assert review_session(text_of(seen)).hero == "fish"
    with pytest.raises(HistoryError, match=r"does not say whose it is; name a hero, such as .*fish"):
        review_session(text_of(own[:30]))


def test_who_is_not_there_is_told_who_is(own: tuple[Hand, ...]) -> None:
    with pytest.raises(
        HistoryError, match=r"'fisch' does not play in these hands; who does: .*fish.*did you mean"
    ):
        review_session(text_of(own[:10]), "fisch")


def test_hands_without_his_cards_are_counted_and_left_out(own: tuple[Hand, ...]) -> None:
    blind = [hand.seen_by(hand.names.index("blueprint(strategy=sixmax)")) for hand in own[:30]]
    found = review_session(text_of(blind), "fish")
    shown = sum(bool(hand.hole_cards[hand.names.index("fish")]) for hand in blind)
    assert 0 < shown < 30
    assert (found.hands, found.unknown_cards) == (30, 30 - shown)


def test_broken_hands_are_named_and_the_rest_is_kept(own: tuple[Hand, ...]) -> None:
    text = text_of(own[:10]).replace("*** HOLE CARDS ***", "*** HOLE CARDS ***\nnobody: folds", 1)
    found = review_session(text, "fish")
    assert (found.hands, found.broken) == (9, 1)
    assert found.problems[0].number == 1
    assert "nobody" in found.problems[0].reason


def test_stacks_that_nobody_trained_are_not_judged_and_why() -> None:
    deep = Hand(nolimit_holdem(stack_bb=1000), (250, -1), ("", "AsKd"), names=("Ann", "Bob"))
    found = review_session(text_of([deep]), "Bob")
    assert (found.all.decisions, found.all.judged) == (1, 0)
    assert "effective stack is 1000" in found.to_dict()["not_judged"][0]["reason"]


def test_a_stop_keeps_what_there_is(own: tuple[Hand, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Event()
    found = review_session(text_of(own), "fish", watch=lambda report: stop.set(), stop=stop)
    assert (found.hands, found.stopped) == (100, "reading")

    def interrupted(*given: object, after: Callable[..., object] = review) -> object:
        interrupted.left -= 1  # type: ignore[attr-defined]
        if not interrupted.left:  # type: ignore[attr-defined]
            raise KeyboardInterrupt
        return after(*given)

    interrupted.left = 8  # type: ignore[attr-defined]
    monkeypatch.setattr(session, "review", interrupted)
    found = review_session(text_of(own), "fish")
    assert (found.hands, found.stopped, found.all.judged > 0) == (8, "reading", True)


def test_a_search_finds_what_a_river_cost() -> None:
    line = (250, 0, 0, 0, 0, 0, 0, 500, -1)  # who bet the river is folded to by a full house
    hand = Hand(nolimit_holdem(), line, ("5d5c", "AsJd"), "Kh9c2d2s5h", ("Ann", "Bob"), hero=0)
    found = review_session(text_of([hand]), search_seconds=60, think_seconds=3)
    assert found.searched == 1
    assert found.all.by_ev > 0
    assert found.worst[0]["judged_by"] == "ev"
    assert found.worst[0]["action"] == "f"
    assert found.worst[0]["ev_lost_bb"] > 9  # the pot of ten, hardly ever beaten
    assert isinstance(found, LeakReport)


def test_the_command_prints_writes_and_refuses(tmp_path: Path, own: tuple[Hand, ...]) -> None:
    file = tmp_path / "session.txt"
    file.write_text(text_of(own[:20]))
    page = tmp_path / "report.html"
    shown = RUN.invoke(app, ["review", str(file), "--hero", "fish", "--html", str(page)])
    assert shown.exit_code == 0
    assert "fish: 20 hands beside sixmax" in shown.output
    text = page.read_text()
    assert "http://127.0.0.1:8421/explore?strategy=sixmax" in text
    assert "<script" not in text
    told = json.loads(RUN.invoke(app, ["review", str(file), "--hero", "fish", "--json"]).output)
    assert (told["hands"], told["hero"]) == (20, "fish")
    downloads = RUN.invoke(app, ["review", str(DOWNLOADS), "--json"])
    assert downloads.exit_code == 0
    assert "another game" in downloads.output
    for bad, words in (("nothing here", "does not look like"), ("", "it is empty")):
        file.write_text(bad)
        refused = RUN.invoke(app, ["review", str(file)])
        assert refused.exit_code == 1
        assert words in str(refused.exception)


def test_a_full_ring_is_judged_as_six_once_those_before_have_folded() -> None:
    cards, board = ("AsKd", "7h2c", *("",) * 4, "QhQd"), "QsJh2h"
    names = tuple(f"p{number}" for number in range(1, 10))

    def told(players: int, actions: tuple[int, ...]) -> dict[str, object]:
        missing = 9 - players
        seats = [0, 1, *range(2 + missing, 9)]
        hand = Hand(
            nolimit_holdem(players),
            actions,
            tuple((*cards, "", "")[seat] for seat in seats),
            board,
            names=tuple(names[seat] for seat in seats),
        )
        found = review_session(hands_text([hand], "phh")[0], "p7").to_dict()
        return {name: found[name] for name in ("judged", "by", "habits", "not_judged")} | {
            "worst": [(one["line"], one["position"], one["explore"]) for one in found["worst"]]
        }

    six = (-1, 250, -1, -1, -1, 0, 0, 300, -1)  # the hijack opens queens, and bets a set
    assert told(9, (-1, -1, -1, *six)) == told(6, six)
    assert told(6, six)["judged"] == 2
    limped = (0, -1, -1, -1, 250, -1, -1, -1, 0, 0, 0, 0, 300, -1, -1)  # somebody before the six is in
    reasons = told(9, limped)
    assert reasons["judged"] == 0
    assert "9 players are too many" in str(reasons["not_judged"])
