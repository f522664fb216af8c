"""How many buckets pay? The configs of benchmarks/studies/buckets/, built, trained, measured and drawn step by step.

    python benchmarks/studies/buckets/bucket_study.py build 500 --out runs
    python benchmarks/studies/buckets/bucket_study.py train 500 --folder runs/k500 --minutes 3 --device cuda
    python benchmarks/studies/buckets/bucket_study.py measure runs/k500 --into figures.jsonl --processes 8
    python benchmarks/studies/buckets/bucket_study.py match runs/k500 headsup --hands 20000 --into figures.jsonl
    python benchmarks/studies/buckets/bucket_study.py publish runs/k500 k500.strategy
    python benchmarks/studies/buckets/bucket_study.py chart figures.jsonl buckets.svg

Runs are named by their buckets a street, or by a config's name or file; buckets lie beside the folders of runs. Each
step goes on where it was stopped: what is built, trained or measured already is not done again. `train --measure`
measures in its own process, where the table lies, be it on a card; `measure` opens a checkpoint once for all processes.
LBR and matches in thousandths of a big blind per hand, exact pieces in percent of the pot, ± is 95 %.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import riverboat as rb
from riverboat.bots import BlueprintBot
from riverboat.evaluation import Figure, local_best_response, sample_pieces
from riverboat.games import FOLD, street_names
from riverboat.strategy import Blueprint, strategy_of
from riverboat.strategy.publish import publish
from riverboat.training import Training, TrainingConfig, read_training_config
from riverboat.training.buckets import training_tables
from riverboat.views.page import Page
from riverboat.views.shapes import Chart, Curve, Panels

CONFIGS = Path(__file__).parent
MENUS = (("fc", 0), ("fcpa", 0), ("fcpa", 1), ("fcpa", 2), ("56", 2))
"""Of local best responses, and the street from which on each is used."""
DEAR = {"56": 4}
"""How many times fewer hands of a menu are played than of the others: it takes as much longer."""
ENDLESS = 10**15  # iterations: a clock ends a run
CHECKPOINT_MINUTES = 4.0
TURN = 2

Line = dict[str, Any]


# --- building and training --------------------------------------------------------------------------------------


def config_of(name: str) -> TrainingConfig:
    """Return the config of a number of buckets, or the one of that name or file."""
    return read_training_config(CONFIGS / f"buckets-{name}.toml" if name.isdigit() else name)


def build(asked: argparse.Namespace) -> None:
    begun = time.perf_counter()
    asked.out.mkdir(parents=True, exist_ok=True)
    training_tables(config_of(asked.config), asked.out, threads=asked.threads)
    print(f"buckets of {asked.config}: {time.perf_counter() - begun:.0f} s")


def train(asked: argparse.Namespace) -> None:
    config = config_of(asked.config)
    changes = {name: getattr(asked, name) for name in ("tremble", "least_belief")}
    rule = replace(config.rule, **{name: value for name, value in changes.items() if value is not None})
    config = replace(config, rule=rule, seed=asked.seed, checkpoint_minutes=CHECKPOINT_MINUTES)
    training = Training(config, asked.folder, device=asked.device, threads=asked.threads, resume=True)
    left = asked.minutes - training.seconds / 60
    if left > 0:
        training.run(iterations=ENDLESS, minutes=left)
    strategy = strategy_of(training)
    print(in_words(about(strategy, asked.folder)), flush=True)
    if asked.measure is not None:
        on_card = training.solver.device != "cpu"  # other processes cannot ask it
        measure_into(asked.measure, strategy, asked.folder, asked, 1 if on_card else asked.processes)


def about(strategy: Blueprint, run: str | Path) -> Line:
    """Return what a strategy was made of, and how long."""
    file = strategy.files[0]
    made = file.provenance
    rule = read_training_config(made["config"]).rule
    return {
        "run": str(run),
        "buckets": file.buckets[-1],
        "tremble": rule.tremble,
        "least_belief": rule.least_belief,
        "minutes": round(made["seconds"] / 60, 2),
        "iterations": made["iterations"],
        "visits_per_second": round(made["node_visits"] / max(made["seconds"], 1e-9)),
        "trained": made["trained"],
    }


def in_words(made: Line) -> str:
    return (
        f"{made['run']}: {made['buckets']:,} buckets, tremble {made['tremble']}, least belief {made['least_belief']}, "
        f"{made['minutes']} min, {made['iterations']:,} iterations, {made['visits_per_second'] / 1e6:,.1f} M visits/s, "
        f"{made['trained']:.1%} of visits on sets with 100"
    )


# --- work side by side ------------------------------------------------------------------------------------------


_jobs: Sequence[Callable[[], Any]] = ()


def side_by_side(jobs: Sequence[Callable[[], Any]], processes: int) -> list[Any]:
    """Return what each job gives. Forked processes share what was opened before: one table for all of them."""
    global _jobs
    _jobs = jobs
    if processes == 1:
        return [job() for job in jobs]
    with multiprocessing.get_context("fork").Pool(min(processes, len(jobs))) as pool:
        return pool.map(_job, range(len(jobs)), chunksize=1)


def _job(number: int) -> Any:
    return _jobs[number]()


def together(figures: Sequence[Figure]) -> Figure:
    """Return the figure of samples of one size each that are independent."""
    count = len(figures)
    return Figure(
        sum(figure.mean for figure in figures) / count,
        math.sqrt(sum(figure.half_width**2 for figure in figures)) / count,
    )


# --- measuring --------------------------------------------------------------------------------------------------


def measure(asked: argparse.Namespace) -> None:
    strategy = rb.open(asked.run, threads=asked.threads)
    if not isinstance(strategy, Blueprint):
        raise SystemExit(f"'{asked.run}' was not trained; give a run's folder, or a strategy such as headsup")
    measure_into(asked.into, strategy, asked.run, asked, asked.processes)


def measure_into(
    into: Path, strategy: Blueprint, run: str | Path, asked: argparse.Namespace, processes: int
) -> None:
    """Add a line of what was measured to a file, unless it has one of the same run at the same iteration."""
    made = about(strategy, run)
    if any(
        line.get("run") == made["run"] and line["iterations"] == made["iterations"] for line in lines(into)
    ):
        print(f"{run} is measured already")
        return
    line = made | {"opening": opening(strategy)} | measured(strategy, asked, processes)
    add_line(into, line)
    lbr = ", ".join(f"{menu} {shown(figure)}" for menu, figure in line["lbr"].items())
    opens = ", ".join(f"{what} {share:.1%}" for what, share in line["opening"].items())
    pieces = f"; pieces {shown(line['pieces'], 1)} %" if "pieces" in line else ""
    print(f"{run}: {lbr}{pieces}; small blind {opens}; {line['seconds']} s", flush=True)


def opening(strategy: Blueprint) -> dict[str, float]:
    """Return how often who acts first folds, calls and raises."""
    grid, found = strategy.grid(), [0.0, 0.0, 0.0]
    for option, share in zip(grid.options, grid.frequencies.tolist(), strict=True):
        found[min(option.action, 1) - FOLD] += share  # raises are numbers from 1 up
    return {what: round(share, 4) for what, share in zip(("folds", "calls", "raises"), found, strict=True)}


def measured(strategy: Blueprint, asked: argparse.Namespace, processes: int) -> Line:
    """Return local best responses with every menu and the exact pieces, each with its interval."""
    names, begun = street_names(strategy.game), time.perf_counter()
    menus = [(menu, names[min(number, len(names) - 1)]) for menu, number in MENUS]
    parts = max(1, processes // len(menus))
    jobs: list[Callable[[], Any]] = []
    if asked.pieces:  # first, since it takes longest
        turn = names[min(TURN, len(names) - 1)]
        jobs.append(partial(pieces_of, strategy, turn, asked))
    for menu, first in menus:
        hands = -(-asked.hands // (DEAR.get(menu, 1) * parts))
        for part in range(parts):
            seed = asked.seed * parts + part
            jobs.append(partial(local_best_response, strategy, menu, first, hands, seed=seed))
    found = side_by_side(jobs, processes)
    line: Line = {"pieces": found.pop(0)} if asked.pieces else {}
    line["lbr"] = {
        f"{menu}@{first}": together([one.won for one in found[place : place + parts]]).to_dict()
        | {"hands": sum(one.hands for one in found[place : place + parts])}
        for place, (menu, first) in zip(range(0, len(found), parts), menus, strict=True)
    }
    return line | {"seconds": round(time.perf_counter() - begun)}


def pieces_of(strategy: Blueprint, street: str, asked: argparse.Namespace) -> Line:
    found = sample_pieces(
        strategy, street, count=asked.pieces, hands=asked.piece_hands, seed=asked.seed, threads=2
    )
    return found.percent.to_dict() | {"pieces": len(found.pieces)}


def shown(figure: Line, digits: int = 0) -> str:
    half = math.inf if figure["half_width"] is None else figure["half_width"]
    return f"{figure['mean']:,.{digits}f} ± {half:,.{digits}f}"


def lines(file: Path) -> list[Line]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def add_line(file: Path, line: Line) -> None:
    with file.open("a") as opened:  # in one piece: other steps may write to it, too
        opened.write(json.dumps(line) + "\n")


# --- matches, files and the chart -------------------------------------------------------------------------------


def match(asked: argparse.Namespace) -> None:
    """Play two strategies against each other, every deal from both sides; what the first wins."""
    bots = [
        BlueprintBot(strategy) for strategy in (asked.first, asked.second)
    ]  # opened here, for all processes
    game, parts = bots[0].source.game, asked.processes
    deals = -(-asked.hands // (2 * parts))
    jobs = [
        partial(rb.play_match, bots, deals, game=game, duplicate=True, seed=asked.seed * parts + part)
        for part in range(parts)
    ]
    results = side_by_side(jobs, parts)
    faults = [bot.faults for result in results for bot in result.bots if bot.faults]
    if faults:
        raise SystemExit(f"{asked.first} against {asked.second}: {faults[0]}")
    won = together([result.bots[0].adjusted for result in results])
    figure = Figure(10 * won.mean, 10 * won.half_width).to_dict()  # from bb/100
    hands = sum(result.hands for result in results)
    print(f"{asked.first} wins {shown(figure)} from {asked.second} in {hands:,} hands")
    if asked.into is not None:
        add_line(asked.into, {"match": [asked.first, asked.second], "won": figure | {"hands": hands}})


def publish_run(asked: argparse.Namespace) -> None:
    publish(asked.run, asked.file, max_bytes=asked.max_bytes, bits=asked.bits, threads=asked.threads)
    print(f"{asked.file}: {asked.file.stat().st_size / 1e6:.1f} MB")


def draw(asked: argparse.Namespace) -> None:
    """Draw the figures over buckets; of several runs with as many, the last that was measured."""
    found = lines(asked.figures)
    runs = {line["buckets"]: line for line in found if "lbr" in line}
    points = {buckets: panels_of(runs[buckets], found) for buckets in sorted(runs)}
    titles = list(dict.fromkeys(title for panels in points.values() for title in panels))
    charts = [chart(title, {k: panels.get(title, {}) for k, panels in points.items()}) for title in titles]
    Page(Panels(tuple(charts), across=2)).save(asked.file)


def panels_of(run: Line, found: Sequence[Line]) -> dict[str, dict[str, Line]]:
    """Return the figures of a run: by what the axis holds, then by the name of the curve."""
    matches = [line for line in found if "match" in line and line["match"][0] == run["run"]]
    panels = {
        "local best response, mbb/h": run["lbr"],
        "exact pieces, % of the pot": {"from the turn": run["pieces"]} if "pieces" in run else {},
        "wins, mbb/h": {f"from {line['match'][1]}": line["won"] for line in matches},
        "visits on sets with 100, %": {"share": percent(run["trained"])},
        "small blind, %": {what: percent(share) for what, share in run["opening"].items()},
    }
    return {title: curves for title, curves in panels.items() if curves}


def percent(share: float) -> Line:
    return {"mean": 100 * share, "half_width": 0.0}


def chart(title: str, points: dict[int, dict[str, Line]]) -> Chart:
    """Return curves over buckets. points: by buckets, the figures of the curves that have one there."""
    curves = []
    for name in dict.fromkeys(name for figures in points.values() for name in figures):
        own = {buckets: figures[name] for buckets, figures in points.items() if name in figures}
        means = [figure["mean"] for figure in own.values()]
        halves = [figure["half_width"] or 0.0 for figure in own.values()]
        low, high = ([m + side * h for m, h in zip(means, halves, strict=True)] for side in (-1, 1))
        curves.append(Curve(name, list(own), means, low, high, marks=True))
    return Chart(tuple(curves), x="buckets a street", y=title, log_x=True)


# --- the command line -------------------------------------------------------------------------------------------


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    every = argparse.ArgumentParser(add_help=False)
    every.add_argument("--threads", type=int, default=os.cpu_count())
    every.add_argument("--processes", type=int, default=1)
    every.add_argument("--seed", type=int, default=0)
    sizes = argparse.ArgumentParser(add_help=False)
    sizes.add_argument("--hands", type=int, default=20_000, help="of each menu; of 56 bets a quarter")
    sizes.add_argument("--pieces", type=int, default=20, help="exact pieces from the turn on; 0 for none")
    sizes.add_argument("--piece-hands", type=int, default=5_000, help="that are played to find them")
    steps = parser.add_subparsers(required=True)

    def step(name: str, work: Callable[[argparse.Namespace], None], *parents: argparse.ArgumentParser) -> Any:
        added = steps.add_parser(name, parents=[every, *parents], help=(work.__doc__ or "").split(".")[0])
        added.set_defaults(work=work)
        return added

    one = step("build", build)
    one.add_argument("config", help="buckets a street, or a config")
    one.add_argument("--out", type=Path, default=Path("runs"))
    one = step("train", train, sizes)
    one.add_argument("config", help="buckets a street, or a config")
    one.add_argument("--folder", type=Path, required=True)
    one.add_argument("--minutes", type=float, required=True, help="in all, those before a stop included")
    one.add_argument("--device", default="cpu")
    one.add_argument("--tremble", type=float)
    one.add_argument("--least-belief", type=float)
    one.add_argument("--measure", type=Path, help="the file of figures to add to, in the same process")
    one = step("measure", measure, sizes)
    one.add_argument("run", help="a run's folder, or a strategy's name or file")
    one.add_argument("--into", type=Path, required=True, help="the file of figures to add to")
    one = step("match", match)
    one.add_argument("first", help="a run's folder, or a strategy's name or file")
    one.add_argument("second")
    one.add_argument("--hands", type=int, default=20_000)
    one.add_argument("--into", type=Path)
    one = step("publish", publish_run)
    one.add_argument("run", type=Path)
    one.add_argument("file", type=Path)
    one.add_argument("--max-bytes", type=int, default=15_000_000)
    one.add_argument("--bits", type=int, default=4)
    one = step("chart", draw)
    one.add_argument("figures", type=Path)
    one.add_argument("file", type=Path, help="an SVG file")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parsed(arguments)
    asked.work(asked)


if __name__ == "__main__":
    main()
