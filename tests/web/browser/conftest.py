"""A real browser on a real server. Without Chromium, playwright or a built page the tests say so and are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from riverboat.web.settings import STATIC

AXE = Path(__file__).parents[3] / "web/node_modules/axe-core/axe.min.js"
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}

Open = Callable[..., Any]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser for all tests of a worker."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the page is not built: make page builds it")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser wrote to its console as an error."""
    return []


@pytest.fixture
def show(chromium: Any, client: httpx.Client, complaints: list[str]) -> Iterator[Open]:
    """Open an address of the page; whatever the browser complains of on the way fails the test."""
    contexts = []

    def opened(path: str = "/", *, viewport: dict[str, int] = WIDE, theme: str = "dark") -> Any:
        context = chromium.new_context(base_url=str(client.base_url), viewport=viewport, color_scheme=theme)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="session")
def findings() -> Callable[[Any], list[str]]:
    """Return what axe has against a page, serious things only: a line for each."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make page installs it")
    axe = AXE.read_text()

    def found(page: Any) -> list[str]:
        page.evaluate(axe)
        rules = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        return [
            f"{rule['id']}: {rule['nodes'][0]['html'][:200]}"
            for rule in rules
            if rule["impact"] in ("serious", "critical")
        ]

    return found
