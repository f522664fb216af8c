"""`riverboat host acpc`: a dealer of the computer poker competition."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.match_options import ListenOn, ServerSeed
from riverboat.cli.options import Json, show
from riverboat.cli.seat.played import json_chips


def acpc(
    game: Annotated[
        str, typer.Argument(help="limit, nolimit, kuhn, leduc, a gamedef file, or a game file in TOML.")
    ],
    seats: Annotated[
        list[str],
        typer.Argument(
            help="A port for each program that comes (0: any free one), or a bot.",
            autocompletion=completion.bot,
            metavar="SEAT...",
        ),
    ],
    hands: Annotated[int, typer.Option(help="Hands to deal.")] = 1000,
    names: Annotated[
        str, typer.Option(help="Names in the log, with commas: Alice,Bob.", show_default=False)
    ] = "",
    log: Annotated[Path | None, typer.Option(help="Write the log here too.", show_default=False)] = None,
    response_s: Annotated[float, typer.Option(help="Seconds for an answer.")] = 600.0,
    per_hand_s: Annotated[float, typer.Option(help="Seconds for a match, times its hands.")] = 7.0,
    start_s: Annotated[float, typer.Option(help="Seconds for everybody to come.")] = 60.0,
    host: ListenOn = "127.0.0.1",
    seed: ServerSeed = None,
    json: Json = False,
) -> None:
    """Deal a match of the computer poker competition to programs and bots.

    Prints the ports first, as the real dealer does, then the log. With --json each is a value on a line of its own:
    {"ports": [...]}, {"log": "..."} for every line, and at the end what the seats have won.

    Examples:
      riverboat host acpc nolimit 18791 shark
    """
    from riverboat.arena.protocols import AcpcDealer, Times
    from riverboat.arena.protocols.acpc.words import acpc_game

    taken = [int(seat) if seat.isdecimal() else seat for seat in seats]
    rules = acpc_game(game, len(taken))
    with ExitStack() as stack:
        file = None if log is None else stack.enter_context(log.open("w", encoding="ascii"))

        def tell(line: str) -> None:
            show(line, {"log": line}, as_json=json)
            if file is not None:
                print(line, file=file)

        called = [name for name in names.split(",") if name]
        times = Times(response_s, per_hand_s, start_s)
        dealer = stack.enter_context(AcpcDealer(rules, taken, names=called, host=host, times=times, log=tell))
        if dealer.ports:
            show(" ".join(map(str, dealer.ports)), {"ports": list(dealer.ports)}, as_json=json)
        chips = dealer.play(hands, seed)
    if json:
        show(
            "",
            {"hands": hands, "names": list(dealer.names), "chips": [json_chips(won) for won in chips]},
            as_json=True,
        )
