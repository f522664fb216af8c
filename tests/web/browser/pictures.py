"""Takes the pictures of the guide to the page anew: `python -m tests.web.browser.pictures`, some minutes.

It makes what they show in folders of its own. Look at them afterwards.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import sync_playwright
from tests.web.running import running

import riverboat as rb
from riverboat.web.settings import Settings

PICTURES = Path(__file__).parents[3] / "docs/images/page"
WIDE, PHONE = (1440, 900), (390, 844)
FLOP = "/explore?strategy=sixmax&line=f+f+r2.5+f+f+c+/+k+b1.82&board=QsJh2h&tab=breakdown"
SPOT = {
    "board": "QsJh2h5c",
    "oop": "22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,75s+,65s,54s,ATo+,KJo+,QJo",
    "ip": "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,A9o+,KTo+,QTo+,JTo",
    "pot": 55,
    "stack": 475,
    "sizes": "33% 75% | 3x",
    "target_pot_percent": 0.3,
}
REPORT = SPOT | {"stack": 110, "sizes": "50% | a", "target_pot_percent": 2}


class Camera:
    """A browser on a server. client: asks the same server."""

    def __init__(self, browser: Any, client: httpx.Client) -> None:
        self.browser, self.client = browser, client

    def open(self, path: str, size: tuple[int, int] = WIDE, theme: str = "dark") -> Any:
        """Open an address."""
        width, height = size
        page = self.browser.new_page(
            base_url=str(self.client.base_url),
            viewport={"width": width, "height": height},
            color_scheme=theme,
            reduced_motion="reduce",
        )
        page.set_default_timeout(120_000)
        page.goto(path)
        page.wait_for_load_state("networkidle")
        return page

    def take(self, page: Any, name: str, settle: float = 1.0) -> None:
        """Keep what a page shows, in 256 colours of its own, and close it."""
        page.wait_for_timeout(1000 * settle)
        path = PICTURES / f"{name}.png"
        page.screenshot(path=path)
        with Image.open(path) as whole:
            whole.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
                path, optimize=True
            )
        page.close()
        print(path)

    def work(self, path: str, body: dict[str, Any]) -> int:
        """Have something done, and return its number when it is."""
        answer = self.client.post(f"/api/v1/{path}", json=body)
        assert answer.status_code == 201, answer.text
        number = int(answer.json()["id"])
        while self.client.get(f"/api/v1/jobs/{number}").json()["state"] in ("waiting", "running"):
            time.sleep(0.2)
        return number


def study(camera: Camera) -> None:
    """The explorer, equity, solving and reports."""
    camera.take(camera.open(FLOP), "explore")
    camera.take(camera.open(FLOP.replace("&tab=breakdown", ""), PHONE), "phone")
    ranges = "hands=QQ%2B,AQs%2B,AKo;22%2B,ATs%2B,KTs%2B,QJs,JTs,AJo%2B&board=Jh8h3c"
    camera.take(camera.open(f"/equity?{ranges}", theme="light"), "equity")
    first = camera.work("jobs", {"setup": SPOT, "name": "CO against BB, turn"})
    page = camera.open(f"/solve?view=queue&job={first}", (1440, 560))
    camera.take(page, "solve")
    locked = SPOT | {"locks": [": k 0.6, b18 0.4"], "start": f"spot:{first}"}
    second = camera.work("jobs", {"setup": locked, "name": "OOP leads"})
    camera.take(
        camera.open(f"/solve?view=compare&one=spot:{first}&other=spot:{second}", (1440, 720)), "compare"
    )
    report = camera.work("jobs", {"kind": "report", "setup": REPORT, "name": "25 flops", "boards": 25})
    camera.take(camera.open(f"/reports?report={report}"), "report")
    camera.take(camera.open("/tournament?view=jam&bb=10", theme="light"), "tournament", 4)


def sessions(camera: Camera) -> None:
    """Reviews, tables, the trainer and the arena."""
    bots = ["honest", "blueprint:sixmax", "fish", "blueprint:sixmax"]
    hands = rb.play_match(bots, 400, keep_every=1, seed=1).records
    text, _ = rb.games.hands_text(hands, "pokerstars")
    upload = camera.client.post("/api/v1/reviews/uploads", json={"text": text}).json()["upload"]
    body = {"upload": upload, "hero": "honest", "name": "session.txt"}
    camera.take(camera.open(f"/review?review={camera.work('reviews', body)}"), "review")

    bots = ["blueprint:sixmax", "shark", "fish", "honest", "blueprint:sixmax"]
    camera.take(played(camera, bots, WIDE, hands=3), "play", 2)
    camera.take(played(camera, ["blueprint:headsup"], PHONE, hands=0), "play-phone")

    page = camera.open("/train?strategy=sixmax&street=river&search=1")
    page.keyboard.press("Enter")
    page.get_by_text("you, ").wait_for()
    page.keyboard.press("1")
    page.get_by_text("Graded by").wait_for()
    camera.take(page, "train")
    page = camera.open("/train?strategy=sixmax&street=preflop", PHONE)
    page.keyboard.press("Enter")
    page.get_by_text("you, ").wait_for()
    camera.take(page, "train-phone")

    bots = ["shark", "fish", "blueprint:sixmax"]
    match = camera.work(
        "arena/jobs", {"kind": "match", "bots": bots, "hands": 4000, "name": "Three at a table"}
    )
    camera.take(camera.open(f"/arena?job={match}"), "arena", 2)


def played(camera: Camera, bots: list[str], size: tuple[int, int], hands: int) -> Any:
    """A table after so many hands, by calls; at one's turn."""
    table = camera.client.post("/api/v1/play/tables", json={"bots": bots}).json()["id"]
    page = camera.open(f"/play?table={table}", size)
    turn = page.get_by_role("button", name=re.compile("^(Call|Check)"))
    over = page.get_by_role("button", name=re.compile("^Next hand"))
    for number in range(1, hands + 1):
        turn.or_(over).first.wait_for()
        while turn.count():
            turn.first.click()
            page.wait_for_timeout(300)
            turn.or_(over).first.wait_for()
        if number < hands:
            over.click()
            page.wait_for_timeout(300)
    turn.or_(over).first.wait_for()
    return page


def main() -> None:
    """Take all of them."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("there is no Chromium here: apt-get install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Settings(folder=Path(folder), library=Path(folder) / "library")) as client,
        sync_playwright() as playwright,
    ):
        camera = Camera(playwright.chromium.launch(executable_path=program, args=["--no-sandbox"]), client)
        study(camera)
        sessions(camera)


if __name__ == "__main__":
    main()
