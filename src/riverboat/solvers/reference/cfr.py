"""Counterfactual regret minimization over a whole small tree, in plain Python."""

from __future__ import annotations

from riverboat.base.checks import whole
from riverboat.errors import RiverboatError
from riverboat.solvers.reference.tree import Chance, Node, Terminal, Tree
from riverboat.solvers.reference.values import uniform
from riverboat.solvers.update_rules.rules import Row, UpdateRule, update_rule


def regret_matching(target: Row) -> Row:
    """Return the strategy proportional to the positive part; uniform where nothing is positive.

    Hart and Mas-Colell 2000, eq. 2.

    >>> regret_matching([3.0, -1.0, 1.0]), regret_matching([-1.0, 0.0])
    ([0.75, 0.0, 0.25], [0.5, 0.5])
    """
    positive = [max(regret, 0.0) for regret in target]
    total = sum(positive)
    return [regret / total for regret in positive] if total > 0 else [1 / len(target)] * len(target)


class ReferenceCFR:
    """CFR with a rule of the family; for any number of players.

    Zinkevich, Johanson, Bowling and Piccione 2007, and what every engine here follows:

    - Iterations are t = 1, 2, ...; the strategy before the first is uniform.
    - Alternating updates: seat 0 walks the tree, then its regrets and strategy change, then seat 1 walks against that
      new strategy, and so on. Simultaneous: all walk, then all change.
    - In its walk of iteration t a seat adds the strategy that it then plays, the one **before** its update, to its
      average: S ← S·keep_average(t) + own reach × probability, once for each information set.
    - The regret of an action is the sum over the nodes of the set of others' reach × (value of the action − value of
      the node), in chips. Others' reach includes the cards.
    - A set whose average was never reached is uniform in the average strategy.

    rule: a name such as "cfr+", or an `UpdateRule`.

    >>> from riverboat.games import kuhn
    >>> from riverboat.solvers.reference import build_tree, expected_values
    >>> solver = ReferenceCFR(build_tree(kuhn()), "cfr+")
    >>> solver.run(200)
    >>> round(expected_values(solver.tree, solver.average_strategy())[0] * 18, 2)
    -1.0
    """

    def __init__(self, tree: Tree, rule: str | UpdateRule = "cfr", *, alternating: bool = True) -> None:
        self.tree = tree
        self.rule = update_rule(rule, needs=("add", "target", "keep_average"))
        self.alternating = alternating
        self.iterations = 0
        self.strategy = uniform(tree)
        self.regrets = [[0.0] * len(row) for row in self.strategy]
        self.sums = [[0.0] * len(row) for row in self.strategy]

    def run(self, iterations: int) -> None:
        """Do so many iterations more."""
        whole("iterations", iterations, RiverboatError, example=100)
        for _ in range(iterations):
            self.iterations += 1
            walks = []
            for seat in range(self.tree.game.players):
                walks.append(_Walk(self, seat))
                if self.alternating:
                    self._update(walks.pop().regrets)
            for walk in walks:
                self._update(walk.regrets)

    def average_strategy(self) -> list[Row]:
        """Return the average over all iterations: what converges to an equilibrium with two players."""
        return [regret_matching(row) for row in self.sums]

    def _update(self, instant: dict[int, Row]) -> None:
        for info, row in instant.items():
            self.regrets[info] = self.rule.add(self.regrets[info], row, self.iterations)
            self.strategy[info] = regret_matching(self.rule.target(self.regrets[info], row, self.iterations))


class _Walk:
    """One walk for one seat: its regrets by information set, and its strategy added to the average."""

    def __init__(self, solver: ReferenceCFR, seat: int) -> None:
        self.seat = seat
        self.strategy = solver.strategy
        self.sums = solver.sums
        self.keep = solver.rule.keep_average(solver.iterations)
        self.regrets: dict[int, Row] = {}
        self.value(solver.tree.root, 1.0, 1.0)

    def value(self, node: Node, own: float, others: float) -> float:
        """Return what the node is worth to the seat; own and others: how likely each leads here."""
        if isinstance(node, Terminal):
            return node.payoffs[self.seat]
        if isinstance(node, Chance) or node.seat != self.seat:
            weights = node.probabilities if isinstance(node, Chance) else self.strategy[node.info]
            value = 0.0
            for weight, child in zip(weights, node.children, strict=True):
                value += weight * self.value(child, own, others * weight)
            return value
        strategy = self.strategy[node.info]
        if node.info not in self.regrets:
            self.regrets[node.info] = [0.0] * len(strategy)
            self.sums[node.info] = [
                self.keep * total + own * probability
                for total, probability in zip(self.sums[node.info], strategy, strict=True)
            ]
        values = [
            self.value(child, own * probability, others)
            for probability, child in zip(strategy, node.children, strict=True)
        ]
        value = sum(probability * worth for probability, worth in zip(strategy, values, strict=True))
        for action, worth in enumerate(values):
            self.regrets[node.info][action] += others * (worth - value)
        return value
