"""`riverboat pushfold`: jam or fold before the flop."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from riverboat.cli.options import Json, Threads, progress_bar, refuse, show, write_svg
from riverboat.cli.tournament.numbers import read_numbers


def pushfold(
    players: Annotated[
        int | None, typer.Option(help="2 to 10.", show_default="as many as stacks, or 2")
    ] = None,
    stacks: Annotated[
        str, typer.Option(help="Big blinds: one number for all, or one each in order of acting, BTN,SB,BB.")
    ] = "10",
    ante: Annotated[float, typer.Option(help="Of each player, in big blinds.")] = 0.0,
    small_blind: Annotated[float, typer.Option(help="In big blinds.")] = 0.5,
    payouts: Annotated[
        str, typer.Option(help="Play for prizes by ICM: 50,30,20.", show_default="play for chips")
    ] = "",
    bounties: Annotated[str, typer.Option(help="With --payouts: price of every head, or of each.")] = "",
    method: Annotated[
        Literal["auto", "exact", "sampled"],
        typer.Option(help="auto is exact for two players, and for three with the table."),
    ] = "auto",
    rule: Annotated[Literal["cfr+", "fp"], typer.Option(help="CFR+ or fictitious play.")] = "cfr+",
    deals: Annotated[int, typer.Option(help="Deals of a sampled run.", min=1024)] = 8_000_000,
    ahead: Annotated[
        int, typer.Option(help="With --payouts: hands played after this one before ICM is asked.", min=0)
    ] = 0,
    thresholds: Annotated[
        float | None, typer.Option(help="Instead: the deepest equal stacks with which hands jam, up to this.")
    ] = None,
    build_table: Annotated[
        bool,
        typer.Option("--build-table", help="Compute the table of three-way all-ins: once, some minutes."),
    ] = False,
    svg: Annotated[Path | None, typer.Option(help="Write a picture here.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of sampled deals.", min=0)] = 0,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Jam or fold: charts for every seat, for chips or prizes.

    Two players are exact at once. Three are exact with a table that --build-table computes once and keeps in the
    cache folder (RIVERBOAT_CACHE), and sampled without it, as four to ten always are.

    Examples:
      riverboat pushfold --players 2 --stacks 10
      riverboat pushfold --players 3 --stacks 15,10,5 --payouts 50,30,20
      riverboat pushfold --players 4 --stacks 6 --payouts 50,30,20 --ahead 1
      riverboat pushfold --players 2 --thresholds 20 --svg thresholds.svg
    """
    from riverboat.tournament import build_table as build
    from riverboat.tournament import jam_thresholds
    from riverboat.tournament import pushfold as solve

    if build_table:
        with progress_bar("triples of hands") as progress:
            path = build(threads=threads, progress=progress)
        show(f"the table of three-way all-ins is in {path}", {"file": str(path)}, as_json=json)
        return
    prizes = read_numbers("--payouts", payouts, "50,30,20") if payouts else None
    heads = read_numbers("--bounties", bounties, "10") if bounties else None
    if thresholds is not None:
        refuse(
            {"--bounties": bounties, "--stacks": "" if stacks == "10" else stacks, "--ahead": ahead},
            "--thresholds solves equal stacks",
        )
        with progress_bar("stacks") as progress:
            found = jam_thresholds(
                players or 2,
                deepest=thresholds,
                small_blind=small_blind,
                ante=ante,
                payouts=prizes,
                progress=progress,
            )
        if svg is not None:
            write_svg(svg, found)
        show(found, found.to_dict(), as_json=json)
        return
    chips = read_numbers("--stacks", stacks, "15,10,5")
    with progress_bar("hands" if ahead else "iterations") as progress:
        result = solve(
            chips[0] if len(chips) == 1 else chips,
            players,
            small_blind=small_blind,
            ante=ante,
            payouts=prizes,
            bounties=heads[0] if heads and len(heads) == 1 else heads,
            method=method,
            rule=rule,
            deals=deals,
            ahead=ahead,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    if svg is not None:
        write_svg(svg, result)
    show(result, result.to_dict(), as_json=json)
