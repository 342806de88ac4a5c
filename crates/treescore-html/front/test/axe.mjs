// axe-core on a page: its serious findings, in words.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The context of the page must bypass its content security policy, which forbids every script but the report's own. */
export async function serious(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  // The design names treeitems by label, words and verdict; their content holds the words of their children too.
  for (const violation of violations) if (violation.id === "label-content-name-mismatch") violation.nodes = violation.nodes.filter(({ html }) => !/^<g [^>]*role="treeitem"/.test(html));
  return violations.filter(({ nodes, impact }) => nodes.length > 0 && (impact === "serious" || impact === "critical"))
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((n) => `${n.html.slice(0, 160)} | ${n.failureSummary.split("\n")[1]}`).join(" ; ")}`);
}
