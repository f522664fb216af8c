"""Gap against processor seconds of all methods of the sequence form, their memory, and what GameShrink's classes lose.

    python benchmarks/studies/sequence/sequence_form.py race GAME [--seconds 60] [--methods egt,pdhg] [--out FILE.jsonl]
    python benchmarks/studies/sequence/sequence_form.py chart FILE.jsonl CHART.svg
    python benchmarks/studies/sequence/sequence_form.py table FILE.jsonl
    python benchmarks/studies/sequence/sequence_form.py classes
    python benchmarks/studies/sequence/sequence_form.py memory

GAME is kuhn, leduc, rhode-island (GameShrink's published classes), rhode-island-suits, rhode-island-QKA (these ranks)
or the file of an endgame as `bench_endgames.py` reads it. Every method runs in a process of its own, so that its memory
is its own; time is that of all its threads together, so that other people's work on the machine does not count.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent.parent))  # bench_endgames

from riverboat.abstraction import gameshrink
from riverboat.cards.card import Deck
from riverboat.games import leduc, rhode_island
from riverboat.solvers import METHODS, SequenceForm, form_of_game, solve_form
from riverboat.solvers.sequence.solving import MethodName
from riverboat.views.page import Page
from riverboat.views.shapes import Chart, Curve, Panels

RACED: Final = ("egt", "egt:euclidean", "smoothing", "omd", "pdhg", "cfr+", "dcfr", "pcfr+")
DRAWN: Final = (
    "dcfr",
    "cfr+",
    "pcfr+",
    "pdhg",
    "omd",
    "egt",
    "smoothing",
    "lp",
)  # as many as there are colours
TURN_SIZES: Final = "100% a | a"  # with the sizes of a river a player of the turn has 330 million sequences
GROWTH: Final = 1.5  # iterations from one look to the next
GAPS: Final = (100.0, 10.0, 1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-6)


def game_form(name: str) -> SequenceForm:
    if name == "rhode-island":
        return form_of_game(rhode_island(), ties=gameshrink(rhode_island()))
    if name == "rhode-island-suits":
        return form_of_game(rhode_island())
    if name.startswith("rhode-island-"):
        return form_of_game(replace(rhode_island(), deck=Deck(name.rpartition("-")[2], "cdhs")))
    if Path(name).is_file():
        from bench_endgames import SIZES, read

        endgame = read(Path(name))
        return form_of_game(endgame.setup(SIZES if len(endgame.board) == 10 else TURN_SIZES).game_setup())
    return form_of_game(name)


def peak_bytes() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def run_one(name: str, method: str, seconds: float) -> dict[str, Any]:
    """Run one method and note iterations, seconds and gap; looks at the gap do not count."""
    form = game_form(name)
    told = {"game": Path(name).stem, "method": method, "sequences": [len(one) for one in form.players]}
    began = time.process_time()
    if method.startswith("lp"):
        found = solve_form(form, method, max_seconds=4 * seconds)
        took = time.process_time() - began
        return told | {
            "curve": [[found.iterations, took, found.gap, *found.bounds]],
            "bytes": peak_bytes(),
            "products": 0,
        }
    solver = MethodName.read(method).make(form, 0)
    curve, looked, goal = [], 0.0, 1
    while (spent := time.process_time() - began - looked) < seconds:
        while solver.iterations < goal and (spent := time.process_time() - began - looked) < seconds:
            solver.run(1)
        before = time.process_time()
        low, high = solver.bounds
        looked += time.process_time() - before
        curve.append([solver.iterations, spent, high - low, low, high])
        if high - low < 1e-12:
            break
        goal = max(goal + 1, int(GROWTH * goal))
    return told | {"curve": curve, "bytes": peak_bytes(), "products": solver.products}


def race(name: str, methods: list[str], seconds: float, out: Path | None) -> None:
    for method in methods:
        words = [sys.executable, __file__, "one", name, method, str(seconds)]
        found = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
        steps, took, gap, low, high = found["curve"][-1]
        print(
            f"{found['game']} {method}: gap {gap:.3g} ({low:.6g} to {high:.6g}) after {steps:,} iterations, "
            f"{took:.1f} s, {found['bytes'] / 1e6:.0f} MB",
            flush=True,
        )
        if out is not None:
            with out.open("a") as file:
                file.write(json.dumps(found) + "\n")


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def chart(rows: list[dict[str, Any]]) -> Page:
    """Gap over seconds and over iterations, a row for each game."""
    games = dict.fromkeys(row["game"] for row in rows)
    panels = []
    for game in games:
        for place, x in ((1, "processor seconds"), (0, "iterations")):
            curves = []
            of_game = {row["method"]: row for row in rows if row["game"] == game}
            for row in (of_game[method] for method in DRAWN if method in of_game):
                points = [point for point in row["curve"] if point[place] > 0 and point[2] > 0]
                curves.append(
                    Curve(
                        row["method"],
                        [point[place] for point in points],
                        [point[2] for point in points],
                        marks=len(points) == 1,
                    )
                )
            panels.append(Chart(tuple(curves), x=x, y="gap, chips", title=game, log_x=True, log_y=True))
    return Page(Panels(tuple(panels), across=2))


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Seconds to a gap, by game and method, as Markdown; and whether all intervals hold one value."""
    yield f"| game | method | {' | '.join(f'{gap:g}' for gap in GAPS)} | iterations | memory |"
    yield "|---" * (len(GAPS) + 4) + "|"
    for row in rows:
        times = [next((point[1] for point in row["curve"] if point[2] <= gap), None) for gap in GAPS]
        told = " | ".join("" if one is None else f"{one:.3g}" for one in times)
        yield (
            f"| {row['game']} | {row['method']} | {told} | {row['curve'][-1][0]:,} | {row['bytes'] / 1e6:.0f} MB |"
        )
    for game in dict.fromkeys(row["game"] for row in rows):
        ends = [row["curve"][-1][3:] for row in rows if row["game"] == game]
        low, high = max(end[0] for end in ends), min(end[1] for end in ends)
        assert low <= high + 1e-9, f"intervals of {game} do not overlap"
        yield f"{game}: all intervals hold {low:.9g} to {high:.9g}"


def classes() -> Iterator[str]:
    """What the best strategy on GameShrink's classes gives away, by what may be bet."""
    yield "| game | classes | value | of the classes | lost by the first | lost by the second |"
    yield "|---|---|---|---|---|---|"
    for raises in ((2, 2), (1, 1), (0, 1), (1, 0), (0, 2), (2, 0)):
        game = replace(leduc(), max_raises=raises)
        value = solve_form(form_of_game(game), "lp").value
        for opponents in ("counted", "told-apart"):
            made = gameshrink(game, opponents=opponents)  # type: ignore[arg-type]
            both = solve_form(form_of_game(game, ties=made), "lp").value
            first = solve_form(form_of_game(game, ties=(made, "lossless")), "lp").value
            second = solve_form(form_of_game(game, ties=("lossless", made)), "lp").value
            counts = " / ".join(map(str, made.counts))
            yield (
                f"| Leduc, {raises[0]} and {raises[1]} bets | {opponents}, {counts} | {value:.6f} | {both:.6f} | "
                f"{value - first:.6f} | {second - value:.6f} |"
            )


def memory() -> Iterator[str]:
    """Bytes of a game as a program, as a matrix and as products; vectors of EGT added to the last two."""
    yield "| game | rows of the program | entries | program | EGT, matrix | EGT, products |"
    yield "|---|---|---|---|---|---|"
    for name in ("leduc", "rhode-island-QKA", "rhode-island-TJQKA", "rhode-island", "rhode-island-suits"):
        form = game_form(name)
        count, sequences = form.payoffs.count, sum(len(one) for one in form.players)
        vectors = 4 * 8 * sequences + 16 * sum(one.sets for one in form.players)
        program = 12 * (count + 2 * sequences) + 16 * form.lp_rows
        yield (
            f"| {name} | {form.lp_rows:,} | {count:,} | {program / 1e6:,.1f} MB | "
            f"{(2 * 12 * count + vectors) / 1e6:,.1f} MB | {(form.payoffs.nbytes + vectors) / 1e6:,.1f} MB |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["race", "one", "chart", "table", "classes", "memory"])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--methods", default=",".join(RACED), help=f"of {', '.join(METHODS)}, with variants")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    if asked.what == "race":
        for name in asked.words:
            race(name, asked.methods.split(","), asked.seconds, asked.out)
    elif asked.what == "one":
        name, method, seconds = asked.words
        print(json.dumps(run_one(name, method, float(seconds))))
    elif asked.what == "chart":
        Path(asked.words[1]).write_text(chart(read(Path(asked.words[0]))).to_svg())
    else:
        told = {"classes": classes, "memory": memory}
        print("\n".join(table(read(Path(asked.words[0]))) if asked.what == "table" else told[asked.what]()))


if __name__ == "__main__":
    main()
