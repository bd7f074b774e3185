/** Which colours a profile means, told by its numbers: names lie, and converting what is sRGB already costs more than decoding. */
export type Profile = 'none' | 'srgb' | 'p3' | 'other';

const TOLERANCE = 0.003;
const CURVE_TOLERANCE = 0.01;
/** D50-adapted colorants, columns r g b, as ICC profiles carry them. */
const COLORANTS = {
  srgb: [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141],
  p3: [0.5151, 0.2412, -0.0011, 0.292, 0.6922, 0.0419, 0.1571, 0.0666, 0.7841],
} as const;
/** Parametric curve type 3 of IEC 61966-2-1: g a b c d. */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

export function classifyProfile(icc: Uint8Array | undefined): Profile {
  if (icc === undefined) return 'none';
  const bytes = Buffer.from(icc.buffer, icc.byteOffset, icc.byteLength);
  if (bytes.length < 132 || bytes.toString('latin1', 16, 20) !== 'RGB ') return 'other';
  const tags = parseIccTags(bytes);
  if (tags.has('A2B0')) return 'other';
  const colorants = ['rXYZ', 'gXYZ', 'bXYZ'].flatMap((name) => fixedNumbers(tags.get(name), 8, 3));
  const curves = ['rTRC', 'gTRC', 'bTRC'].every((name) => isSrgbCurve(tags.get(name)));
  if (!curves || colorants.length !== 9) return 'other';
  const near = (wanted: readonly number[]) => wanted.every((n, i) => Math.abs(n - colorants[i]) <= TOLERANCE);
  return near(COLORANTS.srgb) ? 'srgb' : near(COLORANTS.p3) ? 'p3' : 'other';
}

function parseIccTags(bytes: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = Math.min(bytes.readUInt32BE(128), 100);
  for (let at = 132; tags.size < count && at + 12 <= bytes.length; at += 12) {
    const offset = bytes.readUInt32BE(at + 4);
    tags.set(
      bytes.toString('latin1', at, at + 4),
      bytes.subarray(offset, offset + bytes.readUInt32BE(at + 8)),
    );
  }
  return tags;
}

function fixedNumbers(tag: Buffer | undefined, at: number, count: number): number[] {
  if (tag === undefined || tag.length < at + count * 4) return [];
  return Array.from({ length: count }, (_, i) => tag.readInt32BE(at + i * 4) / 65_536);
}

function isSrgbCurve(tag: Buffer | undefined): boolean {
  if (tag === undefined || tag.length < 12) return false;
  const type = tag.toString('latin1', 0, 4);
  if (type === 'para' && tag.readUInt16BE(8) === 3) {
    const numbers = fixedNumbers(tag, 12, 5);
    return SRGB_CURVE.every((n, i) => Math.abs(n - (numbers[i] ?? 9)) <= TOLERANCE);
  }
  const count = tag.readUInt32BE(8);
  if (type !== 'curv' || count < 100 || tag.length < 12 + count * 2) return false;
  for (let i = 0; i < count; i++) {
    const x = i / (count - 1);
    const y = x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    if (Math.abs(tag.readUInt16BE(12 + i * 2) / 65_535 - y) > CURVE_TOLERANCE) return false;
  }
  return true;
}
