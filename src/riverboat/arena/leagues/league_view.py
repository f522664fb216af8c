"""The result of a league, drawn in the terminal and as a picture."""

from __future__ import annotations

import os

from rich.console import Group
from rich.table import Table
from rich.text import Text

from riverboat.arena.leagues.league import LeagueResult
from riverboat.arena.picture import picture

_SURE = 0.05
"""The p-value under which a series score is shown bold."""


def league_view(league: LeagueResult) -> Group:
    """Return the ranking by both scores, then winnings and series of all pairs."""
    twice = ", each deal played twice" if league.duplicate else ""
    title = f"{league.hands:,} hands{twice}, seed {league.seed}; bb/100, all-in adjusted; ± is 95 %"
    lost = [0] * len(league.names)
    for pair, played in league.pairs.items():
        for bot, count in zip(pair, played.lost_decisions, strict=True):
            lost[bot] += count
    faults = [
        Text(f"{name} lost {count:,} decisions", style="red")
        for name, count in zip(league.names, lost, strict=True)
        if count
    ]
    return Group(Text(title), _ranking(league), _winnings(league), _series(league), *faults)


def league_chart(league: LeagueResult, file: str | os.PathLike[str]) -> None:
    """Draw winnings over the hands, the best bot first."""
    with picture(file) as [panel]:
        for bot in league.by_bankroll():
            hands, won = league.over_hands(bot)
            panel.plot([0, *hands], [0.0, *won], label=league.names[bot])
        panel.set(
            title=f"League of {len(league.names)} bots",
            xlabel="hands against each opponent",
            ylabel="big blinds won, mean over opponents",
        )
        panel.legend()


def _ranking(league: LeagueResult) -> Table:
    table = Table()
    for name, justify in (("", "right"), ("bot", "left"), ("total bankroll", "right"), ("run-off", "right")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    for place, bot in enumerate(league.by_bankroll(), 1):
        bankroll, run_off = str(league.bankroll(bot)), str(league.run_off.index(bot) + 1)
        table.add_row(str(place), Text(league.names[bot]), bankroll, run_off)
    return table


def _winnings(league: LeagueResult) -> Table:
    """What the bot of a row wins from that of a column; a second line has the interval."""
    order = league.by_bankroll()
    table = Table(title="row wins from column", title_justify="left", title_style="")
    table.add_column("")
    for bot in order:
        table.add_column(Text(league.names[bot]), justify="right")
    for bot in order:
        cells = ("" if other == bot else str(league.won(bot, other)) for other in order)
        table.add_row(Text(league.names[bot]), *(cell.replace(" ±", "\n±") for cell in cells))
    return table


def _series(league: LeagueResult) -> Table:
    """Series that the bot of a row won of all that had a winner, with the p-value of the sign test below."""
    order = league.by_bankroll()
    table = Table(title="series won, sign test", title_justify="left", title_style="")
    table.add_column("")
    for bot in order[1:]:
        table.add_column(Text(league.names[bot]), justify="right")
    for place, bot in enumerate(order[:-1]):
        cells = [Text()] * place
        for other in order[place + 1 :]:
            (won, lost), p = league.series(bot, other), league.p_value(bot, other)
            cells.append(Text(f"{won} of {won + lost}\np={p:.2g}", style="bold" if p < _SURE else ""))
        table.add_row(Text(league.names[bot]), *cells)
    return table
