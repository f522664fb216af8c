"""`riverboat acpc` and `riverboat acpc-dealer`: the protocol of the computer poker competition."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from riverboat.arena.protocols import AcpcDealer, Elsewhere, Times, play_acpc
from riverboat.arena.protocols.acpc.words import acpc_game
from riverboat.cli.match_options import BotSeed, Seed, TimeLimit
from riverboat.cli.options import Json, show, to_stderr


def acpc(
    host: Annotated[str, typer.Argument(help="Where the dealer runs, such as localhost.")],
    port: Annotated[int, typer.Argument(help="The port of the seat.")],
    bot: Annotated[str, typer.Option(help="The bot that plays, such as shark or blueprint:headsup.")],
    game: Annotated[
        str, typer.Option(help="The dealer's game: limit, nolimit, or a gamedef file.")
    ] = "nolimit",
    time_limit: TimeLimit = 2.0,
    seed: BotSeed = 0,
    json: Json = False,
) -> None:
    """Seat a bot at a dealer of the Annual Computer Poker Competition, for 2 to 10 players.

    Example: riverboat acpc localhost 18791 --bot shark
    """
    log = to_stderr if json else print
    show_elsewhere(
        play_acpc(host, port, bot, game=game, time_limit=time_limit, seed=seed, log=log), as_json=json
    )


def acpc_dealer(
    game: Annotated[str, typer.Argument(help="limit, nolimit, a gamedef file, or a game file in TOML.")],
    seats: Annotated[
        list[str], typer.Argument(help="A port for each program that comes (0: any free one), or a bot.")
    ],
    hands: Annotated[int, typer.Option(help="Hands to deal.")] = 1000,
    names: Annotated[
        str, typer.Option(help="Names in the log, with commas: Alice,Bob.", show_default=False)
    ] = "",
    log: Annotated[Path | None, typer.Option(help="Write the log here too.", show_default=False)] = None,
    response_s: Annotated[float, typer.Option(help="Seconds for an answer.")] = Times.response,
    per_hand_s: Annotated[float, typer.Option(help="Seconds for a match, times its hands.")] = Times.per_hand,
    start_s: Annotated[float, typer.Option(help="Seconds for everybody to come.")] = Times.start,
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than this machine's open it to the network.")
    ] = "127.0.0.1",
    seed: Seed = 0,
) -> None:
    """Deal a match between programs that speak the protocol of the computer poker competition, and our bots.

    Prints the ports first, as the real dealer does, then the log. Example: riverboat acpc-dealer nolimit 18791 shark
    """
    taken = [int(seat) if seat.isdecimal() else seat for seat in seats]
    rules = acpc_game(game, len(taken))
    with ExitStack() as stack:
        file = None if log is None else stack.enter_context(log.open("w", encoding="ascii"))

        def tell(line: str) -> None:
            print(line, flush=True)
            if file is not None:
                print(line, file=file)

        called = [name for name in names.split(",") if name]
        times = Times(response_s, per_hand_s, start_s)
        dealer = stack.enter_context(AcpcDealer(rules, taken, names=called, host=host, times=times, log=tell))
        if dealer.ports:
            print(*dealer.ports, flush=True)
        dealer.play(hands, seed)


def show_elsewhere(played: Elsewhere, *, as_json: bool) -> None:
    """Print what a bot did at a table elsewhere."""
    data = {"hands": played.hands, "chips": played.chips, "faults": played.faults}
    faults = "".join(
        f"\n{kind}: {count} times, first {first}" for kind, (count, first) in played.faults.items()
    )
    show(f"{played.hands:,} hands, {played.chips:+,} chips{faults}", data, as_json=as_json)
