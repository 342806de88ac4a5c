// The shapes that all parts of the report share. `CONTRACT` of the file format: what Rust writes is what is read here.

/** The JSON block `meta`: what holds for the whole report. */
export interface Meta {
  format: 1;
  corpus: string;
  measure: string;
  /** Title of the headline figure: "F1". */
  title: string;
  /** How the headline value is shown: 0.7586 as 75.86, or as 0.7586. */
  unit: "percent" | "fraction";
  noun: "sentence" | "group" | "side";
  pairs: number;
  /** Pairs with trees in the file. */
  stored: number;
  chunk: number;
  systems: { name: string }[];
  labels: string[];
  tags: string[];
  documents: string[];
  /** Kinds of refusal, in words: "words differ". */
  refusals: string[];
  hasTimes: boolean;
  hasCells: boolean;
  hasWordFates: boolean;
  hasWorth: boolean;
  /** How trees were left out: "--sentences 20000"; empty if all are in the file. */
  options: string;
  /** Not in the file but found from the index: each pair is of one system, because systems have groups of their own. */
  isSeparate?: boolean;
}

/** Columns of one system, one entry per pair. */
export interface SystemColumns {
  /** NaN: undefined or refused. */
  value: Float32Array;
  gold: Uint32Array;
  system: Uint32Array;
  matched: Uint32Array;
  missing: Uint32Array;
  relabelled: Uint32Array;
  extra: Uint32Array;
  crossing: Uint32Array;
  /** 0: scored; k: `meta.refusals[k - 1]`. */
  refusal: Uint32Array;
}

/** The block `index`: numbers of every pair, with and without trees in the file. */
export interface Index {
  pairs: number;
  /** 0xFFFFFFFF: unknown. */
  words: Uint32Array;
  document: Uint32Array;
  /** 0xFFFFFFFF: no trees in the file; otherwise chunk `slot >> 8`, place `slot & 255`. */
  slot: Uint32Array;
  systems: SystemColumns[];
}

export const NONE = 0xffffffff;

export type Verdict = "matched" | "relabelled" | "missing" | "extra" | "crossing";

/** What happened to a bracket or word. */
export interface Fate {
  verdict: Verdict;
  /** Item on the other side (nodes, then words); -1: none. */
  partner: number;
  worth: number | null;
}

export interface Word {
  text: string;
  tag: string | null;
  /** 0: counted; 1: deleted; 2: empty element. */
  role: 0 | 1 | 2;
  /** Node, or -1. */
  parent: number;
  fate: Fate | null;
  /** Start and end in seconds. */
  time: [number, number] | null;
}

export interface TreeNode {
  label: string;
  /** Whether the bracket counts in the score. */
  counts: boolean;
  parent: number;
  depth: number;
  /** Hull over all words of the tree, half-open. */
  start: number;
  end: number;
  /** Words that belong to the node; one stretch unless the node is discontinuous. */
  stretches: [number, number][];
  fate: Fate | null;
}

/** Nodes are in preorder. */
export interface Tree {
  words: Word[];
  nodes: TreeNode[];
}

export type CellKind = "same" | "retok" | "equiv" | "diff" | "gold" | "system";

/** A group of counted words of both sides that stand for each other. */
export interface Cell {
  kind: CellKind;
  /** Number of counted gold words and of counted system words. */
  gold: number;
  system: number;
}

export interface Refused {
  why: string;
  /** "wren.trees:118" */
  place: string;
  /** The source line, cut; may be empty. */
  source: string;
}

export interface SystemSide {
  /** 0: no tree; 1: the words of gold; 2: its own words. */
  status: 0 | 1 | 2;
  tree: Tree | null;
  refused: Refused | null;
  /** Per gold item: nodes, then words. `gold.nodes[i].fate` is null, because it depends on the system. */
  goldFates: (Fate | null)[];
  cells: Cell[] | null;
}

export interface Pair {
  /** One-based. */
  number: number;
  id: string;
  gold: Tree;
  systems: SystemSide[];
}

export interface ViewOptions {
  /** null: chosen by the width. */
  mode: "side" | "mirror" | null;
  /** null: chosen by the length. */
  fold: boolean | null;
  tags: boolean;
}

/** What the frame of a sentence may ask a view to do. */
export interface View {
  /** Pins a bracket ("9-14:NP") or lets go. */
  show(bracket: string | null): void;
  /** Goes to the next or previous bracket that is not matched. */
  next(step: 1 | -1): void;
  /** True if the view used the key. */
  key(event: KeyboardEvent): boolean;
  destroy(): void;
}

/** What a view is given. */
export interface ViewContext {
  meta: Meta;
  pair: Pair;
  system: number;
  /** Holds the sentence's word spans: `data-word=i` for word i of gold. */
  sentence: HTMLElement;
  options: ViewOptions;
  onOptions(change: Partial<ViewOptions>): void;
  onPin(bracket: string | null): void;
  /** Width in px of a text in the font of words, tags or labels. */
  measure(text: string, font: "word" | "tag" | "label"): number;
}

export type MakeView = (host: HTMLElement, context: ViewContext) => View;
