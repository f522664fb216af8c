"""The errors Riverboat raises: all are `ValueError`s that name the bad value, the rule and a valid example."""


class RiverboatError(ValueError):
    """Something the caller gave cannot be used; the message says what, why and what would work."""


class CardError(RiverboatError):
    """A card, a hand or a board is not valid: unknown text, a wrong count, a card twice."""


class RangeError(RiverboatError):
    """A range string or a weight vector is not valid, or holds no hand."""


class GameError(RiverboatError):
    """The description of a game is not sound."""


class MenuError(GameError):
    """A size of a bet, a betting menu or the config of a tree is not sound."""


class PayoutError(GameError):
    """Stacks, prizes or bounties of a tournament are not sound."""


class TournamentError(RiverboatError):
    """A tournament, or one hand of it, cannot be solved as asked."""


class AbstractionError(RiverboatError):
    """A card abstraction cannot be built or asked as wanted."""


class SolverError(RiverboatError):
    """A game that cannot be solved as asked."""


class StrategyError(RiverboatError):
    """A strategy cannot be written as asked, or cannot answer what it is asked."""


class BotError(RiverboatError):
    """A bot is unknown, cannot be made as asked, or does not keep to the contract."""


class MatchError(RiverboatError):
    """A match cannot be played as asked."""


class FileFormatError(RiverboatError):
    """A file is damaged, truncated, of another kind or of a version this release cannot read."""


class HistoryError(RiverboatError):
    """A hand history, a state string or a betting line cannot be read, or cannot say what it is asked to."""


class FileAccessError(RiverboatError, OSError):
    """A file cannot be read or written: the disk is full, it is not allowed, it is no file. Also an `OSError`."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class MissingFileError(FileAccessError, FileNotFoundError):
    """There is no such file or folder. Also a `FileNotFoundError`."""


class FolderError(FileAccessError, IsADirectoryError):
    """A folder stands where a file is wanted. Also an `IsADirectoryError`."""
