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
