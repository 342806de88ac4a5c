// The report in Chromium, from disk: pages, list, sentence, keys, addresses. Any console message or request fails a test.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, hash, rowTexts, title } from "./browser.mjs";
import { HOSTILE } from "./fixture.mjs";

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

const visit = (name, setup, act) => test(name, () => browser.visit(setup, act));
const countText = (page, text) => page.waitForFunction((t) => document.querySelector("#count").textContent === t, text);

// ---- overview ----

visit("overview: links, sorting, tooltip, copy", { context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page) => {
  assert.equal(await page.getAttribute("body", "data-page"), "overview");
  assert.equal(await page.isVisible("[data-nav=sentences]"), true);
  const names = () => page.$$eval("#scores tbody td:first-child", (cells) => cells.map((cell) => cell.textContent));
  await page.click("#scores th:nth-child(3) button");
  assert.deepEqual(await names(), ["wren", "heron", "plover"], "largest first, undefined last");
  assert.equal(await page.getAttribute("#scores th:nth-child(3)", "aria-sort"), "descending");
  await page.click("#scores th:nth-child(3) button");
  assert.deepEqual(await names(), ["heron", "wren", "plover"], "undefined stays last");
  await page.click("#scores th:nth-child(1) button");
  assert.deepEqual(await names(), ["heron", "plover", "wren"]);
  assert.equal(await page.getAttribute("#scores th:nth-child(3)", "aria-sort"), null);
  await page.hover("#where a");
  assert.equal(await page.textContent(".tip"), "heron: missing 120");
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible(".tip"), false);
  await page.focus("#where a:nth-child(2)");
  assert.equal(await page.isVisible(".tip"), true);
  await page.click("[data-copy]");
  await page.waitForSelector("[data-copy]:text('Copied')");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "treescore:0.0.0|m:parseval|n:60");
  await page.click("#where a:nth-child(2)");
  await page.waitForSelector(".option");
  assert.equal(await page.inputValue("#q"), "mark:relabel");
  assert.equal(await page.getAttribute(".tog:nth-child(2)", "aria-pressed"), "true");
  await page.goBack();
  assert.equal(await page.isVisible("#overview"), true);
});

visit("overview: anchors and the skip link", { hash: "#how" }, async (page) => {
  assert.ok(await page.evaluate(() => document.getElementById("how").getBoundingClientRect().top < innerHeight));
  await page.evaluate(() => { location.hash = "#chart=length"; });
  await page.waitForFunction(() => { const box = document.getElementById("chart-length").getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight; });
  await page.focus(".skip");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "overview");
  assert.equal(await hash(page), "#chart=length");
});

visit("overview keeps its scroll position", {}, async (page) => {
  await page.evaluate(() => scrollTo(0, 500));
  await page.evaluate(() => document.querySelector("[data-nav=sentences]").click()); // a driven click may scroll first
  await page.waitForSelector(".option");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.keyboard.press("o");
  assert.equal(await page.evaluate(() => scrollY), 500);
});

test("the overview reads without the script", async () => {
  await browser.visit({ context: { javaScriptEnabled: false } }, async (page) => {
    assert.equal(await page.locator("#scores").isVisible(), true);
    assert.equal(await page.locator("[data-nav=sentences]").isVisible(), false);
  });
});

// ---- list ----

visit("list: order, texts, counts", { hash: "#q=" }, async (page) => {
  await countText(page, "60 sentences");
  await page.waitForFunction(() => [...document.querySelectorAll(".option .t")].every((t) => t.textContent !== "…"));
  const values = (await page.$$eval(".option:not([hidden])", (nodes) => nodes.sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map((n) => Number(n.querySelector(".f").lastChild.textContent))));
  assert.deepEqual(values, [...values].sort((a, b) => a - b));
  assert.equal(await page.getAttribute(".option:not([hidden])", "aria-setsize"), "60");
  assert.match(await page.textContent("#row-17"), /^The shop that was closed.*F1 75\.9sentence 1714 words−3 missing≠1 relabelled\+1 extra×1 crossing$/);
  await page.waitForFunction(() => document.querySelector("[aria-live=polite]").textContent === "60 sentences");
});

visit("list: toggles, sort and history", { hash: "#q=" }, async (page) => {
  const toggles = await page.$$(".tog");
  const number = Number(await toggles[0].$eval("span", (n) => n.textContent));
  await toggles[0].click();
  await countText(page, `${number} of 60 sentences`);
  assert.equal(await hash(page), "#q=mark:missing");
  await toggles[3].click();
  assert.equal(await page.inputValue("#q"), "mark:missing mark:cross");
  await toggles[0].click();
  await toggles[3].click();
  await countText(page, "60 sentences");
  const cells = (part) => page.$$eval(".option:not([hidden])", (nodes, n) => nodes.sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map((node) => Number(/\d+/.exec(node.querySelectorAll(".sub > span")[n].textContent)[0])), part);
  for (const [sort, part, sign] of [["len", 1, -1], ["file", 0, 1], ["wrong"], ["disagree"]]) {
    await page.selectOption("#sort", sort);
    assert.equal(await hash(page), `#q=&sort=${sort}`);
    if (part === undefined) continue; // the order is tested without a browser
    const numbers = await cells(part);
    assert.ok(numbers.length > 5);
    assert.deepEqual(numbers, [...numbers].sort((a, b) => sign * (a - b)), sort);
  }
  for (let i = 0; i < 4; i++) await page.goBack();
  assert.equal(await page.inputValue("#sort"), "f1");
  for (let i = 0; i < 3; i++) await page.goBack();
  assert.equal(await page.inputValue("#q"), "mark:missing");
});

visit("search: words, phrases, labels, mistakes", { hash: "#q=" }, async (page) => {
  await page.keyboard.press("/");
  await page.keyboard.type("shop closed");
  await countText(page, "1 of 60 sentences");
  assert.equal(await hash(page), "#q=", "words of the corpus stay out of the address");
  await page.fill("#q", "\"northern coast\" label:PP");
  await countText(page, "1 of 60 sentences");
  assert.equal(await hash(page), "#q=label:PP");
  await page.fill("#q", "lable:PP");
  assert.match(await page.textContent("#wrong"), /^lable:PP: /);
  assert.equal(await page.getAttribute("#q", "aria-invalid"), "true");
  assert.equal(await page.textContent(".under u"), "lable:PP");
  assert.equal(await page.textContent("#count"), "1 of 60 sentences", "the list stays");
  await page.fill("#q", "-shop");
  await countText(page, "59 of 60 sentences");
  await page.fill("#q", "relabel:ADJP>VP");
  await page.waitForFunction(() => /^\d+ of 60/.test(document.querySelector("#count").textContent));
  assert.equal(await page.isVisible("#wrong"), false);
  await page.fill("#q", "zzzzz");
  await countText(page, "0 of 60 sentences");
  assert.equal(await page.isVisible(".empty"), true);
  assert.match(await page.textContent(".view"), /No sentence fits/);
  await page.fill("#q", "");
  await countText(page, "60 sentences");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "listbox");
});

visit("a search with words survives reload and history", { hash: "#q=" }, async (page) => {
  await page.fill("#q", "shop mark:missing");
  await countText(page, "1 of 60 sentences");
  await page.reload();
  await countText(page, "1 of 60 sentences");
  assert.equal(await page.inputValue("#q"), "shop mark:missing");
  await page.goBack();
  await countText(page, "60 sentences");
});

visit("search without a worker", { hash: "#q=", init: () => { delete globalThis.Worker; } }, async (page) => {
  await page.fill("#q", "shop");
  await countText(page, "1 of 60 sentences");
});

visit("data without DecompressionStream", { hash: "#s=17", init: () => { delete globalThis.DecompressionStream; } }, async (page) => {
  await page.waitForSelector(".facts");
  assert.match(await page.textContent(".sent"), /northern coast\.$/);
});

visit("no storage: the theme still changes", { init: () => { Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("no storage"); } }); } }, async (page) => {
  await page.click("#theme");
  assert.equal(await page.getAttribute("html", "data-theme"), "light");
});

visit("list: keyboard", { hash: "#q=" }, async (page) => {
  await page.focus(".rows");
  const active = () => page.$eval(".rows", (rows) => document.getElementById(rows.getAttribute("aria-activedescendant"))?.getAttribute("aria-posinset"));
  await page.keyboard.press("ArrowDown");
  assert.equal(await active(), "2");
  await page.keyboard.press("End");
  assert.equal(await active(), "60");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowUp");
  assert.ok(Number(await active()) < 60);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const selected = await page.$eval(".option[aria-selected=true]", (n) => n.getAttribute("aria-posinset"));
  assert.equal(selected, "2");
  assert.match(await hash(page), /^#s=\d+$/);
});

// ---- sentence ----

visit("sentence: frame", { hash: "#s=17" }, async (page) => {
  await page.waitForSelector(".facts");
  assert.equal(await title(page), "Sentence 17");
  assert.equal(await page.title(), "Sentence 17 · treescore report: harbour-dev");
  assert.equal(await page.textContent(".sent"), "The shop that was closed sold old maps and charts of the northern coast.");
  assert.match((await page.textContent(".facts")).replace(/\s+/g, " "), /75\.86F1recall 73\.33 11\/15precision 78\.57 11\/14− 3 missing≠ 1 relabelled\+ 1 extra× 1 crossing/);
  assert.deepEqual(await page.$$eval("[role=tab]", (tabs) => tabs.map((tab) => tab.textContent)), ["Trees", "Mapping"]);
  assert.equal(await page.$$eval(".view [role=radiogroup] [data-system]", (all) => all.length), 3);
  await page.click("[data-system='1']");
  assert.equal(await hash(page), "#s=17&sys=plover");
  assert.equal(await page.getAttribute("[data-system='1']", "aria-checked"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.system), "1", "focus stays");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await hash(page), "#s=17");
  await page.click("[data-view=map]");
  assert.equal(await hash(page), "#s=17&v=map");
  await page.goBack();
  assert.equal(await page.getAttribute("[data-view=trees]", "aria-selected"), "true");
});

visit("sentence: keys", { hash: "#s=17" }, async (page) => {
  await page.waitForSelector(".facts");
  const length = await page.evaluate(() => history.length);
  await page.keyboard.press("j");
  await page.waitForFunction(() => document.querySelector(".vhead h2").textContent !== "Sentence 17");
  await page.keyboard.press("k");
  await page.waitForFunction(() => document.querySelector(".vhead h2").textContent === "Sentence 17");
  assert.equal(await page.evaluate(() => history.length), length, "j and k replace the entry");
  await page.click("[data-part=next]");
  assert.equal(await page.evaluate(() => history.length), length + 1);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector(".vhead h2").textContent === "Sentence 17");
  await page.keyboard.press("2");
  assert.equal(await hash(page), "#s=17&sys=plover");
  await page.keyboard.press("9");
  await page.keyboard.press("1");
  assert.equal(await hash(page), "#s=17");
  await page.keyboard.press("m");
  assert.equal(await hash(page), "#s=17&v=map");
  for (const key of ["i", "w"]) await page.keyboard.press(key);
  assert.equal(await hash(page), "#s=17&v=map", "no times, no tokens here");
  await page.keyboard.press("t");
  assert.equal(await hash(page), "#s=17");
  await page.keyboard.press("s");
  assert.match(await hash(page), /mode=(side|mirror)/);
  await page.keyboard.press("f");
  assert.match(await hash(page), /fold=[01]/);
  for (const key of ["n", "n", "p"]) await page.keyboard.press(key);
  await page.keyboard.press("d");
  assert.equal(await page.getAttribute("html", "data-theme"), "light");
  await page.keyboard.press("d");
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  await page.keyboard.press("d");
  assert.equal(await page.getAttribute("html", "data-theme"), null);
  await page.keyboard.press("?");
  assert.equal(await page.isVisible("dialog#keys"), true);
  await page.keyboard.press("j");
  assert.equal(await title(page), "Sentence 17", "keys rest while the dialog is open");
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("dialog#keys"), false);
  await page.keyboard.press("Control+j");
  assert.equal(await title(page), "Sentence 17", "never with Ctrl");
  await page.keyboard.press("/");
  await page.keyboard.type("jko2");
  assert.equal(await page.inputValue("#q"), "jko2", "off while typing");
  await page.keyboard.press("Escape");
  await page.keyboard.press("o");
  assert.equal(await page.isVisible("#overview"), true);
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement.id === "q");
});

visit("the chosen arrangement stays", { hash: "#s=17" }, async (page) => {
  await page.waitForSelector("[data-mode=mirror]");
  await page.click("[data-mode=mirror]");
  await page.keyboard.press("o");
  await page.click("#where a");
  await page.waitForSelector("[data-mode=mirror][aria-checked=true]");
});

visit("help gives focus back", {}, async (page) => {
  await page.focus("#help");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "help");
});

visit("deep link with everything", { hash: "#s=17&q=mark:missing&sort=len&sys=heron&v=trees&mode=mirror&fold=0&b=6-10:NP" }, async (page) => {
  await page.waitForSelector(".facts");
  assert.equal(await page.inputValue("#q"), "mark:missing");
  assert.equal(await page.inputValue("#sort"), "len");
  assert.equal(await page.getAttribute("[data-mode=mirror]", "aria-checked"), "true");
  assert.deepEqual(await page.$$eval(".sent span.on", (spans) => spans.map((s) => s.textContent)), ["old", "maps", "and", "charts"]);
  await page.keyboard.press("Escape");
  assert.doesNotMatch(await hash(page), /b=/);
});

visit("unknown pair, system and view", { hash: "#s=9999&sys=nobody&v=times" }, async (page) => {
  await countText(page, "60 sentences");
  assert.match(await page.textContent(".filters"), /there is no sentence 9,999; this report has 60/);
  await page.click(".option");
  await page.waitForFunction(() => !/there is no/.test(document.querySelector(".filters").textContent));
});

visit("refused pair", { hash: "#s=14&sys=wren" }, async (page) => {
  await page.waitForSelector(".facts");
  assert.match(await page.textContent(".facts"), /^refusedwren has no tree for this pair\. It is left out of F1 scored and counts as zero in F1 all pairs\.$/);
  assert.equal(await page.textContent(".source"), "wren.trees:14:1  (())  no tree");
  assert.equal(await page.$$eval(".tree", (all) => all.length), 1);
  assert.deepEqual(await page.$$eval("[role=tab]", (tabs) => tabs.map((tab) => tab.textContent)), ["Trees"]);
  assert.equal(await page.textContent("#row-14 .f"), "refused");
  await page.fill("#q", "refused");
  await countText(page, "8 of 60 sentences");
  await page.keyboard.press("Escape");
  await page.goto(`${page.url().split("#")[0]}#s=7&sys=wren`);
  await page.waitForFunction(() => document.querySelector(".vhead h2").textContent === "Sentence 7");
  assert.match(await page.textContent(".facts"), /words differ/);
});

visit("words that differ", { options: { cells: true }, hash: "#s=3" }, async (page) => {
  await page.waitForSelector(".sent.alt");
  assert.match(await page.textContent(".sent.alt"), /^heron She uh can not open/);
  assert.deepEqual(await page.$$eval("[role=tab]", (tabs) => tabs.map((tab) => tab.textContent)), ["Trees", "Mapping", "Tokens"]);
  await page.keyboard.press("w");
  assert.equal(await hash(page), "#s=3&v=tokens");
  await page.keyboard.press("2");
  assert.equal(await page.$(".sent.alt"), null);
});

visit("times", { options: { times: true }, hash: "#s=17" }, async (page) => {
  await page.waitForSelector(".facts");
  await page.keyboard.press("i");
  assert.equal(await hash(page), "#s=17&v=times");
  for (const key of ["+", "-", "0", "n"]) await page.keyboard.press(key);
});

for (const options of [{ discontinuous: true }, { wordFates: true }, { deep: 200000, pairs: 6, systems: ["heron"] }, { long: 3000, pairs: 6 }, { systems: ["alone"], refused: 0 }, { pairs: 1 }, { systems: ["a", "b", "c", "d", "e", "f", "g<script>"] }]) {
  visit(`every view of the first pairs: ${JSON.stringify(options)}`, { options, hash: "#q=&sort=file" }, async (page) => {
    for (let i = 1; i <= Math.min(6, options.pairs ?? 6); i++) {
      await page.evaluate((n) => { location.hash = `#s=${n}&sort=file`; }, i);
      await page.waitForFunction((n) => document.querySelector(".vhead h2")?.textContent === `Sentence ${n}`, i);
      for (const key of ["m", "t", "s", "f", "s"]) await page.keyboard.press(key);
    }
  });
}

visit("trees left out of the file", { options: { stored: 20 }, hash: "#s=40" }, async (page) => {
  await page.waitForSelector(".facts");
  assert.match(await page.textContent(".view"), /The trees of this sentence are not in the file: it holds 20 of 60 \(--sentences 20\)/);
  assert.equal(await page.textContent("#row-40 .t"), "trees not in the file");
  await page.keyboard.press("2");
  assert.equal(await page.getAttribute("[data-system='1']", "aria-checked"), "true");
  await page.keyboard.press("1");
  await page.fill("#q", "shop");
  await countText(page, "1 of 60 sentences");
  assert.match(await page.textContent(".filters"), /40 sentences were not searched/);
});

visit("hostile words are text", { options: { hostile: true }, hash: "#s=1" }, async (page) => {
  await page.waitForSelector(".facts");
  const words = await page.$$eval(".sent span[data-word]", (spans) => spans.map((s) => s.textContent));
  const picture = (t) => t.replace(/[\u0000-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)));
  const spelled = (t) => t.replace("\u200b", "<U+200B>").replace(/\u200d$/, "<U+200D>").replace("\u202e", "<U+202E>");
  assert.deepEqual(words, HOSTILE.map((word) => spelled(picture(word))));
  assert.equal(await page.evaluate(() => document.querySelectorAll("#sentences script, #sentences img, #sentences [onerror]").length), 0);
  for (const key of ["m", "t", "s", "f", "n", "2", "j", "k"]) await page.keyboard.press(key);
  await page.fill("#q", "<script>");
  await page.waitForFunction(() => /^\d+ of 60/.test(document.querySelector("#count").textContent));
  assert.notEqual(await page.textContent("#count"), "0 of 60 sentences");
});

// ---- narrow, paper, motion ----

visit("narrow: one at a time, back to the same place", { hash: "#q=&sort=file", width: 420, height: 800 }, async (page) => {
  assert.equal(await page.isVisible(".view"), false);
  await page.evaluate(() => { document.querySelector(".list").scrollTop = 1400; });
  await page.waitForSelector("#row-30");
  await page.waitForTimeout(50);
  const place = await page.evaluate(() => document.querySelector(".list").scrollTop);
  await page.click("#row-30");
  await page.waitForFunction(() => document.querySelector(".vhead h2")?.textContent === "Sentence 30");
  assert.equal(await page.isVisible(".list"), false);
  await page.click(".back");
  assert.equal(await page.isVisible(".view"), false);
  assert.equal(await page.getAttribute("#row-30", "aria-selected"), "true", "the last sentence is marked");
  assert.equal(await page.evaluate(() => document.querySelector(".list").scrollTop), place);
  await page.goBack();
  assert.equal(await title(page), "Sentence 30");
  await page.goBack();
  assert.equal(await page.evaluate(() => document.querySelector(".list").scrollTop), place);
});

for (const [options, page] of [[{}, "#"], [{}, "#q="], [{}, "#s=17"], [{}, "#s=17&v=map"], [{ cells: true }, "#s=3&v=tokens"], [{ times: true }, "#s=17&v=times"], [{ hostile: true }, "#s=1"], [{}, "#s=14&sys=wren"], [{ long: 300 }, "#s=5"]]) {
  visit(`320 px: ${page} ${JSON.stringify(options)}`, { options, hash: page, width: 320, height: 640 }, async (tab) => {
    await tab.waitForTimeout(150);
    const small = await tab.evaluate(() => [...document.querySelectorAll("button, select, label.search, summary, .top a")].filter((e) => e.offsetParent !== null && e.getBoundingClientRect().width > 1).map((e) => [e.className || e.id || e.textContent, Math.round(e.getBoundingClientRect().width), Math.round(e.getBoundingClientRect().height)]).filter(([name, w, h]) => (w < 24 || h < 32) && !String(name).includes("vh")));
    assert.deepEqual(small, [], "targets are at least 32 px high");
  });
}

visit("targets are at least 24 px on wide screens", { hash: "#s=17" }, async (page) => {
  await page.waitForSelector(".facts");
  const small = await page.$$eval("button, select, .top a", (all) => all.filter((e) => e.offsetParent !== null).map((e) => [e.textContent, e.getBoundingClientRect()]).filter(([, b]) => b.width < 24 || b.height < 24).map(([name]) => name));
  assert.deepEqual(small, []);
});

visit("print: light, no controls, the open sentence", { hash: "#s=17", scheme: "dark" }, async (page) => {
  await page.waitForSelector(".facts");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible(".list"), false);
  assert.equal(await page.isVisible(".tabs"), false);
  assert.equal(await page.isVisible(".sent"), true);
  assert.equal(await page.textContent(".printed"), "treescore:0.0.0|m:parseval|n:60");
  assert.equal(await page.isVisible(".printed"), true);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ink").trim()), "#000000");
  assert.ok((await page.pdf()).length > 5000);
});

visit("print: the overview with its signature", {}, async (page) => {
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible("#signature-text"), true);
  assert.equal(await page.isVisible("[data-copy]"), false);
});

visit("dark and light by the system and by choice", { scheme: "dark" }, async (page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await paper();
  await page.click("#theme");
  const light = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await paper(), light, "the choice is kept");
});

// ---- size ----

const LARGE = { pairs: 50000, systems: ["heron", "plover"] };

visit("50,000 sentences", { options: LARGE, hash: "#" }, async (page) => {
  const times = await page.evaluate(() => ({ paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1 }));
  const timed = (hashes) => page.evaluate(async (list) => {
    const all = [];
    for (const next of list) {
      const start = performance.now();
      location.hash = next;
      const name = `Sentence ${Number(/s=(\d+)/.exec(next)[1]).toLocaleString("en-US")}`;
      while (document.querySelector(".vhead h2")?.textContent !== name || !document.querySelector(".tree svg")) await new Promise((r) => setTimeout(r, 0));
      all.push(performance.now() - start);
      await new Promise((r) => setTimeout(r, 30));
    }
    return all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
  }, hashes);
  const list = await page.evaluate(async () => { const start = performance.now(); location.hash = "#q="; while (!document.querySelector(".option .t")) await new Promise((r) => setTimeout(r, 0)); return performance.now() - start; });
  const opening = await timed(Array.from({ length: 20 }, (_, i) => `#s=${1 + i * 2311}`));
  const filter = await page.evaluate(async () => { const button = document.querySelector(".tog"); const start = performance.now(); button.click(); return performance.now() - start; });
  await page.click(".tog");
  // Within the page: a search may be over before somebody outside has seen it begin.
  const search = (query) => page.evaluate((text) => new Promise((done) => {
    const start = performance.now(), box = document.querySelector("#q"), shown = document.querySelector("#count");
    const watch = new MutationObserver(() => {
      if (!/ of 50,000 sentences$/.test(shown.textContent)) return;
      watch.disconnect();
      done(Math.round(performance.now() - start));
    });
    watch.observe(shown, { childList: true, characterData: true, subtree: true });
    box.value = text;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }), query);
  const words = await search("harbour maps"), labels = await search("label:ADJP -gold:PP"), again = await search("label:ADJP -gold:SBAR");
  console.log(`50,000 sentences: first paint ${times.paint.toFixed(0)} ms, list ${list.toFixed(0)} ms, opening a sentence ${opening.toFixed(1)} ms (median of 20), filter ${filter.toFixed(0)} ms, words ${words} ms, labels ${labels} ms, again ${again} ms`);
  await page.fill("#q", "");
  await page.focus(".rows");
  await page.keyboard.press("End");
  await page.waitForFunction(() => [...document.querySelectorAll(".option")].some((o) => o.getAttribute("aria-posinset") === "50000" && !o.hidden));
  assert.ok(await page.$$eval(".option", (all) => all.length) < 60, "only rows in sight exist");
});

visit("results appear while a search runs", { options: LARGE, hash: "#q=" }, async (page) => {
  await page.evaluate(() => { window.seen = []; new MutationObserver(() => window.seen.push(document.querySelector("#count").textContent)).observe(document.querySelector("#count"), { childList: true, characterData: true, subtree: true }); });
  await page.fill("#q", "label:NP");
  await page.waitForFunction(() => /of 50,000 sentences$/.test(document.querySelector("#count").textContent));
  assert.equal(page.workers().length, 1, "the search has a worker of its own");
  assert.ok((await page.evaluate(() => window.seen)).some((text) => /^searching [\d,]+ of 50,000$/.test(text)));
});

visit("more rows than a browser has height for", { options: { pairs: 400000, stored: 300, systems: ["heron"], refused: 0, distinct: 300 }, hash: "#q=&sort=file" }, async (page) => {
  await countText(page, "400,000 sentences");
  const inSight = (place) => page.waitForFunction((p) => { const row = document.querySelector(`.option[aria-posinset="${p}"]:not([hidden])`), box = row?.getBoundingClientRect(), list = document.querySelector(".rows").getBoundingClientRect(); return box && box.top >= list.top - 1 && box.bottom <= list.bottom + 1; }, place);
  await page.focus(".rows");
  await page.keyboard.press("End");
  await inSight(400000);
  await page.keyboard.press("Home");
  await inSight(1);
  for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowDown");
  await inSight(21);
  await page.evaluate(() => { const rows = document.querySelector(".rows"); rows.scrollTop = (rows.scrollHeight - rows.clientHeight) / 2; });
  await page.waitForFunction(() => [...document.querySelectorAll(".option:not([hidden])")].some((row) => Math.abs(Number(row.getAttribute("aria-posinset")) - 200000) < 30));
  await page.evaluate(() => { location.hash = "#s=345678&sort=file"; });
  await inSight(345678);
});
