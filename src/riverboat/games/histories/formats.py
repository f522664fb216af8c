"""Files of hands in any of the formats: read with what is wrong set aside, and written whole or not at all.

A format is a row of one table: how its text looks, and what splits, reads and writes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeAlias, TypeGuard, get_args

from riverboat.base.drawing import Drawn
from riverboat.base.files import write_whole
from riverboat.errors import HistoryError, RiverboatError
from riverboat.games.histories.acpc import read_acpc, split_acpc, standard_game, write_acpc
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.ohh import read_ohh, split_ohh
from riverboat.games.histories.ohh_write import write_ohh
from riverboat.games.histories.phh.read import read_phh
from riverboat.games.histories.phh.text import split_tables
from riverboat.games.histories.phh.write import write_phh
from riverboat.games.histories.pokernow import read_pokernow, split_pokernow
from riverboat.games.histories.pokerstars import START, read_pokerstars, split_pokerstars
from riverboat.games.histories.pokerstars_write import write_pokerstars
from riverboat.games.rules.game import Game

HistoryFormat: TypeAlias = Literal["phh", "pokerstars", "ohh", "acpc", "pokernow"]
FORMATS: tuple[HistoryFormat, ...] = get_args(HistoryFormat)
"""The formats that are read."""


@dataclass(frozen=True)
class _Format:
    """What makes a format: how its text looks, the endings of its files, its hands apart, read and written."""

    looks: re.Pattern[str]
    suffixes: tuple[str, ...]
    split: Callable[[str], Iterator[tuple[int, str]]]
    read: Callable[[str], Hand]
    write: Callable[[Hand], str] | None = None
    between: str = "\n"


_TABLE: dict[HistoryFormat, _Format] = {
    "ohh": _Format(
        re.compile(r"\A\s*\{"), (".ohh", ".json", ".jsonl"), split_ohh, read_ohh, write_ohh, "\n\n"
    ),
    "acpc": _Format(
        re.compile(r"^(?:MATCH)?STATE:", re.MULTILINE), (".log",), split_acpc, read_acpc, write_acpc
    ),
    "pokernow": _Format(
        re.compile(r"\A\s*\"?entry\"?,\"?at\"?,\"?order\b"), (".csv",), split_pokernow, read_pokernow
    ),
    "pokerstars": _Format(START, (".txt",), split_pokerstars, read_pokerstars, write_pokerstars, "\n\n"),
    "phh": _Format(
        re.compile(r"^[ \t]*variant[ \t]*=", re.MULTILINE),
        (".phh", ".phhs"),
        split_tables,
        read_phh,
        write_phh,
    ),
}
WRITTEN = tuple(kind for kind in FORMATS if _TABLE[kind].write is not None)
"""The formats that are written."""
_SUFFIXES = {suffix: kind for kind, format in _TABLE.items() for suffix in format.suffixes}
_BEGINS: dict[HistoryFormat, re.Pattern[str]] = {
    "acpc": re.compile(r"^(?:MATCH)?STATE:", re.MULTILINE),
    "pokerstars": START,
    "phh": re.compile(r"^(?:\[[0-9]+\]\s*\n)?[ \t]*variant[ \t]*=", re.MULTILINE),
}
"""Where hands begin, in formats that may stand in one file with others."""
_SNIFFED = 100_000  # characters of a file that decide its format


@dataclass(frozen=True)
class BadHand:
    """A hand that could not be read: its number in the file and its first line, both from 1, its text, and why.

    Of a hand that could not be written, the line is 0. file: its name, where a folder was read; a file in which there
    is no hand at all has the number 0.
    """

    number: int
    line: int
    text: str
    reason: str
    file: str = ""

    def __str__(self) -> str:
        hand = f"hand {self.number}" if self.number else "no hands"
        where = ", ".join(
            [*([self.file] if self.file else []), *([f"line {self.line}"] if self.line else [])]
        )
        return f"{hand}{f' ({where})' if where else ''}: {self.reason}"


@dataclass(frozen=True)
class HandHistory(Drawn):
    """The hands of a file that could be read, each with its number in the file, and what is wrong with the others.

    Of a folder the hands are numbered through, file by file; format is "mixed" if the files have several.
    """

    hands: tuple[Hand, ...]
    numbers: tuple[int, ...]
    problems: tuple[BadHand, ...]
    format: HistoryFormat | Literal["mixed"]

    def __len__(self) -> int:
        return len(self.hands)

    def __iter__(self) -> Iterator[Hand]:
        return iter(self.hands)

    def hand(self, number: int) -> Hand:
        """Return a hand by its number in the file, counted from 1."""
        if number in self.numbers:
            return self.hands[self.numbers.index(number)]
        for problem in self.problems:
            if problem.number == number:
                raise HistoryError(f"hand {number} could not be read: {problem.reason}")
        total = len(self.hands) + len(self.problems)
        raise HistoryError(f"there is no hand {number}; the file has {total}, counted from 1")


def read_hands(
    source: str | os.PathLike[str],
    format: HistoryFormat | None = None,
    *,
    game: Game | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> HandHistory:
    """Read all hands of a file, of all files in a folder, or of a text: with a line break, or one state string.

    A hand that cannot be read, is not legal or not finished becomes a `BadHand`; the others are kept. format: by
    default what the text looks like. game: of ACPC states, which do not say it; by default the competition's own.
    progress(done, total) is called now and then, in characters, or in files of a folder.

    >>> log = '''STATE:0:rc/cc/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:20|-20:Alice|Bob
    ... STATE:1:rc/cc/cc/c:Ad3s|8d5d/2cAs8s/Tc/Qh:20|-20:Alice|Bob
    ... STATE:3:crc/rc/rc/cc:Ad3s|8d5d/2cAs8s/Tc/Qh:50|-50:Bob|Alice'''
    >>> history = read_hands(log)
    >>> len(history), history.numbers, history.format
    (2, (1, 3), 'acpc')
    >>> print(history.problems[0])
    hand 2 (line 2): the hand is not over: Bob is to act; the betting may be cut off
    """
    if not is_text(source) and Path(source).is_dir():
        return _read_folder(Path(source), format, game, progress)
    text = read_text(source)
    parts = [(check_format(format), 1, text)] if format is not None else format_parts(text)
    hands, numbers, problems = list[Hand](), list[int](), list[BadHand]()
    each = (found for part in parts for found in hands_of(*part, game, progress))
    for number, found in enumerate(each, start=1):
        if isinstance(found, Hand):
            hands.append(found)
            numbers.append(number)
        else:
            problems.append(replace(found, number=number))
    kinds = {kind for kind, _, _ in parts}
    if not hands and not problems:
        raise HistoryError(f"there is no hand in it, read as {kinds.pop()}")
    return HandHistory(
        tuple(hands), tuple(numbers), tuple(problems), kinds.pop() if len(kinds) == 1 else "mixed"
    )


def history_files(folder: str | os.PathLike[str]) -> list[Path]:
    """Return the files in a folder, and in those below it, whose names end like histories."""
    return sorted(
        path for path in Path(folder).rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file()
    )


def write_hands(
    hands: Iterable[Hand],
    path: str | os.PathLike[str],
    format: HistoryFormat | None = None,
    *,
    skip: bool = False,
) -> tuple[BadHand, ...]:
    """Write hands to a file, whole or not at all; the format is by default that of the file's ending.

    Endings are .phh (one hand), .phhs, .ohh, .txt (PokerStars) and .log (ACPC). A hand that the format cannot express
    is an error, or with skip is left out and returned; if none is left, no file is written.
    """
    kind = check_format(format) if format is not None else format_of_suffix(path)
    hands = list(hands)
    if kind == "phh" and Path(path).suffix.lower() == ".phh" and len(hands) != 1:
        raise HistoryError(f"a .phh file holds one hand, not {len(hands)}; give the file the ending .phhs")
    text, problems = hands_text(hands, kind, skip=skip, many=Path(path).suffix.lower() != ".phh")
    if text:
        write_whole(path, [text.encode()])
    return problems


def hands_text(
    hands: Sequence[Hand], format: HistoryFormat, *, skip: bool = False, many: bool = True
) -> tuple[str, tuple[BadHand, ...]]:
    """Return the text of a file of hands, and with skip the hands that the format cannot express.

    many: False for a single hand in PHH, which then stands without a table header.
    """
    kind = check_format(format)
    write = _TABLE[kind].write
    if write is None:
        raise HistoryError(f"hands are not written as {kind}, only read; written are {', '.join(WRITTEN)}")
    texts, problems = list[str](), list[BadHand]()
    for number, hand in enumerate(hands, start=1):
        try:
            texts.append(write(hand))
        except RiverboatError as problem:
            if not skip:
                raise HistoryError(f"hand {number}: {problem}") from None
            problems.append(BadHand(number, 0, hand.hand_id, str(problem)))
    if kind == "phh" and many:
        texts = [f"[{number}]\n{text}" for number, text in enumerate(texts, start=1)]
    between = _TABLE[kind].between
    end = "\n" if texts and not texts[-1].endswith("\n") else ""
    return between.join(texts) + end, tuple(problems)


def detect_format(text: str) -> HistoryFormat:
    """Return the format that a text looks like.

    >>> detect_format("STATE:0:f:7d3d|2hAc:50|-50:Alice|Bob"), detect_format("[1]\\nvariant = 'NT'")
    ('acpc', 'phh')
    """
    beginning = text[:_SNIFFED]
    if not beginning.strip():
        raise HistoryError("there is no hand in it: it is empty")
    if "\0" in beginning:
        raise HistoryError("it is no text, and so no history; give a file such as session.txt")
    for kind, row in _TABLE.items():
        if row.looks.search(beginning):
            return kind
    raise HistoryError(
        f"'{beginning.strip()[:40]}' does not look like any format that is read: {', '.join(FORMATS)}; "
        "if it is one of them, say which"
    )


def format_of_suffix(path: str | os.PathLike[str]) -> HistoryFormat:
    """Return the format that the ending of a file's name stands for.

    >>> format_of_suffix("match.phhs"), format_of_suffix("table.LOG")
    ('phh', 'acpc')
    """
    suffix = Path(path).suffix.lower()
    if suffix not in _SUFFIXES:
        raise HistoryError(
            f"the ending of '{path}' names no format; endings are {', '.join(_SUFFIXES)}, "
            f"or say one of {', '.join(FORMATS)}"
        )
    return _SUFFIXES[suffix]


# --- parts -------------------------------------------------------------------------------------------------


def format_parts(text: str) -> list[tuple[HistoryFormat, int, str]]:
    """Return the parts of a text that have a format each, with the lines where they begin; mostly it is one.

    A log of PokerNow is one part, as is a file of Open Hand History: what they hold may look like anything.

    >>> text = "STATE:0:f:7d3d|2hAc:50|-50:Ann|Bob\\nPokerStars Hand #7:  Hold'em No Limit (50/100)\\nTable '1'"
    >>> [(kind, line) for kind, line, _ in format_parts(text)]
    [('acpc', 1), ('pokerstars', 2)]
    """
    kind = detect_format(text)
    if kind not in _BEGINS:
        return [(kind, 1, text)]
    found = sorted(
        (match.start(), other) for other, begins in _BEGINS.items() for match in begins.finditer(text)
    )
    if len({other for _, other in found}) < 2:
        return [(kind, 1, text)]
    cuts = [(0, found[0][1])]
    cuts += [(at, kind) for (_, before), (at, kind) in pairwise(found) if kind != before]
    ends = [at for at, _ in cuts[1:]] + [len(text)]
    return [
        (kind, 1 + text.count("\n", 0, at), text[at:end]) for (at, kind), end in zip(cuts, ends, strict=True)
    ]


def hands_of(
    kind: HistoryFormat,
    first: int,
    text: str,
    game: Game | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[Hand | BadHand]:
    """Yield every hand of a text of one format, or why it cannot be read, without a number. first: the text's line."""
    read = _TABLE[kind].read
    if kind == "acpc":
        read = partial(read_acpc, game=game) if game else _read_acpc_of(text)
    done = 0
    for count, (line, part) in enumerate(_TABLE[kind].split(text)):
        try:
            hand = read(part)
            if not hand.is_over and not part.startswith("MATCHSTATE"):
                actor = hand.table().actor
                raise HistoryError(
                    f"the hand is not over: {hand.names[actor or 0]} is to act; it may be cut off"
                )
            yield hand
        except RiverboatError as problem:
            yield BadHand(0, first + line - 1, part, str(problem))
        done += len(part)
        if progress is not None and count % 100 == 0:
            progress(done, len(text))


def _read_acpc_of(text: str) -> Callable[[str], Hand]:
    """States do not say whether they are limit or no-limit; the raises of the whole log do."""
    raises = re.search(r"^(?:MATCHSTATE:[^:]*|STATE):[^:]*:[fck/]*r([0-9]?)", text, re.MULTILINE)
    named = re.search(r"^#.*[. ](no)?limit\.", text, re.MULTILINE)
    limit = not raises[1] if raises else named is not None and not named[1]

    def read(part: str) -> Hand:
        fields = part.split(":")
        players = (fields[-1] if fields[0] == "STATE" else fields[-1].split("/")[0]).count("|") + 1
        return read_acpc(part, standard_game(players, limit) if 2 <= players <= 10 else None)

    return read


def _read_folder(
    folder: Path,
    format: HistoryFormat | None,
    game: Game | None,
    progress: Callable[[int, int], object] | None,
) -> HandHistory:
    """Read the files of a folder one after the other; what is no history is told as a problem."""
    hands, numbers, problems, before = list[Hand](), list[int](), list[BadHand](), 0
    kinds, files = set[HistoryFormat | Literal["mixed"]](), history_files(folder)
    if not files:
        raise HistoryError(f"there is no history in '{folder}'; files of hands end in {', '.join(_SUFFIXES)}")
    for done, path in enumerate(files, start=1):
        name = str(path.relative_to(folder))
        try:
            found = read_hands(path, format, game=game)
        except HistoryError as problem:
            problems.append(BadHand(0, 0, "", str(problem), name))
        else:
            hands += found.hands
            numbers += [before + number for number in found.numbers]
            problems += [replace(bad, number=before + bad.number, file=name) for bad in found.problems]
            before += len(found.hands) + len(found.problems)
            kinds.add(found.format)
        if progress is not None:
            progress(done, len(files))
    kind = kinds.pop() if len(kinds) == 1 else "mixed"
    return HandHistory(tuple(hands), tuple(numbers), tuple(problems), kind)


def is_text(source: str | os.PathLike[str]) -> TypeGuard[str]:
    """Whether a source is a history itself, and no name of a file."""
    return isinstance(source, str) and (
        "\n" in source or source.startswith(("STATE:", "MATCHSTATE:", '{"ohh"'))
    )


def read_text(source: str | os.PathLike[str]) -> str:
    """Return a text that was given, or that of a file."""
    if is_text(source):
        return source.lstrip("\ufeff")
    if "\0" in str(source):
        raise HistoryError(f"{str(source)[:40]!r} is neither the name of a file nor a history")
    return decoded(Path(source).read_bytes())


def decoded(data: bytes) -> str:
    """Return the bytes of a file as text, whatever wrote them."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace").replace("\r\n", "\n")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\n".join(_decoded(line) for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"))
    return text.replace("\r\n", "\n")


def _decoded(line: bytes) -> str:
    """A line of a file that is not in UTF-8 throughout: older programs wrote names and signs of money otherwise."""
    for encoding in ("utf-8", "cp1252"):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")


def check_format(format: str) -> HistoryFormat:
    """Return the name of a format, which must be one."""
    for kind in FORMATS:
        if kind == format:
            return kind
    raise HistoryError(f"{format!r} is not a format; formats are {', '.join(FORMATS)}")
