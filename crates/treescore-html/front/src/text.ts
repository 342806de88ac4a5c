// Words as pages show them: cut if long, with numbers for what cannot be seen, in the direction of their script.

/** Longer words are cut in pictures; the sentence and titles have them whole. */
const LONGEST = 32;

const INVISIBLE = /^[\p{C}\p{Z}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]*$/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}]/u;

/** The first `limit` characters, and a sign that there are more. */
export function cut(text: string, limit = LONGEST): string {
  if (text.length <= limit) return text;
  const characters = Array.from(text.slice(0, 2 * limit + 2));
  if (characters.length <= limit && text.length <= 2 * limit + 2) return text;
  return `${characters.slice(0, limit - 1).join("")}\u2026`;
}

/** Without width, and not one of the signs that are seen around numbers. As in the program's findings and pictures. */
const NO_WIDTH = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/u;
/** Joiners decide how letters of these scripts look, and make one picture of several. */
const JOINED = /[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\u1a20-\u1aaf\u2600-\u27bf\ufe0f\u{1f000}-\u{1faff}]/u;

const numberOf = (character: string): string => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;

/** Control characters, and two that XML forbids. Words come with pictures of them, names and labels as they are. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/;

/** The picture of a control character; what has none is a number. */
function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "\u2421" : numberOf(character);
}

/** A text in which what has no width is a number, `br<U+200B>ead`, and what controls is a picture. Joiners stay where they shape both neighbours. */
export function spellOut(text: string): string {
  if (!NO_WIDTH.test(text) && !CONTROL.test(text)) return text;
  const all = Array.from(text);
  const shapes = (at: number): boolean => at > 0 && at + 1 < all.length && JOINED.test(all[at - 1]) && JOINED.test(all[at + 1]);
  return all.map((character, at) => {
    const isJoiner = character === "\u200c" || character === "\u200d";
    if (CONTROL.test(character)) return picture(character);
    return NO_WIDTH.test(character) && !(isJoiner && shapes(at)) ? numberOf(character) : character;
  }).join("");
}

/** A text as it is shown: cut, and characters that cannot be seen as numbers. */
export function visible(text: string, limit = LONGEST): string {
  const short = spellOut(cut(text, limit));
  if (!INVISIBLE.test(short)) return short;
  const names = Array.from(short).slice(0, 4).map(numberOf);
  return names.length > 0 ? names.join("") : "\u2205";
}

/** Names of files and systems are longer than words. */
const LONGEST_NAME = 80;

/** The name of a system, document or utterance as it is shown. */
export const visibleName = (name: string): string => visible(name, LONGEST_NAME);

/** As `dir="auto"` decides: by the first letter. */
export function isRightToLeft(texts: Iterable<string>): boolean {
  for (const text of texts) {
    const letter = /\p{L}/u.exec(text.slice(0, 1000));
    if (letter) return RIGHT_TO_LEFT.test(letter[0]);
  }
  return false;
}
