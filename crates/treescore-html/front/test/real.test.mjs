// Real reports, made by the program TREESCORE: what the script unpacks is what the program says elsewhere, and every page opens.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch } from "../chromium.mjs";
import { load } from "./load.mjs";

const program = process.env.TREESCORE ?? "";
const examples = join(dirname(fileURLToPath(import.meta.url)), "../../../../examples");
const skip = existsSync(program) ? false : "SKIPPED: TREESCORE names no program";

const REPORTS = {
  plain: ["gold.trees", "heron.trees", "wren.trees"],
  nodes: ["gold.trees", "heron.trees", "-m", "tree-node"],
  worth: ["gold.trees", "heron.trees", "-m", "struct-iou"],
  aligned: ["harbour.gold", "harbour.e2e", "--align"],
  groups: ["harbour.gold", "harbour.e2e", "harbour.gold", "--align", "--sentences", "all"],
  timed: ["speech.gold.trees", "speech.asr.trees", "-m", "struct-iou", "--gold-times", "speech.gold.ctm", "--system-times", "speech.asr.ctm"],
  capped: ["gold.trees", "heron.trees", "--sentences", "3"],
};

let folder, browser;
const run = (args) => {
  try { return execFileSync(program, args, { cwd: examples, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 }); }
  catch (error) { if (error.status === 1) return error.stdout; throw error; } // some pairs were refused
};
const file = (name) => join(folder, `${name}.html`);

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "treescore-real-"));
  for (const [name, args] of Object.entries(REPORTS)) run(["report", ...args, "-o", file(name)]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const block = (html, id) => html.split(`id="${id}">`)[1].split("</script>")[0];

/** Everything in a report, unpacked. */
async function unpacked(name) {
  const { inflate, fromBase64, readIndex, openChunk, readPair } = await load("inflate", "base64", "index", "decode");
  const html = readFileSync(file(name), "utf8"), meta = JSON.parse(block(html, "meta"));
  const bytes = async (id) => inflate(fromBase64(block(html, id)));
  const index = readIndex(await bytes("index"), meta.pairs, meta.systems.length);
  const refused = (pair, system) => index.systems[system].refusal[pair - 1] > 0;
  const pairs = [];
  for (let chunk = 0; chunk * meta.chunk < meta.stored; chunk++) {
    const cursor = openChunk(await bytes(`c${chunk}`));
    for (let at = 0; at < Math.min(meta.chunk, meta.stored - chunk * meta.chunk); at++) pairs.push(readPair(cursor, meta, refused));
  }
  return { meta, index, pairs };
}

const count = (fates, verdict) => fates.filter((fate) => fate?.verdict === verdict).length;

test("brackets and their fates are those of --per-sentence and diff", { skip }, async () => {
  const { meta, index, pairs } = await unpacked("plain");
  const rows = run(["gold.trees", "heron.trees", "-f", "jsonl", "--per-sentence"]).trim().split("\n").map((line) => JSON.parse(line)).filter((row) => row.counts);
  assert.equal(pairs.length, 24);
  assert.equal(meta.systems[0].name, "heron");
  assert.ok(rows.length >= 24, "rows of pairs");
  for (const pair of pairs) {
    const row = rows.find((row) => row.pair === pair.number), system = index.systems[0], at = pair.number - 1;
    assert.deepEqual([system.matched[at], system.gold[at], system.system[at], system.crossing[at]], [row.counts.matched, row.counts.gold, row.counts.system, row.counts.crossing], `pair ${pair.number}`);
    const side = pair.systems[0], nodes = side.tree.nodes.map((node) => node.fate);
    assert.equal(count(nodes, "matched"), row.counts.matched, `matched of pair ${pair.number}`);
    assert.equal(count(side.goldFates, "missing"), system.missing[at], `missing of pair ${pair.number}`);
    assert.equal(count(nodes, "relabelled"), system.relabelled[at]);
    assert.equal(count(nodes, "crossing") + count(nodes, "extra"), system.crossing[at] + system.extra[at]);
  }
  assert.equal(pairs.filter((pair) => pair.systems[1].refused).length, 3, "refused pairs of wren");
});

test("groups of several systems are in the order of gold", { skip }, async () => {
  const { pairs } = await unpacked("groups");
  const text = (pair) => pair.gold.words.map((word) => word.text).join(" ");
  const first = [...new Set(pairs.filter((pair) => pair.systems[1].tree).map(text))];
  assert.ok(first.length > 1 && pairs.length > first.length, "both systems have groups");
  const places = pairs.map((pair) => first.findIndex((gold) => text(pair).startsWith(gold.split(" ").slice(0, 3).join(" "))));
  assert.deepEqual(places.filter((at) => at >= 0), places.filter((at) => at >= 0).sort((a, b) => a - b), "one group after the other");
  assert.deepEqual(pairs.map((pair) => pair.number), pairs.map((_, at) => at + 1));
});

test("charts fit every width, with letters of one size", { skip }, async () => {
  for (const width of [320, 480, 700, 1000, 1280, 1600]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(pathToFileURL(file("plain")).href);
    const charts = await page.$$eval(".drawn", (all) => all.map((box) => {
      const shown = [...box.children].filter((child) => child.getBoundingClientRect().height > 0);
      const svg = shown[0]?.querySelector("svg");
      return { shown: shown.length, room: box.parentElement.clientWidth, wide: svg?.getBoundingClientRect().width, drawn: svg?.viewBox.baseVal.width };
    }));
    assert.ok(charts.length >= 4, `${charts.length} charts`);
    for (const { shown, room, wide, drawn } of charts) {
      assert.equal(shown, 1, `one drawing at ${width}`);
      assert.ok(wide <= room && Math.abs(wide - drawn) < 1, `${wide} of ${drawn} in ${room} at ${width}`);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `no sideways scrolling at ${width}`);
    await page.close();
  }
});

test("charts are whole on paper", { skip }, async () => {
  const page = await browser.newPage({ viewport: { width: 720, height: 900 } });
  await page.goto(pathToFileURL(file("plain")).href);
  const shapes = () => page.$$eval(".drawn :is(rect, line, path, circle, text)", (all) => all.filter((shape) => shape.getClientRects().length > 0).length);
  const onScreen = await shapes();
  await page.emulateMedia({ media: "print" });
  assert.ok(onScreen > 50 && await shapes() === onScreen, "nothing is hidden");
  await page.close();
});

test("links of charts find as many sentences as they say", { skip }, async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(pathToFileURL(file("plain")).href);
  const links = await page.$$eval("#chart-scatter a[href^='#q='], #chart-distribution a", (all) =>
    all.map((link) => ({ href: link.getAttribute("href"), tip: link.getAttribute("data-tip") })));
  assert.ok(links.length > 10, `${links.length} links`);
  for (const { href, tip } of links) {
    const said = Number(/(?:on )?([\d,]+)(?: sentences?\b|$)/.exec(tip)[1].replace(",", ""));
    await page.evaluate((hash) => { location.hash = hash; }, href);
    await page.waitForSelector("#count");
    const counted = await page.textContent("#count");
    assert.equal(Number(/^[\d,]+/.exec(counted)[0].replace(",", "")), said, `${href}: ${tip}, but ${counted}`);
  }
  await page.close();
});

for (const name of Object.keys(REPORTS)) {
  test(`every page of a real report opens: ${name}`, { skip }, async () => {
    const { meta, pairs } = await unpacked(name);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } }), noise = [];
    page.on("console", (message) => noise.push(message.text()));
    page.on("pageerror", (error) => noise.push(String(error)));
    page.on("request", (request) => { if (!/^(file|data|blob):/.test(request.url())) noise.push(request.url()); });
    await page.goto(pathToFileURL(file(name)).href);
    assert.ok((await page.textContent("h1")).length > 0);
    const views = ["trees", "map", ...(meta.hasCells ? ["tokens"] : []), ...(meta.hasTimes ? ["times"] : [])];
    for (const pair of pairs.slice(0, 8)) {
      for (const system of meta.systems) {
        for (const view of views) {
          await page.evaluate((hash) => { location.hash = hash; }, `#s=${pair.number}&sys=${system.name}&v=${view}`);
          await page.waitForSelector(".vhead h2");
        }
      }
    }
    const shown = await page.evaluate(() => document.body.innerText);
    assert.doesNotMatch(shown, /\bNaN\b|\bundefined\b/);
    assert.deepEqual(noise, []);
    await page.close();
  });
}
