// The line of numbers above a view, and what stands there for a refused pair.

import { el } from "./dom";
import { MARKS, MARK_NAME, count, headline, percent } from "./format";
import { markColumn } from "./filter";
import { chip } from "./marks";
import { spellOut } from "./text";
import type { Index, Meta, Refused } from "./types";

const share = (part: number, whole: number): string => percent(whole === 0 ? NaN : part / whole);

export function facts(meta: Meta, index: Index, row: number, system: number): HTMLElement {
  const columns = index.systems[system];
  const matched = columns.matched[row], gold = columns.gold[row], wrong = columns.system[row];
  const line = el("div", { class: "facts" }, el("span", { class: "big" }, headline(meta, columns.value[row])), el("span", {}, meta.title));
  // A measure whose items are not brackets or words has nothing to count here.
  if (gold + wrong === 0) return line;
  if (meta.measure === "parseval") {
    line.append(
      el("span", {}, "recall ", el("b", {}, share(matched, gold)), ` ${count(matched)}/${count(gold)}`),
      el("span", {}, "precision ", el("b", {}, share(matched, wrong)), ` ${count(matched)}/${count(wrong)}`));
  } else {
    // Measures by tree mapping have no recall of brackets.
    line.append(el("span", {}, el("b", {}, count(matched)), ` matched of ${count(gold)} in gold, ${count(wrong)} in the system`));
  }
  for (const mark of MARKS) line.append(el("span", {}, chip(mark), " ", el("b", {}, count(markColumn(columns, mark)[row])), ` ${MARK_NAME[mark]}`));
  return line;
}

/** "wren.trees:17:1  (())  no tree" */
export function refusedFacts(meta: Meta, system: string, kind: string, hasTree: boolean, refused: Refused | null): HTMLElement[] {
  const reason = hasTree || kind !== "no tree" ? `${system} cannot be scored on this pair${kind ? `: ${kind}` : ""}.` : `${system} has no tree for this pair.`;
  const line = el("div", { class: "facts" }, el("span", { class: "big" }, "refused"),
    el("span", {}, reason, " It is left out of ", el("b", {}, `${meta.title} scored`), " and counts as zero in ", el("b", {}, `${meta.title} all pairs`), "."));
  if (!refused) return [line];
  const source = el("p", { class: "source", dir: "auto" }, spellOut(refused.place));
  if (refused.source !== "") source.append("  ", el("b", {}, spellOut(refused.source)));
  if (refused.why !== "") source.append(`  ${spellOut(refused.why)}`);
  return [line, source];
}
