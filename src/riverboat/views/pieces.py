"""Pieces that were judged exactly: what each player would gain, where, and a sample of many by kind of pot."""

from __future__ import annotations

import math
from math import isfinite
from typing import Final

from riverboat.base.drawing import draws
from riverboat.evaluation.intervals import Figure
from riverboat.evaluation.pieces.piece import Loss, Piece
from riverboat.evaluation.pieces.sample import Pieces, Stratum
from riverboat.views.page import Page
from riverboat.views.shapes import CardRow, Cell, Line, Note, Rows

_SPOTS: Final = 10  # pieces that are listed
_DECISIONS: Final = 5


@draws(Piece)
def draw_piece(piece: Piece) -> Page:
    """Return the point, the two players and the decisions where the best answers leave the strategy."""
    game, unit = piece.game, piece.game.big_blind
    players = Rows(
        ("", ">EV", ">best answer gains", ">mbb", ">% of the pot"),
        tuple(
            (name, game.amount(ev, 2), game.amount(gain, 2), f"{1000 * gain / unit:,.0f}", f"{percent:.1f}")
            for name, ev, gain, percent in zip(
                piece.positions, piece.evs, piece.gains, piece.percents, strict=True
            )
        ),
    )
    return Page(
        Line(
            (
                f"{piece.name} ({piece.acting}) after {piece.line}",
                CardRow(piece.board),
                f"pot {game.amount(piece.pot)}",
            )
        ),
        players,
        _where(piece.losses),
        Note(
            f"{piece.menu} sizes, {piece.nodes:,} decisions, all hands; exploitable by {piece.percent:.1f} %",
            "dim",
        ),
        *(Note(note, "dim") for note in piece.notes),
    )


def _where(losses: tuple[Loss, ...]) -> Rows:
    return Rows(
        ("where it leaves the strategy", "", ">% of the pot"),
        tuple((loss.line, loss.position, f"{loss.percent:.1f}") for loss in losses[:_DECISIONS]),
    )


@draws(Pieces)
def draw_pieces(pieces: Pieces) -> Page:
    """Return the means by kind of pot and of all, and the pieces that give away the most."""
    known = [stratum for stratum in pieces.strata if stratum.pieces]
    rows = [_stratum(stratum) for stratum in known]
    rows.append(("all", "", str(len(pieces.pieces)), *map(_shown, _figures(pieces))))
    worst: tuple[tuple[Cell, ...], ...] = tuple(
        (piece.line, CardRow(piece.board), *(f"{percent:.0f}" for percent in piece.percents))
        for piece in pieces.pieces[:_SPOTS]
    )
    crowded = f", {pieces.crowded:.1%} with more" if pieces.crowded else ""
    mbb = pieces.mbb_per_hand
    whole = f"; at least {_shown(mbb, 0)} mbb a hand in the whole game" if isfinite(mbb.half_width) else ""
    return Page(
        Note(
            f"{pieces.name} ({pieces.acting}) from the {pieces.street} on: what best answers gain, % of the pot",
            "bold",
        ),
        Rows(
            ("pot", ">share", ">pieces", ">first to act", ">last to act", ">mean"),
            tuple(rows),
            strong=frozenset({len(rows) - 1}),
        ),
        Rows(("most is given away after", "on", ">first", ">last"), worst),
        Note(
            f"{pieces.menu} sizes; {pieces.hands:,} hands against itself, {pieces.reached:.1%} came there with "
            f"two players{crowded}{whole}",
            "dim",
        ),
    )


def _stratum(stratum: Stratum) -> tuple[Cell, ...]:
    return (
        stratum.pot,
        f"{stratum.share:.1%}",
        str(len(stratum.pieces)),
        *map(_shown, _figures(stratum)),
    )


def _figures(of: Stratum | Pieces) -> tuple[Figure, Figure, Figure]:
    first, last = of.figure(lambda piece: piece.percents[0]), of.figure(lambda piece: piece.percents[1])
    return first, last, of.figure(lambda piece: piece.percent)


def _shown(figure: Figure, digits: int = 1) -> str:
    if not math.isfinite(figure.half_width):
        return f"{figure.mean:,.{digits}f}"
    return f"{figure.mean:,.{digits}f} ± {figure.half_width:,.{digits}f}"
