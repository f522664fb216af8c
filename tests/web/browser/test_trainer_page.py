"""Training as people do: by clicks, by keyboard alone, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.web.browser.conftest import PHONE, Open

CLASSES = re.compile("^(Best|Correct|Inaccuracy|Wrong|Blunder)$")


def count(page: Any) -> int:
    """Answers so far."""
    progress = page.get_by_role("region", name="Your progress")
    progress.get_by_text("longest").wait_for()
    return int(progress.locator("dd").first.inner_text())


def test_a_solved_spot_by_clicks_is_graded_by_ev(show: Open) -> None:
    page = show("/train?strategy=file:river.rb&difficulty=exact")
    before = count(page)
    page.get_by_role("button", name="Begin Enter").click()
    question = page.get_by_role("region", name="The question")
    question.get_by_role("button", name=re.compile("1$")).first.click()
    verdict = question.get_by_role("status")
    verdict.get_by_text(CLASSES).wait_for()
    verdict.get_by_text("Graded by EV: the EVs of the solution.").wait_for()
    verdict.get_by_text(re.compile(r"loses \d")).wait_for()
    page.get_by_role("region", name="Your progress").get_by_text("OOP river:").or_(
        page.get_by_role("region", name="Your progress").get_by_text("IP river:")
    ).first.wait_for()
    assert count(page) == before + 1
    page.reload()
    assert count(page) == before + 1


def test_whole_hands_by_keyboard_alone_graded_by_frequency(show: Open) -> None:
    page = show(
        "/train?strategy=headsup&street=preflop&kind=against+an+open&length=hand&difficulty=simple&repeat=never"
    )
    page.get_by_label("line").wait_for()
    page.get_by_role("button", name="Begin Enter").wait_for()
    before = count(page)
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Enter")
    question = page.get_by_role("region", name="The question")
    question.get_by_role("heading", name="BB preflop: against an open").wait_for()
    page.keyboard.press("c")
    question.get_by_text("Graded by frequency: how often the strategy does it.").wait_for()
    question.get_by_text(re.compile(r"with \d+ on the die")).wait_for()
    page.keyboard.press("Enter")
    question.get_by_role("status").wait_for(state="detached")
    page.keyboard.press("2")
    question.get_by_text(CLASSES).wait_for()
    page.wait_for_timeout(100)
    assert count(page) == before + 2


def test_on_a_phone_in_the_dark_and_axe(show: Open, findings: Callable[[Any], list[str]]) -> None:
    for viewport, theme in ((PHONE, "dark"), ({"width": 1440, "height": 900}, "light")):
        page = show("/train?strategy=headsup&street=flop&repeat=never", viewport=viewport, theme=theme)
        page.get_by_role("button", name="Begin Enter").click()
        question = page.get_by_role("region", name="The question")
        question.get_by_role("button", name=re.compile("^check|^fold")).first.wait_for()
        assert findings(page) == []
        page.keyboard.press("1")
        question.get_by_text(CLASSES).wait_for()
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]


def test_wishes_that_cannot_be_are_told(show: Open, complaints: list[str]) -> None:
    page = show("/train?strategy=headsup&street=preflop&position=BB&kind=first+in")
    page.get_by_role("button", name="Begin Enter").click()
    page.get_by_role("alert").get_by_text("BB hardly ever comes to 'first in'").wait_for()
    page.get_by_label("position").select_option("BTN")
    page.get_by_role("button", name="try again").click()
    page.get_by_role("heading", name="BTN preflop: first in").wait_for()
    complaints.clear()  # the browser notes the refusal, rightly
