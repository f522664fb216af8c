"""Spots that are played for prizes: in closed form, in files, from the formats of other programs."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

import riverboat as rb
from riverboat.cli import app
from riverboat.errors import RiverboatError
from riverboat.solvers.spots.pio import read_pio
from riverboat.solvers.spots.toml import read_toml
from riverboat.tournament import Prizes, icm

PRIZES = Prizes((50, 30, 20), others=(100,))
# Out of position a straight or nothing, in position two pairs.
RIVER = {"board": "AsKdQc7h2s", "oop": "JTs,65s", "ip": "AKo", "pot": 100, "stack": 100, "sizes": "none"}
PIO = "\n".join(
    [
        "#Range0#JTs,65s",
        "#Range1#AKo",
        "#ICM.ICMFormat#Pio ICM structure",
        "#ICM.Enabled#True",
        r"#ICM.Payouts#50\n30\n20\n0",
        r"#ICM.Stacks#100\n100\n100",
        "#Board#As Kd Qc 7h 2s",
        "#Pot#100",
        "#EffectiveStacks#100",
        "#RiverConfig.AddAllin#True",
        "#RiverConfigIP.AddAllin#True",
    ]
)


def solved(**words: object) -> rb.Solution:
    asked = {**RIVER, "all_in": "always", "iterations": 600, "target_pot_percent": 0.01, **words}
    return rb.solve_spot(**asked)  # type: ignore[arg-type]


def test_bluffs_make_a_call_worth_what_a_fold_is() -> None:
    """Who may call is indifferent: bluffs are (fold - lost) / (won - lost) of the jams, in prize money.

    Before the hand he has 150 of 400 chips, half of the pot among them: 100 if he folds, 300 or nothing if he calls.
    """
    found = solved(prizes=PRIZES)
    grid = found.grid()
    bluffs, straights = (sum(grid.probability(f"{a}{s}{b}{s}", "a") for s in "cdh") for a, b in ("65", "JT"))
    fold = icm([100, 200, 100], [50, 30, 20]).equities[0]
    won, lost = icm([300, 100], [50, 30]).equities[0], 20.0
    assert straights == pytest.approx(3, abs=0.01)
    assert bluffs / (bluffs + straights) == pytest.approx((fold - lost) / (won - lost), abs=0.005)
    # EVs: over what he had before, in chips' worth, and his half of the pot is counted as won back.
    before = icm([150, 150, 100], [50, 30, 20]).equities[0]
    answer = found.grid("a")
    folds, calls = answer.action_evs[answer.index("AcKh")]
    assert folds == pytest.approx((fold - before) * 400 / 100 + 50, abs=1e-3)
    assert calls == pytest.approx(folds, abs=0.2)


def test_one_prize_for_two_is_the_game_for_chips() -> None:
    chips, prize = solved(), solved(prizes=Prizes((7.0,)))
    assert prize.evs == pytest.approx(chips.evs, abs=1e-3)


def test_a_file_keeps_the_prizes(tmp_path: Path) -> None:
    found = solved(prizes=PRIZES)
    found.save(tmp_path / "river.rb")
    again = rb.open(tmp_path / "river.rb")
    assert isinstance(again, rb.Solution)
    assert again.setup == found.setup
    assert again.setup.prizes == PRIZES
    assert again.evs == found.evs
    assert again.grid("a").action_evs == pytest.approx(found.grid("a").action_evs, abs=0.01)
    with pytest.raises(RiverboatError, match="with prizes there is no one value"):
        again.value_bounds  # noqa: B018  # the property raises
    assert "others have 100" in str(again.to_html())


def test_streets_that_a_file_leaves_out_are_solved_for_prizes(tmp_path: Path) -> None:
    words = {"board": "AsKdQc7h", "prizes": PRIZES, "iterations": 60}
    found = solved(**words)
    found.save(tmp_path / "turn.rb", drop="river")
    again = rb.open(tmp_path / "turn.rb")
    line, board = "k k / k", "AsKdQc7h2s"
    ours, theirs = found.grid(line, board), again.grid(line, board)
    assert theirs.ev[1] == pytest.approx(ours.ev[1], abs=1.5)


def test_pio_files_tell_prizes_and_stacks() -> None:
    spot = read_pio(PIO)
    assert (spot.payouts, spot.others, spot.stack) == ((50, 30, 20), (100,), 100)
    assert spot.setup().prizes == Prizes((50.0, 30.0, 20.0), (100.0,))
    longer = read_pio(PIO.replace(r"#100\n100\n100", r"#100\n700\n100\n80"))
    assert (longer.stack, longer.others) == ((100, 700), (100, 80))
    assert read_pio(PIO.replace("Enabled#True", "Enabled#False")).payouts == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (r"#ICM.Payouts#50\n30\n20\n0", "", "there is no ICM.Payouts"),
        (r"50\n30\n20\n0", r"20\n30\n50", "payouts rise from 20 to 30"),
        (r"50\n30\n20\n0", r"40\n30\n20\n10", "4 prizes for 3 players"),
        (r"50\n30\n20\n0", r"50\nx", "'x' is not a number"),
        (r"50\n30\n20\n0", r"nan", "must be a number"),
        (r"#100\n100\n100", r"#100\n100\n0", "player 3 has 0"),
        (r"#100\n100\n100", r"#200\n200\n100", "the shorter of them EffectiveStacks"),
    ],
)
def test_bad_icm_lines_are_told(old: str, new: str, told: str) -> None:
    with pytest.raises(RiverboatError, match=told):
        read_pio(PIO.replace(old, new))


def test_toml_and_the_command_line_take_prizes(tmp_path: Path) -> None:
    text = 'board = "AsKdQc7h2s"\noop = "JTs,65s"\nip = "AKo"\npot = 1\nstack = 1\nunit = "bb"\n'
    spot = read_toml(text + "payouts = [50, 30, 20]\nothers = [1]\n")
    assert spot.setup().prizes == Prizes((50, 30, 20), (100,))
    for lines, told in (("others = [1]", "give payouts too"), ("payouts = [1, 2]", "payouts rise")):
        with pytest.raises(RiverboatError, match=told):
            read_toml(text + lines)
    file = tmp_path / "spot.toml"
    file.write_text(text)
    words = ["solve", str(file), "--payouts", "50,30,20", "--others", "1", "--iterations", "50"]
    shown = CliRunner().invoke(app, words)
    assert "50, 30, 20 by ICM; others have 1 bb" in shown.output
    for more, told in ((["--rake", "0.05"], "leave one of them out"), (["--others", "x"], "no number")):
        assert told in str(CliRunner().invoke(app, [*words, *more]).exception)


@pytest.mark.parametrize(
    ("prizes", "told"),
    [
        (Prizes((20, 30)), "payouts rise"),
        (Prizes((50, 30, 20)), "3 prizes for 2 players"),
        (Prizes((50, 30, 20), (0,)), "player 1 has 0"),
        (Prizes((50, float("nan"))), "no number"),
        ([50, 30], "prizes is"),
    ],
)
def test_bad_prizes_are_told(prizes: object, told: str) -> None:
    with pytest.raises(RiverboatError, match=told):
        solved(prizes=prizes)
