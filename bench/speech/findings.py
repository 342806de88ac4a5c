"""The tables and plots of the study, from the scores of its conditions."""

import re

import conditions
import plot
from conditions import factor_name
from figures import chosen, collapsed, correlation, effect, mean, paired

MATCHES = {"bracket": "brackets", "dependency": "dependencies", "open-class": "open class"}
TABLES = ["charniak", "charniak2000", "collins"]
WAYS = {"beside": "joined side by side", "attached": "joined, the second attached", "cut": "cut in two"}
SHOWN = [(match, labels) for match in MATCHES for labels in ("labelled", "unlabelled")]
HEAD = ["brackets", "unlabelled", "dependencies", "unlabelled", "open class", "unlabelled"]
QUALITIES = ("right", "wrong")


def table(head, rows):
    """A Markdown table; what stands behind the first column is numbers."""
    yield f"| {' | '.join(head)} |"
    yield f"|---|{'--:|' * (len(head) - 1)}"
    for row in rows:
        yield f"| {' | '.join(cell if isinstance(cell, str) else f'{cell:.2f}' for cell in row)} |"


class Findings:
    """Everything that the page says in numbers. Dependencies are those of Charniak's table, aligned, unless something else is said."""

    def __init__(self, scores, speech, corpus, original):
        self.scores, self.speech, self.corpus, self.original = scores, speech, corpus, original

    def page(self, text):
        """The page with its tables made again, each between its marks."""
        tables = {name.removeprefix("table_"): getattr(self, name) for name in dir(self) if name.startswith("table_")}
        for name, make in tables.items():
            lines = "\n".join(make())
            marks = rf"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)"
            text, found = re.subn(marks, lambda mark, lines=lines: f"{mark[1]}{lines}\n{mark[2]}", text, flags=re.S)
            if found != 1:
                raise ValueError(f"the page has {found} places for the table {name}")
        return text

    def of(self, **wanted):
        """Scores by brackets and by Charniak's table, aligned, unless told otherwise."""
        return chosen(self.scores, **{"pairing": "aligned", "heads": ["", "charniak"], **wanted})

    def row(self, condition):
        return [mean(self.of(condition=condition, match=match, labels=labels)) for match, labels in SHOWN]

    def wer(self, condition):
        return 100 * self.speech[condition]["words"]["wer_equal_words"]

    def boundary_f(self, condition):
        return 100 * self.speech[condition]["boundaries"]["f1"]

    # --- the systems and what is made of the reference parses ---------------------------------------------------------

    def table_original(self):
        rows = []
        for name, sparseval in self.original.items():
            treescore = [100 * self.corpus[name, match] for match in MATCHES]
            rows.append([name, *(one for pair in zip(treescore, sparseval) for one in pair)])
        return table(["system", *(word for match in MATCHES.values() for word in (match, "SParseval"))], rows)

    def table_systems(self):
        rows = [[name, self.wer(name), self.boundary_f(name), *self.row(name)] for name in conditions.SYSTEMS]
        return table(["system", "WER", "boundaries", *HEAD], rows)

    def table_words(self):
        rows = [[f"{rate} %", self.wer(f"words {rate}"), *self.row(f"words {rate}")] for rate in conditions.WORD_RATES]
        return table(["words struck", "WER", *HEAD], rows)

    def table_boundaries(self):
        rows = [["as they are", "0 %", self.boundary_f("cut 0"), *self.row("cut 0")]]
        for way, title in WAYS.items():
            for rate in conditions.BOUNDARY_RATES[1:]:
                rows.append([title, f"{rate} %", self.boundary_f(f"{way} {rate}"), *self.row(f"{way} {rate}")])
        return table(["utterances", "rate", "boundaries", *HEAD], rows)

    def table_edits(self):
        names = dict.fromkeys(score.condition for score in self.scores if ": " in score.condition)
        return table(["repairs", "WER", *HEAD], [[name, self.wer(name), *self.row(name)] for name in names])

    def table_heads(self):
        rows = []
        for name in conditions.SYSTEMS:
            for heads in TABLES:
                figures = [(match, labels) for match, labels in SHOWN if match != "bracket"]
                rows.append([name, heads, *(mean(self.of(condition=name, match=match, labels=labels, heads=heads)) for match, labels in figures)])
        return table(["system", "head table", *HEAD[2:]], rows)

    def table_alignment(self):
        rows = []
        for name in (*conditions.SYSTEMS, *(f"words {rate}" for rate in conditions.WORD_RATES[2::2])):
            figures = [(match, pairing) for match in ("dependency", "open-class") for pairing in ("aligned", "in order")]
            rows.append([name, *(mean(self.of(condition=name, match=match, labels="labelled", pairing=pairing)) for match, pairing in figures)])
        return table(["condition", "dependencies, aligned", "in order", "open class, aligned", "in order"], rows)

    # --- correlations and effects -------------------------------------------------------------------------------------

    def table_correlations(self):
        # What changes nothing would count the same trees again: rates of 0, and utterances side by side.
        words = [f"words {rate}" for rate in conditions.WORD_RATES[1:]]
        boundaries = [f"{way} {rate}" for way in ("attached", "cut") for rate in conditions.BOUNDARY_RATES[1:]]
        factorial, systems = self.factorial(), list(conditions.SYSTEMS)
        groups = {"the five systems": systems, "words struck": words, "boundaries": boundaries, "factorial design": factorial}
        again = self.factorial(words=["right"], boundaries=["right"])
        groups["all of these"] = [name for names in groups.values() for name in names if name not in again]
        rows = []
        for title, members in groups.items():
            bracket, dependency, opened = (self.of(condition=members, match=match) for match in MATCHES)
            one, other = paired(bracket, dependency), paired(dependency, opened)
            rows.append([title, str(len(one)), f"{correlation(one):.3f}", f"{correlation(other):.3f}"])
        rows.append(["the paper", "", ".88", ".99"])
        return table(["conditions", "points", "brackets and dependencies", "dependencies and open class"], rows)

    def factorial(self, edits=tuple(conditions.SAID), words=QUALITIES, boundaries=QUALITIES):
        return [factor_name(one, two, three) for one in edits for two in words for three in boundaries]

    def table_effects(self):
        every = {"condition": self.factorial(), "heads": ["", *TABLES]}
        only = {**every, "match": ["dependency", "open-class"], "pairing": ["aligned", "in order"]}
        factors = [
            ("words: right, 15 % wrong", {"condition": self.factorial(words=["right"])}, {"condition": self.factorial(words=["wrong"])}, every, "81.05, 68.95"),
            ("boundaries: right, wrong", {"condition": self.factorial(boundaries=["right"])}, {"condition": self.factorial(boundaries=["wrong"])}, every, "78.20, 71.80"),
            ("repairs: removed, left in", {"condition": self.factorial(edits=["removed"])}, {"condition": self.factorial(edits=["left in"])}, every, "76.49, 73.51"),
            ("labels: without, with", {"labels": "unlabelled"}, {"labels": "labelled"}, every, "better without"),
            ("open class, dependencies", {"match": "open-class"}, {"match": "dependency"}, every, "75.14, 74.88"),
            ("brackets, dependencies", {"match": "bracket"}, {"match": "dependency"}, every, "74.93, 74.88 (no difference)"),
            ("head table: charniak, collins", {"heads": "charniak"}, {"heads": "collins"}, only, "75.91, 75.14"),
            ("head table: charniak, charniak2000", {"heads": "charniak"}, {"heads": "charniak2000"}, only, "Hwa, 74.54: needs a table"),
            ("in order, aligned", {"pairing": "in order"}, {"pairing": "aligned"}, only, "75.38, 75.01"),
        ]
        rows = []
        for title, one, other, rest, paper in factors:
            levels = [self.of(**{**rest, **level}) for level in (one, other)]
            # Three head tables would count dependencies three times, and brackets once.
            found = effect(*(map(collapsed, levels) if rest is every else levels))
            rows.append([title, found.one, found.other, f"{found.difference:+.2f} ± {found.margin:.2f}", f"{found.f:,.0f}", paper])
        return table(["factor: one level, the other", "one", "other", "difference", "F(1,30)", "the paper"], rows)

    def table_interactions(self):
        levels = {
            "words": (self.factorial(words=["right"]), self.factorial(words=["wrong"])),
            "boundaries": (self.factorial(boundaries=["right"]), self.factorial(boundaries=["wrong"])),
            "repairs": (self.factorial(edits=["removed"]), self.factorial(edits=["left in"])),
        }
        rows = []
        for match, labels in SHOWN:
            row = [f"{MATCHES[match]}, {labels}"]
            for one, other in levels.values():
                pair = [mean(self.of(condition=names, match=match, labels=labels, heads=["", *TABLES])) for names in (one, other)]
                row += [*pair, f"−{100 * (1 - pair[1] / pair[0]):.1f} %"]
            rows.append(row)
        head = [word for name, ends in (("words", QUALITIES), ("boundaries", QUALITIES), ("repairs", tuple(conditions.SAID))) for word in (f"{name} {ends[0]}", ends[1], "loss")]
        return table(["F", *head], rows)

    # --- plots --------------------------------------------------------------------------------------------------------

    def plots(self):
        return {"speech-words.svg": self.plot_words(), "speech-boundaries.svg": self.plot_boundaries(), "speech-correlation.svg": self.plot_correlation()}

    def lines(self, across, names):
        """A line for each kind of match, of labelled F."""
        for colour, (match, title) in enumerate(MATCHES.items()):
            points = [(across(name), mean(self.of(condition=name, match=match, labels="labelled"))) for name in names]
            yield plot.Series(title, points, colour)

    def plot_words(self):
        across, up = "word error rate, %", "F, mean of 31 sides, %"
        panels = [plot.Panel("Words struck, brackets kept", across, up, list(self.lines(self.wer, [f"words {rate}" for rate in conditions.WORD_RATES])))]
        panels.append(plot.Panel("Without repairs: recognised and parsed", across, up, list(self.lines(self.wer, ["clean-ref", "wer10", "wer25"]))))
        return plot.sheet("F measures by word error rate", panels)

    def plot_boundaries(self):
        panels = []
        for way, title in WAYS.items():
            lines = self.lines(lambda name: float(name.split()[-1]), [f"{way} {rate}" for rate in conditions.BOUNDARY_RATES])
            panels.append(plot.Panel(title.capitalize(), "boundaries or utterances, %", "F, mean of 31 sides, %", list(lines)))
        return plot.sheet("F measures by boundary errors", panels)

    def plot_correlation(self):
        panels, kinds = [], {"the five systems": lambda name: name in conditions.SYSTEMS, "made from reference parses": lambda name: name not in conditions.SYSTEMS}
        names = dict.fromkeys(score.condition for score in self.scores if ": " not in score.condition)
        for one, other in (("bracket", "dependency"), ("dependency", "open-class")):
            series = []
            for colour, (title, belongs) in reversed(list(enumerate(kinds.items()))):
                members = [name for name in names if belongs(name)]
                pairs = paired(*(self.of(condition=members, match=match, labels="labelled") for match in (one, other)))
                series.append(plot.Series(title, pairs, colour, has_line=False, radius=1.6))
            panels.append(plot.Panel(f"{MATCHES[one]} and {MATCHES[other]}".capitalize(), f"F of {MATCHES[one]}, %", f"F of {MATCHES[other]}, %", series))
        return plot.sheet("F measures of conversation sides, one by the other", panels)
