/** The end of a JPEG: whether every scan of the picture has begun, and the end marker that phones and transfers lose. */

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Of what follows 0xff within a scan, these belong to the scan: a stuffed 0xff, a fill byte, restart markers. */
const isWithinScan = (byte: number) => byte === 0 || byte === 0xff || (byte >= 0xd0 && byte <= 0xd7);
/** Baseline, extended and progressive, all Huffman-coded: of arithmetic coding a decoder cannot tell that it ended early. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const PROGRESSIVE = 0xc2;
const COEFFICIENTS = 64;

/**
 * The same JPEG with its end marker in the place of the zeros that a disk or a transfer may have filled it up with. Null where scans are
 * missing, which no decoder notices once there is an end; whether the last scan is whole is the decoder's to say.
 */
export function withEndOfJpeg(bytes: Buffer): Buffer | null {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  // A zero after 0xff is stuffed there by the encoder.
  if (bytes[end - 1] === 0xff) end++;
  const picture = bytes.subarray(0, end);
  return hasAllScans(picture) ? Buffer.concat([picture, Buffer.from([0xff, END_OF_IMAGE])]) : null;
}

/** Every coefficient of every component is in some scan to its last bit. */
export function hasAllScans(bytes: Buffer): boolean {
  let isProgressive = false;
  /** By component: how many low bits of each coefficient are still to come. */
  const missing = new Map<number, Uint8Array>();
  for (const { marker, from, to } of segments(bytes)) {
    if (FRAMES.includes(marker)) {
      isProgressive = marker === PROGRESSIVE;
      const components = bytes[from + 5] ?? 0;
      for (let n = 0; n < components; n++)
        missing.set(bytes[from + 6 + 3 * n] ?? 0, new Uint8Array(COEFFICIENTS).fill(0xff));
    }
    if (marker !== START_OF_SCAN) continue;
    const components = bytes[from] ?? 0;
    const [first, last, bits] = isProgressive
      ? [bytes[to - 3] ?? 0, bytes[to - 2] ?? 0, (bytes[to - 1] ?? 0) & 15]
      : [0, COEFFICIENTS - 1, 0];
    for (let n = 0; n < components; n++)
      missing.get(bytes[from + 1 + 2 * n] ?? 0)?.fill(bits, first, last + 1);
  }
  return missing.size > 0 && [...missing.values()].every((bits) => bits.every((left) => left === 0));
}

/** All segments with a length, those between and after scans too, up to the end marker. */
function* segments(bytes: Buffer): Generator<{ marker: number; from: number; to: number }> {
  let isScan = false;
  for (let at = 2; at + 1 < bytes.length; ) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return;
    const marker = bytes[at + 1] ?? 0;
    if (isWithinScan(marker) || marker <= 1 || marker === 0xd8) {
      at += isScan && marker !== 0xff ? 2 : 1;
      continue;
    }
    if (marker === END_OF_IMAGE || at + 4 > bytes.length) return;
    const to = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    if (to > bytes.length) return;
    yield { marker, from: at + 4, to };
    isScan = marker === START_OF_SCAN;
    at = to;
  }
}
