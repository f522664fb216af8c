"""The games people know, as functions that return a `Game`, and by name.

Seats follow `Game`: heads-up, 0 is the big blind and 1 the small blind and button. In limit games every stack is
the most a player can put in, so nobody is ever all in before the last bet of the hand.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import integer, number, whole
from riverboat.cards.card import FULL_DECK, RANKS, SHORT_DECK, CardsLike, Deck, parse_cards
from riverboat.errors import GameError
from riverboat.games.rules.game import MAX_PLAYERS, Game

# --- small games -------------------------------------------------------------------------------------------


def kuhn(players: int = 2) -> Game:
    """Kuhn poker: one card each from a deck of one more card than players, the highest the king; no board.

    Everybody antes 1. There is one bet of 1 and no raise. With two players the deck is J Q K, with three T J Q K.

    >>> kuhn().deck.ranks, kuhn(3).deck.ranks, kuhn().stacks
    ('JQK', 'TJQK', (2, 2))
    """
    _check_players(players)
    king = RANKS.index("K")
    return Game(
        name="kuhn",
        players=players,
        stacks=(2,) * players,
        blinds=(0,) * players,
        antes=(1,) * players,
        betting="limit",
        first_to_act=(0,),
        raise_sizes=(1,),
        max_raises=(1,),
        deck=Deck(RANKS[king - players : king + 1], "s"),
        hole_cards=1,
        board_cards=(0,),
        ranking="one-card",
    )


def leduc() -> Game:
    """Leduc hold'em: J Q K in two suits, one card each, one card on the board before the second round.

    Two players, ante 1. Bets and raises are 2, then 4; at most two per round. A pair with the board wins, otherwise
    the higher card. The same player acts first in both rounds.

    >>> leduc().deck.size, leduc().raise_sizes, leduc().max_raises
    (6, (2, 4), (2, 2))
    """
    return Game(
        name="leduc",
        players=2,
        stacks=(_most_chips(1, (2, 4), (2, 2)),) * 2,
        blinds=(0, 0),
        antes=(1, 1),
        betting="limit",
        first_to_act=(0, 0),
        raise_sizes=(2, 4),
        max_raises=(2, 2),
        deck=Deck("JQK", "hs"),
        hole_cards=1,
        board_cards=(0, 1),
        ranking="two-card",
    )


def rhode_island() -> Game:
    """Rhode Island hold'em: 52 cards, one card each, one board card before the second and before the third round.

    Two players, ante 5. Bets and raises are 10, then 20, then 20; at most three per round, the opening bet counted.
    The best three-card hand wins. The same player acts first in every round. Shi and Littman 2001.

    >>> rhode_island().stacks  # 5 + 3 · 10 + 3 · 20 + 3 · 20
    (155, 155)
    """
    sizes, caps = (10, 20, 20), (3, 3, 3)
    return Game(
        name="rhode-island",
        players=2,
        stacks=(_most_chips(5, sizes, caps),) * 2,
        blinds=(0, 0),
        antes=(5, 5),
        betting="limit",
        first_to_act=(0, 0, 0),
        raise_sizes=sizes,
        max_raises=caps,
        hole_cards=1,
        board_cards=(0, 1, 1),
        ranking="three-card",
    )


def royal_holdem() -> Game:
    """Royal hold'em: flop hold'em with the twenty cards from ten to ace.

    Two players, two cards each, blinds 5 and 10, bets and raises of 10, three raises before the flop and four bets
    on it; the hand ends after the betting on the flop.

    >>> royal_holdem().deck.size, royal_holdem().board_cards
    (20, (0, 3))
    """
    return _two_rounds("royal-holdem", Deck("TJQKA"))


def flop_holdem() -> Game:
    """Flop hold'em: heads-up limit hold'em that ends after the betting on the flop.

    Two players, 52 cards, two cards each, blinds 5 and 10, bets and raises of 10, three raises before the flop after
    the blind and four bets on it.

    >>> flop_holdem().blinds, flop_holdem().max_raises, flop_holdem().stacks
    ((10, 5), (3, 4), (80, 80))
    """
    return _two_rounds("flop-holdem", FULL_DECK)


def _two_rounds(name: str, deck: Deck) -> Game:
    return _limit(name, (10, 5), (10, 10), (3, 4), deck=deck, board_cards=(0, 3))


# --- hold'em -----------------------------------------------------------------------------------------------


def limit_holdem(players: int = 2, *, small_blind: int = 5, big_blind: int = 10) -> Game:
    """Limit hold'em for 2 to 10 players: bets of one big blind before and on the flop, of two after it.

    Three raises before the flop (the blind is the first of four bets), four bets and raises on every later street.

    >>> limit_holdem().blinds, limit_holdem().raise_sizes, limit_holdem().max_raises
    ((10, 5), (10, 10, 20, 20), (3, 4, 4, 4))
    >>> limit_holdem(players=6).blinds, limit_holdem(players=6).first_to_act
    ((5, 10, 0, 0, 0, 0), (2, 0, 0, 0))
    """
    blinds = _two_blinds(players, small_blind, big_blind)
    sizes = (big_blind, big_blind, 2 * big_blind, 2 * big_blind)
    return _limit("limit-holdem", blinds, sizes, (3, 4, 4, 4))


def nolimit_holdem(
    players: int = 2,
    *,
    stack_bb: float | Sequence[float] = 100,
    stacks: int | Sequence[int] | None = None,
    small_blind: int = 50,
    big_blind: int = 100,
    ante: int = 0,
    big_blind_ante: int = 0,
    straddles: Sequence[int] = (),
) -> Game:
    """No-limit hold'em for 2 to 10 players.

    stack_bb: big blinds of everybody, or by seat. stacks: instead, in chips: one number for all or one for each seat.
    ante: of each player; big_blind_ante: of the big blind alone. straddles: live bets of the seats after the big
    blind, in order, 0 for a seat that posts none; the seat after the largest acts first before the flop. So
    `straddles=(200,)` is one under the gun and, with six players, `(0, 0, 0, 200)` one on the button.

    >>> game = nolimit_holdem(players=6, ante=10, straddles=(200,))
    >>> game.blinds, game.antes, game.first_to_act, game.stacks[0]
    ((50, 100, 200, 0, 0, 0), (10, 10, 10, 10, 10, 10), (3, 0, 0, 0), 10000)
    >>> nolimit_holdem(stacks=(500, 20000)).stacks, nolimit_holdem(stack_bb=(5, 200)).stacks  # the big blind is short
    ((500, 20000), (500, 20000))
    """
    blinds = list(_two_blinds(players, small_blind, big_blind))
    straddles = _tuple("straddles", straddles)
    if len(straddles) > players - 2:
        raise GameError(
            f"straddles {straddles} are {len(straddles)} numbers; with {players} players, "
            f"{players - 2} seats come after the big blind"
        )
    for seat, straddle in enumerate(straddles, start=2):
        blinds[seat] = _whole("a straddle", straddle, 0)
    antes = [_whole("ante", ante, 0)] * players
    antes[0 if players == 2 else 1] += _whole("big_blind_ante", big_blind_ante, 0)
    return Game(
        name="nolimit-holdem",
        players=players,
        stacks=_stacks(players, stacks, "stack_bb", stack_bb, big_blind),
        blinds=tuple(blinds),
        antes=tuple(antes),
        betting="no-limit",
        first_to_act=acting_order(blinds, rounds=4),
        min_bet=big_blind,
    )


def short_deck(
    players: int = 6,
    *,
    stack_antes: float = 100,
    stacks: int | Sequence[int] | None = None,
    ante: int = 100,
    button_blind: int = 100,
    ranking: str = "short-deck",
) -> Game:
    """Six-plus hold'em: no-limit with the 36 cards from six up; a flush beats a full house.

    As usual everybody antes and the button posts one blind, of an ante again, so the first seat acts first on every
    street. The smallest bet is the button blind, or the ante when there is none. stack_antes: what everybody has, in
    antes; stacks: instead, in chips. ranking: "short-deck-trips" for the older rule.

    >>> game = short_deck()
    >>> game.deck.size, game.blinds, game.min_bet, game.first_to_act
    (36, (0, 0, 0, 0, 0, 100), 100, (0, 0, 0, 0))
    """
    _check_players(players)
    blinds = (0,) * (players - 1) + (_whole("button_blind", button_blind, 0),)
    return Game(
        name="short-deck",
        players=players,
        stacks=_stacks(players, stacks, "stack_antes", stack_antes, _whole("ante", ante, 0)),
        blinds=blinds,
        antes=(ante,) * players,
        betting="no-limit",
        first_to_act=acting_order(blinds, rounds=4),
        min_bet=button_blind or ante,
        deck=SHORT_DECK,
        ranking=ranking,
    )


def spot(
    board: CardsLike = "QsJh2h",
    pot: int = 180,
    stacks: int | Sequence[int] = 910,
    *,
    players: int = 2,
    min_bet: int = 1,
) -> Game:
    """No-limit hold'em from a street after the flop on: what solver users call a spot.

    board: 3, 4 or 5 cards; they say the street, and are dealt to a table as usual (`Table(game, board="QsJh2h")`).
    stacks: chips behind, one number for all or one for each seat in order of acting. min_bet: the big blind in chips;
    it is also the unit in which betting lines are written.

    The pot is an ante split over the seats, so it counts as put in: who folds at once loses his part of it, and the
    results of a hand add up to zero. A pot that cannot be split evenly has its odd chips from the first seats.

    >>> game = spot("QsJh2h", pot=181, stacks=910)
    >>> game.board_cards, game.antes, game.stacks
    ((3, 1, 1), (91, 90), (1001, 1000))
    >>> spot("QsJh2h5c", 100, (500, 300)).board_cards
    (4, 1)
    """
    _check_players(players)
    cards = len(parse_cards(board))
    if cards not in (3, 4, 5):
        raise GameError(f"the board has {cards} cards; a spot has 3, 4 or 5, such as 'QsJh2h'")
    behind = (stacks,) * players if isinstance(stacks, int) else _tuple("stacks", stacks)
    if len(behind) != players:
        raise GameError(f"stacks {behind} are {len(behind)} numbers; there are {players} players")
    share, odd = divmod(_whole("pot", pot, 1), players)
    antes = tuple(share + (seat < odd) for seat in range(players))
    board_cards = (cards,) + (1,) * (5 - cards)
    return Game(
        name="spot",
        players=players,
        stacks=tuple(_whole("a stack", stack, 1) + ante for stack, ante in zip(behind, antes, strict=True)),
        blinds=(0,) * players,
        antes=antes,
        betting="no-limit",
        first_to_act=(0,) * len(board_cards),
        min_bet=min_bet,
        board_cards=board_cards,
    )


# --- by name -----------------------------------------------------------------------------------------------

PRESETS: dict[str, Callable[..., Game]] = {
    "kuhn": kuhn,
    "leduc": leduc,
    "rhode-island": rhode_island,
    "royal-holdem": royal_holdem,
    "flop-holdem": flop_holdem,
    "limit-holdem": limit_holdem,
    "nolimit-holdem": nolimit_holdem,
    "short-deck": short_deck,
    "spot": spot,
}
"""The presets by the names that `game` and game files know them by."""


def preset(name: str, **options: object) -> Game:
    """Return a preset by name; the options are those of its function.

    >>> preset("leduc") == leduc(), preset("nolimit-holdem", players=6).players
    (True, 6)
    """
    allowed = preset_options(name)
    for option in options:
        if option not in allowed:
            takes = ", ".join(allowed) if allowed else "none"
            raise GameError(
                f"'{option}' is not an option of '{name}', which takes: {takes}{did_you_mean(option, allowed)}"
            )
    return PRESETS[_preset_name(name)](**options)


def preset_options(name: str) -> tuple[str, ...]:
    """Return the names of the options of a preset.

    >>> preset_options("limit-holdem")
    ('players', 'small_blind', 'big_blind')
    """
    return tuple(inspect.signature(PRESETS[_preset_name(name)]).parameters)


def acting_order(blinds: Sequence[int], rounds: int) -> tuple[int, ...]:
    """Return the seat that acts first in each round: at first the one after the largest blind, later seat 0.

    >>> acting_order((10, 5), 4), acting_order((5, 10, 0), 4), acting_order((0, 0), 2)
    ((1, 0, 0, 0), (2, 0, 0, 0), (0, 0))
    """
    largest = max(range(len(blinds)), key=lambda seat: (blinds[seat], seat))
    return ((largest + 1) % len(blinds),) + (0,) * (rounds - 1)


def _preset_name(name: object) -> str:
    key = str(name).strip().lower().replace("_", "-").replace(" ", "-")
    if key not in PRESETS:
        raise GameError(f"{name!r} is not a game; there are {', '.join(PRESETS)}{did_you_mean(key, PRESETS)}")
    return key


# --- parts -------------------------------------------------------------------------------------------------


def _limit(
    name: str,
    blinds: tuple[int, ...],
    sizes: tuple[int, ...],
    caps: tuple[int, ...],
    *,
    deck: Deck = FULL_DECK,
    board_cards: tuple[int, ...] = (0, 3, 1, 1),
) -> Game:
    return Game(
        name=name,
        players=len(blinds),
        stacks=(_most_chips(max(blinds), sizes, caps),) * len(blinds),
        blinds=blinds,
        antes=(0,) * len(blinds),
        betting="limit",
        first_to_act=acting_order(blinds, rounds=len(sizes)),
        raise_sizes=sizes,
        max_raises=caps,
        deck=deck,
        board_cards=board_cards,
    )


def _most_chips(forced: int, sizes: tuple[int, ...], caps: tuple[int, ...]) -> int:
    return forced + sum(size * cap for size, cap in zip(sizes, caps, strict=True))


def _two_blinds(players: int, small_blind: int, big_blind: int) -> tuple[int, ...]:
    _check_players(players)
    if _whole("small_blind", small_blind, 0) > _whole("big_blind", big_blind, 1):
        raise GameError(
            f"small_blind {small_blind} is more than big_blind {big_blind}; give for example 50 and 100"
        )
    if players == 2:
        return (big_blind, small_blind)
    return (small_blind, big_blind) + (0,) * (players - 2)


def _stacks(
    players: int, stacks: int | Sequence[int] | None, what: str, units: float | Sequence[float], unit: int
) -> tuple[int, ...]:
    if isinstance(stacks, int):
        return (stacks,) * players
    if stacks is not None:
        return _tuple("stacks", stacks)
    if isinstance(units, Sequence) and not isinstance(units, str):
        return tuple(_chips(what, stack, unit) for stack in units)
    return (_chips(what, units, unit),) * players


def _chips(what: str, units: object, unit: int) -> int:
    number(what, units, GameError, example=100)
    chips = Fraction(str(units)) * unit  # by its text, so that 1.1 is eleven tenths
    if chips.denominator != 1:
        raise GameError(f"{what} {units} means {float(chips)} chips; stacks are whole chips")
    return int(chips)


def _tuple(what: str, values: object) -> tuple[int, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise GameError(f"{what} is {values!r}; it must be a list of whole numbers")
    return tuple(values)


def _check_players(players: object) -> None:
    if not 2 <= (integer(players) or 0) <= MAX_PLAYERS:
        raise GameError(f"a game has 2 to {MAX_PLAYERS} players, not {players!r}")


def _whole(what: str, value: object, least: int) -> int:
    return whole(what, value, GameError, least=least, example=100)
