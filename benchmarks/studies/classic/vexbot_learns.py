"""What Vexbot has learnt of GS2: it is frozen after some hands, and its play is worth so much, without luck of cards.

Run with: python benchmarks/studies/classic/vexbot_learns.py [--boards 60] [--shown 40] [--matches 4] [--first 11];
`riverboat bots build gs2` comes first. GS2 is solved on drawn boards, after all lines: four seconds each. Vexbot learns
in hands on the first of them. Frozen, it plays GS2 on the others with all pairs of hands in both seats, so that
states differ by what they know only. Bins of the flop are drawn 300 times, for all hands together.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from riverboat.bots import make_bot
from riverboat.bots.classic import miximax
from riverboat.bots.classic.context_tree import BINS, situations
from riverboat.bots.classic.limit import SMALL_BET, part_tree
from riverboat.bots.classic.miximax import Miximax
from riverboat.bots.classic.two_phase_bots import TwoPhaseBot
from riverboat.bots.classic.vexbot import Vexbot, bins_of
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.evaluator import evaluate_batch
from riverboat.cards.strength import RIVER_OPPONENTS, win_tie_batch

TREE, KNOWN, ENDS = part_tree(), situations(), miximax._ends()
STARTS = [
    np.asarray(one, np.int64) if street else np.array([0]) for street, one in enumerate(TREE.street_starts)
]
STATES = (0, 1000, 5000, 10_000)
RARE = 1e-7
"""Lines that come less often than so are left out."""


@dataclass(eq=False)
class Solved:
    """GS2 on a board. free: hands that may be held. chances: float16[nodes, free, 3], what it does with each."""

    board: tuple[int, ...]
    free: np.ndarray
    chances: np.ndarray

    @cached_property
    def cards(self) -> np.ndarray:
        return HAND_CARDS[self.free]

    @cached_property
    def held(self) -> list[np.ndarray]:
        """By street how likely hands end in each bin: float64[bins, free]."""
        before = np.array([bins_of(tuple(hand), ()) for hand in self.cards.tolist()]).T
        return [before, *(self._bins(known) for known in (3, 4, 5))]

    def _bins(self, known: int) -> np.ndarray:
        left = np.setdiff1d(np.arange(52), self.board[:known])
        pairs = np.array(np.triu_indices(len(left), 1)).T
        drawn = np.random.default_rng(1).permutation(len(pairs))[:300]
        ends = {3: left[pairs[drawn]], 4: left[:, None], 5: np.zeros((1, 0), np.int64)}[known]
        boards = np.hstack([np.tile(self.board[:known], (len(ends), 1)), ends]).astype(np.uint8)
        scores = win_tie_batch(boards, threads=1)[:, self.free] @ np.array([2, 1])
        bins = np.minimum(scores * BINS // (2 * RIVER_OPPONENTS), BINS - 1)
        may = ~(self.cards[None, :, :, None] == boards[:, None, None, :]).any(axis=(2, 3))
        counts = np.stack([((bins == one) & may).sum(axis=0) for one in range(BINS)])
        return np.asarray(counts / counts.sum(axis=0))

    @cached_property
    def apart(self) -> np.ndarray:
        """Whether two hands share no card: float32[free, free]."""
        return ~(self.cards[:, None, :, None] == self.cards[None, :, None, :]).any(axis=(2, 3))

    @cached_property
    def wins(self) -> np.ndarray:
        """1 where the first hand wins, -1 where the second does: float32[free, free]."""
        seven = np.hstack([self.cards, np.tile(self.board, (len(self.free), 1))]).astype(np.uint8)
        ranks = evaluate_batch(np.ascontiguousarray(seven), threads=1).astype(np.int64)
        return (np.sign(ranks[:, None] - ranks) * self.apart).astype(np.float32)


def solve(number: int) -> Solved:
    """Solve a drawn board after all lines."""
    bot = make_bot("gs2")
    assert isinstance(bot, TwoPhaseBot)
    board = tuple(np.random.default_rng([77, number]).permutation(52)[:5].tolist())
    free = np.flatnonzero(~np.isin(HAND_CARDS, board).any(axis=1))
    chances = np.zeros((TREE.nodes, len(free), 3), np.float16)
    for line, node in sorted(KNOWN.nodes.items()):
        seen = board[: (0, 3, 4, 5)[int(TREE.round[node])]]
        chances[node] = bot.strategy.chances(line, seen, HAND_CARDS[free])
    return Solved(board, free, chances)


def softly(worth: np.ndarray, softness: float) -> np.ndarray:
    """How often actions of some worth are taken; actions are on axis 1."""
    weights = np.exp((worth - worth.max(axis=1, keepdims=True)) / (softness * SMALL_BET))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def plays(mind: Miximax, seat: int, on: Solved, softness: float) -> np.ndarray:
    """What Vexbot does with all hands: float32[nodes, free, 3]."""
    found = np.zeros((TREE.nodes, len(on.free), 3), np.float32)
    river, first = mind._river(seat), TREE.first_node
    for street, held in enumerate(on.held):
        nodes = np.arange(first[street], first[street + 1])
        nodes = nodes[TREE.actor[nodes] == seat]
        if street == 3:
            worth = softly(mind._worth(nodes, river, mind._ended(seat)), softness)[:, :, held.argmax(axis=0)]
        else:
            values = np.zeros((TREE.nodes, len(on.free)))
            values[STARTS[3]] = river[STARTS[3]] @ held
            ended = np.tile((miximax._signed(seat) * ENDS.always)[:, None], len(on.free))
            mind._back(miximax._below(STARTS[street], 0, int(first[3])), seat, values, ended)
            worth = softly(mind._worth(nodes, values, ended), softness)
        found[nodes] = np.swapaxes(worth, 1, 2)
    return found


def worth(bot: Vexbot, on: Solved, seat: int) -> float:
    """Small bets a hand that Vexbot wins in a seat as it now plays, over all pairs of hands and all lines."""
    own = plays(bot._mind, seat, on, bot.softness)
    count, total = len(on.free), 0.0
    pairs = float(on.apart.sum())
    reach = {0: (np.ones(count, np.float32), np.ones(count, np.float32))}
    shown: list[tuple[np.ndarray, np.ndarray]] = []
    for node in range(TREE.nodes):  # children come after their parents
        mine, his = reach.pop(node, (None, None))
        if mine is None or his is None:
            continue
        for action, choice in enumerate(KNOWN.choices[node].tolist()):
            if choice < 0:
                continue
            acts = TREE.actor[node] == seat
            one = mine * own[node, :, action] if acts else mine
            two = his if acts else his * on.chances[node, :, action].astype(np.float32)
            if one.sum() * two.sum() < RARE * pairs:
                continue
            if TREE.child[choice] >= 0:
                reach[int(TREE.child[choice])] = (one, two)
            elif action == 0:
                total += miximax._signed(seat) * ENDS.always[choice] * float(one @ (on.apart @ two))
            else:
                shown.append((one * ENDS.won[choice], two))
    ones, twos = (np.array(of) for of in zip(*shown, strict=True))
    total += float(np.einsum("sh,sh->", ones, twos @ on.wins.T))
    return total / pairs / SMALL_BET


def play(bot: Vexbot, boards: list[Solved], hands: int, rng: np.random.Generator) -> list[float]:
    """Play hands on drawn boards, the seats by turns, and let Vexbot learn; return what it wins in small bets."""
    won = []
    for _ in range(hands):
        on, seat = boards[rng.integers(len(boards))], bot._played % 2
        own, his = rng.integers(len(on.free), size=2)
        while not on.apart[own, his]:
            own, his = rng.integers(len(on.free), size=2)
        node, payoff = 0, None
        while payoff is None:
            acts = TREE.actor[node] == seat
            if acts:
                values = bot._mind.values(node, seat, on.held[TREE.round[node]][:, own])
                chances = softly(values[None], bot.softness)[0]
            else:
                chances = on.chances[node, his].astype(float)
            sums = np.cumsum(chances)
            action = int(np.searchsorted(sums[:-1] / sums[-1], rng.random(), side="right"))
            if not acts:
                bot._actions.add(node, action)
            choice = int(KNOWN.choices[node, action])
            node = int(TREE.child[choice])
            if node < 0:
                payoff = miximax._signed(seat) * ENDS.always[choice] + ENDS.won[choice] * on.wins[own, his]
                if action > 0:
                    row = (1 - seat) * len(KNOWN.shown) + int(ENDS.row[choice])
                    bot._hands.add(row, int(on.held[3][:, his].argmax()))
        won.append(float(payoff) / SMALL_BET)
        bot._played += 1
        if bot._played % bot.every == 0:
            bot._mind = bot._made_up()
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=60, help="that are solved")
    parser.add_argument("--shown", type=int, default=40, help="of them, those on which Vexbot learns")
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--first", type=int, default=11, help="the first seed")
    asked = parser.parse_args()
    boards = [solve(number) for number in range(asked.boards)]
    learnt, others = boards[: asked.shown], boards[asked.shown :]
    worths, halves = [], []
    for seed in range(asked.first, asked.first + asked.matches):
        bot, rng, won = Vexbot(), np.random.default_rng(seed), []
        found = []
        for state in STATES:
            won += play(bot, learnt, state - bot._played, rng)
            found.append([np.mean([worth(bot, on, seat) for seat in (0, 1)]) for on in others])
        worths.append(found)
        halves.append(np.array_split(np.array(won), 2))
        print(f"seed {seed}:", *(f"{np.mean(one):+.3f}" for one in found), flush=True)
    by_board = np.mean(worths, axis=0)  # states by boards
    for state, one in zip(STATES, by_board, strict=True):
        print(f"after {state:6,} hands {told(one)}; more than after 0 {told(one - by_board[0])}")
    print(f"after 10,000 more than after 5,000: {told(by_board[3] - by_board[2])}")
    first, last = (np.concatenate([one[half] for one in halves]) for half in (0, 1))
    print(f"at the table: first halves {told(first)}, last halves {told(last)}")


def told(won: np.ndarray) -> str:
    """The mean and its interval."""
    return f"{won.mean():+.3f} ± {1.96 * won.std(ddof=1) / len(won) ** 0.5:.3f}"


if __name__ == "__main__":
    main()
