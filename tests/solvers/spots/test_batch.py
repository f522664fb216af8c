"""Many spots in one call: each is found as if it were solved alone, on the processor and side by side on a card."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.solvers.gpu.emulated import EmulatedCard

from riverboat.cards.range import Range
from riverboat.errors import RangeError, RiverboatError, SolverError
from riverboat.games import Menu, nolimit_holdem
from riverboat.solvers import SolvedSpots, SpotSetup, game_setup, solve_setup, solve_spots, spot_setup
from riverboat.solvers.full_width import side_by_side
from riverboat.solvers.solutions.solve_options import SolveOptions
from riverboat.solvers.spots import batch

RIVER = spot_setup(board="QsJh2h5c9d", oop="AA,KJs,76s,T8s:0.5", ip="KK,QTs,T9s", pot=100, stack=200)
TURN = spot_setup(board="QsJh2h5c", oop="AA,76s", ip="KK,T9s", pot=60, stack=90, sizes="100%")
SPOTS = [
    RIVER,
    replace(RIVER, board="AcKd7d7h2s", oop=Range("AK,QQ,A5s:0.3,54s")),
    TURN,
    replace(RIVER, stack=(150, 400), pot=37),
    replace(RIVER, rake=0.05, rake_cap=4.0),
    replace(RIVER, locks=(), board="2c3c4c8cQh", ip=Range("AA,KcTc,JJ,98s:0.25")),
    replace(TURN, board="AhKh7h2c", oop=Range("QQ,JTs"), ip=Range("AQ,99")),
]


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> EmulatedCard:
    """Let every "cuda" be this card."""
    card = EmulatedCard()
    for module in ("full_width.on_card", "spots.batch", "gpu.card"):
        monkeypatch.setattr(f"riverboat.solvers.{module}.open_card", lambda device="cuda": card)
    return card


def same_as_alone(solved: SolvedSpots, number: int, within: float = 1e-9, **options: object) -> None:
    """within: chips and probabilities by which they may differ."""
    setup = solved.setups[number]
    alone = solve_setup(
        setup.game_setup() if isinstance(setup, SpotSetup) else setup,
        SolveOptions(iterations=int(solved.iterations[number]), **options),  # type: ignore[arg-type]
    )
    assert solved.values[number] == pytest.approx(alone.accuracy.values, abs=within)
    assert solved.best[number] == pytest.approx(alone.accuracy.best, abs=within)
    assert solved.evs[number] == pytest.approx(alone.evs, abs=within)
    assert solved.pot_percent[number] == pytest.approx(alone.pot_percent, abs=within)
    root, (cards, rows) = solved.strategy(number), alone.solver.strategy(0)
    assert np.array_equal(root.cards, cards)
    assert np.allclose(root.probabilities, rows, rtol=0, atol=max(within, 1e-6))
    assert list(root.actions) == alone.tree.choices(0)
    whole = solved.solution(number)
    assert (whole.iterations, whole.rule) == (alone.iterations, alone.rule)
    assert np.allclose(whole.grid("k").frequencies, alone.grid("k").frequencies, rtol=0, atol=within)
    again = whole.solver.accuracy()
    assert again.values == pytest.approx(solved.values[number], abs=1e-9), "the tables came along"


def test_one_after_the_other_is_as_alone() -> None:
    solved = solve_spots(SPOTS, iterations=15, threads=1)
    assert len(solved) == len(SPOTS)
    for number in range(len(SPOTS)):
        same_as_alone(solved, number, threads=1)


@pytest.mark.parametrize(
    ("precision", "within", "spots"), [(16, 0.05, SPOTS[:2]), (32, 1e-3, SPOTS), (64, 1e-9, SPOTS[:2])]
)
def test_side_by_side_is_as_alone(
    card: EmulatedCard, precision: Any, within: float, spots: list[SpotSetup]
) -> None:
    """Sums are added in an order that depends on the largest board, 16 bits rounded by the place of a number.

    Kernels take a while to compile: with 16 and 64 bits there are rivers here, and turns in test_report_device.py.
    """
    solved = solve_spots(spots, iterations=9, precision=precision, device="cuda", threads=1)
    assert solved.iterations.tolist() == [9] * len(spots)
    for number in range(len(spots)):
        same_as_alone(solved, number, within, precision=precision, device="cuda", threads=1)


def test_games_without_room_for_64_bits_are_judged_in_32(
    card: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    rivers = SPOTS[:2]
    wide = solve_spots(rivers, iterations=9, precision=32, device="cuda", threads=1)
    monkeypatch.setattr(
        "riverboat.solvers.gpu.full_width_card.FullWidthCard.takes", lambda _, bits: bits == 32
    )
    narrow = solve_spots(rivers, iterations=9, precision=32, device="cuda", threads=1)
    assert narrow.best == pytest.approx(wide.best, abs=1e-3)
    assert not np.array_equal(narrow.best, wide.best), "found with fewer bits"


def test_parts_that_fit_and_tables_that_make_room(
    card: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = solve_spots(SPOTS, rule="pdcfr+", iterations=6, device="cuda", threads=1)
    monkeypatch.setattr(side_by_side, "MOST_TOGETHER", 2)
    rooms: list[int] = []

    def make_room(_: object, table_bytes: int, kept: list[side_by_side.KeptTables]) -> None:
        rooms.append(table_bytes)
        for tables in kept:
            tables.leave_card()

    monkeypatch.setattr("riverboat.solvers.spots.batch.make_room", make_room)
    parts = solve_spots(SPOTS, rule="pdcfr+", iterations=6, device="cuda", threads=1)
    assert len(rooms) == 4, "five rivers and two turns"
    assert min(rooms) > 0
    assert np.array_equal(parts.values, whole.values)
    assert np.array_equal(parts.best, whole.best)
    for number in range(len(SPOTS)):
        assert np.array_equal(parts.strategy(number).probabilities, whole.strategy(number).probabilities)
    same_as_alone(parts, 1, 1e-3, rule="pdcfr+", device="cuda", threads=1)


def test_no_more_leaves_the_card_than_must() -> None:
    class Full:
        free_bytes = 10

    class Kept:
        is_on_card = True

        def leave_card(self) -> None:
            self.is_on_card = False
            full.free_bytes += 10

    full: Any = Full()
    kept: Any = [Kept(), Kept(), Kept()]
    side_by_side.make_room(full, 10, kept)  # with all that lies beside, three times as much
    assert [tables.is_on_card for tables in kept] == [False, False, True]


def test_small_cards_take_few_at_once() -> None:
    class Sized:
        def __init__(self, size: int) -> None:
            self.size = size

        def table_bytes(self, cell_bytes: int) -> int:
            return self.size * cell_bytes

    games: list[Any] = [Sized(size) for size in (5, 5, 5, 20, 1, 1)]
    parts = [[game.size for game in part] for part in side_by_side.parts_of(games, 2, 20)]
    assert parts == [[5, 5], [5], [20], [1, 1]], "what is too large for the card is alone, and refused there"


def test_what_is_too_large_for_the_card_is_told(card: EmulatedCard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EmulatedCard, "free_bytes", 1000)
    with pytest.raises(SolverError, match="the card has 1,000 bytes free"):
        solve_spots(SPOTS, iterations=1, device="cuda", threads=1)


def test_all_meet_a_target(card: EmulatedCard) -> None:
    for device in ("cpu", "cuda"):
        solved = solve_spots(SPOTS, target_pot_percent=2, device=device, threads=1)
        assert (solved.pot_percent < 2.001).all()
        assert solved.solution(0).stopped == "target"
        assert solved.solution(3).target == pytest.approx(0.74)
    assert solved.iterations[0] == solved.iterations[1], "they ran together"


def test_trees_are_built_once(card: EmulatedCard, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    build = side_by_side.GameKind.tree.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(
        side_by_side.GameKind, "tree", property(lambda self: built.append(self) or build(self))
    )
    solve_spots([RIVER, replace(RIVER, board="AcKd7d7h2s")] * 3, iterations=1, device="cuda", threads=1)
    assert len(set(map(id, built))) == 1


def test_games_and_locks_run_alone(card: EmulatedCard) -> None:
    locked = spot_setup(
        board="QsJh2h5c9d", oop="AA,KJs", ip="KK,QTs", pot=100, stack=200, locks=["k b50%: f 1"]
    )
    solved = solve_spots([game_setup("leduc"), locked, RIVER], iterations=12, device="cuda", threads=1)
    for number in range(3):
        assert np.isfinite(solved.values[number]).all()
    assert solved.solution(1).query("AsAh", "k b50%").probabilities[0] == pytest.approx(1)
    alone = solve_setup(game_setup("leduc"), SolveOptions(iterations=12, device="cuda", threads=1))
    assert solved.values[0].tolist() == list(alone.accuracy.values)


def test_bad_lists_are_told() -> None:
    with pytest.raises(SolverError, match="there are no spots"):
        solve_spots([])
    with pytest.raises(SolverError, match="spot 1 is str"):
        solve_spots([RIVER, "QsJh2h"])  # type: ignore[list-item]
    with pytest.raises(SolverError, match="spot 1: 3 players are in the hand"):
        solve_spots([RIVER, game_setup(nolimit_holdem(3), Menu())], iterations=1)
    with pytest.raises(SolverError, match="'start' is for one spot"):
        solve_spots([RIVER], start=None)
    with pytest.raises(SolverError, match="did you mean 'iterations'"):
        solve_spots([RIVER], iteratons=3)  # type: ignore[call-arg]


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_a_spot_that_cannot_be_is_named(card: EmulatedCard, device: str) -> None:
    good = RIVER.game_setup()
    bad = {
        "spot 2: the range of seat 0 holds no hand": replace(good, ranges=(Range("QsJh"), None)),
        "spot 2: the two ranges never meet": replace(good, ranges=(Range("AsAh"), Range("AsAh"))),
        "spot 2: the board has 4 cards": replace(good, board="QsJh2h5c"),
    }
    for words, setup in bad.items():
        with pytest.raises(RiverboatError, match=words) as told:
            solve_spots([RIVER, good, setup], iterations=3, device=device, threads=1)
        assert isinstance(told.value, RangeError | SolverError)


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_a_stop_keeps_what_is_done(card: EmulatedCard, device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "MOST_TOGETHER", 2)
    stop, told = threading.Event(), []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done >= 2:
            stop.set()

    solved = solve_spots(SPOTS, iterations=4, device=device, threads=1, progress=progress, stop=stop)
    done = np.flatnonzero(solved.iterations).tolist()
    assert done == [0, 1]
    assert told[-1] == (2, len(SPOTS))
    assert np.isnan(solved.exploitability[2:]).all()
    assert np.isfinite(solved.exploitability[:2]).all()
    assert repr(solved).startswith("<SolvedSpots: 2 of 7 spots, exploitability ")
    with pytest.raises(SolverError, match="spot 6 was not solved"):
        solved.strategy(-1)


@pytest.mark.parametrize("device", ["cpu", "cuda"])
@pytest.mark.parametrize("most", [30, 2])
def test_no_time_is_no_spots(
    card: EmulatedCard, device: str, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty seconds are some iterations; two are over before the first one, as when kernels are compiled."""
    clock = SimpleNamespace(monotonic=count().__next__)  # a second later each time that somebody looks
    for room in ("spots.batch", "runs.run"):
        monkeypatch.setattr(f"riverboat.solvers.{room}.time", clock)
    solved = solve_spots(SPOTS, iterations=10**6, max_seconds=most, device=device, threads=1)
    assert (solved.iterations.max() > 0) == (most == 30)
    assert solved.iterations.max() < 10**6


def test_ctrl_c_comes_through(card: EmulatedCard) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_spots(SPOTS, iterations=50, device="cuda", threads=1, progress=interrupt)


def test_first_streets_alone_are_those_of_whole_spots(
    card: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of about one size run together, and only how they begin is kept."""
    monkeypatch.setattr(batch, "ROOMS", (30, 60))  # more threads would take the emulation longer
    options = SolveOptions(iterations=20, device="cuda")
    spots = [SPOTS[number] for number in (0, 2, 3)]
    whole = {done.spot.number: done.found for part in batch.Batch(spots, options).parts() for done in part}
    for device in ("cuda", "cpu"):
        parts = list(batch.Batch(spots, replace(options, device=device), streets_only=True).parts())
        assert len(parts) == (2 if device == "cuda" else 3)
        for done in (done for part in parts for done in part):
            kind, alone = done.spot.kind, whole[done.spot.number]
            for node in range(kind.street_end):
                kept, known = done.found.strategy(node), alone.strategy(node)
                assert (kept.actions, kept.cards.tolist()) == (known.actions, known.cards.tolist())
                if device == "cuda":
                    assert np.allclose(kept.probabilities, known.probabilities, rtol=0, atol=1e-5)
                else:
                    assert np.abs(kept.probabilities - known.probabilities).mean() < 0.05
            with pytest.raises(SolverError, match="only the first street"):
                done.found.solution()
