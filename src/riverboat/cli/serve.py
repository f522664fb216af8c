"""`riverboat serve`: the page and its API on this machine."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.options import Json, complain, show, to_stderr
from riverboat.errors import RiverboatError


def serve(
    port: Annotated[
        int, typer.Option(help="Where to listen; 0 for any that is free.", min=0, max=65535)
    ] = 8421,
    host: Annotated[
        str,
        typer.Option(
            help="The address to listen at. Others than this machine's own are open to whoever has the token that is "
            "printed."
        ),
    ] = "127.0.0.1",
    browser: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open it in a browser.", show_default="in a terminal"),
    ] = None,
    folder: Annotated[
        Path,
        typer.Option(help="Whose strategies and solutions are shown.", file_okay=False, show_default="here"),
    ] = Path(),
    library: Annotated[
        Path | None,
        typer.Option(help="Where solved spots are kept.", show_default="~/.local/share/riverboat"),
    ] = None,
    own_bots: Annotated[
        bool,
        typer.Option(
            "--own-bots",
            help="Let the page play against bots in Python files of the folder. The code of those files is run for "
            "whoever may use the page, in processes that can write no files and start no programs.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Explore, solve, report and play in a browser, on this machine.

    Nothing leaves it: the page and its API are served at 127.0.0.1 only, unless another host is named.

    Examples:
      riverboat serve
      riverboat serve --folder spots --port 9000 --no-open
    """
    if any(find_spec(name) is None for name in ("fastapi", "uvicorn", "orjson")):
        raise RiverboatError("the server needs FastAPI and uvicorn: pip install 'riverboat[web]'")
    if not folder.is_dir():
        raise RiverboatError(
            f"--folder is '{folder}', and there is no such folder; name one, such as . or spots"
        )
    # Answers are small: threads of BLAS would only wait for each other, and take cores from other requests.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from riverboat.web.ports import PortTakenError, listen
    from riverboat.web.serving import serve as run
    from riverboat.web.serving import with_token
    from riverboat.web.settings import Settings, default_library

    settings = with_token(Settings(host, port, folder, library or default_library(), own_bots=own_bots))
    try:
        listening = listen(host, port)
    except PortTakenError as taken:
        if not (taken.free and sys.stdin.isatty() and sys.stderr.isatty()):
            raise
        complain(str(taken))
        typer.confirm(f"Use {taken.free}?", default=True, abort=True, err=True)
        listening = listen(host, taken.free)
    say = (lambda url: show("", {"address": url}, as_json=True)) if json else _tell
    run(settings, listening, say=say, browser=sys.stdout.isatty() if browser is None else browser)


def _tell(url: str) -> None:
    to_stderr(f"Riverboat is at {url} (Ctrl-C stops it)")
