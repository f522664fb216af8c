"""Ranges, equities and pasted hands."""

from __future__ import annotations

import httpx
import pytest

import riverboat as rb
from riverboat.web.calculators import models
from riverboat.web.solving.models import HistoryAnswer, LineSetup

HANDS = """STATE:0:r300c/cr900c/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:900|-900:Alice|Bob
STATE:1:rc/cc/cc/c:Ad3s|8d5d/2cAs8s/Tc/Qh:20|-20:Alice|Bob"""


def post(client: httpx.Client, what: str, **body: object) -> httpx.Response:
    return client.post(f"/api/v1/{what}", json=body)


def test_ranges_go_both_ways(client: httpx.Client) -> None:
    found = models.RangeAnswer.model_validate(post(client, "range", text="QQ+,AKs:0.5").json())
    assert found.weights == pytest.approx(rb.Range("QQ+,AKs:0.5").weights)
    back = models.RangeAnswer.model_validate(post(client, "range", weights=found.weights).json())
    assert (back.text, back.combos) == ("QQ+,AKs:0.5", 20.0)


def test_equities_are_exact_or_say_their_error(client: httpx.Client) -> None:
    asked = {"ranges": ["QQ+,AK", "22+,A9s+"], "board": "Jh8h3c"}
    exact = models.EquityAnswer.model_validate(post(client, "equity", **asked).json())
    own = rb.equity(*asked["ranges"], board=asked["board"])
    assert [player.equity for player in exact.players] == pytest.approx(own.equities)
    assert (exact.method, exact.players[0].error) == ("exact", 0.0)
    assert exact.players[0].curve == sorted(exact.players[0].curve)
    sampled = models.EquityAnswer.model_validate(
        post(client, "equity", **asked, samples=20_000, seed=3).json()
    )
    assert sampled.method == "sampled"
    assert abs(sampled.players[0].equity - own.equity) < 5 * sampled.players[0].error


@pytest.mark.parametrize(
    ("what", "body", "status", "says"),
    [
        ("range", {}, 422, "QQ+"),
        ("range", {"text": "AKs", "weights": [0.0] * 1326}, 422, "QQ+"),
        ("range", {"text": "junk"}, 400, "junk"),
        ("range", {"weights": [0.5] * 3}, 422, "1326"),
        ("range", {"weights": [2.0] * 1326}, 400, "0 to 1"),
        ("equity", {"ranges": ["AsKs"]}, 422, "ranges"),
        ("equity", {"ranges": ["AsKs", "AsAd"]}, 400, "As"),
        ("equity", {"ranges": ["AsKs", "QhQd"], "board": "As2c3d"}, 400, "As"),
        ("equity", {"ranges": ["AsKs", "QhQd"], "samples": 0}, 422, "samples"),
        ("setup/from-history", {"text": "/etc/passwd"}, 400, "does not look like"),
        ("setup/from-line", {"strategy": "headsup", "line": "r2.5"}, 400, "flop"),
        (
            "setup/from-line",
            {"strategy": "sixmax", "line": "f f r2.5 c c c / k", "board": "QsJh2h"},
            400,
            "between two",
        ),
        ("setup/from-line", {"strategy": "headsup", "line": "f"}, 400, "over"),
    ],
)
def test_mistakes_are_told(
    client: httpx.Client, what: str, body: dict[str, object], status: int, says: str
) -> None:
    answer = post(client, what, **body)
    assert answer.status_code == status
    assert says in str(answer.json()["error"])


def test_exact_answers_that_take_too_long_are_refused(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverboat.web.calculators.routes.MOST_SECONDS", 0.2)
    answer = post(client, "equity", ranges=["random"] * 6, method="exact")
    assert answer.status_code == 400
    assert "samples" in answer.json()["error"]["message"]


def test_a_pasted_hand_is_followed_up_to_what_only_real_tables_allow(client: httpx.Client) -> None:
    game, cards, board = rb.games.nolimit_holdem(3), ("AsKd", "7h2c", "9s9d"), "QsJh2h5c4d"
    good = rb.games.Hand(game, (0,) * 12, cards, board)  # everybody calls and checks
    odd = rb.games.Hand(game, (0, 0, 0, -1, *(0,) * 6), cards, board, house_rules=True)  # folds for nothing
    text, _ = rb.games.hands_text([good, odd, good], "pokerstars")
    found = HistoryAnswer.model_validate(post(client, "setup/from-history", text=text).json())
    assert (len(found.hands), found.broken) == (3, [])
    assert found.hands[1].line == "c c k /"
    assert [one.street for one in found.hands[1].decisions] == ["preflop"] * 3 + ["flop"]
    assert len(found.hands[0].decisions) == len(found.hands[2].decisions) == 12


def test_a_pasted_hand_becomes_a_spot(client: httpx.Client) -> None:
    found = HistoryAnswer.model_validate(post(client, "setup/from-history", text=HANDS).json())
    assert (found.format, len(found.hands), len(found.broken)) == ("acpc", 1, 1)
    hand = found.hands[0]
    point = next(one for one in hand.decisions if one.street == "flop")
    assert (point.position, point.two, point.board) == ("BB", True, "5sKs7s")
    where = {"strategy": "headsup", "line": point.line, "board": point.board}
    spot = LineSetup.model_validate(post(client, "setup/from-line", **where).json())
    assert (spot.setup.pot, spot.setup.stack, spot.setup.min_bet) == (600, (9700, 9700), 100)
    own = rb.open("headsup").range("BTN", point.line, point.board)
    told = rb.Range(str(spot.setup.ip))
    assert told.combos * own.weights.max() == pytest.approx(own.combos, rel=0.02)
