"""Plots as SVG: panels side by side, with lines or points. No fonts from elsewhere; the colours follow the reader's light or dark theme."""

import dataclasses
import math

WIDTH, HEIGHT, GAP = 380, 360, 20
LEFT, RIGHT, TOP, BOTTOM = 58, 366, 44, 286
# For light and dark: both have enough contrast on their background. Dashes and shapes say the same as colours.
COLOURS = [("#0b6e4f", "#5fd3a8"), ("#b23a0e", "#ff9e6b"), ("#34558f", "#8fb4f5"), ("#7a4988", "#d3a4e3"), ("#6b6b00", "#d9d36b"), ("#555555", "#bbbbbb")]
DASHES = ["", "7 4", "2 3", "9 3 2 3", "12 4", "4 2"]
STYLE = """<style>
.sheet { fill: #ffffff } .ink { fill: #222222 } .grid { stroke: #d8d8d8; fill: none } .line { fill: none; stroke-width: 2.2 }
%s
@media (prefers-color-scheme: dark) {
.sheet { fill: #16181c } .ink { fill: #e4e4e4 } .grid { stroke: #3c4046 }
%s
}
</style>"""


@dataclasses.dataclass
class Series:
    """Points of one name, joined by lines if that is asked for. `colour` counts through the colours; equal ones belong together."""

    name: str
    points: list
    colour: int
    has_line: bool = True
    radius: float = 3.2


@dataclasses.dataclass
class Panel:
    """One pair of axes."""

    title: str
    across: str
    up: str
    series: list


def colours(which):
    return "\n".join(f".c{number} {{ stroke: {pair[which]} }} .f{number} {{ fill: {pair[which]} }}" for number, pair in enumerate(COLOURS))


def text(x, y, content, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="ink"{more}>{content}</text>'


def ticks(low, high):
    """Round numbers that cover a range, and their distance."""
    rough = max(high - low, 1e-9) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * one for one in (1, 2, 5, 10) if power * one >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def mark(x, y, series):
    """A circle or a square or a diamond, by colour, so that colour is not needed."""
    r, shape = series.radius, series.colour % 3
    if shape == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" class="f{series.colour}"/>'
    turn = f' transform="rotate(45 {x:.1f} {y:.1f})"' if shape == 2 else ""
    return f'<rect x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r}" height="{2 * r}" class="f{series.colour}"{turn}/>'


def cloud(placed, series):
    """Many points as one path, which is a tenth of the text; the ends of its empty strokes are the marks."""
    path, cap = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in placed), "square" if series.colour % 3 else "round"
    return f'<path d="{path}" fill="none" class="c{series.colour}" stroke-width="{2 * series.radius}" stroke-linecap="{cap}" stroke-opacity="0.6"/>'


def axes(panel, across, up, place):
    """Title, grid, numbers and names of the axes."""
    yield text((LEFT + RIGHT) / 2, 24, panel.title, more=' font-size="15"')
    for value in across:
        x, _ = place(value, up[0])
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{BOTTOM}" class="grid"/>' + text(x, BOTTOM + 17, f"{value:g}")
    for value in up:
        _, y = place(across[0], value)
        yield f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>' + text(LEFT - 7, y + 4, f"{value:g}", "end")
    yield text((LEFT + RIGHT) / 2, BOTTOM + 37, panel.across)
    middle = (TOP + BOTTOM) / 2
    yield text(16, middle, panel.up, more=f' transform="rotate(-90 16 {middle})"')


def body(panel, across, up):
    """One panel in its own coordinates."""

    def place(x, y):
        right = (x - across[0]) / (across[-1] - across[0])
        higher = (y - up[0]) / (up[-1] - up[0])
        return LEFT + right * (RIGHT - LEFT), BOTTOM - higher * (BOTTOM - TOP)

    yield from axes(panel, across, up, place)
    for series in panel.series:
        placed = [place(*point) for point in series.points]
        if series.has_line:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
            dashes = DASHES[series.colour % len(DASHES)]
            yield f'<polyline points="{path}" class="line c{series.colour}" stroke-dasharray="{dashes or "none"}"/>'
            yield from (mark(x, y, series) for x, y in placed)
        else:
            yield cloud(placed, series)


def legend(panels, columns):
    """Every name once, below the panels, in as many columns as panels."""
    seen = {}
    for panel in panels:
        for series in panel.series:
            seen.setdefault(series.name, series)
    per_column = math.ceil(len(seen) / columns)
    for number, series in enumerate(seen.values()):
        x, y = LEFT + (number // per_column) * (WIDTH + GAP), HEIGHT + 18 * (number % per_column)
        dashes = DASHES[series.colour % len(DASHES)] or "none"
        line = f'<line x1="{x}" x2="{x + 34}" y1="{y}" y2="{y}" class="line c{series.colour}" stroke-dasharray="{dashes}"/>'
        yield (line if series.has_line else "") + mark(x + 17, y, dataclasses.replace(series, radius=3.2)) + text(x + 42, y + 4, series.name, "start")


def sheet(title, panels):
    """The plot. Panels that have the same name at an axis share its range, so that they can be compared."""
    spans = {}
    for panel in panels:
        for name, at in ((panel.across, 0), (panel.up, 1)):
            spans.setdefault((name, at), []).extend(point[at] for series in panel.series for point in series.points)
    spans = {key: ticks(min(values), max(values)) for key, values in spans.items()}
    columns = len(panels)
    parts = []
    for number, panel in enumerate(panels):
        inside = "\n".join(body(panel, spans[panel.across, 0], spans[panel.up, 1]))
        parts.append(f'<g transform="translate({number * (WIDTH + GAP)} 0)">\n{inside}\n</g>')
    names = list(legend(panels, columns))
    height, width = HEIGHT + 18 * math.ceil(len(names) / columns) + 8, columns * WIDTH + (columns - 1) * GAP
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="12.5" role="img">')
    style = STYLE % (colours(0), colours(1))
    return "\n".join([head, f"<title>{title}</title>", style, f'<rect width="{width}" height="{height}" class="sheet"/>', *parts, *names, "</svg>", ""])
