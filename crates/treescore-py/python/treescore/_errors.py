"""What treescore raises. Each error is a `ValueError`, keeps its parts as attributes, and pickles."""

from __future__ import annotations

__all__ = [
    "Error",
    "ReadError",
    "RefusedError",
    "SettingError",
    "SetupMismatch",
    "SignatureError",
    "UnevenError",
]


class Error(ValueError):
    """Whatever treescore finds wrong with what it was given. A file that is not there is an `OSError`."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ReadError(Error):
    """Text that is not a tree."""

    def __init__(
        self,
        message: str,
        file: str | None = None,
        tree: int | None = None,
        line: int = 1,
        column: int = 1,
        snippet: str = "",
        kind: str = "",
    ) -> None:
        super().__init__(message, file, tree, line, column, snippet, kind)
        self.file = file
        self.tree = tree
        self.line = line
        self.column = column
        self.snippet = snippet
        self.kind = kind


class SettingError(Error):
    """No such measure, recipe, setting or value."""

    def __init__(self, message: str, key: str = "", value: str | None = None, known: tuple[str, ...] = ()) -> None:
        super().__init__(message, key, value, known)
        self.key = key
        self.value = value
        self.known = known


class SignatureError(Error):
    """A signature that cannot be repeated: part of it was changed or lost, or this version does not know it."""


class UnevenError(Error):
    """The sides have unequal numbers of trees."""

    def __init__(self, message: str, gold: int = 0, system: int = 0, advice: str | None = None) -> None:
        super().__init__(message, gold, system, advice)
        self.gold = gold
        self.system = system
        self.advice = advice


class RefusedError(Error):
    """`strict=True`, and a pair cannot be scored."""

    def __init__(self, message: str, pair: int | str = 0, kind: str = "") -> None:
        super().__init__(message, pair, kind)
        self.pair = pair
        self.kind = kind


class SetupMismatch(Error):
    """Scores of different setups, or of overlapping pairs, do not add up."""


for _name in __all__:
    # Tracebacks and pickles then say `treescore.ReadError`.
    globals()[_name].__module__ = "treescore"
