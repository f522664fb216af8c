"""Reading range text.

A range is groups separated by commas; a later group overrides an earlier one, so `random,72o:0` is every
hand but seven-deuce offsuit. Letters may be upper or lower case, suit symbols stand for suit letters.

| text | hands |
|---|---|
| `AA`, `AKs`, `AKo`, `AK` | a pair, suited, offsuit, both |
| `AsKs` | one hand |
| `TT+`, `98s+`, `8s8h+` | pairs and connectors climb with both ranks: 98s, T9s, … AKs |
| `A8o+`, `J9s+` | all others climb with the kicker: A8o, A9o, … AKo |
| `QQ-88`, `22-99`, `A9s-A6s`, `98o-65o` | a run, from either end: same first rank, or same gap |
| `random`, `any`, `*`, `100%` | every hand |
| `top(15%)`, `top 15%`, `15%` | the strongest 15 % of hands by all-in equity against a random hand |
| `AKs:0.5`, `AKs:50%` | with a weight from 0 to 1, or in percent |
| `[50.0]AKs,AQs[/50.0],AA` | with a percent weight for a block (GTO+, Flopzilla) |
| 1326 numbers | the weights of all hands in index order (PioSOLVER, UPI) |

Spaces are free around `,` `:` `-` `+` and brackets. Space or a new line alone also separates groups
(`AA KK AKs`), with one exception: a bare percentage after a space (`AA 15%`) could be a weight or the top of
all hands, so it is an error. One comma at the end is ignored. Text that leaves no hand, such as the empty
text or `AA:0`, is an error.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from riverboat.base.pointed_error import pointed_error
from riverboat.cards.card import NUM_HANDS, hand_name
from riverboat.cards.hand_group import HAND, GroupError, expand_group, explain
from riverboat.cards.hand_order import top_weights
from riverboat.errors import RangeError

_FLAGS = HAND.flags & (re.ASCII | re.IGNORECASE)
_END = r"(?=[\s,:\[]|$)"
_HANDS = re.compile(rf"({HAND.pattern})(?:\s*(\+)|\s*-\s*({HAND.pattern}))?{_END}(?!\s*%)", _FLAGS)
_EVERY_HAND = re.compile(rf"(?:random|any|\*){_END}", _FLAGS)
_TOP = re.compile(rf"(top\s*)?(\()?\s*([^\s,()%:\[\]]+)\s*%\s*(?(2)\)){_END}", _FLAGS)
_WEIGHT = re.compile(r"\s*:\s*([^\s,\[\]]*(?:\s*%)?)")
_SEPARATOR = re.compile(r"\s*(,?)\s*")
_OPEN = re.compile(r"\[\s*([^\]/]*?)\s*%?\s*\]\s*")
_CLOSE = re.compile(r"\[\s*/\s*([^\]]*?)\s*%?\s*\]")
_TOKEN = re.compile(r"[^\s,\[\]:]+(?:\s*-\s*[^\s,\[\]:]+)?|\S")
_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]{1,4})?", _FLAGS)
_VECTOR = re.compile(rf"\s*[+-]?(?:{_NUMBER.pattern}|nan|inf(?:inity)?)(?=[\s,]|$)(?!\s*%)", _FLAGS)

# One character for one, so that positions in the cleaned text are positions in the caller's.
_SAME_MEANING = str.maketrans("♣♦♥♠♧♢♡♤–—−\u00a0\ufeff", "cdhscdhs---  ")
_WEIGHT_RULE = "a weight is a number from 0 to 1, such as 'AKs:0.5', or a percentage, such as 'AKs:50%'"
_PERCENT_RULE = "a percentage goes from 0 to 100, such as 'top(15%)', 'AKs:50%' or '[50]AKs[/50]'"
_BLOCK_RULE = "such as '[50]AKs,AQs[/50]'"


def parse_range(text: str) -> np.ndarray:
    """Return the weights float64[1326] that a range text stands for.

    >>> parse_range("AA,AKs:0.5").sum()
    np.float64(8.0)
    """
    clean = text.translate(_SAME_MEANING)
    if not clean.strip():
        raise RangeError("the range text is empty; write the hands it holds, such as 'QQ+,AKs:0.5'")
    if _VECTOR.match(clean) and not _HANDS.match(clean.lstrip()):
        weights = _parse_vector(text, clean)
    else:
        weights = _Parser(text, clean).parse()
    if not weights.any():
        reason = "the range holds no hand: every weight is 0; one at least must be over 0, such as 'AA:0.5'"
        raise pointed_error(text, 0, len(text), reason, RangeError)
    return weights


@lru_cache(maxsize=4096)
def parse_hands(text: str) -> np.ndarray:
    """Return the hand indices of one group without a weight, such as `AsKs`, `AKs` or `QQ+`.

    >>> len(parse_hands("AKs")), len(parse_hands("QQ+"))
    (4, 18)
    """
    clean = text.translate(_SAME_MEANING).strip()
    match = _HANDS.fullmatch(clean)
    try:
        if match is None:
            raise GroupError(explain(clean))
        return expand_group(*match.groups())
    except GroupError as error:
        raise pointed_error(text, 0, len(text), str(error), RangeError) from None


class _Parser:
    """One pass over the text, group by group; `at` is the position in both `text` and `clean`."""

    def __init__(self, text: str, clean: str) -> None:
        self.text = text
        self.clean = clean
        self.at = 0
        self.weights = np.zeros(NUM_HANDS)
        self.block: tuple[float, int, int] | None = None  # weight, start and end of an open [50]
        self.block_is_empty = True

    def parse(self) -> np.ndarray:
        self.at = len(self.clean) - len(self.clean.lstrip())
        while self.at < len(self.clean):
            if self.clean[self.at] == "[" and self._bracket():
                continue
            self._group()
            self.block_is_empty = False
            self._separator()
        if self.block is not None:
            _, start, stop = self.block
            raise self._error(
                start, stop, f"is never closed; a block ends with its percentage, {_BLOCK_RULE}"
            )
        return self.weights

    def _group(self) -> None:
        if match := _HANDS.match(self.clean, self.at):
            try:
                hands = expand_group(*match.groups())
            except GroupError as error:
                raise pointed_error(self.text, match.start(), match.end(), str(error), RangeError) from None
            self.weights[hands] = self._weight(match)
        elif match := _EVERY_HAND.match(self.clean, self.at):
            self.weights[:] = self._weight(match)
        elif match := _TOP.match(self.clean, self.at):
            top = top_weights(self._percent(match.group(3), match.start(), match.end()))
            self.weights = np.where(top > 0.0, top * self._weight(match), self.weights)
        else:
            token = _TOKEN.match(self.clean, self.at)
            stop = token.end() if token else self.at + 1
            raise pointed_error(self.text, self.at, stop, explain(self.clean[self.at : stop]), RangeError)

    def _weight(self, group: re.Match[str]) -> float:
        """Read the weight after a group, if there is one, and step over both."""
        match = _WEIGHT.match(self.clean, group.end())
        if match is None:
            self.at = group.end()
            return 1.0 if self.block is None else self.block[0]
        start, stop = match.span(1)
        number = match.group(1)
        self.at = stop
        if self.block is not None:
            rule = "use one of the two, such as '[50]AKs,AQs[/50]' or 'AKs:0.5'"
            raise self._error(group.start(), stop, f"has a weight inside a percent block; {rule}")
        if not number:
            raise self._error(group.start(), stop, f"has no weight after the colon; {_WEIGHT_RULE}")
        if number.endswith("%"):
            return self._percent(number[:-1].rstrip(), start, stop)
        if not _NUMBER.fullmatch(number):
            problem = "is below 0" if _NUMBER.fullmatch(number.removeprefix("-")) else "is not a number"
            raise self._error(start, stop, f"{problem}; {_WEIGHT_RULE}")
        weight = float(number)
        if weight > 1.0:
            raise self._error(start, stop, f"is over 1; {_WEIGHT_RULE}")
        return weight

    def _separator(self) -> None:
        """Step over what stands between two groups."""
        match = _SEPARATOR.match(self.clean, self.at)
        assert match is not None  # the pattern also matches nothing
        stop = match.end()
        if stop == self.at < len(self.clean) and not _CLOSE.match(self.clean, stop):
            token = _TOKEN.match(self.clean, self.at)
            end = token.end() if token else stop + 1
            raise self._error(
                self.at, end, "follows without a comma; commas stand between groups, such as 'AA,KK'"
            )
        if not match.group(1) and (percent := _TOP.match(self.clean, stop)) and not percent.group(1):
            rule = "write 'AA:0.15' for the weight, or 'AA,top(15%)'"
            raise self._error(
                *percent.span(), f"after a space may be a weight or the top of all hands; {rule}"
            )
        self.at = stop

    def _bracket(self) -> bool:
        """Step over the start or the end of a percent block, if one is here."""
        if match := _CLOSE.match(self.clean, self.at):
            self._close_block(match)
            self.at = match.end()
            self._separator()
        elif match := _OPEN.match(self.clean, self.at):
            if self.block is not None:
                rule = "close the first, such as '[50]AKs[/50],[25]AQs[/25]'"
                raise self._error(*match.span(), f"opens a block inside a block; {rule}")
            self.block = (self._percent(match.group(1), *match.span()), *match.span())
            self.block_is_empty = True
            self.at = match.end()
        return match is not None

    def _close_block(self, close: re.Match[str]) -> None:
        if self.block is None:
            raise self._error(
                *close.span(), f"closes a block that was not opened; open it first, {_BLOCK_RULE}"
            )
        if self.block_is_empty:
            raise self._error(
                *close.span(), f"closes a block without hands; put groups between, {_BLOCK_RULE}"
            )
        if self._percent(close.group(1), *close.span()) != self.block[0]:
            opened = self.text[self.block[1] : self.block[2]].strip()
            raise self._error(
                *close.span(), f"ends '{opened}'; both carry the same percentage, {_BLOCK_RULE}"
            )
        self.block = None

    def _percent(self, number: str, start: int, stop: int) -> float:
        """Return a percentage as a fraction; the shift of the decimal point keeps written weights exact."""
        if not _NUMBER.fullmatch(number):
            raise self._error(start, stop, f"has '{number}' where a number belongs; {_PERCENT_RULE}")
        mantissa, _, exponent = number.lower().partition("e")
        fraction = float(f"{mantissa}e{int(exponent or 0) - 2}")
        if fraction > 1.0:
            raise self._error(start, stop, f"is over 100 percent; {_PERCENT_RULE}")
        return fraction

    def _error(self, start: int, stop: int, reason: str) -> RangeError:
        return pointed_error(
            self.text, start, stop, f"'{self.text[start:stop].strip()}' {reason}", RangeError
        )


def _parse_vector(text: str, clean: str) -> np.ndarray:
    tokens = list(re.finditer(r"[^\s,]+", clean))
    example = "such as '0 0.5 1 …' (1326 numbers) or 'AA,AKs:0.5'"
    if len(tokens) != NUM_HANDS:
        reason = f"'{tokens[0].group()}' starts a list of {len(tokens)} numbers; a list of weights has 1326"
        raise pointed_error(
            text, *tokens[0].span(), f"{reason}, {example}; a share of hands is '15%'", RangeError
        )
    weights = np.empty(NUM_HANDS)
    for i, token in enumerate(tokens):
        number = token.group()
        if not _NUMBER.fullmatch(number.removeprefix("-")) or not 0.0 <= (weight := float(number)) <= 1.0:
            reason = f"'{number}', number {i + 1} of 1326 (hand {hand_name(i)}), is not a weight from 0 to 1"
            raise pointed_error(text, *token.span(), f"{reason}, {example}", RangeError)
        weights[i] = abs(weight)  # no negative zero
    return weights
