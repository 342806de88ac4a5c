"""Results as HTML for notebooks: one element, no script, no request, every text escaped, ink in the page's colour."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from treescore._frames import write_figure

MOST_ROWS = 30

_STYLE = (
    "<style>.treescore table{border-collapse:collapse;color:currentColor;font-variant-numeric:tabular-nums}"
    ".treescore th,.treescore td{padding:.15em .6em;text-align:right;border:0;background:none}"
    ".treescore th:first-child,.treescore td:first-child{text-align:left}"
    ".treescore thead th,.treescore .dim{opacity:.65;font-weight:normal}"
    ".treescore tbody tr{background:none}.treescore code{font-size:85%;overflow-wrap:anywhere}</style>"
)
_CROSSED = '<td class="dim">–</td>'


def score(value: Any) -> str:
    """Show a score: its averages, what was refused, its signature."""
    measure = value.to_dict()["measures"][0]
    found = measure["scores"][0]
    figures = _shown(measure)
    within = found["within_cutoff"]
    averages = [
        ("corpus", found["scored"]["corpus"]),
        ("all pairs", found["all_pairs"]["corpus"] if found["coverage"]["refused"] else None),
        (f"≤ {within['words']} words" if within else "", within["corpus"] if within else None),
        ("sentence mean", found["scored"]["sentence_mean"]),
    ]
    if measure["average"] == "sentence":
        averages = [averages[3], averages[1], averages[2], averages[0]]
    rows = [[name, *(_figure(figure, row) for figure in figures)] for name, row in averages if row]
    head = [value.system or "", *(figure["title"] for figure in figures)]
    return _page(_table(head, rows), _coverage(found["coverage"]), _signature(found["signature"]))


def report(value: Any) -> str:
    """Show a report: a table for each measure, one row for each system, intervals as small pictures."""
    parts = []
    for measure in value.to_dict()["measures"]:
        headline = measure["figures"][0]
        against = {
            row["system"]: row
            for row in measure.get("comparisons") or []
            if row["figure"] == headline["key"] and row["average"] == measure["average"]
        }
        intervals = [_headline_interval(found, headline, measure["average"]) for found in measure["scores"]]
        picture = _axis([ends for ends in intervals if ends])
        group = "corpus" if measure["average"] == "corpus" else "sentence_mean"
        rows = []
        for found, ends in zip(measure["scores"], intervals, strict=True):
            row = against.get(found["system"])
            rows.append(
                [
                    found["system"],
                    _figure(headline, found["scored"][group]),
                    _number(headline, ends[0]) + " – " + _number(headline, ends[2]) if ends else None,
                    _Markup(picture(ends)) if ends else None,
                    _figure(headline, found["all_pairs"][group]),
                    _signed(headline, row["difference"]) if row else "",
                    _p(row["test"]["p"]) if row else "",
                ]
            )
        head = ["system", headline["title"], "95 % interval", "", "all pairs", "Δ", "p"]
        parts += [f"<div>{escape(measure['name'])}</div>", _table(head, rows)]
        first = measure["scores"][0]["system"] if measure["scores"] else ""
        if against:
            parts.append(f'<div class="dim">Δ, p: against {escape(first)} over all pairs</div>')
    return _page(*parts)


def comparison(value: Any) -> str:
    """Show a comparison: one row for each difference."""
    rows = [
        [
            row.figure,
            row.reference,
            row.system,
            *(_written(row.figure, x) for x in (row.reference_value, row.system_value)),
            _written(row.figure, row.delta, "+"),
            _range(row.figure, row.low, row.high),
            _p(row.p),
            f"{row.reference_better} : {row.system_better} : {row.equal}",
        ]
        for row in value
    ]
    head = ["figure", "reference", "system", "", "", "Δ", "interval", "p", "better : better : equal"]
    return _page(_table(head, rows), f'<div class="dim">over {value.pairs} pairs</div>', _signature(value.signature))


def pairs(value: Any) -> str:
    """Show the worst ten pairs, not the first ten."""
    worst = value.worst(10)
    headline = next(iter(worst[0].figures), "") if worst else ""
    counts = [name for name in ("matched", "gold", "system", "correct") if worst and name in worst[0].figures.counts]
    rows = [
        [
            row.pair,
            row.words,
            row.refused or _written(headline, row.figures[headline]),
            *(row.figures.counts[name] for name in counts),
        ]
        for row in worst
    ]
    more = len(value) - len(worst)
    rest = f'<div class="dim">… {more:,} more</div>' if more > 0 else ""
    return _page(_table(["pair", "words", headline, *counts], rows), rest)


def alignment(value: Any) -> str:
    """Show aligned words, gold above system."""
    parts = []
    for pair in value[:MOST_ROWS]:
        rows = [[side, *(" ".join(getattr(cell, side)) for cell in pair.cells)] for side in ("gold", "system")]
        marks = {"same": "", "retok": "=", "equiv": "~", "diff": "≠", "gold": "−", "system": "+"}
        rows.append(["", *(str(marks.get(cell.kind, cell.kind)) for cell in pair.cells)])
        numbers = " / ".join(", ".join(map(str, side)) or "–" for side in (pair.gold, pair.system))
        parts += [f'<div class="dim">{escape(numbers)}</div>', _table([], rows)]
    more = len(value) - MOST_ROWS
    if more > 0:
        parts.append(f'<div class="dim">… {more:,} more</div>')
    return _page(*parts)


def phrases(value: Any) -> str:
    """Show the numbers of a phrase model."""
    rows = [
        [name.replace("_", " "), f"{number:.4f}" if isinstance(number, float) else number]
        for name, number in value.to_dict().items()
        if _is_number(number)
    ]
    return _page(_table([], rows), _signature(value.signature))


class _Markup(str):
    """Text that is HTML already."""


def _page(*parts: str) -> str:
    return f'<div class="treescore">{_STYLE}{"".join(parts)}</div>'


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    top = "".join(f"<th>{escape(str(name))}</th>" for name in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows[:MOST_ROWS])
    more = len(rows) - MOST_ROWS
    rest = f'<div class="dim">… {more:,} more</div>' if more > 0 else ""
    return f"<table>{f'<thead><tr>{top}</tr></thead>' if top else ''}<tbody>{body}</tbody></table>{rest}"


def _cell(value: object) -> str:
    if value is None:
        return _CROSSED
    return f"<td>{value if isinstance(value, _Markup) else escape(str(value))}</td>"


def _shown(measure: Mapping[str, Any]) -> list[Any]:
    """Give the figures that tables show, the headline first."""
    shown = [figure for figure in measure["figures"] if figure["rank"] > 0]
    return sorted(shown, key=lambda figure: -figure["rank"])


def _figure(figure: Mapping[str, Any], values: Mapping[str, Any]) -> str | None:
    value = values.get(figure["key"])
    return None if value is None else _number(figure, value)


def _number(figure: Mapping[str, Any], value: float) -> str:
    unit = figure["unit"]
    return f"{100 * value:.2f}" if unit == "percent" else f"{value:.4f}" if unit == "fraction" else f"{value:.2f}"


def _signed(figure: Mapping[str, Any], value: float | None) -> str | None:
    return None if value is None else ("−" if value < 0 else "+") + _number(figure, abs(value))


def _written(figure: str, value: float | None, sign: str = "") -> str | None:
    return None if value is None else write_figure(figure, value, sign)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float))


def _p(value: float | None) -> str | None:
    return None if value is None else "<0.0001" if value < 0.0001 else f"{value:.4f}"


def _range(figure: str, low: float | None, high: float | None) -> str | None:
    if low is None or high is None:
        return None
    return f"{write_figure(figure, low)} – {write_figure(figure, high)}"


def _coverage(coverage: Mapping[str, Any]) -> str:
    if not coverage["refused"]:
        return f"<div>{coverage['read']:,} pairs: all scored</div>"
    reasons = "".join(f"<li>{reason['pairs']:,} {escape(reason['why'])}</li>" for reason in coverage["reasons"])
    summary = f"{coverage['read']:,} pairs: {coverage['scored']:,} scored, {coverage['refused']:,} refused"
    return f"<details><summary>{summary}</summary><ul>{reasons}</ul></details>"


def _signature(text: str) -> str:
    return f'<details class="dim"><summary>signature</summary><code>{escape(text)}</code></details>'


_Ends = tuple[float, float, float]


def _headline_interval(found: Mapping[str, Any], headline: Mapping[str, Any], average: str) -> _Ends | None:
    """Give low end, value and high end of the headline over the scored pairs."""
    for row in found.get("intervals") or []:
        if (row["figure"], row["average"], row["over"]) == (headline["key"], average, "scored"):
            interval = row["interval"]
            if interval["low"] is not None:
                return interval["low"], row["value"], interval["high"]
    return None


def _axis(intervals: Iterable[_Ends]) -> Any:
    """Give a function that draws an interval on an axis that all share."""
    ends = [end for interval in intervals for end in interval]
    low, width = (min(ends), (max(ends) - min(ends)) or 1.0) if ends else (0.0, 1.0)

    def place(value: float) -> str:
        return f"{5 + 110 * (value - low) / width:.1f}"

    def draw(interval: _Ends) -> str:
        begin, middle, end = (place(value) for value in interval)
        return (
            '<svg width="120" height="12" role="img" aria-hidden="true">'
            f'<line x1="{begin}" x2="{end}" y1="6" y2="6" stroke="currentColor"/>'
            f'<circle cx="{middle}" cy="6" r="3" fill="currentColor"/></svg>'
        )

    return draw
