/** The colour description of HEIF and AVIF files without an ICC profile: the `colr` box of type nclx. */
export interface Nclx {
  /** Code points of ITU-T H.273: 1 BT.709, 9 BT.2020, 12 Display P3. */
  readonly primaries: number;
  /** 13 sRGB, 16 PQ, 18 HLG; others are treated like sRGB. */
  readonly transfer: number;
}

const CONTAINERS: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0 };

/** Walks meta → iprp → ipco of the leading bytes and returns the first nclx; null when there is none. */
export function readNclx(head: Buffer): Nclx | null {
  return searchBoxes(head, { from: 0, to: head.length }, 0);
}

function searchBoxes(bytes: Buffer, { from, to }: { from: number; to: number }, depth: number): Nclx | null {
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = size === 0 ? to : Math.min(to, at + size);
    if (size !== 0 && size < 8) return null;
    const inner = CONTAINERS[type];
    if (inner !== undefined && depth < 4) {
      const found = searchBoxes(bytes, { from: at + 8 + inner, to: end }, depth + 1);
      if (found !== null) return found;
    }
    if (type === 'colr' && at + 16 <= end && bytes.toString('latin1', at + 8, at + 12) === 'nclx') {
      return { primaries: bytes.readUInt16BE(at + 12), transfer: bytes.readUInt16BE(at + 14) };
    }
    at = end;
  }
  return null;
}
