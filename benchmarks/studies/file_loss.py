"""What a strategy loses in its file: by fifteenths against 255ths, and by rows that were dropped.

python benchmarks/studies/file_loss.py fine.strategy coarse.strategy [...]

All files are of one run. The first is the measure: `riverboat train publish --bits 8` without a limit. Each other is
compared with it, bucket by bucket at every decision: the total variation, half the sum of the differences of
probabilities: 1 % says that one time in a hundred another choice is made. Means are weighted by visits, of which a file
knows no more than 12,800 of a bucket. Prints Markdown: all decisions, and those answered by a row of their own, by
the mean of their class or by that of their shape.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from riverboat.games import BettingTree, act, build_tree
from riverboat.strategy import FoundRow, StrategyFile

SOURCES = ("node", "class", "shape")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("fine", help="the file of 255ths with every row")
    parser.add_argument("others", nargs="+", help="files of the same run")
    options = parser.parse_args()
    fine = StrategyFile(options.fine)
    tree = build_tree(fine.config)
    print("| file | megabytes | loss | own rows | by class | by shape |")
    print("|---|---|---|---|---|---|")
    for name in (options.fine, *options.others):
        file = StrategyFile(name)
        weights, losses = compared(fine, file, tree)
        every = sum(weights.values())
        parts = [
            f"{losses[source] / weights[source]:.2%} ({weights[source] / every:.1%} of visits)"
            if weights[source]
            else "none"
            for source in SOURCES
        ]
        print(
            f"| {name} | {file.nbytes / 1e6:.3f} | {sum(losses.values()) / every:.2%} | {' | '.join(parts)} |"
        )


def compared(
    fine: StrategyFile, file: StrategyFile, tree: BettingTree
) -> tuple[dict[str, float], dict[str, float]]:
    """Return visits, and total variation times visits, by whose row answers."""
    weights: dict[str, float] = defaultdict(float)
    losses: dict[str, float] = defaultdict(float)
    for measure, found in decisions(fine, file, tree):
        if measure.source != "node":
            raise SystemExit(f"'{fine.path}' has dropped rows; publish it without a limit")
        visits = fine.visits_by_bucket(measure.row).astype(np.float64)
        wanted, played = fine.row(measure.row), file.row(found.row)
        both = max(wanted.shape[1], played.shape[1])  # the mean of a shape may have a choice more or less
        apart = sum(np.abs(column(wanted, n) - column(played, n)) for n in range(both)) / 2
        weights[found.source] += float(visits.sum())
        losses[found.source] += float((visits * apart).sum())
    return weights, losses


def column(row: np.ndarray, choice: int) -> np.ndarray:
    return row[:, choice] if choice < row.shape[1] else np.zeros(len(row))


def decisions(
    fine: StrategyFile, file: StrategyFile, tree: BettingTree
) -> Iterator[tuple[FoundRow, FoundRow]]:
    """Yield the rows by which two files answer each decision of the tree."""
    seen = np.zeros(tree.nodes, np.bool_)
    left = [(0, 0, 0, tree.root)]
    while left:
        node, in_fine, in_file, table = left.pop()
        choices = tree.choices(node)
        yield fine.find(in_fine, table, choices), file.find(in_file, table, choices)
        for choice, action in enumerate(choices):
            child = int(tree.child[tree.first_choice[node] + choice])
            if child >= 0 and not seen[child]:
                seen[child] = True
                after = table.copy()
                act(after, action)
                left.append((child, fine.step(in_fine, choice), file.step(in_file, choice), after))


if __name__ == "__main__":
    main()
