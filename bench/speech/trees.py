"""Trees as words and brackets, and the errors that the study puts into them.

Every error is decided by numbers that are drawn for its place in any case, so that the errors of a low rate are among those of a higher
one, and curves over the rate do not jump for reasons of luck.
"""

import collections
import dataclasses
import random
import re

TOKEN = re.compile(r"[()]|[^\s()]+")
ROOT, EDIT = "TOP", "EDITED"
# Substitutions, deletions and insertions come as in the recogniser's output that the data folder has.
KINDS = (("substitute", 0.61), ("delete", 0.23), ("insert", 0.16))


@dataclasses.dataclass
class Tree:
    """Words are (tag, word). Brackets are (label, start, end) in the order in which they open; the first is the root."""

    words: list
    brackets: list

    def __str__(self):
        parts, ends, at = [], [], 0
        for number, (tag, word) in enumerate(self.words):
            while at < len(self.brackets) and self.brackets[at][1] <= number:
                parts.append(f"({self.brackets[at][0]} ")
                ends.append(self.brackets[at][2])
                at += 1
            parts.append(f"({tag} {word})")
            while ends and ends[-1] == number + 1:
                ends.pop()
                parts.append(")")
            parts.append(" ")
        return "".join(parts).replace(" )", ")").strip()


def read(text):
    """One tree. Its words all have tags, as parsers print them."""
    words, brackets, path = [], [], []
    tokens = TOKEN.findall(text)
    for at, token in enumerate(tokens):
        if token == "(":
            label = tokens[at + 1]
            if tokens[at + 2] == "(":
                path.append(len(brackets))
                brackets.append((label, len(words), None))
            else:
                path.append(None)
                words.append((label, tokens[at + 2]))
        elif token == ")":
            closed = path.pop()
            if closed is not None:
                label, start, _ = brackets[closed]
                brackets[closed] = (label, start, len(words))
    return Tree(words, brackets)


def read_file(path):
    return [read(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def rewritten(tree, heard):
    """A tree with none, one or more words in the place of each; brackets that are left empty are gone."""
    words, places = [], [0]
    for some in heard:
        words += some
        places.append(len(words))
    moved = [(label, places[start], places[end]) for label, start, end in tree.brackets]
    return Tree(words, [one for one in moved if one[1] < one[2]])


# --- word errors ------------------------------------------------------------------------------------------------------


class Words:
    """Plausible recognition errors: words with the same first letter, and the most frequent words."""

    def __init__(self, trees):
        tags, self.by_letter = {}, collections.defaultdict(list)
        counts = collections.Counter()
        for tree in trees:
            for tag, word in tree.words:
                tags.setdefault(word, tag)
                counts[word] += 1
                self.by_letter[word[0]].append(word)
        self.frequent = [(tags[word], word) for word, _ in counts.most_common(50)]

    def instead(self, word, drawn):
        others = self.by_letter[word[0]]
        found = others[int(drawn * len(others))]
        return found if found != word else self.frequent[int(drawn * len(self.frequent))][1] + "s"

    def inserted(self, drawn):
        return self.frequent[int(drawn * len(self.frequent))]


def kind_of(drawn):
    for kind, share in KINDS:
        if drawn < share:
            return kind
        drawn -= share
    return KINDS[-1][0]


def wrong_words(trees, rate, words, seed):
    """Trees with this share of their words substituted, deleted, or followed by an inserted one, its sister. The brackets stay."""
    numbers, result = random.Random(seed), []
    for tree in trees:
        heard = []
        for tag, word in tree.words:
            strikes, kind, drawn = numbers.random() < rate, kind_of(numbers.random()), numbers.random()
            if not strikes:
                heard.append([(tag, word)])
            elif kind == "substitute":
                heard.append([(tag, words.instead(word, drawn))])
            else:
                heard.append([] if kind == "delete" else [(tag, word), words.inserted(drawn)])
        made = rewritten(tree, heard)
        if made.words:
            result.append(made)
    return result


# --- boundary errors --------------------------------------------------------------------------------------------------


def beside(one, other):
    """Two utterances under one root: their children become siblings."""
    shift = len(one.words)
    moved = [(label, start + shift, end + shift) for label, start, end in other.brackets[1:]]
    root = (one.brackets[0][0], 0, shift + len(other.words))
    return Tree(one.words + other.words, [root, *one.brackets[1:], *moved])


def attached(one, other):
    """The second utterance becomes the last part of the first one's sentence, as a parser makes it that gets both as one."""
    whole, made = len(one.words), beside(one, other)
    label, start, end = made.brackets[1]
    if (start, end) == (0, whole):
        made.brackets[1] = (label, 0, len(made.words))
    return made


def joined(trees, rate, seed, join):
    """Trees with this share of the boundaries between them lost."""
    numbers, result = random.Random(seed), []
    for tree in trees:
        is_lost = numbers.random() < rate
        if is_lost and result:
            result[-1] = join(result[-1], tree)
        else:
            result.append(tree)
    return result


def cut(trees, rate, seed):
    """Trees of which this share is cut in two, between any two words; both parts keep the brackets that cover them."""
    numbers, result = random.Random(seed), []
    for tree in trees:
        is_cut, drawn = numbers.random() < rate, numbers.random()
        if is_cut and len(tree.words) > 1:
            place = 1 + int(drawn * (len(tree.words) - 1))
            before, after = [[word] for word in tree.words[:place]], [[word] for word in tree.words[place:]]
            result.append(rewritten(tree, before + [[]] * len(after)))
            result.append(rewritten(tree, [[]] * len(before) + after))
        else:
            result.append(tree)
    return result


# --- speech repairs ---------------------------------------------------------------------------------------------------


def without_edit_labels(trees):
    """Trees whose repairs are not marked: what was in an edit stays, the bracket goes."""
    return [Tree(tree.words, [one for one in tree.brackets if one[0] != EDIT]) for tree in trees]
