/** A round plinth whose top carries the object; it goes on below the file's edge. */
import type { Raw } from '#imaging/pixels/raw.ts';
import { unit } from '#imaging/pixels/unit.ts';
import { cloud, FINE, FINE_MASK, rowOfFine } from './grain.ts';
import type { Look } from './looks.ts';
import type { Setting } from './setting.ts';
import { byteOf, LINEAR } from './tones.ts';

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
  return unit(0.5 + (1 - distance) / Math.max(1e-6, slope));
}

/** In place; nothing where the setting has none. */
export function drawPlinth(picture: Raw, look: Look, setting: Setting): void {
  const { plinth, height, light, width } = setting;
  if (plinth === null) return;
  const { x: middle, y: level, across, down } = plinth;
  const bevel = Math.max(1, BEVEL * across);
  const [left, right] = [Math.max(0, middle - across - 1), Math.min(width, middle + across + 2)];
  for (let x = left; x < right; x++) {
    const u = (x + 0.5 - middle) / across;
    const front = Math.sqrt(Math.max(0, 1 - u * u));
    const covered = unit(across - Math.abs(x + 0.5 - middle) + 0.5);
    const rim = level + down * front;
    // Lit from the front and above, more from the photo's side.
    const facing = Math.max(0, 0.45 * light * u + 0.8 * front + 0.12);
    const turn = Math.acos(Math.max(-1, Math.min(1, u))) * 40;
    for (let y = Math.max(0, level - down - 1); y < height; y++) {
      const top = onTop(plinth, x + 0.5, y + 0.5);
      const side = y + 0.5 > rim - 0.5 && y + 0.5 > level ? covered * (1 - top) : 0;
      if (top + side === 0) continue;
      const below = (y - rim) / height;
      const speckled =
        look.grain === 0 ? 0 : grainAt({ u, v: (y - level) / down, turn, y, across }, top > 0.5);
      const edge = Math.exp(-(((y + 0.5 - rim) / bevel) ** 2)) * (y + 0.5 > level ? 1 : 0);
      const bright = (0.34 + 0.5 * facing) * (1 - 0.6 * unit(below));
      const value = top * (0.94 - 0.1 * u * u) + side * bright;
      const lit = (value / (top + side) + 0.07 * edge) * (1 + look.grain * speckled);
      const share = Math.min(1, top + side);
      const noise = 0.9 * FINE[(rowOfFine(y) + x) & FINE_MASK];
      const at = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const own = byteOf(LINEAR[look.plinth[c]] * lit) + noise;
        picture.data[at + c] = Math.max(
          0,
          Math.min(255, own * share + picture.data[at + c] * (1 - share) + 0.5),
        );
      }
    }
  }
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
  return 0.7 * cloud(s + 90, t + 30) + 0.9 * cloud(6 * s, 6 * t);
}
