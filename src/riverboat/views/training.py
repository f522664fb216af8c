"""Training runs: how far one is, and its log as charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from riverboat.base.drawing import draws
from riverboat.base.memory import bytes_text
from riverboat.solvers.asking.options import ALL_IN_COLOUR, BET_COLOURS, CALL_COLOUR, FOLD_COLOUR
from riverboat.training.log import TrainingLog, TrainingReport
from riverboat.views.page import Page
from riverboat.views.shapes import Bar, Chart, Curve, Key, Line, Note, Panels, Rows


@draws(TrainingReport)
def draw_training_report(report: TrainingReport) -> Page:
    """Return the counts, and what the watch hands do."""
    counts = (
        f"{report.iterations:,} iterations",
        f"{report.iterations_per_second:,.0f}/s",
        f"{report.sets:,} sets",
        bytes_text(report.memory),
        f"regret {report.positive_regret:.3g} bb",
        f"trained {report.trained:.1%}",
    )
    return Page(Line(counts), *([watch_rows(report)] if report.watch else []))


@draws(TrainingLog)
@draws(TrainingLog, "chart")
def draw_training_log(log: TrainingLog) -> Page:
    """Return regret, information sets and speed above, a panel for each watch hand below."""
    if not log:
        return Page(Note("the log has no reports; train for a few seconds first", "dim"))
    last = log[-1]
    head = f"{log.name}: {last.iterations:,} iterations in {last.seconds / 60:.1f} minutes"
    return Page(Note(head, "bold"), Panels(tuple(_charts(log)), across=3))


def watch_rows(report: TrainingReport) -> Rows:
    """Return what the watch hands do: a bar each, and the shares."""
    rows = []
    for label, strategy in report.watch.items():
        colours = list(_colours(list(strategy)))
        whole = max(
            1.0, sum(strategy.values())
        )  # a log rounds shares, which may then add up to a little more
        bar = Bar(
            tuple((colour, share / whole) for colour, share in zip(colours, strategy.values(), strict=True))
        )
        pairs = zip(colours, strategy.items(), strict=True)
        keys = (Key(colour, f"{token} {share:.0%}") for colour, (token, share) in pairs)
        rows.append((label, bar, Line(tuple(keys))))
    return Rows(("", "", ""), tuple(rows))


def _charts(log: TrainingLog) -> Iterator[Chart]:
    times = [report.iterations for report in log]
    regrets = [report.positive_regret for report in log]
    yield Chart(
        (Curve("", times, regrets),),
        title="mean positive regret, bb per iteration",
        log_y=True,
        x="iterations",
    )
    sets = [float(report.sets) for report in log]
    yield Chart((Curve("", times, sets),), title="information sets reached", least=0.0, x="iterations")
    speeds = [report.iterations_per_second for report in log]
    yield Chart((Curve("", times, speeds),), title="iterations a second", least=0.0, x="iterations")
    for label, strategy in log[-1].watch.items():
        curves = (
            Curve(
                token, times, [report.watch.get(label, {}).get(token, 0.0) for report in log], colour=colour
            )
            for token, colour in zip(strategy, _colours(list(strategy)), strict=True)
        )
        yield Chart(tuple(curves), title=label, percent=True, least=0.0, most=1.0, x="iterations")


def _colours(tokens: Sequence[str]) -> Iterator[str]:
    """Blue folds, green checks and calls, amber to red the bigger the bet, as everywhere."""
    plain = {"f": FOLD_COLOUR, "k": CALL_COLOUR, "c": CALL_COLOUR, "a": ALL_IN_COLOUR}
    bets = [token for token in tokens if token not in plain]
    for token in tokens:
        yield plain.get(token) or BET_COLOURS[bets.index(token) * 4 // max(1, len(bets) - 1)]
