// The views in a real browser, without the rest of the report.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { launch, PATIENCE } from "../chromium.mjs";
import { CASES, page as html } from "./views.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "treescore-views-"));
let browser, context, page, said;

before(async () => {
  writeFileSync(join(folder, "page.html"), await html());
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 1130, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
  context.setDefaultTimeout(PATIENCE);
});
beforeEach(async () => {
  await page?.close();
  page = await context.newPage();
  said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error.stack)));
  await page.goto(`file://${join(folder, "page.html")}`);
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const show = (view, name, options = {}) => page.evaluate(([v, c, o]) => window.show(v, c, o), [view, CASES[name] ?? name, options]);
const texts = (selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent));
const lit = () => texts("#sentence .on");
const node = (label) => page.locator(`.n[aria-label^="${label}"]`).first();
const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
/** No console message, no NaN, no sideways scrolling of the page. */
async function clean(why) {
  const found = await page.evaluate(() => ({
    nan: /NaN|undefined|Infinity/.test(document.getElementById("host").outerHTML),
    wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
  assert.deepEqual(found, { nan: false, wide: false }, why);
  assert.deepEqual(said, [], why);
}

test("every view draws every pair, wide and narrow, and says nothing on the console", async () => {
  for (const width of [1130, 420, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const view of ["trees", "map", "times", "tokens"]) {
      for (const name of Object.keys(CASES)) {
        for (const mode of view === "trees" ? [null, "side", "mirror"] : [null]) {
          await show(view, name, { mode });
          await clean(`${view} ${name} ${mode} at ${width}`);
        }
      }
    }
  }
});

test("marks: class, glyph and words of every bracket of sentence 17", async () => {
  await show("trees", "shop");
  const marked = await page.$$eval(".n.missing, .n.relabel, .n.extra, .n.cross", (all) => all.map((one) => `${one.classList[1]}: ${one.getAttribute("aria-label")}`));
  assert.deepEqual(marked.sort(), [
    "cross: NP, old maps and charts: crossing",
    "extra: ADJP, northern: extra",
    "missing: NP, charts of the northern coast: missing",
    "missing: NP, charts: missing",
    "missing: NP, old maps: missing",
    "relabel: ADJP, closed: relabelled, became VP",
    "relabel: VP, closed: relabelled, in gold ADJP",
  ]);
  assert.deepEqual(await texts(".n.missing text, .n.extra text, .n.cross text"), ["− NP", "− NP", "− NP", "× NP", "+ ADJP"]);
  assert.deepEqual(await texts(".tag.bad"), ["JJ", "VBN"]);
  assert.deepEqual(await texts("table.br tbody td:first-child"), ["≠ relabelled", "× crossing", "− missing", "− missing", "− missing", "+ extra"]);
  assert.match((await texts("table.br tbody tr:nth-child(2)"))[0], /old maps and charts cuts NP “charts of the northern coast”/);
});

test("pointing lights the same words everywhere; a crossing bracket also what it cuts", async () => {
  await show("trees", "shop");
  await node("NP, old maps and charts:").hover();
  assert.deepEqual(await lit(), ["old", "maps", "and", "charts"]);
  assert.equal(await page.locator(".ghost.on").count(), 2);
  assert.deepEqual(await page.$$eval(".n.cut", (all) => all.map((one) => one.getAttribute("aria-label"))), ["NP, charts of the northern coast: missing"]);
  assert.equal(await page.locator("table.br tr.on").count(), 1);
  await page.locator("table.br tbody tr").nth(3).hover();
  assert.deepEqual(await lit(), ["charts", "of", "the", "northern", "coast"]);
  assert.equal(await page.locator(".n.missing.on").count(), 1);
  await page.locator("#sentence span").nth(4).hover();
  assert.deepEqual(await lit(), ["closed"]);
  assert.equal(await page.locator(".n.relabel.on").count(), 2, "brackets over exactly this word");
  await page.mouse.move(5, 890);
  assert.deepEqual(await lit(), []);
});

test("words that differ: cells are lit on both sides", async () => {
  for (const mode of ["side", "mirror"]) {
    await show("trees", "cells", { mode });
    await page.locator("#sentence [data-side=system] span", { hasText: "book" }).hover();
    assert.deepEqual(await lit(), ["log-book", "log", "-", "book"], mode);
  }
});

test("a click pins and goes into the address, Escape lets go", async () => {
  await show("trees", "shop");
  await node("NP, charts of the northern coast").click();
  await page.mouse.move(5, 890);
  assert.deepEqual(await lit(), ["charts", "of", "the", "northern", "coast"]);
  assert.deepEqual(await page.evaluate(() => window.pins), ["9-14:NP"]);
  assert.equal(await page.evaluate(() => window.view.key(new KeyboardEvent("keydown", { key: "Escape" }))), true);
  assert.deepEqual(await lit(), []);
  assert.deepEqual(await page.evaluate(() => window.pins), ["9-14:NP", null]);
  assert.equal(await page.evaluate(() => window.view.key(new KeyboardEvent("keydown", { key: "Escape" }))), false);
  await page.evaluate(() => window.view.show("6-10:NP"));
  assert.deepEqual(await lit(), ["old", "maps", "and", "charts"]);
  await page.evaluate(() => window.view.show("99-100:NOPE"));
  assert.deepEqual(await lit(), []);
});

test("n and p go through the brackets that are not matched, in a ring, in every view", async () => {
  const order = [/closed/, /old maps and charts/, /old maps/, /charts of the northern coast/, /charts/, /northern/];
  for (const view of ["trees", "map"]) {
    await show(view, "shop");
    for (const expected of [...order, order[0]]) {
      await page.evaluate(() => window.view.next(1));
      assert.match(await focused(), expected, view);
    }
    await page.evaluate(() => window.view.next(-1));
    assert.match(await focused(), /northern/);
  }
  for (const [view, name] of [["tokens", "cells"], ["times", "times"]]) {
    await show(view, name);
    await page.evaluate(() => window.view.next(1));
    assert.match(await focused(), /missing|crossing|extra|relabelled/, view);
  }
});

test("arrow keys: parent, child, siblings; one tab stop for each tree", async () => {
  await show("trees", "shop", { mode: "mirror" });
  assert.deepEqual(await page.$$eval("[role=tree]", (all) => all.map((tree) => tree.querySelectorAll("[tabindex='0']").length)), [1, 1]);
  const press = async (key, expected) => { await page.keyboard.press(key); assert.match(await focused(), expected, key); };
  await page.locator("[role=tree] [tabindex='0']").first().focus();
  await press("ArrowDown", /^NP, The shop that was closed/);
  await press("ArrowRight", /^VP, sold/);
  await press("ArrowRight", /^VP, sold/);
  await press("ArrowDown", /^NP, old maps and charts of/);
  await press("ArrowUp", /^VP, sold/);
  await press("ArrowUp", /^S, /);
  await page.locator("[role=tree]").nth(1).locator("[tabindex='0']").focus();
  await press("ArrowUp", /^NP, The shop that was closed/);
  await press("ArrowDown", /^S, /);
  await page.keyboard.press("Enter");
  assert.deepEqual(await page.evaluate(() => window.pins), ["0-15:S"]);
});

test("fold: by default when long, one triangle opens by click, keys, and the tools", async () => {
  await show("trees", "shop");
  assert.equal(await page.locator(".n.fold").count(), 0);
  await show("trees", "long");
  assert.deepEqual(await page.$$eval(".word.folded", (all) => all.map((one) => one.firstChild.textContent)), ["When … wall", "the old men", "the quay", "since noon", "the hill", "to … bread"]);
  const before = await page.locator(".n.fold").count();
  await page.locator(".n.fold").first().click();
  assert.equal(await page.locator(".n.fold").count(), before - 2);
  assert.deepEqual(await page.evaluate(() => window.pins), [], "opening is not pinning");
  await page.evaluate(() => window.view.key(new KeyboardEvent("keydown", { key: "f" })));
  assert.equal(await page.locator(".n.fold").count(), 0);
  assert.deepEqual(await page.evaluate(() => window.changes), [{ fold: false }]);
  await clean();
});

test("arrangement: what fits, unless the reader decides", async () => {
  await show("trees", "shop");
  assert.equal(await page.locator("svg.picture").count(), 2);
  await page.evaluate(() => window.view.key(new KeyboardEvent("keydown", { key: "s" })));
  assert.equal(await page.locator("svg.picture").count(), 1);
  assert.deepEqual(await page.evaluate(() => window.changes), [{ mode: "mirror" }]);
  assert.equal(await page.locator("[role=radio][aria-checked=true]").textContent(), "Mirror");
  await show("trees", "shop");
  await page.setViewportSize({ width: 700, height: 800 });
  await page.waitForFunction(() => document.querySelectorAll("svg.picture").length === 1);
  await show("trees", "long", { mode: "side" });
  const [a, b] = await page.$$(".pan:has(svg.picture)");
  await a.evaluate((pan) => { pan.scrollLeft = pan.scrollWidth; });
  await page.waitForTimeout(100);
  assert.ok(await b.evaluate((pan) => pan.scrollLeft + pan.clientWidth >= pan.scrollWidth - 2), "scrolled together");
});

test("the focus stays on its bracket when the picture changes", async () => {
  await show("trees", "shop");
  await page.evaluate(() => { window.view.next(1); window.view.next(1); });
  for (const key of ["s", "f", "s"]) {
    await page.evaluate((pressed) => window.view.key(new KeyboardEvent("keydown", { key: pressed })), key);
    assert.match(await focused(), /^NP, old maps and charts: crossing/, key);
    assert.deepEqual(await lit(), ["old", "maps", "and", "charts"], key);
  }
  await page.evaluate(() => window.view.key(new KeyboardEvent("keydown", { key: "f" })));
  await node("NP, The shop:").focus();
  await page.evaluate(() => window.view.key(new KeyboardEvent("keydown", { key: "f" })));
  assert.match(await focused(), /^NP, The shop: matched, folded/);
});

test("giant trees: 200,000 levels and 3,000 words open in part, and stubs lead on", async () => {
  await page.evaluate(() => window.show("trees", window.deep(200000)));
  const levels = await page.$$eval(".n:not(.stub)", (all) => all.length);
  assert.ok(levels <= 24, `${levels} brackets`);
  assert.deepEqual((await texts(".n.stub > text")).slice(0, 2), ["⋯ 199,988 levels below", "⋯ 199,988 levels below"]);
  await page.locator(".n.stub").first().click();
  assert.ok((await texts(".n.stub > text")).includes("⋯ 7 levels above"), String(await texts(".n.stub > text")));
  await page.evaluate(() => { for (let i = 0; i < 30; i++) window.view.next(1); });
  assert.match(await focused(), /relabelled/);
  await page.evaluate(() => window.view.show("0-2:VP"));
  await clean("deep");
  await page.evaluate(() => window.show("map", window.deep(200000)));
  assert.equal(await page.locator(".outline .o[role=listitem]").count(), 800);
  await page.evaluate(() => window.view.next(-1));
  assert.match(await focused(), /deep down/);
  await page.evaluate(() => window.show("trees", window.random(3000), { fold: false }));
  assert.ok((await texts(".n.stub > text")).some((text) => / words ›$/.test(text)));
  assert.ok(await page.$$eval(".word", (all) => all.length) <= 250);
  for (let i = 0; i < 5; i++) await page.evaluate(() => window.view.next(1));
  assert.ok((await page.$$eval(".n.on", (all) => all.length)) > 0);
  await page.evaluate(() => window.show("trees", window.random(300), { mode: "mirror", fold: false }));
  assert.equal(await page.locator(".n.stub").count(), 0, "300 words are drawn whole");
  await clean("long");
});

test("odd pairs: no brackets, no words, nothing but empty elements, labels without end", async () => {
  const word = (text, role, parent) => ({ text, tag: null, role, parent, fate: null, time: null });
  const node = (label, start, end, parent = -1, depth = 0) => ({ label, counts: true, parent, depth, start, end, stretches: end > start ? [[start, end]] : [], fate: null });
  const matched = (partner) => ({ verdict: "matched", partner, worth: null });
  const scored = (tree, goldFates) => ({ status: 1, tree, refused: null, goldFates, cells: null });
  const twice = (tree) => ({ number: 1, id: "", gold: tree, systems: [scored({ words: tree.words, nodes: tree.nodes.map((one, i) => ({ ...one, fate: matched(i) })) }, tree.nodes.map((_, i) => matched(i)))] });
  for (const [why, tree] of Object.entries({
    "no brackets": { words: [word("a", 0, -1), word("b", 0, -1)], nodes: [] },
    "no words": { words: [], nodes: [node("S", 0, 0)] },
    "nothing": { words: [], nodes: [] },
    "empty elements": { words: [word("*", 2, 0)], nodes: [node("S", 0, 1)] },
    "deleted words": { words: [word(".", 1, 0)], nodes: [node("S", 0, 1)] },
    "two roots": { words: [word("a", 0, 0), word("b", 0, 1)], nodes: [node("S", 0, 1), node("T", 1, 2)] },
    "a long label": { words: [word("a", 0, 0)], nodes: [node("L".repeat(10000), 0, 1)] },
    "a label of markup": { words: [word("a", 0, 0)], nodes: [node("<img src=x onerror=alert(1)>", 0, 1)] },
  })) {
    for (const view of ["trees", "map", "times", "tokens"]) {
      for (const mode of ["side", "mirror"]) {
        await page.evaluate(([v, p, m]) => { window.show(v, p, { mode: m }); window.view.next(1); window.view.show("0-1:S"); window.view.show(null); }, [view, twice(tree), mode]);
        await clean(`${why}: ${view} ${mode}`);
      }
    }
  }
});

test("hostile words are text, cut in the picture and whole in the title", async () => {
  await show("trees", "hostile");
  const widths = await page.$$eval("svg.picture", (all) => all.map((one) => one.getBoundingClientRect().width));
  assert.ok(widths.every((width) => width < 1200), String(widths));
  assert.ok((await texts(".word title")).some((text) => text === "x".repeat(10000)));
  assert.ok((await texts(".word")).some((text) => text.startsWith("<U+200B>")), "zero width is named");
  assert.equal(await page.locator("#host script").count(), 0);
});

test("right to left: the first word is rightmost", async () => {
  await show("trees", "arabic", { mode: "mirror" });
  const x = await page.$$eval(".word", (all) => all.map((one) => one.getBoundingClientRect().x));
  assert.deepEqual([...x].sort((a, b) => b - a), x);
});

test("copies: brackets, LaTeX, SVG", async () => {
  await show("trees", "shop");
  await page.getByRole("button", { name: "Brackets" }).click();
  await page.getByText("Copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${CASES.shop.gold}\n${CASES.shop.system}\n`);
  await show("trees", "letter");
  await page.getByRole("button", { name: "Brackets" }).click();
  await page.getByText("Copied").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\(S \(NP \(NP \(DT 0=A\) \(NN 1=letter\)\) \(PP \(IN 4=from\)/);
  await show("trees", { gold: "(S (NP (NN a_b) (NN 50%)) (VP (V x{y})))", system: "(S (NN a_b) (VP (NN 50%) (V x{y})))" });
  await page.getByRole("button", { name: "LaTeX" }).click();
  await page.getByText("Copied").waitFor();
  const latex = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(latex.includes("[{S} [{NP}, missing [{NN} [{a\\_b}, tier=word]][{NN} [{50\\%}, tier=word]]]"), latex);
  assert.ok(latex.includes("[{x\\{y\\}}, tier=word]"));
  await show("trees", { gold: "(S (: ---) (V a,,-b))", system: "(S (: ---) (V a,,-b))" });
  await page.getByRole("button", { name: "LaTeX" }).click();
  await page.getByText("Copied").waitFor();
  const dashes = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(dashes.includes("[{-{}-{}-}, tier=word]") && dashes.includes("[{a,{},-b}, tier=word]"), dashes);
  await show("trees", "shop");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "SVG" }).click()]);
  assert.equal(file.suggestedFilename(), "sentence-17.svg");
  const svg = readFileSync(await file.path(), "utf8");
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(svg, /currentColor/);
  assert.doesNotMatch(svg, /role=|tabindex|aria-|var\(--|NaN/);
});

test("the time axis zooms, moves and fits again", async () => {
  await show("times", "times");
  const first = () => page.$eval(".t .whole", (one) => one.getBoundingClientRect().width);
  const whole = await first();
  await page.evaluate(() => window.view.key(new KeyboardEvent("keydown", { key: "+" })));
  assert.ok(await first() > whole * 1.4);
  const left = () => page.$eval(".t .whole", (one) => one.getBoundingClientRect().x);
  const at = await left();
  await page.locator(".pan").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(await left() < at);
  await page.evaluate(() => window.view.key(new KeyboardEvent("keydown", { key: "0" })));
  assert.equal(await first(), whole);
  await page.evaluate(() => window.view.key(new KeyboardEvent("keydown", { key: "+" })));
  const box = await page.locator(".axis").boundingBox();
  const before = await left();
  await page.mouse.move(box.x + 500, box.y + 15);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 15, { steps: 4 });
  await page.mouse.up();
  assert.ok(await left() < before - 50, "dragged");
  await clean();
});

test("how to read: closed stays closed", async () => {
  await show("trees", "shop");
  await page.locator(".how summary").click();
  await page.waitForFunction(() => localStorage.getItem("treescore-how") === "trees");
  await show("trees", "letter");
  assert.equal(await page.locator(".how[open]").count(), 0);
});

test("axe finds nothing serious", async () => {
  await page.evaluate(axe);
  for (const [view, name] of [["trees", "shop"], ["trees", "long"], ["trees", "cells"], ["map", "shop"], ["times", "times"], ["tokens", "cells"]]) {
    await show(view, name);
    const found = await page.evaluate(async () => (await window.axe.run(document.getElementById("host"))).violations
      .filter((one) => one.impact === "serious" || one.impact === "critical").map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" ")}`));
    assert.deepEqual(found, [], `${view} ${name}`);
  }
});
