"""Earth mover's distances against POT, and the distances that stand in for them.

Buckets are points in eight dimensions, histograms have random weights. POT solves one problem a call, most of which is
Python below 30 bins; it gets its cost matrix ready-made, ours picks costs from the ground distances of 200 buckets.
The limit at 15 bins: some 15 pivots, each of which looks at 240 cells and moves part of a tree of 30 nodes.
"""

from __future__ import annotations

import numpy as np
import ot
from scipy.spatial.distance import cdist

from riverboat.abstraction import Histograms, emd_many, emd_samples
from timing import Row, race

BUCKETS, HANDS, LANDMARKS = 200, 20, 10  # batches so short that a busy machine seldom interrupts them


def histograms(rng: np.random.Generator, count: int, bins: int) -> Histograms:
    buckets = np.argsort(rng.random((count, BUCKETS)), axis=1)[:, :bins]
    return Histograms.from_samples(buckets, rng.random((count, bins)) + 0.01)


def rows() -> list[Row]:
    rng = np.random.default_rng(0)
    places = rng.normal(size=(BUCKETS, 8))
    ground = cdist(places, places)
    found = []
    for bins in (5, 15, 30, 47):
        flops, landmarks = histograms(rng, HANDS, bins), histograms(rng, LANDMARKS, bins)
        problems = []
        for i in range(10):
            (b, p), (c, q) = flops[i], landmarks[i]
            problems.append((p / p.sum(), q / q.sum(), np.ascontiguousarray(ground[np.ix_(b, c)])))
        exact = emd_many(flops, landmarks, ground, threads=1)
        peer = np.array([ot.emd2(*problem) for problem in problems])
        assert np.abs(np.diag(exact[:10, :10]) - peer).max() < 1e-9

        def run(method: str, flops: Histograms = flops, landmarks: Histograms = landmarks) -> np.ndarray:
            return emd_many(flops, landmarks, ground, method=method, threads=1)

        def run_peer(problems: list = problems) -> None:
            for problem in problems:
                ot.emd2(*problem)

        ours, theirs, greedy, sinkhorn = race(
            lambda run=run: run("exact"),
            run_peer,
            lambda run=run: run("greedy"),
            lambda run=run: run("sinkhorn"),
        )
        pairs = HANDS * LANDMARKS
        if bins == 15:
            assert theirs / len(problems) > 10 * ours / pairs
        found.append(
            Row(
                f"earth mover's distance, {bins} bins",
                "pairs",
                pairs / ours,
                "POT emd2",
                len(problems) / theirs,
            )
        )
        for method, seconds in (("greedy", greedy), ("sinkhorn", sinkhorn)):
            excess = (run(method) / exact - 1).mean()
            note = f"{100 * excess:.1f} % above exact"
            found.append(Row(f"– {method}, {bins} bins", "pairs", pairs / seconds, note=note))
    turns, others = (
        np.sort(rng.random((20_000, 46))).astype(np.float32),
        np.sort(rng.random((100, 46))).astype(np.float32),
    )
    assert np.allclose(
        emd_samples(turns[:50], others), cdist(turns[:50], others, "cityblock") / 46, atol=1e-6
    )
    ours, theirs = race(
        lambda: emd_samples(turns, others, presorted=True, threads=1),
        lambda: cdist(turns, others, "cityblock"),
    )
    pairs = len(turns) * len(others)
    found.append(Row("46 sorted samples on a line", "pairs", pairs / ours, "scipy cityblock", pairs / theirs))
    return found
