"""Hands written in the text of PokerStars; see `pokerstars` for how it is read."""

from __future__ import annotations

import re

from riverboat.cards.card import parse_cards
from riverboat.cards.ranking import ranking
from riverboat.errors import GameError, HistoryError
from riverboat.games.histories.hand import Hand, Step
from riverboat.games.histories.money import CENTS, plain_amount, short_amount
from riverboat.games.histories.pokerstars import SITES, SYMBOLS, read_pokerstars
from riverboat.games.histories.read_back import check_finished_holdem, check_reads_back
from riverboat.games.rules.awards import Award, uncalled_bet
from riverboat.games.rules.table import Table

_FIRST_WORDS = {site: words for words, site in SITES.items()}
_SYMBOL_OF = {currency: symbol for symbol, currency in SYMBOLS.items()}
_STREETS = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
_RUNS = ("FIRST", "SECOND", "THIRD")


def write_pokerstars(hand: Hand) -> str:
    """Return one finished hand as text; an error says what the format cannot express.

    Cards that are known are told as the format can: the hero's when they are dealt, others' when they are shown, also
    after the hand, or mucked. Without a hero, and with cards of several known, everybody's are told when they are
    dealt. What is written is read back once to make sure of it.

    >>> from riverboat.games import nolimit_holdem
    >>> hand = Hand(nolimit_holdem(stack_bb=10), (300, -1), ("", "AsKs"), hand_id="7", names=("Ann", "Bob"), hero=1)
    >>> print(write_pokerstars(hand))
    PokerStars Hand #7:  Hold'em No Limit (50/100)
    Table '1' 2-max Seat #2 is the button
    Seat 1: Ann (1000 in chips)
    Seat 2: Bob (1000 in chips)
    Bob: posts small blind 50
    Ann: posts big blind 100
    *** HOLE CARDS ***
    Dealt to Bob [As Ks]
    Bob: raises 200 to 300
    Ann: folds
    Uncalled bet (200) returned to Bob
    Bob collected 200 from pot
    Bob: doesn't show hand
    *** SUMMARY ***
    Total pot 200 | Rake 0
    Seat 1: Ann (big blind) folded before Flop
    Seat 2: Bob (button) (small blind) collected (200)
    <BLANKLINE>
    """
    check_finished_holdem(hand, "the text of PokerStars")
    _check_board(hand)
    if len(hand.more_boards) >= len(_RUNS):
        raise HistoryError(f"the board was run {len(hand.more_boards) + 1} times; the text tells three")
    if hand.currency and hand.decimals < CENTS:
        hand = hand.with_decimals(CENTS)
    text = _Writer(hand).text()
    check_reads_back(hand, text, read_pokerstars, "the text of PokerStars")
    return text


def _check_board(hand: Hand) -> None:
    game = hand.game
    if len(hand.board) != 2 * sum(game.board_cards[: hand.table().round + 1]):
        raise HistoryError(
            f"the board {hand.board!r} is not known to the end; the text shows every card of it"
        )


class _Writer:
    """Puts one hand into lines."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.game, self.names = hand, hand.game, hand.names
        self.symbol = _SYMBOL_OF.get(hand.currency, "")
        self.end: Table = hand.table()
        try:
            self.awards: tuple[Award, ...] = hand.awards
        except GameError as problem:
            raise HistoryError(f"the text tells who wins, but {problem}") from None
        self.shows = [seat for seat in self.end.showdown_order if seat not in hand.mucked]
        alone = hand.hero is None and sum(map(bool, hand.hole_cards)) == 1
        if not self.shows and (alone or hand.hero not in (None, *self.end.in_hand)):
            self.shows = [seat for seat in self.end.in_hand if hand.hole_cards[seat]]  # won, and showed it
        self.shows_folded = self._shown_after_folding()
        self.folded: dict[int, int] = {}
        self.lines: list[str] = []

    def text(self) -> str:
        self._head()
        self._posts()
        self._play()
        self._ending()
        self._summary()
        return "\n".join(self.lines) + "\n"

    def money(self, chips: int) -> str:
        if self.hand.currency:
            return self.symbol + short_amount(chips, self.hand.decimals)
        return plain_amount(chips, self.hand.decimals)

    # --- the parts in order --------------------------------------------------------------------------------

    def _head(self) -> None:
        hand = self.hand
        number = hand.hand_id or "0"
        if not re.fullmatch(r"[A-Za-z0-9_-]+", number):
            raise HistoryError(f"hand id {number!r}: the text takes letters and digits, such as 123456789")
        text = f"{_FIRST_WORDS.get(hand.site, 'PokerStars')} Hand #{number}: "
        if hand.tournament:
            text += f"Tournament #{hand.tournament}, {hand.buy_in} "
        else:
            text += " "
        text += f"Hold'em {'Limit' if self.game.betting == 'limit' else 'No Limit'} "
        if hand.tournament and hand.level:
            text += f"- Level {hand.level} "
        small, big = self._stakes()
        code = f" {hand.currency}" if hand.currency else ""
        text += f"({self.money(small)}/{self.money(big)}{code})"
        if hand.played_at:
            text += f" - {hand.played_at:%Y/%m/%d %H:%M:%S}" + f" {hand.time_zone}" * bool(hand.time_zone)
        self.lines.append(text)
        self.lines.append(
            f"Table '{hand.table_name or '1'}' {hand.table_size}-max Seat #{hand.button} is the button"
        )
        for chair, seat in sorted((chair, seat) for seat, chair in enumerate(hand.seat_numbers)):
            self.lines.append(
                f"Seat {chair}: {self.names[seat]} ({self.money(self.game.stacks[seat])} in chips)"
            )

    def _drop(self) -> int:
        """What the house put into the pot."""
        return -sum(min(rake, 0) for rake in self.hand.rakes)

    def _stakes(self) -> tuple[int, int]:
        game = self.game
        if game.betting == "limit":
            return game.raise_sizes[0], game.raise_sizes[2]
        below = [blind for blind in game.blinds if 0 < blind < game.min_bet]
        if len(below) > 1:
            raise HistoryError(f"blinds {game.blinds} have {len(below)} small blinds; the text has one")
        return (below[0] if below else game.min_bet // 2), game.min_bet

    def _posts(self) -> None:
        game, left = self.game, list(self.game.stacks)
        if self._drop():
            self.lines.append(f"Cash Drop to Pot : total {self.money(self._drop())}")
        big = game.raise_sizes[0] if game.betting == "limit" else game.min_bet

        def post(seat: int, what: str, chips: int) -> None:
            paid = min(chips, left[seat])
            if paid:
                left[seat] -= paid
                self.lines.append(
                    f"{self.names[seat]}: posts {what} {self.money(paid)}"
                    + " and is all-in" * (not left[seat])
                )

        for seat, ante in enumerate(game.antes):
            post(seat, "the ante", ante)
        kinds = {
            "small blind": [seat for seat, blind in enumerate(game.blinds) if 0 < blind < big],
            "big blind": [seat for seat, blind in enumerate(game.blinds) if blind == big],
            "straddle": [seat for seat, blind in enumerate(game.blinds) if blind > big],
        }
        for what, seats in kinds.items():
            for seat in seats:
                post(seat, what, game.blinds[seat])

    def _play(self) -> None:
        self.lines.append("*** HOLE CARDS ***")
        for seat in self._dealt():
            self.lines.append(f"Dealt to {self.names[seat]} [{_spaced(self.hand.hole_cards[seat])}]")
        round_ = 0
        for step in self.hand.steps():
            self._deal(range(round_ + 1, step.round + 1))
            round_ = step.round
            self.lines.append(f"{self.names[step.seat]}: {self._words(step)}")
            if step.kind == "fold":
                self.folded[step.seat] = step.round
        seat, back = uncalled_bet(self.end)
        if back:
            self.lines.append(f"Uncalled bet ({self.money(back)}) returned to {self.names[seat]}")
        self._deal(range(round_ + 1, self.end.round + 1))

    def _shown_after_folding(self) -> list[int]:
        """Who folded, and whose cards are known otherwise than from a look at everybody's: he showed them."""
        hand = self.hand
        known = [seat for seat, cards in enumerate(hand.hole_cards) if cards and seat != hand.hero]
        if hand.hero is None and len(known) > 1 and set(known) - {*self.shows, *hand.mucked}:
            return []
        return [seat for seat in known if seat not in self.end.in_hand]

    def _dealt(self) -> list[int]:
        """The seats whose cards are told when they are dealt."""
        hand = self.hand
        known = [seat for seat, cards in enumerate(hand.hole_cards) if cards]
        told = {*self.shows, *hand.mucked, *self.shows_folded}
        hidden = [seat for seat in known if seat not in told]
        if hand.hero is not None:
            if not hand.hole_cards[hand.hero]:
                raise HistoryError(f"the hero is seat {hand.hero}, but his cards are not known")
            return [hand.hero]
        if not hidden:
            return []
        return known

    def _deal(self, rounds: range) -> None:
        """Deal streets; from the first on which the boards differ, each board in turn."""
        boards = (self.hand.board, *self.hand.more_boards)
        for run, board in enumerate(boards):
            for round_ in rounds:
                start = 2 * sum(self.game.board_cards[:round_])
                end = start + 2 * self.game.board_cards[round_]
                same = all(other[:end] == boards[0][:end] for other in boards)
                if same and run:
                    continue
                before, new = _spaced(board[:start]), _spaced(board[start:end])
                name = _STREETS[round_] if same else f"{_RUNS[run]} {_STREETS[round_]}"
                self.lines.append(f"*** {name} ***" + (f" [{before}]" if before else "") + f" [{new}]")

    def _words(self, step: Step) -> str:
        end = " and is all-in" * step.all_in
        if step.kind == "bet":
            return f"bets {self.money(step.to)}{end}"
        if step.kind == "raise":
            return f"raises {self.money(step.to - step.highest)} to {self.money(step.to)}{end}"
        return f"calls {self.money(step.paid)}{end}" if step.kind == "call" else f"{step.kind}s"

    def _ending(self) -> None:
        if self.end.is_showdown:
            self.lines.append("*** SHOW DOWN ***")
            for seat in self.end.showdown_order:
                if seat in self.hand.mucked:
                    self.lines.append(f"{self.names[seat]}: mucks hand")
                else:
                    self.lines.append(f"{self.names[seat]}: shows [{self._cards(seat)}] ({self._rank(seat)})")
        rakes = list(self.hand.rakes)
        for number in reversed(range(len(self.awards))):
            for seat, chips in self.awards[number].shares.items():
                taken = min(rakes[seat], chips)
                rakes[seat] -= taken
                if chips > taken:
                    name = self._pot(number)
                    self.lines.append(f"{self.names[seat]} collected {self.money(chips - taken)} from {name}")
        for seat in self.shows_folded:
            self.lines.append(f"{self.names[seat]}: shows [{self._cards(seat)}]")
        if not self.end.is_showdown:
            (winner,) = self.end.in_hand
            shown = f"shows [{self._cards(winner)}]" if winner in self.shows else "doesn't show hand"
            self.lines.append(f"{self.names[winner]}: {shown}")

    def _summary(self) -> None:
        hand, pots = self.hand, [award.chips for award in self.awards]
        text = f"Total pot {self.money(sum(pots) + self._drop())}"
        if len(pots) > 1:
            names = [self._pot(number).capitalize() for number in range(len(pots))]
            text += "".join(f" {name} {self.money(c)}." for name, c in zip(names, pots, strict=True)) + " "
        else:
            text += " "
        rake = sum(max(rake, 0) for rake in hand.rakes)
        self.lines += ["*** SUMMARY ***", f"{text}| Rake {self.money(rake)}"]
        if hand.more_boards:
            self.lines.append(f"Hand was run {('twice', 'three times')[len(hand.more_boards) - 1]}")
            for run, board in zip(_RUNS, (hand.board, *hand.more_boards), strict=False):
                self.lines.append(f"{run} Board [{_spaced(board)}]")
        elif hand.board:
            self.lines.append(f"Board [{_spaced(hand.board)}]")
        for chair, seat in sorted((chair, seat) for seat, chair in enumerate(hand.seat_numbers)):
            self.lines.append(f"Seat {chair}: {self.names[seat]}{self._place(seat)} {self._fate(seat)}")

    # --- words ---------------------------------------------------------------------------------------------

    def _pot(self, number: int) -> str:
        if len(self.awards) == 1:
            return "pot"
        if number == 0:
            return "main pot"
        return "side pot" if len(self.awards) == 2 else f"side pot-{number}"

    def _place(self, seat: int) -> str:
        blind, big = self.game.blinds[seat], max(self.game.blinds[:2])
        text = " (button)" * (self.hand.seat_numbers[seat] == self.hand.button)
        if blind and seat < 2:
            text += " (big blind)" if blind == big else " (small blind)"
        return text

    def _fate(self, seat: int) -> str:
        if seat in self.folded:
            round_ = self.folded[seat]
            return f"folded on the {_STREETS[round_].capitalize()}" if round_ else "folded before Flop"
        won = sum(award.shares.get(seat, 0) for award in self.awards) - self.hand.rakes[seat]
        if not self.end.is_showdown:
            return f"collected ({self.money(won)})"
        if seat in self.hand.mucked:
            return f"mucked [{self._cards(seat)}]" if self.hand.hole_cards[seat] else "mucked"
        fate = f"won ({self.money(won)})" if won else "lost"
        return f"showed [{self._cards(seat)}] and {fate} with {self._rank(seat)}"

    def _cards(self, seat: int) -> str:
        return _spaced(self.hand.hole_cards[seat])

    def _rank(self, seat: int) -> str:
        ranks = ranking(self.game.ranking)
        return ranks.describe(ranks.evaluate(parse_cards(self.hand.hole_cards[seat] + self.hand.board)))


def _spaced(cards: str) -> str:
    """Return cards with spaces: `2c7d` is `2c 7d`."""
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))
