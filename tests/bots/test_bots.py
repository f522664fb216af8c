"""Every bot keeps the contract, and does what its description says."""

from __future__ import annotations

from pathlib import Path

import pytest

import riverboat as rb
from riverboat.bots import BOTS, EXACT, BlueprintBot, Bot, Move, View, make_bot, threshold_factor, win_rate
from riverboat.bots.mike import last_move
from riverboat.bots.trained.exploit_bot import ExploitBot
from riverboat.cards.card import parse_cards
from riverboat.errors import BotError, StrategyError
from riverboat.games import CALL, FOLD, nolimit_holdem, read_config
from riverboat.testing import check_bot

GAME = nolimit_holdem()


def view(cards: str = "AsAh", board: str = "", seed: int = 1, opponents: int = 1, **other: object) -> View:
    """The small blind's first decision, or one like it on a later street."""
    game = nolimit_holdem(opponents + 1)
    shown = View(
        game,
        1,
        tuple(parse_cards(cards)),
        tuple(parse_cards(board)),
        max(0, len(board) // 2 - 2),
        (9900, 9950) + (10_000,) * (opponents - 1),
        (100, 50) + (0,) * (opponents - 1),
        150,
        tuple(range(opponents + 1)),
        50,
        200,
        10_000,
        (),
        seed,
    )
    return shown._replace(**other)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, kind in BOTS.items()
        if not issubclass(kind, BlueprintBot | ExploitBot) and not kind.hosts_others and kind.plays is None
    ],
)
def test_keeps_the_contract(name: str) -> None:
    assert check_bot(name, hands=12) == 7 * 12


@pytest.mark.parametrize(
    ("cards", "board", "opponents"),
    [("AsAh", "", 1), ("7d2c", "", 1), ("QsJs", "Ts9h2c", 1), ("AsAh", "", 5), ("KdQd", "Kh8d3d2s", 3)],
)
def test_sampled_win_rates_are_equities(cards: str, board: str, opponents: int) -> None:
    found = win_rate(view(cards, board, opponents=opponents), 100_000)
    oracle = rb.equity(cards, *["random"] * opponents, board=board, samples=400_000).equities[0]
    assert found == pytest.approx(oracle, abs=0.008)


def test_exact_win_rates() -> None:
    assert win_rate(view("AsKs", "QsJh2h"), EXACT) == pytest.approx(rb.ehs("AsKs", "QsJh2h"))
    assert win_rate(view(opponents=2), EXACT) == pytest.approx(0.734, abs=0.02)  # many samples instead


def test_thresholds_decide_as_written() -> None:
    strength = rb.ehs("AsAh")  # 0.852
    assert make_bot(f"honest({strength + 0.001},samples=0)").act(view()) == FOLD
    assert make_bot(f"honest({strength - 0.001},samples=0)").act(view()) == CALL
    assert make_bot(f"angry-fish({strength + 0.001},samples=0)").act(view()) == CALL
    assert make_bot(f"angry-fish({strength - 0.001},samples=0)").act(view()) == 200
    assert make_bot("shark(0.1,0.6,sizing=0.5)").act(view()) == 5100
    assert make_bot("shark(0.9,0.95,samples=0)").act(view()) == FOLD
    assert make_bot("shark(0.9,0.95,samples=0)").act(view(call=0)) == CALL  # a check is free


def test_matt_has_thresholds_by_street() -> None:
    matt = make_bot("matt(0.9/0.1,0.95/0.6,samples=0)")
    assert matt.act(view("AsAh")) == FOLD
    assert matt.act(view("AsAh", "AdAc2s")) == 200
    assert matt.act(view("AsAh", "AdAc2s3s")) == 200  # the last holds for later streets


def test_thresholds_fall_with_opponents() -> None:
    assert threshold_factor(1, "opponents") == threshold_factor(1, "players") == 1
    assert threshold_factor(4, "opponents") == pytest.approx(4**-0.25)
    assert threshold_factor(7, "players") == pytest.approx((8 / 2) ** -0.25)
    pair = view("8s8h", opponents=8)  # wins some 0.15 of the pots, over 0.2 scaled by "opponents"
    assert make_bot("honest(0.2,samples=5000,scaling=none)").act(pair) == FOLD
    assert make_bot("honest(0.2,samples=5000)").act(pair) == CALL


def test_mike_looks_at_the_last_move_of_others() -> None:
    own, raised = Move(0, 1, 300), Move(0, 0, 900)
    assert last_move(view()) == 0
    assert last_move(view(history=(raised, own))) == 2
    assert last_move(view(history=(raised, Move(1, 0, CALL), own, Move(1, 2, FOLD)))) == 1
    mike = make_bot("mike(table=fff fff fff fff rcf)")
    assert mike.act(view()) == 200
    assert mike.act(view(history=(Move(0, 0, CALL),))) == CALL
    assert mike.act(view(history=(raised,))) == FOLD


def test_mike_forgets_who_has_folded() -> None:
    """In other engines players may fold for nothing, so that the last to move may be out."""
    called, raised = Move(0, 2, CALL), Move(0, 0, 900)
    others = view(opponents=2, history=(called, raised, Move(1, 0, FOLD)), in_hand=(1, 2))
    assert last_move(others) == 1
    assert last_move(others._replace(in_hand=(0, 1, 2), history=(called, raised))) == 2
    assert last_move(others._replace(history=(raised, Move(1, 0, FOLD)))) == 0


def test_a_view_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        view().pot = 7  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sharp", "did you mean 'shark'"),
        ("xyzzy", "`riverboat bots list` lists them"),
        ("shark(2)", "from 0 to 1"),
        ("shark(0.7,0.2)", "must not be less"),
        ("shark(x=1)", "its parameters are"),
        ("honest(scaling=up)", "one of opponents, players, none"),
        ("honest(samples=-1)", "0 for exact rates"),
        ("mike(table=xyz)", "letters f, c or r"),
        ("killer(switches=5)", "2000/3000/4000"),
        ("killer(window=0)", "window is 0"),
        ("killer(x_hands=0)", "x_hands is 0"),
        ("killer(clock=soon)", "clock is 'soon'"),
        ("killbot(bins=0)", "bins is 0"),
        ("shark(", "is not a bot"),
        ("nowhere.py:Bot", "there is no file"),
    ],
)
def test_bad_names(text: str, says: str) -> None:
    with pytest.raises(BotError, match=says):
        make_bot(text)


def test_bots_in_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from riverboat.bots import Bot\n"
        "class Lucky(Bot):\n"
        "    def __init__(self, number=7):\n        self.number = number\n"
        "    def act(self, view):\n        return view.raise_to(self.number)\n"
    )
    assert make_bot(f"{path}:Lucky(9)").number == 9  # type: ignore[attr-defined]
    assert make_bot(str(path)).number == 7  # type: ignore[attr-defined]
    with pytest.raises(BotError, match="it has Lucky"):
        make_bot(f"{path}:Unlucky")
    plain = tmp_path / "plain.py"
    plain.write_text("class Lucky:\n    def act(self, view):\n        return 0\n")
    with pytest.raises(BotError, match=r"Lucky in '.*plain.py' is not a bot; write `class Lucky\(Bot\)`"):
        make_bot(f"{plain}:Lucky")
    broken = tmp_path / "broken.py"
    broken.write_text("import no_such_module\n")
    with pytest.raises(BotError, match="does not import: ModuleNotFoundError"):
        make_bot(f"{broken}:Bot")


def test_a_class_that_cannot_be_made_says_why() -> None:
    class Idle(Bot):
        pass

    class Needy(Bot):
        def __init__(self, number: int) -> None:
            self.number = number

        def act(self, view: View) -> int:
            return self.number

    with pytest.raises(BotError, match=r"'Idle' cannot be made: it has no act\(self, view\)"):
        check_bot(Idle)  # type: ignore[type-abstract]
    with pytest.raises(
        BotError, match=r"'Needy' cannot be made: missing .*'number'; its parameters are \(number\)"
    ):
        check_bot(Needy)
    with pytest.raises(BotError, match="unexpected keyword argument 'x'; it has no parameters"):
        make_bot("fish(x=2)")


def test_not_a_bot() -> None:
    with pytest.raises(BotError, match="is not a bot"):
        make_bot(lambda: 5)  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize("name", ["cfr-strength", "cfr-features"])
def test_cfr_bots_that_ship_play_their_own_game(name: str) -> None:
    result = rb.play_match([name, "all-in"], 400, game=read_config(name).game, duplicate=True, seed=3)
    assert not result.bots[0].faults
    assert result.bots[0].adjusted.mean > result.bots[0].adjusted.half_width
    other = "cfr-features" if name == "cfr-strength" else "cfr-strength"
    lost = rb.play_match([name, "fish"], 2, game=read_config(other).game).bots[0].faults
    assert "has other rules" in lost["exception"][1]


@pytest.mark.parametrize(
    "name", [name for name, kind in BOTS.items() if not kind.hosts_others and kind.plays is None]
)
def test_every_bot_of_the_list_plays_as_it_is(name: str) -> None:
    game = read_config("cfr-features").game if name == "cfr-features" else None
    result = rb.play_match([name, "fish"], 4 if name == "search" else 20, game=game, seed=1)
    assert [bot.faults for bot in result.bots] == [{}, {}]


def test_a_cfr_bot_that_is_not_trained_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        StrategyError,
        match="train run cfr-features-river, then riverboat train publish runs/cfr-features-river",
    ):
        make_bot("blueprint:cfr-features-river(argmax)")
    with pytest.raises(BotError, match="no bot 'cfr-features-river'; did you mean 'cfr-features'"):
        make_bot("cfr-features-river")
    assert make_bot("cfr-strength(argmax)").acting == "argmax"  # type: ignore[attr-defined]
