/** How large the objects of a batch are in a file, and where they stand. All sizes and places are shares 0–1 of the file's sides. */
import type { Size } from '#domain/recipes/geometry.ts';
import { SMALLER } from '#domain/recipes/scene-placement.ts';
import { getView, type LotLook, VIEWS, type View, type ViewLook } from './lot-look.ts';

/** A front is at most this much taller than the middle one of the long views: it is the same thing, only nearer. */
const FRONT = 1.3;
/** And at least this share of what it might be. */
const LEAST_FRONT = 0.75;
/** All views stand on one line where none of them is farther than this from the file's middle. */
const FAR = 0.12;

export interface Stage {
  /** The file's sides in pixels. */
  readonly canvas: Size;
  /** Share of the tighter side that an object takes at most. */
  readonly fill: number;
  /** The place or the recipe wants this share of every object; else it is the ground's own. */
  readonly isAsked: boolean;
}

/** Width of an object of this aspect; `own`: its view where no other photo of the batch shows it. */
export function getWidthIn(look: LotLook, stage: Stage, { aspect, own }: { aspect: number; own: ViewLook }) {
  const most = getTightWidth(stage, aspect);
  if (stage.isAsked) return most;
  const view = getView(aspect);
  const { aspects, pixels } = look[view] ?? own;
  const { canvas } = stage;
  if (view === 'long') {
    const widest = getTightWidth(stage, aspects[0]);
    return Math.min(most, limitScale(pixels / canvas.width, widest));
  }
  const tallest = toHeight(canvas, getTightWidth(stage, aspects[2]), aspects[2]);
  const front = view === 'even' && look.long ? getFrontHeight(look, stage, look.long) : 1;
  const height = limitScale(
    pixels / canvas.height,
    Math.min(tallest, Math.max(LEAST_FRONT * tallest, front)),
  );
  return Math.min(most, toWidth(canvas, height, aspect));
}

/** The row that the lowest point of a view's objects stands on; the middle one of all views where none is named. */
export function getGroundLine(look: LotLook, stage: Stage, view: View): number {
  const all = VIEWS.flatMap(
    (each) => look[each]?.aspects.map((aspect) => getHeightIn(look, stage, aspect)) ?? [],
  );
  const [lowest, tallest] = [Math.min(...all), Math.max(...all)];
  const line = getLine(stage, { tallest, middle: (lowest + tallest) / 2 });
  const isNear = [lowest, tallest].every((height) => Math.abs(line - height / 2 - 0.5) <= FAR);
  const { aspects } = look[view] ?? {};
  if (isNear || aspects === undefined) return line;
  const [narrow, middle, wide] = aspects.map((aspect) => getHeightIn(look, stage, aspect)) as [
    number,
    number,
    number,
  ];
  return getLine(stage, { tallest: Math.max(narrow, wide), middle });
}

/**
 * Height of what is cut off at a side, but not above or below; null where there are no whole ones to be like. `aspect`: of what is left: still
 * a long one is as tall as the long ones, of others the view is not known, and they are as tall as the tallest middle one of all views.
 */
export function getUsualHeight(look: LotLook, stage: Stage, aspect: number): number | null {
  const isLong = look.long !== undefined && getView(aspect) === 'long';
  const heights = (isLong ? (['long'] as const) : VIEWS).flatMap((each) => {
    const aspects = look[each]?.aspects;
    return aspects ? [getHeightIn(look, stage, aspects[1])] : [];
  });
  return heights.length === 0 ? null : Math.max(...heights);
}

export function toHeight({ width, height }: Size, share: number, aspect: number): number {
  return (share * width) / (aspect * height);
}

export function toWidth({ width, height }: Size, share: number, aspect: number): number {
  return (share * height * aspect) / width;
}

/** Width of an object that fills its share of the tighter side. */
export function getTightWidth({ canvas, fill }: Pick<Stage, 'canvas' | 'fill'>, aspect: number): number {
  return Math.min(fill, toWidth(canvas, fill, aspect));
}

function getHeightIn(look: LotLook, stage: Stage, aspect: number): number {
  const own = { aspects: [aspect, aspect, aspect], pixels: Number.POSITIVE_INFINITY } as const;
  return toHeight(stage.canvas, getWidthIn(look, stage, { aspect, own }), aspect);
}

function getFrontHeight(look: LotLook, stage: Stage, { aspects: [, middle] }: ViewLook): number {
  return FRONT * getHeightIn({ long: look.long }, stage, middle);
}

/** As near to the middle as the margins above the tallest and below allow. */
function getLine({ fill }: Stage, { tallest, middle }: { tallest: number; middle: number }): number {
  const margin = (1 - fill) / 2;
  return Math.min(1 - margin, Math.max(0.5 + middle / 2, margin + tallest));
}

/** No larger than the pixels of most photos allow, as far as that is not much smaller. */
function limitScale(there: number, most: number): number {
  return Math.min(most, Math.max(SMALLER * most, there));
}
