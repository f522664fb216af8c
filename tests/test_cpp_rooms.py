"""The C++ rooms: includes go one way, folders stay small, a name has one meaning."""

import re
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

CPP = Path(__file__).parent.parent / "cpp"
# Lower ones first.
ROOMS = ["runtime", "cards", "games", "abstraction", "solvers", "bots", "tournament", "bind", "tests"]
MOST_FILES = 20  # in a folder
INCLUDE = re.compile(r'^#include "(.+)"', re.MULTILINE)
UNNAMED = re.compile(r"^namespace \{.*?^\}  // namespace$", re.MULTILINE | re.DOTALL)
DEFINITION = re.compile(
    r"^(?:(?:struct|class|enum class|enum|using) (?:alignas\(\d+\) )?(\w+) [^;\n]*?[{=]"
    r"|(?:inline )?constexpr [^=({\n]*?\b(k[A-Z]\w*) ?[={])",
    re.MULTILINE,
)


def sources(*rooms: str) -> list[Path]:
    """C++ files of these rooms, as they are included: `cards/card.hpp`."""
    return sorted(p.relative_to(CPP) for room in rooms for p in (CPP / room).rglob("*.[ch]pp"))


def included(source: Path) -> list[Path]:
    return [Path(name) for name in INCLUDE.findall((CPP / source).read_text())]


def test_includes_go_down_the_rooms() -> None:
    assert {p.name for p in CPP.iterdir()} == set(ROOMS)
    order = {room: place for place, room in enumerate(ROOMS)}
    up = [
        f"{source} includes {header}"
        for source in sources(*ROOMS)
        for header in included(source)
        if not (CPP / header).exists() or order[header.parts[0]] > order[source.parts[0]]
    ]
    assert not up


@pytest.mark.parametrize("of", ["files", "folders"])
def test_includes_form_no_cycle(of: str) -> None:
    graph: dict[Path, set[Path]] = defaultdict(set)
    for source in sources(*ROOMS):
        for header in included(source):
            below, above = (header, source) if of == "files" else (header.parent, source.parent)
            if of == "files" or below != above:
                graph[above].add(below)
    TopologicalSorter(graph).prepare()  # raises a CycleError that names the cycle


def test_folders_are_small() -> None:
    folders = defaultdict(list)
    for source in sources(*ROOMS):
        folders[source.parent].append(source.name)
    assert not {str(folder): len(names) for folder, names in folders.items() if len(names) > MOST_FILES}


def test_a_name_is_defined_once() -> None:
    """Two types of one name in one namespace are undefined behaviour that no compiler reports."""
    where: dict[str, set[str]] = defaultdict(set)
    for source in sources(*ROOMS[:-2]):
        for names in DEFINITION.findall(UNNAMED.sub("", (CPP / source).read_text())):
            where["".join(names)].add(str(source))
    assert {"Action", "kFold", "Betting", "RankTable", "NearestTwo", "kHandsByIndex"} <= where.keys()
    assert not {name: sorted(files) for name, files in where.items() if len(files) > 1}
