"""The reference: CFR and its family, values and best responses in plain Python, for small games.

>>> from riverboat.games import kuhn
>>> tree = build_tree(kuhn())
>>> solver = ReferenceCFR(tree, "cfr+")
>>> solver.run(100)
>>> round(exploitability(tree, solver.average_strategy()), 5)
0.00119
"""

from riverboat.solvers.reference.cfr import ReferenceCFR, regret_matching
from riverboat.solvers.reference.tree import (
    Chance,
    Decision,
    InformationSet,
    Node,
    Terminal,
    Tree,
    build_tree,
)
from riverboat.solvers.reference.values import (
    Strategy,
    best_response,
    deviation_gains,
    expected_values,
    exploitability,
    nash_conv,
    uniform,
)
from riverboat.solvers.update_rules.rules import (
    CFR,
    CFRPlus,
    DiscountedCFR,
    DiscountedCFRPlus,
    LinearCFR,
    PredictiveCFRPlus,
    PredictiveDiscountedCFRPlus,
    UpdateRule,
    update_rule,
)

__all__ = [
    "CFR",
    "CFRPlus",
    "Chance",
    "Decision",
    "DiscountedCFR",
    "DiscountedCFRPlus",
    "InformationSet",
    "LinearCFR",
    "Node",
    "PredictiveCFRPlus",
    "PredictiveDiscountedCFRPlus",
    "ReferenceCFR",
    "Strategy",
    "Terminal",
    "Tree",
    "UpdateRule",
    "best_response",
    "build_tree",
    "deviation_gains",
    "expected_values",
    "exploitability",
    "nash_conv",
    "regret_matching",
    "uniform",
    "update_rule",
]
