/** Places an object in one file of a rendered scene, which goes on around it in any shape: no file is padded or cut to the photo's. */
import type { Scene } from './background.ts';
import type { Box, Size } from './geometry.ts';
import type { Rendition } from './outputs.ts';
import { type Placement, placementOf } from './placement.ts';

/** % of the file's tighter side that the object fills where nothing else is asked: room for the floor, or for a plinth below it. */
const SCENE_FILL: Readonly<Record<string, number>> = { showroom: 82, pedestal: 60, room: 76 };
/** It may be this much smaller, so that a file of a small photo keeps the asked pixels. */
const SMALLER = 0.75;
/** A box that ends this near to the photo's edge is cut off there. */
const BORDER = 0.005;

/**
 * `box`: the object on the framed photo. `fill`: the asked share in %, null for the scene's own; undefined where a crop drawn by hand decides
 * how large it is.
 */
export function scenePlacement(
  framed: Size,
  form: Rendition,
  { scene, box, fill }: { scene: Scene; box: Box; fill: number | null | undefined },
): Placement {
  const cut = {
    left: box.x < BORDER,
    right: box.x + box.width > 1 - BORDER,
    top: box.y < BORDER,
    bottom: box.y + box.height > 1 - BORDER,
  };
  const subject = { box, fill: null, hasCutout: true };
  if (fill === undefined || Object.values(cut).some(Boolean)) {
    const placement = placementOf(framed, form, subject);
    return { ...placement, ...againstEdges(placement, cut) };
  }
  const { width, height } = form.fit === 'inside' ? placementOf(framed, form).canvas : form;
  const own = (SCENE_FILL[scene.split('-')[0] as string] ?? 80) / 100;
  const there = Math.max((box.width * framed.width) / width, (box.height * framed.height) / height);
  const share = fill === null ? Math.min(own, Math.max(there, SMALLER * own)) : fill / 100;
  return placementOf(framed, { ...form, width, height, fit: 'contain' }, { ...subject, fill: share });
}

/** Where the photo cut the object off, the file ends too. */
function againstEdges(
  { canvas, photo, x, y }: Placement,
  { left, right, top, bottom }: Readonly<Record<'left' | 'right' | 'top' | 'bottom', boolean>>,
): { x: number; y: number } {
  const along = (place: number, room: number, { start, end }: { start: boolean; end: boolean }) =>
    start === end ? place : start ? 0 : room;
  return {
    x: along(x, canvas.width - photo.width, { start: left, end: right }),
    y: along(y, canvas.height - photo.height, { start: top, end: bottom }),
  };
}
