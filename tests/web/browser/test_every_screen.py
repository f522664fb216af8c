"""What every screen must keep: small, and open to everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.web.browser.conftest import PHONE, Open

from riverboat.web.settings import STATIC

SCREENS = {
    "explore": "/explore?strategy=file:river.rb&tab=breakdown&cell=KQs",
    "flop": "/explore?strategy=sixmax&line=f+f+r2.5+f+f+c+/&board=QsJh2h&tab=ranges",
    "equity": "/equity",
    "tournament": "/tournament",
    "jam or fold": "/tournament?view=jam&bb=10",
    "solve": "/solve",
    "reports": "/reports",
    "arena": "/arena",
    "review": "/review",
    "play": "/play",
    "train": "/train?strategy=headsup",
}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_serious(
    show: Open, findings: Callable[[Any], list[str]], screen: str, theme: str
) -> None:
    page = show(SCREENS[screen], theme=theme)
    page.wait_for_load_state("networkidle")
    assert findings(page) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_no_screen_is_wider_than_a_phone(show: Open, screen: str) -> None:
    page = show(SCREENS[screen], viewport=PHONE)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_screen_that_is_shown_is_seen_in_the_navigation(show: Open) -> None:
    """On a phone it is wider than the page, and scrolled there."""
    page = show("/arena", viewport=PHONE)
    shown = page.get_by_role("navigation", name="Screens").get_by_role("link", name="Arena")
    box = shown.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


def test_the_first_view_is_under_200_kb(show: Open) -> None:
    """As it comes over the wire, headers and the first answers counted in."""
    page = show("/")
    page.get_by_role("region", name="Actions").wait_for()
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".map(one => one.transferSize)"
    )
    assert min(sizes) > 0
    assert sum(sizes) < 200_000


def test_the_page_asks_nobody_else() -> None:
    """No fonts, scripts or pictures from elsewhere: the only addresses are names of standards and of documentation."""
    found = set()
    for path in STATIC.rglob("*"):
        if path.suffix in (".js", ".css", ".html"):
            found |= set(re.findall(r"https?://[\w.-]+", path.read_text()))
    assert found <= {"http://www.w3.org", "https://svelte.dev"}
