"""Results of matches: all bots, the same by position, and what went wrong."""

from __future__ import annotations

from itertools import pairwise

from riverboat.arena.matches.result import BotResult, MatchResult
from riverboat.arena.styles.style import Style
from riverboat.base.drawing import drawing, draws
from riverboat.evaluation.intervals import Figure
from riverboat.games.rules.positions import seat_names
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Chart, Curve, Note, Rows


@draws(MatchResult)
def draw_match(result: MatchResult) -> Page:
    """Return the table of all bots, those by position below it, and what went wrong."""
    freeze_out = result.setting.is_freeze_out
    table = Rows(
        (
            "bot",
            *([">games won"] if freeze_out else []),
            ">bb/100",
            ">all-in adjusted",
            *([">AIVAT"] if result.setting.options.aivat else []),
        ),
        tuple(
            (
                bot.name,
                *([_share(bot.games_won)] if bot.games_won else []),
                *(str(figure) for figure in (bot.won, bot.adjusted, bot.aivat) if figure),
            )
            for bot in result.bots
        ),
    )
    worth = [Note(_worth(result), "dim")] if result.setting.options.aivat else []
    faults = [Note(line, "warning") for bot in result.bots for line in _faults(bot)]
    return Page(Note(_title(result)), table, *([] if freeze_out else _by_position(result)), *worth, *faults)


@draws(MatchResult, "chart")
def draw_match_chart(result: MatchResult, style: Style | None = None) -> Page:
    """Return winnings over the hands, the best bot first, with how the bots play below it, where that is known."""
    order = sorted(range(len(result.bots)), key=lambda bot: -result.bots[bot].adjusted.mean)
    hands = [hands for hands, _ in result.course]
    curves = tuple(
        Curve(result.bots[bot].name, hands, [won[bot] for _, won in result.course]) for bot in order
    )
    chart = Chart(curves, x="hands", y="big blinds won, all-in adjusted", title=_title(result))
    below: Page | None = None if style is None else drawing(style)  # type: ignore[assignment]
    return Page(chart) if below is None else Page(chart, *below.shapes, more=below.more)


def figure_rows(names: list[str], figures: list[list[Figure | None]]) -> tuple[tuple[Cell, ...], ...]:
    """Return a row of figures by name, and their intervals in a row of their own below, which takes less room."""
    rows: list[tuple[Cell, ...]] = []
    for name, row in zip(names, figures, strict=True):
        told = [("", "") if figure is None else str(figure).split(" ", 1) for figure in row]
        rows.append((name, *(mean for mean, _ in told)))
        rows.append(("", *(Note(interval, "dim") for _, interval in told)))
    return tuple(rows)


def in_parts(count: int, most: int) -> list[range]:
    """Return places from 0 up to a count in as few parts as it takes, all about equally long.

    >>> in_parts(6, 6), in_parts(10, 6)
    ([range(0, 6)], [range(0, 5), range(5, 10)])
    """
    parts = -(-count // most)
    ends = [round(count * part / parts) for part in range(parts + 1)]
    return [range(start, end) for start, end in pairwise(ends)]


def _by_position(result: MatchResult) -> list[Rows]:
    """Return the adjusted figures by seat, six to a table, so that they fit into eighty columns."""
    positions = seat_names(result.setting.game)
    tables = []
    for part in in_parts(len(positions), 6):
        names = [positions[place] for place in part]
        figures: list[list[Figure | None]] = [
            [bot.by_position[name][2] if name in bot.by_position else None for name in names]
            for bot in result.bots
        ]
        rows = figure_rows([bot.name for bot in result.bots], figures)
        title = "all-in adjusted, by position" if part.start == 0 else ""
        tables.append(Rows(("bot", *(f">{name}" for name in names)), rows, title))
    return tables


def _share(figure: Figure) -> str:
    return f"{figure.mean:.1%} ± {figure.half_width:.1%}"


def _title(result: MatchResult) -> str:
    setting, asked = result.setting, result.setting.options
    what = {"reset": "stacks reset", "carried": "stacks carried", "freeze-out": "freeze-outs"}[asked.mode]
    twice = f", each deal in {setting.rotations} seatings" if asked.duplicate else ""
    count = f"{result.units:,} games, " if setting.is_freeze_out else ""
    sure = "± is 95 %, at every look" if result.at_every_look else "± is 95 %"
    return f"{count}{result.hands:,} hands, {what}{twice}, seed {setting.seed}; {sure}"


def _worth(result: MatchResult) -> str:
    """Return how many hands the interval of the first bot would have taken without AIVAT."""
    bot = result.bots[0]
    if bot.aivat is None or not 0 < bot.aivat.half_width < float("inf"):
        return "AIVAT: nothing can be said of so few hands"
    times = (bot.won.half_width / bot.aivat.half_width) ** 2
    return f"AIVAT is as sure of {bot.name} as {times:,.1f} times the hands"


def _faults(bot: BotResult) -> list[str]:
    return [
        f"{bot.name} lost {count:,} {'decision' if count == 1 else 'decisions'}: {kind} ({first})"
        for kind, (count, first) in bot.faults.items()
    ]
