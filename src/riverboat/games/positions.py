"""What players call the seats: SB, BB, UTG, HJ, CO, BTN."""

from __future__ import annotations

_EARLY = ("UTG", "UTG1", "UTG2", "UTG3")
_LATE = ("LJ", "HJ", "CO", "BTN")


def position_names(players: int) -> tuple[str, ...]:
    """Return the names by seat, counted back from the button; from six players on, the first to act is UTG.

    >>> position_names(6)
    ('SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN')
    >>> position_names(2), position_names(4), position_names(9)[2:5]
    (('BB', 'BTN'), ('SB', 'BB', 'CO', 'BTN'), ('UTG', 'UTG1', 'UTG2'))
    """
    if players == 2:
        return ("BB", "BTN")
    others = players - 2
    late = others if players < 6 else min(others - 1, len(_LATE))
    return ("SB", "BB", *_EARLY[: others - late], *_LATE[-late:])
