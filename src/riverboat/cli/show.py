"""`riverboat show`: walk through a solution, or see what made a strategy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group

from riverboat.cli.options import Json, Threads, show
from riverboat.files import write_whole
from riverboat.solvers import open_solution
from riverboat.solvers.node import SpotNode
from riverboat.solvers.node_view import hand_table
from riverboat.strategy import is_strategy, open_strategy


def show_solution(
    file: Annotated[
        str, typer.Argument(help="A file that `riverboat solve -o` wrote, or a strategy by name or file.")
    ],
    line: Annotated[
        str,
        typer.Option("--line", "-l", help="Where to look: 'k b33% c / 7d k'; each street after its '/'."),
    ] = "",
    hand: Annotated[
        list[str] | None,
        typer.Option(help="Show this hand, such as AsKs; may be repeated.", show_default=False),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Also write the grid as an SVG picture.", show_default=False)
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print every hand as comma-separated values.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Check the whole file first.")] = False,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Strategy, EV and equity at any point of a solution; of a trained strategy, what made it.

    Examples: riverboat show flop.rb; riverboat show flop.rb --line "k b33% c / 7d" --hand AsKs; riverboat show sixmax
    """
    if is_strategy(file):
        blueprint = open_strategy(file, verify=verify)
        show(blueprint, blueprint.to_dict(), as_json=json)  # type: ignore[arg-type]  # it draws itself
        return
    solution = open_solution(file, threads=threads, verify=verify)
    node = solution.node(line)
    if svg is not None:
        write_whole(svg, [node.grid().to_svg().encode()])
    if csv:
        print(node.to_csv(), end="")
    elif json:
        data = node.to_dict()
        if hand:
            wanted = {node.hands[node.players[node.actor].index(name)] for name in hand}
            data["hands"] = [entry for entry in data["hands"] if entry["hand"] in wanted]
        data["solution"] = solution.to_dict()
        show("", data, as_json=True)
    elif hand:
        show(_hands(node, hand), None, as_json=False)
    elif line:
        show(node, None, as_json=False)
    else:
        show(Group(solution, "", node), None, as_json=False)


def _hands(node: SpotNode, hands: list[str]) -> Group:
    from riverboat.solvers.node_view import title

    return Group(title(node), hand_table(node, hands))
