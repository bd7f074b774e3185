/** A round plinth whose top carries the object; it goes on below the file's edge. */
import type { Raw } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';
import { FINE, FINE_MASK, rowOfFine, sampleClouds } from './grain.ts';
import type { Look } from './looks.ts';
import type { Setting } from './setting.ts';
import { LINEAR, lookUpSrgb } from './tones.ts';

/** Width of the broken edge, as a share of half the plinth's width. */
const BEVEL = 0.012;

/** Share 0–1 of a pixel that lies on the top. */
export function onTop(
  { x, y, across, down }: NonNullable<Setting['plinth']>,
  px: number,
  py: number,
): number {
  const [u, v] = [(px - x) / across, (py - y) / down];
  const distance = Math.hypot(u, v);
  const slope = Math.hypot(u / across, v / down) / Math.max(1e-6, distance);
  return clampToUnit(0.5 + (1 - distance) / Math.max(1e-6, slope));
}

/** In place; nothing where the setting has none. */
export function drawPlinth({ data }: Raw, look: Look, { plinth, height, light, width }: Setting): void {
  if (plinth === null) return;
  const { x: middle, y: level, across, down } = plinth;
  const bevel = Math.max(1, BEVEL * across);
  const left = Math.max(0, middle - across - 1);
  const columns = Array.from({ length: Math.max(0, Math.min(width, middle + across + 2) - left) }, (_, n) =>
    computePlinthColumn(plinth, left + n + 0.5, light),
  );
  const grains = new Float32Array(columns.length + 1);
  const plain = look.plinth.map((byte) => LINEAR[byte]);
  for (let y = Math.max(0, level - down - 1); y < height; y++) {
    const fine = rowOfFine(y) + left;
    for (let n = 0, at = (y * width + left) * 3; n < columns.length; n++, at += 3) {
      const { u, covered, rim, facing, turn } = columns[n];
      const top = y > rim + 2 ? 0 : onTop(plinth, left + n + 0.5, y + 0.5);
      const side = y + 1 > rim && y + 0.5 > level ? covered * (1 - top) : 0;
      const share = top + side;
      if (share === 0) continue;
      const fromRim = y + 0.5 - rim;
      const bright = facing * (1 - 0.6 * clampToUnit(fromRim / height));
      let lit = (top * (0.94 - 0.1 * u * u) + side * bright) / share;
      if (y + 0.5 > level && Math.abs(fromRim) < 3 * bevel) lit += 0.07 * Math.exp(-((fromRim / bevel) ** 2));
      // Its finest parts are wider than two pixels.
      if (look.grain > 0 && ((n | y) & 1) === 0)
        grains[n] = grains[n + 1] = grainAt({ u, v: (y - level) / down, turn, y, across }, top > 0.5);
      lit *= 1 + look.grain * grains[n];
      const noise = FINE[(fine + n) & FINE_MASK];
      for (let c = 0; c < 3; c++) {
        const own = lookUpSrgb(plain[c] * lit) + noise;
        const value = share >= 1 ? own : own * share + data[at + c] * (1 - share);
        data[at + c] = value < 0 ? 0 : value > 254.5 ? 255 : value + 0.5;
      }
    }
  }
}

/** What is the same for a whole column: it is lit from the front and above, more from the photo's side. */
function computePlinthColumn(
  { x, y, across, down }: NonNullable<Setting['plinth']>,
  at: number,
  light: number,
) {
  const u = (at - x) / across;
  const front = Math.sqrt(Math.max(0, 1 - u * u));
  return {
    u,
    covered: clampToUnit(across - Math.abs(at - x) + 0.5),
    rim: y + down * front,
    facing: 0.34 + 0.5 * Math.max(0, 0.45 * light * u + 0.8 * front + 0.12),
    turn: Math.acos(Math.max(-1, Math.min(1, u))) * 40,
  };
}

interface Spot {
  readonly u: number;
  readonly v: number;
  /** Around the side. */
  readonly turn: number;
  readonly y: number;
  readonly across: number;
}

function grainAt({ u, v, turn, y, across }: Spot, isTop: boolean): number {
  const [s, t] = isTop ? [40 * u, 40 * v] : [turn, (40 * y) / across];
  return 0.7 * sampleClouds(s + 90, t + 30) + 0.9 * sampleClouds(6 * s, 6 * t);
}
