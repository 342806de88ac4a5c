// Terms that need the record of a pair: words, phrases, labels.

import type { Chunk } from "./chunks";
import type { Side, Term } from "./query";
import type { Pair, Tree } from "./types";

const hasLabel = (tree: Tree | null, label: string): boolean => tree !== null && tree.nodes.some((node) => node.label === label);

function labelled(pair: Pair, system: number, side: Side, label: string): boolean {
  return (side !== "system" && hasLabel(pair.gold, label)) || (side !== "gold" && hasLabel(pair.systems[system].tree, label));
}

function relabelled(pair: Pair, system: number, gold: string, other: string): boolean {
  const { tree, goldFates } = pair.systems[system];
  return tree !== null && goldFates.some((fate, i) =>
    fate !== null && fate.verdict === "relabelled" && i < pair.gold.nodes.length && pair.gold.nodes[i].label === gold
    && tree.nodes[fate.partner]?.label === other);
}

const squeeze = (text: string): string => text.toLowerCase().replace(/\s+/g, " ");

/** Places in the chunk whose records pass all terms. A generator, so that the caller may pause. */
export function* searchChunk(chunk: Chunk, places: ArrayLike<number>, terms: Term[], system: number): Generator<number | null> {
  const words = terms.filter((t) => t.kind === "text" || t.kind === "phrase").map((t) => {
    const text = squeeze((t as { text: string }).text);
    return { text: t.kind === "phrase" ? ` ${text} ` : text, negated: t.negated };
  });
  const shapes = terms.filter((t) => t.kind === "label" || t.kind === "relabel");
  const fits = (place: number): boolean => {
    if (words.length > 0) {
      const line = ` ${squeeze(chunk.text(place))} `;
      if (words.some((w) => line.includes(w.text) === w.negated)) return false;
    }
    if (shapes.length === 0) return true;
    const pair = chunk.pair(place);
    return shapes.every((t) => {
      const found = t.kind === "label" ? labelled(pair, system, t.side, t.label)
        : t.kind === "relabel" && relabelled(pair, system, t.gold, t.system);
      return found !== t.negated;
    });
  };
  for (let i = 0; i < places.length; i++) yield fits(places[i]) ? places[i] : null;
}
