"""Draw a range as an SVG picture: `python examples/draw_range.py button.svg`."""

import sys
from pathlib import Path

import riverboat as rb

BUTTON = rb.Range(
    "22+,A2s+,K3s+,K2s:0.5,Q5s+,Q4s:0.6,J7s+,J6s:0.4,T7s+,T6s:0.7,96s+,95s:0.25,85s+,75s+,74s:0.5,64s+,53s+,43s:0.6,"
    "A4o+,A3o:0.75,A2o:0.4,K8o+,K7o:0.5,Q9o+,Q8o:0.3,J9o+,J8o:0.25,T9o,T8o:0.4,98o:0.8,87o:0.3"
)
"""What a button might raise when everyone folded to it: an illustration, not a solution."""


def main(path: str = "button.svg") -> None:
    Path(path).write_text(BUTTON.to_svg("Button opens"), encoding="utf-8")
    print(f"{BUTTON.combos:.1f} combos, {BUTTON.fraction:.1%} of hands, drawn in {path}")


if __name__ == "__main__":
    main(*sys.argv[1:])
