/** The colours a PNG says it is in: the chunks before its pixels, of which the first in the order of its specification counts. */
import { type Source, sourceOfCicp, sourceOfGamma } from './gamut.ts';
import { type Chromaticities, hasPrimaries } from './primaries.ts';
import { hasTransfer } from './transfers.ts';

export interface PngColour {
  /** An embedded profile, where there is one, is not what counts. */
  readonly overProfile: boolean;
  readonly source: Source | null;
}

const NOTHING: PngColour = { overProfile: false, source: null };
const PNG_UNIT = 100_000;

/**
 * cICP, then a profile, then sRGB, then gAMA with cHRM. Null: the pixels have not begun within `bytes`.
 * `hasProfile`: one that can be used.
 */
export function readPngColour(bytes: Buffer, hasProfile: boolean): PngColour | null {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') return getColourFromChunks(chunks, hasProfile);
    const end = at + 8 + bytes.readUInt32BE(at);
    if (!chunks.has(name)) chunks.set(name, bytes.subarray(at + 8, end));
    at = end + 4;
  }
  return null;
}

function getColourFromChunks(chunks: ReadonlyMap<string, Buffer>, hasProfile: boolean): PngColour {
  const cicp = chunks.get('cICP');
  if (cicp?.length === 4) {
    const [primaries, transfer, matrix, fullRange] = cicp;
    // Matrix 0: a PNG is red, green and blue.
    if (hasPrimaries(primaries) && hasTransfer(transfer) && matrix === 0)
      return { overProfile: true, source: sourceOfCicp({ primaries, transfer, isNarrow: fullRange === 0 }) };
  }
  if (hasProfile || chunks.has('sRGB')) return NOTHING;
  const gamma = chunks.get('gAMA');
  // Primaries without a transfer function are passed over, as browsers do.
  if (gamma?.length !== 4 || gamma.readUInt32BE(0) === 0) return NOTHING;
  const power = PNG_UNIT / gamma.readUInt32BE(0);
  return { overProfile: false, source: sourceOfGamma(power, parsePrimaries(chunks.get('cHRM'))) };
}

/** The chunk has white first. */
function parsePrimaries(chunk: Buffer | undefined): Chromaticities | null {
  if (chunk?.length !== 32) return null;
  const [whiteX, whiteY, ...colours] = Array.from(
    { length: 8 },
    (_, i) => chunk.readUInt32BE(i * 4) / PNG_UNIT,
  );
  return [...colours, whiteX, whiteY] as unknown as Chromaticities;
}
