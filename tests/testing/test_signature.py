"""The behaviour signature. If it changes, say why in the CHANGELOG and write the new one: `make signature WRITE=1`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from riverboat.testing.signature import changed_parts, main, read_signature, signature_text
from riverboat.testing.signed_work import PARTS

GOLDEN = Path(__file__).parents[1] / "golden" / "signature.txt"
BY_PATH = ("solving", "all")
"""Where wider instructions add up in another order."""


def signed(*parts: str, **environment: str) -> dict[str, str]:
    asked = f"from riverboat.testing.signature import *; print(signature_text(signature({parts})), end='')"
    command = [sys.executable, "-c", asked]
    found = subprocess.run(
        command, env={**os.environ, **environment}, check=True, capture_output=True, text=True
    )
    return dict(line.split() for line in found.stdout.splitlines())


def test_every_part_is_committed() -> None:
    assert [*PARTS, "all"] == list(read_signature(GOLDEN))


def test_the_signature_is_the_committed_one() -> None:
    assert signed(*PARTS, RIVERBOAT_CPU="baseline") == read_signature(GOLDEN)


@pytest.mark.parametrize(("path", "narrow"), [("bmi2", True), ("avx512", False)])
def test_all_but_solving_is_the_same_on_every_instruction_path(path: str, narrow: bool) -> None:
    """On one of them NumPy, BLAS and libm are narrow too: what they choose by the processor does not come in."""
    parts = [part for part in PARTS if part not in BY_PATH]
    found = signed(*parts, RIVERBOAT_CPU=path, **(_narrow() if narrow else {}))
    assert set(changed_parts(found, read_signature(GOLDEN))) <= set(BY_PATH)


def test_what_numpy_blas_and_libm_choose_by_the_processor_does_not_come_into_solving() -> None:
    found = signed("solving", RIVERBOAT_CPU="baseline", **_narrow())
    assert found["solving"] == read_signature(GOLDEN)["solving"]


def _narrow() -> dict[str, str]:
    """The narrow kernels of each; those that a processor does not have are not chosen anyway."""
    return {
        "OPENBLAS_CORETYPE": "Nehalem",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-AVX2,-AVX512F",
        "NPY_DISABLE_CPU_FEATURES": " ".join(_numpy_dispatches()),
    }


def _numpy_dispatches() -> list[str]:
    from numpy._core import _multiarray_umath as core

    return [name for name in core.__cpu_dispatch__ if core.__cpu_features__[name]]


def test_a_changed_part_is_named_and_the_file_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    committed, file = read_signature(GOLDEN), tmp_path / "signature.txt"
    monkeypatch.setenv("RIVERBOAT_CPU", "baseline")
    monkeypatch.setattr("riverboat.testing.signature.signature", lambda: committed)
    file.write_text(signature_text({**committed, "ranges": "0" * 16, "gone": "1" * 16}))
    assert main([str(file)]) == 1
    assert "ranges, gone; say why in CHANGELOG.md" in capsys.readouterr().out
    assert main(["--write", str(file)]) == 0
    assert main([str(file)]) == 0
    assert read_signature(file) == committed


def test_another_instruction_path_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RIVERBOAT_CPU", "avx512")
    assert main([]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "make signature" in printed.err
