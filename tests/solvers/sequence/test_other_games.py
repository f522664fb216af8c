"""Games of other programs: OpenSpiel's, Gambit's files, and a function in Python."""

import re
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.errors import FileFormatError, RiverboatError, SolverError
from riverboat.solvers import form_of_efg, form_of_openspiel, form_of_rules, read_efg, solve_form
from riverboat.solvers.sequence import Chance, End, Turn

OPENSPIEL = {
    "kuhn_poker": -1 / 18,
    "leduc_poker": -0.085606424,
    "liars_dice(numdice=1,dice_sides=4)": 1 / 16,
    "liars_dice(numdice=1,dice_sides=5)": 0.008,
    "turn_based_simultaneous_game(game=goofspiel(num_cards=4,imp_info=True,points_order=descending))": 0.0,
    "battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=2,"
    "allow_repeated_shots=False)": 1 / 8,
    "dark_hex(board_size=2)": 1.0,
    "dark_hex(board_size=2,gameversion=adh)": 0.5,
    "blotto(coins=5,fields=3)": 0.0,
    "matrix_rps": 0.0,
}
"""Values of OpenSpiel's own program, `sequence_form_lp.solve_zero_sum_game` of 2.0.2 with cvxpy and ECOS."""


@pytest.mark.parametrize("name", OPENSPIEL)
def test_openspiel(name: str) -> None:
    solution = solve_form(form_of_openspiel(name), "lp")
    assert solution.value == pytest.approx(OPENSPIEL[name], abs=1e-6)
    assert solution.gap < 1e-9


LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def phantom(history: tuple, most: int) -> object:
    """Phantom tic-tac-toe: who tries a cell that is taken learns so and moves again; nothing else is seen."""
    held: tuple[set[str], set[str]] = (set(), set())
    tried: tuple[list[str], list[str]] = ([], [])
    turn = 0
    for cell in history:
        taken = cell in held[1 - turn]
        tried[turn].append(cell + "x" * taken)
        if taken:
            continue
        held[turn].add(cell)
        if any(set(line) <= held[turn] for line in LINES):
            return End(1 if turn == 0 else -1)
        turn = 1 - turn
    if len(history) == most or len(held[0] | held[1]) == 9:
        return End(0)
    seen = {cell[0] for cell in tried[turn]}
    return Turn(turn, tuple(tried[turn]), [cell for cell in "012345678" if cell not in seen])


@pytest.mark.parametrize(("moves", "worth"), [(4, 0), (5, 1 / 3)])
def test_phantom_tic_tac_toe_cut_short(moves: int, worth: float) -> None:
    """The whole game does not fit; cut after so many moves OpenSpiel's states and our own rules agree."""
    theirs = form_of_openspiel("phantom_ttt", max_moves=moves)
    ours = form_of_rules(lambda history: phantom(history, moves))
    assert [len(one) for one in theirs.players] == [len(one) for one in ours.players]
    for form in (theirs, ours):
        assert solve_form(form, "lp").value == pytest.approx(worth, abs=1e-9)
    low, high = solve_form(ours, "dcfr", iterations=200).bounds
    assert low - 1e-12 <= worth <= high + 1e-12


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("goofspiel", "simultaneous moves; make them turns"),
        ("kuhn_poker(players=3)", "3 players"),
        ("matrix_pd", "does not win what the other loses"),
        ("no_such_game", "no game 'no_such_game'"),
    ],
)
def test_openspiel_games_without_a_form(name: str, says: str) -> None:
    with pytest.raises(SolverError, match=says):
        form_of_openspiel(name)


def test_a_game_that_is_too_large_says_so() -> None:
    with pytest.raises(SolverError, match=r"'phantom_ttt\(\)' has more than 1,000 ends.*max_moves"):
        form_of_openspiel("phantom_ttt", max_ends=1000)
    with pytest.raises(SolverError, match="max_moves is 0"):
        form_of_openspiel("phantom_ttt", max_moves=0)


def test_openspiel_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(SolverError, match="pip install open-spiel"):
        form_of_openspiel("kuhn_poker")


# --- Gambit ---------------------------------------------------------------------------------------------------------

ONE_CARD = """EFG 2 R "one card poker" { "Alice" "Bob" }
"a card is red or black; Alice sees it"
c "" 1 "" { "red" 1/2 "black" 0.5 } 0
p "" 1 1 "red" { "raise" "fold" } 0
p "" 2 1 "" { "meet" "pass" } 0
t "" 1 "won" { 2, -2 }
t "" 2 "taken" { 1, -1 }
t "" 2
p "" 1 2 "black" { "raise" "fold" } 0
p "" 2 1 0
t "" 3 "lost" { -2, 2 }
t "" 2
t "" 4 "given" { -1 1 }
"""
"""The first example of Myerson 1991: worth 1/3 to Alice, who bluffs with a third of the black cards."""


def test_a_file_of_gambit(tmp_path) -> None:
    path = tmp_path / "poker.efg"
    path.write_text(ONE_CARD)
    solution = solve_form(read_efg(path), "lp")
    assert solution.value == pytest.approx(1 / 3)
    assert solution.strategy(0)["set 2"]["raise"] == pytest.approx(1 / 3)
    assert solution.strategy(1)["set 1"]["meet"] == pytest.approx(2 / 3)


def test_payoffs_on_the_way_and_a_sum_that_is_not_0() -> None:
    paid = ONE_CARD.replace('"black" 0.5 } 0', '"black" 0.5 } 9 "fee" { 3, 5 }')
    assert solve_form(form_of_efg(paid), "lp").value == pytest.approx(
        1 / 3 - 1
    )  # half of the sum is neither's


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("EFG 2 R", "NFG 1 R", "does not begin with EFG 2 R"),
        ('"Alice" "Bob"', '"Alice"', "1 players; the sequence form is for two"),
        ('1 "won" { 2, -2 }', '1 "won" { 2, -3 }', "one wins what the other loses"),
        ('1 "won" { 2, -2 }', '1 "won" { 2 }', "line 6: outcome 1 pays 1 players"),
        ('1 "won" { 2, -2 }', '1 "won" { 2, x }', "line 6: 'x' stands where a payoff"),
        ('t "" 2\nt "" 4', 't "" 7\nt "" 4', "outcome 7 has not been told"),
        ('p "" 2 1 0', 'p "" 2 5 0', "line 10: set 5 of player 2 has not been told"),
        ('p "" 2 1 0', 'p "" 3 1 0', "player 3 moves"),
        ('p "" 2 1 0', 'x "" 2 1 0', "a node must come"),
        ("1/2", "1/3", "add up to 1"),
        ("1/2", "1/0", "'1/0' stands where"),
        ("{ -1 1 }\n", '{ -1 1 }\nt "" 4', "comes after the last node"),
        ('p "" 1 2 "black"', 'p "" 2 1 "black"', "perfect recall"),
        (
            'p "" 1 2 "black" { "raise" "fold" } 0',
            'p "" 1 1 "black" { "raise" "drop" } 0',
            "has the same moves",
        ),
    ],
)
def test_damaged_files_say_where(old: str, new: str, says: str) -> None:
    assert old in ONE_CARD
    with pytest.raises((FileFormatError, SolverError), match=says):
        form_of_efg(ONE_CARD.replace(old, new))


def test_files_cut_short_are_our_errors() -> None:
    for end in range(0, len(ONE_CARD) - 8, 3):
        with pytest.raises((FileFormatError, SolverError)):
            form_of_efg(ONE_CARD[:end])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_files_with_anything_in_them_are_games_or_our_errors(data: st.DataObject) -> None:
    """Words are exchanged, doubled, left out and written anew; what comes is a game that can be solved, or an error."""
    words = re.findall(r'"[^"]*"|\S+|\n', ONE_CARD)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(words) - 1))
        new = data.draw(
            st.sampled_from([*words, "1e308", "nan", "-0", "9" * 30, "1/3", '"', "{", "}", "\0", "é"])
        )
        words[at : at + data.draw(st.integers(0, 2))] = [new]
    try:
        form = form_of_efg(" ".join(words))
    except (FileFormatError, SolverError):
        return
    low, high = solve_form(form, "cfr+", iterations=3).bounds
    assert low <= high + 1e-9 * max(1.0, abs(low), abs(high))


def test_what_is_no_file(tmp_path) -> None:
    with pytest.raises(RiverboatError, match=r"none\.efg"):
        read_efg(tmp_path / "none.efg")
    (tmp_path / "raw.efg").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RiverboatError, match=r"raw\.efg"):
        read_efg(tmp_path / "raw.efg")


# --- rules in Python ------------------------------------------------------------------------------------------------


def guess(history: tuple) -> object:
    """The first hides a coin in one of three places; the second looks in one."""
    if len(history) < 2:
        return Turn(len(history), "the start", "abc")
    return End(0.0 if history[0] == history[1] else 1.0)


def test_rules_in_python() -> None:
    assert solve_form(form_of_rules(guess), "lp").value == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (lambda h: Turn(2, "x", "ab") if not h else End(0), "player 2 is to move"),
        (lambda h: Turn(0, "x", ""), "has no moves"),
        (lambda h: Turn(0, "x", "ab") if len(h) < 2 else End(0), "perfect recall"),
        (lambda h: Chance({"a": 0.5}) if not h else End(0), "add up to 1"),
        (lambda h: None, "return an End, a Chance or a Turn"),
        (lambda h: End(float("inf")), "finite numbers"),
        (lambda h: Turn(0, h, "ab") if len(h) < 9 else End(0), "more than 100 ends"),
        ("kuhn", "give a function"),
    ],
)
def test_rules_that_are_no_game(rules: object, says: str) -> None:
    with pytest.raises(SolverError, match=says):
        form_of_rules(rules, max_ends=100)  # type: ignore[arg-type]
