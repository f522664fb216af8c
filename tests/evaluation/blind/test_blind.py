"""The best answer to a blind player: against the full-width engine, by hand, and words for what cannot be."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from riverboat.abstraction.gs.deals import score_of_pair
from riverboat.abstraction.methods.turn_histograms import hand_rivers
from riverboat.cards.card import Deck, parse_cards
from riverboat.errors import GameError, MenuError, SolverError, StrategyError
from riverboat.evaluation import blind_response, evaluate_strategy
from riverboat.evaluation.blind.deals import Deals, net_wins
from riverboat.evaluation.blind.play import _spread, blind_probabilities
from riverboat.evaluation.blind.response import before_cards
from riverboat.evaluation.blind.situations import situations
from riverboat.evaluation.filled import filled_engine
from riverboat.games import (
    Menu,
    TreeConfig,
    build_tree,
    limit_holdem,
    menu_from_table,
    nolimit_holdem,
    rhode_island,
)
from riverboat.games.histories.line import write_line
from riverboat.solvers import GameSetup
from riverboat.solvers.asking.public_state import PublicState

MIXES: dict[str, Any] = {
    "fold": {"f": 1.0},
    "call": {"c": 1.0},
    "raise": {"r": 1.0},
    "mixed": {"f": 0.1, "c": 0.4, "r": 0.5},
}


def by_line(line: str) -> dict[str, float]:
    """A mix that differs from line to line, whatever the board."""
    shares = np.frombuffer(hashlib.sha256(line.encode()).digest()[:3], np.uint8) + 1.0
    return dict(zip("fcr", (shares / shares.sum()).tolist(), strict=True))


def as_strategy(play: Any) -> Any:
    def strategy(state: PublicState) -> Any:
        mix = play(write_line(state.game, state.table.taken)) if callable(play) else play
        shares = _spread(mix, [option.action for option in state.options])
        return np.tile(shares, (len(state.hands), 1))

    return strategy


@pytest.mark.parametrize("play", [*MIXES.values(), by_line], ids=[*MIXES, "by line"])
@pytest.mark.parametrize("game", ["kuhn", "leduc", "royal-holdem"])
def test_best_answers_are_those_of_the_engine(game: str, play: Any) -> None:
    wanted = evaluate_strategy(game, as_strategy(play), trust_suits=True, threads=1).best
    assert blind_response(game, play, threads=1).values == pytest.approx(wanted, abs=1e-9)


def test_three_streets() -> None:
    island = replace(rhode_island(), deck=Deck("9TJQKA"))
    wanted = evaluate_strategy(island, as_strategy(by_line), trust_suits=True, threads=1).best
    assert blind_response(island, by_line, threads=1).values == pytest.approx(wanted, abs=1e-9)


def test_no_limit_with_all_ins_before_the_last_street() -> None:
    """A short stack goes all-in before the flop: what that is worth is known there."""
    small = nolimit_holdem(stack_bb=3)
    short = replace(small, deck=Deck("TJQKA"), board_cards=(0, 3), first_to_act=small.first_to_act[:2])
    sizes = menu_from_table({"every": {"bets": "100% a", "raises": "a"}})
    wanted = evaluate_strategy(short, as_strategy(by_line), menu=sizes, trust_suits=True, threads=1).best
    assert blind_response(short, by_line, menu=sizes, threads=1).values == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("play", [MIXES["raise"], by_line], ids=["raise", "by line"])
def test_turn_hands_of_holdem_are_worth_what_the_engine_says(play: Any) -> None:
    """All hands on one board of four cards, with the whole deck."""
    config = TreeConfig("turn", limit_holdem(), Menu(), start="r c / k k /")
    board = parse_cards("QsJh2h5c")
    setup = GameSetup(config, "QsJh2h5c", (None, None))
    engine = filled_engine(setup, [as_strategy(play)] * 2, trust_suits=True, threads=2)
    probabilities = blind_probabilities(setup.tree, play)
    for seat in (0, 1):
        cards = engine.hands[seat].cards
        turn, river = situations(setup.tree, seat, probabilities)
        net = np.linspace(-1, 1, 1981)
        table = np.column_stack([net, *river.values(net, np.zeros((0, 1981)))])
        keys = hand_rivers(np.array([board], np.uint8), cards, score_of_pair(), 1)[0]
        means = before_cards(keys, table, 1)
        found = turn.values(means[0], means[1:])[0]
        np.testing.assert_allclose(found, engine.hand_values(seat, kind="best"), atol=1e-9)


def test_holdem_cards_are_dealt_up_to_suits() -> None:
    """What rows of the flop lead to are rows of the turn, all 47 of them, and what they are worth is equity."""
    deals = Deals(limit_holdem(), threads=2)
    assert [deals.rows(number) for number in range(4)] == [169, 1_286_792, 13_960_050, 1981]
    assert [deals.cards_to_come(number) for number in range(3)] == [19_600, 47, 46]
    keys = deals.keys(0, slice(0, 2))
    assert keys.shape == (2, 19_600)
    held, board = parse_cards("AsKd"), parse_cards("Qs7h2c")
    row = int(deals.row_of(1, np.array([held + board], np.uint8))[0])
    turns = deals.keys(1, slice(row, row + 1))[0]
    wanted = [
        int(deals.row_of(2, np.array([[*held, *board, card]], np.uint8))[0])
        for card in range(52)
        if card not in held + board
    ]
    assert sorted(turns.tolist()) == sorted(wanted)


def test_net_wins_are_counted_pair_by_pair() -> None:
    rng = np.random.default_rng(1)
    held = np.array(list(combinations(range(9), 2)), np.uint8)
    strengths = rng.integers(0, 6, len(held))
    for hand, net in enumerate(net_wins(held, strengths)):
        met = [other for other in range(len(held)) if not set(held[hand]) & set(held[other])]
        assert net == sum(np.sign(strengths[hand] - strengths[other]) for other in met)


def test_equal_situations_are_one() -> None:
    tree = build_tree(limit_holdem(), Menu())
    same, differing = (
        [len(street.starts) for street in situations(tree, 0, blind_probabilities(tree, play))]
        for play in ({"f": 0.1, "c": 0.4, "r": 0.5}, by_line)
    )
    assert differing == [1, 7, 63, 567]
    assert same == [1, 4, 8, 16]


def test_figures_by_hand() -> None:
    """Against who always calls, a hand bets where it is ahead. In Kuhn a king wins 2, a queen 0, and a jack loses 1.

    In Leduc a king has 7 chips at stake after both bets. One card of five pairs it, and it wins all of them. After
    another, of four hands one has a pair, one ties and two lose, so that it is ahead by a fourth and bets again.
    """
    for seat in (0, 1):
        assert blind_response("kuhn", "call").by_hand[seat].tolist() == [-1, 0, 2]
        assert blind_response("leduc", "call").value_of("Ks", seat) == pytest.approx(7 * (1 / 5 + 4 / 5 / 4))
    folder = blind_response("royal-holdem", "fold")
    assert folder.values == (5.0, 10.0), "the blinds"
    assert (folder.mean, folder.mbb) == (7.5, 750)
    assert set(folder.by_hand[1].tolist()) == {10.0}


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    blind_response("leduc", "call", progress=lambda *now: told.append(now))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]


def test_what_cannot_be_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for play, words in (
        ("rase", "play is 'rase'; give 'fold', 'call', 'raise'"),
        ({"c": 0.5, "x": 0.5}, "'x'.*give 'fold', 'call'"),
        ({"c": 0.5, "r": 0.4}, "add up to 1"),
        ({"c": 1.5, "r": -0.5}, "from 0 to 1"),
        (3, "play is 3; give"),
        (lambda line: "k" if "b" in line else "call", "play is 'k' after"),
    ):
        with pytest.raises(StrategyError, match=words):
            blind_response("leduc", play)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="did you mean 'leduc'"):
        blind_response("leduk", "call")
    with pytest.raises(GameError, match="3 players; a blind opponent is one of two"):
        blind_response(limit_holdem(players=3), "call")
    with pytest.raises(GameError, match=r"antes .* must be equal"):
        blind_response(nolimit_holdem(stack_bb=2, big_blind_ante=50), "call", menu=Menu())
    with pytest.raises(MenuError):
        blind_response("leduc", "call", menu="50%")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="'2s' is no hand of 'leduc'; give such as 'Ks'"):
        blind_response("leduc", "call").value_of("2s", 0)
    for seat in (-1, 2, None):
        with pytest.raises(GameError, match=f"seat is {seat}; it must be a whole number from 0 to 1"):
            blind_response("leduc", "call").value_of("Ks", seat)  # type: ignore[arg-type]
    monkeypatch.setattr("riverboat.evaluation.blind.response.available_memory", lambda: 10)
    with pytest.raises(SolverError, match="10 bytes are free"):
        blind_response("leduc", "call")
