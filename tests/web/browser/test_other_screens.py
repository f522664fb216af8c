"""Equity, solving and reports as people use them."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from tests.web.browser.conftest import PHONE, Open

SMALL = {"oop": "AA,QQ,KQs,76s", "ip": "AQs,KQs,JTs,TT", "pot": "100", "stack": "100", "sizes": "100%"}
RIVER = SMALL | {"board": "QsJh2h5c9d", "target": "1"}
HAND = """PokerStars Hand #1: Hold'em No Limit ($0.50/$1.00 USD) - 2026/07/17 21:32:37 ET
Table 'A' 2-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Ann: posts small blind $0.50
Bob: posts big blind $1
*** HOLE CARDS ***
Ann: raises $1.50 to $2.50
Bob: calls $1.50
*** FLOP *** [Td 9h 2h]
Bob: checks
Ann: checks
*** TURN *** [Td 9h 2h] [5c]
Bob: bets $3
Ann: folds
Uncalled bet ($3) returned to Bob
Bob collected $5 from pot
*** SUMMARY ***
Total pot $5 | Rake $0
Board [Td 9h 2h 5c]
"""


def query(page: Any, name: str) -> str:
    return str(page.evaluate(f"new URLSearchParams(location.search).get('{name}') ?? ''"))


def test_equity_typed_and_painted(show: Open) -> None:
    page = show("/equity?hands=AsAh;KdKc")
    first = page.get_by_role("region", name="Player 1", exact=True)
    first.get_by_text(re.compile(r"^8[12]\.\d\d%$")).wait_for()
    second = page.get_by_label("hand or range of player 2")
    second.fill("QQ+,")
    page.get_by_text("exact:").or_(page.get_by_text("table:")).or_(page.get_by_role("alert")).first.wait_for()
    second.fill("AKs")
    grid = page.get_by_role("grid", name="range of player 2: paint")
    grid.get_by_label(re.compile("^AKs: weight 100%")).wait_for()
    start, end = (grid.get_by_label(re.compile(f"^{cell}:")).bounding_box() for cell in ("AQs", "ATs"))
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 5, end["y"] + 5, steps=8)
    page.mouse.up()
    page.wait_for_url(re.compile(r"ATs%2B"))
    page.get_by_label("Board, typed").fill("AcTd2h")
    page.keyboard.press("Enter")
    page.get_by_text("exact:").wait_for()
    assert query(page, "board") == "AcTd2h"
    assert show(page.url, viewport=PHONE).get_by_label("hand or range of player 1").input_value() == "AsAh"


def test_a_spot_solved_looked_at_locked_and_solved_again(show: Open) -> None:
    page = show("/solve?" + urlencode(RIVER))
    page.get_by_label("sizes: bets | raises").fill("river oop: 50%; river ip: 100% | a")
    page.get_by_text("rake, thresholds, limits, locks").click()
    page.get_by_label("add all-in to").fill("never")
    page.keyboard.press("Enter")
    page.get_by_text("in all, about").wait_for()
    page.get_by_label("name of the spot").fill("A river")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("article", name="A river").get_by_text("done", exact=True).wait_for(timeout=60_000)
    page.get_by_role("article", name="A river").get_by_role("button", name="look").click()
    page.get_by_text(re.compile(r"solved to \d\.\d+% of the pot")).wait_for()
    page.get_by_role("tab", name="Locks").wait_for()
    page.keyboard.press("5")
    page.get_by_role("slider", name="check").focus()
    page.keyboard.press("End")
    page.get_by_text(": k 1", exact=True).wait_for()
    page.get_by_role("button", name="lock and solve again").click()
    page.get_by_text("betting nodes").wait_for()
    assert query(page, "locks") == ": k 1"
    assert (query(page, "sizes"), query(page, "allin")) == ("river oop: 50%; river ip: 100% | a", "never")
    page.get_by_label("name of the spot").fill("It checks")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("article", name="It checks").get_by_text("done", exact=True).wait_for(timeout=60_000)
    page.get_by_role("tab", name="Compare").click()
    page.get_by_role("grid", name="Difference in bets and raises").wait_for()
    page.get_by_role("tab", name="Library").click()
    notes = page.get_by_label("notes on It checks")
    notes.fill("never bets")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        notes.blur()
    page.reload()
    page.get_by_label("notes on It checks").wait_for()
    assert page.get_by_label("notes on It checks").input_value() == "never bets"


def test_a_spot_out_of_a_pasted_hand(show: Open) -> None:
    page = show("/solve")
    page.get_by_text("From a hand history").click()
    page.get_by_label("hands, as PokerStars and others write them").fill(HAND)
    page.get_by_role("button", name="read").click()
    page.get_by_role("button", name=re.compile("solve the turn")).click()
    page.get_by_text("BB acts first").wait_for()
    assert query(page, "board") == "Td9h2h5c"
    assert page.get_by_role("grid", name="range OOP: paint").get_by_label(re.compile("weight")).count() > 20


def test_a_report_sorted_grouped_and_opened(show: Open) -> None:
    page = show("/reports?" + urlencode(SMALL | {"target": "20"}))
    page.get_by_role("button", name="Solve 25 flops").click()
    page.get_by_text("25 of 25 flops").wait_for(timeout=120_000)
    page.get_by_role("button", name="EV OOP").click()
    evs = [float(text) for text in page.locator("tbody tr:not(.mean) td:nth-child(3)").all_inner_texts()]
    assert len(evs) == 25
    assert evs == sorted(evs, reverse=True)
    page.get_by_label("group by").select_option("suits")
    page.get_by_role("button", name="monotone").click()
    assert "suits=monotone" in page.url
    page.get_by_role("button", name=re.compile("^open ")).first.click()
    page.get_by_role("region", name="Actions").wait_for()


def test_a_range_that_never_meets_the_board_is_told_in_words(show: Open, complaints: list[str]) -> None:
    page = show("/solve?" + urlencode(RIVER | {"oop": "QsJh"}))
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("button", name="Solve", exact=True).is_disabled()
    complaints.clear()  # the browser notes the refusal, rightly
