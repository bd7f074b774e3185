/** The part of a photo that has a wanted shape and loses nothing that matters: the object, plates, what stands out. */
import {
  type Box,
  boxCenteredAt,
  boxOfAspect,
  getBoxMiddle,
  MIDDLE,
  type Point,
  type Size,
} from './geometry.ts';

/** What is known of a framed photo, as shares 0–1 of its sides. */
export interface Shown {
  /** The object; null where it is not known. */
  readonly box: Box | null;
  /** Licence plates. */
  readonly plates: readonly Box[];
  /** What stands out from the photo's edges; null where that was not read. It counts where the object is not known. */
  readonly matter: Box | null;
}

/** A box that ends this near to the photo's edge is cut there already, and so much is lost by rounding. */
const BORDER = 0.005;
/** What the photo has cut already may lose so much more there. */
const MOST_MORE = 0.07;
/** Air that is kept around what matters; where a ground would be added otherwise, a hair. */
const AIR = 0.015;
export const LEAST_AIR = 0.003;

export function isKnown({ box, matter }: Shown): boolean {
  return box !== null || matter !== null;
}

/** `most`: largest share of each side that may be lost. Null where the shape would cut what matters, or more than that. */
export function cropAround(
  framed: Size,
  aspect: number,
  { shown, most, air = AIR }: { shown: Shown; most: Size; air?: number },
): Box | null {
  const middle = findMiddle(shown);
  const shaped = boxOfAspect(framed, aspect, middle);
  if (1 - shaped.width > most.width + BORDER || 1 - shaped.height > most.height + BORDER) return null;
  const x = findStart(shaped.width, middle.x, listSpans(shown, ['x', 'width'], air));
  const y = findStart(shaped.height, middle.y, listSpans(shown, ['y', 'height'], air));
  if (x === null || y === null) return null;
  return boxCenteredAt(shaped, { x: x + shaped.width / 2, y: y + shaped.height / 2 });
}

function findMiddle({ box, matter }: Shown): Point {
  const around = box ?? matter;
  return around === null ? MIDDLE : getBoxMiddle(around);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

type Axis = readonly ['x', 'width'] | readonly ['y', 'height'];

function listSpans({ box, plates, matter }: Shown, [start, length]: Axis, air: number): Span[] {
  const spanOf = (thing: Box) => ({ from: thing[start], to: thing[start] + thing[length] });
  const things = box === null ? plates : [box, ...plates];
  const kept = things.map((thing) => keepSpan(spanOf(thing), { more: MOST_MORE, air }));
  if (box !== null || matter === null) return kept;
  // Where nothing but a glance was taken, what reaches the edge is kept up to it.
  return [...kept, keepSpan(spanOf(matter), { more: BORDER, air })];
}

/** `more`: what a thing that the photo has cut may lose there. */
function keepSpan({ from, to }: Span, { more, air }: { more: number; air: number }): Span {
  return {
    from: from > BORDER ? Math.max(BORDER, from - air) : more,
    to: to < 1 - BORDER ? Math.min(1 - BORDER, to + air) : 1 - more,
  };
}

/** Returns where a part of this length begins that holds all spans, as near to `middle` as they allow; null where it can't. */
function findStart(length: number, middle: number, spans: readonly Span[]): number | null {
  const least = Math.max(0, ...spans.map(({ to }) => to - length));
  const most = Math.min(1 - length, ...spans.map(({ from }) => from));
  if (least > most + 1e-9) return null;
  return Math.min(most, Math.max(least, middle - length / 2));
}
