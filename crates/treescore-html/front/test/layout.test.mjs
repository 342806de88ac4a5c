// The layout's rules, one by one. Its twin in Rust gives the same numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { layout } = await load("layout");

/** Nodes from "parent start-end[,start-end] label-width". */
const nodes = (...lines) => lines.map((line) => {
  const [parent, stretches, label] = line.split(" ");
  return { parent: Number(parent), stretches: stretches.split(",").map((s) => s.split("-").map(Number)), label: Number(label) };
});
const levels = (result) => result.nodes.map((node) => node.level);

test("a node stands one above its highest child node", () => {
  for (const [why, lines, expected] of [
    ["words only", ["-1 0-3 0"], [1]],
    ["a chain stacks", ["-1 0-1 0", "0 0-1 0", "1 0-1 0"], [3, 2, 1]],
    ["the highest child decides", ["-1 0-4 0", "0 0-1 0", "0 1-4 0", "2 2-4 0"], [3, 1, 2, 1]],
    ["two roots", ["-1 0-1 0", "-1 1-3 0", "1 1-2 0"], [1, 2, 1]],
  ]) assert.deepEqual(levels(layout({ columns: [10, 10, 10, 10], gap: 15, nodes: nodes(...lines) })), expected, why);
});

test("hulls that overlap on one level: the wider moves up, and its ancestors with it", () => {
  // A letter arrived yesterday from the coast .   NP = A letter … from the coast
  const tree = nodes("-1 0-8 8", "0 0-2,4-7 16", "1 0-2 16", "1 4-7 16", "3 5-7 16", "0 2-4 16", "5 3-4 30");
  assert.deepEqual(levels(layout({ columns: Array(8).fill(20), gap: 8, nodes: tree })), [4, 3, 1, 2, 1, 2, 1]);
  const equal = nodes("-1 0-4 0", "0 0-1,2-3 0", "0 1-2,3-4 0");
  assert.deepEqual(levels(layout({ columns: Array(4).fill(20), gap: 8, nodes: equal })), [3, 1, 2], "equal hulls: the leftmost stays");
  const apart = nodes("-1 0-6 0", "0 0-1,2-3 0", "0 1-2 0", "0 3-6 0");
  assert.deepEqual(levels(layout({ columns: Array(6).fill(20), gap: 8, nodes: apart })), [3, 2, 1, 1], "only what overlaps moves");
});

test("columns hold contents and gap; a wide label widens its longest stretch evenly, inner labels first", () => {
  const widths = (input) => layout(input).columns.map((column) => column.width);
  assert.deepEqual(widths({ columns: [10, 30], gap: 15, nodes: [] }), [25, 45]);
  assert.deepEqual(widths({ columns: [10, 10], gap: 8, nodes: nodes("-1 0-2 60") }), [38, 38]);
  assert.deepEqual(widths({ columns: [10, 10], gap: 8, nodes: nodes("-1 0-2 60", "0 0-1 24") }), [49, 27], "inner first");
  assert.deepEqual(widths({ columns: [10, 10, 10], gap: 8, nodes: nodes("-1 0-1,2-3 14") }), [30, 18, 18], "leftmost of equal stretches");
  assert.deepEqual(widths({ columns: [10, 10, 10, 10], gap: 8, nodes: nodes("-1 0-1,2-4 40") }), [18, 18, 28, 28], "the longest stretch");
});

test("bars are inset, labels stand over the middle of the longest bar", () => {
  const result = layout({ columns: [10, 10, 30], gap: 10, nodes: nodes("-1 0-1,2-3 0", "-1 0-3 0") });
  assert.deepEqual(result.columns, [{ x: 0, width: 20 }, { x: 20, width: 20 }, { x: 40, width: 40 }]);
  assert.deepEqual(result.nodes[0].bars, [[5, 15], [45, 75]]);
  assert.equal(result.nodes[0].middle, 10);
  assert.equal(result.nodes[1].middle, 40);
  assert.equal(result.width, 80);
});

test("nothing at all has a size, too", () => {
  assert.deepEqual(layout({ columns: [], gap: 15, nodes: [] }), { width: 0, levels: 0, columns: [], nodes: [] });
});

test("200,000 levels, continuous and discontinuous, and 100,000 columns", () => {
  const depth = 200_000;
  const chain = Array.from({ length: depth }, (_, i) => ({ parent: i - 1, stretches: [[0, 2]], label: 10 }));
  const deep = layout({ columns: [10, 10], gap: 15, nodes: chain });
  assert.equal(deep.levels, depth);
  assert.equal(deep.nodes[0].level, depth);
  const broken = chain.map((node, i) => i === 0 ? { ...node, stretches: [[0, 3]] } : { ...node, stretches: [[0, 1], [2, 3]] });
  assert.equal(layout({ columns: [10, 10, 10], gap: 15, nodes: broken }).levels, depth);
  const columns = 100_000;
  const comb = Array.from({ length: columns }, (_, i) => ({ parent: i - 1, stretches: [[i, columns]], label: 10 }));
  const wide = layout({ columns: Array(columns).fill(10), gap: 15, nodes: comb });
  assert.equal(wide.width, wide.columns.reduce((sum, column) => sum + column.width, 0));
  assert.equal(wide.levels, columns);
});
