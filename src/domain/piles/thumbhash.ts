/**
 * Reads what a ThumbHash keeps of a picture: its average colour and low frequencies, as small pictures of brightness (L) and of two
 * differences of colour (P, yellow and blue; Q, red and green). The format is public (evanw/thumbhash); photos' hashes are opaque.
 */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const LEAST_BYTES = 5;
const MOST_TERMS = 7;
/** Cells of a side of the small picture. */
const SIDE = 6;

/** Cells row by row, each L, P and Q; L in 0–1, P and Q in −1–1. */
export type SmallPicture = Float32Array;

/** Returns the small picture of a hash in base64; null where it is none. */
export function decodeThumbhash(thumbhash: string): SmallPicture | null {
  const bytes = decodeBase64(thumbhash);
  if (bytes.length < LEAST_BYTES) return null;
  const at = (n: number) => bytes[n] ?? 0;
  const head = at(0) | (at(1) << 8) | (at(2) << 16);
  const tail = at(3) | (at(4) << 8);
  const isWide = tail >> 15 !== 0;
  const short = Math.max(3, tail & 7);
  const readTerm = (n: number) => ((at(LEAST_BYTES + (n >> 1)) >> ((n & 1) * 4)) & 15) / 7.5 - 1;
  const picture = new Float32Array(SIDE * SIDE * 3);
  let from = addChannel(picture, 0, {
    size: isWide ? [MOST_TERMS, short] : [short, MOST_TERMS],
    mean: (head & 63) / 63,
    scale: ((head >> 18) & 31) / 31,
    readTerm,
  });
  const colours = [
    { mean: ((head >> 6) & 63) / 31.5 - 1, scale: ((tail >> 3) & 63) / 63 },
    { mean: ((head >> 12) & 63) / 31.5 - 1, scale: ((tail >> 9) & 63) / 63 },
  ];
  for (const [n, colour] of colours.entries()) {
    const start = from;
    from += addChannel(picture, n + 1, {
      size: [3, 3],
      ...colour,
      readTerm: (term) => readTerm(start + term),
    });
  }
  return picture;
}

interface Channel {
  readonly size: readonly [columns: number, rows: number];
  readonly mean: number;
  readonly scale: number;
  readonly readTerm: (n: number) => number;
}

/** Writes a channel's cosines into the picture; returns how many terms it has. */
function addChannel(
  picture: SmallPicture,
  channel: number,
  { size, mean, scale, readTerm }: Channel,
): number {
  const [columns, rows] = size;
  for (let cell = 0; cell < SIDE * SIDE; cell++) picture[cell * 3 + channel] = mean;
  let n = 0;
  for (let cy = 0; cy < rows; cy++) {
    for (let cx = cy === 0 ? 1 : 0; cx * rows < columns * (rows - cy); cx++, n++) {
      const weight = readTerm(n) * scale * 2;
      for (let y = 0; y < SIDE; y++) {
        for (let x = 0; x < SIDE; x++) {
          const i = (y * SIDE + x) * 3 + channel;
          picture[i] = (picture[i] ?? 0) + weight * cosine(cx, x) * cosine(cy, y);
        }
      }
    }
  }
  return n;
}

const cosine = (n: number, at: number) => Math.cos((Math.PI / SIDE) * n * (at + 0.5));

function decodeBase64(text: string): number[] {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const letter of text.replace(/[=]+$/u, '')) {
    const value = DIGITS.indexOf(letter);
    if (value < 0) return [];
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 255);
    }
  }
  return bytes;
}
