"""`riverboat tournament`: a whole tournament of jam/fold hands as a stochastic game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from riverboat.cli.options import Json, Threads, progress_bar, refuse, show, to_stderr, write_svg
from riverboat.cli.tournament.numbers import read_levels, read_numbers


def tournament(
    players: Annotated[int, typer.Option(help="2 to 4.")] = 2,
    chips: Annotated[int, typer.Option(help="Of all together.")] = 8000,
    step: Annotated[int, typer.Option(help="The grid on which stacks lie, in chips.")] = 100,
    small_blind: Annotated[int, typer.Option(help="In chips.")] = 300,
    big_blind: Annotated[int, typer.Option(help="In chips.")] = 600,
    payouts: Annotated[str, typer.Option(help="Prizes by place.", show_default="1, or 50,30,20")] = "",
    ante: Annotated[int, typer.Option(help="Of each player, in chips.")] = 0,
    bounty: Annotated[float, typer.Option(help="The price of every head.")] = 0.0,
    rises: Annotated[
        str, typer.Option(help="Blinds of later levels: 500/1000,1000/2000.", show_default="blinds stay")
    ] = "",
    hands_per_level: Annotated[float, typer.Option(help="Hands that a level lasts on average.")] = 10.0,
    algorithm: Annotated[
        Literal["vi-fp", "pi-fp", "fp-mdp", "fp-vi"], typer.Option(help="How it is solved.")
    ] = "pi-fp",
    rounds: Annotated[int, typer.Option(help="At most.")] = 20,
    target: Annotated[
        float,
        typer.Option(help="Stop when nobody gains more by leaving, as a share of the first prize."),
    ] = 1e-4,
    bound: Annotated[
        bool,
        typer.Option("--bound", help="Instead: how far jam or fold is from all of heads-up play, at most."),
    ] = False,
    check: Annotated[bool, typer.Option(help="Compute what a player could gain by leaving.")] = True,
    checkpoint: Annotated[Path | None, typer.Option(help="A file written after every round.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Write pictures here.")] = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Solve a whole tournament of jam/fold hands.

    States are stacks, the button and the level of blinds. Three and four players need the table that riverboat pushfold
    --build-table computes; four are solved and checked on deals at random, and the check tells both bounds.

    Examples:
      riverboat tournament --players 2 --chips 8000
      riverboat tournament --players 3 --chips 13500 --step 300 --payouts 50,30,20 --checkpoint three.run
      riverboat tournament --players 4 --chips 9600 --step 600 --algorithm vi-fp --rounds 8
      riverboat tournament --players 2 --chips 8000 --bound
      riverboat tournament --players 2 --chips 8000 --rises 600/1200,1200/2400
    """
    from riverboat.tournament import Tournament, check_afterwards, jam_fold_bound, solve_tournament

    prizes = (
        read_numbers("--payouts", payouts, "50,30,20")
        if payouts
        else [1.0]
        if players == 2
        else [50.0, 30.0, 20.0]
    )
    if not rises:
        refuse(
            {"--hands-per-level": "" if hands_per_level == 10 else hands_per_level}, "it belongs to --rises"
        )
    levels = read_levels(rises)
    setting = Tournament(
        players, chips, step, small_blind, big_blind, tuple(prizes), ante, bounty, levels, hands_per_level
    )
    if bound:
        with progress_bar("rounds") as progress:
            limit = jam_fold_bound(setting, progress)
        if svg is not None:
            write_svg(svg, limit)
        show(limit, limit.to_dict(), as_json=json)
        return
    told = "values changed by" if algorithm == "vi-fp" else "best answers gain"
    with progress_bar("states") as progress:
        report = solve_tournament(
            setting,
            algorithm,
            rounds=rounds,
            target=target,
            threads=threads,
            progress=progress,
            watch=lambda so_far: to_stderr(
                f"round {so_far.known.round}: {told} at most {so_far.known.change:.5f}"
            ),
            checkpoint=checkpoint,
            resume=resume,
        )
    if check:
        with progress_bar("checking states") as progress:
            report = check_afterwards(report, progress=progress)
    if svg is not None:
        write_svg(svg, report)
    show(report, report.to_dict(), as_json=json)
