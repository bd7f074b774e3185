/** A plate's own border around its number: where its ground, its blue field and its rim end, looked for on each of the four sides. */
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { type Line, type Side, sideLine } from './border-side.ts';
import { fieldAround, type PlateNumber } from './field.ts';

/** In the picture's pixels. */
export function borderAround(picture: Raw, number: PlateNumber): Quad {
  const field = fieldAround(picture, number);
  const line = (side: Side) => sideLine(field, number, side);
  const [left, right, top, bottom] = [line('left'), line('right'), line('top'), line('bottom')];
  const corner = (side: Line, level: Line) => {
    const { x, y } = intersectLines(number, side, level);
    return number.pointAt(x, y);
  };
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
}

/** Where an upright line (x at the number's middle, and how much it moves a pixel down) meets a level one. */
function intersectLines({ left, right, top, bottom }: PlateNumber, side: Line, level: Line): Point {
  const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
  const dx = (side.at - mx + side.lean * (level.at - my)) / (1 - side.lean * level.lean);
  return { x: mx + dx, y: level.at + level.lean * dx };
}
