"""The conditions of the study: what the systems said, and what is made of the parses of the reference words."""

import dataclasses

import trees

SEED = 1
WORD_RATES = [0, 5, 10, 15, 20, 25, 30, 35, 40]
BOUNDARY_RATES = [0, 10, 20, 30, 40, 50]
SYSTEMS = {"clean-ref": "gold-clean", "wer10": "gold-clean", "wer25": "gold-clean", "disfl-ref": "gold-disfl", "disfl-wer15": "gold-disfl"}
# With and without repairs in what was said: parses of the reference words, and their gold.
SAID = {"removed": ("clean-ref", "gold-clean"), "left in": ("disfl-ref", "gold-disfl")}
# The factorial design has the rates that the systems' output has.
FACTOR_WORDS, FACTOR_JOINED, FACTOR_CUT = 15, 20, 15
NO_EDITS = ["--set", "edits=none"]


@dataclasses.dataclass
class Condition:
    """Gold and system, each a list of files, and options for how they are scored."""

    name: str
    gold: list
    system: list
    options: list = dataclasses.field(default_factory=list)


class Maker:
    """Writes the trees of conditions to a folder."""

    def __init__(self, data, folder):
        self.data, self.folder = data / "speech", folder
        self.parses = {name: self.read(self.files(name)) for name in ("clean-ref", "disfl-ref", "disfl-wer15")}
        self.gold = {name: self.read(self.files(name)) for name in ("gold-clean", "gold-disfl")}
        self.words = trees.Words([tree for side in self.gold["gold-clean"] for tree in side])

    def files(self, name):
        return sorted((self.data / name).glob("side*.gold" if name.startswith("gold") else "side*.hyp"))

    def read(self, files):
        return [trees.read_file(file) for file in files]

    def written(self, name, sides):
        """Files with these trees, a file for each side."""
        folder = self.folder / name.replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        files = []
        for number, side in enumerate(sides, 1):
            files.append(folder / f"side{number:02}.trees")
            files[-1].write_text("".join(f"{tree}\n" for tree in side), encoding="utf-8")
        return files

    def disturbed(self, name, base, change):
        """A condition whose trees are those of the parses of the reference words, changed. `change` gets a side and its seed."""
        sides = [change(side, f"{SEED} {number}") for number, side in enumerate(self.parses[base], 1)]
        return Condition(name, self.files(SYSTEMS[base]), self.written(name, sides))

    # --- the groups of conditions -------------------------------------------------------------------------------------

    def systems(self):
        return [Condition(name, self.files(gold), self.files(name)) for name, gold in SYSTEMS.items()]

    def word_errors(self):
        return [self.disturbed(f"words {rate}", "clean-ref", self.with_word_errors(rate)) for rate in WORD_RATES]

    def with_word_errors(self, rate):
        return lambda side, seed: trees.wrong_words(side, rate / 100, self.words, seed)

    def boundary_errors(self):
        ways = {
            "beside": lambda side, rate, seed: trees.joined(side, rate, seed, trees.beside),
            "attached": lambda side, rate, seed: trees.joined(side, rate, seed, trees.attached),
            "cut": trees.cut,
        }
        for way, change in ways.items():
            for rate in BOUNDARY_RATES:
                yield self.disturbed(f"{way} {rate}", "clean-ref", lambda side, seed: change(side, rate / 100, seed))

    def factorial(self):
        """Edits removed or left in × words right or wrong × boundaries right or wrong."""
        for edits, (base, _) in SAID.items():
            for words in ("right", "wrong"):
                for boundaries in ("right", "wrong"):
                    change = self.factor(words == "wrong", boundaries == "wrong")
                    yield self.disturbed(factor_name(edits, words, boundaries), base, change)

    def factor(self, has_word_errors, has_boundary_errors):
        def change(side, seed):
            if has_boundary_errors:
                side = trees.joined(side, FACTOR_JOINED / 100, seed, trees.attached)
                side = trees.cut(side, FACTOR_CUT / 100, seed)
            return self.with_word_errors(FACTOR_WORDS)(side, seed) if has_word_errors else side

        return change

    def edits(self):
        """Repairs marked and known to the recipe; marked, but unknown; and not marked at all, in one or both of the sides."""
        gold, bare = self.files("gold-disfl"), trees.without_edit_labels
        bare_gold = self.written("edits gold without labels", [bare(side) for side in self.gold["gold-disfl"]])
        for system in ("disfl-ref", "disfl-wer15"):
            files = self.files(system)
            without = self.written(f"edits {system} without labels", [bare(side) for side in self.parses[system]])
            yield Condition(f"{system}: as it is", gold, files)
            yield Condition(f"{system}: recipe without edits", gold, files, NO_EDITS)
            yield Condition(f"{system}: system's trees without labels", gold, without)
            yield Condition(f"{system}: no labels in either", bare_gold, without)


def factor_name(edits, words, boundaries):
    return f"factorial {edits} words {words} boundaries {boundaries}"
