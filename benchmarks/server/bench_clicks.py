"""A click in the explorer until its grid is drawn, in a real browser beside the server on the same two cores.

python benchmarks/server/bench_clicks.py

Every click leads to a point that nobody asked before, without the pointer resting on it first, which would ask ahead.
It counts from the click to the frame after the one in which the grid has changed; of that, `server` is from the request
to its last byte. Times need a quiet machine; the processor's time that the page takes is told beside them.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]
from bench_server import CORES, percentile, serving

from timing import Row

ROUNDS, MOST_MILLISECONDS = 60, 100
FLOPS = ("QsJh2h", "AsKd7c", "9h8h7d", "5c5d2s", "KhTd4h", "Ac8c3c", "JsTs6d", "7h4d2c")
_CLICK = """async () => {
  const drawn = () => document.querySelector('[role=grid]')
  const cells = () => drawn()?.getAttribute('aria-label') + drawn()?.querySelector('button')?.ariaLabel
  const before = cells()
  const buttons = [...document.querySelectorAll('section[aria-label=Actions] button.take')]
  const passive = buttons.find(one => /^(check|call)/i.test(one.innerText)) ?? buttons.at(-1)
  performance.clearResourceTimings()
  const from = performance.now()
  passive.click()
  await new Promise((done, wrong) => {
    const late = setTimeout(() => wrong(new Error('no grid: ' + location.search)), 5000)
    const look = () => {
      const changed = drawn() && cells() !== before
      const dealt = document.querySelector('input[aria-label^="Cards of the"]')
      if (changed || dealt) { clearTimeout(late); requestAnimationFrame(() => setTimeout(done)) }
      else requestAnimationFrame(look)
    }
    look()
  })
  const took = performance.now() - from
  const asked = performance.getEntriesByType('resource').filter(one => one.name.includes('/grid?'))
  const needsCards = !!document.querySelector('input[aria-label^="Cards of the"]')
  return needsCards ? null : [took, Math.max(0, ...asked.map(one => one.responseEnd - one.startTime))]
}"""


def rows() -> list[Row]:
    program = shutil.which("chromium")
    if program is None or find_spec("playwright") is None:
        return [Row("click to a drawn grid", "clicks", 0, note="needs chromium and playwright")]
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(range(os.cpu_count() or 1)[:CORES]))  # server and browser inherit it
    try:
        return [_measured(program)]
    finally:
        os.sched_setaffinity(0, before)


def _measured(program: str) -> Row:
    from playwright.sync_api import sync_playwright

    taken: list[tuple[float, float]] = []
    with serving() as (port, _), sync_playwright() as running:
        browser = running.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900}, base_url=f"http://127.0.0.1:{port}")
        page.goto("/explore?strategy=sixmax")
        page.get_by_role("grid").first.wait_for()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        spent: Counter[str] = Counter()
        for number in range(ROUNDS):
            taken += _hand(page, FLOPS[number % len(FLOPS)], 2 + 0.1 * (number // len(FLOPS)), session, spent)
        browser.close()
    processor = ", ".join(
        f"{name.removesuffix('Duration').lower()} {1e3 * seconds / len(taken):.1f}"
        for name, seconds in spent.items()
    )
    times, asked = ([one[place] / 1e3 for one in taken] for place in (0, 1))
    shares = ", ".join(f"p{share} {percentile(times, share):.0f}" for share in (50, 95))
    server = ", ".join(f"p{share} {percentile(asked, share):.0f}" for share in (50, 95))
    note = f"{shares} ms; server {server} ms; the page's processor: {processor} ms"
    found = Row(
        "click to a drawn grid",
        "clicks",
        len(times) / sum(times),
        note=note,
    )
    assert percentile(times, 95) < MOST_MILLISECONDS, found
    return found


def _spent(session: Any) -> dict[str, float]:
    told = session.send("Performance.getMetrics")["metrics"]
    names = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
    return {one["name"]: one["value"] for one in told if one["name"] in names}


def _hand(page: Any, flop: str, size: float, session: Any, spent: Counter[str]) -> list[tuple[float, float]]:
    """Clicks down a hand: who is in checks or calls, as long as no card is missing."""
    page.evaluate(
        "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')) }",
        f"/explore?strategy=sixmax&line=f+f+r{size:.1f}+f+f+c+/&board={flop}",
    )
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(150)
    before = _spent(session)
    found = page.evaluate(_CLICK)
    if found is not None:
        spent.update(_spent(session))
        spent.subtract(before)
    return [] if found is None else [tuple(found)]


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}: {row.note}")
