"""GameShrink's condition holds and something is lost: four cards, one bet, worked out in fractions.

J, Q, K and K. Both put in 1 and get a card, a third is shown. The first player may bet 1, the second then calls or
folds; the higher rank wins. Whoever holds a jack loses on every board, so two boards are the same to him by the
condition of the published theorem. By the numbers of the page on GameShrink.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

from riverboat.solvers import form_of_rules, solve_form
from riverboat.solvers.sequence import Chance, End, Turn

DEALS = [
    tuple(card[0] for card in deal) for deal in permutations(("J", "Q", "K1", "K2"), 3)
]  # first, second, board
Seen = Callable[[str, str], tuple[str, str]]
Play = dict[tuple[str, str], Fraction]


def everything(hand: str, board: str) -> tuple[str, str]:
    return hand, board


def classes(hand: str, board: str) -> tuple[str, str]:
    """Jacks do not tell a queen from a king on the board, kings not a jack from a queen."""
    joined = {"J": "QK", "K": "JQ"}.get(hand, "")
    return hand, joined if board in joined else board


def payoff(first: str, second: str, line: str) -> int:
    """What the first player wins: checked, bet and folded, bet and called."""
    wins = "JQK".index(first) - "JQK".index(second)
    sign = (wins > 0) - (wins < 0)
    return {"k": sign, "bf": 1, "bc": 2 * sign}[line]


def value(bets: Play, calls: Play) -> Fraction:
    """What two strategies pay on average, exactly."""
    total = Fraction(0)
    for first, second, board in DEALS:
        bet, call = bets[first, board], calls[second, board]
        total += (1 - bet) * payoff(first, second, "k")
        total += bet * ((1 - call) * payoff(first, second, "bf") + call * payoff(first, second, "bc"))
    return total / len(DEALS)


def most_of_first(calls: Play, seen: Seen) -> Fraction:
    """What the best answer of the first player wins, set by set; he sees `seen`."""
    best = dict.fromkeys({seen(first, board) for first, _, board in DEALS}, Fraction(0))
    checked = Fraction(0)
    for first, second, board in DEALS:
        call, check = calls[second, board], payoff(first, second, "k")
        bet = (1 - call) * payoff(first, second, "bf") + call * payoff(first, second, "bc")
        checked += check
        best[seen(first, board)] += bet - check
    return (checked + sum(max(gain, Fraction(0)) for gain in best.values())) / len(DEALS)


def least_of_second(bets: Play) -> Fraction:
    """What the first player wins against the best answer of the second, who sees everything."""
    best = dict.fromkeys({(second, board) for _, second, board in DEALS}, Fraction(0))
    folded = Fraction(0)
    for first, second, board in DEALS:
        bet = bets[first, board]
        folded += (1 - bet) * payoff(first, second, "k") + bet * payoff(first, second, "bf")
        best[second, board] += bet * (payoff(first, second, "bc") - payoff(first, second, "bf"))
    return (folded + sum(min(gain, Fraction(0)) for gain in best.values())) / len(DEALS)


SIGNALS = {(hand, board) for hand, _, board in DEALS}
THIRD = Fraction(1, 3)
BETS = {
    (h, b): {"K": Fraction(1), "Q": Fraction(0)}.get(h, THIRD if b == "K" else Fraction(0))
    for h, b in SIGNALS
}
CALLS = {
    (h, b): {"K": Fraction(1), "J": Fraction(0)}.get(h, THIRD if b == "K" else Fraction(0))
    for h, b in SIGNALS
}
FOLDS = {(h, b): Fraction(h == "K") for h, b in SIGNALS}


def test_the_condition_of_the_theorem_holds() -> None:
    """Children of what is joined can be matched one to one, with the same payoffs after every line of betting."""
    for joined in {classes(*signal) for signal in SIGNALS}:
        ends = set()
        for hand, board in SIGNALS:
            if classes(hand, board) == joined:
                pays = Counter(
                    tuple(payoff(hand, second, line) for line in ("k", "bf", "bc"))
                    for first, second, shown in DEALS
                    if (first, shown) == (hand, board)
                )
                ends.add(frozenset((end, Fraction(times, pays.total())) for end, times in pays.items()))
        assert len(ends) == 1
    assert len({classes(*signal) for signal in SIGNALS}) == 5
    assert len(SIGNALS) == 7


def test_what_is_lost_by_hand() -> None:
    """The game is worth 1/36 to who sees the board, and nothing to who sees classes."""
    assert least_of_second(BETS) == value(BETS, CALLS) == most_of_first(CALLS, everything) == Fraction(1, 36)
    assert most_of_first(FOLDS, classes) == 0
    assert most_of_first(FOLDS, everything) == Fraction(1, 12)  # so it is no equilibrium of the whole game
    never = dict.fromkeys(SIGNALS, Fraction(0))
    assert least_of_second(never) == 0


@pytest.mark.parametrize(
    ("first", "second", "worth"),
    [
        (everything, everything, Fraction(1, 36)),
        (classes, everything, Fraction(0)),
        (everything, classes, Fraction(1, 36)),
        (classes, classes, Fraction(0)),
        (lambda hand, _: (hand, ""), lambda hand, _: (hand, ""), Fraction(0)),
    ],
    ids=["all", "first", "second", "both", "nobody sees the board"],
)
def test_the_linear_program_agrees(first: Seen, second: Seen, worth: Fraction) -> None:
    def rules(history: tuple) -> object:
        if not history:
            return Chance({place: 1 / len(DEALS) for place in range(len(DEALS))})
        deal, line = DEALS[history[0]], "".join(history[1:])
        if line in ("k", "bf", "bc"):
            return End(payoff(deal[0], deal[1], line))
        player, seen = (1, second) if line else (0, first)
        return Turn(player, seen(deal[player], deal[2]), "fc" if line else "kb")

    assert solve_form(form_of_rules(rules), "lp").value == pytest.approx(float(worth), abs=1e-12)
