// Layouts of made-up trees that Rust computed (crates/treescore/tests/it/draw/layouts.rs): the script gives the same numbers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

const { layout } = await load("layout");
const cases = JSON.parse(readFileSync(new URL("layouts.json", import.meta.url), "utf8"));

/** Numbers to a millionth of a pixel: both add them up in the same order. */
const rounded = (value) => JSON.parse(JSON.stringify(value, (_, part) => typeof part === "number" ? Math.round(part * 1e6) / 1e6 : part));

test("the twins give the same numbers", () => {
  assert.ok(cases.length >= 30, `${cases.length} layouts`);
  assert.ok(cases.some(({ input }) => input.nodes.some((node) => node.stretches.length > 1)), "some are discontinuous");
  cases.forEach(({ input, layout: expected }, at) => assert.deepEqual(rounded(layout(input)), rounded(expected), `layout ${at}`));
});
