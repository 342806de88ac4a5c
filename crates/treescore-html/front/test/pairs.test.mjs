// Columns of a pair, what is folded, what cuts what, and copies, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";
import { read } from "./trees.mjs";

const { commonColumns, ownColumns, toColumns, cutsApart, brackets, visible, cut, isRightToLeft, spellOut } = await load("columns", "model", "export", "text");

const tree = (text) => {
  const { words, nodes } = read(text);
  return { words: words.map((w) => ({ text: w.text, tag: w.tag, role: w.role, parent: w.node, fate: null, time: null })), nodes };
};
const side = (system, status, cells = null) => ({ status, tree: tree(system), refused: null, goldFates: [], cells: cells && cells.map(([gold, system]) => ({ kind: "same", gold, system })) });
/** "She/She ∅/uh" */
const spell = (gold, other, hasTimes = false) => {
  const a = tree(gold), columns = commonColumns(a, other, hasTimes);
  if (!columns) return null;
  const at = (half, words, c) => half.slots.filter((s) => s.from <= c && c < s.to).map((s) => s.words.map((w) => words[w].text).join("_") || "∅").join("+");
  return Array.from({ length: columns.count }, (_, c) => `${at(columns.gold, a.words, c)}/${at(columns.system, other.tree.words, c)}${columns.compared[c + 1] > columns.compared[c] ? "" : "·"}`).join(" ");
};

test("common columns: words, cells, deleted words", () => {
  for (const [why, gold, other, expected] of [
    ["same words", "(S (A a) (B b) (. .))", side("(S (A a) (B b) (. .))", 1), "a/a b/b ./.·"],
    ["empty elements have none", "(S (A a) (-NONE- *) (B b))", side("(S (A a) (-NONE- *) (B b))", 1), "a/a b/b"],
    ["one to one, a deleted word on one side", "(S (A a) (, ,) (B b))", side("(S (A a) (B c))", 2), "a/a ,/∅· b/c"],
    ["deleted words that are equal share", "(S (A a) (`` ``) (B b) (. .))", side("(S (A a) (`` \") (B c) (. .))", 2), "a/a ``/\"· b/c ./.·"],
    ["cells", "(S (A a) (B b-c) (D d))", side("(S (A a) (U uh) (B b) (C c))", 2, [[1, 1], [0, 1], [1, 2], [1, 0]]), "a/a ∅/uh· b-c/b_c d/∅·"],
    ["a bracket inside a cell cuts it", "(S (A a) (B b-c))", side("(S (A a) (X (B b)) (C c))", 2, [[1, 1], [1, 2]]), "a/a b-c/b b-c/c"],
    ["other numbers of words", "(S (A a))", side("(S (A a) (B b))", 2), null],
  ]) assert.equal(spell(gold, other), expected, why);
  assert.equal(spell("(S (A a) (B b))", side("(S (A c) (B d))", 2), true), null, "times: no common columns");
});

test("stretches of words as stretches of columns", () => {
  const columns = ownColumns(tree("(S (A a) (-NONE- *) (B b) (C c))"));
  assert.deepEqual(toColumns(columns, [[0, 4]]), [[0, 3]]);
  assert.deepEqual(toColumns(columns, [[0, 1], [2, 3]]), [[0, 2]], "an empty element parts nothing");
  assert.deepEqual(toColumns(columns, [[0, 1], [3, 4]]), [[0, 1], [2, 3]]);
  assert.deepEqual(toColumns(columns, [[1, 2]]), [], "nothing but an empty element");
});

test("what cuts what", () => {
  for (const [a, b, expected] of [
    [[[0, 2]], [[1, 3]], true], [[[0, 2]], [[2, 3]], false], [[[0, 4]], [[1, 3]], false], [[[0, 2]], [[0, 2]], false],
    [[[0, 1], [3, 4]], [[1, 2]], false], [[[0, 1], [3, 4]], [[2, 4]], true], [[[0, 2], [4, 7]], [[2, 7]], true], [[], [[0, 1]], false],
  ]) {
    assert.equal(cutsApart(a, b), expected, JSON.stringify([a, b]));
    assert.equal(cutsApart(b, a), expected, JSON.stringify([b, a]));
  }
});

test("brackets are read back as they were", () => {
  for (const text of ["(S (NP (DT a) (NN b)) (VP (V c)))", "(S (A 0=a) (X (B 1=b) (D 3=d)) (C 2=c))"]) {
    const copied = brackets(tree(text));
    assert.deepEqual(tree(copied), tree(text), copied);
  }
  const odd = tree("(S (A a))");
  odd.words[0].text = "(x y)";
  assert.equal(brackets(odd), "(S (A -LRB-x_y-RRB-))");
});

test("words as pictures show them", () => {
  assert.equal(cut("x".repeat(40), 32), `${"x".repeat(31)}…`);
  assert.equal(Array.from(cut("👩".repeat(40), 32)).length, 32);
  assert.equal(visible("\u200b"), "<U+200B>");
  assert.equal(visible(""), "∅");
  assert.equal(isRightToLeft(["1", ".", "שלום"]), true);
  assert.equal(isRightToLeft(["1", "abc", "שלום"]), false);
  for (const [text, expected, why] of [
    ["br\u200bead", "br<U+200B>ead", "zero width"], ["\u202eover", "<U+202E>over", "direction"], ["a\u200db", "a<U+200D>b", "a joiner of nothing"],
    ["\u0645\u06cc\u200c\u0634\u0648\u062f", "\u0645\u06cc\u200c\u0634\u0648\u062f", "a joiner of letters"], ["\u{1f469}\u200d\u{1f467}", "\u{1f469}\u200d\u{1f467}", "a joiner of pictures"],
    ["N\u202eP", "N<U+202E>P", "overrides of direction"], ["a\u001b[31m\u0000b\u007f", "a\u241b[31m\u2400b\u2421", "control characters have pictures"],
    ["a\u0085b\ufffe", "a<U+0085>b<U+FFFE>", "what has no picture, and what XML forbids, is a number"],
  ]) assert.equal(spellOut(text), expected, why);
});
