"""Drawing a solution: what it is worth and how good it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from riverboat.solvers.solutions.solution import Solution


def solution_table(solution: Solution) -> Table:
    """Return the numbers of a solution, one on each line."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="dim")
    table.add_column()
    for name, text in _lines(solution):
        table.add_row(name, text)
    return table


def _lines(solution: Solution) -> list[tuple[str, str]]:
    setup = solution.setup
    lines = [("game", setup.config.name + (f" on {setup.board}" if setup.board else ""))]
    if setup.is_spot:
        oop, ip = (setup.game.amount(ev, decimals=3) for ev in solution.evs)
        lines.append(("EV", f"OOP {oop}, IP {ip} of the pot of {setup.game.amount(setup.pot)}"))
    elif setup.rake.share:
        lines.append(("value", f"{solution.value:.6g} chips to player 0"))
    else:
        low, high = solution.value_bounds
        lines.append(
            ("value", f"{solution.value:.6g} chips to player 0; proven between {low:.6g} and {high:.6g}")
        )
    if setup.locks:
        lines.append(("locked", "; ".join(map(str, setup.locks))))
    bb = "" if solution.mbb is None else f", {solution.mbb:.4g} mbb"
    lines += [
        (
            "exploitability",
            f"{solution.exploitability:.4g} chips, {solution.pot_percent:.3g}% of the pot{bb}",
        ),
        ("iterations", f"{solution.iterations:,} of {solution.rule} in {solution.seconds:.2f} s"),
        ("nodes", f"{solution.tree.nodes:,} betting nodes"),
    ]
    if solution.missed_target:
        lines.append(("stopped", missed_text(solution)))
    return lines


def missed_text(solution: Solution) -> str:
    """Return in words that the target was missed, and what stopped the run.

    >>> from riverboat.solvers import solve
    >>> missed_text(solve("leduc", iterations=10, target=0.001))
    'by iterations; the target of 0.001 chips was missed'
    """
    assert solution.target is not None
    percent = f"{100 * solution.target / solution.setup.pot:.3g}% of the pot"
    target = percent if solution.setup.is_spot else f"{solution.target:.4g} chips"
    why = "a signal" if solution.stopped == "signal" else solution.stopped
    return f"by {why}; the target of {target} was missed"
