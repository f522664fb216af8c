"""The options of `riverboat measure`, in the order in which its help shows them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from riverboat.cli import completion, names
from riverboat.cli.options import device_names

StrategyName: TypeAlias = Annotated[
    str,
    typer.Argument(
        help="A strategy by its name, its file, or the folder of a training run.",
        autocompletion=completion.strategy,
    ),
]
Lbr: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="By a local best response with this menu: fc, fcpa, 56, or words such as 'f c 33% 100% a'.",
        show_default=False,
        autocompletion=completion.one_of("fc", "fcpa", "56"),
    ),
]
First: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="The street from which on it uses its menu; before, it checks and calls.",
        show_default="flop",
        autocompletion=completion.one_of("preflop", *names.STREETS),
    ),
]
Depth: TypeAlias = Annotated[
    int | None, typer.Option(help="Bets that it looks ahead.", show_default="1, as published")
]
Together: TypeAlias = Annotated[
    int | None,
    typer.Option(help="Deals side by side in each process, of a strategy that thinks.", show_default="1"),
]
Keep: TypeAlias = Annotated[
    bool, typer.Option("--keep", help="Write the figure into the strategy's file, for all who open it.")
]
Exact: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="By exact best answers after a line, 'r2.5 c / k k /', or from a street on, turn: a sample.",
        show_default=False,
        autocompletion=completion.one_of(*names.STREETS),
    ),
]
BoardAfter: TypeAlias = Annotated[
    str | None,
    typer.Option("--board", "-b", help="The cards on the table after the line.", show_default=False),
]
Fine: TypeAlias = Annotated[
    bool, typer.Option("--fine", help="Best answers may bet 33, 75, 150 and 350 % and all-in as well.")
]
PieceCount: TypeAlias = Annotated[
    int | None, typer.Option(help="Points of a street that are judged.", show_default="50", min=2)
]
Learned: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--learned", help="By an answer that is learnt against it, then played.", show_default=False
    ),
]
Minutes: TypeAlias = Annotated[float | None, typer.Option(help="Learn for so long.", show_default="5", min=0)]
Iterations: TypeAlias = Annotated[
    int | None, typer.Option(help="Learn from so many deals instead.", show_default=False, min=1)
]
Out: TypeAlias = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="A file for the answer, itself a strategy.", show_default=False),
]
Buckets: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        help="A file of `riverboat abstract build`, by which the answer tells hands apart.",
        show_default="as the strategy",
    ),
]
ActingAs: TypeAlias = Annotated[
    names.Acting | None,
    typer.Option(help="How the strategy draws its actions, as bots do.", show_default="sampled"),
]
Threshold: TypeAlias = Annotated[
    float | None,
    typer.Option(help="With --acting purified: what is played less often is left out.", show_default="0.3"),
]
Device: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Where the answer is learnt: cpu, cuda, cuda:1 or auto.",
        show_default="cpu",
        autocompletion=device_names,
    ),
]
Hands: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Hands to play; with --exact and a street, hands against itself that find the points.",
        show_default="10000 with --lbr, else 20000",
        min=1,
    ),
]
Tables: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        help="A file of the buckets of all hands (`riverboat abstract tables`): several times as fast.",
        show_default=False,
    ),
]
Seed: TypeAlias = Annotated[int, typer.Option(help="Seed of cards and draws.", min=0)]
