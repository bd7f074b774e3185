/** Where things for sale stand when they are photographed: from a sheet of paper to a street. */
import { between, pick } from '../../scenes/random.ts';
import { ellipse, path, rect, type SceneCanvas } from '../../scenes/svg.ts';
import type { Surface } from '../../scenes/texture.ts';

export interface Ground {
  readonly body: string;
  readonly surfaces: readonly Surface[];
  /** Share of the height at which things stand. */
  readonly floor: number;
}

interface Place extends SceneCanvas {
  /** A colour near the thing's own, where that is asked for. */
  readonly like: string | null;
}

type Drawn = (place: Place) => Ground;

const all = ({ width, height }: SceneCanvas, fill: string, more = '') =>
  rect({ x: 0, y: 0, w: width, h: height }, fill, more);

/** Below this share of the height. */
const floorOf = ({ width, height }: SceneCanvas, y: number, [fill, more = '']: readonly [string, string?]) =>
  rect({ x: 0, y: height * y, w: width, h: height * (1 - y) }, fill, more);

const GROUNDS = {
  sheet: (place) => ({
    body: all(
      place,
      place.like ?? pick(place.random, ['#eceded', '#e4e6ea', '#f3f1ec', '#9aa0a6', '#31343a']),
    ),
    surfaces: [],
    floor: 0.9,
  }),
  'wall and floor': (place) => ({
    body:
      all(place, place.like ?? pick(place.random, ['#d9cfbf', '#b9c2c4', '#cbb7a2'])) +
      all(place, 'url(#plaster)', 'opacity=".12"') +
      floorOf(place, 0.72, [pick(place.random, ['#8d8375', '#a08a6c', '#6f7275'])]) +
      floorOf(place, 0.72, ['url(#plaster)', 'opacity=".2"']),
    surfaces: ['plaster'],
    floor: 0.88,
  }),
  table: (place) => ({
    body:
      all(place, place.like ?? pick(place.random, ['#9a6a3e', '#7a5433', '#b98d5c'])) +
      all(place, 'url(#wood)', 'opacity=".5"'),
    surfaces: ['wood'],
    floor: 0.86,
  }),
  cloth: (place) => ({
    body:
      all(place, place.like ?? pick(place.random, ['#6b7f95', '#b7a79a', '#7d5a63'])) +
      all(place, 'url(#cloth)', 'opacity=".6"'),
    surfaces: ['cloth'],
    floor: 0.88,
  }),
  grass: (place) => ({
    body:
      all(place, '#9db4c2') +
      floorOf(place, 0.3, ['#5d7a3a']) +
      floorOf(place, 0.3, ['url(#leaves)', 'opacity=".6"']) +
      floorOf(place, 0.3, ['url(#gravel)', 'opacity=".4"']),
    surfaces: ['leaves', 'gravel'],
    floor: 0.86,
  }),
  street: (place) => ({ body: street(place), surfaces: ['gravel', 'leaves', 'plaster'], floor: 0.86 }),
  shelves: (place) => ({ body: shelves(place), surfaces: ['wood'], floor: 0.9 }),
  showroom: (place) => ({
    body:
      all(place, '#d8dadc') +
      Array.from({ length: 5 }, (_, n) =>
        rect(
          { x: (n * place.width) / 5 + 20, y: 0, w: place.width / 5 - 40, h: place.height * 0.5 },
          '#b4c4ce',
        ),
      ).join('') +
      floorOf(place, 0.58, ['#a7a9ab']),
    surfaces: [],
    floor: 0.86,
  }),
} satisfies Readonly<Record<string, Drawn>>;

export type GroundName = keyof typeof GROUNDS;
export const GROUND_NAMES = Object.keys(GROUNDS) as GroundName[];

export function drawGround(name: GroundName, place: Place): Ground {
  return GROUNDS[name](place);
}

function street(place: Place): string {
  const { width, height, random } = place;
  const horizon = height * 0.5;
  const houses = Array.from({ length: 6 }, (_, n) => {
    const [x, top] = [(n - 0.3) * width * 0.2, height * between(random, 0.02, 0.25)];
    const wide = width * between(random, 0.14, 0.24);
    const wall = pick(random, ['#c9b69a', '#a9887a', '#8f9aa3', '#d5d0c4', '#6e5a4c']);
    const windows = Array.from({ length: 8 }, (_, w) =>
      rect(
        {
          x: x + (0.12 + 0.24 * (w % 4)) * wide,
          y: top + (0.16 + 0.4 * Math.floor(w / 4)) * (horizon - top),
          w: wide * 0.13,
          h: (horizon - top) * 0.22,
        },
        '#2d3841',
      ),
    );
    return rect({ x, y: top, w: wide, h: horizon - top }, wall) + windows.join('');
  });
  const parked = Array.from({ length: 3 }, (_, n) => {
    const x = width * (0.02 + 0.37 * n) + between(random, -40, 40);
    const paint = pick(random, ['#7d8489', '#2f3a52', '#a33a30', '#e4e4e0', '#202022']);
    const y = horizon - 50;
    return (
      path(
        `M${x} ${y + 80}V${y + 30}L${x + 60} ${y - 10}H${x + 190}L${x + 250} ${y + 30}L${x + 300} ${y + 40}V${y + 80}Z`,
        paint,
      ) +
      ellipse({ cx: x + 60, cy: y + 80, rx: 30, ry: 30 }, '#151515') +
      ellipse({ cx: x + 240, cy: y + 80, rx: 30, ry: 30 }, '#151515')
    );
  });
  return [
    all(place, '#c3d0da'),
    ...houses,
    ellipse({ cx: width * 0.9, cy: height * 0.2, rx: 190, ry: 170 }, '#4c6339'),
    ellipse({ cx: width * 0.9, cy: height * 0.2, rx: 190, ry: 170 }, 'url(#leaves)', 'opacity=".6"'),
    floorOf(place, 0.5, [place.like ?? '#8a8884']),
    floorOf(place, 0.5, ['url(#gravel)', 'opacity=".35"']),
    ...parked,
    rect({ x: 0, y: height * 0.6, w: width, h: 14 }, '#d8d6d0', 'opacity=".7"'),
  ].join('');
}

function shelves(place: Place): string {
  const { width, height, random } = place;
  const books = Array.from({ length: 4 }, (_, row) => {
    const y = height * (0.02 + 0.24 * row);
    let x = 10;
    const out: string[] = [];
    while (x < width) {
      const wide = between(random, 24, 90);
      const tall = height * between(random, 0.1, 0.2);
      const colour = pick(random, [
        '#8c2f2a',
        '#2f4f6b',
        '#d0b060',
        '#e0dccf',
        '#3d5a3d',
        '#5a4a6b',
        '#1f1f22',
      ]);
      out.push(rect({ x, y: y + height * 0.21 - tall, w: wide, h: tall }, colour));
      x += wide + between(random, 2, 30);
    }
    return out.join('') + rect({ x: 0, y: y + height * 0.21, w: width, h: 22 }, '#8a6a48');
  });
  return [
    all(place, '#cbbfa8'),
    ...books.slice(0, 3),
    floorOf(place, 0.74, ['#9b7a54']),
    floorOf(place, 0.74, ['url(#wood)', 'opacity=".4"']),
  ].join('');
}
