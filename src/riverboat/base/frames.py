"""Tables for pandas, which is loaded only when one is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped]

DataFrame: TypeAlias = "pandas.DataFrame"


def data_frame(rows: Iterable[Mapping[str, Any]], *, index: str | None = None) -> DataFrame:
    """Return a data frame of rows, a column for each name. index: the column that names the rows.

    >>> data_frame([{"bot": "fish", "won": -3.5}, {"bot": "shark", "won": 3.5}], index="bot").loc["shark", "won"].item()
    3.5
    """
    try:
        import pandas
    except ImportError:
        raise RiverboatError("a data frame needs pandas: pip install 'riverboat[pandas]'") from None
    frame = pandas.DataFrame(list(rows))
    return frame if index is None else frame.set_index(index)
