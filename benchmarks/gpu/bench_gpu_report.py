"""A report on a card: what a flop takes, and what 184 of them do.

python benchmarks/gpu/bench_gpu_report.py [--flops 12] [--together 8] [--percent 0.3] [--sizes small|raises|two]

Needs an NVIDIA card and CuPy. The spot is a single-raised pot, big blind against button. Two flops are solved first,
so that kernels are compiled and kept; then the report is made, its file written, and made again, which must solve
nothing.
`--together` may have several numbers, GB of tables that run side by side, to compare them.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from riverboat.solvers import solve_many, spot_setup
from riverboat.solvers.gpu.card import open_card
from riverboat.solvers.spots import report
from riverboat.solvers.spots.flops import representative_flops

WANTED: Final = 184
WIDE: Final = "22+,A2+,K2s+,K7o+,Q4s+,Q8o+,J6s+,J9o+,T6s+,T9o,96s+,98o,85s+,75s+,64s+,54s"
SIZES: Final[dict[str, dict[str, Any]]] = {
    "small": {"flop": "50% | none", "turn": "66% | none", "river": "75% | a"},
    "raises": {"flop": "33% | 3x", "turn": "75% | 3x", "river": "75% | a"},
    "two": {"flop": "33% 75% | 3x", "turn": "66% 125% | a", "river": "66% 125% | a"},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--flops", type=int, default=12)
    parser.add_argument("--together", type=float, nargs="+", default=[report.TOGETHER_BYTES / 2**30])
    parser.add_argument("--percent", type=float, default=0.3)
    parser.add_argument("--sizes", choices=SIZES, default="small")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    if options.device != "cpu":
        print(open_card(options.device))
    setup = spot_setup(board="2c3d4h", oop=WIDE, ip=WIDE, pot=55, stack=475, sizes=SIZES[options.sizes])
    flops = list(representative_flops(WANTED))
    words: dict[str, Any] = {"target_pot_percent": options.percent, "device": options.device}
    for gigabytes in options.together:
        report.TOGETHER_BYTES = int(gigabytes * 2**30)  # type: ignore[misc]
        solve_many(setup, flops[-2:], **words)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.csv"
            began = time.perf_counter()
            made = solve_many(setup, flops[: options.flops], path=path, **words)
            seconds = (time.perf_counter() - began) / options.flops
            began = time.perf_counter()
            again = solve_many(setup, flops[: options.flops], path=path, **words)
            resumed = time.perf_counter() - began
        assert len(made.rows) == len(again.rows) == options.flops
        assert made.missed_target == (), f"missed the target: {made.missed_target}"
        assert resumed < seconds, "what is in the file is not solved again"
        on_card, iterations = made.mean("seconds"), made.mean("iterations")
        print(
            f"{options.sizes} sizes, {gigabytes:g} GB at a time, {options.percent} %: {seconds:.3f} s a flop, of them "
            f"{on_card:.3f} for {iterations:.0f} iterations; {WANTED} take {WANTED * seconds:.0f} s; read again in "
            f"{resumed:.3f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
