"""`riverboat icm`: what stacks are worth in prizes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from riverboat.cli.options import Json, show, write_svg
from riverboat.cli.tournament.numbers import read_numbers


def icm(
    stacks: Annotated[str, typer.Argument(help="Chips of every player: 5000,3000,2000.")],
    payouts: Annotated[str, typer.Option(help="Prizes by place, the first place first: 50,30,20.")],
    model: Annotated[
        Literal["harville", "weitzman"], typer.Option(help="How finishes are drawn from stacks.")
    ] = "harville",
    bounties: Annotated[
        str, typer.Option(help="Price of every head, or of each: 10 or 10,10,20.", show_default=False)
    ] = "",
    deal: Annotated[bool, typer.Option("--deal", help="Show ways to share the prizes now.")] = False,
    for_winner: Annotated[float, typer.Option(help="With --deal: what is left to play for.")] = 0.0,
    samples: Annotated[
        int | None, typer.Option(help="Draw so many finishing orders.", show_default="exact up to 20 players")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the samples.", min=0)] = 0,
    svg: Annotated[Path | None, typer.Option(help="Write a picture, with a chart, here.")] = None,
    json: Json = False,
) -> None:
    """Prize money that stacks are worth, bubble factors and deals.

    Examples:
      riverboat icm 5000,3000,2000 --payouts 50,30,20
      riverboat icm 5000,3000,2000 --payouts 50,30,20 --deal --svg icm.svg
      riverboat icm 12,9,5,4 --payouts 100,60 --bounties 10
    """
    from riverboat.cli.options import refuse
    from riverboat.games.payouts.icm import icm as icm_of
    from riverboat.views.shapes import Rows

    if not deal:
        refuse({"--for-winner": for_winner}, "it belongs to --deal")
    heads = read_numbers("--bounties", bounties, "10") if bounties else None
    result = icm_of(
        read_numbers("STACKS", stacks, "5000,3000,2000"),
        read_numbers("--payouts", payouts, "50,30,20"),
        model=model,
        bounties=heads[0] if heads and len(heads) == 1 else heads,
        samples=samples,
        seed=seed,
    )
    if svg is not None:
        write_svg(svg, result)
    shares = result.deal(for_winner=for_winner) if deal else {}
    plain = {name: share.tolist() for name, share in shares.items()}
    show(result, result.to_dict() | ({"deal": plain} if deal else {}), as_json=json)
    if deal and not json:
        rows = [
            (str(player + 1), *(f"{share[player]:,.2f}" for share in shares.values()))
            for player in range(len(result.stacks))
        ]
        show(Rows(("player", *(f">{name}" for name in shares)), tuple(rows), "Deals"), None, as_json=False)
