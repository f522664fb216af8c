"""The strategies that ship, trained one after another on a card while processors publish and measure the ones before.

    cd benchmarks/studies/buckets
    python blueprints.py blueprints.toml --out runs/blueprints --device cuda

A plan is a list of runs, each a training config and the minutes it has; the files that are written of it, with the
settings of `publish`; and what is measured where the table lies. Runs after some actions, such as sixmax-5, are dealt
the ranges of the run that their config names as coarse, which must come before them. A table leaves the card once it is
trained, and forked processes share it in memory: so the card waits for nobody. Nothing is kept but the files, the logs
of the runs and figures.jsonl (`bucket_study.py`).
"""

from __future__ import annotations

import argparse
import gc
import os
import time
import tomllib
import traceback
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bucket_study import about, in_words, measure_into

from riverboat.cards.range import Range
from riverboat.solvers.sampled.refine import reach_ranges
from riverboat.strategy import strategy_of
from riverboat.strategy.publish import publish
from riverboat.training import Training, read_training_config

Plan = Mapping[str, Any]
MEASURED = {"hands": 20_000, "pieces": 0, "piece_hands": 5_000, "seed": 0, "processes": 8}


class Studio:
    """Where runs are trained, and what goes on beside. coarse: what later runs begin with."""

    def __init__(self, out: Path, device: str, threads: int | None, share: float, commit: str | None) -> None:
        self.out, self.device, self.threads, self.share, self.commit = out, device, threads, share, commit
        self._began = time.perf_counter()
        self._beside: dict[int, str] = {}
        self._coarse: dict[str, list[tuple[tuple[int, ...], list[Range | None]]]] = {}

    def tell(self, what: str) -> None:
        print(f"[{time.perf_counter() - self._began:.0f} s] {what}", flush=True)

    def run(self, plan: Plan, later: list[Plan]) -> None:
        """Train a run, and begin what is made of it."""
        training = self._trained(plan)
        solver = training.solver
        self._coarse[plan["config"]] = [
            (actions, reach_ranges(solver, actions)) for actions in _parts(plan["config"], later)
        ]
        strategy = strategy_of(training)
        made = about(strategy, plan["config"])  # asks the card
        self.tell(in_words(made))
        solver.leave_card()
        self.tell(f"{plan['config']} lies in memory")
        gc.collect()
        gc.freeze()  # the card's memory is given back here, not by a process that shares it
        for file in plan.get("file", ()):
            self._fork(f"{file['name']} written", partial(self._publish, training, file))
        if "measure" in plan:
            asked = Namespace(**MEASURED | plan["measure"])
            self._fork(
                f"{plan['config']} measured",
                partial(
                    measure_into, self.out / "figures.jsonl", strategy, plan["config"], asked, asked.processes
                ),
            )
        gc.unfreeze()

    def _trained(self, plan: Plan) -> Training:
        config = replace(read_training_config(plan["config"]), checkpoint_minutes=0)
        ranges = self._ranges(config.coarse, config.tree.start_actions)
        config = replace(config, coarse="")
        training = Training(
            config, self.out / plan["config"], ranges=ranges, device=self.device, threads=self.threads
        )
        training.prepare()
        self.tell(f"{plan['config']} begins")
        training.run(iterations=plan.get("iterations", 10**15), minutes=plan["minutes"] * self.share)
        return training

    def _ranges(self, coarse: str, actions: tuple[int, ...]) -> list[Range | None] | None:
        """The ranges after some actions in a run that came before."""
        return None if not coarse else dict(self._coarse[coarse])[actions]

    def _publish(self, training: Training, file: Plan) -> None:
        settings = {key: value for key, value in file.items() if key not in ("name", "max_mb")}
        limit = file.get("max_mb")
        publish(
            training,
            self.out / file["name"],
            max_bytes=None if limit is None else int(1e6 * limit),
            commit=self.commit,
            **settings,
        )

    # --- beside ---------------------------------------------------------------------------------------------

    def _fork(self, what: str, work: Callable[[], object]) -> None:
        """Let a process that shares this memory, but not the card, work beside."""
        process = os.fork()
        if process:
            self._beside[process] = what
            return
        status = 1
        try:
            began = time.perf_counter()
            work()
            self.tell(f"{what} in {time.perf_counter() - began:.0f} s")
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)

    def wait(self) -> None:
        """Wait for all that goes on beside."""
        while self._beside:
            process, status = os.wait()
            what = self._beside.pop(process, "")
            if status:
                self.tell(f"not {what}: status {status}")


def _parts(name: str, later: list[Plan]) -> list[tuple[int, ...]]:
    """The actions after which later runs begin that are dealt the ranges of this one."""
    configs = [read_training_config(plan["config"]) for plan in later]
    return [config.tree.start_actions for config in configs if config.coarse == name]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("plan", type=Path, help="a TOML file")
    parser.add_argument("--out", type=Path, required=True, help="the folder of runs and files")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--share", type=float, default=1.0, help="of the minutes, to try a plan")
    parser.add_argument("--commit", help="of the source, where this is no checkout")
    parser.add_argument("--only", nargs="*", help="configs; all, if nothing is said")
    asked = parser.parse_args()
    plans = tomllib.loads(asked.plan.read_text())["run"]
    plans = [plan for plan in plans if asked.only is None or plan["config"] in asked.only]
    asked.out.mkdir(parents=True, exist_ok=True)
    studio = Studio(asked.out, asked.device, asked.threads, asked.share, asked.commit)
    for number, plan in enumerate(plans):
        try:
            studio.run(plan, plans[number + 1 :])
        except Exception:
            traceback.print_exc()  # the others are worth as much
    studio.wait()
    studio.tell("done")


if __name__ == "__main__":
    main()
