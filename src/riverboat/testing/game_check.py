"""A contract check for games: anybody's own description, played at random and watched."""

from __future__ import annotations

import random
from collections.abc import Callable

from riverboat.errors import GameError
from riverboat.games import Game, Table


def check_game(
    game: Game, hands: int = 500, *, make_table: Callable[[Game], Table] = Table, seed: int = 0
) -> int:
    """Play random hands of a game and raise a `GameError` if something is not sound; return the actions checked.

    Watched: the hand ends; no chip appears or vanishes; nobody puts in more than he has; legal amounts are in order
    and exactly those the table accepts at their borders; taking an action back restores the state; results add up to
    zero and nobody loses more than his stack.

    >>> from riverboat.games import leduc
    >>> check_game(leduc(), hands=50) > 100
    True
    """
    rng = random.Random(seed)
    table = make_table(game)
    actions = 0
    for hand in range(hands):
        table.restart(seed + hand)
        for _ in range(_most_actions(game)):
            if table.is_over:
                break
            _check_chips(table, hand)
            _act(table, rng, hand)
            actions += 1
        _demand(table.is_over, hand, "the hand does not end")
        _check_results(table, hand)
    return actions


def _most_actions(game: Game) -> int:
    """No hand is longer: each raise adds a chip at least, and everybody answers it."""
    return game.players * (sum(game.stacks) + 2) * game.rounds


def _act(table: Table, rng: random.Random, hand: int) -> None:
    legal = table.legal_actions
    before = _state(table)
    actor = table.actor
    assert actor is not None
    _demand(
        0 <= legal.call <= table.stacks[actor], hand, f"calling costs {legal.call} of {table.stacks[actor]}"
    )
    _demand(legal.can_fold == table.can_fold() and table.can_check_or_call(), hand, "legal actions disagree")
    choices: list[Callable[[], None]] = [table.check_or_call]
    if legal.can_fold:
        choices.append(table.fold)
    low, high = legal.min_raise_to, legal.max_raise_to
    if low is not None and high is not None:
        reach = table.bets[actor] + table.stacks[actor]
        _demand(low <= high <= reach, hand, f"raises from {low} to {high} with {reach}")
        _demand(
            table.can_raise_to(low) and table.can_raise_to(high), hand, "a border of the raises is refused"
        )
        _demand(
            not table.can_raise_to(high + 1), hand, f"a raise to {high + 1}, over the maximum, is accepted"
        )
        _demand(
            not table.can_raise_to(low - 1), hand, f"a raise to {low - 1}, under the minimum, is accepted"
        )
        amount = rng.choice((low, high, rng.randint(low, high)))
        choices.append(lambda: table.raise_to(amount))
    else:
        _demand(not table.can_raise(), hand, "a raise without amounts")
    act = rng.choice(choices)
    act()
    after = _state(table)
    table.undo()
    _demand(_state(table) == before, hand, "taking an action back does not restore the state")
    act()
    _demand(_state(table) == after, hand, "the same action leads elsewhere")


def _state(table: Table) -> tuple[object, ...]:
    return table.actor, table.round, tuple(table.stacks), tuple(table.bets), tuple(table.put_in)


def _check_chips(table: Table, hand: int) -> None:
    for seat, (behind, put_in, stack) in enumerate(
        zip(table.stacks, table.put_in, table.game.stacks, strict=True)
    ):
        _demand(
            behind >= 0 and behind + put_in == stack, hand, f"seat {seat}: {behind} + {put_in} of {stack}"
        )


def _check_results(table: Table, hand: int) -> None:
    results = table.payoffs
    _demand(sum(results) == 0, hand, f"the results {results} do not add up to zero")
    for seat, (result, stack) in enumerate(zip(results, table.game.stacks, strict=True)):
        _demand(result >= -stack, hand, f"seat {seat} loses {-result} of {stack}")


def _demand(holds: bool, hand: int, what: str) -> None:
    if not holds:
        raise GameError(f"hand {hand}: {what}")
