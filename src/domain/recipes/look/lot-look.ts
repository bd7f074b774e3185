/**
 * One look for a batch: on another ground its cut-out objects stand on one line, at one scale by the view that a photo shows of them. What is
 * needed of the others is put together when a run starts and kept with it, so that a photo that is run again stands as they do.
 */
import { type Framing, framedSize, toFramed } from '#domain/recipes/framing.ts';
import { type Box, boxAround, clipToPicture, type Point, type Size } from '#domain/recipes/geometry.ts';
import { getCutSides, isCutOff } from './cut-sides.ts';

/** By width ÷ height: a car's side or three quarters of it, its front, a bottle. */
export const VIEWS = ['long', 'even', 'tall'] as const;
export type View = (typeof VIEWS)[number];

/** Least width ÷ height of a view. */
const LONG = 1.5;
const EVEN = 0.8;

/** The whole objects that one view shows. */
export interface ViewLook {
  /** Width ÷ height of the narrowest, the middle and the widest one. */
  readonly aspects: readonly [number, number, number];
  /** Pixels of the original that three quarters of them have: across long ones, down the others. */
  readonly pixels: number;
}

export type LotLook = Readonly<Partial<Record<View, ViewLook>>>;

/** An object on its framed photo, whose size is in pixels of the original. */
export interface FramedObject {
  readonly framed: Size;
  readonly box: Box;
}

/** `subject`: points around the object on the upright photo. */
export function getFramedObject(framing: Framing, subject: readonly Point[]): FramedObject {
  return { framed: framedSize(framing), box: boxAround(subject.map((at) => toFramed(framing, at))) };
}

export function getAspect({ framed, box }: FramedObject): number {
  return (box.width * framed.width) / (box.height * framed.height);
}

export function getView(aspect: number): View {
  return aspect >= LONG ? 'long' : aspect >= EVEN ? 'even' : 'tall';
}

/** Nothing where fewer than two objects are whole: one by itself has no others to be like. */
export function buildLotLook(objects: readonly FramedObject[]): LotLook {
  const whole = objects
    .map(({ framed, box }) => ({ framed, box: clipToPicture(box) }))
    .filter(({ box }) => box.width > 0 && box.height > 0 && !isCutOff(getCutSides(box)));
  if (whole.length < 2) return {};
  const look: Partial<Record<View, ViewLook>> = {};
  for (const view of VIEWS) {
    const alike = whole.filter((object) => getView(getAspect(object)) === view);
    if (alike.length > 0) look[view] = buildViewLook(view, alike);
  }
  return look;
}

/** At least one object. */
export function buildViewLook(view: View, objects: readonly FramedObject[]): ViewLook {
  const aspects = objects.map(getAspect).sort((a, b) => a - b);
  const pixels = objects
    .map(({ framed, box }) => (view === 'long' ? box.width * framed.width : box.height * framed.height))
    .sort((a, b) => a - b);
  const at = (sorted: readonly number[], share: number) =>
    Math.round(1000 * (sorted[Math.floor((sorted.length - 1) * share)] as number)) / 1000;
  return {
    aspects: [at(aspects, 0), at(aspects, 0.5), at(aspects, 1)],
    pixels: Math.round(at(pixels, 0.25)),
  };
}
