"""Spots from PioSOLVER tree files: a line `#Key#Value` for each setting."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from riverboat.errors import MenuError, PayoutError
from riverboat.games.payouts.checked import checked_payouts, checked_stacks
from riverboat.games.trees.sizes import parse_sizes
from riverboat.solvers.spots.spot_file import (
    Entry,
    SpotFile,
    force_from_stack_share,
    required,
    sizes_by_street,
    streets_of,
)

LINE: Final = re.compile(r"#([A-Za-z][\w.]*)#(.*)")
_SIZES: Final = re.compile(r"(Flop|Turn|River)Config(IP)?\.(BetSize|RaiseSize|DonkBetSize|AddAllin)")
_KINDS: Final = {"BetSize": "bets", "RaiseSize": "raises", "DonkBetSize": "donks"}

_REQUIRED: Final = {
    "Range0": "#Range0#AA,KK,AKs",
    "Range1": "#Range1#QQ-99,AQs:0.5",
    "Board": "#Board#Ah Kd 9c",
    "Pot": "#Pot#550",
    "EffectiveStacks": "#EffectiveStacks#2100",
}
_EXAMPLES: Final = {
    **_REQUIRED,
    "Type": "#Type#NoLimit",
    "AllinThreshold": "#AllinThreshold#60",
    "AddAllinOnlyIfLessThanThisTimesThePot": "#AddAllinOnlyIfLessThanThisTimesThePot#250",
    "MergeSimilarBets": "#MergeSimilarBets#True",
    "MergeSimilarBetsThreshold": "#MergeSimilarBetsThreshold#12",
    "CapEnabled": "#CapEnabled#True",
    "CapMode": "#CapMode#NoLimit",
    "ICM.Enabled": "#ICM.Enabled#False",
    "ICM.ICMFormat": "#ICM.ICMFormat#Pio ICM structure",
    "ICM.Payouts": "#ICM.Payouts#500\\n300\\n200",
    "ICM.Stacks": "#ICM.Stacks#2100\\n2100\\n4000",
}


def read_pio(text: str) -> SpotFile:
    """Return the spot of a Pio tree file.

    `Config` is the player out of position, `ConfigIP` the other. A kind of bet without sizes is not offered. A bet
    that puts `AllinThreshold` percent of the stack in becomes all-in. With `ICM.Enabled` it is played for
    `ICM.Payouts`; `ICM.Stacks` are what who is out of position, the other and those who are not in the hand have left,
    beside the pot. Between numbers stand a backslash and an n, as other programs write them.

    >>> spot = read_pio("#Range0#AA\\n#Range1#KK\\n#Board#2c 7d 9h Ts Jd\\n#Pot#100\\n#EffectiveStacks#300\\n"
    ...                 "#RiverConfig.BetSize#50 100\\n#RiverConfigIP.RaiseSize#3x")
    >>> spot.sizes["river"]
    {'oop': {'bets': '50 100', 'raises': 'none'}, 'ip': {'bets': 'none', 'raises': '3x'}}
    """
    found, notes = _entries(text)
    required(found, _REQUIRED)
    _check_kind(found)
    board = found["Board"].cards()
    pot, stack = found["Pot"].whole(1), found["EffectiveStacks"].whole(1)
    sizes: dict[tuple[str, str, str], str] = {}
    all_in: dict[tuple[str, str], bool] = {}
    for key, entry in found.items():
        if match := _SIZES.fullmatch(key):
            street, player = match[1].lower(), "ip" if match[2] else "oop"
            if match[3] == "AddAllin":
                all_in[street, player] = _flag(entry)
            else:
                sizes[street, player, _KINDS[match[3]]] = _size_text(entry, match[3])
    table, when = sizes_by_street(board, sizes, all_in)
    limit = found.get("AddAllinOnlyIfLessThanThisTimesThePot")
    somewhere = any(on and street in streets_of(board) for (street, _), on in all_in.items())
    if limit is not None and when == "never" and somewhere:
        notes.append(
            f"line {limit.line}, {limit.key}: not used, as all-in is added on some streets only; there always"
        )
    payouts, stacks = _icm(found, stack)
    share = found["AllinThreshold"].number() / 100 if "AllinThreshold" in found else 1.0
    return SpotFile(
        board=board,
        oop=found["Range0"].range(),
        ip=found["Range1"].range(),
        pot=pot,
        stack=stack if not payouts or stacks[0] == stacks[1] == stack else (int(stacks[0]), int(stacks[1])),
        payouts=payouts,
        others=stacks[2:],
        sizes=table,
        all_in=limit.number() / 100 if limit is not None and when == "always" else when,
        force_all_in=force_from_stack_share(min(share, 1.0), pot, stack),
        merge=_merge(found),
        notes=tuple(notes),
    )


def _entries(text: str) -> tuple[dict[str, Entry], list[str]]:
    """Return what the file says by key, and notes on what nobody uses."""
    found: dict[str, Entry] = {}
    notes: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        match = LINE.fullmatch(line.strip())
        if match is None:
            raise Entry(number, line.strip()[:40], "", "#Pot#550").error("it is not of the form #Key#Value")
        key, value = match[1], match[2].strip()
        size = _SIZES.fullmatch(key)
        known = size is not None or key in _EXAMPLES
        example = (
            f"#{key}#{'True' if key.endswith('AddAllin') else '33 75'}" if size else _EXAMPLES.get(key, "")
        )
        if not known:
            notes.append(f"line {number}, {key}: not used")
        elif key in found:
            raise Entry(number, key, value, example).error(f"it stands in line {found[key].line} already")
        else:
            found[key] = Entry(number, key, value, example)
    return found, notes


def _check_kind(found: dict[str, Entry]) -> None:
    kind = found.get("Type")
    if kind is not None and kind.text.lower() != "nolimit":
        raise kind.error(f"{kind.text!r} is another game; only no-limit hold'em is read")


def _icm(found: dict[str, Entry], effective: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return prizes by place and the stacks of all, the two of the hand first; both empty where it is for chips."""
    enabled = found.get("ICM.Enabled")
    if enabled is None or not _flag(enabled):
        return (), ()
    for key in ("ICM.Payouts", "ICM.Stacks"):
        if key not in found:
            raise enabled.error(f"it is True, and there is no {key}; add a line such as {_EXAMPLES[key]}")
    payouts, stacks = _numbers(found["ICM.Payouts"]), _numbers(found["ICM.Stacks"])
    if len(stacks) < 2 or min(stacks[:2]) != effective or any(stack % 1 for stack in stacks[:2]):
        raise found["ICM.Stacks"].error(
            f"the first two are whole stacks of who plays, the shorter of them EffectiveStacks, {effective}"
        )
    while payouts and payouts[-1] == 0:
        payouts = payouts[:-1]
    try:
        checked_payouts(payouts, len(stacks))
        checked_stacks(stacks)
    except PayoutError as problem:
        raise found["ICM.Payouts" if "payout" in str(problem) else "ICM.Stacks"].error(str(problem)) from None
    return payouts, stacks


def _numbers(entry: Entry) -> tuple[float, ...]:
    """Return the numbers of a line, which stand between a backslash and an n."""
    parts = entry.text.replace("\\n", " ").split()
    return tuple(replace(entry, text=part).number() for part in parts)


def _flag(entry: Entry) -> bool:
    if entry.text.lower() not in ("true", "false"):
        raise entry.error(f"{entry.text!r} must be True or False")
    return entry.text.lower() == "true"


def _size_text(entry: Entry, kind: str) -> str:
    if not entry.text:
        return ""
    try:
        parse_sizes(entry.text, "raise" if kind == "RaiseSize" else "bet")
    except MenuError as problem:
        raise entry.error(str(problem)) from None
    return entry.text


def _merge(found: dict[str, Entry]) -> float:
    on, limit = found.get("MergeSimilarBets"), found.get("MergeSimilarBetsThreshold")
    if limit is None or (on is not None and not _flag(on)):
        return 0.0
    return limit.number() / 100
