// Geometry of a tree over columns: LAYOUT of the contract. Pure; its twin in Rust gives the same numbers for the same widths.

export const LEVEL = 39;
const INSET = 5;
const LABEL_PAD = 16;

/** Half-open, over columns. */
export type Stretch = [number, number];

export interface LayoutNode {
  /** Number of the parent, which stands before its children; -1: none. */
  parent: number;
  /** Ascending and disjoint; never empty. */
  stretches: Stretch[];
  /** Width of the label in px. */
  label: number;
}

export interface LayoutInput {
  /** Widths of the columns' contents in px. */
  columns: number[];
  gap: number;
  /** In preorder. */
  nodes: LayoutNode[];
}

export interface LayoutResult {
  width: number;
  /** The highest level. */
  levels: number;
  columns: { x: number; width: number }[];
  nodes: { level: number; bars: [number, number][]; middle: number }[];
}

const hull = (node: LayoutNode): Stretch => [node.stretches[0][0], node.stretches[node.stretches.length - 1][1]];

/** The longest stretch, leftmost if equal. */
export function longest(stretches: Stretch[]): number {
  let best = 0;
  for (let i = 1; i < stretches.length; i++) {
    if (stretches[i][1] - stretches[i][0] > stretches[best][1] - stretches[best][0]) best = i;
  }
  return best;
}

/** One above the highest child node, from below. */
function heights(nodes: LayoutNode[]): number[] {
  const level = nodes.map(() => 1);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { parent } = nodes[i];
    if (parent >= 0 && level[parent] <= level[i]) level[parent] = level[i] + 1;
  }
  return level;
}

/** Hulls that stand on one level; they never overlap, so their order by start is their order by end. */
class Floor {
  private hulls: Stretch[] = [];

  /** Where a hull that starts here belongs. */
  private place(start: number): number {
    let low = 0;
    let high = this.hulls.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.hulls[middle][0] < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  isFree([start, end]: Stretch): boolean {
    const at = this.place(start);
    return !(at > 0 && this.hulls[at - 1][1] > start) && !(at < this.hulls.length && this.hulls[at][0] < end);
  }

  add(taken: Stretch): void {
    this.hulls.splice(this.place(taken[0]), 0, taken);
  }
}

/** Moves nodes up until no two hulls on a level overlap; the wider hull moves. */
function separate(nodes: LayoutNode[], own: number[]): number[] {
  const hulls = nodes.map(hull);
  const width = (i: number): number => hulls[i][1] - hulls[i][0];
  const order = nodes.map((_, i) => i)
    .sort((a, b) => own[a] - own[b] || width(a) - width(b) || hulls[a][0] - hulls[b][0] || a - b);
  const level = own.slice();
  const floors = new Map<number, Floor>();
  for (const i of order) {
    let floor = floors.get(level[i]);
    while (floor && !floor.isFree(hulls[i])) floor = floors.get(++level[i]);
    if (!floor) floors.set(level[i], floor = new Floor());
    floor.add(hulls[i]);
    const { parent } = nodes[i];
    if (parent >= 0 && level[parent] <= level[i]) level[parent] = level[i] + 1;
  }
  return level;
}

/** Columns that hold their contents and the labels above them; inner labels first. */
function columnWidths({ columns, gap, nodes }: LayoutInput, level: number[]): number[] {
  const widths = columns.map((content) => content + gap);
  const order = nodes.map((_, i) => i).sort((a, b) => level[a] - level[b] || a - b);
  for (const i of order) {
    const { stretches, label } = nodes[i];
    const [start, end] = stretches[longest(stretches)];
    const needed = label + LABEL_PAD;
    let have = 0;
    for (let c = start; c < end && have < needed; c++) have += widths[c];
    if (needed <= have) continue;
    const more = (needed - have) / (end - start);
    for (let c = start; c < end; c++) widths[c] += more;
  }
  return widths;
}

export function layout(input: LayoutInput): LayoutResult {
  const { nodes } = input;
  const isDiscontinuous = nodes.some((node) => node.stretches.length > 1);
  const own = heights(nodes);
  const level = isDiscontinuous ? separate(nodes, own) : own;
  const widths = columnWidths(input, level);
  const edge = [0];
  for (const width of widths) edge.push(edge[edge.length - 1] + width);
  return {
    width: edge[edge.length - 1],
    levels: level.reduce((a, b) => Math.max(a, b), 0),
    columns: widths.map((width, c) => ({ x: edge[c], width })),
    nodes: nodes.map(({ stretches }, i) => {
      const bars = stretches.map(([start, end]): [number, number] => [edge[start] + INSET, edge[end] - INSET]);
      const [left, right] = bars[longest(stretches)];
      return { level: level[i], bars, middle: (left + right) / 2 };
    }),
  };
}
