/** Pictures that a model is tried with. They are drawn by whole steps alone, so that every machine draws the same bytes. */
import { createFilled, type Raw, type Rgb } from '#imaging/pixels/raw.ts';

const SIDE = 256;

/** Returns a red disc on an even, light wall: an object to any model. Its radius is a quarter of the side. */
export function drawDisc(): Raw {
  const wall: Rgb = [206, 208, 210];
  return drawPicture((x, y) => (Math.hypot(x - SIDE / 2, y - SIDE / 2) < SIDE / 4 ? [190, 30, 34] : wall));
}

/**
 * Returns a mug with a label, a handle and a shadow, beside a ball in the wall's colours. Models differ at its edges. Nothing on it is thin:
 * there the same weights differ by how they were rounded.
 */
export function drawStillLife(): Raw {
  return drawPicture((column, row) => colourOfStillLife((column + 0.5) / SIDE, (row + 0.5) / SIDE));
}

function drawPicture(colourAt: (x: number, y: number) => Rgb): Raw {
  const picture = createFilled({ width: SIDE, height: SIDE }, [0, 0, 0]);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) picture.data.set(colourAt(x, y).map(Math.round), (y * SIDE + x) * 3);
  return picture;
}

const darken = ([red, green, blue]: Rgb, by: number): Rgb => [red * by, green * by, blue * by];

function colourOfStillLife(x: number, y: number): Rgb {
  if (Math.abs(x - 0.43) < 0.08 && Math.abs(y - 0.56) < 0.06) return [226, 214, 180];
  const [beside, above] = [Math.abs(x - 0.45) - 0.11, Math.abs(y - 0.57) - 0.17];
  const isBody = Math.hypot(Math.max(0, beside), Math.max(0, above)) < 0.05;
  if (isBody) return darken([52, 86, 128], 1.25 - 0.9 * Math.abs(x - 0.4));
  if (Math.abs(Math.hypot(x - 0.62, y - 0.53) - 0.1) < 0.02) return [46, 78, 118];
  if (Math.hypot(x - 0.82, y - 0.72) < 0.07) return [196, 190, 184];
  const ground = y < 0.7 ? darken([214, 210, 204], 1 - 0.15 * y) : ([178, 164, 148] as const);
  const shadow = Math.max(0, 1 - Math.hypot((x - 0.52) / 0.3, (y - 0.79) / 0.06));
  return darken(ground, 1 - 0.4 * shadow);
}
