"""Prizes and jam or fold as people use them."""

from __future__ import annotations

import re

from tests.web.browser.conftest import PHONE, Open


def test_stacks_are_typed_and_kept_in_the_address(show: Open, complaints: list[str]) -> None:
    page = show("/tournament")
    table = page.get_by_role("region", name="What stacks are worth")
    table.get_by_text("38.39", exact=True).first.wait_for()
    page.get_by_role("region", name="Bubble factors").get_by_text("1.55 (+10.7%)").wait_for()
    page.get_by_role("textbox", name="Stacks").fill("3,1")
    page.get_by_label("Prizes, the first place first").fill("1")
    table.get_by_text("75.0%").first.wait_for()
    assert "stacks=3%2C1" in page.url
    page.get_by_label("Prizes, the first place first").fill("1,2")
    page.get_by_role("alert").get_by_text("payouts rise").wait_for()
    complaints.clear()  # the browser notes the refusal, rightly
    page.get_by_role("textbox", name="Stacks").fill("3,x")
    page.get_by_text("numbers with commas").wait_for()
    assert show(page.url, viewport=PHONE).get_by_role("textbox", name="Stacks").input_value() == "3,x"


def test_charts_of_jam_or_fold(show: Open) -> None:
    page = show("/tournament")
    page.get_by_role("tab", name="ICM").press("ArrowRight")
    grid = page.get_by_role("grid", name="SB first in")
    aces = grid.get_by_label(re.compile("^AA: jam 100%|^AA: jam 100.0%"))
    aces.wait_for()
    aces.click()
    aces.press("ArrowRight")
    page.get_by_text(re.compile(r"^AKs: jam 100.*over folding")).wait_for()
    page.get_by_label("Decision").select_option("2")
    page.get_by_role("grid", name="BB after SB jams").wait_for()
    assert "cell=AKs" in page.url
    assert "row=2" in page.url
    page.get_by_role("textbox", name="Stacks in big blinds").fill("5")
    page.get_by_label("Decision").get_by_text(re.compile("BB after SB jams: jam [5-9]")).wait_for(
        state="attached"
    )


def test_a_whole_tournament(show: Open, complaints: list[str]) -> None:
    page = show("/tournament?view=whole&chips=1600")
    page.get_by_role("region", name="Where all have the same").get_by_text(
        re.compile("in the worst state")
    ).wait_for()
    page.get_by_role("status").get_by_text(re.compile("^7 states")).wait_for()
    page.get_by_role("img", name=re.compile("worth more than ICM")).wait_for()
    page.get_by_label("Blinds of later levels").fill("400,800")
    page.get_by_role("status").get_by_text(re.compile("^14 states")).wait_for()
    page.get_by_label("Chips of all together").fill("1700")
    page.get_by_role("alert").get_by_text("no multiple of the grid's step").wait_for()
    complaints.clear()  # the browser notes the refusal, rightly
