import type { Vector } from './mesh.ts';
import { fractal } from './noise.ts';

/** Late-afternoon light: a low soft sun from the camera's left, a pale warm horizon. Directions towards the light, linear colours. */
const AZIMUTH = 2.05;
const ELEVATION = 0.42;
export const SUN = [
  Math.cos(ELEVATION) * Math.cos(AZIMUTH),
  Math.sin(ELEVATION),
  Math.cos(ELEVATION) * Math.sin(AZIMUTH),
] as const;
/** Half the width of the (hazy) sun's disc, radians. */
export const SUN_SPREAD = 0.026;
export const SUN_LIGHT = [5.2, 4.1, 2.8] as const;

const out = { r: 0, g: 0, b: 0 };
const DISC = Math.cos(SUN_SPREAD * 1.3);
const DISC_LIGHT = 1 / (Math.PI * Math.sin(SUN_SPREAD * 1.3) ** 2);

export function skyLight({ x, y, z }: Vector, withSun: boolean): typeof out {
  const up = Math.max(0, y);
  const high = up ** 0.55;
  const toSun = x * SUN[0] + y * SUN[1] + z * SUN[2];
  const glow = Math.max(0, toSun) ** 6 * 0.9 + Math.max(0, toSun) ** 40 * 1.6;
  const cloud =
    up > 0.02
      ? Math.max(0, fractal((x / (up + 0.25)) * 1.1 + 3, (z / (up + 0.25)) * 1.1, 5) + 0.05) * 0.9
      : 0;
  out.r = 0.8 - 0.7 * high + glow * 1.0 + cloud * 0.55;
  out.g = 0.75 - 0.44 * high + glow * 0.82 + cloud * 0.47;
  out.b = 0.72 - 0.08 * high + glow * 0.6 + cloud * 0.38;
  if (withSun && toSun > DISC) {
    out.r += SUN_LIGHT[0] * DISC_LIGHT;
    out.g += SUN_LIGHT[1] * DISC_LIGHT;
    out.b += SUN_LIGHT[2] * DISC_LIGHT;
  }
  return out;
}
