import { type Box, boxAround, boxCenteredAt, type Point, type Size } from '#domain/recipes/geometry.ts';

/** The box around the object: dragged by its corners, moved as a whole, or put aside and drawn anew. */
export const CORNERS = ['nw', 'ne', 'se', 'sw'] as const;
export type Corner = (typeof CORNERS)[number];
export type Grip = Corner | 'whole' | 'new';

/** Least side, as a share of the picture's. */
export const LEAST_SIDE = 0.05;
const STEP = 0.01;
const LONG_STEP = 0.05;

export function getCorner({ x, y, width, height }: Box, corner: Corner): Point {
  return {
    x: corner === 'nw' || corner === 'sw' ? x : x + width,
    y: corner === 'nw' || corner === 'ne' ? y : y + height,
  };
}

/** Returns what a press at `at` grips: the nearest corner within `reach` pixels, the box, or null, so that a stray touch is harmless. */
export function gripAt(
  box: Box,
  at: Point,
  { picture, reach }: { readonly picture: Size; readonly reach: number },
): Grip | null {
  const away = (corner: Corner) => {
    const { x, y } = getCorner(box, corner);
    return Math.hypot((x - at.x) * picture.width, (y - at.y) * picture.height);
  };
  const [nearest] = CORNERS.toSorted((a, b) => away(a) - away(b));
  if (nearest !== undefined && away(nearest) <= reach) return nearest;
  const inside = at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
  return inside ? 'whole' : null;
}

interface Way {
  readonly from: Point;
  readonly to: Point;
}

/** `box` as it was when the press began at `from`. */
export function draggedBox(box: Box, grip: Grip, { from, to }: Way): Box {
  if (grip === 'new') return buildBoxBetween(clampToPicture(from), clampToPicture(to));
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (grip === 'whole')
    return boxCenteredAt(box, { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy });
  const opposite = getCorner(box, CORNERS[(CORNERS.indexOf(grip) + 2) % 4] as Corner);
  const { x, y } = getCorner(box, grip);
  return buildBoxBetween(opposite, clampToPicture({ x: x + dx, y: y + dy }));
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns the place that an arrow key leads to; null for other keys. */
export function arrowFrom(at: Point, key: string, isLong: boolean): Point | null {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  const step = isLong ? LONG_STEP : STEP;
  return { x: at.x + direction.x * step, y: at.y + direction.y * step };
}

/** The box when nothing is known of the object. */
const FIRST_BOX: Box = { x: 0.12, y: 0.12, width: 0.76, height: 0.76 };

/** A little room around the object that was found. */
export function boxFor(subject: Box | null): Box {
  if (subject === null) return FIRST_BOX;
  const room = 0.02;
  return buildBoxBetween(
    clampToPicture({ x: subject.x - room, y: subject.y - room }),
    clampToPicture({ x: subject.x + subject.width + room, y: subject.y + subject.height + room }),
  );
}

export function clampToPicture({ x, y }: Point): Point {
  return { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) };
}

/** Between two corners, at least LEAST_SIDE wide and high, within the picture. */
function buildBoxBetween(a: Point, b: Point): Box {
  const box = boxAround([a, b]);
  if (box.width >= LEAST_SIDE && box.height >= LEAST_SIDE) return box;
  const size = { width: Math.max(LEAST_SIDE, box.width), height: Math.max(LEAST_SIDE, box.height) };
  return boxCenteredAt(size, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
}
