// The block `index`: numbers of every pair, as columns.

import type { Index, SystemColumns } from "./types";

/** Columns of a pair, then columns of each system. */
const PAIR_COLUMNS = 3;
const SYSTEM_COLUMNS = 9;

export function readIndex(bytes: Uint8Array, pairs: number, systems: number): Index {
  const needed = (PAIR_COLUMNS + SYSTEM_COLUMNS * systems) * pairs * 4;
  if (bytes.length !== needed) throw new Error(`the index has ${bytes.length} bytes instead of ${needed}`);
  // Typed arrays of four bytes need an aligned start.
  const buffer = bytes.byteOffset % 4 === 0 ? bytes.buffer : bytes.slice().buffer;
  const base = bytes.byteOffset % 4 === 0 ? bytes.byteOffset : 0;
  let next = 0;
  const place = () => base + next++ * pairs * 4;
  const counts = () => new Uint32Array(buffer, place(), pairs);
  const values = () => new Float32Array(buffer, place(), pairs);
  const words = counts(), document = counts(), slot = counts();
  const columns: SystemColumns[] = [];
  for (let s = 0; s < systems; s++) {
    columns.push({
      value: values(), gold: counts(), system: counts(), matched: counts(), missing: counts(),
      relabelled: counts(), extra: counts(), crossing: counts(), refusal: counts(),
    });
  }
  return { pairs, words, document, slot, systems: columns };
}
