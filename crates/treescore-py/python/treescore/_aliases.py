"""Types for annotations: what the functions of treescore take."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, Protocol, SupportsFloat, TypeAlias

from treescore._core import Tree, Trees
from treescore._types import Progress, Word


class ArrowStream(Protocol):
    """A column or table of pyarrow, polars, DuckDB, …: anything that exports an Arrow stream."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        """The stream, as a capsule."""


class ArrowArray(Protocol):
    """An array or record batch of pyarrow, nanoarrow, …: anything that exports an Arrow array."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any:
        """Schema and array, as capsules."""


class LabelledList(Protocol):
    """An NLTK tree, or anything built like one: a sequence of children with a method `label()`."""

    def label(self) -> Any:
        """The label of the node."""

    def __iter__(self) -> Iterator[Any]: ...


class LabelledNode(Protocol):
    """A Stanza tree, or anything built like one: attributes `label` and `children`."""

    @property
    def label(self) -> Any:
        """The label of the node; of a leaf, the word."""

    @property
    def children(self) -> Any:
        """The nodes below."""


class ArrayOfFloats(Protocol):
    """An array of numpy, or anything whose `memoryview` has a shape: float32 or float64, C-contiguous."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of each axis."""
        ...

    def __len__(self) -> int: ...


TreeLike: TypeAlias = str | bytes | Tree | LabelledList | LabelledNode
"""One tree: in brackets, as a `Tree`, or an object of NLTK or Stanza."""

Side: TypeAlias = str | os.PathLike[str] | Tree | Trees | Iterable[TreeLike | None] | ArrowStream | ArrowArray
"""One side of a comparison. A string that begins with `(` is brackets; any other string is a path (a file, a folder,
`@list`). In a sequence or a column, `None` or a null is a missing tree: the pair is refused, and counted."""

Times: TypeAlias = str | os.PathLike[str] | Iterable[Iterable[Word] | None]
"""Word times of one side: a file or folder (CTM, TextGrid, JSON), or for each tree one (start, end) per word."""

SettingValue: TypeAlias = str | int | float | bool | Sequence[str] | None

Pairing: TypeAlias = Literal["trees", "lines", "ids", "text", "sides", "utterances"]
Facet: TypeAlias = Literal["length", "max-length", "label", "label-pairs", "type", "file"]
Average: TypeAlias = Literal["corpus", "sentence"]
Verdict: TypeAlias = Literal["matched", "relabelled", "missing", "extra", "crossing"]
"""The five marks; each bracket has exactly one.
gold = matched + relabelled + missing, system = matched + relabelled + crossing + extra."""
CellKind: TypeAlias = Literal["same", "retok", "equiv", "diff", "gold", "system"]

ProgressHook: TypeAlias = bool | Callable[[Progress], object] | None

Probabilities: TypeAlias = ArrayOfFloats | Iterable[tuple[str, int, int, SupportsFloat]]
"""What a model says about one sentence of n words: an array of shape (n + 1, n + 1, categories), where
`p[start, end, c]` is the probability of a chunk of category c over the words from start up to end (entries with
end <= start are not looked at); or the candidates that differ from the default, as (category, start, end,
probability)."""
