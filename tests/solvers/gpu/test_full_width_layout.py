"""What kernels read of games: every start in one block, programs that end, planes and places within their bounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from tests.solvers.gpu.full_width_games import GAMES, TURN, card_of, spot

from riverboat.errors import SolverError
from riverboat.solvers.gpu.full_width_levels import PLAYERS, FlatGames, Level, Shape, flat_games, threads_for

STOP, SPREAD, SEND, RECEIVE, MEET, OWN, SUM = range(7)
PLANE, LEAF, NOWHERE = range(3)
NONE = -1
NAMES = ["leduc", "all-in before the board", "three rounds of one card", "five actions", "turn", "many hands"]


@cache
def flat(name: str, processors: int = 2) -> FlatGames:
    return flat_games([GAMES[name]().game], 64, processors=processors, threads=1)


@cache
def joined() -> FlatGames:
    turns = [
        spot(TURN, sizes="75% | a"),
        spot("QsJs7s2h", sizes="50% | 3x a"),
        spot(TURN, ip="KsKd", stack=25),
    ]
    return flat_games([turn.game for turn in turns], 32, processors=1, threads=1)


def steps(level: Level, player: int, program: int) -> list[tuple[int, list[int]]]:
    """A program as its steps, the last of which stops."""
    begin, end = level.programs[player][program : program + 2]
    numbers, at, found = level.code[player][begin:end].tolist(), 4, []
    while True:
        step, length = numbers[at] & 255, 4 * (numbers[at] >> 8)
        found.append((step, numbers[at + 1 : at + length]))
        at += length
        if step == STOP:
            assert at == len(numbers)
            return found


@pytest.mark.parametrize("processors", [1, 2, 132])
@pytest.mark.parametrize("name", NAMES)
def test_every_start_is_in_one_block(name: str, processors: int) -> None:
    for level in flat(name, processors).levels:
        _check_blocks(level)


def test_every_start_of_many_games_is_in_one_block() -> None:
    for level in joined().levels:
        _check_blocks(level)


def _check_blocks(level: Level) -> None:
    starts = [
        (int(block["board"]), int(block["start"]) + i)
        for block in level.blocks
        for i in range(int(block["count"]))
    ]
    values = np.append(level.places["values"], level.starts).astype(int)
    assert sorted(starts) == [(board, i) for board, count in enumerate(np.diff(values)) for i in range(count)]
    leaves = [(int(leaf["board"]), int(leaf["leaf"])) for leaf in level.leaf_blocks]
    assert len(set(leaves)) == len(leaves) == level.leaves


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", [*NAMES, "many games"])
def test_programs_end_and_stay_within_bounds(name: str, player: int) -> None:
    games = joined() if name == "many games" else flat(name)
    for level in games.levels:
        assert level.longest[player] == max(np.diff(level.programs[player]).max(), 0)
        most_leaves = int(np.diff(np.append(level.places["leaves"], level.leaves).astype(int)).max())
        for block in level.blocks:
            for i in range(int(block["count"])):
                _check_program(level, player, int(block["program"]) + i, most_leaves)


def _check_program(level: Level, player: int, program: int, leaves: int) -> None:
    """A plane is read only after it was written, and leaves, planes and factors are there."""
    written = {0}
    factors = len(level.factors[player])
    for step, numbers in steps(level, player, program):
        reads, writes = READS_AND_WRITES[step](numbers)
        assert set(reads) - {NONE} <= written
        written |= set(writes) - {NONE}
        if step in (SEND, RECEIVE):
            assert 0 <= numbers[1] < leaves
        elif step == OWN:
            assert all(0 <= target < leaves for way, target in _ways(numbers) if way == LEAF)
            assert (numbers[7] == NONE) == (numbers[6] == NONE)
        if step in (SPREAD, MEET, OWN):
            assert 0 <= numbers[10] <= factors - 3 - (numbers[0] if step == SPREAD else 0)
    assert written <= set(range(level.planes[player]))


@pytest.mark.parametrize("name", [*NAMES, "many games"])
def test_decisions_know_the_second_after_them(name: str) -> None:
    for level in (joined() if name == "many games" else flat(name)).levels:
        for player in PLAYERS:
            for program in range(len(level.programs[player]) - 1):
                if level.programs[player][program] == level.programs[player][program + 1]:
                    continue
                at, places = 0, []
                for step, numbers in steps(level, player, program):
                    if step in (SPREAD, OWN):
                        places.append((at, numbers[4]))
                        assert numbers[0] <= len(numbers[11:]) < numbers[0] + 4
                    at += 1 + len(numbers)
                for i, (place, following) in enumerate(places):
                    assert following == (places[i + 2][0] - place if i + 2 < len(places) else 0)


def _ways(numbers: list[int]) -> list[tuple[int, int]]:
    return [(way & 3, way >> 2) for way in numbers[11 : 11 + numbers[0]]]


Planes = list[int]
READS_AND_WRITES: dict[int, Callable[[list[int]], tuple[Planes, Planes]]] = {
    STOP: lambda n: ([], []),
    SPREAD: lambda n: ([n[6]], [*n[7:9], *n[11 : 11 + n[0]]]),
    SEND: lambda n: ([n[0]], []),
    RECEIVE: lambda n: ([n[0]], [n[0]]),
    MEET: lambda n: ([n[7]], [n[5]]),
    OWN: lambda n: ([n[7], *(target for way, target in _ways(n) if way == PLANE)], [n[5]]),
    SUM: lambda n: (n[1 : 1 + n[0]], []),
}


@pytest.mark.parametrize("name", NAMES)
def test_tables_of_boards_follow_each_other(name: str) -> None:
    games = flat(name)
    begins = np.concatenate([level.boards["cell"] for level in games.levels])
    assert len(set(begins.tolist())) == len(begins)
    assert begins.max() < games.first_cell[-1]
    for level, below in zip(games.levels, games.levels[1:], strict=False):
        assert (below.boards["parent"] < len(level.boards)).all()
        assert level.deals["board"].max() < len(below.boards)
        assert (below.places["reach"] < level.leaves).all()


def test_lists_and_looks_point_at_hands_and_sums() -> None:
    """In bytes before numbers of 32 bits: hands of a list lie in a plane, looks among the prefixes and the sums."""
    for name in NAMES:
        for level in flat(name).levels:
            shape, boards = level.shape, len(level.boards)
            assert (level.boards["warps"] * 32 <= shape.threads).all()
            for player in PLAYERS:
                lists = level.lists[player].reshape(boards, shape.threads, shape.chunk_bytes // 2)
                assert (lists[:, :, : shape.chunk] // 4 < shape.room).all()
                looks = level.looks[player].reshape(boards, 5 * shape.room) // 4
                strengths, cards, _ = np.split(looks, [2 * shape.room, 4 * shape.room], axis=1)
                assert (strengths < shape.room).all()
                assert (cards <= shape.threads * shape.chunk).all()


@pytest.mark.parametrize(("hands", "last"), [(1, True), (63, True), (64, True), (1081, True), (1176, False)])
def test_threads_have_room_for_all_hands_and_one_that_nobody_holds(hands: int, last: bool) -> None:
    threads, each = threads_for(hands, last=last)
    assert hands < threads * each <= hands + 32 * each


def test_too_many_hands_are_told() -> None:
    with pytest.raises(
        SolverError, match=r"3,000 hands are more than the card takes \(2,047\); use device='cpu'"
    ):
        threads_for(3000, last=True)


@pytest.mark.parametrize("name", ["river", "turn"])
def test_a_block_takes_the_memory_that_it_is_given(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The emulated card finds a block that takes more; with 64 bits, not a word is to spare at the longest program."""
    card = card_of(GAMES[name]())
    card.values("best", 0, 64)
    given = Shape.shared_bytes
    monkeypatch.setattr(Shape, "shared_bytes", lambda *of: given(*of) - 4)
    with pytest.raises(AssertionError, match=r"beyond .* bytes of shared memory"):
        card.values("best", 0, 64)


def test_games_of_one_street_only() -> None:
    with pytest.raises(SolverError, match="begin on different streets; solve those of one street together"):
        flat_games([spot().game, spot(TURN).game], 32, processors=1)
