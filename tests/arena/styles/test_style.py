"""Styles: a set of hands counted by hand, properties of all hands, and the style of a match."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest
from typer.testing import CliRunner

from riverboat.arena import STATS, match_style, play_match, style
from riverboat.arena.styles.chances import count_hand
from riverboat.bots import Fish
from riverboat.cli.main import app
from riverboat.errors import HistoryError, MatchError, RiverboatError
from riverboat.evaluation import Share
from riverboat.games import CALL, FOLD, Game, Hand, leduc, nolimit_holdem, write_hands

F, C = FOLD, CALL
SIX = nolimit_holdem(6)  # seats: SB BB UTG HJ CO BTN; the third acts first
CARDS = ("AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h")
BOARD = "2c7d5h3c4d"[:10]


def counted(
    actions: tuple[int, ...], seat: int, game: Game = SIX, board: str = ""
) -> dict[str, tuple[int, int]]:
    """The numbers of one seat in one hand that are not 0 of 0."""
    hand = Hand(game, actions, CARDS[: game.players], board)
    assert hand.is_over
    counts = count_hand(hand)[seat].tolist()
    return {name: tuple(row) for name, row in zip(STATS, counts, strict=True) if row[1]}


SB, BB, UTG, HJ, CO, BTN = range(6)
PLAIN = {"vpip": (0, 1), "pfr": (0, 1)}
# A raise by UTG, 3-bet by the cut-off, who is called; c-bet, raise, fold.
THREE_BET = (250, F, 800, F, F, F, C, C, 700, 2000, F)
# Limps of UTG and SB, the big blind checks; then all check to the showdown.
LIMPED = (C, F, F, F, C, C) + (C,) * 9
# A raise that the big blind calls; he leads, the raiser calls: no chance to c-bet. Check, check; check, bet, call.
LED = (250, F, F, F, F, C, 300, C, C, C, C, 500, C)


@pytest.mark.parametrize(
    ("actions", "board", "seat", "found"),
    [
        ((F, F, F, F, F), "", UTG, PLAIN),
        ((F, F, F, F, F), "", BB, {}),  # a walk: no turn
        ((F, F, F, F, C, C) + (C,) * 6, BOARD, BB, PLAIN | {"showdown": (1, 1), "won_showdown": (0, 1)}),
        (THREE_BET, "2c7d5h", UTG, {"vpip": (1, 1), "pfr": (1, 1), "fold_to_three_bet": (0, 1), "showdown": (0, 1)}
            | {"aggression": (1, 1), "aggression_factor": (1, 1), "fold_to_c_bet": (0, 1)}),
        (THREE_BET, "2c7d5h", HJ, PLAIN | {"three_bet": (0, 1)}),
        (THREE_BET, "2c7d5h", CO, {"vpip": (1, 1), "pfr": (1, 1), "three_bet": (1, 1), "c_bet": (1, 1)}
            | {"aggression": (1, 2), "aggression_factor": (1, 1), "showdown": (0, 1)}),
        (THREE_BET, "2c7d5h", BTN, PLAIN),  # faced two raises
        (LIMPED, BOARD, SB, {"vpip": (1, 1), "pfr": (0, 1), "showdown": (1, 1), "won_showdown": (1, 1)}),
        (LIMPED, BOARD, BB, PLAIN | {"showdown": (1, 1), "won_showdown": (0, 1)}),
        (LED, BOARD, UTG, {"vpip": (1, 1), "pfr": (1, 1), "aggression": (1, 2), "aggression_factor": (1, 2)}
            | {"showdown": (1, 1), "won_showdown": (0, 1)}),
        (LED, BOARD, BB, {"vpip": (1, 1), "pfr": (0, 1), "three_bet": (0, 1), "aggression": (1, 2)}
            | {"aggression_factor": (1, 2), "showdown": (1, 1), "won_showdown": (1, 1)}),
        ((250, F, F, 800, F, F, F), "", UTG, {"vpip": (1, 1), "pfr": (1, 1), "fold_to_three_bet": (1, 1)}),
        ((250, 800, 2000, F, F, F, F, F), "", CO, {"vpip": (1, 1), "pfr": (1, 1)}),  # a 4-bet is none of these
        ((C, 250, F, F, F, F, 900, F), "", UTG, {"vpip": (1, 1), "pfr": (1, 1), "three_bet": (1, 1)}),
    ],
)  # fmt: skip
def test_hands_counted_by_hand(
    actions: tuple[int, ...], board: str, seat: int, found: dict[str, tuple[int, int]]
) -> None:
    assert counted(actions, seat, board=board) == found


def test_who_cannot_raise_has_no_chance_to_3_bet() -> None:
    short = nolimit_holdem(stacks=(300, 10_000))
    assert counted((10_000, F), 0, short) == PLAIN
    assert counted((250, F), 0, short) == PLAIN | {"three_bet": (0, 1)}


def test_all_in_before_the_flop_is_seen_to_the_end() -> None:
    assert counted((10_000, C), 0, nolimit_holdem(), BOARD)["showdown"] == (1, 1)


def test_an_unknown_showdown_counts_no_winner() -> None:
    hand = Hand(nolimit_holdem(), (10_000, C), ("AsAh", ""), BOARD)
    found = style([hand])["p1"].all
    assert (found["showdown"], found["won_showdown"]) == (Share(1, 1), Share(0, 0))


def test_a_split_pot_is_won_by_both() -> None:
    hand = Hand(nolimit_holdem(), (10_000, C), ("AsKh", "AcKd"), BOARD)
    assert [player.all["won_showdown"] for player in style([hand]).players] == [Share(1, 1), Share(1, 1)]


def test_players_and_positions_add_up() -> None:
    hands = play_match(["random", "shark", "mike", "fish"], 60, duplicate=True, keep_every=1, seed=3).records
    found = style(hands)
    assert found.hands == 240
    assert {player.name for player in found.players} == {"random", "shark", "mike", "fish"}
    for player in found.players:
        assert player.all.hands == 240 == sum(habits.hands for habits in player.by_position.values())
        assert list(player.by_position) == ["SB", "BB", "CO", "BTN"]
        for name in STATS:
            parts = [habits[name] for habits in player.by_position.values()]
            assert player.all[name] == Share(
                sum(part.count for part in parts), sum(part.of for part in parts)
            )
    fish = found["fish"].all
    assert (fish["pfr"].count, fish["three_bet"].count, fish["aggression"].count, fish["c_bet"].of) == (
        0,
        0,
        0,
        0,
    )
    assert fish["showdown"].mean == 1  # never folds
    assert fish.aggression_factor[0] == 0
    with pytest.raises(HistoryError, match="'nobody' did not play"):
        found["nobody"]


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 6), stack=st.integers(2, 120))
def test_shares_of_any_hands(seed: int, players: int, stack: int) -> None:
    hands = play_match(["random"] * players, 10, stack_bb=stack, keep_every=1, seed=seed).records
    for player in style(hands).players:
        shares = player.all.shares
        assert all(0 <= share.count <= share.of for share in shares.values())
        assert shares["pfr"].count <= shares["vpip"].count
        assert shares["three_bet"].count <= shares["pfr"].count
        assert shares["won_showdown"].of == shares["showdown"].count
        assert shares["vpip"].of <= player.all.hands


@pytest.mark.parametrize(("count", "of"), [(0, 5), (3, 10), (10, 10), (480, 1000)])
def test_intervals_are_wilsons(count: int, of: int) -> None:
    oracle = binomtest(count, of).proportion_ci(method="wilson")
    share = Share(count, of)
    assert (share.low, share.high) == pytest.approx((oracle.low, oracle.high), abs=1e-6)
    assert math.isnan(Share(0, 0).low)


def test_bad_hands() -> None:
    with pytest.raises(HistoryError, match="there are no hands"):
        style([])
    with pytest.raises(HistoryError, match="hand 1 is not over"):
        style([Hand(SIX, (F,))])
    with pytest.raises(RiverboatError, match="a hand is"):
        style(["AsKs"])  # type: ignore[list-item]


# --- matches -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "asked",
    [
        {"hands": 300},
        {"hands": 300, "duplicate": True, "mode": "carried"},
        {"hands": 300, "series": 40},
        {"mode": "freeze-out", "games": 60, "duplicate": True},
        {"hands": 300, "game": leduc()},
    ],
)
def test_a_sample_is_made_of_hands_of_the_match(asked: dict[str, object]) -> None:
    bots = ["shark", "random"]
    kept = play_match(bots, keep_every=1, seed=5, **asked)  # type: ignore[arg-type]
    quick = play_match(bots, seed=5, **asked)  # type: ignore[arg-type]
    assert not quick.records
    sample = match_style(quick, 60)
    if not asked.get("duplicate"):
        assert sample == style(kept.records[: sample.hands])
    assert 30 <= sample.hands <= 60
    assert match_style(kept) == style(kept.records)


def test_styles_of_bots_that_learn_and_of_guests() -> None:
    class Mine(Fish):
        pass

    assert match_style(play_match(["killbot", Mine], 50, seed=1), 20).hands == 20
    with pytest.raises(MatchError, match="hands is 0"):
        match_style(play_match(["fish", "fold"], 2), 0)


def test_the_course_of_a_match(tmp_path: Path) -> None:
    result = play_match(["shark", "fish"], 250, series=100, duplicate=True, seed=2)
    hands, won = result.course[-1]
    assert (hands, result.course[0]) == (500, (0, (0.0, 0.0)))
    assert won[0] == pytest.approx(result.bots[0].adjusted.mean * hands / 100)
    assert [place for place, _ in result.course] == sorted({place for place, _ in result.course})
    file = tmp_path / "match.json"
    play_match(["shark", "fish"], 250, series=100, duplicate=True, seed=2, checkpoint=file)
    again = play_match(
        ["shark", "fish"], 250, series=100, duplicate=True, seed=2, checkpoint=file, resume=True
    )
    assert again.course == ((0, (0.0, 0.0)), result.course[-1])
    result.chart(tmp_path / "match.svg")
    ET.parse(tmp_path / "match.svg")


# --- the command line ----------------------------------------------------------------------------------------


def test_verbs(tmp_path: Path) -> None:
    run = CliRunner().invoke
    chart, file = str(tmp_path / "a.svg"), str(tmp_path / "a.phhs")
    said = run(app, ["match", "shark", "fish", "--hands", "50", "--chart", chart, "--save", file])
    assert said.exit_code == 0, said.output
    assert "W$SD" in said.output
    assert "W$SD" in Path(chart).read_text()
    told = json.loads(run(app, ["hands", "style", file, "--json"]).output)
    assert told["hands"] == 50
    same = json.loads(
        run(app, ["match", "shark", "fish", "--hands", "50", "--chart", chart, "--json"]).output
    )
    assert same["style"] == told
    shown = run(app, ["hands", "style", file, "--positions", "--player", "fish"])
    assert "BTN" in shown.output
    assert "shark" not in shown.output
    png = tmp_path / "a.png"
    assert run(app, ["match", "shark", "fish", "--hands", "50", "--chart", str(png)]).exit_code == 0
    assert png.read_bytes()[:4] == b"\x89PNG"


def test_all_formats_tell_the_same(tmp_path: Path) -> None:
    from riverboat.games import read_hands

    hands = play_match(["shark", "mike"], 40, keep_every=1, seed=4).records
    for ending in ("phhs", "ohh", "txt", "log"):
        game = hands[0].game if ending == "log" else None
        write_hands(hands, tmp_path / f"a.{ending}")
        found = style(read_hands(tmp_path / f"a.{ending}", game=game).hands)
        assert found == style(hands), ending


def test_what_is_no_match_and_no_hands() -> None:
    with pytest.raises(MatchError, match="result is"):
        match_style([])  # type: ignore[arg-type]
    with pytest.raises(HistoryError, match=r"hands is 0\.5"):
        style(0.5)  # type: ignore[arg-type]
