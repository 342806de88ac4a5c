// Made-up trees for tests: read from brackets, drawn at random, compared. Nothing here is part of the report.

const DELETED = new Set([".", ",", "``", "''", ":"]);

/** Reads "(S (NP (DT a) (NN b)) (VP (VB c)))". A word "2=c" stands at place 2, so trees may be discontinuous. No recursion. */
export function read(text) {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  const nodes = [], leaves = [], open = [];
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i] === ")") { open.pop(); continue; }
    if (tokens[i] !== "(") continue;
    const label = tokens[i + 1], next = tokens[i + 2];
    if (next !== "(" && next !== ")") {
      const placed = /^(\d+)=(.*)$/s.exec(next);
      leaves.push({ at: placed ? Number(placed[1]) : leaves.length, text: placed ? placed[2] : next, tag: label, node: open[open.length - 1] ?? -1 });
      open.push(-2); // the preterminal closes again
      i += 2;
    } else {
      nodes.push({ label, parent: open[open.length - 1] ?? -1, words: [], counts: label !== "TOP" });
      open.push(nodes.length - 1);
      i += 1;
    }
  }
  leaves.sort((a, b) => a.at - b.at);
  const words = leaves.map((leaf) => ({ text: leaf.text, tag: leaf.tag, role: leaf.tag === "-NONE-" ? 2 : DELETED.has(leaf.tag) ? 1 : 0, node: leaf.node }));
  return finish({ words, nodes });
}

/** Adds depths and stretches, and puts the nodes in preorder with children in the order of their first words. */
export function finish(tree) {
  const { words, nodes } = tree;
  for (const node of nodes) node.words = [];
  words.forEach((word, i) => { if (word.node >= 0) nodes[word.node].words.push(i); });
  // From the last node up: children come after their parents when read from brackets.
  for (let i = nodes.length - 1; i >= 0; i--) {
    nodes[i].words.sort((a, b) => a - b);
    if (nodes[i].parent >= 0) for (const word of nodes[i].words) nodes[nodes[i].parent].words.push(word);
  }
  const children = nodes.map(() => []), roots = [];
  nodes.forEach((node, i) => (node.parent >= 0 ? children[node.parent] : roots).push(i));
  for (const list of [...children, roots]) list.sort((a, b) => (nodes[a].words[0] ?? 0) - (nodes[b].words[0] ?? 0));
  const order = [], stack = [...roots].reverse();
  while (stack.length) { const i = stack.pop(); order.push(i); for (let k = children[i].length - 1; k >= 0; k--) stack.push(children[i][k]); }
  const place = new Map(order.map((old, now) => [old, now]));
  const sorted = order.map((i) => ({ ...nodes[i], parent: nodes[i].parent < 0 ? -1 : place.get(nodes[i].parent) }));
  for (const node of sorted) {
    node.depth = node.parent < 0 ? 0 : sorted[node.parent].depth + 1;
    node.stretches = [];
    for (const word of node.words) {
      const last = node.stretches[node.stretches.length - 1];
      if (last && last[1] === word) last[1]++; else node.stretches.push([word, word + 1]);
    }
    node.start = node.words[0] ?? 0;
    node.end = node.words.length ? node.words[node.words.length - 1] + 1 : node.start;
  }
  for (const word of words) word.node = word.node < 0 ? -1 : place.get(word.node);
  return { words, nodes: sorted };
}

/** Numbers 0 ≤ x < 1, the same on every run. */
export function random(seed) {
  let state = seed >>> 0 || 1;
  return () => { state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0; return state / 4294967296; };
}

const LABELS = ["NP", "VP", "PP", "S", "SBAR", "ADVP", "ADJP", "QP"];
const TAGS = ["NN", "DT", "IN", "VBD", "JJ", "NNS", "RB", "PRP"];
const WORDS = "the coast old maps of northern harbour boat sold was in and charts quiet lamp bridge letters river wind rows home market rain all week ferry leave dawn nobody expected a kept bees honey fair Sundays".split(" ");

/** A random tree over n words, in brackets, without recursion: spans are cut until they are small. */
export function randomBrackets(n, next, words = null) {
  const out = [];
  const todo = [{ from: 0, to: n, label: "S" }];
  const leaf = (i) => `(${i === n - 1 && n > 3 ? "." : TAGS[Math.floor(next() * TAGS.length)]} ${words ? words[i] : i === n - 1 && n > 3 ? "." : WORDS[Math.floor(next() * WORDS.length)]})`;
  while (todo.length) {
    const job = todo.pop();
    if (typeof job === "string") { out.push(job); continue; }
    const { from, to, label } = job;
    if (label === null) { out.push(leaf(from)); continue; }
    out.push(`(${label}`);
    todo.push(")");
    const parts = [];
    let at = from;
    while (at < to) {
      const left = to - at, size = left <= 2 ? 1 : 1 + Math.floor(next() * next() * (left + 1));
      const width = Math.min(size, from === at ? left - (left > 1 ? 1 : 0) : left) || 1;
      parts.push({ from: at, to: at + width, label: width > 1 || next() < 0.25 ? LABELS[Math.floor(next() * next() * LABELS.length)] : null });
      if (parts[parts.length - 1].label !== null && width === to - from) parts[parts.length - 1].label = null;
      if (parts[parts.length - 1].label === null && width > 1) parts[parts.length - 1].to = at + 1;
      at = parts[parts.length - 1].to;
    }
    for (let i = parts.length - 1; i >= 0; i--) todo.push(parts[i].label !== null && parts[i].to - parts[i].from === 1 ? { ...parts[i], single: true } : parts[i]);
    if (job.single) { todo.splice(todo.length - parts.length, parts.length, { from, to, label: null }); }
  }
  return out.join(" ").replace(/ \)/g, ")");
}

/** A copy with some labels, tags and brackets changed. */
export function perturb(tree, next, amount = 0.12) {
  const words = tree.words.map((word) => ({ ...word, tag: word.role === 0 && next() < 0.04 ? TAGS[Math.floor(next() * TAGS.length)] : word.tag }));
  const gone = tree.nodes.map((node) => node.parent >= 0 && node.words.length > 1 && next() < amount);
  const kept = tree.nodes.map((node, i) => ({ ...node, label: node.parent >= 0 && next() < amount / 3 ? LABELS[Math.floor(next() * LABELS.length)] : node.label, old: i }));
  const survivor = (i) => { let at = i; while (at >= 0 && gone[at]) at = tree.nodes[at].parent; return at; };
  const place = new Map(), nodes = [];
  kept.forEach((node, i) => { if (!gone[i]) { place.set(i, nodes.length); nodes.push({ label: node.label, counts: node.counts, parent: node.parent < 0 ? -1 : place.get(survivor(node.parent)), words: [] }); } });
  for (const word of words) { const at = survivor(word.node); word.node = at < 0 ? -1 : place.get(at); }
  // New brackets over neighbouring words of one parent: some of them cross gold.
  const count = Math.round(amount * nodes.length * next() * 2);
  for (let k = 0; k < count; k++) {
    const from = Math.floor(next() * (words.length - 2));
    if (from < 0 || words[from].node !== words[from + 1].node || words[from].node < 0) continue;
    const parent = words[from].node;
    nodes.push({ label: LABELS[Math.floor(next() * LABELS.length)], counts: true, parent, words: [] });
    words[from].node = words[from + 1].node = nodes.length - 1;
  }
  return finish({ words, nodes });
}

/** What happened to each counted system node. `place` gives the common column of a word on each side. */
export function compare(gold, system, placeGold, placeSystem, wordFates = false) {
  const items = (tree, place) => tree.nodes.map((node) => {
    const all = [...new Set(node.words.filter((w) => tree.words[w].role === 0).map(place))].sort((a, b) => a - b);
    const shared = all.filter(Number.isInteger), set = shared.length > 0 ? shared : all; // one-sided cells have a half number
    return { label: node.label, counts: node.counts && set.length > 0, set, key: set.join(" ") };
  });
  const golds = items(gold, placeGold), systems = items(system, placeSystem);
  // A bracket without counted words cannot count.
  golds.forEach((item, i) => { gold.nodes[i].counts = item.counts; });
  systems.forEach((item, i) => { system.nodes[i].counts = item.counts; });
  const free = new Map();
  golds.forEach((item, i) => { if (item.counts) (free.get(item.key) ?? free.set(item.key, []).get(item.key)).push(i); });
  const fates = systems.map(() => null);
  const take = (test, verdict) => systems.forEach((item, i) => {
    if (!item.counts || fates[i]) return;
    const list = free.get(item.key) ?? [], at = list.findIndex((g) => test(golds[g], item));
    if (at >= 0) fates[i] = { verdict, partner: list.splice(at, 1)[0] };
  });
  take((g, s) => g.label === s.label, "matched");
  take(() => true, "relabelled");
  const cuts = (a, b) => { const other = new Set(b), shared = a.filter((x) => other.has(x)).length; return shared > 0 && shared < a.length && shared < b.length; };
  systems.forEach((item, i) => { if (item.counts && !fates[i]) fates[i] = { verdict: golds.some((g) => g.counts && cuts(g.set, item.set)) ? "crossing" : "extra", partner: -1 }; });
  if (wordFates) {
    const counted = gold.words.map((w, i) => (w.role === 0 ? i : -1)).filter((i) => i >= 0);
    let k = 0;
    system.words.forEach((word) => {
      if (word.role !== 0) return;
      const g = counted[k++];
      fates.push(g === undefined ? { verdict: "extra", partner: -1 } : { verdict: gold.words[g].tag === word.tag ? "matched" : "relabelled", partner: gold.nodes.length + g });
    });
  }
  const of = (verdict) => fates.slice(0, systems.length).filter((f) => f?.verdict === verdict).length;
  const counts = { gold: golds.filter((g) => g.counts).length, system: systems.filter((s) => s.counts).length, matched: of("matched"), relabelled: of("relabelled"), crossing: of("crossing"), extra: of("extra") };
  return { fates, counts: { ...counts, missing: counts.gold - counts.matched - counts.relabelled } };
}
