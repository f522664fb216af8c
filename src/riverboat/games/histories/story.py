"""What a history tells of one hand, line by line, put in order and checked against its own totals.

The readers of PokerStars text and its dialects, of PokerNow logs and of OHH fill one of these; what real tables let
happen is understood here, once for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from riverboat.errors import GameError, HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.money import CENTS, Amount, decimals_of, to_chips
from riverboat.games.histories.posts import Posts, game_of_posts, usual_or_made_caps
from riverboat.games.histories.recorder import RealTableRecorder
from riverboat.games.rules.awards import Award, not_collected, uncalled_bet

STREETS = (0, 3, 1, 1)
"""Cards of the board by street."""


@dataclass(frozen=True)
class Act:
    """One action: where it stands, how many cards of the board there were, who, what, and how much.

    verb: folds, checks, calls (chips added), calls to (in all on this street), bets, raises (to), adds (chips added).
    """

    where: str
    cards: int
    name: str
    verb: str
    amount: Amount


@dataclass
class Story:
    """What is told; amounts as they are written.

    posts: name, kind (see `Posts`) and amount. holes: two cards each; cards of which only one is known are left out.
    boards: one, or as many as the cards were run. collected, returned: by name, from the pots and as bets that nobody
    called. total: of the pots; taken: by the house, None where it is not told; rounding: by how many chips its parts
    may be rounded apart; drop: what the house put in.
    """

    about: dict[str, str] = field(default_factory=dict)
    limit: bool = False
    stakes: tuple[Amount, Amount] = (0, 0)
    ante: Amount = 0
    played_at: datetime | None = None
    table_name: str = ""
    table_size: int = 0
    button: int | None = None
    chairs: dict[str, int] = field(default_factory=dict)
    stacks: dict[str, Amount] = field(default_factory=dict)
    posts: list[tuple[str, str, Amount]] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    holes: dict[str, str] = field(default_factory=dict)
    hero: str | None = None
    boards: list[str] = field(default_factory=lambda: [""])
    shown: set[str] = field(default_factory=set)
    collected: dict[str, Amount] = field(default_factory=dict)
    returned: dict[str, Amount] = field(default_factory=dict)
    total: Amount | None = None
    taken: Amount | None = None
    rounding: int = 0
    drop: Amount = 0

    # --- filled by the readers -----------------------------------------------------------------------------

    def sit(self, name: str, chair: int, stack: Amount) -> None:
        """Seat a player."""
        if name in self.chairs or chair in self.chairs.values():
            raise HistoryError("this chair or this player was named before")
        self.chairs[name], self.stacks[name] = chair, stack

    def check_seated(self, name: str) -> None:
        """Raise an error if nobody sits under that name."""
        if name not in self.chairs:
            raise HistoryError(f"no seat line names '{name}'")

    def post(self, name: str, kind: str, amount: Amount) -> None:
        """Post a blind, an ante or a straddle."""
        self.check_seated(name)
        self.posts.append((name, kind, amount))

    def act(self, where: str, name: str, verb: str, amount: Amount = 0) -> None:
        """Let a player act."""
        self.check_seated(name)
        self.acts.append(Act(where, len(self.boards[0]) // 2, name, verb, amount))

    def hold(self, name: str, cards: str) -> None:
        """Give a player his two cards, or check those he has; one card alone says nothing that a hand can hold."""
        self.check_seated(name)
        new = {cards[i : i + 2] for i in range(0, len(cards), 2)}
        known = self.holes.get(name)
        if known and not new <= {known[:2], known[2:], "XX"}:
            raise HistoryError(f"{name} shows {cards}, but holds {known}")
        if known is None and len(cards) == 4 and "XX" not in new:
            self.holes[name] = cards

    def deal(self, street: int, cards: str, before: str = "", *, run: int | None = None) -> None:
        """Deal the flop (1), the turn (2) or the river (3).

        before: the board before it, if it is told. run: of cards that are run more than once, which run it is, from 0;
        None where a street that is dealt again says so.
        """
        name, start = ("flop", "turn", "river")[street - 1], 2 * sum(STREETS[:street])
        if len(cards) != 2 * STREETS[street]:
            raise HistoryError(f"the {name} is {STREETS[street]} cards in brackets, such as [2c 7d 9h]")
        if run is None:
            run = len(self.boards) - (len(self.boards[-1]) <= start)
        while len(self.boards) <= run:
            self.boards.append(self.boards[0][:start])
        board = self.boards[run]
        if len(board) != start or (before and _cards(before) != _cards(board)):
            raise HistoryError(f"the board before it was [{board}]")
        self.boards[run] = board + cards

    def collect(self, name: str, amount: Amount) -> None:
        """Let a player take chips from a pot."""
        self.collected[name] = self.collected.get(name, 0) + amount

    # --- putting it in order -------------------------------------------------------------------------------

    def hand(self) -> Hand:
        """Return the hand; an error says what does not fit."""
        if self.button is None:
            raise HistoryError("nothing says where the button is")
        names, button = self._order(self.button)
        decimals = self._decimals()
        seat_of = {name: seat for seat, name in enumerate(names)}
        recorder = RealTableRecorder(game_of_posts(self._posts(names, decimals)), names)
        self._play(recorder, seat_of, decimals)
        table = recorder.table
        hand = Hand(
            usual_or_made_caps(table.game, recorder.actions),
            tuple(recorder.actions),
            tuple(self.holes.get(name, "") for name in names),
            self.boards[0],
            tuple(names),
            mucked=self._mucked(recorder) if table.is_showdown else (),
            seat_numbers=tuple(self.chairs[name] for name in names),
            button=button,
            table_size=self.table_size,
            hero=seat_of.get(self.hero) if self.hero is not None else None,
            table_name=self.table_name,
            played_at=self.played_at,
            decimals=decimals,
            more_boards=tuple(self.boards[1:]),
            house_rules=True,
            **self.about,  # type: ignore[arg-type]  # all of them text
        )
        return self._with_rakes(hand, bool(recorder.gave_up))

    def _order(self, button: int) -> tuple[list[str], int]:
        """Who took part, left of the button first, and the button's chair.

        Where that is not the small blind, the button is moved: some programs tell where it was before.
        """
        took_part = {name for name, *_ in self.posts} | {act.name for act in self.acts}
        if len(took_part) < 2:
            raise HistoryError(f"{len(took_part)} players took part; a hand needs two or more")
        blinds = [(name, kind) for name, kind, _ in self.posts if kind in ("small", "big")]
        if len(took_part) > 2 and blinds and blinds[0][1] == "small":
            first = self.chairs[blinds[0][0]]
            between = [
                name
                for name in took_part
                if (self.chairs[name] - button - 1) % 1000 < (first - button - 1) % 1000
            ]
            if between:
                button = first - 1 or max(self.table_size, *self.chairs.values())
        return sorted(took_part, key=lambda name: (self.chairs[name] - button - 1) % 1000), button

    def _decimals(self) -> int:
        amounts = [*self.stakes, self.ante, *self.stacks.values(), *(post[2] for post in self.posts)]
        amounts += [act.amount for act in self.acts] + list(self.collected.values())
        amounts += [self.total or 0, self.taken or 0, self.drop]
        return decimals_of(amounts, least=CENTS if self.about.get("currency") else 0)

    def _posts(self, names: list[str], decimals: int) -> Posts:
        stacks = [to_chips(self.stacks[name], decimals) for name in names]
        left, posted = dict(zip(names, stacks, strict=True)), []
        for name, kind, amount in self.posts:
            chips = to_chips(amount, decimals)
            left[name] -= chips
            posted.append((names.index(name), kind, chips, left[name] <= 0))
        return Posts(
            stakes=(to_chips(self.stakes[0], decimals), to_chips(self.stakes[1], decimals)),
            limit=self.limit,
            posted=posted,
            stacks=tuple(stacks),
            ante=to_chips(self.ante, decimals),
        )

    def _play(self, recorder: RealTableRecorder, seat_of: dict[str, int], decimals: int) -> None:
        for act in self.acts:
            try:
                self._take(recorder, act, seat_of[act.name], to_chips(act.amount, decimals))
            except HistoryError as problem:
                raise HistoryError(f"{act.where}: {problem}") from None
        if not self.acts:
            self._check_round(recorder, len(self.boards[0]) // 2)
        recorder.check_over()

    def _take(self, recorder: RealTableRecorder, act: Act, seat: int, chips: int) -> None:
        table, verb = recorder.table, act.verb
        self._check_round(recorder, act.cards)
        asked = not table.is_over and seat not in table.all_in
        if asked and act.cards != sum(STREETS[: table.round + 1]):
            raise HistoryError(
                f"{act.name} {verb}, but the board of {act.cards} cards does not belong to the betting so far"
            )
        if verb == "folds":
            recorder.fold(seat)
        elif verb == "checks":
            recorder.check(seat)
        elif verb == "calls":
            recorder.call(seat, chips)
        elif verb == "calls to":
            recorder.call(seat, chips - table.bets[seat])
        else:
            recorder.raise_to(seat, chips + table.bets[seat] * (verb == "adds"))

    def _check_round(self, recorder: RealTableRecorder, cards: int) -> None:
        """Go to the flop where all have paid alike beforehand, as in a bomb pot: nobody is asked before it."""
        table = recorder.table
        if cards and not recorder.actions and not table.to_call and not any(table.game.blinds):
            while table.actor is not None and table.round == 0:
                recorder.check(table.actor)

    def _mucked(self, recorder: RealTableRecorder) -> tuple[int, ...]:
        """Who gave up. If a winner's cards are not known, all who won nothing: that alone says who wins."""
        seats, names = recorder.table.in_hand, recorder.names
        seen = self.shown & self.holes.keys()
        if self.collected.keys() - seen:
            return tuple(seat for seat in seats if names[seat] not in self.collected)
        return tuple(seat for seat in seats if names[seat] not in seen or seat in recorder.gave_up)

    # --- the totals ----------------------------------------------------------------------------------------

    def _with_rakes(self, hand: Hand, somebody_gave_up: bool) -> Hand:
        """Compare the pots; what the winners did not collect is rake."""
        try:
            awards = hand.awards
        except GameError as problem:
            raise HistoryError(f"who wins cannot be said: {problem}") from None
        cards = sum(STREETS[: hand.table().round + 1])
        if len(hand.board) != 2 * cards and not somebody_gave_up:
            raise HistoryError(
                f"the board is {hand.board or 'empty'}, but the betting reaches one of {cards} cards"
            )
        more = self._returned_too_much(hand)
        pots = sum(award.chips for award in awards) - sum(more.values())
        drop, taken = to_chips(self.drop, hand.decimals), to_chips(self.taken or 0, hand.decimals)
        self._check_total(pots, drop, taken, hand.decimals)
        got = {}
        for name, amount in self.collected.items():
            if name not in hand.names:
                raise HistoryError(f"{name} collected {amount}, but took no part")
            got[hand.names.index(name)] = to_chips(amount, hand.decimals) + more.get(name, 0)
        lack = not_collected(awards, got, hand.game.players)
        if not self._is_credible(lack, awards, taken - drop, drop, len(hand.more_boards) + 1):
            raise HistoryError(
                f"the players are said to have collected {_listed(self.collected)}; "
                f"by the rules, {taken} chips of rake aside, they lack {lack}"
            )
        if not drop:
            _move_odd_chips(lack)
        return replace(hand, rakes=tuple(lack)) if any(lack) else hand

    def _returned_too_much(self, hand: Hand) -> dict[str, int]:
        """Some programs give a blind that all folded to back whole, and count the pot without it."""
        seat, back = uncalled_bet(hand.table())
        name = hand.names[seat]
        told = to_chips(self.returned.get(name, 0), hand.decimals)
        return {name: told - back} if seat >= 0 and told > back else {}

    def _check_total(self, pots: int, drop: int, taken: int, decimals: int) -> None:
        if self.total is None:
            return
        total = to_chips(self.total, decimals)
        if total not in (pots + drop, pots + drop - taken):  # some programs tell what is left of it
            raise HistoryError(f"the total pot is said to be {self.total}, but the actions make {pots} chips")

    def _is_credible(
        self, lack: list[int], awards: tuple[Award, ...], house: int, drop: int, runs: int
    ) -> bool:
        """Whether the winners are those of the rules, and what is missing is what the house took."""
        odd = len(awards) * runs
        winners = {seat for award in awards for seat in award.shares}
        least = [-odd - (drop if seat in winners else 0) for seat in range(len(lack))]
        if any(chips < low for chips, low in zip(lack, least, strict=True)):
            return False
        return self.taken is None or abs(sum(lack) - house) <= self.rounding


def _move_odd_chips(lack: list[int]) -> None:
    """An odd chip may have gone to another winner than ours."""
    for seat, chips in enumerate(lack):
        if chips < 0:
            lack[lack.index(max(lack))] += chips
            lack[seat] = 0


def _cards(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(0, len(text), 2)}


def _listed(collected: dict[str, Amount]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in collected.items()) or "nothing"
