"""Gamedef files: the dealer's own examples, round trips, and errors that name the line."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.cards.card import RANKS, SUITS, Deck
from riverboat.errors import GameError
from riverboat.games import (
    Game,
    flop_holdem,
    kuhn,
    leduc,
    limit_holdem,
    nolimit_holdem,
    read_gamedef,
    royal_holdem,
    short_deck,
    write_gamedef,
)

NOLIMIT = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 20000 20000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""

LEDUC = """# Leduc of the dealer: antes are equal blinds, ranks are Q K A
gamedef
LIMIT
NUMPLAYERS 2
numrounds=2
blind = 1 1   # the antes
raiseSize 2 4
maxRaises = 2 2

numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
end gamedef
what follows does not count
"""


def test_nolimit() -> None:
    assert read_gamedef(NOLIMIT, name="nolimit-holdem") == nolimit_holdem(stack_bb=200)
    assert write_gamedef(nolimit_holdem(stack_bb=200)) == NOLIMIT


def test_any_case_comments_and_defaults() -> None:
    game = read_gamedef(LEDUC)
    assert (game.betting, game.blinds, game.antes) == ("limit", (1, 1), (0, 0))
    assert (game.deck, game.ranking) == (Deck("QKA", "hs"), "two-card")
    assert game.first_to_act == (0, 0)
    assert game.stacks == ((2**30 - 1) // 2,) * 2
    assert game.raise_sizes == leduc().raise_sizes
    bare = "\n".join(line for line in LEDUC.splitlines() if line not in ("LIMIT", "maxRaises = 2 2"))
    assert read_gamedef(bare) == replace(game, max_raises=(255, 255))


KUHN = """GAMEDEF
limit
numPlayers = 3
numRounds = 1
stack = 2 2 2
blind = 1 1 1
raiseSize = 1
maxRaises = 1
firstPlayer = 1
numSuits = 1
numRanks = 4
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""


def test_a_small_deck_is_the_highest_cards() -> None:
    """As the dealer deals: four ranks in one suit are J Q K A of spades."""
    assert read_gamedef(KUHN).deck == Deck("JQKA", "s")
    assert read_gamedef(LEDUC).deck == Deck("QKA", "hs")


def test_our_small_games_are_written_as_the_dealers() -> None:
    """Their antes become blinds, and their cards the highest; what they are called inside does not change."""
    assert write_gamedef(kuhn(3)) == KUHN
    written = read_gamedef(write_gamedef(leduc()), name="leduc")
    assert written == replace(leduc(), antes=(0, 0), blinds=(1, 1), deck=Deck("QKA", "hs"))


def test_stacks_over_the_limit_are_cut() -> None:
    text = NOLIMIT.replace("20000 20000", "2147483647 500")
    assert read_gamedef(text).stacks == ((2**30 - 1) // 2, 500)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "holdem.nolimit.game"
    path.write_bytes(b"\xef\xbb\xbf" + NOLIMIT.replace("\n", "\r\n").encode())
    assert read_gamedef(path) == read_gamedef(str(path)) == read_gamedef(NOLIMIT, name="holdem.nolimit")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(GameError, match="not text in UTF-8"):
        read_gamedef(path)
    with pytest.raises(FileNotFoundError):
        read_gamedef(tmp_path / "none.game")


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games that a gamedef can say."""
    players = draw(st.integers(2, 10))
    hole, board, ranking = draw(
        st.sampled_from(
            [
                (1, (0,), "one-card"),
                (1, (0, 1), "two-card"),
                (2, (0, 3), "holdem"),
                (2, (0, 3, 1, 1), "holdem"),
            ]
        )
    )
    limit = draw(st.booleans())
    blinds = tuple(draw(st.lists(st.integers(0, 500), min_size=players, max_size=players).filter(any)))

    def per_round(least: int, most: int) -> tuple[int, ...]:
        return tuple(draw(st.integers(least, most)) for _ in board)

    return Game(
        name=draw(st.text()),
        players=players,
        stacks=tuple(draw(st.lists(st.integers(1, 10**8), min_size=players, max_size=players))),
        blinds=blinds,
        antes=(0,) * players,
        betting="limit" if limit else "no-limit",
        first_to_act=per_round(0, players - 1),
        raise_sizes=per_round(1, 1000) if limit else (),
        max_raises=per_round(0, 255) if limit else (),
        min_bet=0 if limit else max(blinds),
        deck=Deck(RANKS[-draw(st.integers(7, 13)) :], SUITS),
        hole_cards=hole,
        board_cards=board,
        ranking=ranking,
    )


@given(games())
def test_round_trip(game: Game) -> None:
    assert read_gamedef(write_gamedef(game), name=game.name) == game


@pytest.mark.parametrize("players", range(2, 11))
def test_presets_round_trip(players: int) -> None:
    for game in (limit_holdem(players), nolimit_holdem(players), flop_holdem(), royal_holdem()):
        assert read_gamedef(write_gamedef(game), name=game.name) == game


@pytest.mark.parametrize(
    "field", ["numPlayers", "numRounds", "blind", "numSuits", "numRanks", "numHoleCards", "numBoardCards"]
)
def test_missing_field(field: str) -> None:
    text = "".join(line for line in NOLIMIT.splitlines(keepends=True) if not line.startswith(field))
    with pytest.raises(GameError, match=f"^line 11: {field} is missing.*such as '{field} = [0-9 ]+'"):
        read_gamedef(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("nolimit\n", "limit\n", "line 12: raiseSize is missing"),
        ("nolimit\n", "nolimit\nlimit\n", "line 3: 'limit' after 'nolimit'"),
        ("blind", "blinds", "line 6: 'blinds' is not a field of a gamedef.*did you mean 'blind'"),
        ("numPlayers", "numplayer", "line 3: .*did you mean 'numPlayers'"),
        ("blind", "?", r"line 6: '\? = 100 50' is not a field.*fields are numPlayers"),
        ("numPlayers = 2", "numPlayers = 1", "line 3: numPlayers: 1 is not 2 to 10; .*'numPlayers = 2'"),
        ("numPlayers = 2", "numPlayers = 11", "line 3: numPlayers: 11 is not 2 to 10"),
        ("numPlayers = 2", "numPlayers = two", "line 3: numPlayers: 'two' is not a whole number"),
        ("numPlayers = 2", "numPlayers =", "line 3: numPlayers: 0 numbers where 1 belong"),
        ("numPlayers = 2", "numPlayers = 3", "line 5: stack: 2 numbers where 3 belong"),
        ("numRounds = 4", "numRounds = 5", "line 4: numRounds: 5 is not 1 to 4"),
        ("20000 20000", "20000 -5", "line 5: stack: '-5' is not a whole number"),
        ("20000 20000", "20000 0", "line 5: stack: 0 is not 1 or more"),
        ("20000 20000", "20000 1.5", "line 5: stack: '1.5' is not"),
        ("2 1 1 1", "0 1 1 1", "line 7: firstPlayer: 0 is not 1 to 2"),
        ("2 1 1 1", "3 1 1 1", "line 7: firstPlayer: 3 is not 1 to 2"),
        ("numRanks = 13", "numRanks = 14", "line 9: numRanks: 14 is not 1 to 13"),
        ("0 3 1 1", "0 1 0 0", "line 11: numBoardCards: hands of 3 cards are not supported"),
        ("numSuits = 4", "numSuits = 4\nblind = 1 2", "line 9: blind is given twice, first on line 6"),
        ("numSuits = 4", "numSuits = 4\nraiseSize = 1 1 1 1", "line 9: raiseSize: a no-limit game has none"),
        ("numSuits = 4", "numSuits = 4\nmaxRaises = 4 4 4 4", "line 9: maxRaises: no-limit games with a cap"),
        ("blind = 100 50", "blind = 0 0", "nobody posts"),
        ("blind = 100 50", "blind = 4000000000 50", "line 6: blind: 4000000000 is not 0 to"),
        ("END GAMEDEF\n", "", "line 12: the gamedef has no line 'END GAMEDEF'"),
    ],
)
def test_errors_name_the_line(old: str, new: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_gamedef(NOLIMIT.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", "\n", "GAMEDEF\n"])
def test_no_gamedef(text: str) -> None:
    with pytest.raises(GameError, match="END GAMEDEF"):
        read_gamedef(text)


@given(st.text() | st.lists(st.sampled_from(NOLIMIT.splitlines())).map("\n".join))
def test_any_text_is_a_game_or_an_error(text: str) -> None:
    with contextlib.suppress(GameError):
        assert isinstance(read_gamedef("\n\n" + text), Game)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (nolimit_holdem(ante=5), "'nolimit-holdem' cannot be written: a gamedef has no antes"),
        (replace(kuhn(), blinds=(0, 1)), "a gamedef has no antes"),
        (replace(royal_holdem(), deck=Deck("23456")), "highest ranks and suits, TJQKA in cdhs"),
        (short_deck(ante=0, stacks=500), "ranked as 'short-deck'"),
        (replace(flop_holdem(), hole_cards=1, board_cards=(1, 1), ranking="three-card"), "'three-card'"),
        (replace(nolimit_holdem(), hole_cards=4, board_cards=(0, 1, 1, 1)), "at most 3 hole cards"),
        (nolimit_holdem(players=3, straddles=(200,)), "largest blind, 200, as the smallest bet, not 100"),
        (replace(limit_holdem(), max_raises=(3, 4, 4, 256)), "at most 255 raises"),
    ],
)
def test_what_a_gamedef_cannot_say(game: Game, message: str) -> None:
    with pytest.raises(GameError, match=message):
        write_gamedef(game)
