"""Learnt answers come near the exact best ones, never above, and leave the strategy they answer alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import Lossless, SequenceTables
from riverboat.errors import SolverError
from riverboat.evaluation import evaluate_strategy, finer_tree, learned_response
from riverboat.evaluation.learned.opponents import BucketOpponent
from riverboat.evaluation.learned.setup import answered
from riverboat.games import Game, Menu, TreeConfig, build_tree, kuhn, leduc, menu_from_table
from riverboat.solvers import (
    Acting,
    PublicState,
    StrategyLike,
    always_call,
    always_fold,
    sampled_rule,
    solve,
    uniform,
)
from riverboat.solvers.sampled.engine import Sampled
from riverboat.strategy import Blueprint, open_blueprint, write_strategy
from riverboat.strategy.publish import publish
from riverboat.training import Training, read_training_config

NEAR = 0.01
"""Chips that an answer of some 100,000 deals may miss; the exact ones below are between 0.2 and 2.7."""

POT = menu_from_table({"every": {"bets": "100%", "raises": "100%", "max_raises": 1}, "all_in": "never"})
NO_LIMIT = replace(
    leduc(),
    name="no-limit-leduc",
    betting="no-limit",
    stacks=(9, 9),
    raise_sizes=(),
    max_raises=(),
    min_bet=1,
)


def learnt_values(game: Game | TreeConfig, strategy: StrategyLike, answer: StrategyLike) -> list[float]:
    """What the answer wins in each seat while the others keep to the strategy; exact."""
    players = game.players if isinstance(game, Game) else game.game.players
    seats = [[answer if seat == own else strategy for seat in range(players)] for own in range(players)]
    return [evaluate_strategy(game, played).values[seat] for seat, played in enumerate(seats)]


def check_near_the_best(game: Game | TreeConfig, strategy: StrategyLike, answer: StrategyLike) -> None:
    best = evaluate_strategy(game, strategy).best
    values = learnt_values(game, strategy, answer)
    for value, most in zip(values, best, strict=True):
        assert most - NEAR < value < most + 1e-9, (values, best)


@pytest.mark.parametrize(
    "strategy", [uniform, always_call, None], ids=["uniform", "always_call", "half-trained"]
)
def test_the_best_answer_in_leduc(tmp_path: Path, strategy: StrategyLike | None) -> None:
    game, strategy = leduc(), strategy or solve("leduc", iterations=8)
    answer = learned_response(strategy, tmp_path / "a.strategy", tree=game, iterations=400_000, threads=1)
    check_near_the_best(game, strategy, answer)


def test_the_best_answer_by_public_sampling(tmp_path: Path) -> None:
    """All hands on each board, in the tree with all of them apart."""
    game, strategy = leduc(), solve("leduc", iterations=8)
    rule = sampled_rule("linear", sampling="public", epoch=200)
    answer = learned_response(
        strategy, tmp_path / "a.strategy", tree=game, iterations=4_000, rule=rule, threads=1
    )
    check_near_the_best(game, strategy, answer)


@pytest.mark.parametrize("strategy", [uniform, always_call])
def test_every_seat_of_three_player_kuhn(tmp_path: Path, strategy: StrategyLike) -> None:
    game = kuhn(players=3)
    answer = learned_response(strategy, tmp_path / "a.strategy", tree=game, iterations=50_000, threads=1)
    check_near_the_best(game, strategy, answer)


@pytest.fixture(scope="module")
def coarse(tmp_path_factory: pytest.TempPathFactory) -> Blueprint:
    """A strategy of no-limit Leduc with one bet size, hardly trained."""
    game, path = NO_LIMIT, tmp_path_factory.mktemp("coarse") / "coarse.strategy"
    tree, cards = build_tree(TreeConfig("coarse", game, POT)), Lossless.of(game)
    solver = Sampled(tree, SequenceTables.of(cards, game), threads=1)
    solver.run(2_000)
    write_strategy(path, tree, cards, solver, {})
    return open_blueprint(path)


def test_bets_that_the_strategy_does_not_know(coarse: Blueprint, tmp_path: Path) -> None:
    """The exact best answer in the finer tree knows how the strategy reads each line, as the learner must."""
    finer = finer_tree(coarse.files[0].config, bets="50% 200%")
    assert build_tree(finer).nodes > 2 * build_tree(coarse.files[0].config).nodes
    answer = learned_response(coarse, tmp_path / "a.strategy", tree=finer, iterations=400_000, threads=1)
    check_near_the_best(finer, coarse, answer)
    assert min(learnt_values(finer, coarse, answer)) > min(
        evaluate_strategy(coarse.files[0].config, coarse).best
    )


def test_a_threshold_is_played_as_bots_play_it(coarse: Blueprint) -> None:
    config = coarse.files[0].config
    plain = BucketOpponent(coarse, config.game)
    purified = BucketOpponent(coarse, config.game, Acting("purified", 0.3))
    tree = build_tree(config)
    for node in range(tree.nodes):
        table, choices = tree.table_at(node), tree.choices(node)
        rows, pure = plain(table, choices), purified(table, choices)
        assert (pure.argmax(axis=1) == rows.argmax(axis=1)).all()
        kept = np.where((rows >= 0.3) | (rows == rows.max(axis=1, keepdims=True)), rows, 0)
        assert (
            np.allclose(pure, kept / kept.sum(axis=1, keepdims=True), atol=1e-6)
            or (np.sort(rows, axis=1)[:, -1] == np.sort(rows, axis=1)[:, -2]).any()
        )  # of two that are likeliest alike the first is kept
    assert plain.moved == purified.moved == 0


def test_who_stays_is_left_alone(coarse: Blueprint) -> None:
    other = answered(coarse, None, 1, Acting())
    fixed = other.fixed
    before = fixed.numbers.copy(), fixed.first.copy()
    solver = Sampled(fixed.tree, fixed.deals, rule="linear", against=fixed, threads=1)
    solver.run(20_000)
    assert np.array_equal(fixed.numbers, before[0])
    assert np.array_equal(fixed.first, before[1])
    learnt = np.unique(fixed.tree.row[fixed.tree.actor == 1])
    assert (
        0
        < solver.engine.seen_rows().sum()
        == np.isin(np.flatnonzero(solver.engine.seen_rows()), learnt).sum()
    )
    rest = np.setdiff1d(np.arange(fixed.tree.rows), learnt)
    assert not any(solver.engine.row(row).any() for row in rest.tolist())


def test_seats_that_do_not_learn_play_the_strategy(coarse: Blueprint, tmp_path: Path) -> None:
    answer = learned_response(coarse, tmp_path / "a.strategy", seats=1, iterations=5_000, threads=1)
    finer = answer.files[0].config
    values = learnt_values(finer, coarse, answer)
    alone = evaluate_strategy(finer, coarse).values
    assert abs(values[0] - alone[0]) < 0.05  # what was mixed of two lines is rounded to fifteenths
    assert values[1] > alone[1] + 0.1
    assert answer.files[0].provenance["seats"] == [1]
    assert answer.files[0].provenance["against"] == "coarse"


def test_a_resumed_run_is_the_run_that_never_stopped(coarse: Blueprint, tmp_path: Path) -> None:
    rule = sampled_rule("linear", epoch=3_000)
    settings = {"rule": rule, "threads": 1, "checkpoint": tmp_path / "answer.rb", "resume": True}
    whole = learned_response(coarse, tmp_path / "whole.strategy", iterations=10_240, rule=rule, threads=1)
    for stop in (2_560, 10_240):
        parts = learned_response(coarse, tmp_path / "parts.strategy", iterations=stop, **settings)
    assert parts.state_dictionary() == whole.state_dictionary()
    with pytest.raises(SolverError, match="another acting; go on with the same acting"):
        learned_response(
            coarse, tmp_path / "x.strategy", iterations=20_480, acting=Acting("argmax"), **settings
        )


def test_threads_learn_the_same_game(tmp_path: Path) -> None:
    answer = learned_response(uniform, tmp_path / "a.strategy", tree=kuhn(), iterations=20_000, threads=2)
    check_near_the_best(kuhn(), uniform, answer)


def test_a_trained_leduc_strategy_is_hard_to_answer(tmp_path: Path) -> None:
    training = Training(read_training_config("leduc"), tmp_path / "run", threads=1)
    training.run(iterations=200_000)
    publish(training, tmp_path / "leduc.strategy")
    trained = open_blueprint(tmp_path / "leduc.strategy")
    answer = learned_response(trained, tmp_path / "a.strategy", iterations=200_000, threads=1)
    gains = [
        value - own
        for value, own in zip(
            learnt_values(leduc(), trained, answer), evaluate_strategy(leduc(), trained).values, strict=True
        )
    ]
    assert all(-0.01 < gain < 0.15 for gain in gains), gains


def test_any_strategy_is_answered_as_it_is_played(tmp_path: Path) -> None:
    often = Acting("argmax").of(uniform)
    learnt = [
        learned_response(
            strategy, tmp_path / "a.strategy", tree=kuhn(), acting=acting, iterations=20_000, threads=1
        ).state_dictionary()
        for strategy, acting in ((uniform, Acting("argmax")), (often, Acting()), (uniform, Acting()))
    ]
    assert learnt[0] == learnt[1] != learnt[2]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"tree": None}, "uniform has no betting tree of its own; give the one to learn in"),
        ({"minutes": 1.0}, "iterations are 1000 and minutes 1.0; give one of them"),
        ({"iterations": None}, "iterations are None and minutes None; give one of them"),
        ({"seats": 2}, "a seat is 2"),
        ({"seats": ()}, "no seat learns; 'kuhn' has the seats 0 to 1"),
        (
            {"rule": "outcome"},
            "sampling is 'outcome'; who learns against a strategy that stays samples 'external', or 'public' if",
        ),
        ({"acting": "purified"}, "acting is 'purified'"),
        ({"resume": True}, "resume needs a file to go on from"),
    ],
)
def test_what_cannot_be_learnt(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    settings = {"tree": kuhn(), "iterations": 1_000, "threads": 1} | changed
    with pytest.raises(SolverError, match=said):
        learned_response(uniform, tmp_path / "a.strategy", **settings)  # type: ignore[arg-type]


def test_strategies_that_are_none(tmp_path: Path) -> None:
    def half(state: PublicState) -> np.ndarray:
        return np.full((len(state.hands), len(state.options)), 0.3)

    with pytest.raises(SolverError, match="add up to 1"):
        learned_response(half, tmp_path / "a.strategy", tree=kuhn(), iterations=1_000)


def test_a_strategy_that_is_not_open(tmp_path: Path) -> None:
    with pytest.raises(SolverError, match=r"such as riverboat.open\('headsup'\)"):
        learned_response("headsup", tmp_path / "a.strategy", iterations=1_000)  # type: ignore[arg-type]


def test_rows_of_another_tree() -> None:
    fixed = answered(uniform, kuhn(), None, Acting()).fixed
    with pytest.raises(SolverError, match="make them of the same tree"):
        Sampled(build_tree(kuhn(), Menu()), fixed.deals, against=fixed)


def test_nothing_is_written_over(coarse: Blueprint, tmp_path: Path) -> None:
    """Neither the strategy that is answered nor a file that is no checkpoint to go on from."""
    own = coarse.files[0].path
    before = own.read_bytes()
    with pytest.raises(SolverError, match="is the strategy that is answered"):
        learned_response(coarse, own, iterations=1)
    other = tmp_path / "notes.txt"
    other.write_text("mine")
    with pytest.raises(SolverError, match=r"notes\.txt' holds"):
        learned_response(uniform, tmp_path / "a.strategy", tree=kuhn(), iterations=1, checkpoint=other)
    assert (own.read_bytes(), other.read_text()) == (before, "mine")


def test_a_strategy_with_moods_is_found(tmp_path: Path) -> None:
    moods = iter([always_call, always_fold] * 999)
    with pytest.raises(SolverError, match="when it is asked again"):
        learned_response(
            lambda state: next(moods)(state), tmp_path / "a.strategy", tree=leduc(), iterations=1
        )
