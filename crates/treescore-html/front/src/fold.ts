// What matches can be folded: maximal subtrees that are the same on both sides.

import type { Half, Model } from "./model";
import type { TreeNode } from "./types";

/** A gold node and the system node whose subtree is the same. */
export interface Fold {
  gold: number;
  system: number;
}

const FOLD_ABOVE = 20;
const NARROW = 900;

/** Words of a sentence above which folding is on, unless the reader decides. */
export function foldsByDefault(words: number, viewport: number): boolean {
  return words > FOLD_ABOVE || viewport < NARROW;
}

/** Numbers for subtrees: equal numbers, equal subtrees (labels, tags, words, shape). */
class Shapes {
  private readonly numbers = new Map<string, number>();

  number(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, number = this.numbers.size);
    return number;
  }
}

interface Subtrees {
  /** Of matched subtrees only. */
  shape: Int32Array;
  /** All brackets of the subtree that count are matched, and none has a gap. */
  matched: Uint8Array;
  /** Drawn words. */
  words: Int32Array;
}

/** Children of nodes as chains: the first child of each node, the next sibling of each child. */
function chains(nodes: readonly TreeNode[]): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(nodes.length).fill(-1);
  const next = new Int32Array(nodes.length).fill(-1);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { parent } = nodes[i];
    if (parent < 0) continue;
    next[i] = first[parent];
    first[parent] = i;
  }
  return { first, next };
}

function subtrees(half: Half, shapes: Shapes): Subtrees {
  const { nodes, words } = half.tree;
  const shape = new Int32Array(nodes.length).fill(-1);
  const matched = new Uint8Array(nodes.length).fill(1);
  const drawn = new Int32Array(nodes.length);
  const wordsBelow = new Map<number, number[]>();
  words.forEach((word, i) => {
    if (word.role === 2 || word.parent < 0) return;
    const list = wordsBelow.get(word.parent);
    if (list) list.push(i);
    else wordsBelow.set(word.parent, [i]);
    const verdict = half.fate(half.nodes + i)?.verdict;
    if (verdict && verdict !== "matched") matched[word.parent] = 0;
  });
  const { first, next } = chains(nodes);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i];
    const below = wordsBelow.get(i) ?? [];
    const children: number[] = [];
    drawn[i] = below.length;
    for (let child = first[i]; child >= 0; child = next[child]) {
      children.push(child);
      drawn[i] += drawn[child];
      if (!matched[child]) matched[i] = 0;
    }
    const fate = half.fate(i);
    if ((fate && fate.verdict !== "matched") || node.stretches.length !== 1) matched[i] = 0; // a triangle needs one stretch
    if (!matched[i]) continue;
    // Children and words in the order of the sentence.
    if (children.length > 1) children.sort((a, b) => nodes[a].start - nodes[b].start);
    let key = `l${shapes.number(`l\t${node.label}`)} ${fate ? 1 : 0}`;
    let w = 0;
    const addWords = (before: number): void => {
      for (; w < below.length && below[w] < before; w++) {
        const word = words[below[w]];
        key += ` w${shapes.number(`${word.role}\t${word.tag ?? ""}\t${word.text}`)}`;
      }
    };
    for (const child of children) {
      addWords(nodes[child].start);
      if (drawn[child] > 0) key += ` n${shape[child]}`;
    }
    addWords(Infinity);
    shape[i] = shapes.number(key);
  }
  return { shape, matched, words: drawn };
}

/** From left to right. The root of a tree is never folded. */
export function findFolds(model: Model): Fold[] {
  const { gold, system } = model;
  if (!system) return [];
  const shapes = new Shapes();
  const here = subtrees(gold, shapes);
  const there = subtrees(system, shapes);
  const folds: Fold[] = [];
  for (let i = 0; i < gold.nodes;) {
    const node = gold.tree.nodes[i];
    const fate = gold.fate(i);
    const partner = fate?.verdict === "matched" && fate.partner < system.nodes ? fate.partner : -1;
    const same = partner >= 0 && node.parent >= 0 && node.stretches.length === 1 && here.words[i] >= 2 && here.matched[i] === 1
      && there.matched[partner] === 1 && here.shape[i] === there.shape[partner] && system.tree.nodes[partner].parent >= 0;
    if (same) folds.push({ gold: i, system: partner });
    i = same ? gold.subtreeEnd[i] : i + 1;
  }
  return folds;
}
