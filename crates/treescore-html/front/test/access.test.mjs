// Contrast from the tokens of the style sheet, colours and fonts only in tokens, and axe-core on every page and view.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serious } from "./axe.mjs";
import { Browser } from "./browser.mjs";

const style = join(dirname(fileURLToPath(import.meta.url)), "../src/style");
const tokens = readFileSync(join(style, "tokens.css"), "utf8");

/** Custom properties of the rules whose selector fits. */
function rules(selector) {
  const found = [];
  for (const [, name, body] of tokens.matchAll(/([^{}]+)\{([^{}]*)\}/g)) if (selector(name.trim())) found.push(Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, key, value]) => [key, value.trim()])));
  return found;
}

const light = rules((name) => /:root$/.test(name.replace(/\/\*.*?\*\//gs, "")))[0];
const [dark] = rules((name) => name === ":root[data-theme=dark]");
const [media] = rules((name) => /:root:not\(\[data-theme=light\]\)$/.test(name) && !name.includes(","));
const [paper] = rules((name) => /^:root, :root:not/.test(name.replace(/\/\*.*?\*\//gs, "").trim()));

function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };

const TEXT = ["--ink", "--ink-2", "--ink-3", "--focus", "--missing", "--relabel", "--extra", "--cross", "--sys-1", "--sys-2", "--sys-3", "--sys-4", "--sys-5"];
/** The strongest ground of the table of confusions: six parts of ten of its hue. */
const STRONGEST = 0.6;
const mix = (a, b, share) => `#${[1, 3, 5].map((i) => Math.round(share * parseInt(a.slice(i, i + 2), 16) + (1 - share) * parseInt(b.slice(i, i + 2), 16)).toString(16).padStart(2, "0")).join("")}`;
const GRAPHICS = ["--line-2", "--matched"];

for (const [name, set] of [["light", light], ["dark", dark], ["dark by the system", media], ["print", paper]]) {
  test(`contrast: ${name}`, () => {
    for (const token of TEXT) {
      const grounds = ["--paper", "--panel", "--sunk", "--hover", ...(set[`${token}-bg`] ? [`${token}-bg`] : [])];
      for (const ground of grounds) assert.ok(contrast(set[token], set[ground]) >= 4.5, `${token} on ${ground}: ${contrast(set[token], set[ground]).toFixed(2)}`);
    }
    const hottest = mix(set["--heat"], set["--sunk"], STRONGEST);
    assert.ok(contrast(set["--ink"], hottest) >= 4.5, `--ink on ${hottest}: ${contrast(set["--ink"], hottest).toFixed(2)}`);
    for (const token of GRAPHICS) for (const ground of ["--paper", "--panel", "--sunk"]) assert.ok(contrast(set[token], set[ground]) >= 3, `${token} on ${ground}: ${contrast(set[token], set[ground]).toFixed(2)}`);
  });
}

test("dark by choice and dark by the system are the same", () => assert.deepEqual(dark, media));

test("no colour and no font outside the tokens", () => {
  for (const file of readdirSync(style).filter((name) => name !== "tokens.css")) {
    const css = readFileSync(join(style, file), "utf8").replace(/\/\*.*?\*\//gs, "");
    assert.deepEqual(css.match(/#[0-9a-f]{3,8}\b(?![^{}]*\{)|\b(rgb|hsl|oklch)a?\(|font-family:(?!\s*var)[^;}]+/gi) ?? [], [], file);
  }
});

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

const PAGES = [
  ["overview", {}, "#"], ["list and trees", {}, "#s=17"], ["mirror", {}, "#s=17&mode=mirror"], ["pinned", {}, "#s=17&b=6-10:NP"], ["mapping", {}, "#s=17&v=map"], ["tokens", { cells: true }, "#s=3&v=tokens"],
  ["times", { times: true }, "#s=17&v=times"], ["refused", {}, "#s=14&sys=wren"], ["search", {}, "#q=mark:missing+lable:x"], ["absent", { stored: 20 }, "#s=40"], ["long", { long: 600 }, "#s=5"],
];

for (const scheme of ["light", "dark"]) {
  for (const [name, options, hash] of PAGES) {
    for (const width of name === "list and trees" ? [1280, 420] : [1280]) {
      test(`axe finds nothing serious: ${name}, ${scheme}, ${width} px`, () => browser.visit({ options, hash, scheme, width, context: { bypassCSP: true } }, async (page) => {
        await page.waitForTimeout(250);
        assert.deepEqual(await serious(page), []);
      }));
    }
  }
}
