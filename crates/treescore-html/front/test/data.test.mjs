// Data in: base64, inflate, index, records.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync, constants } from "node:zlib";
import { data } from "./fixture.mjs";
import { load } from "./load.mjs";
import { random } from "./trees.mjs";

const { fromBase64, inflate, inflateHere, readIndex, Chunk, Store, openChunk, skipRecord, readPair, unpackChunk, joinWords } = await load("base64", "inflate", "index", "decode", "chunks");

test("base64 gives the bytes back", () => {
  const next = random(5);
  for (const size of [0, 1, 2, 3, 1000]) {
    const bytes = Uint8Array.from({ length: size }, () => next() * 256);
    assert.deepEqual(fromBase64(Buffer.from(bytes).toString("base64")), bytes);
  }
});

test("the fallback inflates what zlib deflates", () => {
  const next = random(11);
  for (let round = 0; round < 120; round++) {
    const size = Math.floor(next() ** 3 * 90000), alphabet = [1, 2, 8, 60, 256][round % 5];
    const bytes = Buffer.from(Uint8Array.from({ length: size }, () => next() * alphabet));
    for (const options of [{ level: 0 }, { level: 1 }, { level: 9 }, { strategy: constants.Z_FIXED }, { strategy: constants.Z_HUFFMAN_ONLY }]) {
      assert.ok(Buffer.from(inflateHere(deflateRawSync(bytes, options))).equals(bytes), `round ${round}, ${JSON.stringify(options)}`);
    }
  }
});

test("cut or wrong data is an error, not a loop", () => {
  const whole = deflateRawSync(Buffer.from("the old maps of the northern coast ".repeat(40)));
  for (let size = 0; size < whole.length; size++) assert.throws(() => inflateHere(whole.subarray(0, size)));
  const next = random(3);
  for (let round = 0; round < 400; round++) {
    const noise = Uint8Array.from({ length: 200 }, () => next() * 256);
    try { inflateHere(noise); } catch (error) { assert.ok(error instanceof Error); }
  }
});

test("the browser's way and ours agree", async () => {
  const bytes = deflateRawSync(Buffer.from("harbour ".repeat(5000)));
  assert.deepEqual(await inflate(bytes), inflateHere(bytes));
  await assert.rejects(inflate(bytes.subarray(0, 20)));
});

const KINDS = [
  ["plain", {}], ["cells", { cells: true }], ["times", { times: true }], ["discontinuous", { discontinuous: true }], ["hostile", { hostile: true }],
  ["deep", { deep: 200000, pairs: 5, systems: ["heron"] }], ["word fates", { wordFates: true }], ["one system", { systems: ["heron"], refused: 0 }], ["several chunks", { pairs: 700 }],
  ["one pair", { pairs: 1 }], ["everything", { cells: true, discontinuous: true, hostile: true, pairs: 90 }],
];

/** What was written, as the reader shows it. */
const picture = (text) => text.replace(/[\u0000-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)));

function sameTree(read, written) {
  assert.deepEqual(read.words.map((w) => [w.text, w.tag, w.role, w.parent]), written.words.map((w) => [picture(w.text), w.tag, w.role, w.node]));
  assert.deepEqual(read.words.map((w) => w.time), written.words.map((w) => (w.time ? w.time.map((t) => t / 1000) : null)));
  assert.deepEqual(read.nodes.map((n) => [n.label, n.counts, n.parent, n.depth, n.start, n.end]), written.nodes.map((n) => [n.label, n.counts, n.parent, n.depth, n.start, n.end]));
  read.nodes.forEach((n, i) => assert.deepEqual(n.stretches, written.nodes[i].stretches));
}

for (const [name, options] of KINDS) {
  test(`records are read as they were written: ${name}`, async () => {
    const { meta, rows, chunks, index, pairs } = data(options);
    const columns = readIndex(inflateHere(fromBase64(index)), meta.pairs, meta.systems.length);
    const store = new Store(meta, columns, (c) => chunks[c]);
    for (let row = 0; row < meta.pairs; row++) {
      assert.equal(columns.words[row], rows[row].words);
      rows[row].systems.forEach((s, k) => {
        assert.ok(Object.is(columns.systems[k].value[row], Math.fround(s.value)));
        for (const key of ["gold", "system", "matched", "missing", "relabelled", "extra", "crossing", "refusal"]) assert.equal(columns.systems[k][key][row], s[key]);
      });
      const pair = await store.pair(row), written = pairs[row];
      assert.equal(pair.number, row + 1);
      assert.equal(pair.id, written.id);
      sameTree(pair.gold, written.gold);
      assert.equal(await store.text(row), joinWords(pair.gold.words.filter((w) => w.role !== 2).map((w) => w.text).join(" ")));
      pair.systems.forEach((side, k) => {
        const other = written.systems[k];
        assert.equal(side.status, other.status);
        assert.deepEqual(side.refused, other.refused && { ...other.refused });
        if (other.tree) sameTree(side.tree, other.tree); else assert.equal(side.tree, null);
        assert.deepEqual(side.cells, meta.hasCells && other.cells ? other.cells : null);
        if (other.refused) return;
        const fates = [...side.tree.nodes, ...side.tree.words].map((item) => item.fate && [item.fate.verdict, item.fate.partner, item.fate.worth]);
        const expected = [...other.fates.map((f) => f && [f.verdict, f.partner, meta.hasWorth && f.partner >= 0 ? Math.round(f.worth * 10000) / 10000 : null])];
        assert.deepEqual(fates.filter(Boolean), expected.filter(Boolean));
        const verdicts = side.goldFates.slice(0, pair.gold.nodes.length).map((f) => f?.verdict);
        assert.equal(verdicts.filter((v) => v === "missing").length, other.counts.missing);
        assert.equal(verdicts.filter((v) => v === "relabelled").length, other.counts.relabelled);
      });
    }
  });

  test(`skipping and reading go equally far: ${name}`, async () => {
    const { meta, rows, chunks } = data(options);
    const refused = (pair, system) => rows[pair - 1].systems[system].refusal !== 0;
    for (const text of chunks) {
      const bytes = inflateHere(fromBase64(text)), one = openChunk(bytes), two = openChunk(bytes), end = one.string;
      while (one.number < end) {
        assert.equal(skipRecord(one, meta, refused), readPair(two, meta, refused).number);
        assert.deepEqual([one.number, one.string], [two.number, two.string]);
      }
      assert.equal(one.string, bytes.length);
      assert.equal((await unpackChunk(text, meta, refused)).size, new Chunk(bytes, meta, refused).size);
    }
  });
}

test("an index of the wrong size is an error", () => {
  assert.throws(() => readIndex(new Uint8Array(10), 3, 1), /10 bytes instead of 144/);
});
