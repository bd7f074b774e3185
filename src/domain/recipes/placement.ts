/** Places the framed photo in one file: which part, how large, and where on its canvas. The same for a file and its preview. */
import { cropAround, isKnown, LEAST_AIR, type Shown } from './crop-around.ts';
import {
  type Box,
  boxCenteredAt,
  boxOfAspect,
  getBoxMiddle,
  MIDDLE,
  type Point,
  type Size,
  WHOLE,
} from './geometry.ts';
import { LEAST_CANVAS, shrinkCanvas, sizeCanvas } from './look/canvas-size.ts';
import type { Aspects, Rendition } from './outputs.ts';

/** In pixels of the finished file, except `cut`. */
export interface Placement {
  /** The part of the framed photo that is shown, as shares 0–1 of its sides. */
  readonly cut: Box;
  /** Size of the photo within the file; never more pixels than the photo has. */
  readonly photo: Size;
  readonly canvas: Size;
  readonly x: number;
  readonly y: number;
  /** Pixels of the file per pixel of the original, ≤ 1. */
  readonly scale: number;
  /** Width in pixels that marks are scaled by: the same for landscape and portrait photos of one output. */
  readonly wide: number;
  /** True when the photo has fewer pixels than the file asks for. */
  readonly tooSmall: boolean;
}

/** The object on the framed photo and the share 0–1 of the file's tighter side that it should fill. */
export interface Subject {
  /** Null when unknown. */
  readonly box: Box | null;
  readonly fill: number | null;
  /** True when its background continues beyond the photo; otherwise the surroundings end at the photo's edge. */
  readonly hasCutout: boolean;
  /** The person drew the frame: it is not cut again where the place takes its shape. */
  readonly isDrawn?: boolean;
  /** Other boxes that must not be cut: licence plates. */
  readonly whole?: readonly Box[];
  /** What stands out from the photo's edges, read without a cut-out; null or missing where that is not known. */
  readonly matter?: Box | null;
}

type Form = Pick<Rendition, 'width' | 'height' | 'fit' | 'pad'> &
  Partial<Pick<Rendition, 'fill' | 'aspects'>>;

/**
 * Largest share of a side that is cut off rather than padded: a strip of sky and floor from the height of a landscape form, otherwise
 * only the rim; never a wheel or a head.
 */
const MOST_SKY = 1 / 8;
export const MOST_RIM = 0.07;
/** Largest share that a crop around what matters takes off where the place takes the photo's own shape as well: 3:2 loses 11 % to 4:3. */
const MOST_SHAPE_CUT = { width: 1 / 8, height: 1 / 8 };
/** Shapes are one where they differ by less than a pixel of a large file. */
const SAME_SHAPE = 5e-4;
/** So near to the asked shape a few rows are not worth losing where the place takes the photo's own: 1024 × 678 for 3:2. */
const NEAR_SHAPE = 0.02;
/** A box that ends this near to the photo's edge counts as cut there already. */
const BORDER = 0.005;
/** `framed`: the framed photo's size in pixels of the original. Without a subject the middle is kept. */
export function computePlacement(framed: Size, form: Form, subject: Subject | null = null): Placement {
  const {
    box,
    fill,
    hasCutout,
    isDrawn = false,
    whole = [],
    matter = null,
  } = subject ?? buildUnknownSubject(form);
  if (form.fit === 'cover' && form.aspects !== undefined && !hasCutout) {
    const taken = { ...form, fill, ...form.aspects, isDrawn };
    return placeInTakenShape(framed, taken, { box, plates: whole, matter });
  }
  const around = box === null ? MIDDLE : getBoxMiddle(box);
  const all =
    form.fit === 'cover'
      ? computeCoverBox(framed, form, { around, whole: box === null ? whole : [box, ...whole] })
      : WHOLE;
  if (box === null || fill === null) return fitCutToForm(framed, { ...form, fill }, all);
  const object = { width: box.width * framed.width, height: box.height * framed.height };
  if (form.fit === 'contain' || mayPad(form)) {
    if (hasCutout) return onCanvas(framed, form, { box, fill });
    return fitCutToForm(framed, { ...form, fill }, amidItsOwn(framed, form, { object, fill, around }) ?? all);
  }
  return fitCutToForm(framed, form, zoomToObject(framed, form, { all, object, fill, around }));
}

/** The subject before its object is found: no box, but already the share that the form asks for. */
function buildUnknownSubject({ fill }: Form): Subject {
  return { box: null, fill: fill == null ? null : fill / 100, hasCutout: false };
}

function mayPad({ fit, pad, aspects }: Form): boolean {
  return fit === 'cover' && (pad === 'blur' || aspects !== undefined);
}

type ShapedForm = Form & Aspects & { readonly fill: number | null; readonly isDrawn: boolean };

/**
 * The asked shape by a crop that loses nothing that matters, else the photo's own where the place takes that, else the nearest that it
 * takes: by a crop again, and only where that would cut what matters the whole photo on a ground.
 */
function placeInTakenShape(framed: Size, form: ShapedForm, shown: Shown): Placement {
  const { box, fill, least, most } = { ...shown, ...form };
  if (box !== null && fill !== null) {
    const object = { width: box.width * framed.width, height: box.height * framed.height };
    const filled = amidItsOwn(framed, form, { object, fill, around: getBoxMiddle(box) });
    if (filled !== null && !shown.plates.some((plate) => isHurt(plate, filled)))
      return fitCutToForm(framed, form, filled);
  }
  const asked = form.width / form.height;
  const own = framed.width / framed.height;
  const nearest = Math.min(most, Math.max(least, own));
  const rim = measureRim(form);
  const inside = { ...form, fit: 'inside' } as const;
  const isTaken = isSameShape(nearest, own);
  const isNearly = Math.abs(own / asked - 1) < NEAR_SHAPE && !isSameShape(own, asked);
  if (isTaken && (form.isDrawn || isNearly)) return fitCutToForm(framed, inside, WHOLE);
  const all = { width: 1, height: 1 };
  const isOnly = isSameShape(nearest, asked);
  const cut = cropAround(framed, asked, {
    shown,
    most: isKnown(shown) ? (isOnly ? all : MOST_SHAPE_CUT) : rim,
  });
  if (cut !== null) return fitCutToForm(framed, form, cut);
  if (isTaken) return fitCutToForm(framed, inside, WHOLE);
  const last = { shown, most: isKnown(shown) ? all : rim };
  const nearCut =
    cropAround(framed, nearest, last) ?? cropAround(framed, nearest, { ...last, air: LEAST_AIR });
  if (nearCut !== null) return fitCutToForm(framed, isOnly ? form : inside, nearCut);
  return fitCutToForm(framed, { ...form, ...(isOnly ? {} : fitSize(form, nearest)), fit: 'contain' }, WHOLE);
}

function isSameShape(one: number, other: number): boolean {
  return Math.abs(one / other - 1) < SAME_SHAPE;
}

/** The largest size of this shape within the form, in whole pixels no narrower or wider than it. */
function fitSize({ width, height }: Size, aspect: number): Size {
  return aspect > width / height
    ? { width, height: Math.ceil(width / aspect) }
    : { width: Math.ceil(height * aspect), height };
}

function measureRim({ width, height }: Size): Size {
  return { width: MOST_RIM, height: width > height ? MOST_SKY : MOST_RIM };
}

/** Returns a box of the form's shape; the whole photo when it may be padded and too much, or a part of `whole`, would be cut. */
function computeCoverBox(
  framed: Size,
  form: Form,
  { around, whole }: { around: Point; whole: readonly Box[] },
): Box {
  const shaped = boxOfAspect(framed, form.width / form.height, around);
  if (!mayPad(form)) return shaped;
  const rim = measureRim(form);
  const isMuch = 1 - shaped.width > rim.width || 1 - shaped.height > rim.height;
  return isMuch || whole.some((box) => isHurt(box, shaped)) ? WHOLE : shaped;
}

/** True when `cut` takes a part of the box; sides that end at the photo's edge do not count. */
function isHurt(box: Box, cut: Box): boolean {
  const isOut = (
    { from, to }: { from: number; to: number },
    { start, end }: { start: number; end: number },
  ) => (from < start - BORDER && from > BORDER) || (to > end + BORDER && to < 1 - BORDER);
  return (
    isOut({ from: box.x, to: box.x + box.width }, { start: cut.x, end: cut.x + cut.width }) ||
    isOut({ from: box.y, to: box.y + box.height }, { start: cut.y, end: cut.y + cut.height })
  );
}

/** The photo's part `cut` as large as the file allows. */
function fitCutToForm(framed: Size, form: Form, cut: Box): Placement {
  const { width, height, fit, pad } = form;
  const shown = { width: framed.width * cut.width, height: framed.height * cut.height };
  const wanted = Math.min(width / shown.width, height / shown.height);
  const scale = Math.min(1, wanted);
  const side = (n: number, most: number) => Math.max(1, Math.min(most, Math.round(n * scale)));
  const isShaped = Math.abs((shown.width * height) / (shown.height * width) - 1) < 1e-6;
  // Shares are fractions: a cut of exactly the asked pixels may miss them by a hair.
  const photo =
    fit === 'cover' && isShaped && wanted <= 1 + 1e-9
      ? { width, height }
      : { width: side(shown.width, width), height: side(shown.height, height) };
  const isPadded = fit === 'contain' || (mayPad(form) && !isShaped);
  // The canvas shrinks with a photo of too few pixels, which would otherwise look lost in it: blurred bars without limit, plain margins
  // only where a fill is asked for, down to what every marketplace accepts. Plain margins without a fill keep the asked size.
  const least = pad === 'blur' ? 0 : form.fill == null ? 1 : LEAST_CANVAS;
  const canvas = isPadded ? sizeCanvas(form, Math.max(least, scale / wanted), photo) : photo;
  return {
    cut,
    photo,
    canvas,
    x: Math.floor((canvas.width - photo.width) / 2),
    y: Math.floor((canvas.height - photo.height) / 2),
    scale,
    wide: computeMarkWidth(form, canvas),
    tooSmall: wanted > 1 + 1e-9,
  };
}

/** Takes the canvas's longer side, so that marks on a portrait file in a landscape form are as large as on the others. */
export function computeMarkWidth({ width }: Size, canvas: Size): number {
  return Math.min(width, Math.max(canvas.width, canvas.height));
}

/** The part of `all`'s shape in which the object fills its share; never fewer pixels than the file asks for, never more than there are. */
function zoomToObject(
  framed: Size,
  { width, height }: Pick<Rendition, 'width' | 'height'>,
  { all, object, fill, around }: { all: Box; object: Size; fill: number; around: Point },
): Box {
  const most = { width: all.width * framed.width, height: all.height * framed.height };
  const needed = Math.max(object.width / most.width, object.height / most.height) / fill;
  const enough = Math.min(width / most.width, height / most.height);
  const share = Math.min(1, Math.max(needed, enough));
  return boxCenteredAt({ width: all.width * share, height: all.height * share }, around);
}

/** Centres the object on a padded canvas at its share, even with too few pixels; around it as much of the photo as there is. */
function onCanvas(framed: Size, form: Form, { box, fill }: { box: Box; fill: number }): Placement {
  const wanted = Math.min(
    (fill * form.width) / (box.width * framed.width),
    (fill * form.height) / (box.height * framed.height),
  );
  const scale = Math.min(1, wanted);
  const factor = shrinkCanvas(scale / wanted, LEAST_CANVAS);
  const { width, height } = sizeCanvas(form, factor, { width: 1, height: 1 });
  const middle = getBoxMiddle(box);
  const [x, w] = computeShownSide(middle.x, framed.width * scale, width);
  const [y, h] = computeShownSide(middle.y, framed.height * scale, height);
  return {
    cut: { x: x.from, y: y.from, width: x.to - x.from, height: y.to - y.from },
    photo: { width: w.length, height: h.length },
    canvas: { width, height },
    x: w.start,
    y: h.start,
    scale,
    wide: computeMarkWidth(form, { width, height }),
    tooSmall: factor < 1,
  };
}

interface Filling {
  readonly object: Size;
  readonly fill: number;
  readonly around: Point;
}

/** The part without bars in which the object has its share, as far as the photo reaches; null when the shape would cut the object. */
function amidItsOwn(framed: Size, form: Form, { object, fill, around }: Filling): Box | null {
  const all = boxOfAspect(framed, form.width / form.height, around);
  const fits = object.width <= all.width * framed.width && object.height <= all.height * framed.height;
  return fits ? zoomToObject(framed, form, { all, object, fill, around }) : null;
}

/** For one side: the shares of the photo that are shown, and the whole pixels of the canvas that they take. */
function computeShownSide(middle: number, photo: number, canvas: number) {
  const from = Math.max(0, middle - canvas / 2 / photo);
  const to = Math.min(1, middle + canvas / 2 / photo);
  const length = Math.max(1, Math.min(canvas, Math.round((to - from) * photo)));
  const start = Math.min(canvas - length, Math.max(0, Math.round(canvas / 2 + (from - middle) * photo)));
  return [
    { from, to },
    { start, length },
  ] as const;
}

/** The same picture `factor` (≤ 1) times as large, for a preview. */
export function shrinkPlacement(placement: Placement, factor: number): Placement {
  const { photo, canvas, x, y } = placement;
  const side = (n: number) => Math.max(1, Math.round(n * factor));
  const small = { width: side(canvas.width), height: side(canvas.height) };
  // From edge to edge, so that both stand where they do in the file.
  const [left, width] = scaleSpan({ start: x, length: photo.width }, small.width, factor);
  const [top, height] = scaleSpan({ start: y, length: photo.height }, small.height, factor);
  return {
    ...placement,
    photo: { width, height },
    canvas: small,
    x: left,
    y: top,
    scale: placement.scale * factor,
    wide: placement.wide * factor,
  };
}

function scaleSpan(
  { start, length }: { start: number; length: number },
  room: number,
  factor: number,
): readonly [number, number] {
  const from = Math.min(room - 1, Math.round(start * factor));
  const to = Math.min(room, Math.max(from + 1, Math.round((start + length) * factor)));
  return [from, to - from];
}
