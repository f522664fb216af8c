"""Reads folders of other people's hand histories, says what share of them is read and why the rest is not.

    python hostile/histories.py FOLDER... [--round-trips 2000] [--fuzz 20000] [--goal 0.999]

Every file that looks like a history is read, by whichever reader knows it; reading compares each hand with its own
totals. A table tells, by folder and format: the hands, those of hold'em, those read, and the others by reason and by
whose fault it is. Then hands are written in each format and read back, and lines of hands that can be read are
spoilt at random: a reader may refuse what comes of it, but no error other than ours may come out.

Public sets to point it at: the PHH dataset (uoftcprg/phh-dataset), the regression files of fpdb-3, the samples of
HHSmithy's parser, and the PokerNow logs in DrkYoda's and smashthategg's repositories.

Ends with 1 if a foreign error came out, a hand did not come back as it was, or less than the goal was read of the
hold'em hands that are not broken in themselves.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from riverboat.errors import HistoryError, RiverboatError
from riverboat.games import Hand, hands_text, read_hands
from riverboat.games.histories.formats import HistoryFormat, detect_format, history_files
from riverboat.games.histories.reasons import Reason, reason_of

TOLD: tuple[HistoryFormat, ...] = ("phh", "ohh", "pokerstars")
"""The formats that tell a hand with its rake."""
_KEPT = 400  # texts of each format that are kept to be spoilt
_LETTERS = "0123456789.,:$[](){}\"'#\\-+ \tAKQJTcdhs♥€é\x00\ud800"


@dataclass
class Count:
    """What was found in one folder in one format."""

    read: int = 0
    house: int = 0
    refused: Counter[Reason] = field(default_factory=Counter)

    def of(self, *faults: str) -> int:
        """How many were refused through such a fault."""
        return sum(count for reason, count in self.refused.items() if reason.fault in faults)

    @property
    def hands(self) -> int:
        """All hands."""
        return self.read + self.refused.total()

    @property
    def holdem(self) -> int:
        """Those of hold'em."""
        return self.hands - self.of("another game")

    @property
    def whole(self) -> int:
        """Those of hold'em that are not broken in themselves."""
        return self.holdem - self.of("broken")


@dataclass
class Findings:
    """What was found in all folders."""

    counts: dict[tuple[str, str], Count] = field(default_factory=dict)
    passed_over: int = 0
    foreign: list[str] = field(default_factory=list)
    texts: dict[HistoryFormat, list[str]] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)
    seen: int = 0


def read_folder(folder: Path, found: Findings, rng: random.Random, keep: int) -> None:
    """Read all files of a folder, and keep some of the hands, each with the same chance."""
    files = history_files(folder) if folder.is_dir() else [folder]
    for number, path in enumerate(files, start=1):
        if number % 100 == 0:
            print(f"\r{folder.name}: {number:,} of {len(files):,} files", end="", file=sys.stderr)
        try:
            history = read_hands(path)
        except RiverboatError:
            found.passed_over += 1
            continue
        except Exception as problem:  # what comes out here is what this program looks for
            found.foreign.append(f"{path}: {problem!r}")
            continue
        if not history.hands and all(
            "bet_limit" in bad.reason or "JSON" in bad.reason for bad in history.problems
        ):
            found.passed_over += 1  # JSON, but no hands
            continue
        count = found.counts.setdefault((folder.name, history.format), Count())
        count.read += len(history.hands)
        count.house += sum(hand.house_rules for hand in history.hands)
        count.refused.update(reason_of(bad.reason) for bad in history.problems)
        for hand in history.hands:
            found.seen += 1
            if len(found.hands) < keep:
                found.hands.append(hand)
            elif (place := rng.randrange(found.seen)) < keep:
                found.hands[place] = hand
        texts = found.texts.setdefault(detect_format(_text(path)), [])
        if history.hands and len(texts) < _KEPT:
            texts.append(_text(path)[:20_000])
    print(f"\r{folder.name}: {len(files):,} files{' ' * 20}", file=sys.stderr)


def round_trips(hands: Sequence[Hand]) -> tuple[dict[HistoryFormat, Counter[str]], list[str]]:
    """Write each hand in each format and read it back: the same, or the format cannot tell it."""
    counts, wrong = {kind: Counter[str]() for kind in TOLD}, list[str]()
    for hand in hands:
        for kind in TOLD:
            try:
                text, _ = hands_text([hand], kind)
            except HistoryError:
                counts[kind]["cannot be told in it"] += 1
                continue
            back = read_hands(text, kind)
            same = [one for one in back if _core(one, hand) == _core(hand, one)]
            counts[kind]["the same" if same else "another"] += 1
            if not same:
                wrong.append(f"{kind}: {hand.site} {hand.hand_id}")
    return counts, wrong


def fuzz(
    texts: dict[HistoryFormat, list[str]], times: int, rng: random.Random
) -> tuple[Counter[str], list[str]]:
    """Spoil lines of files and read them: hands, refusals, and errors that are not ours."""
    counts, foreign = Counter[str](), list[str]()
    kinds = [kind for kind, some in texts.items() if some]
    for _ in range(times if kinds else 0):
        kind = rng.choice(kinds)
        text = _spoilt(rng.choice(texts[kind]), rng)
        try:
            history = read_hands(text + "\n", kind)
            counts["hands read"] += len(history.hands)
            counts["hands refused"] += len(history.problems)
        except RiverboatError:
            counts["files refused"] += 1
        except Exception as problem:  # any other error is a fault of the reader
            foreign.append(f"{kind}: {problem!r}")
    return counts, foreign


# --- parts -------------------------------------------------------------------------------------------------


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig", errors="replace")


def _core(hand: Hand, other: Hand) -> tuple[object, ...]:
    """What must be the same of two hands, in the smaller chips of the two."""
    hand = hand.with_decimals(max(hand.decimals, other.decimals))
    game = hand.game
    try:
        payoffs: object = hand.payoffs
    except RiverboatError:
        payoffs = None
    return (game.blinds, game.antes, game.stacks, hand.actions, hand.board, hand.more_boards, payoffs)


def _spoilt(text: str, rng: random.Random) -> str:
    """A stretch of a file with a few of its lines or letters changed."""
    lines = text.split("\n")
    start = rng.randrange(len(lines))
    lines = lines[start : start + rng.randint(20, 120)] if rng.random() < 0.8 else lines[:200]
    for _ in range(rng.randint(1, 4)):
        place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        line = lines[place]
        letter = rng.randrange(len(line) + 1)
        lines[place] = rng.choice(
            [
                "",
                lines[other],
                line[:letter],
                line[:letter] + rng.choice(_LETTERS) + line[letter + 1 :],
                line[:letter] + line[letter + 1 :],
                line + lines[other],
                line.replace("1", "99999999999"),
            ]
        )
        if rng.random() < 0.3:
            lines[place], lines[other] = lines[other], lines[place]
    return "\n".join(lines)


def _tell(found: Findings) -> None:
    head = f"{'folder':<22}{'format':<12}{'hands':>9}{'holdem':>9}{'broken':>8}{'not supp.':>10}{'read':>9}{'share':>9}"
    print(head)
    for (folder, kind), count in sorted(found.counts.items()):
        share = f"{count.read / count.whole:.3%}" if count.whole else "-"
        print(
            f"{folder[:21]:<22}{kind:<12}{count.hands:>9,}{count.holdem:>9,}{count.of('broken'):>8,}"
            f"{count.of('not supported'):>10,}{count.read:>9,}{share:>9}"
        )
    for (folder, kind), count in sorted(found.counts.items()):
        for reason, times in count.refused.most_common():
            print(f"{folder[:21]:<22}{kind:<12}{times:>9,}  {reason.words} ({reason.fault})")
        if count.house:
            print(f"{folder[:21]:<22}{kind:<12}{count.house:>9,}  read, with what only house rules allow")
    print(f"files without hands: {found.passed_over:,}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Read, write back, spoil; returns the exit status."""
    parser = argparse.ArgumentParser(description="Read folders of other people's hand histories.")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--round-trips", type=int, default=2_000, help="hands to write and read back")
    parser.add_argument("--fuzz", type=int, default=20_000, help="spoilt files to read")
    parser.add_argument(
        "--goal", type=float, default=0.999, help="share of the whole hold'em hands to be read"
    )
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    rng, found = random.Random(asked.seed), Findings()
    for folder in asked.folders:
        read_folder(folder, found, rng, asked.round_trips)
    _tell(found)
    trips, changed = round_trips(found.hands)
    for kind, outcome in trips.items():
        told = ", ".join(f"{count:,} {words}" for words, count in outcome.most_common())
        print(f"written as {kind} and read back: {told or 'none'}")
    spoilt, foreign = fuzz(found.texts, asked.fuzz, rng)
    print("spoilt: " + (", ".join(f"{count:,} {words}" for words, count in spoilt.items()) or "none"))
    foreign += found.foreign
    for what, wrong in (("errors that are not ours", foreign), ("hands that came back changed", changed)):
        print(f"{what}: {len(wrong)}")
        print("".join(f"  {line}\n" for line in wrong[:10]), end="")
    whole = sum(count.whole for count in found.counts.values())
    read = sum(count.read for count in found.counts.values())
    print(f"read: {read:,} of {whole:,} whole hold'em hands, {read / whole if whole else 0:.4%}")
    return int(bool(foreign or changed) or read < asked.goal * whole or not whole)


if __name__ == "__main__":
    sys.exit(main())
