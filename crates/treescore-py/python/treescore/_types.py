"""Plain records: what the results of treescore are made of."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from treescore import Figures, ReadError, Tree

Word = tuple[float, float]
"""When a word was spoken: start and end, in seconds."""


class Progress(NamedTuple):
    """How far a run has come."""

    pairs: int
    refused: int
    bytes: int
    total_bytes: int | None


class Span(NamedTuple):
    """A bracket: the words from `start` up to, not including, `end`, counted from 0."""

    start: int
    end: int
    label: str


class Finding(NamedTuple):
    """Something noticed about the input. A finding changes no number; `help` says what would."""

    id: str
    severity: Literal["note", "warning", "refusal"]
    side: Literal["gold", "system"] | None
    occurrences: int | None
    of: int | None
    first: str | None
    message: str
    help: tuple[str, ...]


class Reason(NamedTuple):
    """One kind of refusal, or one oddity of pairs that were scored."""

    why: str
    pairs: int
    first: int | str
    note: str | None


class Coverage(NamedTuple):
    """How many pairs were scored. `read` is always `scored` + `refused`."""

    read: int
    scored: int
    refused: int
    reasons: tuple[Reason, ...]
    notes: tuple[Reason, ...]


class Refused(NamedTuple):
    """A pair that could not be scored."""

    pair: int | str
    kind: str
    why: str
    gold_line: int | None
    system_line: int | None
    error: "ReadError | None"


class PairRow(NamedTuple):
    """One pair of a score."""

    pair: int | str
    words: int | None
    figures: "Figures"
    refused: str | None


class Interval(NamedTuple):
    """A bootstrap interval. `low` and `high` are `None` if the figure is undefined or pairs are fewer than ten."""

    value: float | None
    low: float | None
    high: float | None
    level: float
    resamples: int
    seed: int


class Group(NamedTuple):
    """One row of a breakdown."""

    name: str
    pairs: int | None
    figures: "Figures"
    sentence_mean: "Figures | None"
    relabelled: tuple[tuple[str, int], ...]


class Difference(NamedTuple):
    """One system against the reference, in one figure."""

    measure: str
    figure: str
    reference: str
    system: str
    reference_value: float | None
    system_value: float | None
    delta: float | None
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None
    reference_better: int
    system_better: int
    equal: int


class Node(NamedTuple):
    """A bracket, word or concept of one side. `positions` are the words of a discontinuous node, else `None`."""

    label: str
    start: int
    end: int
    text: str
    time: Word | None
    positions: tuple[int, ...] | None


class Match(NamedTuple):
    """What became of one node. `worth` is the weight of a mapped pair, where the measure has one (the IoU)."""

    verdict: Literal["matched", "relabelled", "missing", "extra", "crossing"]
    gold: Node | None
    system: Node | None
    worth: float | None


class Cell(NamedTuple):
    """Words that belong together."""

    kind: Literal["same", "retok", "equiv", "diff", "gold", "system"]
    gold: tuple[str, ...]
    system: tuple[str, ...]


class AlignedPair(NamedTuple):
    """Trees that cover the same text: their numbers from 1, and their words cell by cell."""

    gold: tuple[int, ...]
    system: tuple[int, ...]
    cells: tuple[Cell, ...]


class Agreement(NamedTuple):
    """How far two texts agree."""

    coverage: float | None
    words_f1: float | None
    breaks_f1: float | None
    cells: Mapping[str, int]


class Repair(NamedTuple):
    """What the repair ladder made of one reply. `tree` has exactly the gold's words, or is `None`."""

    tree: "Tree | None"
    valid: bool
    balanced: bool
    faithful: bool
    steps: tuple[str, ...]
    remarks: tuple[str, ...]


class Rates(NamedTuple):
    """Shares of all replies."""

    replies: int
    valid: float | None
    balanced: float | None
    faithful: float | None
    tree: float | None


class Chunk(NamedTuple):
    """A phrase up to its head: the words from `start` up to, not including, `end`."""

    category: str
    start: int
    end: int


class Sentence(NamedTuple):
    """A sentence with its true chunks; every word is in exactly one."""

    id: str
    words: tuple[str, ...]
    tags: tuple[str, ...]
    chunks: tuple[Chunk, ...]


RECORDS = (
    Progress,
    Span,
    Finding,
    Reason,
    Coverage,
    Refused,
    PairRow,
    Interval,
    Group,
    Difference,
    Node,
    Match,
    Cell,
    AlignedPair,
    Agreement,
    Repair,
    Rates,
    Chunk,
    Sentence,
)
for _record in RECORDS:
    # Pickles and messages then say `treescore.Span`; this module may be renamed.
    _record.__module__ = "treescore"
