"""Results of leagues: the ranking by both scores, winnings and series of all pairs, and the course of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from riverboat.arena.leagues.league import LeagueResult
from riverboat.base.drawing import draws
from riverboat.evaluation.intervals import Figure
from riverboat.views.arena.matches import figure_rows, in_parts
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Chart, Curve, Note, Rows, Tone

_SURE: Final = 0.05
"""The p-value under which a series score is shown bold."""
_ACROSS: Final = 6  # bots beside each other in eighty columns


@draws(LeagueResult)
def draw_league(league: LeagueResult) -> Page:
    """Return the ranking, then winnings and series of all pairs."""
    twice = ", each deal played twice" if league.duplicate else ""
    title = f"{league.hands:,} hands{twice}, seed {league.seed}; bb/100, all-in adjusted; ± is 95 %"
    tables = [_ranking(league), *_winnings(league), *_series(league)]
    return Page(Note(title), *tables, *_learners(league), *_faults(league), more=(_chart(league),))


@draws(LeagueResult, "chart")
def draw_league_chart(league: LeagueResult) -> Page:
    """Return winnings over the hands, the best bot first."""
    return Page(_chart(league))


def _chart(league: LeagueResult) -> Chart:
    courses = [(league.names[bot], *league.over_hands(bot)) for bot in league.by_bankroll()]
    return Chart(
        tuple(Curve(name, [0, *hands], [0.0, *won]) for name, hands, won in courses),
        x="hands against each opponent",
        y="big blinds won, mean over opponents",
        title=f"League of {len(league.names)} bots",
    )


def _ranking(league: LeagueResult) -> Rows:
    rows = [
        (str(place), league.names[bot], str(league.bankroll(bot)), str(league.run_off.index(bot) + 1))
        for place, bot in enumerate(league.by_bankroll(), 1)
    ]
    return Rows((">", "bot", ">total bankroll", ">run-off"), tuple(rows))


def _winnings(league: LeagueResult) -> list[Rows]:
    """What the bot of a row wins from that of a column."""

    def won(bot: int, other: int) -> Figure | None:
        return None if other == bot else league.won(bot, other)

    return winnings(league.names, league.by_bankroll(), won, "row wins from column")


def winnings(
    names: Sequence[str], order: Sequence[int], won: Callable[[int, int], Figure | None], title: str
) -> list[Rows]:
    """Return tables of what the bot of a row wins from that of a column, as many beside each other as have room."""
    tables = []
    for part in in_parts(len(order), _ACROSS):
        others = [order[place] for place in part]
        rows = figure_rows(
            [names[bot] for bot in order], [[won(bot, other) for other in others] for bot in order]
        )
        heads = ("", *(f">{names[bot]}" for bot in others))
        tables.append(Rows(heads, rows, title if part.start == 0 else ""))
    return tables


def _series(league: LeagueResult) -> list[Rows]:
    """Series that the bot of a row won of all that had a winner, with the p-value of the sign test below."""
    order = league.by_bankroll()
    tables = []
    for part in in_parts(len(order) - 1, _ACROSS):
        places = [place + 1 for place in part]
        rows: list[tuple[Cell, ...]] = []
        for row, bot in enumerate(order[: places[-1]]):
            scores = [_score(league, bot, order[place]) if place > row else ("", "") for place in places]
            rows += [(league.names[bot], *(score for score, _ in scores)), ("", *(p for _, p in scores))]
        title = "series won, sign test" if part.start == 0 else ""
        tables.append(Rows(("", *(f">{league.names[order[place]]}" for place in places)), tuple(rows), title))
    return tables


def _score(league: LeagueResult, bot: int, other: int) -> tuple[Cell, Cell]:
    (won, lost), p = league.series(bot, other), league.p_value(bot, other)
    tones: tuple[Tone, Tone] = ("bold", "bold") if p < _SURE else ("plain", "dim")
    return Note(f"{won} of {won + lost}", tones[0]), Note(f"p={p:.2g}", tones[1])


def _learners(league: LeagueResult) -> list[Note]:
    """How the pairs of learning bots were played, as their figures have another ground."""
    if not league.learners:
        return []
    bots = ", ".join(league.names[bot] for bot in sorted(league.learners))
    runs = max(league.runs(*pair) for pair in league.pairs)
    whole = f"their pairs played all deals {runs} times, each a series, and ± is over these runs"
    return [Note(f"learning: {bots}; {whole}", "dim")]


def _faults(league: LeagueResult) -> list[Note]:
    lost = [0] * len(league.names)
    for pair, played in league.pairs.items():
        for bot, count in zip(pair, played.lost_decisions, strict=True):
            lost[bot] += count
    return [
        Note(f"{name} lost {count:,} decisions", "warning")
        for name, count in zip(league.names, lost, strict=True)
        if count
    ]
