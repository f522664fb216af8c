"""Solutions: what they are worth, how good they are, and the first decision."""

from __future__ import annotations

from riverboat.base.drawing import draws
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.update_rules.rules import RULES
from riverboat.views.page import Page
from riverboat.views.shapes import Note, Rows
from riverboat.views.strategies.hands import all_hands_grid


@draws(Solution)
def draw_solution(solution: Solution) -> Page:
    """Return the numbers and the grid where the tree begins."""
    return Page(solution_facts(solution), all_hands_grid(solution.grid()))


def solution_facts(solution: Solution) -> Rows:
    """Return the numbers, one on each line."""
    return Rows(("", ""), tuple((Note(name, "dim"), text) for name, text in _facts(solution)))


def _facts(solution: Solution) -> list[tuple[str, str]]:
    setup = solution.setup
    facts = [("game", setup.config.name + (f" on {setup.board}" if setup.board else ""))]
    if setup.is_spot:
        oop, ip = (setup.game.amount(ev, decimals=3) for ev in solution.evs)
        facts.append(("EV", f"OOP {oop}, IP {ip} of the pot of {setup.game.amount(setup.pot)}"))
    else:
        facts.append(("value", f"{solution.value:.6g} chips to player 0"))
        if setup.is_zero_sum:
            low, high = solution.value_bounds
            facts.append(("", f"proven between {low:.6g} and {high:.6g}"))
    if setup.is_zero_sum and (not setup.is_spot or solution.rule not in RULES):
        low, high = solution.value_bounds
        facts.append(("gap", f"{high - low:.3g} chips between what the two can prove"))
    if setup.prizes is not None:
        facts.append(("prizes", prizes_text(setup)))
    if setup.locks:
        facts.append(("locked", "; ".join(map(str, setup.locks))))
    known = solution.mbb is not None  # what a big blind is; a chip is then an inner measure
    amount = f"{solution.mbb:.4g} mbb" if known else f"{solution.exploitability:.4g} chips"
    facts += [
        ("exploitability", f"{amount}, {solution.pot_percent:.3g}% of the pot"),
        ("iterations", f"{solution.iterations:,} of {solution.rule} in {solution.seconds:.2f} s"),
        ("nodes", f"{solution.tree.nodes:,} betting nodes"),
    ]
    if solution.missed_target:
        facts.append(("stopped", missed_text(solution)))
    return facts


def prizes_text(setup: GameSetup) -> str:
    """Return in words what is played for, who else is in the tournament, and what chips are then."""
    assert setup.prizes is not None
    prizes = ", ".join(f"{prize:g}" for prize in setup.prizes.payouts)
    others = ", ".join(setup.game.amount(stack) for stack in setup.prizes.others)
    return (
        f"{prizes} by ICM{f'; others have {others}' if others else ''}; EVs are prize money, in chips' worth"
    )


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
