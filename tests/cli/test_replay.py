"""`riverboat hands replay`, as a person and as a program would use it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.cli import command

from riverboat.games import Hand, nolimit_holdem, read_hands, write_hands

GOOD = "STATE:0:cc/cc/cr4801c/cc:7d3d|2hAc/5sKs7s/9s/6h:4801|-4801:Alice|Bob"
BAD = "STATE:1:cc/cc/cr4801c/c:7d3d|2hAc/5sKs7s/9s/6h:4801|-4801:Alice|Bob"


def run(*arguments: str | Path, expect: int = 0) -> subprocess.CompletedProcess[str]:
    done = command.run("hands", "replay", *arguments, expect=expect)
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "match.log"
    path.write_text("\n".join(["# a comment", GOOD, BAD, GOOD.replace("STATE:0", "STATE:2")]))
    return path


def test_one_hand_is_shown_street_by_street(tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    write_hands(
        [Hand(nolimit_holdem(), (300, 0, 0, 400, -1), ("AsAh", "KsKh"), "2c7d9h", ("Ann", "Bob"))], path
    )
    text = run(path).stdout
    for words in ("BTN Bob raises to 3 bb", "Flop  2♣ 7♦ 9♥  pot 6 bb", "BB  Ann folds", "BTN Bob +3 bb"):
        assert words in text


def test_many_hands_are_listed_and_bad_ones_told(log: Path) -> None:
    done = run(log)
    assert "k b47.01 c" in done.stdout
    assert done.stdout.count("Alice +48.01") == 2
    assert done.stderr.strip() == (
        "riverboat: hand 2 (line 3): the hand is not over: Bob is to act; the betting may be cut off"
    )
    one = run(log, "--hand", "3")
    assert "BTN Bob bets 47.01 bb" in one.stdout
    assert one.stderr == ""
    assert "hand 2 could not be read" in run(log, "--hand", "2", expect=1).stderr
    assert "there is no hand 4" in run(log, "--hand", "4", expect=1).stderr


def test_long_lines_leave_room_for_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "long.phhs"
    raises = tuple(range(200, 4000, 100))  # a line wider than the terminal
    hand = Hand(nolimit_holdem(), (*raises, -1), ("AsAh", "KsKh"), "", ("Ann", "Bob"))
    write_hands([hand, hand], path)
    rows = [line.split() for line in run(path).stdout.splitlines()]
    assert rows[0] == ["hand", "id", "line", "pot", "winner"]
    assert [row[0] for row in rows if row[-2:-1] == ["Bob"] or row[-2:-1] == ["Ann"]] == ["1", "2"]


def test_json(log: Path) -> None:
    data = json.loads(run(log, "--json").stdout)
    assert [hand["number"] for hand in data["hands"]] == [1, 3]
    assert data["problems"][0]["line"] == 3
    one = json.loads(run(log, "--hand", "3", "--json").stdout)
    assert (one["hand_id"], one["line"]) == ("2", "c k / k k / k b47.01 c / k k")
    assert [player["payoff"] for player in one["players"]] == [4801, -4801]


def test_histories_turn_into_other_formats(log: Path, tmp_path: Path) -> None:
    done = run(log, "-o", tmp_path / "match.phhs")
    assert "2 hands in" in done.stdout
    assert "hand 2 (line 3)" in done.stderr
    assert len(read_hands(tmp_path / "match.phhs")) == 2
    text = run(log, "--hand", "1", "--to", "pokerstars").stdout
    assert text.startswith("PokerStars Hand #0:  Hold'em No Limit (50/100)")
    assert len(read_hands(text)) == 1
    data = json.loads(run(log, "--to", "ohh", "-o", tmp_path / "a.ohh", "--json").stdout)
    assert data["hands"] == 2


def test_what_cannot_be_told_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ante.phhs"
    write_hands([Hand(nolimit_holdem(), (-1,)), Hand(nolimit_holdem(ante=5), (-1,))], path)
    done = run(path, "--to", "acpc")
    assert done.stdout.count("STATE") == 1
    assert "riverboat: hand 2: " in done.stderr
    assert "antes" in done.stderr
    run(path, "--to", "acpc", "--hand", "2", expect=1)


def test_games_of_logs(tmp_path: Path) -> None:
    path = tmp_path / "deep.log"
    path.write_text("STATE:0:r10000c///:7d3d|2hAc/5sKs7s/9s/6h:10000|-10000:Alice|Bob")
    assert "not over" in run(path, expect=1).stderr
    assert "Alice +100 bb" in run(path, "--game", "nolimit-holdem").stdout
    (tmp_path / "game.toml").write_text('base = "nolimit-holdem"\nstack_bb = 100')
    assert "Alice +100 bb" in run(path, "--game", tmp_path / "game.toml").stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [("hello", "does not look like any format"), ("", "it is empty"), (BAD, "cut off")],
)
def test_files_without_a_good_hand_end_with_1(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    assert says in run(path, expect=1).stderr
    assert "there is no file" in run(tmp_path / "none.phh", expect=1).stderr


HAND = """PokerStars Hand #{n}:  Hold'em No Limit ($1/$2 USD) - 2026/07/17 21:32:37 ET
Table 'Halley' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Ann: folds
Uncalled bet ($1) returned to Bob
Bob collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
"""
POKERNOW = '''entry,at,order
"-- ending hand #1 --",2024-01-20T22:49:33.345Z,9
"""Ann @ x1"" collected 20 from pot",2024-01-20T22:49:33.345Z,8
"Uncalled bet of 20 returned to ""Ann @ x1""",2024-01-20T22:49:33.345Z,7
"""Bob @ x2"" folds",2024-01-20T22:49:32.473Z,6
"""Ann @ x1"" raises to 30",2024-01-20T22:49:26.620Z,5
"""Bob @ x2"" posts a big blind of 10",2024-01-20T22:49:19.379Z,4
"""Ann @ x1"" posts a small blind of 5",2024-01-20T22:49:19.379Z,3
"Player stacks: #1 ""Ann @ x1"" (1050) | #2 ""Bob @ x2"" (2320)",2024-01-20T22:49:19.379Z,2
"-- starting hand #1 (id: ls)  (No Limit Texas Hold'em) (dealer: ""Ann @ x1"") --",2024-01-20T22:49:19.379Z,1
'''


def test_a_folder_of_downloads_is_one_history(tmp_path: Path) -> None:
    folder = tmp_path / "downloads"
    (folder / "old").mkdir(parents=True)
    omaha = HAND.replace("Hold'em No", "Omaha Pot")
    (folder / "GG1.txt").write_text(
        "\n\n".join(HAND.replace("{n}", f"1{n}") for n in range(3)) + "\n\n" + omaha
    )
    (folder / "old" / "poker_now_log_x.csv").write_text(POKERNOW)
    (folder / "notes.txt").write_text("remember the milk\n")
    done = run(folder)
    assert done.stdout.count("Bob +0.5") == 3
    assert "Ann +1" in done.stdout
    assert "hand 4 (GG1.txt, line 43)" in done.stderr
    assert "no hands (notes.txt)" in done.stderr
    assert "4 hands in" in run(folder, "-o", tmp_path / "all.phhs").stdout
    assert [hand.site for hand in read_hands(tmp_path / "all.phhs")] == ["PokerStars"] * 3 + ["PokerNow"]
    data = json.loads(run(folder, "--json").stdout)
    assert (data["format"], len(data["hands"]), len(data["problems"])) == ("mixed", 4, 2)
    assert "Ann @" not in run(folder, "--hand", "5").stdout


def test_many_problems_are_counted_by_reason(tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    bad = [HAND.replace("Hold'em No", "Omaha Pot")] * 30 + [HAND.replace("Ann: folds", "Bob: folds")] * 10
    path.write_text("\n\n".join([HAND, *bad]))
    lines = run(path).stderr.splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("riverboat: hand 2 (line 15): ")
    assert lines[3] == "riverboat: and 37 more; all 40 by reason:"
    assert [line.split(maxsplit=1)[1].split(maxsplit=1) for line in lines[4:]] == [
        ["30", "another game than hold'em"],
        ["10", "a player acts out of turn"],
    ]
    assert "pokernow" in run(path, "--to", "pokernow", expect=2).stderr
