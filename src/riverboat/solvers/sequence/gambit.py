"""Gambit's files of extensive games, `.efg`, in sequence form."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Final

from riverboat.base.checks import instance
from riverboat.base.sources import read_source
from riverboat.errors import FileFormatError, SolverError
from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.rules import Step, form_of_steps

_TOKEN: Final = re.compile(r'"((?:[^"\\]|\\.)*)"|([{},])|([^\s{},"]+)')
_KINDS: Final = ("c", "p", "t")
_NEAR: Final = 1e-9


@dataclass
class _Node:
    """A node of the file: its kind, and what belongs to it."""

    kind: str
    player: int = 0
    knows: tuple[int, int] = (0, 0)
    moves: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()
    payoff: float = 0.0
    children: list[_Node] = field(default_factory=list)


def read_efg(path: str | os.PathLike[str]) -> SequenceForm:
    """Read a game of two players in which one wins what the other loses.

    Payoffs at inner nodes are added on the way. Damaged files, other numbers of players and payoffs whose sum changes
    are errors that name the line.
    """
    text = read_source(path, False, FileFormatError)
    return form_of_efg(text, Path(path).name)


def form_of_efg(text: str, name: str = "game.efg") -> SequenceForm:
    """Return the form of a game in the text of an `.efg` file.

    >>> form_of_efg(
    ...     'EFG 2 R "matching pennies" { "A" "B" }\\n'
    ...     'p "" 1 1 "" { "h" "t" } 0\\n'
    ...     'p "" 2 1 "" { "h" "t" } 0\\nt "" 1 "" { 1, -1 }\\nt "" 2 "" { -1, 1 }\\n'
    ...     'p "" 2 1 "" { "h" "t" } 0\\nt "" 2 "" { -1, 1 }\\nt "" 1 "" { 1, -1 }\\n'
    ... )
    <SequenceForm 'matching pennies': 3 and 3 sequences, 1 and 1 information sets, 4 entries>
    """
    instance("text", text, str, FileFormatError, example='EFG 2 R "title" ...')
    reader = _Reader(text, name)
    title = reader.header()
    root = reader.tree()
    return form_of_steps(root, _step, title or name)


def _step(node: _Node) -> Step[_Node]:
    if node.kind == "t":
        return Step(payoff=node.payoff)
    if node.kind == "c":
        return Step(chances=node.chances, children=node.children)
    return Step(player=node.player, knows=f"set {node.knows[1]}", moves=node.moves, children=node.children)


class _Reader:
    """Takes the words of a file one by one, and says where it did not understand one."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.words: list[tuple[str, bool, int]] = []  # the word, whether it stood in quotes, and its line
        line, at = 1, 0
        for found in _TOKEN.finditer(text):
            line += text.count("\n", at, found.start())
            at = found.start()
            quoted = found.group(1) is not None
            word = found.group(1) if quoted else found.group(2) or found.group(3)
            if not quoted and word == ",":
                continue
            self.words.append((word, quoted, line))
        self.place = 0
        self.outcomes: dict[int, tuple[float, ...]] = {}
        self.sets: dict[tuple[int, int], tuple[str, ...]] = {}
        self.chance_sets: dict[int, tuple[tuple[str, ...], tuple[float, ...]]] = {}
        self.sum: float | None = None

    # --- words -----------------------------------------------------------------------------------------------------

    def wrong(self, what: str) -> FileFormatError:
        at = min(self.place, len(self.words)) - 1
        line = self.words[at][2] if at >= 0 else 1
        return FileFormatError(f"{self.name!r}, line {line}: {what}")

    def take(self, what: str) -> tuple[str, bool]:
        if self.place >= len(self.words):
            raise self.wrong(f"the file ends where {what} must come")
        word, quoted, _ = self.words[self.place]
        self.place += 1
        return word, quoted

    def text(self, what: str) -> str:
        word, quoted = self.take(what)
        if not quoted:
            raise self.wrong(f'{word!r} stands where {what} in quotes must come, such as "A"')
        return word

    def number(self, what: str) -> float:
        word, quoted = self.take(what)
        try:
            return float("x" if quoted else Fraction(word))
        except (ValueError, ZeroDivisionError, OverflowError):
            raise self.wrong(f"{word!r} stands where {what} must come, such as 1/6 or 0.5") from None

    def whole(self, what: str) -> int:
        number = self.number(what)
        if number != int(number) or number < 0:
            raise self.wrong(f"{number:g} stands where {what} must come, a whole number from 0 up")
        return int(number)

    def is_next(self, word: str) -> bool:
        return self.place < len(self.words) and self.words[self.place][:2] == (word, False)

    def is_text_next(self) -> bool:
        return self.place < len(self.words) and self.words[self.place][1]

    def mark(self, mark: str, what: str) -> None:
        word, quoted = self.take(f"{mark} of {what}")
        if quoted or word != mark:
            raise self.wrong(f"{word!r} stands where {mark} of {what} must come")

    # --- the file --------------------------------------------------------------------------------------------------

    def header(self) -> str:
        if [self.take("EFG 2 R")[0] for _ in range(2)] != ["EFG", "2"] or self.take("R")[0] not in ("R", "D"):
            raise self.wrong("the file does not begin with EFG 2 R, so it is no extensive game of Gambit")
        title = self.text("the title")
        self.mark("{", "the players")
        players = 0
        while not self.is_next("}"):
            self.text("a player")
            players += 1
        self.mark("}", "the players")
        if players != 2:
            raise SolverError(f"{self.name!r} has {players} players; the sequence form is for two")
        if self.is_text_next():
            self.text("the comment")
        return title

    def tree(self) -> _Node:
        """Read the nodes, which come from the root down, first children first, and see that there are no more."""
        root, paid = self.node()
        open_nodes = [(root, paid)] if root.kind != "t" else []
        self.finish(root, paid)
        while open_nodes:
            parent, before = open_nodes[-1]
            if len(parent.children) == len(parent.moves):
                open_nodes.pop()
                continue
            child, paid = self.node()
            paid = tuple(old + new for old, new in zip(before, paid, strict=True))
            self.finish(child, paid)
            parent.children.append(child)
            if child.kind != "t":
                open_nodes.append((child, paid))
        if self.place < len(self.words):
            self.place += 1
            raise self.wrong(f"{self.words[self.place - 1][0]!r} comes after the last node of the tree")
        return root

    def finish(self, node: _Node, paid: tuple[float, ...]) -> None:
        """Give an end its payoff; all ends pay the two the same sum, which each counts half of."""
        if node.kind != "t":
            return
        if self.sum is None:
            self.sum = sum(paid)
        if abs(sum(paid) - self.sum) > _NEAR * max(1.0, abs(self.sum)):
            raise SolverError(
                f"{self.name!r} pays the two {self.sum:g} in all at one end and {sum(paid):g} at another; in the "
                "sequence form one wins what the other loses"
            )
        node.payoff = paid[0] - self.sum / 2

    def node(self) -> tuple[_Node, tuple[float, ...]]:
        """Read a node, and what is paid there."""
        kind, quoted = self.take("a node, c, p or t,")
        if quoted or kind not in _KINDS:
            raise self.wrong(
                f"{kind!r} stands where a node must come: c for chance, p for a player, t for an end"
            )
        self.text("the name of the node")
        if kind == "c":
            number = self.whole("the number of a chance")
            moves, chances = self.chance(number)
            node = _Node("c", moves=moves, chances=chances)
        elif kind == "p":
            player = self.whole("the number of a player")
            if player not in (1, 2):
                raise self.wrong(f"player {player} moves; there are 1 and 2")
            knows = (player - 1, self.whole("the number of an information set"))
            node = _Node("p", player - 1, knows, self.moves(knows))
        else:
            node = _Node("t")
        return node, self.outcome()

    def chance(self, number: int) -> tuple[tuple[str, ...], tuple[float, ...]]:
        """Read the moves of a chance and how likely they are; later nodes of the same may leave them out."""
        if self.is_text_next():
            self.text("the name of the chance")
        if self.is_next("{"):
            self.mark("{", "chances")
            moves, chances = [], []
            while not self.is_next("}"):
                moves.append(self.text("a chance"))
                chances.append(self.number("how likely it is"))
            self.mark("}", "chances")
            self.chance_sets[number] = (tuple(moves), tuple(chances))
            if not moves or min(chances) < 0 or abs(sum(chances) - 1) > 1e-6:
                raise self.wrong(f"chances are {chances}; they are from 0 up and add up to 1")
        if number not in self.chance_sets:
            raise self.wrong(f"chance {number} has not been told before")
        return self.chance_sets[number]

    def moves(self, knows: tuple[int, int]) -> tuple[str, ...]:
        """Read the moves of an information set; later nodes of it may leave them out."""
        if self.is_text_next():
            self.text("the name of the set")
        if self.is_next("{"):
            self.mark("{", "moves")
            moves = []
            while not self.is_next("}"):
                moves.append(self.text("a move"))
            self.mark("}", "moves")
            if not moves:
                raise self.wrong(f"set {knows[1]} of player {knows[0] + 1} has no moves")
            self.sets[knows] = tuple(moves)
        if knows not in self.sets:
            raise self.wrong(f"set {knows[1]} of player {knows[0] + 1} has not been told before")
        return self.sets[knows]

    def outcome(self) -> tuple[float, ...]:
        """Read what is paid at a node; 0 is nothing, and later nodes may leave out what an outcome pays."""
        number = self.whole("the number of an outcome")
        if self.is_text_next():
            self.text("the name of the outcome")
        if self.is_next("{"):
            self.mark("{", "payoffs")
            paid = []
            while not self.is_next("}"):
                paid.append(self.number("a payoff"))
            self.mark("}", "payoffs")
            if len(paid) != 2:
                raise self.wrong(f"outcome {number} pays {len(paid)} players; there are 2")
            self.outcomes[number] = tuple(paid)
        if number == 0:
            return (0.0, 0.0)
        if number not in self.outcomes:
            raise self.wrong(f"outcome {number} has not been told before")
        return self.outcomes[number]
