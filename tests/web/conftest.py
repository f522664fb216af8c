from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.running import running

import riverboat as rb
from riverboat.web.settings import Settings


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of strategies: a river, a flop whose later streets are left out, Leduc, and what must not be seen."""
    top = tmp_path_factory.mktemp("served")
    shown = top / "shown"
    (shown / "deep").mkdir(parents=True)
    river = rb.solve_spot(
        board="QsJh2h5c9d",
        oop="AA,QQ,KQs,76s",
        ip="AQs,KQs,JTs,TT",
        pot=100,
        stack=200,
        sizes="50%",
        iterations=60,
    )
    river.save(shown / "river.rb")
    rb.solve("leduc", iterations=60).save(shown / "deep" / "leduc.solution")
    river.save(top / "secret.rb")
    (shown / "link.rb").symlink_to(top / "secret.rb")
    (shown / "broken.rb").write_text("this is no solution")
    return shown


@pytest.fixture(scope="session")
def settings(folder: Path) -> Settings:
    return Settings(folder=folder, library=folder.parent / "library")


@pytest.fixture(scope="session")
def client(settings: Settings) -> Iterator[httpx.Client]:
    with running(settings) as asking:
        yield asking
