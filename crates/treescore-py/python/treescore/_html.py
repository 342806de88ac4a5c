"""What notebooks show: one element with its own small style, ink in the colour of the page, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

ROWS = 30
"""More rows than these are counted, not shown."""

_STYLE = (
    "<style>"
    ".treescore{color:currentColor;font-size:90%;line-height:1.4}"
    ".treescore table{border-collapse:collapse;border:0;margin:.2em 0}"
    ".treescore th,.treescore td{border:0;padding:.1em .7em .1em 0;text-align:right;background:none}"
    ".treescore th:first-child,.treescore td:first-child,.treescore .t{text-align:left}"
    ".treescore th,.treescore .dim{opacity:.65;font-weight:normal}"
    ".treescore .head{font-weight:600}"
    ".treescore code{font-size:85%;word-break:break-all}"
    "</style>"
)


def score(score: Any) -> str:
    """One system by one measure: a row for each average."""
    info = _titles(score)
    rows = [("corpus", score.corpus)]
    if score.within_cutoff is not None:
        rows.append((f"≤ {score.setup.settings['cutoff']} words", score.within_cutoff))
    rows.append(("sentence mean", score.sentence_mean))
    if score.coverage.refused:
        rows.append(("all pairs", score.all_pairs))
    cells = [[escape(name), *(_number(figures[key], key) for key in info)] for name, figures in rows]
    head = [escape(score.system or ""), *(escape(_title(key)) for key in info)]
    return _element(
        _table(head, cells, strong=1), _coverage(score.coverage), _details("signature", _code(score.signature))
    )


def pairs(table: Any) -> str:
    """The worst ten pairs, not the first ten."""
    worst = table.worst(10)
    if not worst:
        return _element(f"<p>{len(table)} pairs</p>")
    figures = list(worst[0].figures)[:3]
    head = ["pair", "words", *(escape(_title(key)) for key in figures), "refused"]
    cells = [
        [
            escape(str(row.pair)),
            "–" if row.words is None else str(row.words),
            *(_number(row.figures[key], key) for key in figures),
            escape(row.refused or ""),
        ]
        for row in worst
    ]
    more = len(table) - len(worst)
    note = f'<p class="dim">… {more:,} more pairs</p>' if more > 0 else ""
    return _element(_table(head, cells, strong=2), note)


def report(report: Any) -> str:
    """Several systems: a table for each measure."""
    parts: list[str] = []
    for measure in report.measures:
        scores = [report[system, measure] for system in report.systems]
        keys = list(scores[0])[:4]
        head = ["system", *(escape(_title(key)) for key in keys), "all pairs", "refused"]
        cells = [
            [
                escape(score.system or ""),
                *(_number(score[key], key) for key in keys),
                _number(score.all_pairs[keys[0]], keys[0]),
                str(score.coverage.refused),
            ]
            for score in scores
        ]
        parts += [f'<p class="dim">{escape(measure)}</p>', _table(head, cells, strong=1)]
        parts.append(_details("signature", _code(scores[0].signature)))
    return _element(*parts)


def comparison(comparison: Any) -> str:
    """Differences with their intervals."""
    head = ["figure", "system", "reference", "value", "Δ", "low", "high", "p"]
    cells = [
        [
            escape(_title(d.figure)),
            escape(d.system),
            _number(d.reference_value, d.figure),
            _number(d.system_value, d.figure),
            _signed(d.delta, d.figure),
            _signed(d.low, d.figure),
            _signed(d.high, d.figure),
            "–" if d.p_adjusted is None else f"{d.p_adjusted:.4f}",
        ]
        for d in comparison
    ]
    note = f'<p class="dim">over {comparison.pairs:,} pairs</p>'
    return _element(_table(head, cells, strong=4), note, _details("signature", _code(comparison.signature)))


def alignment(alignment: Any) -> str:
    """Aligned words, in two rows."""
    parts: list[str] = []
    for pair in alignment[:ROWS]:
        numbers = f"{_trees(pair.gold)} / {_trees(pair.system)}"
        rows = [
            [name, *(escape(" ".join(getattr(cell, name)) or "–") for cell in pair.cells)]
            for name in ("gold", "system")
        ]
        marks = ["", *("" if cell.kind == "same" else escape(cell.kind) for cell in pair.cells)]
        parts += [f'<p class="dim">{numbers}</p>', _table(None, [*rows, marks], strong=None)]
    if len(alignment) > ROWS:
        parts.append(f'<p class="dim">… {len(alignment) - ROWS:,} more</p>')
    return _element(*parts)


def replies(found: Any) -> str:
    """Replies of a language model: rates, the headline over some of them, and the repairs."""
    key = found.on_all.setup.figures[0]
    title = escape(_title(key))
    rates = [
        [escape(name), _number(rate, "")] for name, rate in zip(found.rates._fields[1:], found.rates[1:], strict=True)
    ]
    over = [("valid", found.on_valid), ("balanced", found.on_balanced), ("all", found.on_all.all_pairs)]
    rows = [*rates, *([f"{title} on {name}", _number(figures[key], key)] for name, figures in over)]
    for name, figures in (found.samples or {}).items():
        rows.append([f"{title} of {name} sample{'s' if name == 'mean' else ''}", _number(figures[key], key)])
    steps = [[escape(step), f"{count:,}"] for step, count in found.steps.items()]
    return _element(
        f'<p class="dim">{found.rates.replies:,} replies</p>',
        _table(None, rows, strong=1),
        _details("repairs", _table(None, steps, strong=None)),
        _details("signature", _code(found.on_all.signature)),
    )


def text(shown: str) -> str:
    """Text as the command line prints it."""
    return _element(f"<pre>{escape(shown)}</pre>")


def phrases(score: Any) -> str:
    """A phrase model: its figures, a line each."""
    rows = [
        [escape(key.replace("_", " ")), escape(_plain(value))]
        for key, value in score.to_dict().items()
        if key != "signature"
    ]
    return _element(_table(None, rows, strong=None), _details("signature", _code(score.signature)))


# --------------------------------------------------------------------------------------------------------------- parts


def _element(*parts: str) -> str:
    return f'<div class="treescore">{_STYLE}{"".join(parts)}</div>'


def _table(head: Sequence[str] | None, rows: Sequence[Sequence[str]], *, strong: int | None) -> str:
    def cell(at: int, text: str) -> str:
        return f'<td class="head">{text}</td>' if at == strong else f"<td>{text}</td>"

    shown = "".join(f"<tr>{''.join(cell(at, text) for at, text in enumerate(row))}</tr>" for row in rows[:ROWS])
    top = f"<tr>{''.join(f'<th>{name}</th>' for name in head)}</tr>" if head is not None else ""
    rest = f'<p class="dim">… {len(rows) - ROWS:,} more</p>' if len(rows) > ROWS else ""
    return f"<table>{top}{shown}</table>{rest}"


def _coverage(coverage: Any) -> str:
    if not coverage.refused:
        return f'<p class="dim">{coverage.read:,} pairs: all scored</p>'
    reasons = [[escape(reason.why), f"{reason.pairs:,}"] for reason in coverage.reasons]
    line = f"{coverage.read:,} pairs: {coverage.scored:,} scored, {coverage.refused:,} refused"
    return _details(line, _table(None, reasons, strong=None))


def _details(summary: str, content: str) -> str:
    return f'<details><summary class="dim">{escape(summary)}</summary>{content}</details>'


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _titles(figures: Iterable[str]) -> list[str]:
    return list(figures)[:6]


def _title(key: str) -> str:
    return {"f1": "F1", "las": "LAS", "uas": "UAS", "struct_iou": "Struct-IoU"}.get(key, key.replace("_", " "))


_PER_PAIR = {"crossing", "distance"}


def _number(value: float | None, key: str) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if key in _PER_PAIR else f"{100 * value:.2f}"


def _signed(value: float | None, key: str) -> str:
    if value is None:
        return "–"
    scaled = value if key in _PER_PAIR else 100 * value
    return f"{scaled:+.2f}".replace("-", "−")


def _plain(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(one)}" for key, one in value.items())
    return str(value)


def _trees(numbers: Sequence[int]) -> str:
    if not numbers:
        return "–"
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
