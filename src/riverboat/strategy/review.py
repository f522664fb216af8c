"""A hand looked at afterwards: what a strategy would have done where cards are known, and what the difference cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final, TypeVar

from riverboat.base.drawing import Drawn
from riverboat.cards.card import parse_cards
from riverboat.errors import RiverboatError
from riverboat.games.histories.hand import Hand, Step
from riverboat.games.histories.line import action_token, write_line
from riverboat.games.rules.action import CALL, Action, nearest_action
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.decision import Decision
from riverboat.solvers.asking.options import Option
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.solutions.solution import Solution
from riverboat.strategy.situations import Situation, situations
from riverboat.strategy.spot_in_hand import SpotInHand, is_spot

_Answer = TypeVar("_Answer")

MISTAKE_DISTANCE: Final = 0.9
"""From so large a distance on something counts as a mistake: below, a strategy of finite training may mix it in."""
MISTAKE_LOSS: Final = 0.02
"""The same where EVs are known, in parts of the pot: a short search is not exact enough for less."""


@dataclass(frozen=True, eq=False)
class Reviewed(Drawn):
    """One decision of a hand: who did what, and the strategy's answer, or why it has none.

    number: how many actions of the hand came before it. token: what was done, as in a betting line. Amounts are chips
    of the hand's game; those that end in `_bb` are big blinds.
    """

    hand: Hand
    number: int
    step: Step
    token: str
    situation: Situation
    decision: Decision | None
    problem: str = ""

    # --- where it was --------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The player."""
        return self.hand.names[self.step.seat]

    @property
    def action(self) -> Action:
        """What was done, in chips."""
        return self.step.action

    @property
    def cards(self) -> str:
        """The player's cards."""
        return self.hand.hole_cards[self.step.seat]

    @property
    def board(self) -> str:
        """The cards on the table."""
        return "".join(self.hand.board_by_round[: self.step.round + 1])

    @property
    def line(self) -> str:
        """The betting line up to the decision, without cards."""
        return write_line(self.hand.game, self.hand.actions[: self.number])

    @property
    def street(self) -> str:
        """The street."""
        return street_names(self.hand.game)[self.step.round]

    @property
    def position(self) -> str:
        """The player's position."""
        return seat_names(self.hand.game)[self.step.seat]

    @property
    def pot_bb(self) -> float:
        """The pot before the action, in big blinds."""
        return self.step.pot / self.hand.game.big_blind

    # --- what the strategy does ----------------------------------------------------------------------------------

    @cached_property
    def judged_as(self) -> Option | None:
        """The option that the action is judged as: itself, or the bet of the nearest size; None if there is none."""
        if self.decision is None:
            return None
        options = {option.action: option for option in self.decision.options}
        action = nearest_action(self.action, list(options))
        return options.get(action) if _kind(action) == _kind(self.action) else None

    @property
    def probability(self) -> float | None:
        """How often the strategy does what was done, by action and nearest size; None without an answer."""
        if self.decision is None:
            return None
        shares = self._shares
        return 0.0 if self.judged_as is None else shares[self.judged_as.action]

    @property
    def share(self) -> float | None:
        """How often the strategy takes the same action, with whatever size; None without an answer."""
        return None if self.decision is None else self._kinds.get(_kind(self.action), 0.0)

    @property
    def best(self) -> Option | None:
        """What the strategy would rather have done: the option with the highest EV, or the one it takes most often.

        Without EVs, of bets of several sizes the most frequent stands for all.
        """
        if self.decision is None:
            return None
        options = self.decision.options
        if self.decision.has_values:
            evs = self.decision.action_evs
            return options[max(range(len(evs)), key=evs.__getitem__)]
        kind = max(self._kinds, key=self._kinds.__getitem__)
        return max(
            (option for option in options if _kind(option.action) == kind),
            key=lambda option: self._shares[option.action],
        )

    @property
    def distance(self) -> float | None:
        """How far it is from what the strategy does: from 0, what it does most, to 1, what it never does.

        That is 1 - p/q, p how often it does that and q what it does most; the larger one of the distance between
        actions and that between sizes of the same action. None without an answer. What is mixed in has a distance
        though it is no mistake.
        """
        if self.decision is None or self.share is None or self.probability is None:
            return None
        sizes = (share for action, share in self._shares.items() if _kind(action) == _kind(self.action))
        most_of_sizes = max(sizes, default=0.0)
        among_sizes = 1 - self.probability / most_of_sizes if most_of_sizes else 1.0
        return max(1 - self.share / max(self._kinds.values()), among_sizes)

    @cached_property
    def loss(self) -> float | None:
        """EV that the decision lost against the best option, in chips; None where EVs are not known.

        How a solution plays on after what it never does is hardly solved. So an action is worth at least what it has
        who gives up after it: minus what it cost.
        """
        if self.decision is None or not self.decision.has_values or self.judged_as is None:
            return None
        evs = self.decision.action_evs
        taken = evs[self.decision.options.index(self.judged_as)]
        if taken != taken:
            return None
        action, before = self.judged_as.action, self.step.to - self.step.paid
        paid = action - before if action > CALL else self.step.to_call if action == CALL else 0
        return max(0.0, max(evs) - max(taken, -float(paid)))

    @property
    def loss_bb(self) -> float | None:
        """The same in big blinds."""
        return None if self.loss is None else self.loss / self.hand.game.big_blind

    @property
    def is_mistake(self) -> bool:
        """Whether it cost EV beyond what solving leaves open or, without EVs, the strategy hardly ever does it."""
        if self.loss is not None:
            return self.loss > MISTAKE_LOSS * self.step.pot
        return self.distance is not None and self.distance >= MISTAKE_DISTANCE

    @cached_property
    def _shares(self) -> dict[Action, float]:
        """How often each option is taken."""
        assert self.decision is not None
        actions = (option.action for option in self.decision.options)
        return dict(zip(actions, self.decision.probabilities, strict=True))

    @cached_property
    def _kinds(self) -> dict[Action, float]:
        """How often it folds, calls and bets at all."""
        kinds: dict[Action, float] = {}
        for action, share in self._shares.items():
            kinds[_kind(action)] = kinds.get(_kind(action), 0.0) + share
        return kinds

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: where it was, what was done, what the strategy does and what the difference cost."""
        known = self.decision is not None
        options = (
            []
            if self.decision is None
            else list(zip(self.decision.options, self.decision.probabilities, strict=True))
        )
        evs = self.decision.action_evs if self.decision is not None and self.decision.has_values else None
        return {
            "hand_id": self.hand.hand_id,
            "player": self.name,
            "position": self.position,
            "street": self.street,
            "situation": self.situation.name,
            "pot_kind": self.situation.pot,
            "cards": self.cards,
            "board": self.board,
            "line": self.line,
            "pot_bb": self.pot_bb,
            "action": self.token,
            "judged_as": self.judged_as.token if self.judged_as else None,
            "best": self.best.token if self.best else None,
            "probability": self.probability,
            "share": self.share,
            "distance": self.distance,
            "ev_lost_bb": self.loss_bb,
            "mistake": self.is_mistake,
            "judged_by": None if not known else "frequency" if self.loss is None else "ev",
            "strategy": [
                {
                    "action": option.token,
                    "name": option.name,
                    "probability": share,
                    **({} if evs is None else {"ev_bb": evs[number] / self.hand.game.big_blind}),
                }
                for number, (option, share) in enumerate(options)
            ],
            "problem": self.problem,
        }


def review(hand: Hand, strategy: Strategy, seat: int | None = None) -> Iterator[Reviewed]:
    """Go through the decisions of a seat, or of all seats whose cards are known; the strategy follows the hand once.

    What a strategy with EVs answers, a solution or one that searches, says what each decision cost; others say how
    often they do it. The solution of a spot judges hands that come to it, whatever their chips. A player who searches
    solves a bet that his tree lacks by itself.

    >>> import riverboat as rb
    >>> from riverboat.games import nolimit_holdem
    >>> hand = Hand(nolimit_holdem(), (250, 0, 0, 250, -1), ("7d2c", "AsKd"), "Kh7c2d")
    >>> bet = list(review(hand, rb.open("headsup"), seat=1))[-1]
    >>> bet.token, bet.judged_as.token, bet.situation.name, bet.is_mistake
    ('b2.5', 'b1.65', 'c-bet chance', False)
    """
    table = Table(hand.game)
    cursor, lost = _tried(partial(_begun, hand, strategy))
    each = zip(hand.steps(), situations(hand), strict=True)
    last = _last_decision(hand, seat)
    for number, (step, situation) in enumerate(each):
        if number > last:
            return
        cards = hand.hole_cards[step.seat]
        if cards and seat in (None, step.seat):
            token = action_token(table, step.action)
            decision, problem = (
                (None, lost) if cursor is None else _tried(partial(_ask, cursor, cards, step.action))
            )
            yield Reviewed(hand, number, step, token, situation, decision, problem)
        table.record(step.action)
        if cursor is not None and number < last:
            cursor, lost = _tried(partial(_after, cursor, hand, step.action))


def _last_decision(hand: Hand, seat: int | None) -> int:
    """The number of the last action that is looked at: what comes after it need not be followed."""
    table, last = Table(hand.game), -1
    for number, action in enumerate(hand.actions):
        actor = table.actor
        assert actor is not None
        if hand.hole_cards[actor] and seat in (None, actor):
            last = number
        table.record(action)
    return last


def _begun(hand: Hand, strategy: Strategy) -> Cursor:
    """Where the strategy begins to follow a hand: a solved spot waits for hands that come to it."""
    if isinstance(strategy, Solution) and is_spot(strategy) and hand.game.rounds > strategy.game.rounds:
        return SpotInHand.start(strategy, hand.game)
    return strategy.start(hand.game)


def _ask(cursor: Cursor, cards: str, action: Action) -> Decision:
    return cursor.offering(action).query(cards)


def _after(cursor: Cursor, hand: Hand, action: Action) -> Cursor:
    """The point after an action, with the cards of a street that begins with it."""
    after = cursor.act(action)
    seen = parse_cards("".join(hand.board_by_round[: after.table.round + 1]))
    return after.deal(seen[len(after.board) :])


def _kind(action: Action) -> Action:
    """Fold, call or bet, whatever the size."""
    return min(action, CALL + 1)


def _tried(ask: Callable[[], _Answer]) -> tuple[_Answer | None, str]:
    """Return an answer, or None and why there is none."""
    try:
        return ask(), ""
    except RiverboatError as problem:
        return None, str(problem).splitlines()[0]
