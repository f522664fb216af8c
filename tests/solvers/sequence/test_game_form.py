"""Our own games in sequence form, against the plain reference and the full-width engine."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

import riverboat as rb
from riverboat.abstraction import gameshrink
from riverboat.cards.card import Deck, card_id
from riverboat.errors import SolverError
from riverboat.games import kuhn, leduc, limit_holdem, rhode_island
from riverboat.solvers import RankBuckets, game_setup, spot_setup
from riverboat.solvers.reference import build_tree, deviation_gains, expected_values
from riverboat.solvers.sequence import GameForm, RoundPayoffs, form_of_game, solve_form
from riverboat.solvers.sequence.rounds import HandsOnBoards
from riverboat.solvers.solutions.by_method import fill

THREE_RANKS = replace(rhode_island(), deck=Deck("QKA", "cdhs"))
BETS = {"pot": 60, "stack": 100, "sizes": "50% | 2.5x"}


def _card_weights(words: str) -> tuple[float, ...]:
    """Weights by card of words such as "Js:0.5 Kh"."""
    weights = [0.0] * 52
    for word in words.split():
        card, _, weight = word.partition(":")
        weights[card_id(card)] = float(weight or 1)
    return tuple(weights)


@pytest.mark.parametrize("ties", [None, "lossless"])
def test_leduc_is_the_reference(ties: str | None) -> None:
    """Random strategies by rank win the same, and best answers gain the same."""
    form = form_of_game("leduc", ties=ties)
    tree = build_tree(leduc(), by_rank=True)
    rng = np.random.default_rng(5)
    by_name = {
        (info.seat, info.hole, info.board, info.line): rng.dirichlet(np.ones(len(info.actions)))
        for info in tree.info_sets
    }
    rows = [row.tolist() for row in by_name.values()]
    plans = []
    for player, of in enumerate(form.players):
        probabilities = np.ones(len(of))
        for number in range(of.sets):
            name, actions = form.label(player, number)
            cards, _, line = name.partition(" after ")
            hole, _, board = cards.partition(" on ")
            key = (player, hole[:1], board[:1], _chips(line.strip("'")))
            probabilities[of.first[number] : of.first[number] + len(actions)] = by_name[key]
        plans.append(of.plan(probabilities))
    x, y = plans
    value = expected_values(tree, rows)[0]
    gains = deviation_gains(tree, rows)
    lower, upper = form.bounds(x, y)
    assert x @ form.payoffs.times(y) == pytest.approx(value, abs=1e-12)
    assert form.payoffs.transposed_times(x) @ y == pytest.approx(value, abs=1e-12)
    assert (upper - value, value - lower) == pytest.approx(gains, abs=1e-12)


def _chips(line: str) -> str:
    """The reference writes amounts: of a line of Leduc's limit bets."""
    streets = []
    for number, street in enumerate(line.split(" / ") if line else [""]):
        size, bets, words = (2, 4)[number], 0, []
        for word in street.split():
            bets += word in "br"
            words.append(f"{word}{size * bets}" if word in "br" else word)
        streets.append(" ".join(words))
    return " / ".join(streets).strip() if len(streets) > 1 else streets[0]


def test_sizes_are_the_published_ones() -> None:
    """Rhode Island's linear program: 91 million rows, 1,237,238 with GameShrink's classes; here of both players."""
    form = form_of_game(rhode_island(), ties=gameshrink(rhode_island()))
    assert form.lp_rows == 1 + 353_496 + 883_741 == 1_237_238
    assert isinstance(form.payoffs, RoundPayoffs)
    assert form.payoffs.nbytes < 5e6  # 50 million entries are never multiplied out


def test_products_by_round_are_those_of_the_matrix() -> None:
    form = form_of_game(THREE_RANKS)
    assert isinstance(form.payoffs, RoundPayoffs)
    matrix = form.payoffs.multiplied()
    rng = np.random.default_rng(6)
    x, y = (rng.random(len(of)) for of in form.players)
    for threads in (1, 2):
        assert np.allclose(form.payoffs.times(y, threads=threads), matrix.times(y), atol=1e-12)
        assert np.allclose(
            form.payoffs.transposed_times(x, threads=threads), matrix.transposed_times(x), atol=1e-12
        )


@pytest.mark.parametrize(
    ("board", "ranges"),
    [
        ("QsJh2h5c9d", ("QQ+,AK,76s:0.3,T8s", "TT+,KQs,AK:0.25,98s,9d8d")),
        ("QsJh2h5c", ("AhAd,KcQc,7c6c,JsTs:0.5", "AdQd,JsTs,5d5h,AhAd")),
        ("", ("Js:0.5 Jh Ks", "Js Qs:0.25 Qh Ks:0.1 Kh")),
    ],
    ids=["river", "turn", "one card"],
)
def test_hands_on_boards_are_the_list_of_pairs(
    monkeypatch: pytest.MonkeyPatch, board: str, ranges: tuple[str, str]
) -> None:
    """Running sums over hands by strength are the products with all pairs that share no card."""
    monkeypatch.setattr("riverboat.solvers.sequence.game_form.MOST_MULTIPLIED", 0)
    if board:
        form = form_of_game(spot_setup(board=board, oop=ranges[0], ip=ranges[1], **BETS).game_setup())
    else:
        form = form_of_game(game_setup("leduc", ranges=[_card_weights(one) for one in ranges]))
    assert isinstance(form.payoffs, RoundPayoffs)
    assert all(isinstance(one.meetings, HandsOnBoards) for one in form.payoffs.rounds)
    matrix = form.payoffs.multiplied()
    rng = np.random.default_rng(7)
    x, y = (rng.random(len(of)) for of in form.players)
    for threads in (1, 2):
        assert np.allclose(form.payoffs.times(y, threads=threads), matrix.times(y), atol=1e-12)
        assert np.allclose(
            form.payoffs.transposed_times(x, threads=threads), matrix.transposed_times(x), atol=1e-12
        )


@pytest.mark.parametrize(
    "game",
    [
        "kuhn",
        "leduc",
        replace(leduc(), blinds=(1, 2), antes=(0, 0), first_to_act=(0, 0)),
        replace(leduc(), stacks=(6, 9), betting="no-limit", min_bet=2, raise_sizes=(), max_raises=()),
        game_setup(
            "leduc", ranges=[_card_weights(one) for one in ("Js:0.5 Jh Ks", "Js Qs:0.25 Qh Ks:0.1 Kh")]
        ),
        spot_setup(board="QsJh2h5c", oop="AhAd,KcQc,7c6c", ip="AdQd,JsTs", **BETS).game_setup(),
        spot_setup(board="QsJh2h5c9d", oop="QQ+,AK", ip="TT+,KQs,AK:0.25", **BETS).game_setup(),
    ],
    ids=["kuhn", "leduc", "blinds", "all-in", "ranges of cards", "turn", "river"],
)
def test_a_linear_program_leaves_the_engine_nothing_to_gain(game: object) -> None:
    """The engine judges: ends by folds, showdowns and all-ins, dealt boards, ranges and blinds must all be right."""
    setup = (
        game if not isinstance(game, str) and hasattr(game, "config") else game_setup(game, rb.games.Menu())
    )
    form = form_of_game(setup)
    found = solve_form(form, "lp")
    solver = setup.solver("cfr", 64)
    fill(solver, form, (found.probabilities(0), found.probabilities(1)))
    accuracy = solver.accuracy()
    assert accuracy.exploitability == pytest.approx(0, abs=1e-8)
    assert accuracy.values[0] == pytest.approx(found.value, abs=1e-8)


def test_abstractions_are_ties_of_one_player_or_both() -> None:
    game = leduc()
    classes = gameshrink(game)
    values = [
        solve_form(form_of_game(game, ties=ties), "lp").value
        for ties in ((classes, "lossless"), RankBuckets(game), ("lossless", classes))
    ]
    assert values[0] < values[1] - 0.04 < values[2] - 0.08  # who knows less wins less


class Forgetful:
    """In the second round a player knows the board, and no longer his hand."""

    def count(self, number: int) -> int:
        return 3

    def buckets(self, number: int, board: Sequence[int], hands: np.ndarray) -> np.ndarray:
        return (hands[:, 0] // 4 - 9 if number == 0 else np.full(len(hands), board[0] // 4 - 9)).astype(
            np.uint32
        )


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: form_of_game("leduc", ties=Forgetful()), "needs perfect recall"),
        (lambda: form_of_game("leduc", ties="rank"), "must be an abstraction"),
        (lambda: form_of_game(kuhn(players=3)), "3 players; the sequence form is for two"),
        (lambda: form_of_game(limit_holdem()), "deals, suits taken together"),
        (lambda: form_of_game(game_setup("kuhn", rake=rb.solvers.Rake(0.1))), "with a rake of 0.1"),
        (lambda: form_of_game(game_setup("kuhn", locks=["b: f 1"])), "locks are for rules"),
        (lambda: solve_form(form_of_game(rhode_island()), "lp"), r"201,274,177 entries.*'egt' or 'cfr\+'"),
    ],
)
def test_what_has_no_form_says_why(make: object, says: str) -> None:
    with pytest.raises(SolverError, match=says):
        make()  # type: ignore[operator]


def test_names_of_sets() -> None:
    form = form_of_game("leduc")
    assert isinstance(form, GameForm)
    assert form.label(0, 0) == ("Js after ''", ("k", "b"))
    assert form.label(1, 143)[0] == "Ks on Kh after 'k b r c / k b r'"
    with pytest.raises(SolverError, match="no information set"):
        form.label(0, 144)
