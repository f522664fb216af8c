"""What best answers gain from the shipped strategies after the turn and the river are dealt, in percent of the pot.

python benchmarks/studies/exact_pieces.py [--strategy headsup sixmax] [--street turn river] [--menu own fine]
                                          [--pieces 40] [--hands 20000] [--seed 1] [--worst 5]

Prints a Markdown table by strategy, street and menu, with 95 % intervals, and the points where most is given away.
"""

from __future__ import annotations

import argparse
import time

import riverboat as rb
from riverboat.evaluation import Figure, Pieces, sample_pieces


def shown(figure: Figure, digits: int = 1) -> str:
    return f"{figure.mean:,.{digits}f} ± {figure.half_width:,.{digits}f}"


def row(pieces: Pieces, seconds: float) -> str:
    """Return a line of the table: all pots, then each kind that has pieces."""
    kinds = {stratum.pot: stratum for stratum in pieces.strata if stratum.pieces}
    by_pot = [
        shown(kinds[pot].figure(lambda piece: piece.percent)) if pot in kinds else "–"
        for pot in ("limped", "single-raised", "3-bet", "4-bet")
    ]
    cells = (
        pieces.name,
        pieces.street,
        pieces.menu,
        str(len(pieces.pieces)),
        f"**{shown(pieces.percent)}**",
        *by_pot,
        shown(pieces.mbb_per_hand, 0),
        f"{seconds:.0f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strategy", nargs="+", default=["headsup", "sixmax"], help="names or files")
    parser.add_argument("--street", nargs="+", default=["turn", "river"])
    parser.add_argument("--menu", nargs="+", default=["own", "fine"])
    parser.add_argument("--pieces", type=int, default=40)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worst", type=int, default=5, help="points to list of each")
    options = parser.parse_args()
    print(f"{options.hands:,} hands against itself, seed {options.seed}; % of the pot, ± is 95 %\n")
    print(
        "| strategy | from the | sizes | pieces | all | limped | single-raised | 3-bet | 4-bet | mbb/h | seconds |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    found = []
    for name in options.strategy:
        strategy = rb.open(name)
        for street in options.street:
            for menu in options.menu:
                start = time.perf_counter()
                pieces = sample_pieces(
                    strategy,
                    street,
                    count=options.pieces,
                    menu=menu,
                    hands=options.hands,
                    seed=options.seed,
                    threads=1,
                )
                found.append(pieces)
                print(row(pieces, time.perf_counter() - start), flush=True)
    for pieces in found:
        print(f"\n{pieces.name}, {pieces.street}, {pieces.menu} sizes: most is given away after\n")
        print(
            "| line | board | first | last | where the best answer leaves it first |\n|---|---|---|---|---|"
        )
        for piece in pieces.pieces[: options.worst]:
            first, last = piece.percents
            loss = piece.losses[0]
            where = f"{loss.position} after `{loss.line}`: {loss.percent:.0f}"
            print(f"| `{piece.line}` | {piece.board} | {first:.0f} | {last:.0f} | {where} |")


if __name__ == "__main__":
    main()
