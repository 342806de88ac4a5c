// The search language, filters and sorts, addresses, numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { data } from "./fixture.mjs";
import { load } from "./load.mjs";

const m = await load("query", "filter", "address", "format", "index", "inflate", "base64", "chunks", "match");
const open = (options) => {
  const made = data(options);
  const index = m.readIndex(m.inflateHere(m.fromBase64(made.index)), made.meta.pairs, made.meta.systems.length);
  return { ...made, columns: index, spread: m.spreads(index) };
};
const report = open({});
const { meta } = report;

test("terms are read", () => {
  for (const [text, expected] of [
    ["coast", [{ kind: "text", text: "coast", negated: false }]],
    ["-coast", [{ kind: "text", text: "coast", negated: true }]],
    ["\"northern coast\"", [{ kind: "phrase", text: "northern coast", negated: false }]],
    ["-\"a b\" x", [{ kind: "phrase", text: "a b", negated: true }, { kind: "text", text: "x", negated: false }]],
    ["label:PP gold:NP sys:VP", [["either", "PP"], ["gold", "NP"], ["system", "VP"]].map(([side, label]) => ({ kind: "label", side, label, negated: false }))],
    ["mark:missing mark:crossing", [{ kind: "mark", mark: "missing", negated: false }, { kind: "mark", mark: "cross", negated: false }]],
    ["relabel:ADJP>VP", [{ kind: "relabel", gold: "ADJP", system: "VP", negated: false }]],
    ["f1<80 F1>=12.5", [{ kind: "value", system: null, operator: "<", number: 80, negated: false }, { kind: "value", system: null, operator: ">=", number: 12.5, negated: false }]],
    ["f1:2>=79.5 -f1:1>f1:2", [{ kind: "value", system: 1, operator: ">=", number: 79.5, negated: false }, { kind: "better", system: 0, operator: ">", other: 1, negated: true }]],
    ["-words>30", [{ kind: "words", operator: ">", number: 30, negated: true }]],
    ["refused disagree", [{ kind: "refused", negated: false }, { kind: "disagree", negated: false }]],
    ["doc:harbour-03", [{ kind: "document", name: "harbour-03", negated: false }]],
    ["\"refused\"", [{ kind: "phrase", text: "refused", negated: false }]],
    ["   ", []],
  ]) assert.deepEqual(m.parseQuery(text, meta), { terms: expected, mistakes: [] }, text);
});

test("mistyped terms are named with their place", () => {
  for (const [text, place] of [
    ["coast lable:NP", [6, 14]], ["label:", [0, 6]], ["label:QQ", [0, 8]], ["mark:wrong", [0, 10]], ["f1<", [0, 3]], ["f1:9<80", [0, 7]], ["f1:1>f1:9", [0, 9]], ["f1>f1:2", [0, 7]], ["words:1>3", [0, 9]], ["f1<8x", [0, 5]], ["size>3", [0, 6]],
    ["relabel:NP", [0, 10]], ["relabel:NP>QQ", [0, 13]], ["doc:nowhere", [0, 11]], ["\"open", [0, 5]], ["\"\"", [0, 2]], ["-", [0, 1]], ["constructor:x", [0, 13]], ["mark:toString", [0, 13]],
  ]) {
    const { mistakes } = m.parseQuery(text, meta);
    assert.deepEqual([mistakes.length, mistakes[0]?.from, mistakes[0]?.to], [1, ...place], text);
    assert.ok(mistakes[0].why.length > 5);
  }
});

test("any text is a query, and nothing throws", () => {
  for (const text of ["%", "::", "a:b:c", ">", "\"\"\"", "-\"", "((", "toString", "__proto__:x", "mark:__proto__", "mark:toString", "\u0000", "<script>", "f1<<3"]) m.parseQuery(text, meta);
});

test("toggles add and remove a term", () => {
  assert.equal(m.toggleTerm("", "mark:missing", meta), "mark:missing");
  assert.equal(m.toggleTerm("coast mark:missing", "mark:missing", meta), "coast");
  assert.equal(m.toggleTerm("mark:crossing x", "mark:cross", meta), "x");
  assert.equal(m.hasTerm("-mark:missing", "mark:missing", meta), false);
});

test("text of the corpus stays out of addresses", () => {
  assert.equal(m.publicPart("coast label:PP \"old maps\" -f1<80 -lamp lable:x", meta), "label:PP -f1<80");
});

const rowsOf = (query, system = 0) => [...m.filterRows(m.parseQuery(query, meta).terms, meta, report.columns, system, report.spread)];

test("filters agree with the rows one by one", () => {
  const { rows } = report;
  const all = (keep) => rows.map((row, i) => i).filter((i) => keep(rows[i]));
  for (const [query, system, keep] of [
    ["", 0, () => true],
    ["-coast -label:PP label:NP", 0, () => true],
    ["mark:missing", 0, (r) => r.systems[0].missing > 0],
    ["-mark:missing mark:relabel", 1, (r) => r.systems[1].missing === 0 && r.systems[1].relabelled > 0],
    ["words>12", 0, (r) => r.words > 12],
    ["words=2", 0, (r) => r.words === 2],
    ["f1<90", 2, (r) => r.systems[2].refusal === 0 && Math.round(r.systems[2].value * 1e4) / 100 < 90],
    ["f1=100", 0, (r) => r.systems[0].value === 1],
    ["f1:2>90", 0, (r) => r.systems[1].refusal === 0 && Math.round(r.systems[1].value * 1e4) / 100 > 90],
    ["f1:1>f1:2", 2, (r) => r.systems[0].refusal + r.systems[1].refusal === 0 && r.systems[0].value > r.systems[1].value],
    ["refused", 2, (r) => r.systems[2].refusal > 0],
    ["-refused", 2, (r) => r.systems[2].refusal === 0],
    ["doc:HARBOUR-02", 0, (r) => r.document === 1],
    ["disagree", 0, (r) => new Set(r.systems.map((s) => (s.refusal ? 0 : Math.fround(s.value)))).size > 1],
  ]) assert.deepEqual(rowsOf(query, system), all(keep), query);
});

test("sorts are stable and put refused pairs first, unknown ones last", () => {
  const index = report.columns, all = m.filterRows([], meta, index, 2, report.spread);
  const value = (row) => (index.systems[2].refusal[row] ? -1 : Number.isNaN(index.systems[2].value[row]) ? 2 : index.systems[2].value[row]);
  const by = (key) => [...all].sort((a, b) => key(a) - key(b) || a - b);
  const wrong = (row) => { const s = index.systems[2]; return s.relabelled[row] + s.extra[row] + s.crossing[row]; };
  assert.deepEqual([...m.sortRows(all, "f1", index, 2, report.spread)], by(value));
  assert.deepEqual([...m.sortRows(all, "wrong", index, 2, report.spread)], by((row) => -wrong(row)));
  assert.deepEqual([...m.sortRows(all, "len", index, 2, report.spread)], by((row) => -index.words[row]));
  assert.deepEqual([...m.sortRows(all, "disagree", index, 2, report.spread)], by((row) => -report.spread[row]));
  assert.deepEqual([...m.sortRows(all, "file", index, 2, report.spread)], [...all]);
});

test("search in records", async () => {
  const store = new m.Store(meta, report.columns, (c) => report.chunks[c]);
  const chunk = await m.unpackChunk(report.chunks[0], meta, store.refused);
  const places = Array.from({ length: chunk.size }, (_, i) => i);
  const find = (query, system = 0) => [...m.searchChunk(chunk, places, m.parseQuery(query, meta).terms, system)].filter((p) => p !== null);
  const text = (i) => report.pairs[i].gold.words.map((w) => w.text).join(" ").toLowerCase();
  assert.deepEqual(find("SHOP \"northern coast\""), [16]);
  assert.deepEqual(find("\"northern coas\""), []);
  assert.deepEqual(find("har"), places.filter((i) => text(i).includes("har")));
  assert.deepEqual(find("-har"), places.filter((i) => !text(i).includes("har")));
  assert.ok(find("relabel:ADJP>VP").includes(16));
  assert.ok(!find("relabel:VP>ADJP").includes(16));
  assert.deepEqual(find("gold:WHNP"), [16]);
  assert.deepEqual(find("gold:PP -sys:PP"), places.filter((i) => report.pairs[i].gold.nodes.some((n) => n.label === "PP") && !report.pairs[i].systems[0].tree.nodes.some((n) => n.label === "PP")));
});

test("50,000 rows are filtered and sorted as one by one", () => {
  const n = 50000, make = (f) => Uint32Array.from({ length: n }, (_, i) => f(i));
  const columns = () => ({ value: Float32Array.from({ length: n }, (_, i) => ((i * 7919) % 10007) / 10007), gold: make((i) => i % 40), system: make((i) => i % 41), matched: make((i) => i % 30), missing: make((i) => i % 5), relabelled: make((i) => i % 3), extra: make((i) => i % 4), crossing: make((i) => i % 7), refusal: make((i) => (i % 97 === 0 ? 1 : 0)) });
  const index = { pairs: n, words: make((i) => i % 60), document: make(() => 0), slot: make((i) => i), systems: [columns(), columns(), columns()] };
  const spread = m.spreads(index), { terms } = m.parseQuery("mark:missing words>5 f1<90 -refused", meta);
  const { value } = index.systems[0], all = Array.from({ length: n }, (_, i) => i);
  const kept = (row) => row % 5 > 0 && row % 60 > 5 && row % 97 > 0 && Math.round(value[row] * 10000) < 9000;
  const worth = (row) => (row % 97 === 0 ? -1 : value[row]); // refused pairs come first
  for (const [list, wanted] of [[terms, all.filter(kept)], [[], all]]) {
    const rows = m.sortRows(m.filterRows(list, meta, index, 0, spread), "f1", index, 0, spread);
    assert.deepEqual([...rows], wanted.sort((a, b) => worth(a) - worth(b) || a - b));
  }
});

test("pairs that are of one system each", () => {
  const columns = (entries) => ({ value: Float32Array.from(entries, (entry) => entry.value ?? NaN), gold: Uint32Array.from(entries, (entry) => entry.gold ?? 0), system: new Uint32Array(entries.length), refusal: Uint32Array.from(entries, (entry) => entry.refusal ?? 0) });
  const ofAll = (...systems) => m.owners({ hasCells: true }, { pairs: systems[0].length, systems: systems.map(columns) });
  assert.deepEqual([...ofAll([{ value: 1 }, {}, {}, {}, {}], [{}, { refusal: 2 }, { gold: 3 }, {}, { value: 0 }])], [0, 1, 1, -1, 1]);
  assert.equal(ofAll([{ value: 1 }, {}], [{ value: 0.5 }, { value: 1 }]), null, "a pair of two systems");
  assert.equal(ofAll([{ value: 1 }]), null, "one system");
  assert.equal(m.owners({ hasCells: false }, { pairs: 2, systems: [columns([{ value: 1 }, {}]), columns([{}, { value: 1 }])] }), null, "pairs in order are of all systems");
  const separate = { ...meta, isSeparate: true };
  for (const term of ["disagree", "f1:1>f1:2"]) {
    assert.match(m.parseQuery(term, separate).mistakes[0].why, /each row is of one system/, term);
    assert.deepEqual(m.parseQuery(term, meta).mistakes, [], term);
  }
});

test("addresses are read and written", () => {
  for (const [hash, change] of [
    ["#", {}], ["#how", { anchor: "how" }], ["#chart=length", { anchor: "chart-length" }],
    ["#s=1234", { page: "sentences", pair: 1234 }],
    ["#s=17&sys=plover&v=map&mode=mirror&fold=0&b=9-14:NP", { page: "sentences", pair: 17, system: "plover", view: "map", mode: "mirror", fold: false, bracket: "9-14:NP" }],
    ["#q=label:PP+f1<80&sort=len", { page: "sentences", query: "label:PP f1<80", sort: "len" }],
    ["#q=", { page: "sentences" }],
    ["#s=3&q=mark:extra&sys=a+b%26c", { page: "sentences", pair: 3, query: "mark:extra", system: "a b&c" }],
  ]) {
    const address = m.parseAddress(hash);
    assert.deepEqual(address, { ...m.HOME, ...change }, hash);
    assert.equal(m.formatAddress(address), hash);
  }
});

test("unknown parts of addresses are ignored", () => {
  assert.deepEqual(m.parseAddress("#s=5&x=1&v=nothing&sort=odd&mode=upside&fold=maybe&b=zzz"), { ...m.HOME, page: "sentences", pair: 5 });
  assert.equal(m.parseAddress("#s=abc").pair, 0);
  assert.equal(m.parseAddress("#q=%E0%A4").query, "%E0%A4");
  for (const hash of ["#%", "#&&&", "#=", "#s", "#__proto__=1"]) m.parseAddress(hash);
});

test("numbers as people see them", () => {
  for (const [shown, expected] of [
    [m.count(0), "0"], [m.count(1204), "1,204"], [m.count(-1234567), "\u22121,234,567"], [m.percent(0.7586), "75.86"], [m.percent(NaN), "\u2013"], [m.decimal(-0.001), "0.00"], [m.decimal(-0.36), "\u22120.36"],
    [m.headlineShort(meta, 1), "100"], [m.headlineShort(meta, 0.7586), "75.9"], [m.headline({ ...meta, unit: "fraction" }, 0.5), "0.5000"], [m.plural(1, "word"), "1 word"], [m.plural(1200, "word"), "1,200 words"],
  ]) assert.equal(shown, expected);
});
