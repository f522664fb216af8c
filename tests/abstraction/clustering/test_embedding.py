"""Landmark scaling: exact on Euclidean input, near on earth mover's distances."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.abstraction import Histograms, LandmarkMDS, choose_landmarks, emd_many
from riverboat.errors import AbstractionError


def euclidean(points: np.ndarray, others: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[:, None] - others[None], axis=2)


@given(st.integers(1, 6), st.integers(0, 5), st.integers(0, 2**32))
@settings(max_examples=40)
def test_exact_on_euclidean_input(width: int, more: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    corners = np.vstack(
        [np.zeros(width), 3 * np.eye(width)]
    )  # in general position, however they are moved below
    landmarks = np.vstack([corners + 0.2 * rng.random(corners.shape), rng.normal(size=(more, width))])
    points = rng.normal(size=(30, width))
    mds = LandmarkMDS.fit(euclidean(landmarks, landmarks), width)
    placed = mds.place(euclidean(points, landmarks))
    assert mds.dimensions == width
    assert euclidean(mds.landmarks, mds.landmarks) == pytest.approx(euclidean(landmarks, landmarks), abs=1e-7)
    assert euclidean(placed, placed) == pytest.approx(euclidean(points, points), abs=1e-7)
    assert mds.explained == pytest.approx(1)
    assert mds.negative == pytest.approx(0, abs=1e-9)


def test_landmarks_are_placed_where_they_lie() -> None:
    rng = np.random.default_rng(1)
    between = euclidean(*[rng.normal(size=(20, 9))] * 2)
    mds = LandmarkMDS.fit(between, 4)
    assert mds.place(between) == pytest.approx(mds.landmarks, abs=1e-10)
    assert mds.landmarks.mean(axis=0) == pytest.approx(np.zeros(4), abs=1e-12)
    assert 0 < mds.explained < 1


def test_dimensions_that_are_not_there_are_left_out() -> None:
    line = np.arange(6.0)[:, None]
    assert LandmarkMDS.fit(euclidean(line, line), 5).dimensions == 1
    same = LandmarkMDS.fit(np.zeros((4, 4)), 2)
    assert same.place(np.zeros((3, 4))).shape == (3, 0)


def test_earth_movers_distances_survive() -> None:
    rng = np.random.default_rng(2)
    places = rng.normal(size=(40, 3))
    ground = euclidean(places, places)
    centres = rng.normal(size=(200, 3))  # each histogram is gathered around a place of its own
    near = np.argsort(euclidean(centres, places), axis=1)[:, :12]
    flops = Histograms.from_samples(np.take_along_axis(near, rng.integers(0, 12, (200, 47)), axis=1))
    exact = emd_many(flops, flops, ground)
    chosen = choose_landmarks(200, 40, 3, how="max-min", distances_to=lambda i: exact[i])
    mds = LandmarkMDS.fit(exact[np.ix_(chosen, chosen)], 10)
    placed = mds.place(exact[:, chosen])
    pairs = np.triu_indices(200, 1)
    assert np.corrcoef(euclidean(placed, placed)[pairs], exact[pairs])[0, 1] > 0.97
    assert mds.negative > 0  # it is not Euclidean


def test_choice_of_landmarks() -> None:
    points = np.random.default_rng(5).random((300, 2))
    distances = euclidean(points, points)
    spread = choose_landmarks(300, 12, 7, how="max-min", distances_to=lambda i: distances[i])
    random = choose_landmarks(300, 12, 7)
    assert (
        spread.tolist()
        == choose_landmarks(300, 12, 7, how="max-min", distances_to=lambda i: distances[i]).tolist()
    )
    assert len(set(spread.tolist())) == len(set(random.tolist())) == 12
    # Each choice is the farthest point from those before it, so the covering radius shrinks and beats chance.
    radii = [distances[spread[:k]].min(axis=0).max() for k in range(1, 13)]
    assert radii == sorted(radii, reverse=True)
    assert radii[-1] < distances[random].min(axis=0).max()
    equal = choose_landmarks(5, 5, 0, how="max-min", distances_to=lambda i: np.zeros(5))
    assert sorted(equal.tolist()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: LandmarkMDS.fit([[0.0, 1.0]], 1), "square"),
        (lambda: LandmarkMDS.fit([[0.0, 1.0], [1.0, 0.0]], 2), "not 2"),
        (lambda: LandmarkMDS.fit([[0.0, 1.0], [2.0, 0.0]], 1), "symmetric"),
        (lambda: LandmarkMDS.fit([[1.0, 1.0], [1.0, 0.0]], 1), "diagonal"),
        (lambda: LandmarkMDS.fit([[0.0, 1.0], [1.0, 0.0]], 1).place([[1.0]]), r"\[N, 2\]"),
        (lambda: choose_landmarks(3, 4, 0), "4 landmarks of 3"),
        (lambda: choose_landmarks(3, 2, 0, how="max-min"), "distances_to"),
    ],
)
def test_bad_input(call, text) -> None:
    with pytest.raises(AbstractionError, match=text):
        call()
