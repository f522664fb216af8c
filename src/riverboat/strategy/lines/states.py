"""A whole strategy as the dictionary that small programs train: what a player knows, and probabilities of actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from riverboat.abstraction.card_abstraction import bucket_name
from riverboat.errors import StrategyError
from riverboat.games.rules.action import CALL
from riverboat.games.trees.history_text import action_text
from riverboat.strategy.lines.state_key import state_end, state_start
from riverboat.strategy.lines.trained_line import TrainedLine, TrainedLines

MOST_STATES: Final = 5_000_000
"""Of a dictionary in memory, a gigabyte or two."""


@dataclass(frozen=True)
class State:
    """What one player knows, and what is played there: probabilities by `f`, `c` and raises.

    `2.5r` raises to 2.5 big blinds. In trees that keep letters, which do not tell how much is in the pot, `1r` is the
    smallest raise and `2r` the next.
    """

    key: str
    played: dict[str, float]


def states(lines: TrainedLines) -> Iterator[State]:
    """Yield every decision of a trained game with every hand that it tells apart, in the order of the tree.

    Decisions that share a row because the tree forgets what is different about them come once. Where the same key has
    other actions, which happens when letters do not tell how much is left, those are added to it: `…;fc`.
    """
    names: dict[int, list[str]] = {}
    seen: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for line in _decisions(lines):
        mix, table = line.mix, line.table
        if table.round not in names:
            buckets = range(mix.file.buckets[table.round])
            names[table.round] = [bucket_name(mix.file.cards, table.round, bucket) for bucket in buckets]
        start, end = state_start(table), state_end(mix.file, table)
        actions = _action_names(line)
        before = seen.setdefault((start, end), set())
        if actions in before:
            continue
        more = f";{''.join(actions)}" if before else ""
        before.add(actions)
        for name, row in zip(names[table.round], mix.strategy.tolist(), strict=True):
            yield State(f"{start};{name};{end}{more}", dict(zip(actions, row, strict=True)))


def state_dictionary(lines: TrainedLines, most: int) -> dict[str, dict[str, float]]:
    """Return all of `states` as a dictionary; most: how many there may be."""
    found: dict[str, dict[str, float]] = {}
    for state in states(lines):
        if len(found) >= most:
            raise StrategyError(
                f"there are more than {most:,} states; take them one by one with `states`, or write them to a file: "
                "riverboat train export"
            )
        found[state.key] = state.played
    return found


def _action_names(line: TrainedLine) -> tuple[str, ...]:
    actions, game = line.mix.actions, line.table.game
    if not line.mix.file.config.rows.has_letters:
        return tuple(action_text(game, action) for action in actions)
    passive = [action_text(game, action) for action in actions if action <= CALL]
    return (*passive, *(f"{place}r" for place in range(1, len(actions) - len(passive) + 1)))


def _decisions(lines: TrainedLines) -> Iterator[TrainedLine]:
    """Yield the lines of the trained game that end where somebody is to act; boards and hands are left open."""
    files = [file for file in lines.files if file.config.game.stacks == lines.game.stacks]
    if len(files) != 1:
        raise StrategyError(
            f"there are {len(files)} trained games together; open the file of one, such as sixmax.strategy"
        )
    left = [lines.at(files[0].start)]
    while left:
        line = left.pop()
        if not line.table.is_over:
            yield line
            left += [line.after(action) for action in reversed(line.mix.actions)]
