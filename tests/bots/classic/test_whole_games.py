"""Bots that are trained: builds that go on, what is refused, and how Tartanian reads bets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

import riverboat as rb
from riverboat.bots.classic import shelf
from riverboat.bots.classic.trained_recipe import TrainedRecipe
from riverboat.bots.classic.whole_games import GS3, BuiltBlueprint, Tartanian
from riverboat.bots.registry import make_bot
from riverboat.errors import BotError
from riverboat.games import leduc, limit_holdem, nolimit_holdem
from riverboat.training import read_training_config
from riverboat.training.training import open_run

LEDUC = TrainedRecipe("leduc", 0.01, "no time")


@dataclass
class OfLeduc(BuiltBlueprint):
    """What the shelf has as gs3, without the rule that it plays limit hold'em only."""

    built_as: ClassVar[str] = "gs3"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(shelf.RECIPES, "gs3", LEDUC)
    return tmp_path / "cache"


def test_a_build_goes_on_and_plays(cache: Path) -> None:
    told: list[tuple[int, int]] = []
    first = shelf.build_bot("gs3", minutes=0.002, threads=1, progress=lambda *done: told.append(done))
    assert first == cache / "gs3.strategy"
    assert told == sorted(told)
    learnt = open_run(cache / "gs3.run", threads=1).solver.iterations
    shelf.build_bot("gs3", minutes=0.002, threads=1)
    assert open_run(cache / "gs3.run", threads=1).solver.iterations > learnt > 0
    result = rb.play_match([OfLeduc(), "fish"], 200, game=leduc(), seed=1)
    assert result.hands == 200
    assert OfLeduc(file=str(first)).source.game == leduc()


def test_a_build_elsewhere_has_its_run_beside_it(cache: Path, tmp_path: Path) -> None:
    shelf.build_bot("gs3", tmp_path / "mine.strategy", minutes=0.001, threads=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.run", "mine.strategy"]
    with pytest.raises(
        BotError, match=r"run `riverboat bots build gs3 -o other\.strategy`, which takes no time"
    ):
        OfLeduc(file="other.strategy")


@pytest.mark.parametrize("name", ["gs3", "gs3-small", "gs4", "limit-blueprint", "tartanian"])
def test_what_is_not_built_says_how(cache: Path, name: str) -> None:
    with pytest.raises(BotError, match=rf"{name} is not built: .*; run `riverboat bots build {name}`, which"):
        make_bot(name)


def test_minutes_are_checked(cache: Path) -> None:
    with pytest.raises(BotError, match="minutes is -1; it must be"):
        shelf.build_bot("gs3", minutes=-1)
    with pytest.raises(BotError, match="minutes is 5, and sparbot is not trained but built to its end"):
        shelf.build_bot("sparbot", minutes=5)


def test_games_are_refused_before_the_first_hand() -> None:
    with pytest.raises(BotError, match="GS3 plays heads-up limit hold'em, not 'nolimit-holdem'"):
        rb.play_match(["gs3", "fish"], 5, game=nolimit_holdem())
    with pytest.raises(
        BotError, match=r"Tartanian plays heads-up no-limit .* 100 big blinds, not 'limit-holdem'"
    ):
        rb.play_match(["tartanian", "fish"], 5, game=limit_holdem())
    deep = replace(nolimit_holdem(), stacks=(20_000, 20_000))
    with pytest.raises(BotError, match="not 'nolimit-holdem' with 2 players and stacks of 20000/20000"):
        Tartanian.check_game(deep)
    Tartanian.check_game(replace(nolimit_holdem(), blinds=(10, 5), stacks=(1000, 1000), min_bet=10))
    assert GS3.plays == limit_holdem()


@pytest.mark.parametrize(
    ("name", "buckets"),
    [
        ("gs3", (20, 800, 4800, 28800)),
        ("gs3-small", (8, 40, 160, 640)),
        ("gs4", (20, 800, 4800, 28800)),
        ("tartanian", (10, 150, 750, 3750)),
        ("limit-blueprint", (169, 10000, 10000, 10000)),
    ],
)
def test_sizes_are_those_that_are_told(name: str, buckets: tuple[int, ...]) -> None:
    config = read_training_config(name)
    assert config.buckets == buckets
    assert config.name == name
