"""Hands one after the other: the same as all at once, whatever the size of a block; files of several formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.arena import play_match
from riverboat.errors import HistoryError
from riverboat.games import Hand, read_hands, write_hands
from riverboat.games.histories import stream
from riverboat.games.histories.formats import BadHand, HistoryFormat, hands_text
from riverboat.games.histories.stream import each_hand

HANDS = play_match(["shark", "fish", "honest"], 60, mode="reset", keep_every=1, seed=4).records


@pytest.mark.parametrize("ending", ["txt", "phhs", "ohh", "log"])
def test_blocks_do_not_change_what_is_read(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"hands.{ending}"
    write_hands(HANDS, path)
    if ending == "txt":  # a hand that is broken, far into the file, and a name with letters of several bytes
        spoilt = path.read_text().replace("shark", "şĥärk").replace("*** HOLE CARDS ***", "*** HOLE ***", 41)
        path.write_text(spoilt.replace("*** HOLE ***", "*** HOLE CARDS ***", 40))
    expected = read_hands(path)
    monkeypatch.setattr(stream, "BLOCK_BYTES", 3001)
    found = list(each_hand(path))
    assert tuple(one for one in found if isinstance(one, Hand)) == expected.hands
    assert tuple(one for one in found if isinstance(one, BadHand)) == expected.problems
    assert len(found) == 60


def test_several_formats_in_one_file(tmp_path: Path) -> None:
    kinds: tuple[HistoryFormat, ...] = ("pokerstars", "phh", "acpc")
    texts = [hands_text(HANDS[2 * at : 2 * at + 2], kind)[0] for at, kind in enumerate(kinds)]
    path = tmp_path / "mixed.txt"
    path.write_text("\n\n".join([*texts, "STATE:9:r300:broken"]))
    found = read_hands(path)
    assert found.format == "mixed"
    assert [hand.actions for hand in found] == [hand.actions for hand in HANDS[:6]]
    assert found.problems[0].number == 7
    assert path.read_text().splitlines()[found.problems[0].line - 1] == "STATE:9:r300:broken"
    assert len(list(each_hand(path))) == 7


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (b"\x7fELF\0\0\1", "it is no text"),
        (b"Dear Ann,\n", "does not look like any format"),
    ],
)
def test_what_is_no_history_says_so(data: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_bytes(data)
    for reads in (read_hands, lambda file: list(each_hand(file))):
        with pytest.raises(HistoryError, match=words):
            reads(path)


def test_a_folder_is_numbered_through(tmp_path: Path) -> None:
    write_hands(HANDS[:2], tmp_path / "a.phhs")
    (tmp_path / "b.txt").write_text("nothing")
    (tmp_path / "c.log").write_text("STATE:0:r300:x\n")
    assert read_hands(tmp_path).problems[1].number == 3
    told = [one for one in each_hand(tmp_path) if isinstance(one, BadHand)]
    assert [(bad.number, bad.file) for bad in told] == [(0, "b.txt"), (3, "c.log")]
