from __future__ import annotations

import pytest

from riverboat.errors import GameError
from riverboat.games import Table, read_game, spot, street_names, write_game


def test_streets_follow_the_board() -> None:
    assert street_names(spot("QsJh2h")) == ("flop", "turn", "river")
    assert street_names(spot("QsJh2h5c")) == ("turn", "river")
    assert street_names(spot("QsJh2h5c6d")) == ("river",)


def test_seats_act_in_order_with_what_is_behind() -> None:
    table = Table(spot("QsJh2h", pot=181, stacks=(910, 500, 300), players=3))
    assert table.actor == 0
    assert table.pot == 181
    assert table.stacks == [910, 500, 300]
    assert table.put_in == [61, 60, 60]
    assert table.legal_actions.max_raise_to == 910


def test_results_count_the_pot_as_put_in() -> None:
    game = spot("QsJh2h", pot=180, stacks=910)
    table = Table(game, hole_cards=["AsAh", "KsKh"], board="QsJh2h3c4d")
    table.raise_to(100)
    table.fold()
    assert table.payoffs == [90, -90]
    table = Table(game, hole_cards=["AsAh", "KsKh"], board="QsJh2h3c4d")
    table.raise_to(910)
    table.check_or_call()
    assert table.payoffs == [1000, -1000]


def test_odd_chips_are_played_for_by_all() -> None:
    table = Table(spot("QsJh2h3c4d", pot=181, stacks=100), hole_cards=["5s5h", "KsKh"], board="QsJh2h3c4d")
    table.check_or_call()
    table.check_or_call()
    assert table.payoffs == [-91, 91]


def test_a_short_stack_wins_what_it_can() -> None:
    game = spot("QsJh2h", pot=300, stacks=(50, 400, 400), players=3)
    table = Table(game, hole_cards=["AsAh", "KsKh", "9s9h"], board="QsJh2h3c4d")
    table.raise_to(50)
    table.raise_to(400)
    table.check_or_call()
    assert table.payoffs == [300 + 150 - 150, 700 - 500, -500]


def test_spots_in_toml() -> None:
    game = read_game('base = "spot"\nboard = "QsJh2h"\npot = 181\nstacks = [910, 500]\nmin_bet = 10')
    assert game == spot("QsJh2h", 181, (910, 500), min_bet=10)
    assert read_game(write_game(game)) == game


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"board": "QsJh"}, "the board has 2 cards; a spot has 3, 4 or 5"),
        ({"pot": 0}, "pot is 0"),
        ({"stacks": 0}, "a stack is 0"),
        ({"stacks": (1, 2, 3)}, r"stacks \(1, 2, 3\) are 3 numbers; there are 2 players"),
        ({"stacks": "many"}, "stacks is 'many'"),
        ({"players": 11}, "2 to 10 players"),
        ({"min_bet": 0}, "min_bet is 0"),
    ],
)
def test_bad_spots(options: dict[str, object], message: str) -> None:
    with pytest.raises(GameError, match=message):
        spot(**options)  # type: ignore[arg-type]
