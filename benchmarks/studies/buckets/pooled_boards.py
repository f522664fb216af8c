"""What does it cost that buckets do not know the board? One turn, solved alone and pooled with all other turns.

    python benchmarks/studies/buckets/pooled_boards.py --tables headsup.abstraction --deals 8 32

A turn of `headsup` after "r2.5 c / k k", with the ranges before the flop, on some boards. Alone: the betting of a board
is solved at full width by players who see the bucket of their hand and no more. Pooled: one strategy for all boards is
trained by sampling, with the same buckets, as every trained strategy is. With kinds of boards there is one for each.
Both are judged exactly, every hand and card seen, in percent of the pot. Tables are those of
`riverboat abstract tables headsup -o FILE`.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import riverboat as rb
from riverboat.abstraction import BoardTables, TableAbstraction, open_abstraction
from riverboat.abstraction.boards.board_kinds import find_board_kinds
from riverboat.abstraction.boards.with_boards import WithBoards, divided
from riverboat.evaluation.filled import filled_engine
from riverboat.evaluation.pieces.menus import menu_for
from riverboat.evaluation.pieces.ranges import played_range
from riverboat.games import TreeConfig
from riverboat.solvers import FullWidth, Sampled, sampled_rule
from riverboat.solvers.asking.acting import AS_TRAINED
from riverboat.solvers.asking.strategy import StrategyLike
from riverboat.solvers.full_width.setup import GameSetup

LINE = "r2.5 c / k k /"
BOARDS = ("Kh8d3c5s", "QsJh2h7d", "7c6c5c2d", "AhAd9s4c")


def ranges_before_the_flop() -> list[rb.Range]:
    """Return what both hold after a raise and a call, whatever the board is."""
    strategy = rb.open("headsup")
    flop = strategy.at("r2.5 c", "2c7d9h")  # any: ranges do not know it
    weights = [played_range(strategy, flop, seat, AS_TRAINED).weights for seat in range(2)]
    return [rb.Range.from_weights(each / each.max()) for each in weights]


def spot_on(board: str, ranges: list[rb.Range]) -> GameSetup:
    strategy = rb.open("headsup")
    cursor = strategy.at(LINE, board)
    _, menu = menu_for("own", strategy, cursor)
    config = TreeConfig("turn", cursor.table.game, menu, start=LINE)
    return GameSetup(config, board, (ranges[0].without(board), ranges[1].without(board)))


def percent(solver: FullWidth, pot: int) -> float:
    found = solver.accuracy()
    return 100 * sum(best - value for best, value in zip(found.best, found.values, strict=True)) / 2 / pot


def judged(spots: list[GameSetup], strategy: StrategyLike) -> list[float]:
    return [round(percent(filled_engine(spot, [strategy, strategy]), spot.pot), 1) for spot in spots]


def told(what: str, percents: list[float], begun: float) -> None:
    print(
        f"{what}: {percents} % of the pot, mean {np.mean(percents):.1f}, {time.perf_counter() - begun:.0f} s",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--deals", type=int, nargs="+", default=[8], help="millions, one after another")
    parser.add_argument("--kinds", type=int, default=1, help="of turns and rivers")
    parser.add_argument(
        "--iterations", type=int, default=100, help="where a board is solved alone; 0 for none"
    )
    asked = parser.parse_args()
    cards, ranges, begun = open_abstraction(asked.tables), ranges_before_the_flop(), time.perf_counter()
    spots = [spot_on(board, ranges) for board in BOARDS]
    assert isinstance(cards, TableAbstraction)
    if asked.iterations:
        alone = []
        for spot in spots:
            solver = FullWidth(spot.tree, board=spot.board, ranges=spot.ranges, ties=cards, precision=32)
            solver.run(asked.iterations)
            alone.append(round(percent(solver, spot.pot), 1))
        told("each board alone", alone, begun)
    deals, buckets = BoardTables.of(cards), cards
    if asked.kinds > 1:
        kinds = find_board_kinds([1, asked.kinds, asked.kinds])
        deals, buckets = divided(deals, kinds), WithBoards(cards, kinds)
    rule = sampled_rule("linear", epoch=500_000, last_epoch=1_000_000)
    pooled = Sampled(spots[0].tree, deals, rule=rule, ranges=ranges, seed=1)
    for millions in asked.deals:
        pooled.run(millions * 1_000_000 - pooled.iterations)
        told(
            f"{asked.kinds} kinds of boards, {millions} M deals",
            judged(spots, pooled.strategy(buckets)),
            begun,
        )


if __name__ == "__main__":
    main()
