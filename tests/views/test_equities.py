"""Equities as they are shown."""

import io
import json

from rich.console import Console

from riverboat.cards.equity import equity
from riverboat.cards.equity_result import EquityResult


def drawn(result: EquityResult, width: int = 80, *, colour: bool = False) -> str:
    console = Console(
        file=io.StringIO(),
        width=width,
        record=True,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
    )
    console.print(result)
    return console.export_text(styles=colour)


def test_known_hands_on_a_board() -> None:
    lines = drawn(equity("AsKs", "QhQd", board="QsJh2c3c")).splitlines()
    assert lines[0].rstrip() == "board  Q♠ J♥ 2♣ 3♣"
    assert lines[1].split() == ["hand", "equity", "win", "tie"]
    assert lines[2].split()[:5] == ["A♠", "K♠", "9.091%", "9.09%", "0.00%"]
    assert lines[3].split()[:5] == ["Q♥", "Q♦", "90.909%", "90.91%", "0.00%"]
    assert lines[2].count("█") == 2  # of 32 columns
    assert lines[3].count("█") == 29
    assert lines[4].rstrip() == "exact: 44 boards"
    assert len(lines) == 5


def test_the_table() -> None:
    text = drawn(equity("AhKh", "QsQc"))
    assert "board" not in text.splitlines()[0]
    assert "46.214%" in text
    assert "exact: 1,712,304 boards (from the preflop table)" in text


def test_ranges() -> None:
    text = drawn(equity("QQ+,AKs:0.5", "random"))
    assert "QQ+,AKs:0.5" in text
    assert "random" in text
    assert text.splitlines()[-1].rstrip() == "exact (from the preflop table)"
    text = drawn(equity("99+,AJs+,KQs,AQo+,JTs:0.25,T9s:0.5", "random", board="2c3c4d"))
    assert "…" in text  # a long range is cut
    assert text.splitlines()[-1].rstrip() == "exact"


def test_samples_show_their_interval() -> None:
    result = equity("AsKs", "QQ", "random", samples=10_000, seed=1)
    text = drawn(result)
    assert "±95 %" in text
    for player in result.players:
        assert f"{player.equity:.3%}" in text
        assert f"{1.96 * player.standard_error:.3%}" in text
    assert "sampled: 10,000 deals" in text
    assert "exact" not in text


def test_a_narrow_terminal_and_ten_players() -> None:
    pairs = [f"{rank}s{rank}h" for rank in "AKQJT98765"]
    for width in (80, 60):
        text = drawn(equity(*pairs, board="2c3c4d"), width)
        assert max(map(len, text.splitlines())) <= width
        assert all(f"{rank}♠ {rank}♥" in text for rank in "AKQJT98765")


def test_colours_are_those_of_the_four_colour_deck() -> None:
    text = drawn(equity("AsKh", "QdJc"), colour=True)
    for card, colour in (("K♥", "38;2;219;39;119"), ("Q♦", "38;2;37;99;235"), ("J♣", "38;2;22;163;74")):
        assert f"{colour}m{card}" in text


def test_to_dict_is_plain() -> None:
    result = equity("AsKs", "QQ:0.5", board="2c3c4d", dead="Qs")
    data = json.loads(json.dumps(result.to_dict()))
    assert data["board"] == "2c3c4d"
    assert data["dead"] == "Qs"
    assert data["method"] == "exact"
    assert [player["hands"] for player in data["players"]] == ["AsKs", "QQ:0.5"]
    assert data["players"][0]["equity"] == result.equities[0]
    assert set(data["players"][0]) == {"hands", "equity", "win", "tie", "standard_error"}


def test_one_sample_tells_no_error() -> None:
    result = equity("AsKs", "QhQd", samples=1)
    assert result.players[0].standard_error == float("inf")
    json.dumps(result.to_dict(), allow_nan=False)
    text = drawn(result)
    assert "inf" not in text
    assert text.splitlines()[-1].rstrip() == "sampled: 1 deal"
