/** What the object does to the ground that it stands on: its mirror image there, and its shadow. On the stance's small copy. */
import { contactShadow, SHADOW_ABOVE } from '#imaging/background/contact-shadow.ts';
import { blurPlane } from '#imaging/pixels/blur.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';
import type { Look } from './looks.ts';
import { computeMirrorFade, MIRROR_DEPTH } from './mirrored.ts';
import type { Stance } from './stance.ts';
import { LINEAR } from './tones.ts';
import { buildUnderBodyShade, darkAbove, touchLines } from './under-body.ts';

/** A floor's blur, times the share of the object's height where the mirror is as blurred as it gets: the rougher it is the nearer. */
const WHOLLY_BLURRED = 0.0075;
/** How much is left of it is worked out this often a pixel. */
const FINELY = 4;
/** The wide shadow, in shares of the object's shorter side: its least depth, its softness, how far light from one side moves it; its strength. */
const CAST = { least: 0.08, soft: 0.06, moved: 0.1, strength: 0.75 };

/** How much of the light is taken under a body, and where it touches at the whole shadow's strength. */
const UNDER = 0.9;
const LINE = 0.97;
const AROUND = 0.55;

/** Share of the object's height over which the shadows begin. */
const BEGIN = 0.05;

/** What an object does to the floor or the wall of its scene. */
export interface OnGround {
  /** The planes begin at this row of the small copy and reach its end. */
  readonly top: number;
  /** Linear colours times their share, and the share; nothing where the ground is no mirror. */
  readonly mirror: readonly Float32Array[];
  /** Share of the light that is taken, per pixel. */
  readonly shadow: Float32Array;
}

/** `strength`: 0–1, of the shadow. */
export async function onFloor(stance: Stance, look: Look, strength: number): Promise<OnGround> {
  const { small } = stance;
  const contact = await contactShadow(stance.small);
  const deep = computeShadowDepth(stance);
  const highest = stance.line.rows.reduce((a, b) => Math.min(a, b));
  const short = Math.min(stance.box.width, stance.box.height);
  const above = [deep + 3 * CAST.soft * short, darkAbove(stance), SHADOW_ABOVE * stance.box.height];
  // Above it hardly anything is left of the shadows: cut off earlier they would end in a line.
  const top = Math.max(0, Math.floor(highest - Math.max(...above) - 2));
  const under = buildUnderBodyShade(stance, look, top);
  const [line, around] = touchLines(stance, top);
  // Under it it is nearly black also with half a shadow.
  const black = 1 - (1 - strength) ** 2;
  const shadow = castShadow(stance, top, deep).map((share, i) => {
    const touched = contact === null ? 0 : contact[top * small.width + i] / 255;
    const begun = top === 0 ? 1 : Math.min(1, Math.floor(i / small.width) / (BEGIN * stance.box.height));
    const left =
      (1 - CAST.strength * share * strength) *
      (1 - UNDER * black * under[i]) *
      (1 - LINE * black * line[i]) *
      (1 - AROUND * strength * around[i]) *
      (1 - strength * touched);
    return begun * (1 - left);
  });
  return { top, mirror: look.mirror === 0 ? [] : buildReflection(stance, look, top), shadow };
}

/** Each column turned over at its own point of the ground line: the image touches wheels and corners where they stand. */
function buildReflection(stance: Stance, { mirror, blur }: Look, top: number): Float32Array[] {
  const {
    small: { width, height },
    line: { rows },
    box,
  } = stance;
  const reach = MIRROR_DEPTH * box.height;
  const sharp = turnedOver(stance, reach, top);
  const size = { width, height: height - top };
  const soft = sharp.map((plane) => blurPlane(plane, size, blur * box.height));
  const fading = Float32Array.from(
    { length: Math.ceil(reach * FINELY) + 1 },
    (_, n) => mirror * computeMirrorFade(n / FINELY / box.height),
  );
  // What is left of the image and how blurred it is, the same for all planes.
  const [left, share] = [
    new Float32Array(size.width * size.height),
    new Float32Array(size.width * size.height),
  ];
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const away = y + top - rows[x];
      if (away <= 0 || away >= reach) continue;
      left[i] = fading[Math.round(away * FINELY)];
      share[i] = clampToUnit((away * blur) / (WHOLLY_BLURRED * box.height));
    }
  }
  return sharp.map((plane, n) =>
    plane.map((value, i) => left[i] * (value + (soft[n][i] - value) * share[i])),
  );
}

/** The mirror image as it would be in a perfect mirror. */
function turnedOver({ small, line: { rows }, box }: Stance, reach: number, top: number): Float32Array[] {
  const { data, width, height } = small;
  const planes = [0, 1, 2, 3].map(() => new Float32Array(width * (height - top)));
  const [red, green, blue, shares] = planes;
  for (let x = box.x; x < box.x + box.width; x++) {
    const ground = rows[x] + 0.5;
    for (let y = Math.max(top, Math.floor(ground)); y < Math.min(height, ground + reach); y++) {
      // From the middle of one pixel to that of its image.
      const from = 2 * ground - y - 1;
      const row = Math.floor(from);
      if (row < 0 || row + 1 >= height) continue;
      const to = (y - top) * width + x;
      for (let n = 0; n < 2; n++) {
        const at = ((row + n) * width + x) * 4;
        const share = ((n === 0 ? 1 - from + row : from - row) * data[at + 3]) / 255;
        if (share === 0) continue;
        red[to] = red[to] + LINEAR[data[at]] * share;
        green[to] = green[to] + LINEAR[data[at + 1]] * share;
        blue[to] = blue[to] + LINEAR[data[at + 2]] * share;
        shares[to] = shares[to] + share;
      }
    }
  }
  return planes;
}

function computeShadowDepth({ box, sine, line: { first, last } }: Stance): number {
  return Math.max(CAST.least * Math.min(box.width, box.height), 0.8 * sine * (last - first));
}

/** The body's own: around the whole footprint, away from the light. */
function castShadow(stance: Stance, top: number, deep: number): Float32Array {
  const {
    small,
    line: { rows, first, last },
    box,
    light,
  } = stance;
  const { width } = small;
  const height = small.height - top;
  const plane = new Float32Array(width * height);
  const short = Math.min(box.width, box.height);
  const moved = -light * CAST.moved * short;
  for (let x = first; x <= last; x++) {
    const to = Math.round(x + moved);
    if (to < 0 || to >= width) continue;
    const ground = rows[x] - top;
    // A footprint is narrower behind.
    const across = (2 * (x - first)) / Math.max(1, last - first) - 1;
    const from = ground - deep * Math.sqrt(Math.max(0, 1 - across * across));
    for (let y = Math.max(0, Math.round(from)); y <= Math.min(height - 1, ground); y++)
      plane[y * width + to] = 1;
  }
  return blurPlane(plane, { width, height }, CAST.soft * short);
}
