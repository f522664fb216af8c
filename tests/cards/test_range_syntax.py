"""Range text: what it means, what it rejects, and that every spelling reads back exactly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.card import NUM_HANDS, hand_index, hand_name, parse_cards
from riverboat.cards.hand_class import CLASS_HANDS, CLASS_NAMES
from riverboat.cards.range import Range
from riverboat.cards.range_syntax import parse_hands, parse_range
from riverboat.cards.range_writer import STYLES, number_text, write_range
from riverboat.errors import RangeError


def classes(text: str) -> dict[str, float]:
    """The weight of each class in the range; fails where the hands of a class differ."""
    weights = parse_range(text)
    found = {}
    for name in CLASS_NAMES:
        values = set(weights[CLASS_HANDS[name]].tolist())
        assert len(values) == 1, name
        if (value := values.pop()) > 0:
            found[name] = value
    return found


def hands(text: str) -> set[str]:
    return {hand_name(i) for i in np.flatnonzero(parse_range(text))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AA", "AA"),
        ("AKs", "AKs"),
        ("AKo", "AKo"),
        ("AK", "AKs AKo"),
        ("KA", "AKs AKo"),
        ("ak, 9Ts", "AKs AKo T9s"),
        ("AKS,aKO", "AKs AKo"),
        ("TT+", "TT JJ QQ KK AA"),
        ("98s+", "98s T9s JTs QJs KQs AKs"),
        ("T9o+", "T9o JTo QJo KQo AKo"),
        ("A8o+", "A8o A9o ATo AJo AQo AKo"),
        ("J9s+", "J9s JTs"),
        ("AQ+", "AQs AKs AQo AKo"),
        ("AKs+", "AKs"),
        ("AA+", "AA"),
        ("QQ-88", "QQ JJ TT 99 88"),
        ("QQ - 88", "QQ JJ TT 99 88"),
        ("QQ–88", "QQ JJ TT 99 88"),
        ("A9s-A6s", "A9s A8s A7s A6s"),
        ("98o-65o", "98o 87o 76o 65o"),
        ("J9s-97s", "J9s T8s 97s"),
        ("AK-AJ", "AKs AKo AQs AQo AJs AJo"),
        ("QQ-QQ", "QQ"),
        ("22-55", "22 33 44 55"),
        ("A2s-A5s", "A2s A3s A4s A5s"),
        ("65o-98o", "98o 87o 76o 65o"),
        ("AJ-AK", "AKs AKo AQs AQo AJs AJo"),
        ("QQ +", "QQ KK AA"),
        ("AA KK\nQQ", "AA KK QQ"),
        ("AA,KK,", "AA KK"),
        (" 22 , 33 ", "22 33"),
        ("22 33", "22 33"),
        ("22", "22"),
        ("top(1%), 72o top 0.5%", "AA KK QQ 72o"),
    ],
)
def test_groups_mean_these_classes(text: str, expected: str) -> None:
    assert {hand_name(i)[::2] for i in np.flatnonzero(parse_range(text))} == {c[:2] for c in expected.split()}
    if "%" not in text:
        assert classes(text) == dict.fromkeys(expected.split(), 1.0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AsAh", "AsAh"),
        ("AhAs", "AsAh"),
        ("KdAs", "AsKd"),
        ("A♠K♦", "AsKd"),
        ("ASKD", "AsKd"),
        ("8s8h+", "8s8h 9s9h TsTh JsJh QsQh KsKh AsAh"),
        ("QhQs+", "QsQh KsKh AsAh"),
        ("Ts9s+", "Ts9s JsTs QsJs KsQs AsKs"),
        ("As9h+", "As9h AsTh AsJh AsQh AsKh"),
        ("QsQh-ThTs", "QsQh JsJh TsTh"),
        ("TsTh-QhQs", "QsQh JsJh TsTh"),
        ("AsKd-AsJd", "AsKd AsQd AsJd"),
    ],
)
def test_groups_with_suits(text: str, expected: str) -> None:
    assert hands(text) == set(expected.split())


def test_weights_and_overrides() -> None:
    assert classes("QQ+,AKs:0.5") == {"QQ": 1.0, "KK": 1.0, "AA": 1.0, "AKs": 0.5}
    assert classes("AA:.25, KK : 1, QQ:1., JJ:5e-1") == {"AA": 0.25, "KK": 1.0, "QQ": 1.0, "JJ": 0.5}
    assert classes("AA,AA:0,KK") == {"KK": 1.0}
    assert np.count_nonzero(parse_range("random,72o:0")) == 1314
    assert classes("QQ+:0.5,KK") == {"QQ": 0.5, "KK": 1.0, "AA": 0.5}
    assert parse_range("AKs,AsKs:0").sum() == 3


def test_weights_in_percent() -> None:
    assert classes("AA:50%, KK : 12.5 % QQ:.5%,JJ:1e1%,AK:0%,TT:100%") == {
        "AA": 0.5,
        "KK": 0.125,
        "QQ": 0.005,
        "JJ": 0.1,
        "TT": 1.0,
    }
    assert parse_range("top(15%):50%").sum() == pytest.approx(99.45, abs=1e-9)


@given(st.sampled_from(CLASS_NAMES), st.sampled_from(CLASS_NAMES))
def test_runs_mean_the_same_from_either_end(first: str, last: str) -> None:
    def read(text: str) -> object:
        try:
            return parse_range(text).tolist()
        except RangeError:
            return "refused"

    assert read(f"{first}-{last}") == read(f"{last}-{first}")


@given(st.integers(1, 100), st.integers(0, 4))
def test_percent_is_the_decimal_point_moved(number: int, digits: int) -> None:
    """So that a weight in percent is the float that people mean by it, 12.3 % is 0.123 and not its neighbour."""
    written = f"{number / 10**digits:.{digits}f}"
    expected = float(f"{written}e-2")
    assert parse_range(f"AA:{written}%").max() == expected
    assert str(Range(f"AA:{written}%")) == str(Range(f"AA:{expected!r}"))


@pytest.mark.parametrize(
    "text", ["random", "any", "*", "100%", "ANY", "top(100%)", "top 100 %", "[100]*[/100]"]
)
def test_every_hand(text: str) -> None:
    assert (parse_range(text) == 1.0).all()


@pytest.mark.parametrize("text", ["top(15%)", "top 15%", "15%", "TOP15%", "top( 15 % )", "15 %"])
def test_top_share(text: str) -> None:
    weights = parse_range(text)
    assert weights.sum() == pytest.approx(198.9, abs=1e-9)
    assert sorted(set(weights.tolist())) == [0.0, 0.725, 1.0]
    assert parse_range(text + ":0.5").sum() == pytest.approx(99.45, abs=1e-9)


def test_top_overrides_only_its_own_hands() -> None:
    assert parse_range("72o,AA:0.5,top(1%)").sum() == pytest.approx(12 + 13.26)


def test_percent_blocks() -> None:
    assert classes("[50.0]AKs,AQs[/50.0],AA") == {"AKs": 0.5, "AQs": 0.5, "AA": 1.0}
    assert classes("AA, [ 12.5 ] AKs [ / 12.50 ] ,KK") == {"AKs": 0.125, "AA": 1.0, "KK": 1.0}
    assert classes("[50]AA,KK,[/50] QQ [0]AA[/0]") == {"KK": 0.5, "QQ": 1.0}


def test_gto_wizard_text() -> None:
    weights = parse_range("2d2c: 1,2h2c: 0.5")
    assert (weights[0], weights[1], weights.sum()) == (1.0, 0.5, 1.5)


@pytest.mark.parametrize("separator", [" ", ",", ", ", "\n", "\t"])
def test_vector(separator: str) -> None:
    numbers = ["0"] * NUM_HANDS
    numbers[hand_index(*parse_cards("AsKs"))] = "0.25"
    numbers[0] = "1.0"
    weights = parse_range(separator.join(numbers))
    assert (weights[0], weights.sum()) == (1.0, 1.25)


# What is wrong, the characters the carets must stand under (None: the whole text), and a word of the reason.
BAD = [
    ("1s", None, "not a rank"),
    ("AKx", None, "suited"),
    ("QQ+,AKx", "AKx", "suited"),
    ("A", None, "two ranks"),
    ("AsAs", None, "twice"),
    ("AAs", None, "pair"),
    ("AK:2", "2", "over 1"),
    ("AK:1.01", "1.01", "over 1"),
    ("AK:-1", "-1", "below 0"),
    ("AK:nan", "nan", "not a number"),
    ("AK:inf", "inf", "not a number"),
    ("AK:", "AK:", "no weight"),
    ("AK:,AA", "AK:", "no weight"),
    ("AK:0,5", "5", "not a group"),
    ("AK:50", "50", "or a percentage, such as 'AKs:50%'"),
    ("AK:150%", "150%", "over 100"),
    ("AK:-5%", "-5%", "number"),
    ("AK:%", "%", "number"),
    ("AK:x %", "x %", "number"),
    ("[50]AKs:50%[/50]", "AKs:50%", "inside a percent block"),
    ("AK:1_0", "1_0", "not a number"),
    ("AK:٠", "٠", "not a number"),
    ("QQ-AKs", None, "pair"),
    ("AKs-QQ", None, "pair"),
    ("A9s-K6s", None, "gap"),
    ("AKs-AQo", None, "suits"),
    ("AsKs-AhQh", None, "suits"),
    ("AKs-AsQs", None, "suits"),
    ("K6s-A9s", None, "gap"),
    ("88-AQs", None, "pair"),
    ("22-", None, "both ends"),
    ("-22", None, "1326"),
    ("QQ-1x", None, "not a rank"),
    ("++", None, "no hand"),
    ("AA++", None, "one '+'"),
    ("+AA", None, "not a rank"),
    ("A10s", None, "written T"),
    ("As Ah", "As", "one card"),
    ("AKsAQs", None, "two ranks"),
    ("AA;KK", None, "two ranks"),
    ("AA,,KK", ",", "no group before"),
    (",AA", ",", "no group before"),
    (":0.5", ":", "no group before"),
    ("AA 0.5", "0.5", "after a colon"),
    ("AA 15%", "15%", "after a space"),
    ("[50]AKs", "[50]", "never closed"),
    ("AKs[/50]", "[/50]", "not opened"),
    ("[/50]", None, "not opened"),
    ("[50]AKs[/40]", "[/40]", "same percentage"),
    ("[50][/50]", "[/50]", "without hands"),
    ("[50]AA,[20]KK[/20][/50]", "[20]", "inside a block"),
    ("[50]AKs:0.5[/50]", "AKs:0.5", "inside a percent block"),
    ("[150]AA[/150]", "[150]", "over 100"),
    ("[x]AA[/x]", "[x]", "number"),
    ("[50", "[", "block"),
    ("AA[50]KK[/50]", "[", "without a comma"),
    ("150%", None, "over 100"),
    ("top(101%)", None, "over 100"),
    ("top(-5%)", None, "number"),
    ("top(15)", None, "percentage"),
    ("top", None, "percentage"),
    ("1e999999%", None, "number"),
    ("15", None, "1326"),
    ("0.5 0.5", "0.5", "1326"),
    ("Ä", None, "not a rank"),
    ("K\u212as", None, "not a rank"),  # the Kelvin sign is no king
    ("AK\u017f", None, "suited"),  # nor the long s suited
    ("🂡🂱", None, "rank"),
    ("AA:0", None, "no hand"),
    ("AA,AA:0", None, "no hand"),
    ("0%", None, "no hand"),
    ("hello world", "hello", "two ranks"),
]


@pytest.mark.parametrize(("text", "token", "reason"), BAD, ids=[repr(text) for text, *_ in BAD])
def test_errors_point_at_the_token(text: str, token: str | None, reason: str) -> None:
    with pytest.raises(RangeError) as caught:
        parse_range(text)
    message, shown, carets = str(caught.value).split("\n")
    token = text if token is None else token
    assert shown == f"  {text}"
    assert carets.lstrip(" ") == "^" * len(carets.lstrip(" "))
    if text.isascii():
        start = len(carets) - len(carets.lstrip(" "))
        assert shown[start : start + carets.count("^")] == token
        assert f"(at character {start - 1})" in message
    assert token in message or reason == "no hand"
    assert reason in message
    assert "such as '" in message or "write '" in message  # a valid example


@pytest.mark.parametrize("text", ["", "  ", "\n", "\u00a0"])
def test_empty_text(text: str) -> None:
    with pytest.raises(RangeError, match=r"empty.*such as"):
        parse_range(text)


def test_a_long_text_is_cut_around_the_token() -> None:
    with pytest.raises(RangeError) as caught:
        parse_range("22," * 100 + "\nAKx\n," + "33," * 100)
    _, shown, carets = str(caught.value).split("\n")
    assert len(shown) <= 80
    assert shown.strip()[0] == shown[-1] == "…"
    assert shown[carets.index("^") : len(carets)] == "AKx"


def test_wide_characters_take_two_carets() -> None:
    with pytest.raises(RangeError) as caught:
        parse_range("愛,AA")
    assert str(caught.value).split("\n")[2] == "  ^^"


@pytest.mark.parametrize("bad", ["nan", "inf", "-0.1", "1.5", "x", "1_0"])
def test_a_bad_number_in_a_vector_names_its_hand(bad: str) -> None:
    numbers = ["0"] * NUM_HANDS
    numbers[1325] = bad
    with pytest.raises(RangeError, match=r"number 1326 of 1326 \(hand AsAh\)") as caught:
        parse_range(" ".join(numbers))
    assert f"'{bad}'" in str(caught.value)


def test_vector_length_and_all_zero() -> None:
    with pytest.raises(RangeError, match="list of 1325 numbers"):
        parse_range("1 " * 1325)
    with pytest.raises(RangeError, match="no hand"):
        parse_range("0 " * 1326)
    assert not np.signbit(parse_range("1 " + "-0 " * 1325)).any()


@given(st.text(alphabet="AKQT92shdcox+-:,.%[]/() 0515topany*\n♠é", max_size=30))
def test_any_text_is_a_range_or_a_range_error(text: str) -> None:
    try:
        weights = parse_range(text)
    except RangeError as error:
        message = str(error)
    else:
        message = ""
        assert weights.shape == (NUM_HANDS,)
        assert ((weights >= 0) & (weights <= 1)).all()
    assert not message or "such as '" in message or "write '" in message


def test_parse_hands_reads_one_group() -> None:
    assert len(parse_hands("QQ+")) == 18
    for bad in ("", "AA,KK", "AA:0.5", "AKx", "AsAs", "random"):
        with pytest.raises(RangeError):
            parse_hands(bad)


@pytest.mark.parametrize(
    ("text", "pio", "gtoplus"),
    [
        ("random", "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32", None),
        ("AA,KK,QQ,AKs:0.5", "QQ+,AKs:0.5", "QQ+,[50]AKs[/50]"),
        ("AKs,AKo,QQ-88", "QQ-88,AK", None),
        ("A9s-A6s,A8o+", "A9s-A6s,A8o+", None),
        ("98s+", "98s+", "AKs,KQs,QJs,JTs,T9s,98s"),
        ("98o-65o,22", "22,98o-65o", "22,98o,87o,76o,65o"),
        ("T8s+,98s,87s", "T8s+,98s,87s", None),
        ("98s,87s", "98s,87s", None),
        (
            "15%",
            "55+,A7s+,A6s:0.725,A5s,A9o+,K9s+,KJo+,QJs",
            "55+,A7s+,A5s,A9o+,K9s+,KJo+,QJs,[72.5]A6s[/72.5]",
        ),
        ("AKs,AsKs:0", "AhKh,AdKd,AcKc", None),
        ("32s,43s:0.001", "43s:0.001,32s", "32s,[0.1]43s[/0.1]"),
    ],
)
def test_canonical_text(text: str, pio: str, gtoplus: str | None) -> None:
    assert write_range(parse_range(text)) == pio
    assert write_range(parse_range(text), "gtoplus") == (gtoplus or pio)


def test_other_spellings() -> None:
    weights = parse_range("2h2c:0.5,2d2c")
    assert write_range(weights, "gtowizard") == "2d2c: 1,2h2c: 0.5"
    assert write_range(weights, "upi") == "1 0.5" + " 0" * 1324
    for bad in ("PIO", "", None):
        with pytest.raises(RangeError, match="'pio', 'gtoplus', 'gtowizard', 'upi'"):
            write_range(weights, bad)  # type: ignore[arg-type]


WEIGHT = st.one_of(st.sampled_from([1.0, 0.5, 0.25, 0.1]), st.floats(0.0, 1.0, allow_subnormal=True))


@st.composite
def any_weights(draw: st.DrawFn) -> np.ndarray:
    """Ranges as people make them: whole classes, runs of them, and some single hands."""
    weights = np.zeros(NUM_HANDS)
    for name, weight in draw(st.dictionaries(st.sampled_from(CLASS_NAMES), WEIGHT, max_size=40)).items():
        weights[CLASS_HANDS[name]] = weight
    for ranks in draw(
        st.lists(st.sampled_from(["22+", "A2s+", "54s+", "K5o+", "QQ-77", "T9s-54s"]), max_size=3)
    ):
        weights[parse_hands(ranks)] = draw(WEIGHT)
    for hand, weight in draw(st.dictionaries(st.integers(0, NUM_HANDS - 1), WEIGHT, max_size=8)).items():
        weights[hand] = weight
    if not weights.any():
        weights[0] = 1.0
    return np.abs(weights)


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=60, deadline=None)
@given(weights=any_weights())
def test_every_style_reads_back_exactly(style: str, weights: np.ndarray) -> None:
    text = write_range(weights, style)
    assert np.array_equal(parse_range(text), weights)
    assert np.array_equal(parse_range(text.upper() if style == "pio" else text), weights)


@given(st.floats(0.0, 1.0))
def test_numbers_are_short_and_exact(value: float) -> None:
    assert float(number_text(value)) == value
    assert float(number_text(value, shift=2) + "e-2") == value
    assert "e" not in number_text(value)
