/** A picture's place in its box: enlarged from its middle, then moved by CSS pixels. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}
export interface ViewPoint {
  readonly x: number;
  readonly y: number;
}
export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 6;

/** Larger or smaller by a factor; what lies at `at` (from the middle of the box) stays there. */
export function zoomAt(zoom: Zoom, factor: number, { at, box }: { at: ViewPoint; box: ViewSize }): Zoom {
  const scale = Math.min(LARGEST, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return clampZoom({ scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }, box);
}

export function panBy(zoom: Zoom, by: ViewPoint, box: ViewSize): Zoom {
  return clampZoom({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, box);
}

/** The enlarged box always covers the box. */
function clampZoom({ scale, x, y }: Zoom, { width, height }: ViewSize): Zoom {
  const within = (value: number, side: number) => {
    const room = ((scale - 1) * side) / 2;
    return Math.min(room, Math.max(-room, value)) + 0;
  };
  return { scale, x: within(x, width), y: within(y, height) };
}

const SWIPE_PX = 56;

/** Returns the direction of a drag over the whole picture: 1 for the next, −1 for the one before, 0 for none. */
export function getSwipeDirection(zoom: Zoom, by: ViewPoint): -1 | 0 | 1 {
  if (zoom.scale > 1 || Math.abs(by.x) < SWIPE_PX || Math.abs(by.x) < 1.5 * Math.abs(by.y)) return 0;
  return by.x < 0 ? 1 : -1;
}
