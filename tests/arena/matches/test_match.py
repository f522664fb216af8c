"""Matches: chips, luck, known results, and the same match on any number of processes."""

from __future__ import annotations

import math
import multiprocessing
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import riverboat as rb
from riverboat.arena import MatchResult, play_match
from riverboat.arena.matches.options import MatchOptions, Mode
from riverboat.arena.matches.processes import spread
from riverboat.arena.matches.series import play_series
from riverboat.arena.matches.series_record import SeriesRecord
from riverboat.arena.matches.setting import Setting
from riverboat.arena.matches.tally import Tally
from riverboat.bots import BOTS, BlueprintBot, Bot, Fish, View
from riverboat.errors import BotError, FileFormatError, MatchError
from riverboat.games import Game, leduc, nolimit_holdem, read_hands, write_hands
from riverboat.solvers import always_call, always_fold

NATIVE = [
    name
    for name, kind in BOTS.items()
    if not issubclass(kind, BlueprintBot) and not kind.hosts_others and kind.plays is None
]


# --- chips and luck ------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(
    players=st.integers(2, 10),
    stack=st.integers(1, 3000),
    mode=st.sampled_from(["reset", "carried", "freeze-out"]),
    duplicate=st.booleans(),
    seed=st.integers(0, 2**63),
)
def test_no_chip_appears_or_vanishes(
    players: int, stack: int, mode: Mode, duplicate: bool, seed: int
) -> None:
    game = nolimit_holdem(players, stacks=stack, ante=7)
    bots = tuple((["random"] * 4 + ["shark", "fish"])[i % 6] for i in range(players))
    asked = MatchOptions(hands=5, game=game, mode=mode, games=3, duplicate=duplicate, series=5, seed=seed)
    record = play_series(Setting(bots, asked), 0)
    assert not record.won.sum(axis=1).any()
    assert np.allclose(record.adjusted.sum(axis=1), 0, atol=1e-6)
    assert not any(record.faults)
    if mode == "freeze-out":
        assert np.allclose(record.games_won.sum(axis=1), 1)
        for unit in range(record.units):
            rows = record.won[record.unit == unit]
            if not duplicate:
                assert (rows.cumsum(axis=0) + stack >= 0).all()
                assert (rows.cumsum(axis=0) + stack <= players * stack).all()


@pytest.mark.parametrize("mode", ["reset", "carried", "freeze-out"])
@pytest.mark.parametrize("name", NATIVE)
def test_duplicate_play_takes_the_luck_away(name: str, mode: Mode) -> None:
    """A bot against itself wins nothing at all, learners too: each seating is played by fresh bots."""
    hands = 10 if mode == "freeze-out" else 30
    for count in (2, 3):
        result = play_match([name] * count, hands, mode=mode, games=5, duplicate=True, seed=3)
        assert result.units == (5 if mode == "freeze-out" else 30)
        for bot in result.bots:
            assert bot.won.mean == 0
            assert bot.adjusted.mean == pytest.approx(0, abs=1e-9)
            if bot.games_won is not None:
                assert bot.games_won.mean == pytest.approx(1 / count)


def test_duplicate_play_narrows_intervals() -> None:
    plain = play_match(["shark", "fish"], 2000)
    twice = play_match(["shark", "fish"], 1000, duplicate=True)
    assert plain.hands == twice.hands == 2000
    assert twice.bots[0].won.half_width < 0.8 * plain.bots[0].won.half_width


def test_everybody_sits_everywhere() -> None:
    result = play_match(["fish", "fold", "random"], 30)
    for bot in result.bots:
        assert {name: found[0] for name, found in bot.by_position.items()} == {"SB": 10, "BB": 10, "BTN": 10}


# --- known results -------------------------------------------------------------------------------------------


def test_fold_pays_the_blinds_to_all_in() -> None:
    result = play_match(["fold", "all-in"], 100)
    assert result.bots[0].won.mean == -75
    assert result.bots[0].by_position["BTN"][1].mean == -50
    assert result.bots[0].by_position["BB"][1].mean == -100


def test_fish_and_all_in_are_equals() -> None:
    """All chips go in before the flop whoever holds what: 0 exactly when cards are swapped, 0 on average else."""
    swapped = play_match(["fish", "all-in"], 200, duplicate=True).bots[0]
    assert (swapped.won.mean, swapped.won.half_width) == (0, 0)
    assert swapped.adjusted.half_width < 1e-12
    plain = play_match(["fish", "all-in"], 4000, seed=2).bots[0]
    assert abs(plain.won.mean) < 2 * plain.won.half_width
    assert abs(plain.adjusted.mean) < 2 * plain.adjusted.half_width
    assert plain.adjusted.half_width < 0.4 * plain.won.half_width


def test_honest_against_all_in_by_hand() -> None:
    """Honest calls with every hand over its threshold: the sum over all hands is what the match must find."""
    strength = rb.ehs()
    plays = strength > 0.375
    value = np.where(plays, 100 * (2 * strength - 1), -0.75).mean() * 100  # bb/100; it folds 0.5 or 1
    found = play_match(["honest(samples=0)", "all-in"], 4000, seed=5).bots[0].adjusted
    assert abs(found.mean - value) < 1.6 * found.half_width  # three standard errors
    assert found.half_width < 0.1 * 100 * 100


@pytest.mark.parametrize(("name", "strategy"), [("fish", always_call), ("fold", always_fold)])
def test_leduc_by_the_exact_value(name: str, strategy: object) -> None:
    def uniform(state: rb.solvers.PublicState) -> np.ndarray:
        return np.full((len(state.hands), len(state.options)), 1 / len(state.options))

    exact = rb.head_to_head("leduc", uniform, strategy).mean  # type: ignore[arg-type]
    found = play_match(["random", name], 6000, game=leduc(), seed=1).bots[0].won
    assert abs(found.mean / 100 - exact) < 1.6 * found.half_width / 100


def test_angry_fish_wins_freeze_outs() -> None:
    """The setting of the CPJC poker bot: stacks of 100, blinds 5 and 10, ten hands."""
    result = play_match(["angry-fish", "fish"], mode="freeze-out", games=200)
    assert result.setting.game.stacks == (100, 100)
    assert result.setting.game.blinds == (10, 5)
    assert result.hands <= 2000
    assert result.bots[0].games_won is not None
    assert result.bots[0].games_won.low > 0.5


# --- how it is played ----------------------------------------------------------------------------------------


def test_the_same_on_any_number_of_processes() -> None:
    bots = ["shark", "random", "fish"]
    alone = play_match(bots, 600, seed=4, series=100)
    assert play_match(bots, 600, seed=4, series=100, processes=2) == alone
    assert play_match(bots, 600, seed=5, series=100).to_dict() != alone.to_dict()


def test_bots_that_cannot_be_sent_to_processes() -> None:
    class Local(Fish):
        learns = False

    with pytest.raises(MatchError, match="cannot be sent to other processes"):
        play_match([Local, "killer"], 20, series=10, processes=2, trust=True)


def test_until() -> None:
    seen: list[int] = []
    result = play_match(
        ["shark", "fish"],
        100_000,
        duplicate=True,
        until=12,
        watch=lambda so_far: seen.append(so_far.units),
    )
    assert result.widest <= 12
    assert seen == list(range(1000, result.units + 1, 1000))
    assert 1000 <= result.units < 100_000


def test_a_stopped_match_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    bots = ["random", "all-in", "fish"]

    def stop(so_far: MatchResult) -> None:
        if so_far.units == 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(bots, 450, series=100, checkpoint=path, watch=stop)
    seen: list[int] = []
    result = play_match(
        bots, 450, series=100, checkpoint=path, resume=True, watch=lambda so_far: seen.append(so_far.units)
    )
    assert seen == [300, 400, 450]
    assert result == play_match(bots, 450, series=100)
    assert play_match(bots, 450, series=100, checkpoint=path, resume=True) == result  # nothing left to play
    with pytest.raises(MatchError, match="of another match"):
        play_match(bots, 451, series=100, checkpoint=path, resume=True)
    with pytest.raises(MatchError, match="bots by their names"):
        play_match([Fish(), "fish"], 10, checkpoint=path, resume=True)
    broken = path.read_text().replace('"by_position": {', '"by_position": [], "x": {')
    for text in ('{"kind": "riverboat match"}', "[1]", "", broken):
        path.write_text(text)
        with pytest.raises(FileFormatError, match="not the checkpoint"):
            play_match(bots, 450, series=100, checkpoint=path, resume=True)
    with pytest.raises(FileNotFoundError, match="no folder"):
        play_match(bots, 450, checkpoint=tmp_path / "nowhere" / "match.json")


def test_ctrl_c_amid_the_sums_counts_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, bots = tmp_path / "match.json", ["shark", "fish"]
    add, calls = Tally.add, []

    def stopped(self: Tally, series: SeriesRecord) -> None:
        add(self, series)
        calls.append(series)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Tally, "add", stopped)
    with pytest.raises(KeyboardInterrupt):
        play_match(bots, 300, series=100, checkpoint=path)
    monkeypatch.undo()
    assert play_match(bots, 300, series=100, checkpoint=path, resume=True) == play_match(
        bots, 300, series=100
    )


def test_a_process_that_ends(tmp_path: Path) -> None:
    path = tmp_path / "bots.py"
    text = "import os\nfrom riverboat.bots import Fish\n\n\nclass Gone(Fish):\n"
    path.write_text(text + "    def act(self, view):\n        os._exit(3)\n")
    with pytest.raises(MatchError, match="ended in the middle of its work"):
        play_match([f"{path}:Gone", "fish"], 30, series=10, processes=2, trust=True)
    assert play_match([f"{path}:Gone", "fish"], 30, series=10, processes=2).bots[0].faults["ended"][0] == 30


KILLED = """
import multiprocessing, os, signal
from riverboat.arena import play_match

def killed(so_far):
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    play_match(["shark", "fish"], 10**6, series=1000, processes=2, watch=killed)
"""


def test_processes_end_with_a_match_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(KILLED)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as match:
        assert match.stdout is not None
        told = match.stdout.readline()
    assert match.returncode == -signal.SIGKILL
    processes = [Path("/proc") / number for number in told.split()]
    assert len(processes) == 2
    deadline = time.monotonic() + 120
    while any(map(_runs, processes)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_runs, processes))


def _runs(process: Path) -> bool:
    try:
        return process.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_all_the_time_in_the_world() -> None:
    bots = ["killer(samples=10)", "fish"]
    assert play_match(bots, 20, time_limit=math.inf).to_dict() == play_match(bots, 20).to_dict()


def test_what_a_bot_sees() -> None:
    class Watching(Bot):
        views: list[View] = []  # noqa: RUF012  # shared, to look at after the match

        def act(self, view: View) -> int:
            self.views.append(view)
            return 0

    play_match([Watching, "random", "random"], 60, trust=True)
    for view in Watching.views:
        assert len(view.cards) == 2
        assert len(view.board) == (0, 3, 4, 5)[view.round]
        assert view.pot + sum(view.stacks) == 30_000
        assert view.call <= view.stacks[view.seat]
        assert view.seat in view.in_hand
        assert all(isinstance(value, int | tuple | Game) for value in view)
    assert len({view.seed for view in Watching.views}) == len(Watching.views)


def test_kept_hands_tell_the_same(tmp_path: Path) -> None:
    result = play_match(["shark", "random", "all-in"], 40, keep_every=1, seed=8)
    write_hands(result.records, tmp_path / "match.phhs")
    read = read_hands(tmp_path / "match.phhs")
    assert len(read.hands) == 40
    won = dict.fromkeys(result.setting.names, 0)
    for hand in read.hands:
        for name, chips in zip(hand.names, hand.payoffs, strict=True):
            won[name] += chips
    for bot in result.bots:
        assert won[bot.name] == pytest.approx(bot.won.mean * 40)
    assert len(play_match(["fish", "fish"], 40, keep_every=10).records) == 4


@pytest.mark.parametrize(
    ("bots", "options", "says"),
    [
        (["fish"], {}, "2 to 10 bots, not 1"),
        (["fish"] * 11, {}, "2 to 10 bots, not 11"),
        (["fish", "fish"], {"hands": 0}, "hands is 0"),
        (["fish", "fish"], {"games": 0}, "games is 0"),
        (["fish", "fish"], {"mode": "deep"}, "one of reset, carried, freeze-out"),
        (["fish", "fish"], {"until": 0}, "until is 0"),
        (["fish", "fish"], {"processes": 0}, "processes is 0"),
        (["fish", "fish"], {"time_limit": 0}, "time_limit is 0"),
        (["fish", "fish"], {"time_limit": math.nan}, "time_limit is nan"),
        (["fish", "fish"], {"seed": -1}, "seed is -1"),
        (["fish", "fish"], {"game": nolimit_holdem(3)}, "3 seats"),
        (
            ["fish", "fish", "fish"],
            {"mode": "freeze-out", "game": nolimit_holdem(3, straddles=(200,))},
            "two blinds",
        ),
        (["fish", "fish"], {"mode": "carried", "game": nolimit_holdem(stacks=(50, 60))}, "begin alike"),
    ],
)
def test_what_cannot_be_played(bots: list[str], options: dict[str, object], says: str) -> None:
    with pytest.raises(MatchError, match=says):
        play_match(bots, **options)  # type: ignore[arg-type]


def test_unknown_bots_are_named_before_the_match() -> None:
    with pytest.raises(BotError, match="did you mean 'fish'"):
        play_match(["shark", "fsh"], 10**9)


def test_a_figure_without_samples_has_no_interval() -> None:
    result = play_match(["fish", "fish"], 1)
    assert math.isinf(result.bots[0].won.half_width)
    assert result.to_dict()["bots"][0]["bb_per_100"]["half_width"] is None


def test_nobody_waits_for_what_is_not_wanted_any_more() -> None:
    """Neither after Ctrl-C nor when an interval is narrow enough: else a bot that sleeps holds the end up."""
    work = spread(time.sleep, [0, 3600, 3600], 2)
    next(work)
    work.close()
    assert not any(process.is_alive() for process in multiprocessing.active_children())
