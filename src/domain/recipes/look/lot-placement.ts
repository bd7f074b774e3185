/** Places a cut-out object in one file as the look of its batch wants it: whole ones on its line, others with their cut at the file's edge. */
import { type Background, isOnWall } from '#domain/recipes/background.ts';
import { type Box, clipToPicture, type Size } from '#domain/recipes/geometry.ts';
import type { Rendition } from '#domain/recipes/outputs.ts';
import { computeMarkWidth, computePlacement, MOST_RIM, type Placement } from '#domain/recipes/placement.ts';
import { getOwnFill } from '#domain/recipes/scene-placement.ts';
import { growCanvas, LEAST_CANVAS, shrinkCanvas, sizeCanvas } from './canvas-size.ts';
import { type CutSides, getCutSides, isCutOff } from './cut-sides.ts';
import { buildViewLook, type FramedObject, getAspect, getView, type LotLook, VIEWS } from './lot-look.ts';
import {
  getGroundLine,
  getTightWidth,
  getUsualHeight,
  getWidthIn,
  type Stage,
  toHeight,
  toWidth,
} from './lot-scale.ts';
import { getShownPart } from './shown-part.ts';

interface PlacementWish {
  readonly background: Background;
  /** The asked share of the file's tighter side in %; null for the ground's own. */
  readonly fill: number | null;
  readonly look: LotLook;
}

/** Returns the placement; null where the file has no edges for those that the photo cut the object off at: it keeps its ground. */
export function lotPlacement(object: FramedObject, form: Rendition, wish: PlacementWish): Placement | null {
  const { framed } = object;
  const box = clipToPicture(object.box);
  const { background, fill, look } = wish;
  const cut = getCutSides(box);
  const isWhole = !isCutOff(cut);
  if (isEmpty(look) && fill === null && background.kind !== 'scene' && (isWhole || form.fit === 'inside'))
    return computePlacement(framed, form, { box, fill: null, hasCutout: true });
  const share = (fill ?? getOwnFill(background)) / 100;
  const canvas = getWholeCanvas(object, form, isWhole && background.kind === 'scene' ? share : null);
  const stage: Stage = { canvas, fill: share, isAsked: fill !== null };
  const seen = { framed, box };
  const pose = isWhole
    ? getWholePose(seen, stage, { look, hangs: isOnWall(background) })
    : getCutPose(seen, stage, { look, cut });
  if (pose === null) return null;
  const scaled = scalePose(framed, canvas, pose);
  if (!isWhole && !pose.isThrough && scaled.reached < LEAST_OF_CUT) return null;
  return buildPlacement(framed, form, {
    ...scaled,
    pose: hasFloor(background) ? pose : liftPose(pose, scaled),
  });
}

/** Returns the largest canvas that the file may have. `fill`: the share 0–1 of an object with air all around; null where it has none. */
function getWholeCanvas({ framed, box }: FramedObject, form: Rendition, fill: number | null): Size {
  if (form.fit !== 'inside') return { width: form.width, height: form.height };
  const { canvas } = computePlacement(framed, form);
  if (fill === null) return canvas;
  const object = { width: box.width * framed.width, height: box.height * framed.height };
  return growCanvas(canvas, form, { object, fill });
}

function hasFloor({ kind }: Background): boolean {
  return kind === 'scene' || kind === 'photo';
}

/** Share of the wanted pixels below which an object cut off at one side would lie small at the file's edge: it keeps its ground. */
const LEAST_OF_CUT = 0.75;

interface ScaledPose {
  /** Sizes of the file, and of the photo on it. */
  readonly canvas: Size;
  readonly scale: number;
  /** The file's sides ÷ those asked for. */
  readonly factor: number;
  /** The object's sides ÷ those that it should have in this file: 1 where it has the pixels. */
  readonly reached: number;
  /** Height of the object in this file, as a share of it. */
  readonly height: number;
}

/** Scales the pose. Nothing is enlarged: with too few pixels the file is smaller, and below that the object is. */
function scalePose(framed: Size, asked: Size, { box, width, isThrough }: Pose): ScaledPose {
  const wanted = (width * asked.width) / (box.width * framed.width);
  const scale = Math.min(1, wanted);
  // An object from edge to edge has no ground that could be left around it.
  const factor = isThrough ? scale / wanted : shrinkCanvas(scale / wanted, LEAST_CANVAS);
  const canvas = sizeCanvas(asked, factor, { width: 1, height: 1 });
  const height = (box.height * framed.height * scale) / canvas.height;
  return { canvas, scale, factor, reached: Math.min(1, scale / wanted / factor), height };
}

/** Lifts a smaller object on no floor to the middle that it would have had. */
function liftPose(pose: Pose, { reached, height }: ScaledPose): Pose {
  if (typeof pose.down === 'string') return pose;
  return { ...pose, down: { line: pose.down.line - (height / reached - height) / 2 } };
}

/** In shares of the file: the width of `box`, and the line that its lowest point is on. */
interface Pose {
  readonly box: Box;
  readonly width: number;
  /** 0 at the left edge, 0.5 in the middle, 1 at the right edge. */
  readonly across: number;
  /** A row, the file's upper edge for its highest point, or its lower one. */
  readonly down: { readonly line: number } | 'top' | 'bottom';
  /** True when it goes from edge to edge of the file, however few pixels it has. */
  readonly isThrough: boolean;
}

function getWholePose(
  object: FramedObject,
  stage: Stage,
  { look, hangs }: { look: LotLook; hangs: boolean },
): Pose {
  const { box } = object;
  const aspect = getAspect(object);
  const view = getView(aspect);
  const own = buildViewLook(view, [object]);
  const width = getWidthIn(look, stage, { aspect, own });
  const height = toHeight(stage.canvas, width, aspect);
  const margin = (1 - stage.fill) / 2;
  const known = look[view] === undefined ? { ...look, [view]: own } : look;
  const line = hangs ? 0.5 + height / 2 : Math.max(margin + height, getGroundLine(known, stage, view));
  return { box, width, across: 0.5, down: { line }, isThrough: false };
}

/** Returns null where the object goes through both sides of the photo and more than a rim of it would be out of the file. */
function getCutPose(
  object: FramedObject,
  stage: Stage,
  { look, cut }: { look: LotLook; cut: CutSides },
): Pose | null {
  const isAcross = cut.left && cut.right;
  const isDown = cut.top && cut.bottom;
  const box = {
    ...object.box,
    ...(isAcross && { x: 0, width: 1 }),
    ...(isDown && { y: 0, height: 1 }),
  };
  const aspect = getAspect({ framed: object.framed, box });
  const { canvas, fill } = stage;
  const across = cut.left === cut.right ? 0.5 : cut.left ? 0 : 1;
  const margin = (1 - fill) / 2;
  const line = isEmpty(look) ? null : getGroundLine(look, stage, getView(aspect));
  const standing = (height: number) => ({
    line: line === null || height > fill ? 0.5 + height / 2 : Math.max(margin + height, line),
  });
  if (isAcross || isDown) {
    const width = isAcross ? 1 : toWidth(canvas, 1, aspect);
    const height = isAcross ? toHeight(canvas, 1, aspect) : 1;
    const [most, least] = [Math.max(width, height), Math.min(width, height)];
    if ((1 - MOST_RIM) * most > 1 || (isAcross && isDown && least < 1 - MOST_RIM)) return null;
    const down = cut.bottom ? 'bottom' : cut.top ? 'top' : standing(height);
    return { box, width, across, down, isThrough: true };
  }
  // At the edge that cuts it off there is no margin.
  const widest = across === 0.5 ? fill : 1 - margin;
  const share = (height: number) => Math.min(widest, toWidth(canvas, height, aspect));
  if (cut.bottom) return { box, width: share(fill), across, down: 'bottom', isThrough: false };
  if (cut.top) return { box, width: share(line ?? fill), across, down: 'top', isThrough: false };
  const usual = stage.isAsked ? null : getUsualHeight(look, stage, aspect);
  const width = usual === null ? getTightWidth(stage, aspect) : share(usual);
  return { box, width, across, down: standing(toHeight(canvas, width, aspect)), isThrough: false };
}

function isEmpty(look: LotLook): boolean {
  return VIEWS.every((view) => look[view] === undefined);
}

function buildPlacement(
  framed: Size,
  form: Rendition,
  { canvas, scale, factor, pose }: Pick<ScaledPose, 'canvas' | 'scale' | 'factor'> & { readonly pose: Pose },
): Placement {
  const { box, across, down } = pose;
  const photo = { width: framed.width * scale, height: framed.height * scale };
  const startX = (canvas.width - box.width * photo.width) * across - box.x * photo.width;
  const bottom = down === 'bottom' ? 1 : down === 'top' ? 0 : down.line;
  const at = down === 'top' ? box.y : box.y + box.height;
  const [shownX, x] = getShownPart({ canvas: canvas.width, photo: photo.width }, startX);
  const [shownY, y] = getShownPart(
    { canvas: canvas.height, photo: photo.height },
    bottom * canvas.height - at * photo.height,
  );
  return {
    cut: { x: shownX.from, y: shownY.from, width: shownX.share, height: shownY.share },
    photo: { width: shownX.length, height: shownY.length },
    canvas,
    x,
    y,
    scale,
    wide: computeMarkWidth(form, canvas),
    tooSmall: factor < 1 - 1e-9,
  };
}
