"""Scores parse trees, in text and in speech.

>>> import treescore as ts
>>> ts.score("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))").f1
0.5

Three rules hold everywhere: gold comes before system; everything after the two sides is keyword-only; scores are
fractions in [0, 1], and what is undefined is `None`, never NaN.
"""

import sys as _sys
from collections.abc import Mapping as _Mapping, Sequence as _Sequence

from treescore._core import (
    Alignment,
    Comparison,
    Diff,
    Figures,
    Metric,
    PairTable,
    PhraseMetric,
    PhraseScore,
    ReplyScore,
    Report,
    Score,
    Setup,
    Tree,
    Trees,
    __version__,
    align,
    align_words,
    chunks,
    compare,
    diff,
    main as _main,
    measures,
    read,
    recipes,
    repair,
    report,
    score,
    score_replies,
)
from treescore._errors import (
    Error,
    ReadError,
    RefusedError,
    SettingError,
    SetupMismatch,
    SignatureError,
    UnevenError,
)

# Records and types are loaded when they are asked for: they and `typing` would take most of the time of the import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from treescore._aliases import (
        ArrayOfFloats,
        ArrowArray,
        ArrowStream,
        Average,
        CellKind,
        Facet,
        LabelledList,
        LabelledNode,
        Pairing,
        Probabilities,
        ProgressHook,
        SettingValue,
        Side,
        Times,
        TreeLike,
        Verdict,
    )
    from treescore._types import (
        Agreement,
        AlignedPair,
        Cell,
        Chunk,
        Coverage,
        Difference,
        Finding,
        Group,
        Interval,
        Match,
        Node,
        PairRow,
        Progress,
        Rates,
        Reason,
        Refused,
        Repair,
        Sentence,
        Span,
        Word,
    )
del TYPE_CHECKING

__all__ = [
    "__version__",
    # scoring, comparing
    "score",
    "report",
    "compare",
    "Metric",
    "Score",
    "Report",
    "Comparison",
    "Figures",
    "PairTable",
    # trees
    "read",
    "Tree",
    "Trees",
    "Span",
    # setups
    "Setup",
    "measures",
    "recipes",
    # one pair
    "diff",
    "Diff",
    "align",
    "align_words",
    "Alignment",
    # replies of language models
    "repair",
    "score_replies",
    "ReplyScore",
    # phrases
    "chunks",
    "PhraseMetric",
    "PhraseScore",
    # records
    "Agreement",
    "AlignedPair",
    "Cell",
    "Chunk",
    "Coverage",
    "Difference",
    "Finding",
    "Group",
    "Interval",
    "Match",
    "Node",
    "PairRow",
    "Progress",
    "Rates",
    "Reason",
    "Refused",
    "Repair",
    "Sentence",
    # trouble
    "Error",
    "ReadError",
    "SettingError",
    "SignatureError",
    "UnevenError",
    "RefusedError",
    "SetupMismatch",
    # the command line
    "main",
    # types for annotations
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

_Mapping.register(Figures)  # pyright: ignore[reportAttributeAccessIssue]
# Not PairTable, Report and Comparison: polars would take them for lists of rows, where they are Arrow tables.
for _class in (Trees, Diff, Alignment):
    _Sequence.register(_class)  # pyright: ignore[reportAttributeAccessIssue]
del _class


def __getattr__(name: str) -> object:
    """Load a record or a type for annotations."""
    if name in __all__:
        from treescore import _aliases, _types

        module = _types if hasattr(_types, name) else _aliases
        globals()[name] = value = getattr(module, name)
        return value
    raise AttributeError(f"module 'treescore' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def main(args: _Sequence[str] | None = None, /) -> int:
    """Run the command line inside Python, and give its exit status.

    Writes to `sys.stdout` and `sys.stderr`, leaves signals alone and never exits. Without
    arguments: those of the program.
    """
    return _main(list(_sys.argv[1:] if args is None else args))
