import { between, pick } from '../random.ts';
import {
  blur,
  centredAt,
  type Drawing,
  ellipse,
  line,
  linear,
  path,
  rect,
  type SceneCanvas,
} from '../svg.ts';

const GLAZES = [
  ['#3d6d8c', '#9fc3d6', '#1d3a4d'],
  ['#c9c2b4', '#fbf8f0', '#7d7668'],
  ['#7d8f5a', '#c4cf9f', '#434f2c'],
  ['#b5502f', '#eaa383', '#612513'],
] as const;

/** A glazed mug on a wooden table by a window. */
export function drawMug({ width, height, random }: SceneCanvas): Drawing {
  const edge = height * between(random, 0.5, 0.58);
  const [glaze, shine, shade] = pick(random, GLAZES);
  const scale = between(random, 1.15, 1.45);
  const x = width * between(random, 0.42, 0.56);
  const defs = [
    linear('wall', 20, [
      [0, '#ddd3c2'],
      [1, '#9d917e'],
    ]),
    linear('table', 90, [
      [0, '#8a6341'],
      [1, '#b88a5c'],
    ]),
    blur('soft', 18),
    blur('far', 26),
    glazed([glaze, shine, shade]),
  ].join('');
  const body = [
    rect({ x: 0, y: 0, w: width, h: edge }, 'url(#wall)'),
    rect(
      { x: width * 0.66, y: -40, w: width * 0.24, h: edge * 0.8 },
      '#f4f1e4',
      'filter="url(#far)" opacity=".8"',
    ),
    rect({ x: width * 0.08, y: edge - 330, w: 220, h: 330 }, '#6b7355', 'filter="url(#far)" opacity=".7"'),
    rect({ x: 0, y: edge, w: width, h: height - edge }, 'url(#table)'),
    rect({ x: 0, y: edge, w: width, h: height - edge }, 'url(#wood)', 'opacity=".55"'),
    rect({ x: 0, y: edge, w: width, h: 10 }, '#fff', 'opacity=".2"'),
    centredAt({ x, y: edge + 40, scale, box: [420, 460] }, mug()),
  ].join('');
  return { defs, body, surfaces: ['wood'] };
}

/** The mug by itself, in a box of 440 × 460, on nothing. */
export function drawMugAlone(): Drawing {
  return { defs: glazed(GLAZES[0]), body: mugItself(), surfaces: [] };
}

function glazed([glaze, shine, shade]: readonly [string, string, string]): string {
  return [
    linear('glaze', 0, [
      [0, shade],
      [0.22, glaze],
      [0.34, shine],
      [0.46, glaze],
      [0.85, shade],
      [0.95, glaze],
      [1, shade],
    ]),
    linear('inside', 0, [
      [0, shade],
      [1, shine],
    ]),
    blur('hair', 4),
  ].join('');
}

function mug(): string {
  return [
    path('M40 432L-210 500Q60 540 330 440Z', '#1d0f06', 'opacity=".5" filter="url(#soft)"'),
    ellipse({ cx: 190, cy: 438, rx: 158, ry: 26 }, '#120a05', 'opacity=".75" filter="url(#hair)"'),
    mugItself(),
  ].join('');
}

function mugItself(): string {
  return [
    line('M336 150C430 140 440 330 322 334', { colour: 'url(#glaze)', width: 38 }),
    line('M340 146C420 140 424 300 336 322', { colour: '#fff', width: 5 }, 'opacity=".35"'),
    path('M40 70C44 240 52 370 66 420Q190 462 314 420C328 370 336 240 340 70Z', 'url(#glaze)'),
    path('M66 420Q190 462 314 420L316 404Q190 446 64 404Z', '#000', 'opacity=".25"'),
    rect({ x: 112, y: 96, w: 26, h: 270 }, '#fff', 'opacity=".35" rx="13" filter="url(#hair)"'),
    ellipse({ cx: 190, cy: 70, rx: 150, ry: 40 }, 'url(#glaze)'),
    ellipse({ cx: 190, cy: 72, rx: 138, ry: 33 }, 'url(#inside)'),
    ellipse({ cx: 190, cy: 86, rx: 122, ry: 22 }, '#2c160b'),
    ellipse({ cx: 230, cy: 88, rx: 50, ry: 7 }, '#d9b58f', 'opacity=".5" filter="url(#hair)"'),
  ].join('');
}
