/**
 * Clears what is seen through a car's panes, so that the new place shows there: a bright pixel lets most through, a dark one (a headrest, a
 * wheel) nothing. What reflections and glass add stays, with little of the old place's colour.
 */
import type { Mask } from '#imaging/cutout/mask.ts';
import { blurPlane } from '#imaging/pixels/blur.ts';
import { flattenOnto, type PixelBox, type Raw, type Size } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';
import { resizeTo } from '#imaging/read/decode.ts';
import { findPanes, type Pane } from './panes.ts';

/** Largest share of the new place that is seen: below half, so that a pane stays the object's everywhere. */
const MOST = 0.48;
/**
 * Shares of the photo that stay where most is seen through: of the light of the pane's clear parts, of what differs from that, and of the
 * colour. Reflections and what is behind the glass are told from each other by the second: without it a pane is one flat grey.
 */
const [LIGHT, DETAIL, CHROMA] = [0.42, 0.7, 0.2];
/** Least share of a pixel's own light that stays. */
const LEAST_LIGHT = 0.2;
/** Luma of a pane's brighter parts below which nothing is seen through it, and from which it is clear. */
const TINT_LUMAS = [55, 95] as const;
/** A pane's clear parts are its brightest fifth; from these shares of their luma down most is seen through, and nothing. */
const CLEAR = 0.8;
const [OPEN, OPAQUE] = [0.8, 0.3];

/** Works in place. `object`: the part `box` of the picture, with its alpha. */
export async function clearWindows(
  object: Raw,
  { picture, mask, box }: { picture: Raw; mask: Mask; box: PixelBox },
): Promise<void> {
  const small = flattenOnto(await resizeTo(picture, mask), [255, 255, 255]);
  const panes = findPanes(small, mask).flatMap((pane) => {
    const clear = clearLuma(small, pane);
    const share = pane.sure * clampToUnit((clear - TINT_LUMAS[0]) / (TINT_LUMAS[1] - TINT_LUMAS[0]));
    return share > 0 ? [{ ...pane, share, clear }] : [];
  });
  for (const pane of panes) clearPane(object, pane, { small, box, whole: picture });
}

function computeLumaAt(data: Uint8Array, at: number): number {
  return (77 * data[at] + 150 * data[at + 1] + 29 * data[at + 2]) / 256;
}

function clearLuma({ data }: Raw, { pixels }: Pane): number {
  const lumas = Float32Array.from(pixels, (i) => computeLumaAt(data, i * 3)).sort();
  return lumas[Math.floor(CLEAR * (lumas.length - 1))];
}

interface ClearPane extends Pane {
  /** 0–1: how much of the clearing is done. */
  readonly share: number;
  /** Luma of its clear parts. */
  readonly clear: number;
}

function clearPane(
  object: Raw,
  { pixels, share, clear }: ClearPane,
  { small, box, whole }: { small: Size; box: PixelBox; whole: Size },
): void {
  const soft = buildPaneCoverage(pixels, small);
  const { left, top, right, bottom } = soft;
  const [across, down] = [whole.width / small.width, whole.height / small.height];
  const { data, width } = object;
  const [fromX, toX] = [
    Math.max(box.x, Math.floor(left * across)),
    Math.min(box.x + box.width, right * across),
  ];
  const [fromY, toY] = [Math.max(box.y, Math.floor(top * down)), Math.min(box.y + box.height, bottom * down)];
  for (let y = fromY; y < toY; y++) {
    const v = (y + 0.5) / down - 0.5;
    for (let x = fromX; x < toX; x++) {
      const there = share * soft.at((x + 0.5) / across - 0.5, v);
      const at = ((y - box.y) * width + x - box.x) * 4;
      if (there > 0 && data[at + 3] === 255) clearPixel(data, at, { there, clear });
    }
  }
}

/** Splits a pixel so that over the new place it shows that place and what the glass adds. */
function clearPixel(data: Uint8Array, at: number, { there, clear }: { there: number; clear: number }): void {
  const light = computeLumaAt(data, at);
  const through = clampToUnit((light / clear - OPAQUE) / (OPEN - OPAQUE)) * there;
  if (through === 0) return;
  const alpha = Math.round(255 * (1 - MOST * through));
  const left = Math.max(LEAST_LIGHT * light, LIGHT * clear + DETAIL * (light - clear));
  const stays = 1 - (1 - left / light) * through;
  const chroma = 1 - (1 - CHROMA) * through;
  for (let c = 0; c < 3; c++) {
    const own = (light + (data[at + c] - light) * chroma) * stays;
    data[at + c] = Math.max(0, Math.min(255, Math.round((own * 255) / alpha)));
  }
  data[at + 3] = alpha;
}

/** Softness of a pane's edge: a whole picture has several pixels for each of the mask's, and would show their corners. */
const SOFT = 1;
/** Shares of a pane at its edge, which is half of it, and right outside: hardly anything, since a body in light paint begins there. */
const [NOTHING, ALL] = [0.4, 0.85];
const MARGIN = 4 * SOFT + 1;

/** Returns the pane's share at each place of the small picture, and where it ends. */
function buildPaneCoverage(pixels: readonly number[], { width }: Size) {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0];
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ];
  }
  const [fromX, fromY] = [left - MARGIN, top - MARGIN];
  const [wide, tall] = [right - left + 1 + 2 * MARGIN, bottom - top + 1 + 2 * MARGIN];
  const hard = new Float32Array(wide * tall);
  for (const i of pixels) hard[(Math.floor(i / width) - fromY) * wide + (i % width) - fromX] = 1;
  const soft = blurPlane(hard, { width: wide, height: tall }, SOFT).map((share) =>
    clampToUnit((share - NOTHING) / (ALL - NOTHING)),
  );
  const at = (x: number, y: number) => {
    const [u, v] = [x - fromX, y - fromY];
    const [i, j] = [Math.floor(u), Math.floor(v)];
    if (i < 0 || j < 0 || i + 1 >= wide || j + 1 >= tall) return 0;
    const k = j * wide + i;
    const upper = soft[k] + (soft[k + 1] - soft[k]) * (u - i);
    const lower = soft[k + wide] + (soft[k + wide + 1] - soft[k + wide]) * (u - i);
    return upper + (lower - upper) * (v - j);
  };
  return { at, left: fromX, top: fromY, right: right + MARGIN, bottom: bottom + MARGIN };
}
