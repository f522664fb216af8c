"""OpenSpiel's universal_poker: our bots as its bots, and our strategies as its policies.

Its seats and cards are numbered as ours. A raise is there to chips of the whole hand, or one of a few sizes (`fcpa`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from riverboat.arena.protocols.away_bot import AwayBot
from riverboat.bots import BotLike
from riverboat.errors import BotError, MatchError
from riverboat.games.histories.acpc_betting import parse_acpc_betting
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game
from riverboat.solvers import Strategy
from riverboat.strategy import open_strategy

_FOLD, _CALL, _RAISE = 0, 1, 2  # theirs; in limit games there is one raise
_HOLDEM: Final = {
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "numBoardCards": "0 3 1 1",
    "potSize": 0,
    "boardCards": "",
}


def openspiel_bot(bot: BotLike, player: int, *, time_limit: float = 2.0, seed: int = 0) -> Any:
    """Return a bot of ours as a `pyspiel.Bot` for a player of a universal_poker game of hold'em.

    OpenSpiel has to be installed. Its `away` knows what the bot did wrong. A raise that the game does not have becomes
    the nearest that it has.

    >>> import pyspiel
    >>> game = pyspiel.load_game(pyspiel.hunl_game_string("fcpa"))
    >>> bots = [openspiel_bot("all-in", 0), openspiel_bot("fold", 1)]
    >>> pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)
    [50.0, -50.0]
    """
    try:
        import pyspiel  # type: ignore
    except ImportError:
        raise BotError("OpenSpiel is not installed; try: pip install open-spiel") from None
    return type("RiverboatBot", (_Seat, pyspiel.Bot), {})(
        AwayBot(bot, seed=seed, time_limit=time_limit), player
    )


def openspiel_policy(strategy: str | Strategy, game: Any) -> Any:
    """Return a strategy as a policy of OpenSpiel, for algorithms that want probabilities.

    strategy: a name, a file, or what `rb.open` returned. game: a universal_poker game of hold'em.
    """
    try:
        from open_spiel.python.policy import Policy  # type: ignore
    except ImportError:
        raise BotError("OpenSpiel is not installed; try: pip install open-spiel") from None
    opened = open_strategy(strategy) if isinstance(strategy, str) else strategy
    openspiel_game(game)
    return type("RiverboatPolicy", (_Probabilities, Policy), {})(opened, game)


class _Seat:
    """The calls of a `pyspiel.Bot`, passed on to a bot."""

    def __init__(self, away: AwayBot, player: int) -> None:
        super().__init__()
        self.away, self._player = away, player
        self._last: Hand | None = None

    def player_id(self) -> int:
        """The player it is."""
        return self._player

    def restart(self) -> None:
        """Forget the hand."""
        self._last = None

    def restart_at(self, state: Any) -> None:
        """Forget the hand: each state tells all of it."""
        self._last = None

    def step(self, state: Any) -> int:
        """Answer a state."""
        if state.current_player() != self._player:
            raise MatchError(f"player {self._player} is asked, and player {state.current_player()} is to act")
        hand = read_state(state, self._player)
        last = self._last
        if last is None or (hand.hole_cards, hand.actions[: len(last.actions)]) != (
            last.hole_cards,
            last.actions,
        ):
            self.away.start_hand(hand.game, self._player)
        self._last = hand
        action = their_action(state, hand, self.away.act_in(hand))
        self._look(state.child(action))
        return action

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Hear what others did, or which card came."""
        self._look(state.child(action))

    def _look(self, state: Any) -> None:
        """End the hand when it is over; one in which it was never asked it does not hear of."""
        if self._last is not None and state.is_terminal():
            self._last = None
            self.away.end_of(read_state(state, self._player))


class _Probabilities:
    """The one method of a policy."""

    def __init__(self, strategy: Strategy, game: Any) -> None:
        super().__init__(game, list(range(game.num_players())))  # type: ignore[call-arg]
        self._strategy = strategy

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of each legal action."""
        hand = read_state(state, state.current_player() if player_id is None else player_id)
        assert hand.hero is not None
        decision = self._strategy.query(hand.hole_cards[hand.hero], hand.actions, hand.board, game=hand.game)
        found = dict.fromkeys(state.legal_actions(), 0.0) if not _is_full(state) else {}
        total = sum(decision.probabilities)  # 1 in single precision, which is not enough for who draws by it
        for option, probability in zip(decision.options, decision.probabilities, strict=True):
            action = their_action(state, hand, option.action)
            found[action] = found.get(action, 0.0) + probability / total
        return found


def openspiel_game(game: Any) -> Game:
    """Return our form of a universal_poker game of hold'em; one of another kind is an error.

    >>> import pyspiel
    >>> openspiel_game(pyspiel.load_game(pyspiel.hunl_game_string("fcpa"))).blinds
    (100, 50)
    """
    return _game(tuple(sorted(game.get_parameters().items())))


@lru_cache(maxsize=16)
def _game(items: tuple[tuple[str, Any], ...]) -> Game:
    given: Mapping[str, Any] = dict(items)
    for name, value in _HOLDEM.items():
        if given.get(name, value) != value:
            raise MatchError(f"{name} is {given[name]!r}; it must be {value!r}: only hold'em is played here")
    if "betting" not in given:
        raise MatchError("the game is not universal_poker; try pyspiel.hunl_game_string('fullgame')")
    players, blinds = int(given["numPlayers"]), _numbers(given, "blind")
    first = tuple(number - 1 for number in _numbers(given, "firstPlayer"))
    if given["betting"] == "nolimit":
        stacks = _numbers(given, "stack")
        return Game(
            "universal-poker", players, stacks, blinds, (0,) * players, "no-limit", first, min_bet=max(blinds)
        )
    sizes, most = _numbers(given, "raiseSize"), _numbers(given, "maxRaises")
    if len(sizes) != len(most):
        raise MatchError(f"maxRaises is {most}; it must be given for each round, such as '3 4 4 4'")
    stack = max(blinds) + sum(
        size * count for size, count in zip(sizes, most, strict=True)
    )  # it looks at none
    return Game(
        "universal-poker", players, (stack,) * players, blinds, (0,) * players, "limit", first, sizes, most
    )


def read_state(state: Any, hero: int) -> Hand:
    """Return the hand of a state as a player sees it; at the end with all cards."""
    told = state.to_struct()
    game = openspiel_game(state.get_game())
    over = state.is_terminal()
    cards = tuple(held if over or seat == hero else "" for seat, held in enumerate(told.player_hands))
    return Hand(game, parse_acpc_betting(told.betting_history, game), cards, told.board_cards, hero=hero)


def their_action(state: Any, hand: Hand, action: Action) -> int:
    """Return the action of the game for one of ours; a raise becomes the nearest that there is."""
    if action == FOLD:
        return _FOLD
    if action == CALL:
        return _CALL
    if hand.game.betting == "limit":
        return _RAISE
    if _is_full(state):
        table = hand.table()
        assert hand.hero is not None
        return table.put_in[hand.hero] - table.bets[hand.hero] + action
    assert hand.hero is not None
    raises = {
        one: read_state(state.child(one), hand.hero).actions[-1]
        for one in state.legal_actions()
        if one > _CALL
    }
    return min(raises, key=lambda one: abs(raises[one] - action), default=_CALL)


def _is_full(state: Any) -> bool:
    """Whether every amount is an action of its own."""
    return bool(state.get_game().get_parameters().get("bettingAbstraction") == "fullgame")


def _numbers(given: Mapping[str, Any], name: str) -> tuple[int, ...]:
    return tuple(int(number) for number in str(given.get(name, "")).split())
