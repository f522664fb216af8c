"""Where the full-width engine walks, what a card does not do or take, and what a user reads then."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.command import run
from tests.solvers.gpu.emulated import EmulatedCard
from tests.solvers.gpu.fake_cupy import broken_cupy, fake_cupy
from tests.solvers.gpu.full_width_games import RIVER, TURN, card_of, small, spot

import riverboat as rb
from riverboat.errors import SolverError
from riverboat.games import Menu, leduc, nolimit_holdem
from riverboat.solvers import solve_spots, spot_setup
from riverboat.solvers.full_width.gates import Resolve

SPOT: dict[str, Any] = {"board": RIVER, "oop": "AA,55", "ip": "KK,77", "pot": 20, "stack": 90}


@pytest.mark.parametrize("device", ["tpu", "cuda:x", "CUDA", None, 3])
def test_bad_names_are_told(device: Any) -> None:
    for solve in (lambda: small(leduc(), device=device), lambda: rb.solve("leduc", device=device)):
        with pytest.raises(SolverError, match="it is 'cpu', 'cuda', 'cuda:1' or 'auto'"):
            solve()


def test_without_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    for solve in (rb.solve_spot, lambda **words: spot_setup(**SPOT).game_setup().solver(**words)):
        with pytest.raises(SolverError, match=r"CuPy is not installed; pip install 'riverboat\[gpu\]'"):
            solve(**(SPOT if solve is rb.solve_spot else {}), device="cuda")
    assert small(leduc(), device="auto").device == "cpu"


def test_a_cupy_that_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    broken_cupy(monkeypatch)
    with pytest.raises(
        SolverError, match=r"CuPy does not load: libnvrtc.so.11.2.*cupy-cuda12x, or use device='cpu'"
    ):
        small(leduc(), device="cuda")
    assert small(leduc(), device="auto").device == "cpu"


def test_a_card_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_cupy(monkeypatch, 2)
    with pytest.raises(SolverError, match="'cuda:7' and the cards here are: 'cuda:0', 'cuda:1'"):
        small(leduc(), device="cuda:7")
    fake_cupy(monkeypatch, RuntimeError("CUDA driver version is insufficient"))
    with pytest.raises(SolverError, match="the driver finds no card: CUDA driver version is insufficient"):
        small(leduc(), device="cuda")


PUSH_FOLD = Menu(all_in="always", limps="none")
ONLY_HERE: dict[str, Any] = {
    "ties": lambda device: small(leduc(), ties="lossless", device=device),
    "simultaneous updates": lambda device: small(leduc(), alternating=False, device=device),
    "a gate": lambda device: small(leduc(), gate=Resolve(0, np.zeros(52)), device=device),
    "trees that end before the flop": lambda device: small(nolimit_holdem(), menu=PUSH_FOLD, device=device),
}


@pytest.mark.parametrize("what", ONLY_HERE)
def test_what_only_the_processor_does_is_told_by_name(what: str, emulated: EmulatedCard) -> None:
    with pytest.raises(SolverError, match=f"a card does not solve with {what}; use device='cpu'"):
        ONLY_HERE[what]("cuda")
    assert ONLY_HERE[what]("auto").device == "cpu"


def test_auto_takes_the_card_where_there_is_one(emulated: EmulatedCard) -> None:
    assert small(leduc(), device="auto").device == "cuda"
    assert rb.solve_spot(**SPOT, iterations=2, device="auto").solver.device == "cuda"


@pytest.mark.parametrize(
    ("what", "size"), [("free_bytes", 1000), ("free_bytes", 43_000), ("block_bytes", 1 << 12)]
)
def test_auto_stays_on_the_processor_where_the_card_is_too_small(
    what: str, size: int, emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EmulatedCard, what, size)
    asked = SPOT | {"oop": "22+,A2s+,KQ", "ip": "22+,A2s+,KQ", "sizes": "50% 100% | 3x"}
    solved = rb.solve_spot(**asked, iterations=2, precision=32, device="auto")
    assert (solved.solver.device, solved.iterations) == ("cpu", 2)
    many = solve_spots([spot_setup(**asked)] * 2, iterations=2, precision=32, device="auto")
    assert many.iterations.tolist() == [2, 2]
    with pytest.raises(SolverError):
        rb.solve_spot(**asked, iterations=2, precision=32, device="cuda")


# --- memory ---------------------------------------------------------------------------------------------------------


def test_a_card_too_small_is_told_before_boards_are_dealt(
    emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EmulatedCard, "free_bytes", 1000)
    with pytest.raises(
        SolverError, match=r"at least .* and 1,000 bytes are free on the card.*or precision=16"
    ):
        small(leduc(), precision=64, device="cuda")
    with pytest.raises(
        SolverError, match=r"more than the 1,000 bytes that are free on the card.*or precision=16"
    ):
        spot(TURN, precision=32, device="cuda")
    assert spot(TURN).device == "cpu"  # the machine has memory


def test_what_lies_beside_the_tables_must_fit_too(
    emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = spot(precision=32, device="cuda")
    monkeypatch.setattr(EmulatedCard, "free_bytes", solver.memory_bytes + 1000)
    with pytest.raises(
        SolverError,
        match=r"tables take .*, .* with all .* the card has .* free.*precision=16, or device='cpu'",
    ):
        solver.run(1)
    monkeypatch.setattr(EmulatedCard, "free_bytes", 1 << 32)
    solver.run(1)
    assert solver.iterations == 1


@pytest.mark.parametrize("calls", [1, 4, 8, 12])
def test_memory_that_runs_out_in_the_middle(
    calls: int, emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is half done: the same solver goes on once there is memory again."""
    solver, whole = (small(leduc(), device="cuda") for _ in "12")
    whole.run(3)
    left = [calls]

    def zeros(card: EmulatedCard, count: int, dtype: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise SolverError("the card has no memory left while tables are made; use device='cpu'")
        return np.zeros(count, dtype)

    with monkeypatch.context() as small_card:
        small_card.setattr(EmulatedCard, "zeros", zeros)
        with pytest.raises(SolverError, match="no memory left while tables are made"):
            solver.run(3)
    assert solver.iterations == 0
    solver.run(3)
    np.testing.assert_array_equal(solver.rows(0), whole.rows(0))


def test_streets_with_too_many_lines_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EmulatedCard, "block_bytes", 1 << 12)
    with pytest.raises(
        SolverError, match=r"64 hands and 7 lines at a time take 7.9 KiB of a block, which has 4.0 KiB"
    ):
        card_of(spot(sizes="50% | 3x"))


def test_the_processor_judges_what_has_no_room_in_64_bits(
    emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = spot(sizes="50% | 3x", precision=32, device="cuda")
    monkeypatch.setattr(EmulatedCard, "block_bytes", card_of(solver).shared_bytes(32))
    for _ in "12":
        solver.run(20)
        found = solver.accuracy()
        fresh = spot(sizes="50% | 3x", precision=32)
        fresh.copy_tables(solver)
        assert found == fresh.accuracy()


# --- the command line -----------------------------------------------------------------------------------------------

WORDS = [
    "--oop",
    "AA,55",
    "--ip",
    "KK,77",
    "--pot",
    "20",
    "--stack",
    "90",
    "--precision",
    "64",
    "--device",
    "cuda",
]


def test_solve_on_a_card(emulated: EmulatedCard, tmp_path: Path) -> None:
    file = tmp_path / "river.rb"
    solved = json.loads(run("solve", "-b", RIVER, *WORDS, "--target", "0.5", "-o", file, "--json").stdout)
    assert solved["exploitability"] <= 0.1
    assert run("query", "AsAd", "-s", file).stdout


def test_the_plan_of_a_card(emulated: EmulatedCard) -> None:
    assert "; 4.0 GiB are free on the card" in run("solve", "-b", RIVER, *WORDS, "--plan").stdout
    assert json.loads(run("solve", "-b", RIVER, *WORDS, "--plan", "--json").stdout)["device"] == "cuda"


def test_many_boards_on_a_card(
    emulated: EmulatedCard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked: list[str] = []
    monkeypatch.setattr(
        "riverboat.solvers.spots.batch.open_card", lambda device: walked.append(device) or emulated
    )
    file = tmp_path / "boards.csv"
    run("solve", "--boards", f"{RIVER} AcKc7h7d2s", *WORDS, "-o", file)
    assert file.read_text().count("\n") == 3
    assert walked == ["cuda"]  # both boards side by side


def test_a_bad_device_is_told_in_one_line() -> None:
    for words in ((), ("--plan",)):
        assert "it is 'cpu', 'cuda'" in run("solve", "leduc", "--device", "abacus", *words, expect=1).stderr


# --- on a real card -------------------------------------------------------------------------------------------------


@pytest.mark.gpu
@pytest.mark.parametrize("rule", ["dcfr", "pcfr+", "fp"])
@pytest.mark.parametrize("precision", [16, 32, 64])
def test_a_real_card_solves_a_spot_as_the_processor_does(real_card: None, rule: str, precision: Any) -> None:
    here, there = (
        spot(
            TURN,
            oop="22+,A2s+,KQ",
            ip="22+,KTs+,QJs",
            sizes="75% | a",
            rule=rule,
            precision=precision,
            device=device,
        )
        for device in ("cpu", "cuda")
    )
    for solver in (here, there):
        solver.run(200)
    assert there.accuracy().exploitability < 1.5 * here.accuracy().exploitability
    here.copy_tables(there)
    assert there.accuracy().values == pytest.approx(here.accuracy().values, abs=1e-9)
    assert there.accuracy().best == pytest.approx(here.accuracy().best, abs=1e-9)


@pytest.mark.gpu
def test_a_real_card_repeats_to_the_bit(real_card: None) -> None:
    once, again = (spot(TURN, sizes="75% | a", precision=32, device="cuda") for _ in "12")
    once.run(50)
    again.run(20)
    again.run(30)
    np.testing.assert_array_equal(once.rows(0), again.rows(0))
