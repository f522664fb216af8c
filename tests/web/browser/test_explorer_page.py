"""The explorer as people use it: by clicks, by keyboard, on a phone, in the dark."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.browser.conftest import PHONE, Open

FLOP = "/explore?strategy=sixmax&line=f+f+r2.5+f+f+c+/&board=QsJh2h"


def line(page: Any) -> str:
    return str(page.evaluate("new URLSearchParams(location.search).get('line') ?? ''"))


def acts(page: Any, position: str) -> None:
    page.locator(f'[aria-current="step"] header b:text-is("{position}")').wait_for()


def test_a_hand_by_clicks(show: Open) -> None:
    page = show("/")
    acts(page, "UTG")
    page.get_by_role("button", name="fold to CO").click()
    acts(page, "CO")
    actions = page.get_by_role("region", name="Actions")
    actions.get_by_role("button", name=re.compile(r"^raise to 2\.5 bb")).click()
    acts(page, "BTN")
    assert line(page) == "f f r2.5"
    page.get_by_role("button", name="fold to BB").click()
    acts(page, "BB")
    actions.get_by_role("button", name=re.compile("^call 1.5 bb")).click()
    page.get_by_label("Cards of the flop, typed").fill("QsJh2h")
    page.keyboard.press("Enter")
    acts(page, "BB")
    assert "board=QsJh2h" in page.url

    page.get_by_role("tab", name="Breakdown").click()
    grid = page.get_by_role("grid", name="BB: all hands")
    before = grid.get_by_label(re.compile("not in the range")).count()
    page.get_by_role("button", name="top pair", exact=True).click()
    page.get_by_role("button", name="clear filters").wait_for()
    assert grid.get_by_label(re.compile("not in the range")).count() > before

    page.go_back()
    page.get_by_label("Cards of the flop, typed").wait_for()  # one step of the line, filters are none
    page.go_back()
    acts(page, "BB")
    page.get_by_role("navigation", name="The line").get_by_role("button", name="Raise 3").first.click()
    acts(page, "BTN" if line(page) == "f f r3" else "CO")


def test_a_size_of_ones_own_says_how_it_is_played(show: Open) -> None:
    page = show("/explore?strategy=headsup")
    acts(page, "BTN")
    page.keyboard.press("b")
    page.keyboard.type("2.7")
    page.keyboard.press("Enter")
    page.get_by_text("played r2.7 as r2.5").wait_for()
    assert line(page) == "r2.7"
    show("/explore?strategy=headsup&line=r2.7").get_by_text(
        "played r2.7 as r2.5"
    ).wait_for()  # a link says the same


def test_by_keyboard_alone(show: Open) -> None:
    page = show("/")
    acts(page, "UTG")
    for position in ("HJ", "CO"):
        page.keyboard.press("f")
        acts(page, position)
    page.keyboard.press("2")
    page.locator('canvas[aria-label^="CO:"]').wait_for()
    page.keyboard.press("1")
    page.get_by_role("gridcell").first.locator("button").focus()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert "cell=KK" in page.url
    page.get_by_role("columnheader", name="KK").wait_for()
    page.keyboard.press("d")
    page.get_by_role("button", name=re.compile(r"roll the die, now \d+")).wait_for()
    page.keyboard.press("s")
    page.get_by_text("(all sizes)").wait_for()
    page.keyboard.press("Backspace")
    acts(page, "HJ")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Help").wait_for()


def test_what_is_shown_can_be_taken_along(show: Open) -> None:
    page = show("/explore?strategy=file:river.rb")
    acts(page, "OOP")
    page.get_by_role("button", name="copy range").click()
    page.get_by_text("copied: the range of OOP").wait_for()
    assert "76s" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as csv:
        page.get_by_role("link", name="CSV").click()
    assert csv.value.path().read_text().startswith("hand,weight,k,")
    with page.expect_download() as png:
        page.get_by_role("button", name="PNG").click()
    assert png.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_label("what the grid shows").select_option("EV")
    assert page.get_by_role("grid").locator("small").first.inner_text()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_at_a_phones_width_nothing_sticks_out(show: Open, theme: str) -> None:
    page = show(FLOP, viewport=PHONE, theme=theme)
    acts(page, "BB")
    page.get_by_label(re.compile("^QJo:")).click()
    page.get_by_role("columnheader", name="QJo").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (int(re.findall(r"\d+", ground)[0]) < 60) == (theme == "dark")


def test_colours_for_colour_blind_people_stay(show: Open) -> None:
    page = show("/")
    fold = page.get_by_role("region", name="Actions").locator("button.take").first
    usual = fold.evaluate("button => getComputedStyle(button).backgroundColor")
    page.get_by_role("button", name="colours for colour-blind people").click()
    assert fold.evaluate("button => getComputedStyle(button).backgroundColor") != usual
    page.reload()
    fold.wait_for()
    assert fold.evaluate("button => getComputedStyle(button).backgroundColor") == "rgb(0, 114, 178)"


def test_games_of_one_card_have_a_table(show: Open) -> None:
    page = show("/explore?strategy=file:deep/leduc.solution&line=b")
    acts(page, "IP")
    assert page.locator("main tbody tr").count() == 6
    page.keyboard.press("c")
    page.get_by_label(re.compile("^Cards of the")).first.wait_for()


def test_nonsense_is_answered_in_words(show: Open, complaints: list[str]) -> None:
    page = show("/explore?strategy=sixmax&line=f+f+k")
    page.get_by_role("alert").get_by_text("cannot check").wait_for()
    complaints.clear()  # the browser notes the refusal, rightly
