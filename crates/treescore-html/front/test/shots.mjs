// Pictures of a made-up report for looking at: node test/shots.mjs [DIR]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "../chromium.mjs";
import { report } from "./fixture.mjs";

const out = process.argv[2] ?? "/tmp/shots";
mkdirSync(out, { recursive: true });
const file = (name, options) => { const path = join(out, `${name}.html`); writeFileSync(path, report(options)); return pathToFileURL(path).href; };
const pages = { plain: file("plain", {}), cells: file("cells", { cells: true }), times: file("times", { times: true }), split: file("split", { discontinuous: true }), hostile: file("hostile", { hostile: true }), capped: file("capped", { stored: 20 }) };

const SHOTS = [
  ["overview", "plain", "#", 1440, 900, "light"], ["sentence", "plain", "#s=17", 1440, 900, "light"], ["sentence-dark", "plain", "#s=17", 1440, 900, "dark"],
  ["mirror", "plain", "#s=17&mode=mirror", 1440, 900, "light"], ["refused", "plain", "#s=14&sys=wren", 1440, 700, "light"], ["mapping", "plain", "#s=17&v=map", 1440, 900, "light"],
  ["tokens", "cells", "#s=3&v=tokens", 1440, 900, "light"], ["words-differ", "cells", "#s=3", 1440, 760, "dark"], ["times", "times", "#s=17&v=times", 1440, 900, "light"],
  ["split", "split", "#s=2", 1440, 760, "light"], ["hostile", "hostile", "#s=1", 1440, 900, "light"], ["absent", "capped", "#s=40", 1440, 700, "light"],
  ["narrow-list", "plain", "#q=", 420, 900, "dark"], ["narrow-sentence", "plain", "#s=17", 420, 1250, "light"], ["tiny-list", "plain", "#q=", 320, 640, "light"], ["tiny-sentence", "plain", "#s=17", 320, 640, "light"], ["tiny-overview", "plain", "#", 320, 640, "light"],
  ["search-wrong", "plain", "#q=mark:missing", 1440, 700, "light", async (page) => { await page.fill("#q", "coast lable:NP f1<x"); }],
  ["help", "plain", "#s=17", 1440, 900, "light", (page) => page.keyboard.press("?")],
];

const browser = await launch();
for (const [name, page, hash, width, height, scheme, act] of SHOTS) {
  const tab = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
  tab.on("console", (message) => console.log(name, message.type(), message.text()));
  tab.on("pageerror", (error) => console.log(name, String(error)));
  await tab.goto(pages[page] + hash);
  await tab.waitForTimeout(350);
  if (act) { await act(tab); await tab.waitForTimeout(350); }
  await tab.screenshot({ path: join(out, `${name}.png`) });
  await tab.close();
}
await browser.close();
