"""State strings of the Annual Computer Poker Competition, and its log files.

    STATE:0:cc/cc/cr4801c/cc:7d3d|2hAc/5sKs7s/9s/6h:4801|-4801:Alice|Bob
    MATCHSTATE:1:0:cr300:|2hAc

A `STATE` is a finished hand with results and names by position; a `MATCHSTATE` is a moment of a hand as one position
sees it. Positions are our seats: heads-up 0 is the big blind. Neither says which game it is, so one has to be given;
`standard_game` returns the competition's own. Results are checked against ours; pots that do not divide are split in
parts of chips, as the dealer does: `2.5`. Cards are the dealer's, whose decks are always the highest ranks and suits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from riverboat.errors import HistoryError
from riverboat.games.histories.acpc_betting import is_acpc_betting, parse_acpc_betting, write_acpc_betting
from riverboat.games.histories.acpc_cards import from_dealer, to_dealer
from riverboat.games.histories.acpc_results import agree, exact_payoffs, read_results, write_chips
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.game import Game
from riverboat.games.rules.presets import limit_holdem, nolimit_holdem

__all__ = [
    "is_acpc_betting",
    "parse_acpc_betting",
    "read_acpc",
    "split_acpc",
    "standard_game",
    "write_acpc",
    "write_acpc_betting",
]

_STATE = "STATE:0:cc/cc/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:100|-100:Alice|Bob"
_MATCHSTATE = "MATCHSTATE:0:0:cr300:7d3d|"
_FORBIDDEN = re.compile(r"[:|\s]")


def read_acpc(text: str, game: Game | None = None) -> Hand:
    """Read one `STATE` or `MATCHSTATE` line. Without a game it is the competition's for so many players.

    >>> hand = read_acpc("STATE:0:cc/cc/cr4801c/cc:7d3d|2hAc/5sKs7s/9s/6h:4801|-4801:Alice|Bob")
    >>> hand.names, hand.payoffs, hand.actions
    (('Alice', 'Bob'), (4801, -4801), (0, 0, 0, 0, 0, 4701, 0, 0, 0))
    >>> read_acpc("MATCHSTATE:1:7:cr300:|2hAc").hero
    1
    """
    fields = text.strip().split(":")
    if fields[0] == "STATE" and len(fields) == 6:
        return _read_state(fields, game)
    if fields[0] == "MATCHSTATE" and len(fields) == 5:
        return _read_match_state(fields, game)
    raise HistoryError(
        f"'{text.strip()[:80]}' is not a state: {len(fields)} fields; valid are, for example, "
        f"'{_STATE}' and '{_MATCHSTATE}'"
    )


def write_acpc(hand: Hand, position: int | None = None) -> str:
    """Return the hand as a `STATE`, or with a position as the `MATCHSTATE` that this seat is sent.

    >>> hand = Hand(nolimit_holdem(), (300, -1), ("7d3d", "2hAc"), names=("Alice", "Bob"), hand_id="4")
    >>> write_acpc(hand), write_acpc(hand, position=1)
    ('STATE:4:r300f:7d3d|2hAc:-100|100:Alice|Bob', 'MATCHSTATE:1:4:r300f:|2hAc')
    """
    betting = write_acpc_betting(hand.game, hand.actions)
    number = hand.hand_id or "0"
    if _FORBIDDEN.search(number):
        raise HistoryError(f"hand id {number!r}: a state cannot hold ':', '|' or spaces in it")
    if position is not None:
        seen = hand.seen_by(position)
        return f"MATCHSTATE:{position}:{number}:{betting}:{_cards(seen)}"
    for name in hand.names:
        if _FORBIDDEN.search(name):
            raise HistoryError(
                f"the name {name!r} cannot stand in a state, which is split at ':', '|' and spaces"
            )
    _check_state(hand)
    results = "|".join(map(write_chips, exact_payoffs(hand)))
    return f"STATE:{number}:{betting}:{_cards(hand)}:{results}:{'|'.join(hand.names)}"


def standard_game(players: int, limit: bool) -> Game:
    """Return the competition's hold'em for so many players: 200 big blinds in no-limit, blinds 100/50 or 10/5.

    >>> standard_game(2, limit=False).stacks, standard_game(3, limit=True).blinds
    ((20000, 20000), (5, 10, 0))
    """
    return limit_holdem(players) if limit else nolimit_holdem(players, stack_bb=200)


def split_acpc(text: str) -> Iterator[tuple[int, str]]:
    """Yield the states of a log with their line numbers; comments, scores and blank lines are passed over."""
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if content and content[0] not in "#;" and not content.startswith("SCORE:"):
            yield number, content


# --- reading -----------------------------------------------------------------------------------------------


def _read_state(fields: list[str], game: Game | None) -> Hand:
    _, number, betting, cards, results, names = fields
    players = names.split("|")
    game = _game(game, len(players), betting)
    hole_cards, board = _read_cards(cards, game)
    hand = Hand(
        game,
        parse_acpc_betting(betting, game),
        hole_cards,
        board,
        tuple(players),
        hand_id=_number(number),
    )
    if not hand.is_over:
        seat = hand.table().actor
        raise HistoryError(
            f"the hand is not over: {players[seat or 0]} is to act; the betting may be cut off"
        )
    if not agree(read_results(results), hand):
        raise HistoryError(
            f"the results are said to be {results}, but by the rules of '{game.name}' they are "
            f"{'|'.join(map(write_chips, exact_payoffs(hand)))}; is it another game?"
        )
    return hand


def _read_match_state(fields: list[str], game: Game | None) -> Hand:
    _, position, number, betting, cards = fields
    players = cards.split("/")[0].count("|") + 1
    game = _game(game, players, betting)
    if not re.fullmatch("[0-9]{1,2}", position) or int(position) >= players:
        raise HistoryError(f"position '{position}' is not a seat; there are {players}, counted from 0")
    hole_cards, board = _read_cards(cards, game)
    return Hand(
        game,
        parse_acpc_betting(betting, game),
        hole_cards,
        board,
        hero=int(position),
        hand_id=_number(number),
    )


def _game(game: Game | None, players: int, betting: str) -> Game:
    if game is None:
        raises = re.search(r"[rRbB]([0-9]?)", betting)
        return standard_game(players, limit=raises is not None and not raises[1])
    if game.players != players:
        raise HistoryError(f"the state has {players} players; '{game.name}' has {game.players}")
    return game


def _read_cards(text: str, game: Game) -> tuple[tuple[str, ...], str]:
    holes, *board = text.split("/")
    hole_cards = tuple(holes.split("|"))
    if len(hole_cards) != game.players:
        raise HistoryError(
            f"the cards '{text}' are of {len(hole_cards)} players; there are {game.players}: "
            "separate them by '|', as in '7d3d|2hAc/5sKs7s'"
        )
    for round_, cards in enumerate(board, start=1):
        count = game.board_cards[round_] if round_ < game.rounds else 0
        if len(cards) != 2 * count:
            raise HistoryError(f"round {round_ + 1} deals '{cards}'; it must be {count} cards")
    return tuple(from_dealer(cards, game) for cards in hole_cards), from_dealer("".join(board), game)


def _number(text: str) -> str:
    if not text or _FORBIDDEN.search(text):
        raise HistoryError(f"'{text}' is not a hand number, such as 17")
    return text


# --- writing -----------------------------------------------------------------------------------------------


def _check_state(hand: Hand) -> None:
    if not hand.is_over:
        raise HistoryError(
            f"the hand is not over: seat {hand.table().actor} is to act; a STATE is a finished hand, "
            "and a MATCHSTATE, position=0, a moment of one"
        )
    for what, lost in (("rake", any(hand.rakes)), ("mucked hands", bool(hand.mucked))):
        if lost:
            raise HistoryError(f"a STATE has no place for {what}")


def _cards(hand: Hand) -> str:
    table = hand.table()
    text = "|".join(to_dealer(cards, hand.game) for cards in hand.hole_cards)
    if len(hand.board) < 2 * sum(hand.game.board_cards[: table.round + 1]):
        raise HistoryError(
            f"the board {hand.board!r} is not known to the end; a state shows every card of it"
        )
    streets = hand.board_by_round[1 : table.round + 1]
    return text + "".join(f"/{to_dealer(cards, hand.game)}" for cards in streets)
