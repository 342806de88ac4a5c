// Widths of texts in the fonts of the trees.

const FONTS = {
  word: ["15px", "--font-text"],
  tag: ["10.5px", "--font-ui"],
  label: ["600 12px", "--font-ui"],
} as const;

const KEPT_LENGTH = 60;

/** Long words are not kept: they are rare, and the memory would grow. */
export function makeMeasure(): (text: string, font: keyof typeof FONTS) => number {
  const context = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const fonts = { word: "", tag: "", label: "" };
  for (const name of ["word", "tag", "label"] as const) fonts[name] = `${FONTS[name][0]} ${style.getPropertyValue(FONTS[name][1]).trim()}`;
  const known = { word: new Map<string, number>(), tag: new Map<string, number>(), label: new Map<string, number>() };
  let current = "";
  return (text, font) => {
    const before = known[font].get(text);
    if (before !== undefined) return before;
    if (!context) return text.length * 8;
    if (current !== font) context.font = fonts[current = font];
    const { width } = context.measureText(text);
    if (text.length <= KEPT_LENGTH) known[font].set(text, width);
    return width;
  };
}
