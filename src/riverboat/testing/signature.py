"""One hash over fixed-seed work: it changes only when behaviour does.

`make signature` prints it on the baseline instruction path. A change in it is explained in the CHANGELOG.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import numpy as np

import riverboat as rb


def _hands(count: int, size: int) -> np.ndarray:
    """Return random hands, uint8[count, size]."""
    scores = np.random.default_rng(2026).random((count, 52))
    return np.argsort(scores, axis=1, kind="stable")[:, :size].astype(np.uint8)


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
    spots: list[tuple[tuple[str, ...], dict[str, object]]] = [
        (("AsKs", "QhQd"), {}),
        (("TT+,AQs+", "22+,A2s+"), {"board": "QsJh2h"}),
        (("AA", "KK", "QJs"), {"board": "Th9h2c"}),
        (("random",) * 6, {"samples": 100_000, "seed": 7}),
    ]
    for players, options in spots:
        result = rb.equity(*players, threads=1, **options)  # type: ignore[arg-type]
        yield np.round(result.equities, 12).tobytes()


def _strength() -> Iterator[bytes]:
    yield np.round(np.nan_to_num(rb.ehs(board="QsJh2h", threads=1)), 12).tobytes()
    yield rb.strength_histogram(board="QsJh2h3c", bins=20, threads=1).tobytes()


def _table() -> Iterator[bytes]:
    for game in (rb.games.leduc(), rb.games.limit_holdem(), rb.games.nolimit_holdem(players=6)):
        played = rb.games.play_hands(game, 20_000, seed=7)
        yield str(played).encode()


def _tree() -> Iterator[bytes]:
    for rows in ("own", "pot-stack", "last-per-round"):
        tree = rb.games.build_tree("hu-100bb", joined_from="preflop", rows=rows)
        for array in tree.arrays.values():
            yield array.tobytes()


PARTS: dict[str, Callable[[], Iterator[bytes]]] = {
    "evaluator": _evaluator,
    "isomorphism": _isomorphism,
    "ranges": _ranges,
    "equity": _equity,
    "strength": _strength,
    "table": _table,
    "tree": _tree,
}


def signature() -> dict[str, str]:
    """Return a short hash for each part and, under "all", for everything."""
    parts = {name: hashlib.sha256(b"".join(part())).hexdigest()[:16] for name, part in PARTS.items()}
    return {**parts, "all": hashlib.sha256("".join(parts.values()).encode()).hexdigest()[:16]}


if __name__ == "__main__":
    for name, value in signature().items():
        print(f"{name:<12} {value}")
