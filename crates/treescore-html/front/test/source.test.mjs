// Rules about the sources themselves, and that `dist` is what they give.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const front = join(dirname(fileURLToPath(import.meta.url)), "..");
const sources = readdirSync(join(front, "src")).filter((name) => name.endsWith(".ts")).map((name) => [name, readFileSync(join(front, "src", name), "utf8")]);

test("no way from a string to markup or code, no request, no console", () => {
  for (const [name, text] of sources) {
    const found = text.match(/\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|srcdoc|eval|Function\(|XMLHttpRequest|sendBeacon|fetch|WebSocket|EventSource|console)\b|document\.write|import\(/g) ?? [];
    assert.deepEqual(found.filter((word) => !(name === "search-worker.ts" && word === "import(")), [], name);
  }
});

test("no `any`", () => {
  for (const [name, text] of sources) assert.doesNotMatch(text.replace(/\/\/.*|\/\*[^]*?\*\//g, ""), /[:<|(]\s*any\b|\bas any\b/, name);
});

test("a fresh build gives the committed bytes, twice", () => {
  for (let round = 0; round < 2; round++) {
    const out = mkdtempSync(join(tmpdir(), "treescore-dist-"));
    try {
      execFileSync(process.execPath, [join(front, "build.mjs"), out]);
      for (const name of ["report.js", "report.css"]) assert.ok(readFileSync(join(out, name)).equals(readFileSync(join(front, "dist", name))), `${name} differs: npm run build`);
    } finally {
      rmSync(out, { recursive: true });
    }
  }
});

test("the script may stand in a page: ASCII, and no end of a script element", () => {
  const script = readFileSync(join(front, "dist/report.js"), "latin1");
  assert.doesNotMatch(script, /[^\t\n\r -~]/);
  assert.doesNotMatch(script, /<\/script|<!--/i);
  assert.doesNotMatch(readFileSync(join(front, "dist/report.css"), "utf8"), /<\/style|url\(\s*["']?(?!#)|@import/i);
});

test("no registry is named", () => assert.doesNotMatch(readFileSync(join(front, "package-lock.json"), "utf8"), /"resolved"|https?:\/\/[^"]*(registry|npm)/));
