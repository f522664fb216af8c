"""The options of `riverboat solve`, in the order in which its help shows them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from riverboat.cli import completion, names

_SPOT: Final = "A spot: all of --board, --oop, --ip, --pot, --stack; with a file, instead of what it says"

GameOrFile: TypeAlias = Annotated[
    str | None,
    typer.Argument(
        help="A game (kuhn, leduc, rhode-island ...), a config, or the file of a game, of a config or of a spot "
        "(.toml, Pio, TexasSolver).",
        show_default=False,
        autocompletion=completion.game,
    ),
]
Board: TypeAlias = Annotated[
    str | None,
    typer.Option("--board", "-b", help="3, 4 or 5 cards: QsJh2h.", rich_help_panel=_SPOT, show_default=False),
]
OopRange: TypeAlias = Annotated[
    str | None,
    typer.Option(help="Range of who acts first: 'QQ+,AKs:0.5'.", rich_help_panel=_SPOT, show_default=False),
]
IpRange: TypeAlias = Annotated[
    str | None, typer.Option(help="Range of the other.", rich_help_panel=_SPOT, show_default=False)
]
Pot: TypeAlias = Annotated[
    float | None, typer.Option(help="Chips in the middle.", rich_help_panel=_SPOT, show_default=False)
]
Stack: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Chips behind: 910, or 910,700 for oop and ip.", rich_help_panel=_SPOT, show_default=False
    ),
]
Sizes: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Bets | raises | donks: '33% 75% | 2.5x'. By street and position: 'flop: 33% | 3x; river ip: 75%'.",
        rich_help_panel=_SPOT,
        show_default="50% | 2.5x",
    ),
]
AllIn: TypeAlias = Annotated[
    str | None,
    typer.Option(help="always, never, or up to so many pots.", rich_help_panel=_SPOT, show_default="1.5"),
]
ForceAllIn: TypeAlias = Annotated[
    float | None,
    typer.Option(
        help="All-in where at most so many pots would be left.", rich_help_panel=_SPOT, show_default="0.2"
    ),
]
Merge: TypeAlias = Annotated[
    float | None,
    typer.Option(help="Sizes nearer than this are one.", rich_help_panel=_SPOT, show_default="0.1"),
]
Rake: TypeAlias = Annotated[
    float | None, typer.Option(help="Share of the pot: 0.05.", rich_help_panel=_SPOT, show_default="0")
]
RakeCap: TypeAlias = Annotated[
    float | None,
    typer.Option(help="Most rake in chips; 0 for no cap.", rich_help_panel=_SPOT, show_default="0"),
]
Payouts: TypeAlias = Annotated[
    str | None,
    typer.Option(help="Play for prizes by ICM: 50,30,20.", rich_help_panel=_SPOT, show_default="for chips"),
]
Others: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="With --payouts: stacks of those who are not in the hand: 4000,2500.",
        rich_help_panel=_SPOT,
        show_default="none",
    ),
]
MinBet: TypeAlias = Annotated[
    int | None,
    typer.Option(help="The big blind in chips.", rich_help_panel=_SPOT, show_default="1"),
]
Unit: TypeAlias = Annotated[
    names.Unit | None,
    typer.Option(
        help="Whether pot, stack and rake cap are chips or big blinds.",
        rich_help_panel=_SPOT,
        show_default="chips; bb where one is not whole",
    ),
]
Boards: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Solve on many boards instead, as a table: a number of flops that stand for all, 'all' 1,755, or "
        "boards: 'QsJh2h AsKd7c'. --out is then a .csv or .json file, written after each board; goes on from it.",
        rich_help_panel=_SPOT,
        show_default=False,
    ),
]
Locks: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        help="Fix a strategy: 'k b33%: f 0.4, c 0.6 @ AA,KK' after a line, for some hands or all. Repeatable.",
        show_default=False,
    ),
]
Start: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Begin with the strategies of this solution.", show_default=False),
]
Target: TypeAlias = Annotated[
    float | None,
    typer.Option(
        help="Exploitability to stop at: percent of the pot in a spot, chips in a game.",
        show_default="0.3 or 0.001",
    ),
]
TargetMbb: TypeAlias = Annotated[
    float | None,
    typer.Option(help="The same in thousandths of a big blind, instead of --target.", show_default=False),
]
Iterations: TypeAlias = Annotated[int | None, typer.Option(help="Stop after so many.", show_default=False)]
MaxSeconds: TypeAlias = Annotated[float | None, typer.Option(help="Stop after so long.", show_default=False)]
LooksEvery: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Look at the exploitability every so many iterations.",
        show_default="where the target may be met",
    ),
]
Rule: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help=f"Update rule: {', '.join(names.RULES)}.",
        show_default="the best for it",
        autocompletion=completion.one_of(*names.RULES),
    ),
]
Method: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help=f"Instead of a rule, a method of the sequence form: {', '.join(names.METHODS)}; variants after a "
        "colon: lp:ipm, egt:euclidean. The game may then be a Gambit file (.efg) or openspiel:NAME.",
        show_default=False,
        autocompletion=completion.one_of(*names.METHODS),
    ),
]
Out: TypeAlias = Annotated[
    Path | None, typer.Option("--out", "-o", help="Write the solution to this file.", show_default=False)
]
Drop: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Leave this street and later ones out of the file: turn, river.",
        show_default=False,
        autocompletion=completion.one_of(*names.STREETS),
    ),
]
Checkpoint: TypeAlias = Annotated[
    Path | None, typer.Option(help="Keep the state of the solver in this file.", show_default=False)
]
Plan: TypeAlias = Annotated[
    bool, typer.Option("--plan", help="Tell size, memory and time of the first iterations, and stop.")
]
