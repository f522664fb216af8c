"""Betting situations counted the slow way: every history at a table, in plain Python, with keys of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from riverboat.games import CALL, FOLD, Action, Menu, Table
from riverboat.games.rules.action import act


@dataclass(frozen=True)
class Memory:
    """What decides legal actions and the menu, but does not show at the table."""

    last_raise: int
    street_raises: int = 0
    hand_raises: int = 0
    acted: frozenset[int] = frozenset()  # on this street
    answered: frozenset[int] = frozenset()  # since the last raise
    street_aggressor: int | None = None
    last_aggressor: int | None = None
    # How the street began: a tree joins streets that begin alike, and situations inside one of them.
    start: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    start_hand_raises: int = 0


def first_memory(table: Table) -> Memory:
    return Memory(_smallest_raise(table, 0))


def after(memory: Memory, table: Table, action: Action) -> Memory:
    """The memory after an action; the table is still before it."""
    seat, highest = table.actor, max(table.bets)
    assert seat is not None
    if table.round == 0:
        highest = max(highest, *table.game.blinds)
    memory = replace(memory, acted=memory.acted | {seat}, answered=memory.answered | {seat})
    if action > CALL:
        memory = replace(
            memory,
            last_raise=max(action - highest, memory.last_raise),
            street_raises=memory.street_raises + 1,
            hand_raises=memory.hand_raises + (highest > 0),
            answered=frozenset({seat}),
            street_aggressor=seat,
        )
    before = table.round
    act(table, action)
    if table.round != before:
        memory = Memory(
            _smallest_raise(table, table.round),
            hand_raises=memory.hand_raises,
            last_aggressor=memory.street_aggressor,
            start=(tuple(table.put_in), tuple(table.in_hand)),
            start_hand_raises=memory.hand_raises,
        )
    table.undo()
    return memory


def exact_keys(menu: Menu, root: Table) -> set[object]:
    """The distinct situations of all histories after the root."""
    table, memory = Table(root.game), first_memory(Table(root.game))
    for action in root.taken:
        memory = after(memory, table, action)
        act(table, action)
    donks = any(
        sizes.donks is not None
        for _, street in menu.streets
        for sizes in (street, street.oop, street.ip)
        if sizes is not None
    )
    keys: set[object] = set()

    def visit(memory: Memory) -> None:
        known = memory if donks else replace(memory, street_aggressor=None, last_aggressor=None)
        cap = menu.max_raises_per_hand
        known = replace(
            known,
            hand_raises=0 if cap is None else min(cap, known.hand_raises),
            start_hand_raises=0 if cap is None else min(cap, known.start_hand_raises),
        )
        waiting = frozenset(
            seat for seat in table.in_hand if seat not in memory.answered and seat not in table.all_in
        )
        known = replace(known, answered=waiting)
        keys.add(
            (table.round, table.actor, tuple(table.in_hand), tuple(table.put_in), tuple(table.bets), known)
        )
        for action in menu.choices(table):
            next_memory = after(memory, table, action)
            act(table, action)
            if not table.is_over:
                visit(next_memory)
            table.undo()

    visit(memory)
    return keys


def _smallest_raise(table: Table, round_: int) -> int:
    game = table.game
    if game.betting == "limit":
        return game.raise_sizes[round_]
    return max(game.min_bet, *game.blinds) if round_ == 0 else game.min_bet


__all__ = ["CALL", "FOLD", "Memory", "after", "exact_keys", "first_memory"]
