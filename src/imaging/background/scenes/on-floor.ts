/** The object's effects on the ground that it stands on: its mirror image and its shadow, on the stance's small copy. */
import { contactShadow, SHADOW_ABOVE } from '#imaging/background/contact-shadow.ts';
import { blurPlane } from '#imaging/pixels/blur.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';
import { type FarFoot, findFarFeet } from './far-feet.ts';
import type { Look } from './looks.ts';
import { computeMirrorFade, MIRROR_DEPTH } from './mirrored.ts';
import type { Stance } from './stance.ts';
import { LINEAR } from './tones.ts';
import { buildUnderBodyShade, darkAbove, touchLines } from './under-body.ts';

/** A floor's blur times this is the share of the object's height where the mirror is as blurred as it gets: nearer on a rougher floor. */
const WHOLLY_BLURRED = 0.0075;
/** Steps a pixel in which the mirror's rest is worked out. */
const FINELY = 4;
/**
 * The wide shadow: its least depth, its softness and how far light from one side moves it, in shares of the object's shorter side; its
 * strength.
 */
const CAST = { least: 0.08, soft: 0.06, moved: 0.1, strength: 0.75 };

/** Shares of the light taken under a body and where it touches, at the whole shadow's strength. */
const UNDER = 0.9;
const LINE = 0.97;
const AROUND = 0.55;

/** Share of the object's height over which the shadows begin. */
const BEGIN = 0.05;

/**
 * Slopes of a side from which a car counts as seen from its corner, and wholly; how far it hangs over at least, as a share of its width;
 * softness of the edge of its shade there, as a share of its height.
 */
const BEYOND = { slope: [0.03, 0.08], least: 0.02, soft: 0.06 } as const;

/** The object's effects on the floor or the wall of its scene. */
export interface OnGround {
  /** Row of the small copy at which the planes begin; they reach its end. */
  readonly top: number;
  /** Linear colours times their share, and the share; nothing where the ground is no mirror. */
  readonly mirror: readonly Float32Array[];
  /** Share of the light that is taken, per pixel. */
  readonly shadow: Float32Array;
}

/** `strength`: of the shadow, 0–1. */
export async function onFloor(stance: Stance, look: Look, strength: number): Promise<OnGround> {
  const { small } = stance;
  const contact = await contactShadow(stance.small);
  const deep = computeShadowDepth(stance);
  const highest = stance.line.rows.reduce((a, b) => Math.min(a, b));
  const short = Math.min(stance.box.width, stance.box.height);
  const above = [deep + 3 * CAST.soft * short, darkAbove(stance), SHADOW_ABOVE * stance.box.height];
  // Above this row hardly anything is left of the shadows: cut off lower they would end in a line.
  const top = Math.max(0, Math.floor(highest - Math.max(...above) - 2));
  const under = buildUnderBodyShade(stance, look, top);
  const feet = findFarFeet(stance);
  const [line, around] = touchLines(stance, feet, top);
  // Under a body it is nearly black also with half a shadow.
  const black = 1 - (1 - strength) ** 2;
  const falls = buildOverhangShare(stance, top);
  const shadow = castShadow(stance, top, deep).map((share, i) => {
    const touched = contact === null ? 0 : contact[top * small.width + i] / 255;
    const begun = top === 0 ? 1 : Math.min(1, Math.floor(i / small.width) / (BEGIN * stance.box.height));
    const left =
      (1 - CAST.strength * share * strength) *
      (1 - UNDER * black * under[i]) *
      (1 - LINE * black * line[i]) *
      (1 - AROUND * strength * around[i]) *
      (1 - strength * touched);
    return falls[i] * begun * (1 - left);
  });
  return { top, mirror: look.mirror === 0 ? [] : buildReflection(stance, look, { feet, top }), shadow };
}

/**
 * Returns where the shade of a body that hangs over beyond its wheels falls, 0–1. Of a car seen from its corner the line that it stands on
 * goes off to both sides: the edge of its footprint on the far side is as steep as that on the near one, and what lies behind it is lit.
 */
function buildOverhangShare({ small, line, box }: Stance, top: number): Float32Array {
  const { width, height } = small;
  const share = new Float32Array(width * (height - top)).fill(1);
  const { rows, first, last } = line;
  const stoodOn = rows.subarray(first, last + 1);
  const near = first + stoodOn.indexOf(Math.max(...stoodOn));
  if (near === first || near === last) return share;
  const soft = BEYOND.soft * box.height;
  for (const [end, other, edge] of [
    [first, last, box.x],
    [last, first, box.x + box.width - 1],
  ] as const) {
    if (Math.abs(edge - end) < BEYOND.least * box.width) continue;
    // Rows that the opposite side rises by a column, away from this end.
    const rise = (rows[near] - rows[other]) / Math.abs(other - near);
    const sure = clampToUnit((rise - BEYOND.slope[0]) / (BEYOND.slope[1] - BEYOND.slope[0]));
    const outwards = Math.sign(end - other);
    for (let x = end + outwards; x >= 0 && x < width; x += outwards) {
      const behind = rows[end] - rise * Math.max(0, outwards * (edge - x));
      for (let y = 0; y < height - top; y++)
        share[y * width + x] = 1 - sure * (1 - clampToUnit((y + top - behind + soft) / soft));
    }
  }
  return share;
}

/** Turns each column over at its own point of the ground line: the image touches wheels and corners where they stand. */
function buildReflection(
  stance: Stance,
  { mirror, blur }: Look,
  { feet, top }: { feet: readonly FarFoot[]; top: number },
): Float32Array[] {
  const {
    small: { width, height },
    line: { rows },
    box,
  } = stance;
  const reach = MIRROR_DEPTH * box.height;
  const sharp = turnedOver(stance, reach, top);
  for (const far of feet) turnFootOver(stance, { planes: sharp, top }, far);
  const size = { width, height: height - top };
  const soft = sharp.map((plane) => blurPlane(plane, size, blur * box.height));
  const fading = Float32Array.from(
    { length: Math.ceil(reach * FINELY) + 1 },
    (_, n) => mirror * computeMirrorFade(n / FINELY / box.height),
  );
  // How much of the image is left and how blurred it is are the same for all planes.
  const [left, share] = [
    new Float32Array(size.width * size.height),
    new Float32Array(size.width * size.height),
  ];
  // A far foot's image goes down to the body's.
  const far = new Map<number, FarFoot>(
    feet.flatMap((each) =>
      Array.from({ length: each.last - each.first + 1 }, (_, n) => [each.first + n, each] as const),
    ),
  );
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const own = far.get(x);
      const isFar = own !== undefined && y + top <= 2 * rows[x] - own.top;
      const away = y + top - (isFar ? own.bottom : rows[x]);
      if (away <= 0 || away >= reach) continue;
      left[i] = fading[Math.round(away * FINELY)];
      share[i] = clampToUnit((away * blur) / (WHOLLY_BLURRED * box.height));
    }
  }
  return sharp.map((plane, n) =>
    plane.map((value, i) => left[i] * (value + (soft[n][i] - value) * share[i])),
  );
}

/** Returns the mirror image as a perfect mirror would show it. */
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

/**
 * Turns a far foot over at its own lowest point, on the planes that the object is turned over on: from there down to the body's image, so
 * that nothing is between them.
 */
function turnFootOver(
  { small, line: { rows } }: Stance,
  { planes, top }: { planes: readonly Float32Array[]; top: number },
  { first, last, top: begins, bottom }: FarFoot,
): void {
  const { data, width, height } = small;
  for (let x = first; x <= last; x++) {
    const body = Math.min(height - 1, Math.floor(2 * rows[x] - begins));
    for (let y = Math.max(top, Math.ceil(bottom)); y <= body; y++) {
      const row = Math.max(begins, Math.floor(2 * bottom - y));
      const at = (row * width + x) * 4;
      const share = data[at + 3] / 255;
      const to = (y - top) * width + x;
      for (let c = 0; c < 3; c++) planes[c][to] = LINEAR[data[at + c]] * share;
      planes[3][to] = share;
    }
  }
}

function computeShadowDepth({ box, sine, line: { first, last } }: Stance): number {
  return Math.max(CAST.least * Math.min(box.width, box.height), 0.8 * sine * (last - first));
}

/** Draws the body's own shadow: around the whole footprint, away from the light. */
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
