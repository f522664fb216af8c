"""GS2 against GS1, Sparbot and Vexbot in series of matches, local best responses, and what turns take to solve.

Run with: python benchmarks/studies/classic/gs_series.py [gs1 sparbot vexbot lbr turns] [--matches 50] [--hands 100]
[--learned 10000] [--runs 1] [--lbr 2000]; `riverboat bots build gs1` and `gs2` come first. Against bots that do not
learn every deal is played in both seats; Vexbot plays one long match a run, cut into as many pieces. The tables of
docs/bots/classic.md.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import numpy as np

import riverboat as rb
from riverboat.bots import make_bot
from riverboat.bots.classic.limit import part_tree
from riverboat.bots.classic.two_phase_bots import TwoPhaseBot
from riverboat.evaluation import Figure, local_best_response, sign_test

PUBLISHED = {"gs1": (38, 0.031), "sparbot": (28, 0.0043), "vexbot": (32, -0.0062)}
"""Of 50 series, those that GS2 won, and small bets a hand (seed 004)."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[*PUBLISHED, "lbr", "turns"])
    parser.add_argument("--player", default="gs2")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--hands", type=int, default=100, help="of a match")
    parser.add_argument("--learned", type=int, default=10_000, help="hands of a run against vexbot")
    parser.add_argument("--runs", type=int, default=1, help="against vexbot")
    parser.add_argument("--lbr", type=int, default=2000, help="hands of the local best response")
    parser.add_argument("--turns", type=int, default=40, help="turns that are solved")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for part in asked.parts:
        began = time.process_time()
        if part == "lbr":
            for name in ("gs1", "gs2"):
                responded(name, asked.lbr, asked.seed)
        elif part == "turns":
            for name in ("gs1", "gs1(method=first-order)", "gs2"):
                turns(name, asked.turns, asked.seed)
        elif part == "vexbot":
            against_vexbot(asked.player, asked.matches, asked.learned, asked.runs, asked.seed)
        else:
            won = [
                match(asked.player, part, asked.hands, asked.seed + number) for number in range(asked.matches)
            ]
            told(f"{asked.player} v {part}, {asked.hands} hands a match", won, PUBLISHED.get(part))
        print(f"  {time.process_time() - began:.0f} s of processor time", flush=True)


def match(player: str, other: str, hands: int, seed: int) -> float:
    """Return small bets a hand of a duplicate match."""
    return rb.play_match([player, other], hands // 2, duplicate=True, seed=seed).bots[0].won.mean / 100


def against_vexbot(player: str, matches: int, hands: int, runs: int, seed: int) -> None:
    """Play long matches in which Vexbot learns."""
    played = [
        np.array([hand.payoffs[hand.names.index(player)] / hand.game.big_blind for hand in records])
        for records in (
            rb.play_match([player, "vexbot"], hands, seed=seed + run, keep_every=1).records
            for run in range(runs)
        )
    ]
    pieces = [piece.mean() for one in played for piece in np.array_split(one, matches // runs)]
    told(f"{player} v vexbot, {hands:,} hands in {runs} run(s)", pieces, PUBLISHED["vexbot"])
    halves = [np.array_split(one, 2) for one in played]
    first, last = (figure(np.concatenate([one[half] for one in halves])) for half in (0, 1))
    print(f"  vexbot loses {sb(first)} in first halves, {sb(last)} in last halves")


def told(what: str, won: Sequence[float], published: tuple[int, float] | None) -> None:
    """Print a series beside the published one."""
    first, second = sum(one > 0 for one in won), sum(one < 0 for one in won)
    beside = "" if published is None else f"; published {published[0]} of 50, {published[1]:+} a hand"
    print(
        f"{what}: {first} of {len(won)} won (p = {sign_test(first, second):.3g}), "
        f"{sb(figure(np.array(won)))} a hand{beside}",
        flush=True,
    )


def responded(name: str, hands: int, seed: int) -> None:
    """Print what a local best response with folds, calls and raises wins, from the flop and from the first card on."""
    strategy = make_bot(name).strategy  # type: ignore[attr-defined]
    for first in ("flop", "preflop"):
        found = local_best_response(
            strategy, "f c 100%", first, hands, game=rb.games.limit_holdem(), seed=seed
        )
        print(f"local best response to {name}, from the {first} on: {found}", flush=True)


def turns(name: str, count: int, seed: int) -> None:
    """Print how long drawn turns take after drawn lines of two rounds, and what is left to gain in them."""
    bot = make_bot(name)
    assert isinstance(bot, TwoPhaseBot)
    strategy, rng = bot.strategy, np.random.default_rng(seed)
    tree = part_tree(rounds=3)
    starts = [tree.line_to(int(node)) for node in tree.street_starts[2]]
    lines = [_line(words) for words in starts]
    seconds, gaps, sizes = [], [], []
    for _ in range(count):
        board = tuple(rng.permutation(52)[:4].tolist())
        line = lines[int(rng.integers(len(lines)))]
        began = time.process_time()
        solved = strategy.solved(line, board)
        seconds.append(time.process_time() - began)
        low, high = solved.form.bounds(
            *(of.plan(played) for of, played in zip(solved.form.players, solved.played, strict=True))
        )
        gaps.append(high - low)
        sizes.append(solved.buckets.counts)
    turn, river = np.mean(sizes, axis=0)
    print(
        f"{name}: {turn:.1f} and {river:.1f} buckets, {np.mean(seconds):.3f} s of processor time a turn (most "
        f"{max(seconds):.3f}); {np.mean(np.array(gaps) < 1e-6):.0%} to the end, "
        f"gap {np.mean(gaps):.3f} chips on average",
        flush=True,
    )


def _line(words: str) -> tuple[int, ...]:
    """Fold, call and raise as numbers, from the words of a line."""
    return tuple(1 if word[0] in "br" else 0 for word in words.replace("/", " ").split())


def figure(won: np.ndarray) -> Figure:
    """The mean and its interval."""
    return Figure(float(won.mean()), 1.96 * float(won.std(ddof=1)) / len(won) ** 0.5)


def sb(of: Figure) -> str:
    """Small bets, to three digits."""
    return f"{of.mean:+.3f} ± {of.half_width:.3f} small bets"


if __name__ == "__main__":
    main()
