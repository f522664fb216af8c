"""Best answers flop by flop: those of one walk over the whole game, whatever the strategy, stopped and gone on with."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from riverboat.base.sealed_json import sealed
from riverboat.cards.card import Deck
from riverboat.errors import FileFormatError, GameError, SolverError
from riverboat.evaluation import BucketResponse, blind_response, bucket_response
from riverboat.evaluation.blind.play import blind_probabilities
from riverboat.games import Game, Menu, build_tree, leduc, limit_holdem, nolimit_holdem, royal_holdem
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.ties import RankBuckets

TWO_STREETS = replace(royal_holdem(), deck=Deck("QKA"))
THREE_STREETS = replace(
    limit_holdem(), name="three", deck=Deck("QKA", "cdh"), board_cards=(0, 3, 1), stacks=(120, 120),
    raise_sizes=(10, 10, 20), max_raises=(1, 1, 1), first_to_act=(1, 0, 0),
)  # fmt: skip


class Random:
    """A strategy by rank, other at every node; some hands never play some action."""

    def __init__(self, game: Game, seed: int = 1) -> None:
        self.tree, self.buckets = build_tree(game, Menu()), RankBuckets(game)
        rng = np.random.default_rng(seed)
        self._rows = []
        for node in range(self.tree.nodes):
            shape = len(self.tree.choices(node)), self.buckets.count(int(self.tree.round[node]))
            shares = np.maximum(rng.random(shape) - 0.4, 0)
            self._rows.append(np.where(shares.sum(axis=0) > 0, shares, 1 / shape[0]))
            self._rows[-1] /= self._rows[-1].sum(axis=0)

    def __call__(self, node: int) -> npt.NDArray[np.float64]:
        return self._rows[node]

    def best(self) -> tuple[float, float]:
        """What one walk says."""
        engine = FullWidth(self.tree, ties=self.buckets, rule="cfr", precision=64, threads=1)
        for node in range(self.tree.nodes):
            engine.table("averages", node)[:] = self(node)
        return engine.accuracy().best


def answered(strategy: Random, **options: object) -> BucketResponse | None:
    return bucket_response(strategy.tree.game, strategy.buckets, strategy, threads=1, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [TWO_STREETS, THREE_STREETS], ids=["two streets", "three"])
def test_flop_by_flop_is_the_whole_game(game: Game) -> None:
    strategy = Random(game)
    found = answered(strategy)
    assert found is not None
    assert found.values == pytest.approx(strategy.best(), abs=1e-9)
    assert found.mbb == pytest.approx(50 * sum(found.values))
    narrow = answered(strategy, precision=32)
    assert narrow is not None
    assert narrow.values == pytest.approx(found.values, rel=1e-5)
    assert narrow.values != found.values


def test_a_blind_player_is_answered_as_by_the_other_way() -> None:
    game, mix = THREE_STREETS, {"f": 0.1, "c": 0.4, "r": 0.5}
    tree, ranks = build_tree(game, Menu()), RankBuckets(game)
    shares = blind_probabilities(tree, mix)

    def rows(node: int) -> npt.NDArray[np.float64]:
        begin, end = tree.first_choice[node : node + 2]
        return np.repeat(shares[begin:end, None], ranks.count(int(tree.round[node])), axis=1)

    found = bucket_response(game, ranks, rows, threads=1)
    assert found is not None
    assert found.values == pytest.approx(blind_response(game, mix, threads=1).values, abs=1e-9)


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    strategy, path, stop = Random(TWO_STREETS), tmp_path / "state.json", threading.Event()
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == 2:
            stop.set()

    assert answered(strategy, checkpoint=path, name="random", progress=progress, stop=stop) is None
    assert told == [(1, told[0][1]), (2, told[0][1])]
    with pytest.raises(SolverError, match="resume"):
        answered(strategy, checkpoint=path, name="random")
    with pytest.raises(SolverError, match=r"is of 'random' in .*, and this is 'other' in"):
        answered(strategy, checkpoint=path, name="other", resume=True)
    with pytest.raises(
        SolverError, match=r"is of 'random' in .*, and this is 'random' in .*; choose another file"
    ):
        answered(Random(TWO_STREETS, seed=2), checkpoint=path, name="random", resume=True)
    told.clear()
    whole = answered(strategy, checkpoint=path, name="random", resume=True, progress=progress)
    assert told[0][0] == 3
    assert whole is not None
    assert whole.values == pytest.approx(strategy.best(), abs=1e-9)
    path.write_text("{}")
    with pytest.raises(FileFormatError, match="checkpoint of a best response"):
        answered(strategy, checkpoint=path, name="random", resume=True)


@pytest.mark.parametrize("change", [{"flops": -1}, {"flops": 10**6}, {"sums": [[1.0]]}])
def test_a_checkpoint_that_does_not_fit_the_flops_is_refused(tmp_path: Path, change: dict) -> None:
    """Its checksum is right: somebody wrote it so."""
    strategy, path = Random(TWO_STREETS), tmp_path / "state.json"
    answered(strategy, checkpoint=path)
    data = json.loads(path.read_text()) | change
    del data["checksum"]
    path.write_bytes(sealed(data))
    with pytest.raises(FileFormatError, match=r"is damaged: it has .* flops of .* and sums of the shape"):
        answered(strategy, checkpoint=path, resume=True)


def test_what_cannot_be_is_told_in_words() -> None:
    ranks = RankBuckets(leduc())
    with pytest.raises(GameError, match="'leduc' is no game of two players with two cards each"):
        bucket_response("leduc", ranks, lambda node: np.ones((1, 1)))
    short = nolimit_holdem(stack_bb=2)
    with pytest.raises(GameError, match="may be all-in before the flop; give a limit game or deeper stacks"):
        bucket_response(short, ranks, lambda node: np.ones((1, 1)), menu=Menu())
    strategy = Random(TWO_STREETS)
    with pytest.raises(SolverError, match="precision is 16; it is 64 or 32 bits"):
        answered(strategy, precision=16)
    with pytest.raises(SolverError, match=r"node 1, 'c', have the shape \(1, 1\); it must be \(2, 9\)"):
        bucket_response(TWO_STREETS, strategy.buckets, lambda node: np.ones((1, 1)))
    for given in ("x", [[1], [1, 2]], [[object()]]):
        with pytest.raises(SolverError, match=r"node 1, 'c', are .*; give numbers of the shape \(2, 9\)"):
            bucket_response(TWO_STREETS, strategy.buckets, lambda node, given=given: given)
    with pytest.raises(SolverError, match="resume needs a file to go on from"):
        answered(strategy, resume=True)
    wrong = np.full((2, strategy.buckets.count(0)), 0.6)
    with pytest.raises(SolverError, match="node 1, 'c', are below 0 or do not add up to 1"):
        bucket_response(TWO_STREETS, strategy.buckets, lambda node: wrong)
