"""Answers to bets beyond the menu: fewer hands go on, the strongest of them, and none folds because nobody saw it."""

from __future__ import annotations

import time

import numpy as np
import pytest

from riverboat.strategy import open_blueprint
from riverboat.strategy.file.bucket_strengths import BucketStrengths, bucket_strengths
from riverboat.strategy.lines.beyond import tightened
from riverboat.strategy.opening import strategy_files


def test_never_looser_and_exactly_the_share() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        strategy = rng.dirichlet([0.5, 1, 1], 40).astype(np.float32)
        strengths = BucketStrengths(rng.random(40), rng.dirichlet(np.ones(40)))
        share = float(rng.uniform(0.2, 1))
        after = tightened(strategy, 0, share, strengths)
        assert (after[:, 0] >= strategy[:, 0] - 1e-6).all()
        np.testing.assert_allclose(after.sum(axis=1), 1, atol=1e-6)
        before = (1 - strategy[:, 0]) @ strengths.share
        assert (1 - after[:, 0]) @ strengths.share == pytest.approx(share * before, abs=0.06)


def test_a_bucket_that_nobody_saw_goes_on_as_often_as_all_together() -> None:
    strategy = np.array([[0.0, 1.0], [0.2, 0.8], [1.0, 0.0]], np.float32)
    strengths = BucketStrengths(np.array([0.9, 0.0, 0.0]), np.array([1.0, 0.0, 0.0]))
    after = tightened(strategy, 0, 0.25, strengths)
    np.testing.assert_allclose(after, [[0.0, 1.0], [0.8, 0.2], [1.0, 0.0]], atol=1e-6)


def test_nearly_all_hands_are_in_buckets_of_known_strength() -> None:
    """With 24 boards 18 % of all river hands were not, and those folded whatever they were."""
    file = open_blueprint("headsup").files[0]
    strengths = bucket_strengths(file.cards, 3, file.config.game)
    rng, unseen, hands = np.random.default_rng(99), 0, 0
    for _ in range(60):
        cards = rng.choice(52, 45, replace=False)
        held = -np.sort(-cards[5:].reshape(-1, 2), axis=1).astype(np.uint8)
        found = file.cards.buckets(3, tuple(cards[:5].tolist()), held)
        unseen, hands = unseen + int((strengths.share[found] == 0).sum()), hands + len(held)
    assert unseen / hands < 0.08


def test_a_strong_hand_of_a_rare_bucket_does_not_fold_to_a_large_bet() -> None:
    for hand, board in (("As9d", "9s6c7h6h9h"), ("JsTs", "5s7s9h8sKc")):
        alone = open_blueprint(strategy_files("headsup")[0])  # without the strategy of 200 big blinds
        decision = alone.query(hand, "r2.5 c / k k / k k / a", board, stack_bb=200)
        assert decision.probability("c") > 0.4


@pytest.mark.parametrize("name", ["headsup", "cfr-strength", "cfr-features"])
def test_strengths_are_found_within_the_time_of_a_decision(name: str) -> None:
    """Whoever meets such a bet first pays for them, and has two seconds of a processor."""
    file = open_blueprint(name).files[0]
    for number in range(len(file.buckets)):
        before = time.process_time()
        bucket_strengths(file.cards, number, file.config.game)
        assert time.process_time() - before < 10  # two are the aim; machines differ, and are busy
