import { between, pick, type Random } from '../random.ts';
import {
  blur,
  centredAt,
  type Drawing,
  ellipse,
  group,
  line,
  linear,
  path,
  radial,
  rect,
  type SceneCanvas,
} from '../svg.ts';

const BODY =
  'M62 338C40 330 34 300 40 262C46 226 60 206 84 182C108 128 140 86 190 66C260 46 420 44 500 58C570 74 628 124 684 172C780 184 880 200 936 226C966 246 974 286 966 326C964 338 950 342 936 342L880 342A86 86 0 0 0 708 342L292 342A86 86 0 0 0 120 342Z';
const REAR_GLASS = 'M128 176C150 124 176 96 214 84L300 78L304 178Z';
const FRONT_GLASS = 'M326 178L322 78C400 72 460 76 500 88C552 108 596 140 632 176Z';
const PAINTS = ['#c3261b', '#b91f1a', '#d0301f'] as const;

/** A red hatchback in a yard: garage, tree, fence, gravel. */
export function drawCar({ width, height, random }: SceneCanvas): Drawing {
  const ground = height * 0.58;
  const carWidth = Math.min(width * 0.86, 1240) * between(random, 0.92, 1);
  const scale = carWidth / 1000;
  const paint = pick(random, PAINTS);
  const y = ground + height * 0.12;
  const body = [
    rect({ x: 0, y: 0, w: width, h: ground }, 'url(#sky)'),
    treeBehind(width, ground, random),
    garage(width, ground, random),
    rect({ x: 0, y: ground - 8, w: width, h: height - ground + 8 }, 'url(#ground)'),
    group(
      `translate(0 ${ground}) scale(1 .45)`,
      rect({ x: 0, y: 0, w: width, h: (height - ground) * 2.3 }, 'url(#gravel)', 'opacity=".5"'),
    ),
    rect({ x: 0, y: ground - 30, w: width, h: 60 }, '#3c3a2c', 'opacity=".4" filter="url(#soft)"'),
    centredAt({ x: width / 2, y, scale, box: [1000, 400] }, car(paint)),
  ].join('');
  return { defs: defs(paint), body, surfaces: ['gravel', 'plaster', 'leaves'] };
}

function defs(paint: string): string {
  return [
    linear('sky', 90, [
      [0, '#a9bccb'],
      [1, '#e6e0d2'],
    ]),
    linear('ground', 90, [
      [0, '#8d867a'],
      [1, '#a79d8c'],
    ]),
    linear('paint', 90, [
      [0, '#f2b7a8'],
      [0.08, paint],
      [0.42, paint],
      [0.5, '#7d130f'],
      [0.56, '#d84a3a'],
      [0.75, paint],
      [1, '#4a0b0a'],
    ]),
    linear('glass', 100, [
      [0, '#b8c6cc'],
      [0.35, '#46525a'],
      [1, '#161b1f'],
    ]),
    radial('rim', [
      [0, '#e8e8e6'],
      [0.7, '#b9bbbd'],
      [1, '#77797c'],
    ]),
    radial('crown', [
      [0, '#7f9352'],
      [1, '#3d5130'],
    ]),
    blur('soft', 14),
    blur('hair', 2.5),
  ].join('');
}

function treeBehind(width: number, ground: number, random: Random): string {
  const x = width * between(random, 0.78, 0.9);
  const crowns = Array.from({ length: 30 }, () => {
    const r = between(random, 60, 130);
    const [cx, cy] = [x + between(random, -210, 210), ground * 0.36 + between(random, -190, 170)];
    return (
      ellipse({ cx, cy, rx: r, ry: r * 0.85 }, 'url(#crown)', 'opacity=".9"') +
      ellipse({ cx, cy, rx: r, ry: r * 0.85 }, 'url(#leaves)', 'opacity=".4"')
    );
  });
  return [rect({ x: x - 22, y: ground * 0.5, w: 44, h: ground * 0.5 }, '#4a3b2d'), ...crowns].join('');
}

function garage(width: number, ground: number, random: Random): string {
  const left = width * between(random, -0.04, 0.06);
  const wide = Math.max(width * 0.5, 560);
  const top = ground * 0.24;
  const slats = Array.from({ length: 9 }, (_, n) =>
    rect(
      { x: left + wide * 0.14, y: top + 130 + n * ((ground - top - 130) / 9), w: wide * 0.6, h: 4 },
      '#3f2c1d',
      'opacity=".6"',
    ),
  );
  return [
    rect({ x: left, y: top, w: wide, h: ground - top }, '#c9b69a'),
    rect({ x: left, y: top, w: wide, h: ground - top }, 'url(#plaster)', 'opacity=".5"'),
    path(
      `M${left - 40} ${top + 14}L${left + wide * 0.5} ${top - 130}L${left + wide + 40} ${top + 14}Z`,
      '#7b4a38',
    ),
    rect({ x: left + wide * 0.14, y: top + 120, w: wide * 0.6, h: ground - top - 120 }, '#6f5138'),
    ...slats,
    rect({ x: left, y: top + 14, w: wide, h: 46 }, '#000', 'opacity=".25" filter="url(#soft)"'),
  ].join('');
}

/** The car by itself, in a box of 1000 × 420, on nothing. */
export function drawCarAlone(): Drawing {
  return { defs: defs(PAINTS[0]), body: bodywork(PAINTS[0]), surfaces: [] };
}

function car(paint: string): string {
  return [
    ellipse({ cx: 505, cy: 404, rx: 480, ry: 26 }, '#000', 'opacity=".65" filter="url(#soft)"'),
    ellipse({ cx: 505, cy: 402, rx: 400, ry: 12 }, '#000', 'opacity=".6" filter="url(#hair)"'),
    bodywork(paint),
  ].join('');
}

function bodywork(paint: string): string {
  return [
    path('M110 260H900V360H110Z', '#15110f'),
    path(BODY, 'url(#paint)'),
    path(
      'M84 196C300 182 600 180 940 236L936 250C600 200 300 200 78 214Z',
      '#fff',
      'opacity=".28" filter="url(#hair)"',
    ),
    path(REAR_GLASS, 'url(#glass)'),
    path(FRONT_GLASS, 'url(#glass)'),
    path('M214 84L250 81L190 177L160 177Z', '#fff', 'opacity=".18"'),
    line('M312 74C316 160 318 240 300 336M644 180C650 240 648 290 640 336M318 186C316 240 316 300 316 336', {
      colour: '#3d0807',
      width: 2.5,
    }),
    rect({ x: 250, y: 214, w: 44, h: 10 }, paint, 'rx="5" stroke="#3d0807" stroke-width="2"'),
    rect({ x: 560, y: 214, w: 44, h: 10 }, paint, 'rx="5" stroke="#3d0807" stroke-width="2"'),
    path('M640 182C636 160 650 152 672 160L686 182Z', paint, 'stroke="#3d0807" stroke-width="2"'),
    path(
      'M884 214C920 220 946 232 956 252C930 256 902 246 884 214Z',
      '#f2efe6',
      'stroke="#555" stroke-width="2"',
    ),
    path('M48 236C60 214 72 204 86 200L96 250L46 262Z', '#7a0d0d', 'stroke="#2b0505" stroke-width="2"'),
    path('M40 304C300 316 700 316 968 300L964 334L38 330Z', '#000', 'opacity=".25"'),
    wheel(206),
    wheel(794),
  ].join('');
}

function wheel(x: number): string {
  const spokes = Array.from({ length: 5 }, (_, n) =>
    group(`rotate(${n * 72 + 8})`, path('M-8 -8L-13 -44Q0 -50 13 -44L8 -8Z', 'url(#rim)')),
  );
  return group(
    `translate(${x} 336)`,
    ellipse({ cx: 0, cy: 0, rx: 82, ry: 82 }, '#0c0a09'),
    ellipse({ cx: 0, cy: 0, rx: 68, ry: 68 }, '#1c1b1b'),
    ellipse({ cx: 0, cy: 0, rx: 48, ry: 48 }, '#2f2f31', 'stroke="#a5a6a8" stroke-width="5"'),
    ...spokes,
    ellipse({ cx: 0, cy: 0, rx: 11, ry: 11 }, '#c9cacb', 'stroke="#555" stroke-width="2"'),
  );
}
