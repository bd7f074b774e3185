import { bodyPart } from './car-body.ts';
import type { Vector } from './mesh.ts';
import { MATERIALS } from './mesh.ts';
import { fractal, noise } from './noise.ts';
import { plateInk } from './plate.ts';

/** Scattering of light at the point just hit: filled in anew for every hit, never kept. */
export interface Skin {
  r: number;
  g: number;
  b: number;
  /** Share mirrored straight on, seen head-on; 0 for a plain surface. */
  coat: number;
  /** Spread of the mirrored ray. */
  rough: number;
  kind: 'matte' | 'metal' | 'glass' | 'hole' | 'leaf';
  /** Strength of the small unevenness of the surface. */
  bump: number;
}

export const skin: Skin = { r: 0, g: 0, b: 0, coat: 0, rough: 0, kind: 'matte', bump: 0 };

function set({ r, g, b }: { r: number; g: number; b: number }, coat = 0, rough = 0): void {
  skin.r = r;
  skin.g = g;
  skin.b = b;
  skin.coat = coat;
  skin.rough = rough;
  skin.kind = 'matte';
  skin.bump = 0;
}

/** Linear light; everything a material needs is where it was hit and its triangle's mark. */
export function shade(material: number, at: Vector, mark: number): void {
  const name = MATERIALS[material] ?? 'plaster';
  if (name === 'body') shadeBody(at, mark);
  else SHADES[name](at, mark);
}

function paint(): void {
  set({ r: 0.31, g: 0.0105, b: 0.007 }, 0.06, 0.004);
}

function shadeBody(at: Vector, mark: number): void {
  const { x, y, z } = at;
  const part = bodyPart(at, mark);
  if (part === 'paint') paint();
  else if (part === 'glass') {
    set({ r: 0.5, g: 0.53, b: 0.52 }, 0.05);
    skin.kind = 'glass';
  } else if (part === 'hole') skin.kind = 'hole';
  else if (part === 'lamp') lamp(x, y, z);
  else if (part === 'indicator') set({ r: 0.55, g: 0.19, b: 0.03 }, 0.06, 0.01);
  else if (part === 'tail') set({ r: 0.3, g: 0.012, b: 0.012 }, 0.06, 0.01);
  else if (part === 'chrome') {
    set({ r: 0.72, g: 0.72, b: 0.72 }, 0.6, 0.03);
    skin.kind = 'metal';
  } else if (part === 'grille') {
    const bar = Math.sin(y * 190) > 0.2 ? 0.035 : 0.006;
    set({ r: bar, g: bar, b: bar }, 0.03, 0.1);
  } else if (part === 'seam') set({ r: 0.012, g: 0.003, b: 0.003 });
  else set({ r: 0.014, g: 0.014, b: 0.015 }, 0.04, 0.06);
}

/** A clear lens over a bright bowl with a dark ring and fine ribs. */
function lamp(x: number, y: number, z: number): void {
  const near = Math.hypot(x - 1.72, (y - 0.672) * 1.2, Math.abs(z) - 0.6);
  const far = Math.hypot(x - 1.83, (y - 0.66) * 1.2, Math.abs(z) - 0.47);
  const ring = Math.min(near, far * 1.15);
  const ribs = 0.8 + 0.2 * Math.sin(z * 300);
  const level = ring < 0.032 ? 0.85 : ring < 0.042 ? 0.03 : ring < 0.052 ? 0.8 : 0.11 * ribs;
  set({ r: level, g: level * 0.99, b: level * 0.96 }, 0.09, 0.006);
}

type Shade = (at: Vector, mark: number) => void;

const SHADES: Readonly<Record<Exclude<(typeof MATERIALS)[number], 'body'>, Shade>> = {
  ground: ({ x, z }) => {
    const slab =
      Math.abs(((x * 0.55 + z * 0.84) / 2.4) % 1) < 0.006 ||
      Math.abs(((x * 0.84 - z * 0.55) / 2.4) % 1) < 0.006;
    const stain = fractal(x * 0.5, z * 0.5, 5);
    const grit = noise(x * 55, z * 55) * 0.6 + noise(x * 140, z * 140) * 0.4;
    const level = (0.27 + 0.12 * stain + 0.07 * grit) * (slab ? 0.42 : 1);
    const damp = Math.max(0, fractal(x * 0.32 + 9, z * 0.32 + 4, 4) - 0.08) * 1.6;
    set({
      r: level * (1 - damp * 0.5),
      g: level * 0.95 * (1 - damp * 0.5),
      b: level * 0.87 * (1 - damp * 0.46),
    });
    skin.bump = 0.16;
  },
  plaster: ({ x, y, z }) => {
    const stain = fractal((x + z) * 0.8, y * 0.8, 5);
    const streak = fractal((x - z) * 5, y * 0.5, 3);
    const foot = Math.max(0, 0.5 - y) * (0.5 + streak);
    const level = 0.66 + 0.13 * stain + 0.06 * streak - 0.28 * foot;
    set({ r: level, g: level * 0.87, b: level * 0.68 });
    skin.bump = 0.1;
  },
  door: ({ x, y, z }, mark) => {
    const plank = noise(mark * 13.7, 3.1);
    const grain = fractal((x - z) * 26 + mark * 5, y * 1.6, 3);
    const level = 0.2 + 0.05 * plank + 0.07 * grain;
    set({ r: level * 1.25, g: level * 0.66, b: level * 0.34 }, 0.02, 0.25);
  },
  tiles: ({ x, y, z }, mark) => {
    const level = 0.3 + 0.12 * noise(mark * 7.77, 1.3) + 0.06 * fractal(x * 3 + z, y * 3, 3);
    set({ r: level * 1.15, g: level * 0.45, b: level * 0.27 });
  },
  leaf: (_, mark) => {
    set({ r: 0.26 + 0.46 * mark, g: 0.23 + 0.06 * mark, b: 0.035 });
    skin.kind = 'leaf';
  },
  litter: (_, mark) => set({ r: 0.4 + 0.25 * mark, g: 0.16 + 0.12 * mark, b: 0.03 }),
  hedge: (_, mark) => {
    set({ r: 0.06 + 0.1 * mark, g: 0.1 + 0.06 * mark, b: 0.03 });
    skin.kind = 'leaf';
  },
  bark: ({ x, y, z }) => {
    const level = 0.12 + 0.06 * fractal((x + z) * 20, y * 4, 3);
    set({ r: level, g: level * 0.82, b: level * 0.64 });
  },
  fence: ({ x, y, z }, mark) => {
    const level = 0.3 + 0.1 * noise(mark * 9.1, 2.2) + 0.06 * fractal((x - z) * 22, y * 2, 3);
    set({ r: level, g: level * 0.8, b: level * 0.58 });
  },
  tyre: () => set({ r: 0.02, g: 0.019, b: 0.018 }, 0.03, 0.3),
  alloy: () => {
    set({ r: 0.66, g: 0.66, b: 0.67 }, 0.6, 0.16);
    skin.kind = 'metal';
  },
  plastic: () => set({ r: 0.016, g: 0.016, b: 0.017 }, 0.03, 0.2),
  seat: ({ x, y }) => {
    const level = 0.055 + 0.02 * noise(x * 60, y * 60);
    set({ r: level, g: level * 0.95, b: level * 0.88 });
  },
  plate: ({ y, z }) => {
    const ink = plateInk(z, y);
    if (ink === 'blue') set({ r: 0.02, g: 0.05, b: 0.35 }, 0.03, 0.1);
    else if (ink === 'black') set({ r: 0.02, g: 0.02, b: 0.02 }, 0.03, 0.1);
    else set({ r: 0.72, g: 0.72, b: 0.7 }, 0.03, 0.1);
  },
  window: () => set({ r: 0.05, g: 0.06, b: 0.07 }, 0.08, 0.01),
  paint,
};
