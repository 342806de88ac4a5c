"""Generated pairs in the style of the Penn Treebank: a root, labels with functions, tags, punctuation; mistakes in the system's trees."""

import random

TAGS = ("NN", "NNS", "VBD", "VBZ", "IN", "DT", "JJ", "RB", "PRP", "CC")
LABELS = ("NP", "VP", "PP", "SBAR", "ADJP", "ADVP", "S", "NP-SBJ", "PP-LOC", "NP-TMP")
MISTAKES = 0.12


def brackets(draw, words, depth=0):
    """A random tree over words, as nested lists: [label, child, ...] and (tag, word)."""
    if len(words) == 1 and (depth == 0 or draw.random() < 0.7):
        return words[0]
    if len(words) == 1:
        return [draw.choice(LABELS), words[0]]
    parts = min(len(words), draw.choice((2, 2, 2, 3, 4)))
    cuts = sorted(draw.sample(range(1, len(words)), parts - 1))
    return [draw.choice(LABELS), *(brackets(draw, words[a:b], depth + 1) for a, b in zip([0, *cuts], [*cuts, len(words)]))]


def disturb(draw, node):
    """The same words with other labels, and with brackets that are gone."""
    if isinstance(node, tuple):
        return [(draw.choice(TAGS), node[1])] if node[0] != "." and draw.random() < MISTAKES / 4 else [node]
    children = [child for old in node[1:] for child in disturb(draw, old)]
    if draw.random() < MISTAKES / 2 and len(children) > 1:
        return children
    return [[draw.choice(LABELS) if draw.random() < MISTAKES / 2 else node[0], *children]]


def text(node):
    if isinstance(node, tuple):
        return f"({node[0]} {node[1]})"
    return f"({node[0]} {' '.join(map(text, node[1:]))})"


def make(number, seed=1, longest=45):
    """Gold and system trees, as two lists of text."""
    draw = random.Random(seed)
    gold, system = [], []
    for _ in range(number):
        length = min(longest, max(3, round(draw.gammavariate(4, 6))))
        words = [(draw.choice(TAGS), f"w{draw.randint(0, 9999)}") for _ in range(length)] + [(".", ".")]
        tree = ["S", *(child for child in [brackets(draw, words[:-1]), words[-1]])]
        gold.append(f"(TOP {text(tree)})")
        system.append(f"(TOP {' '.join(map(text, disturb(draw, tree)))})")
    return gold, system
