"""What the behaviour signature is made of: by part, fixed work whose results are given as bytes.

Each part asks through the doors that people use, and stands for a room of the library. All of it takes seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, replace
from functools import cache
from itertools import chain, product
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

import riverboat as rb
from riverboat import abstraction, games
from riverboat.abstraction.methods.ochs import ochs_vectors, opponent_clusters
from riverboat.cards.card import NUM_HANDS
from riverboat.games import Menu, build_tree
from riverboat.games.trees.translation import METHODS as TRANSLATIONS
from riverboat.solvers import RULES, SAMPLED_RULES, RankBuckets, Sampled, SampledRule, Solution
from riverboat.strategy import Blueprint, open_blueprint

Work: TypeAlias = Callable[[], Iterator[bytes]]

DIGITS: Final = 12
"""Decimals kept of shares of one that went through sums whose order the processor decides."""

CHIP_DIGITS: Final = 9
"""The same of chips, of which there are hundreds."""


def _hands(count: int, size: int) -> np.ndarray:
    """Return random hands, uint8[count, size]."""
    scores = np.random.default_rng(2026).random((count, 52))
    return np.argsort(scores, axis=1, kind="stable")[:, :size].astype(np.uint8)


# --- cards and games -----------------------------------------------------------------------------------------------


def _evaluator() -> Iterator[bytes]:
    for size in (5, 6, 7):
        yield rb.evaluate_batch(_hands(100_000, size)).tobytes()


def _isomorphism() -> Iterator[bytes]:
    hands = _hands(100_000, 7)
    for rounds in ((2, 3, 1, 1), (2, 5)):
        indexer = rb.HandIndexer(rounds)
        indices = indexer.index_batch(hands)
        yield indices.tobytes()
        yield indexer.cards_batch(len(rounds) - 1, indices).tobytes()


def _ranges() -> Iterator[bytes]:
    for text in ("TT+,AQs+:0.5,KQo", "top 15%", "98s-65s,A5s-A2s:0.25"):
        yield str(rb.Range(text)).encode()


def _equity() -> Iterator[bytes]:
    spots: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("AsKs", "QhQd"), {}),
        (("TT+,AQs+", "22+,A2s+"), {"board": "QsJh2h"}),
        (("AA", "KK", "QJs"), {"board": "Th9h2c"}),
        (("random",) * 6, {"samples": 100_000, "seed": 7}),
    ]
    for players, options in spots:
        yield np.round(rb.equity(*players, threads=1, **options).equities, DIGITS).tobytes()


def _strength() -> Iterator[bytes]:
    yield np.round(np.nan_to_num(rb.ehs(board="QsJh2h", threads=1)), DIGITS).tobytes()
    yield rb.strength_histogram(board="QsJh2h3c", bins=20, threads=1).tobytes()


def _table() -> Iterator[bytes]:
    for game in (games.leduc(), games.limit_holdem(), games.nolimit_holdem(players=6)):
        yield str(games.play_hands(game, 20_000, seed=7)).encode()


def _tree() -> Iterator[bytes]:
    for rows in ("own", "pot-stack", "last-per-round"):
        tree = build_tree("hu-100bb", joined_from="preflop", rows=rows)
        for array in tree.arrays.values():
            yield array.tobytes()


# --- abstraction ---------------------------------------------------------------------------------------------------


def _abstraction() -> Iterator[bytes]:
    for text in (
        'name = "strong"\n[preflop]\nmethod = "kmeans"\nbuckets = 8',
        'name = "even"\n[preflop]\nmethod = "percentiles"\nbuckets = 8\nof = "ehs2"',
        'name = "drawn"\nseed = 3\n[preflop]\nmethod = "monte-carlo"\nbuckets = 5',
    ):
        yield from _bytes(_built(text).tables)
    yield from _bytes(_flop_features().tables)
    cards = open_blueprint("sixmax").files[0].cards  # Tyche's search of the nearest centroid, as it ships
    for number, (deals, dealt) in enumerate(((2000, 5), (100, 6), (2000, 7)), 1):
        yield cards.lookup(number, _hands(deals, dealt)).tobytes()
    leduc, rhode = games.leduc(), games.rhode_island()
    for found in (
        abstraction.gameshrink(leduc),
        abstraction.gameshrink(leduc, opponents="told-apart"),
        abstraction.gameshrink(rhode, threshold=(0, 0.02, 0.05)),
        abstraction.small_game_buckets(rhode, (13, 25, 60), features="pa"),
        abstraction.gs2(rhode, (13, 25, 60)),
        abstraction.gs3(rhode, (13, 25, 60)),
    ):
        yield from _bytes(abstraction.SequenceTables.of(found, found.game).tables)
    yield from _clusters()


def _clusters() -> Iterator[bytes]:
    """K-means, k-medians, transport and OCHS: whole numbers, and sums that native code makes in a fixed order."""
    points = np.random.default_rng(2026).random((5000, 6))
    found = abstraction.kmeans(points, 40, seed=1, threads=1)
    line = abstraction.kmeans_1d(points[:, 0], 20)
    medians = abstraction.KMedians(points[:500].round(1), most=9, seed=1, threads=1)
    yield from _bytes((found.labels, found.centroids, line.labels, medians.labels(9)))
    samples = abstraction.Histograms.from_samples((points[:60] * 10).astype(np.uint32))
    ground = np.abs(np.subtract.outer(np.arange(10), np.arange(10)))
    yield abstraction.emd_many(samples, samples, ground, threads=1).tobytes()
    yield from _bytes(ochs_vectors(_hands(3, 4), opponent_clusters(8), threads=1))


@cache
def _flop_features() -> abstraction.TableAbstraction:
    """Every hand before the flop, and feature strings on it."""
    return _built('name = "features"\n[preflop]\nmethod = "lossless"\n[flop]\nmethod = "features"')


def _built(config: str) -> abstraction.TableAbstraction:
    made = abstraction.build_abstraction(config, threads=1)
    assert isinstance(made, abstraction.TableAbstraction)
    return made


# --- solvers -------------------------------------------------------------------------------------------------------


def _solving() -> Iterator[bytes]:
    leduc = games.leduc()
    for rule in RULES:
        yield from _solved(rb.solve(leduc, rule, iterations=100, threads=1))
    yield from _solved(rb.solve(leduc, "cfr+", iterations=100, ties=RankBuckets(leduc), threads=1))
    yield from _solved(rb.solve(leduc, iterations=100, locks=["b: f 0.5, c 0.5"], threads=1))
    ranges: dict[str, Any] = {"oop": "AA,QQ,KQs,76s,T8s", "ip": "AQs,KQs,JTs,TT,88", "pot": 100, "stack": 200}
    for precision in (64, 32, 16):
        yield from _solved(_spot(board="QsJh2h5c9d", precision=precision, iterations=100, **ranges))
        yield from _solved(_spot(board="QsJh2h5c", precision=precision, iterations=20, **ranges))
    yield from _solved(_spot(board="QsJh2h5c9d", iterations=50, locks=["k b50%: f 1 @ 76s"], **ranges))
    raked = _spot(board="QsJh2h5c", iterations=10, rake=0.05, rake_cap=3, **ranges)
    yield from _solved(raked)
    yield from _solved(_spot(board="QsJh2h5c", iterations=10, start=raked, **ranges))
    yield from _solved(_spot(board="QsJh2h", oop="AA,76s", ip="KQs,TT", pot=100, stack=100, iterations=5))
    yield from _boards()


def _boards() -> Iterator[bytes]:
    """Public sampling: its ends are added up in the lanes of vectors, as those of the full width are."""
    leduc = games.leduc()
    by_board = abstraction.BoardTables.of(_flop_features(), threads=1)
    deals = abstraction.SequenceTables.of(RankBuckets(leduc), leduc)
    for precision in (32, 16):
        yield from _sampled(leduc, deals, SAMPLED_RULES["public"], precision, 5000)
        yield from _sampled(games.flop_holdem(), by_board, SAMPLED_RULES["public"], precision, 10)


def _spot(**options: Any) -> Solution:
    return rb.solve_spot(threads=1, target_pot_percent=1e-9, **options)


def _solved(solution: Solution) -> Iterator[bytes]:
    """The tables of a solver to the bit, and what its strategies are worth."""
    yield from _bytes(solution.solver.engine.tables().values())
    yield np.round([*solution.accuracy.values, *solution.accuracy.best], CHIP_DIGITS).tobytes()


def _sampling() -> Iterator[bytes]:
    kuhn, leduc = games.kuhn(3), games.leduc()
    plain = games.nolimit_holdem(3, stack_bb=20)
    nolimit = replace(plain, name="flop", board_cards=(0, 3), first_to_act=plain.first_to_act[:2])
    by_board = abstraction.BoardTables.of(_flop_features(), threads=1)
    for (name, rule), precision in product(SAMPLED_RULES.items(), (32, 16)):
        if name == "public":
            continue
        short = replace(rule, epoch=500) if rule.epoch else rule
        for game in (leduc, kuhn):
            deals = abstraction.SequenceTables.of(RankBuckets(game), game)
            yield from _sampled(game, deals, short, precision, 5000)
        yield from _sampled(nolimit, by_board, short, precision, 1000)
    snapshots = SampledRule(average="snapshots", snapshot_every=500, floor=-10.0, prune_below=-5.0)
    yield from _sampled(nolimit, by_board, snapshots, 32, 2000)


def _sampled(
    game: games.Game, deals: Any, rule: SampledRule, precision: Any, iterations: int
) -> Iterator[bytes]:
    """The rows of a sampled table that were reached, to the bit."""
    solver = Sampled(build_tree(game, Menu()), deals, rule=rule, precision=precision, seed=7, threads=1)
    solver.run(iterations)
    rows = np.flatnonzero(solver.engine.seen_rows())
    yield from _bytes(chain([rows], map(solver.engine.row, rows.tolist())))


# --- strategy ------------------------------------------------------------------------------------------------------

_BOARD: Final = "QsJh2h5c9d"
_SIZED: Final = tuple(
    product(("r2.1", "r2.7", "r3.4", "r5", "r6"), ("b27%", "b45%", "b66%", "b88%", "b110%"))
)
"""Opens and bets, most of them off the menu."""
_SIXMAX: Final = {
    0: ("", "f f r2.5 f", "f f r3.1 f", "r2.2 f f r9 f f", "c c c c c", "f f f f a", "r2.5 c c c c"),
    3: ("r2.5 f f f c c / k k", *(f"f f {opened} f f c / k {bet}" for opened, bet in _SIZED)),
    4: (
        "f f f r3 f c / b20% r75% c / k",
        *(f"f f {opened} f f c / k {bet} c / {bet}" for opened, bet in _SIZED),
    ),
    5: ("f f r2.5 f f c / k b33% c / k k / b70%", "f f f f c k / k k / k b140% c / k"),
}
_HEADSUP: Final = {
    0: ("", "r2.5", "r3.7", "c r4", "r2 r11", "a"),
    3: ("r2.5 c /", "c k / b62%", *(f"{opened} c / k {bet}" for opened, bet in _SIZED)),
    4: ("r2.5 c / k b50% c / k", *(f"{opened} c / {bet} c / {bet}" for opened, bet in _SIZED)),
    5: ("r2.5 c / k b50% c / k b80% c /", "c k / k k / k k / b250%"),
}
_HELD: Final = ("AhKd", "7d7c", "Td8d", "6s3h")


def _query() -> Iterator[bytes]:
    for name, asked in (("sixmax", _SIXMAX), ("headsup", _HEADSUP)):
        files = open_blueprint(name).files
        for translation in TRANSLATIONS:
            strategy = Blueprint(files, name, translation)
            for shown, lines in asked.items():
                board = _BOARD[: 2 * shown]
                yield from _decisions(strategy, lines, board)
        yield from _decisions(strategy, asked[0], "", stack_bb=37)
        yield from _decisions(strategy, asked[3], _BOARD[:6], stack_bb=190)
    strategy = open_blueprint("sixmax")
    for line, board in ((_SIXMAX[0][1], ""), *((line, _BOARD[:6]) for line in _SIXMAX[3][1:9])):
        at = strategy.at(line, board)
        whole = np.zeros((NUM_HANDS, len(at.options)), np.float32)
        whole[at.buckets.held] = at.grid().strategy
        yield from _bytes((whole, at.reach(at.state.seat)))
        yield str(strategy.range("CO", line, board)).encode()


def _decisions(strategy: Blueprint, lines: Iterable[str], board: str, **options: Any) -> Iterator[bytes]:
    """What hands do after lines: actions, probabilities, where they come from and how well they are trained."""
    for line, hand in product(lines, _HELD):
        found = strategy.query(hand, line=line, board=board, **options)
        yield repr((found.actions, found.probabilities, found.bucket, found.visits, found.source)).encode()


# --- arena ---------------------------------------------------------------------------------------------------------


def _matches() -> Iterator[bytes]:
    native, mixed = ["shark", "fish", "honest"], ["matt", "angry-fish", "random"]
    yield from _played(native, 1000, seed=1)
    yield from _played([*native, "blueprint:sixmax"], 100, seed=2, keep_every=1)
    yield from _played(["blueprint:headsup", "shark(0.2,0.7)"], 100, seed=3, keep_every=1)
    yield from _played(["cfr-strength", "cfr-features"], 50, seed=4, keep_every=1)
    yield from _played(["killer", "mike", "killbot"], 200, seed=5, keep_every=1)
    yield from _played(mixed, 200, seed=6, duplicate=True, keep_every=1)
    yield from _played(mixed, 200, seed=7, mode="carried", keep_every=1)
    yield from _played([*native, *mixed], games=50, mode="freeze-out", seed=8)
    yield from _played(["killer", "shark"], games=20, mode="freeze-out", seed=9)
    yield from _played(native[:2], 500, seed=10, game=games.limit_holdem(), keep_every=1)


def _played(bots: list[str], hands: int | None = None, **options: Any) -> Iterator[bytes]:
    """What the bots won, and the hands that were kept; a busy machine costs nobody a decision."""
    result = rb.play_match(bots, hands, time_limit=3600, **options)
    yield repr((result.hands, result.units, *map(astuple, result.bots))).encode()
    for hand in result.records:
        yield games.write_phh(hand).encode()


# --- all -----------------------------------------------------------------------------------------------------------


def _bytes(arrays: Iterable[npt.ArrayLike]) -> Iterator[bytes]:
    for array in arrays:
        yield np.ascontiguousarray(array).tobytes()


PARTS: Final[dict[str, Work]] = {
    "evaluator": _evaluator,
    "isomorphism": _isomorphism,
    "ranges": _ranges,
    "equity": _equity,
    "strength": _strength,
    "table": _table,
    "tree": _tree,
    "abstraction": _abstraction,
    "solving": _solving,
    "sampling": _sampling,
    "query": _query,
    "matches": _matches,
}
