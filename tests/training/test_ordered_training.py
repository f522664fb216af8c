"""Training on buckets that know in which order the board came: from a config to a bot that plays."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from tests.abstraction.tables.test_board_tables import deals_of, scrambled

import riverboat as rb
from riverboat.abstraction import HOLDEM_IN_ORDER, GS2Config, GS3Config, RecallAbstraction, TableAbstraction
from riverboat.abstraction.gs.deals import SCORES
from riverboat.abstraction.gs.ordered_tables import OrderedTables
from riverboat.cards.card import Deck, card_names, parse_cards
from riverboat.errors import SolverError
from riverboat.games import build_tree, read_config
from riverboat.solvers import Sampled, SampledRule
from riverboat.solvers.update_rules.sampled_rules import SAMPLINGS
from riverboat.strategy.publish import publish
from riverboat.training import Training, TrainingConfig, read_training_config
from riverboat.training.buckets import abstraction_path, tables_bytes
from riverboat.training.memory import check_memory

WITHOUT_RIVER = replace(read_training_config("gs2-small"), iterations=4_096)


@cache
def small() -> TableAbstraction:
    made = scrambled(HOLDEM_IN_ORDER[:3], 10_000)
    return replace(
        made,
        tables=tuple(t % n for t, n in zip(made.tables, (10, 50, 200), strict=True)),
        counts=(10, 50, 200),
    )


@cache
def deep() -> RecallAbstraction:
    river = (np.arange(200)[:, None] * 5 + np.arange(SCORES) // 400).astype(np.uint16)
    return RecallAbstraction(small(), river, 1000)


@cache
def with_river() -> TrainingConfig:
    """The whole of hold'em, with GS3."""
    preflop, flop, turn, river = deep().counts
    chosen = GS3Config(preflop, flop, turn, (16, 8, 8), "gs3-small", river=river)
    return replace(WITHOUT_RIVER, name="gs3", tree=read_config("hu-fcpa"), abstraction=chosen, watch=())


def begun(config: TrainingConfig, folder: Path, threads: int = 1, resume: bool = False) -> Training:
    """A run beside whose folder the buckets lie already: to build them takes half a minute."""
    folder.parent.mkdir(exist_ok=True)
    kept: TableAbstraction | RecallAbstraction = (
        deep() if isinstance(config.abstraction, GS3Config) else small()
    )
    if not abstraction_path(config, folder).exists():
        kept.save(abstraction_path(config, folder))
    return Training(config, folder, threads=threads, resume=resume)


@pytest.mark.parametrize("river", [False, True])
def test_from_a_config_to_a_bot_that_plays(tmp_path: Path, river: bool) -> None:
    config = with_river() if river else WITHOUT_RIVER
    whole = begun(config, tmp_path / "whole")
    whole.run()
    begun(config, tmp_path / "parts").run(iterations=1_024)
    parts = begun(config, tmp_path / "parts", resume=True)
    parts.run()
    rows = np.flatnonzero(whole.solver.engine.seen_rows()).tolist()
    assert np.array_equal(rows, np.flatnonzero(parts.solver.engine.seen_rows()))
    assert all(np.array_equal(whole.solver.engine.row(row), parts.solver.engine.row(row)) for row in rows)

    publish(whole, tmp_path / "gs.strategy")
    opened = rb.open(tmp_path / "gs.strategy")
    line = "c k / k k / k k / k" if river else "c k / k k / k"
    node = whole.tree.walk(line)
    learnt, differ = whole.solver.probabilities(int(whole.tree.row[node])), 0
    for cards in deals_of(config.tree.game.deck, 200, 7 if river else 6):
        in_order = opened.query(card_names(cards[:2]), line, card_names(cards[2:]))
        bucket = int(whole.abstraction.lookup(3 if river else 2, cards[None])[0])
        assert in_order.bucket == bucket
        np.testing.assert_allclose(in_order.probabilities, learnt[bucket], atol=0.08)  # four bits in the file
        turned = cards[[0, 1, 5, 3, 4, 2, 6][: len(cards)]]
        differ += opened.query(card_names(turned[:2]), line, card_names(turned[2:])).bucket != bucket
    assert differ > 150

    bot = f"blueprint:{tmp_path / 'gs.strategy'}"
    result = rb.play_match([bot, "random"], 40, game=config.tree.game, seed=2)
    assert [player.faults for player in result.bots] == [{}, {}]


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_every_walk_learns_in_the_buckets_of_its_deals(sampling: str) -> None:
    """Two hands of a small deck: each seat's cells on the turn are those of its hand on the boards there can be."""
    deck, hands = Deck("QKA", "cdhs"), ("AcAd", "KcKd")
    config = read_config("gs2-small")
    tree = build_tree(replace(config.game, deck=deck), config.menu)
    abstraction = scrambled(HOLDEM_IN_ORDER[:3], 60_000, deck)
    rule = SampledRule(sampling=sampling)  # type: ignore[arg-type]
    solver = Sampled(
        tree, OrderedTables.of(abstraction), rule=rule, ranges=list(map(rb.Range, hands)), threads=1
    )
    solver.run(2_048)
    for seat, hand in enumerate(map(parse_cards, hands)):
        held = (
            hand if sampling == "public" else parse_cards("AcAdKcKd")
        )  # a public board may meet the other's range
        boards = np.array(list(permutations(set(deck.cards) - set(held), 4)), np.uint8)
        own = np.tile(np.array(hand, np.uint8), (len(boards), 1))
        could = set(abstraction.lookup(2, np.hstack([own, boards])).tolist())
        rows = np.unique(tree.row[(tree.round == 2) & (tree.actor == seat)]).tolist()
        cells = [np.hstack([solver.averages(row), solver.regrets(row)]).any(axis=1) for row in rows]
        touched = set(np.flatnonzero(np.any(cells, axis=0)).tolist())
        assert touched <= could
        assert len(touched) > len(could) / 3


def test_threads_share_a_run(tmp_path: Path) -> None:
    training = begun(WITHOUT_RIVER, tmp_path / "two", threads=2)
    training.run(iterations=8_192)
    assert training.solver.iterations == 8_192


def test_sizes_are_known_before() -> None:
    config = with_river()
    assert tables_bytes(WITHOUT_RIVER) == OrderedTables.of(small()).nbytes
    assert config.buckets == (10, 50, 200, 1000)
    with pytest.raises(SolverError, match=r"does not fit: .* with 10, 50, 200, 1,000 buckets"):
        check_memory(config, Training(config, "nowhere").tree, 2**20)


def test_gs_never_forgets_and_is_of_its_own_streets() -> None:
    with pytest.raises(SolverError, match=r"abstraction 'gs2-small' never forgets.*take remember out"):
        replace(WITHOUT_RIVER, remember=True)
    with pytest.raises(SolverError, match="'gs2' has buckets of preflop, flop, turn; 'nolimit-holdem' deals"):
        read_training_config('tree = "hu-fcpa"\nabstraction = "gs2"\niterations = 1000')
    assert isinstance(WITHOUT_RIVER.abstraction, GS2Config)
    again = read_training_config(WITHOUT_RIVER.to_toml())
    assert again == WITHOUT_RIVER
