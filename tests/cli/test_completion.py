"""Tab, by the protocol that shells speak."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
from tests.cli.command import start

from riverboat.arena.matches.options import MODES
from riverboat.arena.protocols.pokerbots.codec import CODECS
from riverboat.bots import BOTS
from riverboat.bots.classic.shelf import RECIPES
from riverboat.cards.ranking import RANKINGS
from riverboat.cli import completion, names
from riverboat.cli.options import device_names
from riverboat.games.histories.formats import FORMATS
from riverboat.games.rules.presets import PRESETS
from riverboat.solvers import METHODS, RULES
from riverboat.solvers.gpu.card import is_device
from riverboat.solvers.spots.spot import Unit
from riverboat.strategy import shipped_strategies


def tab(line: str) -> list[str]:
    """What bash is offered at the end of a line."""
    place = str(len(line.split(" ")) - 1)
    done = start(_RIVERBOAT_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=place)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("riverboat so", ["solve"]),
        ("riverboat train ", ["run", "charts", "plan", "chart", "publish", "export", "improve"]),
        ("riverboat match sh", ["shark", "shover"]),
        ("riverboat play shark blueprint:h", ["blueprint:headsup"]),
        ("riverboat solve led", ["leduc"]),
        ("riverboat solve leduc --rule pc", ["pcfr+"]),
        ("riverboat solve leduc --precision ", ["16", "32", "64"]),
        ("riverboat solve leduc --device cu", ["cuda", "cuda:1"]),
        ("riverboat train run lap", ["laptop"]),
        ("riverboat train plan tyche-", [f"tyche-{players}" for players in range(2, 7)]),
        ("riverboat abstract build ehs-", ["ehs-200", "ehs-500"]),
        ("riverboat query -s six", ["sixmax"]),
        ("riverboat match shark fish --mode f", ["freeze-out"]),
        ("riverboat seat acpc localhost 1 --bot ki", ["killbot", "killer"]),
        ("riverboat solve --iter", ["--iterations"]),
    ],
)
def test_offers(line: str, offers: list[str]) -> None:
    assert tab(line) == offers


def test_other_shells_see_what_verbs_do() -> None:
    done = start(_RIVERBOAT_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="riverboat eq")
    assert '"equity":"Equity of hands and ranges against each other."' in done.stdout


def test_files_beside_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "six.rb").touch()
    (tmp_path / "six.txt").touch()
    (tmp_path / "six").mkdir()
    (tmp_path / "six" / "own.strategy").touch()
    assert completion.strategy("six") == ["sixmax", "six/", "six.rb"]
    assert completion.strategy("six/") == ["six/own.strategy"]
    assert completion.strategy("no/such/") == []
    (tmp_path / "my_bots.py").touch()
    assert completion.bot("my") == ["my_bots.py"]


def test_names_are_those_of_the_rooms() -> None:
    """They are written down where they cost nothing; this is what keeps them true."""
    assert tuple(BOTS) == names.BOTS
    assert tuple(RECIPES) == names.BUILT
    assert tuple(PRESETS) == names.GAMES
    assert tuple(RULES) == names.RULES
    assert METHODS == names.METHODS
    assert RANKINGS == names.RANKINGS
    assert get_args(names.HistoryFormat) == FORMATS
    assert get_args(names.Mode) == MODES
    assert names.Method == import_module("riverboat.cards.equity").Method
    assert tuple(CODECS) == names.YEARS
    assert all(is_device(device) for device in device_names(""))
    assert names.Unit == Unit
    assert completion._strategies() == shipped_strategies()
