// Real reports, made by the program TREESCORE: what the script unpacks is what the program says elsewhere, and every page opens.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch } from "../chromium.mjs";
import { serious } from "./axe.mjs";
import { load } from "./load.mjs";

const program = process.env.TREESCORE ?? "";
const examples = join(dirname(fileURLToPath(import.meta.url)), "../../../../examples");
const skip = existsSync(program) ? false : "SKIPPED: TREESCORE names no program";

const REPORTS = {
  plain: ["gold.trees", "heron.trees", "wren.trees"],
  nodes: ["gold.trees", "heron.trees", "-m", "tree-node"],
  worth: ["gold.trees", "heron.trees", "-m", "struct-iou"],
  aligned: ["harbour.gold", "harbour.e2e", "--align"],
  separate: ["gold.trees", "heron.trees", "plover.trees", "--align"],
  refused: ["gold.trees", "wren.trees"],
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

/** Opens a page of a report, and closes it whatever happens. */
async function visit({ path, hash = "#", width = 1280, options = {} }, act) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, ...options });
  try {
    await page.goto(pathToFileURL(path).href + hash);
    if (/[#&]s=/.test(hash)) await page.waitForSelector(".facts");
    await act(page);
  } finally {
    await page.close();
  }
}
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const name of Object.keys(REPORTS)) {
  test(`axe finds nothing serious in a real report: ${name}`, { skip }, async () => {
    const { meta, index } = await unpacked(name);
    const views = ["trees", "map", ...(meta.hasCells ? ["tokens"] : []), ...(meta.hasTimes ? ["times"] : [])];
    const hashes = ["#", "#q=", ...views.map((view) => `#s=1&v=${view}`)];
    index.systems.forEach(({ refusal }, system) => {
      const row = refusal.findIndex((reason) => reason > 0);
      if (row >= 0) hashes.push(`#s=${row + 1}&sys=${meta.systems[system].name}`);
    });
    for (const [hash, colorScheme] of [...hashes.map((hash) => [hash, "light"]), ["#", "dark"]]) {
      await visit({ path: file(name), hash, options: { bypassCSP: true, colorScheme } }, async (page) => {
        await page.waitForTimeout(250);
        assert.deepEqual(await serious(page), [], `${hash} ${colorScheme}`);
      });
    }
  });
}

test("a group of another system says whose it is, and no row claims to compare systems", { skip }, async () => {
  const { meta, index } = await unpacked("separate");
  const [heron, plover] = index.systems, row = plover.gold.findIndex((gold, at) => gold > 0 && heron.gold[at] === 0);
  assert.ok(row >= 0 && meta.pairs === 48, "each system has 24 groups");
  await visit({ path: file("separate"), hash: `#s=${row + 1}&sys=heron` }, async (page) => {
    assert.match(await page.textContent(".others"), /This group is only of plover: heron has groups of its own\. Show plover/);
    assert.match(await page.textContent(".facts .big"), /^[\d.]+$/, "the figure of plover");
    assert.match(await page.textContent(".option[aria-selected=true] .f"), /only of plover/);
    assert.match(await page.textContent(".filters"), /24 of heron, 24 of plover: each system has groups of its own/);
    assert.equal(await page.$$eval(".tog b.disagree, #sort option[value=disagree]", (all) => all.length), 0);
    await page.click("[data-part=owner]");
    await page.waitForSelector(".tree:nth-child(2)");
    assert.match(await page.evaluate(() => location.hash), /sys=plover/);
    assert.equal(await page.$(".others"), null);
    await page.fill("#q", "disagree");
    await page.waitForSelector("#wrong:not([hidden])");
    assert.match(await page.textContent("#wrong"), /each row is of one system/);
  });
  await visit({ path: file("plain"), hash: "#s=1" }, async (page) => {
    assert.equal(await page.$$eval(".tog b.disagree", (all) => all.length), 1);
    assert.equal(await page.$(".others"), null);
  });
});

test("refused pairs: brackets count as in other systems, or are not counted; no line without words", { skip }, async () => {
  const row = (index, system) => index.systems[system].refusal.findIndex((reason) => reason > 0);
  const { index, pairs } = await unpacked("plain"), at = row(index, 1);
  assert.ok(index.systems[0].gold[at] < pairs[at].gold.nodes.length, "TOP does not count");
  await visit({ path: file("plain"), hash: `#s=${at + 1}&sys=wren` }, async (page) => {
    assert.equal(await page.textContent(".tree > header span"), `${index.systems[0].gold[at]} brackets`);
  });
  const alone = await unpacked("refused");
  let empty = 0;
  for (const pair of alone.pairs.filter((pair) => pair.systems[0].refused)) {
    await visit({ path: file("refused"), hash: `#s=${pair.number}` }, async (page) => {
      assert.equal(await page.textContent(".tree > header span"), `${pair.gold.nodes.length} nodes as read: not compared with any tree`);
      assert.equal(await page.$$eval(".n:not(.uncounted):not(.fold)", (all) => all.length), 0, "nothing looks as if it counted");
      const lines = await page.$$eval(".sent", (all) => all.map((line) => [...line.querySelectorAll("[data-word]")].length));
      assert.ok(lines.every((words) => words > 0), `words of the lines: ${lines}`);
    });
    if ((pair.systems[0].tree?.words.length ?? 0) === 0) empty++;
  }
  assert.ok(empty > 0, "a refused pair without words");
});

test("what the copy buttons take is said", { skip }, async () => {
  await visit({ path: file("plain"), hash: "#s=5" }, async (page) => {
    assert.match(await page.textContent(".how"), /Brackets and LaTeX copy the trees as they are compared/);
    assert.equal(await page.getAttribute(".tools .btn:text-is('Brackets')", "title"), "copy both trees as compared in brackets");
  });
});

test("no cell of the table of brackets is cut", { skip }, async () => {
  for (const width of [320, 1280]) {
    await visit({ path: file("plain"), hash: "#s=5", width }, async (page) => {
      const cells = await page.$$eval("td.words", (all) => all.map((cell) => ({ text: cell.textContent, cut: cell.scrollWidth - cell.clientWidth })));
      assert.ok(cells.some(({ text }) => text.includes("cuts ")), "a bracket that cuts another one");
      assert.deepEqual(cells.filter(({ cut }) => cut > 0), []);
    });
  }
});

/** Overrides of direction, characters without width and raw control characters; line ends are the page's own. */
const RAW = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Texts and attributes below an element that show raw characters. */
const rawTexts = (page, root) => page.$eval(root, (element, pattern) => {
  const raw = new RegExp(pattern, "u"), found = [];
  for (const each of [element, ...element.querySelectorAll("*")]) {
    for (const name of ["aria-label", "title", "data-tip", "placeholder"]) if (raw.test(each.getAttribute(name) ?? "")) found.push(`${each.tagName} ${name}: ${escape(each.getAttribute(name)).slice(0, 80)}`);
    if (each.matches("script, style, input")) continue;
    for (const child of each.childNodes) if (child.nodeType === 3 && raw.test(child.data)) found.push(`${each.tagName}: ${escape(child.data).slice(0, 80)}`);
  }
  return found;
}, RAW.source);

let hostileFiles = null;
function hostile() {
  return hostileFiles ??= writeHostile();
}

/** A report and a page of differences with names and labels that turn the direction of text, control terminals, end elements, and are long. */
function writeHostile() {
  const long = `Q\u200b${"X".repeat(3000)}`, spoil = (text) => text.replaceAll("(PP", "(P\u202eP").replaceAll("(SBAR", "(S\u001b[31mB");
  const files = ["g<img src=x onerror=alert`1`>\u202e\"'&.trees", `h\u202e"<b>${"long".repeat(40)}.trees`].map((name) => join(folder, name));
  const [gold, heron] = ["gold.trees", "heron.trees"].map((name) => spoil(readFileSync(join(examples, name), "utf8")));
  writeFileSync(files[0], gold.replaceAll("(ADVP", `(${long}`));
  writeFileSync(files[1], heron.replaceAll("(ADJP", `(${long}`).replaceAll("(VP", (found, at) => at % 3 === 0 ? "(V\u202eP" : found));
  const report = join(folder, "hostile.html"), diff = join(folder, "hostile-diff.html");
  run(["report", ...files, "-o", report]);
  writeFileSync(diff, run(["diff", ...files, "--worst", "24", "-f", "html"]));
  return { report, diff };
}

test("hostile names and labels are spelled out and move nothing", { skip }, async () => {
  const { report, diff } = hostile();
  for (const width of [320, 1280]) {
    await visit({ path: report, width }, async (page) => {
      assert.ok(await overflow(page) <= 0, `the overview scrolls sideways at ${width}`);
      const heat = await page.$$eval(".heat td.h", (all) => all.map((cell) => cell.getBoundingClientRect().right - cell.closest("figure").getBoundingClientRect().left));
      assert.ok(heat.length > 0 && heat[0] < Math.max(width, 600), `the first number of the confusions is at ${heat[0]} at ${width}`);
    });
    for (let pair = 1; pair <= 24; pair += 4) {
      for (const view of ["trees", "map"]) {
        await visit({ path: report, hash: `#s=${pair}&v=${view}`, width }, async (page) => {
          assert.ok(await overflow(page) <= 0, `sentence ${pair} scrolls sideways at ${width}`);
          assert.deepEqual(await rawTexts(page, "#sentences"), [], `sentence ${pair}, ${view}`);
        });
      }
    }
    await visit({ path: diff, width }, async (page) => {
      assert.ok(await overflow(page) <= 0, `the diff scrolls sideways by ${await overflow(page)} at ${width}`);
      assert.deepEqual(await rawTexts(page, "body"), [], "the diff");
    });
  }
});

test("hostile names and labels are spelled out in what reads without the script", { skip }, async () => {
  await visit({ path: hostile().report }, async (page) => assert.deepEqual(await rawTexts(page, "html"), []));
});

test("differences in HTML fit a small screen", { skip }, async () => {
  const path = join(folder, "diff.html");
  writeFileSync(path, run(["diff", "gold.trees", "heron.trees", "--pair", "23", "-f", "html"]));
  await visit({ path, width: 320 }, async (page) => assert.ok(await overflow(page) <= 0, `wider by ${await overflow(page)}`));
});
