"""Rules of the sampled engine as tables of a config, and as configs and checkpoints of earlier releases have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from riverboat.base.checks import check_keys, number, whole
from riverboat.errors import SolverError
from riverboat.solvers.update_rules.averaging import UNIFORM, Averaging, Delayed, Power
from riverboat.solvers.update_rules.rules import (
    CFR,
    CFRPlus,
    DiscountedCFR,
    DiscountedCFRPlus,
    LinearCFR,
    UpdateRule,
)
from riverboat.solvers.update_rules.sampled_rules import SampledRule, sampled_rule

_UPDATES: Final[dict[str, type[CFR]]] = {
    "cfr": CFR,
    "cfr+": CFRPlus,
    "linear": LinearCFR,
    "dcfr": DiscountedCFR,
    "dcfr+": DiscountedCFRPlus,
}
_NUMBERS: Final = ("alpha", "beta", "offset")
"""Constants of updates; beside them gamma is the exponent of the average, and delay the epochs before it begins."""

_OLD: Final = ("discount_every", "discount_until", "alpha", "beta", "gamma")
"""What `epoch`, `last_epoch` and `update` were in earlier releases."""


def read_rule(value: object) -> SampledRule:
    """Return the rule of a config: a name of `SAMPLED_RULES`, or a table with a name and changes.

    An update is a name, or a table with its name and constants. A floor without an update is in place of that of the
    rule: 0 is CFR+, and below it `mccfr+` is plain CFR.

    >>> read_rule({"name": "linear", "epoch": 5000}) == sampled_rule("linear", epoch=5000)
    True
    >>> read_rule({"name": "mccfr", "epoch": 5000, "update": {"name": "dcfr", "beta": 0.5}}).update
    DiscountedCFR(averaging=Power(gamma=2.0), alpha=1.5, beta=0.5)
    >>> read_rule({"name": "linear", "update": {"name": "linear", "delay": 10}}).factors(9)
    (0.9, 0.9, 0.0)
    """
    if isinstance(value, str):
        return sampled_rule(value)
    if not isinstance(value, Mapping) or not isinstance(value.get("name"), str):
        raise SolverError(f'rule is {value!r}; it is a name such as "linear", or [rule] with name = "linear"')
    changes = {key: part for key, part in value.items() if key != "name"}
    if any(key in changes for key in _OLD):
        return _read_old(value["name"], changes)
    check_keys("a rule", changes, [field.name for field in fields(SampledRule)], SolverError)
    if "update" in changes:
        changes["update"] = _read_update(changes["update"])
    elif "floor" in changes:
        base = sampled_rule(value["name"])
        changes |= _floored(base.epoch, _powers(base), changes["floor"])
    return sampled_rule(value["name"], **changes)


def rule_table(rule: SampledRule) -> dict[str, Any]:
    """Return a rule as plain values, what differs from plain MCCFR; `read_rule` gives it back.

    >>> rule_table(sampled_rule("discounted", epoch=5000))
    {'name': 'mccfr', 'update': {'name': 'dcfr', 'beta': 0.5}, 'epoch': 5000}
    """
    plain, table = SampledRule(), dict[str, Any](name="mccfr")
    for field in fields(rule):
        value = getattr(rule, field.name)
        if value != getattr(plain, field.name):
            table[field.name] = _update_table(value) if field.name == "update" else value
    return table


# --- updates -------------------------------------------------------------------------------------------------


def _read_update(value: object) -> UpdateRule:
    table = {"name": value} if isinstance(value, str) else value
    if not isinstance(table, Mapping) or table.get("name") not in _UPDATES:
        raise SolverError(
            f"update is {value!r}; it is one of {', '.join(_UPDATES)}, or a table such as "
            '{ name = "dcfr", alpha = 1.5, beta = 0.5, gamma = 2 }'
        )
    made = _UPDATES[table["name"]]
    constants = {key: number for key, number in table.items() if key != "name"}
    known = [field.name for field in fields(made) if field.name != "averaging"]
    check_keys(f"the update {table['name']!r}", constants, [*known, "gamma", "delay"], SolverError)
    for key, constant in constants.items():
        number(key, constant, SolverError, least=-1e9, most=1e9, example=1.5)
    delay = whole("delay", constants.pop("delay", 0), SolverError, example=20)
    averaging: Averaging = Power(constants.pop("gamma")) if "gamma" in constants else made().averaging
    return made(**constants, averaging=Delayed(delay, averaging) if delay else averaging)


def _update_table(update: UpdateRule) -> dict[str, Any]:
    name = next((name for name, made in _UPDATES.items() if type(update) is made), None)
    numbers = {key: getattr(update, key) for key in _NUMBERS if hasattr(update, key)}
    averaging = getattr(update, "averaging", None)
    if isinstance(averaging, Delayed):
        numbers["delay"], averaging = averaging.first, averaging.averaging
    if isinstance(averaging, Power):
        numbers["gamma"] = averaging.gamma
    if name is None or not all(isinstance(number, int | float) for number in numbers.values()):
        raise SolverError(
            f"a config cannot hold the update {update!r}; it holds {', '.join(_UPDATES)} with plain numbers"
        )
    plain = _UPDATES[name]()
    usual = {key: getattr(plain, key, None) for key in numbers} | {"gamma": plain.averaging.gamma}  # type: ignore[attr-defined]
    found = {"name": name, **{key: number for key, number in numbers.items() if number != usual[key]}}
    if _read_update(found) != update:
        raise SolverError(f"a config cannot hold the update {update!r}; its average is not by a power of t")
    return found


# --- earlier releases ----------------------------------------------------------------------------------------


def _read_old(name: str, changes: Mapping[str, Any]) -> SampledRule:
    """Discounts were kᵅ/(kᵅ + 1), kᵝ/(kᵝ + 1) and (k/(k + 1))ᵞ after epoch k, ones if nothing else was said."""
    rest = {key: value for key, value in changes.items() if key not in (*_OLD, "floor")}
    check_keys(
        "a rule",
        rest,
        [f.name for f in fields(SampledRule) if f.name not in ("update", "epoch", "last_epoch")],
        SolverError,
    )
    base = sampled_rule(name)
    floor = changes.get("floor", base.lowest_regret)
    epoch = changes.get("discount_every", base.epoch)
    powers = {key: changes.get(key, power) for key, power in _powers(base).items()}
    last = changes.get("discount_until", base.last_epoch)
    return sampled_rule(base, **_floored(epoch, powers, floor), epoch=epoch, last_epoch=last, **rest)


def _powers(base: SampledRule) -> dict[str, Any]:
    """The constants of the discounts of a rule with a name."""
    update = base.update
    powers = (update.alpha, update.beta, 2.0) if isinstance(update, DiscountedCFR) else (1.0, 1.0, 1.0)
    return dict(zip(("alpha", "beta", "gamma"), powers, strict=True))


def _floored(epoch: int, powers: Mapping[str, Any], floor: float | None) -> dict[str, Any]:
    """The update of discounts, of none if `epoch` is 0, and the floor that it does not have itself: 0 is CFR+."""
    discounted = _read_update({"name": "dcfr", **powers})
    update: UpdateRule
    if not epoch:
        update = CFRPlus(averaging=UNIFORM) if floor == 0 else CFR()
    elif floor == 0:
        update = DiscountedCFRPlus(powers["alpha"], 1.0, averaging=Power(powers["gamma"]))
    else:
        update = LinearCFR() if set(powers.values()) == {1} else discounted
    return {"update": update, "floor": None if floor == 0 else floor}
