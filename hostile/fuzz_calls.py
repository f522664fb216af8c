"""Good calls of public functions, which `fuzz.py` spoils."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, TypeAlias

import riverboat as rb
from riverboat import (
    abstraction,
    arena,
    bots,
    cards,
    evaluation,
    games,
    solvers,
    strategy,
    tournament,
    training,
)
from riverboat.games import Menu
from riverboat.solvers.sequence import End

Good: TypeAlias = tuple[str, Callable[..., Any], list[Any], dict[str, Any]]

SPOT: dict[str, Any] = {
    "board": "QsJh2h5c9d",
    "oop": "AA,76s",
    "ip": "KK,T9s:0.5",
    "pot": 100,
    "stack": 200,
    "sizes": "50% a | 3x",
}
MENU = {"every": {"bets": "33% 75%", "raises": ["2.5x", "a"]}, "merge": 0.1, "flop": {"max_raises": 3}}
GAME = {"base": "leduc", "players": 2, "stacks": 13}
TREE = {
    "name": "small",
    "game": {"base": "nolimit-holdem", "stack_bb": 20},
    "menu": MENU,
    "joined_from": "flop",
}
TOML = 'name = "x"\n[game]\nbase = "nolimit-holdem"\nstack_bb = 20\n[menu.every]\nraises = "a"\n'
TRAINING = 'name = "x"\nabstraction = "lossless"\niterations = 4000\nrule = "mccfr"\ntree.game = { base = "leduc" }\n'
EIGHT = 'name = "eight"\n[preflop]\nmethod = "kmeans"\nbuckets = 8\n'
PENNIES = (
    'EFG 2 R "pennies" { "A" "B" }\np "" 1 1 "" { "h" "t" } 0\np "" 2 1 "" { "h" "t" } 0\nt "" 1 "" { 1 -1 }\n'
    't "" 2 "" { -1 1 }\np "" 2 1 0\nt "" 2\nt "" 1\n'
)
COMMANDS = (
    ["equity", "AA", "KK", "--board", "QsJh2h"],
    ["hands", "evaluate", "AsKdQh", "--json"],
    ["hands", "range", "AA,KK:0.5,76s"],
    ["query", "AsKd", "-s", "headsup", "--line", "r2", "--stack-bb", "40"],
    ["solve", "kuhn", "--max-seconds", "0.2", "--rule", "cfr+", "--threads", "1"],
    ["solve", "kuhn", "--max-seconds", "0.2", "--method", "egt", "--iterations", "5"],
    [
        "solve",
        "-b",
        "QsJh2h5c9d",
        "--oop",
        "AA",
        "--ip",
        "KK",
        "--pot",
        "10",
        "--stack",
        "100",
        "--iterations",
        "3",
    ],
    ["train", "plan", "hu-fcpa", "--json"],
    ["abstract", "show", "nothing.abstraction", "AsKd"],
    ["train", "chart", "nowhere"],
    ["measure", "cfr-strength", "--lbr", "fc", "--from", "river", "--hands", "1", "--seed", "3"],
    ["measure", "headsup", "--exact", "r2.5 c / k k / k k /", "--board", "AsKd7c2h3d", "--fine"],
    ["measure", "nowhere.strategy", "--learned", "--iterations", "1"],
    ["bots", "rate", "--database", "nowhere/x.sqlite"],
    ["hands", "style", "nowhere.phh"],
    ["icm", "5000,3000,2000", "--payouts", "50,30,20", "--deal"],
    ["pushfold", "--stacks", "10,8", "--ante", "0.1", "--json"],
    ["tournament", "--chips", "1800", "--step", "300", "--rounds", "1"],
    ["--version"],
)


def solve_quickly(*given: Any, **named: Any) -> Any:
    """Solve, but not for hours, which who asks for a billion iterations may well want."""
    return rb.solve(*given, **named, max_seconds=0.2)


def solve_form_quickly(*given: Any, **named: Any) -> Any:
    """Solve for no longer than a moment."""
    return solvers.solve_form(*given, **named, max_seconds=0.2)


def solve_spot_quickly(*given: Any, **named: Any) -> Any:
    """The same of a spot."""
    return rb.solve_spot(*given, **named, max_seconds=0.2)


def solve_spots_quickly(*given: Any, **named: Any) -> Any:
    """The same of several."""
    return solvers.solve_spots(*given, **named, max_seconds=0.2)


def measure_quickly(*given: Any, **named: Any) -> Any:
    """A local best response of one chunk, however many hands are asked for."""
    stop = Event()
    return evaluation.local_best_response(*given, **named, watch=lambda _: stop.set(), stop=stop)


def duel_quickly(*given: Any, **named: Any) -> Any:
    """A duel of one block, however many deals are asked for."""
    stop = Event()
    return evaluation.duel(*given, **named, watch=lambda _: stop.set(), stop=stop)


def learn_quickly(strategy: Any, **named: Any) -> Any:
    """Learn an answer that is stopped at once, into a folder that goes away."""
    stop = Event()
    stop.set()
    with TemporaryDirectory() as folder:
        return evaluation.learned_response(strategy, Path(folder) / "x.strategy", **named, stop=stop)


def sample_quickly(*given: Any, **named: Any) -> Any:
    """Sample pieces, and stop after the first; hands are few, as they are played before anybody can be asked."""
    stop = Event()
    return evaluation.sample_pieces(*given, hands=20, **named, watch=lambda _: stop.set(), stop=stop)


def rate_quickly(some: Any, **named: Any) -> Any:
    """Rate bots in a file that goes away, over few hands."""
    with TemporaryDirectory() as folder:
        return arena.rate_bots(some, Path(folder) / "x.sqlite", hands=2, runs=2, **named)


@cache
def calls() -> list[Good]:
    """Return name, function, arguments and arguments by name of calls that work."""
    blueprint = rb.open("headsup")
    solution = rb.solve("kuhn", iterations=5, threads=1)
    pocket, range_ = rb.HandIndexer((2,)), rb.Range("AA,KK:0.5")
    kuhn, table = games.kuhn(), games.Table(games.nolimit_holdem())
    spot, pot = (
        rb.solve_spot(**SPOT, iterations=5, threads=1),
        games.menu_from_table({"every": {"bets": "100%"}}),
    )
    match = rb.play_match(["fish", "all-in"], 3, seed=1, keep_every=1)
    plain: list[tuple[Callable[..., Any], list[Any], dict[str, Any]]] = [
        (rb.evaluate, ["AsKdQh7c2d"], {}),
        (tournament.icm, [[5000, 3000, 2000], [50, 30, 20]], {"bounties": 10}),
        (tournament.make_hand, [[15, 10, 5]], {"ante": 0.1, "payouts": [50, 30, 20]}),
        (tournament.pushfold, [10], {"iterations": 5, "both_starts": False}),
        (tournament.Tournament, [2, 1800, 300], {"payouts": (1.0,)}),
        (rb.evaluate_batch, [[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]], {}),
        (rb.describe, ["AsKdQh7c2d"], {}),
        (rb.best_cards, ["AsKdQh7c2d3h"], {}),
        (rb.category, ["AsKdQh7c2d"], {}),
        (rb.standard_rank, ["AsKdQh7c2d"], {}),
        (rb.ranking, ["holdem"], {}),
        (rb.Range, ["AA,KK:0.5,76s+"], {}),
        (rb.Range.from_weights, [[0.5] * 1326], {}),
        (range_.weight, ["AsAd"], {}),
        (rb.HandIndexer, [[2, 3]], {}),
        (pocket.index, ["AsKd"], {}),
        (rb.equity, ["AsAd", "KsKd"], {"board": "QsJh2h"}),
        (rb.ehs, ["AsKd", "QsJh2h5c9d"], {}),
        (rb.win_tie_lose, ["AsKd", "QsJh2h5c9d"], {}),
        (cards.card_id, ["As"], {}),
        (cards.card_name, [51], {}),
        (cards.card_names, [[51, 3]], {}),
        (cards.hand_index, [1, 50], {}),
        (cards.hand_name, [1325], {}),
        (cards.hand_cards, [1325], {}),
        (cards.parse_cards, ["AsKd"], {}),
        (cards.Deck, ["JQK", "hs"], {}),
        (games.preset, ["leduc"], {}),
        (games.kuhn, [], {"players": 3}),
        (games.leduc, [], {}),
        (games.nolimit_holdem, [], {"players": 2, "stack_bb": 20}),
        (games.limit_holdem, [], {"players": 3}),
        (games.spot, [3, 10, 100], {}),
        (games.game_from_table, [GAME], {}),
        (games.menu_from_table, [MENU], {}),
        (games.config_from_table, [TREE], {}),
        (games.read_game, ['base = "leduc"\nplayers = 3\n'], {}),
        (games.read_config, [TOML], {}),
        (games.parse_sizes, ["33% 75% 2.5x a"], {}),
        (games.parse_line, ["r2 c / k b50% c", games.nolimit_holdem()], {}),
        (games.position_names, [6], {}),
        (games.street_names, [kuhn], {}),
        (games.build_tree, [kuhn, Menu()], {"max_nodes": 100}),
        (games.plan, ["hu-fcpa"], {"buckets": [169, 200, 200, 200], "threads": 1}),
        (games.act, [table.copy(), 200], {}),
        (games.Size, ["%", 33], {}),
        (games.Rows, ["own"], {}),
        (abstraction.read_abstraction_config, [EIGHT], {}),
        (abstraction.parse_feature_key, ["nothing"], {}),
        (abstraction.emd_1d, [[0.5, 0.5], [0.25, 0.75]], {}),
        (abstraction.l2, [[0.5, 0.5], [0.25, 0.75]], {}),
        (abstraction.open_abstraction, ["nowhere.abstraction"], {}),
        (abstraction.Lossless, [[[2], [2, 3]]], {}),
        (solvers.spot_setup, [], SPOT),
        (solvers.game_setup, ["leduc"], {"ranges": [None, None]}),
        (solvers.Lock.parse, ["k b33%: f 0.4, c 0.6 @ AA,KK"], {}),
        (solvers.Goal, [], {"iterations": 10, "target": 0.1, "max_seconds": 1.0}),
        (solvers.SolveOptions, [], {"iterations": 10, "target": 0.1, "rule": "cfr+", "precision": 32, "threads": 1}),
        (solvers.update_rule, ["dcfr"], {}),
        (solvers.sampled_rule, ["mccfr"], {}),
        (solve_quickly, ["kuhn"], {"iterations": 3, "rule": "cfr+", "threads": 1, "precision": 64}),
        (solve_quickly, ["kuhn"], {"iterations": 3, "method": "egt:euclidean", "threads": 1}),
        (solvers.form_of_game, ["kuhn"], {"ties": "lossless"}),
        (solvers.form_of_matrix, [[[1, -1], [-1, 1]]], {}),
        (solvers.form_of_efg, [PENNIES], {}),
        (solvers.form_of_openspiel, ["kuhn_poker"], {"max_ends": 100, "max_moves": 3}),
        (solvers.form_of_rules, [lambda history: End(1)], {"name": "one end", "max_ends": 5}),
        (solvers.ex_post, ["kuhn", solvers.RankBuckets(games.kuhn())], {"method": "dcfr", "iterations": 3}),
        (solvers.read_efg, ["nowhere.efg"], {}),
        (solve_form_quickly, [solvers.form_of_game("kuhn"), "pdhg"], {"iterations": 3, "threads": 1}),
        (solve_spot_quickly, [], {**SPOT, "iterations": 2, "threads": 1, "locks": ["k: k 1"]}),
        (solve_spots_quickly, [[solvers.spot_setup(**SPOT)] * 2], {"iterations": 2, "threads": 1}),
        (training.read_training_config, [TRAINING], {}),
        (training.read_log, ["nowhere.jsonl"], {}),
        (training.WatchHand, ["AsKd"], {"line": "r2"}),
        (rb.open, ["headsup"], {"translation": "pseudo-harmonic"}),
        (strategy.open_strategy, ["nowhere.rb"], {}),
        (blueprint.query, ["AsKd"], {"line": "r2", "board": ""}),
        (blueprint.query, ["AsKd"], {"line": "r2 c / k", "board": "QsJh2h"}),
        (solution.query, ["Ks"], {"line": "k b"}),
        (solution.grid, ["k b"], {}),
        (solution.range, [0], {"line": "k"}),
        (evaluation.sign_test, [10, 5], {}),
        (evaluation.power_law, [[1, 2, 4], [evaluation.Figure(8, 1)] * 3], {}),
        (evaluation.peak, [[1, 2, 3], [evaluation.Figure(1, 1)] * 3], {}),
        (evaluation.Figure, [1.0, 0.5], {}),
        (evaluation.finer_tree, [games.read_config("headsup")], {"bets": "200% 300%"}),
        (evaluation.fine_menu, [games.read_config("headsup").menu, games.nolimit_holdem()], {}),
        (evaluation.lbr_menu, ["f c 33% a"], {}),
        (evaluation.blind_response, ["leduc", {"c": 0.5, "r": 0.5}], {"threads": 1}),
        (evaluation.LbrMenu, ["fc", True, (0.5, 1.0), False], {}),
        (measure_quickly, [solvers.uniform, "fcpa"], {"game": "leduc", "hands": 50, "depth": 2, "seed": 3}),
        (measure_quickly, [spot, "f c 50% a", "river", 50], {"acting": solvers.Acting("argmax"), "processes": 1}),
        (evaluation.exact_local_best_response, [solvers.uniform, "fcpa"], {"game": "kuhn", "depth": 1}),
        (duel_quickly, [blueprint, blueprint, 2], {"begin": 1, "aivat": False, "seed": 2, "together": 2}),
        (learn_quickly, [solvers.uniform], {"tree": kuhn, "seats": 0, "iterations": 100, "threads": 1, "seed": 2}),
        (evaluation.judged_piece, [solvers.spot_setup(**SPOT).game_setup(), solvers.uniform], {"precision": 32}),
        (evaluation.exact_piece, [spot, "k", "QsJh2h5c9d"], {"menu": "own", "threads": 1}),
        (sample_quickly, [blueprint, "river"], {"count": 2, "menu": "own", "seed": 1, "threads": 1}),
        (evaluation.TranslatedStrategy, [solvers.uniform, pot], {"method": "pseudo-harmonic"}),
        (evaluation.aivat_of, [match.records, {"fish": blueprint}], {"values": "ahead"}),
        (evaluation.sequence_errors, [100.0], {"alpha": 0.05}),
        (evaluation.Share, [3, 10], {}),
        (arena.style, [match.records], {}),
        (arena.match_style, [match], {"hands": 3}),
        (rate_quickly, [["fish", "fold"]], {"players": 2, "stack_bb": 20, "seed": 1, "processes": 1}),
        (bots.Shover, [], {"threshold": 0.7, "calls_bb": 3, "samples": 10}),
        (bots.Equity, [0.5, 0.7], {"samples": 10}),
        (abstraction.open_centroids, ["nowhere.abstraction"], {}),
        (solvers.Acting, ["purified", 0.3], {}),
    ]  # fmt: skip
    return [
        (f"{call.__module__.removeprefix('riverboat.')}.{call.__qualname__}", call, args, named)
        for call, args, named in plain
    ]
