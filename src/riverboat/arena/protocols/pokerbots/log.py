"""The text log of the engine of MIT pokerbots."""

from __future__ import annotations

from collections.abc import Iterator

from riverboat.games.histories.hand import Hand

_STREETS = ("", "Flop", "Turn", "River")


def round_lines(hand: Hand, number: int, chips: tuple[int, int]) -> Iterator[str]:
    """Yield the lines of one round; chips: what the button and the other have won before it.

    >>> from riverboat.games import nolimit_holdem
    >>> game = nolimit_holdem(stacks=400, small_blind=1, big_blind=2)
    >>> print("\\n".join(round_lines(Hand(game, (6, -1), ("5hJs", "5dTd"), names=("B", "A")), 1, (0, 0))))
    Round #1, A (0), B (0)
    A posts the blind of 1
    B posts the blind of 2
    A dealt [5d Td]
    B dealt [5h Js]
    A raises to 6
    B folds
    A awarded 2
    B awarded -2
    <BLANKLINE>
    """
    order = (1, 0)  # their player 0, the button, comes first
    names, game = hand.names, hand.game
    yield f"Round #{number}, " + ", ".join(
        f"{names[seat]} ({won})" for seat, won in zip(order, chips, strict=True)
    )
    for seat in order:
        yield f"{names[seat]} posts the blind of {game.blinds[seat]}"
    for seat in order:
        yield f"{names[seat]} dealt [{_spaced(hand.hole_cards[seat])}]"
    put_in, round_ = list(game.blinds), 0
    last = hand.table().round
    for step in hand.steps():
        yield from _boards(hand, range(round_ + 1, step.round + 1), put_in)
        round_ = step.round
        words = {"bet": f"bets {step.to}", "raise": f"raises to {step.to}"}
        yield f"{names[step.seat]} {words.get(step.kind, step.kind + 's')}"
        put_in[step.seat] += step.paid
    yield from _boards(hand, range(round_ + 1, last + 1), put_in)
    if hand.table().is_showdown:
        for seat in order:
            yield f"{names[seat]} shows [{_spaced(hand.hole_cards[seat])}]"
    for seat in order:
        yield f"{names[seat]} awarded {hand.payoffs[seat]}"
    yield ""


def _boards(hand: Hand, rounds: range, put_in: list[int]) -> Iterator[str]:
    for round_ in rounds:
        board = "".join(hand.board_by_round[: round_ + 1])
        pots = ", ".join(f"{hand.names[seat]} ({put_in[seat]})" for seat in (1, 0))
        yield f"{_STREETS[round_]} [{_spaced(board)}], {pots}"


def _spaced(cards: str) -> str:
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))
