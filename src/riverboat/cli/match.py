"""`riverboat match`: bots against bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from riverboat.cli import completion
from riverboat.cli.live import live
from riverboat.cli.match_options import (
    GAMES,
    Bots,
    Checkpoint,
    Duplicate,
    Games,
    Hands,
    MemoryGb,
    Mode,
    Processes,
    Resume,
    Seed,
    StackBb,
    Strict,
    TimeLimit,
    Trust,
    check_together,
)
from riverboat.cli.options import Json, refuse, show

if TYPE_CHECKING:
    from riverboat.arena.matches.result import MatchResult


def match(
    bots: Bots,
    hands: Hands = None,
    mode: Mode = "reset",
    games: Games = None,
    game: Annotated[
        str | None,
        typer.Option(
            help="A game by its name, such as leduc, or that of a tree config, by name or .toml file; else no-limit "
            "hold'em.",
            show_default=False,
            autocompletion=completion.game,
        ),
    ] = None,
    stack_bb: StackBb = None,
    duplicate: Duplicate = False,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop at intervals of ± so many bb/100, or when it is 'sure' who wins; intervals then hold at every "
            "look.",
            show_default=False,
        ),
    ] = None,
    aivat: Annotated[
        bool,
        typer.Option("--aivat", help="Take out the luck that the strategies of blueprints explain; slower."),
    ] = False,
    series: Annotated[
        int | None,
        typer.Option(
            help="Deals or games before bots are made afresh.", show_default="1000, 25; all if they learn"
        ),
    ] = None,
    time_limit: TimeLimit = 2.0,
    memory_gb: MemoryGb = 2.0,
    trust: Trust = False,
    strict: Strict = False,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Write the hands: to a folder as they come, with an index (see `riverboat hands find`), or at the end "
            "to one file: .phhs, .ohh, .txt or .log.",
            show_default=False,
        ),
    ] = None,
    save_every: Annotated[
        int | None, typer.Option(help="Write only every so many-th hand.", min=1, show_default="1")
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option(
            help="Draw winnings over hands: an .svg, .png or .pdf file; and tell how the bots play.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = None,
    processes: Processes = 1,
    checkpoint: Checkpoint = None,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Play a match between bots and tell who wins how much.

    2 to 10 bots; what each wins comes with a 95 % interval.

    Examples:
      riverboat match shark fish --hands 5000 --duplicate
      riverboat match blueprint:headsup shark --until 20
      riverboat match blueprint:headsup cfr-strength --aivat --until sure --hands 20000
      riverboat match angry-fish fish --mode freeze-out
    """
    from riverboat.arena import play_match
    from riverboat.base.files import check_folder
    from riverboat.games import read_config, write_hands
    from riverboat.games.histories.formats import format_of_suffix

    check_together(mode=mode, games=games, checkpoint=checkpoint, resume=resume)
    if save is None:
        refuse({"--save-every": save_every}, "there is no --save to write hands to")
    if save is not None and (
        save.suffix or not save.is_dir()
    ):  # a folder of hands that a match goes on with is there
        check_folder(save)
    if chart is not None:
        from riverboat.views.figures import check_picture

        check_picture(chart)
    folder = save if save is not None and not save.suffix else None
    if save is not None and folder is None:
        format_of_suffix(save)  # what cannot be written shows before the match
    with live(lambda result: f"{result.units:,} of {result.of_units:,}", quiet=json) as watch:
        result = play_match(
            bots,
            hands,
            game=None if game is None else read_config(game).game,
            stack_bb=stack_bb,
            mode=mode,
            games=GAMES if games is None else games,
            duplicate=duplicate,
            series=series,
            time_limit=time_limit,
            memory_gb=memory_gb,
            trust=trust,
            strict=strict,
            aivat=aivat,
            until=_until(until),
            keep_every=0 if save is None else save_every or 1,
            save=folder,
            seed=seed,
            processes=processes,
            watch=watch,
            checkpoint=checkpoint,
            resume=resume,
        )
    data = result.to_dict()
    if chart is None:
        show(result, data, as_json=json)
    else:
        _show_style(result, data, chart, json=json)
    if save is not None and folder is None:  # after the result, which a full disk must not take away
        write_hands(result.records, save)


def _until(text: str | None) -> float | Literal["sure"] | None:
    """Read what a match goes on to."""
    if text is None:
        return None
    if text == "sure":
        return "sure"
    try:
        return float(text)
    except ValueError:
        from riverboat.errors import MatchError

        raise MatchError(f"--until is {text!r}; it must be bb/100 over 0, such as 5, or sure") from None


def _show_style(result: MatchResult, data: dict[str, object], chart: Path, *, json: bool) -> None:
    """Show a result with how its bots play, and draw both, or where tables are no picture, the winnings."""
    from riverboat.arena.styles.of_match import match_style
    from riverboat.base.drawing import drawing

    style = match_style(result)
    show(result, {**data, "style": style.to_dict()}, as_json=json)
    if not json:
        show("", None, as_json=False)
        show(style, None, as_json=False)
    drawing(result, "chart", style=style if chart.suffix.lower() == ".svg" else None).save(chart)
