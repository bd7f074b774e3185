/** Places on a photo, as shares 0–1 of the sides of the upright picture (oriented, before any turn, straightening or crop). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Four corners, clockwise from the one that is top left as the plate or label is read. */
export type Quad = readonly [Point, Point, Point, Point];

/** Pixels; whole or not as the place says. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export function longSide({ width, height }: Size): number {
  return Math.max(width, height);
}

export const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };
export const MIDDLE: Point = { x: 0.5, y: 0.5 };

/** Shares are rounded to a ten-thousandth on their way. */
const ROUNDING = 0.001;

export function isInside({ x, y, width, height }: Box): boolean {
  return x >= 0 && y >= 0 && x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING;
}

export function getBoxMiddle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export function getBoxCorners({ x, y, width, height }: Box): Quad {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

export function boxAround(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** What of a box is on the picture; of one that lies wholly beside it nothing, at the edge. */
export function clipToPicture({ x, y, width, height }: Box): Box {
  const within = (n: number) => Math.min(1, Math.max(0, n));
  const [left, top] = [within(x), within(y)];
  return { x: left, y: top, width: within(x + width) - left, height: within(y + height) - top };
}

/** The largest box of this ratio (width ÷ height) within a picture, as near to `around` as its edges allow. */
export function boxOfAspect({ width, height }: Size, aspect: number, around: Point = MIDDLE): Box {
  const ratio = width / height / aspect;
  return boxCenteredAt(ratio >= 1 ? { width: 1 / ratio, height: 1 } : { width: 1, height: ratio }, around);
}

/** A box of this size (shares, at most 1) with its middle at `around`, pushed back within the picture. */
export function boxCenteredAt({ width, height }: Size, around: Point): Box {
  const start = (middle: number, side: number) => Math.min(1 - side, Math.max(0, middle - side / 2));
  return { x: start(around.x, width), y: start(around.y, height), width, height };
}
