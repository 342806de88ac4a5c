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


class Worth(NamedTuple):
    """A figure as it is now, and as it would be with the first help of a finding."""

    figure: str
    now: float
    then: float


class Finding(NamedTuple):
    """Something noticed about the input. A finding changes no number; `help` says what would.

    `check` fills in `system`, its name if there are several, and `worth`: what the first help is worth.
    """

    id: str
    severity: Literal["note", "warning", "refusal"]
    side: Literal["gold", "system"] | None
    occurrences: int | None
    of: int | None
    first: str | None
    message: str
    help: tuple[str, ...]
    system: str | None = None
    worth: Worth | None = None


class CheckedSystem(NamedTuple):
    """The pairs of gold and one system: how many have the same words, and how many a score would refuse."""

    name: str
    pairs: int
    same_words: int | None
    refused: int


class Change(NamedTuple):
    """A number or setting that is another one now; between two recipes, `then` is the first."""

    what: str
    then: str
    now: str


class ExplainedNumber(NamedTuple):
    """One of two numbers that are explained. `over` is the pairs it is over: scored, all, or within the cutoff."""

    name: str
    value: float | None
    average: Literal["corpus", "sentence"]
    over: Literal["scored", "all", "within"]
    scored: int
    refused: int
    signature: str


class Example(NamedTuple):
    """A pair that a rule changes: figure, reason of refusal, and what differs between its trees, before and after."""

    pair: int
    words: int
    gold: str | None
    system: str | None
    values: tuple[float | None, float | None]
    refused: tuple[str | None, str | None]
    differences: tuple[tuple[str, ...], tuple[str, ...]]


class Rule(NamedTuple):
    """A rule in which two numbers differ, and what it is worth.

    `points` is what it is worth after the rules before it, `share` whatever the order (its Shapley value); `value` is
    the figure with the rules up to this one, `pairs` how many pairs change, `refused` how many are refused before and
    after.
    """

    rule: str
    name: str
    settings: tuple[Change, ...]
    points: float
    share: float
    value: float | None
    pairs: int | None
    refused: tuple[int, int]
    examples: tuple[Example, ...]


class Baseline(NamedTuple):
    """A baseline by one measure, over all pairs. `spread` is the standard deviation of random trees over five runs."""

    baseline: Literal["left-branching", "right-branching", "random-binary", "best-binary", "gold", "second-annotator"]
    name: str | None
    measure: str
    corpus: Mapping[str, float | None]
    sentence_mean: Mapping[str, float | None]
    spread: float | None
    read: int
    refused: int


class Law(NamedTuple):
    """A law of scoring, and what became of it; `first` and `first_refused` say where, and what was found."""

    law: str
    measure: str | None
    outcome: Literal["holds", "fails", "not-checked"]
    unit: Literal["pair", "tree"]
    checked: int
    refused: int
    first_refused: str | None
    failed: int
    first: str | None
    note: str | None


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
    Worth,
    Finding,
    CheckedSystem,
    Change,
    ExplainedNumber,
    Example,
    Rule,
    Baseline,
    Law,
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
