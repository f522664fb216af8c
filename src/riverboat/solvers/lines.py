"""From a betting line with the cards of its streets to a place in a tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import GameError, HistoryError
from riverboat.games.action import Action, act
from riverboat.games.line import parse_line, write_line
from riverboat.games.streets import street_names
from riverboat.games.table import Table
from riverboat.games.tree import BettingTree
from riverboat.solvers.options import options_at

_WORD = re.compile(r"/|\[[^\]]*\]|[^\s/\[\]]+")
_CARDS = re.compile(r"\[.*\]|(?:(?:[2-9TJQKAtjqka]|10)[cdhsCDHS])+")
_PERCENT = re.compile(r"[brBR][0-9.]+%")


@dataclass(frozen=True)
class Place:
    """A decision in a tree, and how it was reached.

    steps: the nodes before it with the number of the choice taken there. deals: the cards of each street after the
    first of the tree. table: the hand at the node; do not play on it.
    """

    node: int
    steps: tuple[tuple[int, int], ...]
    deals: tuple[tuple[int, ...], ...]
    table: Table
    line: str


def find_place(tree: BettingTree, board: Sequence[int], line: str, *, open_cards: bool = False) -> Place:
    """Return the decision that a line leads to.

    line: from where the tree begins, such as `k b33% c / 7d k`; every street after the first has its cards. The line
    from the start of the hand and the cards of the first street are taken as well. A percentage stands for the size in
    the tree that is the same when rounded. open_cards: the cards of later streets may be left out, from some street on;
    the place then has the deals that were named.

    >>> from riverboat.games import build_tree, menu_from_table, spot
    >>> tree = build_tree(spot("QsJh2h", 180, 910), menu_from_table({"every": {"bets": "33% 75%", "raises": "3x"}}))
    >>> find_place(tree, parse_cards("QsJh2h"), "k b33% c / 7d").line
    'k b59 c / 7d'
    >>> find_place(tree, parse_cards("QsJh2h"), "k b30%")
    Traceback (most recent call last):
    ...
    riverboat.errors.GameError: 'b30%' (54 chips) is not in the tree after 'k'; there are k, b59 (33%), b135 (75%), a
    """
    text = _whole_line(tree, board, line)
    root = tree.root
    before = len(root.taken)
    while True:
        parsed = parse_line(text, tree.game)
        words = _action_words(text)
        table, node, steps = root.copy(), 0, list[tuple[int, int]]()
        for number, action in enumerate(parsed.actions[before:], before):
            if node < 0:
                raise GameError(f"the hand is over before {words[number]!r}")
            choices = tree.choices(node)
            meant = _meant(table, choices, action, words[number])
            if meant != action:  # later percentages are of another pot
                text = _with_amount(text, number, table, meant)
                break
            place = choices.index(action)
            steps.append((node, place))
            node = int(tree.child[tree.first_choice[node] + place])
            act(table, action)
        else:
            break
    cards = parse_cards(parsed.board) if parsed.board else []
    deals = _deals(tree, table, cards, line, node, open_cards)
    shown = write_line(tree.game, parsed.actions, card_names(cards))
    return Place(node, tuple(steps), deals, table, _without_start(tree, board, shown))


def find_choice(tree: BettingTree, place: Place, word: str) -> int:
    """Return the number of the choice at a place that a word of a betting line stands for.

    >>> from riverboat.games import build_tree, menu_from_table, spot
    >>> tree = build_tree(spot("QsJh2h", 180, 910), menu_from_table({"every": {"bets": "33% 75%", "raises": "3x"}}))
    >>> place = find_place(tree, parse_cards("QsJh2h"), "k")
    >>> [find_choice(tree, place, word) for word in ("k", "b33%", "b135", "a")]
    [0, 1, 2, 3]
    """
    before = write_line(tree.game, place.table.taken)
    action = parse_line(f"{before} {word}", tree.game).actions[-1]
    choices = tree.choices(place.node)
    return choices.index(_meant(place.table, choices, action, word))


def _whole_line(tree: BettingTree, board: Sequence[int], line: str) -> str:
    """The line from the start of the hand, with the cards of the first street."""
    words = line.split()
    first = [card_names(board[: tree.game.board_cards[0]])] if tree.game.board_cards[0] else []
    if first and words and _CARDS.fullmatch(words[0]):
        first, words = words[:1], words[1:]
    start = write_line(tree.game, tree.root.taken, card_names(board)).split()
    if words[: len(start)] != start:
        words = start + words
    return " ".join(first + words)


def _without_start(tree: BettingTree, board: Sequence[int], line: str) -> str:
    start = write_line(tree.game, tree.root.taken, card_names(board))
    return line.removeprefix(start).strip()


def _action_words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if word != "/" and not _CARDS.fullmatch(word)]


def _meant(table: Table, choices: Sequence[Action], action: Action, word: str) -> Action:
    if action in choices:
        return action
    options = options_at(table, choices)
    if _PERCENT.fullmatch(word):
        percent = float(word[1:-1])
        for option in options:
            if f"{option.percent:.0f}" == f"{percent:.0f}" or abs(option.percent - percent) < 0.5:
                return option.action
    named = ", ".join(
        option.token
        if option.percent != option.percent or option.token == "a"
        else f"{option.token} ({option.percent:.0f}%)"
        for option in options
    )
    after = write_line(table.game, table.taken) or "the start"
    chips = f" ({action} chips)" if action > 0 else ""
    raise GameError(f"{word!r}{chips} is not in the tree after {after!r}; there are {named}")


def _with_amount(text: str, number: int, table: Table, action: Action) -> str:
    """The line with the action of that number written in chips."""
    token = options_at(table, [action])[0].token
    seen = -1
    for match in _WORD.finditer(text):
        if match[0] != "/" and not _CARDS.fullmatch(match[0]):
            seen += 1
            if seen == number:
                return text[: match.start()] + token + text[match.end() :]
    raise HistoryError(f"{text!r} has no action {number + 1}")


def _deals(
    tree: BettingTree, table: Table, cards: Sequence[int], line: str, node: int, open_cards: bool
) -> tuple[tuple[int, ...], ...]:
    game, first = tree.game, tree.root.round
    names = street_names(game)
    if node < 0:
        raise GameError(f"{line!r} ends the hand; nobody is to act after it")
    deals, start = [], 0
    for number, count in enumerate(game.board_cards[: table.round + 1]):
        deal = tuple(cards[start : start + count])
        start += count
        if number <= first:
            continue
        if not deal and open_cards:
            break
        if len(deal) < count:
            what = "card" if count == 1 else f"{count} cards"
            raise GameError(
                f"{line!r} comes to the {names[number]}, whose {what} must stand after its '/', such as "
                f"'{line.strip().rstrip('/').strip()} / {'7d' if count == 1 else 'Ks7d2c'}'"
            )
        deals.append(deal)
    return tuple(deals)
