"""Feature strings in a config: buckets are the numbers of keys."""

from __future__ import annotations

import numpy as np

from riverboat.abstraction import FeatureAbstraction, FeatureRules, build_abstraction, read_abstraction_config
from riverboat.abstraction.methods.feature_buckets import FeatureBuckets
from riverboat.cards import parse_cards

TWO = '[preflop]\nmethod = "features"\n[flop]\nmethod = "features"\nkicker = false\n'


def test_tables_hold_the_numbers_of_keys() -> None:
    made = build_abstraction(TWO)
    keys = FeatureAbstraction(FeatureRules(kicker=False))
    assert made.counts == (169, keys.count(1))
    assert made.tables[1].dtype == np.uint16
    rng = np.random.default_rng(1)
    deals = np.array([rng.permutation(52)[:5] for _ in range(500)], np.uint8)
    assert made.lookup(1, deals).tolist() == keys.lookup(1, deals).tolist()
    bucket = int(made.lookup(1, np.array([parse_cards("AhKhQh7h2c")], np.uint8))[0])
    assert keys.key(1, bucket) == "HA-ft0f-t0"


def test_settings_are_the_rules() -> None:
    config = read_abstraction_config(TWO)
    assert config.methods == (FeatureBuckets(), FeatureBuckets(kicker=False))
    assert read_abstraction_config(config.to_toml()) == config
