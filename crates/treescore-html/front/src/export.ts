// Trees to take along: SVG with its style inside, brackets, LaTeX for the package `forest`.

import { svg } from "./dom";
import type { Mark } from "./format";
import type { Half } from "./model";
import { spellOut } from "./text";
import type { Tree } from "./types";
import { walk } from "./walk";

/** The light theme's hues; ink is the colour of the text around the picture. */
const SVG_STYLE = `
text { font: 600 12px -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif; fill: currentColor; text-anchor: middle; }
.name { text-anchor: start; font-size: 13px; }
.word { font: 15px Charter, Cambria, Georgia, "Noto Serif", "Liberation Serif", serif; }
.side .word { font-size: 14px; }
.folded { font-style: italic; opacity: .8; } .none, .deleted { opacity: .7; }
.tag { font-weight: 400; font-size: 10.5px; opacity: .75; } .foldl { font-size: 11px; }
.tag.bad { font-weight: 700; opacity: 1; fill: #855600; text-decoration: underline double; }
.tag.bad.missing { fill: #0a5fa5; } .tag.bad.extra { fill: #b23c0a; }
.box { fill: none; } .bar { fill: none; stroke: #857f73; stroke-width: 1.2; } .stem { fill: none; stroke: #857f73; stroke-width: 1; }
.tri { fill: none; stroke: #857f73; } .uncounted text, .stub text { font-weight: 400; opacity: .75; }
.missing text { fill: #0a5fa5; } .missing .box { fill: #e6f0f9; stroke: #0a5fa5; stroke-width: 1.4; stroke-dasharray: 3.5 2.5; } .missing .bar { stroke: #0a5fa5; stroke-width: 1.8; stroke-dasharray: 5 3.5; }
.relabel text { fill: #855600; } .relabel .box { fill: #faf0d8; } .relabel .bar { stroke: #855600; stroke-width: 1.3; }
.extra text { fill: #b23c0a; } .extra .box { fill: #fdebe1; stroke: #b23c0a; stroke-width: 1.4; } .extra .bar { stroke: #b23c0a; stroke-width: 3; }
.cross text { fill: #9a1457; } .cross .box { fill: url(#hatch); stroke: #9a1457; stroke-width: 2; } .cross .bar { stroke: #9a1457; stroke-width: 1.8; stroke-linejoin: round; }
.hatch { fill: #fae5ef; } .hatch-line { stroke: #9a1457; stroke-width: 1.1; opacity: .38; }
.bar.gap.gap { stroke-dasharray: .1 5; stroke-linecap: round; stroke-width: 2; }`;

/** The pattern behind labels of crossing brackets. */
export function hatch(): SVGDefsElement {
  return svg("defs", {}, svg("pattern", { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { class: "hatch", width: 5, height: 5 }), svg("path", { class: "hatch-line", d: "M0 0V5" })));
}

const FOREIGN = ["role", "tabindex", "aria-label", "aria-level", "aria-expanded", "aria-hidden"];

function cleaned(root: SVGSVGElement): SVGGElement {
  const group = svg("g");
  for (const child of root.childNodes) group.append(child.cloneNode(true));
  for (const gone of group.querySelectorAll(".ghost, .hit, .ring, defs")) gone.remove();
  for (const element of group.querySelectorAll("*")) {
    for (const name of FOREIGN) element.removeAttribute(name);
    element.classList.remove("on", "cut", "pinned", "mask", "n");
    if (element.getAttribute("class") === "") element.removeAttribute("class");
  }
  return group;
}

/** One SVG of one or two pictures, beside each other, with their names. */
export function svgText(pictures: { root: SVGSVGElement; name: string; width: number; height: number }[]): string {
  const head = 22;
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0) + 24 * (pictures.length - 1);
  const height = Math.max(...pictures.map((picture) => picture.height)) + head;
  const [w, h] = [Math.ceil(width), Math.ceil(height)];
  const whole = svg("svg", { width: w, height: h, viewBox: `0 0 ${w} ${h}`, class: pictures.length > 1 ? "side" : null });
  const style = svg("style");
  style.textContent = SVG_STYLE;
  whole.append(style, hatch());
  let x = 0;
  for (const picture of pictures) {
    const group = cleaned(picture.root);
    group.setAttribute("transform", `translate(${Math.round(x)} ${head})`);
    whole.append(svg("text", { class: "name", x: Math.round(x) + 4, y: 14 }, picture.name), group);
    x += picture.width + 24;
  }
  return `${new XMLSerializer().serializeToString(whole)}\n`;
}

export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const BRACKETS: Record<string, string> = { "(": "-LRB-", ")": "-RRB-" };
const bare = (text: string): string => text.replace(/[()]/g, (c) => BRACKETS[c]).replace(/\s/gu, "_") || "_";

/** Penn brackets on one line; words of a discontinuous tree carry their place: "3=nachgedacht". */
export function brackets(tree: Tree): string {
  const isParted = tree.nodes.some((node) => node.stretches.length > 1);
  const out: string[] = [];
  walk(tree, {
    open: (node) => out.push(` (${bare(tree.nodes[node].label)}`),
    word: (i) => {
      const { tag, text } = tree.words[i];
      const word = `${isParted ? `${i}=` : ""}${bare(text)}`;
      out.push(tag === null ? ` ${word}` : ` (${bare(tag)} ${word})`);
    },
    close: () => out.push(")"),
  });
  return out.join("").trim();
}

const TEX: Record<string, string> = {
  "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "#": "\\#", $: "\\$", "%": "\\%", "&": "\\&", _: "\\_", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
  "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}", "\"": "\\char34{}", "'": "\\textquotesingle{}", "`": "\\textasciigrave{}",
};
/** What fonts would join to another sign: two hyphens to a dash, two commas to a quotation mark. */
const LIGATURE = /([-,])(?=\1)/g;
/** Braces keep commas, equals signs and square brackets from being read by `forest`. */
const tex = (text: string): string => `{${spellOut(text).replace(/[\\{}#$%&_~^<>|"'`]/g, (c) => TEX[c]).replace(LIGATURE, "$1{}")}}`;

const TEX_MARK: Record<Mark, string> = {
  missing: "missing", relabel: "relabelled", extra: "extra", cross: "crossing",
};

const TEX_HEAD = `% \\usepackage{forest}; marks: dashed = missing, double = relabelled, box = extra, thick box = crossing
\\forestset{
  treescore/.style={for tree={s sep=3pt, inner sep=2pt, l sep=6pt}},
  missing/.style={draw=blue, dashed, rounded corners, text=blue},
  relabelled/.style={draw=brown, double, text=brown},
  extra/.style={draw=red, text=red},
  crossing/.style={draw=magenta, very thick, text=magenta},
}
`;

/** One tree as a `forest`. */
function forest(half: Half): string {
  const { tree } = half;
  const out: string[] = [`% ${half.name.replace(/\s/gu, " ")}\n\\begin{forest} treescore\n`];
  const isParted = tree.nodes.some((node) => node.stretches.length > 1);
  if (isParted) out.push("% discontinuous: words stand in tree order, their places in the sentence below them\n");
  const roots = tree.nodes.filter((node) => node.parent < 0).length + tree.words.filter((word) => word.parent < 0).length;
  if (roots !== 1) out.push("[{}");
  walk(tree, {
    open: (node) => {
      const mark = half.mark(node);
      out.push(`[${tex(tree.nodes[node].label)}${mark ? `, ${TEX_MARK[mark]}` : ""} `);
    },
    word: (i) => {
      const { tag, text } = tree.words[i];
      const word = `[${tex(text)}, tier=word${isParted ? `, label=below:${i}` : ""}]`;
      out.push(tag === null ? word : `[${tex(tag)} ${word}]`);
    },
    close: () => out.push("]"),
  });
  if (roots !== 1) out.push("]");
  out.push("\n\\end{forest}\n");
  return out.join("");
}

export const latex = (halves: Half[]): string => TEX_HEAD + halves.map(forest).join("\n");
