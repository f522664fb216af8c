"""What `equity` says about spots it cannot answer."""

import pytest

from riverboat.cards.equity import equity
from riverboat.cards.range import Range
from riverboat.errors import CardError, RangeError, RiverboatError

EMPTY = Range("AA") - Range("AA")
ALL_BUT = {n: list(range(n)) for n in (43, 44)}  # dead: the lowest n cards


@pytest.mark.parametrize("method", ["auto", "exact", "sampled"])
@pytest.mark.parametrize(
    ("players", "known", "message"),
    [
        (["AA"] * 5, {}, "no deal is possible: 'AA' and 'AA'"),
        (["22,33,44,55,54,53,52,43,42,32"] * 9, {}, "no deal is possible"),  # 18 cards out of 16
        (["AsKs", "AsKs"], {}, "no deal is possible: 'AsKs' and 'AsKs'"),
        (["AsKs", "AsKs", "QQ"], {}, "no deal is possible"),
        (["AsKs,AsQs", "AsJs,AsTs:0.1"], {}, "no deal is possible"),
        (["AsKs,AsQs", "AsJs:0.1,KsQs:0.7,As9s:0.3"], {"board": "3h4h5d"}, "no deal is possible"),
        (["AsKs", "AsQs,AsJs"], {"dead": "2c"}, "no deal is possible"),
        (["AsKs", "AsQs,AsJs"], {"board": "2c3c4c"}, "no deal is possible"),
        (["AsKs,KdQd", "AsQs", "KdJd"], {"board": "2c3c4c"}, "no deal is possible"),
        (["AA", "KK"], {"board": "KsKhKd"}, "player 2 has no hand left: every hand of 'KK'.*KsKhKd"),
        (["KK", "AA"], {"board": "KsKhKd"}, "player 1 has no hand left"),
        (["KsKc", "AA"], {"board": "KsQhJd"}, "player 1 has no hand left"),
        (["AA", "KsKc"], {"board": "KsQhJd2c3c"}, "player 2 has no hand left"),
        (["KsKc", "AsAd"], {"dead": "Kc"}, "player 1 has no hand left"),
        (["AA,KK", "22"], {"dead": "2c2d2h"}, "player 2 has no hand left"),
        (["AA", "KK", "22"], {"dead": "2c2d2h"}, "player 3 has no hand left"),
        ([EMPTY, "KK"], {}, "range of player 1 is empty"),
        (["KK", EMPTY], {"board": "2c3c4c"}, "range of player 2 is empty"),
        (["KK", "QQ", EMPTY], {"board": "2c3c4c"}, "range of player 3 is empty"),
    ],
)
def test_impossible_deals(players: list[str], known: dict[str, str], message: str, method: str) -> None:
    with pytest.raises(RangeError, match=message):
        equity(*players, **known, method=method)


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (["AsKs"], {}, "2 to 10 players, not 1"),
        ([], {}, "2 to 10 players, not 0"),
        (["random"] * 11, {}, "2 to 10 players, not 11"),
        (["AsAs", "KK"], {}, "As"),
        (["1s2s", "KK"], {}, "1s"),
        (["", "KK"], {}, "empty"),
        ([5, "KK"], {}, "5 is 1 cards"),
        (["KK", None], {}, "None is no player's hand"),
        ([[51, 50, 49], "KK"], {}, "3 cards; a player holds two"),
        ([[51, 51], "KK"], {}, "appears twice"),
        (["AA", "KK"], {"board": "2c"}, "0, 3, 4 or 5 cards, not 1: '2c'"),
        (["AA", "KK"], {"board": "2c3c"}, "not 2"),
        (["AA", "KK"], {"board": "2c3c4c5c6c7c"}, "not 6"),
        (["AA", "KK"], {"board": "2c3c2c"}, "2c appears twice"),
        (["AA", "KK"], {"board": "1s3c2c"}, "'1s'"),
        (["AA", "KK"], {"board": [1, 2, 52]}, "card id 52"),
        (["AA", "KK"], {"board": None}, "None"),
        (["AA", "KK"], {"dead": "2c2c"}, "2c appears twice"),
        (["AA", "KK"], {"dead": [0.5]}, "0.5 is not a card"),
        (["AA", "KK"], {"board": "2c3c4c", "dead": "5c3c"}, "3c is on the board and dead"),
        (["AsAh", "KsKh"], {"dead": ALL_BUT[44]}, "44 dead cards"),
        (["random"] * 3, {"dead": ALL_BUT[43], "samples": 10}, "43 dead cards"),
        (["AA", "KK"], {"method": "guess"}, "'guess' is unknown"),
        (["AA", "KK"], {"method": None}, "'None' is unknown"),
        (["AA", "KK"], {"method": "table", "board": "2c3c4c"}, "before the flop"),
        (["AA", "KK"], {"method": "table", "dead": "2c"}, "no dead cards"),
        (["AA", "KK", "QQ"], {"method": "table"}, "two players"),
        (["AA", "KK"], {"method": "exact", "samples": 10}, "'sampled', not 'exact'"),
        (["AA", "KK"], {"method": "table", "standard_error": 0.1}, "'sampled', not 'table'"),
        (["AA", "KK"], {"samples": 10, "standard_error": 0.1}, "give one"),
        *[(["AA", "KK"], {"samples": n}, "samples is") for n in (0, -1, 10.5, "10", True, 2**32)],
        *[
            (["AA", "KK"], {"standard_error": e}, "standard_error is")
            for e in (0, 0.0, -0.1, float("nan"), 1e-200, "0.1")
        ],
        *[(["AA", "KK"], {"samples": 10, "seed": seed}, "seed is") for seed in (-1, 0.5, "a", None)],
        *[(["AA", "KK"], {"threads": n}, "threads") for n in (-1, 0, 1.5, "2")],
        *[
            (
                ["AA", "KK"],
                {"threads": -1, "board": "2c3c4c"},
                "threads is -1; it must be None, for all of the machine's, or a whole number from 1 up",
            )
        ],
        *[
            (
                ["AA", "KK"],
                {"threads": -1, "samples": 10},
                "threads is -1; it must be None, for all of the machine's, or a whole number from 1 up",
            )
        ],
    ],
)
def test_bad_input(players: list[object], options: dict[str, object], message: str) -> None:
    with pytest.raises(RiverboatError, match=message):
        equity(*players, **options)


@pytest.mark.parametrize("players", [["AA:1e-200", "KK:1e-200"], ["AA:1e-200", "KK:1e-200", "QQ"]])
@pytest.mark.parametrize("board", ["", "2c3d4h"])
def test_weights_whose_product_is_nothing(players: list[str], board: str) -> None:
    with pytest.raises(RangeError, match="weights are so small"):
        equity(*players, board=board, method="exact")
    assert sum(equity(*players, board=board, samples=1000).equities) == pytest.approx(1)


def test_kinds_of_errors() -> None:
    with pytest.raises(CardError):
        equity("AA", "KK", board="2c3c")
    with pytest.raises(RangeError):
        equity("AA", "nonsense")


def test_a_deck_that_is_just_enough() -> None:
    result = equity("AsAh", "KsKh", dead=ALL_BUT[43])
    assert result.deals == 1  # the board takes the five cards that are left
    sampled = equity("random", "random", dead=ALL_BUT[43], samples=1000)
    assert sum(sampled.equities) == pytest.approx(1)
