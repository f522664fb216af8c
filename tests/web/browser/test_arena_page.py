"""The arena as people use it: begun, watched, stopped, and a training run by its log."""

from __future__ import annotations

import json
from pathlib import Path

from tests.web.browser.conftest import Open
from tests.web.test_arena import REPORT


def test_a_match_is_watched_and_a_league_has_a_table(show: Open) -> None:
    page = show("/arena")
    page.get_by_label("Bots", exact=True).fill("shark, fish")
    page.get_by_label("Deals", exact=True).fill("400")
    page.get_by_role("button", name="Begin").click()
    match = page.get_by_role("article", name="shark – fish")
    match.get_by_text("match, done").wait_for(timeout=60_000)
    page.get_by_role("img", name="with 95 % intervals").wait_for()
    page.get_by_role("region", name="Result").get_by_role("row", name="shark").get_by_text("±").wait_for()

    page.get_by_label("What").select_option("league")
    page.get_by_label("Bots", exact=True).fill("fold, fish, all-in")
    page.get_by_label("Deals a pair").fill("100")
    page.keyboard.press("Enter")
    page.get_by_role("article", name="fold, fish, all-in").get_by_text("league, done").wait_for(
        timeout=60_000
    )
    rows = page.get_by_role("region", name="Result").locator(".scroll tbody tr")
    assert rows.count() == 3
    assert rows.last.inner_text().startswith("fold")

    page.get_by_label("Deals a pair").fill("1000000")
    page.get_by_label("Bots", exact=True).fill("blueprint:headsup, fish")
    page.get_by_label("What").select_option("match")
    page.get_by_role("button", name="Begin").click()
    long = page.get_by_role("article", name="blueprint:headsup – fish")
    long.get_by_role("button", name="stop").click()
    long.get_by_text("match, stopped").wait_for(timeout=60_000)


def test_a_training_run_is_watched(show: Open, folder: Path) -> None:
    run = folder / "runs" / "small"
    run.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps(REPORT | {"seconds": 60.0 * n, "iterations": 10 * n, "opens": {"BTN": [n / 49] * 169}})
        for n in range(1, 50)
    ]
    (run / "log.jsonl").write_text("\n".join(lines))
    page = show("/arena?tab=training")
    page.get_by_role("region", name="Regret").wait_for()
    page.get_by_role("region", name="UTG AsAh").wait_for()
    page.get_by_text("490 iterations in").wait_for()
    opens = page.get_by_role("region", name="Opening ranges")
    opens.get_by_text("100.0%", exact=True).wait_for()
    opens.get_by_label("after which report").press("Home")
    opens.get_by_text("after 10 iterations").wait_for()
    opens.get_by_text("2.0%", exact=True).wait_for()


def test_a_bot_that_is_none_is_told_in_words(show: Open, complaints: list[str]) -> None:
    page = show("/arena")
    page.get_by_label("Bots", exact=True).fill("fish, nobody-such")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("alert").get_by_text("nobody-such").wait_for()
    complaints.clear()  # the browser notes the refusal, rightly
