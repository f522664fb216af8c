"""Options of matches: one list of names in every call, refused early; files of the first version stay known."""

from __future__ import annotations

import inspect
import json
import shutil
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from tests.cli.command import run

from riverboat.arena import MatchOptions, MatchResult, Setting, play_league, play_match, sweep
from riverboat.arena.matches import batch as batch_module
from riverboat.arena.matches.checkpoint import match_text
from riverboat.arena.matches.options import LeagueArguments, MatchArguments, SweepArguments
from riverboat.errors import MatchError
from riverboat.games import leduc, nolimit_holdem

OLD = Path(__file__).parent / "old_files"
"""Checkpoints of matches that were stopped, written before options were objects and `mode` had its name."""

CALLS = {play_match: MatchArguments, play_league: LeagueArguments, sweep: SweepArguments}
LAST = ["processes", "progress", "watch", "checkpoint", "resume"]


# --- one list of names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "arguments"), CALLS.items())
def test_calls_take_options_as_they_are(call: Callable[..., object], arguments: type) -> None:
    """What a call takes by name is an option of that type, in that order, and of none twice."""
    options, by_name = get_type_hints(MatchOptions), get_type_hints(arguments)
    assert {name: options[name] for name in by_name} == by_name
    named = inspect.signature(call).parameters
    assert not set(by_name) & set(named)
    order = [name for name in named if name in LAST]
    assert order == [name for name in LAST if name in named]
    assert list(named)[-1 - len(order) :] == [*order, "options"]


def test_a_match_takes_all_options() -> None:
    taken = set(inspect.signature(play_match).parameters) | set(get_type_hints(MatchArguments))
    assert taken >= {field.name for field in fields(MatchOptions)}


@pytest.mark.parametrize(
    ("call", "given", "says"),
    [
        (
            lambda **o: play_match(["fish", "fold"], 5, **o),
            {"rake": 5},
            "no argument 'rake'; there are bots, hands",
        ),
        (lambda **o: play_match(["fish", "fold"], 5, **o), {"sed": 1}, "did you mean 'seed'"),
        (lambda **o: play_match(["fish", "fold"], 5, **o), {"proceses": 2}, "did you mean 'processes'"),
        (
            lambda **o: play_league(["fish", "fold"], 50, **o),
            {"mode": "carried"},
            "play_league has no argument",
        ),
        (lambda **o: play_league(["fish", "fold"], 50, **o), {"serie": 5}, "did you mean 'series'"),
        (lambda **o: sweep("shark", ["fish"], {"sizing": [0.5]}, **o), {"game_": 5}, "did you mean 'game"),
    ],
)
def test_unknown_names(call: Callable[..., object], given: dict[str, Any], says: str) -> None:
    with pytest.raises(MatchError, match=says):
        call(**given)


def test_what_options_refuse() -> None:
    with pytest.raises(MatchError, match="leave stack_bb out, or the game"):
        MatchOptions(game=nolimit_holdem(), stack_bb=20)
    with pytest.raises(MatchError, match="series is 0; it must be a whole number from 1 up"):
        MatchOptions(series=0)
    with pytest.raises(MatchError, match="hands is True"):
        MatchOptions(hands=True)
    with pytest.raises(MatchError, match="did you mean 'freeze-out'"):
        MatchOptions(mode="freezeout")  # type: ignore[arg-type]


def test_what_is_left_open_is_filled_in() -> None:
    plain = Setting(("fish", "fold", "fish"), MatchOptions())
    assert (plain.hands, plain.series, plain.game) == (1000, 1000, nolimit_holdem(3))
    short = Setting(("fish", "fold"), MatchOptions(stack_bb=25))
    assert short.game == nolimit_holdem(stack_bb=25)
    out = Setting(("fish", "fold"), MatchOptions(mode="freeze-out", stack_bb=20, games=30))
    assert (out.hands, out.series, out.units) == (10, 1000, 30)  # natively, many games at once
    assert out.game == nolimit_holdem(stacks=200, small_blind=5, big_blind=10)
    assert Setting(("fish", "fold"), MatchOptions(mode="freeze-out", keep_every=1)).series == 25
    assert Setting(("fish", "killer"), MatchOptions(hands=70)).series == 70


# --- progress, watch, checkpoint, resume ----------------------------------------------------------------------


def test_progress_counts_and_watch_hears() -> None:
    counts: list[tuple[int, int]] = []
    heard: list[MatchResult] = []
    result = play_match(
        ["fish", "all-in"],
        250,
        series=100,
        progress=lambda done, total: counts.append((done, total)),
        watch=heard.append,
    )
    assert counts == [(100, 250), (200, 250), (250, 250)]
    assert [so_far.units for so_far in heard] == [100, 200, 250]
    assert heard[-1] == result


def test_a_checkpoint_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"

    def matches(**more: Any) -> MatchResult:
        return play_match(["fold", "all-in"], 20, checkpoint=file, **more)

    def leagues(**more: Any) -> object:
        return play_league(["fold", "all-in"], 20, series=5, checkpoint=file, **more)

    def sweeps(**more: Any) -> object:
        return sweep("honest", ["fish"], {"fold_up_to": [0.5]}, games=5, checkpoint=file, **more)

    for play in (matches, leagues, sweeps):
        first = play(resume=True)  # nothing to go on from: played from the start
        kept = file.read_bytes()
        with pytest.raises(MatchError, match=r"already; go on with it by resume=True, or give anoth"):
            play()
        assert file.read_bytes() == kept
        assert play(resume=True) == first
        file.unlink()
        assert play() == first
        file.unlink()
    with pytest.raises(MatchError, match="resume needs a file to go on from"):
        play_match(["fold", "all-in"], 20, resume=True)
    with pytest.raises(MatchError, match="resume needs a file to go on from"):
        play_league(["fold", "all-in"], 50, resume=True)


def test_on_the_command_line(tmp_path: Path) -> None:
    for words in (
        ["match", "fold", "all-in", "--hands", "20", "--stack-bb", "30"],
        ["bots", "league", "fold", "all-in", "--hands", "20", "--series", "5"],
        ["bots", "sweep", "honest", "fish", "--over", "fold_up_to=0.5", "--games", "5"],
    ):
        command = [*words, "--checkpoint", str(tmp_path / f"{words[1]}.json"), "--json"]
        first = run(*command).stdout
        assert "holds" in run(*command, expect=1).stderr
        assert run(*command, "--resume").stdout == first


# --- files of the first version -------------------------------------------------------------------------------


@pytest.fixture
def old(tmp_path: Path) -> Path:
    shutil.copytree(OLD, tmp_path / "old")
    return tmp_path / "old"


def test_an_old_match_is_not_gone_on_with(old: Path) -> None:
    """Its cards came from the seed in another way: half of one match and half of another would be told as one."""
    before = (old / "match.json").read_bytes()
    options: dict[str, Any] = {"series": 100, "duplicate": True, "seed": 7}
    with pytest.raises(MatchError, match="begun by another version of Riverboat, which dealt other cards"):
        play_match(["shark", "random", "killer"], 300, checkpoint=old / "match.json", resume=True, **options)
    assert (old / "match.json").read_bytes() == before


def test_old_freeze_outs_that_are_over_are_known(old: Path) -> None:
    bots, file = ["angry-fish", "fish"], old / "freeze-out.json"
    result = play_match(bots, mode="freeze-out", games=50, checkpoint=file, resume=True, watch=pytest.fail)
    assert result.units == 50


def test_the_setting_of_a_match_is_spelled_as_ever(old: Path) -> None:
    """What is asked is known by the same words as in the first version."""
    asked = MatchOptions(hands=300, series=100, duplicate=True, seed=7)
    told = json.loads((old / "match.json").read_text())["setting"]
    assert told == match_text(Setting(("shark", "random", "killer"), asked))


def test_old_leagues_and_sweeps_go_on(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file lacks its last match; only that is played, and what the others found stays."""
    played: list[tuple[object, ...]] = []
    whole = batch_module.play_whole

    def noted(match: Setting) -> batch_module.Played:
        played.append(match.bots)
        return whole(match)

    def league(**more: Any) -> object:
        return play_league(["fold", "fish", "shark"], 40, series=10, seed=3, **more)

    def freeze_outs(**more: Any) -> object:
        return sweep("honest", ["all-in"], {"fold_up_to": [0.2, 0.4, 1.0]}, games=20, seed=2, **more)

    def cash(**more: Any) -> object:
        over = {"fold_up_to": [0.2, 0.5]}
        return sweep("honest", ["fish", "fold"], over, mode="reset", hands=50, stack_bb=40, **more)

    monkeypatch.setattr(batch_module, "play_whole", noted)
    found = [
        league(checkpoint=old / "league.json", resume=True),
        freeze_outs(checkpoint=old / "sweep.json", resume=True),
        cash(checkpoint=old / "cash-sweep.json", resume=True),
    ]
    assert [type(one).__name__ for one in found] == ["LeagueResult", "SweepResult", "SweepResult"]
    kept = json.loads((OLD / "league.json").read_text())["matches"]
    now = json.loads((old / "league.json").read_text())["matches"]
    assert kept.items() <= now.items()
    assert len(now) == len(kept) + 1
    last = "honest(fold_up_to=1)", "honest(fold_up_to=0.5)"
    assert played == [("fish", "shark"), (last[0], "all-in"), (last[1], "fish", "fold")]


def test_seats_of_games_without_blinds_have_their_names() -> None:
    leduc_match = play_match(["fish", "shark"], 20, game=leduc())
    assert list(leduc_match.bots[0].by_position) == ["OOP", "IP"]
    assert list(play_match(["fish", "shark"], 20).bots[0].by_position) == ["BB", "BTN"]
