"""Spots: known answers, invariants, sizes, rake and bad input."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

import riverboat as rb
from riverboat.cards import Range, card_names
from riverboat.errors import CardError, GameError, MenuError, RangeError, RiverboatError, SolverError
from riverboat.games import menu_table
from riverboat.solvers import SpotSetup, spot_menu, spot_setup
from riverboat.solvers.reference import best_response, expected_values
from riverboat.solvers.reference.dealt import dealt_tree

RIVER = {"board": "QsJh2h5c9d", "oop": "AA,QQ,KQs,76s", "ip": "AQs,KQs,JTs,TT", "pot": 100, "stack": 200}


# --- known answers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pot", "bet"), [(100, 100), (100, 50), (100, 200), (90, 30)])
def test_polarised_range_against_a_bluff_catcher(pot: int, bet: int) -> None:
    """The clairvoyance game: value hands always bet, bluffs so often that calling gains nothing.

    Bluffs are b / (P + b) of the value bets, and the caller calls P / (P + b), von Neumann and Morgenstern's poker in
    the form of Ankenman and Chen. Three hands of each kind, none of which block each other.
    """
    solution = rb.solve_spot(
        board="2c2d7h7s3c",
        oop="AhAd,AhAc,AdAc,5h4h,5d4d,5s4s",  # three full nothings and three best hands
        ip="KsKh",
        pot=pot,
        stack=bet,
        sizes="none | none",
        all_in="always",
        precision=64,
        target_pot_percent=0.001,
    )
    root = solution.grid()
    aces, bluff = root.players[0].index("AhAd"), root.players[0].index("5h4h")
    bet_share = root.strategy[:, root.actions.index("a")]
    assert bet_share[aces] == pytest.approx(1, abs=1e-3)
    bluffs = [root.players[0].index(hand) for hand in ("5h4h", "5d4d", "5s4s")]
    assert bet_share[bluffs].mean() == pytest.approx(bet / (pot + bet), abs=0.01)
    call = solution.grid("a")
    assert call.frequencies[call.actions.index("c")] == pytest.approx(pot / (pot + bet), abs=0.01)
    # A value bet wins the pot and, when called, the bet; a bluff wins nothing.
    assert root.ev[aces] == pytest.approx(pot + bet * pot / (pot + bet), rel=0.01)
    assert root.ev[bluff] == pytest.approx(0, abs=0.5)


def test_nuts_against_air_wins_the_pot() -> None:
    solution = rb.solve_spot(board="AsAhKsKh2c", oop="AcAd", ip="3h4h", pot=60, stack=100)
    assert solution.evs == pytest.approx((60, 0), abs=0.3)


def test_evs_add_up_to_the_pot_less_the_rake() -> None:
    free = rb.solve_spot(**RIVER)
    assert sum(free.evs) == pytest.approx(100, abs=1e-3)
    raked = rb.solve_spot(**RIVER, rake=0.05, rake_cap=3)  # every pot is large enough for the cap
    assert sum(raked.evs) == pytest.approx(97, abs=1e-3)
    node = raked.grid("k")
    assert sum(player.mean_ev for player in node.players) == pytest.approx(97, abs=1e-3)
    uncapped = rb.solve_spot(**RIVER, rake=0.05)
    assert 80 < sum(uncapped.evs) < 95
    with pytest.raises(SolverError, match="with rake"):
        _ = raked.value_bounds


def test_exploitability_falls_and_looking_is_rare() -> None:
    solution = rb.solve_spot(**RIVER, target_pot_percent=0.01)
    found = [look.exploitability for look in solution.looks]
    assert found[-1] < found[0] / 10
    assert solution.pot_percent <= 0.01
    assert solution.stopped == "target"
    assert len(found) <= solution.iterations / 12 + 1
    assert solution.mbb is None
    assert rb.solve_spot(**RIVER, min_bet=10).mbb is not None


def test_stops_by_iterations_and_by_time() -> None:
    assert rb.solve_spot(**RIVER, target_pot_percent=1e-9, iterations=50).iterations == 50
    solution = rb.solve_spot(**RIVER, target_pot_percent=1e-12, max_seconds=0.2, precision=64, rule="cfr")
    assert solution.stopped == "time"
    assert solution.seconds > 0.15


def test_one_thread_is_reproducible() -> None:
    one, other = (rb.solve_spot(**RIVER, threads=1, target_pot_percent=0.05) for _ in range(2))
    assert one.iterations == other.iterations
    np.testing.assert_array_equal(one.grid("k").strategy, other.grid("k").strategy)


def test_precisions_agree() -> None:
    values = [
        rb.solve_spot(**{**RIVER, "board": "QsJh2h5c"}, precision=bits, target_pot_percent=0.1).evs[0]  # type: ignore[arg-type]
        for bits in (64, 32, 16)
    ]
    assert values[1] == pytest.approx(values[0], abs=0.3)
    assert values[2] == pytest.approx(values[0], abs=0.3)


def test_turn_against_plain_enumeration() -> None:
    """Every deal a branch: strategies as `node` tells them are worth what the solution says, and as exploitable."""
    solution = rb.solve_spot(
        board="8s8h2c2d",  # hearts and spades, clubs and diamonds are alike
        oop="AhAd,AsAc,KdQd,KcQc",
        ip="JhJs,TsTh",
        pot=40,
        stack=60,
        sizes="none | none",
        all_in="always",
        precision=64,
        iterations=25,
        rake=0.05,
        rake_cap=3,
        target_pot_percent=1e-6,
    )
    tree = dealt_tree(solution.solver)
    names = {-1: "f", 0: "c"}
    rows = []
    for place in tree.places:
        actions = solution.tree.actions_to(place.node)
        river = f" / {card_names(place.board[1])}" if len(place.board) > 1 else ""
        first = 2 if river else len(actions)  # two checks end the turn; a call of all-in ends the betting
        words = [names.get(action, "a") for action in actions]
        line = " ".join(words[:first]) + river + " " + " ".join(words[first:])
        node = solution.grid(line.strip())
        rows.append(node.strategy[node.players[node.actor].index(card_names(place.hand))].tolist())
    assert expected_values(tree, rows) == pytest.approx(solution.accuracy.values, abs=1e-6)
    best = [best_response(tree, rows, seat)[0] for seat in (0, 1)]
    assert best == pytest.approx(solution.accuracy.best, abs=1e-6)


# --- sizes ---------------------------------------------------------------------------------------------------


def test_sizes_by_street_and_position() -> None:
    menu = spot_menu(
        {"every": "50% | 3x", "river": {"oop": "33% | a", "ip": {"bets": "75%"}}}, all_in="never"
    )
    table = menu_table(menu)
    assert table["river"]["oop"] == {"bets": "33%", "raises": "a"}
    assert table["river"]["ip"] == {"bets": "75%"}
    assert spot_menu({"oop": "33%", "ip": "75% | none"}).street("flop").ip is not None
    assert menu_table(spot_menu("33% | 3x | 25%"))["every"]["donks"] == "25%"
    assert menu_table(spot_menu("33% / 3x")) == menu_table(spot_menu("33%|3x"))
    assert spot_menu(menu) is menu


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ("33% | 3x | 25% | 9", "4 parts"),
        ("33% 33%", "twice"),
        ("abc", "'abc'"),
        ({"flopp": "33%"}, "did you mean 'flop'"),
        ({}, "sizes are {}"),
        (5, "sizes are 5"),
        ({"flop": 5}, "sizes of flop are 5"),
        ("2x", "nothing to raise"),
        ({"flop": {"bets": "33%", "rises": "3x"}}, "rises"),
    ],
)
def test_bad_sizes(sizes: object, says: str) -> None:
    with pytest.raises(MenuError, match=says):
        spot_menu(sizes)  # type: ignore[arg-type]


def test_two_stacks() -> None:
    setup = spot_setup(board="QsJh2h", oop="AA", ip="KK", pot=101, stack=(500, 300))
    assert setup.game_setup().game.stacks == (551, 350)
    assert setup.game_setup().pot == 101


# --- bad input -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"oop": "AsAh", "ip": "AsAh"}, RangeError, "never meet"),
        ({"oop": ""}, RangeError, "range of oop"),
        ({"oop": "QsJh"}, RangeError, "range of oop holds no hand that fits the board QsJh2h5c9d"),
        ({"board": "QsJh"}, GameError, "the board has 2 cards; a spot has 3, 4 or 5"),
        ({"board": "QsQsJh"}, CardError, "twice"),
        ({"stack": 0}, GameError, "stack is 0"),
        ({"stack": (1, 2, 3)}, SolverError, "stack is"),
        ({"pot": 0}, GameError, "pot is 0"),
        ({"sizes": "none", "all_in": "never"}, MenuError, "the menu is empty"),
        ({"all_in": "sometimes"}, MenuError, "all_in is 'sometimes'"),
        ({"target_pot_percent": 0}, SolverError, "target_pot_percent is 0"),
        ({"target_pot_percent": -1}, SolverError, "target_pot_percent is -1"),
        ({"target_pot_percent": float("nan")}, SolverError, "target_pot_percent is nan"),
        ({"iterations": 0}, SolverError, "iterations is 0"),
        ({"max_seconds": -1}, SolverError, "max_seconds is -1"),
        ({"rake": 1.5}, SolverError, "rake is 1.5"),
        ({"rake_cap": -2}, SolverError, "rake_cap is -2"),
        ({"rule": "cfr-"}, RiverboatError, "not an update rule"),
        ({"threads": 0}, SolverError, "threads is 0; it must be None"),
        (
            {"pot": 5.5, "unit": "chips"},
            GameError,
            'pot is 5.5; it must be a whole number of chips .*unit="bb"',
        ),
        ({"pot": 5.5, "min_bet": 10}, GameError, "pot is 5.5; it must be a whole number of chips"),
        ({"pot": 5.505}, SolverError, "pot is 5.505 big blinds; give no more than hundredths of one"),
        ({"stack": (97.5, -1)}, SolverError, "stack is -1; it must be a number of big blinds over 0"),
        ({"unit": "bbs"}, SolverError, "unit is 'bbs'; it must be one of chips, bb; did you mean 'bb'"),
        ({"unit": "bb", "min_bet": 2}, SolverError, "min_bet is 2 chips, and the unit is bb"),
        ({"unit": "bb", "rake_cap": "3"}, SolverError, "rake_cap is '3'"),
        ({"pot": float("nan")}, GameError, "pot is nan"),
        ({"stack": "97.5"}, SolverError, "stack is '97.5'"),
        ({"precision": 8}, RiverboatError, "precision is 8"),
        ({"precision": 0}, RiverboatError, "precision is 0"),
    ],
)
def test_bad_input(change: dict[str, object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        rb.solve_spot(**{**RIVER, **change})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("precision", "advice"), [(64, ", or precision=16"), (32, ", or precision=16"), (16, "")]
)
def test_a_tree_over_the_memory_limit(
    precision: Literal[16, 32, 64], advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverboat.solvers.full_width.checked.free_memory", lambda device: (2**20, ""))
    told = rf"the tables need .* MiB and 1.0 MiB are free; use fewer sizes, .* or a later street{advice}$"
    with pytest.raises(SolverError, match=told):
        rb.solve_spot(**{**RIVER, "board": "QsJh2h"}, precision=precision)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("amounts", "pot", "stack"),
    [
        ({"pot": 5.5, "stack": 97.5}, 550, 9750),
        ({"pot": 6, "stack": 97.1}, 600, 9710),
        ({"pot": 5.5, "stack": (97, 40)}, 550, (9700, 4000)),
        ({"pot": 6, "stack": 97, "unit": "bb"}, 600, 9700),
    ],
)
def test_amounts_in_big_blinds(amounts: dict[str, object], pot: int, stack: object) -> None:
    setup = spot_setup(**{**RIVER, **amounts}, rake=0.05, rake_cap=0.6)  # type: ignore[arg-type]
    assert (setup.pot, setup.stack, setup.min_bet, setup.rake_cap) == (pot, stack, 100, 60)


def test_chips_may_be_floats_without_a_fraction() -> None:
    setup = spot_setup(**{**RIVER, "pot": 100.0, "stack": 200.0})  # type: ignore[arg-type]
    assert setup == spot_setup(**RIVER)  # type: ignore[arg-type]


def test_big_blinds_are_the_same_spot_in_chips() -> None:
    chips = rb.solve_spot(**{**RIVER, "pot": 550, "stack": 1100}, min_bet=100, iterations=20)  # type: ignore[arg-type]
    blinds = rb.solve_spot(**{**RIVER, "pot": 5.5, "stack": 11}, iterations=20)  # type: ignore[arg-type]
    assert blinds.evs == chips.evs
    assert blinds.grid("check bet 2.75").state.title.endswith("pot 8.25 bb, 2.75 bb to call")
    assert (
        blinds.query("AsAh")
        .notes[0]
        .startswith(f"EV {blinds.query('AsAh').ev / 100:.2f} bb of the pot of 5.5 bb")
    )


def test_setup_round_trips() -> None:
    setup = SpotSetup(
        "QsJh2h", Range("AA:0.5,KQs"), Range("random"), 180, 910, rake=0.05, rake_cap=3, min_bet=10
    )
    whole = setup.game_setup()
    assert type(whole).from_toml(whole.to_toml()) == whole
