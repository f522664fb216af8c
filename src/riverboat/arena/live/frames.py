"""What a person at a table sees, one picture after each thing that happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from riverboat.cards.card import card_names
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table

Kind: TypeAlias = Literal["start", "action", "deal", "showdown", "won"]
_T = TypeVar("_T")


@dataclass(frozen=True)
class Frame:
    """The table at one moment, by player: number 0 is who looks, the others follow around the table.

    kind, player, words: what has just happened, and who did it. fault: why the arena acted for a bot, if it did. board:
    cards on the table. pot: chips in the middle, bets of this street included. acts: whose turn it is. cards: what can
    be seen of everybody's hand, "" where nothing can. won: net chips, at the end only.
    """

    kind: Kind
    words: str
    player: int | None
    board: str
    street: str
    pot: int
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    folded: tuple[bool, ...]
    acts: int | None
    cards: tuple[str, ...]
    won: tuple[int, ...] | None = None
    fault: str = ""


class Camera:
    """Takes the pictures of one hand; who: the player in each seat. Cards of others are on none before a showdown."""

    def __init__(self, table: Table, who: Sequence[int], names: Sequence[str]) -> None:
        self.table, self.who, self.names = table, tuple(who), tuple(names)
        self.frames: list[Frame] = []
        self._shown = 0  # cards of the board
        self._open = {self.who.index(0)}  # seats whose cards are seen
        self._take("start", "the cards are dealt", None)

    def acted(self, seat: int, action: Action, before: Table, fault: str = "") -> None:
        """Show an action, and the cards that come after it. before: the table as it was."""
        words = self._said(seat, done(before, action))
        over = self.table.is_over
        late = self.table.round > before.round or over
        # The bets lie on the table until the next card comes.
        bets = _bets_after(before, seat, action) if late else tuple(self.table.bets)
        self._take("action", words, seat, bets=bets, street=before.round, fault=fault, turn=not late)
        if over and not self.table.is_showdown:
            return
        ends = [sum(self.table.game.board_cards[: street + 1]) for street in range(self.table.round + 1)]
        for street in range(before.round + 1, self.table.round + 1):
            if ends[street] > self._shown:
                dealt = card_names(self.table.board[self._shown : ends[street]])
                self._shown = ends[street]
                name = street_names(self.table.game)[street]
                last = street == self.table.round and not over
                self._take("deal", f"{name}: {dealt}", None, street=street, turn=last)

    def ended(self, payoffs: Sequence[int]) -> None:
        """Show the cards that are shown, and who wins what."""
        table = self.table
        if table.is_showdown:
            self._open |= set(table.in_hand)
            self._take("showdown", "cards are shown", None)
        amount = table.game.amount
        winners = [seat for seat, won in enumerate(payoffs) if won > 0]
        words = ", ".join(self._said(seat, f"wins {amount(payoffs[seat])}") for seat in winners)
        stacks = tuple(have + won for have, won in zip(table.game.stacks, payoffs, strict=True))
        self._take("won", words or "the pot is shared", None, stacks=stacks, won=tuple(payoffs))

    def _said(self, seat: int, does: str) -> str:
        """Who does what; of the person as one says it to him."""
        if self.who[seat] == 0:
            verb, _, rest = does.partition(" ")
            does = f"{'go' if verb == 'goes' else verb.removesuffix('s')} {rest}".rstrip()
        return f"{self.names[seat]} {does}"

    def _take(
        self,
        kind: Kind,
        words: str,
        seat: int | None,
        *,
        bets: tuple[int, ...] | None = None,
        stacks: tuple[int, ...] | None = None,
        street: int | None = None,
        won: tuple[int, ...] | None = None,
        fault: str = "",
        turn: bool = True,
    ) -> None:
        table = self.table
        acts = None if table.is_over or not turn else table.actor
        over = kind in ("showdown", "won")
        nothing = (0,) * table.game.players
        self.frames.append(
            Frame(
                kind,
                words,
                None if seat is None else self.who[seat],
                card_names(table.board[: self._shown]),
                street_names(table.game)[table.round if street is None else street],
                0 if kind == "won" else table.pot,
                self._by_player(stacks or tuple(table.stacks)),
                self._by_player(nothing if over else tuple(table.bets) if bets is None else bets),
                self._by_player(tuple(one not in table.in_hand for one in range(table.game.players))),
                None if acts is None else self.who[acts],
                self._by_player(
                    tuple(
                        card_names(held) if one in self._open else ""
                        for one, held in enumerate(table.hole_cards)
                    )
                ),
                None if won is None else self._by_player(won),
                fault,
            )
        )

    def _by_player(self, by_seat: tuple[_T, ...]) -> tuple[_T, ...]:
        found: dict[int, _T] = dict(zip(self.who, by_seat, strict=True))
        return tuple(found[player] for player in sorted(found))


def done(table: Table, action: Action) -> str:
    """Return what an action of who is to act does, in words.

    >>> from riverboat.games import nolimit_holdem
    >>> [done(Table(nolimit_holdem()), action) for action in (-1, 0, 250, 10_000)]
    ['folds', 'calls 0.5 bb', 'raises to 2.5 bb', 'goes all-in for 100 bb']
    """
    seat, amount = table.actor, table.game.amount
    assert seat is not None
    if action == FOLD:
        return "folds"
    if action == CALL:
        return f"calls {amount(min(table.to_call, table.stacks[seat]))}" if table.to_call else "checks"
    if action - table.bets[seat] == table.stacks[seat]:
        return f"goes all-in for {amount(action)}"
    return f"{'raises to' if max(table.bets) else 'bets'} {amount(action)}"


def _bets_after(before: Table, seat: int, action: Action) -> tuple[int, ...]:
    """What lies before everybody after an action that ends the street."""
    bets = list(before.bets)
    if action == CALL:
        bets[seat] += min(before.to_call, before.stacks[seat])
    elif action > CALL:
        bets[seat] = action
    return tuple(bets)
