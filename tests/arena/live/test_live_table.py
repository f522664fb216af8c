"""A table with a person: what he sees, what he may do, and what is counted."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from riverboat.arena.live.live_table import LiveTable, MovedOnError
from riverboat.arena.matches.draws import Draws
from riverboat.bots import Bot, View
from riverboat.cards.card import parse_cards
from riverboat.errors import BotError, GameError, HistoryError, MatchError, RiverboatError
from riverboat.evaluation.intervals import NORMAL_95
from riverboat.games.histories.formats import hands_text, read_hands
from riverboat.games.rules.table import Table


def play(table: LiveTable, hands: int, says: Callable[[LiveTable], str] = lambda table: "c") -> None:
    for _ in range(hands):
        table.deal(table.seen.version)
        table.run()
        while table.seen.phase == "you":
            table.act(table.seen.version, says(table))
            table.run()
        assert table.seen.phase == "over"


def by_turns(table: LiveTable) -> str:
    """Fold, call and raise in a fixed order."""
    turn, count = table.seen.turn, len(table.seen.frames)
    assert turn is not None
    if count % 7 == 3 and turn.can_fold:
        return "f"
    return f"r{turn.sizes[min(1, len(turn.sizes) - 1)][1] / 100}" if turn.most and count % 3 == 0 else "c"


@pytest.fixture(scope="module")
def ring() -> LiveTable:
    table = LiveTable(["shark", "fish", "all-in", "random", "honest"], seed=7)
    play(table, 30, by_turns)
    return table


def test_cards_of_others_are_seen_at_a_showdown_only_and_only_of_who_is_in_it() -> None:
    table = LiveTable(["shark", "fish", "random", "honest", "fish"], seed=7)
    shown = 0
    for _ in range(30):
        play(table, 1, by_turns)
        hand, seat = table.hands[-1].hand, table.hands[-1].seat
        for frame in table.seen.frames:
            in_hand = {0}
            if frame.kind in ("showdown", "won") and hand.table().is_showdown:
                in_hand |= {hand.seat_numbers[one] - 1 for one in hand.table().in_hand}
                shown += 1
            seen = {player for player, cards in enumerate(frame.cards) if cards}
            assert seen == in_hand
            assert frame.cards[0] == hand.hole_cards[seat]
    assert shown > 5


def test_pictures_are_those_of_the_hand_replayed(ring: LiveTable) -> None:
    hand = ring.hands[-1].hand
    frames = [frame for frame in ring.seen.frames if frame.kind == "action"]
    assert len(frames) == len(hand.actions)
    for count, frame in enumerate(frames, 1):
        table = hand.table(count)
        by_player = {hand.seat_numbers[seat] - 1: seat for seat in range(6)}
        assert [frame.stacks[player] for player in range(6)] == [table.stacks[by_player[p]] for p in range(6)]
        assert frame.pot == table.pot
    boards = [frame.board for frame in ring.seen.frames]
    assert boards[-1] == hand.board
    assert all(after.startswith(before) for before, after in pairwise(boards))


def test_chips_are_neither_made_nor_lost(ring: LiveTable) -> None:
    for one in ring.hands:
        assert sum(one.hand.payoffs) == 0
        assert one.won == one.hand.payoffs[one.seat] / 100
    assert ring.results.total == pytest.approx(sum(one.won for one in ring.hands))
    figures = ring.results.figures
    raw = np.array([one.won for one in ring.hands])
    assert figures["raw"].mean == pytest.approx(100 * raw.mean())
    plain = 100 * NORMAL_95 * raw.std(ddof=1) / np.sqrt(len(raw))
    assert plain < figures["raw"].half_width < 1.1 * plain  # Student's is a little wider


def test_everybody_moves_on_a_seat_with_each_hand(ring: LiveTable) -> None:
    seats = [one.seat for one in ring.hands]
    assert [(before - after) % 6 for before, after in pairwise(seats)] == [1] * 29
    assert ring.seen.positions[0] == ("SB", "BB", "UTG", "HJ", "CO", "BTN")[seats[-1]]


def test_stacks_are_carried_and_who_has_none_buys_in_again() -> None:
    table = LiveTable(["all-in"], seed=3, mode="carried")
    play(table, 12)
    for before, after in pairwise(table.hands):
        ended = {
            name: stack + won
            for name, stack, won in zip(
                before.hand.names, before.hand.game.stacks, before.hand.payoffs, strict=True
            )
        }
        begun = dict(zip(after.hand.names, after.hand.game.stacks, strict=True))
        assert begun == {name: chips or 10_000 for name, chips in ended.items()}
    assert len({one.hand.game.stacks for one in table.hands}) > 2


def test_cards_come_from_the_seed_by_hand() -> None:
    table = LiveTable(["fish"], seed=11)
    play(table, 2)
    dealt = Table(table.game)
    dealt.restart(Draws.of_seed(11).cards(2))
    assert [parse_cards(held) for held in table.hands[1].hand.hole_cards] == list(map(list, dealt.hole_cards))
    assert LiveTable(["fish"]).seen == LiveTable(["fish"]).seen  # and a table without one begins alike


def test_luck_is_taken_out_as_in_matches() -> None:
    table = LiveTable(["all-in"], seed=5)
    play(table, 40)
    raw, adjusted = (np.array([one[at] for one in table.results.by_hand]) for at in (0, 1))
    assert adjusted.std() < 0.5 * raw.std()  # all hands are all-in before the flop
    known = LiveTable(["blueprint:headsup"], seed=5)
    play(known, 12)
    assert all(one.is_known for one in known.hands)
    raw, aivat = (np.array([one[at] for one in known.results.by_hand]) for at in (0, 2))
    assert aivat.std() < raw.std()
    assert not np.allclose(raw, aivat)


class Dies(Bot):
    """Fails at its third decision and every second one after it."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, view: View) -> int:
        self.asked += 1
        if self.asked > 2 and self.asked % 2:
            raise ZeroDivisionError("of no use")
        return 0


Dies.__module__ = "riverboat.dies"  # plays here, as one of ours


def test_a_bot_that_fails_loses_the_decision_in_words_and_the_table_goes_on() -> None:
    table = LiveTable([Dies, "fish"], seed=1)
    play(table, 6)
    assert len(table.hands) == 6
    assert table.seen.faults[0].startswith("exception (")
    assert "of no use" in table.seen.faults[0]
    assert table.seen.faults[1] == ""
    lost = [frame for frame in table.seen.frames if frame.fault]
    assert all("ZeroDivisionError" in frame.fault and frame.player == 1 for frame in lost)
    done = LiveTable([Dies, "fish"], seed=1)
    play(done, 3)
    words = [frame.words for frame in done.seen.frames if frame.fault]
    assert words
    assert all(word.endswith(("folds", "checks")) for word in words)


def test_of_two_decisions_at_one_version_the_second_is_told() -> None:
    table = LiveTable(["fish"], seed=2)
    with pytest.raises(MovedOnError, match="no hand was dealt yet; the hand is over"):
        table.act(table.seen.version, "c")
    table.deal(0)
    with pytest.raises(MovedOnError, match="the bots act"):
        table.deal(0)
    table.run()
    version = table.seen.version
    table.act(version, "c")
    before = table.seen
    with pytest.raises(MovedOnError, match=r"moved on .* Nothing was done"):
        table.act(version, "c")
    assert table.seen is before


@pytest.mark.parametrize("token", ["r1", "x", "", "r1000", "b"])
def test_what_is_not_legal_changes_nothing(token: str) -> None:
    table = LiveTable(["fish"], seed=2)
    table.deal(0)
    table.run()
    before = table.seen
    with pytest.raises((HistoryError, GameError)):
        table.act(before.version, token)
    assert table.seen is before
    assert table.seen.turn is not None


def test_usual_sizes_are_parts_of_the_pot_after_a_call() -> None:
    table = LiveTable(["fish"], seed=2)
    table.deal(0)
    table.run()
    turn = table.seen.turn
    assert turn is not None
    # The blinds are 50 and 100: after a call the pot is 200.
    assert turn.sizes == (("min", 200), ("2/3", 233), ("pot", 300), ("all-in", 10_000))


def test_hands_read_back_as_they_were_seen(ring: LiveTable) -> None:
    seen = [one.seen for one in ring.hands]
    text, problems = hands_text(seen, "pokerstars")
    assert not problems
    back = read_hands(text).hands
    assert [hand.actions for hand in back] == [hand.actions for hand in seen]
    assert [hand.hero for hand in back] == [one.seat for one in ring.hands]
    others = {cards for one in ring.hands for cards in one.hand.hole_cards} - {
        cards for hand in seen for cards in hand.hole_cards
    }
    assert others
    assert not any(f"[{cards[:2]} {cards[2:]}]" in text for cards in others)


@pytest.mark.parametrize(
    ("bots", "said"),
    [([], "1 to 9 bots"), (["sharp"], "did you mean 'shark'"), (["blueprint:headsup", "fish"], "players")],
)
def test_tables_that_cannot_be_are_told(bots: list[str], said: str) -> None:
    with pytest.raises(RiverboatError, match=said):
        LiveTable(bots)
    with pytest.raises(MatchError, match="mode is 'freeze-out'"):
        LiveTable(["fish"], mode="freeze-out")  # type: ignore[arg-type]


def test_who_leaves_ends_the_table() -> None:
    table = LiveTable(["fish"], seed=2)
    table.deal(0)
    table.close()
    table.run()
    assert table.seen.phase == "closed"
    with pytest.raises(MovedOnError, match="you have left it"):
        table.deal(table.seen.version)


def test_a_bot_of_ones_own_plays_in_its_process_and_may_die_there(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "mine.py"
    file.write_text(
        "import os\nfrom riverboat.bots import Bot\n\n\nclass Mine(Bot):\n    def act(self, view):\n"
        "        if view.round: os._exit(1)\n        return 0\n"
    )
    table = LiveTable([f"{file}:Mine"], names=["mine"], seed=4, time_limit=2)
    try:
        play(table, 1)
        lost = [frame for frame in table.seen.frames if frame.fault]
        assert lost
        assert lost[0].player == 1
        assert table.hands[0].hand.names[1 - table.hands[0].seat] == "mine"
    finally:
        table.close()
    with pytest.raises(BotError, match="there is no file"):
        LiveTable([f"{tmp_path}/none.py:Mine"])
