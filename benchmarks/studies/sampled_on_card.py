"""Whether walks on a card learn as those on a processor do: exact exploitability after equal deals, and mean regret.

Leduc and a small no-limit game for the first; a heads-up tree with random buckets for the second.

    python benchmarks/studies/sampled_on_card.py [--out FILE.json] [--chart FILE.svg] [--deals 3e7] [--device cuda]
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.abstraction import BoardTables, Lossless, SequenceTables
from riverboat.cards.card import Deck
from riverboat.evaluation import exploitability
from riverboat.games import Game, Menu, build_tree, leduc, menu_from_table, read_config
from riverboat.solvers import RankBuckets, Sampled, sampled_rule
from riverboat.views.page import Page
from riverboat.views.shapes import Chart, Curve, Panels

NO_LIMIT = Game(
    "small no-limit",
    players=2,
    stacks=(20, 20),
    blinds=(0, 0),
    antes=(1, 1),
    betting="no-limit",
    first_to_act=(0, 0),
    min_bet=1,
    hole_cards=1,
    board_cards=(0, 1),
    deck=Deck("TJQKA", "cs"),
    ranking="two-card",
)
SIZES = menu_from_table({"every": {"bets": "50% 100%", "raises": "100%"}})
GAMES = ((leduc(), Menu()), (NO_LIMIT, SIZES))
RULES = {"mccfr": sampled_rule("mccfr"), "linear": sampled_rule("linear", epoch=20_000)}
FIRST = 10_000
SEEDS = 3


def curve(game: Game, menu: Menu, rule: str, device: str, seed: int, deals: int) -> dict[str, Any]:
    """The exact exploitability of one run at numbers of deals that double, in big blinds or antes."""
    buckets = RankBuckets(game)
    solver = Sampled(
        build_tree(game, menu), SequenceTables.of(buckets, game), rule=RULES[rule], device=device, seed=seed
    )
    points, seconds, at = [], 0.0, FIRST
    while at <= deals:
        begun = time.perf_counter()
        solver.run(at - solver.iterations)
        seconds += time.perf_counter() - begun
        points.append([at, exploitability(game, solver.strategy(buckets), menu=menu) / game.big_blind])
        at *= 2
    return {
        "game": game.name,
        "rule": rule,
        "device": device,
        "seed": seed,
        "points": points,
        "seconds": round(seconds, 2),
    }


def exploitabilities(devices: list[str], deals: int) -> list[dict[str, Any]]:
    return [
        curve(game, menu, rule, device, seed, deals)
        for game, menu in GAMES
        for rule in RULES
        for device in devices
        for seed in range(SEEDS)
    ]


def mean_regrets(devices: list[str], deals: int, buckets: int = 200) -> list[dict[str, Any]]:
    """The mean positive regret of a heads-up tree after equal deals, in big blinds for each."""
    rng = np.random.default_rng(1)
    hands = np.array([(hi, lo) for hi in range(52) for lo in range(hi)], np.uint8)
    preflop = Lossless().buckets(0, [], hands).astype(np.uint8)
    later = [rng.integers(0, buckets, 1326 * boards, np.uint8) for boards in (1_755, 16_432, 134_459)]
    tables = BoardTables((preflop, *later), (169, buckets, buckets, buckets), (0, 3, 4, 5), name="random")
    tree, found = build_tree(read_config("hu-fcpa")), []
    for device in devices:
        solver = Sampled(tree, tables, device=device)
        solver.run(deals)
        survey = solver.survey()
        found.append(
            {"device": device, "deals": deals, "regret": survey.positive_regret, "sets": survey.sets}
        )
    return found


def means(curves: list[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """By game and rule, the mean points of each device over the seeds."""
    found: dict[tuple[str, str], dict[str, list[Any]]] = {}
    for curve in curves:
        found.setdefault((curve["game"], curve["rule"]), {}).setdefault(curve["device"], []).append(
            curve["points"]
        )
    return {
        key: {device: np.mean(points, axis=0) for device, points in of.items()} for key, of in found.items()
    }


def chart(curves: list[dict[str, Any]]) -> Page:
    """Exploitability over deals, a panel for each game and rule."""
    panels = (
        Chart(
            tuple(Curve(device, of[device][:, 0], of[device][:, 1], marks=True) for device in of),
            x="deals",
            y="exploitability, chips",
            title=f"{game}, {rule}",
            log_x=True,
            log_y=True,
        )
        for (game, rule), of in means(curves).items()
    )
    return Page(Panels(tuple(panels), across=2))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    parser.add_argument("--chart", type=Path, help="an SVG file")
    parser.add_argument("--drawn-from", type=Path, help="what --out has written: nothing is learnt again")
    parser.add_argument("--deals", type=float, default=3e6)
    parser.add_argument("--regret-deals", type=float, default=4e6)
    parser.add_argument("--device", default="cuda")
    asked = parser.parse_args()
    if asked.drawn_from is None:
        devices = ["cpu", asked.device]
        regrets = mean_regrets(devices, int(asked.regret_deals)) if asked.regret_deals else []
        found = {"exploitability": exploitabilities(devices, int(asked.deals)), "regret": regrets}
    else:
        found = json.loads(asked.drawn_from.read_text())
    for (game, rule), of in means(found["exploitability"]).items():
        print(f"{game}, {rule}: deals, exploitability on {' and '.join(of)}")
        for (deals, here), (_, there) in zip(*of.values(), strict=True):
            print(f"  {deals:>12,.0f}  {here:.5f}  {there:.5f}  {there / here:.2f}")
    for of_device in found["regret"]:
        print(
            f"mean positive regret after {of_device['deals']:,} deals on {of_device['device']}: "
            f"{of_device['regret']:.6g} bb"
        )
    if asked.out is not None:
        asked.out.write_text(json.dumps(found))
    if asked.chart is not None:
        asked.chart.write_text(chart(found["exploitability"]).to_svg())


if __name__ == "__main__":
    main()
