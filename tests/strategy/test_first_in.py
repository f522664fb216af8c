"""Opening ranges: found again hand by hand, drawn, compared; and what a question may leave open."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from rich.text import Text
from tests.strategy.toy import RandomRows, flop_cards, flop_config

from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.errors import CardError, StrategyError
from riverboat.games import TreeConfig, build_tree, menu_from_table
from riverboat.strategy import Blueprint, FirstIn, first_in, open_strategy, write_strategy


def trained(folder: Path, name: str, seed: int, config: TreeConfig | None = None) -> Blueprint:
    tree = build_tree(config or flop_config(name))
    path = folder / f"{name}.strategy"
    write_strategy(path, tree, flop_cards(), RandomRows(tree, flop_cards(), seed), {})
    return open_strategy(path)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Blueprint:
    return trained(tmp_path_factory.mktemp("strategies"), "toy", 1)


def test_ranges_are_what_every_hand_says(toy: Blueprint) -> None:
    ranges = first_in(toy)
    assert ranges.positions == ("UTG", "HJ", "CO", "BTN", "SB")
    for folds, position in enumerate(ranges.positions):
        for hand, name in (("AsAh", "AA"), ("Kc9c", "K9s"), ("7d2c", "72o")):
            said = toy.query(hand, line=" ".join("f" * folds)).probability("r2.5")
            assert ranges.raised(position)[CLASS_NAMES.index(name)] == pytest.approx(said)
    grid = toy.grid("f f")
    assert ranges.frequency("CO") == pytest.approx(grid.frequencies[1], abs=1e-6)
    assert ranges.range("CO").fraction == pytest.approx(ranges.frequency("CO"), abs=0.005)


def test_agreement_counts_hands(toy: Blueprint) -> None:
    shares = np.zeros((1, 169))
    one, other = FirstIn(("BTN",), shares, shares), FirstIn(("BTN",), shares.copy(), shares)
    other.raises[0, :10], other.raises[0, 10:13] = 0.06, 0.05
    assert one.agreement(other) == 159 / 169
    assert one.agreement(other, within=0.06) == 1
    with pytest.raises(StrategyError, match="positions BTN are compared with UTG, HJ"):
        one.agreement(first_in(toy))


def test_the_drawing_fits_a_terminal(toy: Blueprint) -> None:
    page = io.StringIO()
    Console(file=page, width=80, force_terminal=True, color_system="truecolor").print(first_in(toy))
    lines = [Text.from_ansi(line).plain.rstrip() for line in page.getvalue().splitlines()]
    assert max(map(len, lines)) < 80
    assert lines[0].split() == ["UTG", "HJ", "CO", "BTN", "SB"]
    assert len([line for line in lines if line[:2].strip() in "AKQJT98765432"]) >= 13


def test_a_class_of_hands_will_do_before_the_flop(toy: Blueprint) -> None:
    assert toy.query("AKo").probabilities == toy.query("AsKd").probabilities
    with pytest.raises(CardError, match="on a board suits matter: name the two cards of 'AKo'"):
        toy.query("AKo", "f f f r2.5 f c /", "QsJh2h")


def test_bets_beyond_the_menu_are_told(toy: Blueprint) -> None:
    assert not toy.query("AsKd", line="r2.5").assumed
    assert "no bet as large as r100 was trained there" in toy.query("AsKd", line="r100").assumed[0]


def test_bets_that_differ_by_rounding_are_one_option(tmp_path: Path) -> None:
    menu = menu_from_table(
        {"limps": "none", "max_players_to_flop": 2, "all_in": "never"}
        | {
            "preflop": {"raises": ["2.2bb 3bb", "a"], "max_raises": 2},
            "flop": {"bets": "33%", "max_raises": 1},
        }
    )
    s = trained(tmp_path, "rounded", 1, replace(flop_config("rounded"), menu=menu))
    asked = s.at("f f f r2.57 f c /", "QsJh2h")
    assert len(asked.line.mix.parts) == 2  # from pots of 4.9 and 6.5 big blinds
    assert [option.token for option in asked.options] == ["k", "b1.87"]  # 1.86 by the other
    np.testing.assert_allclose(asked.line.mix.strategy.sum(axis=1), 1, atol=1e-5)
