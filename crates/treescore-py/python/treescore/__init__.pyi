"""Scores parse trees, in text and in speech.

The public surface of the package. `__init__.py` re-exports the same names from the extension module `_core` (classes with
behaviour), from `_types.py` (plain records) and from `_aliases.py` (types for annotations). A test runs `stubtest`, so that
stub and package cannot drift apart.

Three rules hold everywhere: gold comes before system; everything after the two sides is keyword-only; scores are fractions in
[0, 1], and what is undefined is `None`, never NaN.
"""

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, final, overload

from typing_extensions import CapsuleType, Self

from treescore._aliases import (
    ArrayOfFloats as ArrayOfFloats,
    ArrowArray as ArrowArray,
    ArrowStream as ArrowStream,
    Average as Average,
    CellKind as CellKind,
    Facet as Facet,
    LabelledList as LabelledList,
    LabelledNode as LabelledNode,
    Pairing as Pairing,
    Probabilities as Probabilities,
    ProgressHook as ProgressHook,
    SettingValue as SettingValue,
    Side as Side,
    Times as Times,
    TreeLike as TreeLike,
    Verdict as Verdict,
)
from treescore._answers import (
    Baselines as Baselines,
    Check as Check,
    Explanation as Explanation,
    Rerun as Rerun,
    Selftest as Selftest,
    Verification as Verification,
)
from treescore._errors import (
    Error as Error,
    ReadError as ReadError,
    RefusedError as RefusedError,
    SettingError as SettingError,
    SetupMismatch as SetupMismatch,
    SignatureError as SignatureError,
    UnevenError as UnevenError,
)
from treescore._questions import (
    baselines as baselines,
    check as check,
    explain as explain,
    rerun as rerun,
    selftest as selftest,
    verify as verify,
)
from treescore._types import (
    Agreement as Agreement,
    AlignedPair as AlignedPair,
    Baseline as Baseline,
    Cell as Cell,
    Change as Change,
    CheckedSystem as CheckedSystem,
    Chunk as Chunk,
    Coverage as Coverage,
    Difference as Difference,
    Example as Example,
    ExplainedNumber as ExplainedNumber,
    Finding as Finding,
    Group as Group,
    Interval as Interval,
    Law as Law,
    Match as Match,
    Node as Node,
    PairRow as PairRow,
    Progress as Progress,
    Rates as Rates,
    Reason as Reason,
    Refused as Refused,
    Repair as Repair,
    Rule as Rule,
    Sentence as Sentence,
    Span as Span,
    Word as Word,
    Worth as Worth,
)

__version__: Final[str]

__all__ = [
    "__version__",
    "score",
    "report",
    "compare",
    "Metric",
    "Score",
    "Report",
    "Comparison",
    "Figures",
    "PairTable",
    "read",
    "Tree",
    "Trees",
    "Span",
    "Setup",
    "measures",
    "recipes",
    "diff",
    "Diff",
    "align",
    "align_words",
    "Alignment",
    "check",
    "Check",
    "explain",
    "Explanation",
    "rerun",
    "Rerun",
    "verify",
    "Verification",
    "baselines",
    "Baselines",
    "selftest",
    "Selftest",
    "repair",
    "score_replies",
    "ReplyScore",
    "chunks",
    "PhraseMetric",
    "PhraseScore",
    "Agreement",
    "AlignedPair",
    "Baseline",
    "Cell",
    "Change",
    "CheckedSystem",
    "Chunk",
    "Coverage",
    "Difference",
    "Example",
    "ExplainedNumber",
    "Finding",
    "Group",
    "Interval",
    "Law",
    "Match",
    "Node",
    "PairRow",
    "Progress",
    "Rates",
    "Reason",
    "Refused",
    "Repair",
    "Rule",
    "Sentence",
    "Worth",
    "Error",
    "ReadError",
    "SettingError",
    "SignatureError",
    "UnevenError",
    "RefusedError",
    "SetupMismatch",
    "main",
    "ArrayOfFloats",
    "ArrowArray",
    "ArrowStream",
    "Average",
    "CellKind",
    "Facet",
    "LabelledList",
    "LabelledNode",
    "Pairing",
    "Probabilities",
    "ProgressHook",
    "SettingValue",
    "Side",
    "Times",
    "TreeLike",
    "Verdict",
    "Word",
]

# ------------------------------------------------------------------------------------------------------------------ trees

@final
class Tree:
    """One parse tree. Immutable, hashable, picklable.

    >>> tree = Tree("(S (NP (DT The) (NN shop)) (VP (VBD closed)))")
    >>> tree.words
    ('The', 'shop', 'closed')
    """

    def __new__(cls, tree: TreeLike, /) -> Self: ...
    @staticmethod
    def from_spans(
        words: Sequence[str],
        spans: Iterable[tuple[int, int, str]],
        *,
        tags: Sequence[str | None] | None = None,
        root: str | None = None,
    ) -> Tree:
        """The tree that has these brackets. Of brackets over the same words, the first is the outermost."""

    @property
    def label(self) -> str:
        """Label of the outermost bracket; empty if it has none."""

    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def tags(self) -> tuple[str | None, ...]:
        """The tag of each word; `None` if it has none."""

    @property
    def height(self) -> int:
        """Brackets on the longest way from the root to a word, tags included."""

    def spans(self, *, setup: Setup | str | None = None) -> list[Span]:
        """The brackets above the tags, in the order in which they open; with a setup, those that count under its recipe."""

    def to_nltk(self) -> Any:
        """An `nltk.Tree`. Needs NLTK."""

    def to_svg(self, *, tags: bool = True) -> str:
        """The tree as a drawing. Ink is `currentColor`, and no font is asked for."""

    def draw(self, *, width: int | None = None, ascii: bool = False, tags: bool = True) -> str:
        """The tree as text, as `treescore draw` prints it: an outline if it is wider than `width` (80)."""

    def __str__(self) -> str:
        """The tree in brackets, on one line."""

    def __len__(self) -> int:
        """How many words."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...

@final
class Trees(Sequence[Tree]):
    """Trees that are read and cut once, and scored as often as you like. Immutable and picklable.

    Indexing with a list of numbers or a slice gives the chosen trees, which remember their numbers: `gold[batch_ids]`.
    """

    def __new__(cls, trees: Side, /, *, ids: Iterable[int] | Iterable[str] | None = None) -> Self: ...
    @property
    def name(self) -> str | None:
        """Name of the file they came from, without its folder."""

    @property
    def ids(self) -> Sequence[int] | Sequence[str]:
        """What tells pairs apart; numbers from 1 unless given."""

    @property
    def errors(self) -> Sequence[ReadError]:
        """What cannot be read as a tree. Such a tree keeps its number; getting it raises the error."""

    @overload
    def __getitem__(self, at: int, /) -> Tree: ...
    @overload
    def __getitem__(self, at: slice | Sequence[int], /) -> Trees: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Tree]: ...
    def to_nltk(self) -> list[Any]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> CapsuleType: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def read(
    source: str | os.PathLike[str],
    /,
    *,
    pairing: Literal["trees", "lines"] = "trees",
    input: str | None = None,
    encoding: str | None = None,
    nbest: Literal["first", "best"] | None = None,
    skip: Sequence[str] | None = None,
) -> Trees:
    """Reads a file of trees, a folder, or an `@list`; formats, gzip and zstd are detected from the content.

    `input`: the format, if it cannot be detected (`"json:FIELD"`). `encoding`: of the file, `"windows-1252"`. `nbest`: which
    tree of an n-best list. `skip`: leaves out trees whose root has one of these labels.
    """

# ------------------------------------------------------------------------------------------------------------------ setups

@final
class Setup:
    """Everything that decides a number: measure, recipe, settings, pairing. Immutable; equal if the signatures are.

    >>> Setup("parseval", settings={"match": "spans"}).signature
    'treescore:0.1.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|match:spans|index:words|avg:corpus|r:0d4ee5b9'
    """

    def __new__(
        cls,
        measure: str = "parseval",
        /,
        *,
        recipe: str | os.PathLike[str] | None = None,
        settings: Mapping[str, SettingValue] | None = None,
        pairing: Pairing = "trees",
    ) -> Self: ...
    @staticmethod
    def from_signature(signature: str, /) -> Setup:
        """The setup of a published score."""

    @property
    def measure(self) -> str: ...
    @property
    def signature(self) -> str: ...
    @property
    def settings(self) -> Mapping[str, str]:
        """Every setting with its value, whether it is the default or not; keys as in signatures."""

    @property
    def pairing(self) -> Pairing: ...
    @property
    def figures(self) -> tuple[str, ...]:
        """The figures its scores have, the headline first."""

    @property
    def counts(self) -> tuple[str, ...]:
        """The integers its figures are made from."""

    @property
    def papers(self) -> tuple[str, ...]:
        """BibTeX keys of the papers that define the measure."""

    def replace(
        self,
        *,
        recipe: str | os.PathLike[str] | None = None,
        settings: Mapping[str, SettingValue] | None = None,
        pairing: Pairing | None = None,
    ) -> Setup: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def measures() -> Mapping[str, str]:
    """The measures by name, and what each measures."""

def recipes() -> Mapping[str, str]:
    """The named recipes, and whose number each gives."""

# ------------------------------------------------------------------------------------------------------------------ figures

class Figures(Mapping[str, float | None]):
    """The figures of some pairs: `figures.f1`, or `figures["f1"]`. A figure that the measure does not have is an error."""

    @property
    def counts(self) -> Mapping[str, int]:
        """The integers the figures were read off."""

    def value(self, figure: str | None = None, /, default: float = 0.0) -> float:
        """One figure (without a name, the headline) as a plain number: `default` if it is undefined."""

    def __getitem__(self, figure: str, /) -> float | None: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

    # parseval, dependency, open-class
    @property
    def f1(self) -> float | None: ...
    @property
    def recall(self) -> float | None: ...
    @property
    def precision(self) -> float | None: ...
    @property
    def exact(self) -> float | None: ...
    @property
    def crossing(self) -> float | None:
        """Crossing brackets per pair."""

    @property
    def tags(self) -> float | None: ...
    @property
    def no_crossing(self) -> float | None: ...
    @property
    def two_or_fewer_crossing(self) -> float | None: ...
    @property
    def unlabeled_f1(self) -> float | None: ...
    @property
    def unlabeled_recall(self) -> float | None: ...
    @property
    def unlabeled_precision(self) -> float | None: ...
    @property
    def discontinuous_f1(self) -> float | None:
        """F1 of the discontinuous brackets alone."""

    # leaf-ancestor
    @property
    def leaf_ancestor(self) -> float | None: ...
    @property
    def equal(self) -> float | None:
        """Words whose lineages are equal."""

    # ted
    @property
    def ted(self) -> float | None: ...
    @property
    def edits(self) -> float | None:
        """Nodes to delete and to add, per pair."""

    # attachment
    @property
    def las(self) -> float | None: ...
    @property
    def uas(self) -> float | None: ...
    @property
    def labels(self) -> float | None: ...
    @property
    def uas_recall(self) -> float | None: ...
    @property
    def uas_precision(self) -> float | None: ...

    # struct-iou
    @property
    def struct_iou(self) -> float | None: ...
    @property
    def strict(self) -> float | None: ...
    @property
    def unlabeled(self) -> float | None: ...
    @property
    def overlap(self) -> float | None: ...

    # tree-node, word, concept
    @property
    def accuracy(self) -> float | None: ...
    @property
    def error_rate(self) -> float | None:
        """Errors per gold item; may exceed 1."""

    @property
    def correct(self) -> float | None: ...
    @property
    def substituted(self) -> float | None: ...
    @property
    def deleted(self) -> float | None: ...
    @property
    def inserted(self) -> float | None: ...
    @property
    def similarity(self) -> float | None: ...
    @property
    def distance(self) -> float | None:
        """Edit cost per pair."""

# ------------------------------------------------------------------------------------------------------------------ scores

@final
class PairTable(Sequence[PairRow]):
    """The pairs of a score, one row each, stored by column. `pa.table(pairs)`, `pl.DataFrame(pairs)` and DuckDB take it as it
    is; the schema is `treescore.counts/1`."""

    @property
    def columns(self) -> tuple[str, ...]: ...
    def column(self, name: str, /) -> list[Any]: ...
    def worst(self, n: int = 10, *, figure: str | None = None) -> list[PairRow]:
        """The pairs with the lowest figure, refused ones first, then by number."""

    @overload
    def __getitem__(self, at: int, /) -> PairRow: ...
    @overload
    def __getitem__(self, at: slice, /) -> PairTable: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[PairRow]: ...
    def to_arrow(self) -> Any:
        """A `pyarrow.Table`. Needs pyarrow."""

    def to_pandas(self) -> Any: ...
    def to_polars(self) -> Any: ...
    def to_csv(self, path: str | os.PathLike[str] | None = None, /) -> str: ...
    def to_jsonl(self, path: str | os.PathLike[str] | None = None, /) -> str: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> CapsuleType: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def _repr_html_(self) -> str: ...

@final
class Score(Figures):
    """What one system gets by one measure. Its own figures are those of the headline average. Immutable and picklable; scores
    of parts of a corpus add up to the score of the whole."""

    @property
    def system(self) -> str | None:
        """Name of the system, if it has one."""

    @property
    def measure(self) -> str: ...
    @property
    def setup(self) -> Setup: ...
    @property
    def signature(self) -> str:
        """How the numbers were made, with the number of pairs; for a footnote."""

    @property
    def average(self) -> Average:
        """Which average the headline is."""

    @property
    def corpus(self) -> Figures:
        """Read off the summed counts of the scored pairs."""

    @property
    def sentence_mean(self) -> Figures:
        """Means of the pairs' figures, over the scored pairs."""

    @property
    def all_pairs(self) -> Figures:
        """As `corpus`, refused pairs counted as if the system had found nothing. Compare systems by this."""

    @property
    def all_pairs_sentence_mean(self) -> Figures: ...
    @property
    def within_cutoff(self) -> Figures | None:
        """As `corpus`, pairs of at most `setup.settings["cutoff"]` words; `None` if no pair is longer."""

    @property
    def coverage(self) -> Coverage: ...
    @property
    def refused(self) -> Sequence[Refused]: ...
    @property
    def findings(self) -> Sequence[Finding]:
        """What was noticed about the input; see the page Findings of the manual."""

    @property
    def pairs(self) -> PairTable:
        """Every pair. Raises `LookupError` if the score was made with `keep_pairs=False`."""

    def by(self, facet: Facet | Sequence[object], /, *, bins: Sequence[int] | None = None) -> list[Group]:
        """Broken down by length or file, or by keys of your own, one for each pair. `label` and `type` must be asked for when
        scoring: `score(..., by="label")`."""

    def interval(
        self,
        figure: str | None = None,
        /,
        *,
        all_pairs: bool = False,
        level: float = 0.95,
        resamples: int = 1000,
        seed: int | None = None,
    ) -> Interval:
        """Bootstrap over pairs. The same digits on any number of threads and machines."""

    def diff(self, pair: int | str, /) -> Diff:
        """What became of each bracket of a pair. The trees are taken from where they came from: lists are remembered, files
        read again; an iterator cannot be, and raises `LookupError`."""

    def flat(self, prefix: str = "", /) -> dict[str, float]:
        """Defined figures as one flat dictionary, for loggers: `{"f1": 0.95, "all_pairs.f1": 0.94, …}`."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON report of this system, as `treescore --format json` writes it."""

    def to_json(self, *, indent: int | None = None) -> str: ...
    def to_markdown(self) -> str: ...
    def to_latex(self) -> str: ...
    def to_csv(self) -> str: ...
    def to_html(self, path: str | os.PathLike[str] | None = None, /, *, sentences: int | None = ...) -> str:
        """The score as one self-contained page with charts and trees. The trees are scored again, from where they came from; an
        iterator cannot be, and raises `LookupError`. `sentences` is how many have trees in the page (20,000): `None` is all."""

    def __add__(self, other: Score, /) -> Score: ...
    def __radd__(self, other: Score | int, /) -> Score:
        """So that `sum(scores)` works; the only number that can be added is 0."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __str__(self) -> str:
        """The table that `treescore GOLD SYSTEM` prints."""

    def _repr_html_(self) -> str: ...

@final
class Report(Sequence[Score]):
    """Several systems, several measures, one gold: all its scores, system by system. Read in one pass."""

    @property
    def systems(self) -> tuple[str, ...]: ...
    @property
    def measures(self) -> tuple[str, ...]: ...
    @property
    def baselines(self) -> Baselines | None:
        """The baselines, if they were asked for."""

    @overload
    def __getitem__(self, at: int | str | tuple[str, str], /) -> Score: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[Score]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Score]: ...
    def compare(
        self,
        *,
        measure: str | None = None,
        figures: Sequence[str] | None = None,
        reference: str | None = None,
        pairwise: bool = False,
        shuffles: int = 10_000,
        resamples: int = 1000,
        level: float = 0.95,
        seed: int | None = None,
        threads: int | None = None,
    ) -> Comparison: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self, *, indent: int | None = None) -> str: ...
    def to_markdown(self) -> str: ...
    def to_latex(self) -> str: ...
    def to_csv(self) -> str: ...
    def to_html(self, path: str | os.PathLike[str] | None = None, /, *, sentences: int | None = ...) -> str:
        """The report as one self-contained page with charts and trees. The trees are scored again, from where they came from; an
        iterator cannot be, and raises `LookupError`. `sentences` is how many have trees in the page (20,000): `None` is all."""

    def to_pandas(self) -> Any:
        """One row per system and average; measures side by side in columns `measure.figure`."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> CapsuleType: ...
    def __add__(self, other: Report, /) -> Report: ...
    def __radd__(self, other: Report | int, /) -> Report: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...

@final
class Comparison(Sequence[Difference]):
    """Which differences are real. Paired approximate randomisation for `p`, paired bootstrap for the interval."""

    @property
    def pairs(self) -> int: ...
    @property
    def shuffles(self) -> int: ...
    @property
    def resamples(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def detectable(self) -> Mapping[str, float | None]:
        """By figure: the smallest difference that this many pairs can show."""

    @property
    def signature(self) -> str: ...
    def samples(self, at: int = 0, /, *, kind: Literal["shuffled", "resampled"] = "resampled") -> array[float]:
        """The differences of all shuffles or resamples, for a plot or another test."""

    @overload
    def __getitem__(self, at: int, /) -> Difference: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[Difference]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Difference]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_latex(self) -> str: ...
    def to_markdown(self) -> str: ...
    def to_pandas(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> CapsuleType: ...
    def _repr_html_(self) -> str: ...

# ---------------------------------------------------------------------------------------------------------- scoring, comparing

def score(
    gold: Side,
    system: Side,
    /,
    *,
    measure: str | Setup | None = None,
    recipe: str | os.PathLike[str] | None = None,
    settings: Mapping[str, SettingValue] | None = None,
    pairing: Pairing | None = None,
    input: str | None = None,
    encoding: str | None = None,
    nbest: Literal["first", "best"] | None = None,
    skip: Sequence[str] | None = None,
    gold_times: Times | None = None,
    system_times: Times | None = None,
    by: Literal["label", "label-pairs", "type"] | None = None,
    ids: Iterable[int] | Iterable[str] | None = None,
    name: str | None = None,
    keep_pairs: bool = True,
    strict: bool = False,
    threads: int | None = None,
    progress: ProgressHook = None,
) -> Score:
    """Scores one system by one measure, `parseval` unless given.

    Without `pairing`, trees are paired in order, or as the setup says.

    >>> score("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))").f1
    0.5
    """

def report(
    gold: Side,
    systems: Mapping[str, Side] | Sequence[str | os.PathLike[str]],
    /,
    *,
    measures: Sequence[str | Setup] | None = None,
    recipe: str | os.PathLike[str] | None = None,
    settings: Mapping[str, SettingValue] | None = None,
    pairing: Pairing | None = None,
    input: str | None = None,
    encoding: str | None = None,
    nbest: Literal["first", "best"] | None = None,
    skip: Sequence[str] | None = None,
    gold_times: Times | None = None,
    system_times: Mapping[str, Times] | Sequence[Times] | None = None,
    by: Literal["label", "label-pairs", "type"] | None = None,
    ids: Iterable[int] | Iterable[str] | None = None,
    baselines: bool = False,
    keep_pairs: bool = True,
    strict: bool = False,
    threads: int | None = None,
    progress: ProgressHook = None,
) -> Report:
    """Scores several systems by several measures, `parseval` unless given; gold and each system are read once.

    With `baselines`, what all of them are seen beside: left and right branching, random and best binary trees, and gold."""

def compare(
    gold: Side,
    systems: Mapping[str, Side] | Sequence[str | os.PathLike[str]],
    /,
    *,
    measure: str | Setup | None = None,
    recipe: str | os.PathLike[str] | None = None,
    settings: Mapping[str, SettingValue] | None = None,
    pairing: Pairing | None = None,
    figures: Sequence[str] | None = None,
    reference: str | None = None,
    pairwise: bool = False,
    shuffles: int = 10_000,
    resamples: int = 1000,
    level: float = 0.95,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressHook = None,
) -> Comparison:
    """`report(...).compare(...)` in one call."""

@final
class Metric:
    """Scores batch by batch: `update`, `compute`, `reset`. Picklable; parts from other processes are merged.

    >>> metric = Metric("parseval")
    >>> metric.update(["(S (NP (D a) (N b)) (V c))"], ["(S (D a) (VP (N b) (V c)))"])
    >>> metric.compute().f1
    0.5
    """

    def __new__(
        cls,
        measure: str | Setup | None = None,
        /,
        *,
        recipe: str | os.PathLike[str] | None = None,
        settings: Mapping[str, SettingValue] | None = None,
        keep_pairs: bool = True,
        name: str | None = None,
    ) -> Self: ...
    @property
    def setup(self) -> Setup: ...
    def update(
        self,
        gold: Side,
        system: Side,
        /,
        *,
        gold_times: Times | None = None,
        system_times: Times | None = None,
    ) -> None: ...
    def forward(self, gold: Side, system: Side, /) -> Score:
        """Adds a batch and gives the score of that batch alone."""

    def __call__(self, gold: Side, system: Side, /) -> Score: ...
    def compute(self) -> Score: ...
    def reset(self) -> None: ...
    def merge(self, other: Metric | Score, /) -> None: ...
    def clone(self) -> Metric:
        """An empty one with the same setup."""

    def __len__(self) -> int:
        """Pairs so far."""

    def __iadd__(self, other: Metric | Score, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

# ------------------------------------------------------------------------------------------------------------- looking at a pair

@final
class Diff(Sequence[Match]):
    """Two trees, bracket by bracket. Prints as a table of brackets."""

    @property
    def gold(self) -> Tree: ...
    @property
    def system(self) -> Tree: ...
    @property
    def score(self) -> Score: ...
    @property
    def matched(self) -> list[Match]: ...
    @property
    def missing(self) -> list[Match]: ...
    @property
    def extra(self) -> list[Match]: ...
    @property
    def relabelled(self) -> list[Match]: ...
    @property
    def crossing(self) -> list[Match]: ...
    @overload
    def __getitem__(self, at: int, /) -> Match: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[Match]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Match]: ...
    def text(self, *, width: int | None = None, color: bool = False, ascii: bool = False, full: bool = False) -> str:
        """The mirrored picture of `treescore diff`. Subtrees that are the same are folded if the pair is long, unless `full`."""

    def to_svg(self) -> str:
        """Gold above, the system below, words between them. Raises `LookupError` if their words do not correspond."""

    def to_html(self) -> str:
        """A page of its own: the picture, and a table of what is not matched."""

    def __str__(self) -> str: ...
    def _repr_html_(self) -> str | None: ...

def diff(
    gold: TreeLike,
    system: TreeLike,
    /,
    *,
    measure: str | Setup | None = None,
    recipe: str | os.PathLike[str] | None = None,
    settings: Mapping[str, SettingValue] | None = None,
    gold_times: Iterable[Word] | None = None,
    system_times: Iterable[Word] | None = None,
) -> Diff: ...

# ------------------------------------------------------------------------------------------------------------------ aligning

@final
class Alignment(Sequence[AlignedPair]):
    """Which sentences and words of two texts belong together. Prints as `treescore align` does."""

    @property
    def agreement(self) -> Agreement: ...
    @overload
    def __getitem__(self, at: int, /) -> AlignedPair: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[AlignedPair]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[AlignedPair]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __str__(self) -> str: ...
    def _repr_html_(self) -> str: ...

def align(gold: Side, system: Side, /, *, settings: Mapping[str, SettingValue] | None = None) -> Alignment:
    """Aligns the texts of two sides whose words or sentence breaks differ."""

def align_words(
    gold: Sequence[str], system: Sequence[str], /, *, settings: Mapping[str, SettingValue] | None = None
) -> list[Cell]:
    """Aligns two sequences of words by edit distance, as speech is scored."""

# ------------------------------------------------------------------------------------------------- replies of language models

@final
class ReplyScore:
    """Replies of a language model, repaired and scored. Prints as `treescore --input replies` does."""

    @property
    def rates(self) -> Rates: ...
    @property
    def steps(self) -> Mapping[str, int]:
        """How many replies needed each step of the ladder, in the order of the steps; those that none needed are left out."""

    @property
    def on_valid(self) -> Score:
        """Replies that needed no repair."""

    @property
    def on_balanced(self) -> Figures:
        """Figures over the replies whose brackets match, whatever is wrapped around them."""

    @property
    def on_all(self) -> Score:
        """All replies, repaired; those without a tree are refused, and count as zero in `on_all.all_pairs`."""

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """What became of each reply; of several samples, of the first."""

    @property
    def samples(self) -> Mapping[Literal["best", "mean", "majority"], Figures] | None:
        """If there are several replies for each sentence: figures over the best, all, and those that agree most."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON report of the replies, as `treescore --input replies --format json` writes it."""

    def __str__(self) -> str: ...
    def _repr_html_(self) -> str: ...

def repair(reply: str, gold: TreeLike | Sequence[str], /) -> Repair:
    """Turns a reply into a tree over the gold's words. Looks at the words of gold, never at its brackets."""

def score_replies(
    gold: Side,
    replies: str | os.PathLike[str] | Iterable[str | None] | Iterable[Sequence[str | None]],
    /,
    *,
    measure: str | Setup | None = None,
    recipe: str | os.PathLike[str] | None = None,
    settings: Mapping[str, SettingValue] | None = None,
    threads: int | None = None,
    progress: ProgressHook = None,
) -> ReplyScore:
    """Repairs replies and scores their trees. A string is a path, as for `treescore --input replies`; several replies for one
    sentence are a list of them, and `None` is no reply. `settings={"repair": "brackets"}` or `"none"` repairs less."""

# ------------------------------------------------------------------------------------------------------------------ phrases

@final
class PhraseScore:
    """What the probabilities of a model are worth."""

    @property
    def sentences(self) -> int: ...
    @property
    def candidates(self) -> int: ...
    @property
    def true_chunks(self) -> int: ...
    @property
    def bits(self) -> float:
        """Infinite if something happened that the model called impossible; see `offenders`."""

    @property
    def bits_per_candidate(self) -> float: ...
    @property
    def bits_per_sentence(self) -> float: ...
    @property
    def expected_precision(self) -> float | None: ...
    @property
    def expected_recall(self) -> float | None: ...
    @property
    def brier(self) -> float | None: ...
    @property
    def calibration_error(self) -> float | None: ...
    @property
    def offenders(self) -> Sequence[tuple[str, str, int, int, float]]: ...
    @property
    def sequence(self) -> Mapping[str, float | None] | None:
        """The best sequence of chunks, if `sequence=True`: f1, recall, precision, exact, bits."""

    @property
    def signature(self) -> str: ...
    def blame(
        self, by: Literal["category", "length", "event"] = "category", /
    ) -> Mapping[str, Mapping[str, float]]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __str__(self) -> str: ...
    def _repr_html_(self) -> str: ...

@final
class PhraseMetric:
    """Measures a phrase model sentence by sentence. Picklable; parts are merged."""

    def __new__(
        cls,
        categories: Sequence[str] | None = None,
        /,
        *,
        default: float | Mapping[str, float] | None = None,
        floor: float | None = None,
        sequence: bool = False,
    ) -> Self: ...
    @property
    def categories(self) -> tuple[str, ...]:
        """Their order is that of the last axis of an array. Without a list: those of the Penn Treebank, and `Null`."""

    def update(self, gold: Sentence, probabilities: Probabilities, /) -> None: ...
    def compute(self) -> PhraseScore: ...
    def reset(self) -> None: ...
    def merge(self, other: PhraseMetric, /) -> None: ...
    def __iadd__(self, other: PhraseMetric, /) -> Self: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def chunks(trees: Side, /, *, pp: Literal["full", "bare"] = "full") -> list[Sentence]: ...

# ------------------------------------------------------------------------------------------------------------------ the command

def main(args: Sequence[str] | None = None, /) -> int:
    """The command line: what `treescore` and `python -m treescore` run. Gives the exit status."""
