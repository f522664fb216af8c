"""Samples of pieces: drawn by kinds of pots, the same for the same seed, with intervals that are right."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.cli.command import run

import riverboat as rb
from riverboat.errors import StrategyError
from riverboat.evaluation import Pieces, Stratum, exact_piece, sample_pieces
from riverboat.evaluation.pieces.sample import _figure
from riverboat.evaluation.pieces.self_play import POTS, play_to
from riverboat.games import Table
from riverboat.games.rules.action import act


@cache
def headsup() -> rb.Strategy:
    return rb.open("headsup")


@cache
def rivers() -> Pieces:
    return sample_pieces(headsup(), "river", count=6, hands=300, seed=1, threads=1)


def test_hands_come_to_the_start_of_the_street() -> None:
    starts = play_to(headsup(), 2, 200, seed=3)
    assert starts.played == 200
    assert set(starts.found) <= set(POTS)
    for pot, some in starts.found.items():
        for start in some:
            table, raises = Table(headsup().game), 0
            for action in start.taken:
                raises += table.round == 0 and action > 0
                act(table, action)
            assert table.round == 2
            assert len(start.board) == 4
            assert POTS[min(raises, 3)] == pot
    assert play_to(headsup(), 2, 200, seed=3) == starts


def test_shares_are_those_of_the_hands() -> None:
    result = rivers()
    starts = play_to(headsup(), 3, 300, seed=1)
    assert {s.pot: s.share for s in result.strata} == {
        pot: len(some) / starts.count for pot, some in starts.found.items() if len(some) > 1
    }
    assert result.reached == starts.count / 300
    assert 6 <= len(result.pieces) <= 8
    first = result.strata[0].pieces[0]
    start = starts.found[result.strata[0].pot][0]
    assert first.gains == exact_piece(headsup(), start.taken, start.board, threads=1).gains
    assert list(result.pieces) == sorted(result.pieces, key=lambda piece: -piece.percent)
    assert result.percent.mean == pytest.approx(
        np.average(
            [np.mean([p.percent for p in s.pieces]) for s in result.strata],
            weights=[s.share for s in result.strata],
        )
    )
    mbb = result.figure(lambda piece: sum(piece.gains) / 2 / 100 * 1000)
    assert result.mbb_per_hand.mean == pytest.approx(result.reached * mbb.mean)
    assert sample_pieces(headsup(), "river", count=6, hands=300, seed=1, threads=1) == result


def test_intervals_hold_what_they_promise() -> None:
    """Two strata of their own spread: 95 % of the intervals hold the true mean."""
    rng = np.random.default_rng(5)
    shares, means, spreads, sizes = (0.7, 0.3), (1.0, 5.0), (1.0, 3.0), (6, 4)
    truth = sum(share * mean for share, mean in zip(shares, means, strict=True))
    held = 0
    for _ in range(2000):
        drawn = [rng.normal(*of, size) for *of, size in zip(means, spreads, sizes, strict=True)]
        figure = _figure(list(zip(shares, drawn, strict=True)))
        held += figure.low <= truth <= figure.high
    assert 0.93 < held / 2000 < 0.98
    assert _figure([(1.0, [2.0])]).half_width == np.inf
    assert _figure([(1.0, [2.0, 2.0])]).half_width == 0


def test_a_sample_is_stopped_and_watched() -> None:
    stop, seen = threading.Event(), list[int]()

    def watch(so_far: Pieces) -> None:
        seen.append(len(so_far.pieces))
        if len(seen) == 3:
            stop.set()

    result = sample_pieces(headsup(), "river", count=6, hands=300, seed=1, threads=1, watch=watch, stop=stop)
    assert seen == [1, 2, 3]
    assert len(result.pieces) == 3
    assert set(result.pieces) <= set(rivers().pieces)


def test_what_cannot_be_sampled_is_said() -> None:
    with pytest.raises(StrategyError, match="street is 'sixth'"):
        sample_pieces(headsup(), "sixth")
    with pytest.raises(StrategyError, match="never came to the river"):
        sample_pieces(headsup(), "river", hands=1, seed=5)
    with pytest.raises(StrategyError, match="count is 1"):
        sample_pieces(headsup(), count=1)
    spot = rb.solve_spot(
        board="QsJh2h5c9d", oop="AA,76s", ip="KK", pot=100, stack=200, iterations=2, threads=1
    )
    with pytest.raises(StrategyError, match="of one board, QsJh2h5c9d"):
        sample_pieces(spot, "river")


def test_one_piece_is_no_bound_on_the_whole_game() -> None:
    text = run("measure", "headsup", "--exact", "river", "--pieces", "2", "--hands", "1").stdout
    assert "100.0% came there" in text
    assert "whole game" not in text


def test_a_stratum_without_pieces_does_not_count() -> None:
    empty = Stratum("4-bet", 0.5, ())
    more = replace(rivers(), strata=(*rivers().strata, empty))
    assert more.percent.mean == pytest.approx(rivers().percent.mean)


def test_command() -> None:
    done = run("measure", "headsup", "--exact", "river", "--pieces", "4", "--hands", "100", "--threads", "1")
    assert "single-raised" in done.stdout
    assert "mbb a hand" in done.stdout.replace("\n", " ")
    line = "r2.5 c / k k / k k /"
    command = ("measure", "headsup", "--exact", line, "--board", "AsKd7c2h3d", "--threads", "1")
    done = run(*command)
    assert "headsup (sampled)" in done.stdout
    assert "best answer gains" in done.stdout
    assert "headsup (argmax)" in run(*command, "--acting", "argmax").stdout
    refused = run("measure", "headsup", "--exact", line, "--pieces", "4", expect=1)
    assert "--pieces is not used here" in refused.stderr
    refused = run("measure", "headsup", "--exact", "river", "--board", "AsKd7c", expect=1)
    assert "--board is not used here" in refused.stderr
