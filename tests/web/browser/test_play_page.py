"""Playing as people do: by clicks, by keyboard alone, in two windows, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from tests.web.browser.conftest import PHONE, Open

from riverboat.games.histories.formats import read_hands
from riverboat.search import Budget

TABLES = "/api/v1/play/tables"
KEPT = "localStorage.setItem('riverboat', JSON.stringify({animate: false}))"


@pytest.fixture
def sit(client: httpx.Client) -> Iterator[Callable[..., str]]:
    """Open a table and return its address."""
    ids = []

    def sits(*bots: str) -> str:
        ids.append(client.post(TABLES, json={"bots": list(bots)}).json()["id"])
        return f"/play?table={ids[-1]}"

    yield sits
    for one in ids:
        client.delete(f"{TABLES}/{one}")


def over(page: Any) -> Any:
    return page.get_by_role("button", name=re.compile("^Next hand"))


def your_turn_or_over(page: Any) -> bool:
    """Wait; return whether it is your turn."""
    turn = page.get_by_role("button", name=re.compile("^(Call|Check)"))
    turn.or_(over(page)).first.wait_for()
    return bool(turn.count())


def test_a_session_by_clicks(show: Open) -> None:
    page = show("/play")
    page.evaluate(KEPT)
    page.reload()
    page.get_by_role("button", name="Heads-up against the blueprint").click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(re.compile("table="))
    for number in (1, 2):
        while your_turn_or_over(page):
            page.get_by_role("button", name=re.compile("^(Call|Check)")).click()
            page.wait_for_timeout(20)
        page.get_by_role("region", name="The hand afterwards").get_by_text(
            f"Hand {number}, by headsup"
        ).wait_for()
        if number == 1:
            over(page).click()
    result = page.get_by_role("region", name="Your result")
    result.get_by_text("2 hands,").wait_for()
    assert result.get_by_role("row").count() == 4
    afterwards = page.get_by_role("region", name="The hand afterwards")
    assert afterwards.get_by_role("article").count() > 0
    afterwards.get_by_text("Hand history").click()
    assert "PokerStars Hand #2" in afterwards.locator("pre").inner_text()
    with page.expect_download() as history:
        page.get_by_role("link", name="hand history").click()
    assert len(read_hands(history.value.path().read_text()).hands) == 2
    page.get_by_role("button", name="1 ", exact=False).filter(has_text=re.compile("^1 (BB|BTN)$")).click()
    afterwards.get_by_text("Hand 1, by headsup").wait_for()
    page.get_by_role("button", name="leave the table").click()
    page.get_by_role("button", name="Sit down").wait_for()


def test_by_keyboard_alone_and_a_search_afterwards(
    show: Open, sit: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverboat.web.play.reviews._BUDGET", Budget(0.5, iterations=20))
    page = show(sit("fish"))
    page.emulate_media(reduced_motion="reduce")
    assert your_turn_or_over(page)
    page.keyboard.press("1")
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name=re.compile("^Raise to")).wait_for()
    page.keyboard.press("Enter")
    for _ in range(2):
        assert your_turn_or_over(page)
        page.keyboard.press("r")
        page.keyboard.type("4")
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    while your_turn_or_over(page):
        page.keyboard.press("c")
        page.wait_for_timeout(20)
    page.get_by_text("Hand 1, by headsup").wait_for()
    page.keyboard.press("s")
    page.get_by_text("Hand 1, by search with headsup").wait_for(timeout=30_000)
    page.get_by_text(re.compile("of your decisions could be|Your decisions that could be")).wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("hand 2, 2 players").wait_for()
    page.keyboard.press("f") if your_turn_or_over(page) else None
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Help").get_by_text("fold, check or call").wait_for()


def test_two_windows_and_a_reload(show: Open, sit: Callable[..., str], complaints: list[str]) -> None:
    address = sit("fish", "fish", "fish", "fish", "fish")
    one, two = show(address), show(address)
    for page in (one, two):
        page.evaluate(KEPT)
        page.reload()
        assert your_turn_or_over(page)
    # The second window does not hear of what the first does.
    two.evaluate("window.stale = document.querySelector('main').innerText")
    two.route("**/act", lambda route: (stale(), route.continue_())[1])

    def stale() -> None:
        if not done:
            done.append(True)
            one.get_by_role("button", name=re.compile("^(Call|Check)")).click()
            one.wait_for_timeout(100)

    done: list[bool] = []
    two.get_by_role("button", name=re.compile("^(Call|Check)")).click()
    two.get_by_role("alert").get_by_text(re.compile("the table has moved on .* Nothing was done")).wait_for()
    complaints.clear()  # the browser notes the refusal, rightly
    for page in (one, two):
        assert your_turn_or_over(page)
    seen = [page.get_by_role("region", name="The table").inner_text() for page in (one, two)]
    assert seen[0] == seen[1]
    two.reload()
    assert your_turn_or_over(two)
    assert two.get_by_role("region", name="The table").inner_text() == seen[0]


def test_animation_shows_one_thing_after_the_other(show: Open, sit: Callable[..., str]) -> None:
    page = show(sit("fish", "fish", "fish", "fish", "fish"))
    assert your_turn_or_over(page)
    page.evaluate(
        """() => { window.told = []; const words = document.querySelector('[aria-live]');
        new MutationObserver(() => window.told.push(words.innerText))
          .observe(words, {characterData: true, childList: true, subtree: true}) }"""
    )
    page.keyboard.press("c")
    while len(told := page.evaluate("window.told")) < 3:
        page.wait_for_timeout(50)
    assert told[0].startswith("you ")
    assert len(set(told)) >= 2


def test_on_a_phone_and_axe(
    show: Open, sit: Callable[..., str], findings: Callable[[Any], list[str]]
) -> None:
    address = sit("blueprint:sixmax", "shark", "fish", "honest", "fish")
    page = show(address, viewport=PHONE, theme="dark")
    page.evaluate(KEPT)
    page.reload()
    while your_turn_or_over(page):
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        if page.get_by_role("slider").count():
            assert findings(page) == []
        page.get_by_role("button", name=re.compile("^(Call|Check)")).click()
        page.wait_for_timeout(20)
    page.get_by_role("region", name="The hand afterwards").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert findings(page) == []
    light = show(address, theme="light")
    over(light).wait_for()
    assert findings(light) == []


def test_a_table_that_ended_and_bots_that_are_none_are_told(show: Open, complaints: list[str]) -> None:
    page = show("/play?table=0123456789abcdef")
    page.get_by_role("alert").get_by_text("this table has ended").wait_for()
    page.get_by_role("button", name="try again").click()
    page.get_by_label("seat 2").fill("sharp")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("alert").get_by_text("did you mean 'shark'").wait_for()
    page.get_by_label("seat 2").fill("mine.py:Mine")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("alert").get_by_text("--own-bots").wait_for()
    complaints.clear()  # the browser notes the refusals, rightly
