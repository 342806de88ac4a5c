// Small pictures that stand beside names: the chip of a mark, the shape of a system.

import { el, svg } from "./dom";
import { GLYPH, type Mark } from "./format";

export function chip(mark: Mark): HTMLElement {
  return el("span", { class: `chip m-${mark}`, "aria-hidden": "true" }, GLYPH[mark]);
}

const SHAPES = [
  () => svg("circle", { cx: 5, cy: 5, r: 4.4 }),
  () => svg("rect", { x: 1, y: 1, width: 8, height: 8 }),
  () => svg("path", { d: "M5 .5 9.6 9H.4z" }),
  () => svg("path", { d: "M5 0 10 5 5 10 0 5z" }),
  () => svg("path", { d: "M3.4 0h3.2v3.4H10v3.2H6.6V10H3.4V6.6H0V3.4h3.4z" }),
];

/** Hue and shape of a system by its place on the command line; from the sixth on there is only a grey dot. */
export function systemShape(system: number): SVGElement {
  const shape = (SHAPES[system] ?? SHAPES[0])();
  const colour = system < SHAPES.length ? `sys-${system + 1}` : "sys-more";
  return svg("svg", { class: `shape ${colour}`, width: 10, height: 10, viewBox: "0 0 10 10", "aria-hidden": "true" }, shape);
}
