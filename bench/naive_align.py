#!/usr/bin/env python3
"""The naive way to align two files of trees: the whole table of the edit distance of their characters.

    bench/naive_align.py GOLD SYSTEM

Prints how many characters are equal on the best way, and how many points of it are edges of tokens, and of trees, on both sides. Time and
memory grow with the product of the lengths of the texts: for comparison at small sizes only.
"""

import re
import sys
from pathlib import Path

CHANGE, GAP = 5, 3
DIAGONAL, DOWN, RIGHT = 0, 1, 2


def text(path):
    """The characters of all words, and at which of them tokens and trees end."""
    letters, tokens, trees, depth = [], {0}, {0}, 0
    for bracket, _, word in re.findall(r"([()])\s*([^\s()]*)\s*([^\s()]*)", path.read_text(encoding="utf-8")):
        depth += 1 if bracket == "(" else -1
        if bracket == "(" and word:
            letters.extend(word.lower())
            tokens.add(len(letters))
        if depth == 0:
            trees.add(len(letters))
    return letters, tokens, trees


def ways(gold, system):
    """For every point of the table the last step of the best way to it."""
    costs = [GAP * column for column in range(len(system) + 1)]
    table = [bytearray([RIGHT] * len(costs))]
    for row, letter in enumerate(gold, 1):
        steps, before = bytearray([DOWN] * len(costs)), costs
        costs = [GAP * row]
        for column, other in enumerate(system, 1):
            best, step = before[column - 1] + (0 if letter == other else CHANGE), DIAGONAL
            if before[column] + GAP < best:
                best, step = before[column] + GAP, DOWN
            if costs[-1] + GAP < best:
                best, step = costs[-1] + GAP, RIGHT
            costs.append(best)
            steps[column] = step
        table.append(steps)
    return table


def main():
    (gold, gold_tokens, gold_trees), (system, system_tokens, system_trees) = map(text, map(Path, sys.argv[1:3]))
    table, row, column = ways(gold, system), len(gold), len(system)
    equal = tokens = trees = 0
    while row or column:
        tokens += row in gold_tokens and column in system_tokens
        trees += row in gold_trees and column in system_trees
        step = table[row][column]
        equal += step == DIAGONAL and gold[row - 1] == system[column - 1]
        row, column = row - (step != RIGHT), column - (step != DOWN)
    print(f"{equal} equal characters, {tokens} common edges of tokens, {trees} of trees")


if __name__ == "__main__":
    main()
