/** Reads the colours that an AV1 stream says itself (AV1 specification, 5.5): they count where the file around it says nothing. */
import type { Nclx } from './nclx.ts';

const SEQUENCE_HEADER = 1;
const UNSPECIFIED = 2;

interface Bits {
  /** Takes the next bits as a number. */
  take(count: number): number;
}

/**
 * Returns null where the stream does not begin with a sequence header, or has what only films have. Throws RangeError where it goes past
 * the end.
 */
export function readAv1Colour(stream: Buffer): Nclx | null {
  for (let at = 0; at < stream.length; ) {
    const header = stream.readUInt8(at);
    const hasSize = (header & 2) !== 0;
    const start = at + ((header & 4) === 0 ? 1 : 2);
    const { size, end } = hasSize ? lengthAt(stream, start) : { size: stream.length - start, end: start };
    if (((header >> 3) & 15) === SEQUENCE_HEADER) return sequenceColour(bitsFrom(stream, end));
    at = end + size;
  }
  return null;
}

function lengthAt(stream: Buffer, start: number): { size: number; end: number } {
  let size = 0;
  let end = start;
  for (let byte = 0x80; byte >= 0x80; end++) {
    byte = stream.readUInt8(end);
    size += (byte & 0x7f) * 2 ** (7 * (end - start));
  }
  return { size, end };
}

function bitsFrom(stream: Buffer, start: number): Bits {
  let at = start * 8;
  const one = () => {
    const bit = (stream.readUInt8(at >> 3) >> (7 - (at & 7))) & 1;
    at++;
    return bit;
  };
  return {
    take: (count) => Array.from({ length: count }, one).reduce((value, bit) => value * 2 + bit, 0),
  };
}

function sequenceColour(bits: Bits): Nclx | null {
  const { take } = bits;
  const profile = take(3);
  take(1);
  const isReduced = take(1) === 1;
  if (isReduced) take(5);
  else if (!passOperatingPoints(bits)) return null;
  const [wide, high] = [take(4) + 1, take(4) + 1];
  take(wide);
  take(high);
  if (!isReduced && take(1) === 1) take(7);
  take(3);
  if (!isReduced) passTools(bits);
  take(3);
  return colourConfig(bits, profile);
}

/** Passes over the operating points; returns false for those of a film. */
function passOperatingPoints({ take }: Bits): boolean {
  if (take(1) === 1) return false;
  const hasDelays = take(1) === 1;
  for (let points = take(5) + 1; points > 0; points--) {
    take(12);
    if (take(5) > 7) take(1);
    if (hasDelays && take(1) === 1) take(4);
  }
  return true;
}

function passTools({ take }: Bits): void {
  take(4);
  const hasOrder = take(1) === 1;
  if (hasOrder) take(2);
  const screenContent = take(1) === 1 || take(1) === 1;
  if (screenContent && take(1) === 0) take(1);
  if (hasOrder) take(3);
}

function colourConfig({ take }: Bits, profile: number): Nclx {
  const isDeep = take(1) === 1;
  if (profile === 2 && isDeep) take(1);
  const isGrey = profile !== 1 && take(1) === 1;
  const [primaries, transfer, matrix] =
    take(1) === 1 ? [take(8), take(8), take(8)] : [UNSPECIFIED, UNSPECIFIED, UNSPECIFIED];
  const isSrgb = !isGrey && primaries === 1 && transfer === 13 && matrix === 0;
  return { primaries, transfer, matrix, isFullRange: isSrgb || take(1) === 1 };
}
