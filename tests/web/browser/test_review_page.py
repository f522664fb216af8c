"""A file of hands reviewed on the page: dropped, judged, looked at in the explorer; keyboard and phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.web.browser.conftest import PHONE, Open

from riverboat.arena import play_match
from riverboat.games import write_hands


def test_a_file_is_reviewed_and_a_decision_explored(
    show: Open, findings: Callable[[Any], list[str]], tmp_path: Path
) -> None:
    hands = play_match(["fish", "shark"], 40, keep_every=1, seed=6).records
    path = tmp_path / "session.txt"
    write_hands(hands, path)
    path.write_text(path.read_text() + "\n\nPokerStars Hand #9:  Hold'em No Limit (50/100)\nbroken\n")
    page = show("/review", viewport=PHONE)
    page.get_by_label("file of hands", exact=True).set_input_files(str(path))
    page.get_by_label("hero").select_option("fish")
    page.get_by_role("button", name="Review", exact=True).press("Enter")
    page.get_by_role("heading", name="fish: 40 hands beside headsup").wait_for()
    page.get_by_role("button", name="remove").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert findings(page) == []
    assert page.get_by_role("region", name="By situation").get_by_role("row").count() > 3
    assert "hand 41" in page.get_by_role("region", name="Broken hands").inner_text()
    line = page.get_by_role("region", name="Worst decisions").get_by_role("link").first
    told = line.inner_text()
    line.press("Enter")
    page.wait_for_url("**/explore?strategy=headsup**")
    page.get_by_role("region", name="Actions").wait_for()
    assert told
    page.go_back()
    page.get_by_role("button", name="remove").press("Enter")
    page.get_by_role("region", name="Hands to review").wait_for()


def test_what_is_no_history_is_told(show: Open, complaints: list[str]) -> None:
    page = show("/review")
    page.get_by_label("or paste them").fill("Dear Ann, these are no hands.")
    page.get_by_role("button", name="read what was pasted").click()
    assert "does not look like any format" in page.get_by_role("alert").inner_text()
    complaints.clear()  # the browser tells of every request that is refused
