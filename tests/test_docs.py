"""What the pages show is what happens: their Python runs, their commands print what stands below them.

A ```python block with `>>>` is a doctest. Any other is run as it stands and prints what a ```text block
right after it shows. The blocks of one page share their names, as if typed one after the other. In a
```console block each `$ riverboat ...` is run in a terminal 80 columns wide without colours, in a folder with the
texts of `examples/` and its folder of downloads. A command whose shown output starts with `riverboat: ` shows an error
and must fail.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from riverboat.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]

_BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OUTPUT = re.compile(r"\s*^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`((?:cpp|src|tests)/[\w/]+\.\w+)`")
_LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its text, the line of the page where that starts, and a ```text block right after."""

    text: str
    line: int
    output: str | None


def blocks(page: Path, language: str) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in _BLOCK.finditer(text):
        if match.group(1) == language:
            output = _OUTPUT.match(text, match.end())
            yield Block(
                match.group(2), text.count("\n", 0, match.start(2)) + 1, output.group(1) if output else None
            )


def shown_commands(page: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the command and the output shown below it."""
    for block in blocks(page, "console"):
        line = block.line
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.split()[0] == "riverboat":
                yield line, command, output
            line += part.count("\n")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def with_blocks(language: str) -> list[Path]:
    return [page for page in PAGES if any(blocks(page, language))]


@pytest.mark.parametrize("page", with_blocks("python"), ids=name_of)
def test_python_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__page__"}
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    for block in blocks(page, "python"):
        if ">>>" in block.text:
            parsed = doctest.DocTestParser().get_doctest(
                block.text, names, name_of(page), str(page), block.line - 1
            )
            report: list[str] = []
            runner.run(parsed, out=report.append, clear_globs=False)
            assert not report, "".join(report)
            names = parsed.globs  # a doctest works on a copy
        else:
            lines_before = "\n" * (block.line - 1)  # so that a traceback names the line of the page
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(lines_before + block.text, str(page), "exec", dont_inherit=True), names)
            if block.output is not None:
                assert tidy(printed.getvalue()) == tidy(block.output)


_COMMANDS = [(page, *shown) for page in PAGES for shown in shown_commands(page)]


@pytest.mark.parametrize(
    ("command", "output"),
    [shown[2:] for shown in _COMMANDS],
    ids=[f"{name_of(page)}:{line}" for page, line, _, _ in _COMMANDS],
)
def test_command_prints_what_is_shown(
    command: str,
    output: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for sample in (ROOT / "examples").glob("*.txt"):
        shutil.copy(sample, tmp_path)
    shutil.copytree(ROOT / "examples" / "downloads", tmp_path / "downloads")
    for name, value in {"COLUMNS": "80", "TERMINAL_WIDTH": "80", "NO_COLOR": "1", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.argv", shlex.split(command))
    with pytest.raises(SystemExit) as end:
        main()
    printed = capsys.readouterr()
    fails = output.startswith("riverboat: ")
    assert bool(end.value.code) == fails, f"{command} ended with {end.value.code}: {printed.err}"
    assert tidy(printed.err if fails else printed.out) == tidy(output)


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip("\n")


def test_pages_show_something() -> None:
    assert len(with_blocks("python")) >= 1
    assert len(_COMMANDS) >= 3


@pytest.mark.skipif(not (ROOT / "docs").exists(), reason="a source distribution has no docs")
@pytest.mark.parametrize("page", TEXTS, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    broken = [link for link in _LINK.findall(text) if not (page.parent / link).exists()]
    assert not broken


def test_files_that_hold_the_algorithms_exist() -> None:
    page = ROOT / "docs" / "reference" / "algorithms.md"
    if not page.exists():
        pytest.skip("a source distribution has no docs")
    text = page.read_text(encoding="utf-8")
    named = _FILE.findall(text)
    assert not re.findall(r"`test_\w+\.py`", text)  # a name without its folder is not looked for
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []
