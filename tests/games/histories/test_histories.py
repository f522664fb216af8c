from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from riverboat.errors import HistoryError
from riverboat.games import WRITTEN, Hand, hands_text, nolimit_holdem, read_hands, write_hands

SUFFIX = {"phh": ".phhs", "pokerstars": ".txt", "ohh": ".ohh", "acpc": ".log"}


@pytest.fixture(scope="session")
def many(random_hand: Callable[..., Hand]) -> list[Hand]:
    """Hands that every format can tell: no antes, no rake, all cards known."""
    hands = []
    for seed in range(60):
        game = nolimit_holdem(2 + seed % 9, stack_bb=200)
        hand = random_hand(seed, game=game, rake=False, all_cards=True)
        hands.append(Hand(game, hand.actions, hand.hole_cards, hand.board, hand_id=str(seed)))
    return hands


@pytest.mark.parametrize("format", WRITTEN)
def test_files_round_trip(many: list[Hand], tmp_path: Path, format: str) -> None:
    path = tmp_path / f"hands{SUFFIX[format]}"
    assert write_hands(many, path) == ()
    history = read_hands(path)
    assert (history.format, history.problems) == (format, ())
    assert [hand.actions for hand in history] == [hand.actions for hand in many]
    assert [hand.payoffs for hand in history] == [hand.payoffs for hand in many]
    assert history.numbers == tuple(range(1, len(many) + 1))
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("target", WRITTEN)
@pytest.mark.parametrize("source", WRITTEN)
def test_every_format_turns_into_every_other(many: list[Hand], source: str, target: str) -> None:
    first = read_hands(hands_text(many, source)[0])
    second = read_hands(hands_text(first.hands, target)[0])
    assert [(h.actions, h.board, h.hole_cards, h.payoffs, h.game.stacks) for h in second] == [
        (h.actions, h.board, h.hole_cards, h.payoffs, h.game.stacks) for h in many
    ]


DAMAGE = {
    "phh": ("starting_stacks", "started_stacks"),
    "pokerstars": (": posts big blind", ": posts a boat"),
    "ohh": ('"rounds"', '"round"'),
    "acpc": (":p1|p2", "p1p2"),
}


@pytest.mark.parametrize("format", WRITTEN)
def test_one_bad_hand_among_thousands_is_told_and_the_rest_kept(many: list[Hand], format: str) -> None:
    hands = [many[i % len(many)] for i in range(2_000)]
    text = hands_text(hands, format)[0]
    old, new = DAMAGE[format]
    position = text.index(old, len(text) // 2)
    text = text[:position] + new + text[position + len(old) :]
    history = read_hands(text)
    assert len(history) == 1_999
    (problem,) = history.problems
    assert 0 < problem.number <= 2_000
    assert problem.number not in history.numbers
    assert new in problem.text
    assert problem.reason
    assert str(problem).startswith(f"hand {problem.number} (line {problem.line}): ")
    first = problem.text.strip().splitlines()[0]
    shown = text.splitlines()[problem.line - 1 : problem.line + 1]
    assert any(first in line or line in first for line in shown)
    with pytest.raises(HistoryError, match=f"hand {problem.number} could not be read"):
        history.hand(problem.number)


@pytest.mark.parametrize("format", WRITTEN)
def test_a_file_cut_off_anywhere_keeps_the_hands_before(many: list[Hand], format: str) -> None:
    text = hands_text(many[:6], format)[0]
    rng = random.Random(1)
    for _ in range(60):
        cut = text[: rng.randrange(len(text) // 3, len(text))]
        try:
            history = read_hands(cut + "\n", format)
        except HistoryError as problem:
            assert "no hand in it" in str(problem)  # noqa: PT017
            continue
        assert len(history.problems) <= 1
        for number, hand in zip(history.numbers, history, strict=True):
            assert hand.actions == many[number - 1].actions


def test_unfinished_hands_are_problems(many: list[Hand]) -> None:
    cut = Hand(nolimit_holdem(), (0,), hand_id="1")
    history = read_hands(hands_text([many[0], cut], "phh")[0])
    assert len(history) == 1
    assert history.problems[0].reason == "the hand is not over: p1 is to act; it may be cut off"
    assert len(read_hands("MATCHSTATE:0:1:c:7d3d|")) == 1  # a moment is what it is


def test_files_that_are_not_in_utf_8(many: list[Hand], tmp_path: Path) -> None:
    hands = [replace(hand, names=tuple(f"n{i}{'é' * (k == 1)}" for i in range(hand.game.players)))
             for k, hand in enumerate(many[:3])]  # fmt: skip
    text, path = hands_text(hands, "pokerstars")[0], tmp_path / "old.txt"
    for data in (text.encode("latin-1"), text.replace("\n", "\r\n").encode("utf-16")):
        path.write_bytes(data)
        assert [hand.names for hand in read_hands(path)] == [hand.names for hand in hands]
    euros = text.replace("(50/100)", "(€50/€100 EUR)").encode("cp1252")
    path.write_bytes(euros.replace(b"n0\xe9", "nö".encode()))  # an old file, to which a new program added
    second = read_hands(path).hand(2)
    assert second.currency == "EUR"
    assert second.names[0] == "nö"
    path.write_bytes(text.encode().replace("é".encode(), b"\x81"))  # no letter in any of these
    history = read_hands(path)
    assert history.numbers == (1, 3)
    assert "is not a name" in history.problems[0].reason


def test_formats_are_known_by_their_looks(tmp_path: Path, many: list[Hand]) -> None:
    path = tmp_path / "hands.dat"
    for format in WRITTEN:
        write_hands(many[:2], path, format)
        assert read_hands(path).format == format
    for text in ("hello\n", "\n\n# nothing\n"):
        with pytest.raises(HistoryError, match="does not look like any format"):
            read_hands(text)
    with pytest.raises(HistoryError, match="there is no hand in it, read as acpc"):
        read_hands("# only a comment\n", "acpc")
    with pytest.raises(HistoryError, match="'phd' is not a format"):
        read_hands("\n", "phd")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        read_hands(tmp_path / "no.phh")


def test_what_cannot_be_written_is_told(many: list[Hand], tmp_path: Path) -> None:
    bad = Hand(nolimit_holdem(), (0,))
    path = tmp_path / "hands.txt"
    with pytest.raises(HistoryError, match="hand 2: the hand is not over"):
        write_hands([many[0], bad], path)
    assert not path.exists()
    (problem,) = write_hands([many[0], bad, many[1]], path, skip=True)
    assert (problem.number, problem.line) == (2, 0)
    assert str(problem).startswith("hand 2: the hand is not over")
    assert len(read_hands(path)) == 2
    assert len(write_hands([bad], tmp_path / "none.txt", skip=True)) == 1
    assert not (tmp_path / "none.txt").exists()
    with pytest.raises(HistoryError, match=r"a \.phh file holds one hand, not 2"):
        write_hands(many[:2], tmp_path / "two.phh")
    with pytest.raises(HistoryError, match=r"ending of .* names no format"):
        write_hands(many[:2], tmp_path / "two.doc")
    write_hands(many[:1], tmp_path / "one.phh")
    assert not (tmp_path / "one.phh").read_text().startswith("[")
    with pytest.raises(HistoryError, match="there is no hand 9; the file has 1"):
        read_hands(tmp_path / "one.phh").hand(9)


def test_progress_is_told(many: list[Hand]) -> None:
    seen: list[tuple[int, int]] = []
    text = hands_text(many, "acpc")[0]
    read_hands(text, progress=lambda done, total: seen.append((done, total)))
    assert seen
    assert all(0 < done <= total == len(text) for done, total in seen)
