/** What the object does to the ground that it stands on: its mirror image there, and its shadow. On the stance's small copy. */
import { contactShadow } from '#imaging/background/contact-shadow.ts';
import { blurred } from '#imaging/pixels/blur.ts';
import { unit } from '#imaging/pixels/unit.ts';
import type { Look } from './looks.ts';
import type { Stance } from './stance.ts';
import { LINEAR } from './tones.ts';

/** Shares of the object's height: down to where it is mirrored, and where the mirror is as blurred as it gets. */
const REACH = 0.7;
const WHOLLY_BLURRED = 0.3;
/** The wide shadow, in shares of the object's shorter side: its least depth, its softness, how far light from one side moves it; its strength. */
const CAST = { least: 0.08, soft: 0.06, moved: 0.1, strength: 0.6 };

export interface OnFloor {
  /** Four planes of the small copy: linear colours times their share, and the share. */
  readonly mirror: readonly Float32Array[];
  /** Share of the light that is taken, per pixel. */
  readonly shadow: Float32Array;
}

/** `strength`: 0–1, of the shadow. */
export async function onFloor(stance: Stance, look: Look, strength: number): Promise<OnFloor> {
  const contact = await contactShadow(stance.small);
  const cast = castShadow(stance);
  const shadow = cast.map(
    (share, i) => 1 - (1 - strength * CAST.strength * share) * (1 - (strength * (contact?.[i] ?? 0)) / 255),
  );
  return { mirror: look.mirror === 0 ? [] : mirrorOf(stance, look), shadow };
}

/** Each column turned over at its own point of the ground line: the image touches wheels and corners where they stand. */
function mirrorOf({ small, line: { rows }, box }: Stance, { mirror, blur }: Look): Float32Array[] {
  const { data, width, height } = small;
  const sharp = [0, 1, 2, 3].map(() => new Float32Array(width * height));
  const reach = REACH * box.height;
  for (let x = box.x; x < box.x + box.width; x++) {
    const ground = rows[x] + 0.5;
    for (let y = Math.max(0, Math.floor(ground)); y < Math.min(height, ground + reach); y++) {
      // From the middle of one pixel to that of its image.
      const from = 2 * ground - y - 1;
      const row = Math.floor(from);
      if (row < 0 || row + 1 >= height) continue;
      const low = from - row;
      for (const [at, share] of [
        [(row * width + x) * 4, 1 - low],
        [((row + 1) * width + x) * 4, low],
      ] as const) {
        const alpha = (share * data[at + 3]) / 255;
        if (alpha === 0) continue;
        for (let c = 0; c < 3; c++) {
          const plane = sharp[c];
          plane[y * width + x] = plane[y * width + x] + LINEAR[data[at + c]] * alpha;
        }
        sharp[3][y * width + x] = sharp[3][y * width + x] + alpha;
      }
    }
  }
  const soft = sharp.map((plane) => blurred(plane, small, blur * box.height));
  return sharp.map((plane, n) =>
    plane.map((value, i) => {
      const away = Math.floor(i / width) - rows[i % width];
      if (away <= 0) return 0;
      const share = unit(away / (WHOLLY_BLURRED * box.height));
      const left = mirror * (1 - unit(away / reach)) ** 1.5;
      return left * (value + (soft[n][i] - value) * Math.sqrt(share));
    }),
  );
}

/** The body's own: around the whole footprint, away from the light. */
function castShadow({ small, line: { rows, first, last }, box, light, sine }: Stance): Float32Array {
  const { width, height } = small;
  const plane = new Float32Array(width * height);
  const short = Math.min(box.width, box.height);
  const deep = Math.max(CAST.least * short, 0.8 * sine * (last - first));
  const moved = -light * CAST.moved * short;
  for (let x = first; x <= last; x++) {
    const to = Math.round(x + moved);
    if (to < 0 || to >= width) continue;
    const ground = rows[x];
    // A footprint is narrower behind.
    const across = (2 * (x - first)) / Math.max(1, last - first) - 1;
    const from = ground - deep * Math.sqrt(Math.max(0, 1 - across * across));
    for (let y = Math.max(0, Math.round(from)); y <= Math.min(height - 1, ground); y++)
      plane[y * width + to] = 1;
  }
  return blurred(plane, small, CAST.soft * short);
}
