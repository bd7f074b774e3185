/** Finds the EXIF blocks of a JPEG, PNG or WebP as sharp's decoders look for them. */
export interface ExifBlock {
  /** The block's content, with or without `Exif\0\0` before the TIFF header. */
  readonly from: number;
  readonly to: number;
  /** The four letters by which decoders know the block. */
  readonly name: number;
}

interface Segment {
  readonly marker: number;
  readonly from: number;
  readonly to: number;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Yields segments up to the first scan; stray bytes between them are passed over as libjpeg does. */
export function* segmentsOfJpeg(bytes: Buffer): Generator<Segment> {
  for (let at = 2; at + 4 <= bytes.length; ) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) break;
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at] ?? 0;
    at++;
    if (marker === END_OF_IMAGE) break;
    if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8) || at + 2 > bytes.length) continue;
    const to = at + Math.max(2, bytes.readUInt16BE(at));
    yield { marker, from: at + 2, to };
    if (marker === START_OF_SCAN) break;
    at = to;
  }
}

/** True when the bytes hold everything before the pixels, and the first of those. */
export function isWholeHeadOfJpeg(bytes: Buffer): boolean {
  return segmentsOfJpeg(bytes).some(({ marker, to }) => marker === START_OF_SCAN && to < bytes.length);
}

function blocksOfJpeg(bytes: Buffer): ExifBlock[] {
  const blocks: ExifBlock[] = [];
  for (const { marker, from, to: end } of segmentsOfJpeg(bytes)) {
    const to = Math.min(bytes.length, end);
    if (marker === 0xe1 && bytes.toString('latin1', from, Math.min(to, from + 4)) === 'Exif')
      blocks.push({ from, to, name: from });
  }
  return blocks;
}

function blocksOfPng(bytes: Buffer): ExifBlock[] {
  const blocks: ExifBlock[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const to = at + 8 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'eXIf' && to + 4 <= bytes.length)
      blocks.push({ from: at + 8, to, name: at + 4 });
    at = to + 4;
  }
  return blocks;
}

function blocksOfWebp(bytes: Buffer): ExifBlock[] {
  const blocks: ExifBlock[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const from = at + 8;
    const to = Math.min(bytes.length, from + size);
    if (bytes.toString('latin1', at, at + 4) === 'EXIF') blocks.push({ from, to, name: at });
    at = from + size + (size % 2);
  }
  return blocks;
}

export const EXIF_FINDERS = { jpeg: blocksOfJpeg, png: blocksOfPng, webp: blocksOfWebp };
