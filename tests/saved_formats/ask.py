"""How a saved file of each format is opened and what it is asked; answers are plain values, as JSON has them.

`make.py` asks when it writes a file, the test asks again with the code of today. Functions get the path of a copy,
which they may change, and the options that stand beside the answer.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import riverboat as rb
from riverboat import abstraction, evaluation, games, solvers
from riverboat.cards import Deck

Answer = Any
SAVED_AT = 40
"""Iterations after which solver checkpoints were written. When a release looks after that is not in the file."""
DEALS = np.array([np.random.default_rng(seed).permutation(52)[:7] for seed in range(40)], np.uint8)
"""Two hole cards and a board each; small decks have their own."""


# --- solvers -------------------------------------------------------------------------------------------------------


def solution(path: Path, lines: list[str]) -> Answer:
    opened = rb.open(path, threads=1, verify=True)
    nodes = [opened.grid(line) for line in lines]
    return {
        "game": opened.setup.game.name,
        "rule": opened.rule,
        "iterations": opened.iterations,
        "stopped": opened.stopped,
        "accuracy": [*opened.accuracy.values, *opened.accuracy.best],
        "looks": [[look.iterations, look.exploitability] for look in opened.looks],
        "locks": len(opened.setup.locks),
        "nodes": [
            [list(node.actions), list(node.hands), np.asarray(node.strategy).tolist()] for node in nodes
        ],
    }


def solver_checkpoint(
    path: Path, game: str = "", spot: dict[str, Any] | None = None, **options: Any
) -> Answer:
    """Where the run goes on to: two solvers that remember the same end alike."""
    if options.pop("tied", False):
        options["ties"] = rb.solvers.RankBuckets(games.preset(game))
    asked = {**options, "iterations": 60, "checkpoint": path, "resume": True, "threads": 1}
    done = rb.solve_spot(**spot, target_pot_percent=1e-9, **asked) if spot else rb.solve(game, **asked)
    return {
        "iterations": done.iterations,
        "looks": [look.iterations for look in done.looks if look.iterations <= SAVED_AT],
        "accuracy": [*done.accuracy.values, *done.accuracy.best],
        "root": np.asarray(done.grid().strategy).tolist(),
    }


def report(path: Path, boards: list[str], spot: dict[str, Any]) -> Answer:
    """Rows with the seconds they took, which would differ if they were solved again."""
    setup = rb.solvers.spot_setup(board=boards[0], **spot)
    return list(rb.solvers.solve_many(setup, boards, path=path, target_pot_percent=1, threads=1).rows)


def spot(path: Path) -> Answer:
    from riverboat.solvers.spots.files import read_spot

    return json.loads(json.dumps(asdict(read_spot(path)), default=str))


# --- training ------------------------------------------------------------------------------------------------------


def training(path: Path) -> Answer:
    """A run in its folder, as it was left; it must go on, too, though a later release may learn otherwise."""
    from riverboat.training.log import read_log
    from riverboat.training.training import Training

    run = Training(path / "config.toml", path, threads=1, resume=True)
    rows, solver = range(min(6, run.tree.rows)), run.solver
    logged = [one for one in read_log(path / "log.jsonl") if one.iterations <= solver.iterations]
    found = {
        "iterations": solver.iterations,
        "visits": solver.node_visits,
        "seconds": run.seconds,
        "rows": [[solver.regrets(row)[:9].tolist(), solver.averages(row)[:9].tolist()] for row in rows],
        "ranges": [None if one is None else str(one) for one in solver.ranges],
        "log": [[one.iterations, one.sets, one.watch] for one in logged],
    }
    run.run(iterations=solver.iterations + 2000)
    return found


def learned(path: Path) -> Answer:
    """An answer that is being learnt; it goes on from where it was left."""
    with TemporaryDirectory() as folder:
        answer = evaluation.learned_response(
            solvers.uniform,
            Path(folder) / "answer.strategy",
            tree=games.kuhn(),
            iterations=1280,
            rule="mccfr",
            threads=1,
            checkpoint=path,
            resume=True,
        )
        made = answer.files[0].provenance
        return {
            "iterations": made["iterations"],
            "visits": made["node_visits"],
            "played": answer.state_dictionary(),
        }


def measurement(path: Path) -> Answer:
    """What a local best response has won so far; nothing is played, as the strategy may be trained anew."""
    found = evaluation.local_best_response(
        "cfr-strength", "fcpa", "river", 50, seed=3, checkpoint=path, resume=True
    )
    return found.to_dict()


def answer_flops(path: Path, **options: Any) -> evaluation.BucketResponse | None:
    """A best answer flop by flop in a game of eight cards, to who does everything as often."""
    game = replace(games.royal_holdem(), deck=Deck("KA"))
    tree, ranks = games.build_tree(game, games.Menu()), solvers.RankBuckets(game)

    def even(node: int) -> np.ndarray:
        actions = len(tree.choices(node))
        return np.full((actions, ranks.count(int(tree.round[node]))), 1 / actions)

    return evaluation.bucket_response(game, ranks, even, name="even", threads=1, checkpoint=path, **options)


def answered_flops(path: Path) -> Answer:
    """What is found with the flops that were left; all but the first."""
    told: list[int] = []
    found = answer_flops(path, resume=True, progress=lambda done, _: told.append(done))
    assert found is not None
    return {"values": list(found.values), "first": told[0]}


def training_config(path: Path) -> Answer:
    from riverboat.training import read_training_config

    read = read_training_config(path)
    return {
        "name": read.name,
        "buckets": list(read.buckets),
        "iterations": read.iterations,
        "rule": {"discount_every": read.rule.epoch},  # as releases before 0.1.0 called it
        "seed": read.seed,
        "precision": read.precision,
        "watch": [[one.hand, one.board, one.line] for one in read.watch],
        "nodes": games.build_tree(read.tree).nodes,
    }


# --- games ---------------------------------------------------------------------------------------------------------


def game(path: Path) -> Answer:
    return json.loads(json.dumps(asdict(games.read_game(path)), default=list))


def tree(path: Path) -> Answer:
    built = games.build_tree(games.read_config(path))
    return {
        "name": built.config.name,
        "game": built.game.name,
        "nodes": built.nodes,
        "rows": built.rows,
        "choices": np.bincount(np.diff(built.first_choice)).tolist(),
    }


# --- abstraction ---------------------------------------------------------------------------------------------------


def bucket_tables(path: Path, kind: str, cards: list[list[int]]) -> Answer:
    opened = getattr(abstraction, kind).open(path)
    return {
        "name": opened.name,
        "counts": list(opened.counts),
        "boards": list(opened.boards),
        "buckets": opened.lookup(np.array(cards, np.uint8)).tolist(),
    }


def card_abstraction(path: Path, cards: list[list[int]], centroids: bool = False) -> Answer:
    opened = abstraction.open_tyche(path) if centroids else abstraction.open_abstraction(path)
    shown = [sum(group) for group in opened.groups]
    deals = np.array(cards, np.uint8)
    return {
        "name": opened.name,
        "counts": [opened.count(number) for number in range(len(shown))],
        "buckets": [
            opened.lookup(number, np.ascontiguousarray(deals[:, :size])).tolist()
            for number, size in enumerate(shown)
        ],
    }


def board_kinds(path: Path, boards: list[list[int]], pooled: int | None = None) -> Answer:
    from riverboat.abstraction.boards.board_kinds import BoardKinds

    found = BoardKinds.open(path)
    if pooled is not None:
        found = found.pooled(pooled)
    return [list(found.counts), [found.kind(1, board) for board in boards]]


def street(path: Path, config: str) -> Answer:
    """A finished street of a build that was stopped; the folder is named after the file that it makes."""
    from riverboat.abstraction.build import FinishedStreets

    (part,) = path.iterdir()
    found = FinishedStreets(path.with_suffix(""), abstraction.read_abstraction_config(config)).read(0)
    if found is None:
        return None
    centroids = [] if found.centroids is None else [found.centroids.tolist()]
    return [part.name, found.count, found.table.tolist(), *centroids]


def tyche_stage(path: Path, config: str) -> Answer:
    from riverboat.abstraction.tyche.build import _stage, stage_folder

    def nothing() -> dict[str, np.ndarray]:
        raise AssertionError("the stage is there and is not made again")

    read = abstraction.read_abstraction_config(config)
    assert isinstance(read, abstraction.TycheConfig)
    river = abstraction.RiverClusters.from_arrays(_stage(stage_folder(path, read), "river", nothing))
    means, pairs, labels = river.centroids.sum(axis=1), river.pairs[::50], river.labels[::50]
    return [means.tolist(), pairs.tolist(), labels.tolist(), river.iterations]


def abstraction_config(path: Path) -> Answer:
    return tomllib.loads(abstraction.read_abstraction_config(path).to_toml())


# --- strategy ------------------------------------------------------------------------------------------------------


def strategy(path: Path, asked: list[list[str]]) -> Answer:
    opened = rb.open(path, verify=True)
    found = [opened.query(hand, line=line, board=board) for hand, line, board in asked]
    return [[list(one.actions), list(one.probabilities), one.bucket, one.visits, one.source] for one in found]


# --- arena ---------------------------------------------------------------------------------------------------------


def play_match(bots: list[str], freeze_out: bool = False, **options: Any) -> rb.arena.MatchResult:
    return rb.play_match(bots, mode="freeze-out" if freeze_out else "reset", **options)


def match(path: Path, **options: Any) -> Answer:
    """The sums of a match that is over: nothing of it is played again."""
    played: list[int] = []
    done = play_match(
        checkpoint=path, resume=path.exists(), watch=lambda result: played.append(result.hands), **options
    )
    return {
        "played again": played,
        "hands": done.hands,
        "won": [[one.won.mean, one.won.half_width, one.adjusted.mean] for one in done.bots],
        "by position": [
            {name: [n, won.mean] for name, (n, won, _) in one.by_position.items()} for one in done.bots
        ],
        "games won": [one.games_won and one.games_won.mean for one in done.bots],
    }


def matches(path: Path, bots: list[str], **options: Any) -> Answer:
    played: list[int] = []
    done = rb.arena.play_league(
        bots, checkpoint=path, resume=path.exists(), progress=lambda n, _: played.append(n), **options
    )
    pairs = [(one, two) for one in range(len(bots)) for two in range(one)]
    won = [[done.won(*pair).mean, done.won(*pair).half_width, *done.series(*pair)] for pair in pairs]
    return {"played again": played, "won": won}


def ratings(path: Path) -> Answer:
    told = rb.arena.rate_bots([], path).to_dict()
    return {
        "bots": told["bots"],
        "tables": [[one["bot"], one["other"], one["hands"]] for one in told["tables"]],
    }


def hands(path: Path) -> Answer:
    store = rb.arena.HandStore(path)
    worst = store.find(sort="won", limit=5)
    return {
        "hands": len(store),
        "bots": list(store.bots),
        "worst": [one.to_dict() for one in worst],
        "first": games.write_phh(store.hand(1)),
    }


def tournament_run(path: Path, setting: dict[str, Any], algorithm: str, rounds: int) -> Answer:
    from riverboat.tournament import Inner, Tournament, solve_tournament

    words = {"inner": Inner(20, 20), "threads": 1, "checkpoint": path, "resume": True, "target": 0.0}
    found = solve_tournament(Tournament(**setting), algorithm, rounds=rounds, **words)  # type: ignore[arg-type]
    return {"rounds": found.known.round, "values": found.values.round(6).tolist()}


ASK: dict[str, Callable[..., Answer]] = {
    ask.__name__: ask
    for ask in (
        solution,
        solver_checkpoint,
        report,
        spot,
        training,
        learned,
        measurement,
        answered_flops,
        training_config,
        game,
        tree,
        bucket_tables,
        card_abstraction,
        board_kinds,
        street,
        tyche_stage,
        abstraction_config,
        strategy,
        match,
        matches,
        ratings,
        hands,
        tournament_run,
    )
}
