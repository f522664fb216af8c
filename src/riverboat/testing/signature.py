"""The behaviour signature: one hash for each part of the library over fixed work, changed only by changed behaviour.

`make signature` prints it and says which parts are no longer as committed in `tests/golden/signature.txt`; a test does
the same. A commit that changes an answer, be it one bit of one regret, changes that file with it, and the CHANGELOG
says why. `signed_work` is what is hashed.

Work is done on the baseline instruction path, by one thread, with fixed seeds: the paths for wider instructions add up
in another order. Tables, buckets, probabilities, winnings and hands are hashed to the bit, so that a part has the same
hash on every x86-64 machine. Sums and products over whole arrays by NumPy and its BLAS, which choose their kernels by
the processor, must not come in; numbers that went through them are rounded: equities and strengths to twelve decimals,
what a solution is worth to nine. Powers come from the C library, whose kernels agreed wherever that was tried.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from riverboat.testing.signed_work import PARTS

BASELINE = "baseline"


def signature(parts: Sequence[str] = tuple(PARTS)) -> dict[str, str]:
    """Return a short hash for each part and, under "all", for all of them together.

    >>> signature(["ranges"])["ranges"]
    'bc7220e331e1ccf6'
    """
    found = {name: _short(b"".join(PARTS[name]())) for name in parts}
    return {**found, "all": _short("".join(found.values()).encode())}


def read_signature(path: str | os.PathLike[str]) -> dict[str, str]:
    """Return a signature that was written: a part and its hash on each line."""
    return dict(line.split() for line in Path(path).read_text(encoding="utf-8").splitlines())


def signature_text(found: Mapping[str, str]) -> str:
    """Return a signature as it is printed and written."""
    return "".join(f"{name:<12} {value}\n" for name, value in found.items())


def changed_parts(found: Mapping[str, str], committed: Mapping[str, str]) -> list[str]:
    """Return the parts that are not the same in both, those of only one of them among them.

    >>> changed_parts({"tree": "1", "query": "2", "all": "3"}, {"tree": "1", "query": "4", "all": "5"})
    ['query', 'all']
    """
    return [name for name in {**found, **committed} if found.get(name) != committed.get(name)]


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def main(arguments: Sequence[str]) -> int:
    """Print the signature; with a file, compare it with that one, and with --write before it, write it there."""
    if os.environ.get("RIVERBOAT_CPU") != BASELINE:
        print(
            f"the signature is that of RIVERBOAT_CPU={BASELINE}: set it, or say make signature",
            file=sys.stderr,
        )
        return 2
    found = signature()
    print(signature_text(found), end="")
    if not arguments:
        return 0
    path = Path(arguments[-1])
    changed = changed_parts(found, read_signature(path) if path.exists() else {})
    if not changed:
        return 0
    print(f"not as in {path}: {', '.join(changed)}; say why in CHANGELOG.md, or find the mistake")
    if "--write" not in arguments:
        return 1
    path.write_text(signature_text(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
