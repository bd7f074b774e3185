/** Rewrites in place what decoders misread in a HEIF or AVIF. Lengths stay, so that nothing in the file has to move. */
import { boxesIn, type IsoBox } from './boxes.ts';

/** Brands of animations: decoders look for tracks then, and not for the picture that the file has beside them. */
const ANIMATED = new Set(['avis', 'msf1', 'hevc', 'hevx', 'hevm', 'hevs']);
/** H.273's matrix for „not said”, and BT.601's, which readers take then. */
const UNSPECIFIED = 2;
const BT601 = 6;

/** Returns true when something was changed. Throws `photos/corrupt` for too many boxes. */
export function mendHeif(bytes: Buffer): boolean {
  const boxes = [...boxesIn(bytes, 0, bytes.length)];
  const [ftyp, meta] = ['ftyp', 'meta'].map((type) => boxes.find((box) => box.type === type));
  if (ftyp === undefined || meta === undefined) return false;
  const isStill = leaveAnimation(bytes, ftyp);
  if (isStill) for (const box of boxes) if (box.type === 'moov') bytes.write('free', box.typeAt, 'latin1');
  return specifyMatrices(bytes, meta) || isStill;
}

function leaveAnimation(bytes: Buffer, { from, to }: IsoBox): boolean {
  let changed = false;
  for (let at = from; at + 4 <= to; at += 4) {
    if (!ANIMATED.has(bytes.toString('latin1', at, at + 4))) continue;
    bytes.write('mif1', at, 'latin1');
    changed = true;
  }
  return changed;
}

/** Names the matrix: libheif passes over a description that says only the range, and then takes the range of the pixels' own stream. */
function specifyMatrices(bytes: Buffer, meta: IsoBox): boolean {
  let changed = false;
  const within = (parent: IsoBox, from: number, type: string) =>
    [...boxesIn(bytes, from, parent.to)].filter((box) => box.type === type);
  for (const iprp of within(meta, meta.from + 4, 'iprp')) {
    for (const ipco of within(iprp, iprp.from, 'ipco')) {
      for (const { from, to } of within(ipco, ipco.from, 'colr')) {
        const isNclx = to - from >= 11 && bytes.toString('latin1', from, from + 4) === 'nclx';
        if (!isNclx || bytes.readUInt16BE(from + 8) !== UNSPECIFIED) continue;
        bytes.writeUInt16BE(BT601, from + 8);
        changed = true;
      }
    }
  }
  return changed;
}
