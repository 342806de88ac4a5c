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

# Records, types and questions about scores are loaded when they are asked for: they and `typing` would take most of the
# time of the import.
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
    from treescore._answers import Baselines, Check, Explanation, Rerun, Selftest, Verification
    from treescore._questions import baselines, check, explain, rerun, selftest, verify
    from treescore._types import (
        Agreement,
        AlignedPair,
        Baseline,
        Cell,
        Change,
        CheckedSystem,
        Chunk,
        Coverage,
        Difference,
        Example,
        ExplainedNumber,
        Finding,
        Group,
        Interval,
        Law,
        Match,
        Node,
        PairRow,
        Progress,
        Rates,
        Reason,
        Refused,
        Repair,
        Rule,
        Sentence,
        Span,
        Word,
        Worth,
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
    # questions about scores
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
    """Load a record, a type for annotations, or a question about scores."""
    if name in __all__:
        from treescore import _aliases, _answers, _questions, _types

        module = next(module for module in (_types, _aliases, _answers, _questions) if hasattr(module, name))
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
