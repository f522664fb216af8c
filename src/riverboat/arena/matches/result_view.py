"""The result of a match, drawn in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from riverboat.arena.matches.result import BotResult, MatchResult
from riverboat.games.rules.positions import position_names


def match_view(result: MatchResult) -> Group:
    """Return the table of all bots, the one by position below it, and what went wrong."""
    freeze_out = result.setting.is_freeze_out
    table = Table()
    table.add_column("bot")
    for name in (*(["games won"] if freeze_out else []), "bb/100", "all-in adjusted"):
        table.add_column(name, justify="right", no_wrap=True)
    for bot in result.bots:
        won = [f"{bot.games_won.mean:.1%} ± {bot.games_won.half_width:.1%}"] if bot.games_won else []
        table.add_row(*map(Text, (bot.name, *won, str(bot.won), str(bot.adjusted))))
    faults = [Text(line, style="red") for bot in result.bots for line in _faults(bot)]
    below: list[RenderableType] = []
    if not freeze_out:
        below = [Text("all-in adjusted, by position"), _by_position(result)]
    return Group(Text(_title(result)), table, *below, *faults)


def _by_position(result: MatchResult) -> Table:
    """Return the adjusted figures by seat; a second line has the interval, so that ten seats fit."""
    table = Table()
    table.add_column("bot")
    positions = position_names(len(result.bots))
    for position in positions:
        table.add_column(position, justify="right")
    for bot in result.bots:
        cells = (str(bot.by_position[name][2]) if name in bot.by_position else "" for name in positions)
        table.add_row(Text(bot.name), *(cell.replace(" ±", "\n±") for cell in cells))
    return table


def _title(result: MatchResult) -> str:
    setting, asked = result.setting, result.setting.options
    what = {"reset": "stacks reset", "carried": "stacks carried", "freeze-out": "freeze-outs"}[asked.mode]
    twice = f", each deal in {setting.rotations} seatings" if asked.duplicate else ""
    count = f"{result.units:,} games, " if setting.is_freeze_out else ""
    return f"{count}{result.hands:,} hands, {what}{twice}, seed {asked.seed}; ± is 95 %"


def _faults(bot: BotResult) -> list[str]:
    return [
        f"{bot.name} lost {count:,} {'decision' if count == 1 else 'decisions'}: {kind} ({first})"
        for kind, (count, first) in bot.faults.items()
    ]
