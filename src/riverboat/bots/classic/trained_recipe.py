"""Bots that are trained: a run in a folder of its own, which goes on when the bot is built again, and what it left."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from riverboat.base.checks import number
from riverboat.base.progress import Progress, part_of
from riverboat.errors import BotError
from riverboat.strategy.publish import publish
from riverboat.training.training import Training

RUN: Final = ".run"
"""What the folder of a run is called after the file of the bot, beside it."""

_BITS: Final = 8  # of a probability in the file


@dataclass(frozen=True)
class TrainedRecipe:
    """How a bot is trained. config: of the run. minutes: how long if nobody says. takes: what that is, in words."""

    config: str
    minutes: float
    takes: str

    suffix = ".strategy"

    def build(
        self,
        path: Path,
        *,
        minutes: float | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Train for some minutes, on a card if there is one, and write what was learnt.

        The run beside the file goes on from its checkpoint; buckets are built the first time, and are not counted.
        """
        length = number(
            "minutes", self.minutes if minutes is None else minutes, BotError, over=0, example=self.minutes
        )
        training = Training(self.config, path.with_suffix(RUN), device="auto", threads=threads, resume=True)
        training.prepare(progress=part_of(progress, 0, 0.3))
        clock = _Clock(training, length, part_of(progress, 0.3, 1))
        training.run(minutes=length, progress=clock)
        publish(training, path, bits=_BITS)


class _Clock:
    """Tells how much of its minutes a run has had."""

    def __init__(self, training: Training, minutes: float, progress: Progress | None) -> None:
        self._training, self._begin, self._progress = training, training.seconds, progress
        self._length = 60 * minutes

    def __call__(self, done: int, total: int) -> None:
        if self._progress is not None:
            gone = (self._training.seconds - self._begin) / self._length
            self._progress(int(1000 * min(1.0, gone)), 1000)
