"""A row of a report: what a board is like, and what was found there where the betting begins."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import NUM_HANDS, RANKS, hand_indices, parse_cards
from riverboat.games.rules.action import CALL
from riverboat.games.rules.private_hands import PrivateHands, meeting_weights, private_hands
from riverboat.solvers.asking.equities import range_equities
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.spots.flops import straights
from riverboat.solvers.spots.solved_spots import Done
from riverboat.solvers.spots.spot import SpotSetup

Row = dict[str, Any]
Floats = npt.NDArray[np.float64]
Both = tuple[PrivateHands, PrivateHands]

_NAMES: Final = ("oop", "ip")


def board_texture(board: str, weight: float) -> Row:
    """Return a board, its weight, and what to group it by."""
    cards = parse_cards(board)[:3]
    ranks, suits = {card // 4 for card in cards}, {card % 4 for card in cards}
    return {
        "board": board,
        "weight": weight,
        "high": RANKS[max(ranks)],
        "suits": {1: "monotone", 2: "two-tone", 3: "rainbow"}[len(suits)],
        "pairs": {1: "trips", 2: "paired", 3: "unpaired"}[len(ranks)],
        "straights": "possible" if straights(ranks) else "not possible",
    }


def found_numbers(setup: SpotSetup, done: Done, threads: int) -> Row:
    """Return EV, equity and EQR of both, how often actions are taken at first and after a check, and what it took.

    Only two decisions are asked for, so that all else of the tables may stay where it is.
    """
    spot, kind = done.spot, done.spot.kind
    first, second = (
        private_hands(kind.setup.game, spot.board, held, name)
        for name, held in zip(_NAMES, (setup.oop, setup.ip), strict=True)
    )
    hands = first, second
    equities = _mean_equities(hands, spot.board, threads)
    row: Row = {}
    for player, name in enumerate(_NAMES):
        ev, equity = done.accuracy.values[player] + kind.put_in[player], equities[player]
        realized = ev / (equity * kind.pot) if equity else None
        row |= {f"{name} ev": ev, f"{name} equity": equity, f"{name} eqr": realized}
    row |= _frequencies(hands, done)
    row["exploitability %"] = 100 * done.accuracy.exploitability / kind.pot
    return row | {"iterations": done.iterations, "seconds": round(done.seconds, 3)}


def _mean_equities(hands: Both, board: list[int], threads: int) -> tuple[float, float]:
    weights, every = [held.weights for held in hands], [np.ones(len(held), bool) for held in hands]
    by_hand = range_equities(hands, weights, every, board, threads)
    first, second = (
        float(np.nansum(_shares(hands, player) * by_hand[player])) for player in range(len(hands))
    )
    return first, second


def _shares(hands: Both, player: int) -> Floats:
    """How much of a player's range each hand is, blockers counted."""
    meetings = hands[player].weights * np.maximum(meeting_weights(hands[player], hands[1 - player]), 0)
    return np.asarray(meetings / max(meetings.sum(), np.finfo(np.float64).tiny))


def _frequencies(hands: Both, done: Done) -> Row:
    """How often the first player takes each action, and the second after a check."""
    tree = done.spot.kind.tree
    first, row = _played(hands, 0, done, 0)
    after = tree.step(0, CALL)
    checks = first[:, tree.choices(0).index(CALL)]
    checked = PrivateHands(hands[0].cards, hands[0].weights * checks)
    return row | (_played((checked, hands[1]), 1, done, after)[1] if after >= 0 else {})


def _played(hands: Both, player: int, done: Done, node: int) -> tuple[Floats, Row]:
    """What a player's hands do at a node, [hands, actions], and how often all of them do it."""
    actions, cards, probabilities = done.found.strategy(node)
    by_hand = np.zeros((NUM_HANDS, len(actions)))
    by_hand[hand_indices(cards)] = probabilities
    strategy = by_hand[hand_indices(hands[player].cards)]
    options = options_at(done.spot.kind.tree.table_at(node), actions)
    frequencies = (_shares(hands, player) @ strategy).tolist()
    return strategy, {
        f"{_NAMES[player]} {option.name}": share for option, share in zip(options, frequencies, strict=True)
    }
