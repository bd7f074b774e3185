/** The end of a JPEG: tells whether every scan of the picture has begun, and finds the end when phones or transfers lost its marker. */

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** True for bytes after 0xff that belong to the scan: a stuffed 0xff, a fill byte, restart markers. */
const isWithinScan = (byte: number) => byte === 0 || byte === 0xff || (byte >= 0xd0 && byte <= 0xd7);
/** Baseline, extended and progressive, all Huffman-coded: a decoder cannot tell that arithmetic coding ended early. */
const FRAME_HEADERS = [0xc0, 0xc1, 0xc2];
const PROGRESSIVE = 0xc2;
const COEFFICIENTS = 64;
const MOST_COMPONENTS = 4;
/** Most segments: phones write a few dozen, an album of pictures in one file some hundreds. */
const MOST_SEGMENTS = 10_000;

/** Bytes at the picture's end that a decoder is sure to miss; encoders add none after them, or one or two. */
const SLACK = 4;

/** True when the marker that ends the picture is there, whatever comes after it. */
export function hasEnd(bytes: Buffer): boolean {
  return listSegments(bytes).some(({ marker }) => marker === END_OF_IMAGE);
}

/**
 * An end of a JPEG without its end marker. The file is whole where its data end: read to there it lacks nothing, and a little less is too
 * little. Bytes that came into the place of lost ones decode too, to grey or to noise, but not to just that length.
 */
export interface Ending {
  /** The file with an end marker in place of the bytes that a disk or a transfer may have filled it up with. */
  readonly whole: Buffer;
  /** The same less a few bytes. */
  readonly short: Buffer;
}

/**
 * Yields places where the data of a JPEG without its end marker may end; none where scans are missing, since with an end no decoder notices
 * it.
 */
export function* listEndings(bytes: Buffer): Generator<Ending> {
  const filling = startOfFilling(bytes);
  // The picture's last byte may be like the filling. A white picture may end as evenly, and then ends with the file.
  const ends = [filling, filling + 1, bytes.length];
  for (const end of bytes.length - filling < SLACK ? ends.reverse() : ends) {
    if (hasAllScans(bytes.subarray(0, end)))
      yield { whole: appendEndMarker(bytes, end), short: appendEndMarker(bytes, end - SLACK) };
  }
}

const appendEndMarker = (bytes: Buffer, end: number) =>
  Buffer.concat([bytes.subarray(0, end), Buffer.from([0xff, END_OF_IMAGE])]);

/** Returns the start of the filling at the end: one byte repeated, or two in turn such as stuffed 0xff. */
function startOfFilling(bytes: Buffer): number {
  let at = bytes.length - 2;
  while (at > 0 && bytes[at - 1] === bytes[at + 1]) at--;
  // A zero after 0xff is stuffed there by the encoder.
  return bytes[at - 1] === 0xff && bytes[at] === 0 ? at + 1 : at;
}

/** True when every coefficient of every component is in some scan to its last bit. False for a malformed or a second frame. */
export function hasAllScans(bytes: Buffer): boolean {
  let isProgressive = false;
  /** For each component: how many low bits of each coefficient are still to come. */
  const missing = new Map<number, Uint8Array>();
  for (const { marker, from, to } of listSegments(bytes)) {
    if (FRAME_HEADERS.includes(marker)) {
      isProgressive = marker === PROGRESSIVE;
      const components = bytes[from + 5] ?? 0;
      if (missing.size > 0 || components > MOST_COMPONENTS || to - from !== 6 + 3 * components) return false;
      for (let n = 0; n < components; n++)
        missing.set(bytes[from + 6 + 3 * n], new Uint8Array(COEFFICIENTS).fill(0xff));
    }
    if (marker !== START_OF_SCAN) continue;
    const components = bytes[from] ?? 0;
    if (components > MOST_COMPONENTS || to - from !== 4 + 2 * components) return false;
    const [first, last, bits] = isProgressive
      ? [bytes[to - 3], bytes[to - 2], bytes[to - 1] & 15]
      : [0, COEFFICIENTS - 1, 0];
    for (let n = 0; n < components; n++) missing.get(bytes[from + 1 + 2 * n])?.fill(bits, first, last + 1);
  }
  return missing.size > 0 && [...missing.values()].every((bits) => bits.every((left) => left === 0));
}

/**
 * Yields all segments with a length, also those between and after scans, up to the end marker, which is the last; not all of a hostile
 * file.
 */
function* listSegments(bytes: Buffer): Generator<{ marker: number; from: number; to: number }> {
  let isScan = false;
  let count = 0;
  for (let at = 2; at + 1 < bytes.length; ) {
    if (bytes[at] !== 0xff) {
      // Measured: one search for each costs a tenth of a look at every byte, in a photo's scan too.
      at = bytes.indexOf(0xff, at);
      if (at < 0) return;
      continue;
    }
    const marker = bytes[at + 1];
    if (isWithinScan(marker) || marker <= 1 || marker === 0xd8) {
      at += isScan && marker !== 0xff ? 2 : 1;
      continue;
    }
    if (marker === END_OF_IMAGE) {
      yield { marker, from: at + 2, to: at + 2 };
      return;
    }
    if (at + 4 > bytes.length) return;
    const to = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    count += 1;
    if (to > bytes.length || count > MOST_SEGMENTS) return;
    yield { marker, from: at + 4, to };
    isScan = marker === START_OF_SCAN;
    at = to;
  }
}
