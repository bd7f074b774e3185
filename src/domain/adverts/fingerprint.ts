/** Bits of 64 in which two copies of one picture may differ: a site makes its copies smaller and encodes them anew. */
const MOST_BITS = 10;
const DIGITS = 16;

/** True for fingerprints (64 bits in hexadecimal) of copies of one picture. */
export function isSamePicture(a: string, b: string): boolean {
  let bits = 0;
  for (let at = 0; at < DIGITS; at++) {
    let difference = Number.parseInt(a[at] ?? '0', 16) ^ Number.parseInt(b[at] ?? '0', 16);
    for (; difference > 0; difference &= difference - 1) bits += 1;
  }
  return bits <= MOST_BITS;
}
