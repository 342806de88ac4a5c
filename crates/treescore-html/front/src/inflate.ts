// Raw deflate (RFC 1951) to bytes: by the browser where it can, by a small decoder of our own where it cannot.

const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const DISTANCE_EXTRA = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MAX_BITS = 15;

/** A canonical Huffman code: how many codes there are of each length, and the symbols in the order of their codes. */
interface Code {
  counts: Uint16Array;
  symbols: Uint16Array;
}

function makeCode(lengths: ArrayLike<number>): Code {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (let i = 0; i < lengths.length; i++) counts[lengths[i]]++;
  counts[0] = 0;
  const offsets = new Uint16Array(MAX_BITS + 2);
  for (let bits = 1; bits <= MAX_BITS; bits++) offsets[bits + 1] = offsets[bits] + counts[bits];
  const symbols = new Uint16Array(lengths.length);
  for (let i = 0; i < lengths.length; i++) if (lengths[i] > 0) symbols[offsets[lengths[i]]++] = i;
  return { counts, symbols };
}

function fixedLiterals(): Code {
  const lengths = new Uint8Array(288);
  for (let i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  return makeCode(lengths);
}

class Inflater {
  private at = 0;
  private hold = 0;
  private held = 0;
  private out: Uint8Array;
  private length = 0;

  constructor(private readonly input: Uint8Array) {
    this.out = new Uint8Array(Math.max(1024, input.length * 4));
  }

  private bits(count: number): number {
    while (this.held < count) {
      if (this.at >= this.input.length) throw new Error("compressed data ends too early");
      this.hold |= this.input[this.at++] << this.held;
      this.held += 8;
    }
    const value = this.hold & ((1 << count) - 1);
    this.hold >>>= count;
    this.held -= count;
    return value;
  }

  private symbol(code: Code): number {
    let value = 0, first = 0, index = 0;
    for (let bits = 1; bits <= MAX_BITS; bits++) {
      value |= this.bits(1);
      const count = code.counts[bits];
      if (value - first < count) return code.symbols[index + value - first];
      index += count;
      first = (first + count) << 1;
      value <<= 1;
    }
    throw new Error("compressed data has an unknown code");
  }

  private reserve(more: number): void {
    if (this.length + more <= this.out.length) return;
    const larger = new Uint8Array(Math.max(this.out.length * 2, this.length + more));
    larger.set(this.out);
    this.out = larger;
  }

  private stored(): void {
    this.hold = 0;
    this.held = 0;
    const size = this.input[this.at] | (this.input[this.at + 1] << 8);
    this.at += 4;
    if (!(this.at + size <= this.input.length)) throw new Error("compressed data ends too early");
    this.reserve(size);
    this.out.set(this.input.subarray(this.at, this.at + size), this.length);
    this.length += size;
    this.at += size;
  }

  private dynamic(): [Code, Code] {
    const literals = this.bits(5) + 257, distances = this.bits(5) + 1, codes = this.bits(4) + 4;
    const lengths = new Uint8Array(literals + distances);
    const first = new Uint8Array(19);
    for (let i = 0; i < codes; i++) first[CODE_ORDER[i]] = this.bits(3);
    const code = makeCode(first);
    for (let i = 0; i < lengths.length;) {
      const symbol = this.symbol(code);
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) throw new Error("compressed data repeats nothing");
      const value = symbol === 16 ? lengths[i - 1] : 0;
      const times = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
      lengths.fill(value, i, i + times);
      i += times;
    }
    return [makeCode(lengths.subarray(0, literals)), makeCode(lengths.subarray(literals))];
  }

  private block(literals: Code, distances: Code): void {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.reserve(1);
        this.out[this.length++] = symbol;
        continue;
      }
      const size = LENGTH_BASE[symbol - 257] + this.bits(LENGTH_EXTRA[symbol - 257]);
      const far = this.symbol(distances);
      const distance = DISTANCE_BASE[far] + this.bits(DISTANCE_EXTRA[far]);
      if (!(distance <= this.length)) throw new Error("compressed data reaches back too far");
      this.reserve(size);
      for (let i = 0; i < size; i++, this.length++) this.out[this.length] = this.out[this.length - distance];
    }
  }

  run(): Uint8Array {
    for (let last = 0; !last;) {
      last = this.bits(1);
      const kind = this.bits(2);
      if (kind === 0) this.stored();
      else if (kind === 1) this.block(fixedLiterals(), makeCode(new Uint8Array(30).fill(5)));
      else if (kind === 2) this.block(...this.dynamic());
      else throw new Error("compressed data has an unknown block");
    }
    return this.out.slice(0, this.length);
  }
}

/** The fallback; exported for its tests. */
export const inflateHere = (input: Uint8Array): Uint8Array => new Inflater(input).run();

export async function inflate(input: Uint8Array): Promise<Uint8Array> {
  if (typeof DecompressionStream === "undefined") return inflateHere(input);
  let stream: DecompressionStream;
  try {
    stream = new DecompressionStream("deflate-raw");
  } catch {
    return inflateHere(input); // older browsers know only "deflate" and "gzip"
  }
  const writer = stream.writable.getWriter();
  // Failures surface at the reading end.
  void writer.write(input as BufferSource).catch(() => undefined);
  void writer.close().catch(() => undefined);
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}
