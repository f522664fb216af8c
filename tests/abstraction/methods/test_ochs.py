"""Buckets by OCHS on a street cut down to a few boards: nearest centroids, order, seeds, threads."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.abstraction.methods import ochs
from riverboat.abstraction.methods.method import Street, Work
from riverboat.abstraction.methods.ochs import Ochs, ochs_vectors, opponent_clusters
from riverboat.abstraction.methods.street_strengths import board_chunks
from riverboat.cards import HandIndexer
from riverboat.errors import AbstractionError

TURN = Street(2)
BOARDS = 6


@pytest.fixture
def few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the turn have its first few boards only."""
    monkeypatch.setattr(ochs, "CANONICAL_BOARDS", {4: BOARDS})
    monkeypatch.setattr(
        ochs,
        "board_chunks",
        lambda cards, hands, which=None: board_chunks(
            cards, hands, np.arange(BOARDS) if which is None else which
        ),
    )


def few_classes() -> tuple[np.ndarray, np.ndarray]:
    vectors, deals = ochs_vectors(HandIndexer((4,)).cards_batch(0, np.arange(BOARDS)), opponent_clusters(8))
    return vectors, HandIndexer((2, 4)).index_batch(deals)


@pytest.mark.usefixtures("few_boards")
def test_buckets_are_clusters() -> None:
    method = Ochs(buckets=12, sample=10**6)
    made = method.build(TURN, Work(seed=4, threads=1))
    again = method.build(TURN, Work(seed=4, threads=2))
    vectors, index = few_classes()
    labels = made.table[index]
    assert np.array_equal(labels, again.table[index])
    assert made.count == 12 == len(set(labels.tolist()))
    times = HandIndexer((4,)).weight_batch(0, np.arange(BOARDS)).repeat(len(labels) // BOARDS)
    means = np.array(
        [np.average(vectors[labels == b], axis=0, weights=times[labels == b]) for b in range(12)]
    )
    assert (np.diff(means.mean(axis=1)) > 0).all()  # numbered by strength
    inside = ((vectors - means[labels]) ** 2).sum(axis=1)
    whole = ((vectors - np.average(vectors, axis=0, weights=times)) ** 2).sum(axis=1)
    assert np.average(inside, weights=times) < 0.1 * np.average(whole, weights=times)
    nearest = ((vectors[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
    assert (nearest == labels).mean() > 0.97  # Lloyd stops a little before it stands still


def test_refusals() -> None:
    with pytest.raises(AbstractionError, match="begins on the flop"):
        Ochs(8).build(Street(0), Work())
    with pytest.raises(AbstractionError, match="opponents is 17; it must be a whole number from 1 to 16"):
        Ochs(8, opponents=17)
