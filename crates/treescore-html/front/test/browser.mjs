// Chromium for tests: pages opened from disk, with every console message and request recorded.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, PATIENCE } from "../chromium.mjs";
import { report } from "./fixture.mjs";

export class Browser {
  static async start() {
    const self = new Browser();
    self.dir = mkdtempSync(join(tmpdir(), "treescore-report-"));
    self.browser = await launch();
    self.files = new Map();
    return self;
  }

  /** The address of a report with these options; written once. */
  file(options = {}) {
    const key = JSON.stringify(options);
    if (!this.files.has(key)) {
      const path = join(this.dir, `report-${this.files.size}.html`);
      writeFileSync(path, report(options));
      this.files.set(key, pathToFileURL(path).href);
    }
    return this.files.get(key);
  }

  /** Runs `act` on a page; fails on any console message, error or request beside the file itself. */
  async visit({ options = {}, hash = "#", width = 1280, height = 800, scheme = "light", context = {}, init = null }, act) {
    const tab = await this.browser.newContext({ viewport: { width, height }, colorScheme: scheme, ...context });
    tab.setDefaultTimeout(PATIENCE);
    const page = await tab.newPage(), noise = [], url = this.file(options);
    if (init) await page.addInitScript(init);
    page.on("console", (message) => noise.push(`console ${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => noise.push(`error: ${error}`));
    page.on("dialog", (dialog) => { noise.push(`dialog: ${dialog.message()}`); void dialog.dismiss(); });
    page.on("request", (request) => { if (!request.url().startsWith(url) && !request.url().startsWith("blob:") && !request.url().startsWith("data:")) noise.push(`request: ${request.url()}`); });
    try {
      await page.goto(url + hash);
      if (/[#&][sq]=/.test(hash)) await page.waitForSelector("#count:not(:empty)", { state: "attached" });
      await act(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) noise.push(`the page scrolls sideways by ${wide} px`);
      const bad = await page.evaluate(() => /\bNaN\b|\bundefined\b|\[object |\bInfinity\b/.exec(document.body.innerText)?.[0] ?? null);
      if (bad) noise.push(`shown: ${bad}`);
    } finally {
      await tab.close();
    }
    if (noise.length > 0) throw new Error(noise.join("\n"));
  }

  async stop() {
    await this.browser.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export const rowTexts = (page) => page.$$eval(".option:not([hidden])", (nodes) => nodes.sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map((node) => node.textContent));
export const title = (page) => page.textContent(".vhead h2");
export const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));
