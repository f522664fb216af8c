"""First streets from depth-limited solving in small games, where all is exact: how much do they lose?

python benchmarks/studies/depth_limited.py [iterations] [leduc no-limit-leduc rhode-island]

Each player's first street is solved with him playing on in equilibrium and the opponent choosing among k ways to; then
it is fixed and the rest solved as well as can be. Prints a Markdown table of what both lose together, in chips.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

from riverboat.cards.card import Deck
from riverboat.games import leduc, menu_from_table, rhode_island
from riverboat.search.leaves.biases import PLURIBUS
from riverboat.search.leaves.exact import averages_of, exact_leaves, whole_engine
from riverboat.search.leaves.rest import SolvedRest
from riverboat.search.leaves.trunk import trunk_losses
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.setup import GameSetup, game_setup
from riverboat.solvers.full_width.value_leaves import ValueLeaves

TEN_CARDS = Deck("TJQKA", "hs")
NO_LIMIT = replace(
    leduc(),
    name="no-limit-leduc",
    betting="no-limit",
    stacks=(20, 20),
    raise_sizes=(),
    max_raises=(),
    min_bet=1,
    deck=TEN_CARDS,
)
POT_AND_HALF = menu_from_table({"every": {"bets": "50% 100%", "raises": "100%"}})
SETUPS = {
    "leduc": game_setup("leduc"),
    "no-limit-leduc": game_setup(NO_LIMIT, POT_AND_HALF),
    "rhode-island": game_setup(replace(rhode_island(), deck=TEN_CARDS)),
}


def cut(setup: GameSetup, leaves: ValueLeaves, iterations: int) -> FullWidth:
    """Solve the first street."""
    solver = whole_engine(setup, "cfr+", leaves)
    solver.run(iterations)
    return solver


def losses(setup: GameSetup, iterations: int) -> list[float]:
    """Return what the whole solution's own first street loses, then k = 1 to 4."""
    whole = whole_engine(setup, "cfr+")
    whole.run(2 * iterations)
    value = whole.accuracy().values[0]
    one, found = [averages_of(whole)], [sum(trunk_losses(setup, whole, value, iterations))]
    for k in range(1, len(PLURIBUS) + 1):
        ways = [averages_of(whole, bias) for bias in PLURIBUS[:k]]
        first = cut(setup, exact_leaves(setup, (one, ways)), iterations)
        second = cut(setup, exact_leaves(setup, (ways, one)), iterations)
        found.append(
            trunk_losses(setup, first, value, iterations)[0]
            + trunk_losses(setup, second, value, iterations)[1]
        )
    return found


def with_function(setup: GameSetup, iterations: int) -> float:
    """Return what a first street loses whose leaves are solved whenever they are asked for."""
    whole = whole_engine(setup, "cfr+")
    whole.run(10 * iterations)
    groups = tuple(np.arange(len(hands)) for hands in whole.hands)
    leaves = ValueLeaves((groups[0], groups[1]), function=SolvedRest(setup, iterations))
    return sum(trunk_losses(setup, cut(setup, leaves, iterations), whole.accuracy().values[0]))


def main() -> None:
    """Print the table."""
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("| game | whole | k = 1 | k = 2 | k = 3 | k = 4 |\n|---|---|---|---|---|---|")
    for name in sys.argv[2:] or SETUPS:
        print(f"| {name} | " + " | ".join(f"{loss:.4f}" for loss in losses(SETUPS[name], iterations)) + " |")
    for asked in (25, 50, 100, 200):
        print(f"Leduc, function of {asked} iterations: {with_function(SETUPS['leduc'], asked):.4f}")


if __name__ == "__main__":
    main()
