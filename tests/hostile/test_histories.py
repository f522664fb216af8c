"""The count of what is read of other people's histories, on a small folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from riverboat.games import Hand, nolimit_holdem, write_hands

SCRIPT = Path(__file__).parents[2] / "hostile" / "histories.py"
HAND = """PokerStars Hand #{n}:  Hold'em No Limit ($1/$2 USD) - 2026/07/17 21:32:37 ET
Table 'Halley' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Ann: calls $1
Bob: folds
Ann collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
"""


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, SCRIPT, *map(str, arguments), "--fuzz", "300"],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_shares_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    omaha = HAND.replace("Hold'em No", "Omaha Pot")
    (folder / "a.txt").write_text("\n\n".join([HAND, HAND, omaha, HAND.replace("$4 from", "$5 from")]))
    write_hands([Hand(nolimit_holdem(), (300, -1))] * 3, folder / "b.phhs")
    (folder / "c.txt").write_text("hello\n")
    done = run(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["mine", "phh", "3", "3", "0", "0", "3", "100.000%"]
    assert lines[2].split() == ["mine", "pokerstars", "4", "3", "1", "0", "2", "100.000%"]
    assert "another game than hold'em (another game)" in done.stdout
    assert "its own totals do not fit its actions (broken)" in done.stdout
    assert "2  read, with what only house rules allow" in done.stdout
    assert "files without hands: 1" in done.stdout
    assert "errors that are not ours: 0" in done.stdout
    assert "read: 5 of 5 whole hold'em hands, 100.0000%" in done.stdout


def test_what_is_not_understood_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(HAND + "\n\n" + HAND.replace("$1/$2 USD", "one/two"))
    done = run(tmp_path, "--round-trips", "0")
    assert done.returncode == 1
    assert "not understood" in done.stdout
