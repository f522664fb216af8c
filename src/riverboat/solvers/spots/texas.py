"""Spots from command files of TexasSolver's console: a line `set_something value` for each setting."""

from __future__ import annotations

import re
from typing import Final

from riverboat.base.arguments import did_you_mean
from riverboat.base.streets import STREETS
from riverboat.errors import MenuError
from riverboat.games.trees.sizes import parse_sizes
from riverboat.solvers.spots.spot_file import (
    PLAYERS,
    Entry,
    SpotFile,
    force_from_stack_share,
    required,
    sizes_by_street,
)

COMMAND: Final = re.compile(r"(set_\w+|build_tree|start_solve|dump_result)\b\s*(.*)")
_KINDS: Final = {"bet": "bets", "raise": "raises", "donk": "donks"}

_REQUIRED: Final = {
    "set_board": "set_board Qs,Jh,2h",
    "set_range_oop": "set_range_oop AA,KK,AKs",
    "set_range_ip": "set_range_ip QQ,JJ,AQs:0.5",
    "set_pot": "set_pot 50",
    "set_effective_stack": "set_effective_stack 200",
}
_EXAMPLES: Final = {
    **_REQUIRED,
    "set_bet_sizes": "set_bet_sizes oop,flop,bet,50",
    "set_allin_threshold": "set_allin_threshold 0.67",
    "set_accuracy": "set_accuracy 0.5",
    "set_max_iteration": "set_max_iteration 200",
    "set_thread_num": "set_thread_num 8",
}
_UNUSED: Final = (
    "set_print_interval", "set_use_isomorphism", "set_dump_rounds", "set_raise_limit", "build_tree", "start_solve",
    "dump_result",
)  # fmt: skip


def read_texas(text: str) -> SpotFile:
    """Return the spot of a TexasSolver command file.

    A kind of bet without sizes is not offered. A bet that puts `set_allin_threshold` of the stack in becomes all-in.

    >>> spot = read_texas("set_pot 50\\nset_effective_stack 200\\nset_board Qs,Jh,2h,5c,9d\\nset_range_ip AA,KK\\n"
    ...                   "set_range_oop QQ\\nset_bet_sizes oop,river,bet,50,100\\nset_bet_sizes ip,river,allin")
    >>> spot.board, spot.sizes["river"]
    ('QsJh2h5c9d', {'oop': {'bets': '50 100', 'raises': 'none'}, 'ip': {'bets': 'a', 'raises': 'a'}})
    """
    found: dict[str, Entry] = {}
    sizes: dict[tuple[str, str, str], str] = {}
    all_in: dict[tuple[str, str], bool] = {}
    notes: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        entry = _entry(number, line.strip())
        if entry.key == "set_bet_sizes":
            _bet_sizes(entry, sizes, all_in)
        elif entry.key in _EXAMPLES:
            found[entry.key] = entry  # a later line overrides an earlier one, as in the console
        elif entry.key == "set_raise_limit":
            notes.append(f"line {number}, set_raise_limit: not used; raises end where the stacks do")
    required(found, _REQUIRED)
    board = found["set_board"].cards()
    pot, stack = found["set_pot"].whole(1), found["set_effective_stack"].whole(1)
    table, when = sizes_by_street(board, sizes, all_in)
    share = found["set_allin_threshold"].number() if "set_allin_threshold" in found else 1.0
    options = {
        name: found[key].number(1e-9) if name == "accuracy_percent" else found[key].whole(1)
        for name, key in (
            ("accuracy_percent", "set_accuracy"),
            ("iterations", "set_max_iteration"),
            ("threads", "set_thread_num"),
        )
        if key in found
    }
    return SpotFile(
        board=board,
        oop=found["set_range_oop"].range(),
        ip=found["set_range_ip"].range(),
        pot=pot,
        stack=stack,
        sizes=table,
        all_in=when,
        force_all_in=force_from_stack_share(min(share, 1.0), pot, stack),
        merge=0.0,
        notes=tuple(notes),
        **options,  # type: ignore[arg-type]  # numbers and whole numbers as the fields want them
    )


def _entry(number: int, line: str) -> Entry:
    match = COMMAND.fullmatch(line)
    key = match[1] if match else line.split()[0]
    if match is None or (key not in _EXAMPLES and key not in _UNUSED):
        near = did_you_mean(key, (*_EXAMPLES, *_UNUSED))
        raise Entry(number, key, "", "set_pot 50").error(f"it is not a command{near}")
    return Entry(number, key, match[2].strip(), _EXAMPLES.get(key, key))


def _bet_sizes(
    entry: Entry, sizes: dict[tuple[str, str, str], str], all_in: dict[tuple[str, str], bool]
) -> None:
    player, street, kind, *given = [part.strip().lower() for part in entry.text.split(",")] + [""] * 3
    given = [size for size in given if size]
    if player not in PLAYERS or street not in STREETS[1:] or kind not in (*_KINDS, "allin"):
        raise entry.error(
            f"{entry.text!r} must be a player (oop, ip), a street, a kind (bet, raise, donk, allin) and sizes"
        )
    if kind == "allin":
        all_in[street, player] = True
        return
    try:
        parse_sizes(" ".join(given), "raise" if kind == "raise" else "bet")
    except MenuError as problem:
        raise entry.error(str(problem)) from None
    sizes[street, player, _KINDS[kind]] = " ".join(given)
