"""Pages in notebooks, which style all tables themselves: rows on white would hide our light letters."""

from __future__ import annotations

from riverboat.views.page import Page
from riverboat.views.shapes import Rows


def test_a_notebook_does_not_stripe_our_rows() -> None:
    html = Page(Rows(("bot", ">won"), (("fish", "-1"), ("shark", "+1")))).to_html()
    assert '<table class="rb-rows">' in html
    assert ".rb-rows tr,.rb-rows thead{background:none!important;border:0!important}" in html
