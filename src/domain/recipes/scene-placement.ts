/** Places an object in one file of a rendered scene, which goes on around it in any shape: no file is padded or cut to the photo's. */

import { type CutSides, getCutSides, isCutOff } from '#domain/recipes/look/cut-sides.ts';
import { getShownPart } from '#domain/recipes/look/shown-part.ts';
import { type Background, getScene, isOnWall } from './background.ts';
import { type Box, clipToPicture, type Size } from './geometry.ts';
import type { Rendition } from './outputs.ts';
import { computePlacement, MOST_RIM, type Placement } from './placement.ts';

/** % of the file's tighter side that the object fills where nothing else is asked: room for the floor, or for a plinth below it. */
const SCENE_FILL: Readonly<Record<string, number>> = { showroom: 82, pedestal: 60, room: 76 };
const WALL_FILL = 80;
/** On white, a colour or a picture, among others of its batch. */
const PLAIN_FILL = 80;
/** It may be this much smaller, so that a file of a small photo keeps the asked pixels. */
export const SMALLER = 0.75;

/**
 * `box`: the object on the framed photo, beyond whose edges it may go on. `fill`: the asked share in %, null for the scene's own; undefined
 * where a crop drawn by hand decides how large it is.
 */
export function scenePlacement(
  framed: Size,
  form: Rendition,
  { background, box: all, fill }: { background: Background; box: Box; fill: number | null | undefined },
): Placement {
  const box = clipToPicture(all);
  const cut = getCutSides(box);
  const isCut = isCutOff(cut);
  const own = getOwnFill(background) / 100;
  const share = fill == null ? own : fill / 100;
  if (fill === undefined || isCut) {
    const placement = computePlacement(framed, form, { box, fill: null, hasCutout: true });
    const placed = { ...placement, ...againstEdges(placement, cut) };
    if (fill === undefined) return placed;
    const isThrough = (cut.left && cut.right) || (cut.top && cut.bottom);
    const larger = isThrough
      ? fromEdgeToEdge(framed, form, { box, cut })
      : enlargeAtEdges(framed, placed, { box, cut, share });
    return larger ?? placed;
  }
  const { width, height } = form.fit === 'inside' ? computePlacement(framed, form).canvas : form;
  const there = Math.max((box.width * framed.width) / width, (box.height * framed.height) / height);
  const left = fill === null ? Math.min(own, Math.max(there, SMALLER * own)) : share;
  return computePlacement(
    framed,
    { ...form, width, height, fit: 'contain' },
    { box, fill: left, hasCutout: true },
  );
}

/** % of the file's tighter side that an object on this ground fills where nothing else is asked. */
export function getOwnFill(background: Background): number {
  if (background.kind !== 'scene') return PLAIN_FILL;
  return isOnWall(background) ? WALL_FILL : (SCENE_FILL[getScene(background).split('-')[0] as string] ?? 80);
}

/** Where the photo cut the object off, the file ends too. */
function againstEdges({ canvas, photo, x, y }: Placement, { left, right, top, bottom }: CutSides) {
  const along = (place: number, room: number, { start, end }: { start: boolean; end: boolean }) =>
    start === end ? place : start ? 0 : room;
  return {
    x: along(x, canvas.width - photo.width, { start: left, end: right }),
    y: along(y, canvas.height - photo.height, { start: top, end: bottom }),
  };
}

/** The object at the edge that it is cut off at and as large as if it were whole; null where it has too few pixels. */
function enlargeAtEdges(
  framed: Size,
  placement: Placement,
  { box, cut, share }: { box: Box; cut: CutSides; share: number },
): Placement | null {
  const { canvas } = placement;
  const whole = { width: box.width * framed.width, height: box.height * framed.height };
  const scale = Math.min((share * canvas.width) / whole.width, (share * canvas.height) / whole.height);
  return scale > 1 ? null : atEdges(framed, { ...placement, scale, tooSmall: false }, { box, cut });
}

/**
 * The photo's side that the object runs through is the file's, which a small photo makes smaller. Null where the object runs through both
 * sides, or more than a rim of it would not fit in the other one. A file of the photo's own shape shows all of it anyway.
 */
function fromEdgeToEdge(
  framed: Size,
  form: Rendition,
  { box, cut }: { box: Box; cut: CutSides },
): Placement | null {
  const across = cut.left && cut.right;
  if ((across && cut.top && cut.bottom) || form.fit === 'inside') return null;
  const through = across ? { ...box, x: 0, width: 1 } : { ...box, y: 0, height: 1 };
  const fits = {
    width: framed.width * (across ? 1 : (1 - MOST_RIM) * box.width),
    height: framed.height * (across ? (1 - MOST_RIM) * box.height : 1),
  };
  const placement = computePlacement(fits, { ...form, fit: 'contain', pad: 'blur' });
  const { photo, canvas } = placement;
  const isFilled = across ? photo.width === canvas.width : photo.height === canvas.height;
  return isFilled ? atEdges(framed, placement, { box: through, cut }) : null;
}

/** At the placement's scale: against the edge that the object is cut off at, in the middle where that is none or both. */
function atEdges(framed: Size, placement: Placement, { box, cut }: { box: Box; cut: CutSides }): Placement {
  const { canvas, scale } = placement;
  const [across, x] = getShownSpan(canvas.width, framed.width * scale, {
    from: box.x,
    share: box.width,
    at: getAlignedShare(cut.left, cut.right),
  });
  const [down, y] = getShownSpan(canvas.height, framed.height * scale, {
    from: box.y,
    share: box.height,
    at: getAlignedShare(cut.top, cut.bottom),
  });
  return {
    ...placement,
    cut: { x: across.from, y: down.from, width: across.share, height: down.share },
    photo: { width: across.length, height: down.length },
    x,
    y,
  };
}

function getAlignedShare(start: boolean, end: boolean): number {
  return start === end ? 0.5 : start ? 0 : 1;
}

/** For one side: the shares of the photo that are shown, their whole pixels and where they begin; `at`: 0 start, 0.5 middle, 1 end of the file. */
function getShownSpan(
  canvas: number,
  photo: number,
  { from, share, at }: { from: number; share: number; at: number },
) {
  return getShownPart({ canvas, photo }, (canvas - share * photo) * at - from * photo);
}
