/** Places an object in one file of a rendered scene, which goes on around it in any shape: no file is padded or cut to the photo's. */
import type { Scene } from './background.ts';
import { type Box, type Size, seenOf } from './geometry.ts';
import type { Rendition } from './outputs.ts';
import { type Placement, placementOf } from './placement.ts';

/** % of the file's tighter side that the object fills where nothing else is asked: room for the floor, or for a plinth below it. */
const SCENE_FILL: Readonly<Record<string, number>> = { showroom: 82, pedestal: 60, room: 76 };
/** It may be this much smaller, so that a file of a small photo keeps the asked pixels. */
const SMALLER = 0.75;
/** A box that ends this near to the photo's edge is cut off there. */
const BORDER = 0.005;

/**
 * `box`: the object on the framed photo, beyond whose edges it may go on. `fill`: the asked share in %, null for the scene's own; undefined
 * where a crop drawn by hand decides how large it is.
 */
export function scenePlacement(
  framed: Size,
  form: Rendition,
  { scene, box: all, fill }: { scene: Scene; box: Box; fill: number | null | undefined },
): Placement {
  const box = seenOf(all);
  const cut = {
    left: box.x < BORDER,
    right: box.x + box.width > 1 - BORDER,
    top: box.y < BORDER,
    bottom: box.y + box.height > 1 - BORDER,
  };
  const isCut = Object.values(cut).some(Boolean);
  const own = (SCENE_FILL[scene.split('-')[0] as string] ?? 80) / 100;
  const share = fill == null ? own : fill / 100;
  if (fill === undefined || isCut) {
    const placement = placementOf(framed, form, { box, fill: null, hasCutout: true });
    const placed = { ...placement, ...againstEdges(placement, cut) };
    return (fill !== undefined && enlarged(framed, placed, { box, cut, share })) || placed;
  }
  const { width, height } = form.fit === 'inside' ? placementOf(framed, form).canvas : form;
  const there = Math.max((box.width * framed.width) / width, (box.height * framed.height) / height);
  const left = fill === null ? Math.min(own, Math.max(there, SMALLER * own)) : share;
  return placementOf(
    framed,
    { ...form, width, height, fit: 'contain' },
    { box, fill: left, hasCutout: true },
  );
}

type Edges = Readonly<Record<'left' | 'right' | 'top' | 'bottom', boolean>>;

/** Where the photo cut the object off, the file ends too. */
function againstEdges({ canvas, photo, x, y }: Placement, { left, right, top, bottom }: Edges) {
  const along = (place: number, room: number, { start, end }: { start: boolean; end: boolean }) =>
    start === end ? place : start ? 0 : room;
  return {
    x: along(x, canvas.width - photo.width, { start: left, end: right }),
    y: along(y, canvas.height - photo.height, { start: top, end: bottom }),
  };
}

/** The object at the edge that it is cut off at and as large as if it were whole; null where it has too few pixels, or two such edges oppose. */
function enlarged(
  framed: Size,
  placement: Placement,
  { box, cut, share }: { box: Box; cut: Edges; share: number },
): Placement | null {
  const { canvas } = placement;
  const whole = { width: box.width * framed.width, height: box.height * framed.height };
  const scale = Math.min((share * canvas.width) / whole.width, (share * canvas.height) / whole.height);
  if (scale > 1 || (cut.left && cut.right) || (cut.top && cut.bottom)) return null;
  const [across, x] = span(canvas.width, framed.width * scale, {
    from: box.x,
    share: box.width,
    at: cut.left ? 0 : cut.right ? 1 : 0.5,
  });
  const [down, y] = span(canvas.height, framed.height * scale, {
    from: box.y,
    share: box.height,
    at: cut.top ? 0 : cut.bottom ? 1 : 0.5,
  });
  return {
    ...placement,
    cut: { x: across.from, y: down.from, width: across.share, height: down.share },
    photo: { width: across.length, height: down.length },
    x,
    y,
    scale,
    tooSmall: false,
  };
}

/** For one side: the shares of the photo that are shown, their whole pixels and where they begin; `at`: 0 start, 0.5 middle, 1 end of the file. */
function span(
  canvas: number,
  photo: number,
  { from, share, at }: { from: number; share: number; at: number },
) {
  const start = (canvas - share * photo) * at - from * photo;
  const shown = { from: Math.max(0, -start / photo), to: Math.min(1, (canvas - start) / photo) };
  const length = Math.max(1, Math.min(canvas, Math.round((shown.to - shown.from) * photo)));
  const begin = Math.min(canvas - length, Math.max(0, Math.round(start)));
  return [{ from: shown.from, share: shown.to - shown.from, length }, begin] as const;
}
