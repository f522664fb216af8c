"""Every format that is written: for each a file or two, as small as they get, and the questions that show all of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from tests.saved_formats.ask import DEALS, answer_flops, play_match

import riverboat as rb
from riverboat import abstraction, evaluation, games, solvers
from riverboat.cards import Deck
from riverboat.games import Menu, build_tree

RIVER = {"oop": "AA,QQ,KQs,76s", "ip": "AQs,KQs,JTs,TT", "pot": 100, "stack": 200, "sizes": "50%"}
TURN = {**RIVER, "board": "QsJh2h5c", "oop": "AA,76s", "ip": "KQs,TT"}
RIVER_SPOT = {**RIVER, "board": "QsJh2h5c9d"}
TYCHE = (
    'name = "tiny"\n[tyche]\nriver = 3\nturn = 5\nflop = 4\nlandmarks = 8\ndimensions = 2\ntraining = 1000\n'
)
EIGHT = 'name = "eight"\n[preflop]\nmethod = "kmeans"\nbuckets = 8\n'
TRAINING = """name = "leduc"
abstraction = "lossless"
iterations = 4000
seed = 5
rule = { name = "linear", discount_every = 1000 }
tree.game = { base = "leduc" }
watch = [{ hand = "Ks" }, { hand = "Js", line = "b" }]
"""
PUSHES = """name = "pushes"
abstraction = { name = "pairs", preflop = { method = "lossless" } }
iterations = 4000
rule = "mccfr+"

[tree.game]
name = "pushes"
players = 2
stacks = 800
blinds = [100, 50]
betting = "no-limit"
min_bet = 100
hole_cards = 2
board_cards = [0]
ranking = "two-card"
"""
TREE = """name = "small"
start = "r2.5"
reentrant_from = "flop"
rows = "pot-stack"

[game]
base = "nolimit-holdem"
stack_bb = 20

[menu.preflop]
raises = ["2.5bb", "3x", "a"]

[menu.every]
bets = "50% 100%"
raises = "a"
max_raises = 1
"""
DIVIDED = 4_230  # bytes: some rows of the flop have a strategy for each kind of board, and some are dropped
LEDUC_LINES = ["", "k", "b r", "k k / Ks", "b c / Qh k b"]
LEDUC_ASKED = [["Ks", "", ""], ["Js", "b", ""], ["Qs", "k k / k b", "Kh"], ["Kh", "b c / b r", "Ks"]]


@dataclass(frozen=True)
class Saved:
    """A file or folder: how it is written, what asks it and with which options."""

    ask: str
    write: Callable[[Path], object]
    options: dict[str, Any]


def saved(ask: str, write: Callable[[Path], object], **options: Any) -> Saved:
    return Saved(ask, write, options)


def text(words: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(words)


# --- solvers -------------------------------------------------------------------------------------------------------


def solve_spot(**options: Any) -> rb.solvers.Solution:
    return rb.solve_spot(target_pot_percent=1e-9, threads=1, **options)


def solutions() -> dict[str, Saved]:
    def leduc(path: Path) -> None:
        rb.solve("leduc", "cfr+", iterations=100, threads=1).save(path)

    def river(path: Path) -> None:
        solve_spot(**RIVER_SPOT, iterations=50, rake=0.05, rake_cap=2.5).save(path, bits=8)

    def dropped(path: Path) -> None:
        solve_spot(**TURN, iterations=50).save(path, drop="river")

    def locked(path: Path) -> None:
        solve_spot(**RIVER_SPOT, iterations=50, precision=16, locks=["k b50%: f 1 @ 76s"]).save(path)

    def prizes(path: Path) -> None:
        others = rb.tournament.Prizes((50, 30, 20), others=(400,))
        solve_spot(**RIVER_SPOT, iterations=50, prizes=others).save(path, bits=8)

    return {
        "leduc.solution": saved("solution", leduc, lines=LEDUC_LINES),
        "river.solution": saved("solution", river, lines=["", "k", "k b50%"]),
        "dropped.solution": saved("solution", dropped, lines=["", "k", "k b50%"]),
        "locked.solution": saved("solution", locked, lines=["", "k b50%"]),
        "prizes.solution": saved("solution", prizes, lines=["", "k", "k b50%"]),
    }


def checkpoints() -> dict[str, Saved]:
    def of_game(**options: Any) -> Saved:
        def write(path: Path) -> None:
            given = dict(options)
            if given.pop("tied", False):
                given["ties"] = rb.solvers.RankBuckets(games.preset(given["game"]))
            rb.solve(**given, iterations=40, threads=1, checkpoint=path)

        return saved("solver_checkpoint", write, **options)

    def of_spot(spot: dict[str, Any], **options: Any) -> Saved:
        def write(path: Path) -> None:
            solve_spot(**spot, iterations=40, checkpoint=path, **options)

        return saved("solver_checkpoint", write, spot=spot, **options)

    return {
        "kuhn.checkpoint": of_game(game="kuhn", rule="cfr+", precision=64),
        "predicting.checkpoint": of_game(game="kuhn", rule="pcfr+", precision=64),
        "tied.checkpoint": of_game(game="leduc", rule="dcfr+", precision=64, tied=True),
        "river-32.checkpoint": of_spot(RIVER_SPOT, rule="dcfr", precision=32),
        "river-16.checkpoint": of_spot(RIVER_SPOT, rule="dcfr", precision=16),
    }


def reports() -> dict[str, Saved]:
    boards, spot = ["QsJh2h5c9d", "AsKs2d2c7h"], {**RIVER, "oop": "AA,76s", "ip": "KK,T9s"}

    def write(path: Path) -> None:
        setup = rb.solvers.spot_setup(board=boards[0], **spot)
        rb.solvers.solve_many(setup, boards, path=path, target_pot_percent=1, threads=1)

    kinds = ("report.csv", "report.json")
    return {name: saved("report", write, boards=boards, spot=spot) for name in kinds}


# --- training ------------------------------------------------------------------------------------------------------


def trainings() -> dict[str, Saved]:
    def run(config: str, **options: Any) -> Callable[[Path], object]:
        def write(path: Path) -> None:
            from riverboat.training.training import Training

            Training(config, path, threads=1, **options).run()

        return write

    ranges = [rb.Range("TT+,AQs+"), None]
    return {
        "leduc.run": saved("training", run(TRAINING)),
        "leduc-16.run": saved("training", run(TRAINING + "precision = 16\n")),
        "ranges.run": saved("training", run(PUSHES, ranges=ranges)),
    }


def answers() -> dict[str, Saved]:
    def kuhn(path: Path) -> None:
        with TemporaryDirectory() as folder:
            evaluation.learned_response(
                solvers.uniform,
                Path(folder) / "answer.strategy",
                tree=games.kuhn(),
                iterations=1280,
                rule="mccfr",
                threads=1,
                checkpoint=path,
            )

    def lbr(path: Path) -> None:
        evaluation.local_best_response("cfr-strength", "fcpa", "river", 50, seed=3, checkpoint=path)

    def flops(path: Path) -> None:
        stop = threading.Event()
        answer_flops(path, progress=lambda *_: stop.set(), stop=stop)

    return {
        "kuhn.answer": saved("learned", kuhn),
        "lbr.json": saved("measurement", lbr),
        "flops.json": saved("answered_flops", flops),
    }


# --- abstraction ---------------------------------------------------------------------------------------------------


def tiny_tyche() -> abstraction.Tyche:
    """Tyche from a few pairs of wins and ties and a few boards; what it has not seen is in its first bucket."""
    config = abstraction.read_abstraction_config(TYCHE)
    return abstraction.sample_tyche(config, turns=3, flops=1, river=tiny_river())


@cache
def tiny_river() -> abstraction.RiverClusters:
    """Three clusters of the commonest pairs, which are three in five hands."""
    pairs, counts = abstraction.river_pair_counts(threads=1)
    common = np.argsort(-counts, kind="stable")[:1000]
    found = abstraction.win_tie_kmeans(pairs[common], counts[common], 3)
    return replace(found, pairs=found.pairs.astype(np.uint16))


def tiny_ochs() -> abstraction.OchsAbstraction:
    """A table before the flop and three buckets of OCHS vectors on each later street."""
    eight = abstraction.build_abstraction(EIGHT)
    assert isinstance(eight, abstraction.TableAbstraction)
    centroids = np.outer([0.2, 0.5, 0.8], [1.1, 1.0, 0.9, 0.7])
    return abstraction.OchsAbstraction(eight, (centroids, centroids, centroids))


def tiny_recall() -> abstraction.RecallAbstraction:
    """Tables of perfect recall over the cards from queen to ace."""
    deck = Deck("QKA", "cdhs")
    groups = abstraction.HOLDEM_IN_ORDER[:3]
    classes = abstraction.Lossless(groups, deck)
    counts = (2, 2, 2)
    tables = tuple(
        (np.arange(classes.count(number)) % count).astype(np.uint16) for number, count in enumerate(counts)
    )
    earlier = abstraction.TableAbstraction(tables, counts, groups, deck, "tiny-recall")
    river = (np.arange(2)[:, None] * 2 + (np.arange(1981) > 990)).astype(np.uint16)
    return abstraction.RecallAbstraction(earlier, river, 4)


def abstractions() -> dict[str, Saved]:
    holdem, game = DEALS.tolist(), games.leduc()
    leduc = [[game.deck.cards[place] for place in deal] for deal in ((0, 1, 2), (5, 3, 0), (2, 4, 5))]
    high = [(40 + np.random.default_rng(seed).permutation(12)[:7]).tolist() for seed in range(20)]

    def by_board(path: Path) -> None:
        abstraction.BoardTables.of(abstraction.build_abstraction(EIGHT)).save(path)

    def in_order(path: Path) -> None:
        eight = abstraction.BoardTables.of(abstraction.build_abstraction(EIGHT)).tables[0]
        pairs = (np.arange(64) % 10).astype(np.uint8)  # of two rounds of betting before the flop
        abstraction.OrderedTables((eight, eight), (8, 10), (0, 0), name="in order", pairs=pairs).save(path)

    def by_sequence(path: Path) -> None:
        abstraction.SequenceTables.of(rb.solvers.RankBuckets(game), game).save(path)

    def remembering(path: Path) -> None:
        abstraction.SequenceTables.of(rb.solvers.RankBuckets(game), game).remembering().save(path)

    def kinds(path: Path) -> None:
        from riverboat.abstraction.boards.board_kinds import BoardKinds

        BoardKinds(((np.arange(1755) % 7).astype(np.uint16),), (7,)).save(path)

    def that_divide(path: Path) -> None:
        seven_kinds().save(path)

    def stage(path: Path) -> None:
        from riverboat.abstraction.tyche.build import _stage, stage_folder

        config = abstraction.read_abstraction_config(TYCHE)
        assert isinstance(config, abstraction.TycheConfig)
        _stage(stage_folder(path, config), "river", tiny_river().arrays)

    def street(path: Path) -> None:
        from riverboat.abstraction.build import FinishedStreets
        from riverboat.abstraction.methods.method import Buckets

        made = abstraction.build_abstraction(EIGHT)
        buckets = Buckets(made.tables[0], made.counts[0])
        FinishedStreets(path.with_suffix(""), abstraction.read_abstraction_config(EIGHT)).save(0, buckets)

    def street_with_centroids(path: Path) -> None:
        from riverboat.abstraction.build import FinishedStreets
        from riverboat.abstraction.methods.method import Buckets

        made = abstraction.build_abstraction(EIGHT)
        buckets = Buckets(made.tables[0], made.counts[0], np.arange(16.0).reshape(8, 2))
        FinishedStreets(path.with_suffix(""), abstraction.read_abstraction_config(EIGHT)).save(0, buckets)

    pairs = [deal[:4] for deal in holdem]
    sequence = {"kind": "SequenceTables", "cards": leduc}
    return {
        "eight.buckets": saved("bucket_tables", by_board, kind="BoardTables", cards=pairs),
        "ordered.buckets": saved("bucket_tables", in_order, kind="OrderedTables", cards=pairs),
        "leduc.buckets": saved("bucket_tables", by_sequence, **sequence),
        "remembering.buckets": saved("bucket_tables", remembering, **sequence),
        "eight.abstraction": saved(
            "card_abstraction", lambda path: abstraction.build_abstraction(EIGHT).save(path), cards=holdem
        ),
        "tyche.abstraction": saved(
            "card_abstraction",
            lambda path: abstraction.write_tyche(tiny_tyche(), path),
            cards=holdem,
            centroids=True,
        ),
        "ochs.abstraction": saved("card_abstraction", lambda path: tiny_ochs().save(path), cards=holdem[:4]),
        "ochs.abstraction.parts": saved("street", street_with_centroids, config=EIGHT),
        "recall.abstraction": saved("card_abstraction", lambda path: tiny_recall().save(path), cards=high),
        "eight.abstraction.parts": saved("street", street, config=EIGHT),
        "tyche.parts": saved("tyche_stage", stage, config=TYCHE),
        "flops.boards": saved("board_kinds", kinds, boards=[[50, 45, 0], [51, 46, 1], [0, 1, 2]]),
        "splits.boards": saved(
            "board_kinds", that_divide, boards=[[50, 45, 0], [51, 46, 1], [0, 1, 2]], pooled=3
        ),
    }


# --- strategy ------------------------------------------------------------------------------------------------------


@dataclass
class Drawn:
    """Rows drawn from a seed in place of a trained table; visits fall from row to row."""

    tree: games.BettingTree
    cards: abstraction.CardAbstraction
    average: str = "snapshots"

    def _shape(self, row: int) -> tuple[int, int]:
        node = int(np.argmax(self.tree.row == row))
        return self.cards.count(int(self.tree.round[node])), int(self.tree.row_choices[row])

    def probabilities(self, row: int, /) -> np.ndarray:
        buckets, choices = self._shape(row)
        drawn = np.random.default_rng(row).random((buckets, choices)) ** 3
        return drawn / drawn.sum(axis=1, keepdims=True)

    def visits(self, row: int, /) -> np.ndarray:
        return np.full(self._shape(row)[0], 10**6 // (1 + row), np.uint32)


def seven_kinds() -> Any:
    """Seven kinds of flops that divide one after the other."""
    from riverboat.abstraction.boards.board_kinds import BoardKinds

    splits = np.array([4, 2, 6, 1, 3, 5], np.uint16)
    return BoardKinds(((np.arange(1755) % 7).astype(np.uint16),), (7,), (splits,))


def short_holdem(streets: int) -> games.Game:
    """No-limit hold'em of two players that ends after so many streets."""
    plain = games.nolimit_holdem(2, stack_bb=20)
    return replace(
        plain,
        name=f"first-{streets}",
        board_cards=(0, 3, 1, 1)[:streets],
        first_to_act=plain.first_to_act[:streets],
        ranking="two-card" if streets == 1 else "holdem",
    )


def write(path: Path, game: games.Game, cards: abstraction.CardAbstraction, **options: Any) -> None:
    menu = games.menu_from_table(
        {
            "limps": "none",
            "preflop": {"raises": ["2bb", "a"], "max_raises": 2},
            "every": {"bets": "50%", "max_raises": 1},
        }
    )
    tree = build_tree(game, Menu() if game.betting == "limit" else menu)
    made = {"iterations": 0, "seed": 1}
    rb.strategy.write_strategy(path, tree, cards, Drawn(tree, cards), made, **options)


def strategies() -> dict[str, Saved]:
    leduc, preflop = games.leduc(), short_holdem(1)
    lossless = abstraction.Lossless(((1,), (1, 1)), leduc.deck)
    before = [["AsKd", "", ""], ["7d7c", "r2", ""], ["6s3h", "a", ""]]
    river = [*before, ["Td8d", "r2 c / k", "QsJh2h"], ["AhKd", "r2 c / k b2 c / k", "QsJh2h5c"],
             ["6s3h", "r2 c / k k / k k / k", "QsJh2h5c9d"]]  # fmt: skip

    def rules() -> Any:
        text = 'name = "two"\n[preflop]\nmethod = "bins"\nedges = [0.45, 0.55]\n[flop]\nmethod = "bins"\nedges = [0.5]'
        return abstraction.RuleAbstraction(abstraction.read_abstraction_config(text))

    def eight() -> Any:
        return abstraction.build_abstraction(EIGHT)

    def borrowing(path: Path) -> None:
        write(path, preflop, eight(), cards_in="tables.strategy")

    def divided() -> Any:
        from riverboat.abstraction.boards.with_boards import WithBoards

        return WithBoards(rules(), seven_kinds())

    on_flop = [*before, ["Td8d", "r2 c / k", "QsJh2h"]]
    return {
        "leduc.strategy": saved("strategy", lambda path: write(path, leduc, lossless), asked=LEDUC_ASKED),
        "fine.strategy": saved(
            "strategy", lambda path: write(path, leduc, lossless, bits=8), asked=LEDUC_ASKED
        ),
        "tables.strategy": saved("strategy", lambda path: write(path, preflop, eight()), asked=before),
        "borrowing.strategy": saved("strategy", borrowing, asked=before),
        "rules.strategy": saved(
            "strategy", lambda path: write(path, short_holdem(2), rules()), asked=on_flop
        ),
        "remembered.strategy": saved(
            "strategy",
            lambda path: write(path, short_holdem(2), abstraction.Remembered(rules(), every=True)),
            asked=on_flop,
        ),
        "tyche.strategy": saved(
            "strategy", lambda path: write(path, short_holdem(4), tiny_tyche(), max_bytes=26_000), asked=river
        ),
        "divided.strategy": saved(
            "strategy", lambda path: write(path, short_holdem(2), divided(), max_bytes=DIVIDED), asked=on_flop
        ),
    }


# --- arena ---------------------------------------------------------------------------------------------------------


def arenas() -> dict[str, Saved]:
    bots = ["shark", "fish", "random"]
    league: dict[str, Any] = {"bots": ["fish", "fold", "shark"], "hands": 100, "series": 10, "seed": 3}

    def over(**options: Any) -> Saved:
        return saved("match", lambda path: play_match(checkpoint=path, **options), **options)

    return {
        "match.json": over(bots=bots, hands=60, series=20, seed=3),
        "freeze-out.json": over(bots=bots, games=40, series=20, seed=3, freeze_out=True),
        "league.json": saved(
            "matches", lambda path: rb.arena.play_league(checkpoint=path, **league), **league
        ),
        "ratings.sqlite": saved(
            "ratings", lambda path: rb.arena.rate_bots(["fish", "fold", "shark"], path, hands=20, seed=3)
        ),
        "match.hands": saved("hands", lambda path: rb.play_match(bots, 20, seed=3, save=path)),
    }


# --- TOML ----------------------------------------------------------------------------------------------------------


def tomls() -> dict[str, Saved]:
    spot = """board = "QsJh2h"
oop = "22+,A2s+:0.5"
ip = "TT+,AQs+"
pot = 180
stack = 910
rake = 0.05
rake_cap = 3.0
accuracy_percent = 0.5
locks = ["k b33%: f 0.4, c 0.6 @ AA,KK"]

[sizes]
flop = "33% 75% | 2.5x"
turn.oop.bets = "66%"
"""
    return {
        "game.toml": saved("game", text('base = "nolimit-holdem"\nplayers = 6\nstack_bb = 40\nantes = 10\n')),
        "game-spelled-out.toml": saved("game", text(games.write_game(games.leduc()))),
        "tree.toml": saved("tree", text(TREE)),
        "tree-spelled-out.toml": saved("tree", text(games.write_config(games.read_config(TREE)))),
        "training.toml": saved("training_config", text(TRAINING)),
        "abstraction.toml": saved("abstraction_config", text(EIGHT)),
        "abstraction-tyche.toml": saved("abstraction_config", text(TYCHE)),
        "spot.toml": saved("spot", text(spot)),
    }


@cache
def tournaments() -> dict[str, Saved]:
    """A tournament of five states after one round."""
    from riverboat.tournament import Inner, Tournament, solve_tournament

    setting = {"players": 2, "chips": 1800, "payouts": [1.0]}

    def write(path: Path) -> object:
        words = {"inner": Inner(20, 20), "threads": 1, "checkpoint": path, "target": 0.0}
        return solve_tournament(Tournament(**setting), "vi-fp", rounds=1, **words)  # type: ignore[arg-type]

    return {"two.tournament": saved("tournament_run", write, setting=setting, algorithm="vi-fp", rounds=1)}


GROUPS = (
    solutions,
    checkpoints,
    reports,
    trainings,
    answers,
    abstractions,
    strategies,
    arenas,
    tomls,
    tournaments,
)
