// The pictures of the manual, made from the examples: TREESCORE=path/to/treescore node screens.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const program = process.env.TREESCORE ?? join(root, "target/release/treescore");
const folder = mkdtempSync(join(tmpdir(), "treescore-screens-")), page = join(folder, "report.html");
execFileSync(program, ["report", "gold.trees", "heron.trees", "plover.trees", "-o", page], { cwd: join(root, "examples") });

const SHOTS = [
  ["report-overview", "#", 1280, 860, "light"],
  ["report-sentence", "#s=5&mode=mirror", 1280, 760, "light"],
  ["report-dark", "#s=12", 1280, 760, "dark"],
];
const browser = await launch();
for (const [name, hash, width, height, colorScheme] of SHOTS) {
  const tab = await browser.newPage({ viewport: { width, height }, colorScheme });
  await tab.goto(pathToFileURL(page).href + hash);
  await tab.waitForTimeout(400);
  await tab.screenshot({ path: join(root, `docs/${name}.png`) });
  await tab.close();
}
await browser.close();
rmSync(folder, { recursive: true });
