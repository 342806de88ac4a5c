// Going through a tree in text order.

import type { Tree } from "./types";

/** Walks a tree in text order without recursion: opens and closes of nodes, and words. */
export function walk(tree: Tree, visit: { open(node: number): void; word(word: number): void; close(): void }): void {
  const children = new Map<number, number[]>();
  const add = (parent: number, part: number): void => {
    const parts = children.get(parent);
    if (parts) parts.push(part);
    else children.set(parent, [part]);
  };
  tree.nodes.forEach((node, i) => add(node.parent, i));
  tree.words.forEach((word, i) => add(word.parent, -1 - i));
  const start = (part: number): number => part < 0 ? -1 - part : tree.nodes[part].start;
  /** Nodes and words below a node (-1: at the top) in the order of their first words; a word as -1 - word. */
  const partsOf = (node: number): number[] => {
    const parts = children.get(node) ?? [];
    return parts.length > 1 ? parts.sort((a, b) => start(a) - start(b)) : parts;
  };
  const stack = [{ parts: partsOf(-1), at: 0 }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1];
    if (top.at === top.parts.length) {
      stack.pop();
      if (stack.length > 0) visit.close();
      continue;
    }
    const part = top.parts[top.at++];
    if (part < 0) visit.word(-1 - part);
    else {
      visit.open(part);
      stack.push({ parts: partsOf(part), at: 0 });
    }
  }
}
