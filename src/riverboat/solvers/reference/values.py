"""What a strategy is worth, and what the best answer to it gains: exact, one walk per question."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.errors import GameError
from riverboat.solvers.reference.tree import Chance, Decision, Node, Terminal, Tree

Strategy = Sequence[Sequence[float]]
"""`strategy[info][action]`: a probability for each action of each information set, all seats together."""


def uniform(tree: Tree) -> list[list[float]]:
    """Return the strategy that takes every legal action alike often.

    >>> from riverboat.games import kuhn
    >>> from riverboat.solvers.reference.tree import build_tree
    >>> uniform(build_tree(kuhn()))[0]
    [0.5, 0.5]
    """
    return [[1 / len(info.actions)] * len(info.actions) for info in tree.info_sets]


def expected_values(tree: Tree, strategy: Strategy) -> tuple[float, ...]:
    """Return what each seat wins on average, in chips.

    >>> from riverboat.games import kuhn
    >>> from riverboat.solvers.reference.tree import build_tree
    >>> tree = build_tree(kuhn())
    >>> [round(chips, 6) + 0.0 for chips in expected_values(tree, uniform(tree))]
    [0.125, -0.125]
    """
    check_strategy(tree, strategy)

    def value(node: Node) -> list[float]:
        if isinstance(node, Terminal):
            return list(node.payoffs)
        weights = node.probabilities if isinstance(node, Chance) else strategy[node.info]
        total = [0.0] * tree.game.players
        for weight, child in zip(weights, node.children, strict=True):
            for seat, chips in enumerate(value(child)):
                total[seat] += weight * chips
        return total

    return tuple(value(tree.root))


def best_response(tree: Tree, strategy: Strategy, seat: int) -> tuple[float, list[list[float]]]:
    """Return what a seat wins at most while the others keep to the strategy, and a strategy that does it.

    In each information set the action is best on the whole over all nodes of the set, each weighted by how likely the
    others and the cards lead there. The returned strategy is the given one with pure choices for that seat; of alike
    good actions it takes the first.

    >>> from riverboat.games import kuhn
    >>> from riverboat.solvers.reference.tree import build_tree
    >>> tree = build_tree(kuhn())
    >>> [round(best_response(tree, uniform(tree), seat)[0], 6) for seat in (0, 1)]
    [0.5, 0.416667]
    """
    check_strategy(tree, strategy)
    nodes_of: dict[int, list[tuple[Decision, float]]] = {}

    def collect(node: Node, reach: float) -> None:
        """Note each node of the seat with the probability that the others and the cards give it."""
        if isinstance(node, Terminal):
            return
        own = isinstance(node, Decision) and node.seat == seat
        if isinstance(node, Decision) and own:
            nodes_of.setdefault(node.info, []).append((node, reach))
        for place, child in enumerate(node.children):
            weight = node.probabilities[place] if isinstance(node, Chance) else strategy[node.info][place]
            collect(child, reach if own else reach * weight)

    choices: dict[int, int] = {}

    def choice(info: int) -> int:
        if info not in choices:
            totals = [
                sum(reach * value(node.children[action]) for node, reach in nodes_of[info])
                for action in range(len(tree.info_sets[info].actions))
            ]
            choices[info] = totals.index(max(totals))
        return choices[info]

    def value(node: Node) -> float:
        if isinstance(node, Terminal):
            return node.payoffs[seat]
        if isinstance(node, Decision) and node.seat == seat:
            return value(node.children[choice(node.info)])
        weights = node.probabilities if isinstance(node, Chance) else strategy[node.info]
        return sum(weight * value(child) for weight, child in zip(weights, node.children, strict=True))

    collect(tree.root, 1.0)
    best = value(tree.root)
    answer = [list(row) for row in strategy]
    for info in nodes_of:
        answer[info] = [float(action == choice(info)) for action in range(len(answer[info]))]
    return best, answer


def deviation_gains(tree: Tree, strategy: Strategy) -> tuple[float, ...]:
    """Return what each seat would gain by its best answer while the others keep to the strategy, in chips."""
    values = expected_values(tree, strategy)
    return tuple(best_response(tree, strategy, seat)[0] - values[seat] for seat in range(tree.game.players))


def nash_conv(tree: Tree, strategy: Strategy) -> float:
    """Return the sum of what all seats would gain; 0 in an equilibrium."""
    return sum(deviation_gains(tree, strategy))


def exploitability(tree: Tree, strategy: Strategy) -> float:
    """Return NashConv over the number of players, in chips: what a best answer wins on average over the seats.

    >>> from riverboat.games import kuhn
    >>> from riverboat.solvers.reference.tree import build_tree
    >>> tree = build_tree(kuhn())
    >>> round(exploitability(tree, uniform(tree)) * 24, 9)
    11.0
    """
    return nash_conv(tree, strategy) / tree.game.players


def check_strategy(tree: Tree, strategy: Strategy) -> None:
    """Raise a `GameError` if a strategy does not fit the tree."""
    if len(strategy) != len(tree.info_sets):
        raise GameError(
            f"the strategy has {len(strategy)} rows; {tree.game.name!r} has {len(tree.info_sets)} information sets"
        )
    for info, row in zip(tree.info_sets, strategy, strict=True):
        if len(row) != len(info.actions):
            raise GameError(
                f"{info}: the strategy has {len(row)} probabilities for {len(info.actions)} actions"
            )
        if not all(probability >= 0 for probability in row) or not abs(sum(row) - 1) < 1e-9:
            raise GameError(
                f"{info}: the strategy {list(row)} must be probabilities that add up to 1, such as "
                f"{[1 / len(row)] * len(row)}"
            )
