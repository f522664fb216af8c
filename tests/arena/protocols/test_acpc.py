"""Matches of the computer poker competition over real sockets: our dealer, our client, and programs that do wrong."""

from __future__ import annotations

import random
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from typing import TypeAlias

import pytest
from tests.arena.protocols.hears import Hears

from riverboat.arena.protocols import AcpcDealer, AwayBot, Elsewhere, Times, play_acpc
from riverboat.arena.protocols.acpc.client import AcpcClient
from riverboat.arena.protocols.acpc.dealer_rules import Followed
from riverboat.arena.protocols.acpc.door import admit
from riverboat.arena.protocols.acpc.seat import AcpcSeat
from riverboat.arena.protocols.text_lines import ClosedError, TextLines, connect, listen
from riverboat.cards.card import card_names
from riverboat.errors import MatchError
from riverboat.games import Game, Hand, Table, kuhn, leduc, nolimit_holdem, read_acpc, read_hands
from riverboat.games.histories.acpc import standard_game
from riverboat.games.histories.acpc_betting import write_acpc_betting
from riverboat.games.histories.acpc_results import exact_payoffs, write_chips
from riverboat.games.rules.action import act

PATIENT = Times(response=60, per_hand=60, start=60)  # machines may be busy


def play(
    game: Game,
    players: list[str | Callable[[int], object]],
    hands: int,
    seed: int = 0,
    times: Times = PATIENT,
) -> tuple[tuple[int, ...], list[str], list[object]]:
    """Play clients, ours by name, each in a thread, on ports; return chips, log and what the clients returned."""
    log: list[str] = []
    came: list[object] = [None] * len(players)

    def client(place: int, port: int) -> None:
        player = players[place]
        came[place] = (
            play_acpc("localhost", port, player, game=game, seed=place, log=log.append)
            if isinstance(player, str)
            else player(port)
        )

    with AcpcDealer(game, [0] * len(players), times=times, log=log.append) as dealer:
        threads = [
            threading.Thread(target=client, args=(place, port)) for place, port in enumerate(dealer.ports)
        ]
        for thread in threads:
            thread.start()
        chips = dealer.play(hands, seed)
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    return chips, log, came


@pytest.mark.parametrize("limit", [False, True])
def test_two_clients_play_and_the_log_reads_back(limit: bool) -> None:
    game = standard_game(2, limit)
    chips, log, came = play(game, ["random", "random"], 200, seed=5)
    assert not [line for line in log[1:] if line.startswith("#")]
    assert log[-1] == f"SCORE:{chips[0]}|{chips[1]}:p1|p2"
    history = read_hands("\n".join(log), game=game)  # checks each result by the rules
    hands = list(history.hands)
    assert len(hands) == 200
    assert not history.problems
    for number, hand in enumerate(hands):
        assert hand.hand_id == str(number)
        assert hand.names == (("p1", "p2") if number % 2 == 0 else ("p2", "p1"))
        assert all(hand.hole_cards)
    won = {name: sum(hand.payoffs[hand.names.index(name)] for hand in hands) for name in ("p1", "p2")}
    assert chips == (won["p1"], won["p2"])
    assert came == [Elsewhere(200, chips[0], {}), Elsewhere(200, chips[1], {})]  # what the clients counted
    assert any("r" in line.split(":")[2] and "/" in line for line in log[1:-1])


@pytest.mark.parametrize("players", [3, 10])
@pytest.mark.parametrize("limit", [False, True])
def test_more_players(players: int, limit: bool) -> None:
    game = standard_game(players, limit)
    chips, log, came = play(game, ["random"] * players, 5)
    assert sum(chips) == 0
    assert not [line for line in log[1:] if line.startswith("#")]
    assert len(list(read_hands("\n".join(log), game=game).hands)) == 5
    assert [one.chips for one in came] == list(chips)  # type: ignore[attr-defined]


def test_cards_depend_on_the_seed_alone() -> None:
    game = standard_game(2, limit=False)
    first = play(game, ["fish", "fish"], 6, seed=3)[1]
    other = play(game, ["fold", "random"], 6, seed=3)[1]
    cards = [[line.split(":")[3].split("/")[0] for line in log[1:-1]] for log in (first, other)]
    assert cards[0] == cards[1]


def calls(port: int, said: list[str]) -> None:
    """A program that always calls, and keeps all that is said."""
    lines = TextLines(connect("localhost", port), end="\r\n")
    lines.write("# a comment first")
    lines.write("VERSION:2.0.0")
    with closing(lines), suppress(ClosedError):
        while True:
            state = lines.read(60)
            said.append(f"<- {state}")
            hand = read_acpc(state)
            if not hand.is_over and hand.table().actor == hand.hero:
                said.append(f"-> {state}:c")
                lines.write(f"{state}:c")


def test_two_hands_word_by_word() -> None:
    """The golden transcript: all that one client is sent and says."""
    said: list[str] = []
    with AcpcDealer(standard_game(2, limit=False), [0, "all-in"], log=lambda _: None) as dealer:
        thread = threading.Thread(target=calls, args=(dealer.ports[0], said))
        thread.start()
        dealer.play(2, seed=1)
    thread.join(60)
    assert said == GOLDEN


GOLDEN = [
    "<- MATCHSTATE:0:0::4d9s|",
    "<- MATCHSTATE:0:0:r20000:4d9s|",
    "-> MATCHSTATE:0:0:r20000:4d9s|:c",
    "<- MATCHSTATE:0:0:r20000c///:4d9s|7c2h/Ts9d8h/3d/Qc",
    "<- MATCHSTATE:1:1::|AsTs",
    "-> MATCHSTATE:1:1::|AsTs:c",
    "<- MATCHSTATE:1:1:c:|AsTs",
    "<- MATCHSTATE:1:1:cr20000:|AsTs",
    "-> MATCHSTATE:1:1:cr20000:|AsTs:c",
    "<- MATCHSTATE:1:1:cr20000c///:6d5d|AsTs/QdJh3d/9s/9d",
]


def test_a_client_that_disconnects_loses_its_decisions() -> None:
    def leaves(port: int) -> None:
        lines = TextLines(connect("localhost", port), end="\r\n")
        lines.write("VERSION:2.0.0")
        lines.read(60)
        lines.close()

    chips, log, came = play(standard_game(2, limit=False), ["fish", leaves], 20)
    assert [line for line in log if line.startswith("# seat 2 left: ")] == [
        line for line in log[1:] if line.startswith("#")
    ]
    assert sum(chips) == 0
    assert [line.split(":")[2] for line in log[2:-1]] == ["f", "cc/cc/cc/cc"] * 10  # folds, or checks it down
    assert came[0].hands == 20  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        (b"r7\r\n", "'r7' is not legal; taken as r200"),
        (b"r99999999999999\r\n", "is not legal; taken as"),
        (b"dance\r\n", "'dance' is not legal; taken as c"),
        (b"\xff\xfe\r\n", "is not legal; taken as c"),
        (b"\n", "'' is not legal; taken as c"),
    ],
)
def test_nonsense_becomes_the_nearest_raise_or_a_call(answer: bytes, note: str) -> None:
    def talks(port: int) -> None:
        with connect("localhost", port) as raw:
            raw.sendall(b"VERSION:2.0.0\r\n; hello\r\nMATCHSTATE:0:99::|:c\r\n")
            lines = TextLines(raw)
            with suppress(ClosedError):
                while True:
                    state = lines.read(60)
                    hand = read_acpc(state)
                    if not hand.is_over and hand.table().actor == hand.hero:
                        raw.sendall(state.encode() + b":" + answer)

    chips, log, _ = play(standard_game(2, limit=False), ["fish", talks], 3)
    assert sum(chips) == 0
    assert note in next(line for line in log if "not legal" in line)
    assert any("does not answer" in line for line in log)
    assert len(list(read_hands("\n".join(log)).hands)) == 3


def test_a_slow_client_loses_the_decision_and_its_late_answer_is_passed_over() -> None:
    def dozes(port: int) -> None:
        lines = TextLines(connect("localhost", port), end="\r\n")
        lines.write("VERSION:2.0.0")
        slept = False
        with closing(lines), suppress(ClosedError):
            while True:
                state = lines.read(60)
                hand = read_acpc(state)
                if not hand.is_over and hand.table().actor == hand.hero:
                    if not slept:
                        time.sleep(0.5)
                        slept = True
                    lines.write(f"{state}:c")

    chips, log, _ = play(standard_game(2, limit=False), ["fish", dozes], 10, times=Times(0.3, 7, 60))
    assert sum(chips) == 0
    assert any(line.startswith("# seat 2: no answer to MATCHSTATE:1:0::|") for line in log)
    assert any(line.startswith("# seat 2: 'MATCHSTATE:1:0::|") and "does not answer" in line for line in log)
    assert log[-1].startswith("SCORE:")


def test_a_client_whose_time_is_used_up_is_out() -> None:
    def hangs(port: int) -> None:
        lines = TextLines(connect("localhost", port), end="\r\n")
        lines.write("VERSION:2.0.0")
        with closing(lines), suppress(ClosedError):
            while True:
                lines.read(60)

    _, log, _ = play(standard_game(2, limit=False), ["fish", hangs], 50, times=Times(0.2, 0.01, 60))
    assert any(line == "# seat 2 left: its 0.5 s for the match are used up" for line in log)


def test_who_speaks_something_else_is_sent_away() -> None:
    def wrong_then_right(port: int) -> None:
        for hello in (b"VERSION:2:0:0\r\n", b"GET / HTTP/1.1\r\n", b"x" * 100_000 + b"\n", b""):
            with connect("localhost", port) as raw:
                raw.sendall(hello)
        play_acpc("localhost", port, "fish")

    _, log, _ = play(standard_game(2, limit=False), ["fish", wrong_then_right], 3)
    assert sum("sent a client away" in line for line in log) == 4


def test_silent_connections_do_not_keep_the_players_out() -> None:
    """More than the door keeps at once; each of them used to cost ten of the sixty seconds of the start."""
    with ExitStack() as stack:

        def silent_then_right(port: int) -> None:
            for _ in range(80):
                stack.enter_context(connect("localhost", port))
            play_acpc("localhost", port, "fish")

        _, log, _ = play(
            standard_game(2, limit=False), ["fish", silent_then_right], 3, times=Times(60, 60, start=60)
        )
    assert sum(line.startswith("STATE") for line in log) == 3
    assert "# seat 2: 60 more lines like these" in log  # the first twenty are told


def test_who_says_no_version_in_time_is_sent_away() -> None:
    log: list[str] = []
    seat = AcpcSeat(1, log.append)
    with listen(0) as listener:
        port = listener.getsockname()[1]
        silent = connect("localhost", port)
        with silent, pytest.raises(MatchError, match="nobody came"):
            admit({seat: listener}, 2, log.append, hello_s=0.1)
        assert log == ["seat 1: sent a client away: it said no version in 0.1 s"]
        with connect("localhost", port) as raw:
            raw.sendall(b"; hi\nVERSION:2.0.0\r\nMATCHSTATE:0:0::|:c\r\n")
            admit({seat: listener}, 60, log.append)
            assert seat.ask("MATCHSTATE:0:0::|", 60, 60) == "c"  # what was said with the version is not lost
        seat.close()


def test_wrong_lines_do_not_fill_the_log() -> None:
    """They wrote 31 MB in five seconds."""
    over = threading.Event()

    def floods(port: int) -> None:
        with connect("localhost", port) as raw, suppress(OSError):
            raw.sendall(b"VERSION:2.0.0\r\n")
            while not over.is_set():
                raw.sendall(b"MATCHSTATE:0:99::|:c\r\n" * 1000)

    log: list[str] = []
    with AcpcDealer(
        standard_game(2, limit=False), ["fish", 0], times=Times(0.25, 60, 60), log=log.append
    ) as dealer:
        thread = threading.Thread(target=floods, args=dealer.ports)
        thread.start()
        dealer.play(2)
    over.set()
    thread.join(60)
    assert not thread.is_alive()
    assert sum(map(len, log)) < 10_000
    assert any(re.fullmatch(r"# seat 2: [0-9,]+ more lines like these", line) for line in log)


def test_our_small_games_are_dealt_in_the_dealers_cards() -> None:
    for game, ranks in ((kuhn(3), "JQKA"), (leduc(), "QKA")):
        chips, log, came = play(game, ["random"] * game.players, 40)
        assert not [line for line in log[1:] if line.startswith("#")]
        seen = {card for line in log[1:-1] for card in re.findall("[2-9TJQKA](?=[shdc])", line.split(":")[3])}
        assert seen == set(ranks)
        assert [one.chips for one in came] == list(chips)  # type: ignore[attr-defined]
        assert len(list(read_hands("\n".join(log), game=game).hands)) == 40


def test_odd_chips_are_halved_in_the_score() -> None:
    game = nolimit_holdem(3, stacks=5, small_blind=5, big_blind=5)
    chips, log, came = play(game, ["fish"] * 3, 60, seed=1)
    assert any(".5" in line.split(":")[4] for line in log[1:-1])
    assert sum(chips) == 0
    assert log[-1].startswith("SCORE:" + "|".join(map(write_chips, chips)) + ":")
    assert [one.chips for one in came] == list(chips)  # type: ignore[attr-defined]


def test_nobody_comes() -> None:
    with (
        AcpcDealer(standard_game(2, limit=False), [0, "fish"], times=Times(start=0.1)) as dealer,
        pytest.raises(MatchError, match=f"nobody came to port {dealer.ports[0]} for seat 1"),
    ):
        dealer.play(1)


def test_bad_arguments() -> None:
    game = standard_game(2, limit=False)
    with pytest.raises(MatchError, match="1 seats taken"):
        AcpcDealer(game, [0])
    with pytest.raises(MatchError, match="port 70000 does not exist"):
        AcpcDealer(game, [0, 70000])
    with listen(0) as taken, pytest.raises(MatchError, match="cannot be had"):
        AcpcDealer(game, [0, taken.getsockname()[1]])
    with pytest.raises(MatchError, match="hands is 0"), AcpcDealer(game, ["fish", "fish"]) as dealer:
        dealer.play(0)
    with pytest.raises(MatchError, match="nobody answers at"):
        connect("localhost", 1, patience=0)


Pair: TypeAlias = "tuple[Hears, AcpcClient, AwayBot, TextLines, list[str]]"


@pytest.fixture
def pair() -> Iterator[Pair]:
    """A bot, its client, and the dealer's end of the connection."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        bot, log = Hears(), list[str]()
        away = AwayBot(lambda: bot)
        client = AcpcClient(TextLines(ours, end="\r\n"), away, "nolimit", log.append)
        yield bot, client, away, TextLines(theirs), log


def test_the_client_shows_the_bot_what_the_state_says(pair: Pair) -> None:
    bot, client, _, dealer, log = pair
    for line in (
        "# comment",
        "MATCHSTATE:1:30::|9c6h",
        "MATCHSTATE:1:30:c:|9c6h",
        "MATCHSTATE:1:30:cc/:|9c6h/8c8d5c",
        "MATCHSTATE:1:30:cc/r250:|9c6h/8c8d5c",
        "MATCHSTATE:1:30:cc/r250c/c:|9c6h/8c8d5c/6s",
        "MATCHSTATE:1:30:cc/r250c/cc/cc:9s8h|9c6h/8c8d5c/6s/2d",
        "MATCHSTATE:1:30:cc/r250c/cc/cc:9s8h|9c6h/8c8d5c/6s/2d",
    ):
        client.hear(line)
    assert dealer.read(60) == "MATCHSTATE:1:30::|9c6h:c"
    assert dealer.read(60) == "MATCHSTATE:1:30:cc/r250:|9c6h/8c8d5c:c"
    assert dealer.read(60) == "MATCHSTATE:1:30:cc/r250c/c:|9c6h/8c8d5c/6s:c"
    first, flop, turn = bot.views
    assert (first.call, first.min_raise_to, first.max_raise_to, first.seat) == (50, 200, 20000, 1)
    assert (flop.call, flop.pot, flop.bets, flop.actions) == (150, 350, (150, 0), (0, 0, 150))
    assert len(turn.board) == 4
    assert len({view.seed for view in bot.views}) == 3
    assert [end.payoffs for end in bot.ends] == [(250, -250)]  # once
    assert not log


BROKEN = [
    "MATCHSTATE",
    "MATCHSTATE:::::",
    "MATCHSTATE:7:1::|AsKs",
    "MATCHSTATE:1:1:xyz:|AsKs",
    "MATCHSTATE:1:1:cc/:|AsKs",
    "MATCHSTATE:1:1::|",
    "MATCHSTATE:1:1::|AsAs",
    "MATCHSTATE:1:1:r99999999:|AsKs",
    "hello",
]


@pytest.mark.parametrize("line", [*BROKEN, "MATCHSTATE:1:1:" + "c" * 9000 + ":|AsKs", "�" * 5])
def test_a_broken_state_costs_the_client_one_line_of_its_log(line: str, pair: Pair) -> None:
    _, client, _, dealer, log = pair
    client.hear(line)
    assert len(log) == 1
    assert "\n" not in log[0]
    client.hear("MATCHSTATE:1:30::|9c6h")
    answer = dealer.read(60)
    if answer == f"{line}:f":  # whose turn it is could still be told
        answer = dealer.read(60)
    assert answer == "MATCHSTATE:1:30::|9c6h:c"


def test_ten_broken_states_end_the_match_with_a_reason(pair: Pair) -> None:
    client = pair[1]
    for _ in range(9):
        client.hear("HTTP/1.1 400 Bad Request")
    with pytest.raises(MatchError, match="10 lines of the dealer could not be read"):
        client.hear("HTTP/1.1 400 Bad Request")


UNEQUAL = nolimit_holdem(5, stacks=(500, 500, 150, 500, 500))


def test_a_raise_that_is_legal_at_the_dealers_table_alone_is_answered() -> None:
    """After a raise to 150, short as it is all-in, the dealer's smallest raise is to 200 and ours to 250."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        bot, log = Hears(), list[str]()
        client = AcpcClient(TextLines(ours, end="\r\n"), AwayBot(lambda: bot), UNEQUAL, log.append)
        dealer = TextLines(theirs)
        for line in (
            "MATCHSTATE:4:7:r150fccr243:||||AcAd",
            "MATCHSTATE:4:7:r150fccr243f:||||AcAd",
            "MATCHSTATE:4:7:r150fccr243ff:||||AcAd",
            "MATCHSTATE:4:7:r150fccr243ff///:|KsKd|9c8c||/2c7d9hJcQd",
            "MATCHSTATE:4:7:r150fccr243ff///:|KsKd|9c8c||/2c7d9hJcQd",
            "MATCHSTATE:4:8:r150f:||||AcAd",
        ):
            client.hear(line)
        assert dealer.read(60) == "MATCHSTATE:4:7:r150fccr243:||||AcAd:f"
        assert dealer.read(60) == "MATCHSTATE:4:8:r150f:||||AcAd:c"
        assert log[0].startswith("checked or folded at 'MATCHSTATE:4:7:r150fccr243:")
        ours.shutdown(socket.SHUT_RD)
        assert client.play() == Elsewhere(1, -150, {})


def test_a_hand_is_followed_as_ours_where_the_rules_agree() -> None:
    """Turn, call, end and payoffs of random hands with equal stacks, against the table's."""
    rng = random.Random(4)
    for players in (2, 3, 5):
        game = nolimit_holdem(players, stack_bb=20)
        for _ in range(60):
            table = Table(game, rng.randrange(2**32))
            while True:
                followed = Followed.of(game, write_acpc_betting(game, table.taken))
                assert (followed.actor, followed.put_in) == (table.actor, list(table.put_in))
                if table.actor is None:
                    break
                assert followed.to_call == table.to_call
                legal = table.legal_actions
                choices = [0, 0, *([-1] if legal.can_fold else [])]
                if legal.min_raise_to and legal.max_raise_to:
                    choices += [legal.min_raise_to, rng.randint(legal.min_raise_to, legal.max_raise_to)]
                act(table, rng.choice(choices))
            hand = Hand(game, tuple(table.taken), tuple(map(card_names, table.hole_cards)), table.board_text)
            assert followed.payoffs(hand.hole_cards, hand.board) == exact_payoffs(hand)


def test_a_bot_that_throws_checks_or_folds(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, client, away, dealer, _ = pair
    monkeypatch.setattr(bot, "act", lambda view: 1 // 0)
    client.hear("MATCHSTATE:0:30:r300:9c6h|")
    assert dealer.read(60) == "MATCHSTATE:0:30:r300:9c6h|:f"
    client.hear("MATCHSTATE:0:31:c:9c6h|")
    assert dealer.read(60) == "MATCHSTATE:0:31:c:9c6h|:c"
    assert away.faults["exception"][0] == 2


def test_the_verbs_play_a_match() -> None:
    script = [sys.executable, "-c", "from riverboat.cli import main; main()"]
    dealer = subprocess.Popen(
        [*script, "host", "acpc", "limit", "0", "fish", "--hands", "5", "--names", "Alice,Bob"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert dealer.stdout is not None
    port = dealer.stdout.readline().strip()
    client = subprocess.run(
        [*script, "seat", "acpc", "localhost", port, "--bot", "fold", "--game", "limit"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    lines = dealer.stdout.read().splitlines()
    dealer.stdout.close()
    assert dealer.wait(120) == 0
    chips = lines[-1].removeprefix("SCORE:").partition("|")[0]
    assert client.stdout.strip() == f"5 hands, {int(chips):+,} chips"
    assert lines[0] == "# name/game/hands/seed riverboat limit-holdem 5 secret"
    assert len(lines) == 7
